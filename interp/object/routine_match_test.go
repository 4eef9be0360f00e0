package object

// names returns a tuple of strs, some of which are the same, or of anything.
func (r *randomValues) names() Value {
	items := make([]Value, r.rng.IntN(mostPatternKeys+2))
	for i := range items {
		items[i] = r.name()
		if r.rng.IntN(30) == 0 {
			items[i] = r.item()
		}
	}
	return r.h.NewTuple(items...)
}

// name returns one of a few strs, some of which are equal and not the same. All have been hashed, but for a few.
func (r *randomValues) name() Value {
	const letters = "abcdefghijkl"
	i := r.rng.IntN(len(letters))
	s := r.h.NewStr(letters[i:] + "x")
	if r.rng.IntN(40) > 0 {
		s = r.h.InternValue(s)
		_, _ = r.h.Hash(s) // of a str
	}
	return s
}

// dictOfNames returns a dict of such strs, and of some other keys, or anything.
func (r *randomValues) dictOfNames() Value {
	if r.rng.IntN(20) == 0 {
		return r.thing()
	}
	d := r.h.NewDict()
	for i := range 30 {
		k := r.name()
		if r.rng.IntN(8) == 0 {
			k = r.item()
		}
		if err := r.h.DictSet(d, k, SmallInt(int64(i))); err != nil {
			panic(err) // all have a hash
		}
	}
	return d
}

// matchKeysGeneral looks the keys up one by one.
func matchKeysGeneral(h *Heap, args []Value) (uint64, error) {
	var values []Value
	for _, k := range h.TupleItems(args[1]) {
		x, err := h.DictGet(args[0], k)
		if err != nil || x == Null {
			return uint64(None), err
		}
		values = append(values, x)
	}
	return uint64(h.NewTuple(values...)), nil
}

// patternGeneral is what a type's flag says.
func patternGeneral(f CollectionFlag) func(h *Heap, args []Value) (uint64, error) {
	return func(h *Heap, args []Value) (uint64, error) {
		if h.TypeOf(args[0]).collection == f {
			return 1, nil
		}
		return 0, nil
	}
}
