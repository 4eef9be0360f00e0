package object

import "github.com/tier2go/tier2/opgen/mem"

// Fields of iterators.
const (
	fieldSeqIterSeq   = mem.Field(OffSeqIterSeq) | AliasSeqIter<<mem.ClassShift
	fieldSeqIterIndex = mem.Field(OffSeqIterIndex) | AliasSeqIndex<<mem.ClassShift
	fieldRangeNext    = mem.Field(OffRangeIterNext) | AliasRangeNext<<mem.ClassShift
	fieldRangeEnd     = mem.Field(OffRangeIterEnd) | AliasRangeEnd<<mem.ClassShift
	fieldRangeStep    = mem.Field(OffRangeIterStep) | AliasRangeStep<<mem.ClassShift
	fieldTableIterOf  = mem.Field(OffTableIterOf) | AliasTableIter<<mem.ClassShift
	fieldTableUsed    = mem.Field(OffTableIterUsed) | AliasTableIter<<mem.ClassShift
	fieldTablePos     = mem.Field(OffTableIterPos) | AliasTableIter<<mem.ClassShift
	fieldTableLeft    = mem.Field(OffTableIterLeft) | AliasTableIter<<mem.ClassShift
	fieldEnumIter     = mem.Field(OffEnumIter) | AliasIters<<mem.ClassShift
	fieldEnumCount    = mem.Field(OffEnumCount) | AliasEnumCount<<mem.ClassShift
	fieldRangeStart   = mem.Field(OffRangeStart) | AliasHeap<<mem.ClassShift
	fieldRangeStop    = mem.Field(OffRangeStop) | AliasHeap<<mem.ClassShift
	fieldRangeBy      = mem.Field(OffRangeStep) | AliasHeap<<mem.ClassShift
	fieldProxyMapping = mem.Field(offProxyMapping) | AliasHeap<<mem.ClassShift
	fieldRangeLen     = mem.Field(offRangeLen) | AliasHeap<<mem.ClassShift
	fieldViewDict     = mem.Field(offViewDict) | AliasHeap<<mem.ClassShift
	fieldFilterIter   = mem.Field(OffFilterIter) | AliasHeap<<mem.ClassShift
	fieldFilterFunc   = mem.Field(OffFilterFunc) | AliasHeap<<mem.ClassShift
	fieldMapFunc      = mem.Field(OffMapFunc) | AliasHeap<<mem.ClassShift
	fieldMapIters     = mem.Field(OffMapIters) | AliasIters<<mem.ClassShift
)

// mostHoles bounds the empty slots that the next element of a set or dict is looked for behind.
const mostHoles = 64

// nothing is what an iterator at its end gives.
const nothing = mem.Ref(Null)

// seqPlace is at which place an iterator is of what it goes over, which has n elements. At its end it lets go of that.
func seqPlace(m mem.Mem, it mem.Ref, n uint64) (i uint64, more bool) {
	i = m.U64(it, fieldSeqIterIndex)
	if i >= n { // behind it; −1, ahead of it
		m.SetRef(it, fieldSeqIterSeq, nothing)
		return 0, false
	}
	return i, true
}

// listNext is the next element of a list, nothing at its end.
func listNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	l := m.Ref(it, fieldSeqIterSeq)
	if l == nothing {
		return nothing, true
	}
	i, more := seqPlace(m, it, m.U64(l, fieldListLen))
	if !more {
		return nothing, true
	}
	m.SetU64(it, fieldSeqIterIndex, i+1)
	return m.RefAt(m.Ref(l, fieldListItems), fieldElem, i), true
}

// tupleNext is the next element of a tuple.
func tupleNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	t := m.Ref(it, fieldSeqIterSeq)
	if t == nothing {
		return nothing, true
	}
	i, more := seqPlace(m, it, tupleLen(m, t))
	if !more {
		return nothing, true
	}
	m.SetU64(it, fieldSeqIterIndex, i+1)
	return m.RefAt(t, fieldTupleItem, i), true
}

