package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

// The operations of Decimal: tables of what methods of Decimal and of Context share, and the operators.

type (
	unaryDecimal  = func(c *decimal.Context, z, x *decimal.Num) decimal.Status
	binaryDecimal = func(c *decimal.Context, z, x, y *decimal.Num) decimal.Status
	testDecimal   = func(c *decimal.Context, x *decimal.Num) bool
)

// The operations that are methods of Decimal, of Context, or of both under names of their own.
var (
	unaryDecimals = []struct {
		dec, ctx string
		op       unaryDecimal
	}{
		{"exp", "exp", (*decimal.Context).Exp}, {"ln", "ln", (*decimal.Context).Ln}, {"log10", "log10", (*decimal.Context).Log10},
		{"next_minus", "next_minus", (*decimal.Context).NextMinus}, {"next_plus", "next_plus", (*decimal.Context).NextPlus},
		{"normalize", "normalize", (*decimal.Context).Reduce}, {"sqrt", "sqrt", (*decimal.Context).Sqrt},
		{"logical_invert", "logical_invert", (*decimal.Context).Invert}, {"logb", "logb", (*decimal.Context).Logb},
		{"", "abs", (*decimal.Context).Abs}, {"", "minus", (*decimal.Context).Minus}, {"", "plus", (*decimal.Context).Plus},
		{"", "to_integral_value", (*decimal.Context).ToInt}, {"", "to_integral", (*decimal.Context).ToInt}, {"", "to_integral_exact", (*decimal.Context).ToIntExact},
		{"", "copy_abs", func(_ *decimal.Context, z, x *decimal.Num) decimal.Status { *z = *x; z.Neg = false; return 0 }},
		{"", "copy_negate", func(_ *decimal.Context, z, x *decimal.Num) decimal.Status { *z = *x; z.Neg = !x.Neg; return 0 }},
		{"", "copy_decimal", func(_ *decimal.Context, z, x *decimal.Num) decimal.Status { *z = *x; return 0 }},
		{"", "_apply", func(c *decimal.Context, z, x *decimal.Num) decimal.Status { *z = *x; return c.Finalize(z) }},
	}
	binaryDecimals = []struct {
		dec, ctx string
		op       binaryDecimal
	}{
		{"compare", "compare", (*decimal.Context).Compare}, {"compare_signal", "compare_signal", (*decimal.Context).CompareSignal},
		{"compare_total", "compare_total", (*decimal.Context).CompareTotal}, {"compare_total_mag", "compare_total_mag", (*decimal.Context).CompareTotalMag},
		{"max", "max", (*decimal.Context).Max}, {"max_mag", "max_mag", (*decimal.Context).MaxMag}, {"min", "min", (*decimal.Context).Min}, {"min_mag", "min_mag", (*decimal.Context).MinMag},
		{"next_toward", "next_toward", (*decimal.Context).NextToward}, {"remainder_near", "remainder_near", (*decimal.Context).RemNear},
		{"logical_and", "logical_and", (*decimal.Context).And}, {"logical_or", "logical_or", (*decimal.Context).Or}, {"logical_xor", "logical_xor", (*decimal.Context).Xor},
		{"rotate", "rotate", (*decimal.Context).Rotate}, {"scaleb", "scaleb", (*decimal.Context).ScaleB}, {"shift", "shift", (*decimal.Context).Shift},
		{"copy_sign", "copy_sign", func(_ *decimal.Context, z, x, y *decimal.Num) decimal.Status {
			neg := y.Neg
			*z = *x
			z.Neg = neg
			return 0
		}},
		{"", "quantize", (*decimal.Context).Quantize}, {"", "add", (*decimal.Context).Add}, {"", "subtract", (*decimal.Context).Sub},
		{"", "multiply", (*decimal.Context).Mul}, {"", "divide", (*decimal.Context).Quo}, {"", "divide_int", (*decimal.Context).QuoInt}, {"", "remainder", (*decimal.Context).Rem},
	}
	testDecimals = []struct {
		name string
		ctx  bool // Decimal's method takes a context
		op   testDecimal
	}{
		{"is_canonical", false, func(*decimal.Context, *decimal.Num) bool { return true }},
		{"is_finite", false, func(_ *decimal.Context, x *decimal.Num) bool { return x.Form == decimal.Finite }},
		{"is_infinite", false, func(_ *decimal.Context, x *decimal.Num) bool { return x.Form == decimal.Infinite }},
		{"is_nan", false, func(_ *decimal.Context, x *decimal.Num) bool { return x.IsNaN() }},
		{"is_qnan", false, func(_ *decimal.Context, x *decimal.Num) bool { return x.Form == decimal.Quiet }},
		{"is_snan", false, func(_ *decimal.Context, x *decimal.Num) bool { return x.Form == decimal.Signaling }},
		{"is_signed", false, func(_ *decimal.Context, x *decimal.Num) bool { return x.Neg }},
		{"is_zero", false, func(_ *decimal.Context, x *decimal.Num) bool { return x.IsZero() }},
		{"is_normal", true, func(c *decimal.Context, x *decimal.Num) bool {
			return x.Form == decimal.Finite && !x.IsZero() && x.Adjusted() >= c.Emin
		}},
		{"is_subnormal", true, func(c *decimal.Context, x *decimal.Num) bool {
			return x.Form == decimal.Finite && !x.IsZero() && x.Adjusted() < c.Emin
		}},
	}
	decimalOperators = [...]binaryDecimal{
		object.Add: (*decimal.Context).Add, object.Subtract: (*decimal.Context).Sub, object.Multiply: (*decimal.Context).Mul, object.TrueDivide: (*decimal.Context).Quo,
		object.FloorDivide: (*decimal.Context).QuoInt, object.Remainder: (*decimal.Context).Rem, object.Power: (*decimal.Context).Pow,
	}
)

