package object

import "github.com/tier2go/tier2/opgen/mem"

// Methods of rings, collections.deque's: what they give up at, package lib does.

// dequeAppend is ringPut in what may be a ring.
//
//tier2:routine deque.append
func dequeAppend(m mem.Mem, d, x mem.Ref) (done, ok bool) {
	if !isRing(m, d) {
		return false, false
	}
	return ringPut(m, d, x)
}

// dequeAppendLeft is ringPutFirst in what may be a ring.
//
//tier2:routine deque.appendleft
func dequeAppendLeft(m mem.Mem, d, x mem.Ref) (done, ok bool) {
	if !isRing(m, d) {
		return false, false
	}
	return ringPutFirst(m, d, x)
}

// dequePopLeft is ringTake in what may be a ring.
//
//tier2:routine deque.popleft
func dequePopLeft(m mem.Mem, d mem.Ref) (x mem.Ref, ok bool) {
	if !isRing(m, d) {
		return NoRef, false
	}
	return ringTake(m, d)
}

// dequePop is ringTakeLast in what may be a ring.
//
//tier2:routine deque.pop
func dequePop(m mem.Mem, d mem.Ref) (x mem.Ref, ok bool) {
	if !isRing(m, d) {
		return NoRef, false
	}
	return ringTakeLast(m, d)
}

// dequeExtended is d.extend(x) of a list or tuple of few elements.
//
//tier2:routine deque.extend
func dequeExtended(m mem.Mem, d, x mem.Ref) (done, ok bool) {
	if !isRing(m, d) || !wordIsRef(x) {
		return false, false
	}
	switch m.U32(x, fieldType) {
	case uint64(ListType):
		return ringPutAll(m, d, m.Ref(x, fieldListItems), fieldElem, m.U64(x, fieldListLen))
	case uint64(TupleType):
		return ringPutAll(m, d, x, fieldTupleItem, tupleLen(m, x))
	}
	return false, false
}

// ringPutAll is ringPut of elements that stand from a field of an object on. No element makes room for one that comes with it:
// it gives up if those that come are more than may be there.
func ringPutAll(m mem.Mem, d, from mem.Ref, f mem.Field, count uint64) (done, ok bool) {
	head, n, items, mask := ringParts(m, d)
	most := m.U64(d, fieldRingMax)
	if count > mostSliced || count > most {
		return false, false
	}
	if room := roomOfRing(mask+1, min(n+count, most)); room > mask+1 {
		items, ok = ringMoved(m, d, room)
		if !ok {
			return false, false
		}
		head, mask = 0, room-1
	}
	gone := n + count - min(n+count, most)
	for i := uint64(0); i < gone && i < mostSliced; i++ {
		m.SetRefAt(items, fieldElem, (head+i)&mask, mem.Ref(None))
	}
	for i := uint64(0); i < count; i++ {
		m.SetRefAt(items, fieldElem, (head+n+i)&mask, m.RefAt(from, f, i))
	}
	m.SetU64(d, fieldRingHead, (head+gone)&mask)
	ringNote(m, d, n+count-gone, count)
	return true, true
}

// roomOfRing is how many slots a ring has for n elements that has room for some.
func roomOfRing(room, n uint64) uint64 {
	for i := uint64(0); i < 8 && room < n; i++ {
		room <<= 1
	}
	return room
}

// dequeInserted is d.insert(i, x) of a ring of few elements that is not full.
//
//tier2:routine deque.insert
func dequeInserted(m mem.Mem, d, index, x mem.Ref) (done, ok bool) {
	if !isRing(m, d) || !wordIsInt(index) {
		return false, false
	}
	head, n, items, mask := ringParts(m, d)
	if n > mostItems || n == m.U64(d, fieldRingMax) {
		return false, false
	}
	at := insertPlace(index, n)
	if n > mask {
		items, ok = ringMoved(m, d, 2*n)
		if !ok {
			return false, false
		}
		head, mask = 0, 2*n-1
	}
	for k := n; k > 0 && k > at; k-- {
		m.SetRefAt(items, fieldElem, (head+k)&mask, m.RefAt(items, fieldElem, (head+k-1)&mask))
	}
	m.SetRefAt(items, fieldElem, (head+at)&mask, x)
	ringNote(m, d, n+1, 1)
	return true, true
}

