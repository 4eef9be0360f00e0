package object

// The iterators of the builtin containers. Each is its own iterator: iter(it)
// is it. A Next slot returns Null at the end and from then on.

// selfIter is the Iter slot of iterators.
func selfIter(_ *Heap, v Value) (Value, error) { return v, nil }

// nextOnce is the Next slot of iterators that nextOf knows everything of: it is not asked.
func nextOnce(h *Heap, it Value) (Value, error) { return h.Advance(it) }

// registerIter registers an iterator type. lengthHint, if not nil, is its Left slot and
// makes its __length_hint__ method.
func (h *Heap) registerIter(id TypeID, name string, next func(*Heap, Value) (Value, error), lengthHint func(*Heap, Value) int) *Type {
	t := h.register(&Type{ID: id, Name: name, Final: true, Slots: Slots{Iter: selfIter, Next: next, Left: lengthHint}})
	if lengthHint != nil {
		h.addMethods(t, []Builtin{{Name: "__length_hint__", Arity: NoArgs, NoGuest: true,
			Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
				return h.Int(int64(lengthHint(h, self))), nil
			}}})
	}
	return t
}

// derivable lets classes derive from an iterator type whose instances take size bytes and are
// made by a function, which may return something else. Where it takes no keywords, those of a
// class with an __init__ are that one's.
func (h *Heap) derivable(t *Type, size uintptr, keywords bool, make func(h *Heap, args []Value, kwnames Value) (Value, error)) {
	t.Final, t.Size = false, size
	h.initBuiltinLayout(t)
	t.New = func(h *Heap, u *Type, args []Value, kwnames Value) (Value, error) {
		if kwnames != Null && !keywords && u.made && u.initAttr != Null {
			args, kwnames = args[:len(args)-h.TupleLen(kwnames)], Null
		}
		v, err := make(h, args, kwnames)
		if err != nil || u == t || !h.Is(v, t.ID) {
			return v, err
		}
		inst := h.newOf(u)
		h.header(inst, u.ID, h.aux(v))
		for off := uintptr(8); off < size; off += 8 {
			h.SetField(inst, off, h.Field(v, off))
		}
		return inst, nil
	}
}

// initIterators registers the iterator types of containers and the builtin
// functions that are iterator types.
func (h *Heap) initIterators() {
	h.registerIter(RangeIterType, "range_iterator", rangeIterNext, func(h *Heap, it Value) int {
		return int(h.rangeLeft(it))
	})
	t := h.registerIter(LongRangeIterType, "longrange_iterator", longRangeIterNext, nil)
	h.addMethods(t, []Builtin{{Name: "__length_hint__", Arity: NoArgs, NoGuest: true,
		Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
			return h.Field(self, offLongRangeLeft), nil
		}}})
	h.registerIter(ListIterType, "list_iterator", nextOnce, func(h *Heap, it Value) int {
		return seqIterLeft(h, it, h.ListLen)
	})
	h.registerIter(TupleIterType, "tuple_iterator", nextOnce, func(h *Heap, it Value) int {
		return seqIterLeft(h, it, h.TupleLen)
	})
	h.registerIter(ListRevIterType, "list_reverseiterator", nextOnce, func(h *Heap, it Value) int {
		if h.Field(it, OffSeqIterSeq) == Null {
			return 0
		}
		left := int(h.Word(it, OffSeqIterIndex)) + 1
		if left > h.ListLen(h.Field(it, OffSeqIterSeq)) {
			return 0
		}
		return left
	})
	h.initTableIterators()
	h.initIterFunctions()
	h.initMapTypes()
}

// newSeqIter makes an iterator over a sequence that begins at index.
// NewSeqIter makes an iterator of a type that is one over sequences (ListIterType,
// TupleIterType) from an index on.
func (h *Heap) NewSeqIter(t TypeID, seq Value, index int) Value { return h.newSeqIter(t, seq, index) }

func (h *Heap) newSeqIter(t TypeID, seq Value, index int) Value {
	v := h.Alloc(kindPlain, SeqIterSize)
	h.header(v, t, 0)
	h.SetField(v, OffSeqIterSeq, seq)
	h.SetWord(v, OffSeqIterIndex, uint64(index))
	return v
}

func seqIterLeft(h *Heap, it Value, length func(Value) int) int {
	seq := h.Field(it, OffSeqIterSeq)
	if seq == Null {
		return 0
	}
	return max(0, length(seq)-int(h.Word(it, OffSeqIterIndex)))
}

func (h *Heap) newListReverse(l Value) Value {
	return h.newSeqIter(ListRevIterType, l, h.ListLen(l)-1)
}

