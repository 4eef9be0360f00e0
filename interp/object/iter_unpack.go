package object

import "github.com/tier2go/tier2/opgen/mem"

// UnpackIterable returns the n elements of an iterable as a tuple, for
// a, b = v. The error is CPython's ValueError when v has more or fewer, and
// TypeError when it has none.
func (h *Heap) UnpackIterable(v Value, n int) (Value, error) {
	if v.IsRef() {
		switch h.RefType(v) {
		case TupleType:
			if h.TupleLen(v) == n {
				return v, nil
			}
		case ListType:
			if h.ListLen(v) == n {
				return h.ListToTuple(v), nil
			}
		default:
			if likeFor(h.mem(), mem.Ref(v), FactIter) == uint64(TupleType) && h.TupleLen(v) == n {
				return v, nil
			}
		}
	}
	it, err := h.unpackIter(v)
	if err != nil {
		return Null, err
	}
	t := h.newTuple(n)
	if err := h.fillUnpacked(it, t, n, "expected", n); err != nil {
		return Null, err
	}
	x, err := h.Next(it)
	if err != nil {
		return Null, err
	}
	if x == Null {
		return t, nil
	}
	if got := h.knownLen(v); got > n {
		return Null, h.Raise(ValueErrorType, "too many values to unpack (expected %d, got %d)", n, got)
	}
	return Null, h.Raise(ValueErrorType, "too many values to unpack (expected %d)", n)
}

// UnpackEx is for a, *b, c = v: it returns a tuple of the first before elements,
// a list of those between, and the last after elements.
func (h *Heap) UnpackEx(v Value, before, after int) (Value, error) {
	switch {
	case h.Is(v, ListType) && h.ListLen(v) >= before+after:
		return h.unpackItems(h.ListItems(v), before, after), nil
	case h.Is(v, TupleType) && h.TupleLen(v) >= before+after:
		return h.unpackItems(h.TupleItems(v), before, after), nil
	}
	it, err := h.unpackIter(v)
	if err != nil {
		return Null, err
	}
	t := h.newTuple(before + 1 + after)
	if err := h.fillUnpacked(it, t, before, "expected at least", before+after); err != nil {
		return Null, err
	}
	l, err := h.ListFromIter(it)
	if err != nil {
		return Null, err
	}
	n := h.ListLen(l) - after
	if n < 0 {
		return Null, h.Raise(ValueErrorType, "not enough values to unpack (expected at least %d, got %d)",
			before+after, before+h.ListLen(l))
	}
	items := h.TupleItems(t)
	copy(items[before+1:], h.ListItems(l)[n:])
	h.listResize(l, n)
	h.TupleItems(t)[before] = l
	return t, nil
}

// unpackItems is UnpackEx of items that are enough.
func (h *Heap) unpackItems(items []Value, before, after int) Value {
	t, n := h.newTuple(before+1+after), len(items)-after
	l := h.NewList(items[before:n]...)
	to := h.TupleItems(t)
	copy(to, items[:before])
	to[before] = l
	copy(to[before+1:], items[n:])
	return t
}

func (h *Heap) unpackIter(v Value) (Value, error) {
	if t := h.TypeOf(v); t.Iter == nil {
		return Null, h.Raise(TypeErrorType, "cannot unpack non-iterable %s object", t.Name)
	}
	return h.Iter(v)
}

// fillUnpacked puts the first n elements of an iterator into a tuple.
func (h *Heap) fillUnpacked(it, t Value, n int, expected string, want int) error {
	for i := 0; i < n; i++ {
		x, err := h.Next(it)
		if err != nil {
			return err
		}
		if x == Null {
			return h.Raise(ValueErrorType, "not enough values to unpack (%s %d, got %d)", expected, want, i)
		}
		h.TupleItems(t)[i] = x
	}
	return nil
}

// knownLen returns the length of a list, tuple or dict, −1 for other values.
func (h *Heap) knownLen(v Value) int {
	if v.IsRef() {
		switch h.RefType(v) {
		case ListType:
			return h.ListLen(v)
		case TupleType:
			return h.TupleLen(v)
		case DictType:
			return h.DictLen(v)
		}
	}
	return -1
}
