package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// Iterators of module itertools: their next elements, as package lib has them, where that takes no guest code. At its end, and where an
// iterator that it goes over ends, one gives up.

// StepKind says which of them the objects of a type are.
type StepKind uint8

// The kinds, with what stands in their fields, one behind the other.
const (
	StepNone       StepKind   = iota
	StepChain                 // the iterator over iterables, the one that is active or Null
	StepSlice                 // the iterator, the next index wanted, the end or −1, the step, how many have been read
	StepCount                 // the next number, the step
	StepRepeat                // the object, how often still or None
	StepCycle                 // the iterator or Null, the list of what it has given, where in that it is
	StepPairs                 // the iterator, the last element or Null
	StepProduct               // the list of pools, which are tuples, the list of indices or Null
	StepChoice                // of combinations: the pool, the list of indices or Null, whether an element may come again
	StepPermuted              // the pool, the list of all indices, the list of cycles or Null
	StepLongest               // the list of iterators, None in the place of one that has ended, how many have not, what fills in
	StepAccumulate            // the iterator, the function or None or Null, the total or Null, the initial value or Null
	StepCompress              // the iterators over data and selectors
	StepBatch                 // the iterator or Null, the size, whether all must be full
	StepTee                   // the source, which has the iterator, and the node of the element that has been given last
	StepGroup                 // routine_groups.go
	lastStep       = iota - 1 // no routine has the steps of what follows
	StepTake       = iota - 1 // of takewhile: the function, the iterator, whether it has ended
	StepDrop                  // of dropwhile: the function, the iterator, whether it has begun
	StepReject                // of filterfalse: the function, the iterator
	StepStar                  // of starmap: the function, the iterator
	numSteps
)

const (
	fieldStep0 = mem.Field(8) | AliasHeap<<mem.ClassShift
	fieldStep1 = mem.Field(16) | AliasHeap<<mem.ClassShift
	fieldStep2 = mem.Field(24) | AliasHeap<<mem.ClassShift
	fieldStep3 = mem.Field(32) | AliasHeap<<mem.ClassShift
	fieldStep4 = mem.Field(40) | AliasHeap<<mem.ClassShift
)

// mostChosen is how many elements a row has that is made, and mostPooled how many permutations are of.
const (
	mostChosen = 16
	mostPooled = 64
)

// stepped is the next element of an iterator with such facts.
func stepped(m mem.Mem, it mem.Ref, facts uint64) (x mem.Ref, ok bool) {
	if m.U32(it, fieldAux) != 0 { // fields are in cells
		return NoRef, false
	}
	switch facts >> factStep & stepMask {
	case uint64(StepChain):
		return chained(m, it)
	case uint64(StepSlice):
		return slicedNext(m, it)
	case uint64(StepCount):
		return counted(m, it)
	case uint64(StepRepeat):
		return repeatedNext(m, it)
	case uint64(StepCycle):
		return cycled(m, it)
	case uint64(StepPairs):
		return paired(m, it)
	case uint64(StepProduct):
		return productNext(m, it)
	case uint64(StepChoice):
		return chosen(m, it)
	case uint64(StepPermuted):
		return permuted(m, it)
	case uint64(StepLongest):
		return longest(m, it)
	case uint64(StepAccumulate):
		return accumulated(m, it)
	}
	return NoRef, false
}

// upcoming is the next element of an iterator over a list, a tuple or numbers, which stays where it is: at its end, and of others, ok is false.
func upcoming(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	if !wordIsRef(it) {
		return NoRef, false
	}
	switch m.U32(it, fieldType) {
	case uint64(ListIterType):
		l, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
		if l == nothing || i >= m.U64(l, fieldListLen) {
			return NoRef, false
		}
		return m.RefAt(m.Ref(l, fieldListItems), fieldElem, i), true
	case uint64(TupleIterType):
		t, i := m.Ref(it, fieldSeqIterSeq), m.U64(it, fieldSeqIterIndex)
		if t == nothing || i >= tupleLen(m, t) {
			return NoRef, false
		}
		return m.RefAt(t, fieldTupleItem, i), true
	case uint64(RangeIterType):
		i := m.U64(it, fieldRangeNext)
		if i == m.U64(it, fieldRangeEnd) || i+(-MinSmall) > MaxSmall-MinSmall {
			return NoRef, false
		}
		return mem.Ref(i + IntBias), true
	}
	return NoRef, false
}

// passOn moves an iterator behind its upcoming element.
func passOn(m mem.Mem, it mem.Ref) {
	if wordIs(m, it, uint64(RangeIterType)) {
		m.SetU64(it, fieldRangeNext, m.U64(it, fieldRangeNext)+m.U64(it, fieldRangeStep))
		return
	}
	m.SetU64(it, fieldSeqIterIndex, m.U64(it, fieldSeqIterIndex)+1)
}

