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

// dictAdvance makes an iterator over a dict go on behind entry i.
func dictAdvance(m mem.Mem, it mem.Ref, i uint64) {
	m.SetU64(it, fieldTablePos, i+1)
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
	dictAdvance(m, it, uint64(i))
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
	t, ok := newTupleOf(m, 2)
	if !ok {
		return NoRef, false
	}
	entries := m.Ref(d, fieldDictEntries)
	m.SetRefAt(t, fieldTupleItem, 0, m.RefAt(entries, fieldEntryKey, 3*uint64(i)))
	m.SetRefAt(t, fieldTupleItem, 1, m.RefAt(entries, fieldEntryValue, 3*uint64(i)))
	dictAdvance(m, it, uint64(i))
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
	}
	if factsOf(m, it)&factRingIter != 0 {
		return ringNext(m, it)
	}
	return NoRef, false
}

// byteNext is the next element of a bytes.
func byteNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	b, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
	if b == nothing {
		return nothing, true
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

// seqIterType is the type of the iterators over what a list or tuple is, 0 of others.
func seqIterType(m mem.Mem, x mem.Ref) uint64 {
	if wordIs(m, x, uint64(ListType)) {
		return uint64(ListIterType)
	}
	if wordIs(m, x, uint64(TupleType)) {
		return uint64(TupleIterType)
	}
	return 0
}

// enumerateOf is enumerate(x, start) of a list or tuple.
//
//tier2:routine enumerate
func enumerateOf(m mem.Mem, x, start mem.Ref) (e mem.Ref, ok bool) {
	t := seqIterType(m, x)
	if t == 0 || !wordIsInt(start) {
		return NoRef, false
	}
	it, ok := newSeqIterOf(m, t, x)
	if !ok {
		return NoRef, false
	}
	e, w, next, ok := cutPlain(m, OffEnumCount+8)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(e, fieldHeader, uint64(EnumerateType))
	m.InitRef(e, fieldEnumIter, it)
	m.InitRef(e, fieldEnumCount, start)
	return e, true
}

// zipOf is zip(a, b) of lists and tuples.
//
//tier2:routine zip
func zipOf(m mem.Mem, a, b mem.Ref) (z mem.Ref, ok bool) {
	t, u := seqIterType(m, a), seqIterType(m, b)
	if t == 0 || u == 0 {
		return NoRef, false
	}
	first, ok := newSeqIterOf(m, t, a)
	if !ok {
		return NoRef, false
	}
	second, ok := newSeqIterOf(m, u, b)
	if !ok {
		return NoRef, false
	}
	its, ok := newTupleOf(m, 2)
	if !ok {
		return NoRef, false
	}
	m.InitRefAt(its, fieldTupleItem, 0, first)
	m.InitRefAt(its, fieldTupleItem, 1, second)
	z, w, next, ok := cutPlain(m, mapSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(z, fieldHeader, uint64(ZipType))
	m.InitRef(z, fieldMapIters, its)
	m.InitRef(z, fieldMapFunc, nothing)
	return z, true
}

// calledOver is the iterator that a map or a filter calls its function for: of a list or a tuple, or a generator itself.
func calledOver(m mem.Mem, x mem.Ref) (it mem.Ref, ok bool) {
	if t := seqIterType(m, x); t != 0 {
		return newSeqIterOf(m, t, x)
	}
	return x, wordIs(m, x, uint64(GeneratorType))
}

// mapOf is map(f, x).
//
//tier2:routine map
func mapOf(m mem.Mem, f, x mem.Ref) (r mem.Ref, ok bool) {
	it, ok := calledOver(m, x)
	if !ok {
		return NoRef, false
	}
	its, ok := newTupleOf(m, 1)
	if !ok {
		return NoRef, false
	}
	m.InitU64(its, fieldTupleHash, 0)
	m.InitRefAt(its, fieldTupleItem, 0, it)
	r, w, next, ok := cutPlain(m, mapSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(r, fieldHeader, uint64(MapType))
	m.InitRef(r, fieldMapIters, its)
	m.InitRef(r, fieldMapFunc, f)
	return r, true
}

// filterOf is filter(f, x).
//
//tier2:routine filter
func filterOf(m mem.Mem, f, x mem.Ref) (r mem.Ref, ok bool) {
	it, ok := calledOver(m, x)
	if !ok {
		return NoRef, false
	}
	r, w, next, ok := cutPlain(m, 32)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(r, fieldHeader, uint64(FilterType))
	m.InitRef(r, fieldFilterIter, it)
	m.InitRef(r, fieldFilterFunc, f)
	return r, true
}

// reversedOf is reversed(l) of a list, or of a range that rangeItem knows.
//
//tier2:routine reversed
func reversedOf(m mem.Mem, l mem.Ref) (it mem.Ref, ok bool) {
	if wordIs(m, l, uint64(RangeType)) {
		return rangeBackwards(m, l)
	}
	if !wordIs(m, l, uint64(ListType)) {
		return NoRef, false
	}
	n := m.U64(l, fieldListLen)
	it, ok = newSeqIterOf(m, uint64(ListRevIterType), l)
	if !ok {
		return NoRef, false
	}
	m.InitU64(it, fieldSeqIterIndex, n-1)
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
	case uint64(ZipType):
		return zipped(m, it)
	}
	return elementOf(m, it)
}

// iterOf is iter(x) of a container, or of an iterator, which is its own.
//
//tier2:routine iter
func iterOf(m mem.Mem, x mem.Ref) (it mem.Ref, ok bool) {
	if !wordIsRef(x) {
		return NoRef, false
	}
	switch likeFor(m, x, FactIter) {
	case uint64(ListType):
		return newSeqIterOf(m, uint64(ListIterType), x)
	case uint64(TupleType):
		return newSeqIterOf(m, uint64(TupleIterType), x)
	case uint64(StrType):
		return newSeqIterOf(m, uint64(StrIterType), x)
	case uint64(BytesType):
		return newSeqIterOf(m, uint64(BytesIterType), x)
	case uint64(RangeType):
		return newRangeIterOf(m, x)
	case uint64(DictType):
		return newTableIterOf(m, uint64(DictKeyIterType), x, m.U64(x, fieldDictUsed))
	case uint64(SetType), uint64(FrozenSetType):
		return newTableIterOf(m, uint64(SetIterType), x, m.U64(x, fieldSetUsed))
	case uint64(DictKeysType):
		return newViewIterOf(m, uint64(DictKeyIterType), x)
	case uint64(DictValuesType):
		return newViewIterOf(m, uint64(DictValueIterType), x)
	case uint64(DictItemsType):
		return newViewIterOf(m, uint64(DictItemIterType), x)
	case uint64(ListIterType), uint64(TupleIterType), uint64(RangeIterType), uint64(DictKeyIterType), uint64(DictValueIterType),
		uint64(DictItemIterType), uint64(SetIterType), uint64(StrIterType), uint64(BytesIterType), uint64(ListRevIterType), uint64(GeneratorType):
		return x, true
	case uint64(EnumerateType):
		inner := m.Ref(x, fieldEnumIter)
		return x, stepsAlone(m, inner) || wordIs(m, inner, uint64(ZipType)) && zipStepsAlone(m, inner)
	case uint64(ZipType):
		return x, zipStepsAlone(m, x)
	}
	if factsOf(m, x)&factRingItems != 0 {
		return newRingIterOf(m, x)
	}
	return NoRef, false
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
	return true
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

// newSeqIterOf is an iterator at the beginning of a list or tuple.
func newSeqIterOf(m mem.Mem, t uint64, seq mem.Ref) (it mem.Ref, ok bool) {
	it, w, next, ok := cutPlain(m, SeqIterSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(it, fieldHeader, t)
	m.InitRef(it, fieldSeqIterSeq, seq)
	m.InitU64(it, fieldSeqIterIndex, 0)
	return it, true
}

// newRangeIterOf is the iterator of a range of ints of the word.
func newRangeIterOf(m mem.Mem, r mem.Ref) (it mem.Ref, ok bool) {
	start, step, count := m.Ref(r, fieldRangeStart), m.Ref(r, fieldRangeBy), m.Ref(r, fieldRangeLen)
	it, w, next, ok := cutPlain(m, SeqIterSize)
	if !ok || !wordIsInt(start) || !wordIsInt(step) || !wordIsInt(count) || !wordIsInt(m.Ref(r, fieldRangeStop)) {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(it, fieldHeader, uint64(RangeIterType))
	m.SetU64(it, fieldRangeNext, uint64(start)-IntBias)
	m.SetU64(it, fieldRangeEnd, uint64(start)-IntBias+(uint64(count)-IntBias)*(uint64(step)-IntBias))
	m.SetU64(it, fieldRangeStep, uint64(step)-IntBias)
	return it, true
}

// newTableIterOf is an iterator at the beginning of a dict.
func newTableIterOf(m mem.Mem, t uint64, of mem.Ref, used uint64) (it mem.Ref, ok bool) {
	it, w, next, ok := cutPlain(m, OffTableIterLeft+8)
	if !ok {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(it, fieldHeader, t)
	m.SetRef(it, fieldTableIterOf, of)
	m.SetU64(it, fieldTableUsed, used)
	m.SetU64(it, fieldTablePos, 0)
	m.SetU64(it, fieldTableLeft, used)
	return it, true
}

// newViewIterOf is an iterator at the beginning of a view's dict.
func newViewIterOf(m mem.Mem, t uint64, view mem.Ref) (it mem.Ref, ok bool) {
	d := m.Ref(view, fieldViewDict)
	if !wordIs(m, d, uint64(DictType)) {
		return NoRef, false
	}
	return newTableIterOf(m, t, d, m.U64(d, fieldDictUsed))
}

// newViewOf is a view of a dict.
func newViewOf(m mem.Mem, t uint64, d mem.Ref) (view mem.Ref, ok bool) {
	if !wordIs(m, d, uint64(DictType)) {
		return NoRef, false
	}
	view, w, next, ok := cutPlain(m, viewSize)
	if !ok {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(view, fieldHeader, t)
	m.SetRef(view, fieldViewDict, d)
	return view, true
}

// keysOf is d.keys().
//
//tier2:routine dict.keys
func keysOf(m mem.Mem, d mem.Ref) (view mem.Ref, ok bool) {
	return newViewOf(m, uint64(DictKeysType), d)
}

// valuesOf is d.values().
//
//tier2:routine dict.values
func valuesOf(m mem.Mem, d mem.Ref) (view mem.Ref, ok bool) {
	return newViewOf(m, uint64(DictValuesType), d)
}

// itemsOf is d.items().
//
//tier2:routine dict.items
func itemsOf(m mem.Mem, d mem.Ref) (view mem.Ref, ok bool) {
	return newViewOf(m, uint64(DictItemsType), d)
}

// newRangeOf is range(start, stop, step) of ints of the word, with a step of 1 or −1.
//
//tier2:routine range
func newRangeOf(m mem.Mem, start, stop, step mem.Ref) (r mem.Ref, ok bool) {
	r, w, next, ok := cutPlain(m, rangeSize)
	if !ok || !wordIsInt(start) || !wordIsInt(stop) {
		return NoRef, false
	}
	count := intOf(stop) - intOf(start)
	if step == mem.Ref(IntBias-1) {
		count = -count
	} else if step != mem.Ref(IntBias+1) {
		return NoRef, false
	}
	if count > MaxSmall {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(r, fieldHeader, uint64(RangeType))
	m.SetRef(r, fieldRangeStart, start)
	m.SetRef(r, fieldRangeStop, stop)
	m.SetRef(r, fieldRangeBy, step)
	m.SetRef(r, fieldRangeLen, mem.Ref(uint64(max(count, 0))+IntBias))
	return r, true
}

// tupleOf is tuple(l) of a list, or of a tuple.
//
//tier2:routine list.totuple
func tupleOf(m mem.Mem, l mem.Ref) (t mem.Ref, ok bool) {
	if wordIs(m, l, uint64(TupleType)) {
		return l, true
	}
	if !wordIs(m, l, uint64(ListType)) {
		return NoRef, false
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
