package object

import "github.com/tier2go/tier2/opgen/mem"

// isSequencePattern says whether a sequence pattern may match a value.
//
//tier2:routine match.sequence
func isSequencePattern(m mem.Mem, x mem.Ref) (is, ok bool) {
	if !wordIsRef(x) {
		return false, true
	}
	t := m.U32(x, fieldType)
	if t == uint64(ListType) || t == uint64(TupleType) {
		return true, true
	}
	if t == uint64(DictType) {
		return false, true
	}
	return false, collectsNothing(m, t)
}

// isMappingPattern says whether a mapping pattern may match a value.
//
//tier2:routine match.mapping
func isMappingPattern(m mem.Mem, x mem.Ref) (is, ok bool) {
	if !wordIsRef(x) {
		return false, true
	}
	t := m.U32(x, fieldType)
	if t == uint64(DictType) {
		return true, true
	}
	if t == uint64(ListType) || t == uint64(TupleType) {
		return false, true
	}
	return false, collectsNothing(m, t)
}

// collectsNothing reports whether a type's facts say that its values match neither.
func collectsNothing(m mem.Mem, t uint64) bool {
	return t < TypeTableSize && m.U64At(typeFacts, fieldTypeFact, t)&factCollection == 0
}

// mostPatternKeys bounds the keys of a mapping pattern that a routine looks up.
const mostPatternKeys = 4

// valuesOfKeys is the tuple of the values of a tuple of keys in a dict, or None if one is missing. The keys are strs, and no two have the
// same hash: they differ.
//
//tier2:routine match.keys
func valuesOfKeys(m mem.Mem, d, keys mem.Ref) (values mem.Ref, ok bool) {
	n := tupleLen(m, keys)
	if !wordIs(m, d, uint64(DictType)) || n == 0 || n > mostPatternKeys {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		k := m.RefAt(keys, fieldTupleItem, i)
		if !wordIs(m, k, uint64(StrType)) || !differs(m, keys, i, m.U64(k, fieldStrHash)) {
			return NoRef, false
		}
	}
	values, ok = newTupleOf(m, n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		m.InitRefAt(values, fieldTupleItem, i, mem.Ref(None))
	}
	entries, index, log2 := m.Ref(d, fieldDictEntries), m.Ref(d, fieldDictIndex), m.U32(d, fieldDictLog2)
	for i := uint64(0); i < n; i++ {
		k := m.RefAt(keys, fieldTupleItem, i)
		hash, ok := plainHash(m, k)
		if !ok {
			return NoRef, false
		}
		at, _, found, ok := keyPlace(m, entries, index, log2, k, hash, true)
		if !ok {
			return NoRef, false
		}
		if !found {
			return mem.Ref(None), true
		}
		m.InitRefAt(values, fieldTupleItem, i, m.RefAt(entries, fieldEntryValue, 3*at))
	}
	return values, true
}

// differs reports whether none of the first n strs of a tuple has a hash.
func differs(m mem.Mem, keys mem.Ref, n, hash uint64) bool {
	if n > mostPatternKeys {
		return false
	}
	for i := uint64(0); i < n; i++ {
		if m.U64(m.RefAt(keys, fieldTupleItem, i), fieldStrHash) == hash {
			return false
		}
	}
	return true
}
