package number

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/cmath"
)

// The functions of Python's module cmath. They follow Modules/cmathmodule.c step by step, so that
// their bits are its: every product that is added to is rounded first.

// Fault is what C's errno says of a result.
type Fault uint8

const (
	NoFault     Fault = iota // the result stands
	DomainFault              // EDOM: there is none
	RangeFault               // ERANGE: no float holds it
)

const (
	large    = math.MaxFloat64 / 4
	scaleUp  = 53
	scaleOff = -27
	smallest = 0x1p-1022
)

var (
	sqrtLarge = math.Sqrt(large)
	logLarge  = cmath.Log(large)
	sqrtSmall = math.Sqrt(smallest)
)

func finite(x float64) bool { return x-x == 0 }

func ordinary(z complex128) bool { return finite(real(z)) && finite(imag(z)) }

// domain is DomainFault where it holds.
func domain(holds bool) Fault {
	if holds {
		return DomainFault
	}
	return NoFault
}

// overflow is the fault of a result of finite arguments.
func overflow(z complex128) Fault {
	if math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) {
		return RangeFault
	}
	return NoFault
}

// byI is i·z, and byMinusI is −i·z.
func byI(z complex128) complex128      { return complex(-imag(z), real(z)) }
func byMinusI(z complex128) complex128 { return complex(imag(z), -real(z)) }

// logOfLarge is the logarithm of |z|/2 where |z| itself may be too large.
func logOfLarge(z complex128) float64 {
	return cmath.Log(cmath.Hypot(real(z)/2, imag(z)/2))
}

func tooLarge(z complex128) bool { return math.Abs(real(z)) > large || math.Abs(imag(z)) > large }

// ComplexSqrt is cmath.sqrt.
func ComplexSqrt(z complex128) (complex128, Fault) {
	if !ordinary(z) {
		return sqrtSpecials.of(z), NoFault
	}
	re, im := real(z), imag(z)
	if re == 0 && im == 0 {
		return complex(0, im), NoFault
	}
	ax, ay := math.Abs(re), math.Abs(im)
	var s float64
	if ax < smallest && ay < smallest && (ax > 0 || ay > 0) {
		ax = math.Ldexp(ax, scaleUp)
		s = math.Ldexp(math.Sqrt(ax+cmath.Hypot(ax, math.Ldexp(ay, scaleUp))), scaleOff)
	} else {
		ax = float64(ax / 8) // not fused with the sum below
		s = 2 * math.Sqrt(ax+cmath.Hypot(ax, ay/8))
	}
	d := ay / (2 * s)
	if re >= 0 {
		return complex(s, math.Copysign(d, im)), NoFault
	}
	return complex(d, math.Copysign(s, im)), NoFault
}

func root(re, im float64) complex128 {
	z, _ := ComplexSqrt(complex(re, im))
	return z
}

// ComplexAcos is cmath.acos.
func ComplexAcos(z complex128) (complex128, Fault) {
	re, im := real(z), imag(z)
	switch {
	case !ordinary(z):
		return acosSpecials.of(z), NoFault
	case tooLarge(z):
		l := logOfLarge(z) + 2*math.Ln2
		if re < 0 {
			l = -math.Copysign(l, im)
		} else {
			l = math.Copysign(l, -im)
		}
		return complex(cmath.Atan2(math.Abs(im), re), l), NoFault
	}
	s1, s2 := root(1-re, -im), root(1+re, im)
	return complex(2*cmath.Atan2(real(s1), real(s2)),
		cmath.Asinh(float64(real(s2)*imag(s1))-float64(imag(s2)*real(s1)))), NoFault
}

// ComplexAcosh is cmath.acosh.
func ComplexAcosh(z complex128) (complex128, Fault) {
	re, im := real(z), imag(z)
	switch {
	case !ordinary(z):
		return acoshSpecials.of(z), NoFault
	case tooLarge(z):
		return complex(logOfLarge(z)+2*math.Ln2, cmath.Atan2(im, re)), NoFault
	}
	s1, s2 := root(re-1, im), root(re+1, im)
	return complex(cmath.Asinh(float64(real(s1)*real(s2))+float64(imag(s1)*imag(s2))),
		2*cmath.Atan2(imag(s1), real(s2))), NoFault
}

// ComplexAsin is cmath.asin.
func ComplexAsin(z complex128) (complex128, Fault) {
	s, fault := ComplexAsinh(byI(z))
	return byMinusI(s), fault
}

