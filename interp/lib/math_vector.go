package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/cmath"
	"github.com/tier2go/tier2/interp/object"
)

// vectorFunctions are math's functions of many numbers.
var vectorFunctions = []object.Builtin{
	{Name: "hypot", Arity: object.Fast, Max: -1, Pure: true, NoGuest: true, Fn: hypot},
	{Name: "dist", Arity: object.Fast, Min: 2, Max: 2, Fn: dist},
	{Name: "fsum", Arity: object.O, Fn: fsum},
	{Name: "prod", Arity: object.Varied, FnKw: prod},
	{Name: "sumprod", Arity: object.Fast, Min: 2, Max: 2, Fn: sumprod},
}

func hypot(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	var few [4]float64
	xs := few[:min(len(a), len(few))]
	if len(a) > len(few) {
		xs = make([]float64, len(a))
	}
	if err := floats(h, a, xs); err != nil {
		return object.Null, err
	}
	return object.FloatValue(cmath.Hypot(xs...)), nil
}

func dist(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	p, err := tupleOf(h, a[0])
	if err != nil {
		return object.Null, err
	}
	q, err := tupleOf(h, a[1])
	if err != nil {
		return object.Null, err
	}
	n := h.TupleLen(p)
	if n != h.TupleLen(q) {
		return object.Null, h.Raise(object.ValueErrorType, "both points must have the same number of dimensions")
	}
	var few [4]float64
	xs := few[:min(n, len(few))]
	if n > len(few) {
		xs = make([]float64, n)
	}
	for i := range xs {
		x, err := h.Float(h.TupleItem(p, i))
		if err != nil {
			return object.Null, err
		}
		y, err := h.Float(h.TupleItem(q, i))
		if err != nil {
			return object.Null, err
		}
		xs[i] = math.Abs(x - y)
	}
	return object.FloatValue(cmath.Hypot(xs...)), nil
}

func tupleOf(h *object.Heap, v object.Value) (object.Value, error) {
	if h.Is(v, object.TupleType) {
		return v, nil
	}
	return h.TupleFromIter(v)
}

// fsum adds floats without losing anything but one rounding at the end: it keeps
// the exact sum as floats that do not overlap, in increasing order (Shewchuk,
// "Adaptive Precision Floating-Point Arithmetic", 1997).
func fsum(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	it, err := h.Iter(a[0])
	if err != nil {
		return object.Null, err
	}
	var few [32]float64
	parts := few[:0]
	special, infinities := 0.0, 0.0 // sums of the elements that are not finite
	for {
		v, err := h.Next(it)
		if err != nil {
			return object.Null, err
		}
		if v == object.Null {
			break
		}
		x, err := h.Float(v)
		if err != nil {
			return object.Null, err
		}
		added := x
		n := 0
		for _, y := range parts {
			if math.Abs(x) < math.Abs(y) {
				x, y = y, x
			}
			hi := x + y
			if lo := y - (hi - x); lo != 0 {
				parts[n] = lo
				n++
			}
			x = hi
		}
		parts = parts[:n]
		switch {
		case x == 0:
		case finite(x):
			parts = append(parts, x)
		case finite(added):
			return object.Null, h.Raise(object.OverflowErrorType, "intermediate overflow in fsum")
		default:
			if math.IsInf(added, 0) {
				infinities += added
			}
			special += added
			parts = parts[:0]
		}
	}
	if special != 0 {
		if infinities != infinities {
			return object.Null, h.Raise(object.ValueErrorType, "-inf + inf in fsum")
		}
		return object.FloatValue(special), nil
	}
	return object.FloatValue(roundParts(parts)), nil
}

// roundParts rounds a sum of floats that do not overlap, half to even.
func roundParts(parts []float64) float64 {
	n := len(parts)
	if n == 0 {
		return 0
	}
	n--
	hi, lo := parts[n], 0.0
	for n > 0 && lo == 0 {
		x := hi
		n--
		y := parts[n]
		hi = x + y
		lo = y - (hi - x)
	}
	// What remains decides a tie.
	if n > 0 && (lo < 0 && parts[n-1] < 0 || lo > 0 && parts[n-1] > 0) {
		y := lo * 2
		if x := hi + y; x-hi == y {
			hi = x
		}
	}
	return hi
}

