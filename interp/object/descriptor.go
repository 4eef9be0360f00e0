package object

import "strings"

// Descriptors: attributes of classes that say by themselves what they are for an
// instance.

// GetSet is an attribute that Go computes (getset_descriptor). Set stores, or
// deletes when x is Null; nil: the attribute cannot be written.
type GetSet struct {
	Name string
	Get  func(h *Heap, v Value) (Value, error)
	Set  func(h *Heap, v, x Value) error
	// Owner is the type whose instances have it.
	Owner *Type
	// Field is where in every instance the value stands that Get returns, which puts it there where Null is; 0: it is computed. No Set stores there,
	// unless it is plain.
	Field uintptr
	// Plain says of a Field that Set stores whatever it is given there, and refuses to delete it.
	Plain bool

	ofInstances bool // it is __dict__ of the instances of a class
}

// newGetSet makes a getset_descriptor of a type.
func (h *Heap) newGetSet(g *GetSet, owner *Type) Value {
	own := *g
	own.Owner = owner
	v := h.Alloc(kindPlain, 16)
	h.header(v, GetSetType, 0)
	c := &h.classes
	i := uint64(len(c.getsets))
	if n := len(c.freeGetSets); n > 0 {
		i, c.freeGetSets = c.freeGetSets[n-1], c.freeGetSets[:n-1]
		c.getsets[i] = &own
	} else {
		c.getsets = append(c.getsets, &own)
	}
	if owner.made {
		owner.getsets = append(owner.getsets, i)
	}
	h.SetWord(v, offGetSetIndex, i)
	return v
}

// AddGetSets gives a builtin type attributes that Go computes.
func (h *Heap) AddGetSets(t *Type, list []GetSet) {
	for i := range list {
		h.setTypeAttr(t, list[i].Name, h.newGetSet(&list[i], t))
	}
}

func (h *Heap) getSetOf(d Value) *GetSet { return h.classes.getsets[h.Word(d, offGetSetIndex)] }

// applies checks that a descriptor of type owner may be used for obj.
func (h *Heap) applies(name string, owner *Type, obj Value) error {
	if h.TypeOf(obj).IsSubtype(owner) {
		return nil
	}
	return h.Raise(TypeErrorType, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name, owner.shown(), h.TypeName(obj))
}

func getSetGet(h *Heap, d, obj, _ Value) (Value, error) {
	if obj == Null {
		return d, nil
	}
	g := h.getSetOf(d)
	if err := h.applies(g.Name, g.Owner, obj); err != nil {
		return Null, err
	}
	return g.Get(h, obj)
}

func getSetSet(h *Heap, d, obj, x Value) error {
	g := h.getSetOf(d)
	if err := h.applies(g.Name, g.Owner, obj); err != nil {
		return err
	}
	if g.Set == nil {
		return h.Raise(AttributeErrorType, "attribute '%s' of '%s' objects is not writable", g.Name, g.Owner.shown())
	}
	return g.Set(h, obj, x)
}

// newMember makes a member_descriptor: name of class t's __slots__, in the field
// at off.
func (h *Heap) newMember(t *Type, name Value, off uintptr) Value {
	v := h.Alloc(kindPlain, 32)
	h.header(v, MemberType, 0)
	h.SetWord(v, offMemberOff, uint64(off))
	h.SetField(v, offMemberName, name)
	h.SetField(v, offMemberClass, t.Object)
	return v
}

// behindItems marks the offset of a member that stands behind the items of an instance of a
// layout of varying size, and counts from there.
const behindItems = 1 << 32

// memberReadOnly marks the offset of a member that programs cannot set.
const memberReadOnly = 1 << 33

// AddMember gives a builtin type with Size an attribute that is the field at off and that no program can set.
func (h *Heap) AddMember(t *Type, name string, off uintptr) {
	h.setTypeAttr(t, name, h.newMember(t, h.Intern(name), off|memberReadOnly))
}

// memberOff is where a member lies in an instance.
func (h *Heap) memberOff(d, obj Value) uintptr {
	off := uintptr(h.Word(d, offMemberOff)) &^ memberReadOnly
	if off&behindItems != 0 {
		off = off&^behindItems + h.varEnd(obj, h.TypeOf(obj))
	}
	return off
}

