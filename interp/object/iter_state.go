package object

// How iterators say where they are, for the modules copy and pickle: __reduce__ and
// __setstate__ (Objects/listobject.c, rangeobject.c, iterobject.c and others).

// iterState says where an iterator over a sequence may be set.
type iterState struct {
	t       TypeID
	reverse bool
	// before: an index below 0 is the place before the first element, where iterating ends;
	// otherwise it is the first element.
	before bool
	// empty makes what the iterator is one over when it is at its end.
	empty func(h *Heap) Value
	// size returns the length of the sequence; nil: any index is one.
	size func(h *Heap, seq Value) (int, error)
}

func (h *Heap) initIterStates() {
	list := func(h *Heap) Value { return h.NewList() }
	tuple := func(h *Heap) Value { return h.NewTuple() }
	str := func(h *Heap) Value { return h.NewStr("") }
	for _, s := range [...]iterState{
		{t: ListIterType, before: true, empty: list, size: (*Heap).Len}, {t: ListRevIterType, reverse: true, before: true, empty: list, size: (*Heap).Len},
		{t: TupleIterType, empty: tuple, size: (*Heap).Len}, {t: StrIterType, empty: str, size: (*Heap).Len},
		{t: BytesIterType, empty: tuple, size: (*Heap).Len}, {t: SeqIterType, empty: tuple},
		{t: ReversedType, reverse: true, before: true, empty: tuple, size: (*Heap).Len},
	} {
		s.add(h)
	}
	h.addMethods(h.types[SeqIterType], []Builtin{{Name: "__length_hint__", Arity: NoArgs, Fn: seqIterHint}})
	h.addMethods(h.types[RangeIterType], []Builtin{{Name: "__setstate__", Arity: O, Fn: setRangeState}, {Name: "__reduce__", Arity: NoArgs, Fn: rangeIterReduce}})
	h.addMethods(h.types[LongRangeIterType], []Builtin{{Name: "__setstate__", Arity: O, Fn: setLongRangeState}, {Name: "__reduce__", Arity: NoArgs, Fn: longRangeReduce}})
	for _, t := range [...]TypeID{ZipType, MapType} {
		h.addMethods(h.types[t], []Builtin{{Name: "__setstate__", Arity: O, Fn: func(h *Heap, it Value, args []Value) (Value, error) {
			strict, err := h.Truth(args[0])
			if err == nil {
				h.SetHalf(it, OffAux, 0)
				if strict {
					h.SetHalf(it, OffAux, 1)
				}
			}
			return None, err
		}}})
	}
}

// AddIterState gives a type of iterators __setstate__ and __reduce__: it has what it goes over and the index of
// the next element where SeqIterType has them, and is one over an empty tuple when it is at its end.
func (h *Heap) AddIterState(t TypeID) {
	s := iterState{t: t, empty: func(h *Heap) Value { return h.NewTuple() }, size: (*Heap).Len}
	s.add(h)
}

func (s *iterState) add(h *Heap) {
	h.addMethods(h.types[s.t], []Builtin{{Name: "__setstate__", Arity: O, Fn: s.set}, {Name: "__reduce__", Arity: NoArgs, Fn: s.reduce}})
}

// set is __setstate__.
func (s *iterState) set(h *Heap, it Value, args []Value) (Value, error) {
	x := args[0]
	if !h.isIntegral(x) {
		return Null, h.Raise(TypeErrorType, "an integer is required")
	}
	i, err := h.indexArg(x, OverflowErrorType)
	seq := h.Field(it, OffSeqIterSeq)
	if err != nil || seq == Null {
		return None, err
	}
	i = max(i, -1)
	if s.size != nil {
		n, err := s.size(h, seq)
		if err != nil {
			return Null, err
		}
		if s.reverse {
			n--
		}
		i = min(i, n)
	}
	switch {
	case i < 0 && (s.before || h.isA(seq, ByteArrayType)):
		h.SetField(it, OffSeqIterSeq, Null)
		return None, nil
	case i < 0:
		i = 0
	}
	h.SetWord(it, OffSeqIterIndex, uint64(i))
	return None, nil
}

