package object

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/number"
)

// What packages that add builtin functions, types and modules need: making
// types, binding arguments, reading text without copying it.

// Signature is the parameter list of a builtin function that takes keyword
// arguments.
type Signature struct{ p params }

// NewSignature describes parameters: the first posOnly have no name for
// callers, the first min are required, the last kwOnly must be named. function
// is the name that errors show.
func NewSignature(function string, posOnly, min, kwOnly int, names ...string) *Signature {
	return &Signature{params{name: function, names: names, posOnly: posOnly, min: min, kwOnly: kwOnly}}
}

// Bind distributes the arguments of a call over the parameters: out gets one
// value for each, Null where there is none. args ends with one value for each
// of kwnames (a tuple of str, or Null). The error is the TypeError that
// CPython's argument clinic raises (Python/getargs.c).
func (s *Signature) Bind(h *Heap, args []Value, kwnames Value, out []Value) error {
	for i := range out {
		out[i] = Null
	}
	return s.p.parse(h, args, kwnames, out)
}

// TooManyKeywords is the TypeError of a call that takes any number of positional arguments and has more
// keyword arguments than there are parameters for.
func (s *Signature) TooManyKeywords(h *Heap, given int) error {
	return h.tooManyKeywords(s.p.name, len(s.p.names), given)
}

// Keyword returns what distinguishes a name from those of a function's
// parameters: the index of the parameter, or the TypeError for an unexpected
// keyword argument.
func (s *Signature) Keyword(h *Heap, name Value) (int, error) {
	for i := s.p.posOnly; i < len(s.p.names); i++ {
		if h.strIs(name, s.p.names[i]) {
			return i, nil
		}
	}
	return 0, h.unexpectedKeyword(s.p.name, h.GoString(name), s.p.names[s.p.posOnly:])
}

// CheckCount raises CPython's TypeError unless n is in lo…hi (hi −1: no bound),
// as its _PyArg_CheckPositional.
func (h *Heap) CheckCount(name string, n, lo, hi int) error { return h.checkCount(name, n, lo, hi) }

// NoKeywords raises TypeError if there are keyword arguments.
func (h *Heap) NoKeywords(name string, kwnames Value) error { return h.noKeywords(name, kwnames) }

// RegisterType adds a builtin type and returns it. An id of 0 is replaced by
// the next free one. Base is object unless set.
func (h *Heap) RegisterType(t *Type) *Type {
	if t.ID == NoType {
		t.ID = max(TypeID(len(h.types)), FirstFreeType)
	}
	h.register(t)
	if t.Attributes {
		h.setTypeAttr(t, "__dict__", h.newGetSet(&instanceDict, t))
	}
	h.addWrappers(t)
	h.addClassGetItem(t)
	if t.ID < TypeTableSize {
		h.typeFacts[t.ID] = h.kindFacts(t) // the others not before it has all its slots
	}
	if t.Dying != nil {
		h.setFinalizes(t, true)
	}
	if t.Base.documented {
		h.addDoc(t)
	}
	return t
}

// AddWrappers gives a builtin type the special methods of slots that it has got since it was registered.
func (h *Heap) AddWrappers(t *Type) { h.addWrappers(t) }

// NewUnbound makes a method that is no type's attribute: Bind makes functions of it.
func (h *Heap) NewUnbound(b *Builtin) Value {
	return h.newBuiltin(h.builtinIndex(b), Null, MethodDescType)
}

// AddMethods gives a type methods.
func (h *Heap) AddMethods(t *Type, methods []Builtin) { h.addMethods(t, methods) }

// SetTypeAttr gives a builtin type an attribute that is no method.
func (h *Heap) SetTypeAttr(t *Type, name string, x Value) { h.setTypeAttr(t, name, x) }

// AddClassMethods gives a type class methods.
func (h *Heap) AddClassMethods(t *Type, methods []Builtin) { h.addClassMethods(t, methods) }

// NewObject makes an instance of a type that is n bytes large, header included,
// with every field Null.
func (h *Heap) NewObject(t TypeID, n uintptr) Value {
	h.types[t].size = n
	v := h.Alloc(kindPlain, n)
	h.header(v, t, 0)
	for off := uintptr(8); off < n; off += 8 {
		h.SetField(v, off, Null)
	}
	return v
}

// NewTupleOf makes a tuple whose type is t, a type with the layout of tuple.
func (h *Heap) NewTupleOf(t TypeID, items ...Value) Value {
	v := h.tupleOf(t, len(items))
	copy(h.TupleItems(v), items)
	return v
}

// Qualified returns a type's name with its module unless that is builtins.
func (t *Type) Qualified() string { return t.qualified() }

// Address returns an object's address as repr shows it.
func (h *Heap) Address(v Value) string { return h.address(v) }

// AppendStr appends a str's content in WTF-8.
func (h *Heap) AppendStr(b []byte, v Value) []byte { return h.appendWTF8(b, v) }

