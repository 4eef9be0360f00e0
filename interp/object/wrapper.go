package object

// Slot wrappers: what builtin types do, as attributes, so that a class can call
// what it overrides (list.__getitem__, object.__setattr__, int.__new__).

// wrapper is a special method that a slot implements.
type wrapper struct {
	name     string
	has      func(s *Slots) bool
	min, max int // positional arguments behind the receiver
	fn       func(h *Heap, t *Type, v Value, args []Value) (Value, error)
}

var wrappers = func() []wrapper {
	list := []wrapper{
		{"__repr__", func(s *Slots) bool { return s.Repr != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) { return t.Repr(h, v) }},
		{"__str__", func(s *Slots) bool { return s.Str != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) { return t.Str(h, v) }},
		{"__hash__", func(s *Slots) bool { return s.Hash != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) {
			x, err := t.Slots.Hash(h, v)
			return h.Int(x), err
		}},
		{"__bool__", func(s *Slots) bool { return s.Bool != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) {
			b, err := t.Slots.Bool(h, v)
			return Bool(b), err
		}},
		{"__len__", func(s *Slots) bool { return s.Len != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) {
			n, err := t.Len(h, v)
			return h.Int(int64(n)), err
		}},
		{"__getitem__", func(s *Slots) bool { return s.GetItem != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) { return t.GetItem(h, v, a[0]) }},
		{"__setitem__", func(s *Slots) bool { return s.SetItem != nil }, 2, 2, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			return None, t.SetItem(h, v, a[0], a[1])
		}},
		{"__delitem__", func(s *Slots) bool { return s.SetItem != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			return None, t.SetItem(h, v, a[0], Null)
		}},
		{"__contains__", func(s *Slots) bool { return s.Contains != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			b, err := t.Slots.Contains(h, v, a[0])
			return Bool(b), err
		}},
		{"__iter__", func(s *Slots) bool { return s.Iter != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) { return t.Iter(h, v) }},
		{"__next__", func(s *Slots) bool { return s.Next != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) {
			x, err := h.advance(t, v)
			if err == nil && x == Null {
				err = h.RaiseWith(StopIterationType)
			}
			return x, err
		}},
		{"__getattribute__", func(s *Slots) bool { return s.GetAttr != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			if err := h.attrName(a[0]); err != nil {
				return Null, err
			}
			x, err := h.nativeGetAttr(v, h.TypeOf(v), a[0])
			return h.sought(v, a[0], x, err)
		}},
		{"__setattr__", func(s *Slots) bool { return s.SetAttr != nil }, 2, 2, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			if err := h.attrName(a[0]); err != nil {
				return Null, err
			}
			return None, t.SetAttr(h, v, a[0], a[1])
		}},
		{"__delattr__", func(s *Slots) bool { return s.SetAttr != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			if err := h.attrName(a[0]); err != nil {
				return Null, err
			}
			return None, t.SetAttr(h, v, a[0], Null)
		}},
		{"__get__", func(s *Slots) bool { return s.DescrGet != nil }, 1, 2, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			obj, owner := a[0], Null
			if len(a) > 1 {
				owner = a[1]
			}
			if obj == None {
				obj = Null
			}
			if obj == Null && (owner == Null || owner == None) {
				return Null, h.Raise(TypeErrorType, "__get__(None, None) is invalid")
			}
			return t.DescrGet(h, v, obj, owner)
		}},
		{"__set__", func(s *Slots) bool { return s.DescrSet != nil }, 2, 2, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			return None, t.DescrSet(h, v, a[0], a[1])
		}},
		{"__delete__", func(s *Slots) bool { return s.DescrSet != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			return None, t.DescrSet(h, v, a[0], Null)
		}},
	}
	for op := range unaryNames {
		list = append(list, wrapper{unaryNames[op], func(s *Slots) bool { return s.Unary != nil }, 0, 0, func(h *Heap, t *Type, v Value, _ []Value) (Value, error) {
			return t.Unary(h, UnaryOp(op), v)
		}})
	}
	for op := range compareNames {
		list = append(list, wrapper{compareNames[op], func(s *Slots) bool { return s.Compare != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
			if h.foreign(t, a[0]) {
				return NotImplemented, nil
			}
			return t.Slots.Compare(h, CompareOp(op), v, a[0])
		}})
	}
	for i, name := range binaryNames {
		op, most := BinaryOp(i), 1
		if op == Power {
			most = 2
		}
		list = append(list,
			wrapper{"__" + name + "__", func(s *Slots) bool { return s.Binary != nil }, 1, most, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
				if len(a) > 1 && a[1] != None {
					return h.powerBy(h.powerKindOf(t), v, a[0], a[1])
				}
				if h.foreign(t, a[0]) {
					return NotImplemented, nil
				}
				if op == Multiply && isSequence(t.ID) && !h.HasIndex(a[0]) {
					return Null, h.notInteger(a[0])
				}
				return t.Binary(h, op, v, a[0])
			}},
			wrapper{"__r" + name + "__", func(s *Slots) bool { return s.Binary != nil }, 1, most, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
				if len(a) > 1 && a[1] != None {
					return h.powerBy(h.powerKindOf(t), a[0], v, a[1])
				}
				if h.foreign(t, a[0]) {
					return NotImplemented, nil
				}
				if op == Multiply && isSequence(t.ID) && !h.HasIndex(a[0]) {
					return Null, h.notInteger(a[0])
				}
				return t.Binary(h, op, a[0], v)
			}},
			wrapper{"__i" + name + "__", func(s *Slots) bool { return s.InPlace != nil }, 1, 1, func(h *Heap, t *Type, v Value, a []Value) (Value, error) {
				if op == Multiply && isSequence(t.ID) && !h.HasIndex(a[0]) {
					return Null, h.notInteger(a[0])
				}
				return t.InPlace(h, op+InPlaceAdd, v, a[0])
			}})
	}
	return list
}()