// rangeNext is the next number of a range, if it stands in the word.
func rangeNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	i := m.U64(it, fieldRangeNext)
	if i == m.U64(it, fieldRangeEnd) {
		return nothing, true
	}
	if i+(-MinSmall) > MaxSmall-MinSmall {
		return NoRef, false
	}
	m.SetU64(it, fieldRangeNext, i+m.U64(it, fieldRangeStep))
	return mem.Ref(i + IntBias), true
}

// setElement is the next element of a set that has its size still, and few empty slots in front of it.
func setElement(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	s := m.Ref(it, fieldTableIterOf)
	if s == nothing {
		return nothing, true
	}
	if m.U64(it, fieldTableUsed) != m.U64(s, fieldSetUsed) {
		return NoRef, false
	}
	table, mask, first := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask), m.U64(it, fieldTablePos)
	for k := uint64(0); k < mostHoles; k++ {
		i := first + k
		if i > mask {
			m.SetRef(it, fieldTableIterOf, nothing)
			return nothing, true
		}
		x := m.RefAt(table, fieldSetKey, 2*i)
		if x != nothing {
			m.SetU64(it, fieldTablePos, i+1)
			m.SetU64(it, fieldTableLeft, m.U64(it, fieldTableLeft)-1)
			return x, true
		}
	}
	return NoRef, false
}

// dictEntryNext is the number of the next entry of a dict that is gone through forwards, which has not
// changed its size, and has few entries in front of it that were deleted: −1 at the end.
func dictEntryNext(m mem.Mem, it, d mem.Ref) (i int64, ok bool) {
	if m.U64(it, fieldTableUsed) != m.U64(d, fieldDictUsed) {
		return 0, false
	}
	entries, n, first := m.Ref(d, fieldDictEntries), m.U32(d, fieldDictFilled), m.U64(it, fieldTablePos)
	for k := uint64(0); k < mostHoles; k++ {
		i := first + k
		if i >= n {
			return -1, true
		}
		if m.RefAt(entries, fieldEntryValue, 3*i) != nothing {
			return int64(i), m.U64(it, fieldTableLeft) != 0
		}
	}
	return 0, false
}

// dictAdvance makes an iterator over a dict go on at entry i.
func dictAdvance(m mem.Mem, it mem.Ref, i uint64) {
	m.SetU64(it, fieldTablePos, i)
	m.SetU64(it, fieldTableLeft, m.U64(it, fieldTableLeft)-1)
}

// dictElement is the next key or value of a dict: what stands in a field of its entries.
func dictElement(m mem.Mem, it mem.Ref, f mem.Field) (x mem.Ref, ok bool) {
	d := m.Ref(it, fieldTableIterOf)
	if d == nothing {
		return nothing, true
	}
	i, ok := dictEntryNext(m, it, d)
	if !ok {
		return NoRef, false
	}
	if i < 0 {
		m.SetRef(it, fieldTableIterOf, nothing)
		return nothing, true
	}
	dictAdvance(m, it, uint64(i)+1)
	return m.RefAt(m.Ref(d, fieldDictEntries), f, 3*uint64(i)), true
}

// dictKey is the next key of a dict.
func dictKey(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) { return dictElement(m, it, fieldEntryKey) }

// dictValue is the next value of a dict.
func dictValue(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	return dictElement(m, it, fieldEntryValue)
}

// dictPair is the next item of a dict.
func dictPair(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	d := m.Ref(it, fieldTableIterOf)
	if d == nothing {
		return nothing, true
	}
	i, ok := dictEntryNext(m, it, d)
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
	dictAdvance(m, it, uint64(i)+1)
	return t, true
}

// newItemOf is the tuple of the key and the value of entry i of a dict.
func newItemOf(m mem.Mem, d mem.Ref, i uint64) (t mem.Ref, ok bool) {
	t, ok = newTupleOf(m, 2)
	if !ok {
		return NoRef, false
	}
	entries := m.Ref(d, fieldDictEntries)
	m.InitRefAt(t, fieldTupleItem, 0, m.RefAt(entries, fieldEntryKey, 3*i))
	m.InitRefAt(t, fieldTupleItem, 1, m.RefAt(entries, fieldEntryValue, 3*i))
	return t, true
}

