package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// Exponents that a float's may be among, so that what it is scaled to, squared, and what is left of the square, are normal.
const (
	leastScaled  = 1023 - 400
	mostScaled   = 800
	mostBetween  = 400 // that two floats' exponents differ by
	exponentBias = 1023
)

// hypotOf is the Euclidean length of a vector of two numbers, one of them a float, as cmath.Hypot computes it.
//
//tier2:routine hypot
func hypotOf(_ mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	x, y, ok := numbers(a, b)
	if !ok || x != x || y != y {
		return NoRef, false
	}
	x, y = math.Abs(x), math.Abs(y)
	long, short := x, y
	if x < y {
		long, short = y, x
	}
	if short == 0 {
		return floatWord(long), true
	}
	e := math.Float64bits(long) >> mantissaBits
	if e-leastScaled > mostScaled || e-math.Float64bits(short)>>mantissaBits > mostBetween {
		return NoRef, false
	}
	e -= exponentBias - 1 // math.Frexp's: x is below 2**e
	scale := math.Float64frombits((exponentBias - e) << mantissaBits)
	x, y = float64(x*scale), float64(y*scale)
	p, q := float64(x*x), float64(y*y)
	first := 1 + p
	second := first + q
	low := beyond(x, x, p) + beyond(y, y, q)
	over := (p - (first - 1)) + (q - (second - first))
	h := math.Sqrt(second - 1 + (low + over))
	p = float64(h * h)
	third := second - p
	low -= beyond(h, h, p)
	over += -p - (third - second)
	h += (third - 1 + (low + over)) / float64(2*h)
	return floatWord(h / scale), true
}
