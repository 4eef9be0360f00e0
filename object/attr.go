package object

// GetAttr is getattr(v, name); name is a str.
func (h *Heap) GetAttr(v, name Value) (Value, error) {
	if t := h.TypeOf(v); t.GetAttr != nil {
		return t.GetAttr(h, v, name)
	}
	return h.GenericGetAttr(v, name)
}

// SetAttr is setattr(v, name, x), or delattr(v, name) when x is Null.
func (h *Heap) SetAttr(v, name, x Value) error {
	t := h.TypeOf(v)
	if t.SetAttr != nil {
		return t.SetAttr(h, v, name, x)
	}
	if t.Lookup(h.InternValue(name)) != Null {
		return h.Raise(AttributeErrorType, "'%s' object attribute '%s' is read-only", t.Name, h.GoString(name))
	}
	return h.Raise(AttributeErrorType, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes",
		t.Name, h.GoString(name))
}

// GenericGetAttr looks an attribute up in v's type and binds methods to v.
func (h *Heap) GenericGetAttr(v, name Value) (Value, error) {
	t := h.TypeOf(v)
	if x := t.Lookup(h.InternValue(name)); x != Null {
		return h.bind(x, v), nil
	}
	if h.GoString(name) == "__class__" {
		return t.Object, nil
	}
	return Null, h.notFound(v, name)
}

// bind makes a method of a class attribute that was found for instance v.
func (h *Heap) bind(x, v Value) Value {
	switch h.TypeID(x) {
	case MethodDescType:
		return h.newBuiltin(int(h.Word(x, OffBuiltinIndex)), v, BuiltinType)
	case FunctionType:
		return h.NewMethod(x, v)
	}
	return x
}

// LookupMethod finds the class attribute name for v, for a call v.name(…): when
// bound is false, calling it with v as the first argument is the same as
// calling the attribute, and no bound method needs to exist. It returns Null
// when v's type does not look attributes up generically or has none of that
// name.
func (h *Heap) LookupMethod(v, name Value) (f Value, bound bool) {
	t := h.TypeOf(v)
	if t.GetAttr != nil {
		return Null, false
	}
	x := t.Lookup(h.InternValue(name))
	if x == Null {
		return Null, false
	}
	id := h.TypeID(x)
	return x, id != MethodDescType && id != FunctionType
}

func typeGetAttr(h *Heap, v, name Value) (Value, error) {
	t := h.TypeFromObject(v)
	if x := t.Lookup(h.InternValue(name)); x != Null {
		return x, nil
	}
	switch s := h.GoString(name); s {
	case "__name__", "__qualname__":
		return h.NewStr(t.Name), nil
	case "__module__":
		return h.NewStr(t.Module), nil
	default:
		return Null, h.Raise(AttributeErrorType, "type object '%s' has no attribute '%s'", t.Name, s)
	}
}

// initTypes registers all builtin types. Strings come first: names are
// interned as soon as the first method table is.
func (h *Heap) initTypes() {
	h.types[NoType] = &Type{Name: "<null>"}
	h.initStrings()
	h.register(&Type{ID: ObjectType, Name: "object", Slots: Slots{
		New: func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
			if len(args) > 0 {
				return Null, h.Raise(TypeErrorType, "object() takes no arguments")
			}
			v := h.alloc(spanPlain, 16)
			h.header(v, ObjectType, 0)
			return v, nil
		},
	}})
	h.register(&Type{ID: arrayType, Name: "<storage>", Final: true})
	h.register(&Type{ID: TypeType, Name: "type", Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			return h.NewStr("<class '" + h.TypeFromObject(v).qualified() + "'>"), nil
		},
		Call:    callType,
		GetAttr: typeGetAttr,
	}})
	constant := func(s string) func(*Heap, Value) (Value, error) {
		return func(h *Heap, _ Value) (Value, error) { return h.Intern(s), nil }
	}
	h.register(&Type{ID: NoneType, Name: "NoneType", Final: true, Slots: Slots{
		Repr: constant("None"),
		Bool: func(*Heap, Value) (bool, error) { return false, nil },
		Hash: func(*Heap, Value) (int64, error) { return 0xfca86420, nil },
	}})
	h.register(&Type{ID: EllipsisType, Name: "ellipsis", Final: true, Slots: Slots{Repr: constant("Ellipsis")}})
	h.register(&Type{ID: NotImplementedType, Name: "NotImplementedType", Final: true, Slots: Slots{
		Repr: constant("NotImplemented"),
		Bool: func(h *Heap, _ Value) (bool, error) {
			return false, h.Raise(TypeErrorType, "NotImplemented should not be used in a boolean context")
		},
	}})
	h.initFunctionTypes()
	h.initBuiltinTypes()
	h.initNumbers()
	h.initStrTypes()
	h.initSequences()
	h.initDictTypes()
	h.initSetTypes()
	h.initIterators()
	h.initExceptions()
	h.initUnicodeErrors()
}

func callType(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
	t := h.TypeFromObject(f)
	if t.ID == TypeType && len(args) == 1 && (kwnames == Null || h.TupleLen(kwnames) == 0) {
		return h.TypeOf(args[0]).Object, nil
	}
	if t.New == nil {
		return Null, h.Raise(TypeErrorType, "cannot create '%s' instances", t.Name)
	}
	return t.New(h, t, args, kwnames)
}