// reduce is __reduce__.
func (s *iterState) reduce(h *Heap, it Value, _ []Value) (Value, error) {
	m := h.Mark()
	defer h.Release(m)
	name := "iter"
	if s.reverse {
		name = "reversed"
	}
	make, err := h.fromModule("builtins", name)
	if err != nil {
		return Null, err
	}
	if s.t == ReversedType {
		make = h.TypeOf(it).Object
	}
	h.Push(make)
	seq := h.Field(it, OffSeqIterSeq)
	if seq == Null {
		h.Push(s.empty(h))
		return h.NewTuple(make, h.NewTuple(h.Pushed(m+1)...)), nil
	}
	h.Push(h.NewTuple(seq))
	return h.NewTuple(make, h.Pushed(m + 1)[0], h.Int(int64(h.Word(it, OffSeqIterIndex)))), nil
}

// seqIterHint is __length_hint__ of an iterator over what has __getitem__ only.
func seqIterHint(h *Heap, it Value, _ []Value) (Value, error) {
	seq := h.Field(it, OffSeqIterSeq)
	switch {
	case seq == Null:
		return SmallInt(0), nil
	case h.TypeOf(seq).Len == nil:
		return NotImplemented, nil
	}
	n, err := h.Len(seq)
	return h.Int(max(int64(n)-int64(h.Word(it, OffSeqIterIndex)), 0)), err
}

// setRangeState moves on by as many elements as the state says.
func setRangeState(h *Heap, it Value, args []Value) (Value, error) {
	n, err := h.indexArg(args[0], OverflowErrorType)
	if err != nil {
		return Null, err
	}
	skip := min(uint64(max(n, 0)), h.rangeLeft(it))
	h.SetWord(it, OffRangeIterNext, h.Word(it, OffRangeIterNext)+skip*h.Word(it, OffRangeIterStep))
	return None, nil
}

func rangeIterReduce(h *Heap, it Value, _ []Value) (Value, error) {
	next, left, step := int64(h.Word(it, OffRangeIterNext)), int64(h.rangeLeft(it)), int64(h.Word(it, OffRangeIterStep))
	return h.reduceRange(h.Int(next), h.Int(left), h.Int(step))
}

func setLongRangeState(h *Heap, it Value, args []Value) (Value, error) {
	if !h.isIntegral(args[0]) {
		return Null, h.Raise(TypeErrorType, "state must be an int, not %s", h.TypeName(args[0]))
	}
	m := h.Mark()
	defer h.Release(m)
	left := h.Field(it, offLongRangeLeft)
	skip := h.plain(args[0])
	switch {
	case h.IntSign(skip) < 0:
		return None, nil
	case h.IntCompare(skip, left) > 0:
		skip = left
	}
	h.Push(skip)
	h.SetField(it, offLongRangeLeft, h.IntSub(left, skip))
	h.Push(h.IntMul(skip, h.Field(it, offLongRangeStep)))
	h.SetField(it, offLongRangeNext, h.IntAdd(h.Field(it, offLongRangeNext), h.Pushed(m + 1)[0]))
	return None, nil
}

func longRangeReduce(h *Heap, it Value, _ []Value) (Value, error) {
	return h.reduceRange(h.Field(it, offLongRangeNext), h.Field(it, offLongRangeLeft), h.Field(it, offLongRangeStep))
}

// reduceRange is an iterator over what is left of a range.
func (h *Heap) reduceRange(next, left, step Value) (Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.Push(next)
	h.Push(step)
	h.Push(h.IntMul(left, step))
	h.Push(h.IntAdd(next, h.Pushed(m + 2)[0]))
	iter, err := h.fromModule("builtins", "iter")
	if err != nil {
		return Null, err
	}
	h.Push(iter)
	p := h.Pushed(m)
	r, err := h.Call(h.types[RangeType].Object, []Value{p[0], p[3], p[1]}, Null)
	if err != nil {
		return Null, err
	}
	h.Push(r)
	return h.NewTuple(iter, h.NewTuple(h.Pushed(m+5)...), None), nil
}
