package object

import (
	"errors"
	"math/bits"
	"strconv"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/pyhash"
)

// What the container types share: the guards against endless recursion, the
// conversion of indices, and reading any iterable.

// containers is the part of a Heap that belongs to the container types.
type containers struct {
	noIndex Value // index table of a dict without storage
}

// beginRepr notes that v's repr is being made. It returns false when that is
// so already: then v contains itself. Otherwise endRepr must follow.
func (h *Heap) beginRepr(v Value) (bool, error) {
	for _, p := range h.printing {
		if p == v {
			return false, nil
		}
	}
	if err := h.enter(whileRepr); err != nil {
		return false, err
	}
	h.printing = append(h.printing, v)
	return true, nil
}

func (h *Heap) endRepr() {
	h.printing = h.printing[:len(h.printing)-1]
	h.leave()
}

// ReprOnce is a repr that f makes, or inner where it is being made already: then v
// contains itself.
func (h *Heap) ReprOnce(v Value, inner string, f func() (Value, error)) (Value, error) {
	first, err := h.beginRepr(v)
	if err != nil {
		return Null, err
	}
	if !first {
		return h.NewStr(inner), nil
	}
	defer h.endRepr()
	return f()
}

// appendRepr appends repr(v) in WTF-8.
func (h *Heap) appendRepr(b []byte, v Value) ([]byte, error) {
	if v.IsSmall() {
		return strconv.AppendInt(b, v.Small(), 10), nil
	}
	if v.IsRef() {
		switch h.RefType(v) {
		case ListType:
			return h.appendListRepr(b, v)
		case TupleType:
			return h.appendTupleRepr(b, v)
		case DictType:
			return h.appendDictRepr(b, v)
		case SetType, FrozenSetType:
			return h.appendSetRepr(b, v)
		}
	}
	r, err := h.Repr(v)
	if err != nil {
		return b, err
	}
	return h.appendWTF8(b, r), nil
}

// reprWith makes a Repr slot of an appending function.
func reprWith(f func(h *Heap, b []byte, v Value) ([]byte, error)) func(*Heap, Value) (Value, error) {
	return func(h *Heap, v Value) (Value, error) {
		b, err := f(h, make([]byte, 0, 64), v)
		if err != nil {
			return Null, err
		}
		return h.NewStr(string(b)), nil
	}
}

// isA reports whether v is an instance of the builtin type t or of a type
// derived from it. No builtin type derives from a container type.
func (h *Heap) isA(v Value, t TypeID) bool {
	if !v.IsRef() {
		return false
	}
	id := h.RefType(v)
	return id == t || id >= FirstFreeType && h.types[id].IsSubtype(h.types[t])
}

// kind returns the builtin type whose layout a reference's object has.
func (h *Heap) kind(v Value) TypeID {
	id := h.RefType(v)
	if id >= FirstFreeType {
		return h.types[id].layout
	}
	return id
}

// raisedIs reports whether err is an exception of type t or derived from it.
func (h *Heap) raisedIs(err error, t TypeID) bool {
	var r *Raised
	return errors.As(err, &r) && h.IsInstance(r.Exc, t)
}

// unhashable puts CPython's words for a key that cannot be hashed around the
// error of hashing it; what is "a dict key" or "a set element".
func (h *Heap) unhashable(key Value, what string, err error) error {
	var r *Raised
	if !errors.As(err, &r) || h.TypeID(r.Exc) != TypeErrorType {
		return err
	}
	s, serr := h.Str(r.Exc)
	if serr != nil {
		return serr
	}
	return h.Raise(TypeErrorType, "cannot use '%s' as %s (%s)", h.TypeOf(key).FullName(), what, h.GoString(s))
}

// hashIdentity is the hash of an object that is equal only to itself: its
// address, rotated as CPython's _Py_HashPointer does.
func (h *Heap) HashIdentity(v Value) int64 { return h.hashIdentity(v) }

func (h *Heap) hashIdentity(v Value) int64 {
	return pyhash.NotMinusOne(int64(bits.RotateLeft64(uint64(v.Offset()), -4)))
}

// cachedStrHash is strHash, short when the hash is known.
func (h *Heap) cachedStrHash(v Value) int64 {
	if x := int64(h.Word(v, offStrHash)); x != 0 && x != hashZero {
		return x
	}
	return h.strHash(v)
}

// asIndex converts an int or a bool to the int that it is as an index; ok is
// false for values that have no __index__.
func (h *Heap) asIndex(v Value) (i Value, ok bool) {
	switch {
	case v.IsSmall():
		return v, true
	case v == True:
		return SmallInt(1), true
	case v == False:
		return SmallInt(0), true
	}
	if v.IsRef() && h.isA(v, IntType) {
		return h.plainInt(v), true
	}
	return v, false
}