// dequeRemoved is d.remove(x) of what is in a ring of few elements.
//
//tier2:routine deque.remove
func dequeRemoved(m mem.Mem, d, x mem.Ref) (done, ok bool) {
	if !isRing(m, d) {
		return false, false
	}
	at, n, ok := ringWhere(m, d, x)
	if !ok || at == n {
		return false, false
	}
	return ringDrop(m, d, at)
}

// ringDrop takes an element out of a ring of few elements.
func ringDrop(m mem.Mem, d mem.Ref, at uint64) (done, ok bool) {
	head, n, items, mask := ringParts(m, d)
	if n > mostItems {
		return false, false
	}
	for k := at + 1; k < n; k++ {
		m.SetRefAt(items, fieldElem, (head+k-1)&mask, m.RefAt(items, fieldElem, (head+k)&mask))
	}
	m.SetRefAt(items, fieldElem, (head+n-1)&mask, mem.Ref(None))
	ringNote(m, d, n-1, 1)
	return true, true
}

// dequeWhere is d.index(x) of what is in a ring.
//
//tier2:routine deque.index
func dequeWhere(m mem.Mem, d, x mem.Ref) (at int64, ok bool) {
	if !isRing(m, d) {
		return 0, false
	}
	i, n, ok := ringWhere(m, d, x)
	if !ok || i == n {
		return 0, false
	}
	return int64(i), true
}

