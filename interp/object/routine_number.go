package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// wordIsFloat reports whether a word is a float.
func wordIsFloat(x mem.Ref) bool { return uint64(x) < TagRef }

// intOf is the int in a word.
func intOf(x mem.Ref) int64 { return int64(uint64(x) - IntBias) }

// intWord is the word of an int that fits it.
func intWord(i int64) (x mem.Ref, ok bool) {
	if uint64(i)+(-MinSmall) > MaxSmall-MinSmall {
		return NoRef, false
	}
	return mem.Ref(uint64(i) + IntBias), true
}

// floatWord is the word of a float.
func floatWord(f float64) mem.Ref {
	if f != f {
		return CanonNaN
	}
	return mem.Ref(math.Float64bits(f))
}

// numbers are two floats, or a float and an int of the word.
func numbers(a, b mem.Ref) (x, y float64, ok bool) {
	if wordIsFloat(a) {
		x = math.Float64frombits(uint64(a))
		if wordIsFloat(b) {
			return x, math.Float64frombits(uint64(b)), true
		}
		return x, float64(intOf(b)), wordIsInt(b)
	}
	return float64(intOf(a)), math.Float64frombits(uint64(b)), wordIsInt(a) && wordIsFloat(b)
}

// addTo is a + b of numbers, lists, tuples, strs and bytes.
//
//tier2:routine add
func addTo(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return intWord(intOf(a) + intOf(b))
	}
	x, y, ok := numbers(a, b)
	if ok {
		return floatWord(x + y), true
	}
	if !wordIsRef(a) {
		return longSum(m, a, b, 0)
	}
	switch m.U32(a, fieldType) {
	case uint64(StrType):
		return strJoined(m, a, b)
	case uint64(ListType):
		return listJoin(m, a, b)
	case uint64(BytesType):
		return bytesJoined(m, a, b)
	case uint64(TupleType):
		return tupleJoin(m, a, b)
	}
	return longSum(m, a, b, 0)
}

// addIn is a += b of numbers, strs, bytes, tuples, and of a list and a list or tuple.
//
//tier2:routine add.inplace
func addIn(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return intWord(intOf(a) + intOf(b))
	}
	x, y, ok := numbers(a, b)
	if ok {
		return floatWord(x + y), true
	}
	if !wordIsRef(a) {
		return longSum(m, a, b, 0)
	}
	switch m.U32(a, fieldType) {
	case uint64(StrType):
		return strJoined(m, a, b)
	case uint64(BytesType):
		return bytesJoined(m, a, b)
	case uint64(TupleType):
		return tupleJoin(m, a, b)
	case uint64(ListType):
		done, ok := listPushAll(m, a, b)
		if !ok || !done {
			return NoRef, false
		}
		return a, true
	}
	return longSum(m, a, b, 0)
}

// lessBy is a - b of numbers, and of sets.
//
//tier2:routine subtract
func lessBy(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return intWord(intOf(a) - intOf(b))
	}
	x, y, ok := numbers(a, b)
	if ok {
		return floatWord(x - y), true
	}
	if isSetWord(m, a) && isSetWord(m, b) {
		return setMinus(m, a, b)
	}
	return longSum(m, a, b, 1)
}

// mostFactor bounds the ints whose product has one limb.
const mostFactor = 1 << 31

// timesOf is a * b of numbers, and of a list or str and an int.
//
//tier2:routine multiply
func timesOf(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) && uint64(intOf(a)+mostFactor) < 2*mostFactor && uint64(intOf(b)+mostFactor) < 2*mostFactor {
		i := intOf(a) * intOf(b)
		if uint64(i)+(-MinSmall) <= MaxSmall-MinSmall {
			return intWord(i)
		}
	}
	x, y, ok := numbers(a, b)
	if ok {
		return floatWord(x * y), true
	}
	if wordIs(m, a, uint64(ListType)) {
		return listTimes(m, a, b)
	}
	if ascii(m, a) {
		return strTimes(m, a, b)
	}
	return longProduct(m, a, b)
}

