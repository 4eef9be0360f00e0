package object

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tier2go/tier2/opgen/mem"
)

// Arithmetic on ints. Every function takes ints or bools and no other type;
// results are ints. Division rounds down, and a remainder has the divisor's
// sign.

// IntAdd returns a + b.
func (h *Heap) IntAdd(a, b Value) Value {
	if r, ok := sumOfInts(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
		return Value(r)
	}
	if n := 1 + max(h.limbCount(a), h.limbCount(b)); n > inPlaceFrom {
		return h.inPlace(n, a, b, (*big.Int).Add)
	}
	z := &h.num.big.res[0]
	z.Add(h.operand(0, a), h.operand(1, b))
	return h.result(0)
}

// IntSub returns a − b.
func (h *Heap) IntSub(a, b Value) Value {
	if r, ok := differenceOfInts(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
		return Value(r)
	}
	if n := 1 + max(h.limbCount(a), h.limbCount(b)); n > inPlaceFrom {
		return h.inPlace(n, a, b, (*big.Int).Sub)
	}
	z := &h.num.big.res[0]
	z.Sub(h.operand(0, a), h.operand(1, b))
	return h.result(0)
}

// IntMul returns a · b.
func (h *Heap) IntMul(a, b Value) Value {
	if r, ok := productOfInts(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
		return Value(r)
	}
	z := &h.num.big.res[0]
	x, y := h.operand(0, a), h.operand(1, b)
	h.noMoreThan(uint64(max(0, x.BitLen()+y.BitLen()-1)))
	if n := h.limbCount(a) + h.limbCount(b); n > inPlaceFrom {
		return h.inPlace(n, a, b, h.product)
	}
	h.cutter.Mul(z, x, y)
	return h.result(0)
}

// IntFloorDiv returns a // b.
func (h *Heap) IntFloorDiv(a, b Value) (Value, error) {
	if h.IntSign(b) == 0 {
		return Null, h.zeroDivision()
	}
	if neg, hi, lo, _, _, _, ok := h.floorDivMod128(a, b); ok {
		return h.IntFrom128(neg, hi, lo), nil
	}
	if neg, q, _, ok := h.divModWord(a, b); ok {
		return h.intFromLimbs(neg, q), nil
	}
	if q, ok := h.shortQuotient(a, b); ok {
		return q, nil
	}
	h.bigDivMod(a, b)
	return h.result(0), nil
}

// intMod returns a % b.
func (h *Heap) intMod(a, b Value) (Value, error) {
	if h.IntSign(b) == 0 {
		return Null, h.zeroDivision()
	}
	if _, _, _, neg, hi, lo, ok := h.floorDivMod128(a, b); ok {
		return h.IntFrom128(neg, hi, lo), nil
	}
	if bn, bm, ok := h.signMag(b); ok {
		if ws := h.limbs(a); len(ws) <= mostByWord {
			rem := remWord(ws, bm)
			if h.aux(a)&intNegative != 0 != bn && rem != 0 {
				rem = bm - rem
			}
			return h.intFromMag(bn, rem), nil
		}
	}
	h.bigDivMod(a, b)
	return h.result(1), nil
}

// mostByWord is how many limbs ints have that are divided by one limb here: of more the reciprocals of math/big pay.
const mostByWord = 16

// remWord returns the remainder of a magnitude by d.
func remWord(ws []limb, d uint64) (rem uint64) {
	for i := len(ws) - 1; i >= 0; i-- {
		rem = bits.Rem64(rem, uint64(ws[i]), d)
	}
	return rem
}

// quoWord returns the quotient of a's magnitude, of two limbs or more, by d, in scratch, and the remainder.
func (h *Heap) quoWord(a Value, d uint64) (q []limb, rem uint64) {
	ws := h.limbs(a)
	q = h.scratchLimbs(len(ws))
	for i := len(ws) - 1; i >= 0; i-- {
		var x uint64
		x, rem = bits.Div64(rem, uint64(ws[i]), d)
		q[i] = limb(x)
	}
	return q, rem
}

// divModWord returns a // b, its sign and its magnitude in scratch, and the magnitude of a % b, whose sign is b's, of an a of some limbs by
// one limb; ok is false for others. b is not zero.
func (h *Heap) divModWord(a, b Value) (neg bool, q []limb, rem uint64, ok bool) {
	_, _, small := h.signMag(a)
	bn, d, ok := h.signMag(b)
	if small || !ok || len(h.limbs(a)) > mostByWord {
		return false, nil, 0, false
	}
	neg = h.aux(a)&intNegative != 0 != bn
	if q, rem = h.quoWord(a, d); neg && rem != 0 {
		rem = d - rem
		for i := range q { // d is 2 or more: there is room
			if q[i]++; q[i] != 0 {
				break
			}
		}
	}
	return neg, q, rem, true
}

