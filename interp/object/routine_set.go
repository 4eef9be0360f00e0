package object

import "github.com/tier2go/tier2/opgen/mem"

// mostProbes bounds the runs of a set's table that a look-up goes through.
const mostProbes = 12

// setPlace is the slot of a set's table that holds a key, or the first that was never used. It gives
// up where comparing the keys may do something.
func setPlace(m mem.Mem, s, x mem.Ref, hash uint64) (at uint64, found, ok bool) {
	table, mask := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask)
	i, perturb := hash&mask, hash
	for range uint64(mostProbes) {
		run := uint64(1)
		if i+linearProbes <= mask {
			run = 1 + linearProbes
		}
		for k := uint64(0); k < min(run, 1+linearProbes); k++ {
			h := m.U64At(table, fieldSetHash, 2*(i+k))
			e := m.RefAt(table, fieldSetKey, 2*(i+k))
			if h != hash || e == nothing {
				if e == nothing && h == 0 {
					return i + k, false, true
				}
				continue
			}
			if e == x {
				return i + k, true, true
			}
			eq, ok := keyEqual(m, e, x)
			if !ok {
				return 0, false, false
			}
			if eq {
				return i + k, true, true
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
	return 0, false, false
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
		for k := uint64(0); k < min(run, 1+linearProbes); k++ {
			e := m.RefAt(table, fieldSetKey, 2*(i+k))
			if e == x {
				return true, true
			}
			h := m.U64At(table, fieldSetHash, 2*(i+k))
			if e == nothing && h == 0 {
				return false, true
			}
			if h == hash && e != nothing {
				return false, false
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
	_, in, ok = setPlace(m, s, x, hash)
	return in, ok
}

// setPut is s.add(x) of a set from which nothing has been removed, and that needs not grow.
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
	at, in, ok := setPlace(m, s, x, hash)
	if !ok {
		return false, false
	}
	if in {
		return true, true
	}
	used, fill := m.U64(s, fieldSetUsed), m.U64(s, fieldSetFill)
	if used != fill || (fill+1)*5 >= m.U64(s, fieldSetMask)*3 {
		return false, false
	}
	table := m.Ref(s, fieldSetTable)
	m.SetRefAt(table, fieldSetKey, 2*at, x)
	m.SetU64At(table, fieldSetHash, 2*at, hash)
	m.SetU64(s, fieldSetUsed, used+1)
	m.SetU64(s, fieldSetFill, fill+1)
	return true, true
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
	return setPlace(m, s, x, hash)
}

// dropAt deletes the element in a slot.
func dropAt(m mem.Mem, s mem.Ref, at uint64) {
	table := m.Ref(s, fieldSetTable)
	m.SetRefAt(table, fieldSetKey, 2*at, nothing)
	m.SetU64At(table, fieldSetHash, 2*at, setGone)
	m.SetU64(s, fieldSetUsed, m.U64(s, fieldSetUsed)-1)
}

// setGone is the hash of a deleted slot.
const setGone = 1<<64 + setDeleted

// mostSlots is how many slots of a set are gone through.
const mostSlots = 64

// setWithin is s <= t of two sets.
//
//tier2:routine set.within
func setWithin(m mem.Mem, s, t mem.Ref) (within, ok bool) {
	if !isSetWord(m, s) || !isSetWord(m, t) {
		return false, false
	}
	if m.U64(s, fieldSetUsed) > m.U64(t, fieldSetUsed) {
		return false, true
	}
	table, mask := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask)
	if mask >= mostSlots {
		return false, false
	}
	for i := uint64(0); i <= mask; i++ {
		x := m.RefAt(table, fieldSetKey, 2*i)
		if x == nothing {
			continue
		}
		in, ok := setHasItself(m, t, x, m.U64At(table, fieldSetHash, 2*i))
		if !ok {
			return false, false
		}
		if !in {
			return false, true
		}
	}
	return true, true
}

func isSetWord(m mem.Mem, s mem.Ref) bool {
	return wordIs(m, s, uint64(FrozenSetType)) || wordIs(m, s, uint64(SetType))
}