// FieldOf returns at which offset every instance of owner has the field that an attribute x of the class is, Null included; ok is false
// where it is none, or where its place differs. set asks for one that programs can set.
func (h *Heap) FieldOf(x Value, set bool) (off uint64, owner *Type, ok bool) {
	if x == Null {
		return 0, nil, false
	}
	switch h.TypeID(x) {
	case MemberType:
		off = h.Word(x, offMemberOff)
		return off &^ memberReadOnly, h.TypeFromObject(h.Field(x, offMemberClass)), off&behindItems == 0 && !(set && off&memberReadOnly != 0)
	case GetSetType:
		g := h.getSetOf(x)
		return uint64(g.Field), g.Owner, g.Field != 0 && (!set || g.Plain)
	}
	return 0, nil, false
}

func memberGet(h *Heap, d, obj, _ Value) (Value, error) {
	if obj == Null {
		return d, nil
	}
	if err := h.memberApplies(d, obj); err != nil {
		return Null, err
	}
	x := h.Field(obj, h.memberOff(d, obj))
	if x == Null {
		return Null, h.notSet(obj, h.Field(d, offMemberName))
	}
	return x, nil
}

// memberApplies is applies for a member.
func (h *Heap) memberApplies(d, obj Value) error {
	owner := h.TypeFromObject(h.Field(d, offMemberClass))
	if h.TypeOf(obj).IsSubtype(owner) {
		return nil
	}
	return h.applies(h.GoString(h.Field(d, offMemberName)), owner, obj)
}

// notSet is the AttributeError for a field that is empty. Programs that fill fields when they are first asked for raise it again and again: its message
// is remembered.
func (h *Heap) notSet(obj, name Value) error {
	t, key := h.TypeOf(obj), h.InternValue(name)
	module := h.DictGetStr(t.Dict, h.classes.nm.module)
	m := &h.unset[(uint64(key)>>4^uint64(t.ID))%uint64(len(h.unset))]
	if m.t != t || m.name != key || m.module != module || m.typeName != t.qualName || m.msg == Null {
		shown := strings.TrimPrefix(t.qualified(), "__main__.")
		msg := h.NewStr("'" + shown + "' object has no attribute '" + h.GoString(name) + "'")
		*m = unsetAttr{missingAttr{t, t.qualName, key, msg}, module}
	}
	return h.RaiseValue(h.NewException(h.types[AttributeErrorType], m.msg))
}

// unsetAttr is a field that was empty; typeName is the class's qualified name.
type unsetAttr struct {
	missingAttr
	module Value
}

func memberSet(h *Heap, d, obj, x Value) error {
	if err := h.memberApplies(d, obj); err != nil {
		return err
	}
	if h.Word(d, offMemberOff)&memberReadOnly != 0 {
		return h.Raise(AttributeErrorType, "readonly attribute")
	}
	off := h.memberOff(d, obj)
	if x == Null && h.Field(obj, off) == Null {
		return h.Raise(AttributeErrorType, "%s", h.GoString(h.Field(d, offMemberName)))
	}
	h.SetField(obj, off, x)
	return nil
}

// newWrapped makes a classmethod or staticmethod of a function.
func (h *Heap) newWrapped(t TypeID, f Value) Value {
	v := h.newFields(h.types[t], 32)
	h.SetField(v, offWrappedFunc, f)
	return v
}

func wrappedNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	v, err := wrappedBare(h, t, nil, Null)
	if t.made || err != nil {
		return v, err
	}
	return v, wrappedInit(h, v, args, kwnames)
}

// wrappedBare makes one of None, which __init__ replaces.
func wrappedBare(h *Heap, t *Type, _ []Value, _ Value) (Value, error) {
	v := h.newFields(t, max(t.end, 32))
	h.SetField(v, offWrappedFunc, None)
	return v, nil
}

func wrappedInit(h *Heap, v Value, args []Value, kwnames Value) error {
	name := h.types[h.TypeOf(v).layout].Name
	if err := h.noKeywords(name, kwnames); err != nil {
		return err
	}
	if err := h.checkCount(name, len(args), 1, 1); err != nil {
		return err
	}
	if h.Field(v, offWrappedFunc) != None {
		h.descriptorsChanged(v, nil)
	}
	h.SetField(v, offWrappedFunc, args[0])
	return h.copyWrapped(v, args[0])
}

// copyWrapped gives a classmethod or staticmethod the attributes that it copies of its
// function (Objects/funcobject.c, functools_wraps).
func (h *Heap) copyWrapped(v, f Value) error {
	if !h.describes(f) {
		return nil
	}
	for _, s := range [...]string{"__module__", "__name__", "__qualname__", "__doc__"} {
		name := h.Intern(s)
		x, err := h.LookupAttr(f, name)
		if err != nil {
			return err
		}
		if x != Null {
			if err := h.SetAttr(v, name, x); err != nil {
				return err
			}
		}
	}
	return nil
}

