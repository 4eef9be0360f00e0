package object

import "github.com/tier2go/tier2/interp/heap"

// Sizes of objects, and which of them can be part of a cycle.

// sizeOf returns how many bytes of the heap an object takes, with the tables of its own
// that lie apart; of a number that lies in the word, what it takes elsewhere.
func (h *Heap) sizeOf(v Value) (int, error) {
	if !v.IsRef() {
		return 8, nil
	}
	t := h.TypeOf(v)
	if t.handle {
		return 0, h.Unsupported("method __sizeof__ of '" + t.Name + "' objects")
	}
	size := h.slotSize(v)
	var apart []uintptr
	switch t.layout {
	case ListType:
		apart = []uintptr{OffListItems}
	case DictType:
		apart = []uintptr{OffDictEntries, OffDictIndex}
	case SetType, FrozenSetType:
		apart = []uintptr{OffSetTable}
	case ByteArrayType:
		apart = []uintptr{OffByteArrayItems}
	}
	for _, off := range apart {
		if x := h.Field(v, off); x != Null {
			size += h.slotSize(x)
		}
	}
	return size, nil
}

// slotSize is heap.SlotSize, also of the static objects.
func (h *Heap) slotSize(v Value) int {
	if v.Offset() < heap.StaticSize {
		return 16
	}
	return int(h.SlotSize(v))
}

func sizeofMethod(h *Heap, v Value, _ []Value) (Value, error) {
	n, err := h.sizeOf(v)
	return h.Int(int64(n)), err
}

// atoms are the builtin types whose instances refer to nothing.
var atoms = map[TypeID]bool{
	IntType: true, FloatType: true, BoolType: true, StrType: true, BytesType: true, ByteArrayType: true,
	NoneType: true, EllipsisType: true, NotImplementedType: true, ObjectType: true, RangeType: true, RangeIterType: true,
	LongRangeIterType: true, CodeType: true,
}

// Tracked is gc.is_tracked: whether an object can be part of a cycle. Of a tuple the items
// decide, as they do in CPython when a collection has seen it.
func (h *Heap) Tracked(v Value) bool {
	t := h.TypeOf(v)
	switch {
	case t.made:
		return true
	case t.layout == TypeType:
		return h.TypeFromObject(v).made
	case t.layout == TupleType:
		for _, x := range h.TupleItems(v) {
			if h.Tracked(x) {
				return true
			}
		}
		return false
	}
	return !atoms[t.ID] && t != h.complexType
}
