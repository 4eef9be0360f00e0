package object

import "github.com/tier2go/tier2/opgen/mem"

// mostProbes bounds the runs of a set's table that a look-up goes through.
const mostProbes = 12

// noSlot stands for a slot that there is none of.
const noSlot = 1<<64 - 1

// setPlace is the slot of a set's table that holds a key, or the first that was never used; gone is then the last
// deleted one on the way there. It gives up where comparing the keys may do something.
func setPlace(m mem.Mem, s, x mem.Ref, hash uint64) (at, gone uint64, found, ok bool) {
	table, mask := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask)
	i, perturb := hash&mask, hash
	gone = noSlot
	for range uint64(mostProbes) {
		run := uint64(1)
		if i+linearProbes <= mask {
			run = 1 + linearProbes
		}
		run = min(run, 1+linearProbes)
		for k := uint64(0); k < run; k++ {
			h := m.U64At(table, fieldSetHash, 2*(i+k))
			e := m.RefAt(table, fieldSetKey, 2*(i+k))
			if e == nothing {
				if h == 0 {
					return i + k, gone, false, true
				}
				gone = i + k
				continue
			}
			if h != hash {
				continue
			}
			if e == x {
				return i + k, gone, true, true
			}
			eq, ok := false, false
			if !wordIs(m, e, uint64(TupleType)) {
				eq, ok = keysEqual(m, e, x)
			}
			if !ok { // as dictPlace
				eq, ok = tupleKeysEqual(m, e, x)
				return i + k, gone, true, ok && eq
			}
			if eq {
				return i + k, gone, true, true
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
	return 0, 0, false, false
}

// setHasItself reports whether a key itself is in a set. It gives up if another one of the same hash is.
func setHasItself(m mem.Mem, s, x mem.Ref, hash uint64) (in, ok bool) {
	table, mask := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask)
	i, perturb := hash&mask, hash
	for range uint64(mostProbes) {
		run := uint64(1)
		if i+linearProbes <= mask {
			run = 1 + linearProbes
		}
		run = min(run, 1+linearProbes)
		for k := uint64(0); k < run; k++ {
			h := m.U64At(table, fieldSetHash, 2*(i+k))
			if h == hash {
				e := m.RefAt(table, fieldSetKey, 2*(i+k))
				if e != nothing {
					return e == x, e == x
				}
			}
			if h == 0 && m.RefAt(table, fieldSetKey, 2*(i+k)) == nothing {
				return false, true
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
	return false, false
}

// setHas is x in s of a set or frozenset.
//
//tier2:routine set.contains
func setHas(m mem.Mem, s, x mem.Ref) (in, ok bool) {
	hash, ok := keyHash(m, x)
	if !ok {
		return false, false
	}
	_, _, in, ok = setPlace(m, s, x, hash)
	return in, ok
}

// setPut is s.add(x) of a set.
//
//tier2:routine set.add
func setPut(m mem.Mem, s, x mem.Ref) (done, ok bool) {
	if !wordIs(m, s, uint64(SetType)) {
		return false, false
	}
	hash, ok := keyHash(m, x)
	if !ok {
		return false, false
	}
	at, gone, in, ok := setPlace(m, s, x, hash)
	if !ok {
		return false, false
	}
	if in {
		return true, true
	}
	used, fill := m.U64(s, fieldSetUsed), m.U64(s, fieldSetFill)
	if gone != noSlot {
		putAt(m, s, x, hash, gone, used, fill)
		return true, true
	}
	if (fill+1)*5 >= m.U64(s, fieldSetMask)*3 {
		return setGrown(m, s, x, hash, at, used+1)
	}
	putAt(m, s, x, hash, at, used, fill+1)
	return true, true
}

// putAt puts an element into a slot of a set that has had so many.
func putAt(m mem.Mem, s, x mem.Ref, hash, at, used, fill uint64) {
	table := m.Ref(s, fieldSetTable)
	m.SetRefAt(table, fieldSetKey, 2*at, x)
	m.SetU64At(table, fieldSetHash, 2*at, hash)
	m.SetU64(s, fieldSetUsed, used+1)
	m.SetU64(s, fieldSetFill, fill)
}

// mostGrown is how many slots tables of sets have that are made.
const mostGrown = 128

// setGrown puts an element, whose slot is at, into a set with so many then, whose table is made anew: setResize.
func setGrown(m mem.Mem, s, x mem.Ref, hash, at, used uint64) (done, ok bool) {
	old, mask := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask)
	if used*4 >= mostGrown || mask >= mostGrown {
		return false, false
	}
	slots := slotsAbove(used * 4)
	table, ok := newSetTableOf(m, slots)
	if !ok {
		return false, false
	}
	for i := uint64(0); i <= mask; i++ {
		e, h := m.RefAt(old, fieldSetKey, 2*i), m.U64At(old, fieldSetHash, 2*i)
		if i == at {
			e, h = x, hash
		}
		if e != nothing && !putClean(m, table, slots-1, e, h, mostProbes) {
			return false, false
		}
	}
	m.SetRef(s, fieldSetTable, table)
	m.SetU64(s, fieldSetMask, slots-1)
	m.SetU64(s, fieldSetUsed, used)
	m.SetU64(s, fieldSetFill, used)
	return true, true
}

// slotsAbove is how many slots a table has that has more than n, which is below mostGrown.
func slotsAbove(n uint64) uint64 {
	slots := uint64(setMinSize)
	for range uint64(4) {
		if slots > n {
			break
		}
		slots <<= 1
	}
	return slots
}

var _ = [1]struct{}{}[setMinSize<<4-mostGrown]

// newSetTableOf is a table of slots that were never used.
func newSetTableOf(m mem.Mem, slots uint64) (table mem.Ref, ok bool) {
	table, ok = newArrayOf(m, 2*slots)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < min(slots, mostGrown); i++ {
		m.InitRefAt(table, fieldSetKey, 2*i, nothing) // the hashes are 0: objects that may refer to others begin cleared
	}
	return table, true
}

// putClean stores an element that a table without deleted slots does not have; it is false if it has looked at so many runs of slots.
func putClean(m mem.Mem, table mem.Ref, mask uint64, x mem.Ref, hash, runs uint64) bool {
	i, perturb := hash&mask, hash
	for range runs {
		run := uint64(1)
		if i+linearProbes <= mask {
			run = 1 + linearProbes
		}
		run = min(run, 1+linearProbes)
		for k := uint64(0); k < run; k++ {
			if m.RefAt(table, fieldSetKey, 2*(i+k)) == nothing {
				m.InitRefAt(table, fieldSetKey, 2*(i+k), x)
				m.InitU64At(table, fieldSetHash, 2*(i+k), hash)
				return true
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
	return false
}

// newSetOf is set(): no operand, but for the convention's.
//
//tier2:routine set.new
func newSetOf(m mem.Mem) (s mem.Ref, ok bool) { return newSetWith(m, uint64(SetType)) }

// newSetWith is an empty set or frozenset.
func newSetWith(m mem.Mem, t uint64) (s mem.Ref, ok bool) {
	table, ok := newSetTableOf(m, setMinSize)
	if !ok {
		return NoRef, false
	}
	return newSetOn(m, t, table, setMinSize, 0)
}

// newSetOn is a set or frozenset with a table that has so many elements.
func newSetOn(m mem.Mem, t uint64, table mem.Ref, slots, used uint64) (s mem.Ref, ok bool) {
	return newSetFilled(m, t, table, slots, used, used)
}

// newSetFilled is one of whose slots so many are in use or deleted.
func newSetFilled(m mem.Mem, t uint64, table mem.Ref, slots, used, fill uint64) (s mem.Ref, ok bool) {
	s, w, next, ok := cutPlain(m, setSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(s, fieldHeader, t)
	m.InitU64(s, fieldSetUsed, used)
	m.InitU64(s, fieldSetFill, fill)
	m.InitRef(s, fieldSetTable, table)
	m.InitU64(s, fieldSetMask, slots-1)
	m.InitU64(s, fieldSetFrozen, 0)
	return s, true
}

// setDrop is s.discard(x); there says whether it was.
//
//tier2:routine set.discard
func setDrop(m mem.Mem, s, x mem.Ref) (there, ok bool) {
	at, there, ok := placeIn(m, s, x)
	if !ok {
		return false, false
	}
	if !there {
		return false, true
	}
	dropAt(m, s, at)
	return true, true
}

// setTake is s.remove(x) of what is there.
//
//tier2:routine set.remove
func setTake(m mem.Mem, s, x mem.Ref) (done, ok bool) {
	at, there, ok := placeIn(m, s, x)
	if !ok || !there {
		return false, false
	}
	dropAt(m, s, at)
	return true, true
}

// placeIn is setPlace of a value in what may be a set.
func placeIn(m mem.Mem, s, x mem.Ref) (at uint64, there, ok bool) {
	if !wordIs(m, s, uint64(SetType)) {
		return 0, false, false
	}
	hash, ok := keyHash(m, x)
	if !ok {
		return 0, false, false
	}
	at, _, there, ok = setPlace(m, s, x, hash)
	return at, there, ok
}

// dropAt deletes the element in a slot.
func dropAt(m mem.Mem, s mem.Ref, at uint64) {
	table := m.Ref(s, fieldSetTable)
	m.SetRefAt(table, fieldSetKey, 2*at, nothing)
	m.SetU64At(table, fieldSetHash, 2*at, setGone)
	m.SetU64(s, fieldSetUsed, m.U64(s, fieldSetUsed)-1)
}

// setTakeAny is s.pop() of a set that has elements, the next of which is near.
//
//tier2:routine set.pop
func setTakeAny(m mem.Mem, s mem.Ref) (x mem.Ref, ok bool) {
	if !wordIs(m, s, uint64(SetType)) {
		return NoRef, false
	}
	return takeNext(m, s, mostHoles)
}

// takeNext is s.pop() of a set; the search, of so many slots, goes on where the last one ended.
func takeNext(m mem.Mem, s mem.Ref, slots uint64) (x mem.Ref, ok bool) {
	table, mask := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask)
	i := m.U64(s, fieldSetPop) & mask
	x = nothing
	for range slots {
		x = m.RefAt(table, fieldSetKey, 2*i)
		if x != nothing {
			break
		}
		i = (i + 1) & mask
	}
	if x == nothing {
		return NoRef, false
	}
	dropAt(m, s, i)
	m.SetU64(s, fieldSetPop, i+1)
	return x, true
}

// setEmptied is s.clear().
//
//tier2:routine set.clear
func setEmptied(m mem.Mem, s mem.Ref) (done, ok bool) {
	if !wordIs(m, s, uint64(SetType)) {
		return false, false
	}
	if m.U64(s, fieldSetFill) == 0 && m.U64(s, fieldSetMask) == setMinSize-1 {
		return true, true
	}
	table, ok := newSetTableOf(m, setMinSize)
	if !ok {
		return false, false
	}
	setBody(m, s, table, setMinSize, 0, 0)
	return true, true
}

// setGone is the hash of a deleted slot.
const setGone = 1<<64 + setDeleted

// mostSlots is how many slots of a set are gone through.
const mostSlots = 128

// setWithin is s <= t of two sets.
func setWithin(m mem.Mem, s, t mem.Ref) (within, ok bool) {
	if !isSetWord(m, s) || !isSetWord(m, t) {
		return false, false
	}
	if m.U64(s, fieldSetUsed) > m.U64(t, fieldSetUsed) {
		return false, true
	}
	return eachOfSet(m, s, t, false)
}

// eachOfSet reports whether t has all elements of s, or with apart none.
func eachOfSet(m mem.Mem, s, t mem.Ref, apart bool) (so, ok bool) {
	table, mask := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask)
	there, most := m.Ref(t, fieldSetTable), m.U64(t, fieldSetMask)
	if mask >= mostSlots {
		return false, false
	}
	left := m.U64(s, fieldSetUsed)
	for i := uint64(0); i <= mask && left > 0; i++ {
		x := m.RefAt(table, fieldSetKey, 2*i)
		if x == nothing {
			continue
		}
		left--
		hash := m.U64At(table, fieldSetHash, 2*i)
		if apart { // what is mostly so
			if m.U64At(there, fieldSetHash, 2*(hash&most)) == 0 && m.RefAt(there, fieldSetKey, 2*(hash&most)) == nothing {
				continue
			}
		} else if m.RefAt(there, fieldSetKey, 2*(hash&most)) == x {
			continue
		}
		in, ok := setHasItself(m, t, x, hash)
		if !ok {
			return false, false
		}
		if apart && in || !apart && !in {
			return false, true
		}
	}
	return true, true
}

// setsApart is s.isdisjoint(t) of two sets, one of which has few slots.
//
//tier2:routine set.isdisjoint
func setsApart(m mem.Mem, s, t mem.Ref) (apart, ok bool) {
	if !isSetWord(m, s) || !isSetWord(m, t) {
		return false, false
	}
	if m.U64(s, fieldSetUsed) > m.U64(t, fieldSetUsed) {
		s, t = t, s
	}
	return eachOfSet(m, s, t, true)
}

func isSetWord(m mem.Mem, s mem.Ref) bool {
	return wordIs(m, s, uint64(FrozenSetType)) || wordIs(m, s, uint64(SetType))
}