func classMethodGet(h *Heap, d, obj, owner Value) (Value, error) {
	if owner == Null {
		owner = h.TypeOf(obj).Object
	}
	f := h.Field(d, offWrappedFunc)
	if h.Is(f, FunctionType) || h.TypeOf(f).DescrGet == nil {
		return h.NewMethod(f, owner), nil
	}
	return h.NewMethod(f, owner), nil
}

func staticMethodGet(h *Heap, d, _, _ Value) (Value, error) { return h.Field(d, offWrappedFunc), nil }

// property.

var propertyParams = NewSignature("property", 0, 0, 0, "fget", "fset", "fdel", "doc")

func propertyNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	v := h.newFields(t, max(t.end, propertySize))
	if t.made {
		return v, nil
	}
	return v, propertyInit(h, v, args, kwnames)
}

func propertyInit(h *Heap, v Value, args []Value, kwnames Value) error {
	m := h.Mark()
	defer h.Release(m)
	var p [4]Value
	if err := propertyParams.Bind(h, args, kwnames, p[:]); err != nil {
		return err
	}
	for i, off := range [...]uintptr{OffPropertyGet, OffPropertySet, offPropertyDelete} {
		if p[i] == None {
			p[i] = Null
		}
		h.SetField(v, off, p[i])
	}
	h.SetField(v, offPropertyName, Null) // it may be initialized again
	return h.propertyDoc(v, p[0], p[3])
}

// propertyDoc gives a property its doc string: the one it is made with, or the getter's. That
// of a class derived from property is an attribute of the object, which there need not be room
// for unless the string is the getter's.
func (h *Heap) propertyDoc(v, getter, doc Value) error {
	own := false
	if doc == Null || doc == None {
		doc = Null
		if getter != Null && getter != None {
			d, err := h.LookupAttr(getter, h.classes.nm.doc)
			if err != nil {
				return err
			}
			if own = d != Null && d != None; own {
				doc = d
			}
		}
	}
	h.SetField(v, offPropertyOwnDoc, Bool(own))
	if !h.TypeOf(v).made {
		h.SetField(v, offPropertyDoc, doc)
		return nil
	}
	err := h.SetAttr(v, h.classes.nm.doc, orNone(doc))
	if err != nil && !own && h.raisedIs(err, AttributeErrorType) {
		return nil
	}
	return err
}

func propertyGet(h *Heap, d, obj, _ Value) (Value, error) {
	if obj == Null || obj == None {
		return d, nil
	}
	f := h.Field(d, OffPropertyGet)
	if f == Null {
		return Null, h.propertyMissing(d, obj, "getter")
	}
	m := h.Mark()
	h.Push(obj)
	r, err := h.Call(f, h.Pushed(m), Null)
	h.Release(m)
	return r, err
}

func propertySet(h *Heap, d, obj, x Value) error {
	off, what := uintptr(OffPropertySet), "setter"
	if x == Null {
		off, what = offPropertyDelete, "deleter"
	}
	f := h.Field(d, off)
	if f == Null {
		return h.propertyMissing(d, obj, what)
	}
	m := h.Mark()
	h.Push(obj)
	if x != Null {
		h.Push(x)
	}
	_, err := h.Call(f, h.Pushed(m), Null)
	h.Release(m)
	return err
}

func (h *Heap) propertyMissing(d, obj Value, what string) error {
	name := ""
	n, err := h.propertyName(d)
	if err != nil {
		return err
	}
	if n != Null {
		r, err := h.Repr(n)
		if err != nil {
			return err
		}
		name = " " + h.GoString(r)
	}
	return h.Raise(AttributeErrorType, "property%s of '%s' object has no %s", name, h.TypeOf(obj).QualName(), what)
}

// propertyName returns the name that a property has been given, or its getter's.
func (h *Heap) propertyName(d Value) (Value, error) {
	if n := h.Field(d, offPropertyName); n != Null {
		return n, nil
	}
	f := h.Field(d, OffPropertyGet)
	if f == Null {
		return Null, nil
	}
	return h.LookupAttr(f, h.Intern("__name__"))
}

