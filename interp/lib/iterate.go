package lib

import "github.com/tier2go/tier2/interp/object"

// iterFunctions are the builtins that iterate. The ones that are types
// (enumerate, filter, map, reversed, zip) are package object's.
var iterFunctions = []object.Builtin{
	{Name: "all", Arity: object.O, Each: object.EachAll, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		found, err := findTruth(h, a[0], false)
		return object.Bool(!found), err
	}},
	{Name: "any", Arity: object.O, Each: object.EachAny, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		found, err := findTruth(h, a[0], true)
		return object.Bool(found), err
	}},
	{Name: "iter", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if len(a) == 2 {
			return h.CallableIter(a[0], a[1])
		}
		return h.Iter(a[0])
	}},
	{Name: "next", Arity: object.Fast, Min: 1, Max: 2, Fn: next, Each: object.EachNextOr},
	{Name: "sorted", Arity: object.Varied, FnKw: sorted, Each: object.EachSorted},
}

// findTruth reports whether an element of v has the given truth value.
func findTruth(h *object.Heap, v object.Value, want bool) (bool, error) {
	it, err := h.Iter(v)
	if err != nil {
		return false, err
	}
	for {
		x, err := h.Next(it)
		if err != nil || x == object.Null {
			return false, err
		}
		if t, err := h.Truth(x); err != nil || t == want {
			return t == want && err == nil, err
		}
	}
}

func next(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if h.Is(a[0], object.GeneratorType) && len(a) == 1 { // what it returns is the exception's value
		x, done, err := h.GenSend(a[0], object.None)
		if err == nil && done {
			err = h.StopIteration(x)
		}
		return x, err
	}
	x, err := h.Advance(a[0])
	switch {
	case err != nil:
		if len(a) == 2 && h.TypeOf(a[0]).Next != nil && h.EndOfIteration(err) == nil {
			return a[1], nil
		}
		return object.Null, err
	case x != object.Null:
		return x, nil
	case len(a) == 2:
		return a[1], nil
	}
	return object.Null, h.RaiseWith(object.StopIterationType)
}

var sortSig = object.NewSignature("sort", 0, 0, 2, "key", "reverse")

func sorted(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if err := h.CheckCount("sorted", npos, 1, 1); err != nil {
		return object.Null, err
	}
	list, err := h.ListFromIter(args[0])
	if err != nil {
		return object.Null, err
	}
	key, reverse := object.None, false
	if kwnames != object.Null {
		var p [2]object.Value
		if err := bind(h, sortSig, args[1:], kwnames, p[:]); err != nil {
			return object.Null, err
		}
		if p[0] != object.Null {
			key = p[0]
		}
		if p[1] != object.Null {
			if reverse, err = h.Truth(p[1]); err != nil {
				return object.Null, err
			}
		}
	}
	return list, h.Sort(list, key, reverse)
}
