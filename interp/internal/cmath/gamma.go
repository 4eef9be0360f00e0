package cmath

import "math"

// gamma and lgamma are CPython's own (Modules/mathmodule.c, m_tgamma and
// m_lgamma): Lanczos' approximation with the coefficients of Boost for
// N = 13, g = 6.0246….

const lanczosG = 6.024680040776729583740234375

var lanczosNum = [13]float64{
	23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
	35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
	6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
	248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
	2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
	8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
	2.5066282746310002701649081771338373386264310793408,
}

var lanczosDen = [13]float64{
	0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1,
}

// lanczosSum evaluates the rational function for x > 0, in 1/x from 5 on to
// keep the powers in range.
func lanczosSum(x float64) float64 {
	num, den := 0.0, 0.0
	if x < 5 {
		for i := len(lanczosNum) - 1; i >= 0; i-- {
			num = float64(num*x) + lanczosNum[i]
			den = float64(den*x) + lanczosDen[i]
		}
	} else {
		for i := range lanczosNum {
			num = num/x + lanczosNum[i]
			den = den/x + lanczosDen[i]
		}
	}
	return num / den
}

var factorials = func() (f [24]float64) {
	f[1] = 1
	for i := 2; i < len(f); i++ {
		f[i] = float64(f[i-1] * float64(i-1))
	}
	return f
}()

// sinPi returns sin(πx) exactly reduced.
func sinPi(x float64) float64 {
	y := Fmod(math.Abs(x), 2)
	var r float64
	switch int(math.Round(float64(2 * y))) {
	case 0:
		r = Sin(float64(math.Pi * y))
	case 1:
		r = Cos(float64(math.Pi * (y - 0.5)))
	case 2:
		r = Sin(float64(math.Pi * (1 - y)))
	case 3:
		r = -Cos(float64(math.Pi * (y - 1.5)))
	default:
		r = Sin(float64(math.Pi * (y - 2)))
	}
	return float64(math.Copysign(1, x) * r)
}

// Gamma returns the gamma function: infinite at ±0 and on overflow, NaN at
// negative integers and −infinity.
func Gamma(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case math.IsInf(x, -1):
		return math.NaN()
	case x == 0:
		return 1 / x
	case x == math.Floor(x) && x < 0:
		return math.NaN()
	case x == math.Floor(x) && x <= 23:
		return factorials[int(x)]
	}
	a := math.Abs(x)
	switch {
	case a < 1e-20:
		return 1 / x
	case a > 200 && x < 0:
		return 0 / sinPi(x)
	case a > 200:
		return math.Inf(1)
	}
	return gammaFinite(x, a)
}

func gammaFinite(x, a float64) float64 {
	const half = lanczosG - 0.5
	y := a + half
	var z float64 // what rounding y lost
	if a > half {
		q := y - a
		z = q - half
	} else {
		q := y - half
		z = q - a
	}
	z = float64(z*lanczosG) / y
	var r float64
	if x < 0 {
		r = -math.Pi / sinPi(a) / a * Exp(y) / lanczosSum(a)
		r -= float64(z * r)
		if a < 140 {
			r /= Pow(y, a-0.5)
		} else {
			root := Pow(y, float64(a/2)-0.25)
			r /= root
			r /= root
		}
	} else {
		r = lanczosSum(a) / Exp(y)
		r += float64(z * r)
		if a < 140 {
			r = float64(r * Pow(y, a-0.5))
		} else {
			root := Pow(y, float64(a/2)-0.25)
			r = float64(r * root)
			r = float64(r * root)
		}
	}
	return r
}

// Lgamma returns the logarithm of |Γ(x)|: infinite at 0 and negative integers
// and for infinities.
func Lgamma(x float64) float64 {
	switch {
	case x != x:
		return x
	case math.IsInf(x, 0):
		return math.Inf(1)
	case x == math.Floor(x) && x <= 2:
		if x <= 0 {
			return math.Inf(1)
		}
		return 0
	}
	a := math.Abs(x)
	if a < 1e-20 {
		return -Log(a)
	}
	r := Log(lanczosSum(a)) - lanczosG
	r += float64((a - 0.5) * (Log(a+lanczosG-0.5) - 1))
	if x < 0 {
		r = logPi - Log(math.Abs(sinPi(a))) - Log(a) - r
	}
	return r
}

const logPi = 1.144729885849400174143427351353058711647