// propertyWith makes the method that copies a property with another function at
// off.
func propertyWith(off uintptr) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, d Value, args []Value) (Value, error) {
		m := h.Mark()
		defer h.Release(m)
		for _, o := range [...]uintptr{OffPropertyGet, OffPropertySet, offPropertyDelete} {
			f := h.Field(d, o)
			if o == off && args[0] != None {
				f = args[0]
			}
			if f == Null {
				f = None
			}
			h.Push(f)
		}
		doc := h.Field(d, offPropertyDoc)
		if h.Field(d, offPropertyOwnDoc) == True && h.Pushed(m)[0] != None {
			doc = Null // the getter's, which may be another one
		}
		h.Push(orNone(doc))
		v, err := h.Call(h.TypeOf(d).Object, h.Pushed(m), Null)
		if err == nil && h.IsInstance(v, PropertyType) { // a class may make anything
			h.SetField(v, offPropertyName, h.Field(d, offPropertyName))
		}
		return v, err
	}
}

func fieldGetSet(name string, off uintptr) GetSet {
	return GetSet{Name: name,
		Get: func(h *Heap, v Value) (Value, error) { return orNone(h.Field(v, off)), nil },
		Set: func(h *Heap, _, _ Value) error { return h.Raise(AttributeErrorType, "readonly attribute") },
	}
}

func orNone(v Value) Value {
	if v == Null {
		return None
	}
	return v
}

// isAbstract is __isabstractmethod__ of the descriptors that wrap functions.
func (h *Heap) isAbstract(fs ...Value) (Value, error) {
	for _, f := range fs {
		if f == Null {
			continue
		}
		x, err := h.LookupAttr(f, h.Intern("__isabstractmethod__"))
		if err != nil {
			return Null, err
		}
		if x == Null {
			continue
		}
		if yes, err := h.Truth(x); err != nil || yes {
			return Bool(yes), err
		}
	}
	return False, nil
}

func (h *Heap) initDescriptors() {
	h.register(&Type{ID: GetSetType, Name: "getset_descriptor", Final: true, Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			g := h.getSetOf(v)
			return h.NewStr("<attribute '" + g.Name + "' of '" + g.Owner.shown() + "' objects>"), nil
		},
		DescrGet: getSetGet, DescrSet: getSetSet,
	}})
	h.AddGetSets(h.types[GetSetType], []GetSet{
		{Name: "__qualname__", Get: func(h *Heap, v Value) (Value, error) {
			g := h.getSetOf(v)
			return h.NewStr(g.Owner.QualName() + "." + g.Name), nil
		}},
		{Name: "__name__", Get: func(h *Heap, v Value) (Value, error) { return h.Intern(h.getSetOf(v).Name), nil }},
		{Name: "__objclass__", Get: func(h *Heap, v Value) (Value, error) { return h.getSetOf(v).Owner.Object, nil }},
	})
	h.register(&Type{ID: MemberType, Name: "member_descriptor", Final: true, Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			t := h.TypeFromObject(h.Field(v, offMemberClass))
			return h.NewStr("<member '" + h.GoString(h.Field(v, offMemberName)) + "' of '" + t.shown() + "' objects>"), nil
		},
		DescrGet: memberGet, DescrSet: memberSet,
	}})
	h.knowDescriptors()
	h.AddGetSets(h.types[MemberType], []GetSet{
		fieldGetSet("__name__", offMemberName), fieldGetSet("__objclass__", offMemberClass),
		{Name: "__qualname__", Get: func(h *Heap, v Value) (Value, error) {
			return h.NewStr(h.TypeFromObject(h.Field(v, offMemberClass)).QualName() + "." + h.GoString(h.Field(v, offMemberName))), nil
		}},
	})
	h.register(&Type{ID: SeqIterType, Name: "iterator", Final: true, Slots: Slots{
		Iter: func(_ *Heap, v Value) (Value, error) { return v, nil }, Next: seqIterNext,
	}})
	h.initWrapped()
	h.initProperty()
	h.initSuper()
	h.initProxy()
	h.initTypeAttrs()
}

