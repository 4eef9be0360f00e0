package object

import "github.com/tier2go/tier2/opgen/mem"

// whereIn is the index of the first of n elements, from a field of an object on, that equals x: n if
// there is none. In brief, which is what traces have room for, it gives up at what elements seldom are.
func whereIn(m mem.Mem, items mem.Ref, f mem.Field, n uint64, x mem.Ref, brief bool) (at uint64, ok bool) {
	if n > mostItems {
		return 0, false
	}
	if wordIsInt(x) {
		return whereInt(m, items, f, n, x, brief)
	}
	if brief {
		return whereLike(m, items, f, 1, n, x, likeBriefly)
	}
	if wordIs(m, x, uint64(TupleType)) {
		return whereLike(m, items, f, 1, n, x, likeTuple)
	}
	return whereLike(m, items, f, 1, n, x, likeAny)
}

// How an element is compared with what is looked for.
const (
	likeAny     = iota
	likeBriefly // by what traces have room for
	likeTuple   // what is looked for is a tuple
)

// whereLike is the index of the first of n elements that is like x, n if there is none. They stand so many words apart; where that is more
// than one, they are values of entries, of which some are gone.
func whereLike(m mem.Mem, items mem.Ref, f mem.Field, apart, n uint64, x mem.Ref, how uint64) (at uint64, ok bool) {
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(items, f, apart*i)
		if e == x {
			return i, true
		}
		if apart > 1 && e == nothing {
			continue
		}
		eq, ok := elementIs(m, e, x, how)
		if !ok {
			return 0, false
		}
		if eq {
			return i, true
		}
	}
	return n, true
}

// elementIs compares an element with what is looked for.
func elementIs(m mem.Mem, e, x mem.Ref, how uint64) (eq, ok bool) {
	if how == likeBriefly {
		return plainEqual(m, e, x)
	}
	if how == likeAny {
		return mixedEqual(m, e, x)
	}
	if !wordIs(m, e, uint64(TupleType)) {
		return false, settled(m, e)
	}
	return tuplesEqual(m, e, x, mostPartsSought)
}

// mostPartsSought is how many elements tuples have that are looked for among others.
const mostPartsSought = 4

// whereInt is whereIn of an int that is a word: ints that are words are equal if the words are the same.
func whereInt(m mem.Mem, items mem.Ref, f mem.Field, n uint64, x mem.Ref, brief bool) (at uint64, ok bool) {
	i := uint64(0)
	for end := n &^ 3; i < end; i += 4 {
		a, b, c, d := m.RefAt(items, f, i), m.RefAt(items, f, i+1), m.RefAt(items, f, i+2), m.RefAt(items, f, i+3)
		if uint64(a)&uint64(b)&uint64(c)&uint64(d) < TagInt { // not all are ints
			break
		}
		if a == x {
			return i, true
		}
		if b == x {
			return i + 1, true
		}
		if c == x {
			return i + 2, true
		}
		if d == x {
			return i + 3, true
		}
	}
	for ; i < n; i++ {
		e := m.RefAt(items, f, i)
		if e == x {
			return i, true
		}
		if wordIsInt(e) {
			continue
		}
		if brief {
			return 0, false
		}
		eq, ok := mixedEqual(m, x, e)
		if !ok {
			return 0, false
		}
		if eq {
			return i, true
		}
	}
	return n, true
}

// inList is x in l of a list.
func inList(m mem.Mem, l, x mem.Ref, brief bool) (in, ok bool) {
	n := m.U64(l, fieldListLen)
	at, ok := whereIn(m, m.Ref(l, fieldListItems), fieldElem, n, x, brief)
	return at < n, ok
}

// inTuple is x in t of a tuple.
func inTuple(m mem.Mem, t, x mem.Ref, brief bool) (in, ok bool) {
	n := tupleLen(m, t)
	at, ok := whereIn(m, t, fieldTupleItem, n, x, brief)
	return at < n, ok
}

// listHas is x in l of a list.
//
//tier2:routine list.contains
func listHas(m mem.Mem, l, x mem.Ref) (in, ok bool) { return inList(m, l, x, false) }

