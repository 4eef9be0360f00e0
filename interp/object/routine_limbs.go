package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// More of ints of few limbs: what is not a sum, a difference or a product.

// mostOrdered is how many limbs ints have at most of which routines say which is less.
const mostOrdered = 32

// negatedInt is −x of an int or a truth.
//
//tier2:routine int.negative
func negatedInt(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, x)
	if !ok {
		return NoRef, false
	}
	return newLongOf(m, lo, hi, 0, sign^1)
}

// negated is −x of a number.
//
//tier2:routine negative
func negated(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	if wordIsFloat(x) {
		return floatWord(-math.Float64frombits(uint64(x))), true
	}
	return negatedInt(m, x)
}

// magnitudeOf is abs(x) of an int or a truth.
func magnitudeOf(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, x)
	if !ok {
		return NoRef, false
	}
	if sign == 0 && wordIs(m, x, uint64(IntType)) {
		return x, true
	}
	return newLongOf(m, lo, hi, 0, 0)
}

// limbsIn is how many limbs an int has, 1 if it stands in the word or is a truth, and whether it is negative.
func limbsIn(m mem.Mem, x mem.Ref) (n, sign uint64, ok bool) {
	if wordIsInt(x) {
		return 1, uint64(intOf(x)) >> 63, true
	}
	if !wordIs(m, x, uint64(IntType)) {
		return 1, 0, isTruth(x)
	}
	return m.U64(x, fieldIntLimbs), m.U32(x, fieldAux) & intNegative, true
}

// longerLess is a < b of two ints, of which one has three limbs or more.
func longerLess(m mem.Mem, a, b mem.Ref) (less, ok bool) {
	n, sign, ok := limbsIn(m, a)
	if !ok {
		return false, false
	}
	k, sign2, ok := limbsIn(m, b)
	if !ok {
		return false, false
	}
	if sign != sign2 {
		return sign != 0, true
	}
	if n != k {
		return below(n, k) != sign, true
	}
	if n > mostOrdered {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		x, y := m.U64At(a, fieldIntData, n-1-i), m.U64At(b, fieldIntData, n-1-i)
		if x != y {
			return below(x, y) != sign, true
		}
	}
	return false, true
}

// topBit is the number of the highest bit of a word that is not 0.
func topBit(x uint64) uint64 {
	const exact = 53
	more := uint64(0)
	if x>>exact != 0 {
		more, x = 64-exact, x>>(64-exact)
	}
	return math.Float64bits(float64(int64(x)))>>52 - 1023 + more
}

// longFloat is the float nearest to an int of two limbs at most or a truth, the even one of two.
func longFloat(m mem.Mem, x mem.Ref) (f float64, ok bool) {
	lo, hi, sign, ok := longOf(m, x)
	if !ok {
		return 0, false
	}
	if hi == 0 {
		if int64(lo) < 0 {
			f = 2 * float64(int64(lo>>1|lo&1)) // the lowest bit only says that something is left
		} else {
			f = float64(int64(lo))
		}
	} else {
		up := 63 - topBit(hi)
		top := hi<<(up&63) | lo>>1>>((63-up)&63)
		if lo<<(up&63) != 0 {
			top |= 1
		}
		f = float64(int64(top>>1|top&1)) * math.Float64frombits((1023+65-up)<<52)
	}
	if sign != 0 {
		return -f, true
	}
	return f, true
}

// twosComplement is a number of two limbs with a sign in two's complement, of which the third word is the sign.
func twosComplement(lo, hi, sign uint64) (a, b, c uint64) {
	c = 0 - sign
	a = (lo ^ c) + sign
	return a, (hi ^ c) + below(a, sign), c
}

// ofComplement is the int of three words in two's complement, of which the highest is a sign.
func ofComplement(m mem.Mem, a, b, c uint64) (x mem.Ref, ok bool) {
	sign := c & 1
	lo := (a ^ c) + sign
	hi := (b ^ c) + below(lo, sign)
	return newLongOf(m, lo, hi, below(hi, sign)&below(lo, sign), sign)
}

// bothLong is a & b of ints of two limbs at most or truths.
//
//tier2:routine int.and
func bothLong(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, a)
	if !ok {
		return NoRef, false
	}
	lo2, hi2, sign2, ok := longOf(m, b)
	if !ok {
		return NoRef, false
	}
	x, y, z := twosComplement(lo, hi, sign)
	x2, y2, z2 := twosComplement(lo2, hi2, sign2)
	return ofComplement(m, x&x2, y&y2, z&z2)
}

// eitherLong is a | b of such.
//
//tier2:routine int.or
func eitherLong(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, a)
	if !ok {
		return NoRef, false
	}
	lo2, hi2, sign2, ok := longOf(m, b)
	if !ok {
		return NoRef, false
	}
	x, y, z := twosComplement(lo, hi, sign)
	x2, y2, z2 := twosComplement(lo2, hi2, sign2)
	return ofComplement(m, x|x2, y|y2, z|z2)
}

