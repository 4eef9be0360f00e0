package object

import "github.com/tier2go/tier2/opgen/mem"

// roomFor is the room of the storage that a list grows to for n elements, as CPython's
// list_resize has it.
func roomFor(n uint64) uint64 { return (n + n>>3 + 6) &^ 3 }

// keepsStorage reports whether a list with that much room keeps its storage with n elements.
func keepsStorage(n, room uint64) bool { return n >= room>>1 || room <= ListKeeps }

// listPush is l.append(x).
//
//tier2:routine list.append
func listPush(m mem.Mem, l, x mem.Ref) (done, ok bool) {
	n, items := m.U64(l, fieldListLen), m.Ref(l, fieldListItems)
	if n < m.U64(items, fieldArrayCap) {
		m.SetRefAt(items, fieldElem, n, x)
		m.SetU64(l, fieldListLen, n+1)
		return true, true
	}
	if n > mostItems {
		return false, false
	}
	array, ok := newArrayOf(m, roomFor(n+1))
	if !ok {
		return false, false
	}
	copyItems(m, array, items, fieldElem, n)
	m.SetRefAt(array, fieldElem, n, x)
	m.SetRef(l, fieldListItems, array)
	m.SetU64(l, fieldListLen, n+1)
	return true, true
}

// listPushAll is l.extend(x) of another list, or a tuple, of few elements.
//
//tier2:routine list.extend
func listPushAll(m mem.Mem, l, x mem.Ref) (done, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) || !wordIsRef(x) || x == l {
		return false, false
	}
	switch m.U32(x, fieldType) {
	case uint64(ListType):
		return pushItems(m, l, m.Ref(x, fieldListItems), fieldElem, m.U64(x, fieldListLen))
	case uint64(TupleType):
		return pushItems(m, l, x, fieldTupleItem, tupleLen(m, x))
	}
	return false, false
}

// pushItems appends elements that stand from a field of an object on.
func pushItems(m mem.Mem, l, from mem.Ref, f mem.Field, count uint64) (done, ok bool) {
	n, items := m.U64(l, fieldListLen), m.Ref(l, fieldListItems)
	if n > mostItems || count > mostSliced {
		return false, false
	}
	if n+count > m.U64(items, fieldArrayCap) {
		array, ok := newArrayOf(m, roomFor(n+count))
		if !ok {
			return false, false
		}
		copyItems(m, array, items, fieldElem, n)
		m.SetRef(l, fieldListItems, array)
		items = array
	}
	copyItems(m, mem.Ref(uint64(items)+8*n), from, f, count)
	m.SetU64(l, fieldListLen, n+count)
	return true, true
}

// dropLast makes a list of n elements one shorter.
func dropLast(m mem.Mem, l, items mem.Ref, n uint64) {
	m.SetU64At(items, fieldElem, n-1, 0)
	m.SetU64(l, fieldListLen, n-1)
}

// moveDown puts each element behind i one further down, and drops the last of n.
func moveDown(m mem.Mem, l, items mem.Ref, i, n uint64) {
	for k := i + 1; k < n; k++ {
		m.SetRefAt(items, fieldElem, k-1, m.RefAt(items, fieldElem, k))
	}
	dropLast(m, l, items, n)
}

// listTakeAt is l.pop(i).
//
//tier2:routine list.popat
func listTakeAt(m mem.Mem, l, index mem.Ref) (x mem.Ref, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) || !wordIsInt(index) {
		return NoRef, false
	}
	n, items := m.U64(l, fieldListLen), m.Ref(l, fieldListItems)
	i := uint64(index) - IntBias
	if int64(i) < 0 {
		i += n
	}
	if n > mostItems || i >= n || !keepsStorage(n-1, m.U64(items, fieldArrayCap)) {
		return NoRef, false
	}
	x = m.RefAt(items, fieldElem, i)
	moveDown(m, l, items, i, n)
	return x, true
}

// insertPlace is where a subscript inserts among n elements.
func insertPlace(index mem.Ref, n uint64) uint64 {
	i := intOf(index)
	if i < 0 {
		i += int64(n)
	}
	return uint64(max(0, min(i, int64(n))))
}

