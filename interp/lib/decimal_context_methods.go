package lib

import (
	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

// The methods of Context.

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
