package object

// The builtin functions that are iterator types: reversed and enumerate; and
// the iterator that iter(f, sentinel) makes.

func (h *Heap) initIterFunctions() {
	t := h.registerIter(ReversedType, "reversed", reversedNext, func(h *Heap, it Value) int {
		seq := h.Field(it, OffSeqIterSeq)
		if seq == Null {
			return 0
		}
		n, err := h.Len(seq)
		left := int(h.Word(it, OffSeqIterIndex)) + 1
		if err != nil || n < left {
			return 0
		}
		return left
	})
	h.derivable(t, SeqIterSize, false, func(h *Heap, args []Value, kwnames Value) (Value, error) {
		if err := h.noKeywords("reversed", kwnames); err != nil {
			return Null, err
		}
		if err := h.checkCount("reversed", len(args), 1, 1); err != nil {
			return Null, err
		}
		return h.Reversed(args[0])
	})
	t = h.registerIter(EnumerateType, "enumerate", enumerateNext, nil)
	h.derivable(t, 32, true, newEnumerate)
	h.registerIter(CallableIterType, "callable_iterator", callIterNext, nil)
}

// Reversed is reversed(v).
func (h *Heap) Reversed(v Value) (Value, error) {
	if v.IsRef() {
		switch h.RefType(v) {
		case ListType:
			return h.newListReverse(v), nil
		case RangeType:
			return h.rangeReverse(v), nil
		}
	}
	t := h.TypeOf(v)
	if f := t.Lookup(h.Intern("__reversed__")); f != Null && f != None {
		return h.callSelf(f, v)
	} else if f == None || !t.sequence() {
		return Null, h.Raise(TypeErrorType, "'%s' object is not reversible", t.shown())
	}
	n, err := h.Len(v)
	if err != nil {
		return Null, err
	}
	return h.newSeqIter(ReversedType, v, n-1), nil
}

// sequence reports whether the type's elements are reached by an int index, as
// PySequence_Check does.
func (t *Type) sequence() bool {
	for _, b := range t.MRO {
		if b.ID == DictType {
			return false
		}
	}
	if t.GetItem == nil || t.WeakProxy {
		return false
	}
	f := t.ItemGetter()
	return t.Len != nil || t.made && f != Null && !t.heap.native(f)
}

// reversedNext runs over any sequence backwards by subscripts.
func reversedNext(h *Heap, it Value) (Value, error) {
	seq := h.Field(it, OffSeqIterSeq)
	i := int64(h.Word(it, OffSeqIterIndex))
	if seq == Null || i < 0 {
		h.SetField(it, OffSeqIterSeq, Null)
		return Null, nil
	}
	x, err := h.GetItem(seq, h.Int(i))
	if err == nil {
		h.SetWord(it, OffSeqIterIndex, uint64(i-1))
		return x, nil
	}
	if !h.raisedIs(err, IndexErrorType) && !h.raisedIs(err, StopIterationType) {
		return Null, err
	}
	h.SetField(it, OffSeqIterSeq, Null)
	return Null, nil
}

// newEnumerate is enumerate(iterable, start=0).
func newEnumerate(h *Heap, args []Value, kwnames Value) (Value, error) {
	npos := len(args)
	if kwnames != Null {
		npos -= h.TupleLen(kwnames)
	}
	if len(args) > 2 {
		return Null, h.Raise(TypeErrorType, "enumerate() takes at most 2 arguments (%d given)", len(args))
	}
	params := [...]string{"iterable", "start"}
	var got [2]Value
	got[0], got[1] = Null, Null
	copy(got[:], args[:npos])
	if npos == 0 && len(args) == 1 && h.GoString(h.TupleItem(kwnames, 0)) != "iterable" {
		return Null, h.badKeyword(h.TupleItem(kwnames, 0), "enumerate")
	}
	for i := npos; i < len(args); i++ {
		name := h.TupleItem(kwnames, i-npos)
		j := 0
		for j < len(params) && params[j] != h.GoString(name) {
			j++
		}
		if j == len(params) || got[j] != Null {
			return Null, h.badKeyword(name, "enumerate")
		}
		got[j] = args[i]
	}
	if got[0] == Null {
		return Null, h.Raise(TypeErrorType, "enumerate() missing required argument 'iterable'")
	}
	return h.Enumerate(got[0], got[1])
}

func (h *Heap) badKeyword(name Value, function string) error {
	return h.Raise(TypeErrorType, "'%s' is an invalid keyword argument for %s()", h.GoString(name), function)
}

// Enumerate is enumerate(v, start); start Null is 0.
func (h *Heap) Enumerate(v, start Value) (Value, error) {
	count := SmallInt(0)
	if start != Null {
		i, ok, err := h.indexOf(start)
		if err != nil {
			return Null, err
		}
		if !ok {
			return Null, h.notInteger(start)
		}
		count = i
	}
	it, err := h.Iter(v)
	if err != nil {
		return Null, err
	}
	e := h.Alloc(kindPlain, 32)
	h.header(e, EnumerateType, 0)
	h.SetField(e, OffEnumIter, it)
	h.SetField(e, OffEnumCount, count)
	return e, nil
}

func enumerateNext(h *Heap, e Value) (Value, error) {
	x, err := h.Advance(h.Field(e, OffEnumIter))
	if err != nil || x == Null {
		return Null, err
	}
	return h.NewTuple(h.EnumerateCount(e), x), nil
}

// CallableIter is iter(f, sentinel).
func (h *Heap) CallableIter(f, sentinel Value) (Value, error) {
	if h.TypeOf(f).Slots.Call == nil {
		return Null, h.Raise(TypeErrorType, "iter(v, w): v must be callable")
	}
	it := h.Alloc(kindPlain, 32)
	h.header(it, CallableIterType, 0)
	h.SetField(it, offCallIterFunc, f)
	h.SetField(it, offCallIterSentinel, sentinel)
	return it, nil
}

func callIterNext(h *Heap, it Value) (Value, error) {
	f := h.Field(it, offCallIterFunc)
	if f == Null {
		return Null, nil
	}
	x, err := h.Call(f, nil, Null)
	if err != nil {
		if h.raisedIs(err, StopIterationType) {
			h.SetField(it, offCallIterFunc, Null)
			return Null, nil
		}
		return Null, err
	}
	if h.Field(it, offCallIterFunc) == Null { // the call has exhausted the iterator
		return Null, nil
	}
	same, err := h.Same(h.Field(it, offCallIterSentinel), x)
	if err != nil {
		return Null, err
	}
	if same {
		h.SetField(it, offCallIterFunc, Null)
		return Null, nil
	}
	return x, nil
}

// endOfIteration makes the end of an iteration of a StopIteration that a
// function called by an iterator has raised.
func (h *Heap) endOfIteration(err error) error {
	if err != nil && h.raisedIs(err, StopIterationType) {
		return nil
	}
	return err
}

// strictError is the error of zip and map with strict=True: argument i
// (counted from 0) has fewer or more elements than those before it.
func (h *Heap) strictError(name string, i int, how string) error {
	plural := " "
	if i > 1 {
		plural = "s 1-"
	}
	return h.Raise(ValueErrorType, "%s() argument %d is %s than argument%s%d", name, i+1, how, plural, i)
}
