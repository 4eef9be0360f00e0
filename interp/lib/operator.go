package lib

import (
	"crypto/subtle"

	"github.com/tier2go/tier2/interp/object"
)

// The module _operator (Modules/_operator.c): operators as functions.

// binaryOperators and their like are the functions by name.
var binaryOperators = []struct {
	name string
	op   object.BinaryOp
}{
	{"add", object.Add}, {"and_", object.And}, {"floordiv", object.FloorDivide}, {"lshift", object.Lshift},
	{"matmul", object.MatrixMultiply}, {"mod", object.Remainder}, {"mul", object.Multiply}, {"or_", object.Or},
	{"pow", object.Power}, {"rshift", object.Rshift}, {"sub", object.Subtract}, {"truediv", object.TrueDivide}, {"xor", object.Xor},
	{"iadd", object.InPlaceAdd}, {"iand", object.InPlaceAnd}, {"ifloordiv", object.InPlaceFloorDivide}, {"ilshift", object.InPlaceLshift},
	{"imatmul", object.InPlaceMatrixMultiply}, {"imod", object.InPlaceRemainder}, {"imul", object.InPlaceMultiply}, {"ior", object.InPlaceOr},
	{"ipow", object.InPlacePower}, {"irshift", object.InPlaceRshift}, {"isub", object.InPlaceSubtract},
	{"itruediv", object.InPlaceTrueDivide}, {"ixor", object.InPlaceXor},
}

var compareOperators = []struct {
	name string
	op   object.CompareOp
}{
	{"lt", object.LT}, {"le", object.LE}, {"eq", object.EQ}, {"ne", object.NE}, {"gt", object.GT}, {"ge", object.GE},
}

var unaryOperators = []struct {
	name string
	op   object.UnaryOp
}{
	{"abs", object.Absolute}, {"inv", object.Invert}, {"invert", object.Invert}, {"neg", object.Negative}, {"pos", object.Positive},
}

// ComparisonOf returns the comparison that a function of module operator is, by its name; ok is false if it is none.
func ComparisonOf(name string) (op object.CompareOp, ok bool) {
	for _, r := range compareOperators {
		if r.name == name {
			return r.op, true
		}
	}
	return 0, false
}

// OperatorOf returns the operator that a function of the module is.
func OperatorOf(name string) object.BinaryOp {
	for _, r := range binaryOperators {
		if r.name == name {
			return r.op
		}
	}
	return object.Subscr // getitem
}

// newOperator makes the module.
func (l *Lib) newOperator() (object.Value, error) {
	m := l.newModule("_operator")
	rows := []object.Builtin{}
	for _, r := range binaryOperators {
		rows = append(rows, object.Builtin{Name: r.name, Arity: object.Fast, Min: 2, Max: 2, Each: object.EachOperator,
			Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
				return h.Binary(r.op, a[0], a[1])
			}})
	}
	for _, r := range compareOperators {
		rows = append(rows, object.Builtin{Name: r.name, Arity: object.Fast, Min: 2, Max: 2, Each: object.EachCompare,
			Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
				return h.Compare(r.op, a[0], a[1])
			}})
	}
	for _, r := range unaryOperators {
		rows = append(rows, object.Builtin{Name: r.name, Arity: object.O,
			Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
				return h.Unary(r.op, a[0])
			}})
	}
	m.functions(rows)
	m.functions(operatorTruth)
	m.functions(operatorItems)
	l.registerGetters(m)
	return m.v, nil
}

// test makes a function of the truth of something about one or two values.
func test(name string, n int, f func(h *object.Heap, a []object.Value) (bool, error)) object.Builtin {
	b := object.Builtin{Name: name, Arity: object.Fast, Min: n, Max: n,
		Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			ok, err := f(h, a)
			return object.Bool(ok), err
		}}
	if n == 1 {
		b.Arity = object.O
	}
	return b
}

var operatorTruth = []object.Builtin{
	test("is_", 2, func(_ *object.Heap, a []object.Value) (bool, error) { return a[0] == a[1], nil }),
	test("is_not", 2, func(_ *object.Heap, a []object.Value) (bool, error) { return a[0] != a[1], nil }),
	test("is_none", 1, func(_ *object.Heap, a []object.Value) (bool, error) { return a[0] == object.None, nil }),
	test("is_not_none", 1, func(_ *object.Heap, a []object.Value) (bool, error) { return a[0] != object.None, nil }),
	test("truth", 1, func(h *object.Heap, a []object.Value) (bool, error) { return h.Truth(a[0]) }),
	test("not_", 1, func(h *object.Heap, a []object.Value) (bool, error) {
		t, err := h.Truth(a[0])
		return !t, err
	}),
	test("contains", 2, func(h *object.Heap, a []object.Value) (bool, error) { return h.Contains(a[0], a[1]) }),
	test("_compare_digest", 2, compareDigest),
}

