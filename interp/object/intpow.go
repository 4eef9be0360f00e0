package object

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/number"
)

// intPow returns a ** b. A negative exponent gives a float, as in Python.
func (h *Heap) intPow(a, b Value) (Value, error) {
	if h.IntSign(b) < 0 {
		x, err := h.IntToFloat(a)
		if err != nil {
			return Null, err
		}
		y, err := h.IntToFloat(b)
		if err != nil {
			return Null, err
		}
		return h.FloatPow(x, y)
	}
	neg, mag, ok := h.signMag(a)
	n, fits := h.AsInt64(b)
	odd := h.lowLimb(b)&1 != 0
	switch {
	case fits && n == 0, ok && mag == 1 && (!neg || !odd):
		return SmallInt(1), nil
	case ok && mag == 0:
		return SmallInt(0), nil
	case ok && mag == 1:
		return SmallInt(-1), nil
	case !fits:
		panic(heap.OutOfMemory{Size: heap.MaxObject})
	case ok && mag&(mag-1) == 0:
		v := h.shiftLeft(SmallInt(1), h.powBits(uint64(bits.TrailingZeros64(mag)), n))
		if neg && odd {
			return h.intNeg(v), nil
		}
		return v, nil
	}
	if ok {
		if r, ok := number.Pow(mag, uint64(n)); ok {
			return h.intFromMag(neg && odd, r), nil
		}
	}
	h.powBits(uint64(h.bitLen(a)-1), n)
	z := &h.num.big.res[0]
	h.cutter.Pow(z, h.operand(0, a), uint64(n))
	return h.result(0), nil
}

// powBits returns per·n, the least bits of a power, and panics with
// heap.OutOfMemory if they are past the heap's limit.
func (h *Heap) powBits(per uint64, n int64) uint64 {
	hi, lo := bits.Mul64(per, uint64(n))
	if hi != 0 {
		lo = math.MaxUint64
	}
	h.noMoreThan(lo)
	return lo
}

// noMoreThan panics with heap.OutOfMemory where an int of so many bits is past the heap's limit, before
// the work.
func (h *Heap) noMoreThan(bits uint64) {
	if bits/8 > uint64(h.Limit()) {
		panic(heap.OutOfMemory{Size: uintptr(min(bits/8, heap.MaxObject))})
	}
}

// intPow3 returns pow(a, b, c) for three ints: a**b modulo c with c's sign. A
// negative exponent takes the inverse of a modulo c (CPython: long_pow).
func (h *Heap) intPow3(a, b, c Value) (Value, error) {
	if h.IntSign(c) == 0 {
		return Null, h.Raise(ValueErrorType, "pow() 3rd argument cannot be 0")
	}
	cn, m, mok := h.signMag(c)
	if mok && m == 1 {
		return SmallInt(0), nil
	}
	an, am, aok := h.signMag(a)
	bn, e, bok := h.signMag(b)
	if mok && aok && bok && !bn {
		r := number.PowMod(am%m, e, m)
		if an && e&1 != 0 && r != 0 {
			r = m - r
		}
		return h.modSign(r, m, cn), nil
	}
	mod := new(big.Int).Abs(h.operand(2, c))
	base, exp := h.operand(0, a), h.operand(1, b)
	z := &h.num.big.res[0]
	if exp.Sign() < 0 {
		inverse := new(big.Int).ModInverse(base, mod)
		if inverse == nil {
			return Null, h.Raise(ValueErrorType, "base is not invertible for the given modulus")
		}
		base, exp = inverse, new(big.Int).Neg(exp)
	}
	h.cutter.PowMod(z, base, exp, mod)
	if h.IntSign(c) < 0 && z.Sign() > 0 {
		z.Sub(z, mod)
	}
	return h.result(0), nil
}

// modSign returns the residue r modulo m, or r−m for a negative modulus.
func (h *Heap) modSign(r, m uint64, neg bool) Value {
	if neg && r != 0 {
		return h.intFromMag(true, m-r)
	}
	return h.intFromMag(false, r)
}
