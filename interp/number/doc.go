// Package number has the arithmetic of Python's ints and floats on Go values:
// magnitudes of 64 bits, limbs, and floats, exact or rounded once (CPython:
// Objects/longobject.c, floatobject.c).
//
//	number.RoundFloat(1<<60|1, true, -60) // a little more than 1
//	q, r := number.FloatDivMod(-7, 2)     // −4, 1
//
// The package must not know the heap.
package number
