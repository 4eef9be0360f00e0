package object

// Operators of classes. What evaluates a op b is a sequence of attempts: an in-place
// method, the left operand's method, the right operand's reflected one; each is asked
// once, until one gives something else than NotImplemented (Objects/abstract.c,
// binary_op1, and SLOT1BINFULL of Objects/typeobject.c). The sequence can be gone on
// with behind any attempt, so that a VM can make one of them in a frame of its own.

// An Attempt is one of the ways in which an operator is tried.
type Attempt uint8

// The attempts, in the order in which they are made.
const (
	AttemptNone     Attempt = iota // nothing has been tried
	AttemptInPlace                 // the left operand's in-place operator
	AttemptEarly                   // the right operand's reflected one, ahead of the left's
	AttemptLeft                    // the left operand's
	AttemptRight                   // the right operand's reflected one
	AttemptSequence                // a builtin sequence's concatenation or repetition
	numAttempts                    // there is nothing more to try
)

// Reflected reports whether the attempt asks the right operand.
func (at Attempt) Reflected() bool { return at == AttemptEarly || at == AttemptRight }

// FirstBinary returns the function that a op b, of types ta and tb, calls first, and which
// attempt that is; Null if it is no function in Python, or not known to be.
func (h *Heap) FirstBinary(op BinaryOp, ta, tb *Type) (f Value, at Attempt) {
	if !ta.ownBinary && !tb.ownBinary && !(ta.ownInPlace && op.assigns()) {
		return Null, AttemptNone
	}
	at, f = h.nextBinary(op, ta, tb, AttemptNone)
	if f == Null && at == AttemptLeft && ta.neverAdds(tb) { // float + instance: only the class can
		at, f = h.nextBinary(op, ta, tb, at)
	}
	if f == Null || h.TypeID(f) != FunctionType {
		return Null, AttemptNone
	}
	return f, at
}

// leftModuleType returns the type of a module that the left operand is of exactly, whose slots are the first that is asked for the operator, because the
// right operand is of that type, too, or of one of package object's; nil if there is none.
func (h *Heap) leftModuleType(a, b Value) *Type {
	if !a.IsRef() {
		return nil
	}
	id := h.RefType(a)
	if right := h.TypeID(b); id < FirstFreeType || right != id && right >= FirstFreeType || h.types[id].made || h.types[id].ownBinary {
		return nil
	}
	return h.types[id]
}

// BinaryOfOne is Binary of a value of a type of a module, which the right operand is of, too, if not of one of package object's; ok is false for others,
// and where the type's slot does not know the operator.
func (h *Heap) BinaryOfOne(op BinaryOp, a, b Value) (r Value, ok bool, err error) {
	t := h.leftModuleType(a, b)
	if t == nil || t.Binary == nil || op == Subscr || op.assigns() && t.InPlace != nil {
		return Null, false, nil
	}
	r, err = t.Binary(h, op.Plain(), a, b)
	return r, err != nil || r != NotImplemented, err
}

// CompareOfOne is Compare of such.
func (h *Heap) CompareOfOne(op CompareOp, a, b Value) (r Value, ok bool, err error) {
	t := h.leftModuleType(a, b)
	if t == nil || t.Slots.Compare == nil {
		return Null, false, nil
	}
	r, err = t.Slots.Compare(h, op, a, b)
	return r, err != nil || r != NotImplemented, err
}

// neverAdds reports whether a builtin type's operators are NotImplemented with an instance of a class: of ints with what is no
// int, of floats with what is neither. What derives from the left operand's type has been asked ahead of that.
func (t *Type) neverAdds(right *Type) bool {
	switch ints := t.heap.types[IntType]; t.ID {
	case IntType, BoolType:
		return !right.IsSubtype(ints)
	case FloatType:
		return !right.IsSubtype(ints) && !right.IsSubtype(t)
	}
	return false
}

// BinaryAfter goes on with a op b behind an attempt that gave NotImplemented.
func (h *Heap) BinaryAfter(op BinaryOp, at Attempt, a, b Value) (Value, error) {
	r, err := h.operate(op, a, b, at)
	if err == nil && r == NotImplemented {
		err = h.unsupportedOperands(op, h.TypeOf(a), h.TypeOf(b))
	}
	return r, err
}

func (h *Heap) unsupportedOperands(op BinaryOp, ta, tb *Type) error {
	return h.Raise(TypeErrorType, "unsupported operand type(s) for %s: '%s' and '%s'", op.Symbol(), ta.shown(), tb.shown())
}

