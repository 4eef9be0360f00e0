package cmath

import "math"

// The functions around exp and log, by the algorithms of fdlibm (Sun
// Microsystems) with the polynomials grouped as glibc groups them (s_expm1.c,
// s_log1p.c, e_sinh.c, e_cosh.c, s_tanh.c, s_asinh.c, e_acosh.c, e_atanh.c).

const (
	ln2Hi = 6.93147180369123816490e-01 // 32 bits: its product with an exponent is exact
	ln2Lo = 1.90821492927058770002e-10
	invL2 = 1.44269504088896338700e+00
	ln2   = 6.93147180559945286227e-01
)

// high returns the upper half of |x|'s bits, by which fdlibm tells ranges.
func high(x float64) uint32 { return uint32(math.Float64bits(x)>>32) &^ (1 << 31) }

// pairsFMA evaluates a polynomial two coefficients at a time:
// (c0+c1·z) + z²·(c2+c3·z) + z⁴·(c4+c5·z) + …
func pairsFMA(z float64, c []float64) float64 {
	var powers [4]float64
	powers[0] = float64(z * z)
	powers[1] = float64(powers[0] * powers[0])
	powers[2] = float64(powers[1] * powers[0])
	powers[3] = float64(powers[1] * powers[1])
	sum := math.FMA(z, c[1], c[0])
	for i := 2; i < len(c); i += 2 {
		pair := c[i]
		if i+1 < len(c) {
			pair = math.FMA(z, c[i+1], pair)
		}
		sum = math.FMA(powers[i/2-1], pair, sum)
	}
	return sum
}

var expm1Poly = []float64{
	1, -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
	4.00821782732936239552e-06, -2.01099218183624371326e-07,
}

// Expm1 returns e**x − 1.
func Expm1(x float64) float64 {
	hx := high(x)
	if hx >= 0x4043687A { // |x| ≥ 56·ln2
		switch {
		case x != x || math.IsInf(x, 1):
			return x
		case x < 0:
			return -1
		case x > 7.09782712893383973096e+02:
			return math.Inf(1)
		}
	}
	var k int
	var c float64
	switch {
	case hx > 0x3FD62E42: // |x| > ln2/2
		x, c, k = expm1Reduce(x, hx)
	case hx < 0x3C900000: // |x| < 2⁻⁵⁴
		return x
	}
	half := float64(0.5 * x)
	hxs := float64(x * half)
	r1 := pairsFMA(hxs, expm1Poly)
	t := math.FMA(-r1, half, 3)
	e := float64(hxs * ((r1 - t) / math.FMA(-x, t, 6)))
	if k == 0 {
		return x - math.FMA(x, e, -hxs)
	}
	e = math.FMA(x, e-c, -c)
	e -= hxs
	return expm1Scale(x, e, k)
}

// expm1Reduce returns x − k·ln2 and what rounding it lost.
func expm1Reduce(x float64, hx uint32) (r, c float64, k int) {
	var hi, lo float64
	switch {
	case hx < 0x3FF0A2B2 && x > 0: // |x| < 1.5·ln2
		hi, lo, k = x-ln2Hi, ln2Lo, 1
	case hx < 0x3FF0A2B2:
		hi, lo, k = x+ln2Hi, -ln2Lo, -1
	default:
		k = int(math.FMA(invL2, x, math.Copysign(0.5, x)))
		t := float64(k)
		hi, lo = x-float64(t*ln2Hi), float64(t*ln2Lo)
	}
	r = hi - lo
	return r, hi - r - lo, k
}

// expm1Scale returns 2^k·(1+x−e) − 1.
func expm1Scale(x, e float64, k int) float64 {
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return -2 * (e - (x + 0.5))
	case k == 1:
		return 1 + float64(2*(x-e))
	case k <= -2 || k > 56:
		return addExponent(1-(e-x), k) - 1
	case k < 20:
		return addExponent(1-math.Ldexp(1, -k)-(e-x), k)
	}
	return addExponent(x-(e+math.Ldexp(1, -k))+1, k)
}

// addExponent returns y·2^k, all results being normal but for k = 1024, where
// the exponent field passes its range by one.
func addExponent(y float64, k int) float64 {
	if k == 1024 {
		return float64(float64(y*0x1p1023) * 2)
	}
	return math.Float64frombits(math.Float64bits(y) + uint64(k)<<52)
}

var log1pPoly = [7]float64{
	6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
	2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
}

// Log1p returns log(1+x): −infinity for −1, NaN below.
func Log1p(x float64) float64 {
	switch {
	case x <= -1:
		if x == -1 {
			return math.Inf(-1)
		}
		return math.NaN()
	case x != x || math.IsInf(x, 1):
		return x
	}
	ax := high(x)
	if ax < 0x3E200000 { // |x| < 2⁻²⁹
		if ax < 0x3C900000 {
			return x
		}
		return x - float64(float64(x*x)*0.5)
	}
	if x > 0 && ax < 0x3FDA827A || x < 0 && ax <= 0x3FD2BEC3 {
		return log1pTail(x, 0, 0, true)
	}
	u, c := x, 0.0
	k := 0
	if ax < 0x43400000 { // x < 2⁵³
		u = 1 + x
		k = int(high(u)>>20) - 1023
		if k > 0 {
			c = 1 - (u - x)
		} else {
			c = x - (u - 1)
		}
		c /= u
	} else {
		k = int(ax>>20) - 1023
	}
	m := math.Float64bits(u) & (1<<52 - 1)
	notTiny := true
	if hu := uint32(m >> 32); hu < 0x6A09E { // u below √2
		u = math.Float64frombits(m | 0x3FF<<52)
		notTiny = hu != 0
	} else {
		k++
		u = math.Float64frombits(m | 0x3FE<<52)
		notTiny = (0x00100000-hu)>>2 != 0
	}
	return log1pTail(u-1, c, float64(k), notTiny)
}

