package specialize

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// OperationOf returns what is known of the operator of a class at a code unit, for
// operands a and b; nil if neither has a class.
func OperationOf(h *object.Heap, code *adaptive.Code, unit int, compare bool, arg int, a, b object.Value) *adaptive.Operation {
	if h.TypeID(a) < object.FirstFreeType && h.TypeID(b) < object.FirstFreeType {
		return nil
	}
	x := code.OperationAt(unit)
	x.Numbers = numbersCode(h, a)
	left, right := h.TypeVersion(a), h.TypeVersion(b)
	if x.Left != left || x.Right != right || left == 0 || right == 0 {
		x.Left, x.Right = left, right
		x.Method, x.Operator = FirstMethod(h, compare, arg, a, b)
	}
	return x
}

// FirstMethod returns the function in Python that BINARY_OP (or COMPARE_OP) with an
// argument calls first for a and b, Null if that is something else.
func FirstMethod(h *object.Heap, compare bool, arg int, a, b object.Value) (f object.Value, o pyguest.Operator) {
	if h.TypeID(a) < object.FirstFreeType && h.TypeID(b) < object.FirstFreeType {
		return object.Null, 0
	}
	var at object.Attempt
	if compare {
		var not bool
		op := object.CompareOp(arg >> 5)
		if f, at, not = h.FirstCompare(op, h.TypeOf(a), h.TypeOf(b)); f != object.Null {
			o = pyguest.CompareOperator(op, at, arg&16 != 0, not)
		}
		return f, o
	}
	op := object.BinaryOp(arg)
	if op == object.Subscr {
		return object.Null, 0
	}
	if f, at = h.FirstBinary(op, h.TypeOf(a), h.TypeOf(b)); f != object.Null {
		o = pyguest.BinaryOperator(op, at)
	}
	return f, o
}
