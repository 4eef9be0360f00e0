package lib

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

func markOf(v object.Value) func(m *heap.Marker) { return func(m *heap.Marker) { m.Value(v) } }

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

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
	for _, r := range [...]struct {
		name string
		op   unaryDecimal
	}{{"to_integral", (*decimal.Context).ToInt}, {"to_integral_value", (*decimal.Context).ToInt}, {"to_integral_exact", (*decimal.Context).ToIntExact}} {
		rows = append(rows, k.method(r.name, 0, "rounding context", func(c, v object.Value, p []object.Value) (object.Value, error) {
			var x, z decimal.Num
			w, err := k.roundedBy(c, p[0])
			if err != nil {
				return object.Null, err
			}
			k.load(v, &x)
			s := r.op(w, &z, &x)
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
