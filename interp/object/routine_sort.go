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
