package object

import "github.com/tier2go/tier2/opgen/mem"

// Iterators that say what comes ahead of time: whoever takes several elements, or has more to do than take one, asks for them all before it
// takes any, because what has been taken cannot be given up.

// mostAhead is how far ahead they are asked.
const mostAhead = 1 << 20

// nextUp is the next element of such an iterator, which stays where it is: at its end, and of others, ok is false.
func nextUp(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) { return upcomingAt(m, it, 0) }

// upcomingAt is the element behind the next k of them.
func upcomingAt(m mem.Mem, it mem.Ref, k uint64) (x mem.Ref, ok bool) {
	if !wordIsRef(it) || k > mostAhead {
		return NoRef, false
	}
	switch m.U32(it, fieldType) {
	case uint64(ListIterType):
		l, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
		if l == nothing || i+k >= m.U64(l, fieldListLen) || i+k < k {
			return NoRef, false
		}
		return m.RefAt(m.Ref(l, fieldListItems), fieldElem, i+k), true
	case uint64(TupleIterType):
		t, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
		if t == nothing || i+k >= tupleLen(m, t) || i+k < k {
			return NoRef, false
		}
		return m.RefAt(t, fieldTupleItem, i+k), true
	case uint64(RangeIterType):
		return rangeAt(m, it, k)
	case uint64(StrIterType):
		s, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
		if s == nothing || !narrow(m, s) || i+k >= m.U64(s, fieldStrLen) {
			return NoRef, false
		}
		return oneChar(m, m.U8At(s, fieldStrData, i+k))
	case uint64(BytesIterType):
		b, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
		if b == nothing {
			return NoRef, false
		}
		if wordIs(m, b, uint64(BytesType)) {
			return mem.Ref(m.U8At(b, fieldBytesData, min(i+k, m.U64(b, fieldBytesLen))) + IntBias), i+k < m.U64(b, fieldBytesLen)
		}
		if !wordIs(m, b, uint64(ByteArrayType)) || i+k >= m.U64(b, fieldByteArrayLen) {
			return NoRef, false
		}
		return mem.Ref(m.U8At(m.Ref(b, fieldByteArrayItems), fieldStorageData, m.U64(b, fieldByteArrayStart)+i+k) + IntBias), true
	}
	return stepAt(m, it, k)
}

// rangeAt is upcomingAt of numbers.
func rangeAt(m mem.Mem, it mem.Ref, k uint64) (x mem.Ref, ok bool) {
	by := int64(m.U64(it, fieldRangeStep))
	if uint64(by)+(1<<32) > 1<<33 {
		return NoRef, false
	}
	i, end := int64(m.U64(it, fieldRangeNext))+int64(k)*by, int64(m.U64(it, fieldRangeEnd))
	if by > 0 && i >= end || by < 0 && i <= end {
		return NoRef, false
	}
	return intWord(i)
}

// stepAt is upcomingAt of iterators of itertools.
func stepAt(m mem.Mem, it mem.Ref, k uint64) (x mem.Ref, ok bool) {
	facts := factsOf(m, it)
	if m.U32(it, fieldAux) != 0 {
		return NoRef, false
	}
	switch facts >> factStep & stepMask {
	case uint64(StepCount):
		x, by := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
		if !wordIsInt(x) || !wordIsInt(by) || uint64(intOf(by))+(1<<32) > 1<<33 {
			return NoRef, false
		}
		_, fits := intWord(intOf(x) + (int64(k)+1)*intOf(by))
		if !fits {
			return NoRef, false
		}
		return intWord(intOf(x) + int64(k)*intOf(by))
	case uint64(StepRepeat):
		x, times := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
		return x, times == mem.Ref(None) || wordIsInt(times) && intOf(times) > int64(k)
	case uint64(StepCycle):
		saved, at := m.Ref(it, fieldStep1), m.Ref(it, fieldStep2)
		if m.Ref(it, fieldStep0) != nothing || !wordIsInt(at) {
			return NoRef, false
		}
		n, i := m.U64(saved, fieldListLen), uint64(intOf(at))+k
		if i >= n {
			i -= n
		}
		if i >= n {
			return NoRef, false
		}
		return m.RefAt(m.Ref(saved, fieldListItems), fieldElem, i), true
	}
	return NoRef, false
}

// pass moves an iterator behind its upcoming element.
func pass(m mem.Mem, it mem.Ref) { passBy(m, it, 1) }

// passBy moves one behind its k upcoming elements: upcomingAt has told the last one.
func passBy(m mem.Mem, it mem.Ref, k uint64) {
	switch m.U32(it, fieldType) {
	case uint64(RangeIterType):
		m.SetU64(it, fieldRangeNext, m.U64(it, fieldRangeNext)+k*m.U64(it, fieldRangeStep))
		return
	case uint64(ListIterType), uint64(TupleIterType), uint64(StrIterType), uint64(BytesIterType):
		m.SetU64(it, fieldSeqIterIndex, m.U64(it, fieldSeqIterIndex)+k)
		return
	}
	switch factsOf(m, it) >> factStep & stepMask {
	case uint64(StepCount):
		m.SetRef(it, fieldStep0, mem.Ref(uint64(intOf(m.Ref(it, fieldStep0))+int64(k)*intOf(m.Ref(it, fieldStep1)))+IntBias))
	case uint64(StepRepeat):
		if m.Ref(it, fieldStep1) != mem.Ref(None) {
			m.SetRef(it, fieldStep1, mem.Ref(uint64(m.Ref(it, fieldStep1))-k))
		}
	case uint64(StepCycle):
		i, n := uint64(intOf(m.Ref(it, fieldStep2)))+k, m.U64(m.Ref(it, fieldStep1), fieldListLen)
		if i >= n {
			i -= n
		}
		m.SetRef(it, fieldStep2, mem.Ref(i+IntBias))
	}
}

// atEnd reports whether an iterator over a list, a tuple or numbers has ended.
func atEnd(m mem.Mem, it mem.Ref) bool {
	switch m.U32(it, fieldType) {
	case uint64(ListIterType):
		l := m.Ref(it, fieldSeqIterSeq)
		return l == nothing || m.U64(it, fieldSeqIterIndex) >= m.U64(l, fieldListLen)
	case uint64(TupleIterType):
		t := m.Ref(it, fieldSeqIterSeq)
		return t == nothing || m.U64(it, fieldSeqIterIndex) >= tupleLen(m, t)
	case uint64(StrIterType):
		s := m.Ref(it, fieldSeqIterSeq)
		return s == nothing || m.U64(it, fieldSeqIterIndex) >= m.U64(s, fieldStrLen)
	case uint64(RangeIterType):
		return m.U64(it, fieldRangeNext) == m.U64(it, fieldRangeEnd)
	}
	return false
}
