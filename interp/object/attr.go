package object

// GetAttr is getattr(v, name); name is a str.
func (h *Heap) GetAttr(v, name Value) (Value, error) {
	x, err := h.findAttr(v, name)
	return h.sought(v, name, x, err)
}

// findAttr is GetAttr that returns Null for an attribute that v has not, where nothing of the
// guest's has raised an exception for it.
func (h *Heap) findAttr(v, name Value) (Value, error) {
	if t := h.TypeOf(v); t.GetAttr != nil {
		return t.GetAttr(h, v, name)
	}
	return h.FindGeneric(v, name)
}

// sought is what a look-up of v's attribute has found, or the AttributeError for nothing.
func (h *Heap) sought(v, name, x Value, err error) (Value, error) {
	switch {
	case err != nil:
		h.nameAttribute(err, v, name)
	case x == Null:
		err = h.noAttr(v, name)
	}
	return x, err
}

// SetAttr is setattr(v, name, x), or delattr(v, name) when x is Null.
func (h *Heap) SetAttr(v, name, x Value) error {
	if t := h.TypeOf(v); t.SetAttr != nil {
		if t.ID < FirstFreeType && t.ID != TypeType && h.strIs(name, "__class__") {
			return h.setClassOf(v, x)
		}
		return t.SetAttr(h, v, name, x)
	}
	return h.GenericSetAttr(v, name, x)
}