// intDivMod returns a // b and a % b.
func (h *Heap) intDivMod(a, b Value) (q, r Value, err error) {
	if h.IntSign(b) == 0 {
		return Null, Null, h.zeroDivision()
	}
	if neg, qh, ql, bn, rh, rl, ok := h.floorDivMod128(a, b); ok {
		return h.IntFrom128(neg, qh, ql), h.IntFrom128(bn, rh, rl), nil
	}
	if neg, q, rem, ok := h.divModWord(a, b); ok {
		bn, _, _ := h.signMag(b)
		return h.intFromLimbs(neg, q), h.intFromMag(bn, rem), nil
	}
	h.bigDivMod(a, b)
	return h.result(0), h.result(1), nil
}

// bigDivMod computes a // b and a % b into results 0 and 1; b is not zero.
func (h *Heap) bigDivMod(a, b Value) {
	s := &h.num.big
	q, r := &s.res[0], &s.res[1]
	x, y := h.operand(0, a), h.operand(1, b)
	h.cutter.QuoRem(q, x, y, r)
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		r.Add(r, y)
		q.Sub(q, bigOne)
	}
}

var bigOne = big.NewInt(1)

func (h *Heap) zeroDivision() error { return h.Raise(ZeroDivisionErrorType, "division by zero") }

// IntLsh returns a << b.
func (h *Heap) IntLsh(a, b Value) (Value, error) {
	n, err := h.shiftCount(b)
	if err != nil {
		return Null, err
	}
	if r, ok := longUp(h.mem(), mem.Ref(a), int64(n)); ok {
		return Value(r), nil
	}
	if n == hugeShift && h.IntSign(a) != 0 {
		return Null, h.Raise(OverflowErrorType, "too many digits in integer")
	}
	return h.shiftLeft(a, n), nil
}

// IntRsh returns a >> b.
func (h *Heap) IntRsh(a, b Value) (Value, error) {
	n, err := h.shiftCount(b)
	if err != nil {
		return Null, err
	}
	if r, ok := longDown(h.mem(), mem.Ref(a), int64(min(n, math.MaxInt64))); ok {
		return Value(r), nil
	}
	return h.shiftRight(a, n), nil
}

// hugeShift stands for a shift count past 63 bits.
const hugeShift = 1<<64 - 1

func (h *Heap) shiftCount(b Value) (uint64, error) {
	if h.IntSign(b) < 0 {
		return 0, h.Raise(ValueErrorType, "negative shift count")
	}
	if n, ok := h.AsInt64(b); ok {
		return uint64(n), nil
	}
	return hugeShift, nil
}

// IntAnd returns a & b.
func (h *Heap) IntAnd(a, b Value) Value {
	// A mask of one limb needs only the other's lowest limb.
	if an, am, ok := h.signMag(a); ok && !an {
		return h.intFromMag(false, am&h.lowLimb(b))
	}
	if bn, bm, ok := h.signMag(b); ok && !bn {
		return h.intFromMag(false, bm&h.lowLimb(a))
	}
	if r, ok := bothLong(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
		return Value(r)
	}
	return h.bitwise(And, a, b)
}

// IntLow64 returns an int's value modulo 2⁶⁴.
func (h *Heap) IntLow64(v Value) uint64 { return h.lowLimb(v) }

// lowLimb returns an int's or bool's value modulo 2⁶⁴.
func (h *Heap) lowLimb(v Value) uint64 {
	neg, mag, ok := h.signMag(v)
	if !ok {
		neg, mag = h.aux(v)&intNegative != 0, h.Word(v, OffIntData)
	}
	if neg {
		return -mag
	}
	return mag
}

// IntOr returns a | b.
func (h *Heap) IntOr(a, b Value) Value {
	if r, ok := eitherLong(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
		return Value(r)
	}
	return h.bitwise(Or, a, b)
}

// IntXor returns a ^ b.
func (h *Heap) IntXor(a, b Value) Value {
	if r, ok := otherLong(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
		return Value(r)
	}
	return h.bitwise(Xor, a, b)
}

// intNeg returns −a.
func (h *Heap) intNeg(a Value) Value {
	if r, ok := negatedInt(h.mem(), mem.Ref(a)); ok {
		return Value(r)
	}
	if neg, mag, ok := h.signMag(a); ok {
		return h.intFromMag(!neg, mag)
	}
	return h.withSign(a, h.aux(a)&intNegative == 0)
}

// IntAbs returns |a|.
func (h *Heap) IntAbs(a Value) Value {
	if _, mag, ok := h.signMag(a); ok {
		return h.intFromMag(false, mag)
	}
	return h.withSign(a, false)
}

// withSign returns an int of two or more limbs with the given sign.
func (h *Heap) withSign(a Value, neg bool) Value {
	if neg == (h.aux(a)&intNegative != 0) {
		return a
	}
	return h.intFromLimbs(neg, h.limbs(a))
}

// intInvert returns ~a, that is −a−1.
func (h *Heap) intInvert(a Value) Value {
	return h.IntSub(SmallInt(-1), a)
}

// plain returns a bool as the int it is, and an int as itself.
func (h *Heap) plain(v Value) Value {
	switch v {
	case False:
		return SmallInt(0)
	case True:
		return SmallInt(1)
	}
	return h.number(v)
}
