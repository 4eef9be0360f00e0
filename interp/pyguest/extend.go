package pyguest

import (
	"math/bits"

	"github.com/tier2go/tier2/interp/object"
)

// Extension is one row of BINARY_OP_EXTEND: an operator on operands of two exact
// types (CPython's binaryop_extend_descrs in Python/specialize.c, with more
// rows). The interpreter calls Fn; the compiler builds the row's operations.
type Extension struct {
	Op          object.BinaryOp
	Left, Right object.TypeID
	Width       Width
	Fn          func(h *object.Heap, a, b object.Value) (object.Value, error)
	// Build names the operations that compute the row: an operation for each
	// operand that converts it first ("" for none), then the operation itself.
	ConvL, ConvR, Do string
}

// Width says which ints a row takes.
type Width uint8

// The widths, in the order in which rows are tried.
const (
	// Narrow: ints of at most 64 bits, as for the members of BINARY_OP that are for
	// ints; for << their result too.
	Narrow Width = iota
	// Natural: ints from 0 to 2^64−1; for + − * & on the right only, for >>
	// at most 63 there, for // and % 1 to 2^63−1 there.
	Natural
	// Wide: ints of any size.
	Wide
)

// Accepts reports whether the row is for these operands.
func (e *Extension) Accepts(h *object.Heap, a, b object.Value) bool {
	if h.TypeID(a) != e.Left || h.TypeID(b) != e.Right {
		return false
	}
	switch {
	case e.Width == Wide:
		return true
	case e.Width == Natural:
		return naturals(h, e.Op, a, b)
	case e.Op == object.Lshift:
		return FitI64(h, e.Op, a, b)
	case e.Op == object.TrueDivide && e.Left == object.IntType && e.Right == object.IntType:
		return exactAsFloat(h, a) && exactAsFloat(h, b)
	case e.Left == object.ComplexType && e.Op == object.Power:
		return b == object.SmallInt(2) && h.PlainSquare(a)
	case e.Left == object.ComplexType && e.Right == object.ComplexType && e.Op == object.Multiply:
		return h.PlainProduct(a, b)
	}
	return fits64(h, a, e.Left) && fits64(h, b, e.Right)
}

// exactAsFloat reports whether an int divides as the float that it is.
func exactAsFloat(h *object.Heap, v object.Value) bool {
	n, ok := h.AsInt64(v)
	return ok && n >= -exactFloat && n <= exactFloat
}

func fits64(h *object.Heap, v object.Value, t object.TypeID) bool {
	if t != object.IntType || v.IsSmall() {
		return true
	}
	_, ok := h.AsInt64(v)
	return ok
}

// FitI64 reports whether two values are ints of at most 64 bits and what one of the
// operators + − * << makes of them is too.
func FitI64(h *object.Heap, op object.BinaryOp, a, b object.Value) bool {
	if !h.IsInt(a) || !h.IsInt(b) {
		return false
	}
	x, ok1 := h.AsInt64(a)
	y, ok2 := h.AsInt64(b)
	if !ok1 || !ok2 {
		return false
	}
	switch op {
	case object.Add:
		return (x+y < x) == (y < 0)
	case object.Subtract:
		return (x-y > x) == (y < 0)
	case object.Multiply:
		hi, lo := bits.Mul64(uint64(x), uint64(y))
		hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x) // of the product with signs
		return int64(hi) == int64(lo)>>63
	}
	return uint64(y) < 64 && x<<y>>y == x
}

