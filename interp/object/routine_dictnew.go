package object

import "github.com/tier2go/tier2/opgen/mem"

// Dicts made of others, and changed by others: new tables are made, which can be given up, and the dict gets them in the end.

// mostDictLog2 is how large the tables are that are made: a slot of their index is a byte.
const mostDictLog2 = 7

// maskOf is how many slots an index has, less one; roomOf how many entries it is for.
func maskOf(log2 uint64) uint64 { return uint64(1)<<(log2&63) - 1 }

func roomOf(log2 uint64) uint64 { return uint64(2) << (log2 & 63) * 0xAAAB >> 17 } // two thirds

// log2Above is log2Size of what has tables that are made.
func log2Above(n uint64) (log2 uint64) {
	log2 = dictMinLog2
	for range uint64(mostDictLog2 - dictMinLog2) {
		if maskOf(log2)+1 >= n {
			break
		}
		log2++
	}
	return log2
}

// newDictTables are tables without an entry.
func newDictTables(m mem.Mem, log2 uint64) (entries, index mem.Ref, ok bool) {
	room, slots := roomOf(log2), maskOf(log2)+1
	entries, ok = newArrayOf(m, 3*room)
	if !ok {
		return NoRef, NoRef, false
	}
	m.InitU64(entries, fieldArrayCap, room)
	w, apart := windowFor(m, bytesWindows, offIndexSlots+slots)
	index = m.Ref(w, fieldWindowNext)
	if index == m.Ref(w, fieldWindowEnd) {
		return NoRef, NoRef, false
	}
	m.InitRef(w, fieldWindowNext, mem.Ref(uint64(index)+apart))
	m.InitU64(index, fieldHeader, uint64(ArrayType))
	for i := uint64(0); i < min(slots, 1<<mostDictLog2); i += 8 {
		m.InitU64Off(index, fieldIndexSlots, i, slotEmpty)
	}
	return entries, index, true
}

// dictTablesLike are new tables with the entries that those of a dict have, deleted ones included: dictClone.
func dictTablesLike(m mem.Mem, d mem.Ref) (entries, index mem.Ref, ok bool) {
	log2, filled := m.U32(d, fieldDictLog2), m.U32(d, fieldDictFilled)
	if log2 < dictMinLog2 || log2 > mostDictLog2 || filled > mostEntriesGrown {
		return NoRef, NoRef, false
	}
	entries, index, ok = newDictTables(m, log2)
	if !ok {
		return NoRef, NoRef, false
	}
	from, slots, old := m.Ref(d, fieldDictIndex), maskOf(log2)+1, m.Ref(d, fieldDictEntries)
	for i := uint64(0); i < min(slots, 1<<mostDictLog2); i += 8 {
		m.InitU64Off(index, fieldIndexSlots, i, m.U64Off(from, fieldIndexSlots, i))
	}
	for i := uint64(0); i < filled; i++ {
		m.InitU64At(entries, fieldEntryHash, 3*i, m.U64At(old, fieldEntryHash, 3*i))
		m.InitRefAt(entries, fieldEntryKey, 3*i, m.RefAt(old, fieldEntryKey, 3*i))
		m.InitRefAt(entries, fieldEntryValue, 3*i, m.RefAt(old, fieldEntryValue, 3*i))
	}
	return entries, index, true
}

// dictTablesWith are new tables with the items of a dict, which they have room for: dictResize.
func dictTablesWith(m mem.Mem, d mem.Ref, log2 uint64) (entries, index mem.Ref, ok bool) {
	entries, index, ok = newDictTables(m, log2)
	if !ok {
		return NoRef, NoRef, false
	}
	old, filled, at := m.Ref(d, fieldDictEntries), m.U32(d, fieldDictFilled), uint64(0)
	if filled > mostEntriesGrown {
		return NoRef, NoRef, false
	}
	for i := uint64(0); i < filled; i++ {
		k, x := m.RefAt(old, fieldEntryKey, 3*i), m.RefAt(old, fieldEntryValue, 3*i)
		if x == nothing {
			continue
		}
		if !initEntry(m, entries, index, maskOf(log2), at, k, x, m.U64At(old, fieldEntryHash, 3*i)) {
			return NoRef, NoRef, false
		}
		at++
	}
	return entries, index, true
}

