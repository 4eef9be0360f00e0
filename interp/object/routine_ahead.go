package object

import "github.com/tier2go/tier2/opgen/mem"

// What machine code asks for the next element where routine next gives up: iterators over others that say what comes ahead of time
// (routine_seek.go), and those in enumerates.

// nextAhead is what nextOf does not know of iterators of module itertools, zips and enumerates.
//
//tier2:routine next.ahead
func nextAhead(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	if !wordIsRef(it) {
		return NoRef, false
	}
	pair, count, outer := nothing, nothing, it
	if m.U32(it, fieldType) == uint64(EnumerateType) {
		it, count = m.Ref(outer, fieldEnumIter), m.Ref(outer, fieldEnumCount)
		if !wordIsRef(it) || !wordIsInt(count) || count == mem.Ref(IntBias+MaxSmall) {
			return NoRef, false
		}
		t := m.U32(it, fieldType)
		if t != uint64(ZipType) && t != uint64(DictItemIterType) && factsOf(m, it)>>factStep&stepMask == 0 {
			return NoRef, false
		}
		pair, ok = newTupleOf(m, 2)
		if !ok {
			return NoRef, false
		}
	}
	x, ok = aheadOf(m, it)
	if !ok {
		return NoRef, false
	}
	if pair == nothing || x == nothing {
		return x, true
	}
	m.SetRef(outer, fieldEnumCount, mem.Ref(uint64(count)+1))
	m.InitRefAt(pair, fieldTupleItem, 0, count)
	m.InitRefAt(pair, fieldTupleItem, 1, x)
	return pair, true
}

// aheadOf is nextAhead of what is no enumerate.
func aheadOf(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	t, facts := m.U32(it, fieldType), factsOf(m, it)
	if m.U32(it, fieldAux) != 0 && t != uint64(DictItemIterType) { // fields are in cells, or it is strict
		return NoRef, false
	}
	if t == uint64(ZipType) {
		return zippedOf(m, it)
	}
	if t == uint64(DictItemIterType) {
		return dictPair(m, it)
	}
	kind := facts >> factStep & stepMask
	slice, next := nothing, nothing
	if kind == uint64(StepSlice) {
		inner := m.Ref(it, fieldStep0)
		if !wordIsRef(inner) || m.U32(inner, fieldAux) != 0 {
			return NoRef, false
		}
		k, then, ok := sliceAhead(m, it)
		if !ok {
			return NoRef, false
		}
		in := factsOf(m, inner) >> factStep & stepMask
		if !selects(in) {
			x, ok = upcomingAt(m, inner, k)
			if !ok {
				return NoRef, false
			}
			passBy(m, inner, k+1)
			sliceOn(m, it, then)
			return x, true
		}
		if k != 0 {
			return NoRef, false
		}
		slice, next, it, kind = it, then, inner, in
	}
	if !selects(kind) {
		return aheadBy(m, it, kind)
	}
	x, ok = selection(m, it, kind)
	if !ok {
		return NoRef, false
	}
	if slice != nothing {
		if x == nothing {
			next = mem.Ref(IntBias)
		}
		sliceOn(m, slice, next)
	}
	return x, true
}

// selects reports whether iterators of a kind make selections of what they have.
func selects(kind uint64) bool {
	return kind == uint64(StepProduct) || kind == uint64(StepChoice) || kind == uint64(StepPermuted)
}

// selection is the next one.
func selection(m mem.Mem, it mem.Ref, kind uint64) (x mem.Ref, ok bool) {
	switch kind {
	case uint64(StepProduct):
		return productNext(m, it)
	case uint64(StepChoice):
		return chosen(m, it)
	}
	return permuted(m, it)
}

// aheadBy is aheadOf of the other kinds.
func aheadBy(m mem.Mem, it mem.Ref, kind uint64) (x mem.Ref, ok bool) {
	switch kind {
	case uint64(StepChain):
		return chainAhead(m, it)
	case uint64(StepPairs):
		return pairAhead(m, it)
	case uint64(StepAccumulate):
		return totalAhead(m, it)
	case uint64(StepCompress):
		return compressed(m, it)
	case uint64(StepBatch):
		return batchNext(m, it)
	case uint64(StepTee):
		return teed(m, it)
	case uint64(StepGroup):
		return grouped(m, it)
	}
	return NoRef, false
}

// chainAhead is the next element of a chain. Where the iterator that is active has ended, the next list, tuple or str is gone through.
func chainAhead(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	active, source := m.Ref(it, fieldStep1), m.Ref(it, fieldStep0)
	if active != nothing {
		x, ok = nextUp(m, active)
		if ok {
			pass(m, active)
			return x, true
		}
		if !wordIsRef(active) || !atEnd(m, active) {
			return NoRef, false
		}
	}
	if source == nothing || !wordIs(m, source, uint64(TupleIterType)) && !wordIs(m, source, uint64(ListIterType)) {
		return NoRef, false
	}
	of, ok := nextUp(m, source)
	if !ok || !wordIsRef(of) {
		return NoRef, false
	}
	t := uint64(0)
	switch m.U32(of, fieldType) {
	case uint64(ListType):
		if m.U64(of, fieldListLen) == 0 {
			return NoRef, false
		}
		t, x = uint64(ListIterType), m.RefAt(m.Ref(of, fieldListItems), fieldElem, 0)
	case uint64(TupleType):
		if tupleLen(m, of) == 0 {
			return NoRef, false
		}
		t, x = uint64(TupleIterType), m.RefAt(of, fieldTupleItem, 0)
	case uint64(StrType):
		if !narrow(m, of) || m.U64(of, fieldStrLen) == 0 {
			return NoRef, false
		}
		t = uint64(StrIterType)
		x, ok = oneChar(m, m.U8(of, fieldStrData))
		if !ok {
			return NoRef, false
		}
	default:
		return NoRef, false
	}
	active, ok = newSeqIterOf(m, t, of)
	if !ok {
		return NoRef, false
	}
	m.SetU64(active, fieldSeqIterIndex, 1)
	m.SetRef(it, fieldStep1, active)
	pass(m, source)
	return x, true
}

