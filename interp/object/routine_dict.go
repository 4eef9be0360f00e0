package object

import "github.com/tier2go/tier2/opgen/mem"

// mostLookedAt bounds the slots of a dict's index that a look-up goes through.
const mostLookedAt = 24

// What indexSlot gives where a slot of an index names no entry.
const (
	slotEmpty   = 1<<64 + indexEmpty
	slotDeleted = 1<<64 + indexDummy
)

// indexSlot is a slot of the index of a table of 1<<log2 slots.
func indexSlot(m mem.Mem, index mem.Ref, log2, i uint64) uint64 {
	if log2 < 8 {
		return uint64(int64(m.U8At(index, fieldIndexSlots, i)<<56) >> 56)
	}
	if log2 < 16 {
		return uint64(int64(m.U16At(index, fieldIndexSlots, i)<<48) >> 48)
	}
	return uint64(int64(m.U32At(index, fieldIndexSlots, i)<<32) >> 32)
}

// dictPlace is the number of the entry of a key, if it is found, and the slot of the index that names it; else
// the first one on the way that names none. It gives up where comparing the keys may do something.
func dictPlace(m mem.Mem, d, k mem.Ref, hash uint64) (at, slot uint64, found, ok bool) {
	return keyPlace(m, m.Ref(d, fieldDictEntries), m.Ref(d, fieldDictIndex), m.U32(d, fieldDictLog2), k, hash, false)
}

