package object

import "github.com/tier2go/tier2/opgen/mem"

// place is the index of an element of n, from the front or from the back.
func place(k mem.Ref, n uint64) (i uint64, ok bool) {
	if !wordIsInt(k) {
		return 0, false
	}
	i = uint64(k) - IntBias
	if int64(i) < 0 {
		i += n
	}
	return i, i < n
}

// itemOf is c[k] of a list, tuple, str, bytes, bytearray, range, of a dict, or what is one, that has the key, and of a match.
//
//tier2:routine getitem
func itemOf(m mem.Mem, c, k mem.Ref) (x mem.Ref, ok bool) {
	if !wordIsRef(c) {
		return NoRef, false
	}
	switch likeFor(m, c, factItem) {
	case uint64(ListType):
		i, ok := place(k, m.U64(c, fieldListLen))
		if !ok {
			return NoRef, false
		}
		return m.RefAt(m.Ref(c, fieldListItems), fieldElem, i), true
	case uint64(TupleType):
		i, ok := place(k, tupleLen(m, c))
		if !ok {
			return NoRef, false
		}
		return m.RefAt(c, fieldTupleItem, i), true
	case uint64(StrType):
		i, ok := place(k, m.U64(c, fieldStrLen))
		if !ok || m.U32(c, fieldAux)&StrKindMask != 1 {
			return NoRef, false
		}
		return oneChar(m, m.U8At(c, fieldStrData, i))
	case uint64(BytesType):
		i, ok := place(k, m.U64(c, fieldBytesLen))
		if !ok {
			return NoRef, false
		}
		return mem.Ref(m.U8At(c, fieldBytesData, i) + IntBias), true
	case uint64(RangeType):
		return rangeItem(m, c, k)
	case uint64(ByteArrayType):
		i, ok := place(k, m.U64(c, fieldByteArrayLen))
		if !ok {
			return NoRef, false
		}
		return mem.Ref(m.U8At(m.Ref(c, fieldByteArrayItems), fieldStorageData, m.U64(c, fieldByteArrayStart)+i) + IntBias), true
	case uint64(MappingProxyType):
		d := m.Ref(c, fieldProxyMapping)
		if !wordIs(m, d, uint64(DictType)) {
			return NoRef, false
		}
		at, in, ok := dictAt(m, d, k)
		if !ok || !in {
			return NoRef, false
		}
		return m.RefAt(m.Ref(d, fieldDictEntries), fieldEntryValue, 3*at), true
	}
	facts := factsOf(m, c)
	if facts&factRingItems != 0 {
		return ringItem(m, c, k)
	}
	if facts&factMatch != 0 {
		return matchText(m, c, k)
	}
	if facts&factDictGet == 0 {
		return NoRef, false
	}
	hash, ok := keyHash(m, k)
	if !ok {
		return NoRef, false
	}
	at, free, found, ok := dictPlace(m, c, k, hash)
	if !ok {
		return NoRef, false
	}
	if found {
		noteFound(m, c, k, at)
		return m.RefAt(m.Ref(c, fieldDictEntries), fieldEntryValue, 3*at), true
	}
	if facts&factDefault == 0 || m.U32(c, fieldAux)&DictWatched != 0 {
		return NoRef, false
	}
	return defaultPut(m, c, k, hash, free)
}

// defaultPut adds a key to a defaultdict that lacks it, with the empty value that its factory, a builtin class, makes.
func defaultPut(m mem.Mem, d, k mem.Ref, hash, free uint64) (x mem.Ref, ok bool) {
	f := m.Ref(d, fieldDefaultFactory)
	if !wordIs(m, f, uint64(TypeType)) {
		return NoRef, false
	}
	switch m.U64(f, fieldTypeID) {
	case uint64(IntType):
		x = mem.Ref(IntBias) // 0
	case uint64(ListType):
		x, _, ok = cutList(m, 0)
		if !ok {
			return NoRef, false
		}
	case uint64(DictType):
		x, ok = newDictOf(m)
		if !ok {
			return NoRef, false
		}
	case uint64(SetType):
		x, ok = newSetOf(m)
		if !ok {
			return NoRef, false
		}
	default:
		return NoRef, false
	}
	_, ok = dictPutNew(m, d, k, x, hash, free)
	if !ok {
		return NoRef, false
	}
	return x, true
}

