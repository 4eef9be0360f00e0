package object

import "github.com/tier2go/tier2/interp/pyhash"

// Special methods that an instruction of the guest calls by itself: x[k] = v, for x in v,
// x in v, if v. Where a class has the method in Python, a VM can run it in a frame of its
// own; what the instruction makes of what the method has returned is here, for that and
// for the slots of classes (dunder.go).

// Special is such a method.
type Special uint8

// The special methods.
const (
	SpecialContains Special = iota
	SpecialSetItem
	SpecialDelItem
	SpecialBool
	SpecialLen
	SpecialIter
	SpecialNegative
	SpecialInvert
	SpecialStr
	SpecialRepr
	SpecialHash
	SpecialNext
	SpecialInstanceCheck // of a metaclass
	SpecialSubclassCheck
)

// SpecialMethod returns the function in Python that a type's special method is, Null if it
// has none, or one that is something else. The __str__ of object is the __repr__.
func (t *Type) SpecialMethod(s Special) Value {
	if !t.made {
		return Null
	}
	if s == SpecialStr && t.Str == nil && t.layout == ObjectType {
		s = SpecialRepr
	}
	f := t.heap.ownAttr(t, t.heap.classes.nm.special(s))
	if f == Null || !t.heap.Is(f, FunctionType) {
		return Null
	}
	return f
}

// special is the name of a special method.
func (n *names) special(s Special) Value {
	switch s {
	case SpecialContains:
		return n.contains
	case SpecialSetItem:
		return n.setitem
	case SpecialDelItem:
		return n.delitem
	case SpecialBool:
		return n.boolean
	case SpecialLen:
		return n.length
	case SpecialIter:
		return n.iter
	case SpecialNegative:
		return n.unary[Negative]
	case SpecialInvert:
		return n.unary[Invert]
	case SpecialStr:
		return n.str
	case SpecialRepr:
		return n.repr
	case SpecialHash:
		return n.hash
	case SpecialNext:
		return n.next
	case SpecialInstanceCheck:
		return n.instancecheck
	}
	return n.subclasscheck
}

// IterFunction returns the __iter__ in Python of a class whose instances a loop takes all elements of as builtin functions do, or, if it
// has none, the __getitem__. It is Null of others, and, asked how many there are, of those that have a __length_hint__.
func (t *Type) IterFunction(asked bool) Value {
	if !t.made || t.layout != ObjectType || asked && t.Lookup(t.heap.classes.nm.lengthHint) != Null {
		return Null
	}
	f := t.Lookup(t.heap.classes.nm.iter)
	if f == Null {
		f = t.ItemGetter()
	}
	if f == Null || !t.heap.Is(f, FunctionType) {
		return Null
	}
	return f
}

// Hints reports whether an instance of such a class that is asked how many elements there are has an answer: its length.
func (t *Type) Hints() bool { return t.Len != nil }

// TruthMethod returns the function in Python that says whether a type's values are true:
// __bool__, or, with byLen, __len__. It is Null if they are something else.
func (t *Type) TruthMethod() (f Value, byLen bool) {
	if t.Slots.Bool != nil {
		return t.SpecialMethod(SpecialBool), false
	}
	return t.SpecialMethod(SpecialLen), true
}

// FormatMethod returns the __str__ in Python that format(v) without a specification is, Null if it is something else.
func (t *Type) FormatMethod() Value {
	if t.layout != ObjectType || t.made && t.heap.ownAttr(t, t.heap.classes.nm.format) != Null {
		return Null
	}
	return t.SpecialMethod(SpecialStr)
}

// TextFrom returns the str that a method, __str__ or __repr__, has returned.
func (h *Heap) TextFrom(r Value, method string) (Value, error) {
	if !h.isStr(r) {
		return Null, h.Raise(TypeErrorType, "%s returned non-string (type %s)", method, h.TypeName(r))
	}
	return r, nil
}

// HashFrom returns the hash that a __hash__ has returned.
func (h *Heap) HashFrom(r Value) (int64, error) {
	if !h.isIntegral(r) {
		return 0, h.Raise(TypeErrorType, "__hash__ method should return an integer")
	}
	if i, ok := h.AsInt64(r); ok {
		return pyhash.NotMinusOne(i), nil
	}
	return h.hashInt(r), nil // whatever __hash__ the class of the int has
}

// LenFrom returns the length that a __len__ has returned.
func (h *Heap) LenFrom(r Value) (int, error) {
	i, ok, err := h.indexOf(r)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, h.notInteger(r)
	}
	if h.IntSign(i) < 0 {
		return 0, h.Raise(ValueErrorType, "__len__() should return >= 0")
	}
	n, ok := h.AsInt64(i)
	if !ok {
		return 0, h.Raise(OverflowErrorType, "cannot fit 'int' into an index-sized integer")
	}
	return int(n), nil
}

// BoolFrom returns the truth that a __bool__ has returned.
func (h *Heap) BoolFrom(r Value) (bool, error) {
	if r != True && r != False {
		return false, h.Raise(TypeErrorType, "__bool__ should return bool, returned %s", h.TypeName(r))
	}
	return r == True, nil
}

// IterFrom returns the iterator that an __iter__ has returned.
func (h *Heap) IterFrom(it Value) (Value, error) {
	if h.TypeOf(it).Next == nil {
		return Null, h.Raise(TypeErrorType, "iter() returned non-iterator of type '%s'", h.TypeName(it))
	}
	return it, nil
}
