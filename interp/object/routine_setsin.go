package object

import "github.com/tier2go/tier2/opgen/mem"

// Sets that are changed by others: a new table is made, which can be given up, and the set gets it in the end.

// isSets reports whether an operator changes its first operand: a set, which the second one is too, or a frozenset.
func isSets(m mem.Mem, a, b mem.Ref) bool { return wordIs(m, a, uint64(SetType)) && isSetWord(m, b) }

// setBody gives a set a new table, with so many elements, and so many slots in use or deleted.
func setBody(m mem.Mem, s, table mem.Ref, slots, used, fill uint64) {
	m.SetRef(s, fieldSetTable, table)
	m.SetU64(s, fieldSetMask, slots-1)
	m.SetU64(s, fieldSetUsed, used)
	m.SetU64(s, fieldSetFill, fill)
}

// eitherIn is a |= b of two sets or two dicts, and a.update(b) of two sets.
//
//tier2:routine or.inplace
func eitherIn(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIs(m, a, uint64(DictType)) {
		_, ok := dictUpdated(m, a, b)
		if !ok {
			return NoRef, false
		}
		return a, true
	}
	if !isSets(m, a, b) {
		return eitherBits(m, a, b)
	}
	more := m.U64(b, fieldSetUsed)
	if a == b || more == 0 {
		return a, true
	}
	if m.U64(a, fieldSetFill) == 0 && m.U64(a, fieldSetMask) == setMinSize-1 {
		table, slots, ok := tableOf(m, b)
		if !ok {
			return NoRef, false
		}
		setBody(m, a, table, slots, more, more)
		return a, true
	}
	table, slots, fill, ok := setRoom(m, a, more)
	if !ok {
		return NoRef, false
	}
	added, reused, ok := addAll(m, b, table, slots-1)
	if !ok {
		return NoRef, false
	}
	setBody(m, a, table, slots, m.U64(a, fieldSetUsed)+added, fill+added-reused)
	return a, true
}

// setRoom is a table with the elements of a set and room for so many more, and how many of its slots are in use or deleted. It gives up
// where none is: setFillFrom.
func setRoom(m mem.Mem, s mem.Ref, more uint64) (table mem.Ref, slots, fill uint64, ok bool) {
	from, mask, used := m.Ref(s, fieldSetTable), m.U64(s, fieldSetMask), m.U64(s, fieldSetUsed)
	fill = m.U64(s, fieldSetFill)
	if fill == 0 || used == 0 || mask >= mostGrown || (used+more)*2 >= mostGrown {
		return NoRef, 0, 0, false
	}
	slots = mask + 1
	if (fill+more)*5 >= mask*3 {
		wider := slotsAbove((used + more) * 2)
		if wider > setMinSize || slots > setMinSize || fill > used {
			table, ok = tableWith(m, from, mask, wider)
			return table, wider, used, ok
		}
	}
	table, ok = tableLike(m, from, slots)
	return table, slots, fill, ok
}

// bothIn is a &= b, and a.intersection_update(b) of two sets.
//
//tier2:routine and.inplace
func bothIn(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !isSets(m, a, b) {
		return bothBits(m, a, b)
	}
	r, ok = setMeet(m, a, b)
	if !ok {
		return NoRef, false
	}
	setBody(m, a, m.Ref(r, fieldSetTable), m.U64(r, fieldSetMask)+1, m.U64(r, fieldSetUsed), m.U64(r, fieldSetFill))
	return a, true
}

// lessIn is a -= b, and a.difference_update(b) of two sets.
//
//tier2:routine subtract.inplace
func lessIn(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !isSets(m, a, b) {
		return lessBy(m, a, b)
	}
	return toggledIn(m, a, b, false)
}

// otherIn is a ^= b, and a.symmetric_difference_update(b) of two sets.
//
//tier2:routine xor.inplace
func otherIn(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !isSets(m, a, b) {
		return otherBits(m, a, b)
	}
	return toggledIn(m, a, b, true)
}

// toggledIn is toggled of a set and another one.
func toggledIn(m mem.Mem, s, t mem.Ref, add bool) (r mem.Ref, ok bool) {
	slots := m.U64(s, fieldSetMask) + 1
	if s == t {
		return NoRef, false
	}
	table, ok := tableLike(m, m.Ref(s, fieldSetTable), slots)
	if !ok {
		return NoRef, false
	}
	used, fill, ok := toggled(m, t, table, slots, m.U64(s, fieldSetUsed), m.U64(s, fieldSetFill), add)
	if !ok {
		return NoRef, false
	}
	setBody(m, s, table, slots, used, fill)
	return s, true
}