// elementOf is the next element of an iterator over a container itself.
func elementOf(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	switch m.U32(it, fieldType) {
	case uint64(ListIterType):
		return listNext(m, it)
	case uint64(TupleIterType):
		return tupleNext(m, it)
	case uint64(RangeIterType):
		return rangeNext(m, it)
	case uint64(DictKeyIterType):
		return dictKey(m, it)
	case uint64(DictValueIterType):
		return dictValue(m, it)
	case uint64(ListRevIterType):
		return listBefore(m, it)
	case uint64(SetIterType):
		return setElement(m, it)
	case uint64(BytesIterType):
		return byteNext(m, it)
	case uint64(StrIterType):
		return charNext(m, it)
	case uint64(DictRevKeyIterType):
		return dictKeyBefore(m, it)
	case uint64(DictRevValueIterType):
		return dictValueBefore(m, it)
	case uint64(ReversedType):
		return tupleBefore(m, it)
	}
	if factsOf(m, it)&factRingIter != 0 {
		return ringNext(m, it)
	}
	return NoRef, false
}

// byteNext is the next element of a bytes or a bytearray.
func byteNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	b, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
	if b == nothing {
		return nothing, true
	}
	if wordIs(m, b, uint64(ByteArrayType)) && i < m.U64(b, fieldByteArrayLen) {
		m.SetU64(it, fieldSeqIterIndex, i+1)
		return mem.Ref(m.U8At(m.Ref(b, fieldByteArrayItems), fieldStorageData, m.U64(b, fieldByteArrayStart)+i) + IntBias), true
	}
	if !wordIs(m, b, uint64(BytesType)) {
		return NoRef, false
	}
	if i >= m.U64(b, fieldBytesLen) {
		m.SetRef(it, fieldSeqIterSeq, nothing)
		return nothing, true
	}
	m.SetU64(it, fieldSeqIterIndex, i+1)
	return mem.Ref(m.U8At(b, fieldBytesData, i) + IntBias), true
}

// charNext is the next character of a str of one byte a code point.
func charNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	s, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
	if s == nothing {
		return nothing, true
	}
	if !narrow(m, s) {
		return NoRef, false
	}
	if i >= m.U64(s, fieldStrLen) {
		m.SetRef(it, fieldSeqIterSeq, nothing)
		return nothing, true
	}
	x, ok = oneChar(m, m.U8At(s, fieldStrData, i))
	if !ok {
		return NoRef, false
	}
	m.SetU64(it, fieldSeqIterIndex, i+1)
	return x, true
}

// enumerated is the next pair of an enumerate.
func enumerated(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	inner, count := m.Ref(it, fieldEnumIter), m.Ref(it, fieldEnumCount)
	if !wordIsRef(inner) || !wordIsInt(count) || count == mem.Ref(IntBias+MaxSmall) {
		return NoRef, false
	}
	t, w, next, ok := cutPlain(m, OffTupleItems+16)
	if !ok {
		return NoRef, false
	}
	x, ok = elementOf(m, inner)
	if !ok {
		return NoRef, false
	}
	if x == nothing {
		return nothing, true
	}
	m.SetRef(it, fieldEnumCount, mem.Ref(uint64(count)+1))
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(t, fieldHeader, uint64(TupleType)|2<<32)
	m.SetRefAt(t, fieldTupleItem, 0, count)
	m.SetRefAt(t, fieldTupleItem, 1, x)
	return t, true
}

// certain reports whether the next element of an iterator is there without giving up.
func certain(m mem.Mem, it mem.Ref) bool {
	if wordIs(m, it, uint64(RangeIterType)) {
		return m.U64(it, fieldRangeNext)+(-MinSmall) <= MaxSmall-MinSmall
	}
	return wordIs(m, it, uint64(ListIterType)) || wordIs(m, it, uint64(TupleIterType))
}

