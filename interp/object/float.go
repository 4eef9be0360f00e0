package object

import (
	"math"

	"github.com/tier2go/tier2/interp/internal/cmath"
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

// Float returns the value of a float, int or bool as a float, as the functions
// of module math take their arguments: TypeError for other types,
// OverflowError for ints too large.
func (h *Heap) Float(v Value) (float64, error) {
	switch {
	case v.IsFloat():
		return v.Float(), nil
	case v.IsSmall():
		return float64(v.Small()), nil
	case h.isIntegral(v):
		return h.IntToFloat(v)
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
	x, err := h.Float(a)
	if err != nil {
		return Null, err
	}
	y, err := h.Float(b)
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
	q, _ := floatDivMod(x, y)
	return FloatValue(q), nil
}

func (h *Heap) floatMod(x, y float64) (Value, error) {
	if y == 0 {
		return Null, h.zeroDivision()
	}
	_, r := floatDivMod(x, y)
	return FloatValue(r), nil
}

// floatDivMod returns the quotient rounded down and the remainder with y's
// sign; y is not zero. A quotient rounded up by the division is put right.
func floatDivMod(x, y float64) (q, r float64) {
	r = cmath.Fmod(x, y)
	q = (x - r) / y
	if r == 0 {
		r = math.Copysign(0, y)
	} else if (y < 0) != (r < 0) {
		r += y
		q--
	}
	if q == 0 {
		return math.Copysign(0, x/y), r
	}
	floor := math.Floor(q)
	if q-floor > 0.5 {
		floor++
	}
	return floor, r
}

// FloatPow is x ** y. Its special cases come before the library's pow because
// C leaves some of them to the platform.
func (h *Heap) FloatPow(x, y float64) (Value, error) {
	negative := false
	switch {
	case y == 0, x == 1:
		return FloatValue(1), nil
	case x != x || y != y:
		return CanonNaN, nil
	case math.IsInf(y, 0):
		return FloatValue(powInf(math.Abs(x), y)), nil
	case math.IsInf(x, 0):
		return FloatValue(infPow(x, y)), nil
	case x == 0:
		if y < 0 {
			return Null, h.Raise(ZeroDivisionErrorType, "zero to a negative power")
		}
		if isOdd(y) {
			return FloatValue(x), nil
		}
		return FloatValue(0), nil
	case x < 0:
		if y != math.Floor(y) {
			return Null, h.Unsupported("type complex: a negative number to a fractional power")
		}
		x, negative = -x, isOdd(y)
		if x == 1 {
			return FloatValue(signed(1, negative)), nil
		}
	}
	f := cmath.Pow(x, y)
	if math.IsInf(f, 0) {
		return Null, h.rangeError()
	}
	return FloatValue(signed(f, negative)), nil
}

// rangeError raises what a C function that set errno to ERANGE raises.
func (h *Heap) rangeError() error {
	return h.RaiseWith(OverflowErrorType, SmallInt(34), h.NewStr("Numerical result out of range"))
}

func signed(f float64, negative bool) float64 {
	if negative {
		return -f
	}
	return f
}

// powInf returns x ** y for x ≥ 0 and an infinite y.
func powInf(x, y float64) float64 {
	switch {
	case x == 1:
		return 1
	case (y > 0) == (x > 1):
		return math.Inf(1)
	}
	return 0
}

// infPow returns x ** y for an infinite x and a finite y that is not zero.
func infPow(x, y float64) float64 {
	negative := x < 0 && isOdd(y)
	if y > 0 {
		return signed(math.Inf(1), negative)
	}
	return signed(0, negative)
}

// isOdd reports whether y is an odd integer.
func isOdd(y float64) bool { return math.Abs(cmath.Fmod(y, 2)) == 1 }

// floatCompare is the Compare slot of float.
func floatCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	x := a.Float()
	switch {
	case b.IsFloat():
		return Bool(compareFloats(op, x, b.Float())), nil
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

func (h *Heap) initFloatType() {
	t := h.register(&Type{ID: FloatType, Name: "float", Slots: Slots{
		Repr:    func(h *Heap, v Value) (Value, error) { return h.floatRepr(v.Float()), nil },
		Format:  formatFloatSpec,
		Hash:    func(_ *Heap, v Value) (int64, error) { return hashFloat(v.Float()), nil },
		Compare: floatCompare,
		Binary:  floatBinary,
		Unary:   floatUnary,
		Bool:    func(_ *Heap, v Value) (bool, error) { return v.Float() != 0, nil },
		GetAttr: floatGetAttr,
		SetAttr: floatSetAttr,
		New:     floatNew,
	}})
	h.addMethods(t, floatMethods)
	h.addClassMethods(t, floatClassMethods)
}
