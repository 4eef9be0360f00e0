package object

import "github.com/tier2go/tier2/opgen/mem"

// Sets made of others. As setMerge, setIntersection and the like, on which the order of elements depends.

// sameKey is e == x of two keys of the same hash, without a loop: of strs, those of few bytes, of ints, those of two limbs.
func sameKey(m mem.Mem, e, x mem.Ref) (eq, ok bool) {
	if e == x {
		return true, true
	}
	if wordIs(m, e, uint64(StrType)) && wordIs(m, x, uint64(StrType)) {
		return shortStrsEqual(m, e, x)
	}
	if wordIs(m, e, uint64(IntType)) && wordIs(m, x, uint64(IntType)) {
		return shortLongsEqual(m, e, x)
	}
	return false, settled(m, e) && wordIsInt(x) || settled(m, x) && wordIsInt(e)
}

// shortLongsEqual is a == b of two ints that have objects, of two limbs at most.
func shortLongsEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	n := m.U64(a, fieldIntLimbs)
	if n != m.U64(b, fieldIntLimbs) || (m.U32(a, fieldAux)^m.U32(b, fieldAux))&intNegative != 0 || m.U64(a, fieldIntData) != m.U64(b, fieldIntData) {
		return false, true
	}
	if n > 2 {
		return false, false
	}
	return n == 1 || m.U64At(a, fieldIntData, 1) == m.U64At(b, fieldIntData, 1), true
}

// shortStrsEqual is a == b of two strs of which one has 16 bytes at most.
func shortStrsEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	n, kind := m.U64(a, fieldStrLen), m.U32(a, fieldAux)&StrKindMask
	if n != m.U64(b, fieldStrLen) || kind != m.U32(b, fieldAux)&StrKindMask {
		return false, true
	}
	n *= kind
	if n > 16 {
		return false, false
	}
	first := m.U64(a, fieldStrData) ^ m.U64(b, fieldStrData)
	if n <= 8 {
		return n == 0 || first<<((0-8*n)&63) == 0, true
	}
	return first == 0 && (m.U64Off(a, fieldStrData, 8)^m.U64Off(b, fieldStrData, 8))<<((0-8*n)&63) == 0, true
}

// mostRuns bounds the runs of a small table that are gone through, for each of many elements.
const mostRuns = 6