// foreign reports whether methods of a type leave an operand to the operand's: those of int know no
// float, as operators' slots here do.
func (h *Heap) foreign(t *Type, operand Value) bool {
	return (t.ID == IntType || t.ID == BoolType) && h.number(operand).IsFloat()
}

func (h *Heap) attrName(v Value) error {
	if h.isStr(v) {
		return nil
	}
	return h.Raise(TypeErrorType, "attribute name must be string, not '%s'", h.TypeName(v))
}

// newWrapper gives a builtin type an attribute that is a slot wrapper.
func (h *Heap) newWrapper(t *Type, b *Builtin) {
	b.Owner = t
	name := h.Intern(b.Name)
	if h.DictGetStr(t.Dict, name) == Null {
		h.setTypeAttr(t, b.Name, h.newBuiltin(h.builtinIndex(b), Null, WrapperDescType))
	}
}

// addWrappers gives a builtin type the special methods of its slots that CPython's
// type has.
func (h *Heap) addWrappers(t *Type) {
	for i := range wrappers {
		w := &wrappers[i]
		if !w.has(&t.Slots) || !t.hasOwnAttrName(w.name) && !(!t.onRecord() && protocolMethods[w.name]) {
			continue
		}
		h.newWrapper(t, &Builtin{Name: w.name, Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
			if err := h.wrapperArgs(w.name, w.min, w.max, args, kwnames); err != nil {
				return Null, err
			}
			return w.fn(h, t, v, args)
		}})
	}
	h.refuseReduce(t)
	if t.Slots.Format != nil {
		h.addMethods(t, []Builtin{{Name: "__format__", Arity: O, Instances: true, Fn: func(h *Heap, v Value, a []Value) (Value, error) {
			if !h.isStr(a[0]) {
				return Null, h.Raise(TypeErrorType, "__format__() argument must be str, not %s", h.argTypeName(a[0]))
			}
			if h.StrLen(a[0]) == 0 {
				return h.Str(v)
			}
			return t.Slots.Format(h, v, a[0])
		}}})
	}
	if name := h.Intern("__hash__"); t.NoHash && h.DictGetStr(t.Dict, name) == Null {
		h.setTypeAttr(t, "__hash__", None)
	}
	if t.Slots.Call != nil && t.hasOwnAttrName("__call__") {
		h.newWrapper(t, &Builtin{Name: "__call__", Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
			return t.Slots.Call(h, v, args, kwnames)
		}})
	}
	if t.Slots.Init != nil && (!t.IsException || t.hasOwnAttrName("__init__")) {
		t.ownInit = true
		h.newWrapper(t, &Builtin{Name: "__init__", Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
			return None, t.Slots.Init(h, v, args, kwnames)
		}})
	}
	if t.Slots.New != nil && h.DictGetStr(t.Dict, h.classes.nm.new) == Null && (!t.Final && !t.IsException || t.hasOwnAttrName("__new__")) {
		b := &Builtin{Name: "__new__", Arity: Varied, Static: true, once: onceOf[onceKey{of: t.ID, name: "__new__"}], FnKw: func(h *Heap, _ Value, args []Value, kwnames Value) (Value, error) {
			return h.callNew(t, args, kwnames)
		}}
		h.setTypeAttr(t, "__new__", h.NewBuiltin(b, t.Object))
	}
}

