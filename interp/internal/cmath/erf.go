package cmath

import "math"

// erf and erfc by fdlibm's rational approximations, the polynomials grouped as
// in glibc's s_erf.c.

// pairs evaluates a polynomial two coefficients at a time:
// (c0+c1·z) + z²·(c2+c3·z) + z⁴·(c4+c5·z) + …, up to nine coefficients.
func pairs(z float64, c []float64) float64 {
	var powers [4]float64
	powers[0] = float64(z * z)
	powers[1] = float64(powers[0] * powers[0])
	powers[2] = float64(powers[1] * powers[0])
	powers[3] = float64(powers[1] * powers[1])
	sum := c[0] + float64(z*c[1])
	for i := 2; i < len(c); i += 2 {
		pair := c[i]
		if i+1 < len(c) {
			pair += float64(z * c[i+1])
		}
		sum += float64(powers[i/2-1] * pair)
	}
	return sum
}

const (
	erfOne = 8.45062911510467529297e-01 // erf(1) in few bits
	efx    = 1.28379167095512586316e-01 // 2/√π − 1
)

var (
	erfPP = []float64{1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
		-5.77027029648944159157e-03, -2.37630166566501626084e-05}
	erfQQ = []float64{1, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03,
		1.32494738004321644526e-04, -3.96022827877536812320e-06}
	erfPA = []float64{-2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
		3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02, -2.16637559486879084300e-03}
	erfQA = []float64{1, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
		1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02}
	erfRA = []float64{-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
		-6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
		-8.12874355063065934246e+01, -9.81432934416914548592e+00}
	erfSA = []float64{1, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02,
		6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02,
		6.57024977031928170135e+00, -6.04244152148580987438e-02}
	erfRB = []float64{-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
		-1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03, -4.83519191608651397019e+02}
	erfSB = []float64{1, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03,
		3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02, -2.24409524465858183362e+01}
)

// erfSmall returns (erf(x)−x)/x for |x| < 0.84375.
func erfSmall(x float64) float64 {
	z := float64(x * x)
	return pairs(z, erfPP) / pairs(z, erfQQ)
}

// erfMiddle returns erf(a) − erfOne for a from 0.84375 to 1.25.
func erfMiddle(a float64) float64 { return pairs(a-1, erfPA) / pairs(a-1, erfQA) }

// erfcLarge returns erfc(a)·a for a of 1.25 and more.
func erfcLarge(a float64) float64 {
	s := 1 / float64(a*a)
	var q float64
	if high(a) < 0x4006DB6D { // below 1/0.35
		q = pairs(s, erfRA) / pairs(s, erfSA)
	} else {
		q = pairs(s, erfRB) / pairs(s, erfSB)
	}
	z := math.Float64frombits(math.Float64bits(a) &^ (1<<32 - 1)) // its square is exact
	return float64(Exp(float64(-z*z)-0.5625) * Exp(float64((z-a)*(z+a))+q))
}

// Erf returns the error function.
func Erf(x float64) float64 {
	a, ix := math.Abs(x), high(x)
	switch {
	case x != x:
		return x
	case ix < 0x3E300000: // |x| < 2⁻²⁸
		if ix < 0x00800000 {
			return float64(0.0625 * (float64(16*x) + float64(16*efx*x)))
		}
		return x + float64(efx*x)
	case ix < 0x3FEB0000:
		return x + float64(x*erfSmall(x))
	case ix < 0x3FF40000:
		return math.Copysign(erfOne+erfMiddle(a), x)
	case ix >= 0x40180000: // |x| ≥ 6
		return math.Copysign(1, x)
	}
	return math.Copysign(1-erfcLarge(a)/a, x)
}

// Erfc returns 1 − erf(x).
func Erfc(x float64) float64 {
	a, ix := math.Abs(x), high(x)
	switch {
	case x != x:
		return x
	case ix < 0x3C700000: // |x| < 2⁻⁵⁶
		return 1 - x
	case ix < 0x3FEB0000:
		y := float64(x * erfSmall(x))
		if x < 0.25 {
			return 1 - (x + y)
		}
		return 0.5 - (y + (x - 0.5))
	case ix < 0x3FF40000 && x > 0:
		return 1 - erfOne - erfMiddle(a)
	case ix < 0x3FF40000:
		return 1 + (erfOne + erfMiddle(a))
	case x >= 28:
		return 0
	case x < -6:
		return 2
	case x > 0:
		return erfcLarge(a) / a
	}
	return 2 - erfcLarge(a)/a
}
