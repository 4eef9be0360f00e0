package python

import "github.com/tier2go/tier2/object"

// Extension is one row of BINARY_OP_EXTEND: an operator on operands of two exact
// types (CPython's binaryop_extend_descrs in Python/specialize.c, with more
// rows). The interpreter calls Fn; the compiler builds the row's operations.
type Extension struct {
	Op          object.BinaryOp
	Left, Right object.TypeID
	Fn          func(h *object.Heap, a, b object.Value) (object.Value, error)
	// Build names the operations that compute the row: an operation for each
	// operand that converts it first ("" for none), then the operation itself.
	ConvL, ConvR, Do string
}

// Accepts reports whether the row is for these operands. Ints must have at most
// 64 bits, as for the members of BINARY_OP that are for ints.
func (e *Extension) Accepts(h *object.Heap, a, b object.Value) bool {
	return h.TypeID(a) == e.Left && h.TypeID(b) == e.Right && fits64(h, a, e.Left) && fits64(h, b, e.Right)
}

func fits64(h *object.Heap, v object.Value, t object.TypeID) bool {
	if t != object.IntType || v.IsSmall() {
		return true
	}
	_, ok := h.AsInt64(v)
	return ok
}

// Extensions are the rows, in the order of their numbers.
var Extensions = func() []Extension {
	var list []Extension
	add := func(op object.BinaryOp, l, r object.TypeID, convL, convR, do string) {
		list = append(list, Extension{op, l, r, func(h *object.Heap, a, b object.Value) (object.Value, error) {
			return h.Binary(op, a, b)
		}, convL, convR, do})
	}
	const i, f = object.IntType, object.FloatType
	for _, x := range []struct {
		op object.BinaryOp
		do string
	}{
		{object.And, "int.and"}, {object.Or, "int.or"}, {object.Xor, "int.xor"}, {object.Lshift, "int.lshift"},
		{object.Rshift, "int.rshift"}, {object.FloorDivide, "int.floordiv"}, {object.Remainder, "int.mod"},
		{object.TrueDivide, "int.truediv"}, {object.Power, "int.pow"},
	} {
		add(x.op, i, i, "", "", x.do)
	}
	for _, x := range []struct {
		op object.BinaryOp
		do string
	}{
		{object.Add, "float.add"}, {object.Subtract, "float.sub"}, {object.Multiply, "float.mul"}, {object.TrueDivide, "float.div"},
		{object.FloorDivide, "float.floordiv"}, {object.Remainder, "float.mod"}, {object.Power, "float.pow"},
	} {
		if x.op == object.TrueDivide || x.op == object.FloorDivide || x.op == object.Remainder || x.op == object.Power {
			add(x.op, f, f, "", "", x.do)
		}
		add(x.op, f, i, "", "float.of.int", x.do)
		add(x.op, i, f, "float.of.int", "", x.do)
	}
	return list
}()

// FindExtension returns the number of the row for an operator (not an in-place
// one) and operand types, −1 if there is none.
func FindExtension(op object.BinaryOp, l, r object.TypeID) int {
	for i := range Extensions {
		if e := &Extensions[i]; e.Op == op && e.Left == l && e.Right == r {
			return i
		}
	}
	return -1
}
