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
		if t.prepares() {
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

// StoreKind says what storing an attribute of instances of a type does.
type StoreKind uint8

// The kinds.
const (
	StoreElsewhere    StoreKind = iota // the type is builtin, and the attribute is no field, or the instances are classes
	StoreOverridden                    // what the class, or what it derives from, has for storing
	StoreByDescriptor                  // what the attribute of the class has for it, or may have: its class may become one of descriptors
	StoreField                         // it writes the field that the attribute of the class is
	StoreOwn                           // it makes or writes an attribute of the instance's own
)

// StoreKindOf returns what storing the attribute name of instances of t does, as long as t's version; off is the field's offset.
func (h *Heap) StoreKindOf(t *Type, name Value) (k StoreKind, off uint64) {
	switch {
	case !t.made && t.SetAttr != nil || t.layout == TypeType:
		return StoreElsewhere, 0
	case t.layout == BaseExceptionType || h.overrides(t, h.classes.nm.setattr, h.classes.nm.delattr) || t.prepares():
		return StoreOverridden, 0
	}
	x := t.Lookup(name)
	off, owner, ok := h.FieldOf(x, true)
	switch {
	case ok && t.IsSubtype(owner): // a program may put a member of one class into another
		return StoreField, off
	case !t.made:
		return StoreElsewhere, 0
	case x != Null && h.TypeOf(x).DescrSet != nil:
		return StoreByDescriptor, 0
	}
	return StoreOwn, 0
}
