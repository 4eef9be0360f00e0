package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// BinaryOp is a binary operator, numbered as the oparg of CPython 3.14's
// BINARY_OP (Include/opcode.h).
type BinaryOp uint8

// The binary operators; those from InPlaceAdd on are in place.
const (
	Add BinaryOp = iota
	And
	FloorDivide
	Lshift
	MatrixMultiply
	Multiply
	Remainder
	Or
	Power
	Rshift
	Subtract
	TrueDivide
	Xor
	InPlaceAdd
	InPlaceAnd
	InPlaceFloorDivide
	InPlaceLshift
	InPlaceMatrixMultiply
	InPlaceMultiply
	InPlaceRemainder
	InPlaceOr
	InPlacePower
	InPlaceRshift
	InPlaceSubtract
	InPlaceTrueDivide
	InPlaceXor
	Subscr
	numBinaryOps
)

var binarySymbols = [numBinaryOps]string{
	"+", "&", "//", "<<", "@", "*", "%", "|", "** or pow()", ">>", "-", "/", "^",
	"+=", "&=", "//=", "<<=", "@=", "*=", "%=", "|=", "**=", ">>=", "-=", "/=", "^=", "[]",
}

// Symbol returns the operator as CPython's error messages name it.
func (op BinaryOp) Symbol() string { return binarySymbols[op] }

// assigns reports whether the operator is an in-place one.
func (op BinaryOp) assigns() bool { return op >= InPlaceAdd && op <= InPlaceXor }

// Plain returns the operator without its in-place form.
func (op BinaryOp) Plain() BinaryOp {
	if op.assigns() {
		return op - InPlaceAdd
	}
	return op
}

// CompareOp is a rich comparison, numbered as CPython numbers them.
type CompareOp uint8

// The comparisons.
const (
	LT CompareOp = iota
	LE
	EQ
	NE
	GT
	GE
)

var compareSymbols = [...]string{"<", "<=", "==", "!=", ">", ">="}

// Symbol returns the comparison's operator.
func (op CompareOp) Symbol() string { return compareSymbols[op] }

// swapped returns the comparison with its operands exchanged.
func (op CompareOp) swapped() CompareOp { return [...]CompareOp{GT, GE, EQ, NE, LT, LE}[op] }

// Holds reports whether the comparison holds for operands that compare as c
// (negative, zero, positive).
func (op CompareOp) Holds(c int) bool {
	switch op {
	case LT:
		return c < 0
	case LE:
		return c <= 0
	case EQ:
		return c == 0
	case NE:
		return c != 0
	case GT:
		return c > 0
	}
	return c >= 0
}

// UnaryOp is a unary operator.
type UnaryOp uint8

// The unary operators that types implement; not is Truth's.
const (
	Negative UnaryOp = iota
	Positive
	Invert
	Absolute
)

var unarySymbols = [...]string{"unary -", "unary +", "unary ~", "abs()"}

