package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/cmath"
	cx "github.com/tier2go/tier2/interp/number"
	"github.com/tier2go/tier2/interp/object"
)

// The module cmath (Modules/cmathmodule.c). What it computes is package number's; here stand
// arguments and errors.

var complexFunctions = []struct {
	name string
	f    func(complex128) (complex128, cx.Fault)
}{
	{"acos", cx.ComplexAcos}, {"acosh", cx.ComplexAcosh}, {"asin", cx.ComplexAsin}, {"asinh", cx.ComplexAsinh},
	{"atan", cx.ComplexAtan}, {"atanh", cx.ComplexAtanh}, {"cos", cx.ComplexCos}, {"cosh", cx.ComplexCosh},
	{"exp", cx.ComplexExp}, {"log10", cx.ComplexLog10}, {"sin", cx.ComplexSin}, {"sinh", cx.ComplexSinh},
	{"sqrt", cx.ComplexSqrt}, {"tan", cx.ComplexTan}, {"tanh", cx.ComplexTanh},
}

var complexTests = []struct {
	name string
	f    func(re, im float64) bool
}{
	{"isfinite", func(re, im float64) bool { return re-re == 0 && im-im == 0 }},
	{"isinf", func(re, im float64) bool { return math.IsInf(re, 0) || math.IsInf(im, 0) }},
	{"isnan", func(re, im float64) bool { return re != re || im != im }},
}

func (l *Lib) newCMath() (object.Value, error) {
	m := l.newModule("cmath")
	of := func(name string, f func(h *object.Heap, z complex128) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			z, err := h.ComplexArg(a[0])
			if err != nil {
				return object.Null, err
			}
			return f(h, z)
		}}
	}
	var rows []object.Builtin
	for _, c := range complexFunctions {
		rows = append(rows, of(c.name, func(h *object.Heap, z complex128) (object.Value, error) {
			r, fault := c.f(z)
			return complexResult(h, r, fault)
		}))
	}
	for _, c := range complexTests {
		rows = append(rows, of(c.name, func(_ *object.Heap, z complex128) (object.Value, error) {
			return object.Bool(c.f(real(z), imag(z))), nil
		}))
	}
	m.functions(append(rows,
		of("phase", func(h *object.Heap, z complex128) (object.Value, error) {
			phi := cmath.Atan2(imag(z), real(z))
			if phi == 0 && imag(z) != 0 && real(z)-real(z) == 0 { // glibc's errno says so
				return object.Null, rangeError(h)
			}
			return object.FloatValue(phi), nil
		}),
		of("polar", func(h *object.Heap, z complex128) (object.Value, error) {
			r := cx.ComplexAbs(z)
			if math.IsInf(r, 0) && !math.IsInf(real(z), 0) && !math.IsInf(imag(z), 0) {
				return object.Null, rangeError(h)
			}
			return h.NewTuple(object.FloatValue(r), object.FloatValue(cmath.Atan2(imag(z), real(z)))), nil
		}),
		object.Builtin{Name: "rect", Arity: object.Fast, Min: 2, Max: 2, Fn: complexRect},
		object.Builtin{Name: "log", Arity: object.Fast, Min: 1, Max: 2, Fn: complexLog},
		object.Builtin{Name: "isclose", Arity: object.Varied, FnKw: complexIsClose},
	))
	for _, c := range []struct {
		name string
		x    float64
	}{{"pi", math.Pi}, {"e", math.E}, {"tau", 2 * math.Pi}, {"inf", math.Inf(1)}, {"nan", math.NaN()}} {
		m.set(c.name, object.FloatValue(c.x))
	}
	m.set("infj", m.h.NewComplex(complex(0, math.Inf(1))))
	m.set("nanj", m.h.NewComplex(complex(0, math.NaN())))
	return m.v, nil
}

// complexResult is a function's result, or the error that its fault is.
func complexResult(h *object.Heap, z complex128, fault cx.Fault) (object.Value, error) {
	switch fault {
	case cx.DomainFault:
		return object.Null, domainError(h)
	case cx.RangeFault:
		return object.Null, rangeError(h)
	}
	return h.NewComplex(z), nil
}

func complexRect(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	r, err := h.Float(a[0])
	if err != nil {
		return object.Null, err
	}
	phi, err := h.Float(a[1])
	if err != nil {
		return object.Null, err
	}
	z, fault := cx.ComplexRect(r, phi)
	return complexResult(h, z, fault)
}

// complexLog is log(z[, base]); with a base, CPython forgets the fault of the logarithm of z.
func complexLog(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	z, err := h.ComplexArg(a[0])
	if err != nil {
		return object.Null, err
	}
	r, fault := cx.ComplexLog(z)
	if len(a) == 2 {
		base, err := h.ComplexArg(a[1])
		if err != nil {
			return object.Null, err
		}
		var d complex128
		var ok bool
		d, fault = cx.ComplexLog(base)
		if r, ok = cx.ComplexDiv(r, d); !ok {
			fault = cx.DomainFault
		}
	}
	return complexResult(h, r, fault)
}

func complexIsClose(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [4]object.Value
	if err := bind(h, closeSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	var z [2]complex128
	tolerance := [2]float64{1e-9, 0}
	var err error
	for i, v := range p {
		switch {
		case v == object.Null:
		case i < 2:
			z[i], err = h.ComplexArg(v)
		default:
			tolerance[i-2], err = h.Float(v)
		}
		if err != nil {
			return object.Null, err
		}
	}
	if tolerance[0] < 0 || tolerance[1] < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "tolerances must be non-negative")
	}
	if z[0] == z[1] {
		return object.True, nil
	}
	infinite := complexTests[1].f
	if infinite(real(z[0]), imag(z[0])) || infinite(real(z[1]), imag(z[1])) {
		return object.False, nil
	}
	d := cx.ComplexAbs(z[0] - z[1])
	return object.Bool(d <= tolerance[0]*cx.ComplexAbs(z[1]) || d <= tolerance[0]*cx.ComplexAbs(z[0]) || d <= tolerance[1]), nil
}
