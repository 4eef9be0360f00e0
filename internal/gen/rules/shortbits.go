package main

import "math/bits"

// shortBits are bit vectors of few bits: sign-extended, in 64.
type shortBits struct{ width uint }

// cut sign-extends what an operation has computed.
func (a shortBits) cut(n int64) int64 { return n << (64 - a.width) >> (64 - a.width) }

// low returns a vector as a number without sign.
func (a shortBits) low(n int64) uint64 { return uint64(n) & (1<<a.width - 1) }

func (a shortBits) Int(n int64) int64    { return a.cut(n) }
func (a shortBits) Top() int64           { return int64(a.width - 1) }
func (a shortBits) Min() int64           { return -1 << (a.width - 1) }
func (a shortBits) Add(x, y int64) int64 { return a.cut(x + y) }
func (a shortBits) Sub(x, y int64) int64 { return a.cut(x - y) }
func (a shortBits) Mul(x, y int64) int64 { return a.cut(x * y) }
func (a shortBits) And(x, y int64) int64 { return x & y }
func (a shortBits) Or(x, y int64) int64  { return x | y }
func (a shortBits) Xor(x, y int64) int64 { return x ^ y }
func (a shortBits) Shl(x, n int64) int64 { return a.cut(x << a.low(n)) }
func (a shortBits) Sar(x, n int64) int64 { return x >> a.low(n) }
func (a shortBits) Shr(x, n int64) int64 { return a.cut(int64(a.low(x) >> a.low(n))) }
func (a shortBits) Zeros(x int64) int64  { return a.cut(int64(bits.TrailingZeros64(a.low(x)))) }

func (a shortBits) Quo(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return a.cut(x / y)
}

func (a shortBits) Rem(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x % y
}

func (a shortBits) Eq(x, y int64) bool      { return x == y }
func (a shortBits) Lt(x, y int64) bool      { return x < y }
func (a shortBits) Ult(x, y int64) bool     { return a.low(x) < a.low(y) }
func (a shortBits) MulFits(x, y int64) bool { return a.cut(x*y) == x*y }
func (a shortBits) True() bool              { return true }
func (a shortBits) Not(b bool) bool         { return !b }
func (a shortBits) Both(b, c bool) bool     { return b && c }

func (a shortBits) If(b bool, x, y int64) int64 {
	if b {
		return x
	}
	return y
}
