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

// mostNamed is how many arguments by keyword a call has whose names PartialArguments looks for.
const mostNamed = 64

// PartialArguments returns the arguments of a call of a functools.partial, which PartialCall has said args and kw of, with given, the last of
// which have the names kwnames; and the names of the last ones, or Null. Those of the call take the places of the partial's. ok is false if
// a name is no str, or if there are many.
func (h *Heap) PartialArguments(args, kw Value, given []Value, kwnames Value) (all []Value, names Value, ok bool, err error) {
	npos := len(given)
	if kwnames != Null {
		npos -= h.TupleLen(kwnames)
	}
	all = append(append(make([]Value, 0, h.TupleLen(args)+len(given)+h.DictLen(kw)), h.TupleItems(args)...), given[:npos]...)
	named := given[npos:]
	if h.DictLen(kw) == 0 {
		return append(all, named...), kwnames, true, nil
	}
	if len(named) > mostNamed {
		return nil, Null, false, nil
	}
	list, taken := make([]Value, 0, h.DictLen(kw)+len(named)), uint64(0)
	for pos := 0; ; {
		if err := h.Poll(); err != nil {
			return nil, Null, false, err
		}
		k, v, more := h.DictNext(kw, &pos)
		if !more {
			break
		}
		if !h.isStr(k) {
			return nil, Null, false, nil
		}
		for i, x := range named {
			if h.StrEqual(k, h.TupleItem(kwnames, i)) {
				v, taken = x, taken|1<<i
			}
		}
		list, all = append(list, k), append(all, v)
	}
	for i, x := range named {
		if taken>>i&1 == 0 {
			list, all = append(list, h.TupleItem(kwnames, i)), append(all, x)
		}
	}
	return all, h.NewTuple(list...), true, nil
}