// compareDigest compares two secrets in a time that does not depend on them.
func compareDigest(h *object.Heap, a []object.Value) (bool, error) {
	var data [2][]byte
	for i, v := range a {
		if h.IsInstance(v, object.StrType) {
			text, ok := h.ASCIIData(v)
			if !ok {
				return false, h.Raise(object.TypeErrorType, "comparing strings with non-ASCII characters is not supported")
			}
			data[i] = text
		} else if h.IsBuffer(v) {
			data[i], _ = h.BufferData(v)
		}
	}
	str := [2]bool{h.IsInstance(a[0], object.StrType), h.IsInstance(a[1], object.StrType)}
	if str[0] != str[1] || !str[0] && !(h.IsBuffer(a[0]) && h.IsBuffer(a[1])) {
		return false, h.Raise(object.TypeErrorType, "unsupported operand types(s) or combination of types: '%s' and '%s'", h.TypeName(a[0]), h.TypeName(a[1]))
	}
	return subtle.ConstantTimeCompare(data[0], data[1]) == 1, nil
}

var operatorItems = []object.Builtin{
	{Name: "index", Arity: object.O, Each: object.EachIndexOf, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) { return h.ToIndex(a[0]) }},
	{Name: "getitem", Arity: object.Fast, Min: 2, Max: 2, Each: object.EachOperator, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return h.Binary(object.Subscr, a[0], a[1])
	}},
	{Name: "setitem", Arity: object.Fast, Min: 3, Max: 3, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return object.None, h.SetItem(a[0], a[1], a[2])
	}},
	{Name: "delitem", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return object.None, h.DelItem(a[0], a[1])
	}},
	{Name: "concat", Arity: object.Fast, Min: 2, Max: 2, Fn: concat(object.Add)},
	{Name: "iconcat", Arity: object.Fast, Min: 2, Max: 2, Fn: concat(object.InPlaceAdd)},
	{Name: "countOf", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		n, _, err := findIn(h, a[0], a[1], true)
		return object.SmallInt(n), err
	}},
	{Name: "indexOf", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		n, at, err := findIn(h, a[0], a[1], false)
		if err == nil && n == 0 {
			err = h.Raise(object.ValueErrorType, "sequence.index(x): x not in sequence")
		}
		return object.SmallInt(at), err
	}},
	{Name: "length_hint", Arity: object.Fast, Min: 1, Max: 2, Fn: lengthHint},
	{Name: "call", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		npos := len(args)
		if kwnames != object.Null {
			npos -= h.TupleLen(kwnames)
		}
		if npos < 1 {
			return object.Null, h.CheckCount("call", npos, 1, -1)
		}
		return h.Call(args[0], args[1:], kwnames)
	}},
}

// concat is + of sequences.
func concat(op object.BinaryOp) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if !h.TypeOf(a[0]).SequenceType() {
			return object.Null, h.Raise(object.TypeErrorType, "'%s' object can't be concatenated", h.TypeName(a[0]))
		}
		return h.Concat(op, a[0], a[1])
	}
}

// findIn returns how many elements of v equal x, and where the first is; without all
// it stops at that.
func findIn(h *object.Heap, v, x object.Value, all bool) (n, at int64, err error) {
	it, err := h.Iter(v)
	if err != nil && h.RaisedIs(err, object.TypeErrorType) {
		err = h.Raise(object.TypeErrorType, "argument of type '%s' is not iterable", h.TypeName(v))
	}
	if err != nil {
		return 0, 0, err
	}
	for i := int64(0); ; i++ {
		y, err := h.Next(it)
		if y == object.Null || err != nil {
			return n, at, err
		}
		same, err := h.Same(y, x)
		if err != nil {
			return n, at, err
		}
		if same {
			if n == 0 {
				at = i
			}
			n++
			if !all {
				return n, at, nil
			}
		}
	}
}

// lengthHint is PyObject_LengthHint (Objects/abstract.c).
func lengthHint(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	def := object.SmallInt(0)
	if len(a) > 1 {
		if !h.IsIntegral(a[1]) {
			return object.Null, h.Raise(object.TypeErrorType, "'%s' object cannot be interpreted as an integer", h.TypeName(a[1]))
		}
		def = a[1]
	}
	if h.TypeOf(a[0]).Len != nil {
		n, err := h.Len(a[0])
		if err == nil || !h.RaisedIs(err, object.TypeErrorType) {
			return h.Int(int64(n)), err
		}
	}
	f := h.TypeOf(a[0]).Lookup(h.Intern("__length_hint__"))
	if f == object.Null {
		return def, nil
	}
	f, err := h.Bind(f, a[0])
	if err != nil {
		return object.Null, err
	}
	r, err := h.Call(f, nil, object.Null)
	switch {
	case err != nil && h.RaisedIs(err, object.TypeErrorType), r == object.NotImplemented:
		return def, nil
	case err != nil:
		return object.Null, err
	case !h.IsIntegral(r):
		return object.Null, h.Raise(object.TypeErrorType, "__length_hint__ must be an integer, not %s", h.TypeName(r))
	}
	n, err := h.Ssize(r)
	if err == nil && n < 0 {
		err = h.Raise(object.ValueErrorType, "__length_hint__() should return >= 0")
	}
	return h.Int(int64(n)), err
}
