package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// Parts of a float's bits, and what divisions of floats are bounded by: mostShift bits that the exponents differ by, of which
// a round takes roundShift, and quotients below mostFloor, whose floor an int of the word tells.
const (
	mantissaBits = 52
	exponentMask = 1<<11 - 1
	roundShift   = 9
	mostRounds   = 5
	mostShift    = roundShift * mostRounds
	mostFloor    = 1 << 45
)

// withSign is a float with another one's sign.
func withSign(x, sign float64) float64 {
	return math.Float64frombits(math.Float64bits(math.Abs(x)) | math.Float64bits(sign)>>63<<63)
}

// floatLeft is what dividing x by y leaves, exactly: fmod of two numbers that are not negative. It gives up of what is infinite or no number,
// of a divisor near those that are not normal, and where the quotient is large.
func floatLeft(x, y float64) (left float64, ok bool) {
	if x != x || y != y {
		return 0, false
	}
	if x < y {
		return x, true
	}
	a, b := math.Float64bits(x), math.Float64bits(y)
	shift := a>>mantissaBits - b>>mantissaBits
	if b>>mantissaBits <= mantissaBits || a>>mantissaBits == exponentMask || shift > mostShift {
		return 0, false
	}
	r, d := int64(a&(1<<mantissaBits-1)|1<<mantissaBits), int64(b&(1<<mantissaBits-1)|1<<mantissaBits)
	if r >= d {
		r -= d
	}
	for range uint64(mostRounds) {
		if shift == 0 {
			break
		}
		n := min(shift, roundShift)
		r <<= n & 63
		q, ok := roundedFloat(float64(r) / float64(d)) // the int nearest to the quotient, or one of the two that are
		if !ok {
			return 0, false
		}
		r -= q * d
		if r < 0 {
			r += d
		}
		shift -= n
	}
	return float64(r) * math.Float64frombits((b>>mantissaBits-mantissaBits)<<mantissaBits), true
}

// floatQuotient is the floor of a / b of two numbers, one of them a float at least, and what is left, as number.FloatDivMod has both.
func floatQuotient(a, b mem.Ref) (q, left float64, ok bool) {
	x, y, ok := numbers(a, b)
	if !ok || y == 0 {
		return 0, 0, false
	}
	left, ok = floatLeft(math.Abs(x), math.Abs(y))
	if !ok {
		return 0, 0, false
	}
	left = withSign(left, x)
	q = (x - left) / y
	if left == 0 {
		left = withSign(0, y)
	} else if int64(math.Float64bits(left)^math.Float64bits(y)) < 0 {
		left += y
		q--
	}
	if q == 0 {
		return withSign(0, x/y), left, true
	}
	near, ok := roundedFloat(q) // it is an int but for the roundings of a difference and a division, which are far less than a half
	return float64(near), left, ok && math.Abs(q) < mostFloor
}

// mostPlaces is how many digits are written behind a point.
const mostPlaces = 9

// halves takes a float's magnitude apart: mantissa / 2^shift. It gives up of what is infinite or no number, and above 2^52.
func halves(x mem.Ref) (mantissa, shift uint64, ok bool) {
	mantissa, exponent := uint64(x)&(1<<mantissaBits-1), uint64(x)>>mantissaBits&exponentMask
	if exponent == 0 {
		exponent = 1
	} else {
		mantissa |= 1 << mantissaBits
	}
	shift = 1023 + mantissaBits - exponent
	return mantissa, shift, shift-1 < 1<<11
}

// truncated is a float's magnitude without what is behind the point.
func truncated(x mem.Ref) (n uint64, ok bool) {
	mantissa, shift, ok := halves(x)
	if !ok {
		return 0, false
	}
	if shift > 63 {
		return 0, true
	}
	n = mantissa >> (shift & 63)
	return n, n < mostDecimal
}

// fixed is a float's magnitude as an int and a few digits behind the point, rounded to the nearest such number, of two the one whose last
// digit is even: exactly, as C's printf does. A digit is what is left times ten halves, and one half less: it gives up where that has more
// than a word.
func fixed(x mem.Ref, places uint64) (n, part uint64, ok bool) {
	mantissa, shift, ok := halves(x)
	if !ok {
		return 0, 0, false
	}
	left, limit := mantissa, uint64(1)
	if shift < 64 {
		n = mantissa >> (shift & 63)
		left -= n << (shift & 63)
	}
	for i := uint64(0); i < min(places, mostPlaces); i++ {
		if left >= 1<<61 {
			return 0, 0, false
		}
		limit *= 10
		part *= 10
		if shift == 0 { // nothing is left
			continue
		}
		left *= 5
		shift--
		if shift < 64 {
			digit := left >> (shift & 63)
			left -= digit << (shift & 63)
			part += digit
		}
	}
	last := part
	if places == 0 {
		last = n
	}
	half := uint64(1) << ((shift - 1) & 63)
	if shift-1 < 64 && (left > half || left == half && last&1 == 1) {
		part++
		if part == limit {
			part = 0
			n++
		}
	}
	return n, part, n < mostDecimal
}

// stripped is what is left of digits behind a point, a number below 1<<32, without the zeros at their end.
func stripped(part, places uint64) (uint64, uint64) {
	for range uint64(mostPlaces) {
		q := part * 0xCCCCCCCD >> 35 // part / 10
		if places == 0 || 10*q != part {
			break
		}
		part = q
		places--
	}
	return part, places
}

// tens is 10 to the power of n, below 32, of which a float has those up to 22 exactly.
func tens(n uint64) float64 {
	by := 1.0
	if n&1 != 0 {
		by = 10
	}
	if n&2 != 0 {
		by *= 1e2
	}
	if n&4 != 0 {
		by *= 1e4
	}
	if n&8 != 0 {
		by *= 1e8
	}
	if n&16 != 0 {
		by *= 1e16
	}
	return by
}

