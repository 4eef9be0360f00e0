package object

// An AttrSetter is the function in Python that storing an attribute comes to.
type AttrSetter struct {
	Func Value // Null: none
	Key  Value // the attribute's name, or the descriptor that Func belongs to
	Kind SetterKind
}

// SetterKind says what an AttrSetter's function is.
type SetterKind uint8

// The kinds.
const (
	SetterOfClass      SetterKind = iota // __setattr__ of the instance's class; Key is the name
	SetterOfProperty                     // Key is the property
	SetterOfDescriptor                   // __set__ of the class of Key
)

// AttrSetterOf returns the function in Python that storing to the attribute name, which is interned, of instances of t comes to.
// That holds as long as t's version and that of Key's class, and as long as a property is not initialized again. Nothing in Python is run.
func (h *Heap) AttrSetterOf(t *Type, name Value) AttrSetter {
	none := AttrSetter{Func: Null}
	if !t.made || t.layout == TypeType {
		return none
	}
	nm := &h.classes.nm
	if t.SetAttr != nil {
		if f := h.ownAttr(t, nm.setattr); f != Null {
			return h.attrSetter(f, name, SetterOfClass)
		}
		if t.Prepares() {
			return none
		}
	}
	x := t.Lookup(name)
	if x == Null {
		return none
	}
	switch d := h.TypeOf(x); {
	case d.ID == PropertyType:
		return h.attrSetter(h.Field(x, OffPropertySet), x, SetterOfProperty)
	case d.made && d.DescrSet != nil:
		return h.attrSetter(h.ownAttr(d, nm.set), x, SetterOfDescriptor)
	}
	return none
}

func (h *Heap) attrSetter(f, key Value, kind SetterKind) AttrSetter {
	if f == Null || !h.Is(f, FunctionType) {
		return AttrSetter{Func: Null}
	}
	return AttrSetter{f, key, kind}
}