// isLikeFresh reports whether the tables of a dict are what an empty one gets that all its items are added to: dictMergeDict.
func isLikeFresh(m mem.Mem, d mem.Ref) bool {
	log2, used := m.U32(d, fieldDictLog2), m.U64(d, fieldDictUsed)
	return used == m.U32(d, fieldDictFilled) && (log2 == dictMinLog2 || roomOf(log2-1) < used)
}

// addItems adds the items of a dict to new tables, in which so many entries are in use. It gives up where those have no room.
func addItems(m mem.Mem, entries, index mem.Ref, log2, used, room uint64, d mem.Ref) (filled uint64, ok bool) {
	from, n := m.Ref(d, fieldDictEntries), m.U32(d, fieldDictFilled)
	if n > mostEntriesGrown {
		return 0, false
	}
	filled = used
	for i := uint64(0); i < n; i++ {
		k, x := m.RefAt(from, fieldEntryKey, 3*i), m.RefAt(from, fieldEntryValue, 3*i)
		if x == nothing {
			continue
		}
		hash := m.U64At(from, fieldEntryHash, 3*i)
		at, slot, in, ok := keyPlace(m, entries, index, log2, k, hash, true)
		if !ok {
			return 0, false
		}
		if in {
			m.InitRefAt(entries, fieldEntryValue, 3*at, x)
			continue
		}
		if filled == room {
			return 0, false
		}
		m.InitU8At(index, fieldIndexSlots, slot, filled)
		m.InitU64At(entries, fieldEntryHash, 3*filled, hash)
		m.InitRefAt(entries, fieldEntryKey, 3*filled, k)
		m.InitRefAt(entries, fieldEntryValue, 3*filled, x)
		filled++
	}
	return filled, true
}

// dictMerged are tables with the items of a dict and of another one that is not empty: dictMergeDict. Of the entries filled are in use then, and
// others deleted; the dict has added items more. It gives up where its tables grow on the way.
func dictMerged(m mem.Mem, d, other mem.Ref) (entries, index mem.Ref, log2, filled, usable, added uint64, ok bool) {
	n, used, old := m.U64(other, fieldDictUsed), m.U64(d, fieldDictUsed), m.U32(d, fieldDictFilled)
	if used == 0 {
		if !isLikeFresh(m, other) {
			return NoRef, NoRef, 0, 0, 0, 0, false
		}
		log2 = m.U32(other, fieldDictLog2)
		entries, index, ok = dictTablesLike(m, other)
		return entries, index, log2, n, roomOf(log2) - n, n, ok
	}
	log2 = m.U32(d, fieldDictLog2)
	usable = m.U32(d, fieldDictUsable)
	if n > mostItemsGrown || used > mostItemsGrown {
		return NoRef, NoRef, 0, 0, 0, 0, false
	}
	if roomOf(log2) < n {
		log2 = log2Above((3*(used+n) + 1) >> 1)
		entries, index, ok = dictTablesWith(m, d, log2)
		old, usable = used, roomOf(log2)-used
	} else {
		if m.U32(d, fieldAux)&dictGeneral == 0 && m.U32(other, fieldAux)&dictGeneral != 0 {
			return NoRef, NoRef, 0, 0, 0, 0, false
		}
		entries, index, ok = dictTablesLike(m, d)
	}
	if !ok {
		return NoRef, NoRef, 0, 0, 0, 0, false
	}
	filled, ok = addItems(m, entries, index, log2, old, old+usable, other)
	if !ok {
		return NoRef, NoRef, 0, 0, 0, 0, false
	}
	return entries, index, log2, filled, usable - (filled - old), filled - old, true
}

