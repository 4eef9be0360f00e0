package object

// Attributes that classes have, and that are the same for all instances: what a trace takes for a constant.

// ClassConstant is an attribute that a class has, of the class itself or of an instance of it, where nothing but changes of types has a
// say in what it is.
type ClassConstant struct {
	Value Value
	// Receiver is what Value, a function, is to be bound to.
	Receiver Receiver
	// Types are those besides the class on which it depends.
	Types []*Type
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
// that is not known. Types must be watched.
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
	if ok && meta.made {
		c.Types = append(c.Types, meta)
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
	c.Value = x
	if t.made { // it may become one of descriptors
		c.Types = []*Type{t}
	}
	return c, true
}

// attrChanged gives the classes that have the attribute x fresh versions: x is another one from now on.
func (h *Heap) attrChanged(x Value) {
	for _, t := range h.types {
		if t == nil || !t.made {
			continue
		}
		for pos := 0; ; {
			_, v, ok := h.DictNext(t.Dict, &pos)
			if !ok {
				break
			}
			if v == x {
				h.typeChanged(t)
				break
			}
		}
	}
}