// otherLong is a ^ b of such.
//
//tier2:routine int.xor
func otherLong(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, a)
	if !ok {
		return NoRef, false
	}
	lo2, hi2, sign2, ok := longOf(m, b)
	if !ok {
		return NoRef, false
	}
	x, y, z := twosComplement(lo, hi, sign)
	x2, y2, z2 := twosComplement(lo2, hi2, sign2)
	return ofComplement(m, x^x2, y^y2, z^z2)
}

// longShift bounds the counts that ints of two limbs are shifted to the left by.
const longShift = 128

// longUp is x << n of an int of two limbs at most or a truth.
//
//tier2:routine int.shiftleft
func longUp(m mem.Mem, x mem.Ref, n int64) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, x)
	if !ok || uint64(n) >= longShift {
		return NoRef, false
	}
	k := uint64(n) & 63
	a, b, c := lo<<k, hi<<k|lo>>1>>((63-k)&63), hi>>1>>((63-k)&63)
	if n < 64 {
		return newLongOf(m, a, b, c, sign)
	}
	if c != 0 {
		return widestProduct(m, 0, a, b, c, sign)
	}
	return newLongOf(m, 0, a, b, sign)
}

// longDown is x >> n of such, rounded down: n is not negative.
//
//tier2:routine int.shiftright
func longDown(m mem.Mem, x mem.Ref, n int64) (r mem.Ref, ok bool) {
	lo, hi, sign, ok := longOf(m, x)
	if !ok || n < 0 {
		return NoRef, false
	}
	hi -= below(lo, sign)
	lo -= sign
	if n >= 64 {
		lo, hi = hi, 0
		if n >= longShift {
			lo = 0
		}
	}
	k := uint64(n) & 63
	lo, hi = lo>>k|hi<<1<<((63-k)&63), hi>>k
	lo += sign
	return newLongOf(m, lo, hi+below(lo, sign), 0, sign)
}

// threeLimbs is longOf for three limbs.
func threeLimbs(m mem.Mem, x mem.Ref) (lo, hi, top, sign uint64, ok bool) {
	if wordIsInt(x) {
		i := intOf(x)
		return uint64(max(i, -i)), 0, 0, uint64(i) >> 63, true
	}
	if !wordIs(m, x, uint64(IntType)) {
		return below(uint64(False), uint64(x)), 0, 0, 0, isTruth(x)
	}
	n := m.U64(x, fieldIntLimbs)
	if n > 3 {
		return 0, 0, 0, 0, false
	}
	if n > 1 {
		hi = m.U64At(x, fieldIntData, 1)
	}
	if n > 2 {
		top = m.U64At(x, fieldIntData, 2)
	}
	return m.U64(x, fieldIntData), hi, top, m.U32(x, fieldAux) & intNegative, true
}

// longTotal is the sum of a number and of the elements from i to n that stand from a field of an object on: ints of three limbs at most and
// truths, of which there are no more than mostItems.
func longTotal(m mem.Mem, items mem.Ref, f mem.Field, i, n uint64, sum int64) (r mem.Ref, ok bool) {
	a, b := uint64(sum), uint64(sum>>63) // four words in two's complement
	c, d := b, b
	for ; i < n; i++ {
		lo, hi, top, sign, ok := threeLimbs(m, m.RefAt(items, f, i))
		if !ok {
			return widerTotal(m, items, f, n)
		}
		s := 0 - sign
		lo ^= s
		hi ^= s
		top ^= s
		a += lo
		carry := below(a, lo)
		a += sign
		carry += below(a, sign)
		b += hi
		over := below(b, hi)
		b += carry
		over += below(b, carry)
		c += top
		carry = below(c, top)
		c += over
		d += s + carry + below(c, over)
	}
	sign := d >> 63
	s := 0 - sign
	a = (a ^ s) + sign
	carry := below(a, sign)
	b = (b ^ s) + carry
	carry = below(b, carry)
	c = (c ^ s) + carry
	d = (d ^ s) + below(c, carry)
	if c|d == 0 {
		return newLongOf(m, a, b, 0, sign)
	}
	return widestProduct(m, a, b, c, d, sign)
}

// mostSummed is how many limbs ints have at most that are added and multiplied by routines.
const mostSummed = 16

// lowestOf is the lowest limb of an int or a truth.
func lowestOf(m mem.Mem, x mem.Ref) uint64 {
	if wordIsInt(x) {
		return uint64(max(intOf(x), -intOf(x)))
	}
	if !wordIs(m, x, uint64(IntType)) {
		return below(uint64(False), uint64(x))
	}
	return m.U64(x, fieldIntData)
}