// tablePlace is setPlace in a table, of a key that sameKey compares with those there.
func tablePlace(m mem.Mem, table mem.Ref, mask uint64, x mem.Ref, hash uint64) (at, gone uint64, found, ok bool) {
	i, perturb := hash&mask, hash
	gone = noSlot
	for range uint64(mostRuns) {
		run := uint64(1)
		if i+linearProbes <= mask {
			run = 1 + linearProbes
		}
		for k := uint64(0); k < min(run, 1+linearProbes); k++ {
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
			eq, ok := sameKey(m, e, x)
			if !ok {
				return 0, 0, false, false
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

// tableOf is the table that a set has to which the elements of s are added when it is empty.
func tableOf(m mem.Mem, s mem.Ref) (table mem.Ref, slots uint64, ok bool) {
	from, mask, used := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask), m.U64(s, fieldSetUsed)
	if used*2 >= mostGrown || mask >= mostGrown {
		return NoRef, 0, false
	}
	slots = setMinSize
	if used*5 >= (setMinSize-1)*3 {
		slots = slotsAbove(used * 2)
	}
	if slots-1 == mask && m.U64(s, fieldSetFill) == used {
		table, ok = tableLike(m, from, slots)
		return table, slots, ok
	}
	table, ok = tableWith(m, from, mask, slots)
	return table, slots, ok
}

// tableLike is a table of so many slots, which are those of another.
func tableLike(m mem.Mem, from mem.Ref, slots uint64) (table mem.Ref, ok bool) {
	if slots > mostGrown {
		return NoRef, false
	}
	table, ok = newArrayOf(m, 2*slots)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < min(slots, mostGrown); i++ {
		m.InitRefAt(table, fieldSetKey, 2*i, m.RefAt(from, fieldSetKey, 2*i))
		m.InitU64At(table, fieldSetHash, 2*i, m.U64At(from, fieldSetHash, 2*i))
	}
	return table, true
}

// tableWith is a table of so many slots with the elements of another.
func tableWith(m mem.Mem, from mem.Ref, mask, slots uint64) (table mem.Ref, ok bool) {
	table, ok = newSetTableOf(m, slots)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i <= min(mask, mostGrown-1); i++ {
		e := m.RefAt(from, fieldSetKey, 2*i)
		if e != nothing && !putClean(m, table, slots-1, e, m.U64At(from, fieldSetHash, 2*i), mostRuns) {
			return NoRef, false
		}
	}
	return table, true
}

// setCopied is s.copy(), and set(s), of a set of few elements, and set(l) of a list or tuple of few.
//
//tier2:routine set.copy
func setCopied(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
	if isSetWord(m, s) {
		return setCopiedAs(m, uint64(SetType), s)
	}
	return setOfItems(m, uint64(SetType), s)
}

// frozenOf is frozenset(x) of such.
//
//tier2:routine frozenset
func frozenOf(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	if wordIs(m, x, uint64(FrozenSetType)) {
		return x, true
	}
	if wordIs(m, x, uint64(SetType)) {
		return setCopiedAs(m, uint64(FrozenSetType), x)
	}
	return setOfItems(m, uint64(FrozenSetType), x)
}

func setCopiedAs(m mem.Mem, t uint64, s mem.Ref) (r mem.Ref, ok bool) {
	table, slots, ok := tableOf(m, s)
	if !ok {
		return NoRef, false
	}
	return newSetOn(m, t, table, slots, m.U64(s, fieldSetUsed))
}

// mostGrowth is how often a table is made anew.
const mostGrowth = 3

// mostCollected is how many elements lists have of which sets are made.
const mostCollected = 64

// setOfItems is a set or frozenset of the elements of what newListOf knows, which are added one by one.
func setOfItems(m mem.Mem, t uint64, x mem.Ref) (r mem.Ref, ok bool) {
	items, n, listed := x, uint64(0), wordIs(m, x, uint64(ListType))
	if !listed && wordIsRef(x) && !wordIs(m, x, uint64(TupleType)) {
		if wordIs(m, x, uint64(DictType)) && m.U64(x, fieldDictUsed) >= setMinSize/2+1 {
			return NoRef, false // the set is made larger at once, and so has another order
		}
		made, ok := listOfMade(m, x)
		if !ok {
			return NoRef, false
		}
		x, listed = made, true
	}
	if listed {
		items, n = m.Ref(x, fieldListItems), m.U64(x, fieldListLen)
	} else {
		if !wordIs(m, x, uint64(TupleType)) {
			return NoRef, false
		}
		n = tupleLen(m, x)
	}
	if n > mostCollected {
		return NoRef, false
	}
	slots, used, i := uint64(setMinSize), uint64(0), uint64(0)
	table, ok := newSetTableOf(m, slots)
	if !ok {
		return NoRef, false
	}
	for range uint64(mostGrowth) {
		for range uint64(mostCollected) {
			if i == n {
				break
			}
			e := itemAt(m, items, listed, i)
			hash, ok := plainHash(m, e)
			if !ok {
				return NoRef, false
			}
			at, _, in, ok := tablePlace(m, table, slots-1, e, hash)
			if !ok {
				return NoRef, false
			}
			i++
			if in {
				continue
			}
			m.InitRefAt(table, fieldSetKey, 2*at, e)
			m.InitU64At(table, fieldSetHash, 2*at, hash)
			used++
			if used*5 >= (slots-1)*3 {
				break
			}
		}
		if used*5 < (slots-1)*3 {
			return newSetOn(m, t, table, slots, used)
		}
		if used*4 >= mostGrown {
			return NoRef, false
		}
		old := table
		table, ok = tableWith(m, old, min(slots-1, 31), slotsAbove(used*4))
		if !ok {
			return NoRef, false
		}
		slots = slotsAbove(used * 4)
	}
	return NoRef, false
}

// itemAt is an element of a list's array or a tuple.
func itemAt(m mem.Mem, items mem.Ref, listed bool, i uint64) mem.Ref {
	if listed {
		return m.RefAt(items, fieldElem, i)
	}
	return m.RefAt(items, fieldTupleItem, i)
}

// mostSelected is how many slots a set has that elements are taken from.
const mostSelected = 128

// setSelected is a set of the type of s, of those elements of from that are in other, or are not: s & t and s - t.
func setSelected(m mem.Mem, s, from, other mem.Ref, those bool) (r mem.Ref, ok bool) {
	source, mask := m.Ref(from, fieldSetTable), m.U64(from, fieldSetMask)
	there, most := m.Ref(other, fieldSetTable), m.U64(other, fieldSetMask)
	if mask >= mostSelected {
		return NoRef, false
	}
	slots, used, i := uint64(setMinSize), uint64(0), uint64(0)
	table, ok := newSetTableOf(m, slots)
	if !ok {
		return NoRef, false
	}
	for range uint64(mostGrowth) {
		for range uint64(mostSelected) {
			if i > mask {
				break
			}
			e, hash := m.RefAt(source, fieldSetKey, 2*i), m.U64At(source, fieldSetHash, 2*i)
			i++
			if e == nothing {
				continue
			}
			_, _, in, ok := tablePlace(m, there, most, e, hash)
			if !ok {
				return NoRef, false
			}
			if !those {
				in = !in
			}
			if !in {
				continue
			}
			if !putClean(m, table, slots-1, e, hash, mostRuns) {
				return NoRef, false
			}
			used++
			if used*5 >= (slots-1)*3 {
				break
			}
		}
		if used*5 < (slots-1)*3 {
			return newSetOn(m, m.U32(s, fieldType), table, slots, used)
		}
		if used*4 >= mostGrown {
			return NoRef, false
		}
		old := table
		table, ok = tableWith(m, old, min(slots-1, 31), slotsAbove(used*4))
		if !ok {
			return NoRef, false
		}
		slots = slotsAbove(used * 4)
	}
	return NoRef, false
}

// setMeet is s & t of two sets.
func setMeet(m mem.Mem, s, t mem.Ref) (r mem.Ref, ok bool) {
	if s == t {
		return setCopiedAs(m, m.U32(s, fieldType), s)
	}
	from, other := t, s
	if m.U64(t, fieldSetUsed) > m.U64(s, fieldSetUsed) {
		from, other = s, t
	}
	return setSelected(m, s, from, other, true)
}

// setMinus is s - t of two sets.
func setMinus(m mem.Mem, s, t mem.Ref) (r mem.Ref, ok bool) {
	used := m.U64(s, fieldSetUsed)
	if used>>2 <= m.U64(t, fieldSetUsed) {
		return setSelected(m, s, s, t, false)
	}
	table, slots, ok := tableOf(m, s)
	if !ok {
		return NoRef, false
	}
	used, fill, ok := toggled(m, t, table, slots, used, used, false)
	if !ok {
		return NoRef, false
	}
	return newSetFilled(m, m.U32(s, fieldType), table, slots, used, fill)
}

// toggled drops the elements of t from a new table, which has so many, and so many slots in use or deleted; if add is true, those
// are added that are not there. It returns how many there are then.
func toggled(m mem.Mem, t, table mem.Ref, slots, has, full uint64, add bool) (used, fill uint64, ok bool) {
	source, mask := m.Ref(t, fieldSetTable), m.U64(t, fieldSetMask)
	if mask >= mostSlots {
		return 0, 0, false
	}
	used, fill = has, full
	for i := uint64(0); i <= mask; i++ {
		e := m.RefAt(source, fieldSetKey, 2*i)
		if e == nothing {
			continue
		}
		hash := m.U64At(source, fieldSetHash, 2*i)
		at, gone, in, ok := tablePlace(m, table, slots-1, e, hash)
		if !ok {
			return 0, 0, false
		}
		if in {
			m.InitRefAt(table, fieldSetKey, 2*at, nothing)
			m.InitU64At(table, fieldSetHash, 2*at, setGone)
			used--
			continue
		}
		if !add {
			continue
		}
		if gone != noSlot {
			at = gone
		} else {
			fill++
			if fill*5 >= (slots-1)*3 {
				return 0, 0, false
			}
		}
		m.InitRefAt(table, fieldSetKey, 2*at, e)
		m.InitU64At(table, fieldSetHash, 2*at, hash)
		used++
	}
	return used, fill, add || fill-used <= (slots-1)>>2
}

// setEither is s ^ t of two sets.
func setEither(m mem.Mem, s, t mem.Ref) (r mem.Ref, ok bool) {
	table, slots, ok := tableOf(m, t)
	if !ok {
		return NoRef, false
	}
	more := m.U64(t, fieldSetUsed)
	used, fill, ok := toggled(m, s, table, slots, more, more, true)
	if !ok {
		return NoRef, false
	}
	return newSetFilled(m, m.U32(s, fieldType), table, slots, used, fill)
}

// setJoined is s | t of two sets.
func setJoined(m mem.Mem, s, t mem.Ref) (r mem.Ref, ok bool) {
	used, more := m.U64(s, fieldSetUsed), m.U64(t, fieldSetUsed)
	if used == 0 {
		if more == 0 {
			return NoRef, false
		}
		table, slots, ok := tableOf(m, t)
		if !ok {
			return NoRef, false
		}
		return newSetOn(m, m.U32(s, fieldType), table, slots, more)
	}
	table, slots, ok := tableOf(m, s)
	if !ok {
		return NoRef, false
	}
	if s == t || more == 0 {
		return newSetOn(m, m.U32(s, fieldType), table, slots, used)
	}
	if (used+more)*5 >= (slots-1)*3 {
		if (used+more)*2 >= mostGrown {
			return NoRef, false
		}
		wider := slotsAbove((used + more) * 2)
		if wider > setMinSize || slots > setMinSize {
			old, last := table, slots-1
			table, ok = tableWith(m, old, last, wider)
			if !ok {
				return NoRef, false
			}
			slots = wider
		}
	}
	added, _, ok := addAll(m, t, table, slots-1)
	if !ok {
		return NoRef, false
	}
	return newSetOn(m, m.U32(s, fieldType), table, slots, used+added)
}

// addAll adds the elements of t to a new table that has room for them. Of those that were not there some are in deleted slots.
func addAll(m mem.Mem, t, table mem.Ref, last uint64) (added, reused uint64, ok bool) {
	source, mask := m.Ref(t, fieldSetTable), m.U64(t, fieldSetMask)
	if mask >= mostSlots {
		return 0, 0, false
	}
	for i := uint64(0); i <= mask; i++ {
		e := m.RefAt(source, fieldSetKey, 2*i)
		if e == nothing {
			continue
		}
		hash := m.U64At(source, fieldSetHash, 2*i)
		at, gone, in, ok := tablePlace(m, table, last, e, hash)
		if !ok {
			return 0, 0, false
		}
		if in {
			continue
		}
		if gone != noSlot {
			at = gone
			reused++
		}
		m.InitRefAt(table, fieldSetKey, 2*at, e)
		m.InitU64At(table, fieldSetHash, 2*at, hash)
		added++
	}
	return added, reused, true
}