// listPutAt is l.insert(i, x).
//
//tier2:routine list.insert
func listPutAt(m mem.Mem, l, index, x mem.Ref) (done, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) || !wordIsInt(index) {
		return false, false
	}
	n, items := m.U64(l, fieldListLen), m.Ref(l, fieldListItems)
	if n > mostItems {
		return false, false
	}
	at := insertPlace(index, n)
	if n >= m.U64(items, fieldArrayCap) {
		array, ok := newArrayOf(m, roomFor(n+1))
		if !ok {
			return false, false
		}
		copyItems(m, array, items, fieldElem, n)
		m.SetRef(l, fieldListItems, array)
		items = array
	}
	for k := n; k > 0 && k > at; k-- {
		m.SetRefAt(items, fieldElem, k, m.RefAt(items, fieldElem, k-1))
	}
	m.SetRefAt(items, fieldElem, at, x)
	m.SetU64(l, fieldListLen, n+1)
	return true, true
}

// listWhere is l.index(x) of what is in the list.
//
//tier2:routine list.index
func listWhere(m mem.Mem, l, x mem.Ref) (at int64, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) {
		return 0, false
	}
	n := m.U64(l, fieldListLen)
	i, ok := whereIn(m, m.Ref(l, fieldListItems), fieldElem, n, x, false)
	if !ok || i == n {
		return 0, false
	}
	return int64(i), true
}

// listDrop is l.remove(x) of what is in the list.
//
//tier2:routine list.remove
func listDrop(m mem.Mem, l, x mem.Ref) (done, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) {
		return false, false
	}
	n, items := m.U64(l, fieldListLen), m.Ref(l, fieldListItems)
	i, ok := whereIn(m, items, fieldElem, n, x, false)
	if !ok || i == n || !keepsStorage(n-1, m.U64(items, fieldArrayCap)) {
		return false, false
	}
	moveDown(m, l, items, i, n)
	return true, true
}

// listHowMany is l.count(x).
//
//tier2:routine list.count
func listHowMany(m mem.Mem, l, x mem.Ref) (count int64, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) {
		return 0, false
	}
	return howMany(m, m.Ref(l, fieldListItems), fieldElem, m.U64(l, fieldListLen), x)
}

// tupleHowMany is t.count(x).
//
//tier2:routine tuple.count
func tupleHowMany(m mem.Mem, t, x mem.Ref) (count int64, ok bool) {
	if !wordIs(m, t, uint64(TupleType)) {
		return 0, false
	}
	return howMany(m, t, fieldTupleItem, tupleLen(m, t), x)
}

// tupleWhere is t.index(x) of what is in the tuple.
//
//tier2:routine tuple.index
func tupleWhere(m mem.Mem, t, x mem.Ref) (at int64, ok bool) {
	if !wordIs(m, t, uint64(TupleType)) {
		return 0, false
	}
	n := tupleLen(m, t)
	i, ok := whereIn(m, t, fieldTupleItem, n, x, false)
	if !ok || i == n {
		return 0, false
	}
	return int64(i), true
}

// howMany is how many of n elements, from a field of an object on, equal x.
func howMany(m mem.Mem, items mem.Ref, f mem.Field, n uint64, x mem.Ref) (count int64, ok bool) {
	if n > mostItems {
		return 0, false
	}
	if wordIsInt(x) {
		return howManyInts(m, items, f, n, x)
	}
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(items, f, i)
		if e == x {
			count++
			continue
		}
		eq, ok := plainEqual(m, e, x)
		if !ok {
			return 0, false
		}
		if eq {
			count++
		}
	}
	return count, true
}

// howManyInts is howMany of an int that is a word among such.
func howManyInts(m mem.Mem, items mem.Ref, f mem.Field, n uint64, x mem.Ref) (count int64, ok bool) {
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(items, f, i)
		if !wordIsInt(e) {
			return 0, false
		}
		if e == x {
			count++
		}
	}
	return count, true
}

// listTurn is l.reverse().
//
//tier2:routine list.reverse
func listTurn(m mem.Mem, l mem.Ref) (done, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) {
		return false, false
	}
	n, items := m.U64(l, fieldListLen), m.Ref(l, fieldListItems)
	if n > mostItems {
		return false, false
	}
	for i := uint64(0); i < n>>1; i++ {
		x, y := m.RefAt(items, fieldElem, i), m.RefAt(items, fieldElem, n-1-i)
		m.SetRefAt(items, fieldElem, i, y)
		m.SetRefAt(items, fieldElem, n-1-i, x)
	}
	return true, true
}

