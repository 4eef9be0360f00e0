package object

import "github.com/tier2go/tier2/opgen/mem"

// mostSliced is how many elements an operation copies: beyond, Go copies faster.
const mostSliced = 64

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

// sliceSpan is where a slice of n elements begins, and of how many it is.
func sliceSpan(start, stop mem.Ref, n int64) (from int64, count uint64, ok bool) {
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

// sliceOf is v[start:stop] of a list, tuple, str, bytes or range.
//
//tier2:routine slice
func sliceOf(m mem.Mem, v, start, stop mem.Ref) (r mem.Ref, ok bool) {
	if !wordIsRef(v) {
		return NoRef, false
	}
	switch m.U32(v, fieldType) {
	case uint64(ListType):
		return listPart(m, v, start, stop)
	case uint64(StrType):
		return strPart(m, v, start, stop)
	case uint64(TupleType):
		return tuplePart(m, v, start, stop)
	case uint64(BytesType):
		return bytesPart(m, v, start, stop)
	case uint64(RangeType):
		return rangePart(m, v, start, stop)
	}
	switch likeFor(m, v, factItem) {
	case uint64(ListType):
		return listPart(m, v, start, stop)
	case uint64(TupleType):
		return tuplePart(m, v, start, stop)
	}
	return NoRef, false
}

// rangePart is r[start:stop] of a range that rangeItem knows.
func rangePart(m mem.Mem, r, start, stop mem.Ref) (part mem.Ref, ok bool) {
	count, first, step := m.Ref(r, fieldRangeLen), m.Ref(r, fieldRangeStart), m.Ref(r, fieldRangeBy)
	if !wordIsInt(count) || !wordIsInt(first) || !wordIsInt(step) || uint64(intOf(step)+mostStep) > 2*mostStep {
		return NoRef, false
	}
	from, ok := sliceBound(start, 0, intOf(count))
	if !ok {
		return NoRef, false
	}
	to, ok := sliceBound(stop, intOf(count), intOf(count))
	if !ok {
		return NoRef, false
	}
	a, ok := intWord(intOf(first) + from*intOf(step))
	if !ok {
		return NoRef, false
	}
	b, ok := intWord(intOf(first) + to*intOf(step))
	if !ok {
		return NoRef, false
	}
	part, w, next, ok := cutPlain(m, rangeSize)
	if !ok {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(part, fieldHeader, uint64(RangeType))
	m.SetRef(part, fieldRangeStart, a)
	m.SetRef(part, fieldRangeStop, b)
	m.SetRef(part, fieldRangeBy, step)
	m.SetRef(part, fieldRangeLen, mem.Ref(uint64(max(to-from, 0))+IntBias))
	return part, true
}

// bytesPart makes a bytes: what is all of it, or nothing, is left.
func bytesPart(m mem.Mem, v, start, stop mem.Ref) (r mem.Ref, ok bool) {
	n := m.U64(v, fieldBytesLen)
	from, count, ok := sliceSpan(start, stop, int64(n))
	if !ok || count > mostMade || count == 0 || count == n {
		return NoRef, false
	}
	r, ok = newBytesOf(m, count)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, r, mem.Ref(uint64(v)+uint64(from)), count) // the data of bytes lie where those of strs do
	return r, true
}

var _ = [1]struct{}{}[OffBytesData-OffStrData]

// newBytesOf is a bytes of n bytes, more than none, which the caller sets. It gives up where the window has no
// room.
func newBytesOf(m mem.Mem, n uint64) (r mem.Ref, ok bool) {
	w, slot := windowFor(m, bytesWindows, OffBytesData+n)
	r = m.Ref(w, fieldWindowNext)
	if r == m.Ref(w, fieldWindowEnd) {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, mem.Ref(uint64(r)+slot))
	m.InitU64(r, fieldHeader, uint64(BytesType))
	m.InitU64(r, fieldBytesLen, n)
	m.InitU64(r, fieldBytesHash, 0)
	return r, true
}

// bytesJoined is a + b of two bytes.
func bytesJoined(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, b, uint64(BytesType)) {
		return NoRef, false
	}
	n, k := m.U64(a, fieldBytesLen), m.U64(b, fieldBytesLen)
	if n > mostMade || k > mostMade || n+k == 0 {
		return NoRef, false
	}
	r, ok = newBytesOf(m, n+k)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, r, a, n)
	copyBytes(m, mem.Ref(uint64(r)+n), b, k)
	return r, true
}

// tupleJoin is a + b of two tuples.
func tupleJoin(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, b, uint64(TupleType)) {
		return NoRef, false
	}
	n, k := tupleLen(m, a), tupleLen(m, b)
	if n > mostSliced || k > mostSliced || n == 0 || k == 0 {
		return NoRef, false
	}
	r, ok = newTupleOf(m, n+k)
	if !ok {
		return NoRef, false
	}
	copyTuple(m, r, a, n)
	copyTuple(m, mem.Ref(uint64(r)+8*n), b, k)
	return r, true
}

// copyTuple copies the first elements of a tuple.
func copyTuple(m mem.Mem, to, from mem.Ref, count uint64) {
	for i := uint64(0); i < count; i++ {
		m.SetRefAt(to, fieldTupleItem, i, m.RefAt(from, fieldTupleItem, i))
	}
}

