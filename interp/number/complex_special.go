package number

import "math"

// What the functions of complex_math.go are where an argument's part is infinite, no number, or
// zero: C99's Annex G, as Modules/cmathmodule.c has it.

// kind sorts a float for the tables: rows are kinds of the real part, columns of the imaginary one.
func kind(x float64) int {
	negative := math.Signbit(x)
	switch {
	case x != x:
		return 6
	case math.IsInf(x, 0) && negative:
		return 0
	case math.IsInf(x, 0):
		return 5
	case x == 0 && negative:
		return 2
	case x == 0:
		return 3
	case negative:
		return 1
	}
	return 4
}

type specials [7][7]complex128

func (t *specials) of(z complex128) complex128 { return t[kind(real(z))][kind(imag(z))] }

var (
	inf  = math.Inf(1)
	nan  = math.NaN()
	zero = math.Copysign(0, -1) // the negative one
)

const (
	pi   = math.Pi
	pi12 = math.Pi / 2
	pi14 = math.Pi / 4
	pi34 = 3 * math.Pi / 4
)

// c makes a table's entry.
func c(re, im float64) complex128 { return complex(re, im) }

// row is the middle row of a part that is finite and not zero: only an imaginary part that is
// not finite is looked up in it.
func row(low, high, none complex128) [7]complex128 { return [7]complex128{0: low, 5: high, 6: none} }

var unknown = c(nan, nan)