// protocolMethods are the special methods that types whose attributes are not on record have, where they
// have the slots.
var protocolMethods = map[string]bool{"__iter__": true, "__next__": true, "__len__": true, "__getitem__": true, "__contains__": true, "__bool__": true}

// wrapperArgs checks the arguments of a slot wrapper.
func (h *Heap) wrapperArgs(name string, lo, hi int, args []Value, kwnames Value) error {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return h.Raise(TypeErrorType, "wrapper %s() takes no keyword arguments", name)
	}
	n := len(args)
	switch {
	case n >= lo && n <= hi:
		return nil
	case hi < 2:
		return h.Raise(TypeErrorType, "expected %d argument%s, got %d", lo, plural(lo), n)
	case lo == hi:
		return h.Raise(TypeErrorType, "%s expected %d arguments, got %d", name, lo, n)
	case name != "__get__":
		return h.Raise(TypeErrorType, "expected %d or %d arguments, got %d", lo, hi, n)
	case n < lo:
		return h.Raise(TypeErrorType, "%s expected at least %d argument%s, got %d", name, lo, plural(lo), n)
	}
	return h.Raise(TypeErrorType, "%s expected at most %d arguments, got %d", name, hi, n)
}

// callNew is T.__new__(class, …) of a builtin type T (Objects/typeobject.c,
// tp_new_wrapper).
func (h *Heap) callNew(t *Type, args []Value, kwnames Value) (Value, error) {
	npos := len(args)
	if kwnames != Null {
		npos -= h.TupleLen(kwnames)
	}
	if npos == 0 {
		return Null, h.Raise(TypeErrorType, "%s.__new__(): not enough arguments", t.shown())
	}
	if !h.isA(args[0], TypeType) {
		return Null, h.Raise(TypeErrorType, "%s.__new__(X): X is not a type object (%s)", t.shown(), h.TypeName(args[0]))
	}
	u := h.TypeFromObject(args[0])
	if !u.IsSubtype(t) {
		return Null, h.Raise(TypeErrorType, "%s.__new__(%s): %s is not a subtype of %s", t.shown(), u.shown(), u.shown(), t.shown())
	}
	if u.maker() != t.maker() {
		base := u
		for base.newAttr != Null {
			base = base.Base
		}
		return Null, h.Raise(TypeErrorType, "%s.__new__(%s) is not safe, use %s.__new__()", t.shown(), u.shown(), base.shown())
	}
	if t.ID == TupleType {
		h.cacheTupleMake(u)
	}
	return h.nativeNew(u, args[1:], kwnames)
}