// newTableIter makes an iterator over a dict or set of the given size.
func (h *Heap) newTableIter(t TypeID, of Value, used, pos int) Value {
	v := h.Alloc(kindPlain, 40)
	h.header(v, t, 0)
	h.SetField(v, OffTableIterOf, of)
	h.SetWord(v, OffTableIterUsed, uint64(used))
	h.SetWord(v, OffTableIterPos, uint64(pos))
	h.SetWord(v, OffTableIterLeft, uint64(used))
	return v
}

func (h *Heap) initTableIterators() {
	h.registerIter(SetIterType, "set_iterator", setIterNext, tableIterLeft(OffSetUsed))
	left := tableIterLeft(OffDictUsed)
	h.registerIter(DictKeyIterType, "dict_keyiterator", dictKeyIterNext, left)
	h.registerIter(DictValueIterType, "dict_valueiterator", dictValueIterNext, left)
	h.registerIter(DictItemIterType, "dict_itemiterator", dictItemIterNext, left)
	h.registerIter(DictRevKeyIterType, "dict_reversekeyiterator", dictKeyIterNext, left)
	h.registerIter(DictRevValueIterType, "dict_reversevalueiterator", dictValueIterNext, left)
	h.registerIter(DictRevItemIterType, "dict_reverseitemiterator", dictItemIterNext, left)
}

// tableIterLeft returns how many elements an iterator over a dict or set has
// left: none when the size, at usedOff, has changed.
func tableIterLeft(usedOff uintptr) func(*Heap, Value) int {
	return func(h *Heap, it Value) int {
		of := h.Field(it, OffTableIterOf)
		if of == Null || h.Word(it, OffTableIterUsed) != h.Word(of, usedOff) {
			return 0
		}
		return int(h.Word(it, OffTableIterLeft))
	}
}

func setIterNext(h *Heap, it Value) (Value, error) {
	s := h.Field(it, OffTableIterOf)
	if h.Word(it, OffTableIterUsed) != h.Word(s, OffSetUsed) {
		h.SetWord(it, OffTableIterUsed, ^uint64(0))
		return Null, h.Raise(RuntimeErrorType, "Set changed size during iteration")
	}
	pos := int(h.Word(it, OffTableIterPos))
	key, ok := h.SetNext(s, &pos)
	if !ok {
		h.SetField(it, OffTableIterOf, Null)
		return Null, nil
	}
	h.SetWord(it, OffTableIterPos, uint64(pos))
	*h.WordAt(it, OffTableIterLeft)--
	return key, nil
}

// dictIterNext moves an iterator over a dict to its next entry, forwards or
// backwards by the iterator's type, and returns the entry's index, or −1 at the
// end.
func (h *Heap) dictIterNext(it Value) (d Value, i int, err error) {
	d = h.Field(it, OffTableIterOf)
	if d == Null {
		return d, -1, nil
	}
	if h.Word(it, OffTableIterUsed) != h.Word(d, OffDictUsed) {
		h.SetWord(it, OffTableIterUsed, ^uint64(0))
		return d, -1, h.Raise(RuntimeErrorType, "dictionary changed size during iteration")
	}
	i = int(h.Word(it, OffTableIterPos))
	n, step := h.dictFilled(d), 1
	if h.RefType(it) >= DictRevKeyIterType {
		step = -1
		i = min(i, n-1) // the dict may have been compacted meanwhile
	}
	for i >= 0 && i < n && h.DictEntryValue(d, i) == Null {
		i += step
	}
	left := h.WordAt(it, OffTableIterLeft)
	if i < 0 || i >= n {
		h.SetField(it, OffTableIterOf, Null)
		return d, -1, nil
	}
	if *left == 0 {
		h.SetField(it, OffTableIterOf, Null)
		return d, -1, h.Raise(RuntimeErrorType, "dictionary keys changed during iteration")
	}
	*left--
	h.SetWord(it, OffTableIterPos, uint64(i+step))
	return d, i, nil
}

func dictKeyIterNext(h *Heap, it Value) (Value, error) {
	d, i, err := h.dictIterNext(it)
	if i < 0 {
		return Null, err
	}
	return h.dictEntryKey(d, i), nil
}

func dictValueIterNext(h *Heap, it Value) (Value, error) {
	d, i, err := h.dictIterNext(it)
	if i < 0 {
		return Null, err
	}
	return h.DictEntryValue(d, i), nil
}

func dictItemIterNext(h *Heap, it Value) (Value, error) {
	d, i, err := h.dictIterNext(it)
	if i < 0 {
		return Null, err
	}
	return h.NewTuple(h.dictEntryKey(d, i), h.DictEntryValue(d, i)), nil
}
