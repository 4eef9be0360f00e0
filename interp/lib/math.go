package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/cmath"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/textfmt"
)

// newMath makes the module math (Modules/mathmodule.c). What it computes with
// floats is package cmath's; here stand arguments and errors.
func (l *Lib) newMath() (object.Value, error) {
	m := l.newModule("math")
	for _, f := range unaryMath {
		m.functions([]object.Builtin{{Name: f.name, Arity: object.O, Pure: true, NoGuest: true, Fn: f.call, Each: object.EachOfFloat}})
	}
	for _, table := range [][]object.Builtin{logFunctions, floatFunctions, vectorFunctions, integerFunctions} {
		m.functions(table)
	}
	for _, c := range []struct {
		name string
		x    float64
	}{{"pi", math.Pi}, {"e", math.E}, {"tau", 2 * math.Pi}, {"inf", math.Inf(1)}, {"nan", math.NaN()}} {
		m.set(c.name, object.FloatValue(c.x))
	}
	return m.v, nil
}

// unary is a function of one float, and what its errors say.
type unary struct {
	name     string
	f        func(float64) float64
	overflow bool   // an infinite result of a finite argument is OverflowError, not ValueError
	expected string // what ValueError says, with the argument behind it; "": math domain error
}

const (
	wantFinite     = "expected a finite input"
	wantUnit       = "expected a number in range from -1 up to 1"
	wantNotInteger = "expected a noninteger or positive integer"
)

var unaryMath = []unary{
	{"acos", cmath.Acos, false, wantUnit},
	{"acosh", cmath.Acosh, false, "expected argument value not less than 1"},
	{"asin", cmath.Asin, false, wantUnit},
	{"asinh", cmath.Asinh, false, ""},
	{"atan", cmath.Atan, false, ""},
	{"atanh", cmath.Atanh, false, "expected a number between -1 and 1"},
	{"cbrt", cmath.Cbrt, false, ""},
	{"cos", cmath.Cos, false, wantFinite},
	{"cosh", cmath.Cosh, true, ""},
	{"erf", cmath.Erf, false, ""},
	{"erfc", cmath.Erfc, false, ""},
	{"exp", cmath.Exp, true, ""},
	{"exp2", cmath.Exp2, true, ""},
	{"expm1", cmath.Expm1, true, ""},
	{"fabs", math.Abs, false, ""},
	{"gamma", cmath.Gamma, true, wantNotInteger},
	{"lgamma", cmath.Lgamma, true, wantNotInteger},
	{"log1p", cmath.Log1p, false, "expected argument value > -1"},
	{"sin", cmath.Sin, false, wantFinite},
	{"sinh", cmath.Sinh, true, ""},
	{"sqrt", cmath.Sqrt, false, "expected a nonnegative input"},
	{"tan", cmath.Tan, false, wantFinite},
	{"tanh", cmath.Tanh, false, ""},
	{"degrees", func(x float64) float64 { return x * (180 / math.Pi) }, true, ""},
	{"radians", func(x float64) float64 { return x * (math.Pi / 180) }, true, ""},
}

func (u unary) call(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	var x float64
	if a[0].IsFloat() {
		x = a[0].Float()
	} else {
		var err error
		if x, err = h.Float(a[0]); err != nil {
			return object.Null, err
		}
	}
	r := u.f(x)
	if r-r != 0 { // NaN or infinite
		if err := u.check(h, x, r); err != nil {
			return object.Null, err
		}
	}
	return object.FloatValue(r), nil
}

// check returns the error of a result that is not finite, if it is one.
func (u unary) check(h *object.Heap, x, r float64) error {
	switch {
	case r != r && x == x:
	case !math.IsInf(r, 0) || math.IsInf(x, 0):
		return nil
	case u.name == "degrees":
		return nil // CPython does not look
	case u.overflow && !(u.expected == wantNotInteger && x <= 0 && x == math.Floor(x)):
		return rangeError(h)
	}
	if u.expected == "" {
		return domainError(h)
	}
	return expected(h, u.expected, x)
}

