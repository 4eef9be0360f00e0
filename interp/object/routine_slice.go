package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// Where objects of kindPlain are cut from: heap.Heap.Window.
const (
	plainWindows    = TagRef + heap.WindowsOffset
	windowSize      = 16
	fieldWindowNext = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldWindowEnd  = mem.Field(8) | AliasHeap<<mem.ClassShift
	fieldHeader     = mem.Field(OffType) | AliasTuple<<mem.ClassShift
	fieldArrayCap   = mem.Field(OffArrayCap) | AliasHeap<<mem.ClassShift
)

// mostSliced is how many elements an operation copies: beyond, Go copies faster.
const mostSliced = 64

// sizeClass returns the number of the size class of objects of so many times 16 bytes, up to
// 2048, and the size of its slots. TestSizeClasses holds it against the heap.
func sizeClass(units uint64) (class, slot uint64) {
	if units <= 8 {
		return units - 1, 16 * units
	}
	if units <= 16 {
		return 8 + (units-9)>>1, (units + 1) >> 1 * 32
	}
	if units <= 32 {
		return 12 + (units-17)>>2, (units + 3) >> 2 * 64
	}
	if units <= 64 {
		return 16 + (units-33)>>3, (units + 7) >> 3 * 128
	}
	return 20 + (units-65)>>4, (units + 15) >> 4 * 256
}

// cutList makes a list of count elements, which the caller sets before anything else. It
// gives up where a window has no room.
func cutList(m mem.Mem, count uint64) (list, array mem.Ref, ok bool) {
	class, slot := sizeClass((8*count + OffArrayItems + 15) >> 4)
	listClass, listSlot := sizeClass(ListSize / 16)
	arrays, lists := mem.Ref(plainWindows+windowSize*class), mem.Ref(plainWindows+windowSize*listClass)
	array = m.Ref(arrays, fieldWindowNext)
	if array == m.Ref(arrays, fieldWindowEnd) {
		return NoRef, NoRef, false
	}
	list = m.Ref(lists, fieldWindowNext)
	if class == listClass {
		list = mem.Ref(uint64(array) + slot)
	}
	if list == m.Ref(lists, fieldWindowEnd) {
		return NoRef, NoRef, false
	}
	m.SetRef(arrays, fieldWindowNext, mem.Ref(uint64(array)+slot))
	m.SetRef(lists, fieldWindowNext, mem.Ref(uint64(list)+listSlot))
	m.SetU64(array, fieldHeader, uint64(ArrayType))
	m.SetU64(array, fieldArrayCap, count)
	m.SetU64(list, fieldHeader, uint64(ListType))
	m.SetU64(list, fieldListLen, count)
	m.SetRef(list, fieldListItems, array)
	return list, array, true
}

// sliceBound is a bound of a slice of n elements with a step of 1: an int in the word, or None.
func sliceBound(x mem.Ref, none, n int64) (i int64, ok bool) {
	if x == mem.Ref(None) {
		return none, true
	}
	if !wordIsInt(x) {
		return 0, false
	}
	i = int64(uint64(x) - IntBias)
	if i < 0 {
		i += n
	}
	return max(0, min(i, n)), true
}

// sliceSpan is where l[start:stop] of a list begins, and of how many elements it is.
func sliceSpan(m mem.Mem, l, start, stop mem.Ref) (from int64, count uint64, ok bool) {
	if !wordIs(m, l, uint64(ListType)) {
		return 0, 0, false
	}
	n := int64(m.U64(l, fieldListLen))
	from, ok = sliceBound(start, 0, n)
	if !ok {
		return 0, 0, false
	}
	to, ok := sliceBound(stop, n, n)
	if !ok {
		return 0, 0, false
	}
	return from, uint64(max(to, from) - from), true
}

// sliceBoundDown is sliceBound with a step of −1: the bounds are −1 to n−1.
func sliceBoundDown(x mem.Ref, none, n int64) (i int64, ok bool) {
	if x == mem.Ref(None) {
		return none, true
	}
	if !wordIsInt(x) {
		return 0, false
	}
	i = int64(uint64(x) - IntBias)
	if i < 0 {
		i += n
	}
	return max(-1, min(i, n-1)), true
}

// sliceOf is l[start:stop] of a list.
//
//tier2:routine slice
func sliceOf(m mem.Mem, l, start, stop mem.Ref) (r mem.Ref, ok bool) {
	from, count, ok := sliceSpan(m, l, start, stop)
	if !ok || count > mostSliced {
		return NoRef, false
	}
	r, array, ok := cutList(m, count)
	if !ok {
		return NoRef, false
	}
	items := m.Ref(l, fieldListItems)
	first := mem.Ref(uint64(items) + 8*uint64(from))
	copyItems(m, array, first, fieldElem, count)
	return r, true
}

// reversedSliceOf is l[start:stop:-1] of a list.
//
//tier2:routine slice.reversed
func reversedSliceOf(m mem.Mem, l, start, stop mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, l, uint64(ListType)) {
		return NoRef, false
	}
	n := int64(m.U64(l, fieldListLen))
	from, ok := sliceBoundDown(start, n-1, n)
	if !ok {
		return NoRef, false
	}
	to, ok := sliceBoundDown(stop, -1, n)
	if !ok {
		return NoRef, false
	}
	count := uint64(from - min(to, from))
	if count > mostSliced {
		return NoRef, false
	}
	r, array, ok := cutList(m, count)
	if !ok {
		return NoRef, false
	}
	items := m.Ref(l, fieldListItems)
	last := uint64(from)
	for i := uint64(0); i < count; i++ {
		m.SetRefAt(array, fieldElem, i, m.RefAt(items, fieldElem, last-i))
	}
	return r, true
}

// assignSlice is l[start:stop] = x of a list and as many elements of another list or a tuple.
//
//tier2:routine slice.assign
func assignSlice(m mem.Mem, l, start, stop, x mem.Ref) (done, ok bool) {
	if !wordIsRef(x) || x == l {
		return false, false
	}
	from, count, ok := sliceSpan(m, l, start, stop)
	if !ok || count > mostSliced {
		return false, false
	}
	to0 := mem.Ref(uint64(m.Ref(l, fieldListItems)) + 8*uint64(from))
	switch m.U32(x, fieldType) {
	case uint64(ListType):
		if m.U64(x, fieldListLen) != count {
			return false, false
		}
		copyItems(m, to0, m.Ref(x, fieldListItems), fieldElem, count)
	case uint64(TupleType):
		if m.U64(x, fieldTupleLen) != count {
			return false, false
		}
		copyItems(m, to0, x, fieldTupleItem, count)
	default:
		return false, false
	}
	return true, true
}

// copyItems copies elements to an array, from a field of an object on.
func copyItems(m mem.Mem, to, from mem.Ref, f mem.Field, count uint64) {
	for i := uint64(0); i < count; i++ {
		m.SetRefAt(to, fieldElem, i, m.RefAt(from, f, i))
	}
}