// Extensions are the rows, in the order of their numbers.
var Extensions = func() []Extension {
	var list []Extension
	add := func(op object.BinaryOp, l, r object.TypeID, w Width, convL, convR, do string) {
		list = append(list, Extension{op, l, r, w, func(h *object.Heap, a, b object.Value) (object.Value, error) {
			return h.Binary(op, a, b)
		}, convL, convR, do})
	}
	const i, f, c = object.IntType, object.FloatType, object.ComplexType
	for _, x := range []struct {
		op object.BinaryOp
		do string
	}{
		{object.And, "int.and"}, {object.Or, "int.or"}, {object.Xor, "int.xor"}, {object.Lshift, "int.lshift"},
		{object.Rshift, "int.rshift"}, {object.FloorDivide, "int.floordiv"}, {object.Remainder, "int.mod"},
		{object.TrueDivide, "int.truediv"}, {object.Power, "int.pow"},
	} {
		add(x.op, i, i, Narrow, "", "", x.do)
	}
	for _, x := range []struct {
		op object.BinaryOp
		do string
	}{
		{object.Add, "float.add"}, {object.Subtract, "float.sub"}, {object.Multiply, "float.mul"}, {object.TrueDivide, "float.div"},
		{object.FloorDivide, "float.floordiv"}, {object.Remainder, "float.mod"}, {object.Power, "float.power"},
	} {
		if x.op == object.TrueDivide || x.op == object.FloorDivide || x.op == object.Remainder || x.op == object.Power {
			add(x.op, f, f, Narrow, "", "", x.do)
		}
		do := x.do
		if x.op == object.Power { // an integral exponent makes no complex number
			do = "float.pow"
		}
		add(x.op, f, i, Narrow, "", "float.of.int", do)
		add(x.op, i, f, Narrow, "float.of.int", "", x.do)
	}
	for _, x := range []struct {
		op object.BinaryOp
		do string
	}{
		{object.Add, "complex.add"}, {object.Subtract, "complex.sub"}, {object.Multiply, "complex.mul"}, {object.TrueDivide, "complex.div"},
	} {
		if x.op != object.TrueDivide {
			add(x.op, c, c, Narrow, "", "", x.do)
			add(x.op, f, c, Narrow, "", "", x.do+".from")
			add(x.op, i, c, Narrow, "float.of.int", "", x.do+".from")
		}
		add(x.op, c, f, Narrow, "", "", x.do+".by")
		add(x.op, c, i, Narrow, "", "float.of.int", x.do+".by")
	}
	add(object.Power, c, i, Narrow, "", "", "complex.square")
	for _, x := range []struct {
		op object.BinaryOp
		w  Width
		do string
	}{
		{object.Add, Natural, "nat.add"}, {object.Subtract, Natural, "nat.sub"}, {object.Multiply, Natural, "nat.mul"},
		{object.And, Natural, "nat.and"}, {object.Or, Natural, "nat.or"}, {object.Xor, Natural, "nat.xor"}, {object.Rshift, Natural, "nat.shr"},
		{object.FloorDivide, Natural, "nat.floordiv"}, {object.Remainder, Natural, "nat.mod"},
		{object.Add, Wide, "wide.add"}, {object.Subtract, Wide, "wide.sub"}, {object.Multiply, Wide, "wide.mul"},
		{object.And, Wide, "wide.and"}, {object.Or, Wide, "wide.or"}, {object.Xor, Wide, "wide.xor"},
		{object.Lshift, Wide, "wide.shl"}, {object.Rshift, Wide, "wide.shr"}, {object.FloorDivide, Wide, "wide.floordiv"}, {object.Remainder, Wide, "wide.mod"},
		{object.TrueDivide, Wide, "wide.truediv"},
	} {
		add(x.op, i, i, x.w, "", "", x.do)
	}
	for _, x := range []struct {
		op object.BinaryOp
		do string
	}{
		{object.Add, "float.add"}, {object.Subtract, "float.sub"}, {object.Multiply, "float.mul"}, {object.TrueDivide, "float.div"},
	} {
		add(x.op, f, i, Wide, "", "wide.float", x.do)
		add(x.op, i, f, Wide, "wide.float", "", x.do)
	}
	return list
}()

// FindExtension returns the number of the first row for an operator (not an in-place
// one) and operands, −1 if there is none.
func FindExtension(h *object.Heap, op object.BinaryOp, a, b object.Value) int {
	for i := range Extensions {
		if e := &Extensions[i]; e.Op == op && e.Accepts(h, a, b) {
			return i
		}
	}
	return -1
}
