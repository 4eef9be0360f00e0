package object

// bool is a subtype of int with two instances. It shares int's behaviour but
// for its repr, its constructor and the operators & | ^, which stay bools.
func (h *Heap) initBoolType(base *Type) {
	s := intSlots(boolBinary)
	s.Repr = func(h *Heap, v Value) (Value, error) {
		if v == True {
			return h.Intern("True"), nil
		}
		return h.Intern("False"), nil
	}
	s.Bool = func(_ *Heap, v Value) (bool, error) { return v == True, nil }
	s.New = boolNew
	h.register(&Type{ID: BoolType, Name: "bool", Base: base, Final: true, Slots: s})
}

func boolBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if isBool(a) && isBool(b) {
		switch op {
		case And:
			return Bool(a == True && b == True), nil
		case Or:
			return Bool(a == True || b == True), nil
		case Xor:
			return Bool(a != b), nil
		}
	}
	return intBinary(h, op, a, b)
}

func isBool(v Value) bool { return v == True || v == False }

// boolNew is bool(x=False, /).
func boolNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "bool() takes no keyword arguments")
	}
	if err := h.checkCount("bool", len(args), 0, 1); err != nil {
		return Null, err
	}
	if len(args) == 0 {
		return False, nil
	}
	b, err := h.Truth(args[0])
	return Bool(b), err
}