func rangeError(h *object.Heap) error {
	return h.Raise(object.OverflowErrorType, "math range error")
}
func domainError(h *object.Heap) error { return h.Raise(object.ValueErrorType, "math domain error") }

// expected is the ValueError that shows the argument.
func expected(h *object.Heap, what string, x float64) error {
	return h.Raise(object.ValueErrorType, "%s, got %s", what, textfmt.FormatFloat(x, 'r', 0, false))
}

// logFunctions are the logarithms, which also take ints that no float can hold.
var logFunctions = []object.Builtin{
	{Name: "log", Arity: object.Fast, Min: 1, Max: 2, Pure: true, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		x, err := logarithm(h, a[0], cmath.Log)
		if err != nil || len(a) == 1 {
			return object.FloatValue(x), err
		}
		base, err := logarithm(h, a[1], cmath.Log)
		if err != nil {
			return object.Null, err
		}
		return h.Binary(object.TrueDivide, object.FloatValue(x), object.FloatValue(base))
	}},
	{Name: "log2", Arity: object.O, Pure: true, NoGuest: true, Fn: logBase(cmath.Log2)},
	{Name: "log10", Arity: object.O, Pure: true, NoGuest: true, Fn: logBase(cmath.Log10)},
}

func logBase(f func(float64) float64) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		x, err := logarithm(h, a[0], f)
		return object.FloatValue(x), err
	}
}

// logarithm is CPython's loghelper.
func logarithm(h *object.Heap, v object.Value, f func(float64) float64) (float64, error) {
	const positive = "expected a positive input"
	if h.IsIntegral(v) {
		if h.IntSign(v) <= 0 {
			return 0, h.Raise(object.ValueErrorType, positive)
		}
		if i, ok := h.AsInt64(v); ok {
			return f(float64(i)), nil
		}
		m, e := h.IntFrexp(v)
		if e <= 1024 && !math.IsInf(math.Ldexp(m, e), 0) {
			return f(math.Ldexp(m, e)), nil
		}
		p := float64(f(2) * float64(e))
		return f(m) + p, nil
	}
	x, err := h.Float(v)
	switch {
	case err != nil:
		return 0, err
	case x <= 0:
		return 0, expected(h, positive, x)
	}
	return f(x), nil
}

// floats returns the arguments of a function as floats.
func floats(h *object.Heap, a []object.Value, out []float64) error {
	for i := range out {
		var err error
		if out[i], err = h.Float(a[i]); err != nil {
			return err
		}
	}
	return nil
}

// binaryMath makes a function of two floats. f returns the result and whether it
// is what the arguments' domain allows.
func binaryMath(name string, f func(h *object.Heap, x, y float64) (float64, error)) object.Builtin {
	return object.Builtin{Name: name, Arity: object.Fast, Min: 2, Max: 2, Pure: true, NoGuest: true,
		Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			x, err := h.Float(a[0])
			if err != nil {
				return object.Null, err
			}
			y, err := h.Float(a[1])
			if err != nil {
				return object.Null, err
			}
			r, err := f(h, x, y)
			return object.FloatValue(r), err
		}}
}

func finite(x float64) bool { return x-x == 0 }