// dictUpdated is d.update(other) of two dicts, of which nobody watches the first.
//
//tier2:routine dict.update
func dictUpdated(m mem.Mem, d, other mem.Ref) (done, ok bool) {
	if !wordIs(m, d, uint64(DictType)) || !wordIs(m, other, uint64(DictType)) || m.U32(d, fieldAux)&DictWatched != 0 {
		return false, false
	}
	if d == other || m.U64(other, fieldDictUsed) == 0 {
		return true, true
	}
	if m.U32(d, fieldDictFilled) == 0 && isLikeFresh(m, other) {
		used := m.U64(other, fieldDictUsed)
		entries, index, ok := dictTablesLike(m, other)
		if !ok {
			return false, false
		}
		setTables(m, d, other, entries, index, m.U32(other, fieldDictLog2), used, m.U32(other, fieldDictUsable), used)
		return true, true
	}
	entries, index, log2, filled, usable, added, ok := dictMerged(m, d, other)
	if !ok {
		return false, false
	}
	setTables(m, d, other, entries, index, log2, filled, usable, m.U64(d, fieldDictUsed)+added)
	return true, true
}

// setTables gives a dict tables that have entries of another one, too.
func setTables(m mem.Mem, d, other, entries, index mem.Ref, log2, filled, usable, used uint64) {
	m.SetRef(d, fieldDictEntries, entries)
	m.SetRef(d, fieldDictIndex, index)
	m.SetU32(d, fieldDictFilled, filled)
	m.SetU32(d, fieldDictUsable, usable)
	m.SetU32(d, fieldDictLog2, log2)
	m.SetU32(d, fieldDictVersion, 0)
	m.SetU32(d, fieldAux, m.U32(d, fieldAux)|m.U32(other, fieldAux)&dictGeneral)
	m.SetU64(d, fieldDictUsed, used)
}

// newDictOn is a dict with tables.
func newDictOn(m mem.Mem, entries, index mem.Ref, log2, filled, usable, used, general uint64) (d mem.Ref, ok bool) {
	d, w, next, ok := cutPlain(m, DictSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(d, fieldHeader, uint64(DictType)|general<<32)
	m.InitU64(d, fieldDictUsed, used)
	m.InitU32(d, fieldDictFilled, filled)
	m.InitU32(d, fieldDictVersion, 0)
	m.InitRef(d, fieldDictEntries, entries)
	m.InitRef(d, fieldDictIndex, index)
	m.InitU32(d, fieldDictUsable, usable)
	m.InitU32(d, fieldDictLog2, log2)
	return d, true
}

// dictCopied is d.copy() of a dict most of whose entries are not deleted.
//
//tier2:routine dict.copy
func dictCopied(m mem.Mem, d mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, d, uint64(DictType)) {
		return NoRef, false
	}
	used, filled := m.U64(d, fieldDictUsed), m.U32(d, fieldDictFilled)
	if used == 0 {
		return newDictOf(m)
	}
	if filled > mostEntriesGrown || used < filled*2*0xAAAB>>17 {
		return NoRef, false
	}
	entries, index, ok := dictTablesLike(m, d)
	if !ok {
		return NoRef, false
	}
	return newDictOn(m, entries, index, m.U32(d, fieldDictLog2), filled, m.U32(d, fieldDictUsable), used, m.U32(d, fieldAux)&dictGeneral)
}

// dictOf is dict(d) of a dict.
//
//tier2:routine dict
func dictOf(m mem.Mem, d mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, d, uint64(DictType)) {
		return NoRef, false
	}
	used := m.U64(d, fieldDictUsed)
	if used == 0 {
		return newDictOf(m)
	}
	general := m.U32(d, fieldAux) & dictGeneral
	if isLikeFresh(m, d) {
		entries, index, ok := dictTablesLike(m, d)
		if !ok {
			return NoRef, false
		}
		return newDictOn(m, entries, index, m.U32(d, fieldDictLog2), used, m.U32(d, fieldDictUsable), used, general)
	}
	if used > mostItemsGrown {
		return NoRef, false
	}
	log2 := log2Above((3*used + 1) >> 1)
	entries, index, ok := dictTablesWith(m, d, log2)
	if !ok {
		return NoRef, false
	}
	return newDictOn(m, entries, index, log2, used, roomOf(log2)-used, used, general)
}

// dictJoined is a | b of two dicts, of which the first has items, most of whose entries are not deleted.
func dictJoined(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	used, filled := m.U64(a, fieldDictUsed), m.U32(a, fieldDictFilled)
	if m.U64(b, fieldDictUsed) == 0 || a == b {
		return dictCopied(m, a)
	}
	if filled > mostEntriesGrown || used == 0 || used < filled*2*0xAAAB>>17 {
		return NoRef, false
	}
	entries, index, log2, filled, usable, added, ok := dictMerged(m, a, b)
	if !ok {
		return NoRef, false
	}
	return newDictOn(m, entries, index, log2, filled, usable, used+added, (m.U32(a, fieldAux)|m.U32(b, fieldAux))&dictGeneral)
}

