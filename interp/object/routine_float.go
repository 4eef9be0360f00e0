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
	near, ok := roundedFloat(q)
	if !ok || !(math.Abs(q) < mostFloor) {
		return 0, 0, false
	}
	floor := float64(near)
	if floor > q {
		floor--
	}
	if q-floor > 0.5 {
		floor++
	}
	return floor, left, true
}