// maker returns the builtin type whose __new__ makes the instances of a type.
func (t *Type) maker() *Type {
	for t.made {
		t = t.Base
	}
	for ; t.Base != nil; t = t.Base {
		switch {
		case !t.IsException && t.hasOwnAttrName("__new__"), t.Base.ID == ObjectType && t.Slots.New != nil:
			return t
		case t.ID == OSErrorType, t.ID == MemoryErrorType, t.ID == BaseExceptionGroupType:
			return t
		}
	}
	return t
}

func (h *Heap) initWrappers() {
	repr := func(kind string) func(h *Heap, v Value) (Value, error) {
		return func(h *Heap, v Value) (Value, error) {
			b := h.BuiltinOf(v)
			if self := h.Field(v, OffBuiltinSelf); self != Null {
				return h.NewStr("<" + kind + " '" + b.Name + "' of " + h.TypeName(self) + " object at " + h.address(self) + ">"), nil
			}
			return h.NewStr("<" + kind + " '" + b.Name + "' of '" + b.Owner.shown() + "' objects>"), nil
		}
	}
	h.register(&Type{ID: WrapperDescType, Name: "wrapper_descriptor", Final: true, Slots: Slots{
		Repr: repr("slot wrapper"), Call: callDescriptor, GetAttr: builtinGetAttr,
		DescrGet: func(h *Heap, d, obj, _ Value) (Value, error) {
			if obj == Null {
				return d, nil
			}
			return h.newBuiltin(int(h.Word(d, OffBuiltinIndex)), obj, MethodWrapperType), nil
		},
	}})
	h.register(&Type{ID: MethodWrapperType, Name: "method-wrapper", Final: true, Slots: Slots{
		Repr: repr("method-wrapper"), GetAttr: builtinGetAttr, Compare: compareBuiltins, Hash: hashBuiltin,
		Call: func(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
			return h.CallBuiltin(h.BuiltinOf(f), h.Field(f, OffBuiltinSelf), args, kwnames)
		},
	}})
	h.types[FunctionType].DescrGet = func(h *Heap, d, obj, _ Value) (Value, error) {
		if obj == Null {
			return d, nil
		}
		return h.NewMethod(d, obj), nil
	}
	h.types[MethodDescType].DescrGet = func(h *Heap, d, obj, _ Value) (Value, error) {
		if obj == Null {
			return d, nil
		}
		return h.newBuiltin(int(h.Word(d, OffBuiltinIndex)), obj, BuiltinType), nil
	}
	h.setInits()
	h.initObjectMethods()
	h.initReduce()
	h.initIterStates()
	h.initIterReduce()
	h.initNumberSpecials()
	for _, t := range h.types {
		if t != nil && t.ID != NoType {
			h.addWrappers(t)
		}
	}
}

// setInits gives the builtin types whose instances are made empty for classes
// their __init__.
func (h *Heap) setInits() {
	one := func(name string, clear func(h *Heap, v Value), fill func(h *Heap, v, it Value) error) func(*Heap, Value, []Value, Value) error {
		return func(h *Heap, v Value, args []Value, kwnames Value) error {
			if kwnames != Null && name == "list" && h.TypeOf(v).newAttr != Null { // they were for __new__
				args, kwnames = args[:len(args)-h.TupleLen(kwnames)], Null
			}
			it, err := h.oneIterable(name, args, kwnames)
			if err != nil {
				return err
			}
			clear(h, v)
			if it == Null {
				return nil
			}
			return fill(h, v, it)
		}
	}
	h.types[ListType].Init = one("list", (*Heap).ListClear, (*Heap).ListExtend)
	h.types[SetType].Init = one("set", (*Heap).setClear, (*Heap).SetUpdate)
	h.types[DictType].Init = func(h *Heap, v Value, args []Value, kwnames Value) error {
		return h.dictUpdateArgs(v, "dict", args, kwnames)
	}
	h.types[ByteArrayType].Init = func(h *Heap, v Value, args []Value, kwnames Value) error {
		b, err := byteArrayNew(h, h.types[ByteArrayType], args, kwnames)
		if err == nil {
			h.SetWord(v, offByteArrayLen, h.Word(b, offByteArrayLen))
			h.SetField(v, offByteArrayItems, h.Field(b, offByteArrayItems))
			h.SetWord(v, offByteArrayStart, h.Word(b, offByteArrayStart))
		}
		return err
	}
	for id := FirstExceptionType; id < endExceptions; id++ {
		if h.types[id].Init == nil {
			h.types[id].Init = exceptionInit
		}
	}
	h.types[TypeType].New = typeNew
	h.types[TypeType].Init = func(h *Heap, _ Value, args []Value, kwnames Value) error {
		npos := len(args)
		if kwnames != Null {
			npos -= h.TupleLen(kwnames)
		}
		if npos != 1 && npos != 3 {
			return h.Raise(TypeErrorType, "type.__init__() takes 1 or 3 arguments")
		}
		return nil
	}
}

