package main

import "math/bits"

// narrow are bit vectors of few bits: sign-extended, in 64.
type narrow struct{ width uint }

// cut sign-extends what an operation has computed.
func (a narrow) cut(n int64) int64 { return n << (64 - a.width) >> (64 - a.width) }

// low returns a vector as a number without sign.
func (a narrow) low(n int64) uint64 { return uint64(n) & (1<<a.width - 1) }

func (a narrow) Int(n int64) int64    { return a.cut(n) }
func (a narrow) Top() int64           { return int64(a.width - 1) }
func (a narrow) Min() int64           { return -1 << (a.width - 1) }
func (a narrow) Add(x, y int64) int64 { return a.cut(x + y) }
func (a narrow) Sub(x, y int64) int64 { return a.cut(x - y) }
func (a narrow) Mul(x, y int64) int64 { return a.cut(x * y) }
func (a narrow) And(x, y int64) int64 { return x & y }
func (a narrow) Or(x, y int64) int64  { return x | y }
func (a narrow) Xor(x, y int64) int64 { return x ^ y }
func (a narrow) Shl(x, n int64) int64 { return a.cut(x << a.low(n)) }
func (a narrow) Sar(x, n int64) int64 { return x >> a.low(n) }
func (a narrow) Shr(x, n int64) int64 { return a.cut(int64(a.low(x) >> a.low(n))) }
func (a narrow) Zeros(x int64) int64  { return a.cut(int64(bits.TrailingZeros64(a.low(x)))) }

func (a narrow) Quo(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return a.cut(x / y)
}

func (a narrow) Rem(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x % y
}

func (a narrow) Eq(x, y int64) bool      { return x == y }
func (a narrow) Lt(x, y int64) bool      { return x < y }
func (a narrow) Ult(x, y int64) bool     { return a.low(x) < a.low(y) }
func (a narrow) MulFits(x, y int64) bool { return a.cut(x*y) == x*y }
func (a narrow) True() bool              { return true }
func (a narrow) Not(b bool) bool         { return !b }
func (a narrow) Both(b, c bool) bool     { return b && c }

func (a narrow) If(b bool, x, y int64) int64 {
	if b {
		return x
	}
	return y
}
