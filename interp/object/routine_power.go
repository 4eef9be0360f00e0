package object

import "math"

// Powers of floats by 2, 3 and a half.
//
// CPython's are those of C's pow, whose results are not always the nearest floats. glibc's is wrong by at most 0.54 units in
// the last place (e_pow.c says so). So where the exact power is farther than 0.04 units from the middle between two
// floats, pow's result is the nearest one. That one takes a few multiplications, and so does what it leaves of the exact power: nine times of
// ten it is known, and the rest is given up.

// What powerOfFloat knows powers of: floats whose exponents are far from those where a part of the power would not be normal.
const (
	leastExponent = 1023 - 200
	mostExponents = 400
)

// What a nearest float is known by: the part of a unit in the last place that it is away from the exact number at most. Below
// a power of two units are half as large.
const (
	surePart      = 0.45
	surePartBelow = 0.1
)

// splitter parts a float into two of 26 bits (Dekker 1971).
const splitter = 1<<27 + 1

// powerOfFloat is x**y where y is 2, 3 or a half and the result is sure.
func powerOfFloat(x, y float64) (r float64, ok bool) {
	if x != x {
		return 0, false
	}
	a := math.Abs(x)
	if math.Float64bits(a)>>mantissaBits-leastExponent > mostExponents {
		return 0, false
	}
	if y == 0.5 {
		if x < 0 {
			return 0, false
		}
		r = math.Sqrt(a)
		return r, isNearest(r, -beyond(r, r, a)/(2*r))
	}
	r = float64(a * a)
	rest := beyond(a, a, r)
	if y == 2 {
		return r, isNearest(r, rest)
	}
	if y != 3 {
		return 0, false
	}
	p := float64(r * a)
	rest = beyond(r, a, p) + float64(rest*a)
	r = p + rest
	return withSign(r, x), isNearest(r, rest-(r-p))
}

// beyond is x·y − p for a p that is as good as the nearest float. It is exact but for far less than what is asked of it.
func beyond(x, y, p float64) float64 {
	s, t := float64(splitter*x), float64(splitter*y)
	xh, yh := s-(s-x), t-(t-y)
	xl, yl := x-xh, y-yh
	return float64(xh*yh) - p + float64(xh*yl) + float64(xl*yh) + float64(xl*yl)
}

// isNearest reports whether r, which is positive, is far enough from the middle between two floats: the exact number is r + rest.
func isNearest(r, rest float64) bool {
	bits := math.Float64bits(r)
	part := surePart
	if bits&(1<<mantissaBits-1) == 0 {
		part = surePartBelow
	}
	unit := math.Float64frombits((bits>>mantissaBits - mantissaBits) << mantissaBits)
	return math.Abs(rest) < part*unit
}