var prodSig = object.NewSignature("prod", 1, 1, 1, "", "start")

func prod(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, prodSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	it, err := h.Iter(p[0])
	if err != nil {
		return object.Null, err
	}
	r := p[1]
	if r == object.Null {
		r = object.SmallInt(1)
	}
	for {
		x, err := h.Next(it)
		if err != nil || x == object.Null {
			return r, err
		}
		if r.IsFloat() && x.IsFloat() {
			r = object.FloatValue(r.Float() * x.Float())
			continue
		}
		if r, err = h.Binary(object.Multiply, r, x); err != nil {
			return object.Null, err
		}
	}
}

// triple is a sum of three floats of decreasing size, as math.sumprod keeps its
// sum of products of floats.
type triple struct{ hi, lo, tiny float64 }

// twoSum returns a+b and what rounding has lost of it.
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	z := sum - a
	return sum, (a - (sum - z)) + (b - z)
}

func (t triple) fma(x, y float64) triple {
	p := float64(x * y)
	e := math.FMA(x, y, -p)
	hi, hiLost := twoSum(t.hi, p)
	r1, r1Lost := twoSum(t.lo, e)
	r2, r2Lost := twoSum(r1, hiLost)
	return triple{hi, r2, t.tiny + r1Lost + r2Lost}
}

func (t triple) float() float64 {
	last, lastLost := twoSum(t.lo, t.tiny)
	sum, lost := twoSum(t.hi, last)
	return sum + (lost + lastLost)
}

// sumprod adds in three phases, as CPython's math_sumprod_impl: pairs of ints,
// exactly; pairs with a float, in triples; whatever comes then, by * and +.
func sumprod(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	p, err := h.Iter(a[0])
	if err != nil {
		return object.Null, err
	}
	q, err := h.Iter(a[1])
	if err != nil {
		return object.Null, err
	}
	total := object.SmallInt(0)
	var t triple
	ints, floats, used := true, true, false
	for {
		x, err := h.Next(p)
		if err != nil {
			return object.Null, err
		}
		y, err := h.Next(q)
		if err != nil {
			return object.Null, err
		}
		if (x == object.Null) != (y == object.Null) {
			return object.Null, h.Raise(object.ValueErrorType, "Inputs are not the same length")
		}
		done := x == object.Null
		if ints && !done && h.IsInt(x) && h.IsInt(y) {
			product := h.IntMul(x, y)
			total = h.IntAdd(total, product)
			if !fits64(h, x) || !fits64(h, y) || !fits64(h, product) || !fits64(h, total) {
				ints, floats = false, false // CPython's fast paths end here
			}
			continue
		}
		ints = false
		if floats && !done {
			if fx, fy, ok := floatPair(h, x, y); ok {
				if next := t.fma(fx, fy); finite(next.hi) {
					t, used = next, true
					continue
				}
			}
		}
		if floats {
			floats = false
			if used {
				if total, err = h.Binary(object.Add, total, object.FloatValue(t.float())); err != nil {
					return object.Null, err
				}
			}
		}
		if done {
			return total, nil
		}
		r, err := h.Binary(object.Multiply, x, y)
		if err != nil {
			return object.Null, err
		}
		if total, err = h.Binary(object.Add, total, r); err != nil {
			return object.Null, err
		}
	}
}

func fits64(h *object.Heap, v object.Value) bool {
	_, ok := h.AsInt64(v)
	return ok
}

// floatPair returns two numbers as floats if one of them is a float and the
// other one converts.
func floatPair(h *object.Heap, x, y object.Value) (fx, fy float64, ok bool) {
	if !x.IsFloat() && !y.IsFloat() || !number(h, x) || !number(h, y) {
		return 0, 0, false
	}
	fx, err := h.Float(x)
	if err != nil {
		return 0, 0, false
	}
	fy, err = h.Float(y)
	return fx, fy, err == nil
}

func number(h *object.Heap, v object.Value) bool {
	return v.IsFloat() || h.IsIntegral(v) && !h.TypeOf(v).Made()
}
