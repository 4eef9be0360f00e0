package object

// The fields of functools.partial, which package lib has: traces call what it calls.
const (
	OffPartialFunc   = 8
	OffPartialArgs   = 16 // tuple
	OffPartialKw     = 24 // dict
	OffPartialBlanks = 32 // word: how many arguments are Placeholder
	PartialSize      = 40
)

// PartialCall returns the function in Python that a call of a functools.partial is a call of, the tuple of the arguments that it
// puts in front, and the dict of those by keyword; ok is false for what is none, or has places to be filled.
func (h *Heap) PartialCall(v Value) (f, args, kw Value, ok bool) {
	if h.PartialType == 0 || h.TypeID(v) != h.PartialType || h.Word(v, OffPartialBlanks) != 0 {
		return Null, Null, Null, false
	}
	f = h.Field(v, OffPartialFunc)
	return f, h.Field(v, OffPartialArgs), h.Field(v, OffPartialKw), h.Is(f, FunctionType)
}

// PartialArguments returns the arguments of a call of a functools.partial without arguments by keyword, which PartialCall has said args and kw
// of, and the names of the last ones, or Null; ok is false if a name is no str.
func (h *Heap) PartialArguments(args, kw Value, given []Value) (all []Value, names Value, ok bool, err error) {
	all = append(append(make([]Value, 0, h.TupleLen(args)+len(given)+h.DictLen(kw)), h.TupleItems(args)...), given...)
	if h.DictLen(kw) == 0 {
		return all, Null, true, nil
	}
	names = h.newTuple(h.DictLen(kw))
	for pos, i := 0, 0; i < h.TupleLen(names); i++ {
		if err := h.Poll(); err != nil {
			return nil, Null, false, err
		}
		k, v, _ := h.DictNext(kw, &pos)
		if !h.isStr(k) {
			return nil, Null, false, nil
		}
		h.TupleItems(names)[i], all = k, append(all, v)
	}
	return all, names, true, nil
}