// sliceAhead says how many elements a slice passes ahead of the next one, and which index it wants then.
func sliceAhead(m mem.Mem, it mem.Ref) (k uint64, then mem.Ref, ok bool) {
	next, stop, step, read := m.Ref(it, fieldStep1), m.Ref(it, fieldStep2), m.Ref(it, fieldStep3), m.Ref(it, fieldStep4)
	if !wordIsInt(next) || !wordIsInt(stop) || !wordIsInt(step) || !wordIsInt(read) {
		return 0, NoRef, false
	}
	i, end := intOf(next), intOf(stop)
	if end >= 0 && i >= end || intOf(read) > i || i >= MaxSmall {
		return 0, NoRef, false
	}
	to := i + intOf(step)
	if end >= 0 && to > end {
		to = end
	}
	then, ok = intWord(to)
	return uint64(i - intOf(read)), then, ok
}

// sliceOn says that a slice has read the element that it wanted, and which one it wants then.
func sliceOn(m mem.Mem, it, then mem.Ref) {
	if then == mem.Ref(IntBias) { // its iterator has ended
		m.SetRef(it, fieldStep0, nothing)
		m.SetRef(it, fieldStep4, mem.Ref(IntBias+MaxSmall))
		return
	}
	m.SetRef(it, fieldStep4, mem.Ref(uint64(m.Ref(it, fieldStep1))+1))
	m.SetRef(it, fieldStep1, then)
}

// mostUnselected is how many elements in a row a compress leaves out.
const mostUnselected = 64

// compressed is the next element that is selected by a bool or an int.
func compressed(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	data, selectors := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
	if data == selectors {
		return NoRef, false
	}
	for k := uint64(0); k < mostUnselected; k++ {
		s, ok := upcomingAt(m, selectors, k)
		if !ok || !wordIsInt(s) && !isTruth(s) {
			return NoRef, false
		}
		if s == mem.Ref(IntBias) || s == mem.Ref(False) {
			continue
		}
		x, ok = upcomingAt(m, data, k)
		if !ok {
			return NoRef, false
		}
		passBy(m, data, k+1)
		passBy(m, selectors, k+1)
		return x, true
	}
	return NoRef, false
}

// pairAhead is the next pair of a pairwise.
func pairAhead(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	inner, last, n := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1), uint64(1)
	if inner == nothing {
		return nothing, true
	}
	x, ok = nextUp(m, inner)
	if !ok {
		return NoRef, false
	}
	if last == nothing {
		last, n = x, 2
		x, ok = upcomingAt(m, inner, 1)
		if !ok {
			return NoRef, false
		}
	}
	t, ok := newPair(m, last, x)
	if !ok {
		return NoRef, false
	}
	passBy(m, inner, n)
	m.SetRef(it, fieldStep1, x)
	return t, true
}

// totalAhead adds numbers.
func totalAhead(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	inner, f, total, first := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1), m.Ref(it, fieldStep2), m.Ref(it, fieldStep3)
	if first != nothing {
		m.SetRef(it, fieldStep3, nothing)
		m.SetRef(it, fieldStep2, first)
		return first, true
	}
	if f != nothing && f != mem.Ref(None) {
		return NoRef, false
	}
	x, ok = nextUp(m, inner)
	if !ok {
		return NoRef, false
	}
	if total != nothing {
		x, ok = sumOf(total, x)
		if !ok {
			return NoRef, false
		}
	}
	pass(m, inner)
	m.SetRef(it, fieldStep2, x)
	return x, true
}

// zippedOf is the next tuple of a zip, which is not strict, of few different iterators that say what comes. At the end of one it gives up.
func zippedOf(m mem.Mem, it mem.Ref) (t mem.Ref, ok bool) {
	its := m.Ref(it, fieldMapIters)
	if !wordIs(m, its, uint64(TupleType)) {
		return NoRef, false
	}
	n := tupleLen(m, its)
	if n == 0 || n > mostZipped {
		return NoRef, false
	}
	t, w, next, ok := cutPlain(m, OffTupleItems+8*n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		inner := m.RefAt(its, fieldTupleItem, i)
		for j := uint64(0); j < min(i, mostZipped); j++ {
			if m.RefAt(its, fieldTupleItem, j) == inner {
				return NoRef, false
			}
		}
		x, ok := nextUp(m, inner)
		if !ok {
			return NoRef, false
		}
		m.InitRefAt(t, fieldTupleItem, i, x)
	}
	for i := uint64(0); i < min(n, mostZipped); i++ {
		pass(m, m.RefAt(its, fieldTupleItem, i))
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(t, fieldHeader, uint64(TupleType)|n<<32)
	return t, true
}
