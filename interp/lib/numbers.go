package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/object"
)

// numberFunctions are the builtins that compute with numbers.
var numberFunctions = []object.Builtin{
	{Name: "abs", Arity: object.O, Pure: true, Each: object.EachAbs, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return h.Unary(object.Absolute, a[0])
	}},
	{Name: "divmod", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return h.DivMod(a[0], a[1])
	}},
	{Name: "pow", Arity: object.Varied, FnKw: pow},
	{Name: "round", Arity: object.Varied, FnKw: round, Each: object.EachRound},
	{Name: "sum", Arity: object.Varied, FnKw: sum, Each: object.EachSum},
	{Name: "max", Arity: object.Varied, FnKw: extreme("max", object.GT), Each: object.EachMax},
	{Name: "min", Arity: object.Varied, FnKw: extreme("min", object.LT), Each: object.EachMin},
}

var (
	powSig   = object.NewSignature("pow", 0, 2, 0, "base", "exp", "mod")
	roundSig = object.NewSignature("round", 0, 1, 0, "number", "ndigits")
	sumSig   = object.NewSignature("sum", 1, 1, 0, "", "start")
)

func pow(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if kwnames == object.Null && len(args) == 2 {
		return h.Pow3(args[0], args[1], object.None)
	}
	var p [3]object.Value
	if err := bind(h, powSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if p[2] == object.Null {
		p[2] = object.None
	}
	return h.Pow3(p[0], p[1], p[2])
}

func round(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if kwnames == object.Null && len(args) == 1 {
		return h.Round(args[0], object.Null)
	}
	if kwnames == object.Null && len(args) == 2 {
		return h.Round(args[0], args[1])
	}
	var p [2]object.Value
	if err := bind(h, roundSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	return h.Round(p[0], p[1])
}

// sum adds up in three phases, as CPython's builtin_sum_impl: ints that fit a
// word, then floats with the errors carried along, then anything by +.
func sum(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, sumSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if total, ok := sumOfFloats(h, p[0], p[1]); ok {
		return total, nil
	}
	it, err := h.Iter(p[0])
	if err != nil {
		return object.Null, err
	}
	total := p[1]
	if total == object.Null {
		total = object.SmallInt(0)
	}
	for t, refuse := range unsummable {
		if h.IsInstance(total, t) {
			return object.Null, h.Raise(object.TypeErrorType, "sum() can't sum %s.join(seq) instead]", refuse)
		}
	}
	for ints := isWord(h, total) && total != object.False && total != object.True; ints; {
		x, err := h.Next(it)
		if err != nil || x == object.Null {
			return total, err
		}
		if object.BothSmall(total, x) {
			if n := total.Small() + x.Small(); object.FitsSmall(n) {
				total = object.SmallInt(n)
				continue
			}
		}
		if total, err = h.Binary(object.Add, total, x); err != nil {
			return object.Null, err
		}
		ints = isWord(h, x) && isWord(h, total)
	}
	if total.IsFloat() {
		var done bool
		if total, done, err = sumFloats(h, it, total.Float()); err != nil || done {
			return total, err
		}
	}
	if c, ok := h.ComplexOf(total); ok {
		if total, ok, err = sumComplexes(h, it, c); ok || err != nil {
			return total, err
		}
	}
	for {
		x, err := h.Next(it)
		if err != nil || x == object.Null {
			return total, err
		}
		if total, err = h.Binary(object.Add, total, x); err != nil {
			return object.Null, err
		}
	}
}

// isWord reports whether v is exactly an int or a bool, that CPython's sum adds as a machine word.
func isWord(h *object.Heap, v object.Value) bool {
	if !v.IsSmall() && !h.Is(v, object.IntType) && !h.Is(v, object.BoolType) {
		return false
	}
	_, ok := h.AsInt64(v)
	return ok
}

// unsummable are the types that sum refuses to begin with, and its advice.
var unsummable = map[object.TypeID]string{
	object.StrType:       "strings [use ''",
	object.BytesType:     "bytes [use b''",
	object.ByteArrayType: "bytearray [use b''",
}

// compensated is a sum with what rounding has lost of it (Neumaier's algorithm,
// CPython's cs_add).
type compensated struct{ hi, lo float64 }

func (c *compensated) add(x float64) {
	t := c.hi + x
	if math.Abs(c.hi) >= math.Abs(x) {
		c.lo += (c.hi - t) + x
	} else {
		c.lo += (x - t) + c.hi
	}
	c.hi = t
}

func (c *compensated) float() float64 {
	if c.lo != 0 && !math.IsInf(c.lo, 0) && c.lo == c.lo {
		return c.hi + c.lo
	}
	return c.hi
}

// sumOfFloats is the sum of a list or tuple of floats, to which a float may be added; ok is false for others.
func sumOfFloats(h *object.Heap, v, start object.Value) (total object.Value, ok bool) {
	var items []object.Value
	switch {
	case start != object.Null && !start.IsFloat():
		return object.Null, false
	case h.Is(v, object.ListType):
		items = h.ListItems(v)
	case h.Is(v, object.TupleType):
		items = h.TupleItems(v)
	}
	var c compensated
	switch {
	case len(items) == 0 || !items[0].IsFloat():
		return object.Null, false
	case start != object.Null:
		c.hi = start.Float()
	default:
		c.hi, items = 0+items[0].Float(), items[1:]
	}
	for i, x := range items {
		h.CheckStopAt(i)
		if !x.IsFloat() {
			return object.Null, false
		}
		c.add(x.Float())
	}
	return object.FloatValue(c.float()), true
}

// sumFloats adds floats and ints to a float. done is false where an element that is neither has been added.
func sumFloats(h *object.Heap, it object.Value, start float64) (total object.Value, done bool, err error) {
	c := compensated{hi: start}
	for {
		x, err := h.Next(it)
		if err != nil {
			return object.Null, false, err
		}
		if x == object.Null {
			return object.FloatValue(c.float()), true, nil
		}
		if ok, err := c.addValue(h, x); err != nil {
			return object.Null, false, err
		} else if !ok {
			total, err = h.Binary(object.Add, object.FloatValue(c.float()), x)
			return total, false, err
		}
	}
}

// sumComplexes adds complex numbers, floats and ints to a complex number. done is false where
// an element has made the result something else.
func sumComplexes(h *object.Heap, it object.Value, start complex128) (total object.Value, done bool, err error) {
	re, im := &compensated{hi: real(start)}, &compensated{hi: imag(start)}
	result := func() object.Value { return h.NewComplex(complex(re.float(), im.float())) }
	for {
		x, err := h.Next(it)
		if err != nil {
			return object.Null, false, err
		}
		if x == object.Null {
			return result(), true, nil
		}
		if ok, err := addComplex(h, re, im, x); err != nil {
			return object.Null, false, err
		} else if !ok {
			total, err = h.Binary(object.Add, result(), x)
			return total, false, err
		}
	}
}

// extreme makes max and min: op is what a better element is to the best so far.
func extreme(name string, op object.CompareOp) kwFunc {
	sig := object.NewSignature(name, 0, 0, 2, "key", "default")
	return func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		if kwnames == object.Null && len(args) == 2 {
			return better(h, op, args[0], args[1])
		}
		npos, p, err := extremeArgs(h, name, sig, args, kwnames)
		if err != nil {
			return object.Null, err
		}
		v := args[0]
		if npos > 1 {
			v = h.NewTuple(args[:npos]...)
		}
		if p[0] == object.Null {
			if best, ok := h.Extreme(v, op == object.GT); ok {
				return best, nil
			}
		}
		it, err := h.Iter(v)
		if err != nil {
			return object.Null, err
		}
		best, err := extremeOf(h, op, it, p[0])
		if err != nil || best != object.Null {
			return best, err
		}
		if p[1] != object.Null {
			return p[1], nil
		}
		return object.Null, h.Raise(object.ValueErrorType, "%s() iterable argument is empty", name)
	}
}

// better returns b if it is better than a, else a.
func better(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	ok, err := h.CompareBool(op, b, a)
	if ok {
		a = b
	}
	return a, err
}

// extremeArgs checks the arguments of max and min; p are key and default.
func extremeArgs(h *object.Heap, name string, sig *object.Signature, args []object.Value, kwnames object.Value) (npos int, p [2]object.Value, err error) {
	p = [2]object.Value{object.Null, object.Null}
	npos = len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if npos == 0 {
		return 0, p, h.CheckCount(name, 0, 1, -1)
	}
	if n := len(args) - npos; n > len(p) {
		return 0, p, sig.TooManyKeywords(h, n)
	}
	for i := npos; i < len(args); i++ {
		k, err := sig.Keyword(h, h.TupleItem(kwnames, i-npos))
		if err != nil {
			return 0, p, err
		}
		p[k] = args[i]
	}
	if npos > 1 && p[1] != object.Null {
		return 0, p, h.Raise(object.TypeErrorType, "Cannot specify a default for %s() with multiple positional arguments", name)
	}
	if p[0] == object.None {
		p[0] = object.Null
	}
	return npos, p, nil
}

// extremeLoops are the loops that find it, by what a better element is to the best.
var extremeLoops = map[object.CompareOp]struct{ byKey, alone object.Loop }{
	object.GT: {object.LoopMax, object.LoopGreatest},
	object.LT: {object.LoopMin, object.LoopLeast},
}

// extremeOf returns the best element of an iterator, Null if it has none.
func extremeOf(h *object.Heap, op object.CompareOp, it, key object.Value) (object.Value, error) {
	best, bestKey := object.Null, object.Null
	m := h.Mark()
	defer h.Release(m)
	for n := 0; ; n++ {
		if key != object.Null && h.Looping(key, n, h.Left(it)) {
			return h.RunLoop(extremeLoops[op].byKey, object.LoopState{Iter: it, Func: key, First: best, Second: bestKey})
		}
		if key == object.Null && h.LoopingOver(it, n) {
			return h.RunLoop(extremeLoops[op].alone, object.LoopState{Iter: it, Func: object.Null, First: best, Second: object.Null})
		}
		x, err := h.Next(it)
		if err != nil || x == object.Null {
			return best, err
		}
		k := x
		if key == object.Null && best != object.Null && !object.BothSmall(x, best) {
			if f := h.Comparing(op, x, best, h.Left(it)); f != object.Null {
				if first, err := h.CompareBool(op, x, best); err != nil {
					return object.Null, err
				} else if first {
					best = x
				}
				return h.RunLoop(extremeLoops[op].alone, object.LoopState{Iter: it, Func: f, First: best, Second: object.Null})
			}
		}
		if key != object.Null {
			if k, err = call1(h, key, x); err != nil {
				return object.Null, err
			}
		}
		if best == object.Null {
			best, bestKey = x, k
			continue
		}
		if object.BothSmall(k, bestKey) {
			if (op == object.GT) == (k > bestKey) && k != bestKey {
				best, bestKey = x, k
			}
			continue
		}
		ok, err := h.CompareBool(op, k, bestKey)
		if err != nil {
			return object.Null, err
		}
		if ok {
			best, bestKey = x, k
		}
	}
}

// call1 calls f with one argument.
func call1(h *object.Heap, f, x object.Value) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.Push(x)
	return h.Call(f, h.Pushed(m), object.Null)
}