// timesIn is a *= b of such, but of a list, which it changes.
//
//tier2:routine multiply.inplace
func timesIn(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIs(m, a, uint64(ListType)) {
		return NoRef, false
	}
	return timesOf(m, a, b)
}

// dividedBy is a / b of numbers: ints of the word are floats, without rounding.
//
//tier2:routine divide
func dividedBy(_ mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	x, y, ok := numbers(a, b)
	if wordIsInt(a) && wordIsInt(b) {
		x, y, ok = float64(intOf(a)), float64(intOf(b)), true
	}
	if !ok || y == 0 {
		return NoRef, false
	}
	return floatWord(x / y), true
}

// quotient is the floor of a / b of two ints of the word, and what is left. The subset has no division: the quotient of floats, of which
// both are exact, is rounded to the nearest int, which is the floor or one more.
func quotient(a, b mem.Ref) (q, left int64, ok bool) {
	x, y := intOf(a), intOf(b)
	if !wordIsInt(a) || !wordIsInt(b) || y == 0 {
		return 0, 0, false
	}
	q, ok = roundedFloat(float64(x) / float64(y))
	if !ok {
		return 0, 0, false
	}
	left = x - q*y
	if left != 0 && left^y < 0 {
		return q - 1, left + y, true
	}
	return q, left, true
}

// floorOf is a // b of numbers.
//
//tier2:routine floordivide
func floorOf(_ mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsFloat(a) || wordIsFloat(b) {
		q, _, ok := floatQuotient(a, b)
		if !ok {
			return NoRef, false
		}
		return floatWord(q), true
	}
	q, _, ok := quotient(a, b)
	if !ok {
		return NoRef, false
	}
	return intWord(q)
}

// leftOf is a % b of numbers, and of a str and what it formats.
//
//tier2:routine remainder
func leftOf(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsFloat(a) || wordIsInt(a) && wordIsFloat(b) {
		_, left, ok := floatQuotient(a, b)
		if !ok {
			return NoRef, false
		}
		return floatWord(left), true
	}
	if !wordIsInt(a) {
		return strFormatted(m, a, b)
	}
	_, left, ok := quotient(a, b)
	if !ok {
		return NoRef, false
	}
	return intWord(left)
}

// divided is divmod(a, b) of numbers.
//
//tier2:routine divmod
func divided(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsFloat(a) || wordIsFloat(b) {
		q, left, ok := floatQuotient(a, b)
		if !ok {
			return NoRef, false
		}
		return newPair(m, floatWord(q), floatWord(left))
	}
	q, left, ok := quotient(a, b)
	if !ok || uint64(q)+(-MinSmall) > MaxSmall-MinSmall {
		return NoRef, false
	}
	return newPair(m, mem.Ref(uint64(q)+IntBias), mem.Ref(uint64(left)+IntBias))
}

// newPair is a tuple of two elements.
func newPair(m mem.Mem, x, y mem.Ref) (r mem.Ref, ok bool) {
	r, ok = newTupleOf(m, 2)
	if !ok {
		return NoRef, false
	}
	m.InitRefAt(r, fieldTupleItem, 0, x)
	m.InitRefAt(r, fieldTupleItem, 1, y)
	return r, true
}

// powerBits is how many bits exponents have of which a power has two limbs at most.
const powerBits = 7

