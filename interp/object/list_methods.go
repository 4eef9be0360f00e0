package object

import (
	"math"
	"slices"
)

var listMethods = []Builtin{
	{Name: "append", Arity: O, NoGuest: true, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		h.ListAppend(self, args[0])
		return None, nil
	}},
	{Name: "clear", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		h.ListClear(self)
		return None, nil
	}},
	{Name: "copy", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		return h.listSlice(self, 0, math.MaxInt, 1), nil
	}},
	{Name: "count", Arity: O, Fn: countSame, Each: EachCount},
	{Name: "extend", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		return None, h.ListExtend(self, args[0])
	}},
	{Name: "index", Arity: Fast, Min: 1, Max: 3, Fn: listIndex, Each: EachIndex},
	{Name: "insert", Arity: Fast, Min: 2, Max: 2, Fn: listInsert},
	{Name: "pop", Arity: Fast, Min: 0, Max: 1, Fn: listPop},
	{Name: "remove", Arity: O, Fn: listRemove, Each: EachRemove},
	{Name: "reverse", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		slices.Reverse(h.ListItems(self))
		return None, nil
	}},
	{Name: "sort", Arity: Varied, FnKw: listSort, Each: EachSort},
	{Name: "__getitem__", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		return listGetItem(h, self, args[0])
	}},
	{Name: "__reversed__", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		return h.newListReverse(self), nil
	}},
}

func listIndex(h *Heap, self Value, args []Value) (Value, error) {
	start, stop, err := h.searchBounds(args, h.ListLen(self))
	if err != nil {
		return Null, err
	}
	i, err := h.listFind(self, args[0], start, stop)
	if err != nil {
		return Null, err
	}
	if i < 0 {
		return Null, h.Raise(ValueErrorType, "list.index(x): x not in list")
	}
	return h.Int(int64(i)), nil
}

func listInsert(h *Heap, self Value, args []Value) (Value, error) {
	i, err := h.sizeArg(args[0])
	if err != nil {
		return Null, err
	}
	h.ListInsert(self, i, args[1])
	return None, nil
}

func listPop(h *Heap, self Value, args []Value) (Value, error) {
	i := -1
	if len(args) > 0 {
		var err error
		if i, err = h.sizeArg(args[0]); err != nil {
			return Null, err
		}
	}
	return h.ListPop(self, i)
}

func listRemove(h *Heap, self Value, args []Value) (Value, error) {
	i, err := h.listFind(self, args[0], 0, math.MaxInt)
	if err != nil {
		return Null, err
	}
	if i < 0 {
		return Null, h.Raise(ValueErrorType, "list.remove(x): x not in list")
	}
	if n := h.ListLen(self); i < n { // the comparison may have shortened the list
		h.listReplace(self, i, i+1, nil)
	}
	return None, nil
}

// listSort is list.sort(*, key=None, reverse=False).
func listSort(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	nkw := 0
	if kwnames != Null {
		nkw = h.TupleLen(kwnames)
	}
	if len(args) > nkw {
		return Null, h.Raise(TypeErrorType, "sort() takes no positional arguments")
	}
	if nkw > 2 {
		return Null, h.tooManyKeywords("sort", 2, nkw)
	}
	key, reverse := None, false
	for i := 0; i < nkw; i++ {
		switch name := h.TupleItem(kwnames, i); {
		case h.strIs(name, "key"):
			key = args[i]
		case h.strIs(name, "reverse"):
		default:
			return Null, h.unexpectedKeyword("sort", h.GoString(name), []string{"key", "reverse"})
		}
	}
	for i := 0; i < nkw; i++ {
		if h.strIs(h.TupleItem(kwnames, i), "reverse") {
			var err error
			if reverse, err = h.Truth(args[i]); err != nil {
				return Null, err
			}
		}
	}
	return None, h.Sort(self, key, reverse)
}
