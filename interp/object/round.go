package object

import (
	"math"
	"math/big"
	"strconv"
	"unsafe"
)

// Round is round(v, ndigits); ndigits may be Null or None. Ties go to the even
// neighbour of the exact value.
func (h *Heap) Round(v, ndigits Value) (Value, error) {
	whole := ndigits == Null || ndigits == None
	if v.IsFloat() {
		if whole {
			return h.FloatToInt(math.RoundToEven(v.Float()))
		}
		n, err := h.indexClamped(ndigits)
		if err != nil {
			return Null, err
		}
		return h.roundFloatTo(v.Float(), n)
	}
	if v.IsRef() && h.TypeOf(v).made {
		var args []Value
		if !whole {
			args = []Value{ndigits}
		}
		if r, found, err := h.ownSpecial(v, "__round__", args...); found || err != nil {
			return r, err
		}
		if x := h.number(v); x != v {
			return h.Round(x, ndigits)
		}
	}
	if !h.isIntegral(v) {
		return Null, h.Raise(TypeErrorType, "type %s doesn't define __round__ method", h.TypeName(v))
	}
	if whole {
		return h.plain(v), nil
	}
	n, err := h.indexClamped(ndigits)
	if err != nil {
		return Null, err
	}
	return h.roundInt(v, n), nil
}

// roundInt rounds an int or bool to a multiple of 10**−n.
func (h *Heap) roundInt(v Value, n int64) Value {
	v = h.plain(v)
	if n >= 0 || v == SmallInt(0) {
		return v
	}
	// An int of n bits has at most n·log₁₀2+1 digits.
	if float64(-n) > float64(float64(h.bitLen(v))*0.30103)+1 {
		return SmallInt(0)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(-n), nil)
	z := roundBig(h.operand(0, v), unit)
	return h.IntFromBig(z)
}

// roundBig returns x rounded to a multiple of unit, half to even.
func roundBig(x, unit *big.Int) *big.Int {
	q, r := new(big.Int).DivMod(x, unit, new(big.Int))
	r.Lsh(r, 1)
	if c := r.Cmp(unit); c > 0 || c == 0 && q.Bit(0) != 0 {
		q.Add(q, bigOne)
	}
	return q.Mul(q, unit)
}

// roundFloatTo rounds to n decimal digits behind the point (before it, if n is
// negative), correctly, as CPython's float_round does with dtoa.
func (h *Heap) roundFloatTo(f float64, n int64) (Value, error) {
	switch {
	case f != f, math.IsInf(f, 0), n > 323: // beyond a float's last digit
		return FloatValue(f), nil
	case n < -308:
		return FloatValue(0 * f), nil
	}
	if n >= 0 {
		f = roundDecimals(f, int(n))
	} else {
		f = roundTens(f, int(-n))
	}
	if math.IsInf(f, 0) {
		return Null, h.Raise(OverflowErrorType, "rounded value too large to represent")
	}
	return FloatValue(f), nil
}

// roundDecimals rounds to n digits behind the point.
func roundDecimals(f float64, n int) float64 {
	var store [352]byte
	b := strconv.AppendFloat(store[:0], f, 'f', n, 64)
	r, _ := strconv.ParseFloat(unsafe.String(unsafe.SliceData(b), len(b)), 64)
	return r
}

// roundTens rounds to a multiple of 10**n.
func roundTens(f float64, n int) float64 {
	x, _ := new(big.Float).SetFloat64(math.Abs(f)).Int(nil)
	// Doubling makes room for the fraction, of which only "some or none"
	// matters to a tie.
	x.Lsh(x, 1)
	if f != math.Trunc(f) {
		x.SetBit(x, 0, 1)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	z := roundBig(x, unit.Lsh(unit, 1))
	r, _ := new(big.Float).SetInt(z.Rsh(z, 1)).Float64()
	return math.Copysign(r, f)
}
