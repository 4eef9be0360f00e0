package object

import (
	"slices"
	"strings"
)

// Making instances and classes: what calling a class does.

// construct is type.__call__ for a class: __new__, then __init__ if the result is
// an instance.
func (h *Heap) construct(t *Type, args []Value, kwnames Value) (Value, error) {
	v, err := h.NewOf(t, args, kwnames)
	if err != nil || !h.TypeOf(v).IsSubtype(t) {
		return v, err
	}
	return v, h.initOf(v, args, kwnames)
}

// NewOf is t.__new__(t, …) for a class, made or builtin.
func (h *Heap) NewOf(t *Type, args []Value, kwnames Value) (Value, error) {
	if t.newAttr == Null {
		return h.nativeNew(t, args, kwnames)
	}
	f, err := h.descrGetClass(t.newAttr, t)
	if err != nil {
		return Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(t.Object)
	h.PushAll(args)
	return h.Call(f, h.Pushed(m), kwnames)
}

// descrGetClass returns what the attribute x is as an attribute of class t.
func (h *Heap) descrGetClass(x Value, t *Type) (Value, error) {
	if get := h.TypeOf(x).DescrGet; get != nil {
		return get(h, x, Null, t.Object)
	}
	return x, nil
}

// initOf is v.__init__(…), looked up in v's type.
func (h *Heap) initOf(v Value, args []Value, kwnames Value) error {
	t := h.TypeOf(v)
	if t.initAttr == Null {
		if t.Slots.Init == nil || !t.made {
			return nil // the arguments have been checked when it was made
		}
		return t.Slots.Init(h, v, args, kwnames)
	}
	m := h.Mark()
	defer h.Release(m)
	f := t.initAttr
	if h.Is(f, FunctionType) {
		h.Push(v)
	} else {
		var err error
		if f, err = h.descrGet(f, v, t); err != nil {
			return err
		}
		h.Push(f)
		m++
	}
	h.PushAll(args)
	r, err := h.Call(f, h.Pushed(m), kwnames)
	if err == nil && r != None {
		err = h.InitNotNone(r)
	}
	return err
}

// InitNotNone is the error of an __init__ that has returned something.
func (h *Heap) InitNotNone(r Value) error {
	return h.Raise(TypeErrorType, "__init__() should return None, not '%s'", h.TypeName(r))
}

// PlainNew reports whether making an instance of a class is NewPlain, whatever the
// positional arguments, because the class has an __init__ that sees them; init is that
// function. It is not where the class has a __del__: such an instance is of a kind of its own; nor where the metaclass has a
// __call__, so who relies on it relies on the metaclass, too.
func (t *Type) PlainNew() (init Value, ok bool) {
	if !t.made || t.heap.TypeOf(t.Object).CallMethod() != Null || t.hadNew || t.initAttr == Null || t.abstract() {
		return Null, false
	}
	plain := t.beginsBare() || !t.finalizes && (t.layout == ObjectType || t.beginsEmpty() || t.plainException())
	return t.initAttr, plain
}

// beginsBare reports whether __new__ of the type in Go that a class derives from is its Bare, which makes what has a __del__ of that kind.
func (t *Type) beginsBare() bool { return t.heap.types[t.layout].BeginsBare && t.Bare != nil }

// PlainClass returns the class f and its __init__ in Python, if a call of f makes an instance plainly (PlainNew); nil otherwise. keywords
// says that there are arguments by keyword, which exceptions do not keep.
func (h *Heap) PlainClass(f Value, keywords bool) (t *Type, init Value) {
	if !h.IsInstance(f, TypeType) {
		return nil, Null
	}
	t = h.TypeFromObject(f)
	init, ok := t.PlainNew()
	if !ok || !h.Is(init, FunctionType) || keywords && t.layout == BaseExceptionType {
		return nil, Null
	}
	return t, init
}

// BareNew reports whether object.__new__(t) is NewInstance and no more.
func (t *Type) BareNew() bool {
	return t.made && t.layout == ObjectType && !t.abstract() && !t.finalizes
}

// beginsEmpty reports whether __new__ of the builtin type that a class derives from takes any arguments, and makes an empty value.
func (t *Type) beginsEmpty() bool {
	like := t.Like(0)
	return like == ListType || like == DictType || like == SetType
}

// EmptyNew reports whether a call of a class without arguments is NewPlain and no more, as long as its metaclass is the same.
func (t *Type) EmptyNew() bool {
	return (t.made || t.ID == ObjectType) && t.heap.TypeOf(t.Object).CallMethod() == Null && t.newAttr == Null && t.initAttr == Null && !t.abstract() && !t.finalizes &&
		(t.layout == ObjectType || t.beginsEmpty())
}

// NewFunction returns the function in Python that a call of the class t is, with the class in front of the arguments: its
// __new__, where no __init__ follows for an instance that is exactly of t, and its metaclass has no __call__. Null for other types.
func (t *Type) NewFunction() Value {
	if t.initAttr != Null || t.Slots.Init != nil {
		return Null
	}
	return t.NewMethod()
}

// NewMethod returns the function in Python that a call of the class t calls first, its __new__: Null where that is no function,
// or the metaclass has a __call__, and for other types. AfterNew does the rest.
func (t *Type) NewMethod() Value {
	h, f := t.heap, t.newAttr
	if !t.made || f == Null || h.TypeOf(t.Object).CallMethod() != Null {
		return Null
	}
	if h.Is(f, StaticMethodType) {
		f = h.Field(f, offWrappedFunc)
	}
	if !h.Is(f, FunctionType) {
		return Null
	}
	return f
}

// ClassCall is a call of a class as one value: the class, or a tuple of it and the names of arguments.
func (h *Heap) ClassCall(class, kwnames Value) Value {
	if kwnames == Null {
		return class
	}
	return h.NewTuple(class, kwnames)
}

// ClassCalled returns the parts of a ClassCall.
func (h *Heap) ClassCalled(call Value) (class, kwnames Value) {
	if h.Is(call, TupleType) {
		return h.TupleItem(call, 0), h.TupleItem(call, 1)
	}
	return call, Null
}

// InitAfterNew returns the __init__ in Python that a call of a class calls with v, which its __new__ has returned; Null: it is none,
// or v is no instance of the class.
func (h *Heap) InitAfterNew(call, v Value) Value {
	class, _ := h.ClassCalled(call)
	if t := h.TypeOf(v); t.IsSubtype(h.TypeFromObject(class)) && t.initAttr != Null && h.Is(t.initAttr, FunctionType) {
		return t.initAttr
	}
	return Null
}

// AfterNew does what a call of a class does with v, which the class's __new__ has returned for a tuple of arguments: it
// calls the __init__ of an instance.
func (h *Heap) AfterNew(call, args, v Value) (Value, error) {
	class, kwnames := h.ClassCalled(call)
	if init := h.InitAfterNew(call, v); init != Null && h.Initializer != nil {
		return v, h.Initializer(v, init, args, kwnames)
	}
	if t := h.TypeFromObject(class); h.TypeOf(v).IsSubtype(t) {
		return v, h.initOf(v, h.TupleItems(args), kwnames)
	}
	return v, nil
}

// IsObjectNew reports whether f is object.__new__.
func (h *Heap) IsObjectNew(f Value) bool {
	return f == h.DictGetStr(h.types[ObjectType].Dict, h.classes.nm.new)
}

// plainException reports whether a class is of exceptions that keep the arguments they are
// made with and do nothing else.
func (t *Type) plainException() bool {
	if t.layout != BaseExceptionType {
		return false
	}
	for _, base := range t.MRO {
		if !base.made && base.IsException {
			return base.plainNew
		}
	}
	return false
}

// KeepsArguments reports whether a call of a class of exceptions, with positional arguments, is NewException and no more, as long as its metaclass is the same.
func (t *Type) KeepsArguments() bool {
	return t.made && t.heap.TypeOf(t.Object).CallMethod() == Null && t.newAttr == Null && t.initAttr == Null && !t.finalizes && t.plainException() && !t.newer().initsFields
}

// NewPlain makes an instance of a class that PlainNew or EmptyNew reports.
func (h *Heap) NewPlain(t *Type, args []Value) Value {
	switch t.layout {
	case ObjectType:
		return h.NewInstance(t)
	case BaseExceptionType:
		return h.NewException(t, args...)
	}
	if t.beginsBare() {
		v, err := t.Bare(h, t, nil, Null)
		if err != nil {
			panic("object: the Bare of a type that begins so has failed: " + err.Error())
		}
		return v
	}
	return h.newOf(t)
}

// abstract reports whether the class has abstract methods.
func (t *Type) abstract() bool {
	return t.hasAbstract
}

// nativeNew makes an instance of a class as __new__ of its builtin base does, and one of a builtin type as its own __new__ does.
func (h *Heap) nativeNew(t *Type, args []Value, kwnames Value) (Value, error) {
	if !t.made {
		return h.builtinNew(t, args, kwnames)
	}
	v, err := h.classNew(t, args, kwnames)
	if err == nil && t.finalizes && h.TypeOf(v) == t && h.Kind(v) != kindFinal {
		h.weak.anywhere = true
	}
	return v, err
}

// classNew makes an instance of a class that is not builtin.
func (h *Heap) classNew(t *Type, args []Value, kwnames Value) (Value, error) {
	switch t.layout {
	case ObjectType:
		if err := h.checkObjectArgs(t, args); err != nil {
			return Null, err
		}
		if t.abstract() {
			return Null, h.raiseAbstract(t)
		}
		return h.NewInstance(t), nil
	case TypeType:
		return typeNew(h, t, args, kwnames)
	case ListType, DictType, SetType, ByteArrayType:
		return h.newOf(t), nil
	case BaseExceptionType:
		if kwnames != Null && (t.initAttr != Null || t.Slots.Init != nil) {
			args, kwnames = args[:len(args)-h.TupleLen(kwnames)], Null
		}
		if t.newer().initsFields {
			return h.NewException(t, args...), nil
		}
		return t.Slots.New(h, t, args, kwnames)
	case PropertyType, ClassMethodType, StaticMethodType, SuperType:
		return t.Slots.New(h, t, args, kwnames)
	}
	base := h.types[t.layout]
	if base.Size != 0 {
		return h.slotNew(t, t, args, kwnames)
	}
	switch base.ID {
	case FloatType, FrozenSetType, TupleType:
		if kwnames != Null && t.initAttr != Null { // they are for __init__
			args, kwnames = args[:len(args)-h.TupleLen(kwnames)], Null
		}
	}
	v, err := h.slotNew(base, base, args, kwnames)
	if err != nil {
		return Null, err
	}
	return h.convert(t, v), nil
}

// builtinNew makes an instance of a builtin type, without its __init__.
func (h *Heap) builtinNew(t *Type, args []Value, kwnames Value) (Value, error) {
	if t.ID == TypeType {
		return typeNew(h, t, args, kwnames)
	}
	switch t.layout {
	case ListType, DictType, SetType, ByteArrayType:
		return h.newOf(t), nil
	}
	if t.Slots.Bare != nil {
		return t.Slots.Bare(h, t, args, kwnames)
	}
	return h.slotNew(t, t, args, kwnames)
}

// checkObjectArgs refuses arguments that neither __new__ nor __init__ takes
// (Objects/typeobject.c, object_new and object_init).
func (h *Heap) checkObjectArgs(t *Type, args []Value) error {
	switch {
	case len(args) == 0:
	case t.hadNew:
		return h.Raise(TypeErrorType, "object.__new__() takes exactly one argument (the type to instantiate)")
	case t.initAttr == Null:
		return h.Raise(TypeErrorType, "%s() takes no arguments", t.Name)
	}
	return nil
}

func (h *Heap) raiseAbstract(t *Type) error {
	names, err := h.ListFromIter(h.DictGetStr(t.Dict, h.Intern("__abstractmethods__")))
	if err != nil {
		return err
	}
	var list []string
	for i := range h.ListLen(names) {
		list = append(list, "'"+h.GoString(h.ListItem(names, i))+"'")
	}
	slices.Sort(list)
	s := ""
	if len(list) > 1 {
		s = "s"
	}
	return h.Raise(TypeErrorType, "Can't instantiate abstract class %s without an implementation for abstract method%s %s", t.Name, s, strings.Join(list, ", "))
}

// typeNew is type.__new__: name, bases, namespace, and keywords for
// __init_subclass__.
func typeNew(h *Heap, meta *Type, args []Value, kwnames Value) (Value, error) {
	nkw := 0
	if kwnames != Null {
		nkw = h.TupleLen(kwnames)
	}
	npos := len(args) - nkw
	if npos != 3 {
		return Null, h.Raise(TypeErrorType, "type.__new__() takes exactly 3 arguments (%d given)", npos)
	}
	for i, want := range [...]TypeID{StrType, TupleType, DictType} {
		if !h.isA(args[i], want) {
			return Null, h.Raise(TypeErrorType, "type.__new__() argument %d must be %s, not %s", i+1, h.types[want].Name, h.argTypeName(args[i]))
		}
	}
	a := classArgs{name: args[0], ns: args[2], kwnames: kwnames, kwargs: args[3:]}
	metas, all := []*Type{}, true
	for i := range h.TupleLen(args[1]) {
		b := h.TupleItem(args[1], i)
		metas = append(metas, h.TypeOf(b))
		if !h.isA(b, TypeType) {
			f, err := h.LookupAttr(b, h.classes.nm.mroEntries)
			if err != nil {
				return Null, err
			}
			if f != Null {
				return Null, h.Raise(TypeErrorType, "type() doesn't support MRO entry resolution; use types.new_class()")
			}
			all = false
			continue
		}
		a.bases = append(a.bases, h.TypeFromObject(b))
	}
	winner, err := h.metaOf(meta, metas)
	if err == nil && !all {
		err = h.Raise(TypeErrorType, "bases must be types")
	}
	if err != nil {
		return Null, err
	}
	if winner != meta && winner.newAttr != Null {
		return h.NewOf(winner, args, kwnames)
	}
	return h.newClass(winner, a)
}

// MetaOf returns the most derived of meta and the metaclasses of bases.
func (h *Heap) MetaOf(meta *Type, bases []*Type) (*Type, error) {
	var metas []*Type
	for _, b := range bases {
		metas = append(metas, h.TypeOf(b.Object))
	}
	return h.metaOf(meta, metas)
}

// metaOf returns the most derived of meta and others.
func (h *Heap) metaOf(meta *Type, others []*Type) (*Type, error) {
	winner := meta
	for _, t := range others {
		switch {
		case winner.IsSubtype(t):
		case t.IsSubtype(winner):
			winner = t
		default:
			return nil, h.Raise(TypeErrorType, "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
		}
	}
	return winner, nil
}

// mutable reports whether CPython lets the class of a type's instances be set: it makes ExceptionGroup as a program would.
func (t *Type) mutable() bool { return t.made || t.ID == ExceptionGroupType }

// setClassOf is v.__class__ = x.
func (h *Heap) setClassOf(v, x Value) error {
	if x == Null {
		return h.Raise(TypeErrorType, "can't delete __class__ attribute")
	}
	if !h.isA(x, TypeType) {
		return h.Raise(TypeErrorType, "__class__ must be set to a class, not '%s' object", h.TypeName(x))
	}
	from, to := h.TypeOf(v), h.TypeFromObject(x)
	module := h.types[ModuleType]
	if (!from.mutable() || !to.mutable()) && !(from.IsSubtype(module) && to.IsSubtype(module)) {
		return h.Raise(TypeErrorType, "__class__ assignment only supported for mutable types or ModuleType subclasses")
	}
	if err := h.compatible("__class__", to, from); err != nil {
		return err
	}
	if from.layout == TypeType {
		return h.Unsupported("setting attribute __class__ of classes")
	}
	h.weak.anywhere = h.weak.anywhere || to.finalizes && !from.finalizes
	if from != to {
		h.typeChanged(from) // what has seen v to be of the class
		clear(h.found[:])   // v may be compared by guest code now
	}
	if from.descriptor() != to.descriptor() {
		h.descriptorsChanged(v, nil)
	}
	if from != to && from.valuesOff != 0 {
		h.InstanceDict(v) // the classes' keys differ
		if h.hasValues(v, from) {
			h.dropValues(v, from)
		}
		h.header(v, to.ID, InstNoValues)
		return nil
	}
	h.header(v, to.ID, h.aux(v))
	return nil
}
