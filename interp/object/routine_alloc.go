package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// Where objects are cut from: heap.Heap.Window.
const (
	plainWindows    = TagRef + heap.WindowsOffset + kindPlain*uint64(heap.KindWindows)
	bytesWindows    = TagRef + heap.WindowsOffset + kindBytes*uint64(heap.KindWindows)
	slotSizes       = mem.Ref(TagRef + heap.SizesOffset)
	fieldWindowNext = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldWindowEnd  = mem.Field(8) | AliasHeap<<mem.ClassShift
	fieldSize       = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldHeader     = mem.Field(OffType) | AliasTuple<<mem.ClassShift
	fieldArrayCap   = mem.Field(OffArrayCap) | AliasHeap<<mem.ClassShift
)

// windowFor is the window, of those of a kind, that objects of size bytes are cut from, up to
// heap.MaxSmall, and how far apart they lie.
func windowFor(m mem.Mem, windows, size uint64) (w mem.Ref, slot uint64) {
	s := m.U16At(slotSizes, fieldSize, (size+15)>>4)
	return mem.Ref(windows + heap.WindowSize*(s&(1<<heap.SizeShift-1))), s >> heap.SizeShift << 4
}

// cutPlain returns where the next object of size bytes that may refer to others lies, and what the
// window's word for the next one is then; the caller stores it, and sets all fields. It gives up
// where the window has no room.
func cutPlain(m mem.Mem, size uint64) (v, w, next mem.Ref, ok bool) {
	w, slot := windowFor(m, plainWindows, size)
	v = m.Ref(w, fieldWindowNext)
	if v == m.Ref(w, fieldWindowEnd) {
		return NoRef, NoRef, NoRef, false
	}
	return v, w, mem.Ref(uint64(v) + slot), true
}

// newArrayOf is an array for room words, which the caller sets. It gives up where its window has
// none.
func newArrayOf(m mem.Mem, room uint64) (array mem.Ref, ok bool) {
	array, w, next, ok := cutPlain(m, OffArrayItems+8*room)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(array, fieldHeader, uint64(ArrayType))
	m.InitU64(array, fieldArrayCap, room)
	return array, true
}

// newTupleOf is a tuple of count elements, which the caller sets before anything else. It gives up
// where its window has no room.
func newTupleOf(m mem.Mem, count uint64) (t mem.Ref, ok bool) {
	t, w, next, ok := cutPlain(m, OffTupleItems+8*count)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(t, fieldHeader, uint64(TupleType)|count<<32)
	return t, true
}

// cutList makes a list of count elements with an array of as many, which the caller sets before
// anything else. It gives up where a window has no room.
func cutList(m mem.Mem, count uint64) (list, array mem.Ref, ok bool) {
	array, arrays, next, ok := cutPlain(m, OffArrayItems+8*count)
	if !ok {
		return NoRef, NoRef, false
	}
	lists, slot := windowFor(m, plainWindows, ListSize)
	list = m.Ref(lists, fieldWindowNext)
	if arrays == lists {
		list = next
	}
	if list == m.Ref(lists, fieldWindowEnd) {
		return NoRef, NoRef, false
	}
	m.InitRef(arrays, fieldWindowNext, next)
	m.InitRef(lists, fieldWindowNext, mem.Ref(uint64(list)+slot))
	m.InitU64(array, fieldHeader, uint64(ArrayType))
	m.InitU64(array, fieldArrayCap, count)
	m.InitU64(list, fieldHeader, uint64(ListType))
	m.InitU64(list, fieldListLen, count)
	m.InitRef(list, fieldListItems, array)
	return list, array, true
}