// longDigits is the most digits of a result that is kept when an operation is over.
const longDigits = 10_000

// result returns an operation's result, or raises.
func (k *decimals) result(c object.Value, z *decimal.Num, s decimal.Status) (object.Value, error) {
	if s != 0 {
		if err := k.raised(c, s); err != nil {
			return object.Null, err
		}
	}
	v := k.value(z)
	if z.Digits() > longDigits {
		k.x, k.y, k.t, k.z = decimal.Num{}, decimal.Num{}, decimal.Num{}, decimal.Num{}
	}
	return v, nil
}

// binary is the operators' slot.
func (k *decimals) binary(_ *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	if int(op) >= len(decimalOperators) || decimalOperators[op] == nil {
		return object.NotImplemented, nil
	}
	if !k.operand(a, &k.x) || !k.operand(b, &k.y) {
		return object.NotImplemented, nil
	}
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	s := decimalOperators[op](k.settings(c), &k.z, &k.x, &k.y)
	return k.result(c, &k.z, s)
}

func (k *decimals) unary(h *object.Heap, op object.UnaryOp, v object.Value) (object.Value, error) {
	f := (*decimal.Context).Minus
	switch op {
	case object.Positive:
		f = (*decimal.Context).Plus
	case object.Absolute:
		f = (*decimal.Context).Abs
	case object.Invert:
		return object.Null, h.Raise(object.TypeErrorType, "bad operand type for unary ~: '%s'", h.TypeName(v))
	}
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	return k.unaryIn(c, f, v)
}

func (k *decimals) unaryIn(c object.Value, f unaryDecimal, v object.Value) (object.Value, error) {
	if err := k.mustOperand(v, &k.x); err != nil {
		return object.Null, err
	}
	s := f(k.settings(c), &k.z, &k.x)
	return k.result(c, &k.z, s)
}

func (k *decimals) binaryIn(c object.Value, f binaryDecimal, v, w object.Value) (object.Value, error) {
	if err := k.mustOperand(v, &k.x); err != nil {
		return object.Null, err
	}
	if err := k.mustOperand(w, &k.y); err != nil {
		return object.Null, err
	}
	s := f(k.settings(c), &k.z, &k.x, &k.y)
	return k.result(c, &k.z, s)
}