func listPart(m mem.Mem, l, start, stop mem.Ref) (r mem.Ref, ok bool) {
	from, count, ok := sliceSpan(start, stop, int64(m.U64(l, fieldListLen)))
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

func strPart(m mem.Mem, s, start, stop mem.Ref) (r mem.Ref, ok bool) {
	from, count, ok := sliceSpan(start, stop, int64(m.U64(s, fieldStrLen)))
	if !ok || m.U32(s, fieldAux)&strASCII == 0 {
		return NoRef, false
	}
	return asciiPart(m, s, uint64(from), uint64(from)+count)
}

func tuplePart(m mem.Mem, t, start, stop mem.Ref) (r mem.Ref, ok bool) {
	n := tupleLen(m, t)
	from, count, ok := sliceSpan(start, stop, int64(n))
	if !ok || count > mostSliced || count == 0 {
		return NoRef, false
	}
	if count == n && wordIs(m, t, uint64(TupleType)) {
		return t, true
	}
	r, ok = newTupleOf(m, count)
	if !ok {
		return NoRef, false
	}
	copyTuple(m, r, mem.Ref(uint64(t)+8*uint64(from)), count)
	return r, true
}

// reversedSpan is where v[start:stop:-1] of n elements begins, at its highest index, and how many there are.
func reversedSpan(start, stop mem.Ref, n int64) (last, count uint64, ok bool) {
	from, ok := sliceBoundDown(start, n-1, n)
	if !ok {
		return 0, 0, false
	}
	to, ok := sliceBoundDown(stop, -1, n)
	if !ok {
		return 0, 0, false
	}
	return uint64(from), uint64(from - min(to, from)), true
}

// reversedSliceOf is v[start:stop:-1] of a list or a str.
//
//tier2:routine slice.reversed
func reversedSliceOf(m mem.Mem, v, start, stop mem.Ref) (r mem.Ref, ok bool) {
	if ascii(m, v) {
		return reversedText(m, v, start, stop)
	}
	if !wordIsRef(v) || likeFor(m, v, factItem) != uint64(ListType) {
		return NoRef, false
	}
	last, count, ok := reversedSpan(start, stop, int64(m.U64(v, fieldListLen)))
	if !ok || count > mostSliced {
		return NoRef, false
	}
	r, array, ok := cutList(m, count)
	if !ok {
		return NoRef, false
	}
	items := m.Ref(v, fieldListItems)
	for i := uint64(0); i < count; i++ {
		m.SetRefAt(array, fieldElem, i, m.RefAt(items, fieldElem, last-i))
	}
	return r, true
}

// reversedText is s[start:stop:-1] of a str.
func reversedText(m mem.Mem, s, start, stop mem.Ref) (r mem.Ref, ok bool) {
	last, count, ok := reversedSpan(start, stop, int64(m.U64(s, fieldStrLen)))
	if !ok || count > mostMade {
		return NoRef, false
	}
	if count < 2 {
		return asciiPart(m, s, last+1-count, last+1)
	}
	r, ok = newASCIIOf(m, count)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < count; i++ {
		m.InitU8At(r, fieldStrData, i, m.U8At(s, fieldStrData, last-i))
	}
	return r, true
}

// assignSlice is l[start:stop] = x of a list, and elements of another list or a tuple that its storage has room for.
//
//tier2:routine slice.assign
func assignSlice(m mem.Mem, l, start, stop, x mem.Ref) (done, ok bool) {
	if !wordIsRef(l) || likeFor(m, l, factPutItem) != uint64(ListType) || !wordIsRef(x) || x == l {
		return false, false
	}
	from, count, ok := sliceSpan(start, stop, int64(m.U64(l, fieldListLen)))
	if !ok || count > mostSliced {
		return false, false
	}
	switch m.U32(x, fieldType) {
	case uint64(ListType):
		return putSlice(m, l, uint64(from), count, m.Ref(x, fieldListItems), fieldElem, m.U64(x, fieldListLen))
	case uint64(TupleType):
		return putSlice(m, l, uint64(from), count, x, fieldTupleItem, tupleLen(m, x))
	}
	return false, false
}

// putSlice puts k elements, which stand from a field of an object on, in the place of count elements of a list.
func putSlice(m mem.Mem, l mem.Ref, from, count uint64, x mem.Ref, f mem.Field, k uint64) (done, ok bool) {
	items, n := m.Ref(l, fieldListItems), m.U64(l, fieldListLen)
	if k > mostSliced {
		return false, false
	}
	if k != count {
		then, room := n-count+k, m.U64(items, fieldArrayCap)
		if n > mostItems || then > room || !keepsStorage(then, room) {
			return false, false
		}
		moveTail(m, items, from+count, from+k, n)
		m.SetU64(l, fieldListLen, then)
	}
	copyItems(m, mem.Ref(uint64(items)+8*from), x, f, k)
	return true, true
}

// moveTail moves the elements of n from one place on to another, and drops what is behind them then.
func moveTail(m mem.Mem, items mem.Ref, from, to, n uint64) {
	tail := min(n-from, mostItems)
	old, then := mem.Ref(uint64(items)+8*from), mem.Ref(uint64(items)+8*to)
	if to > from {
		for i := tail; i > 0; i-- {
			m.SetRefAt(then, fieldElem, i-1, m.RefAt(old, fieldElem, i-1))
		}
		return
	}
	copyItems(m, then, old, fieldElem, tail)
	for i := uint64(0); i < min(from-to, mostItems); i++ {
		m.SetU64At(then, fieldElem, tail+i, 0)
	}
}

// copyItems copies elements to an array, from a field of an object on.
func copyItems(m mem.Mem, to, from mem.Ref, f mem.Field, count uint64) {
	for i := uint64(0); i < count; i++ {
		m.SetRefAt(to, fieldElem, i, m.RefAt(from, f, i))
	}
}
