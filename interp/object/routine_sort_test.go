package object

import "math"

// toSort makes a list of a few elements, or of more than a routine sorts.
func (r *randomValues) toSort() Value {
	list := r.h.NewList()
	for range r.rng.IntN(mostSorted + 3) {
		r.h.ListAppend(list, r.item())
	}
	r.sorts = r.h.ListLen(list)
	return list
}

// keysToSort makes as many keys as the last list to sort has elements, several of them equal, and sometimes one that is no int.
func (r *randomValues) keysToSort() Value {
	keys := r.h.NewList()
	for range r.sorts {
		r.h.ListAppend(keys, SmallInt(int64(r.rng.IntN(12)-6)))
	}
	if r.sorts > 0 && r.rng.IntN(8) == 0 {
		r.h.ListItems(keys)[r.rng.IntN(r.sorts)] = FloatValue(0.5)
	}
	return keys
}

func (r *randomValues) truth() Value { return Bool(r.rng.IntN(2) == 0) }

// keysGeneral sorts once more what is sorted, which leaves it.
func keysGeneral(h *Heap, args []Value) (uint64, error) {
	was := h.NewList(h.ListItems(args[0])...)
	err := h.SortByKeys(args[0], args[1], args[2] == True)
	for i, x := range h.ListItems(was) {
		if h.ListItem(args[0], i) != x {
			return 0, h.Raise(ValueErrorType, "it was not sorted")
		}
	}
	return uint64(args[0]), err
}

// fewToSort returns a list, tuple, set or dict of few elements of one kind, or nearly of one, or anything.
func (r *randomValues) fewToSort() Value {
	if r.rng.IntN(12) == 0 {
		return r.any()
	}
	const letters = "abcabdabcdeabcabdabcabcdefghabcabdabcabdabc"
	kind := r.rng.IntN(6)
	var one func(kind int) Value
	one = func(kind int) Value {
		switch kind {
		case 0:
			return SmallInt(int64(r.rng.IntN(12) - 6))
		case 1:
			return FloatValue([]float64{0, math.Copysign(0, -1), 1.5, -2, 1e9, math.Inf(-1), 0.25, 3}[r.rng.IntN(8)])
		case 2:
			n := r.rng.IntN(len(letters) - 1)
			return r.h.NewStr(letters[n/2 : n])
		case 3:
			return r.h.NewTuple(one(r.rng.IntN(2)), one(2))
		case 4:
			return r.h.NewList([]Value{one(0), one(0), one(0)}[:r.rng.IntN(4)]...)
		}
		return one(r.rng.IntN(2))
	}
	var items []Value
	for range r.rng.IntN(mostSorted + 2) {
		items = append(items, one(kind))
		if r.rng.IntN(120) == 0 {
			items[len(items)-1] = []Value{r.item(), FloatValue(math.NaN())}[r.rng.IntN(2)]
		}
	}
	switch r.rng.IntN(4) {
	case 0:
		return r.h.NewTuple(items...)
	case 1:
		d := r.h.NewDict()
		for _, k := range items {
			if r.h.Is(k, ListType) || r.h.DictSet(d, k, None) != nil {
				return d
			}
		}
		return d
	}
	return r.h.NewList(items...)
}

// sortedGeneral sorts as for any elements.
func sortedGeneral(h *Heap, args []Value) (uint64, error) {
	l := h.NewList()
	it, err := h.Iter(args[0])
	for err == nil {
		var x Value
		if x, err = h.Next(it); err != nil || x == Null {
			break
		}
		h.ListAppend(l, x)
	}
	if err == nil {
		err = h.Sort(l, None, false)
	}
	return uint64(l), err
}