// exceptionInit is BaseException.__init__.
func exceptionInit(h *Heap, v Value, args []Value, kwnames Value) error {
	t := h.TypeOf(v)
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return h.Raise(TypeErrorType, "%s() takes no keyword arguments", t.Name)
	}
	h.SetField(v, OffExcArgs, h.NewTuple(args...))
	return nil
}

// initObjectMethods gives object and type the methods that are no slots here.
func (h *Heap) initObjectMethods() {
	obj := h.types[ObjectType]
	add := func(name string, lo, hi int, fn func(h *Heap, v Value, a []Value) (Value, error)) {
		h.newWrapper(obj, &Builtin{Name: name, Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
			if err := h.wrapperArgs(name, lo, hi, args, kwnames); err != nil {
				return Null, err
			}
			return fn(h, v, args)
		}})
	}
	add("__repr__", 0, 0, func(h *Heap, v Value, _ []Value) (Value, error) { return h.defaultRepr(v), nil })
	add("__str__", 0, 0, func(h *Heap, v Value, _ []Value) (Value, error) {
		if t := h.TypeOf(v); t.SpecialMethod(SpecialRepr) != Null {
			r, _, err := h.special(v, h.classes.nm.repr) // nobody asks whether it is a str
			return r, err
		}
		return h.Repr(v)
	})
	add("__hash__", 0, 0, func(h *Heap, v Value, _ []Value) (Value, error) { return h.Int(h.hashIdentity(v)), nil })
	for op, name := range compareNames {
		add(name, 1, 1, func(h *Heap, v Value, a []Value) (Value, error) { return h.objectCompare(CompareOp(op), v, a[0]) })
	}
	add("__getattribute__", 1, 1, func(h *Heap, v Value, a []Value) (Value, error) {
		if err := h.attrName(a[0]); err != nil {
			return Null, err
		}
		x, err := h.generic(v, a[0])
		if x == Null && err == nil {
			err = h.plainNoAttr(v, a[0])
		}
		return x, err
	})
	add("__setattr__", 2, 2, func(h *Heap, v Value, a []Value) (Value, error) { return None, h.objectSetAttr(v, a[0], a[1]) })
	add("__delattr__", 1, 1, func(h *Heap, v Value, a []Value) (Value, error) { return None, h.objectSetAttr(v, a[0], Null) })
	h.newWrapper(obj, &Builtin{Name: "__init__", Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, _ Value) (Value, error) {
		t := h.TypeOf(v)
		switch {
		case len(args) == 0 || !t.made && t.ID != ObjectType:
		case t.ID == ObjectType || t.initAttr != Null || h.types[t.layout].Slots.Init != nil:
			return Null, h.Raise(TypeErrorType, "object.__init__() takes exactly one argument (the instance to initialize)")
		case !t.hadNew && t.maker().ID == ObjectType: // another __new__ has the arguments
			return Null, h.Raise(TypeErrorType, "%s.__init__() takes exactly one argument (the instance to initialize)", t.Name)
		}
		return None, nil
	}})
	h.addMethods(obj, []Builtin{
		{Name: "__format__", Arity: O, Fn: func(h *Heap, v Value, a []Value) (Value, error) {
			if !h.isStr(a[0]) {
				return Null, h.Raise(TypeErrorType, "__format__() argument must be str, not %s", h.argTypeName(a[0]))
			}
			if h.StrLen(a[0]) > 0 {
				return Null, h.Raise(TypeErrorType, "unsupported format string passed to %s.__format__", h.TypeName(v))
			}
			return h.Str(v)
		}},
		{Name: "__sizeof__", Arity: NoArgs, Fn: sizeofMethod},
		{Name: "__dir__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
			list, _, err := h.DirList(v)
			return list, err
		}},
	})
	h.initClassHooks(obj)
	h.AddGetSets(obj, []GetSet{{Name: "__class__",
		Get: func(h *Heap, v Value) (Value, error) { return h.TypeOf(v).Object, nil },
		Set: (*Heap).setClassOf,
	}})
}