// ASCIIData returns the bytes of a str all of whose code points are below 128,
// as a slice over the arena that is valid while v lives; ok is false for others.
func (h *Heap) ASCIIData(v Value) (data []byte, ok bool) {
	if !h.strIsASCII(v) {
		return nil, false
	}
	return h.strBytes(v), true
}

// Str1, Str2 and Str4 return the code points of a str of kind 1, 2 or 4 (StrKind) as
// a slice over the arena that is valid while v lives.
func (h *Heap) Str1(v Value) []uint8 { return h.strBytes(v) }

// Str2 is Str1 for a str of kind 2.
func (h *Heap) Str2(v Value) []uint16 { return h.str2(v) }

// Str4 is Str1 for a str of kind 4.
func (h *Heap) Str4(v Value) []uint32 { return h.str4(v) }

// HashBytes is the hash of a bytes with such a content.
func (h *Heap) HashBytes(b []byte) int64 { return h.hashKey.Bytes(b) }

// Slice returns s[lo:hi] of a str, bytes or bytearray, with 0 ≤ lo ≤ hi ≤ its
// length.
func (h *Heap) Slice(s Value, lo, hi int) Value { return h.subLike(s, lo, hi) }

// StrIs reports whether a str has the given ASCII content.
func (h *Heap) StrIs(v Value, s string) bool { return h.strIs(v, s) }

// IsIntegral reports whether v is an int or a bool.
func (h *Heap) IsIntegral(v Value) bool { return h.isIntegral(v) }

// ToIndex is operator.index(v): an int. The error is TypeError.
func (h *Heap) ToIndex(v Value) (Value, error) {
	i, ok, err := h.indexOf(v)
	if err != nil {
		return Null, err
	}
	if !ok {
		return Null, h.notInteger(v)
	}
	return i, nil
}

// IntFrexp returns an int or bool as m·2ᵉ with ½ ≤ |m| < 1 (m 0 for 0), m rounded
// to a float, half to even: CPython's _PyLong_Frexp.
func (h *Heap) IntFrexp(v Value) (m float64, e int) {
	neg, mag, ok := h.signMag(v)
	if ok {
		m, e = math.Frexp(float64(mag))
	} else {
		neg = h.aux(v)&intNegative != 0
		top, shift, sticky := h.topBits(v)
		m, e = math.Frexp(number.RoundFloat(top, sticky, 0))
		e += shift
	}
	if neg {
		m = -m
	}
	return m, e
}

// CInt converts an argument that CPython declares as a C int.
func (h *Heap) CInt(v Value) (int, error) { return h.cIntArg(v) }

// Ssize converts an argument that CPython declares as a Py_ssize_t.
func (h *Heap) Ssize(v Value) (int, error) { return h.sizeArg(v) }

// BufferData returns the bytes of a bytes or bytearray as a slice over the
// arena, valid until the object dies or changes its length, or those that an object
// of another type shows (Slots.Buffer). The error is TypeError for other types.
func (h *Heap) BufferData(v Value) ([]byte, error) {
	t, err := h.bytesArg(v)
	if err != nil {
		return nil, err
	}
	return t.raw(), nil
}

// IsBuffer reports whether BufferData has the bytes of v.
func (h *Heap) IsBuffer(v Value) bool { return h.isBytesLike(v) }

// RaisedIs reports whether err is an exception of type t or one derived from
// it.
func (h *Heap) RaisedIs(err error, t TypeID) bool { return h.raisedIs(err, t) }

// EndOfIteration returns nil for StopIteration: what a function called by an
// iterator raises to end it.
func (h *Heap) EndOfIteration(err error) error { return h.endOfIteration(err) }

// SequenceType reports whether the type's elements are reached by an int index,
// as PySequence_Check does.
func (t *Type) SequenceType() bool { return t.sequence() }

// UnexpectedKeyword raises TypeError for an argument that a function does not
// have, with the parameter that was probably meant.
func (h *Heap) UnexpectedKeyword(function, name string, params []string) error {
	return h.unexpectedKeyword(function, name, params)
}

// SortedNames returns a dict's keys that are str, sorted by code points.
func (h *Heap) SortedNames(d Value) []string {
	names := h.Names(d)
	slices.Sort(names)
	return names
}

// Names returns a dict's keys that are str, in order.
func (h *Heap) Names(d Value) []string {
	var names []string
	for pos := 0; ; {
		k, _, ok := h.DictNext(d, &pos)
		if !ok {
			return names
		}
		if k.IsRef() && h.isStr(k) {
			names = append(names, h.GoString(k))
		}
	}
}

// sprintf formats without a cost when there is nothing to format.
func sprintf(format string, args []any) string {
	if len(args) == 0 && !strings.Contains(format, "%") {
		return format
	}
	return fmt.Sprintf(format, args...)
}
