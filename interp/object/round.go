package object

import (
	"math"
	"math/big"

	"github.com/tier2go/tier2/interp/number"
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
	if v.IsRef() && (h.TypeOf(v).made || h.converts(h.TypeOf(v))) {
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
	z := number.RoundBig(h.operand(0, v), unit)
	return h.IntFromBig(z)
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
		f = number.RoundDecimals(f, int(n))
	} else {
		f = number.RoundTens(f, int(-n))
	}
	if math.IsInf(f, 0) {
		return Null, h.Raise(OverflowErrorType, "rounded value too large to represent")
	}
	return FloatValue(f), nil
}
