package object

import "github.com/tier2go/tier2/opgen/mem"

// mostSorted is how many elements a routine sorts, by insertion.
const mostSorted = 16

// sortedByInts sorts a list by a list of as many keys, ints in words, and returns it.
//
//tier2:routine sort.keys
func sortedByInts(m mem.Mem, l, keys, reverse mem.Ref) (sorted mem.Ref, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) || !isLaidOut(m, keys, uint64(ListType)) {
		return NoRef, false
	}
	n, items, by := m.U64(l, fieldListLen), m.Ref(l, fieldListItems), m.Ref(keys, fieldListItems)
	if n > mostSorted || m.U64(keys, fieldListLen) != n || items == by {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		if !wordIsInt(m.RefAt(by, fieldElem, i)) {
			return NoRef, false
		}
	}
	down := reverse == mem.Ref(True)
	for i := uint64(1); i < n; i++ {
		key, x := m.RefAt(by, fieldElem, i), m.RefAt(items, fieldElem, i)
		k := min(i, mostSorted)
		for ; k > 0; k-- {
			before := m.RefAt(by, fieldElem, k-1)
			if down && uint64(before) >= uint64(key) || !down && uint64(before) <= uint64(key) {
				break
			}
			m.SetRefAt(by, fieldElem, k, before)
			m.SetRefAt(items, fieldElem, k, m.RefAt(items, fieldElem, k-1))
		}
		m.SetRefAt(by, fieldElem, k, key)
		m.SetRefAt(items, fieldElem, k, x)
	}
	return l, true
}

// sortedOf is sorted(x) of few elements that have a total order: numbers, strs, and tuples or lists of such. Nobody sees their comparisons.
//
//tier2:routine sorted
func sortedOf(m mem.Mem, x mem.Ref) (l mem.Ref, ok bool) {
	l, ok = listOf(m, x, mostSorted)
	if !ok {
		return NoRef, false
	}
	n, items := m.U64(l, fieldListLen), m.Ref(l, fieldListItems)
	if n > mostSorted {
		return NoRef, false
	}
	for i := uint64(1); i < n; i++ {
		e := m.RefAt(items, fieldElem, i)
		k := min(i, mostSorted)
		for ; k > 0; k-- {
			before := m.RefAt(items, fieldElem, k-1)
			less, ok := sortsBefore(m, e, before)
			if !ok {
				return NoRef, false
			}
			if !less {
				break
			}
			m.InitRefAt(items, fieldElem, k, before)
		}
		m.InitRefAt(items, fieldElem, k, e)
	}
	return l, true
}

// What a routine compares of keys of a sort before it gives up: so many elements of tuples or lists, and so many bytes of strs.
const (
	mostKeyItems = 4
	mostKeyBytes = 31
)

// sortsBefore is a < b in a total order.
func sortsBefore(m mem.Mem, a, b mem.Ref) (less, ok bool) {
	if wordIs(m, a, uint64(TupleType)) && wordIs(m, b, uint64(TupleType)) {
		return itemsBefore(m, a, b, fieldTupleItem, tupleLen(m, a), tupleLen(m, b))
	}
	if wordIs(m, a, uint64(ListType)) && wordIs(m, b, uint64(ListType)) {
		return itemsBefore(m, m.Ref(a, fieldListItems), m.Ref(b, fieldListItems), fieldElem, m.U64(a, fieldListLen), m.U64(b, fieldListLen))
	}
	order, ok := keyOrder(m, a, b)
	return order < 0, ok
}

// itemsBefore is sortsBefore of n and k elements that stand from a field of two objects on.
func itemsBefore(m mem.Mem, a, b mem.Ref, f mem.Field, n, k uint64) (less, ok bool) {
	shorter := min(n, k)
	if shorter > mostKeyItems {
		return false, false
	}
	for i := uint64(0); i < shorter; i++ {
		x, y := m.RefAt(a, f, i), m.RefAt(b, f, i)
		if x == y { // of the same object nothing is asked
			continue
		}
		order, ok := keyOrder(m, x, y)
		if !ok {
			return false, false
		}
		if order != 0 {
			return order < 0, true
		}
	}
	return n < k, true
}

// keyOrder is negative if a < b, 0 if a == b, of ints of one word, of a float and a float or such an int, neither of them a NaN, and of strs of
// one byte a code point.
func keyOrder(m mem.Mem, a, b mem.Ref) (order int64, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return int64(uint64(a) - uint64(b)), true
	}
	if wordIs(m, a, uint64(StrType)) {
		return strOrder(m, a, b)
	}
	x, y, ok := numbers(a, b)
	if !ok || x != x || y != y {
		return 0, false
	}
	if x < y {
		return -1, true
	}
	if x > y {
		return 1, true
	}
	return 0, true
}

// strOrder is keyOrder of strs.
func strOrder(m mem.Mem, a, b mem.Ref) (order int64, ok bool) {
	if !narrow(m, a) || !wordIs(m, b, uint64(StrType)) || !narrow(m, b) {
		return 0, false
	}
	n, k := m.U64(a, fieldStrLen), m.U64(b, fieldStrLen)
	both := min(n, k)
	if both > mostKeyBytes {
		return 0, false
	}
	for i := uint64(0); i < both; i++ {
		x, y := m.U8At(a, fieldStrData, i), m.U8At(b, fieldStrData, i)
		if x != y {
			return int64(x - y), true
		}
	}
	return int64(n - k), true
}
