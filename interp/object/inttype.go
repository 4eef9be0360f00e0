package object

// initNumbers registers int, bool and float.
func (h *Heap) initNumbers() {
	h.IntMaxStrDigits = defaultIntMaxStrDigits
	h.num.noInt, h.num.noFloat = h.Intern(noInt+"10: "), h.Intern(noFloat)
	t := h.register(&Type{ID: IntType, Name: "int", Slots: intSlots(intBinary)})
	h.addMethods(t, intMethods)
	h.addNumberAttrs(t)
	h.addClassMethods(t, intClassMethods)
	h.initBoolType(t)
	h.initFloatType()
}

// intSlots are the slots that int and bool share.
func intSlots(binary func(h *Heap, op BinaryOp, a, b Value) (Value, error)) Slots {
	return Slots{
		Repr:    (*Heap).intRepr,
		Format:  formatIntSpec,
		Hash:    func(h *Heap, v Value) (int64, error) { return h.hashInt(v), nil },
		Compare: intCompare,
		Binary:  binary,
		Unary:   intUnary,
		Bool:    func(h *Heap, v Value) (bool, error) { return h.IntSign(v) != 0, nil },
		New:     intNew,
	}
}

// intOps are the operators that ints have, by BinaryOp.
var intOps = [InPlaceAdd]func(h *Heap, a, b Value) (Value, error){
	Add:         func(h *Heap, a, b Value) (Value, error) { return h.IntAdd(a, b), nil },
	Subtract:    func(h *Heap, a, b Value) (Value, error) { return h.IntSub(a, b), nil },
	Multiply:    func(h *Heap, a, b Value) (Value, error) { return h.IntMul(a, b), nil },
	And:         func(h *Heap, a, b Value) (Value, error) { return h.IntAnd(a, b), nil },
	Or:          func(h *Heap, a, b Value) (Value, error) { return h.IntOr(a, b), nil },
	Xor:         func(h *Heap, a, b Value) (Value, error) { return h.IntXor(a, b), nil },
	FloorDivide: (*Heap).IntFloorDiv,
	Remainder:   (*Heap).intMod,
	TrueDivide:  (*Heap).intTrueDiv,
	Power:       (*Heap).intPow,
	Lshift:      (*Heap).IntLsh,
	Rshift:      (*Heap).IntRsh,
}

// IntBinary computes an operator of two ints or bools, but for matrices and in place.
func (h *Heap) IntBinary(op BinaryOp, a, b Value) (Value, error) { return intOps[op](h, a, b) }

// intBinary is the Binary slot of int: at least one operand is an int. Mixed
// arithmetic with a float is the float's.
func intBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	f := intOps[op]
	switch {
	case f == nil:
		return NotImplemented, nil
	case h.isIntegral(a) && h.isIntegral(b):
		return f(h, a, b)
	case a.IsFloat() || b.IsFloat():
		return floatBinary(h, op, a, b)
	}
	return NotImplemented, nil
}

// intCompare is the Compare slot of int and bool.
func intCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	switch {
	case h.isIntegral(b):
		return Bool(op.Holds(h.IntCompare(a, b))), nil
	case b.IsFloat():
		return floatCompare(h, op.swapped(), b, a)
	}
	return NotImplemented, nil
}

func intUnary(h *Heap, op UnaryOp, v Value) (Value, error) {
	switch op {
	case Negative:
		return h.intNeg(v), nil
	case Positive:
		return h.plain(v), nil
	case Invert:
		if v == True || v == False {
			if err := h.Warn(DeprecationWarningType, boolInverted, 1); err != nil {
				return Null, err
			}
		}
		return h.intInvert(v), nil
	}
	return h.IntAbs(v), nil
}

// boolInverted is what CPython warns of at ~ of a bool, whose result is an int's.
const boolInverted = "Bitwise inversion '~' on bool is deprecated and will be removed in Python 3.16. This returns the bitwise inversion of the underlying int object and is " +
	"usually not what you expect from negating a bool. Use the 'not' operator for boolean negation or ~int(x) if you really want the bitwise inversion of the underlying int."
