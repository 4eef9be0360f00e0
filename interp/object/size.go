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
		apart = []uintptr{OffDictEntries, offDictIndex}
	case SetType, FrozenSetType:
		apart = []uintptr{offSetTable}
	case ByteArrayType:
		apart = []uintptr{offByteArrayItems}
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
func (h *Heap) Tracked(v Value) (bool, error) {
	seen, todo := map[Value]bool{v: true}, []Value{v}
	for len(todo) > 0 {
		last := len(todo) - 1
		x := todo[last]
		todo = todo[:last]
		switch t := h.TypeOf(x); {
		case t.made:
			return true, nil
		case t.layout == TypeType:
			if h.TypeFromObject(x).made {
				return true, nil
			}
			continue
		case t.layout != TupleType:
			if !atoms[t.ID] && t.ID != ComplexType {
				return true, nil
			}
			continue
		}
		for _, item := range h.TupleItems(x) {
			if !seen[item] {
				seen[item] = true
				todo = append(todo, item)
			}
		}
		if err := h.Poll(); err != nil {
			return false, err
		}
	}
	return false, nil
}
