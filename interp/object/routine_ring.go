package object

import "github.com/tier2go/tier2/opgen/mem"

// Rings: collections.deque, whose other operations package lib has.

// Fields of rings and of iterators over them.
const (
	fieldRingList      = mem.Field(OffRingList) | AliasHeap<<mem.ClassShift
	fieldRingHead      = mem.Field(OffRingHead) | AliasHeap<<mem.ClassShift
	fieldRingLen       = mem.Field(OffRingLen) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldRingMax       = mem.Field(OffRingMax) | AliasHeap<<mem.ClassShift
	fieldRingState     = mem.Field(OffRingState) | AliasHeap<<mem.ClassShift
	fieldRingIterOf    = mem.Field(OffRingIterOf) | AliasHeap<<mem.ClassShift
	fieldRingIterIndex = mem.Field(OffRingIterIndex) | AliasHeap<<mem.ClassShift
	fieldRingIterLeft  = mem.Field(OffRingIterLeft) | AliasHeap<<mem.ClassShift
	fieldRingIterState = mem.Field(OffRingIterState) | AliasHeap<<mem.ClassShift
)

// isRing reports whether a word is one.
func isRing(m mem.Mem, d mem.Ref) bool { return wordIsRef(d) && factsOf(m, d)&factRing != 0 }

// ringParts are a ring's first element's place, how many it has, the array they stand in, and that array's length less one.
func ringParts(m mem.Mem, d mem.Ref) (head, n uint64, items mem.Ref, mask uint64) {
	list := m.Ref(d, fieldRingList)
	return m.U64(d, fieldRingHead), m.U64(d, fieldRingLen), m.Ref(list, fieldListItems), m.U64(list, fieldListLen) - 1
}

// ringNote notes the length of a ring that has changed so often.
func ringNote(m mem.Mem, d mem.Ref, n, changes uint64) {
	m.SetU64(d, fieldRingLen, n)
	m.SetU64(d, fieldRingState, m.U64(d, fieldRingState)+changes)
}

// ringPut is d.append(x); of a full ring the first element goes. It gives up where a ring of many elements has to grow.
func ringPut(m mem.Mem, d, x mem.Ref) (done, ok bool) {
	head, n, items, mask := ringParts(m, d)
	most := m.U64(d, fieldRingMax)
	if most == 0 {
		ringNote(m, d, 0, 1)
		return true, true
	}
	if n == most {
		m.SetRefAt(items, fieldElem, head, mem.Ref(None))
		m.SetRefAt(items, fieldElem, (head+n)&mask, x)
		m.SetU64(d, fieldRingHead, (head+1)&mask)
		ringNote(m, d, n, 2)
		return true, true
	}
	if n > mask {
		items, ok = ringMoved(m, d, 2*n)
		if !ok {
			return false, false
		}
		head, mask = 0, 2*n-1
	}
	m.SetRefAt(items, fieldElem, (head+n)&mask, x)
	ringNote(m, d, n+1, 1)
	return true, true
}

// mostRinged is how many elements a ring has that grows.
const mostRinged = 128

// ringMoved gives a ring of few elements an array of so many slots, at whose front they stand.
func ringMoved(m mem.Mem, d mem.Ref, room uint64) (array mem.Ref, ok bool) {
	list, array, ok := ringSlots(m, d, room)
	if !ok {
		return NoRef, false
	}
	m.SetRef(d, fieldRingList, list)
	m.SetU64(d, fieldRingHead, 0)
	return array, true
}

// ringSlots makes a list of so many slots with the elements of a ring at its front.
func ringSlots(m mem.Mem, d mem.Ref, room uint64) (list, array mem.Ref, ok bool) {
	head, n, items, mask := ringParts(m, d)
	if n > mostRinged || room > 2*mostRinged {
		return NoRef, NoRef, false
	}
	list, array, ok = cutList(m, room)
	if !ok {
		return NoRef, NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		m.InitRefAt(array, fieldElem, i, m.RefAt(items, fieldElem, (head+i)&mask))
	}
	for i := n; i < room; i++ {
		m.InitRefAt(array, fieldElem, i, mem.Ref(None))
	}
	return list, array, true
}

// ringPutFirst is d.appendleft(x); of a full ring the last element goes.
func ringPutFirst(m mem.Mem, d, x mem.Ref) (done, ok bool) {
	head, n, items, mask := ringParts(m, d)
	most := m.U64(d, fieldRingMax)
	if most == 0 {
		ringNote(m, d, 0, 1)
		return true, true
	}
	if n == most {
		m.SetRefAt(items, fieldElem, (head+n-1)&mask, mem.Ref(None))
		m.SetRefAt(items, fieldElem, (head-1)&mask, x)
		m.SetU64(d, fieldRingHead, (head-1)&mask)
		ringNote(m, d, n, 2)
		return true, true
	}
	if n > mask {
		items, ok = ringMoved(m, d, 2*n)
		if !ok {
			return false, false
		}
		head, mask = 0, 2*n-1
	}
	m.SetRefAt(items, fieldElem, (head-1)&mask, x)
	m.SetU64(d, fieldRingHead, (head-1)&mask)
	ringNote(m, d, n+1, 1)
	return true, true
}