// powerOf is a ** b of an int of the word where all products but the last have one limb, the square of an int of two, and what powerOfFloat knows of
// numbers, one of them a float.
//
//tier2:routine power
func powerOf(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsFloat(a) || wordIsFloat(b) {
		x, y, ok := numbers(a, b)
		if !ok {
			return NoRef, false
		}
		f, ok := powerOfFloat(x, y)
		if !ok {
			return NoRef, false
		}
		return floatWord(f), true
	}
	n := uint64(intOf(b))
	if !wordIsInt(b) || n>>powerBits != 0 {
		return NoRef, false
	}
	if n == 2 {
		return longProduct(m, a, a)
	}
	if !wordIsInt(a) {
		return NoRef, false
	}
	i, lo, hi, rest := intOf(a), uint64(1), uint64(0), n
	square, over := uint64(max(i, -i)), uint64(0)
	for range uint64(powerBits) {
		if rest != 0 && hi|over != 0 {
			return NoRef, false
		}
		if rest&1 != 0 {
			hi = highWord(lo, square)
			lo *= square
		}
		rest >>= 1
		if rest != 0 {
			over = highWord(square, square)
			square *= square
		}
	}
	return newLongOf(m, lo, hi, 0, uint64(i)>>63&n&1)
}

// isTruth reports whether a word is True or False.
func isTruth(x mem.Ref) bool { return x == mem.Ref(True) || x == mem.Ref(False) }

// truthNumber is the int that True or False is.
func truthNumber(x mem.Ref) mem.Ref {
	if x == mem.Ref(True) {
		return mem.Ref(IntBias + 1)
	}
	return mem.Ref(IntBias)
}

// bothBits is a & b of two ints of the word, two truths, or two sets.
//
//tier2:routine and
func bothBits(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return intWord(intOf(a) & intOf(b))
	}
	if !isTruth(a) || !isTruth(b) {
		if !isSetWord(m, a) || !isSetWord(m, b) {
			return bothLong(m, a, b)
		}
		return setMeet(m, a, b)
	}
	if a == mem.Ref(True) {
		return b, true
	}
	return a, true
}

// eitherBits is a | b of two ints of the word, two truths, two sets, or two dicts.
//
//tier2:routine or
func eitherBits(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return intWord(intOf(a) | intOf(b))
	}
	if !isTruth(a) || !isTruth(b) {
		if wordIs(m, a, uint64(DictType)) && wordIs(m, b, uint64(DictType)) {
			return dictJoined(m, a, b)
		}
		if !isSetWord(m, a) || !isSetWord(m, b) {
			return eitherLong(m, a, b)
		}
		return setJoined(m, a, b)
	}
	if a == mem.Ref(True) {
		return a, true
	}
	return b, true
}

// otherBits is a ^ b of two ints of the word, two truths, or two sets.
//
//tier2:routine xor
func otherBits(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return intWord(intOf(a) ^ intOf(b))
	}
	if !isTruth(a) || !isTruth(b) {
		if !isSetWord(m, a) || !isSetWord(m, b) {
			return otherLong(m, a, b)
		}
		return setEither(m, a, b)
	}
	if a == b {
		return mem.Ref(False), true
	}
	return mem.Ref(True), true
}

// shiftedDown is a >> b of an int of two limbs at most by one of the word.
//
//tier2:routine shiftright
func shiftedDown(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !wordIsInt(b) {
		return NoRef, false
	}
	if !wordIsInt(a) || uint64(intOf(b)) > 63 {
		return longDown(m, a, intOf(b))
	}
	return intWord(intOf(a) >> (uint64(intOf(b)) & 63))
}

// shiftedUp is a << b of such ints.
//
//tier2:routine shiftleft
func shiftedUp(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !wordIsInt(b) {
		return NoRef, false
	}
	if !wordIsInt(a) || uint64(intOf(b)) > 14 {
		return longUp(m, a, intOf(b))
	}
	i := intOf(a) << (uint64(intOf(b)) & 63) // it fits 64 bits
	if uint64(i)+(-MinSmall) > MaxSmall-MinSmall {
		return longUp(m, a, intOf(b))
	}
	return mem.Ref(uint64(i) + IntBias), true
}

// inverted is ~x of an int of few limbs.
//
//tier2:routine invert
func inverted(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	if wordIsInt(x) {
		return mem.Ref(uint64(^intOf(x)) + IntBias), true
	}
	if !wordIs(m, x, uint64(IntType)) {
		return NoRef, false
	}
	return longSum(m, mem.Ref(IntBias-1), x, 1)
}

