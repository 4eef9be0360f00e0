package lib

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

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

func markOf(v object.Value) func(m *heap.Marker) { return func(m *heap.Marker) { m.Value(v) } }

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

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
	case x.Form != decimal.Quiet:
		text = string(k.env.Append(nil, &x, false, true))
	}
	return h.ToFloat(h.NewStr(text))
}

func (k *decimals) textOf(v, c object.Value, eng bool) (object.Value, error) {
	if err := k.mustOperand(v, &k.x); err != nil {
		return object.Null, err
	}
	var store [64]byte
	return k.h.NewASCII(k.env.Append(store[:0], &k.x, eng, k.capitals(c))), nil
}

func (k *decimals) str(_ *object.Heap, v object.Value) (object.Value, error) {
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	return k.textOf(v, c, false)
}

func (k *decimals) repr(h *object.Heap, v object.Value) (object.Value, error) {
	s, err := k.str(h, v)
	if err != nil {
		return object.Null, err
	}
	return h.NewStr("Decimal('" + h.GoString(s) + "')"), nil
}

// decimalNames are the special methods of Decimal that stand for slots.
const decimalNames = "__abs__ __add__ __bool__ __eq__ __floordiv__ __ge__ __gt__ __hash__ __le__ __lt__ __mod__ __mul__ __ne__ __neg__ __new__ __pos__ __pow__ __radd__ __repr__ __rfloordiv__ __rmod__ __rmul__ __rpow__ __rsub__ __rtruediv__ __str__ __sub__ __truediv__"

// makeDecimal makes the type.
func (k *decimals) makeDecimal(m *module) error {
	h := k.h
	t := &object.Type{Name: "Decimal", Module: "decimal", Size: decSize, Converts: true, PowMod: k.power, Slots: object.Slots{
		New: k.newDecimalOf, Repr: k.repr, Str: k.str, Hash: k.hash, Compare: k.compare, Binary: k.binary, Unary: k.unary, Format: k.format,
		Bool: func(h *object.Heap, v object.Value) (bool, error) {
			meta := h.Word(v, offDecMeta)
			return meta>>1&3 != 0 || h.Word(v, offDecLow)|h.Word(v, offDecHigh) != 0 || h.Field(v, offDecBig) != object.Null, nil
		},
	}}
	t.KnowAttrs(strings.Fields(decimalNames))
	k.dec = h.RegisterType(t)
	h.AddMethods(k.dec, k.decimalMethods())
	h.AddClassMethods(k.dec, []object.Builtin{
		{Name: "from_float", Arity: object.O, Fn: func(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
			if !h.IsIntegral(a[0]) && !h.IsInstance(a[0], object.FloatType) {
				return object.Null, h.Raise(object.TypeErrorType, "argument must be int or float")
			}
			return k.fromNumber(class, a[0])
		}},
		{Name: "from_number", Arity: object.O, Fn: func(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
			if !k.isDecimal(a[0]) && !h.IsIntegral(a[0]) && !h.IsInstance(a[0], object.FloatType) {
				var x decimal.Num
				return object.Null, k.mustOperand(a[0], &x)
			}
			return k.fromNumber(class, a[0])
		}},
	})
	h.AddGetSets(k.dec, []object.GetSet{
		{Name: "real", Get: func(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil }},
		{Name: "imag", Get: func(*object.Heap, object.Value) (object.Value, error) {
			zero := decimal.Short(false, 0, 0, 0)
			return k.value(&zero), nil
		}},
	})
	m.set("Decimal", k.dec.Object)
	return nil
}

// fromNumber converts a number exactly, and calls a class derived from Decimal with it.
func (k *decimals) fromNumber(class, v object.Value) (object.Value, error) {
	h := k.h
	if h.IsInstance(v, object.FloatType) {
		var x decimal.Num
		k.fromFloat(h.Plain(v).Float(), &x)
		v = k.value(&x)
	} else {
		c, err := k.getContext()
		if err != nil {
			return object.Null, err
		}
		if v, err = k.convert(k.dec, v, c); err != nil {
			return object.Null, err
		}
	}
	if class == k.dec.Object {
		return v, nil
	}
	args := h.NewTuple(v)
	return h.Call(class, h.TupleItems(args), object.Null)
}