// tupleHas is x in t of a tuple.
//
//tier2:routine tuple.contains
func tupleHas(m mem.Mem, t, x mem.Ref) (in, ok bool) { return inTuple(m, t, x, false) }

// has is x in c of whatever c is.
//
//tier2:routine contains
func has(m mem.Mem, c, x mem.Ref) (in, ok bool) { return isIn(m, c, x, false) }

// hasBriefly is has as part of a trace.
//
//tier2:routine contains.brief
func hasBriefly(m mem.Mem, c, x mem.Ref) (in, ok bool) { return isIn(m, c, x, true) }

// isIn is x in c.
func isIn(m mem.Mem, c, x mem.Ref, brief bool) (in, ok bool) {
	if !wordIsRef(c) {
		return false, false
	}
	switch likeFor(m, c, factContains) {
	case uint64(SetType), uint64(FrozenSetType):
		return setHas(m, c, x)
	case uint64(ListType):
		return inList(m, c, x, brief)
	case uint64(TupleType):
		return inTuple(m, c, x, brief)
	case uint64(StrType):
		return strHas(m, c, x)
	case uint64(DictType):
		_, in, ok := dictAt(m, c, x)
		return in, ok
	case uint64(BytesType):
		return byteIn(m, c, x)
	case uint64(RangeType):
		return rangeHas(m, c, x)
	}
	if brief {
		return false, false
	}
	return isInOther(m, c, x)
}

// isInOther is x in c of what traces have no room for.
func isInOther(m mem.Mem, c, x mem.Ref) (in, ok bool) {
	switch m.U32(c, fieldType) {
	case uint64(DictKeysType):
		d := m.Ref(c, fieldViewDict)
		if !wordIs(m, d, uint64(DictType)) {
			return false, false
		}
		_, in, ok := dictAt(m, d, x)
		return in, ok
	case uint64(DictValuesType):
		return valuesHave(m, m.Ref(c, fieldViewDict), x)
	case uint64(MappingProxyType):
		d := m.Ref(c, fieldProxyMapping)
		if !wordIs(m, d, uint64(DictType)) {
			return false, false
		}
		_, in, ok := dictAt(m, d, x)
		return in, ok
	}
	if factsOf(m, c)&factRingItems != 0 {
		return ringHas(m, c, x)
	}
	return false, false
}

// valuesHave is x in d.values() of a dict of few items.
func valuesHave(m mem.Mem, d, x mem.Ref) (in, ok bool) {
	if !wordIs(m, d, uint64(DictType)) {
		return false, false
	}
	n, entries := m.U32(d, fieldDictFilled), m.Ref(d, fieldDictEntries)
	if n > mostEntriesGrown {
		return false, false
	}
	at, ok := whereLike(m, entries, fieldEntryValue, 3, n, x, likeAny)
	return at < n, ok
}

// rangeHas is x in r of a range of ints of the word and such an int.
func rangeHas(m mem.Mem, r, x mem.Ref) (in, ok bool) {
	count, start, step := m.Ref(r, fieldRangeLen), m.Ref(r, fieldRangeStart), m.Ref(r, fieldRangeBy)
	if !wordIsInt(x) || !wordIsInt(count) || !wordIsInt(start) {
		return false, false
	}
	n, behind := uint64(count)-IntBias, intOf(x)-intOf(start)
	if step == mem.Ref(IntBias+1) {
		return uint64(behind) < n, true
	}
	if step == mem.Ref(IntBias-1) {
		return uint64(-behind) < n, true
	}
	d, ok := intWord(behind)
	if !ok {
		return false, false
	}
	q, left, ok := quotient(d, step)
	return left == 0 && uint64(q) < n, ok
}

// strHas is x in s of a str of few characters.
func strHas(m mem.Mem, s, x mem.Ref) (in, ok bool) {
	at, ok := strFindIn(m, s, x)
	return at >= 0, ok
}

// byteIn is x in b of a bytes of few bytes and an int.
func byteIn(m mem.Mem, b, x mem.Ref) (in, ok bool) {
	n, c := m.U64(b, fieldBytesLen), uint64(x)-IntBias
	if c > 255 || n > mostSearched {
		return false, false
	}
	return charIn(m, b, n, c) >= 0, true
}