// log1pTail returns k·ln2 + c + log(1+f).
func log1pTail(f, c, k float64, notTiny bool) float64 {
	c = math.FMA(k, ln2Lo, c)
	hfsq := float64(float64(0.5*f) * f)
	if !notTiny { // |f| < 2⁻²⁰
		if f == 0 {
			return float64(k*ln2Hi) + c
		}
		r := float64(hfsq * math.FMA(-0.66666666666666666, f, 1))
		if k == 0 {
			return f - r
		}
		return float64(k*ln2Hi) - ((r - c) - f)
	}
	s := f / (2 + f)
	z := float64(s * s)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	p := &log1pPoly
	r := math.FMA(z, p[0], float64(z2*math.FMA(z, p[2], p[1])))
	r = math.FMA(z4, math.FMA(z, p[4], p[3]), r)
	r = math.FMA(float64(z4*z2), math.FMA(z, p[6], p[5]), r)
	t := float64(s * (hfsq + r))
	if k == 0 {
		return f - (hfsq - t)
	}
	return float64(k*ln2Hi) - ((hfsq - (t + c)) - f)
}

// largestSinh is the largest argument whose sinh and cosh are finite.
const largestSinh = 0x1.633ce8fb9f87dp+9

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64 {
	h := math.Copysign(0.5, x)
	a, ix := math.Abs(x), high(x)
	switch {
	case ix < 0x3E300000 || ix >= 0x7FF00000: // |x| < 2⁻²⁸, or not finite
		return x
	case ix < 0x3FF00000:
		t := Expm1(a)
		return float64(h * (float64(2*t) - float64(t*t)/(t+1)))
	case ix < 0x40360000: // |x| < 22
		t := Expm1(a)
		return float64(h * (t + t/(t+1)))
	}
	return largeExp(a, h)
}

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64 {
	a, ix := math.Abs(x), high(x)
	switch {
	case ix >= 0x7FF00000:
		return float64(x * x)
	case ix < 0x3C800000:
		return 1
	case ix < 0x3FD62E43: // |x| < ln2/2
		t := Expm1(a)
		w := 1 + t
		return 1 + float64(t*t)/(w+w)
	case ix < 0x40360000:
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	}
	return largeExp(a, 0.5)
}

// largeExp returns h·e**a for a of 22 and more, as long as that is finite.
func largeExp(a, h float64) float64 {
	switch {
	case high(a) < 0x40862E42: // below the logarithm of the largest float
		return float64(h * Exp(a))
	case a <= largestSinh:
		w := Exp(float64(0.5 * a))
		return float64(float64(h*w) * w)
	}
	return math.Copysign(math.Inf(1), h)
}

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64 {
	a, ix := math.Abs(x), high(x)
	var z float64
	switch {
	case x == 0 || x != x:
		return x
	case ix >= 0x40360000: // |x| ≥ 22
		z = 1
	case ix < 0x3C800000:
		return float64(x * (1 + x))
	case ix >= 0x3FF00000:
		t := Expm1(float64(2 * a))
		z = 1 - 2/(t+2)
	default:
		t := Expm1(float64(-2 * a))
		z = -t / (t + 2)
	}
	return math.Copysign(z, x)
}

// Asinh returns the inverse hyperbolic sine.
func Asinh(x float64) float64 {
	a, ix := math.Abs(x), high(x)
	var w float64
	switch {
	case ix < 0x3E300000 || ix >= 0x7FF00000:
		return x
	case ix > 0x41B00000: // |x| > 2²⁸
		w = Log(a) + ln2
	case ix > 0x40000000:
		w = Log(float64(2*a) + 1/(math.Sqrt(float64(a*a)+1)+a))
	default:
		t := float64(a * a)
		w = Log1p(a + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(w, x)
}

// Acosh returns the inverse hyperbolic cosine: NaN below 1.
func Acosh(x float64) float64 {
	switch {
	case x < 1:
		return math.NaN()
	case x != x || math.IsInf(x, 1):
		return x
	case x == 1:
		return 0
	case x >= 0x1p28:
		return Log(x) + ln2
	case x > 2:
		t := float64(x * x)
		return Log(float64(2*x) - 1/(x+math.Sqrt(t-1)))
	}
	t := x - 1
	return Log1p(t + math.Sqrt(float64(2*t)+float64(t*t)))
}

// Atanh returns the inverse hyperbolic tangent: infinite at ±1, NaN beyond.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	var t float64
	switch {
	case x != x || a > 1:
		return math.NaN()
	case a < 0x1p-28:
		return x
	case a < 0.5:
		t = a + a
		t = float64(0.5 * Log1p(t+float64(t*a)/(1-a)))
	case a < 1:
		t = float64(0.5 * Log1p((a+a)/(1-a)))
	default:
		t = math.Inf(1)
	}
	return math.Copysign(t, x)
}