// keyPlace is dictPlace in tables. In a loop over keys those are compared without one.
func keyPlace(m mem.Mem, entries, index mem.Ref, log2 uint64, k mem.Ref, hash uint64, inLoop bool) (at, slot uint64, found, ok bool) {
	mask, free := maskOf(log2), uint64(slotEmpty)
	i, perturb := hash&mask, hash
	for range uint64(mostLookedAt) {
		e := indexSlot(m, index, log2, i)
		if e >= slotDeleted {
			if free == slotEmpty {
				free = i
			}
			if e == slotEmpty {
				return 0, free, false, true
			}
		} else {
			stored := m.RefAt(entries, fieldEntryKey, 3*e)
			if stored == k {
				return e, i, true, true
			}
			if m.U64At(entries, fieldEntryHash, 3*e) == hash {
				eq, ok := false, false
				if inLoop {
					eq, ok = sameKey(m, stored, k)
					if !ok {
						return 0, 0, false, false
					}
				} else if !wordIs(m, stored, uint64(TupleType)) {
					eq, ok = keysEqual(m, stored, k)
				}
				if !inLoop && !ok { // one is compared so, behind the loop: others of the same hash are as good as never
					eq, ok = tupleKeysEqual(m, stored, k)
					return e, i, true, ok && eq
				}
				if eq {
					return e, i, true, true
				}
			}
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
	return 0, 0, false, false
}

// noteFound is Heap.noteKey of what an operation looks up; instances that are equal to themselves only stay so, too.
func noteFound(m mem.Mem, d, k mem.Ref, at uint64) {
	if !wordIs(m, d, uint64(DictType)) {
		return
	}
	stored := m.RefAt(m.Ref(d, fieldDictEntries), fieldEntryKey, 3*at)
	if k == stored {
		if wordIsRef(k) && !settled(m, k) && !wordIs(m, k, uint64(BytesType)) && !wordIs(m, k, uint64(BoolType)) {
			return
		}
	} else if !wordIs(m, k, uint64(StrType)) || !wordIs(m, stored, uint64(StrType)) {
		return
	}
	n := (uint64(d) + uint64(k)) * DictCacheMul >> DictCacheShift
	note := mem.Ref(TagRef + dictCacheOff + DictCacheEntry*n)
	m.SetRef(note, fieldFoundDict, d)
	m.SetRef(note, fieldFoundKey, k)
	m.SetRef(note, fieldFoundStored, stored)
	m.SetU64(note, fieldFoundIndex, at)
}

// dictEntryOf is the entry of a key, from which fieldEntryValue has its value; nothing if the dict does not
// have the key.
//
//tier2:routine dict.find
func dictEntryOf(m mem.Mem, d, k mem.Ref) (entry mem.Ref, ok bool) {
	at, found, ok := dictAt(m, d, k)
	if !ok {
		return NoRef, false
	}
	if !found {
		return nothing, true
	}
	noteFound(m, d, k, at)
	return mem.Ref(uint64(m.Ref(d, fieldDictEntries)) + DictEntrySize*at), true
}

// dictAt is the number of the entry of a key.
func dictAt(m mem.Mem, d, k mem.Ref) (at uint64, found, ok bool) {
	hash, ok := keyHash(m, k)
	if !ok {
		return 0, false, false
	}
	at, _, found, ok = dictPlace(m, d, k, hash)
	return at, found, ok
}

// dictPut is d[k] = x of a dict that nobody watches, and that has few items or room for the key.
//
//tier2:routine dict.setitem
func dictPut(m mem.Mem, d, k, x mem.Ref) (done, ok bool) {
	aux := m.U32(d, fieldAux)
	if aux&DictWatched != 0 {
		return false, false
	}
	hash, ok := keyHash(m, k)
	if !ok {
		return false, false
	}
	at, free, found, ok := dictPlace(m, d, k, hash)
	if !ok {
		return false, false
	}
	if found {
		m.SetRefAt(m.Ref(d, fieldDictEntries), fieldEntryValue, 3*at, x)
		noteFound(m, d, k, at)
		return true, true
	}
	at, ok = dictPutNew(m, d, k, x, hash, free)
	if !ok {
		return false, false
	}
	noteFound(m, d, k, at)
	return true, true
}

// dictAdd is dictPut in what may be a dict.
//
//tier2:routine dict.add
func dictAdd(m mem.Mem, d, k, x mem.Ref) (done, ok bool) {
	if !wordIs(m, d, uint64(DictType)) {
		return false, false
	}
	return dictPut(m, d, k, x)
}

// dictPutNew adds a key to a dict, and names its entry in a slot of the index; a dict of few items grows.
func dictPutNew(m mem.Mem, d, k, x mem.Ref, hash, slot uint64) (at uint64, ok bool) {
	usable, general := m.U32(d, fieldDictUsable), m.U32(d, fieldAux)&dictGeneral
	if !wordIs(m, k, uint64(StrType)) && general == 0 {
		usable, general = 0, dictGeneral
	}
	if usable == 0 {
		return dictGrown(m, d, k, x, hash, general)
	}
	return dictPutThere(m, d, k, x, hash, slot), true
}

// dictHasRoom reports whether a dict takes a key more as it is.
func dictHasRoom(m mem.Mem, d, k mem.Ref) bool {
	return m.U32(d, fieldDictUsable) != 0 && (wordIs(m, k, uint64(StrType)) || m.U32(d, fieldAux)&dictGeneral != 0)
}

// dictPutThere is dictPutNew of a dict that has room for the key.
func dictPutThere(m mem.Mem, d, k, x mem.Ref, hash, slot uint64) (at uint64) {
	usable := m.U32(d, fieldDictUsable)
	at = m.U32(d, fieldDictFilled)
	putSlot(m, d, slot, at)
	entries := m.Ref(d, fieldDictEntries)
	m.SetU64At(entries, fieldEntryHash, 3*at, hash)
	m.SetRefAt(entries, fieldEntryKey, 3*at, k)
	m.SetRefAt(entries, fieldEntryValue, 3*at, x)
	m.SetU32(d, fieldDictVersion, 0)
	m.SetU32(d, fieldDictFilled, at+1)
	m.SetU32(d, fieldDictUsable, usable-1)
	m.SetU64(d, fieldDictUsed, m.U64(d, fieldDictUsed)+1)
	return at
}

// Bounds of dicts that grow: their tables have 1<<mostDictLog2 slots then at most.
const (
	mostItemsGrown   = 42
	mostEntriesGrown = 128
)

// dictGrown adds a key to a dict, whose tables are made anew without deleted items: dictResize.
func dictGrown(m mem.Mem, d, k, x mem.Ref, hash, general uint64) (at uint64, ok bool) {
	used, filled, old := m.U64(d, fieldDictUsed), m.U32(d, fieldDictFilled), m.Ref(d, fieldDictEntries)
	if used > mostItemsGrown || filled > mostEntriesGrown {
		return 0, false
	}
	log2 := log2Above(3 * used)
	entries, index, ok := newDictTables(m, log2)
	if !ok {
		return 0, false
	}
	mask, room := maskOf(log2), roomOf(log2)
	for i := uint64(0); i < filled; i++ {
		e, v := m.RefAt(old, fieldEntryKey, 3*i), m.RefAt(old, fieldEntryValue, 3*i)
		if v == nothing {
			continue
		}
		h := m.U64At(old, fieldEntryHash, 3*i)
		if !initEntry(m, entries, index, mask, at, e, v, h) {
			return 0, false
		}
		at++
	}
	if !initEntry(m, entries, index, mask, at, k, x, hash) {
		return 0, false
	}
	m.SetRef(d, fieldDictEntries, entries)
	m.SetRef(d, fieldDictIndex, index)
	m.SetU32(d, fieldDictFilled, at+1)
	m.SetU32(d, fieldDictUsable, room-at-1)
	m.SetU32(d, fieldDictLog2, log2)
	m.SetU32(d, fieldDictVersion, 0)
	m.SetU32(d, fieldAux, m.U32(d, fieldAux)&^dictGeneral|general)
	m.SetU64(d, fieldDictUsed, used+1)
	return at, true
}

// An array of entries is one whose elements are the entries' words.
var _ = [1]struct{}{}[offEntryHash-OffArrayItems]

// initEntry makes an entry of new storage, and names it in its index; it is false if it has looked at too many slots.
func initEntry(m mem.Mem, entries, index mem.Ref, mask, at uint64, k, x mem.Ref, hash uint64) bool {
	m.InitU64At(entries, fieldEntryHash, 3*at, hash)
	m.InitRefAt(entries, fieldEntryKey, 3*at, k)
	m.InitRefAt(entries, fieldEntryValue, 3*at, x)
	i, perturb := hash&mask, hash
	for range uint64(mostLookedAt) {
		if m.U8At(index, fieldIndexSlots, i) == 1<<8-1 {
			m.InitU8At(index, fieldIndexSlots, i, at)
			return true
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
	return false
}

// newDictOf is an empty dict: no operand, but for the convention's.
//
//tier2:routine dict.new
func newDictOf(m mem.Mem) (d mem.Ref, ok bool) {
	d, w, next, ok := cutPlain(m, DictSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(d, fieldHeader, uint64(DictType))
	m.InitU64(d, fieldDictUsed, 0)
	m.InitU32(d, fieldDictFilled, 0)
	m.InitU32(d, fieldDictVersion, 0)
	m.InitRef(d, fieldDictEntries, nothing)
	m.InitRef(d, fieldDictIndex, m.Ref(strWords, fieldNoIndex))
	m.InitU32(d, fieldDictUsable, 0)
	m.InitU32(d, fieldDictLog2, 0)
	return d, true
}

// dictFetchOrPut is d.setdefault(k, x) of a dict, or a defaultdict.
//
//tier2:routine dict.setdefault
func dictFetchOrPut(m mem.Mem, d, k, or mem.Ref) (x mem.Ref, ok bool) {
	if !wordIsRef(d) || m.U32(d, fieldType) != uint64(DictType) && factsOf(m, d)&factDefault == 0 {
		return NoRef, false
	}
	hash, ok := keyHash(m, k)
	if !ok {
		return NoRef, false
	}
	at, free, found, ok := dictPlace(m, d, k, hash)
	if !ok {
		return NoRef, false
	}
	if found {
		return m.RefAt(m.Ref(d, fieldDictEntries), fieldEntryValue, 3*at), true
	}
	if m.U32(d, fieldAux)&DictWatched != 0 {
		return NoRef, false
	}
	_, ok = dictPutNew(m, d, k, or, hash, free)
	if !ok {
		return NoRef, false
	}
	return or, true
}

// putSlot names an entry in a slot of a dict's index.
func putSlot(m mem.Mem, d mem.Ref, slot, at uint64) {
	log2, index := m.U32(d, fieldDictLog2), m.Ref(d, fieldDictIndex)
	if log2 < 8 {
		m.SetU8At(index, fieldIndexSlots, slot, at)
	} else if log2 < 16 {
		m.SetU16At(index, fieldIndexSlots, slot, at)
	} else {
		m.SetU32At(index, fieldIndexSlots, slot, at)
	}
}

// dictTake is d.pop(k) of a dict that nobody watches, and that has the key.
//
//tier2:routine dict.pop
func dictTake(m mem.Mem, d, k mem.Ref) (x mem.Ref, ok bool) {
	at, slot, found, ok := dictOwn(m, d, k)
	if !ok || !found {
		return NoRef, false
	}
	return dropEntry(m, d, at, slot), true
}

// dictTakeOr is d.pop(k, or).
//
//tier2:routine dict.popor
func dictTakeOr(m mem.Mem, d, k, or mem.Ref) (x mem.Ref, ok bool) {
	at, slot, found, ok := dictOwn(m, d, k)
	if !ok {
		return NoRef, false
	}
	if !found {
		return or, true
	}
	return dropEntry(m, d, at, slot), true
}

// dictOwn is dictPlace in what may be a dict, or what sets items as one, that nobody watches.
func dictOwn(m mem.Mem, d, k mem.Ref) (at, slot uint64, found, ok bool) {
	if !wordIsRef(d) || !wordIs(m, d, uint64(DictType)) && factsOf(m, d)&factDictSet == 0 || m.U32(d, fieldAux)&DictWatched != 0 {
		return 0, 0, false, false
	}
	hash, ok := keyHash(m, k)
	if !ok {
		return 0, 0, false, false
	}
	return dictPlace(m, d, k, hash)
}

// dropEntry deletes an entry, which a slot of the index names, and returns its value.
func dropEntry(m mem.Mem, d mem.Ref, at, slot uint64) (x mem.Ref) {
	entries := m.Ref(d, fieldDictEntries)
	x = m.RefAt(entries, fieldEntryValue, 3*at)
	putSlot(m, d, slot, slotDeleted)
	m.SetU64At(entries, fieldEntryHash, 3*at, 0)
	m.SetRefAt(entries, fieldEntryKey, 3*at, nothing)
	m.SetRefAt(entries, fieldEntryValue, 3*at, nothing)
	m.SetU32(d, fieldDictVersion, 0)
	m.SetU64(d, fieldDictUsed, m.U64(d, fieldDictUsed)-1)
	return x
}