// boxed is the object, of one limb, of an int that does not fit the word.
//
//tier2:routine int.box helped
func boxed(m mem.Mem, i int64) (x mem.Ref, ok bool) {
	w, slot := windowFor(m, bytesWindows, OffIntData+8)
	x = m.Ref(w, fieldWindowNext)
	if x == m.Ref(w, fieldWindowEnd) || uint64(i)+(-MinSmall) <= MaxSmall-MinSmall {
		return NoRef, false
	}
	m.SetRef(w, fieldWindowNext, mem.Ref(uint64(x)+slot))
	sign := uint64(i) >> 63
	m.SetU64(x, fieldHeader, uint64(IntType)|sign<<32)
	m.SetU64(x, fieldIntLimbs, 1)
	m.SetU64(x, fieldIntData, (uint64(i)^(0-sign))+sign)
	return x, true
}

// unboxed is the number of an int of one limb. That of the lowest int64 stands for giving up.
//
//tier2:routine int.unbox
func unboxed(m mem.Mem, x mem.Ref) (i int64, ok bool) {
	if !wordIs(m, x, uint64(IntType)) || m.U64(x, fieldIntLimbs) != 1 {
		return 0, false
	}
	n := m.U64(x, fieldIntData)
	if int64(n) < 0 {
		return 0, false
	}
	sign := 0 - m.U32(x, fieldAux)&intNegative
	return int64((n ^ sign) - sign), true
}

// isTrue is the truth of numbers, of what has a length, and of what is always true.
//
//tier2:routine truth
func isTrue(m mem.Mem, x mem.Ref) (yes, ok bool) {
	if !wordIsRef(x) {
		if wordIsInt(x) {
			return x != mem.Ref(IntBias), true
		}
		return uint64(x)<<1 != 0, true
	}
	if x == mem.Ref(True) {
		return true, true
	}
	if x == mem.Ref(False) || x == mem.Ref(None) {
		return false, true
	}
	switch likeFor(m, x, factTruth) {
	case uint64(ListType):
		return m.U64(x, fieldListLen) != 0, true
	case uint64(StrType):
		return m.U64(x, fieldStrLen) != 0, true
	case uint64(TupleType):
		return tupleLen(m, x) != 0, true
	case uint64(DictType):
		return m.U64(x, fieldDictUsed) != 0, true
	case uint64(SetType), uint64(FrozenSetType):
		return m.U64(x, fieldSetUsed) != 0, true
	case uint64(BytesType):
		return m.U64(x, fieldBytesLen) != 0, true
	case uint64(IntType):
		return m.U64(x, fieldIntLimbs) != 1 || m.U64(x, fieldIntData) != 0, true
	}
	facts := factsOf(m, x)
	if facts&factRingItems != 0 {
		return m.U64(x, fieldRingLen) != 0, true
	}
	return true, facts&factTrue != 0
}

// mostDivisions is how many rounds Euclid's algorithm takes at most for two ints of the word: those of neighbours of Fibonacci's.
const mostDivisions = 72

// commonDivisor is math.gcd of two ints of the word.
//
//tier2:routine gcd
func commonDivisor(_ mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !bothInts(a, b) {
		return NoRef, false
	}
	x, y := withoutSign(intOf(a)), withoutSign(intOf(b))
	for i := uint64(0); i < mostDivisions && y != 0; i++ {
		q, ok := roundedFloat(float64(x) / float64(y)) // as in quotient
		if !ok {
			return NoRef, false
		}
		left := x - q*y
		if left < 0 {
			left += y
		}
		x, y = y, left
	}
	if y != 0 {
		return NoRef, false
	}
	return intWord(x)
}

func withoutSign(i int64) int64 {
	if i < 0 {
		return -i
	}
	return i
}
