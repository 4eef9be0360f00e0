package object

import (
	"math"
	"math/bits"
)

// This file is where ints meet floats: conversions both ways, division of ints
// and comparison, all exact or rounded once (CPython: _PyLong_Frexp,
// long_true_divide, float_richcompare).

// roundFloat returns m·2^e rounded once, half to even. sticky says that the
// exact value is a little more than m·2^e, by less than 2^e; then m must have
// at least 55 bits. The result may be infinite.
func roundFloat(m uint64, sticky bool, e int) float64 {
	if m == 0 {
		return 0
	}
	n := bits.Len64(m)
	// The exponent of the result's last bit: that of a normal number, or of
	// the smallest subnormal.
	last := max(n+e-53, -1074)
	if drop := last - e; drop > 0 {
		if drop > 64 {
			return 0
		}
		// Shifts by 64 give 0.
		half := uint64(1) << (drop - 1)
		rest := m & (half<<1 - 1)
		m >>= drop
		if rest > half || rest == half && (sticky || m&1 != 0) {
			m++
		}
		e = last
	}
	return math.Ldexp(float64(m), e) // m has at most 54 bits and is exact
}

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
		f = roundFloat(m, sticky, e)
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
func (h *Heap) topBits(v Value) (m uint64, e int, sticky bool) {
	ws := h.limbs(v)
	n := len(ws)
	shift := bits.LeadingZeros64(uint64(ws[n-1]))
	m = uint64(ws[n-1])<<shift | uint64(ws[n-2])>>(64-shift)
	sticky = uint64(ws[n-2])<<shift != 0
	for i := n - 3; i >= 0 && !sticky; i-- {
		sticky = ws[i] != 0
	}
	return m, (n-1)*64 - shift, sticky
}

// IntTrueDiv returns a / b, two ints or bools, rounded once.
func (h *Heap) IntTrueDiv(a, b Value) (Value, error) {
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
		f = divideMag(am, bm)
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

// divideMag returns a/b rounded once; b is not zero.
func divideMag(a, b uint64) float64 {
	if a == 0 {
		return 0
	}
	// With both normalized and a halved, the quotient has 63 or 64 bits.
	sa, sb := bits.LeadingZeros64(a), bits.LeadingZeros64(b)
	hi, d := a<<sa>>1, b<<sb
	lo := a << sa << 63
	q, r := bits.Div64(hi, lo, d)
	return roundFloat(q, r != 0, sb-sa-63)
}

// bigTrueDiv returns |a|/|b| rounded once.
func (h *Heap) bigTrueDiv(a, b Value) float64 {
	if h.IntSign(a) == 0 {
		return 0
	}
	la, lb := h.bitLen(a), h.bitLen(b)
	switch d := la - lb; {
	case d > 1025:
		return math.Inf(1)
	case d < -1080:
		return 0
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
	q.QuoRem(x, y, r)
	m := q.Uint64()
	if q.Sign() < 0 {
		m = q.Neg(q).Uint64()
	}
	trimScratch(t)
	trimScratch(q)
	trimScratch(r)
	return roundFloat(m, r.Sign() != 0, -shift)
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
	m, e := floatParts(f)
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

// floatParts returns m and e with |f| = m·2^e and m below 2⁵³; f is finite.
func floatParts(f float64) (m uint64, e int) {
	b := math.Float64bits(f)
	m, e = b&(1<<52-1), int(b>>52&0x7FF)
	if e == 0 {
		return m, -1074
	}
	return m | 1<<52, e - 1075
}

// compareIntFloat compares an int or bool with a float that is no NaN, exactly.
func (h *Heap) compareIntFloat(v Value, f float64) int {
	if i, ok := h.AsInt64(v); ok {
		return compareInt64Float(i, f)
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
	m, e := floatParts(f)
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

// compareInt64Float compares exactly; f is no NaN.
func compareInt64Float(i int64, f float64) int {
	switch {
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole := int64(f) // towards zero
	if i != whole {
		return cmp3(i, whole)
	}
	switch rest := f - math.Trunc(f); {
	case rest > 0:
		return -1
	case rest < 0:
		return 1
	}
	return 0
}