// listJoin is a + b of two lists.
func listJoin(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, a, uint64(ListType)) || !wordIs(m, b, uint64(ListType)) {
		return NoRef, false
	}
	n, k := m.U64(a, fieldListLen), m.U64(b, fieldListLen)
	if n > mostSliced || k > mostSliced {
		return NoRef, false
	}
	r, array, ok := cutList(m, n+k)
	if !ok {
		return NoRef, false
	}
	copyItems(m, array, m.Ref(a, fieldListItems), fieldElem, n)
	copyItems(m, mem.Ref(uint64(array)+8*n), m.Ref(b, fieldListItems), fieldElem, k)
	return r, true
}

// listEmptied is l.clear().
//
//tier2:routine list.clear
func listEmptied(m mem.Mem, l mem.Ref) (done, ok bool) {
	if !isLaidOut(m, l, uint64(ListType)) {
		return false, false
	}
	if m.U64(m.Ref(l, fieldListItems), fieldArrayCap) == 0 { // as it is, in case that it is being sorted
		return true, true
	}
	array, ok := newArrayOf(m, 0)
	if !ok {
		return false, false
	}
	m.SetU64(l, fieldListLen, 0)
	m.SetRef(l, fieldListItems, array)
	return true, true
}

// newListOf is list(x) of a list, tuple, range, set, dict, view, str or ring of few elements, and l.copy().
//
//tier2:routine list.new
func newListOf(m mem.Mem, x mem.Ref) (l mem.Ref, ok bool) { return listOf(m, x, mostSliced) }

// listOf is newListOf, of a list or tuple of at most so many elements. It may be given up behind it.
func listOf(m mem.Mem, x mem.Ref, most uint64) (l mem.Ref, ok bool) {
	if !wordIsRef(x) {
		return NoRef, false
	}
	switch m.U32(x, fieldType) {
	case uint64(ListType):
		return listOfItems(m, m.Ref(x, fieldListItems), fieldElem, m.U64(x, fieldListLen), most)
	case uint64(TupleType):
		return listOfItems(m, x, fieldTupleItem, tupleLen(m, x), most)
	}
	return listOfMade(m, x)
}

// listOfMade is newListOf of what has its elements not one behind the other. It may be given up behind it.
func listOfMade(m mem.Mem, x mem.Ref) (l mem.Ref, ok bool) {
	switch m.U32(x, fieldType) {
	case uint64(RangeType):
		return listOfRange(m, x)
	case uint64(SetType), uint64(FrozenSetType):
		return listOfSet(m, x)
	case uint64(DictType):
		return listOfEntries(m, x, fieldEntryKey)
	case uint64(DictKeysType):
		return listOfView(m, x, fieldEntryKey)
	case uint64(DictValuesType):
		return listOfView(m, x, fieldEntryValue)
	case uint64(DictItemsType):
		return listOfPairs(m, m.Ref(x, fieldViewDict))
	case uint64(StrType):
		return listOfCharacters(m, x)
	}
	if factsOf(m, x)&factRingItems != 0 {
		return listOfRing(m, x)
	}
	return NoRef, false
}

// listOfRing is list(d) of a ring of few elements.
func listOfRing(m mem.Mem, d mem.Ref) (l mem.Ref, ok bool) {
	head, n, items, mask := ringParts(m, d)
	if n > mostSliced {
		return NoRef, false
	}
	l, array, ok := cutList(m, n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		m.InitRefAt(array, fieldElem, i, m.RefAt(items, fieldElem, (head+i)&mask))
	}
	return l, true
}

// listOfRange is list(r) of a range that rangeItem knows.
func listOfRange(m mem.Mem, r mem.Ref) (l mem.Ref, ok bool) {
	count, start, step := m.Ref(r, fieldRangeLen), m.Ref(r, fieldRangeStart), m.Ref(r, fieldRangeBy)
	n := uint64(count) - IntBias
	if !wordIsInt(count) || !wordIsInt(start) || !wordIsInt(step) || n > mostSliced {
		return NoRef, false
	}
	if n > 0 {
		_, ok = rangeItem(m, r, mem.Ref(IntBias-1))
		if !ok {
			return NoRef, false
		}
	}
	l, array, ok := cutList(m, n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		m.InitRefAt(array, fieldElem, i, mem.Ref(uint64(start)+i*uint64(intOf(step))))
	}
	return l, true
}

