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
	log2 := m.U32(d, fieldDictLog2)
	index, entries := m.Ref(d, fieldDictIndex), m.Ref(d, fieldDictEntries)
	mask := uint64(1)<<(log2&63) - 1
	free := uint64(slotEmpty)
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
				eq, ok := keyEqual(m, stored, k)
				if !ok {
					return 0, 0, false, false
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

// noteFound is Heap.noteKey of what an operation looks up.
func noteFound(m mem.Mem, d, k mem.Ref, at uint64) {
	if !wordIs(m, d, uint64(DictType)) {
		return
	}
	stored := m.RefAt(m.Ref(d, fieldDictEntries), fieldEntryKey, 3*at)
	if k == stored {
		if !wordIsInt(k) && !wordIs(m, k, uint64(StrType)) && !wordIs(m, k, uint64(TypeType)) && !wordIs(m, k, uint64(FunctionType)) {
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

// dictPut is d[k] = x of a dict that nobody watches, and that has room for the key.
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
	if m.U32(d, fieldDictUsable) == 0 || aux&dictGeneral == 0 && !wordIs(m, k, uint64(StrType)) {
		return false, false
	}
	noteFound(m, d, k, dictPutNew(m, d, k, x, hash, free))
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

// dictPutNew adds a key to a dict that has room, and names its entry in a slot of the index.
func dictPutNew(m mem.Mem, d, k, x mem.Ref, hash, slot uint64) (at uint64) {
	at = m.U32(d, fieldDictFilled)
	putSlot(m, d, slot, at)
	entries := m.Ref(d, fieldDictEntries)
	m.SetU64At(entries, fieldEntryHash, 3*at, hash)
	m.SetRefAt(entries, fieldEntryKey, 3*at, k)
	m.SetRefAt(entries, fieldEntryValue, 3*at, x)
	m.SetU32(d, fieldDictVersion, 0)
	m.SetU32(d, fieldDictFilled, at+1)
	m.SetU32(d, fieldDictUsable, m.U32(d, fieldDictUsable)-1)
	m.SetU64(d, fieldDictUsed, m.U64(d, fieldDictUsed)+1)
	return at
}

// dictFetchOrPut is d.setdefault(k, x).
//
//tier2:routine dict.setdefault
func dictFetchOrPut(m mem.Mem, d, k, or mem.Ref) (x mem.Ref, ok bool) {
	if !wordIs(m, d, uint64(DictType)) {
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
	aux := m.U32(d, fieldAux)
	if aux&DictWatched != 0 || m.U32(d, fieldDictUsable) == 0 || aux&dictGeneral == 0 && !wordIs(m, k, uint64(StrType)) {
		return NoRef, false
	}
	dictPutNew(m, d, k, or, hash, free)
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

// dictOwn is dictPlace in what may be a dict that nobody watches.
func dictOwn(m mem.Mem, d, k mem.Ref) (at, slot uint64, found, ok bool) {
	if !wordIs(m, d, uint64(DictType)) || m.U32(d, fieldAux)&DictWatched != 0 {
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
