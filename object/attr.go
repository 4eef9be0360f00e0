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
	s := h.GoString(name)
	if t.Lookup(h.InternValue(name)) != Null {
		return h.RaiseAttribute(v, name, "'%s' object attribute '%s' is read-only", t.Name, s)
	}
	if t.HasAttrName(s) || t.HasAttrName("__dict__") {
		return h.Unsupported("setting attribute " + s + " of '" + t.Name + "' objects")
	}
	return h.RaiseAttribute(v, name, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", t.Name, s)
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
	if t.Extra != nil {
		if x, err := t.Extra(h, v, name); err != nil || x != Null {
			return x, err
		}
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

// Bind returns what a class attribute that was found for instance v is as its
// attribute.
func (h *Heap) Bind(x, v Value) (Value, error) { return h.bind(x, v), nil }

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
	switch h.GoString(name) {
	case "__name__", "__qualname__":
		return h.NewStr(t.Name), nil
	case "__module__":
		return h.NewStr(t.Module), nil
	case "__class__":
		return h.types[TypeType].Object, nil
	case "__base__":
		if t.Base == nil {
			return None, nil
		}
		return t.Base.Object, nil
	case "__mro__":
		l := h.NewList()
		for _, b := range t.MRO {
			h.ListAppend(l, b.Object)
		}
		return h.ListToTuple(l), nil
	}
	return Null, h.typeNotFound(v, name)
}

// typeSetAttr refuses: builtin types are immutable.
func typeSetAttr(h *Heap, v, name, _ Value) error {
	return h.Raise(TypeErrorType, "cannot set '%s' attribute of immutable type '%s'", h.GoString(name), h.TypeFromObject(v).qualified())
}

// typeGetItem is T[…]: a generic alias of the types that have them.
func typeGetItem(h *Heap, v, _ Value) (Value, error) {
	t := h.TypeFromObject(v)
	if t.ID == TypeType || t.HasAttrName("__class_getitem__") {
		return Null, h.Unsupported("generic alias of type " + t.Name)
	}
	return Null, h.Raise(TypeErrorType, "type '%s' is not subscriptable", t.qualified())
}

// typeBinary is what | makes of a type and something that may be one.
func typeBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op != Or {
		return NotImplemented, nil
	}
	for _, v := range [...]Value{a, b} {
		if v != None && !h.Is(v, TypeType) {
			return NotImplemented, nil
		}
	}
	return Null, h.Unsupported("union of types")
}

// visibleTypes are the types that are names of the builtins module, besides the
// exceptions.
var visibleTypes = [...]TypeID{
	ObjectType, TypeType, BoolType, IntType, FloatType, StrType, BytesType, ByteArrayType, ListType, TupleType, DictType, SetType,
	FrozenSetType, RangeType, SliceType, EnumerateType, ZipType, MapType, FilterType, ReversedType,
}

func (h *Heap) showTypes() {
	for _, id := range visibleTypes {
		h.types[id].Visible = true
	}
	for id := FirstExceptionType; id < endExceptions; id++ {
		h.types[id].Visible = true
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
		SetAttr: typeSetAttr,
		GetItem: typeGetItem,
		Binary:  typeBinary,
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
	h.initGenerators()
	h.initExceptions()
	h.initUnicodeErrors()
	h.showTypes()
}

func callType(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
	t := h.TypeFromObject(f)
	if t.ID == TypeType {
		nkw := 0
		if kwnames != Null {
			nkw = h.TupleLen(kwnames)
		}
		switch npos := len(args) - nkw; {
		case npos == 1 && nkw > 0:
			return Null, h.Raise(TypeErrorType, "type() takes no keyword arguments")
		case npos == 1:
			return h.TypeOf(args[0]).Object, nil
		case npos == 3:
			return Null, h.Unsupported("type with 3 arguments")
		}
		return Null, h.Raise(TypeErrorType, "type() takes 1 or 3 arguments")
	}
	if t.New == nil {
		return Null, h.Raise(TypeErrorType, "cannot create '%s' instances", t.Name)
	}
	return t.New(h, t, args, kwnames)
}
