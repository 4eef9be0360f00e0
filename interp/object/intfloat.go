package object

import (
	"math"
	"math/bits"

	"github.com/tier2go/tier2/interp/number"
)

// This file is where ints meet floats: conversions both ways, division of ints
// and comparison, all exact or rounded once (CPython: _PyLong_Frexp,
// long_true_divide, float_richcompare).

// IntToFloat returns an int or bool as the nearest float, half to even.
func (h *Heap) IntToFloat(v Value) (float64, error) {
	if v.IsSmall() {
		return float64(v.Small()), nil
	}
	neg, mag, ok := h.signMag(v)
	f := float64(mag)
	if !ok {
		neg = h.aux(v)&intNegative != 0
		m, e, sticky := h.topBits(v)
		f = number.RoundFloat(m, sticky, e)
	}
	if math.IsInf(f, 0) {
		return 0, h.Raise(OverflowErrorType, "int too large to convert to float")
	}
	if neg {
		f = -f
	}
	return f, nil
}

// topBits returns the highest 64 bits of a magnitude of two or more limbs, how
// many bits follow, and whether any of those is set.
func (h *Heap) topBits(v Value) (m uint64, e int, sticky bool) { return topBitsOf(h.limbs(v)) }

// topBitsOf is topBits of limbs, of which the highest is not 0.
func topBitsOf(ws []limb) (m uint64, e int, sticky bool) {
	n := len(ws)
	shift := bits.LeadingZeros64(uint64(ws[n-1]))
	m = uint64(ws[n-1])<<shift | uint64(ws[n-2])>>(64-shift)
	sticky = uint64(ws[n-2])<<shift != 0
	for i := n - 3; i >= 0 && !sticky; i-- {
		sticky = ws[i] != 0
	}
	return m, (n-1)*64 - shift, sticky
}

// intTrueDiv returns a / b, two ints or bools, rounded once.
func (h *Heap) intTrueDiv(a, b Value) (Value, error) {
	if h.IntSign(b) == 0 {
		return Null, h.zeroDivision()
	}
	an, am, aok := h.signMag(a)
	bn, bm, bok := h.signMag(b)
	var f float64
	switch {
	case aok && bok && am <= 1<<53 && bm <= 1<<53:
		f = float64(am) / float64(bm)
	case aok && bok:
		f = number.Divide(am, bm)
	default:
		an, bn = h.IntSign(a) < 0, h.IntSign(b) < 0
		f = h.bigTrueDiv(a, b)
	}
	if math.IsInf(f, 0) {
		return Null, h.Raise(OverflowErrorType, "integer division result too large for a float")
	}
	if an != bn {
		f = -f
	}
	return FloatValue(f), nil
}

// bigTrueDiv returns |a|/|b| rounded once.
func (h *Heap) bigTrueDiv(a, b Value) float64 {
	if h.IntSign(a) == 0 {
		return 0
	}
	if _, ah, al, ok := h.Magnitude128(a); ok {
		if _, bh, bl, ok := h.Magnitude128(b); ok {
			return trueDiv128(ah, al, bh, bl)
		}
	}
	la, lb := h.bitLen(a), h.bitLen(b)
	switch d := la - lb; {
	case d > 1025:
		return math.Inf(1)
	case d < -1080:
		return 0
	case d >= 128 && lb <= 64: // the quotient has two limbs or more
		_, mag, _ := h.signMag(b)
		q, rem := h.quoWord(a, mag)
		for q[len(q)-1] == 0 {
			q = q[:len(q)-1]
		}
		m, e, sticky := topBitsOf(q)
		return number.RoundFloat(m, sticky || rem != 0, e)
	}
	// Shift the operands so that the quotient has 63 or 64 bits.
	shift := 63 - (la - lb)
	s := &h.num.big
	x, y := h.operand(0, a), h.operand(1, b)
	q, r := &s.res[0], &s.res[1]
	t := &s.shifted
	if shift >= 0 {
		x = t.Lsh(x, uint(shift))
	} else {
		y = t.Lsh(y, uint(-shift))
	}
	h.cutter.QuoRem(q, x, y, r)
	m := q.Uint64()
	if q.Sign() < 0 {
		m = q.Neg(q).Uint64()
	}
	trimScratch(t)
	trimScratch(q)
	trimScratch(r)
	return number.RoundFloat(m, r.Sign() != 0, -shift)
}

// FloatToInt returns f rounded towards zero. Infinities raise OverflowError and
// NaN ValueError.
func (h *Heap) FloatToInt(f float64) (Value, error) {
	if f > -1<<63 && f < 1<<63 {
		return h.Int(int64(f)), nil
	}
	if err := h.checkFinite(f); err != nil {
		return Null, err
	}
	m, e := number.FloatParts(f)
	return h.shiftLeft(h.intFromMag(f < 0, m), uint64(e)), nil
}

// checkFinite raises what converting an infinity or a NaN to an int raises.
func (h *Heap) checkFinite(f float64) error {
	switch {
	case math.IsInf(f, 0):
		return h.Raise(OverflowErrorType, "cannot convert float infinity to integer")
	case f != f:
		return h.Raise(ValueErrorType, "cannot convert float NaN to integer")
	}
	return nil
}

// FloatFloor returns f rounded down to an int; errors as for FloatToInt.
func (h *Heap) FloatFloor(f float64) (Value, error) { return h.FloatToInt(math.Floor(f)) }

// FloatCeil returns f rounded up to an int; errors as for FloatToInt.
func (h *Heap) FloatCeil(f float64) (Value, error) { return h.FloatToInt(math.Ceil(f)) }

// compareIntFloat compares an int or bool with a float that is no NaN, exactly.
func (h *Heap) compareIntFloat(v Value, f float64) int {
	if i, ok := h.AsInt64(v); ok {
		return number.CompareIntFloat(i, f)
	}
	s := h.IntSign(v)
	switch {
	case math.IsInf(f, 0) || s > 0 != (f > 0):
		if f > 0 {
			return -1
		}
		if f < 0 {
			return 1
		}
		return s
	}
	m, e := number.FloatParts(f)
	if d := cmp3(h.bitLen(v), bits.Len64(m)+e); d != 0 || m == 0 {
		return s * d
	}
	// Equal lengths of 64 bits or more, so e is 11 or more: align m with the
	// top.
	top, sticky := h.Word(v, OffIntData), false
	if h.Word(v, OffIntLimbs) > 1 {
		top, _, sticky = h.topBits(v)
	}
	d := cmp3(top, m<<bits.LeadingZeros64(m))
	if d == 0 && sticky {
		d = 1
	}
	return s * d
}