// rangeItem is r[k] of a range of ints of the word whose step is small.
func rangeItem(m mem.Mem, r, k mem.Ref) (x mem.Ref, ok bool) {
	count, start, step := m.Ref(r, fieldRangeLen), m.Ref(r, fieldRangeStart), m.Ref(r, fieldRangeBy)
	if !wordIsInt(count) || !wordIsInt(start) || !wordIsInt(step) || uint64(intOf(step)+mostStep) > 2*mostStep {
		return NoRef, false
	}
	i, ok := place(k, uint64(count)-IntBias)
	if !ok {
		return NoRef, false
	}
	return intWord(intOf(start) + int64(i)*intOf(step))
}

// mostStep bounds the steps of ranges whose elements are computed: times an index they fit 64 bits.
const mostStep = 1 << 15

// dropItem is del c[k] of a list, also of a slice, of a ring, or of a dict that has the key.
//
//tier2:routine delitem
func dropItem(m mem.Mem, c, k mem.Ref) (done, ok bool) {
	if !wordIsRef(c) {
		return false, false
	}
	switch likeFor(m, c, factPutItem) {
	case uint64(DictType):
		_, ok = dictTake(m, c, k)
		return true, ok
	case uint64(ListType):
		if wordIs(m, k, uint64(SliceType)) {
			return dropSlice(m, c, k)
		}
		_, ok = listTakeAt(m, c, k)
		return true, ok
	}
	facts := factsOf(m, c)
	if facts&factRingItems != 0 {
		return ringDropItem(m, c, k)
	}
	if facts&factOrdered != 0 {
		_, ok = orderedTake(m, c, k)
		return true, ok
	}
	return false, false
}

// dropSlice is del c[k] of a list and a slice without a step.
func dropSlice(m mem.Mem, l, k mem.Ref) (done, ok bool) {
	if m.Ref(k, fieldSliceStep) != mem.Ref(None) {
		return false, false
	}
	from, count, ok := sliceSpan(m.Ref(k, fieldSliceStart), m.Ref(k, fieldSliceStop), int64(m.U64(l, fieldListLen)))
	if !ok {
		return false, false
	}
	return putSlice(m, l, uint64(from), count, l, fieldElem, 0)
}

// putItem is c[k] = x of a list, bytearray, ring, dict, or what is one.
//
//tier2:routine setitem
func putItem(m mem.Mem, c, k, x mem.Ref) (done, ok bool) {
	if !wordIsRef(c) {
		return false, false
	}
	switch likeFor(m, c, factPutItem) {
	case uint64(ListType):
		i, ok := place(k, m.U64(c, fieldListLen))
		if !ok {
			return false, false
		}
		m.SetRefAt(m.Ref(c, fieldListItems), fieldElem, i, x)
		return true, true
	case uint64(ByteArrayType):
		i, ok := place(k, m.U64(c, fieldByteArrayLen))
		if !ok || uint64(x)-IntBias > 255 {
			return false, false
		}
		m.SetU8At(m.Ref(c, fieldByteArrayItems), fieldStorageData, m.U64(c, fieldByteArrayStart)+i, uint64(x)-IntBias)
		return true, true
	}
	facts := factsOf(m, c)
	if facts&factRingItems != 0 {
		return ringPutItem(m, c, k, x)
	}
	if facts&factOrdered != 0 {
		return orderedPut(m, c, k, x)
	}
	if facts&factDictSet == 0 {
		return false, false
	}
	return dictPut(m, c, k, x)
}