// ComplexAsinh is cmath.asinh.
func ComplexAsinh(z complex128) (complex128, Fault) {
	re, im := real(z), imag(z)
	switch {
	case !ordinary(z):
		return asinhSpecials.of(z), NoFault
	case tooLarge(z):
		l := logOfLarge(z) + 2*math.Ln2
		if im >= 0 {
			l = math.Copysign(l, re)
		} else {
			l = -math.Copysign(l, -re)
		}
		return complex(l, cmath.Atan2(im, math.Abs(re))), NoFault
	}
	s1, s2 := root(1+im, -re), root(1-im, re)
	return complex(cmath.Asinh(float64(real(s1)*imag(s2))-float64(real(s2)*imag(s1))),
		cmath.Atan2(im, float64(real(s1)*real(s2))-float64(imag(s1)*imag(s2)))), NoFault
}

// ComplexAtan is cmath.atan.
func ComplexAtan(z complex128) (complex128, Fault) {
	s, fault := ComplexAtanh(byI(z))
	return byMinusI(s), fault
}

// ComplexAtanh is cmath.atanh.
func ComplexAtanh(z complex128) (complex128, Fault) {
	if !ordinary(z) {
		return atanhSpecials.of(z), NoFault
	}
	if math.Signbit(real(z)) {
		r, fault := ComplexAtanh(-z)
		return -r, fault
	}
	re, im := real(z), imag(z)
	ay := math.Abs(im)
	switch {
	case re > sqrtLarge || ay > sqrtLarge:
		h := cmath.Hypot(re/2, im/2)
		return complex(re/4/h/h, -math.Copysign(pi12, -im)), NoFault
	case re == 1 && ay == 0:
		return complex(inf, im), DomainFault
	case re == 1 && ay < sqrtSmall:
		return complex(-cmath.Log(math.Sqrt(ay)/math.Sqrt(cmath.Hypot(ay, 2))),
			math.Copysign(cmath.Atan2(2, -ay)/2, im)), NoFault
	}
	d := 1 - re
	return complex(cmath.Log1p(4*re/(float64(d*d)+float64(ay*ay)))/4,
		-cmath.Atan2(-2*im, float64(d*(1+re))-float64(ay*ay))/2), NoFault
}

// towards is r·(cos φ, sin φ) for an infinite or vanishing r of which the sign counts only.
func towards(r, phi float64) complex128 {
	return complex(math.Copysign(r, cmath.Cos(phi)), math.Copysign(r, cmath.Sin(phi)))
}

// leavesPlane reports whether only the real part is infinite, and the imaginary one turns it.
func leavesPlane(z complex128) bool {
	return math.IsInf(real(z), 0) && finite(imag(z)) && imag(z) != 0
}

// ComplexCos is cmath.cos.
func ComplexCos(z complex128) (complex128, Fault) { return ComplexCosh(byI(z)) }

// ComplexCosh is cmath.cosh.
func ComplexCosh(z complex128) (complex128, Fault) {
	re, im := real(z), imag(z)
	if !ordinary(z) {
		r := coshSpecials.of(z)
		if leavesPlane(z) {
			if r = towards(inf, im); re < 0 {
				r = complex(real(r), -imag(r))
			}
		}
		return r, domain(math.IsInf(im, 0) && re == re)
	}
	var r complex128
	if math.Abs(re) > logLarge {
		x := re - math.Copysign(1, re)
		r = complex(cmath.Cos(im)*cmath.Cosh(x)*math.E, cmath.Sin(im)*cmath.Sinh(x)*math.E)
	} else {
		r = complex(cmath.Cos(im)*cmath.Cosh(re), cmath.Sin(im)*cmath.Sinh(re))
	}
	return r, overflow(r)
}

// ComplexExp is cmath.exp.
func ComplexExp(z complex128) (complex128, Fault) {
	re, im := real(z), imag(z)
	if !ordinary(z) {
		r := expSpecials.of(z)
		if leavesPlane(z) {
			size := inf
			if re < 0 {
				size = 0
			}
			r = towards(size, im)
		}
		return r, domain(math.IsInf(im, 0) && (finite(re) || re > 0))
	}
	var r complex128
	if re > logLarge {
		l := cmath.Exp(re - 1)
		r = complex(l*cmath.Cos(im)*math.E, l*cmath.Sin(im)*math.E)
	} else {
		l := cmath.Exp(re)
		r = complex(l*cmath.Cos(im), l*cmath.Sin(im))
	}
	return r, overflow(r)
}