func chained(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	active := m.Ref(it, fieldStep1)
	x, ok = upcoming(m, active)
	if !ok {
		return NoRef, false
	}
	passOn(m, active)
	return x, true
}

func slicedNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	next, stop, step, read := m.Ref(it, fieldStep1), m.Ref(it, fieldStep2), m.Ref(it, fieldStep3), m.Ref(it, fieldStep4)
	if !wordIsInt(next) || !wordIsInt(stop) || !wordIsInt(step) || read != next {
		return NoRef, false
	}
	i, end := intOf(next), intOf(stop)
	if end >= 0 && i >= end {
		return NoRef, false
	}
	to := i + intOf(step)
	if end >= 0 && to > end {
		to = end
	}
	then, ok := intWord(to)
	if !ok {
		return NoRef, false
	}
	behind, ok := intWord(i + 1)
	if !ok {
		return NoRef, false
	}
	inner := m.Ref(it, fieldStep0)
	x, ok = upcoming(m, inner)
	if !ok {
		return NoRef, false
	}
	passOn(m, inner)
	m.SetRef(it, fieldStep4, behind)
	m.SetRef(it, fieldStep1, then)
	return x, true
}

func counted(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	x, step := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
	if !wordIsInt(x) || !wordIsInt(step) {
		return NoRef, false
	}
	next, ok := intWord(intOf(x) + intOf(step))
	if !ok {
		return NoRef, false
	}
	m.SetRef(it, fieldStep0, next)
	return x, true
}

func repeatedNext(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	x, times := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
	if times == mem.Ref(None) {
		return x, true
	}
	if !wordIsInt(times) {
		return NoRef, false
	}
	if intOf(times) == 0 {
		return nothing, true
	}
	m.SetRef(it, fieldStep1, mem.Ref(uint64(times)-1))
	return x, true
}

// cycled goes through what has been given, behind the end of the iterator.
func cycled(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	saved, at := m.Ref(it, fieldStep1), m.Ref(it, fieldStep2)
	n := m.U64(saved, fieldListLen)
	if m.Ref(it, fieldStep0) != nothing || n == 0 || !wordIsInt(at) {
		return NoRef, false
	}
	i := uint64(intOf(at))
	if i >= n {
		return NoRef, false
	}
	next := i + 1
	if next == n {
		next = 0
	}
	m.SetRef(it, fieldStep2, mem.Ref(next+IntBias))
	return m.RefAt(m.Ref(saved, fieldListItems), fieldElem, i), true
}

func paired(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	inner, last := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
	if last == nothing || inner == nothing {
		return NoRef, false
	}
	x, ok = upcoming(m, inner)
	if !ok {
		return NoRef, false
	}
	t, ok := newPair(m, last, x)
	if !ok {
		return NoRef, false
	}
	passOn(m, inner)
	m.SetRef(it, fieldStep1, x)
	return t, true
}

// indexAt is an index that stands in a list of such.
func indexAt(m mem.Mem, items mem.Ref, i uint64) uint64 {
	return uint64(m.RefAt(items, fieldElem, i)) - IntBias
}

// setIndex changes one.
func setIndex(m mem.Mem, items mem.Ref, i, n uint64) {
	m.SetRefAt(items, fieldElem, i, mem.Ref(n+IntBias))
}

func productNext(m mem.Mem, it mem.Ref) (t mem.Ref, ok bool) {
	list := m.Ref(it, fieldStep1)
	if list == nothing {
		return nothing, true
	}
	n, pools, indices := m.U64(list, fieldListLen), m.Ref(m.Ref(it, fieldStep0), fieldListItems), m.Ref(list, fieldListItems)
	if n == 0 || n > mostChosen {
		return NoRef, false
	}
	t, ok = newTupleOf(m, n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		m.InitRefAt(t, fieldTupleItem, i, m.RefAt(m.RefAt(pools, fieldElem, i), fieldTupleItem, indexAt(m, indices, i)))
	}
	for k := uint64(0); k < n; k++ {
		i := n - 1 - k
		next := indexAt(m, indices, i) + 1
		if next < tupleLen(m, m.RefAt(pools, fieldElem, i)) {
			setIndex(m, indices, i, next)
			return t, true
		}
		setIndex(m, indices, i, 0)
	}
	m.SetRef(it, fieldStep1, nothing)
	return t, true
}

// picked is the tuple of the elements of a pool that r indices name.
func picked(m mem.Mem, pool, indices mem.Ref, r uint64) (t mem.Ref, ok bool) {
	if r == 0 || r > mostChosen {
		return NoRef, false
	}
	t, ok = newTupleOf(m, r)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < r; i++ {
		m.InitRefAt(t, fieldTupleItem, i, m.RefAt(pool, fieldTupleItem, indexAt(m, indices, i)))
	}
	return t, true
}