// itemIndex converts the key of a subscript to a Go int. The error is
// TypeError, with the words in notIndex, which have %s for the type of the key, or IndexError.
func (h *Heap) itemIndex(key Value, notIndex string) (int, error) {
	if key.IsSmall() {
		return int(key.Small()), nil
	}
	v, ok, err := h.indexOf(key)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, h.Raise(TypeErrorType, notIndex, h.TypeName(key))
	}
	i, ok := h.AsInt64(v)
	if !ok {
		return 0, h.Raise(IndexErrorType, "cannot fit '%s' into an index-sized integer", h.TypeName(key))
	}
	return int(i), nil
}

// itemPlace is itemIndex of an element that a sequence has, also counted from the back. How long the sequence is is asked behind __index__.
func (h *Heap) itemPlace(v, key Value, length func(*Heap, Value) int, notIndex, beyond string) (int, error) {
	i, err := h.itemIndex(key, notIndex)
	if err != nil {
		return 0, err
	}
	n := length(h, v)
	if i < 0 {
		i += n
	}
	if uint(i) >= uint(n) {
		return 0, h.raiseText(IndexErrorType, beyond)
	}
	return i, nil
}

func (h *Heap) notInteger(v Value) error {
	return h.Raise(TypeErrorType, "'%s' object cannot be interpreted as an integer", h.TypeName(v))
}

// repeatCount converts the number that a sequence is multiplied by; ok is false
// when v is no int.
func (h *Heap) repeatCount(v Value) (n int, ok bool, err error) {
	x, ok, err := h.indexOf(v)
	if err != nil || !ok {
		return 0, false, err
	}
	i, fits := h.AsInt64(x)
	if !fits {
		return 0, true, h.Raise(OverflowErrorType, "cannot fit '%s' into an index-sized integer", h.TypeName(v))
	}
	return int(i), true, nil
}

// repeatedLen returns n·count for a sequence repeated count times, 0 for
// negative counts. Lengths that no heap holds panic with heap.OutOfMemory.
func repeatedLen(n, count int) int {
	if count <= 0 || n == 0 {
		return 0
	}
	if count > heap.MaxObject/8/n {
		panic(heap.OutOfMemory{Size: ^uintptr(0)})
	}
	return n * count
}

// isSequence reports the types whose Binary slot stands for CPython's sequence
// protocol, which is tried only after both operands' number protocol.
func isSequence(t TypeID) bool {
	switch t {
	case ListType, TupleType, StrType, BytesType, ByteArrayType:
		return true
	}
	return false
}

// joins is isSequence for types of modules, too.
func (h *Heap) joins(t TypeID) bool {
	return isSequence(t) || t >= FirstFreeType && h.types[t].collection == SequenceFlag && h.types[t].Binary != nil
}

// inPlaceOther is what in-place operators that a type does not implement do for
// types with a length but no repetition: unlike a * seq, a *= seq never asks
// the sequence.
func inPlaceOther(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op == InPlaceMultiply && isSequence(h.TypeID(b)) {
		return Null, h.Raise(TypeErrorType, "unsupported operand type(s) for *=: '%s' and '%s'", h.TypeName(a), h.TypeName(b))
	}
	return NotImplemented, nil
}

// numberOf gives the other operand's type the first say in an operation of a
// sequence: CPython tries the number protocol of both operands first. Sequences of packages, which ask here
// too, have none.
func (h *Heap) numberOf(op BinaryOp, a, b, other Value) (Value, error) {
	if t := h.TypeOf(other); t.Binary != nil && !t.ownBinary && !isSequence(t.layout) && t.collection != SequenceFlag { // a class's own come first: see operate
		return t.Binary(h, op, a, b)
	}
	return NotImplemented, nil
}

// noKeywords raises the error of a type that takes no keyword arguments.
func (h *Heap) noKeywords(name string, kwnames Value) error {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return h.Raise(TypeErrorType, "%s() takes no keyword arguments", name)
	}
	return nil
}

// oneIterable checks the arguments of a constructor that takes at most one
// iterable; it returns Null when there is none.
func (h *Heap) oneIterable(name string, args []Value, kwnames Value) (Value, error) {
	if err := h.noKeywords(name, kwnames); err != nil {
		return Null, err
	}
	if err := h.checkCount(name, len(args), 0, 1); err != nil {
		return Null, err
	}
	if len(args) == 0 {
		return Null, nil
	}
	return args[0], nil
}
