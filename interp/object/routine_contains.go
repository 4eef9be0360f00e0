package object

import "github.com/tier2go/tier2/opgen/mem"

// mostProbes bounds the runs of a set's table that a look-up goes through.
const mostProbes = 16

// setHas is x in s of a set or frozenset.
//
//tier2:routine set.contains
func setHas(m mem.Mem, s, x mem.Ref) (in, ok bool) {
	hash, ok := plainHash(m, x)
	if !ok {
		return false, false
	}
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
			if h != hash || e == NoRef {
				if e == NoRef && h == 0 {
					return false, true
				}
				continue
			}
			if e == x {
				return true, true
			}
			eq, ok := plainEqual(m, e, x)
			if !ok {
				return false, false
			}
			if eq {
				return true, true
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
	return false, false
}

// itemsHave is x in a list or tuple, of n items from a field of an object on.
func itemsHave(m mem.Mem, items mem.Ref, f mem.Field, n uint64, x mem.Ref) (in, ok bool) {
	if n > mostItems {
		return false, false
	}
	if wordIsInt(x) {
		for i := uint64(0); i < n; i++ {
			e := m.RefAt(items, f, i)
			if e == x {
				return true, true
			}
			if !wordIsInt(e) {
				return false, false
			}
		}
		return false, true
	}
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(items, f, i)
		if e == x {
			return true, true
		}
		eq, ok := plainEqual(m, e, x)
		if !ok {
			return false, false
		}
		if eq {
			return true, true
		}
	}
	return false, true
}

// listHas is x in l of a list.
//
//tier2:routine list.contains
func listHas(m mem.Mem, l, x mem.Ref) (in, ok bool) {
	return itemsHave(m, m.Ref(l, fieldListItems), fieldElem, m.U64(l, fieldListLen), x)
}

// tupleHas is x in t of a tuple.
//
//tier2:routine tuple.contains
func tupleHas(m mem.Mem, t, x mem.Ref) (in, ok bool) {
	return itemsHave(m, t, fieldTupleItem, m.U64(t, fieldTupleLen), x)
}

// has is x in c of whatever c is.
//
//tier2:routine contains
func has(m mem.Mem, c, x mem.Ref) (in, ok bool) {
	if !wordIsRef(c) {
		return false, false
	}
	switch m.U32(c, fieldType) {
	case uint64(SetType), uint64(FrozenSetType):
		return setHas(m, c, x)
	case uint64(ListType):
		return listHas(m, c, x)
	case uint64(TupleType):
		return tupleHas(m, c, x)
	}
	return false, false
}