// operate makes the attempts at a op b, one of whose classes has operators of its own,
// behind one.
func (h *Heap) operate(op BinaryOp, a, b Value, after Attempt) (Value, error) {
	ta, tb := h.TypeOf(a), h.TypeOf(b)
	for at, f := h.nextBinary(op, ta, tb, after); at != numAttempts; at, f = h.nextBinary(op, ta, tb, at) {
		var r Value
		var err error
		switch {
		case f != Null && at.Reflected():
			r, err = h.callSelf(f, b, a)
		case f != Null:
			r, err = h.callSelf(f, a, b)
		default:
			r, err = h.builtinBinary(op, ta, tb, at)(h, op, a, b)
		}
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	return NotImplemented, nil
}

// builtinBinary returns what an attempt calls that is a builtin type's slot.
func (h *Heap) builtinBinary(op BinaryOp, ta, tb *Type, at Attempt) func(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	t := ta
	if at == AttemptRight || at == AttemptSequence && !h.concatenates(ta, op.Plain()) {
		t = tb
	}
	s := h.builtinSlots(t)
	if at == AttemptInPlace || at == AttemptSequence && t == ta && op.assigns() && s.InPlace != nil && (!ta.ownInPlace || h.native(ta.Lookup(h.classes.nm.inplace[op.Plain()]))) {
		return s.InPlace
	}
	return func(h *Heap, op BinaryOp, a, b Value) (Value, error) { return s.Binary(h, op.Plain(), a, b) }
}

// builtinSlots returns the operators that a type has from a builtin one.
func (h *Heap) builtinSlots(t *Type) *Slots {
	if !t.ownBinary && !t.ownInPlace {
		return &t.Slots
	}
	for _, b := range t.MRO {
		if !b.made && b.Slots.Binary != nil {
			return h.classSlots(b)
		}
	}
	return &noSlots
}

var noSlots Slots

// nextBinary returns the attempt at a op b that comes behind one, and the class's
// attribute that is called, Null for a builtin type's slot.
func (h *Heap) nextBinary(op BinaryOp, ta, tb *Type, after Attempt) (at Attempt, f Value) {
	nm := &h.classes.nm
	plain := op.Plain()
	for at = after + 1; at < numAttempts; at++ {
		switch at {
		case AttemptInPlace:
			switch {
			case !op.assigns():
			case ta.ownInPlace:
				if f := ta.Lookup(nm.inplace[plain]); f != Null && !(op == InPlaceMultiply && h.native(f)) {
					return at, f
				}
			case op == InPlaceMultiply && ta.made && h.ownOperator(ta, plain): // a class's __mul__ goes ahead of a sequence's own
			case ta.InPlace != nil && (ta.made && op == InPlaceAdd || !h.concatenates(ta, plain)):
				return at, Null
			}
		case AttemptEarly:
			if f := h.early(plain, ta, tb); f != Null {
				return at, f
			}
		case AttemptLeft:
			if h.ownOperator(ta, plain) {
				if f := ta.Lookup(nm.binary[plain]); f != Null {
					return at, f
				}
			} else if !h.concatenates(ta, plain) && h.builtinSlots(ta).Binary != nil {
				return at, Null
			}
		case AttemptRight:
			switch {
			case ta == tb:
			case h.ownOperator(tb, plain):
				if f := tb.Lookup(nm.reversedOps[plain]); f != Null && h.early(plain, ta, tb) == Null {
					return at, f
				}
			case !h.concatenates(tb, plain) && h.builtinSlots(tb).Binary != nil:
				return at, Null
			}
		case AttemptSequence:
			if h.concatenates(ta, plain) || op == Multiply && h.concatenates(tb, plain) {
				return at, Null
			}
		}
	}
	return numAttempts, Null
}

// early returns the right operand's reflected method if that is asked ahead of the left
// operand's: its class derives from the left one's and has another method.
func (h *Heap) early(op BinaryOp, ta, tb *Type) Value {
	if ta == tb || !tb.IsSubtype(ta) || !h.ownOperator(tb, op) {
		return Null
	}
	name := h.classes.nm.reversedOps[op]
	f := tb.Lookup(name)
	if h.ownOperator(ta, op) && f == ta.Lookup(name) {
		return Null
	}
	return f
}

// ownOperator reports whether a class has a method of its own for an operator or its
// reflected one.
func (h *Heap) ownOperator(t *Type, op BinaryOp) bool {
	if !t.ownBinary {
		return false
	}
	if f := t.Lookup(h.classes.nm.binary[op]); f != Null && !h.native(f) {
		return true
	}
	f := t.Lookup(h.classes.nm.reversedOps[op])
	return f != Null && !h.native(f)
}

// concatenates reports whether op is a builtin sequence's + or *, which CPython tries
// behind all numbers.
func (h *Heap) concatenates(t *Type, op BinaryOp) bool {
	return (op == Add || op == Multiply) && h.joins(t.layout) && !h.ownOperator(t, op)
}

// dunderBinary is the Binary slot of classes with operators of their own.
func dunderBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	return h.operate(op, a, b, AttemptNone)
}

