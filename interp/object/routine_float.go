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

// mostPlaces is how many digits behind the point are written: a mantissa times ten to that has 63 bits.
const mostPlaces = 3

// floatSpec reads a specification of a width, a point, a digit and f.
func floatSpec(m mem.Mem, spec mem.Ref) (width, places uint64, ok bool) {
	n := m.U64(spec, fieldStrLen)
	if n < 3 || n > mostSpec || m.U8At(spec, fieldStrData, n-1) != 'f' || m.U8At(spec, fieldStrData, n-3) != '.' {
		return 0, 0, false
	}
	for i := uint64(0); i < n-3 && i < mostSpec; i++ {
		c := m.U8At(spec, fieldStrData, i) - '0'
		if c >= 10 || i == 0 && c == 0 {
			return 0, 0, false
		}
		width = 10*width + c
	}
	places = m.U8At(spec, fieldStrData, n-2) - '0'
	return width, places, places <= mostPlaces && width <= mostWidth
}

// scaled is a float's magnitude times ten to the power of a few places, rounded to the nearest int, of two the even one: exactly, as C's
// printf does. It gives up where that has more than 32 bits.
func scaled(x mem.Ref, places uint64) (n uint64, ok bool) {
	mantissa, exponent := uint64(x)&(1<<mantissaBits-1), uint64(x)>>mantissaBits&exponentMask
	if exponent == 0 {
		exponent = 1
	} else {
		mantissa |= 1 << mantissaBits
	}
	for i := uint64(0); i < places && i < mostPlaces; i++ {
		mantissa *= 10
	}
	shift := 1023 + mantissaBits - exponent // by which it is divided; of what is infinite or none less than nothing
	if shift-1 >= 1<<11 {
		return 0, false
	}
	if shift > 63 {
		return 0, true
	}
	n = mantissa >> (shift & 63)
	rest, half := mantissa&(1<<(shift&63)-1), uint64(1)<<((shift-1)&63)
	if rest > half || rest == half && n&1 == 1 {
		n++
	}
	return n, n < 1<<32
}

// floatFormatted is format(x, spec) of a float, of a few digits behind the point.
func floatFormatted(m mem.Mem, x, spec mem.Ref) (s mem.Ref, ok bool) {
	width, places, ok := floatSpec(m, spec)
	if !ok {
		return NoRef, false
	}
	k, ok := scaled(x, places)
	if !ok {
		return NoRef, false
	}
	digits := max(digitsOf(k), places+1)
	n, sign := digits, uint64(x)>>63
	if places > 0 {
		n++
	}
	n += sign
	all := max(n, width)
	if all < 2 {
		return oneChar(m, k+'0')
	}
	s, ok = newASCIIOf(m, all)
	if !ok {
		return NoRef, false
	}
	at := all - n
	for i := uint64(0); i < at && i < mostWidth; i++ {
		m.InitU8At(s, fieldStrData, i, ' ')
	}
	if sign != 0 {
		m.InitU8At(s, fieldStrData, at, '-')
		at++
	}
	putDigits(m, mem.Ref(uint64(s)+at), k, digits)
	point := at + digits - places
	for i := min(places, mostPlaces); i > 0; i-- { // those behind the point
		m.SetU8At(s, fieldStrData, point+i, m.U8At(s, fieldStrData, point+i-1))
	}
	if places > 0 {
		m.SetU8At(s, fieldStrData, point, '.')
	}
	return s, true
}
