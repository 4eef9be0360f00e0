package object

import "github.com/tier2go/tier2/opgen/mem"

// Iterators that are made: by iter, by builtin classes, of ranges and views of dicts.

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
	case uint64(BytesType), uint64(ByteArrayType):
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
		uint64(DictItemIterType), uint64(SetIterType), uint64(StrIterType), uint64(BytesIterType), uint64(ListRevIterType), uint64(GeneratorType),
		uint64(DictRevKeyIterType), uint64(DictRevValueIterType), uint64(DictRevItemIterType), uint64(ReversedType):
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

// newSeqIterOf is an iterator at the beginning of a list, a tuple, a str, a bytes or a bytearray.
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
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(it, fieldHeader, uint64(RangeIterType))
	m.InitU64(it, fieldRangeNext, uint64(start)-IntBias)
	m.InitU64(it, fieldRangeEnd, uint64(start)-IntBias+(uint64(count)-IntBias)*(uint64(step)-IntBias))
	m.InitU64(it, fieldRangeStep, uint64(step)-IntBias)
	return it, true
}

// newTableIterOf is an iterator at the beginning of a dict.
func newTableIterOf(m mem.Mem, t uint64, of mem.Ref, used uint64) (it mem.Ref, ok bool) {
	it, w, next, ok := cutPlain(m, OffTableIterLeft+8)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(it, fieldHeader, t)
	m.InitRef(it, fieldTableIterOf, of)
	m.InitU64(it, fieldTableUsed, used)
	m.InitU64(it, fieldTablePos, 0)
	m.InitU64(it, fieldTableLeft, used)
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

// enumerateOf is enumerate(x, start).
//
//tier2:routine enumerate
func enumerateOf(m mem.Mem, x, start mem.Ref) (e mem.Ref, ok bool) {
	it, ok := iterOf(m, x)
	if !ok || !wordIsInt(start) {
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

// zipOf is zip(a, b).
//
//tier2:routine zip
func zipOf(m mem.Mem, a, b mem.Ref) (z mem.Ref, ok bool) {
	first, ok := iterOf(m, a)
	if !ok {
		return NoRef, false
	}
	second, ok := iterOf(m, b)
	if !ok {
		return NoRef, false
	}
	its, ok := newPair(m, first, second)
	if !ok {
		return NoRef, false
	}
	return newMapOf(m, uint64(ZipType), nothing, its)
}

// newMapOf is a map or a zip of a tuple of iterators.
func newMapOf(m mem.Mem, t uint64, f, its mem.Ref) (r mem.Ref, ok bool) {
	r, w, next, ok := cutPlain(m, mapSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(r, fieldHeader, t)
	m.InitRef(r, fieldMapIters, its)
	m.InitRef(r, fieldMapFunc, f)
	return r, true
}

// mapOf is map(f, x).
//
//tier2:routine map
func mapOf(m mem.Mem, f, x mem.Ref) (r mem.Ref, ok bool) {
	it, ok := iterOf(m, x)
	if !ok {
		return NoRef, false
	}
	its, ok := newTupleOf(m, 1)
	if !ok {
		return NoRef, false
	}
	m.InitU64(its, fieldTupleHash, 0)
	m.InitRefAt(its, fieldTupleItem, 0, it)
	return newMapOf(m, uint64(MapType), f, its)
}

// filterOf is filter(f, x).
//
//tier2:routine filter
func filterOf(m mem.Mem, f, x mem.Ref) (r mem.Ref, ok bool) {
	it, ok := iterOf(m, x)
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