// GenericSetAttr is object.__setattr__, or __delattr__ when x is Null.
func (h *Heap) GenericSetAttr(v, name, x Value) error {
	t := h.TypeOf(v)
	key := h.InternValue(name)
	a := t.Lookup(key)
	if a != Null {
		if set := h.TypeOf(a).DescrSet; set != nil {
			return set(h, a, v, x)
		}
	}
	ok, err := h.setInstAttr(v, t, key, x)
	if ok || err != nil {
		return err
	}
	s := h.GoString(name)
	switch {
	case x == Null && h.unnamedDeletes(t):
		return h.Raise(AttributeErrorType, "'%s' object has no attribute '%s'", t.shown(), s)
	case t.dictOff != 0 || t.varDict, a == Null && t.made && h.overrides(t, h.classes.nm.setattr, h.classes.nm.delattr):
		return h.RaiseAttribute(v, name, "'%s' object has no attribute '%s'", t.shown(), s)
	case a != Null:
		return h.RaiseAttribute(v, name, "'%s' object attribute '%s' is read-only", t.shown(), s)
	case s == "__class__":
		return h.setClassOf(v, x)
	case !t.made && (t.hasAttrName(s) || t.hasAttrName("__dict__")):
		return h.Unsupported("setting attribute " + s + " of '" + t.Name + "' objects")
	}
	return h.RaiseAttribute(v, name, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", t.shown(), s)
}

// unnamedDeletes reports whether instances of a class have their attributes where CPython has them as inline values.
func (h *Heap) unnamedDeletes(t *Type) bool {
	if !t.made || t.dictOff == 0 && !t.varDict || h.types[t.layout].dictOff != 0 {
		return false
	}
	return t.layout != IntType && t.layout != TupleType && t.layout != BytesType // the dict lies elsewhere
}

// classSetAttr is the SetAttr slot of classes without __setattr__.
func classSetAttr(h *Heap, v, name, x Value) error {
	t := h.TypeOf(v)
	if b := t.native(func(s *Slots) bool { return s.SetAttr != nil }); b != nil {
		if b.Prepare != nil { // its SetAttr looks at descriptors, and at the instance's dict
			return b.SetAttr(h, v, name, x)
		}
		a := t.Lookup(h.InternValue(name))
		if a != Null {
			if set := h.TypeOf(a).DescrSet; set != nil {
				return set(h, a, v, x)
			}
		}
		if dict := t.varDict || t.dictOff != 0 && b.dictOff == 0; !dict || a == Null && b.hasAttrName(h.GoString(name)) {
			return b.SetAttr(h, v, name, x)
		}
	}
	return h.GenericSetAttr(v, name, x)
}

// getSetIn returns the attribute in Go, of a builtin type, that name is of v; nil if it is another one. name is interned.
func (h *Heap) getSetIn(v, name Value) *GetSet {
	t := h.TypeOf(v)
	if x := t.Lookup(name); h.Is(x, GetSetType) {
		if g := h.getSetOf(x); !g.Owner.made && !g.ofInstances && t.IsSubtype(g.Owner) {
			return g
		}
	}
	return nil
}

// GetInGo is GetAttr of an attribute in Go, of a builtin type; ok is false for others. Nothing finds those faster.
func (h *Heap) GetInGo(v, name Value) (x Value, ok bool, err error) {
	t := h.TypeOf(v)
	if t.GetAttr != nil && t.ID != TypeType {
		return Null, false, nil
	}
	g := h.getSetIn(v, name)
	if g == nil || t.ID == TypeType && g.Set == nil { // attributes of the class go before those
		return Null, false, nil
	}
	x, err = g.Get(h, v)
	if err == nil && x != Null && (g.Field != 0 || name == h.classes.nm.class) { // others are computed each time
		h.CacheFound(v, name, x)
	}
	return x, x != Null || err != nil, err
}

// SetInGo is SetAttr of such an attribute.
func (h *Heap) SetInGo(v, name, x Value) (ok bool, err error) {
	if h.TypeOf(v).SetAttr != nil {
		return false, nil
	}
	g := h.getSetIn(v, name)
	if g == nil || g.Set == nil {
		return false, nil
	}
	return true, g.Set(h, v, x)
}

// FindGeneric is object.__getattribute__: a data descriptor of the type, then
// the instance's own attribute, then what else the type has; Null if there is none.
func (h *Heap) FindGeneric(v, name Value) (Value, error) {
	t := h.TypeOf(v)
	x, err := h.find(v, t, h.InternValue(name))
	if err != nil || x != Null {
		return x, err
	}
	if t.Extra != nil {
		if x, err := t.Extra(h, v, name); err != nil || x != Null {
			return x, err
		}
	}
	return h.lacking(v, name)
}

// find is FindGeneric without what a type has beside its namespace; key is interned.
func (h *Heap) find(v Value, t *Type, key Value) (Value, error) {
	x := t.Lookup(key)
	if x != Null {
		if d := h.TypeOf(x); d.DescrSet != nil && d.DescrGet != nil {
			return d.DescrGet(h, x, v, t.Object)
		}
	}
	if own := h.instAttr(v, t, key); own != Null {
		return own, nil
	}
	if x != Null {
		return h.descrGet(x, v, t)
	}
	if key == h.classes.nm.class {
		return t.Object, nil
	}
	return Null, nil
}

// classGetAttr is the GetAttr slot of classes that derive from a builtin type
// which has one, and have no __getattribute__ and no __getattr__.
func classGetAttr(h *Heap, v, name Value) (Value, error) {
	t := h.TypeOf(v)
	if b := t.native(func(s *Slots) bool { return s.Prepare != nil }); b != nil {
		if err := b.Prepare(h, v); err != nil {
			return Null, err
		}
	}
	x, err := h.find(v, t, h.InternValue(name))
	if err != nil || x != Null {
		return x, err
	}
	if b := t.native(func(s *Slots) bool { return s.GetAttr != nil }); b != nil {
		return b.GetAttr(h, v, name)
	}
	return h.lacking(v, name)
}

// descrGet returns what the class attribute x is as an attribute of v.
func (h *Heap) descrGet(x, v Value, t *Type) (Value, error) {
	switch h.TypeID(x) {
	case FunctionType:
		return h.NewMethod(x, v), nil
	case MethodDescType:
		return h.newBuiltin(int(h.Word(x, OffBuiltinIndex)), v, BuiltinType), nil
	}
	if get := h.TypeOf(x).DescrGet; get != nil {
		return get(h, x, v, t.Object)
	}
	return x, nil
}

// Bind returns what a class attribute that was found for instance v is as its
// attribute.
func (h *Heap) Bind(x, v Value) (Value, error) { return h.descrGet(x, v, h.TypeOf(v)) }

// LookupMethod finds the class attribute name for v, for a call v.name(…): when
// bound is false, calling it with v as the first argument is the same as
// calling the attribute, and no bound method needs to exist. It returns Null
// when v's type does not look attributes up generically, has none of that
// name, or v itself has one.
func (h *Heap) LookupMethod(v, name Value) (f Value, bound bool) {
	t := h.TypeOf(v)
	if t.GetAttr != nil && !h.AsksForMissing(t) {
		return Null, false
	}
	key := h.InternValue(name)
	x := t.Lookup(key)
	if x == Null {
		return Null, false
	}
	id := h.TypeID(x)
	if id != MethodDescType && id != FunctionType && id != WrapperDescType {
		return x, true
	}
	if t.made && h.instAttr(v, t, key) != Null {
		return Null, false
	}
	return x, false
}

// LoadMethod finds the attribute name of v for a call v.name(…): the function and v as
// the receiver that is to be passed, or anything that is to be called without one, and
// Null.
func (h *Heap) LoadMethod(v, name Value) (f, self Value, err error) {
	if f, bound := h.LookupMethod(v, name); f != Null && !bound {
		return f, v, nil
	}
	f, err = h.findAttr(v, name)
	if err == nil || h.TypeOf(v).GetAttr != nil { // else CPython does not say what a descriptor was asked for (_PyObject_GetMethod)
		f, err = h.sought(v, name, f, err)
	}
	return f, Null, err
}

// SecondCell returns a cell for what a function that compiled code calls returns besides
// its result: the receiver of LoadMethod. It is read at once: a collection empties it.
func (h *Heap) SecondCell() Value { return h.secondCell }

// RaisedCell returns a cell for what a function that compiled code calls raises where that goes on at the handler. What the code has not made
// by then is made first, so a collection leaves the cell alone, and who reads it empties it.
func (h *Heap) RaisedCell() Value { return h.raisedCell }

func typeGetAttr(h *Heap, v, name Value) (Value, error) {
	t := h.TypeFromObject(v)
	meta := h.TypeOf(v)
	key := h.InternValue(name)
	m := Null
	if meta.ID == TypeType {
		if g := h.classes.typeAttrs[key]; g != nil && g.Set != nil {
			return g.Get(h, v)
		}
	} else if m = meta.Lookup(key); m != Null {
		if d := h.TypeOf(m); d.DescrSet != nil && d.DescrGet != nil {
			return d.DescrGet(h, m, v, meta.Object)
		}
	}
	if x := t.Lookup(key); x != Null {
		if get := h.TypeOf(x).DescrGet; get != nil {
			return get(h, x, Null, v)
		}
		return x, nil
	}
	if m == Null {
		m = meta.Lookup(key)
	}
	if m != Null {
		return h.descrGet(m, v, meta)
	}
	if g := h.classes.typeAttrs[key]; g != nil {
		return g.Get(h, v)
	}
	return Null, h.typeLacks(v, name)
}

// typeSetAttr is type.__setattr__; builtin types are immutable.
func typeSetAttr(h *Heap, v, name, x Value) error {
	t := h.TypeFromObject(v)
	if !t.made {
		return h.Raise(TypeErrorType, "cannot set '%s' attribute of immutable type '%s'", h.GoString(name), t.qualified())
	}
	key := h.InternValue(name)
	if g := h.classes.typeAttrs[key]; g != nil && g.Set != nil {
		return g.Set(h, v, x)
	}
	if m := h.TypeOf(v).Lookup(key); m != Null {
		if set := h.TypeOf(m).DescrSet; set != nil {
			return set(h, m, v, x)
		}
	}
	found, err := h.setClassAttr(t, key, x)
	if err == nil && !found {
		err = h.RaiseAttribute(v, name, "type object '%s' has no attribute '%s'", t.shown(), h.GoString(name))
	}
	return err
}

// visibleTypes are the types that are names of the builtins module, besides the
// exceptions.
var visibleTypes = [...]TypeID{
	ObjectType, TypeType, BoolType, IntType, FloatType, StrType, BytesType, ByteArrayType, ListType, TupleType, DictType, SetType,
	FrozenSetType, RangeType, SliceType, EnumerateType, ZipType, MapType, FilterType, ReversedType,
	PropertyType, ClassMethodType, StaticMethodType, SuperType,
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
	h.initDictStorage()
	h.initKeywordOrders()
	h.register(&Type{ID: ObjectType, Name: "object", Slots: Slots{
		New: func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
			if len(args) > 0 {
				return Null, h.Raise(TypeErrorType, "object() takes no arguments")
			}
			v := h.Alloc(kindPlain, 16)
			h.header(v, ObjectType, 0)
			return v, nil
		},
	}})
	h.initNames()
	h.register(&Type{ID: ArrayType, Name: "<storage>", Final: true})
	h.register(&Type{ID: TypeType, Name: "type", Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			return h.NewStr("<class '" + h.TypeFromObject(v).qualified() + "'>"), nil
		},
		Call:    callType,
		GetAttr: typeGetAttr, NoAttr: typeNoAttr,
		SetAttr: typeSetAttr,
		GetItem: typeGetItem,
		Binary:  typeBinary,
	}})
	only := func(v Value, name string) func(*Heap, *Type, []Value, Value) (Value, error) {
		return func(h *Heap, _ *Type, args []Value, _ Value) (Value, error) {
			if len(args) > 0 {
				return Null, h.Raise(TypeErrorType, "%s takes no arguments", name)
			}
			return v, nil
		}
	}
	constant := func(s string) func(*Heap, Value) (Value, error) {
		return func(h *Heap, _ Value) (Value, error) { return h.Intern(s), nil }
	}
	h.register(&Type{ID: NoneType, Name: "NoneType", Final: true, Slots: Slots{
		New:  only(None, "NoneType"),
		Repr: constant("None"),
		Bool: func(*Heap, Value) (bool, error) { return false, nil },
		Hash: func(*Heap, Value) (int64, error) { return hashOfNone, nil },
		Compare: func(_ *Heap, op CompareOp, a, b Value) (Value, error) {
			if a != b || op != EQ && op != NE {
				return NotImplemented, nil
			}
			return Bool(op == EQ), nil
		},
	}})
	h.register(&Type{ID: EllipsisType, Name: "ellipsis", Final: true, Slots: Slots{New: only(Ellipsis, "EllipsisType"), Repr: constant("Ellipsis")}})
	h.register(&Type{ID: NotImplementedType, Name: "NotImplementedType", Final: true, Slots: Slots{
		New:  only(NotImplemented, "NotImplementedType"),
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
	h.initCoroutines()
	h.initFrameTypes()
	h.initTemplates()
	h.initExceptions()
	h.initUnicodeErrors()
	h.initDescriptors()
	h.initAliases()
	h.initWrappers()
	h.showTypes()
	h.initDescribed()
}

// callType is type.__call__.
func callType(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
	t := h.TypeFromObject(f)
	if t.made {
		return h.construct(t, args, kwnames)
	}
	if kwnames == Null {
		if x, ok := t.once.try(h.mem(), Null, args); ok {
			return x, nil
		}
	}
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
		case npos != 3:
			return Null, h.Raise(TypeErrorType, "type() takes 1 or 3 arguments")
		}
		v, err := typeNew(h, t, args, kwnames)
		if err != nil || h.TypeOf(v) == t {
			return v, err
		}
		return v, h.initOf(v, args, kwnames) // of the metaclass that the bases have
	}
	return h.slotNew(t, t, args, kwnames)
}

// slotNew makes an instance of t by the slot of base, a builtin type; some have none.
func (h *Heap) slotNew(base, t *Type, args []Value, kwnames Value) (Value, error) {
	if base.Slots.New == nil {
		return Null, h.Raise(TypeErrorType, "cannot create '%s' instances", base.qualified())
	}
	return base.Slots.New(h, t, args, kwnames)
}
