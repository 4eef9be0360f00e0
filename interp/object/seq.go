package object

import (
	"math"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// newArray makes storage for n values, all Null.
func (h *Heap) newArray(n int) Value {
	v := h.Alloc(kindPlain, OffArrayItems+8*uintptr(n))
	h.header(v, ArrayType, 0)
	h.SetWord(v, OffArrayCap, uint64(n))
	return v
}

// newTuple makes a tuple of n elements, which the caller sets; they are 0.0
// until then.
func (h *Heap) newTuple(n int) Value {
	if n == 0 {
		return h.emptyTup
	}
	return h.tupleOf(TupleType, n)
}

// tupleOf makes a tuple of a type, with n elements that are 0.0. Its hash is not known.
func (h *Heap) tupleOf(t TypeID, n int) Value {
	v := h.Alloc(kindPlain, tupleSize(n))
	h.header(v, t, uint32(n))
	return v
}

// tupleSize is the size of a tuple of n elements.
func tupleSize(n int) uintptr {
	if uint64(n) > math.MaxUint32 {
		return heap.MaxObject + 1 // no heap has room for it
	}
	return OffTupleItems + 8*uintptr(n)
}

// NewTuple makes a tuple.
func (h *Heap) NewTuple(items ...Value) Value {
	if len(items) == 0 {
		return h.emptyTup
	}
	v := h.AllocUncleared(kindPlain, tupleSize(len(items)))
	h.header(v, TupleType, uint32(len(items)))
	h.SetWord(v, OffTupleHash, 0)
	copy(h.TupleItems(v), items)
	return v
}

// NewTupleOfNull makes a tuple whose n elements are Null: to be set before the guest sees it.
func (h *Heap) NewTupleOfNull(n int) Value { return h.newTuple(n) }

// TupleLen returns a tuple's length.
func (h *Heap) TupleLen(v Value) int { return int(h.Half(v, OffTupleLen)) }

// TupleItem returns element i, which must be in range.
func (h *Heap) TupleItem(v Value, i int) Value { return h.Field(v, OffTupleItems+8*uintptr(i)) }

// TupleItems returns a tuple's elements as a slice over the arena, valid while
// the tuple lives.
func (h *Heap) TupleItems(v Value) []Value { return h.Values(v, OffTupleItems, h.TupleLen(v)) }

// NewList makes a list.
func (h *Heap) NewList(items ...Value) Value {
	v := h.listToFill(len(items))
	copy(h.ListItems(v), items)
	return v
}

// newList makes a list of n elements, which the caller sets; they are 0.0 until
// then.
func (h *Heap) newList(n int) Value {
	a := h.newArray(n)
	v := h.Alloc(kindPlain, ListSize)
	h.header(v, ListType, 0)
	h.SetWord(v, OffListLen, uint64(n))
	h.SetField(v, OffListItems, a)
	return v
}

// listToFill is newList whose elements the caller sets before anything else is allocated.
func (h *Heap) listToFill(n int) Value {
	v := h.Alloc(kindPlain, ListSize)
	a := h.AllocUncleared(kindPlain, OffArrayItems+8*uintptr(n))
	h.header(a, ArrayType, 0)
	h.SetWord(a, OffArrayCap, uint64(n))
	h.header(v, ListType, 0)
	h.SetWord(v, OffListLen, uint64(n))
	h.SetField(v, OffListItems, a)
	return v
}

// NewListOf makes a list of n elements, which the caller sets before anything else.
func (h *Heap) NewListOf(n int) Value { return h.newList(n) }

// ListGrow makes a list longer by n elements, which the caller sets before anything else.
func (h *Heap) ListGrow(v Value, n int) { h.listResize(v, h.ListLen(v)+n) }

// ListLen returns a list's length.
func (h *Heap) ListLen(v Value) int { return int(h.Word(v, OffListLen)) }

// ListItem returns element i, which must be in range.
func (h *Heap) ListItem(v Value, i int) Value {
	return h.Field(h.Field(v, OffListItems), OffArrayItems+8*uintptr(i))
}

// SetListItem stores element i, which must be in range.
func (h *Heap) SetListItem(v Value, i int, x Value) {
	h.SetField(h.Field(v, OffListItems), OffArrayItems+8*uintptr(i), x)
}

// ListItems returns a list's elements as a slice over the arena, valid until
// the list changes its length or dies.
func (h *Heap) ListItems(v Value) []Value {
	return h.Values(h.Field(v, OffListItems), OffArrayItems, h.ListLen(v))
}

// ListKeeps is the size of the storage that a list keeps however few elements it has left.
const ListKeeps = 16

// listResize gives a list the length n, with room to grow as CPython's
// list_resize leaves it. New elements are unset; dropped ones are cleared.
func (h *Heap) listResize(v Value, n int) {
	a := h.Field(v, OffListItems)
	old, room := h.ListLen(v), int(h.Word(a, OffArrayCap))
	switch {
	case n > room:
		more := (n + n>>3 + 6) &^ 3
		if h.Extend(a, OffArrayItems+8*uintptr(more)) {
			h.SetWord(a, OffArrayCap, uint64(more))
			break
		}
		b := h.newArray(more)
		copy(h.Values(b, OffArrayItems, old), h.Values(a, OffArrayItems, old))
		h.SetField(v, OffListItems, b)
	case n < room/2 && room > ListKeeps:
		b := h.newArray((n + n>>3 + 6) &^ 3)
		copy(h.Values(b, OffArrayItems, n), h.Values(a, OffArrayItems, n))
		h.SetField(v, OffListItems, b)
	case n < old:
		clear(h.Values(a, OffArrayItems, old)[n:])
	}
	h.SetWord(v, OffListLen, uint64(n))
}

// ListAppend appends to a list.
func (h *Heap) ListAppend(v, x Value) {
	if _, ok := listPush(h.mem(), mem.Ref(v), mem.Ref(x)); ok {
		return
	}
	n := h.ListLen(v)
	h.listResize(v, n+1)
	h.SetListItem(v, n, x)
}

// ListAppendAll appends values that are none of the list's own memory.
func (h *Heap) ListAppendAll(l Value, items []Value) {
	n := h.ListLen(l)
	h.listResize(l, n+len(items))
	copy(h.ListItems(l)[n:], items)
}

// ListToTuple makes a tuple of a list's elements.
func (h *Heap) ListToTuple(v Value) Value {
	t := h.newTuple(h.ListLen(v))
	copy(h.TupleItems(t), h.ListItems(v))
	return t
}
