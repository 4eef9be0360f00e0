package object

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/cmath"
	"github.com/tier2go/tier2/interp/number"
	"github.com/tier2go/tier2/interp/pyhash"
	"github.com/tier2go/tier2/interp/textfmt"
)

// Floats stand in their words. Arithmetic is IEEE 754 as written: no product
// and sum are ever fused, so that results do not depend on the processor. The
// algorithms for //, % and ** are those of CPython's Objects/floatobject.c.

// numState is what the heap keeps for numbers.
type numState struct {
	big  bigScratch
	bufs [][]byte // scratch for text; see takeBuf

	noInt, noFloat Value // messages of texts that are no numbers; interned
}

// Float returns the value of a number as a float, as the functions of module math take their arguments (PyFloat_AsDouble):
// that of a float, also of an instance of a class derived from it; what __float__ or __index__ says of others; TypeError
// for what has neither, OverflowError for ints too large.
func (h *Heap) Float(v Value) (float64, error) {
	switch {
	case v.IsFloat():
		return v.Float(), nil
	case v.IsSmall():
		return float64(v.Small()), nil
	case h.isIntegral(v) && !h.ownFloat(v):
		return h.IntToFloat(v)
	case h.isA(v, FloatType):
		return h.number(v).Float(), nil
	}
	if x, ok, err := h.floatOf(v); ok || err != nil {
		return x, err
	}
	return 0, h.Raise(TypeErrorType, "must be real number, not %s", h.TypeName(v))
}

// floatBinary is the Binary slot of float: at least one operand is a float.
func floatBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	f := floatOps[op]
	if f == nil || !h.isNumber(a) || !h.isNumber(b) {
		return NotImplemented, nil
	}
	x, err := h.Float(h.number(a))
	if err != nil {
		return Null, err
	}
	y, err := h.Float(h.number(b))
	if err != nil {
		return Null, err
	}
	return f(h, x, y)
}

// isNumber reports whether v is an int, bool or float.
func (h *Heap) isNumber(v Value) bool {
	return v.IsFloat() || h.isIntegral(v) || h.isA(v, FloatType)
}

// floatOps are the operators that floats have, by BinaryOp.
var floatOps = [InPlaceAdd]func(h *Heap, x, y float64) (Value, error){
	Add:         func(_ *Heap, x, y float64) (Value, error) { return FloatValue(x + y), nil },
	Subtract:    func(_ *Heap, x, y float64) (Value, error) { return FloatValue(x - y), nil },
	Multiply:    func(_ *Heap, x, y float64) (Value, error) { return FloatValue(x * y), nil },
	TrueDivide:  (*Heap).floatTrueDiv,
	FloorDivide: (*Heap).floatFloorDiv,
	Remainder:   (*Heap).floatMod,
	Power:       (*Heap).FloatPow,
}

func (h *Heap) floatTrueDiv(x, y float64) (Value, error) {
	if y == 0 {
		return Null, h.zeroDivision()
	}
	return FloatValue(x / y), nil
}

func (h *Heap) floatFloorDiv(x, y float64) (Value, error) {
	if y == 0 {
		return Null, h.zeroDivision()
	}
	q, _ := number.FloatDivMod(x, y)
	return FloatValue(q), nil
}

func (h *Heap) floatMod(x, y float64) (Value, error) {
	if y == 0 {
		return Null, h.zeroDivision()
	}
	_, r := number.FloatDivMod(x, y)
	return FloatValue(r), nil
}

// FloatPow is x ** y: a float, or, for a negative number to a fractional power, a complex
// number. Its special cases come before the library's pow because
// C leaves some of them to the platform.
func (h *Heap) FloatPow(x, y float64) (Value, error) {
	negative := false
	switch {
	case y == 0, x == 1:
		return FloatValue(1), nil
	case x != x || y != y:
		return CanonNaN, nil
	case math.IsInf(y, 0):
		return FloatValue(number.PowInf(math.Abs(x), y)), nil
	case math.IsInf(x, 0):
		return FloatValue(number.InfPow(x, y)), nil
	case x == 0:
		if y < 0 {
			return Null, h.Raise(ZeroDivisionErrorType, "zero to a negative power")
		}
		if number.IsOdd(y) {
			return FloatValue(x), nil
		}
		return FloatValue(0), nil
	case x < 0:
		if y != math.Floor(y) {
			return h.complexPow(complex(x, 0), complex(y, 0))
		}
		x, negative = -x, number.IsOdd(y)
		if x == 1 {
			return FloatValue(number.Signed(1, negative)), nil
		}
	}
	f := cmath.Pow(x, y)
	if math.IsInf(f, 0) {
		return Null, h.rangeError()
	}
	return FloatValue(number.Signed(f, negative)), nil
}

// rangeError raises what a C function that set errno to ERANGE raises.
func (h *Heap) rangeError() error {
	return h.RaiseWith(OverflowErrorType, SmallInt(34), h.NewStr("Numerical result out of range"))
}

// floatCompare is the Compare slot of float.
func floatCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	x := a.Float()
	switch {
	case b.IsFloat() || h.isA(b, FloatType):
		return Bool(compareFloats(op, x, h.number(b).Float())), nil
	case !h.isIntegral(b):
		return NotImplemented, nil
	case x != x:
		return Bool(op == NE), nil
	}
	return Bool(op.Holds(-h.compareIntFloat(b, x))), nil
}

func compareFloats(op CompareOp, x, y float64) bool {
	switch op {
	case LT:
		return x < y
	case LE:
		return x <= y
	case EQ:
		return x == y
	case NE:
		return x != y
	case GT:
		return x > y
	}
	return x >= y
}

func floatUnary(h *Heap, op UnaryOp, v Value) (Value, error) {
	switch op {
	case Negative:
		return FloatValue(-v.Float()), nil
	case Positive:
		return v, nil
	case Absolute:
		return FloatValue(math.Abs(v.Float())), nil
	}
	return Null, h.noUnary(op, v)
}

// floatRepr returns repr(f).
func (h *Heap) floatRepr(f float64) Value {
	var store [40]byte
	return h.asciiStr(textfmt.AppendFloat(store[:0], f, 'r', 0, textfmt.Dot0))
}

func (h *Heap) initFloatType() {
	t := h.register(&Type{ID: FloatType, Name: "float", Slots: Slots{
		Repr:    func(h *Heap, v Value) (Value, error) { return h.floatRepr(v.Float()), nil },
		Format:  formatFloatSpec,
		Hash:    func(_ *Heap, v Value) (int64, error) { return pyhash.Float(v.Float()), nil },
		Compare: floatCompare,
		Binary:  floatBinary,
		Unary:   floatUnary,
		Bool:    func(_ *Heap, v Value) (bool, error) { return v.Float() != 0, nil },
		New:     floatNew,
	}})
	h.addMethods(t, floatMethods)
	h.addNumberAttrs(t)
	h.addClassMethods(t, floatClassMethods)
}
