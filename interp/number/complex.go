package number

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/cmath"
)

// Complex arithmetic as CPython 3.14's Objects/complexobject.c has it: products and quotients
// are recovered from not-a-numbers as C99's annex G asks, and an operand that is real has no
// imaginary part, not one of zero. No product and sum are fused.

// ComplexMul returns a * b.
func ComplexMul(a, b complex128) complex128 {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	ac, bd, ad, bc := ar*br, ai*bi, ar*bi, ai*br
	re, im := float64(ac)-float64(bd), float64(ad)+float64(bc)
	if re == re || im == im {
		return complex(re, im)
	}
	again := false
	if math.IsInf(ar, 0) || math.IsInf(ai, 0) { // the infinity keeps its direction
		ar, ai, br, bi = boxed(ar), boxed(ai), zeroed(br), zeroed(bi)
		again = true
	}
	if math.IsInf(br, 0) || math.IsInf(bi, 0) {
		br, bi, ar, ai = boxed(br), boxed(bi), zeroed(ar), zeroed(ai)
		again = true
	}
	if !again && (math.IsInf(ac, 0) || math.IsInf(bd, 0) || math.IsInf(ad, 0) || math.IsInf(bc, 0)) {
		ar, ai, br, bi = zeroed(ar), zeroed(ai), zeroed(br), zeroed(bi)
		again = true
	}
	if again {
		inf := math.Inf(1)
		re = inf * (float64(ar*br) - float64(ai*bi))
		im = inf * (float64(ar*bi) + float64(ai*br))
	}
	return complex(re, im)
}

// boxed is 1 for an infinity and 0 for what is finite, with the sign of x.
func boxed(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.Copysign(1, x)
	}
	return math.Copysign(0, x)
}

// zeroed is x, or for not-a-number a zero of its sign.
func zeroed(x float64) float64 {
	if x != x {
		return math.Copysign(0, x)
	}
	return x
}

// ComplexDiv returns a / b by Smith's method; ok is false where b is zero.
func ComplexDiv(a, b complex128) (q complex128, ok bool) {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	var re, im float64
	switch absR, absI := math.Abs(br), math.Abs(bi); {
	case absR >= absI:
		if absR == 0 {
			return 0, false
		}
		ratio := bi / br
		denom := br + float64(bi*ratio)
		re, im = (ar+float64(ai*ratio))/denom, (ai-float64(ar*ratio))/denom
	case absI >= absR:
		ratio := br / bi
		denom := float64(br*ratio) + bi
		re, im = (float64(ar*ratio)+ai)/denom, (float64(ai*ratio)-ar)/denom
	default:
		re, im = math.NaN(), math.NaN()
	}
	if re != re && im != im {
		finite := func(x, y float64) bool { return !math.IsInf(x, 0) && !math.IsInf(y, 0) && x == x && y == y }
		switch infA, infB := math.IsInf(ar, 0) || math.IsInf(ai, 0), math.IsInf(br, 0) || math.IsInf(bi, 0); {
		case infA && finite(br, bi):
			x, y := boxed(ar), boxed(ai)
			re = math.Inf(1) * (float64(x*br) + float64(y*bi))
			im = math.Inf(1) * (float64(y*br) - float64(x*bi))
		case infB && finite(ar, ai):
			x, y := boxed(br), boxed(bi)
			re = 0 * (float64(ar*x) + float64(ai*y))
			im = 0 * (float64(ai*x) - float64(ar*y))
		}
	}
	return complex(re, im), true
}

// RealDiv returns a / b for a real a; ok is false where b is zero.
func RealDiv(a float64, b complex128) (q complex128, ok bool) {
	br, bi := real(b), imag(b)
	var re, im float64
	switch absR, absI := math.Abs(br), math.Abs(bi); {
	case absR >= absI:
		if absR == 0 {
			return 0, false
		}
		ratio := bi / br
		denom := br + float64(bi*ratio)
		re, im = a/denom, float64(-a*ratio)/denom
	case absI >= absR:
		ratio := br / bi
		denom := float64(br*ratio) + bi
		re, im = float64(a*ratio)/denom, -a/denom
	default:
		re, im = math.NaN(), math.NaN()
	}
	if re != re && im != im && !math.IsInf(a, 0) && a == a && (math.IsInf(br, 0) || math.IsInf(bi, 0)) {
		x, y := boxed(br), boxed(bi)
		re = 0 * float64(a*x)
		im = 0 * float64(-a*y)
	}
	return complex(re, im), true
}

// smallExponent is the greatest magnitude of an integer exponent for which ComplexPow
// multiplies.
const smallExponent = 100

// ComplexPow returns a ** b. ok is false where zero is raised to a negative or complex power, and where the result has an infinite
// angle, for which CPython raises the same (sin and cos set errno to EDOM).
func ComplexPow(a, b complex128) (p complex128, ok bool) {
	if n := real(b); imag(b) == 0 && n == math.Floor(n) && math.Abs(n) <= smallExponent {
		if n >= 0 {
			return complexPowInt(a, int(n)), true
		}
		return ComplexDiv(1, complexPowInt(a, -int(n)))
	}
	switch {
	case b == 0:
		return 1, true
	case a == 0:
		return 0, imag(b) == 0 && !(real(b) < 0)
	}
	vabs := cmath.Hypot(real(a), imag(a))
	length := cmath.Pow(vabs, real(b))
	at := cmath.Atan2(imag(a), real(a))
	phase := float64(at * real(b))
	if imag(b) != 0 {
		length *= cmath.Exp(-at * imag(b))
		phase += float64(imag(b) * cmath.Log(vabs))
	}
	if math.IsInf(phase, 0) {
		return 0, false
	}
	return complex(length*cmath.Cos(phase), length*cmath.Sin(phase)), true
}

// complexPowInt is x ** n by squaring.
func complexPowInt(x complex128, n int) complex128 {
	r, p := complex128(1), x
	for mask := 1; n >= mask; mask <<= 1 {
		if n&mask != 0 {
			r = ComplexMul(r, p)
		}
		p = ComplexMul(p, p)
	}
	return r
}

// ComplexAbs returns the magnitude; it is infinite for finite parts where it is too large.
func ComplexAbs(z complex128) float64 {
	switch re, im := real(z), imag(z); {
	case math.IsInf(re, 0) || math.IsInf(im, 0):
		return math.Inf(1)
	case re != re || im != im:
		return math.NaN()
	default:
		return cmath.Hypot(re, im)
	}
}