// dictEmptied is d.clear() of a dict that nobody watches.
//
//tier2:routine dict.clear
func dictEmptied(m mem.Mem, d mem.Ref) (done, ok bool) {
	if !wordIs(m, d, uint64(DictType)) || m.U32(d, fieldAux)&DictWatched != 0 {
		return false, false
	}
	if m.Ref(d, fieldDictEntries) == nothing {
		return true, true
	}
	m.SetU64(d, fieldDictUsed, 0)
	m.SetU32(d, fieldDictFilled, 0)
	m.SetU32(d, fieldDictVersion, 0)
	m.SetRef(d, fieldDictEntries, nothing)
	m.SetRef(d, fieldDictIndex, m.Ref(strWords, fieldNoIndex))
	m.SetU32(d, fieldDictUsable, 0)
	m.SetU32(d, fieldDictLog2, 0)
	m.SetU32(d, fieldAux, m.U32(d, fieldAux)&^dictGeneral)
	return true, true
}

// dictTakeLast is d.popitem() of a dict that nobody watches, and that has items.
//
//tier2:routine dict.popitem
func dictTakeLast(m mem.Mem, d mem.Ref) (t mem.Ref, ok bool) {
	if !wordIs(m, d, uint64(DictType)) || m.U32(d, fieldAux)&DictWatched != 0 || m.U64(d, fieldDictUsed) == 0 {
		return NoRef, false
	}
	entries := m.Ref(d, fieldDictEntries)
	at, ok := lastEntry(m, d, entries)
	if !ok {
		return NoRef, false
	}
	k, x := m.RefAt(entries, fieldEntryKey, 3*at), m.RefAt(entries, fieldEntryValue, 3*at)
	slot, ok := slotNaming(m, d, at, m.U64At(entries, fieldEntryHash, 3*at))
	if !ok {
		return NoRef, false
	}
	t, ok = newTupleOf(m, 2)
	if !ok {
		return NoRef, false
	}
	m.InitRefAt(t, fieldTupleItem, 0, k)
	m.InitRefAt(t, fieldTupleItem, 1, x)
	dropEntry(m, d, at, slot)
	m.SetU32(d, fieldDictFilled, at) // usable stays: the index has a deleted slot
	return t, true
}

// slotNaming is the slot of a dict's index that names an entry.
func slotNaming(m mem.Mem, d mem.Ref, at, hash uint64) (slot uint64, ok bool) {
	log2, index := m.U32(d, fieldDictLog2), m.Ref(d, fieldDictIndex)
	i, perturb := hash&maskOf(log2), hash
	for range uint64(mostLookedAt) {
		if indexSlot(m, index, log2, i) == at {
			return i, true
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & maskOf(log2)
	}
	return 0, false
}

// dictsSame is a == b of two dicts of few items.
func dictsSame(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	n := m.U32(a, fieldDictFilled)
	if m.U64(a, fieldDictUsed) != m.U64(b, fieldDictUsed) {
		return false, true
	}
	if n > mostEntriesGrown {
		return false, false
	}
	from, entries, index, log2 := m.Ref(a, fieldDictEntries), m.Ref(b, fieldDictEntries), m.Ref(b, fieldDictIndex), m.U32(b, fieldDictLog2)
	for i := uint64(0); i < n; i++ {
		k, x := m.RefAt(from, fieldEntryKey, 3*i), m.RefAt(from, fieldEntryValue, 3*i)
		if x == nothing {
			continue
		}
		at, _, in, ok := keyPlace(m, entries, index, log2, k, m.U64At(from, fieldEntryHash, 3*i), true)
		if !ok {
			return false, false
		}
		if !in {
			return false, true
		}
		y := m.RefAt(entries, fieldEntryValue, 3*at)
		if x == y {
			continue
		}
		eq, ok := plainEqual(m, x, y)
		if !ok {
			return false, false
		}
		if !eq {
			return false, true
		}
	}
	return true, true
}