// Binary computes a op b for any operator but Subscr, as PyNumber_Add and its
// kin do: an in-place operator tries the left type's InPlace slot, then both
// types' Binary slots, a proper subtype on the right first.
func (h *Heap) Binary(op BinaryOp, a, b Value) (Value, error) {
	if op == Subscr {
		return h.GetItem(a, b)
	}
	if once := onceBinary[op].do; once != nil {
		if r, ok := once(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
			return Value(r), nil
		}
	}
	ta, tb := h.TypeOf(a), h.TypeOf(b)
	if ta.ownBinary || tb.ownBinary {
		return h.BinaryAfter(op, AttemptNone, a, b)
	}
	if op.assigns() && ta.InPlace != nil {
		r, err := ta.InPlace(h, op, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	plain := op.Plain()
	first, second := ta.Binary, tb.Binary
	if ta == tb {
		second = nil
	} else if tb.Binary != nil && tb.IsSubtype(ta) {
		first, second = second, first
	}
	if first != nil {
		r, err := first(h, plain, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if second != nil {
		r, err := second(h, plain, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	return Null, h.unsupportedOperands(op, ta, tb)
}

// Unary computes a unary operator.
func (h *Heap) Unary(op UnaryOp, v Value) (Value, error) {
	switch op {
	case Invert:
		if r, ok := inverted(h.mem(), mem.Ref(v)); ok {
			return Value(r), nil
		}
	case Negative:
		if r, ok := negated(h.mem(), mem.Ref(v)); ok {
			return Value(r), nil
		}
	}
	t := h.TypeOf(v)
	if t.Unary != nil {
		return t.Unary(h, op, v)
	}
	return Null, h.noUnary(op, v)
}

// noUnary is the error of a unary operator that a type has not.
func (h *Heap) noUnary(op UnaryOp, v Value) error {
	return h.Raise(TypeErrorType, "bad operand type for %s: '%s'", unarySymbols[op], h.TypeOf(v).shown())
}

// CompareBool is Compare followed by Truth, without the shortcut for identity.
func (h *Heap) CompareBool(op CompareOp, a, b Value) (bool, error) {
	if holds, ok := comparedOnce(h.mem(), op, a, b); ok {
		return holds, nil
	}
	r, err := h.compareAny(op, a, b)
	if err != nil {
		return false, err
	}
	return h.Truth(r)
}

// Same reports whether two values are equal as containers see it: identical,
// or ==.
func (h *Heap) Same(a, b Value) (bool, error) {
	if a == b {
		return true, nil
	}
	return h.CompareBool(EQ, a, b)
}

// Extreme is max(v), or min(v), of a list, tuple or set of numbers or of strs. ok is false of all else, and where there is none.
func (h *Heap) Extreme(v Value, greatest bool) (x Value, ok bool) {
	r, ok := extreme(h.mem(), mem.Ref(v), greatest, math.MaxUint64)
	return Value(r), ok
}

// Truth is bool(v).
func (h *Heap) Truth(v Value) (bool, error) {
	if yes, ok := isTrue(h.mem(), mem.Ref(v)); ok {
		return yes, nil
	}
	t := h.TypeOf(v)
	if t.Slots.Bool != nil {
		return t.Slots.Bool(h, v)
	}
	if t.Len != nil {
		n, err := t.Len(h, v)
		return n != 0, err
	}
	return true, nil
}

// Len is len(v).
func (h *Heap) Len(v Value) (int, error) {
	t := h.TypeOf(v)
	if t.Len == nil {
		return 0, h.Raise(TypeErrorType, "object of type '%s' has no len()", t.shown())
	}
	return t.Len(h, v)
}

// GetItem is v[key].
func (h *Heap) GetItem(v, key Value) (Value, error) {
	if x, ok := itemOf(h.mem(), mem.Ref(v), mem.Ref(key)); ok {
		return Value(x), nil
	}
	t := h.TypeOf(v)
	if t.GetItem == nil {
		return Null, h.Raise(TypeErrorType, "'%s' object is not subscriptable", t.shown())
	}
	return t.GetItem(h, v, key)
}

// SetItem is v[key] = x.
func (h *Heap) SetItem(v, key, x Value) error {
	if _, ok := putItem(h.mem(), mem.Ref(v), mem.Ref(key), mem.Ref(x)); ok {
		return nil
	}
	t := h.TypeOf(v)
	if t.SetItem == nil {
		return h.noSetItem(t, key, "does not", "assignment")
	}
	return t.SetItem(h, v, key, x)
}

// DelItem is del v[key].
func (h *Heap) DelItem(v, key Value) error {
	if _, ok := dropItem(h.mem(), mem.Ref(v), mem.Ref(key)); ok {
		return nil
	}
	t := h.TypeOf(v)
	if t.SetItem == nil {
		return h.noSetItem(t, key, "doesn't", "deletion")
	}
	return t.SetItem(h, v, key, Null)
}

// noSetItem is the error for an assignment to or a deletion of an element, of a type that has
// neither. What may be a sequence, as all classes of programs may, asks for the index first;
// not says how its message says that it does not support that.
func (h *Heap) noSetItem(t *Type, key Value, not, what string) error {
	index := false
	if t.made || t.Len != nil {
		i, ok, err := h.indexOf(key)
		if err != nil {
			return err
		}
		if index = ok; ok {
			if _, fits := h.AsInt64(i); !fits {
				return h.Raise(IndexErrorType, "cannot fit '%s' into an index-sized integer", h.TypeName(key))
			}
		}
	}
	if !index {
		not = "does not"
	}
	return h.Raise(TypeErrorType, "'%s' object %s support item %s", t.shown(), not, what)
}

// Contains is x in v.
func (h *Heap) Contains(v, x Value) (bool, error) {
	if in, ok := has(h.mem(), mem.Ref(v), mem.Ref(x)); ok {
		return in, nil
	}
	t := h.TypeOf(v)
	if t.Slots.Contains != nil {
		return t.Slots.Contains(h, v, x)
	}
	it, err := h.Iter(v)
	if err != nil && h.raisedIs(err, TypeErrorType) {
		err = h.NoContainer(v)
	}
	if err != nil {
		return false, err
	}
	for {
		e, err := h.Next(it)
		if err != nil || e == Null {
			return false, err
		}
		if same, err := h.Same(e, x); err != nil || same {
			return same, err
		}
	}
}

// Iter is iter(v).
func (h *Heap) Iter(v Value) (Value, error) {
	if it, ok := iterOf(h.mem(), mem.Ref(v)); ok {
		return Value(it), nil
	}
	t := h.TypeOf(v)
	if t.Iter == nil {
		return Null, h.Raise(TypeErrorType, "'%s' object is not iterable", t.shown())
	}
	return t.Iter(h, v)
}

// Next returns an iterator's next element, or Null and no error at its end.
func (h *Heap) Next(it Value) (Value, error) {
	x, err := h.Advance(it)
	if err != nil {
		return Null, h.endOfIteration(err)
	}
	return x, nil
}

// Advance is Next that tells how an iterator has ended: Null where it has no more to
// say, StopIteration where that was raised (it may have a value). An iterator over
// another one that ends with it hands on what it gets.
func (h *Heap) Advance(it Value) (Value, error) {
	t := h.TypeOf(it)
	if t.next != nil {
		if err := h.Poll(); err != nil { // it may have no end, and who asks for the next one may do no more with it
			return Null, err
		}
		if x, ok := t.next(h.mem(), mem.Ref(it)); ok {
			return Value(x), nil
		}
	}
	return h.advance(t, it)
}

// advance is Advance of what an instance of a type does otherwise: as an attribute of t it may be of a class that derives from it.
func (h *Heap) advance(t *Type, it Value) (Value, error) {
	if t.Next == nil {
		return Null, h.Raise(TypeErrorType, "'%s' object is not an iterator", t.shown())
	}
	if err := h.enter(whileNext); err != nil {
		return Null, err
	}
	v, err := t.Next(h, it)
	h.leave()
	return v, err
}

// Repr is repr(v), as a str.
func (h *Heap) Repr(v Value) (Value, error) {
	if r, ok := reprOf(h.mem(), mem.Ref(v)); ok {
		return Value(r), nil
	}
	return h.reprBy(h.TypeOf(v), v)
}

// reprBy is Repr by the type's slot.
func (h *Heap) reprBy(t *Type, v Value) (Value, error) {
	if t.Repr == nil {
		return h.defaultRepr(v), nil
	}
	if err := h.enter(whileRepr); err != nil {
		return Null, err
	}
	r, err := t.Repr(h, v)
	h.leave()
	return r, err
}

// Str is str(v), as a str.
func (h *Heap) Str(v Value) (Value, error) {
	if r, ok := textFor(h.mem(), mem.Ref(v)); ok {
		return Value(r), nil
	}
	t := h.TypeOf(v)
	if t.Str == nil {
		if f := t.SpecialMethod(SpecialStr); f != Null {
			return h.shownBy(f, v)
		}
		return h.reprBy(t, v) // textFor knows the numbers that reprOf knows
	}
	if err := h.enter(whileRepr); err != nil {
		return Null, err
	}
	r, err := t.Str(h, v)
	h.leave()
	return r, err
}

// shownBy is str(v) of an instance whose class has the __repr__ f in Python and no __str__.
func (h *Heap) shownBy(f, v Value) (Value, error) {
	if err := h.enter(whileRepr); err != nil {
		return Null, err
	}
	r, err := h.callSelf(f, v)
	h.leave()
	if err != nil {
		return Null, err
	}
	return h.TextFrom(r, "__str__")
}

// Format is format(v, spec); spec is a str, or Null for the empty one.
func (h *Heap) Format(v, spec Value) (Value, error) {
	if spec != Null {
		if r, ok := formatted(h.mem(), mem.Ref(v), mem.Ref(spec)); ok {
			return Value(r), nil
		}
	}
	t := h.TypeOf(v)
	if t.made && h.ownAttr(t, h.classes.nm.format) != Null {
		return dunderFormat(h, v, spec)
	}
	if spec == Null || h.StrLen(spec) == 0 {
		return h.Str(v)
	}
	if t.Slots.Format == nil {
		return Null, h.Raise(TypeErrorType, "unsupported format string passed to %s.__format__", t.shown())
	}
	return t.Slots.Format(h, v, spec)
}

// Hash is hash(v).
func (h *Heap) Hash(v Value) (int64, error) {
	if hash, ok := keyHash(h.mem(), mem.Ref(v)); ok {
		return int64(hash), nil
	}
	t := h.TypeOf(v)
	if t.Slots.Hash != nil {
		if err := h.enter(whileHashing); err != nil {
			return 0, err
		}
		x, err := t.Slots.Hash(h, v)
		h.leave()
		return x, err
	}
	if t.NoHash {
		return 0, h.Raise(TypeErrorType, "unhashable type: '%s'", t.shown())
	}
	return h.hashIdentity(v), nil
}

// notCallable is what the TypeError of a call of v says. A module has probably been taken for what it has under its
// own name.
//
//go:noinline
func (h *Heap) notCallable(v Value) string {
	text := "'" + h.TypeOf(v).shown() + "' object is not callable"
	if !h.Is(v, ModuleType) {
		return text
	}
	d := h.Field(v, OffModuleDict)
	name := h.DictGetStr(d, h.Intern("__name__"))
	if name == Null || !h.Is(name, StrType) {
		return text
	}
	if x := h.DictGetStr(d, h.InternValue(name)); x == Null || h.TypeOf(x).Slots.Call == nil {
		return text
	}
	s := h.GoString(name)
	return text + ". Did you mean: '" + s + "." + s + "(...)'?"
}

// Call calls v with positional arguments and then one argument for each name in
// kwnames (a tuple of str, or Null).
func (h *Heap) Call(v Value, args []Value, kwnames Value) (Value, error) {
	t := h.TypeOf(v)
	if t.Slots.Call == nil {
		return Null, h.Raise(TypeErrorType, "%s", h.notCallable(v))
	}
	if err := h.enter(whileCalling); err != nil {
		return Null, err
	}
	r, err := t.Slots.Call(h, v, args, kwnames)
	h.leave()
	return r, err
}

// NoContainer is the error of x in v where v is neither a container nor iterable.
func (h *Heap) NoContainer(v Value) error {
	return h.Raise(TypeErrorType, "argument of type '%s' is not a container or iterable", h.TypeOf(v).shown())
}