// ComplexLog is cmath.log of one argument.
func ComplexLog(z complex128) (complex128, Fault) {
	if !ordinary(z) {
		return logSpecials.of(z), NoFault
	}
	ax, ay := math.Abs(real(z)), math.Abs(imag(z))
	var re float64
	switch {
	case tooLarge(z):
		re = logOfLarge(z) + math.Ln2
	case ax == 0 && ay == 0:
		return complex(-inf, cmath.Atan2(imag(z), real(z))), DomainFault
	case ax < smallest && ay < smallest:
		re = cmath.Log(cmath.Hypot(math.Ldexp(ax, scaleUp), math.Ldexp(ay, scaleUp))) - scaleUp*math.Ln2
	default:
		h := cmath.Hypot(ax, ay)
		if 0.71 <= h && h <= 1.73 {
			am, an := max(ax, ay), min(ax, ay)
			re = cmath.Log1p(float64((am-1)*(am+1))+float64(an*an)) / 2
		} else {
			re = cmath.Log(h)
		}
	}
	return complex(re, cmath.Atan2(imag(z), real(z))), NoFault
}

// ComplexLog10 is cmath.log10.
func ComplexLog10(z complex128) (complex128, Fault) {
	r, fault := ComplexLog(z)
	return complex(real(r)/math.Ln10, imag(r)/math.Ln10), fault
}

// ComplexSin is cmath.sin.
func ComplexSin(z complex128) (complex128, Fault) {
	s, fault := ComplexSinh(byI(z))
	return byMinusI(s), fault
}

// ComplexSinh is cmath.sinh.
func ComplexSinh(z complex128) (complex128, Fault) {
	re, im := real(z), imag(z)
	if !ordinary(z) {
		r := sinhSpecials.of(z)
		if leavesPlane(z) {
			if r = towards(inf, im); re < 0 {
				r = complex(-real(r), imag(r))
			}
		}
		return r, domain(math.IsInf(im, 0) && re == re)
	}
	var r complex128
	if math.Abs(re) > logLarge {
		x := re - math.Copysign(1, re)
		r = complex(cmath.Cos(im)*cmath.Sinh(x)*math.E, cmath.Sin(im)*cmath.Cosh(x)*math.E)
	} else {
		r = complex(cmath.Cos(im)*cmath.Sinh(re), cmath.Sin(im)*cmath.Cosh(re))
	}
	return r, overflow(r)
}

// ComplexTan is cmath.tan.
func ComplexTan(z complex128) (complex128, Fault) {
	s, fault := ComplexTanh(byI(z))
	return byMinusI(s), fault
}

// ComplexTanh is cmath.tanh.
func ComplexTanh(z complex128) (complex128, Fault) {
	re, im := real(z), imag(z)
	switch {
	case leavesPlane(z):
		return complex(math.Copysign(1, re), math.Copysign(0, 2*cmath.Sin(im)*cmath.Cos(im))), NoFault
	case !ordinary(z):
		return tanhSpecials.of(z), domain(math.IsInf(im, 0) && finite(re))
	case math.Abs(re) > logLarge:
		return complex(math.Copysign(1, re), 4*cmath.Sin(im)*cmath.Cos(im)*cmath.Exp(-2*math.Abs(re))), NoFault
	}
	tx, ty, cx := cmath.Tanh(re), cmath.Tan(im), 1/cmath.Cosh(re)
	t := tx * ty
	d := 1 + float64(t*t)
	return complex(tx*(1+float64(ty*ty))/d, ((ty/d)*cx)*cx), NoFault
}

// ComplexRect is cmath.rect.
func ComplexRect(r, phi float64) (complex128, Fault) {
	z := complex(r, phi)
	switch {
	case leavesPlane(z):
		z = towards(inf, phi)
		if r < 0 {
			z = -z
		}
		return z, NoFault
	case !ordinary(z):
		return rectSpecials.of(z), domain(r != 0 && r == r && math.IsInf(phi, 0))
	case phi == 0: // some C libraries' sin(-0.) is 0.
		return complex(r, r*phi), NoFault
	}
	return complex(r*cmath.Cos(phi), r*cmath.Sin(phi)), NoFault
}