// ringTake is d.popleft() of a ring that has elements.
func ringTake(m mem.Mem, d mem.Ref) (x mem.Ref, ok bool) {
	head, n, items, mask := ringParts(m, d)
	if n == 0 {
		return NoRef, false
	}
	x = m.RefAt(items, fieldElem, head)
	m.SetRefAt(items, fieldElem, head, mem.Ref(None))
	m.SetU64(d, fieldRingHead, (head+1)&mask)
	ringNote(m, d, n-1, 1)
	return x, true
}

// ringTakeLast is d.pop().
func ringTakeLast(m mem.Mem, d mem.Ref) (x mem.Ref, ok bool) {
	head, n, items, mask := ringParts(m, d)
	if n == 0 {
		return NoRef, false
	}
	at := (head + n - 1) & mask
	x = m.RefAt(items, fieldElem, at)
	m.SetRefAt(items, fieldElem, at, mem.Ref(None))
	ringNote(m, d, n-1, 1)
	return x, true
}

// lengthOf is len(x) of a container, a view of a dict, or a ring.
//
//tier2:routine len
func lengthOf(m mem.Mem, x mem.Ref) (n mem.Ref, ok bool) {
	if !wordIsRef(x) {
		return NoRef, false
	}
	switch likeFor(m, x, FactLen) {
	case uint64(TupleType):
		return mem.Ref(tupleLen(m, x) + IntBias), true
	case uint64(RangeType):
		n = m.Ref(x, fieldRangeLen)
		return n, wordIsInt(n)
	case uint64(ByteArrayType):
		return mem.Ref(m.U64(x, fieldByteArrayLen) + IntBias), true
	case uint64(ListType):
		return mem.Ref(m.U64(x, fieldListLen) + IntBias), true
	case uint64(DictType):
		return mem.Ref(m.U64(x, fieldDictUsed) + IntBias), true
	case uint64(SetType), uint64(FrozenSetType):
		return mem.Ref(m.U64(x, fieldSetUsed) + IntBias), true
	case uint64(StrType):
		return mem.Ref(m.U64(x, fieldStrLen) + IntBias), true
	case uint64(DictKeysType), uint64(DictValuesType), uint64(DictItemsType):
		d := m.Ref(x, fieldViewDict)
		if !wordIs(m, d, uint64(DictType)) {
			return NoRef, false
		}
		return mem.Ref(m.U64(d, fieldDictUsed) + IntBias), true
	}
	if factsOf(m, x)&factRingItems == 0 {
		return NoRef, false
	}
	return mem.Ref(m.U64(x, fieldRingLen) + IntBias), true
}

// ringWhere is the index of the first of few elements of a ring that equals x: n, how many there are, if none does.
func ringWhere(m mem.Mem, d, x mem.Ref) (at, n uint64, ok bool) {
	head, n, items, mask := ringParts(m, d)
	if n > mostItems {
		return 0, 0, false
	}
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(items, fieldElem, (head+i)&mask)
		if e == x {
			return i, n, true
		}
		if bothInts(e, x) {
			continue
		}
		eq, ok := plainEqual(m, e, x)
		if !ok {
			return 0, 0, false
		}
		if eq {
			return i, n, true
		}
	}
	return n, n, true
}

// ringHas is x in d of few elements.
func ringHas(m mem.Mem, d, x mem.Ref) (in, ok bool) {
	at, n, ok := ringWhere(m, d, x)
	if !ok {
		return false, false
	}
	return at < n, true
}

// ringItem is d[k].
func ringItem(m mem.Mem, d, k mem.Ref) (x mem.Ref, ok bool) {
	head, n, items, mask := ringParts(m, d)
	i, ok := place(k, n)
	if !ok {
		return NoRef, false
	}
	return m.RefAt(items, fieldElem, (head+i)&mask), true
}

// ringPutItem is d[k] = x.
func ringPutItem(m mem.Mem, d, k, x mem.Ref) (done, ok bool) {
	head, n, items, mask := ringParts(m, d)
	i, ok := place(k, n)
	if !ok {
		return false, false
	}
	m.SetRefAt(items, fieldElem, (head+i)&mask, x)
	return true, true
}

// ringDropItem is del d[k].
func ringDropItem(m mem.Mem, d, k mem.Ref) (done, ok bool) {
	i, ok := place(k, m.U64(d, fieldRingLen))
	if !ok {
		return false, false
	}
	return ringDrop(m, d, i)
}

// ringNext is the next element of a ring that has not changed; nothing at its end.
func ringNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	d, left := m.Ref(it, fieldRingIterOf), m.U64(it, fieldRingIterLeft)
	if m.U64(it, fieldRingIterState) != m.U64(d, fieldRingState) {
		return NoRef, false
	}
	if left == 0 {
		return nothing, true
	}
	head, _, items, mask := ringParts(m, d)
	i := m.U64(it, fieldRingIterIndex)
	m.SetU64(it, fieldRingIterIndex, i+1)
	m.SetU64(it, fieldRingIterLeft, left-1)
	return m.RefAt(items, fieldElem, (head+i)&mask), true
}