var floatFunctions = []object.Builtin{
	binaryMath("atan2", func(_ *object.Heap, x, y float64) (float64, error) { return cmath.Atan2(x, y), nil }),
	binaryMath("copysign", func(_ *object.Heap, x, y float64) (float64, error) { return math.Copysign(x, y), nil }),
	binaryMath("pow", func(h *object.Heap, x, y float64) (float64, error) {
		r, domain := power(x, y)
		switch {
		case domain:
			return 0, domainError(h)
		case !finite(r) && finite(x) && finite(y):
			return 0, rangeError(h)
		}
		return r, nil
	}),
	binaryMath("fmod", func(h *object.Heap, x, y float64) (float64, error) {
		if math.IsInf(y, 0) && finite(x) {
			return x, nil
		}
		r := cmath.Fmod(x, y)
		if r != r && x == x && y == y {
			return 0, domainError(h)
		}
		return r, nil
	}),
	binaryMath("remainder", func(h *object.Heap, x, y float64) (float64, error) {
		r := cmath.Remainder(x, y)
		if r != r && x == x && y == y {
			return 0, domainError(h)
		}
		return r, nil
	}),
	{Name: "fma", Arity: object.Fast, Min: 3, Max: 3, Pure: true, NoGuest: true, Fn: fma},
	{Name: "frexp", Arity: object.O, Pure: true, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		x, err := h.Float(a[0])
		if err != nil {
			return object.Null, err
		}
		m, e := cmath.Frexp(x)
		return h.NewTuple(object.FloatValue(m), object.SmallInt(int64(e))), nil
	}},
	{Name: "modf", Arity: object.O, Pure: true, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		x, err := h.Float(a[0])
		if err != nil {
			return object.Null, err
		}
		fraction, whole := cmath.Modf(x)
		return h.NewTuple(object.FloatValue(fraction), object.FloatValue(whole)), nil
	}},
	{Name: "ldexp", Arity: object.Fast, Min: 2, Max: 2, Pure: true, NoGuest: true, Fn: ldexp},
	{Name: "ulp", Arity: object.O, Pure: true, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		x, err := h.Float(a[0])
		return object.FloatValue(cmath.Ulp(x)), err
	}},
	{Name: "isnan", Arity: object.O, Pure: true, NoGuest: true, Fn: isFloat(func(x float64) bool { return x != x })},
	{Name: "isinf", Arity: object.O, Pure: true, NoGuest: true, Fn: isFloat(func(x float64) bool { return math.IsInf(x, 0) })},
	{Name: "isfinite", Arity: object.O, Pure: true, NoGuest: true, Fn: isFloat(finite)},
	{Name: "isclose", Arity: object.Varied, Pure: true, NoGuest: true, FnKw: isClose},
	{Name: "nextafter", Arity: object.Varied, Pure: true, NoGuest: true, FnKw: nextAfter},
	{Name: "floor", Arity: object.O, Each: object.EachFloor, Fn: toInteger("__floor__", (*object.Heap).FloatFloor)},
	{Name: "ceil", Arity: object.O, Each: object.EachCeil, Fn: toInteger("__ceil__", (*object.Heap).FloatCeil)},
	{Name: "trunc", Arity: object.O, Each: object.EachTrunc, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if r, found, err := h.OwnSpecial(a[0], "__trunc__"); found || err != nil {
			return r, err
		}
		if !h.IsInstance(a[0], object.FloatType) && !h.IsIntegral(a[0]) {
			return object.Null, h.Raise(object.TypeErrorType, "type %s doesn't define __trunc__ method", h.TypeName(a[0]))
		}
		return toInteger("__trunc__", (*object.Heap).FloatToInt)(h, object.Null, a)
	}},
}

// power is C's pow; domain reports that it has no value, or that the value is a
// pole's.
func power(x, y float64) (r float64, domain bool) {
	odd := math.Abs(math.Mod(y, 2)) == 1
	ax := math.Abs(x)
	switch {
	case y == 0 || x == 1:
		return 1, false
	case x != x:
		return x, false
	case y != y:
		return y, false
	case math.IsInf(y, 0) && ax == 1:
		return 1, false
	case math.IsInf(y, 0) && (ax > 1) == (y > 0):
		return math.Inf(1), false
	case math.IsInf(y, 0):
		return 0, false
	case x < 0 && finite(x) && y != math.Floor(y):
		return 0, true
	case x == 0 && y < 0:
		return 0, true
	case x == 0:
		r = 0
	case !finite(x) && y > 0:
		r = math.Inf(1)
	case !finite(x):
		r = 0
	default:
		r = cmath.Pow(ax, y)
	}
	if odd {
		r = math.Copysign(r, x)
	}
	return r, false
}

func isFloat(f func(float64) bool) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		x, err := h.Float(a[0])
		return object.Bool(f(x)), err
	}
}

