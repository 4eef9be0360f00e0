// Package cmath holds the math functions of the guest: those that Python's
// module math and its ** take from C. They give the same bits on every port and
// processor, and nearly always those of CPython on glibc (measure_test.go has
// the shares). Go's package math differs from glibc in up to every second
// result, so it serves here only for what is exact (square root, rounding to an
// integer, scaling by powers of two).
//
// The package must not know values, heaps or errors of the guest: arguments and
// results are floats; NaN and infinities stand for domain and range errors,
// which Python's module turns into ValueError and OverflowError.
//
//	h := cmath.Hypot(3, 4)    // 5
//	y := cmath.Pow(2, 0.5)    // 1.4142135623730951
//	s := cmath.Sin(1e22)      // -0.8522008497671888
//
// Three families:
//
//   - exp, log, pow and those around them, down to erf, follow the algorithms
//     of glibc operation by operation, with a fused multiply-add exactly where
//     glibc's build for processors that have it fuses;
//   - sin, cos, tan, their inverses and the cube root are computed in pairs of
//     floats and rounded once: right but for a few arguments in 100,000, where
//     glibc itself is off by one in the last place for one in a thousand;
//   - gamma, lgamma and hypot are CPython's own, from Modules/mathmodule.c.
//
// A product that is added to something is always written float64(x*y): Go may
// fuse it otherwise. Where fusing is meant, math.FMA says so. A test looks for
// other fused instructions.
package cmath
