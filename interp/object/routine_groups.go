package object

import "github.com/tier2go/tier2/opgen/mem"

// Iterators of module itertools that take elements of another one by several, or for several: batched, tee, groupby and its groups. A groupby
// and a group are of one kind: a group has an int in the field in which a groupby has the group that may read.

const (
	fieldStep5 = mem.Field(48) | AliasHeap<<mem.ClassShift
	fieldStep6 = mem.Field(56) | AliasHeap<<mem.ClassShift
)

// Sizes of objects: of a node of tee, with the element and the next node, and of a group.
const (
	NodeSize  = 24
	GroupSize = 56
)

// mostBatched is how many elements a batch has that is made.
const mostBatched = 32

// batchNext is the next batch of a batched, if it is full.
func batchNext(m mem.Mem, it mem.Ref) (t mem.Ref, ok bool) {
	inner, size := m.Ref(it, fieldStep0), m.Ref(it, fieldStep1)
	if inner == nothing {
		return nothing, true
	}
	n := uint64(intOf(size))
	if !wordIsInt(size) || n > mostBatched {
		return NoRef, false
	}
	t, w, next, ok := cutPlain(m, OffTupleItems+8*n)
	if !ok {
		return NoRef, false
	}
	for k := uint64(0); k < n; k++ {
		x, ok := upcomingAt(m, inner, k)
		if !ok {
			return NoRef, false
		}
		m.InitRefAt(t, fieldTupleItem, k, x)
	}
	passBy(m, inner, n)
	m.SetRef(w, fieldWindowNext, next)
	m.SetU64(t, fieldHeader, uint64(TupleType)|n<<32)
	return t, true
}

// teed is the next element of an iterator of tee.
func teed(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	node := m.Ref(it, fieldStep1)
	next := m.Ref(node, fieldStep1)
	if next != nothing {
		m.SetRef(it, fieldStep1, next)
		return m.Ref(next, fieldStep0), true
	}
	inner := m.Ref(m.Ref(it, fieldStep0), fieldStep0)
	x, ok = nextUp(m, inner)
	if !ok {
		return NoRef, false
	}
	next, w, behind, ok := cutPlain(m, NodeSize)
	if !ok {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, behind)
	m.SetU64(next, fieldHeader, m.U32(node, fieldType))
	m.SetRef(next, fieldStep0, x)
	m.SetRef(next, fieldStep1, nothing)
	m.SetRef(node, fieldStep1, next)
	m.SetRef(it, fieldStep1, next)
	pass(m, inner)
	return x, true
}

// sameGroup is a == b of keys of groups.
func sameGroup(m mem.Mem, a, b mem.Ref) (same, ok bool) {
	if a == b {
		return true, true
	}
	return plainEqual(m, a, b)
}

// mostPassed is how many elements of a group are passed that nobody has read.
const mostPassed = 64

// grouped is the next group of a groupby without a key function, or the next element of a group.
func grouped(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool) {
	g, group := it, wordIsInt(m.Ref(it, fieldStep5))
	if group {
		g = m.Ref(it, fieldStep0)
		if m.Ref(g, fieldStep5) != it {
			return nothing, true
		}
	}
	inner, key, value, target := m.Ref(g, fieldStep0), m.Ref(g, fieldStep3), m.Ref(g, fieldStep4), m.Ref(g, fieldStep2)
	ahead, read := key != nothing && (value != nothing || !group), uint64(0) // whether what has been read last is looked at first
	for k := uint64(0); k < mostPassed; k++ {
		if !ahead {
			if m.Ref(g, fieldStep1) != nothing {
				return NoRef, false
			}
			key, ok = upcomingAt(m, inner, read)
			if !ok {
				return NoRef, false
			}
			value = key
			read++
		}
		ahead = false
		same := false
		if target != nothing {
			same, ok = sameGroup(m, target, key)
			if !ok {
				return NoRef, false
			}
		}
		if group {
			if read != 0 {
				passBy(m, inner, read)
				m.SetRef(g, fieldStep3, key)
			}
			if same {
				m.SetRef(g, fieldStep4, nothing)
				return value, true
			}
			m.SetRef(g, fieldStep4, value)
			return nothing, true
		}
		if same {
			continue
		}
		return newGroup(m, g, inner, key, value, read)
	}
	return NoRef, false
}

// newGroup is a pair of a key and its group, of which the first element has been read.
func newGroup(m mem.Mem, g, inner, key, value mem.Ref, read uint64) (pair mem.Ref, ok bool) {
	group, w, behind, ok := cutPlain(m, GroupSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, behind)
	m.InitU64(group, fieldHeader, uint64(intOf(m.Ref(g, fieldStep6))))
	m.InitRef(group, fieldStep0, g)
	m.InitRef(group, fieldStep1, key)
	m.InitRef(group, fieldStep2, nothing)
	m.InitRef(group, fieldStep3, nothing)
	m.InitRef(group, fieldStep4, nothing)
	m.InitRef(group, fieldStep5, mem.Ref(IntBias))
	pair, ok = newPair(m, key, group)
	if !ok {
		return NoRef, false
	}
	if read != 0 {
		passBy(m, inner, read)
	}
	m.SetRef(g, fieldStep2, key)
	m.SetRef(g, fieldStep3, key)
	m.SetRef(g, fieldStep4, value)
	m.SetRef(g, fieldStep5, group)
	return pair, true
}