// initClassHooks gives object __init_subclass__ and __subclasshook__.
func (h *Heap) initClassHooks(obj *Type) {
	hook := func(name string, fn func(h *Heap, class Value, args []Value, kwnames Value) (Value, error)) {
		h.addClassMethods(obj, []Builtin{{Name: name, Arity: Varied, FnKw: fn}})
	}
	hook("__init_subclass__", func(h *Heap, class Value, args []Value, kwnames Value) (Value, error) {
		name := h.TypeFromObject(class).Name
		if kwnames != Null && h.TupleLen(kwnames) > 0 {
			return Null, h.Raise(TypeErrorType, "%s.__init_subclass__() takes no keyword arguments", name)
		}
		if len(args) > 0 {
			return Null, h.Raise(TypeErrorType, "%s.__init_subclass__() takes no arguments (%d given)", name, len(args))
		}
		return None, nil
	})
	hook("__subclasshook__", func(*Heap, Value, []Value, Value) (Value, error) { return NotImplemented, nil })
}

// generic is object.__getattribute__ of any value, Null for what is not there. Of a class its dict is what it has itself.
func (h *Heap) generic(v, name Value) (Value, error) {
	t := h.TypeOf(v)
	switch {
	case h.isA(v, TypeType):
		key := h.InternValue(name)
		g := h.classes.typeAttrs[key]
		if own := h.DictGetStr(h.TypeFromObject(v).Dict, key); own != Null && (g == nil || g.Set == nil) {
			return own, nil
		}
		if g != nil {
			return g.Get(h, v)
		}
		return h.find(v, t, key)
	case t.made:
		return classGetAttr(h, v, name)
	case t.ID == ModuleType, t.ID == GenericAliasType, t.ID == BoundMethodType:
		x, err := h.find(v, t, h.InternValue(name))
		if x == Null && err == nil {
			return h.lacking(v, name)
		}
		return x, err
	}
	return h.findAttr(v, name)
}

func (h *Heap) objectSetAttr(v, name, x Value) error {
	if err := h.attrName(name); err != nil {
		return err
	}
	t := h.TypeOf(v)
	switch {
	case h.isA(v, TypeType):
		method := "__setattr__"
		if x == Null {
			method = "__delattr__"
		}
		return h.Raise(TypeErrorType, "can't apply this %s to %s object", method, t.shown())
	case t.made:
		return classSetAttr(h, v, name, x)
	}
	return h.SetAttr(v, name, x)
}

// objectCompare is object's rich comparison (Objects/typeobject.c,
// object_richcompare).
func (h *Heap) objectCompare(op CompareOp, a, b Value) (Value, error) {
	switch op {
	case EQ:
		if a == b {
			return True, nil
		}
	case NE:
		c := h.TypeOf(a).Slots.Compare
		if c == nil {
			if a == b {
				return False, nil
			}
			return NotImplemented, nil
		}
		r, err := c(h, EQ, a, b)
		if err != nil || r == NotImplemented {
			return r, err
		}
		t, err := h.Truth(r)
		return Bool(!t), err
	}
	return NotImplemented, nil
}

// defaultRepr is object.__repr__.
func (h *Heap) defaultRepr(v Value) Value {
	t := h.TypeOf(v)
	return h.NewStr("<" + t.qualified() + " object at " + h.address(v) + ">")
}