// Concat is op, which is + or +=, of a sequence. One of a builtin type is not asked for numbers: neither is the other operand's class.
func (h *Heap) Concat(op BinaryOp, a, b Value) (Value, error) {
	if ta, tb := h.TypeOf(a), h.TypeOf(b); h.concatenates(ta, Add) {
		r, err := h.builtinBinary(op, ta, tb, AttemptSequence)(h, op, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
		return h.builtinSlots(ta).Binary(h, Add, a, b)
	}
	if op == Add && !h.TypeOf(b).SequenceType() {
		return Null, h.Raise(TypeErrorType, "'%s' object can't be concatenated", h.TypeName(a))
	}
	return h.Binary(op, a, b)
}

func dunderInPlace(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	f := h.TypeOf(a).Lookup(h.classes.nm.inplace[op-InPlaceAdd])
	if f == Null {
		return NotImplemented, nil
	}
	return h.callSelf(f, a, b)
}

// FirstCompare is FirstBinary for comparisons. A method of object's that knows no order is passed by, and its __ne__ is the class's
// __eq__: not says that the result is the opposite of the truth of what f returns (object_richcompare).
func (h *Heap) FirstCompare(op CompareOp, ta, tb *Type) (f Value, at Attempt, not bool) {
	names := &h.classes.nm.compare
	for at = nextCompare(ta, tb, AttemptNone); at != numAttempts; at = nextCompare(ta, tb, at) {
		t, op := ta, op
		if at.Reflected() {
			t, op = tb, op.swapped()
		}
		if at == AttemptLeft && ta.neverCompares(tb) {
			continue
		}
		if !t.ownCompare {
			return Null, AttemptNone, false
		}
		if f = t.Lookup(names[op]); op == NE && f == h.Type(ObjectType).Lookup(names[NE]) {
			f, not = t.Lookup(names[EQ]), true
		}
		if f != Null && h.TypeID(f) == FunctionType {
			return f, at, not
		}
		if not || !h.declines(f, op) {
			return Null, AttemptNone, false
		}
	}
	return Null, AttemptNone, false
}

// comparesOwnOnly has the builtin types whose comparisons are NotImplemented with all but builtin types and what derives from these.
var comparesOwnOnly = [FirstFreeType]bool{
	IntType: true, BoolType: true, FloatType: true, StrType: true, BytesType: true, TupleType: true, ListType: true, DictType: true, SetType: true, FrozenSetType: true,
}

// neverCompares reports whether a builtin type's comparisons are NotImplemented with an instance of a class: only the class can compare them.
func (t *Type) neverCompares(right *Type) bool {
	return t.ID < FirstFreeType && comparesOwnOnly[t.ID] && right.made && right.layout == ObjectType
}

// declines reports whether a class's method for a comparison gives NotImplemented for all operands, as object's does for an order.
func (h *Heap) declines(f Value, op CompareOp) bool {
	return f == Null || op != EQ && op != NE && f == h.Type(ObjectType).Lookup(h.classes.nm.compare[op])
}

// nextCompare returns the attempt at a comparison that comes behind one.
func nextCompare(ta, tb *Type, after Attempt) Attempt {
	early := ta != tb && tb.Slots.Compare != nil && tb.IsSubtype(ta)
	for at := after + 1; at < numAttempts; at++ {
		if at == AttemptEarly && early || at == AttemptLeft && ta.Slots.Compare != nil || at == AttemptRight && !early && tb.Slots.Compare != nil {
			return at
		}
	}
	return numAttempts
}

// Compare computes a op b as PyObject_RichCompare does.
func (h *Heap) Compare(op CompareOp, a, b Value) (Value, error) {
	if holds, ok := comparedOnce(h.mem(), op, a, b); ok {
		return Bool(holds), nil
	}
	return h.compareAny(op, a, b)
}

func (h *Heap) compareAny(op CompareOp, a, b Value) (Value, error) {
	if err := h.enter(inComparison); err != nil {
		return Null, err
	}
	r, err := h.CompareAfter(op, AttemptNone, a, b)
	h.leave()
	return r, err
}

// CompareAfter goes on with a op b behind an attempt that gave NotImplemented.
func (h *Heap) CompareAfter(op CompareOp, after Attempt, a, b Value) (r Value, err error) {
	ta, tb := h.TypeOf(a), h.TypeOf(b)
	for at := nextCompare(ta, tb, after); at != numAttempts; at = nextCompare(ta, tb, at) {
		if at.Reflected() {
			r, err = tb.Slots.Compare(h, op.swapped(), b, a)
		} else {
			r, err = ta.Slots.Compare(h, op, a, b)
		}
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	switch op {
	case EQ:
		return Bool(a == b), nil
	case NE:
		return Bool(a != b), nil
	}
	return Null, h.Raise(TypeErrorType, "'%s' not supported between instances of '%s' and '%s'", op.Symbol(), ta.shown(), tb.shown())
}

func dunderCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	f := h.TypeOf(a).Lookup(h.classes.nm.compare[op])
	if h.declines(f, op) {
		return NotImplemented, nil
	}
	return h.callSelf(f, a, b)
}