// certainNext is the next element of such an iterator.
func certainNext(m mem.Mem, it mem.Ref) mem.Ref {
	switch m.U32(it, fieldType) {
	case uint64(ListIterType):
		x, _ := listNext(m, it)
		return x
	case uint64(TupleIterType):
		x, _ := tupleNext(m, it)
		return x
	}
	i := m.U64(it, fieldRangeNext)
	if i == m.U64(it, fieldRangeEnd) {
		return nothing
	}
	m.SetU64(it, fieldRangeNext, i+m.U64(it, fieldRangeStep))
	return mem.Ref(i + IntBias)
}

// zipped is the next tuple of a zip, which is not strict, of two different iterators.
func zipped(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	its := m.Ref(it, fieldMapIters)
	if !wordIs(m, its, uint64(TupleType)) || tupleLen(m, its) != 2 || m.U32(it, fieldAux) != 0 {
		return NoRef, false
	}
	a, b := m.RefAt(its, fieldTupleItem, 0), m.RefAt(its, fieldTupleItem, 1)
	if a == b || !certain(m, a) || !certain(m, b) {
		return NoRef, false
	}
	t, w, next, ok := cutPlain(m, OffTupleItems+16)
	if !ok {
		return NoRef, false
	}
	p := certainNext(m, a)
	if p == nothing {
		return nothing, true
	}
	q := certainNext(m, b)
	if q == nothing {
		return nothing, true
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(t, fieldHeader, uint64(TupleType)|2<<32)
	m.SetRefAt(t, fieldTupleItem, 0, p)
	m.SetRefAt(t, fieldTupleItem, 1, q)
	return t, true
}

// nextOf is what next(it) and for loops take from an iterator: nothing at its end.
//
//tier2:routine next
func nextOf(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	if !wordIsRef(it) {
		return NoRef, false
	}
	switch m.U32(it, fieldType) {
	case uint64(EnumerateType):
		return enumerated(m, it)
	case uint64(DictItemIterType):
		return dictPair(m, it)
	case uint64(DictRevItemIterType):
		return dictPairBefore(m, it)
	case uint64(ZipType):
		return zipped(m, it)
	}
	facts := factsOf(m, it)
	if facts>>factStep&stepMask != 0 {
		return stepped(m, it, facts)
	}
	return elementOf(m, it)
}

// stepsAlone reports whether no generator may stand for an iterator, or is one (Heap.IterOver).
func stepsAlone(m mem.Mem, it mem.Ref) bool {
	if !wordIsRef(it) {
		return true
	}
	switch m.U32(it, fieldType) {
	case uint64(GeneratorType), uint64(MapType), uint64(FilterType), uint64(ZipType), uint64(EnumerateType):
		return false
	}
	return m.U32(it, fieldType) < uint64(FirstFreeType) // iterators of itertools
}

// zipStepsAlone is stepsAlone of a zip whose iterators do: none stands for one of many.
func zipStepsAlone(m mem.Mem, z mem.Ref) bool {
	its := m.Ref(z, fieldMapIters)
	n := tupleLen(m, its)
	if n > MaxMapIters {
		return true
	}
	for i := uint64(0); i < n; i++ {
		if !stepsAlone(m, m.RefAt(its, fieldTupleItem, i)) {
			return false
		}
	}
	return true
}

// tupleOf is tuple(x) of what newListOf knows.
//
//tier2:routine list.totuple
func tupleOf(m mem.Mem, l mem.Ref) (t mem.Ref, ok bool) {
	if wordIs(m, l, uint64(TupleType)) {
		return l, true
	}
	if !wordIs(m, l, uint64(ListType)) {
		if !wordIsRef(l) {
			return NoRef, false
		}
		l, ok = listOfMade(m, l)
		if !ok {
			return NoRef, false
		}
	}
	n := m.U64(l, fieldListLen)
	if n == 0 || n > mostSliced {
		return NoRef, false
	}
	t, ok = newTupleOf(m, n)
	if !ok {
		return NoRef, false
	}
	items := m.Ref(l, fieldListItems)
	for i := uint64(0); i < n; i++ {
		m.SetRefAt(t, fieldTupleItem, i, m.RefAt(items, fieldElem, i))
	}
	return t, true
}
