package object

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