var (
	finiteUnknown = row(unknown, unknown, unknown)

	acosZero     = [7]complex128{c(pi12, inf), 0, c(pi12, 0), c(pi12, zero), 0, c(pi12, -inf), c(pi12, nan)}
	acosFinite   = row(c(pi12, inf), c(pi12, -inf), unknown)
	acosSpecials = specials{
		{c(pi34, inf), c(pi, inf), c(pi, inf), c(pi, -inf), c(pi, -inf), c(pi34, -inf), c(nan, inf)},
		acosFinite, acosZero, acosZero, acosFinite,
		{c(pi14, inf), c(0, inf), c(0, inf), c(0, -inf), c(0, -inf), c(pi14, -inf), c(nan, inf)},
		{c(nan, inf), unknown, unknown, unknown, unknown, c(nan, -inf), unknown},
	}

	acoshZero     = [7]complex128{c(inf, -pi12), 0, c(0, -pi12), c(0, pi12), 0, c(inf, pi12), c(nan, pi12)}
	acoshFinite   = row(c(inf, -pi12), c(inf, pi12), unknown)
	acoshSpecials = specials{
		{c(inf, -pi34), c(inf, -pi), c(inf, -pi), c(inf, pi), c(inf, pi), c(inf, pi34), c(inf, nan)},
		acoshFinite, acoshZero, acoshZero, acoshFinite,
		{c(inf, -pi14), c(inf, zero), c(inf, zero), c(inf, 0), c(inf, 0), c(inf, pi14), c(inf, nan)},
		{c(inf, nan), unknown, unknown, unknown, unknown, c(inf, nan), unknown},
	}

	asinhSpecials = specials{
		{c(-inf, -pi14), c(-inf, zero), c(-inf, zero), c(-inf, 0), c(-inf, 0), c(-inf, pi14), c(-inf, nan)},
		row(c(-inf, -pi12), c(-inf, pi12), unknown),
		{c(-inf, -pi12), 0, c(zero, zero), c(zero, 0), 0, c(-inf, pi12), unknown},
		{c(inf, -pi12), 0, c(0, zero), c(0, 0), 0, c(inf, pi12), unknown},
		row(c(inf, -pi12), c(inf, pi12), unknown),
		{c(inf, -pi14), c(inf, zero), c(inf, zero), c(inf, 0), c(inf, 0), c(inf, pi14), c(inf, nan)},
		{c(inf, nan), unknown, c(nan, zero), c(nan, 0), unknown, c(inf, nan), unknown},
	}

	atanhSpecials = specials{
		{c(zero, -pi12), c(zero, -pi12), c(zero, -pi12), c(zero, pi12), c(zero, pi12), c(zero, pi12), c(zero, nan)},
		row(c(zero, -pi12), c(zero, pi12), unknown),
		{c(zero, -pi12), 0, c(zero, zero), c(zero, 0), 0, c(zero, pi12), c(zero, nan)},
		{c(0, -pi12), 0, c(0, zero), c(0, 0), 0, c(0, pi12), c(0, nan)},
		row(c(0, -pi12), c(0, pi12), unknown),
		{c(0, -pi12), c(0, -pi12), c(0, -pi12), c(0, pi12), c(0, pi12), c(0, pi12), c(0, nan)},
		{c(0, -pi12), unknown, unknown, unknown, unknown, c(0, pi12), unknown},
	}

	coshSpecials = specials{
		{c(inf, nan), 0, c(inf, 0), c(inf, zero), 0, c(inf, nan), c(inf, nan)},
		finiteUnknown,
		{c(nan, 0), 0, c(1, 0), c(1, zero), 0, c(nan, 0), c(nan, 0)},
		{c(nan, 0), 0, c(1, zero), c(1, 0), 0, c(nan, 0), c(nan, 0)},
		finiteUnknown,
		{c(inf, nan), 0, c(inf, zero), c(inf, 0), 0, c(inf, nan), c(inf, nan)},
		{unknown, unknown, c(nan, 0), c(nan, 0), unknown, unknown, unknown},
	}

	expZero     = [7]complex128{unknown, 0, c(1, zero), c(1, 0), 0, unknown, unknown}
	expSpecials = specials{
		{c(0, 0), 0, c(0, zero), c(0, 0), 0, c(0, 0), c(0, 0)},
		finiteUnknown, expZero, expZero, finiteUnknown,
		{c(inf, nan), 0, c(inf, zero), c(inf, 0), 0, c(inf, nan), c(inf, nan)},
		{unknown, unknown, c(nan, zero), c(nan, 0), unknown, unknown, unknown},
	}

	logFinite   = row(c(inf, -pi12), c(inf, pi12), unknown)
	logSpecials = specials{
		{c(inf, -pi34), c(inf, -pi), c(inf, -pi), c(inf, pi), c(inf, pi), c(inf, pi34), c(inf, nan)},
		logFinite,
		{c(inf, -pi12), 0, c(-inf, -pi), c(-inf, pi), 0, c(inf, pi12), unknown},
		{c(inf, -pi12), 0, c(-inf, zero), c(-inf, 0), 0, c(inf, pi12), unknown},
		logFinite,
		{c(inf, -pi14), c(inf, zero), c(inf, zero), c(inf, 0), c(inf, 0), c(inf, pi14), c(inf, nan)},
		{c(inf, nan), unknown, unknown, unknown, unknown, c(inf, nan), unknown},
	}

	sinhSpecials = specials{
		{c(inf, nan), 0, c(-inf, zero), c(-inf, 0), 0, c(inf, nan), c(inf, nan)},
		finiteUnknown,
		{c(0, nan), 0, c(zero, zero), c(zero, 0), 0, c(0, nan), c(0, nan)},
		{c(0, nan), 0, c(0, zero), c(0, 0), 0, c(0, nan), c(0, nan)},
		finiteUnknown,
		{c(inf, nan), 0, c(inf, zero), c(inf, 0), 0, c(inf, nan), c(inf, nan)},
		{unknown, unknown, c(nan, zero), c(nan, 0), unknown, unknown, unknown},
	}

	sqrtZero     = [7]complex128{c(inf, -inf), 0, c(0, zero), c(0, 0), 0, c(inf, inf), unknown}
	sqrtFinite   = row(c(inf, -inf), c(inf, inf), unknown)
	sqrtSpecials = specials{
		{c(inf, -inf), c(0, -inf), c(0, -inf), c(0, inf), c(0, inf), c(inf, inf), c(nan, inf)},
		sqrtFinite, sqrtZero, sqrtZero, sqrtFinite,
		{c(inf, -inf), c(inf, zero), c(inf, zero), c(inf, 0), c(inf, 0), c(inf, inf), c(inf, nan)},
		{c(inf, -inf), unknown, unknown, unknown, unknown, c(inf, inf), unknown},
	}

	tanhSpecials = specials{
		{c(-1, 0), 0, c(-1, zero), c(-1, 0), 0, c(-1, 0), c(-1, 0)},
		finiteUnknown,
		{c(zero, nan), 0, c(zero, zero), c(zero, 0), 0, c(zero, nan), c(zero, nan)},
		{c(0, nan), 0, c(0, zero), c(0, 0), 0, c(0, nan), c(0, nan)},
		finiteUnknown,
		{c(1, 0), 0, c(1, zero), c(1, 0), 0, c(1, 0), c(1, 0)},
		{unknown, unknown, c(nan, zero), c(nan, 0), unknown, unknown, unknown},
	}

	rectSpecials = specials{
		{c(inf, nan), 0, c(-inf, 0), c(-inf, zero), 0, c(inf, nan), c(inf, nan)},
		finiteUnknown,
		{c(0, 0), 0, c(zero, 0), c(zero, zero), 0, c(0, 0), c(0, 0)},
		{c(0, 0), 0, c(0, zero), c(0, 0), 0, c(0, 0), c(0, 0)},
		finiteUnknown,
		{c(inf, nan), 0, c(inf, zero), c(inf, 0), 0, c(inf, nan), c(inf, nan)},
		{unknown, unknown, c(nan, 0), c(nan, 0), unknown, unknown, unknown},
	}
)
