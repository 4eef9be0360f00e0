package object

// Attributes that classes have, and that are the same for all instances: what a trace takes for a constant.

// ClassConstant is an attribute that a class has, of the class itself or of an instance of it, where nothing but changes of types has a
// say in what it is.
type ClassConstant struct {
	Value Value
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
)

// ConstantOf returns what the attribute name, an interned str, of instances of class t is, unless they have one of their own. ok is false if
// that is not known. That holds as long as the class's version, and Meta's.
func (h *Heap) ConstantOf(t *Type, name Value) (c ClassConstant, ok bool) {
	x := t.Lookup(name)
	if !t.made || t.GetAttr != nil || x == Null || t.varDict || t.prepares() || t.valuesOff != 0 && t.KeyIndex(name) >= 0 || t.Varies(name) {
		return c, false
	}
	switch {
	case h.Is(x, FunctionType):
		return ClassConstant{Value: x, Receiver: OfInstance}, true
	case h.Is(x, MethodDescType):
		return ClassConstant{Value: x, Receiver: OfInstanceRaw}, true
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
	if x == Null || t.Varies(name) {
		return c, false
	}
	if h.AttrKind(x) == MethodAttr {
		c, ok = ClassConstant{Value: x}, true
	} else {
		c, ok = h.constant(x)
	}
	if meta.made {
		c.Meta = meta
	}
	return c, ok
}

// constant is what the attribute x of a class is, which is no function.
func (h *Heap) constant(x Value) (c ClassConstant, ok bool) {
	switch h.TypeID(x) {
	case StaticMethodType:
		return ClassConstant{Value: h.Field(x, offWrappedFunc)}, true
	case ClassMethodType:
		f := h.Field(x, offWrappedFunc)
		return ClassConstant{Value: f, Receiver: OfClass}, h.Is(f, FunctionType)
	}
	t := h.TypeOf(x)
	if t.DescrGet != nil || t.DescrSet != nil {
		return c, false
	}
	return ClassConstant{Value: x}, true
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
