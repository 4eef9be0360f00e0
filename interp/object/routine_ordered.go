package object

import "github.com/tier2go/tier2/opgen/mem"

// Operations of collections.OrderedDict itself, of keys whose hashes and comparisons are no program's.

// fieldOrderedState counts the changes of the order.
const fieldOrderedState = mem.Field(offOrderedState) | AliasHeap<<mem.ClassShift

// orderChanged is orderedDict.changed.
func orderChanged(m mem.Mem, d mem.Ref) {
	n := m.Ref(d, fieldOrderedState)
	if !wordIsInt(n) {
		n = mem.Ref(IntBias)
	}
	m.SetRef(d, fieldOrderedState, mem.Ref(uint64(n)+1))
}

// orderedPut is d[k] = x.
func orderedPut(m mem.Mem, d, k, x mem.Ref) (done, ok bool) {
	used := m.U64(d, fieldDictUsed)
	done, ok = dictPut(m, d, k, x)
	if !ok {
		return false, false
	}
	if m.U64(d, fieldDictUsed) != used {
		orderChanged(m, d)
	}
	return done, true
}

// orderedOwn is dictPlace in what may be an OrderedDict that nobody watches.
func orderedOwn(m mem.Mem, d, k mem.Ref) (at, slot uint64, found, ok bool) {
	if !wordIsRef(d) || factsOf(m, d)&factOrdered == 0 || m.U32(d, fieldAux)&DictWatched != 0 {
		return 0, 0, false, false
	}
	hash, ok := keyHash(m, k)
	if !ok {
		return 0, 0, false, false
	}
	return dictPlace(m, d, k, hash)
}

// orderedTake is d.pop(k).
//
//tier2:routine ordered.pop
func orderedTake(m mem.Mem, d, k mem.Ref) (x mem.Ref, ok bool) {
	at, slot, found, ok := orderedOwn(m, d, k)
	if !ok || !found {
		return NoRef, false
	}
	orderChanged(m, d)
	return dropEntry(m, d, at, slot), true
}

// orderedTakeOr is d.pop(k, or).
//
//tier2:routine ordered.popor
func orderedTakeOr(m mem.Mem, d, k, or mem.Ref) (x mem.Ref, ok bool) {
	at, slot, found, ok := orderedOwn(m, d, k)
	if !ok {
		return NoRef, false
	}
	if !found {
		return or, true
	}
	orderChanged(m, d)
	return dropEntry(m, d, at, slot), true
}

// orderedTakeItem is d.popitem(last) of a dict that has items.
//
//tier2:routine ordered.popitem
func orderedTakeItem(m mem.Mem, d, last mem.Ref) (t mem.Ref, ok bool) {
	if !wordIsRef(d) || factsOf(m, d)&factOrdered == 0 || m.U64(d, fieldDictUsed) == 0 {
		return NoRef, false
	}
	at, entries := uint64(0), m.Ref(d, fieldDictEntries)
	if last == mem.Ref(True) {
		at, ok = lastEntry(m, d, entries)
	} else if last == mem.Ref(False) {
		at, ok = firstEntry(m, entries)
	} else {
		return NoRef, false
	}
	if !ok {
		return NoRef, false
	}
	k, x := m.RefAt(entries, fieldEntryKey, 3*at), m.RefAt(entries, fieldEntryValue, 3*at)
	found, slot, in, ok := orderedOwn(m, d, k) // CPython looks for it, which a program may see
	if !ok || !in || found != at {
		return NoRef, false
	}
	t, ok = newTupleOf(m, 2)
	if !ok {
		return NoRef, false
	}
	m.InitRefAt(t, fieldTupleItem, 0, k)
	m.InitRefAt(t, fieldTupleItem, 1, x)
	dropEntry(m, d, at, slot)
	if last == mem.Ref(True) {
		m.SetU32(d, fieldDictFilled, at) // usable stays: the index has a deleted slot
	} else {
		m.SetU64At(entries, fieldEntryHash, 0, at+1) // dict_order.go
	}
	orderChanged(m, d)
	return t, true
}

// firstEntry is the number of the first item of a dict that has one, with few deleted ones ahead that nobody has counted.
func firstEntry(m mem.Mem, entries mem.Ref) (at uint64, ok bool) {
	if m.RefAt(entries, fieldEntryValue, 0) != nothing {
		return 0, true
	}
	at = max(1, m.U64At(entries, fieldEntryHash, 0))
	for range uint64(mostHoles) {
		if m.RefAt(entries, fieldEntryValue, 3*at) != nothing {
			return at, true
		}
		at++
	}
	return 0, false
}

// lastEntry is the number of the last one, with few deleted ones behind it.
func lastEntry(m mem.Mem, d, entries mem.Ref) (at uint64, ok bool) {
	at = m.U32(d, fieldDictFilled) - 1
	for range uint64(mostHoles) {
		if m.RefAt(entries, fieldEntryValue, 3*at) != nothing {
			return at, true
		}
		at--
	}
	return 0, false
}

// orderedToEnd is d.move_to_end(k, last), to the end, of a dict with room behind its items.
//
//tier2:routine ordered.move
func orderedToEnd(m mem.Mem, d, k, last mem.Ref) (done, ok bool) {
	at, slot, found, ok := orderedOwn(m, d, k)
	if !ok || !found || last != mem.Ref(True) {
		return false, false
	}
	entries := m.Ref(d, fieldDictEntries)
	end, ok := lastEntry(m, d, entries)
	if !ok {
		return false, false
	}
	if at == end {
		return true, true
	}
	usable, to := m.U32(d, fieldDictUsable), m.U32(d, fieldDictFilled)
	if usable == 0 {
		return false, false
	}
	m.SetU64At(entries, fieldEntryHash, 3*to, m.U64At(entries, fieldEntryHash, 3*at))
	m.SetRefAt(entries, fieldEntryKey, 3*to, m.RefAt(entries, fieldEntryKey, 3*at))
	m.SetRefAt(entries, fieldEntryValue, 3*to, m.RefAt(entries, fieldEntryValue, 3*at))
	m.SetU64At(entries, fieldEntryHash, 3*at, 0)
	m.SetRefAt(entries, fieldEntryKey, 3*at, nothing)
	m.SetRefAt(entries, fieldEntryValue, 3*at, nothing)
	putSlot(m, d, slot, to)
	m.SetU32(d, fieldDictFilled, to+1)
	m.SetU32(d, fieldDictUsable, usable-1)
	m.SetU32(d, fieldDictVersion, 0)
	orderChanged(m, d)
	return true, true
}