// zerosBehind is how many zeros stand between the point and the first other digit of a float that is not below leastFixed, and
// below 1.
func zerosBehind(f float64) (n uint64) {
	if f < 0.1 {
		n = 1
	}
	if f < 0.01 {
		n = 2
	}
	if f < 0.001 {
		n = 3
	}
	return n
}

// leastFixed is the least float that is shown without an exponent.
const leastFixed = 0.0001

// shortest is a float's magnitude as repr() has it, the number in front of the point and the digits behind it: the decimal number of the fewest digits
// of which it is the nearest float. It is the one of 15 digits that is nearest, if the float is the nearest one of that: no two such numbers
// have the same float. Both it and the power of ten that it is divided by are floats, so that the quotient is rounded once. It gives up of
// floats that need more digits, and of what has an exponent.
func shortest(x mem.Ref) (whole, part, places uint64, ok bool) {
	whole, ok = truncated(x)
	if !ok {
		return 0, 0, 0, false
	}
	f := math.Abs(math.Float64frombits(uint64(x)))
	behind := f - float64(int64(whole))
	if behind == 0 {
		return whole, 0, 1, true
	}
	if f < leastFixed {
		return 0, 0, 0, false
	}
	places = mostDigits + zerosBehind(f)
	if whole > 0 {
		places -= digitsOf(whole)
	}
	by := tens(places)
	near, _ := roundedFloat(float64(behind * by))
	if (float64(float64(int64(whole))*by)+float64(near))/by != f {
		return 0, 0, 0, false
	}
	part = uint64(near)
	if part < billion {
		part, places = stripped(part, places)
		return whole, part, places, true
	}
	high, low := billions(part)
	if low == 0 {
		part, places = stripped(high, places-9)
		return whole, part, places, true
	}
	low, left := stripped(low, 9)
	scale, _ := roundedFloat(tens(left))
	return whole, high*uint64(scale) + low, places - 9 + left, true
}

// significant is a float's magnitude in so many digits, without the zeros at the end: what %g shows, where that has no exponent.
func significant(x mem.Ref, digits uint64) (whole, part, places uint64, ok bool) {
	f := math.Abs(math.Float64frombits(uint64(x)))
	whole, ok = truncated(x)
	if !ok || f < leastFixed && f != 0 {
		return 0, 0, 0, false
	}
	places = digits + zerosBehind(f)
	if f == 0 {
		places = 0
	}
	if whole > 0 {
		places = digits - digitsOf(whole)
	}
	if places > mostPlaces {
		return 0, 0, 0, false
	}
	whole, part, ok = fixed(x, places)
	if !ok || digitsOf(whole) > digits {
		return 0, 0, 0, false
	}
	part, places = stripped(part, places)
	return whole, part, places, true
}

// asFloat is float(x) of a float, an int of two limbs at most, a bool, or a str that writes a number of few digits.
//
//tier2:routine float
func asFloat(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	if f, ok := wordNumber(x); ok {
		return floatWord(f), true
	}
	f, ok := 0.0, false
	if ascii(m, x) {
		f, ok = parsedFloat(m, x)
	} else {
		f, ok = longFloat(m, x)
	}
	if !ok {
		return NoRef, false
	}
	return floatWord(f), true
}

// mostFloatParsed is how many characters strs have that float() takes: their digits are an int that a float holds, and 10 to the power that
// is left holds, too, which is below mostTens.
const (
	mostFloatParsed = 15
	mostTens        = 23
)

// parsedFloat is the float of a str of digits, with a sign, a point and an exponent or without: the digits are an int, and so is the power
// of ten by which it is multiplied or divided, so that the result is rounded once (Clinger: How to Read Floating Point Numbers
// Accurately, 1990).
func parsedFloat(m mem.Mem, s mem.Ref) (f float64, ok bool) {
	n, i, negative := m.U64(s, fieldStrLen), uint64(0), m.U8(s, fieldStrData) == '-'
	if n > mostFloatParsed {
		return 0, false
	}
	if negative {
		i = 1
	}
	digits, behind, places, pointed := uint64(0), uint64(0), uint64(0), false
	for ; i < n; i++ {
		c := m.U8At(s, fieldStrData, i)
		if c == '.' && !pointed {
			pointed = true
			continue
		}
		if c-'0' > 9 {
			break
		}
		digits, places = 10*digits+(c-'0'), places+1
		if pointed {
			behind++
		}
	}
	if places == 0 || negative && digits == 0 {
		return 0, false
	}
	power := -int64(behind)
	if i < n {
		e, ok := parsedExponent(m, s, i, n)
		if !ok {
			return 0, false
		}
		power += e
	}
	f, by := float64(int64(digits)), 1.0
	for k := int64(0); k < min(max(power, -power), mostTens); k++ {
		by *= 10
	}
	if power < 0 {
		f /= by
	}
	if power > 0 {
		f *= by
	}
	if negative {
		f = -f
	}
	return f, true
}

// parsedExponent is the exponent of one digit at i, which ends a str.
func parsedExponent(m mem.Mem, s mem.Ref, i, n uint64) (e int64, ok bool) {
	if m.U8At(s, fieldStrData, i)|0x20 != 'e' || i+1 == n {
		return 0, false
	}
	i++
	negative := m.U8At(s, fieldStrData, i) == '-'
	if negative {
		i++
	}
	if i+1 != n {
		return 0, false
	}
	c := m.U8At(s, fieldStrData, i) - '0'
	if c > 9 {
		return 0, false
	}
	if negative {
		return -int64(c), true
	}
	return int64(c), true
}