// chosen is the next of combinations, or of those with replacement.
func chosen(m mem.Mem, it mem.Ref) (t mem.Ref, ok bool) {
	again := m.Ref(it, fieldStep2) == mem.Ref(True)
	pool, list := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
	if list == nothing {
		return nothing, true
	}
	n, r, indices := tupleLen(m, pool), m.U64(list, fieldListLen), m.Ref(list, fieldListItems)
	t, ok = picked(m, pool, indices, r)
	if !ok {
		return NoRef, false
	}
	for k := uint64(0); k < min(r, mostChosen); k++ {
		i := r - 1 - k
		last := n - 1
		if !again {
			last = i + n - r
		}
		at := indexAt(m, indices, i)
		if at == last {
			continue
		}
		for j := uint64(0); j < min(k+1, mostChosen); j++ {
			at++
			setIndex(m, indices, i+j, at)
			if again {
				at--
			}
		}
		return t, true
	}
	m.SetRef(it, fieldStep1, nothing)
	return t, true
}

func permuted(m mem.Mem, it mem.Ref) (t mem.Ref, ok bool) {
	pool, list, left := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1), m.Ref(it, fieldStep2)
	if left == nothing {
		return nothing, true
	}
	n, r := tupleLen(m, pool), m.U64(left, fieldListLen)
	indices, cycles := m.Ref(list, fieldListItems), m.Ref(left, fieldListItems)
	if n > mostPooled {
		return NoRef, false
	}
	t, ok = picked(m, pool, indices, r)
	if !ok {
		return NoRef, false
	}
	for k := uint64(0); k < min(r, mostChosen); k++ {
		i := r - 1 - k
		c, first := indexAt(m, cycles, i)-1, indexAt(m, indices, i)
		if c != 0 {
			setIndex(m, cycles, i, c)
			setIndex(m, indices, i, indexAt(m, indices, n-c))
			setIndex(m, indices, n-c, first)
			return t, true
		}
		setIndex(m, cycles, i, n-i)
		for j := i + 1; j < min(n, mostPooled); j++ {
			setIndex(m, indices, j-1, indexAt(m, indices, j))
		}
		setIndex(m, indices, n-1, first)
	}
	m.SetRef(it, fieldStep2, nothing)
	return t, true
}

// longest is the next tuple of a zip_longest of few different iterators, of which none gives up.
func longest(m mem.Mem, it mem.Ref) (t mem.Ref, ok bool) {
	list, left, fill := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1), m.Ref(it, fieldStep2)
	n, its := m.U64(list, fieldListLen), m.Ref(list, fieldListItems)
	if n == 0 || n > mostZipped || !wordIsInt(left) {
		return NoRef, false
	}
	if intOf(left) == 0 {
		return nothing, true
	}
	for i := uint64(0); i < n; i++ {
		inner := m.RefAt(its, fieldElem, i)
		if inner == mem.Ref(None) {
			continue
		}
		if !wordIsRef(inner) || !certain(m, inner) {
			return NoRef, false
		}
		for j := uint64(0); j < min(i, mostZipped); j++ {
			if m.RefAt(its, fieldElem, j) == inner {
				return NoRef, false
			}
		}
	}
	t, w, next, ok := cutPlain(m, OffTupleItems+8*n)
	if !ok {
		return NoRef, false
	}
	count := uint64(left)
	for i := uint64(0); i < n; i++ {
		inner, x := m.RefAt(its, fieldElem, i), fill
		if inner != mem.Ref(None) {
			e := certainNext(m, inner)
			if e == nothing {
				count--
				if count != IntBias {
					m.SetRefAt(its, fieldElem, i, mem.Ref(None))
				}
			} else {
				x = e
			}
		}
		m.SetRefAt(t, fieldTupleItem, i, x)
	}
	m.SetRef(it, fieldStep1, mem.Ref(count))
	if count == IntBias {
		return nothing, true
	}
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(t, fieldHeader, uint64(TupleType)|n<<32)
	return t, true
}

// mostZipped is how many iterators a zip_longest has.
const mostZipped = 4

// accumulated adds numbers.
func accumulated(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	inner, f, total := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1), m.Ref(it, fieldStep2)
	if f != nothing && f != mem.Ref(None) || m.Ref(it, fieldStep3) != nothing {
		return NoRef, false
	}
	x, ok = upcoming(m, inner)
	if !ok {
		return NoRef, false
	}
	if total != nothing {
		x, ok = sumOf(total, x)
		if !ok {
			return NoRef, false
		}
	}
	passOn(m, inner)
	m.SetRef(it, fieldStep2, x)
	return x, true
}

// sumOf is the sum of two ints or two floats.
func sumOf(a, b mem.Ref) (sum mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return intWord(intOf(a) + intOf(b))
	}
	if !wordIsFloat(a) || !wordIsFloat(b) {
		return NoRef, false
	}
	return floatWord(math.Float64frombits(uint64(a)) + math.Float64frombits(uint64(b))), true
}