// limbOf is limb i, which is not the lowest one, of an int of n limbs, 0 behind them.
func limbOf(m mem.Mem, x mem.Ref, i, n uint64) uint64 {
	if i >= n {
		return 0
	}
	return m.U64At(x, fieldIntData, i)
}

// widerSum is longSum for ints of some limbs, one of which has three or more.
func widerSum(m mem.Mem, x, y mem.Ref, minus uint64) (r mem.Ref, ok bool) {
	n, sign, ok := limbsIn(m, x)
	if !ok {
		return NoRef, false
	}
	k, sign2, ok := limbsIn(m, y)
	if !ok || max(n, k) > mostSummed {
		return NoRef, false
	}
	most := max(n, k)
	s, room := 0-(sign^sign2^minus), most // the second one is added to the magnitude of the first one, or taken from it
	if s == 0 {
		a, b := limbOf(m, x, most-1, n), limbOf(m, y, most-1, k)
		room += 1 - below(a, a+b+1)&below(b, a+b+1) // of what the limbs below carry, too
	}
	r, ok = newLimbs(m, room, 0)
	if !ok {
		return NoRef, false
	}
	a, b := lowestOf(m, x), lowestOf(m, y)^s
	a += b
	carry := below(a, b)
	a += s & 1
	carry += below(a, s&1)
	m.InitU64(r, fieldIntData, a)
	for i := uint64(1); i < min(most, mostSummed); i++ {
		a, b := limbOf(m, x, i, n), limbOf(m, y, i, k)^s
		a += b
		over := below(a, b)
		a += carry
		carry = over + below(a, carry)
		m.InitU64At(r, fieldIntData, i, a)
	}
	if room > most {
		m.InitU64At(r, fieldIntData, most, carry)
	}
	if s != 0 && carry == 0 { // the second one was the greater one
		sign ^= 1
		carry = 1
		for i := uint64(0); i < min(most, mostSummed); i++ {
			a := ^m.U64At(r, fieldIntData, i) + carry
			carry = below(a, carry)
			m.InitU64At(r, fieldIntData, i, a)
		}
	}
	return trimmed(m, r, room, sign), true
}

// widerTotal is the sum of n elements that stand from a field of an object on: ints of some limbs and truths, of which there are no more than
// mostItems.
func widerTotal(m mem.Mem, items mem.Ref, f mem.Field, n uint64) (r mem.Ref, ok bool) {
	r = mem.Ref(IntBias)
	for i := uint64(0); i < n; i++ {
		r, ok = longSum(m, r, m.RefAt(items, f, i), 0)
		if !ok {
			return NoRef, false
		}
	}
	return r, true
}

// trimmed is the int of the limbs of a new object, of which the highest may be 0.
func trimmed(m mem.Mem, r mem.Ref, n, sign uint64) mem.Ref {
	for i := uint64(0); i < mostSummed && n > 1 && m.U64At(r, fieldIntData, n-1) == 0; i++ {
		n--
	}
	if n == 1 {
		a := m.U64(r, fieldIntData)
		i := int64((a ^ (0 - sign)) + sign)
		if a <= -MinSmall && uint64(i)+(-MinSmall) <= MaxSmall-MinSmall {
			return mem.Ref(uint64(i) + IntBias)
		}
	}
	m.InitU64(r, fieldHeader, uint64(IntType)|sign<<32)
	m.InitU64(r, fieldIntLimbs, n)
	return r
}

// widerProduct is longProduct for an int of three limbs or more and one of a limb.
func widerProduct(m mem.Mem, x, y mem.Ref) (r mem.Ref, ok bool) {
	n, sign, ok := limbsIn(m, x)
	if !ok {
		return NoRef, false
	}
	k, sign2, ok := limbsIn(m, y)
	if !ok || min(n, k) > 1 || max(n, k) > mostSummed {
		return NoRef, false
	}
	if n == 1 {
		x, y, n = y, x, k
	}
	one, top := lowestOf(m, y), m.U64At(x, fieldIntData, n-1)+1
	if one == 0 {
		return mem.Ref(IntBias), true
	}
	room := n + 1
	if top != 0 && highWord(top, one) == 0 { // of what the limbs below carry, too
		room = n
	}
	r, ok = newLimbs(m, room, sign^sign2)
	if !ok {
		return NoRef, false
	}
	carry := uint64(0)
	for i := uint64(0); i < min(n, mostSummed); i++ {
		a := m.U64At(x, fieldIntData, i)
		low := a*one + carry
		carry = highWord(a, one) + below(low, carry)
		m.InitU64At(r, fieldIntData, i, low)
	}
	if room > n {
		m.InitU64At(r, fieldIntData, n, carry)
	}
	return trimmed(m, r, room, sign^sign2), true
}