// method is a row of a method that takes operands and a context, all of which may be named.
func (k *decimals) method(name string, min int, params string, f func(c, v object.Value, p []object.Value) (object.Value, error)) object.Builtin {
	names := strings.Fields(params)
	call := func(_ *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		p := k.params[:len(names)]
		if err := k.arguments(args, kwnames, min, p, names...); err != nil {
			return object.Null, err
		}
		c, err := k.contextArg(p[len(p)-1])
		if err != nil {
			return object.Null, err
		}
		return f(c, v, p)
	}
	return object.Builtin{Name: name, Arity: object.Fast, Max: -1, FnKw: call, Fn: func(h *object.Heap, v object.Value, args []object.Value) (object.Value, error) {
		return call(h, v, args, object.Null)
	}}
}

// plain is a row of a method without parameters.
func plain(name string, f func(v object.Value) (object.Value, error)) object.Builtin {
	return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return f(v) }}
}

// decimalMethods are the methods of Decimal.
func (k *decimals) decimalMethods() []object.Builtin {
	h := k.h
	same := func(v object.Value) (object.Value, error) { return v, nil }
	changed := func(f func(x *decimal.Num)) func(v object.Value) (object.Value, error) {
		return func(v object.Value) (object.Value, error) {
			var x decimal.Num
			k.load(v, &x)
			f(&x)
			return k.value(&x), nil
		}
	}
	rounded := func(r decimal.Rounding) func(v object.Value) (object.Value, error) {
		return func(v object.Value) (object.Value, error) { return k.whole(v, r) }
	}
	itself := func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return v, nil }
	rows := []object.Builtin{
		plain("__copy__", same), {Name: "__deepcopy__", Arity: object.O, Fn: itself}, plain("canonical", same), plain("conjugate", same),
		plain("copy_abs", changed(func(x *decimal.Num) { x.Neg = false })),
		plain("copy_negate", changed(func(x *decimal.Num) { x.Neg = !x.Neg })),
		plain("radix", changed(func(x *decimal.Num) { *x = decimal.Short(false, 0, 10, 0) })),
		plain("__int__", rounded(decimal.Down)), plain("__trunc__", rounded(decimal.Down)), plain("__floor__", rounded(decimal.Floor)), plain("__ceil__", rounded(decimal.Ceiling)),
		plain("__float__", k.float),
		plain("__complex__", func(v object.Value) (object.Value, error) {
			f, err := k.float(v)
			if err != nil {
				return object.Null, err
			}
			return h.NewComplex(complex(f.Float(), 0)), nil
		}),
		plain("__sizeof__", func(v object.Value) (object.Value, error) {
			n := int64(104)
			if b := h.Field(v, offDecBig); b != object.Null {
				n += int64(len(h.BigOver(b).Bits())) * 8
			}
			return object.SmallInt(n), nil
		}),
		plain("__reduce__", func(v object.Value) (object.Value, error) {
			s, err := k.str(h, v)
			if err != nil {
				return object.Null, err
			}
			return h.NewTuple(h.TypeOf(v).Object, h.NewTuple(s)), nil
		}),
		plain("adjusted", func(v object.Value) (object.Value, error) {
			var x decimal.Num
			k.load(v, &x)
			if x.Form != decimal.Finite {
				return object.SmallInt(0), nil
			}
			return h.Int(x.Adjusted()), nil
		}),
		plain("as_tuple", k.asTuple), plain("as_integer_ratio", k.ratio),
		{Name: "__round__", Arity: object.Varied, FnKw: k.round},
		{Name: "__format__", Arity: object.Varied, FnKw: k.formatMethod},
		{Name: "__divmod__", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) { return k.divMod(v, a[0]) }},
		{Name: "__rdivmod__", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) { return k.divMod(a[0], v) }},
		{Name: "__pow__", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return k.power(h, v, a[0], append(a, object.None)[1])
		}},
		k.method("fma", 2, "other third context", func(c, v object.Value, p []object.Value) (object.Value, error) { return k.fmaIn(c, v, p[0], p[1]) }),
		k.method("quantize", 1, "exp rounding context", k.quantize),
		k.method("number_class", 0, "context", func(c, v object.Value, _ []object.Value) (object.Value, error) { return k.class(c, v) }),
		k.method("to_eng_string", 0, "context", func(c, v object.Value, _ []object.Value) (object.Value, error) { return k.textOf(v, c, true) }),
		k.method("same_quantum", 1, "other context", func(_, v object.Value, p []object.Value) (object.Value, error) { return k.sameQuantum(v, p[0]) }),
	}
	for name, op := range map[string]unaryDecimal{"to_integral": (*decimal.Context).ToInt, "to_integral_value": (*decimal.Context).ToInt, "to_integral_exact": (*decimal.Context).ToIntExact} {
		rows = append(rows, k.method(name, 0, "rounding context", func(c, v object.Value, p []object.Value) (object.Value, error) {
			var x, z decimal.Num
			w, err := k.roundedBy(c, p[0])
			if err != nil {
				return object.Null, err
			}
			k.load(v, &x)
			s := op(w, &z, &x)
			return k.result(c, &z, s)
		}))
	}
	for _, r := range unaryDecimals {
		if r.dec != "" {
			rows = append(rows, k.method(r.dec, 0, "context", func(c, v object.Value, _ []object.Value) (object.Value, error) { return k.unaryIn(c, r.op, v) }))
		}
	}
	for _, r := range binaryDecimals {
		if r.dec != "" {
			rows = append(rows, k.method(r.dec, 1, "other context", func(c, v object.Value, p []object.Value) (object.Value, error) { return k.binaryIn(c, r.op, v, p[0]) }))
		}
	}
	for _, r := range testDecimals {
		if r.ctx {
			rows = append(rows, k.method(r.name, 0, "context", func(c, v object.Value, _ []object.Value) (object.Value, error) { return k.test(c, r.op, v) }))
			continue
		}
		rows = append(rows, plain(r.name, func(v object.Value) (object.Value, error) { return k.test(k.templates[0], r.op, v) }))
	}
	return rows
}

