package object

// What inline caches and the compiler ask of classes.

// seqIterNext is the next element of what has __getitem__ only.
func seqIterNext(h *Heap, it Value) (Value, error) {
	v, i := h.Field(it, OffSeqIterSeq), h.Word(it, OffSeqIterIndex)
	if v == Null {
		return Null, nil
	}
	if t := h.TypeOf(v); t.GetItem == nil { // its class has lost the method
		return Null, h.Raise(TypeErrorType, "'%s' object does not support indexing", t.shown())
	}
	x, err := h.GetItem(v, h.Int(int64(i)))
	if err == nil {
		h.SetWord(it, OffSeqIterIndex, i+1)
		return x, nil
	}
	if h.raisedIs(err, IndexErrorType) || h.raisedIs(err, StopIterationType) {
		h.SetField(it, OffSeqIterSeq, Null)
		err = nil
	}
	return Null, err
}

// AttrKind says what kind of attribute a value makes that a type has.
type AttrKind uint8

// The kinds of attributes.
const (
	NoAttr     AttrKind = iota
	DataAttr            // a data descriptor: goes before the instance's own attributes
	MethodAttr          // a function: a call puts the instance in front
	PlainAttr           // no descriptor, or one that is asked for stores only
	OtherAttr           // another descriptor
)

// AttrKind returns the kind of x, Null included, as an attribute of a type. It holds as long as the type's version: where x becomes a descriptor,
// the type has another one (descriptorsChanged).
func (h *Heap) AttrKind(x Value) AttrKind {
	if x == Null {
		return NoAttr
	}
	switch h.TypeID(x) {
	case FunctionType, MethodDescType, WrapperDescType:
		return MethodAttr
	}
	switch t := h.TypeOf(x); {
	case t.DescrGet == nil:
		return PlainAttr
	case t.DescrSet != nil:
		return DataAttr
	}
	return OtherAttr
}

// ClassAttr returns what the attribute x of a class is as an attribute of the class
// itself, where that is x; Null where it is computed.
func (h *Heap) ClassAttr(x Value) Value {
	switch h.AttrKind(x) {
	case MethodAttr, PlainAttr:
		return x
	}
	return Null
}

// Overrides reports whether a class has one of the special methods, not a builtin
// type's.
func (t *Type) Overrides(names ...string) bool {
	for _, s := range names {
		if t.heap.ownAttr(t, t.heap.Intern(s)) != Null {
			return true
		}
	}
	return false
}

// prepares reports whether instances derive from a type with Prepare: what they have is nowhere before that is called.
func (t *Type) prepares() bool {
	return t.native(func(s *Slots) bool { return s.Prepare != nil }) != nil
}

// GetAttribute returns a class's __getattribute__ if every look-up is a call of
// it.
func (t *Type) GetAttribute() (f Value, ok bool) {
	nm := &t.heap.classes.nm
	f = t.heap.ownAttr(t, nm.getattribute)
	return f, f != Null && t.Lookup(nm.getattr) == Null
}

// ItemGetter returns what a type and its bases have as __getitem__, Null for nothing.
func (t *Type) ItemGetter() Value { return t.Lookup(t.heap.classes.nm.getitem) }

// HasDict reports whether instances have a __dict__.
func (t *Type) HasDict() bool { return t.dictOff != 0 || t.varDict }

// DictOff returns where in instances their dict stands; 0 if nowhere, or at a place
// that depends on the instance.
func (t *Type) DictOff() uintptr { return t.dictOff }

// DictOf returns an instance's dict, Null if it has none, or none yet.
func (h *Heap) DictOf(v Value) Value {
	if d := h.dictField(v, h.TypeOf(v)); d != nil {
		return *d
	}
	return Null
}

// InlineOffset returns where an instance's inline values have an attribute, set or
// not; 0 if they do not have it. name is interned.
func (h *Heap) InlineOffset(v, name Value) uintptr {
	t := h.TypeOf(v)
	if !h.hasValues(v, t) {
		return 0
	}
	i := t.KeyIndex(name)
	if i < 0 {
		return 0
	}
	return t.valuesOff + 8*uintptr(i)
}

// SetsOwn returns at which index of the inline values object.__setattr__ stores the
// attribute name, which is interned, of instances of a class that have no dict; ok is false
// if it does something else, or none has had the attribute. It holds as long as the class's
// version.
func (h *Heap) SetsOwn(t *Type, name Value) (index int, ok bool) {
	if !t.made || t.layout != ObjectType || t.valuesOff == 0 {
		return 0, false
	}
	if a := t.Lookup(name); a != Null && h.TypeOf(a).DescrSet != nil {
		return 0, false
	}
	index = t.KeyIndex(name)
	return index, index >= 0
}

// IsObjectSetAttr reports whether f is object.__setattr__.
func (h *Heap) IsObjectSetAttr(f Value) bool {
	return f == h.types[ObjectType].Lookup(h.classes.nm.setattr)
}

// Frameless reports whether a call of f begins no frame of a function in Python that the
// interpreter could go on in: f is not one, nor a bound method, a class of the program or
// an instance of one, and nothing that calls a function as its own (functools). That stays so.
func (h *Heap) Frameless(f Value) bool {
	switch t := h.TypeOf(f); {
	case t.ID == FunctionType || t.ID == BoundMethodType || t.made || t.ID == h.PartialType || t.ID == h.Caches.Wrapper:
		return false
	case t.layout == TypeType:
		return !h.TypeFromObject(f).made && h.TypeFromObject(f).Scripted == nil
	case t.ID == BuiltinType || t.ID == MethodDescType:
		return h.BuiltinOf(f).Scripted == nil
	}
	return true
}

// StandsForType reports whether v is a type object.
func (h *Heap) StandsForType(v Value) bool { return v != Null && h.TypeOf(v).layout == TypeType }

// DictHinted returns where the value of entry i of a dict stands if its key is
// name, an interned str, and nobody watches the dict; nil otherwise. It is valid
// until the dict changes.
func (h *Heap) DictHinted(d Value, i int, name Value) *Value {
	if i >= h.dictFilled(d) || h.aux(d)&DictWatched != 0 {
		return nil
	}
	if e := h.dictEntry(d, i); e.key == name && e.value != Null {
		return &e.value
	}
	return nil
}

// SizeOf returns the bytes of a fresh instance of a class whose layout is object's.
func (h *Heap) SizeOf(t *Type) uintptr {
	size := t.end
	if t.valuesOff != 0 {
		if t.inlineCap == 0 {
			h.sizeValues(t)
		}
		size = t.valuesOff + 8*uintptr(t.inlineCap)
	}
	return max(size, 16)
}