// toInteger makes a function that rounds floats to an int and keeps ints; classes do
// it by a special method.
func toInteger(special string, f func(*object.Heap, float64) (object.Value, error)) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if a[0].IsRef() {
			if r, found, err := h.OwnSpecial(a[0], special); found || err != nil {
				return r, err
			}
		}
		if h.IsIntegral(a[0]) {
			return h.ToIndex(a[0])
		}
		x, err := h.Float(a[0])
		if err != nil {
			return object.Null, err
		}
		return f(h, x)
	}
}

func fma(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	var p [3]float64
	if err := floats(h, a, p[:]); err != nil {
		return object.Null, err
	}
	x, y, z := p[0], p[1], p[2]
	r := cmath.FMA(x, y, z)
	switch {
	case finite(r):
	case r != r && x == x && y == y && z == z:
		return object.Null, h.Raise(object.ValueErrorType, "invalid operation in fma")
	case r == r && finite(x) && finite(y) && finite(z):
		return object.Null, h.Raise(object.OverflowErrorType, "overflow in fma")
	}
	return object.FloatValue(r), nil
}

func ldexp(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	x, err := h.Float(a[0])
	if err != nil {
		return object.Null, err
	}
	if !h.IsIntegral(a[1]) {
		return object.Null, h.Raise(object.TypeErrorType, "Expected an int as second argument to ldexp.")
	}
	n, ok := h.AsInt64(a[1])
	if !ok {
		n = math.MaxInt32 * int64(h.IntSign(a[1]))
	}
	r := cmath.Ldexp(x, int(min(max(n, math.MinInt32), math.MaxInt32)))
	if math.IsInf(r, 0) && finite(x) {
		return object.Null, rangeError(h)
	}
	return object.FloatValue(r), nil
}

var (
	closeSig = object.NewSignature("isclose", 0, 2, 2, "a", "b", "rel_tol", "abs_tol")
	afterSig = object.NewSignature("nextafter", 2, 2, 1, "", "", "steps")
)

func isClose(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [4]object.Value
	if err := bind(h, closeSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	x := [4]float64{2: 1e-9}
	for i, v := range p {
		if v == object.Null {
			continue
		}
		var err error
		if x[i], err = h.Float(v); err != nil {
			return object.Null, err
		}
	}
	a, b, rel, abs := x[0], x[1], x[2], x[3]
	if rel < 0 || abs < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "tolerances must be non-negative")
	}
	if a == b {
		return object.True, nil
	}
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return object.False, nil
	}
	d := math.Abs(b - a)
	return object.Bool(d <= math.Abs(float64(rel*b)) || d <= math.Abs(float64(rel*a)) || d <= abs), nil
}

func nextAfter(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, afterSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	x, err := h.Float(p[0])
	if err != nil {
		return object.Null, err
	}
	y, err := h.Float(p[1])
	if err != nil {
		return object.Null, err
	}
	if p[2] == object.Null || p[2] == object.None {
		return object.FloatValue(cmath.Nextafter(x, y)), nil
	}
	v, err := h.ToIndex(p[2])
	if err != nil {
		return object.Null, err
	}
	if h.IntSign(v) < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "steps must be a non-negative integer")
	}
	steps := uint64(math.MaxUint64)
	if b := h.BigInt(v); b.IsUint64() {
		steps = b.Uint64()
	}
	return object.FloatValue(stepTowards(x, y, steps)), nil
}

// stepTowards returns the float n floats after x towards y, but not past it.
func stepTowards(x, y float64, n uint64) float64 {
	const sign = 1 << 63
	ux, uy := math.Float64bits(x), math.Float64bits(y)
	ax, ay := ux&^sign, uy&^sign
	switch {
	case n == 0 || x != x:
		return x
	case y != y:
		return y
	case ux == uy:
		return x
	case (ux^uy)&sign != 0 && ax+ay <= n:
		return y
	case (ux^uy)&sign != 0 && ax < n:
		return math.Float64frombits(uy&sign | (n - ax))
	case (ux^uy)&sign != 0:
		return math.Float64frombits(ux - n)
	case ax > ay && ax-ay >= n:
		return math.Float64frombits(ux - n)
	case ax <= ay && ay-ax >= n:
		return math.Float64frombits(ux + n)
	}
	return y
}