// dequeHowMany is d.count(x).
//
//tier2:routine deque.count
func dequeHowMany(m mem.Mem, d, x mem.Ref) (count int64, ok bool) {
	if !isRing(m, d) {
		return 0, false
	}
	head, n, items, mask := ringParts(m, d)
	if n > mostItems {
		return 0, false
	}
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(items, fieldElem, (head+i)&mask)
		if e == x {
			count++
			continue
		}
		if bothInts(e, x) {
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

// dequeRotated is d.rotate(k), by no more than there are elements.
//
//tier2:routine deque.rotate
func dequeRotated(m mem.Mem, d, by mem.Ref) (done, ok bool) {
	if !isRing(m, d) || !wordIsInt(by) {
		return false, false
	}
	head, n, items, mask := ringParts(m, d)
	k := intOf(by)
	if n < 2 {
		return true, true
	}
	if n > 2*mostItems || k > int64(n) || k < -int64(n) {
		return false, false
	}
	if k < 0 {
		k += int64(n) // so many from the left to the right are as many as are left from the right to the left
	}
	right, left := uint64(k), n-uint64(k)
	if right <= left {
		for i := uint64(0); i < right && i < mostItems; i++ {
			x := m.RefAt(items, fieldElem, (head+n-1)&mask)
			m.SetRefAt(items, fieldElem, (head+n-1)&mask, mem.Ref(None))
			head--
			m.SetRefAt(items, fieldElem, head&mask, x)
		}
	} else {
		for i := uint64(0); i < left && i < mostItems; i++ {
			x := m.RefAt(items, fieldElem, head&mask)
			m.SetRefAt(items, fieldElem, head&mask, mem.Ref(None))
			m.SetRefAt(items, fieldElem, (head+n)&mask, x)
			head++
		}
	}
	m.SetU64(d, fieldRingHead, head&mask)
	ringNote(m, d, n, 1)
	return true, true
}

// dequeTurned is d.reverse() of few elements.
//
//tier2:routine deque.reverse
func dequeTurned(m mem.Mem, d mem.Ref) (done, ok bool) {
	if !isRing(m, d) {
		return false, false
	}
	head, n, items, mask := ringParts(m, d)
	if n > mostItems {
		return false, false
	}
	for i := uint64(0); i < n>>1; i++ {
		j, k := (head+i)&mask, (head+n-1-i)&mask
		x, y := m.RefAt(items, fieldElem, j), m.RefAt(items, fieldElem, k)
		m.SetRefAt(items, fieldElem, j, y)
		m.SetRefAt(items, fieldElem, k, x)
	}
	return true, true
}

// dequeCopied is d.copy() of a ring of few elements: of a class that derives from a ring's, not.
//
//tier2:routine deque.copy
func dequeCopied(m mem.Mem, d mem.Ref) (r mem.Ref, ok bool) {
	if !isRing(m, d) || factsOf(m, d)&factRingItems == 0 {
		return NoRef, false
	}
	list, _, ok := ringSlots(m, d, m.U64(m.Ref(d, fieldRingList), fieldListLen))
	if !ok {
		return NoRef, false
	}
	r, w, next, ok := cutPlain(m, RingSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(r, fieldHeader, m.U32(d, fieldType))
	m.InitRef(r, fieldRingList, list)
	m.InitU64(r, fieldRingHead, 0)
	m.InitU64(r, fieldRingLen, m.U64(d, fieldRingLen))
	m.InitU64(r, fieldRingMax, m.U64(d, fieldRingMax))
	m.InitU64(r, fieldRingState, 0)
	return r, true
}

// dequeEmptied is d.clear().
//
//tier2:routine deque.clear
func dequeEmptied(m mem.Mem, d mem.Ref) (done, ok bool) {
	if !isRing(m, d) {
		return false, false
	}
	list, array, ok := cutList(m, RingRoom)
	if !ok {
		return false, false
	}
	for i := uint64(0); i < RingRoom; i++ {
		m.InitRefAt(array, fieldElem, i, mem.Ref(None))
	}
	m.SetRef(d, fieldRingList, list)
	m.SetU64(d, fieldRingHead, 0)
	ringNote(m, d, 0, 1)
	return true, true
}

// ringsEqual is a == b of two rings of few elements.
func ringsEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	if !wordIsRef(b) || factsOf(m, b)&factRingItems == 0 {
		return false, false
	}
	head, n, items, mask := ringParts(m, a)
	first, k, others, limit := ringParts(m, b)
	if n != k {
		return false, true
	}
	if n > mostCompared {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		x, y := m.RefAt(items, fieldElem, (head+i)&mask), m.RefAt(others, fieldElem, (first+i)&limit)
		if x == y {
			continue
		}
		same, ok := plainEqual(m, x, y)
		if !ok || !same {
			return false, ok
		}
	}
	return true, true
}

// newRingIterOf is an iterator at the beginning of a ring, of the type behind the ring's: that is the iterators' (Type.RingIter).
func newRingIterOf(m mem.Mem, d mem.Ref) (it mem.Ref, ok bool) {
	t := m.U32(d, fieldType) + 1
	it, w, next, ok := cutPlain(m, RingIterSize)
	if !ok || t >= TypeTableSize || m.U64At(typeFacts, fieldTypeFact, t)&factRingIter == 0 {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(it, fieldHeader, t)
	m.InitRef(it, fieldRingIterOf, d)
	m.InitU64(it, fieldRingIterIndex, 0)
	m.InitU64(it, fieldRingIterLeft, m.U64(d, fieldRingLen))
	m.InitU64(it, fieldRingIterState, m.U64(d, fieldRingState))
	return it, true
}

// RingPush adds an element at the right of a ring; it is false if the ring has to grow.
func (h *Heap) RingPush(d, x Value) bool {
	_, ok := ringPut(h.mem(), mem.Ref(d), mem.Ref(x))
	return ok
}

// RingPushFirst adds an element at the left.
func (h *Heap) RingPushFirst(d, x Value) bool {
	_, ok := ringPutFirst(h.mem(), mem.Ref(d), mem.Ref(x))
	return ok
}

// RingPopFirst takes the element at the left of a ring that has some.
func (h *Heap) RingPopFirst(d Value) Value {
	x, _ := ringTake(h.mem(), mem.Ref(d))
	return Value(x)
}

// RingIterNext takes the next element of an iterator that goes forwards, Null at its end; ok is false if the ring has changed.
func (h *Heap) RingIterNext(it Value) (x Value, ok bool) {
	r, ok := ringNext(h.mem(), mem.Ref(it))
	return Value(r), ok
}
