package object

import "github.com/tier2go/tier2/opgen/mem"

// Iterators that go backwards.

// reversedOf is reversed(l) of a list, a tuple, a str, a dict and its views, or of a range that rangeItem knows.
//
//tier2:routine reversed
func reversedOf(m mem.Mem, l mem.Ref) (it mem.Ref, ok bool) {
	if wordIs(m, l, uint64(RangeType)) {
		return rangeBackwards(m, l)
	}
	if wordIs(m, l, uint64(ListType)) {
		return newSeqIterBefore(m, uint64(ListRevIterType), l, m.U64(l, fieldListLen))
	}
	if !wordIsRef(l) {
		return NoRef, false
	}
	switch m.U32(l, fieldType) {
	case uint64(TupleType):
		return newSeqIterBefore(m, uint64(ReversedType), l, tupleLen(m, l))
	case uint64(StrType):
		return newSeqIterBefore(m, uint64(ReversedType), l, m.U64(l, fieldStrLen))
	case uint64(DictType):
		return newTableIterBefore(m, uint64(DictRevKeyIterType), l)
	case uint64(DictKeysType):
		return newTableIterBefore(m, uint64(DictRevKeyIterType), m.Ref(l, fieldViewDict))
	case uint64(DictValuesType):
		return newTableIterBefore(m, uint64(DictRevValueIterType), m.Ref(l, fieldViewDict))
	case uint64(DictItemsType):
		return newTableIterBefore(m, uint64(DictRevItemIterType), m.Ref(l, fieldViewDict))
	}
	return NoRef, false
}

// newSeqIterBefore is an iterator at the end of a list or tuple of n elements.
func newSeqIterBefore(m mem.Mem, t uint64, seq mem.Ref, n uint64) (it mem.Ref, ok bool) {
	it, ok = newSeqIterOf(m, t, seq)
	if !ok {
		return NoRef, false
	}
	m.InitU64(it, fieldSeqIterIndex, n-1)
	return it, true
}

// newTableIterBefore is an iterator at the end of a dict.
func newTableIterBefore(m mem.Mem, t uint64, d mem.Ref) (it mem.Ref, ok bool) {
	if !wordIs(m, d, uint64(DictType)) {
		return NoRef, false
	}
	it, ok = newTableIterOf(m, t, d, m.U64(d, fieldDictUsed))
	if !ok {
		return NoRef, false
	}
	m.SetU64(it, fieldTablePos, m.U32(d, fieldDictFilled)-1)
	return it, true
}

// rangeBackwards is reversed(r) of a range of ints of the word that is not empty, and whose step is small.
func rangeBackwards(m mem.Mem, r mem.Ref) (it mem.Ref, ok bool) {
	last, ok := rangeItem(m, r, mem.Ref(IntBias-1))
	if !ok {
		return NoRef, false
	}
	it, w, next, ok := cutPlain(m, SeqIterSize)
	if !ok {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(it, fieldHeader, uint64(RangeIterType))
	m.SetU64(it, fieldRangeNext, uint64(last)-IntBias)
	m.SetU64(it, fieldRangeEnd, uint64(m.Ref(r, fieldRangeStart))-uint64(m.Ref(r, fieldRangeBy)))
	m.SetU64(it, fieldRangeStep, IntBias-uint64(m.Ref(r, fieldRangeBy)))
	return it, true
}

// listBefore is the next element of a list that is gone through backwards.
func listBefore(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	l := m.Ref(it, fieldSeqIterSeq)
	if l == nothing {
		return nothing, true
	}
	i, more := seqPlace(m, it, m.U64(l, fieldListLen))
	if !more {
		return nothing, true
	}
	m.SetU64(it, fieldSeqIterIndex, i-1)
	return m.RefAt(m.Ref(l, fieldListItems), fieldElem, i), true
}

// tupleBefore is the next element of a tuple or a str that is gone through backwards.
func tupleBefore(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	t, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
	if t == nothing {
		return nothing, true
	}
	if narrow(m, t) && i < m.U64(t, fieldStrLen) {
		x, ok := oneChar(m, m.U8At(t, fieldStrData, i))
		if !ok {
			return NoRef, false
		}
		m.SetU64(it, fieldSeqIterIndex, i-1)
		return x, true
	}
	if !wordIs(m, t, uint64(TupleType)) {
		return NoRef, false
	}
	if i >= tupleLen(m, t) {
		m.SetRef(it, fieldSeqIterSeq, nothing)
		return nothing, true
	}
	m.SetU64(it, fieldSeqIterIndex, i-1)
	return m.RefAt(t, fieldTupleItem, i), true
}

// dictEntryBefore is the number of the next entry of a dict that is gone through backwards, as dictEntryNext is forwards.
func dictEntryBefore(m mem.Mem, it, d mem.Ref) (i int64, ok bool) {
	if m.U64(it, fieldTableUsed) != m.U64(d, fieldDictUsed) {
		return 0, false
	}
	entries, left := m.Ref(d, fieldDictEntries), m.U64(it, fieldTablePos)+1
	if n := m.U32(d, fieldDictFilled); left > n { // the dict has been compacted meanwhile
		left = n
	}
	for k := uint64(0); k < mostHoles; k++ {
		if k >= left {
			return -1, true
		}
		i := left - 1 - k
		if m.RefAt(entries, fieldEntryValue, 3*i) != nothing {
			return int64(i), m.U64(it, fieldTableLeft) != 0
		}
	}
	return 0, false
}

// dictElementBefore is the next key or value of a dict that is gone through backwards.
func dictElementBefore(m mem.Mem, it mem.Ref, f mem.Field) (x mem.Ref, ok bool) {
	d := m.Ref(it, fieldTableIterOf)
	if d == nothing {
		return nothing, true
	}
	i, ok := dictEntryBefore(m, it, d)
	if !ok {
		return NoRef, false
	}
	if i < 0 {
		m.SetRef(it, fieldTableIterOf, nothing)
		return nothing, true
	}
	dictAdvance(m, it, uint64(i)-1)
	return m.RefAt(m.Ref(d, fieldDictEntries), f, 3*uint64(i)), true
}

// dictKeyBefore is the next key of a dict that is gone through backwards.
func dictKeyBefore(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	return dictElementBefore(m, it, fieldEntryKey)
}

// dictValueBefore is the next value of one.
func dictValueBefore(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	return dictElementBefore(m, it, fieldEntryValue)
}

// dictPairBefore is the next item of one.
func dictPairBefore(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	d := m.Ref(it, fieldTableIterOf)
	if d == nothing {
		return nothing, true
	}
	i, ok := dictEntryBefore(m, it, d)
	if !ok {
		return NoRef, false
	}
	if i < 0 {
		m.SetRef(it, fieldTableIterOf, nothing)
		return nothing, true
	}
	t, ok := newItemOf(m, d, uint64(i))
	if !ok {
		return NoRef, false
	}
	dictAdvance(m, it, uint64(i)-1)
	return t, true
}