func (k *decimals) fmaIn(c, u, v, w object.Value) (object.Value, error) {
	var x, y, t, z decimal.Num
	for _, p := range [...]struct {
		v object.Value
		x *decimal.Num
	}{{u, &x}, {v, &y}, {w, &t}} {
		if err := k.mustOperand(p.v, p.x); err != nil {
			return object.Null, err
		}
	}
	s := k.settings(c).FMA(&z, &x, &y, &t)
	return k.result(c, &z, s)
}

func (k *decimals) divModIn(c object.Value, x, y *decimal.Num) (object.Value, error) {
	var q, r decimal.Num
	s := k.settings(c).DivMod(&q, &r, x, y)
	if err := k.raised(c, s); err != nil {
		return object.Null, err
	}
	a := k.value(&q)
	return k.h.NewTuple(a, k.value(&r)), nil
}

// power is pow(a, b, c), c None or a modulus; it returns NotImplemented for operands of other types.
func (k *decimals) power(h *object.Heap, a, b, m object.Value) (object.Value, error) {
	if m == object.None {
		return k.binary(h, object.Power, a, b)
	}
	var x, y, t, z decimal.Num
	if !k.operand(a, &x) || !k.operand(b, &y) || !k.operand(m, &t) {
		return object.NotImplemented, nil
	}
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	s := k.settings(c).PowMod(&z, &x, &y, &t)
	return k.result(c, &z, s)
}

// whole converts a Decimal to an int.
func (k *decimals) whole(v object.Value, r decimal.Rounding) (object.Value, error) {
	h := k.h
	var x decimal.Num
	k.load(v, &x)
	switch {
	case x.IsNaN():
		return object.Null, h.Raise(object.ValueErrorType, "cannot convert NaN to integer")
	case x.Form == decimal.Infinite:
		return object.Null, h.Raise(object.OverflowErrorType, "cannot convert Infinity to integer")
	}
	if n, ok := x.Truncated(); ok && n <= math.MaxInt64 && r == decimal.Down {
		if x.Neg {
			return h.Int(-int64(n)), nil
		}
		return h.Int(int64(n)), nil
	}
	c := *k.env.MaxContext()
	c.Round = r
	return h.IntFromBig(c.Whole(&x)), nil
}

// float converts a Decimal to the nearest float.
func (k *decimals) float(v object.Value) (object.Value, error) {
	h := k.h
	var x decimal.Num
	k.load(v, &x)
	text := "nan"
	switch {
	case x.Form == decimal.Signaling:
		return object.Null, h.Raise(object.ValueErrorType, "cannot convert signaling NaN to float")
	case x.Form == decimal.Quiet && x.Neg:
		text = "-nan"
	case x.Form == decimal.Finite:
		if f, ok := x.Float(); ok {
			return object.FloatValue(f), nil
		}
		fallthrough
	case x.Form != decimal.Quiet:
		text = string(k.env.Append(nil, &x, false, true))
	}
	return h.ToFloat(h.NewStr(text))
}

func (k *decimals) divMod(v, w object.Value) (object.Value, error) {
	var x, y decimal.Num
	if !k.operand(v, &x) || !k.operand(w, &y) {
		return object.NotImplemented, nil
	}
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	return k.divModIn(c, &x, &y)
}

// round is __round__.
func (k *decimals) round(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [1]object.Value
	if err := k.arguments(args, kwnames, 0, p[:], "ndigits"); err != nil {
		return object.Null, err
	}
	if p[0] == object.Null {
		return k.whole(v, decimal.HalfEven)
	}
	if !h.IsIntegral(p[0]) {
		return object.Null, h.Raise(object.TypeErrorType, "optional arg must be an integer")
	}
	n, err := h.Ssize(p[0])
	if err != nil {
		return object.Null, err
	}
	exp := -int64(n)
	if int64(n) == -1<<63 {
		exp = 1<<63 - 1
	}
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	var x, z decimal.Num
	k.load(v, &x)
	y := decimal.Short(false, 0, 1, exp)
	s := k.settings(c).Quantize(&z, &x, &y)
	return k.result(c, &z, s)
}
