package object

import "github.com/tier2go/tier2/opgen/mem"

// Ints of few limbs: a magnitude of two words, and whether it is negative, as 0 or 1.

// longOf is an int of two limbs at most, or a truth.
func longOf(m mem.Mem, x mem.Ref) (lo, hi, sign uint64, ok bool) {
	if wordIsInt(x) {
		i := intOf(x)
		return uint64(max(i, -i)), 0, uint64(i) >> 63, true
	}
	if !wordIs(m, x, uint64(IntType)) && !isLikeInt(m, x) {
		return below(uint64(False), uint64(x)), 0, 0, isTruth(x)
	}
	n := m.U64(x, fieldIntLimbs)
	if n > 2 {
		return 0, 0, 0, false
	}
	if n == 0 { // of a class
		return 0, 0, 0, true
	}
	if n == 2 {
		hi = m.U64At(x, fieldIntData, 1)
	}
	return m.U64(x, fieldIntData), hi, m.U32(x, fieldAux) & intNegative, true
}

// isLikeInt reports whether a word refers to an instance of a class derived from int that is compared, hashed and computed with as one.
func isLikeInt(m mem.Mem, x mem.Ref) bool {
	if !wordIsRef(x) {
		return false
	}
	facts := factsOf(m, x)
	return facts>>factLike == uint64(IntType) && facts&factNumber != 0
}

// longsAlike is a == b of ints of two limbs at most, also of classes that are compared as ints.
func longsAlike(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	lo, hi, sign, ok := longOf(m, a)
	if !ok {
		return false, false
	}
	lo2, hi2, sign2, ok := longOf(m, b)
	return lo == lo2 && hi == hi2 && sign == sign2, ok
}

// newLongOf is an int of three limbs at most, of which the highest ones may be 0.
func newLongOf(m mem.Mem, a, b, c, sign uint64) (x mem.Ref, ok bool) {
	n := uint64(3)
	if c == 0 {
		n = 2
		if b == 0 {
			i := int64((a ^ (0 - sign)) + sign)
			if a <= -MinSmall && uint64(i)+(-MinSmall) <= MaxSmall-MinSmall {
				return mem.Ref(uint64(i) + IntBias), true
			}
			n = 1
		}
	}
	x, ok = newLimbs(m, n, sign)
	if !ok {
		return NoRef, false
	}
	m.InitU64At(x, fieldIntData, 0, a)
	if n > 1 {
		m.InitU64At(x, fieldIntData, 1, b)
	}
	if n > 2 {
		m.InitU64At(x, fieldIntData, 2, c)
	}
	return x, true
}

// below is 1 if x < y, else 0.
func below(x, y uint64) uint64 {
	if x < y {
		return 1
	}
	return 0
}

// sumOfInts is a + b of ints.
//
//tier2:routine int.add
func sumOfInts(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) { return longSum(m, a, b, 0) }

// differenceOfInts is a - b of ints.
//
//tier2:routine int.subtract
func differenceOfInts(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) { return longSum(m, a, b, 1) }

// productOfInts is a * b of ints.
//
//tier2:routine int.multiply
func productOfInts(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) { return longProduct(m, a, b) }

// longSum is a + b of ints of some limbs, or a − b if minus is 1.
func longSum(m mem.Mem, a, b mem.Ref, minus uint64) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, a)
	if !ok {
		return widerSum(m, a, b, minus)
	}
	lo2, hi2, sign2, ok := longOf(m, b)
	if !ok {
		return widerSum(m, a, b, minus)
	}
	if sign == sign2^minus {
		low := lo + lo2
		carry := below(low, lo)
		high := hi + hi2
		over := below(high, hi)
		high += carry
		return newLongOf(m, low, high, over+below(high, carry), sign)
	}
	if hi < hi2 || hi == hi2 && lo < lo2 {
		return newLongOf(m, lo2-lo, hi2-hi-below(lo2, lo), 0, sign^1)
	}
	return newLongOf(m, lo-lo2, hi-hi2-below(lo, lo2), 0, sign)
}

// highWord is the upper half of the product of two words.
func highWord(x, y uint64) uint64 {
	const low = 1<<32 - 1
	a, b, c, d := x>>32, x&low, y>>32, y&low
	middle := a*d + b*d>>32
	other := middle&low + b*c
	return a*c + middle>>32 + other>>32
}

// newLimbs cuts an int of n limbs, which the caller sets.
func newLimbs(m mem.Mem, n, sign uint64) (x mem.Ref, ok bool) {
	w, slot := windowFor(m, bytesWindows, OffIntData+8*n)
	x = m.Ref(w, fieldWindowNext)
	if x == m.Ref(w, fieldWindowEnd) {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, mem.Ref(uint64(x)+slot))
	m.InitU64(x, fieldHeader, uint64(IntType)|sign<<32)
	m.InitU64(x, fieldIntLimbs, n)
	return x, true
}

// widestProduct is a product of four limbs, of which the highest may be 0.
func widestProduct(m mem.Mem, a, b, c, d, sign uint64) (x mem.Ref, ok bool) {
	n := uint64(4)
	if d == 0 {
		n = 3
	}
	x, ok = newLimbs(m, n, sign)
	if !ok {
		return NoRef, false
	}
	m.InitU64At(x, fieldIntData, 0, a)
	m.InitU64At(x, fieldIntData, 1, b)
	m.InitU64At(x, fieldIntData, 2, c)
	if n > 3 {
		m.InitU64At(x, fieldIntData, 3, d)
	}
	return x, true
}

// twoByTwo is the product of two ints of two limbs each: it has three limbs at least.
func twoByTwo(m mem.Mem, lo, hi, lo2, hi2, sign uint64) (x mem.Ref, ok bool) {
	b, low := highWord(lo, lo2), hi*lo2
	b += low
	c := highWord(hi, lo2) + below(b, low) // it is not the highest word: no carry
	low = lo * hi2
	b += low
	carry := below(b, low)
	low = highWord(lo, hi2) + carry
	c += low
	d := highWord(hi, hi2) + below(c, low)
	low = hi * hi2
	c += low
	return widestProduct(m, lo*lo2, b, c, d+below(c, low), sign)
}

// longProduct is a * b of ints that have two limbs each at most, or of which one has one limb.
func longProduct(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, a)
	if !ok {
		return widerProduct(m, a, b)
	}
	lo2, hi2, sign2, ok := longOf(m, b)
	if !ok {
		return widerProduct(m, a, b)
	}
	if hi != 0 && hi2 != 0 {
		return twoByTwo(m, lo, hi, lo2, hi2, sign^sign2)
	}
	x, y, one := lo, hi, lo2
	if hi2 != 0 {
		x, y, one = lo2, hi2, lo
	}
	carry, low := highWord(x, one), y*one
	middle := low + carry
	return newLongOf(m, x*one, middle, highWord(y, one)+below(middle, carry), sign^sign2)
}

// longLess is a < b of two ints of few limbs.
func longLess(m mem.Mem, a, b mem.Ref) (less, ok bool) {
	lo, hi, sign, ok := longOf(m, a)
	if !ok {
		return longerLess(m, a, b)
	}
	lo2, hi2, sign2, ok := longOf(m, b)
	if !ok {
		return longerLess(m, a, b)
	}
	if sign != sign2 {
		return sign != 0, true
	}
	if hi == hi2 && lo == lo2 {
		return false, true
	}
	if hi < hi2 || hi == hi2 && lo < lo2 {
		return sign == 0, true
	}
	return sign != 0, true
}