func (h *Heap) initWrapped() {
	for _, w := range [...]struct {
		id   TypeID
		name string
		get  func(h *Heap, d, obj, owner Value) (Value, error)
	}{{ClassMethodType, "classmethod", classMethodGet}, {StaticMethodType, "staticmethod", staticMethodGet}} {
		t := h.register(&Type{ID: w.id, Name: w.name, Slots: Slots{
			Repr: func(h *Heap, v Value) (Value, error) {
				r, err := h.Repr(orNone(h.Field(v, offWrappedFunc)))
				if err != nil {
					return Null, err
				}
				return h.NewStr("<" + w.name + "(" + h.GoString(r) + ")>"), nil
			},
			New: wrappedNew, Bare: wrappedBare, Init: wrappedInit, DescrGet: w.get,
			GetAttr: wrappedGetAttr,
		}})
		t.dictOff = offWrappedDict
		h.AddGetSets(t, []GetSet{
			fieldGetSet("__func__", offWrappedFunc), fieldGetSet("__wrapped__", offWrappedFunc), instanceDict,
			{Name: "__isabstractmethod__", Get: func(h *Heap, v Value) (Value, error) { return h.isAbstract(h.Field(v, offWrappedFunc)) }},
		})
	}
	h.types[StaticMethodType].Call = func(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
		return h.Call(h.Field(f, offWrappedFunc), args, kwnames)
	}
}

// describes reports whether a callable's __doc__ and the like are known here: those of
// builtin types and functions are not all, so that they are asked for when they are needed.
func (h *Heap) describes(f Value) bool {
	switch {
	case h.Is(f, FunctionType), h.Is(f, BoundMethodType):
		return true
	case h.isA(f, TypeType):
		return h.TypeFromObject(f).made
	}
	return h.TypeOf(f).made
}

// wrappedGetAttr also has the annotations of the function: they become attributes of the
// wrapper when they are first asked for.
func wrappedGetAttr(h *Heap, v, name Value) (Value, error) {
	x, err := h.find(v, h.TypeOf(v), h.InternValue(name))
	if err != nil || x != Null {
		return x, err
	}
	switch h.GoString(name) {
	case "__module__", "__name__", "__qualname__", "__doc__":
		if f := h.Field(v, offWrappedFunc); f != Null && !h.describes(f) {
			return h.GetAttr(f, name)
		}
	case "__annotate__", "__annotations__":
		if f := h.Field(v, offWrappedFunc); f != Null {
			if x, err = h.GetAttr(f, name); err == nil {
				err = h.SetAttr(v, name, x)
			}
			return x, err
		}
	}
	return Null, h.lacks(v, name)
}

func (h *Heap) initProperty() {
	t := h.register(&Type{ID: PropertyType, Name: "property", Slots: Slots{
		New: propertyNew, Init: propertyInit, DescrGet: propertyGet, DescrSet: propertySet,
	}})
	doc := fieldGetSet("__doc__", offPropertyDoc)
	doc.Set = func(h *Heap, v, x Value) error { h.SetField(v, offPropertyDoc, x); return nil }
	h.AddGetSets(t, []GetSet{
		fieldGetSet("fget", OffPropertyGet), fieldGetSet("fset", OffPropertySet), fieldGetSet("fdel", offPropertyDelete), doc,
		{Name: "__name__",
			Get: func(h *Heap, v Value) (Value, error) {
				n, err := h.propertyName(v)
				if err == nil && n == Null {
					err = h.Raise(AttributeErrorType, "'property' object has no attribute '__name__'")
				}
				return n, err
			},
			Set: func(h *Heap, v, x Value) error { h.SetField(v, offPropertyName, x); return nil },
		},
		{Name: "__isabstractmethod__", Get: func(h *Heap, v Value) (Value, error) {
			return h.isAbstract(h.Field(v, OffPropertyGet), h.Field(v, OffPropertySet), h.Field(v, offPropertyDelete))
		}},
	})
	h.addMethods(t, []Builtin{
		{Name: "getter", Arity: O, Fn: propertyWith(OffPropertyGet)},
		{Name: "setter", Arity: O, Fn: propertyWith(OffPropertySet)},
		{Name: "deleter", Arity: O, Fn: propertyWith(offPropertyDelete)},
		{Name: "__set_name__", Arity: Fast, Max: -1, Fn: func(h *Heap, v Value, args []Value) (Value, error) {
			if len(args) != 2 {
				return Null, h.Raise(TypeErrorType, "__set_name__() takes 2 positional arguments but %d were given", len(args))
			}
			h.SetField(v, offPropertyName, args[1])
			return None, nil
		}},
	})
}

// knowDescriptors tells the attributes that the types of descriptors have in CPython.
func (h *Heap) knowDescriptors() {
	data := []string{"__delete__", "__doc__", "__get__", "__name__", "__objclass__", "__qualname__", "__repr__", "__set__"}
	h.types[GetSetType].KnowAttrs(data)
	h.types[MemberType].KnowAttrs(data)
}
