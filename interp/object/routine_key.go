package object

import (
	"github.com/tier2go/tier2/interp/pyhash"
	"github.com/tier2go/tier2/opgen/mem"
)

// The hash of tuples is CPython's, which package pyhash has:
//
//tier2:inlines github.com/tier2go/tier2/interp/pyhash

// Keys of dicts and elements of sets that are tuples may have tuples in them. Where a routine goes into one, it leaves
// where it is outside in a place of the heap's memory: nothing that it calls does the same.
const (
	nestedPlaces = mem.Ref(TagRef + nestedOff)
	nestedSize   = 8 * 4 // bytes of a place
	mostNested   = 8     // how deep it goes
	mostInKey    = 128   // elements and tuples that it goes through

	fieldOuter = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldOther = mem.Field(8) | AliasHeap<<mem.ClassShift
	fieldIndex = mem.Field(16) | AliasHeap<<mem.ClassShift
)

// isTupleKey reports whether a word refers to a tuple, or to an instance of a class derived from tuple that is hashed and compared
// as one.
func isTupleKey(m mem.Mem, x mem.Ref) bool { return wordIsRef(x) && factsOf(m, x)&factTuple != 0 }

// keyHash is plainHash, of tuples of such elements and such tuples, too, and of all whose hash is known.
func keyHash(m mem.Mem, x mem.Ref) (hash uint64, ok bool) {
	if !wordIs(m, x, uint64(TupleType)) {
		hash, ok = plainHash(m, x)
		if ok {
			return hash, true
		}
		if !isTupleKey(m, x) {
			return 0, false
		}
	}
	known := m.U64(x, fieldTupleHash)
	if known != 0 {
		return known, true
	}
	acc, i, n, depth := pyhash.TupleSeed, uint64(0), tupleLen(m, x), uint64(0)
	for range uint64(mostInKey) {
		if i < n {
			e := m.RefAt(x, fieldTupleItem, i)
			i++
			lane, ok := plainHash(m, e)
			if ok {
				acc = pyhash.TupleRound(acc, int64(lane))
				continue
			}
			if !isTupleKey(m, e) {
				return 0, false
			}
			lane = m.U64(e, fieldTupleHash)
			if lane != 0 {
				acc = pyhash.TupleRound(acc, int64(lane))
				continue
			}
			if depth == mostNested {
				return 0, false
			}
			m.InitRefAt(nestedPlaces, fieldOuter, 4*depth, x)
			m.InitU64At(nestedPlaces, fieldOther, 4*depth, acc)
			m.InitU64At(nestedPlaces, fieldIndex, 4*depth, i)
			acc, i, n, x = pyhash.TupleSeed, 0, tupleLen(m, e), e
			depth++
			continue
		}
		hash := pyhash.TupleEnd(acc + pyhash.TupleLength(n))
		m.InitU64(x, fieldTupleHash, uint64(hash)) // what a tuple keeps is no change of it: giving up may follow
		if depth == 0 {
			return uint64(hash), true
		}
		depth--
		x, i = m.RefAt(nestedPlaces, fieldOuter, 4*depth), m.U64At(nestedPlaces, fieldIndex, 4*depth)
		acc, n = pyhash.TupleRound(m.U64At(nestedPlaces, fieldOther, 4*depth), hash), tupleLen(m, x)
	}
	return 0, false
}

// tupleKeysEqual is a == b of two tuples of elements that plainEqual compares and such tuples.
func tupleKeysEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	if (!wordIs(m, a, uint64(TupleType)) && !isTupleKey(m, a)) || (!wordIs(m, b, uint64(TupleType)) && !isTupleKey(m, b)) {
		return false, false
	}
	i, depth := uint64(0), uint64(0)
	n, k := tupleLen(m, a), tupleLen(m, b)
	for range uint64(mostInKey) {
		if i < min(n, k) { // elements are compared in front of the lengths: to compare them may do something
			x, y := m.RefAt(a, fieldTupleItem, i), m.RefAt(b, fieldTupleItem, i)
			i++
			if x == y {
				continue
			}
			same, ok := keysEqual(m, x, y)
			if ok {
				if !same {
					return false, true
				}
				continue
			}
			if !isTupleKey(m, x) || !isTupleKey(m, y) || depth == mostNested {
				return false, false
			}
			m.InitRefAt(nestedPlaces, fieldOuter, 4*depth, a)
			m.InitRefAt(nestedPlaces, fieldOther, 4*depth, b)
			m.InitU64At(nestedPlaces, fieldIndex, 4*depth, i)
			a, b, i = x, y, 0
			n, k = tupleLen(m, a), tupleLen(m, b)
			depth++
			continue
		}
		if n != k {
			return false, true
		}
		if depth == 0 {
			return true, true
		}
		depth--
		a, b = m.RefAt(nestedPlaces, fieldOuter, 4*depth), m.RefAt(nestedPlaces, fieldOther, 4*depth)
		i = m.U64At(nestedPlaces, fieldIndex, 4*depth)
		n, k = tupleLen(m, a), tupleLen(m, b)
	}
	return false, false
}