func (k *decimals) test(c object.Value, f testDecimal, v object.Value) (object.Value, error) {
	var x decimal.Num
	if err := k.mustOperand(v, &x); err != nil {
		return object.Null, err
	}
	return object.Bool(f(k.settings(c), &x)), nil
}

func (k *decimals) class(c, v object.Value) (object.Value, error) {
	var x decimal.Num
	if err := k.mustOperand(v, &x); err != nil {
		return object.Null, err
	}
	return k.h.NewStr(k.settings(c).Class(&x)), nil
}

func (k *decimals) sameQuantum(v, w object.Value) (object.Value, error) {
	var x, y decimal.Num
	if err := k.mustOperand(v, &x); err != nil {
		return object.Null, err
	}
	if err := k.mustOperand(w, &y); err != nil {
		return object.Null, err
	}
	return object.Bool(decimal.SameQuantum(&x, &y)), nil
}

// roundedBy returns a context's settings with another rounding, if one is given.
func (k *decimals) roundedBy(c, rounding object.Value) (*decimal.Context, error) {
	w := k.settings(c)
	if rounding == object.Null || rounding == object.None {
		return w, nil
	}
	r, err := k.rounding(rounding)
	w.Round = r
	return w, err
}

func (k *decimals) quantize(c, v object.Value, p []object.Value) (object.Value, error) {
	w, err := k.roundedBy(c, p[1])
	if err != nil {
		return object.Null, err
	}
	k.load(v, &k.x)
	if err := k.mustOperand(p[0], &k.y); err != nil {
		return object.Null, err
	}
	s := w.Quantize(&k.z, &k.x, &k.y)
	return k.result(c, &k.z, s)
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

// asTuple is as_tuple.
func (k *decimals) asTuple(v object.Value) (object.Value, error) {
	h := k.h
	var x decimal.Num
	k.load(v, &x)
	sign, digits, exp := object.SmallInt(0), h.NewTuple(object.SmallInt(0)), object.Null
	if x.Neg {
		sign = object.SmallInt(1)
	}
	switch {
	case x.Form == decimal.Infinite:
		exp = h.Intern("F")
	case x.IsNaN() && x.Coefficient().Sign() == 0:
		digits = h.NewTuple()
	default:
		text := k.env.AppendDigits(nil, &x)
		list := make([]object.Value, len(text))
		for i, d := range text {
			list[i] = object.SmallInt(int64(d - '0'))
		}
		digits = h.NewTuple(list...)
	}
	switch x.Form {
	case decimal.Finite:
		exp = h.Int(x.Exp)
	case decimal.Quiet:
		exp = h.Intern("n")
	case decimal.Signaling:
		exp = h.Intern("N")
	}
	args := h.NewTuple(sign, digits, exp)
	return h.Call(k.tuple, h.TupleItems(args), object.Null)
}

// ratio is as_integer_ratio.
func (k *decimals) ratio(v object.Value) (object.Value, error) {
	h := k.h
	var x decimal.Num
	k.load(v, &x)
	switch {
	case x.IsNaN():
		return object.Null, h.Raise(object.ValueErrorType, "cannot convert NaN to integer ratio")
	case x.Form == decimal.Infinite:
		return object.Null, h.Raise(object.OverflowErrorType, "cannot convert Infinity to integer ratio")
	}
	n, d := k.env.Ratio(&x)
	a := h.IntFromBig(n)
	return h.NewTuple(a, h.IntFromBig(new(big.Int).Set(d))), nil
}

// contextMethods are the methods of Context.
func (k *decimals) contextMethods() []object.Builtin {
	h := k.h
	one := func(name string, f func(c, v object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(_ *object.Heap, c object.Value, a []object.Value) (object.Value, error) { return f(c, a[0]) }}
	}
	several := func(name string, n int, f func(c object.Value, a []object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Fast, Max: -1, Fn: func(h *object.Heap, c object.Value, a []object.Value) (object.Value, error) {
			if len(a) != n {
				return object.Null, h.Raise(object.TypeErrorType, "function takes exactly %d arguments (%d given)", n, len(a))
			}
			return f(c, a)
		}}
	}
	mustDecimal := func(v object.Value) error {
		if k.isDecimal(v) {
			return nil
		}
		return h.Raise(object.TypeErrorType, "argument must be a Decimal")
	}
	clear := func(off uintptr) func(c object.Value) (object.Value, error) {
		return func(c object.Value) (object.Value, error) {
			h.SetWord(c, off, 0)
			return object.None, nil
		}
	}
	copied := func(c object.Value) (object.Value, error) { return k.copyContext(c, true), nil }
	rows := []object.Builtin{
		plain("copy", copied), plain("__copy__", copied), plain("clear_flags", clear(offDecStatus)), plain("clear_traps", clear(offDecTraps)),
		plain("Etiny", func(c object.Value) (object.Value, error) { return h.Int(k.settings(c).Etiny()), nil }),
		plain("Etop", func(c object.Value) (object.Value, error) { return h.Int(k.settings(c).Etop()), nil }),
		plain("radix", func(object.Value) (object.Value, error) {
			ten := decimal.Short(false, 0, 10, 0)
			return k.value(&ten), nil
		}),
		plain("__reduce__", func(c object.Value) (object.Value, error) {
			flags := k.exceptionList(decimal.Status(h.Word(c, offDecStatus)))
			traps := k.exceptionList(decimal.Status(h.Word(c, offDecTraps)))
			n := func(i int) object.Value { return h.Int(settings[i].get(h, c)) }
			args := h.NewTuple(n(0), k.roundings[h.Word(c, offDecMode)&255], n(2), n(1), n(3), n(4), flags, traps)
			return h.NewTuple(h.TypeOf(c).Object, args), nil
		}),
		one("canonical", func(_, v object.Value) (object.Value, error) { return v, mustDecimal(v) }),
		one("number_class", k.class),
		one("to_sci_string", func(c, v object.Value) (object.Value, error) { return k.textOf(v, c, false) }),
		one("to_eng_string", func(c, v object.Value) (object.Value, error) { return k.textOf(v, c, true) }),
		one("create_decimal_from_float", k.createFromFloat),
		several("fma", 3, func(c object.Value, a []object.Value) (object.Value, error) { return k.fmaIn(c, a[0], a[1], a[2]) }),
		several("same_quantum", 2, func(_ object.Value, a []object.Value) (object.Value, error) { return k.sameQuantum(a[0], a[1]) }),
		several("divmod", 2, func(c object.Value, a []object.Value) (object.Value, error) {
			var x, y decimal.Num
			if err := k.mustOperand(a[0], &x); err != nil {
				return object.Null, err
			}
			if err := k.mustOperand(a[1], &y); err != nil {
				return object.Null, err
			}
			return k.divModIn(c, &x, &y)
		}),
		{Name: "power", Arity: object.Varied, FnKw: k.contextPower},
		{Name: "create_decimal", Arity: object.Varied, FnKw: k.create},
	}
	for _, r := range unaryDecimals {
		rows = append(rows, one(r.ctx, func(c, v object.Value) (object.Value, error) { return k.unaryIn(c, r.op, v) }))
	}
	for _, r := range binaryDecimals {
		rows = append(rows, several(r.ctx, 2, func(c object.Value, a []object.Value) (object.Value, error) { return k.binaryIn(c, r.op, a[0], a[1]) }))
	}
	for _, r := range testDecimals {
		rows = append(rows, one(r.name, func(c, v object.Value) (object.Value, error) {
			if r.name == "is_canonical" {
				if err := mustDecimal(v); err != nil {
					return object.Null, err
				}
			}
			return k.test(c, r.op, v)
		}))
	}
	return rows
}

// contextPower is Context.power(a, b, modulo=None).
func (k *decimals) contextPower(h *object.Heap, c object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := k.arguments(args, kwnames, 2, p[:], "a", "b", "modulo"); err != nil {
		return object.Null, err
	}
	if p[2] == object.Null || p[2] == object.None {
		return k.binaryIn(c, (*decimal.Context).Pow, p[0], p[1])
	}
	var x [3]decimal.Num
	for i := range x {
		if err := k.mustOperand(p[i], &x[i]); err != nil {
			return object.Null, err
		}
	}
	var z decimal.Num
	s := k.settings(c).PowMod(&z, &x[0], &x[1], &x[2])
	return k.result(c, &z, s)
}

// create is Context.create_decimal(num="0"): a conversion that rounds.
func (k *decimals) create(h *object.Heap, c object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if err := h.NoKeywords("Context.create_decimal", kwnames); err != nil {
		return object.Null, err
	}
	if len(args) > 1 {
		return object.Null, h.Raise(object.TypeErrorType, "function takes at most 1 argument (%d given)", len(args))
	}
	var x decimal.Num
	if len(args) == 0 {
		x = decimal.Short(false, 0, 0, 0)
		return k.value(&x), nil
	}
	v, w := args[0], k.settings(c)
	var s decimal.Status
	switch {
	case k.isDecimal(v):
		k.load(v, &x)
		room := w.Prec
		if w.Clamp {
			room--
		}
		if x.IsNaN() && x.Coefficient().Sign() != 0 && x.Digits() > room {
			x, s = decimal.FromParts(decimal.Quiet, false, 0, decimal.Parts{}), decimal.ConversionSyntax
		} else {
			s = w.Finalize(&x)
		}
	case h.IsInstance(v, object.StrType):
		s = w.Parse(&x, k.text(v, false))
	case h.IsIntegral(v):
		k.fromInt(v, &x)
		s = w.Finalize(&x)
	case h.IsInstance(v, object.TupleType), h.IsInstance(v, object.ListType):
		text, err := k.sequenceText(v)
		if err != nil {
			return object.Null, err
		}
		s = w.Parse(&x, text)
	case h.IsInstance(v, object.FloatType):
		if err := k.raised(c, decimal.FloatOperation); err != nil {
			return object.Null, err
		}
		return k.createFromFloat(c, v)
	default:
		return object.Null, k.mustOperand(v, &x)
	}
	return k.result(c, &x, s)
}

func (k *decimals) createFromFloat(c, v object.Value) (object.Value, error) {
	h := k.h
	var x decimal.Num
	switch {
	case h.IsIntegral(v):
		k.fromInt(v, &x)
	case h.IsInstance(v, object.FloatType):
		k.fromFloat(h.Plain(v).Float(), &x)
	default:
		return object.Null, h.Raise(object.TypeErrorType, "argument must be int or float")
	}
	s := k.settings(c).Finalize(&x)
	return k.result(c, &x, s)
}
