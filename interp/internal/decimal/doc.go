// Package decimal is decimal floating-point arithmetic of any precision: the General Decimal Arithmetic
// Specification (Cowlishaw, version 1.70) and IEEE 754-2008, with the limits and the choices of libmpdec where
// the specification leaves one (what exceeds a limit is InvalidOperation, powers of integers are made by
// squaring, exp, ln and log10 are correctly rounded).
//
// A [Num] is a value: a sign, a coefficient and an exponent of ten, an infinity, or a NaN. A [Context] has the
// precision, the bounds of exponents and the rounding; its methods store a result and return a [Status], the
// conditions that were met. The package knows no Python, and raises nothing:
//
//	c := &decimal.Context{Env: environment, Prec: 28, Emax: 999999, Emin: -999999, Round: decimal.HalfEven}
//	var z decimal.Num
//	status := c.Quo(&z, &x, &y)
//
// Coefficients are binary. Up to 38 digits they stand in two words, and products and dividends in four: no
// memory is allocated, and a shift by digits is a division by a word. Longer ones are big.Ints. A
// number in base 10¹⁹ would be rounded without divisions, but multiplied by divisions; math/big's product by
// assembly makes up for the rounding until the lengths where it would take a transform. Texts of long numbers are made
// by halves (bigcut), and the powers of ten that rounding needs are kept.
//
// Work on long coefficients calls [Env.Poll] about each millisecond and asks [Env.Room] before it makes
// something large; both may panic, and nothing is left behind then. Operands are never changed, not even when
// they are the result too.
package decimal
