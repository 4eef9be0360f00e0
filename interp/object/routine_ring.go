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
		return ringGrown(m, d, x, head, n, items)
	}
	m.SetRefAt(items, fieldElem, (head+n)&mask, x)
	ringNote(m, d, n+1, 1)
	return true, true
}

// mostRinged is how many elements a ring has that grows.
const mostRinged = 128

// ringGrown is ringPut of a ring without room: its new list has twice as much.
func ringGrown(m mem.Mem, d, x mem.Ref, head, n uint64, items mem.Ref) (done, ok bool) {
	if n > mostRinged {
		return false, false
	}
	list, array, ok := cutList(m, 2*n)
	if !ok {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		m.InitRefAt(array, fieldElem, i, m.RefAt(items, fieldElem, (head+i)&(n-1)))
	}
	m.InitRefAt(array, fieldElem, n, x)
	for i := n + 1; i < min(2*n, 2*mostRinged); i++ {
		m.InitRefAt(array, fieldElem, i, mem.Ref(None))
	}
	m.SetRef(d, fieldRingList, list)
	m.SetU64(d, fieldRingHead, 0)
	ringNote(m, d, n+1, 1)
	return true, true
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
		return false, false
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

// lengthOf is len(x) of a tuple, range, bytearray, view of a dict, or a ring: of others machine code has a field.
//
//tier2:routine len
func lengthOf(m mem.Mem, x mem.Ref) (n mem.Ref, ok bool) {
	if !wordIsRef(x) {
		return NoRef, false
	}
	switch m.U32(x, fieldType) {
	case uint64(TupleType):
		return mem.Ref(tupleLen(m, x) + IntBias), true
	case uint64(RangeType):
		n = m.Ref(x, fieldRangeLen)
		return n, wordIsInt(n)
	case uint64(ByteArrayType):
		return mem.Ref(m.U64(x, fieldByteArrayLen) + IntBias), true
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

// ringHas is x in d of few elements.
func ringHas(m mem.Mem, d, x mem.Ref) (in, ok bool) {
	head, n, items, mask := ringParts(m, d)
	if n > mostItems {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(items, fieldElem, (head+i)&mask)
		if e == x {
			return true, true
		}
		eq, ok := plainEqual(m, e, x)
		if !ok {
			return false, false
		}
		if eq {
			return true, true
		}
	}
	return false, true
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

// RingPop takes the element at the right, RingPopFirst the one at the left, of a ring that has some.
func (h *Heap) RingPop(d Value) Value {
	x, _ := ringTakeLast(h.mem(), mem.Ref(d))
	return Value(x)
}

// RingPopFirst is described with RingPop.
func (h *Heap) RingPopFirst(d Value) Value {
	x, _ := ringTake(h.mem(), mem.Ref(d))
	return Value(x)
}

// RingIterNext takes the next element of an iterator that goes forwards, Null at its end; ok is false if the ring has changed.
func (h *Heap) RingIterNext(it Value) (x Value, ok bool) {
	r, ok := ringNext(h.mem(), mem.Ref(it))
	return Value(r), ok
}
