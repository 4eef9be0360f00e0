package object

import "github.com/tier2go/tier2/opgen/mem"

// lessThan is a < b of two ints, two strs, two bytes, two sets, or two tuples or lists of few ints, floats and strs.
//
//tier2:routine less
func lessThan(m mem.Mem, a, b mem.Ref) (less, ok bool) {
	if !wordIsRef(a) {
		return ordered(m, a, b)
	}
	switch comparedAs(m, a) {
	case uint64(TupleType), uint64(ListType):
		x, y, longer, ok := firstDifference(m, a, b)
		if !ok {
			return false, false
		}
		if x == nothing {
			return longer < 0, true
		}
		return ordered(m, x, y)
	case uint64(SetType), uint64(FrozenSetType):
		if !isSetWord(m, b) {
			return false, false
		}
		if m.U64(a, fieldSetUsed) == m.U64(b, fieldSetUsed) {
			return false, true
		}
		return setWithin(m, a, b)
	}
	return ordered(m, a, b)
}

// atMost is a <= b of such.
//
//tier2:routine atmost
func atMost(m mem.Mem, a, b mem.Ref) (holds, ok bool) {
	if !wordIsRef(a) {
		return notAbove(m, a, b)
	}
	switch comparedAs(m, a) {
	case uint64(TupleType), uint64(ListType):
		x, y, longer, ok := firstDifference(m, a, b)
		if !ok {
			return false, false
		}
		if x == nothing {
			return longer <= 0, true
		}
		return notAbove(m, x, y)
	case uint64(SetType), uint64(FrozenSetType):
		return setWithin(m, a, b)
	}
	return notAbove(m, a, b)
}

// comparedAs is the type of a value: a tuple's of what is compared as one.
func comparedAs(m mem.Mem, x mem.Ref) uint64 {
	t := m.U32(x, fieldType)
	if t >= uint64(FirstFreeType) && factsOf(m, x)&factTuple != 0 {
		return uint64(TupleType)
	}
	return t
}

// isTuple reports whether a value is compared as a tuple.
func isTuple(m mem.Mem, x mem.Ref) bool {
	return wordIs(m, x, uint64(TupleType)) || isTupleKey(m, x)
}

// notAbove is a <= b of what has an order.
func notAbove(m mem.Mem, a, b mem.Ref) (holds, ok bool) {
	less, ok := ordered(m, b, a)
	return !less, ok
}

// ordered is a < b of ints, of a float and a float or int, neither of them a NaN, of strs and of bytes.
func ordered(m mem.Mem, a, b mem.Ref) (less, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return uint64(a) < uint64(b), true
	}
	if wordIs(m, a, uint64(StrType)) || wordIs(m, a, uint64(BytesType)) {
		return strBefore(m, a, b)
	}
	x, y, ok := numbers(a, b)
	if !ok {
		return longLess(m, a, b)
	}
	return x < y, x == x && y == y
}

// firstDifference is the first elements of two tuples or two lists that are not equal, or nothing, and then the difference of
// their lengths.
func firstDifference(m mem.Mem, a, b mem.Ref) (x, y mem.Ref, longer int64, ok bool) {
	if isTuple(m, a) && isTuple(m, b) {
		return differenceOf(m, a, b, fieldTupleItem, tupleLen(m, a), tupleLen(m, b))
	}
	if wordIs(m, a, uint64(ListType)) && wordIs(m, b, uint64(ListType)) {
		return differenceOf(m, m.Ref(a, fieldListItems), m.Ref(b, fieldListItems), fieldElem, m.U64(a, fieldListLen), m.U64(b, fieldListLen))
	}
	return NoRef, NoRef, 0, false
}

// differenceOf is firstDifference of n and k elements that stand from a field of two objects on.
func differenceOf(m mem.Mem, a, b mem.Ref, f mem.Field, n, k uint64) (x, y mem.Ref, longer int64, ok bool) {
	shorter := min(n, k)
	if shorter > mostCompared {
		return NoRef, NoRef, 0, false
	}
	for i := uint64(0); i < shorter; i++ {
		x, y := m.RefAt(a, f, i), m.RefAt(b, f, i)
		if x == y {
			continue
		}
		same, ok := plainEqual(m, x, y)
		if !ok {
			return NoRef, NoRef, 0, false
		}
		if !same {
			return x, y, 0, true
		}
	}
	return nothing, nothing, int64(n) - int64(k), true
}

// listsEqual is a == b of two lists of few elements.
func listsEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	n, k := m.U64(a, fieldListLen), m.U64(b, fieldListLen)
	if n != k {
		return false, true
	}
	x, _, _, ok := differenceOf(m, m.Ref(a, fieldListItems), m.Ref(b, fieldListItems), fieldElem, n, k)
	return x == nothing, ok
}

// bytesSame is a == b of two bytes of few bytes.
func bytesSame(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	n := m.U64(a, fieldBytesLen)
	if n != m.U64(b, fieldBytesLen) {
		return false, true
	}
	if n > mostBytes {
		return false, false
	}
	return bytesEqual(m, a, b, n) // the data of bytes lie where those of strs do
}

// setsEqual is a == b of two sets of few elements.
func setsEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	if !isSetWord(m, b) {
		return false, false
	}
	if m.U64(a, fieldSetUsed) != m.U64(b, fieldSetUsed) {
		return false, true
	}
	return setWithin(m, a, b)
}
