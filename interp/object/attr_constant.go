package object

// Attributes that classes have, and that are the same for all instances: what a trace takes for a constant.

// ClassConstant is an attribute that a class has, of the class itself or of an instance of it, where nothing but changes of types has a
// say in what it is, or where it stands.
type ClassConstant struct {
	Value Value
	// In is the dict of a class whose attribute varies: it is the value of that Entry, which is data. Null otherwise.
	In    Value
	Entry uint64
	// Hides says that instances' own attributes of that name do not count.
	Hides bool
	// Receiver is what Value, a function, is to be bound to.
	Receiver Receiver
	// Meta is the metaclass, if the attribute is the class's own and that matters; nil otherwise.
	Meta *Type
}

// Receiver says what a method is bound to.
type Receiver uint8

// The receivers.
const (
	NoReceiver    Receiver = iota
	OfInstance             // the instance that has the attribute
	OfClass                // the class
	OfInstanceRaw          // the instance, of a method in Go: only where it is called
	OfClassRaw             // the class, of a class method in Go: only where it is called
)

// ConstantOf returns what the attribute name, an interned str, of instances of class t is, unless they have one of their own. ok is false if
// that is not known. That holds as long as the class's version, and Meta's.
func (h *Heap) ConstantOf(t *Type, name Value) (c ClassConstant, ok bool) {
	x := t.Lookup(name)
	if !t.made || t.GetAttr != nil || x == Null || t.varDict || t.prepares() || t.valuesOff != 0 && t.KeyIndex(name) >= 0 {
		return c, false
	}
	if t.Varies(name) {
		return h.varying(t, name), true
	}
	switch {
	case name == h.classes.nm.class && x == h.types[ObjectType].Lookup(name):
		return ClassConstant{Value: t.Object, In: Null, Hides: true}, true
	case h.Is(x, FunctionType):
		return ClassConstant{Value: x, In: Null, Receiver: OfInstance}, true
	case h.Is(x, MethodDescType):
		return ClassConstant{Value: x, In: Null, Receiver: OfInstanceRaw}, true
	}
	return h.constant(x)
}

// ConstantOfClass is ConstantOf for an attribute of class t itself.
func (h *Heap) ConstantOfClass(t *Type, name Value) (c ClassConstant, ok bool) {
	meta := h.TypeOf(t.Object)
	if meta.ID != TypeType && meta.Overrides("__getattribute__", "__getattr__") || h.classes.typeAttrs[name] != nil || meta.Lookup(name) != Null {
		return c, false
	}
	x := t.Lookup(name)
	switch {
	case x == Null:
		return c, false
	case t.Varies(name):
		c, ok = h.varying(t, name), true
	case h.AttrKind(x) == MethodAttr:
		c, ok = ClassConstant{Value: x, In: Null}, true
	default:
		c, ok = h.constant(x)
	}
	if meta.made {
		c.Meta = meta
	}
	return c, ok
}

// varying is where an attribute of a class stands that varies.
func (h *Heap) varying(t *Type, name Value) ClassConstant {
	_, b := t.find(name)
	return ClassConstant{Value: Null, In: b.Dict, Entry: uint64(h.DictIndexStr(b.Dict, name))}
}

// VaryingOf is where an attribute of class t itself stands that varies, and whose setting is the setting of an item of its dict
// if the value is data. It holds as long as the class's version.
func (h *Heap) VaryingOf(t *Type, name Value) (c ClassConstant, ok bool) {
	meta := h.TypeOf(t.Object)
	if meta.ID != TypeType || h.classes.typeAttrs[name] != nil || meta.Lookup(name) != Null {
		return c, false
	}
	if _, b := t.find(name); b != t || !t.Varies(name) {
		return c, false
	}
	return h.varying(t, name), true
}

// constant is what the attribute x of a class is, which is no function.
func (h *Heap) constant(x Value) (c ClassConstant, ok bool) {
	switch h.TypeID(x) {
	case StaticMethodType:
		return ClassConstant{Value: h.Field(x, offWrappedFunc), In: Null}, true
	case ClassMethodDescType:
		return ClassConstant{Value: x, In: Null, Receiver: OfClassRaw}, true
	case ClassMethodType:
		f := h.Field(x, offWrappedFunc)
		return ClassConstant{Value: f, In: Null, Receiver: OfClass}, h.Is(f, FunctionType)
	}
	t := h.TypeOf(x)
	if t.DescrGet != nil || t.DescrSet != nil {
		return c, false
	}
	return ClassConstant{Value: x, In: Null}, true
}

// OnlyCalled reports whether the attribute is known where it is called only: as a value it is another object each time.
func (c ClassConstant) OnlyCalled() bool {
	return c.Receiver == OfInstanceRaw || c.Receiver == OfClassRaw
}

// BoundToClass is a class method of a builtin type, bound to a class that derives from that.
func (h *Heap) BoundToClass(d Value, t *Type) Value {
	return h.newBuiltin(int(h.Word(d, OffBuiltinIndex)), t.Object, BuiltinType)
}

// descriptor says whether a type is one of descriptors: whether it has __get__, and whether __set__ or __delete__.
type descriptor struct{ gets, sets bool }

func (t *Type) descriptor() descriptor { return descriptor{t.DescrGet != nil, t.DescrSet != nil} }

// descriptorsChanged gives the classes fresh versions that have the attribute x, or one of type of, which is becoming another kind of
// descriptor, or none, or comes to another function. So a class's version says of its attributes whether they are descriptors.
func (h *Heap) descriptorsChanged(x Value, of *Type) {
	for _, t := range h.types {
		h.CheckStop()
		if t != nil && t.made && h.hasAttr(t, x, of) {
			h.typeChanged(t)
		}
	}
}

// hasAttr reports whether a class itself has the attribute x, or one of type of.
func (h *Heap) hasAttr(t *Type, x Value, of *Type) bool {
	for i := range h.dictFilled(t.Dict) {
		if v := h.dictEntry(t.Dict, i).value; v != Null && (v == x || h.TypeOf(v) == of) {
			return true
		}
	}
	return false
}
