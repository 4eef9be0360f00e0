package cmath

import (
	"math"
	"math/bits"
)

// Functions whose results are exact, or exact and rounded once: these cannot
// differ between libraries.

// Sqrt returns the square root: NaN below 0.
func Sqrt(x float64) float64 { return math.Sqrt(x) }

// Floor returns the largest integer not above x.
func Floor(x float64) float64 { return math.Floor(x) }

// Ceil returns the least integer not below x.
func Ceil(x float64) float64 { return math.Ceil(x) }

// Trunc returns x without its fraction.
func Trunc(x float64) float64 { return math.Trunc(x) }

// Copysign returns |x| with the sign of y.
func Copysign(x, y float64) float64 { return math.Copysign(x, y) }

// FMA returns x·y + z rounded once.
func FMA(x, y, z float64) float64 { return math.FMA(x, y, z) }

// Ldexp returns x·2^n rounded once; n may be any int.
func Ldexp(x float64, n int) float64 { return math.Ldexp(x, min(max(n, -5000), 5000)) }

// Frexp returns m and e with x = m·2^e and |m| in [1/2, 1), or x and 0 for
// zeros, infinities and NaN.
func Frexp(x float64) (m float64, e int) { return math.Frexp(x) }

// Modf returns the fraction and the whole part of x, both with x's sign.
func Modf(x float64) (fraction, whole float64) {
	if math.IsInf(x, 0) {
		return math.Copysign(0, x), x
	}
	whole = math.Trunc(x)
	return math.Copysign(x-whole, x), whole
}

// Fmod returns the remainder of x/y with x's sign, exactly: NaN if y is 0 or x
// infinite.
func Fmod(x, y float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case !(ay > 0) || !(ax <= math.MaxFloat64): // 0, NaN, infinite x
		return math.NaN()
	case ax < ay:
		return x
	case ay > math.MaxFloat64:
		return x
	}
	mx, ex := floatParts(ax)
	my, ey := floatParts(ay)
	r := shiftMod(mx%my, ex-ey, my) // x is not below y, so neither is its exponent
	f := float64(r)
	if ey >= -1022 {
		f = float64(f * math.Float64frombits(uint64(ey+1023)<<52))
	} else {
		f = math.Ldexp(f, ey)
	}
	return math.Copysign(f, x)
}

// shiftMod returns r·2^n modulo m; r is below m.
func shiftMod(r uint64, n int, m uint64) uint64 {
	for n > 0 && r != 0 {
		step := min(n, 63)
		hi, lo := r>>(64-step), r<<step
		r = bits.Rem64(hi, lo, m)
		n -= step
	}
	return r
}

// floatParts returns m and e with x = m·2^e for a positive finite x.
func floatParts(x float64) (m uint64, e int) {
	b := math.Float64bits(x)
	if e = int(b >> 52); e == 0 {
		return b, -1074
	}
	return b&(1<<52-1) | 1<<52, e - 1075
}

// Remainder returns x − n·y for the integer n nearest to x/y, the even one of
// two, exactly: NaN if y is 0 or x infinite.
func Remainder(x, y float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case !(ay > 0) || !(ax <= math.MaxFloat64):
		return math.NaN()
	case ay > math.MaxFloat64:
		return x
	}
	m := Fmod(ax, ay)
	c := ay - m
	r := m
	switch {
	case m > c:
		r = -c
	case m == c: // a tie: the quotient must be even
		r = m - 2*Fmod(0.5*(ax-m), ay)
	}
	return float64(math.Copysign(1, x) * r)
}

// Nextafter returns the float after x towards y.
func Nextafter(x, y float64) float64 {
	if x == y {
		return y // zeros may differ in sign
	}
	return math.Nextafter(x, y)
}

// Ulp returns the value of x's last bit, as Python's math.ulp.
func Ulp(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x != x || math.IsInf(x, 0):
		return x
	}
	if next := math.Nextafter(x, math.Inf(1)); !math.IsInf(next, 0) {
		return next - x
	}
	return x - math.Nextafter(x, 0)
}

// Cbrt returns the cube root, rounded correctly: a float near it, corrected by
// Newton's method with an exact remainder.
func Cbrt(x float64) float64 {
	if x == 0 || x != x || math.IsInf(x, 0) {
		return x
	}
	m, e := math.Frexp(math.Abs(x))
	third := (e - (e%3+3)%3) / 3
	m = math.Ldexp(m, e-3*third) // in [1/2, 4)
	y := Exp(Log(m) / 3)
	sq := prod2(y, y)
	cube := sq.mul(dd{y, 0})
	rest := m - cube.hi - cube.lo
	return math.Copysign(math.Ldexp(y+rest/float64(3*sq.hi), third), x)
}

// Hypot returns the Euclidean length of a vector as CPython's math.hypot
// computes it (Modules/mathmodule.c, vector_norm): scaled by a power of two,
// summed in two floats, and corrected.
func Hypot(xs ...float64) float64 {
	largest, nan := 0.0, false
	for _, x := range xs {
		nan = nan || x != x
		largest = max(largest, math.Abs(x))
	}
	for _, x := range xs {
		if math.IsInf(x, 0) {
			return math.Inf(1)
		}
	}
	switch {
	case nan:
		return math.NaN()
	case largest == 0 || len(xs) == 1:
		return largest
	}
	_, e := math.Frexp(largest)
	if e < -1023 { // subnormal: the scale would overflow
		scaled := make([]float64, len(xs))
		for i, x := range xs {
			scaled[i] = x / 0x1p-1022
		}
		return float64(0x1p-1022 * Hypot(scaled...))
	}
	scale := math.Ldexp(1, -e)
	sum, lo1, lo2 := 1.0, 0.0, 0.0
	add := func(a, b float64) {
		p := prod2(a, b)
		s := fast2(sum, p.hi)
		sum = s.hi
		lo1 += p.lo
		lo2 += s.lo
	}
	for _, x := range xs {
		x = float64(x * scale)
		add(x, x)
	}
	h := math.Sqrt(sum - 1 + (lo1 + lo2))
	add(-h, h)
	rest := sum - 1 + (lo1 + lo2)
	h += rest / float64(2*h)
	return h / scale
}