// listOfSet is list(s) of a set of few slots.
func listOfSet(m mem.Mem, s mem.Ref) (l mem.Ref, ok bool) {
	table, mask, n := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask), m.U64(s, fieldSetUsed)
	if mask >= mostGrown {
		return NoRef, false
	}
	l, array, ok := cutList(m, min(n, mostGrown))
	if !ok {
		return NoRef, false
	}
	at := uint64(0)
	for i := uint64(0); i <= mask; i++ {
		x := m.RefAt(table, fieldSetKey, 2*i)
		if x != nothing {
			m.InitRefAt(array, fieldElem, at, x)
			at++
		}
	}
	return l, true
}

// mostSingly is how many elements a list has whose elements are looked for or made one by one.
const mostSingly = 64

// listOfPairs is list(d.items()) of a dict.
func listOfPairs(m mem.Mem, d mem.Ref) (l mem.Ref, ok bool) {
	if !wordIs(m, d, uint64(DictType)) || m.U32(d, fieldDictFilled) > mostSingly {
		return NoRef, false
	}
	entries, filled := m.Ref(d, fieldDictEntries), m.U32(d, fieldDictFilled)
	l, array, ok := cutList(m, min(m.U64(d, fieldDictUsed), mostSingly))
	if !ok {
		return NoRef, false
	}
	at := uint64(0)
	for i := uint64(0); i < min(filled, mostSingly); i++ {
		if m.RefAt(entries, fieldEntryValue, 3*i) == nothing {
			continue
		}
		t, ok := newItemOf(m, d, i)
		if !ok {
			return NoRef, false
		}
		m.InitRefAt(array, fieldElem, at, t)
		at++
	}
	return l, true
}

// listOfCharacters is list(s) of a str of one byte a code point.
func listOfCharacters(m mem.Mem, s mem.Ref) (l mem.Ref, ok bool) {
	n := m.U64(s, fieldStrLen)
	if !narrow(m, s) || n > mostSingly {
		return NoRef, false
	}
	l, array, ok := cutList(m, n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		c, ok := oneChar(m, m.U8At(s, fieldStrData, i))
		if !ok {
			return NoRef, false
		}
		m.InitRefAt(array, fieldElem, i, c)
	}
	return l, true
}

// listOfView is list(v) of a view of a dict.
func listOfView(m mem.Mem, v mem.Ref, f mem.Field) (l mem.Ref, ok bool) {
	d := m.Ref(v, fieldViewDict)
	if !wordIs(m, d, uint64(DictType)) {
		return NoRef, false
	}
	return listOfEntries(m, d, f)
}

// listOfEntries is a list of the keys or values of a dict of few items.
func listOfEntries(m mem.Mem, d mem.Ref, f mem.Field) (l mem.Ref, ok bool) {
	entries, filled, n := m.Ref(d, fieldDictEntries), m.U32(d, fieldDictFilled), m.U64(d, fieldDictUsed)
	if filled > mostEntriesGrown {
		return NoRef, false
	}
	l, array, ok := cutList(m, min(n, mostEntriesGrown))
	if !ok {
		return NoRef, false
	}
	at := uint64(0)
	for i := uint64(0); i < filled; i++ {
		if m.RefAt(entries, fieldEntryValue, 3*i) != nothing {
			m.InitRefAt(array, fieldElem, at, m.RefAt(entries, f, 3*i))
			at++
		}
	}
	return l, true
}

// listOfItems is a list of at most so many elements, which stand from a field of an object on. It may be given up behind it.
func listOfItems(m mem.Mem, items mem.Ref, f mem.Field, count, most uint64) (l mem.Ref, ok bool) {
	if count > most {
		return NoRef, false
	}
	l, array, ok := cutList(m, count)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < count; i++ {
		m.InitRefAt(array, fieldElem, i, m.RefAt(items, f, i))
	}
	return l, true
}

// listTimes is l * n of a list.
func listTimes(m mem.Mem, l, n mem.Ref) (r mem.Ref, ok bool) {
	k, count := m.U64(l, fieldListLen), uint64(max(intOf(n), 0))
	if !wordIsInt(n) || k > mostSliced || count > mostSliced || k*count > mostSliced {
		return NoRef, false
	}
	r, array, ok := cutList(m, k*count)
	if !ok {
		return NoRef, false
	}
	items := m.Ref(l, fieldListItems)
	for i := uint64(0); i < count; i++ {
		copyItems(m, mem.Ref(uint64(array)+8*k*i), items, fieldElem, k)
	}
	return r, true
}
