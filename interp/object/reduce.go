package object

import "slices"

// How objects say what they are made of, for the modules copy and pickle:
// __reduce_ex__, __reduce__, __getstate__ and __getnewargs__ (Objects/typeobject.c,
// object___reduce_ex__ and what it calls). What makes the objects again is in
// CPython's own copyreg.

// initReduce gives object, and the builtin types that have their own, these methods.
func (h *Heap) initReduce() {
	h.addMethods(h.types[ObjectType], []Builtin{
		{Name: "__reduce__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return h.reduce(v, SmallInt(0)) }},
		{Name: "__reduce_ex__", Arity: O, Fn: func(h *Heap, v Value, a []Value) (Value, error) { return h.reduceEx(v, a[0]) }},
		{Name: "__getstate__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return h.plainState(v, false) }},
	})
	getNewArgs := Builtin{Name: "__getnewargs__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return h.NewTuple(h.Plain(v)), nil }}
	for _, t := range [...]TypeID{IntType, FloatType, StrType, BytesType, TupleType} {
		h.addMethods(h.types[t], []Builtin{getNewArgs})
	}
	reduce := func(t TypeID, f func(h *Heap, v Value) (Value, error)) {
		h.addMethods(h.types[t], []Builtin{{Name: "__reduce__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return f(h, v) }}})
	}
	reduce(SetType, reduceSet)
	reduce(FrozenSetType, reduceSet)
	reduce(BaseExceptionType, reduceException)
	h.addMethods(h.types[BaseExceptionType], []Builtin{{Name: "__setstate__", Arity: O, Fn: setExceptionState}})
	for _, t := range [...]TypeID{RangeType, SliceType} {
		reduce(t, func(h *Heap, v Value) (Value, error) {
			return h.NewTuple(h.types[t].Object, h.NewTuple(h.Field(v, OffRangeStart), h.Field(v, OffRangeStop), h.Field(v, OffRangeStep))), nil
		})
	}
	reduce(GenericAliasType, reduceAlias)
	reduce(EllipsisType, func(h *Heap, _ Value) (Value, error) { return h.NewStr("Ellipsis"), nil })
	reduce(NotImplementedType, func(h *Heap, _ Value) (Value, error) { return h.NewStr("NotImplemented"), nil })
	h.addMethods(h.types[BoundMethodType], []Builtin{{Name: "__reduce__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		name, err := h.GetAttr(h.Field(v, OffMethodFunc), h.Intern("__name__"))
		if err != nil {
			return Null, err
		}
		return h.reduceAttr(h.Field(v, OffMethodSelf), name)
	}}})
	reduce(BuiltinType, func(h *Heap, v Value) (Value, error) {
		name, self := h.Intern(h.BuiltinOf(v).Name), h.Field(v, OffBuiltinSelf)
		if self == Null {
			return name, nil
		}
		return h.reduceAttr(self, name)
	})
	reduce(MethodWrapperType, func(h *Heap, v Value) (Value, error) {
		return h.reduceAttr(h.Field(v, OffBuiltinSelf), h.Intern(h.BuiltinOf(v).Name))
	})
	for _, t := range [...]TypeID{MethodDescType, ClassMethodDescType, WrapperDescType} {
		reduce(t, func(h *Heap, v Value) (Value, error) {
			return h.reduceAttr(h.BuiltinOf(v).Owner.Object, h.Intern(h.BuiltinOf(v).Name))
		})
	}
}

// reduceAlias is __reduce__ of a generic alias: one with a star is what the plain one's iterator gives.
func reduceAlias(h *Heap, v Value) (Value, error) {
	args := h.NewTuple(h.Field(v, offAliasOrigin), h.Field(v, offAliasArgs))
	if h.Field(v, offAliasStarred) != True {
		return h.NewTuple(h.TypeOf(v).Object, args), nil
	}
	it, err := h.Iter(h.NewAlias(h.TupleItem(args, 0), h.TupleItem(args, 1)))
	if err != nil {
		return Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(it)
	next, err := h.fromModule("builtins", "next")
	return h.NewTuple(next, h.NewTuple(it)), err
}

// refuseReduce gives a builtin type that has its own methods of this kind in CPython,
// and not here, ones that say so: object's are wrong for it.
func (h *Heap) refuseReduce(t *Type) {
	for _, name := range [...]string{"__reduce__", "__reduce_ex__", "__getstate__", "__getnewargs__"} {
		if t.ID == ObjectType || !t.hasOwnAttrName(name) || h.DictGetStr(t.Dict, h.Intern(name)) != Null {
			continue
		}
		h.addMethods(t, []Builtin{{Name: name, Arity: Varied, FnKw: func(h *Heap, _ Value, _ []Value, _ Value) (Value, error) {
			return Null, h.Unsupported("method " + name + " of '" + t.Name + "' objects")
		}}})
	}
}

// Plain returns the value of a builtin type that a value of a class derived from
// it is, for the types whose values do not change; any other value as it is.
func (h *Heap) Plain(v Value) Value {
	if !v.IsRef() || h.RefType(v) < FirstFreeType {
		return v
	}
	switch t := h.TypeOf(v); t.layout {
	case IntType, FloatType:
		return h.number(v)
	case StrType:
		return h.plainStr(v)
	case TupleType:
		return h.NewTuple(h.TupleItems(v)...)
	case BytesType:
		return h.NewBytes(h.BytesData(v))
	}
	return v
}

// reduceAttr says that an object is an attribute of another.
func (h *Heap) reduceAttr(of, name Value) (Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.Push(name)
	f, err := h.fromModule("builtins", "getattr")
	if err != nil {
		return Null, err
	}
	return h.NewTuple(f, h.NewTuple(of, name)), nil
}

// fromModule returns an attribute of a module, which is imported.
func (h *Heap) fromModule(module, name string) (Value, error) {
	m, err := h.ImportModule(module)
	if err != nil {
		return Null, err
	}
	return h.GetAttr(m, h.Intern(name))
}

func reduceSet(h *Heap, v Value) (Value, error) {
	l, err := h.ListFromIter(v)
	if err != nil {
		return Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(l)
	state, err := h.stateOf(v, false)
	if err != nil {
		return Null, err
	}
	h.Push(state)
	return h.NewTuple(h.TypeOf(v).Object, h.NewTuple(l), state), nil
}

func reduceException(h *Heap, v Value) (Value, error) {
	class, args := h.TypeOf(v).Object, h.Field(v, OffExcArgs)
	if d := h.InstanceDict(v); d != Null && h.DictLen(d) > 0 {
		return h.NewTuple(class, args, d), nil
	}
	return h.NewTuple(class, args), nil
}

// setExceptionState is BaseException.__setstate__: attributes from a dict.
func setExceptionState(h *Heap, v Value, a []Value) (Value, error) {
	if a[0] == None {
		return None, nil
	}
	if !h.isA(a[0], DictType) {
		return Null, h.Raise(TypeErrorType, "state is not a dictionary")
	}
	for pos := 0; ; {
		k, x, ok := h.DictNext(a[0], &pos)
		if !ok {
			return None, nil
		}
		if err := h.attrName(k); err != nil {
			return Null, err
		}
		if err := h.SetAttr(v, k, x); err != nil {
			return Null, err
		}
	}
}

// reduceEx is object.__reduce_ex__: a class's own __reduce__, or the protocol's way.
func (h *Heap) reduceEx(v, protocol Value) (Value, error) {
	if _, ok := h.asIndex(protocol); !ok {
		return Null, h.Raise(TypeErrorType, "'%s' object cannot be interpreted as an integer", h.TypeName(protocol))
	}
	name := h.classes.nm.reduce
	f, err := h.LookupAttr(v, name)
	if err != nil {
		return Null, err
	}
	if f != Null && h.TypeOf(v).Lookup(name) != h.DictGetStr(h.types[ObjectType].Dict, name) {
		return h.Call(f, nil, Null)
	}
	return h.reduce(v, protocol)
}

// reduce says how an object is made under a protocol of pickle.
func (h *Heap) reduce(v, protocol Value) (Value, error) {
	if n, ok := h.AsInt64(protocol); ok && n >= 2 {
		return h.reduceNew(v)
	}
	m := h.Mark()
	defer h.Release(m)
	f, err := h.fromModule("copyreg", "_reduce_ex")
	if err != nil {
		return Null, err
	}
	h.Push(f)
	h.Push(v)
	h.Push(protocol)
	return h.Call(f, h.Pushed(m+1), Null)
}

// reduceNew says how an object is made by __new__.
func (h *Heap) reduceNew(v Value) (Value, error) {
	t := h.TypeOf(v)
	m := h.Mark()
	defer h.Release(m)
	args, kwargs, err := h.newArgs(v)
	if err != nil {
		return Null, err
	}
	given := args != Null
	maker, newArgs := "__newobj__", Null
	if given {
		h.Push(args)
		newArgs = h.NewTuple(append([]Value{t.Object}, h.TupleItems(args)...)...)
	} else {
		newArgs = h.NewTuple(t.Object)
	}
	if kwargs != Null && h.DictLen(kwargs) > 0 {
		h.Push(kwargs)
		maker, newArgs = "__newobj_ex__", h.NewTuple(t.Object, args, kwargs)
	}
	h.Push(newArgs)
	f, err := h.fromModule("copyreg", maker)
	if err != nil {
		return Null, err
	}
	h.Push(f)
	state, err := h.stateOf(v, !given && !h.isA(v, ListType) && !h.isA(v, DictType))
	if err != nil {
		return Null, err
	}
	h.Push(state)
	items, pairs := None, None
	switch {
	case h.isA(v, ListType):
		items, err = h.Iter(v)
	case h.isA(v, DictType):
		var f Value
		if f, err = h.GetAttr(v, h.Intern("items")); err == nil {
			if pairs, err = h.Call(f, nil, Null); err == nil {
				pairs, err = h.Iter(pairs)
			}
		}
	}
	if err != nil {
		return Null, err
	}
	h.Push(items)
	h.Push(pairs)
	return h.NewTuple(f, newArgs, state, items, pairs), nil
}

// classAttr returns an attribute of v's class as one of v's, Null if there is none: v's __getattr__ and its own attributes
// do not count (_PyObject_LookupSpecial).
func (h *Heap) classAttr(v, name Value) (Value, error) {
	t := h.TypeOf(v)
	f := t.Lookup(name)
	if f == Null {
		return Null, nil
	}
	return h.descrGet(f, v, t)
}

// newArgs returns what __getnewargs_ex__ or __getnewargs__ say; args is Null if there
// is neither, kwargs unless there is the first.
func (h *Heap) newArgs(v Value) (args, kwargs Value, err error) {
	f, err := h.classAttr(v, h.classes.nm.getNewArgsEx)
	if err != nil {
		return Null, Null, err
	}
	if f != Null {
		r, err := h.Call(f, nil, Null)
		switch {
		case err != nil:
			return Null, Null, err
		case !h.isA(r, TupleType):
			return Null, Null, h.Raise(TypeErrorType, "__getnewargs_ex__ should return a tuple, not '%s'", h.TypeName(r))
		case h.TupleLen(r) != 2:
			return Null, Null, h.Raise(ValueErrorType, "__getnewargs_ex__ should return a tuple of length 2, not %d", h.TupleLen(r))
		}
		args, kwargs = h.TupleItem(r, 0), h.TupleItem(r, 1)
		if !h.isA(args, TupleType) {
			return Null, Null, h.Raise(TypeErrorType, "first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%s'", h.TypeName(args))
		}
		if !h.isA(kwargs, DictType) {
			return Null, Null, h.Raise(TypeErrorType, "second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%s'", h.TypeName(kwargs))
		}
		return args, kwargs, nil
	}
	if f, err = h.classAttr(v, h.classes.nm.getNewArgs); f == Null || err != nil {
		return Null, Null, err
	}
	if args, err = h.Call(f, nil, Null); err != nil {
		return Null, Null, err
	}
	if !h.isA(args, TupleType) {
		return Null, Null, h.Raise(TypeErrorType, "__getnewargs__ should return a tuple, not '%s'", h.TypeName(args))
	}
	return args, Null, nil
}

// stateOf returns what __getstate__ says; required: nothing but attributes can
// restore the object.
func (h *Heap) stateOf(v Value, required bool) (Value, error) {
	name := h.classes.nm.getState
	own := h.DictGetStr(h.types[ObjectType].Dict, name)
	if t := h.TypeOf(v); t.made && t.Lookup(name) == own && h.ownAttr(t, h.classes.nm.getattribute) == Null && h.instAttr(v, t, name) == Null {
		return h.plainState(v, required)
	}
	f, err := h.GetAttr(v, name)
	if err != nil {
		return Null, err
	}
	if h.Is(f, BuiltinType) && h.Word(f, OffBuiltinIndex) == h.Word(own, OffBuiltinIndex) && h.Field(f, OffBuiltinSelf) == v {
		return h.plainState(v, required)
	}
	return h.Call(f, nil, Null)
}

// pickles reports whether CPython's type says how its objects are pickled.
func (t *Type) pickles() bool {
	return slices.ContainsFunc(t.MRO, func(b *Type) bool {
		return b.ID != ObjectType && (b.hasOwnAttrName("__reduce__") || b.hasOwnAttrName("__reduce_ex__") || b.hasOwnAttrName("__getstate__"))
	})
}

// plainState is object.__getstate__: the attributes of an object; None if it has none.
func (h *Heap) plainState(v Value, required bool) (Value, error) {
	t := h.TypeOf(v)
	if required {
		switch {
		case varLayout(t.layout) || t.ID == CodeType:
			return Null, h.Raise(TypeErrorType, "cannot pickle %s objects", t.shown())
		case t.Name == "memoryview":
			return Null, h.Raise(TypeErrorType, "cannot pickle memoryview objects")
		case t.ID >= FirstFreeType && !t.made && len(t.attrNamesOf()) > 0 && !t.pickles():
			return Null, h.Raise(TypeErrorType, "cannot pickle '%s' object", t.shown())
		case t.layout != ObjectType && t.ID != NoneType && !t.made && t.ID >= FirstFreeType && t.Name != "coroutine_wrapper":
			return Null, h.Unsupported("reducing '" + t.Name + "' objects")
		case t.layout != ObjectType && t.ID != NoneType:
			return Null, h.Raise(TypeErrorType, "cannot pickle '%s' object", t.shown())
		}
	}
	m := h.Mark()
	defer h.Release(m)
	state := None
	if h.hasOwnAttrs(v, t) {
		var err error
		if state, err = h.GetAttr(v, h.classes.nm.dict); err != nil {
			return Null, err
		}
	}
	h.Push(state)
	names, err := h.slotNamesOf(t)
	if err != nil || names == None || h.ListLen(names) == 0 {
		return state, err
	}
	h.Push(names)
	slots := h.NewDict()
	h.Push(slots)
	for i := range h.ListLen(names) {
		name := h.ListItem(names, i)
		x, err := h.LookupAttr(v, name)
		if err != nil {
			return Null, err
		}
		if x != Null {
			if err := h.DictSet(slots, name, x); err != nil {
				return Null, err
			}
		}
	}
	if h.DictLen(slots) == 0 {
		return state, nil
	}
	return h.NewTuple(state, slots), nil
}

// hasOwnAttrs reports whether an object has attributes of its own.
func (h *Heap) hasOwnAttrs(v Value, t *Type) bool {
	switch t.ID {
	case FunctionType, ModuleType:
		return true
	}
	if h.hasValues(v, t) {
		for i := range t.keys {
			if h.Field(v, t.valuesOff+8*uintptr(i)) != Null {
				return true
			}
		}
		return false
	}
	d := h.dictField(v, t)
	return d != nil && *d != Null && h.DictLen(*d) > 0
}

// slotNamesOf returns the names of the slots of a type's instances, a list, or None.
func (h *Heap) slotNamesOf(t *Type) (Value, error) {
	if !t.made {
		return None, nil
	}
	if x := h.DictGetStr(t.Dict, h.classes.nm.slotNamesKept); x == None || x != Null && h.Is(x, ListType) {
		return x, nil
	}
	f, err := h.fromModule("copyreg", "_slotnames")
	if err != nil {
		return Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(f)
	h.Push(t.Object)
	names, err := h.Call(f, h.Pushed(m+1), Null)
	if err == nil && names != None && !h.Is(names, ListType) {
		return Null, h.Raise(TypeErrorType, "copyreg._slotnames didn't return a list or None")
	}
	return names, err
}
