package object

// SetUpdate adds the elements of any iterable to a set.
func (h *Heap) SetUpdate(s, v Value) error {
	switch {
	case h.isAnySet(v):
		return h.setMerge(s, v)
	case h.Is(v, DictType):
		n := h.DictLen(v)
		if (h.setFill(s)+n)*5 >= h.setMask(s)*3 {
			h.setResize(s, (h.setLen(s)+n)*2)
		}
		for i := 0; i < h.dictFilled(v); i++ {
			if e := *h.dictEntry(v, i); e.value != Null {
				if err := h.setAddHash(s, e.key, e.hash); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if h.setAddCharacters(s, v) {
		return nil
	}
	it, err := h.Iter(v)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		if h.LoopingOver(it, n) && h.Is(s, SetType) {
			_, err := h.RunLoop(LoopUpdate, LoopState{Iter: it, Func: Null, First: s, Second: Null})
			return err
		}
		x, err := h.Next(it)
		if err != nil || x == Null {
			return err
		}
		if err := h.SetAdd(s, x); err != nil {
			return err
		}
	}
}

// setAddCharacters adds those of a str of one byte a code point, each once, to a set; ok is false of other iterables.
func (h *Heap) setAddCharacters(s, v Value) (ok bool) {
	if !h.Is(v, StrType) || h.StrKind(v) != 1 {
		return false
	}
	var seen [4]uint64
	for _, c := range h.Bytes(v, OffStrData, h.StrLen(v)) {
		if bit := uint64(1) << (c & 63); seen[c>>6]&bit == 0 {
			seen[c>>6] |= bit
			if h.SetAdd(s, h.latin1[c]) != nil {
				panic("object: a str has no hash")
			}
		}
	}
	return true
}

// eachOf calls f with each element of an iterable until f returns false. Values
// are safe in f's closure as far as its creator's frame holds them.
func (h *Heap) eachOf(v Value, f func(x Value) (bool, error)) error {
	it, err := h.Iter(v)
	if err != nil {
		return err
	}
	for {
		x, err := h.Next(it)
		if err != nil || x == Null {
			return err
		}
		if more, err := f(x); err != nil || !more {
			return err
		}
	}
}

// setMerge adds the elements of one set to another.
func (h *Heap) setMerge(s, other Value) error {
	n := h.setLen(other)
	if s == other || n == 0 {
		return nil
	}
	if (h.setFill(s)+n)*5 >= h.setMask(s)*3 {
		h.setResize(s, (h.setLen(s)+n)*2)
	}
	if h.setFill(s) == 0 {
		h.setFillFrom(s, other)
		return nil
	}
	for i := 0; i <= h.setMask(other); i++ {
		if e := *h.setEntry(other, i); e.key != Null {
			if err := h.setAddHash(s, e.key, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// setFillFrom puts the elements of other into a set whose slots were never used:
// slot by slot if the tables are alike, else one after the other.
func (h *Heap) setFillFrom(s, other Value) {
	n := h.setLen(other)
	to, from := h.setEntries(s), h.setEntries(other)
	if len(to) == len(from) && h.setFill(other) == n {
		copy(to, from)
	} else {
		h.setFillClean(s, from)
	}
	h.SetWord(s, offSetFill, uint64(n))
	h.SetWord(s, OffSetUsed, uint64(n))
}

// baseSet returns which of set and frozenset v is or derives from: the type of
// what operations on v make.
func (h *Heap) baseSet(v Value) TypeID {
	if h.isSet(v) {
		return SetType
	}
	return FrozenSetType
}

// setCopy makes a set or frozenset, as v is one, with the same elements.
func (h *Heap) setCopy(v Value) Value {
	s := h.newSet(h.baseSet(v))
	_ = h.setMerge(s, v) // into an empty set: nothing is compared
	return s
}

// FrozenSetFromIter is frozenset(v).
func (h *Heap) FrozenSetFromIter(v Value) (Value, error) {
	if h.Is(v, FrozenSetType) {
		return v, nil
	}
	s := h.newSet(FrozenSetType)
	return s, h.SetUpdate(s, v)
}

// setFromIter is set(v).
func (h *Heap) setFromIter(v Value) (Value, error) {
	s := h.NewSet()
	return s, h.SetUpdate(s, v)
}

// setIntersection is s.intersection(v).
func (h *Heap) setIntersection(s, v Value) (Value, error) {
	if s == v {
		return h.setCopy(s), nil
	}
	r := h.newSet(h.baseSet(s))
	if h.isAnySet(v) {
		if h.setLen(v) > h.setLen(s) {
			s, v = v, s
		}
		return r, h.setSelect(r, v, func(e setEntry) (bool, error) { return h.setHasHash(s, e.key, e.hash) })
	}
	err := h.eachOf(v, func(x Value) (bool, error) {
		hash, err := h.Hash(x)
		if err != nil {
			return false, err
		}
		has, err := h.setHasHash(s, x, hash)
		if err != nil || !has {
			return true, err
		}
		err = h.setAddHash(r, x, hash)
		return h.setLen(r) < h.setLen(s), err
	})
	return r, err
}

// setSelect adds those elements of from to r for which f holds.
func (h *Heap) setSelect(r, from Value, f func(e setEntry) (bool, error)) error {
	for pos := 0; ; {
		e, ok := h.setNext(from, &pos)
		if !ok {
			return nil
		}
		has, err := f(e)
		if err == nil && has {
			err = h.setAddHash(r, e.key, e.hash)
		}
		if err != nil {
			return err
		}
	}
}

// setDifference is s.difference(v).
func (h *Heap) setDifference(s, v Value) (Value, error) {
	n := -1
	switch {
	case h.isAnySet(v):
		n = h.setLen(v)
	case h.Is(v, DictType):
		n = h.DictLen(v)
	}
	if n < 0 || h.setLen(s)>>2 > n {
		r := h.setCopy(s)
		return r, h.setDifferenceUpdate(r, v)
	}
	r := h.newSet(h.baseSet(s))
	return r, h.setSelect(r, s, func(e setEntry) (bool, error) {
		if h.Is(v, DictType) {
			ix, err := h.dictFind(v, e.key, e.hash)
			return ix < 0, err
		}
		has, err := h.setHasHash(v, e.key, e.hash)
		return !has, err
	})
}

// setDifferenceUpdate is s.difference_update(v).
func (h *Heap) setDifferenceUpdate(s, v Value) error {
	if s == v {
		h.setClear(s)
		return nil
	}
	var err error
	if h.isAnySet(v) {
		if h.setLen(v)>>3 > h.setLen(s) {
			if v, err = h.setIntersection(s, v); err != nil {
				return err
			}
		}
		for pos := 0; ; {
			e, ok := h.setNext(v, &pos)
			if !ok {
				break
			}
			if _, err := h.setDiscardHash(s, e.key, e.hash); err != nil {
				return err
			}
		}
	} else {
		err = h.eachOf(v, func(x Value) (bool, error) {
			hash, err := h.setKeyHash(x)
			if err == nil {
				_, err = h.setDiscardHash(s, x, hash)
			}
			return true, err
		})
	}
	if err == nil && h.setFill(s)-h.setLen(s) > h.setMask(s)/4 {
		h.setResize(s, h.setGrowth(s))
	}
	return err
}

// setSymmetricUpdate is s.symmetric_difference_update(v).
func (h *Heap) setSymmetricUpdate(s, v Value) error {
	if s == v {
		h.setClear(s)
		return nil
	}
	if h.Is(v, DictType) {
		for i := 0; i < h.dictFilled(v); i++ {
			if e := *h.dictEntry(v, i); e.value != Null {
				if err := h.setToggle(s, setEntry{e.key, e.hash}); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if !h.isAnySet(v) {
		other := h.newSet(h.baseSet(s))
		if err := h.SetUpdate(other, v); err != nil {
			return err
		}
		v = other
	}
	return h.setToggleAll(s, v)
}

func (h *Heap) setToggleAll(s, v Value) error {
	for pos := 0; ; {
		e, ok := h.setNext(v, &pos)
		if !ok {
			return nil
		}
		if err := h.setToggle(s, e); err != nil {
			return err
		}
	}
}

// setToggle removes an element, or adds it if it is not there.
func (h *Heap) setToggle(s Value, e setEntry) error {
	found, err := h.setDiscardHash(s, e.key, e.hash)
	if err == nil && !found {
		err = h.setAddHash(s, e.key, e.hash)
	}
	return err
}

// setSymmetricDifference is s.symmetric_difference(v).
func (h *Heap) setSymmetricDifference(s, v Value) (Value, error) {
	r := h.newSet(h.baseSet(s))
	if err := h.SetUpdate(r, v); err != nil {
		return Null, err
	}
	return r, h.setToggleAll(r, s)
}

// setIsSubset is s.issubset(v).
func (h *Heap) setIsSubset(s, v Value) (bool, error) {
	if !h.isAnySet(v) {
		common, err := h.setIntersection(s, v)
		if err != nil {
			return false, err
		}
		return h.setLen(common) == h.setLen(s), nil
	}
	if h.setLen(s) > h.setLen(v) {
		return false, nil
	}
	for pos := 0; ; {
		e, ok := h.setNext(s, &pos)
		if !ok {
			return true, nil
		}
		if has, err := h.setHasHash(v, e.key, e.hash); err != nil || !has {
			return false, err
		}
	}
}

// setIsSuperset is s.issuperset(v).
func (h *Heap) setIsSuperset(s, v Value) (bool, error) {
	if h.isAnySet(v) {
		return h.setIsSubset(v, s)
	}
	all := true
	err := h.eachOf(v, func(x Value) (bool, error) {
		hash, err := h.setKeyHash(x)
		if err == nil {
			all, err = h.setHasHash(s, x, hash)
		}
		return all, err
	})
	return all && err == nil, err
}

// setIsDisjoint is s.isdisjoint(v).
func (h *Heap) setIsDisjoint(s, v Value) (bool, error) {
	if s == v {
		return h.setLen(s) == 0, nil
	}
	if h.Is(v, SetType) || h.Is(v, FrozenSetType) { // an instance of a class that derives from them is iterated
		if h.setLen(v) > h.setLen(s) {
			s, v = v, s
		}
		for pos := 0; ; {
			e, ok := h.setNext(v, &pos)
			if !ok {
				return true, nil
			}
			if has, err := h.setHasHash(s, e.key, e.hash); err != nil || has {
				return false, err
			}
		}
	}
	disjoint := true
	err := h.eachOf(v, func(x Value) (bool, error) {
		hash, err := h.setKeyHash(x)
		if err != nil {
			return false, err
		}
		has, err := h.setHasHash(s, x, hash)
		disjoint = !has
		return disjoint, err
	})
	return disjoint && err == nil, err
}

// setSwap exchanges the elements of two sets.
func (h *Heap) setSwap(a, b Value) {
	for _, off := range [...]uintptr{OffSetUsed, offSetFill, offSetTable, offSetMask} {
		x, y := h.WordAt(a, off), h.WordAt(b, off)
		*x, *y = *y, *x
	}
	for _, s := range [...]Value{a, b} {
		if h.isFrozenSet(s) {
			h.SetWord(s, offSetHash, 0)
		}
	}
}

// Frozen makes a set that nobody else has a frozenset.
func (h *Heap) Frozen(s Value) Value {
	h.header(s, FrozenSetType, 0)
	return s
}
