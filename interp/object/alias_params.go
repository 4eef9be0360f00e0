package object

// What stands for types in generic aliases and unions, and is replaced when they are
// subscribed (Objects/genericaliasobject.c, _Py_make_parameters and
// _Py_subs_parameters). Type variables say by __typing_subst__ that they are some;
// what contains some has __parameters__.

// isType reports whether a value is a class, which has no parameters.
func (h *Heap) isType(v Value) bool { return h.isA(v, TypeType) }

// optionalAttr is an attribute that may be missing: Null then, and if it is None.
func (h *Heap) optionalAttr(v Value, name string) (Value, error) {
	x, err := h.LookupAttr(v, h.Intern(name))
	return nullIfNone(x), err
}

// typeParameters returns the type variables in a tuple of arguments, each once.
func (h *Heap) typeParameters(args Value) (Value, error) {
	list := h.NewList()
	err := h.addParameters(list, args)
	return h.ListToTuple(list), err
}

func (h *Heap) addParameters(list, args Value) error {
	add := func(v Value) {
		for _, x := range h.ListItems(list) {
			if x == v {
				return
			}
		}
		h.ListAppend(list, v)
	}
	n, err := h.Len(args)
	for i := 0; i < n && err == nil; i++ {
		arg, err := h.GetItem(args, SmallInt(int64(i)))
		if err != nil {
			return err
		}
		if h.isType(arg) {
			continue
		}
		subst, err := h.optionalAttr(arg, "__typing_subst__")
		switch {
		case err != nil:
			return err
		case subst != Null:
			add(arg)
			continue
		case h.isA(arg, TupleType), h.isA(arg, ListType):
			if err := h.addParameters(list, arg); err != nil {
				return err
			}
			continue
		}
		inner, err := h.optionalAttr(arg, "__parameters__")
		if err != nil {
			return err
		}
		if inner != Null && h.isA(inner, TupleType) {
			for k := range h.TupleLen(inner) {
				add(h.TupleItem(inner, k))
			}
		}
	}
	return err
}

// substituted returns the arguments of an alias or a union with what is in its brackets
// in place of its parameters.
func (h *Heap) substituted(self, args, parameters, item Value) (Value, error) {
	n := h.TupleLen(parameters)
	if n == 0 {
		r, err := h.Repr(self)
		if err == nil {
			err = h.Raise(TypeErrorType, "%s is not a generic class", h.GoString(r))
		}
		return Null, err
	}
	item, err := h.unpackedArgs(item)
	if err != nil {
		return Null, err
	}
	for i := range n {
		prepare, err := h.optionalAttr(h.TupleItem(parameters, i), "__typing_prepare_subst__")
		if err != nil {
			return Null, err
		}
		if prepare == Null {
			continue
		}
		x, err := h.Call(prepare, []Value{self, item}, Null)
		if err != nil {
			return Null, err
		}
		if !h.isA(x, TupleType) {
			x = h.NewTuple(x)
		}
		item = x
	}
	if got := h.TupleLen(item); got != n {
		r, err := h.Repr(self)
		if err != nil {
			return Null, err
		}
		few := "few"
		if got > n {
			few = "many"
		}
		return Null, h.Raise(TypeErrorType, "Too %s arguments for %s; actual %d, expected %d", few, h.GoString(r), got, n)
	}
	return h.replaced(args, parameters, item)
}

// unpackedArgs makes a tuple of what is in brackets: what is starred there with known
// elements is replaced by those.
func (h *Heap) unpackedArgs(item Value) (Value, error) {
	if !h.isA(item, TupleType) {
		item = h.NewTuple(item)
	}
	list := h.NewList()
	for i := range h.TupleLen(item) {
		x := h.TupleItem(item, i)
		elems := Null
		if !h.isType(x) {
			var err error
			if elems, err = h.optionalAttr(x, "__typing_unpacked_tuple_args__"); err != nil {
				return Null, err
			}
		}
		if n := 0; elems != Null && h.isA(elems, TupleType) {
			if n = h.TupleLen(elems); n == 0 || h.TupleItem(elems, n-1) != Ellipsis {
				for k := range n {
					h.ListAppend(list, h.TupleItem(elems, k))
				}
				continue
			}
		}
		h.ListAppend(list, x)
	}
	return h.ListToTuple(list), nil
}

// replaced returns arguments with items in place of parameters, in lists and tuples
// among them too.
func (h *Heap) replaced(args, parameters, items Value) (Value, error) {
	list := h.NewList()
	for i := range h.TupleLen(args) {
		arg := h.TupleItem(args, i)
		if h.isType(arg) {
			h.ListAppend(list, arg)
			continue
		}
		if h.isA(arg, TupleType) || h.isA(arg, ListType) {
			t, err := h.TupleFromIter(arg)
			if err != nil {
				return Null, err
			}
			if t, err = h.replaced(t, parameters, items); err != nil {
				return Null, err
			}
			if h.isA(arg, ListType) {
				if t, err = h.ListFromIter(t); err != nil {
					return Null, err
				}
			}
			h.ListAppend(list, t)
			continue
		}
		if err := h.replaceOne(list, arg, parameters, items); err != nil {
			return Null, err
		}
	}
	return h.ListToTuple(list), nil
}

// replaceOne appends what an argument becomes.
func (h *Heap) replaceOne(list, arg, parameters, items Value) error {
	starred, err := h.optionalAttr(arg, "__typing_is_unpacked_typevartuple__")
	if err != nil {
		return err
	}
	unpack := false
	if starred != Null {
		if unpack, err = h.Truth(starred); err != nil {
			return err
		}
	}
	subst, err := h.optionalAttr(arg, "__typing_subst__")
	if err != nil {
		return err
	}
	if subst != Null {
		if i := h.parameterAt(parameters, arg); i >= 0 {
			arg, err = h.Call(subst, []Value{h.TupleItem(items, i)}, Null)
		}
	} else {
		arg, err = h.replacedIn(arg, parameters, items)
	}
	switch {
	case err != nil:
		return err
	case unpack && !h.isA(arg, TupleType):
		return h.Raise(TypeErrorType, "expected __typing_subst__ of an unpacked TypeVarTuple to return a tuple, not %s", h.TypeName(arg))
	case unpack:
		for k := range h.TupleLen(arg) {
			h.ListAppend(list, h.TupleItem(arg, k))
		}
	default:
		h.ListAppend(list, arg)
	}
	return nil
}

func (h *Heap) parameterAt(tuple, v Value) int {
	for i := range h.TupleLen(tuple) {
		if h.TupleItem(tuple, i) == v {
			return i
		}
	}
	return -1
}

// replacedIn subscribes what has parameters of its own (subs_tvars).
func (h *Heap) replacedIn(v, parameters, items Value) (Value, error) {
	own, err := h.optionalAttr(v, "__parameters__")
	if err != nil || own == Null || !h.isA(own, TupleType) || h.TupleLen(own) == 0 {
		return v, err
	}
	list := h.NewList()
	for i := range h.TupleLen(own) {
		p := h.TupleItem(own, i)
		k := h.parameterAt(parameters, p)
		if k < 0 {
			h.ListAppend(list, p)
			continue
		}
		x := h.TupleItem(items, k)
		if h.TypeOf(p).Iter != nil && h.isA(x, TupleType) { // of a TypeVarTuple
			for j := range h.TupleLen(x) {
				h.ListAppend(list, h.TupleItem(x, j))
			}
			continue
		}
		h.ListAppend(list, x)
	}
	return h.GetItem(v, h.ListToTuple(list))
}

// aliasGetItem is list[T][int].
func aliasGetItem(h *Heap, v, item Value) (Value, error) {
	args := h.Field(v, offAliasArgs)
	parameters, err := h.typeParameters(args)
	if err != nil {
		return Null, err
	}
	if args, err = h.substituted(v, args, parameters, item); err != nil {
		return Null, err
	}
	out := h.NewAlias(h.Field(v, offAliasOrigin), args)
	h.SetField(out, offAliasStarred, h.Field(v, offAliasStarred))
	return out, nil
}

// offAliasIterOf is an alias of whose iterator this is, Null at the end.
const offAliasIterOf, aliasIterSize = 8, 16

// aliasIter is *tuple[int, ...]: one alias that says that it is starred.
func aliasIter(h *Heap, v Value) (Value, error) {
	if h.aliasIter == nil {
		h.aliasIter = h.RegisterType(&Type{Name: "generic_alias_iterator", Size: aliasIterSize, Final: true, Slots: Slots{Iter: selfIter, Next: aliasIterNext}})
		h.addMethods(h.aliasIter, []Builtin{{Name: "__reduce__", Arity: NoArgs, Fn: reduceAliasIter}})
	}
	it := h.NewEmpty(h.aliasIter)
	h.SetField(it, offAliasIterOf, v)
	return it, nil
}

func aliasIterNext(h *Heap, it Value) (Value, error) {
	v := h.Field(it, offAliasIterOf)
	if v == Null {
		return Null, nil
	}
	x := h.NewAlias(h.Field(v, offAliasOrigin), h.Field(v, offAliasArgs))
	h.SetField(x, offAliasStarred, True)
	h.SetField(it, offAliasIterOf, Null)
	return x, nil
}

// reduceAliasIter says that it is iter(alias), or that nothing is left.
func reduceAliasIter(h *Heap, it Value, _ []Value) (Value, error) {
	if v := h.Field(it, offAliasIterOf); v != Null {
		return h.reduceIter(h.NewTuple(v))
	}
	return h.reduceIter(h.NewTuple(h.NewTuple()))
}

// unionGetItem is (int | T)[str].
func unionGetItem(h *Heap, v, item Value) (Value, error) {
	args := h.Field(v, offUnionArgs)
	parameters, err := h.typeParameters(args)
	if err != nil {
		return Null, err
	}
	if args, err = h.substituted(v, args, parameters, item); err != nil {
		return Null, err
	}
	return h.UnionOf(args)
}

// UnionOf makes the union of a tuple of types as typing.Union[…] does: a str stands for
// a type to come, None for its type; what occurs twice counts once, and one type alone
// is itself (Objects/unionobject.c, _Py_union_from_tuple).
func (h *Heap) UnionOf(args Value) (Value, error) {
	list := h.NewList()
	for i := range h.TupleLen(args) {
		v := h.TupleItem(args, i)
		if h.isStr(v) || !h.Is(v, UnionType) && !h.unionable(v) {
			x, err := h.typingCall("_type_check", v, h.Intern("Union[arg, ...]: each arg must be a type."))
			if err != nil {
				return Null, err
			}
			v = x
		}
		if err := h.addToUnion(list, v); err != nil {
			return Null, err
		}
	}
	if h.ListLen(list) == 0 {
		return Null, h.Raise(TypeErrorType, "Cannot take a Union of no types.")
	}
	return h.unionOfList(list), nil
}

// typingCall calls a function of Lib/typing.py.
func (h *Heap) typingCall(name string, args ...Value) (Value, error) {
	m, err := h.ImportModule("typing")
	if err != nil {
		return Null, err
	}
	f, err := h.GetAttr(m, h.Intern(name))
	if err != nil {
		return Null, err
	}
	return h.Call(f, args, Null)
}

// TypingCall calls a function of Lib/typing.py.
func (h *Heap) TypingCall(name string, args ...Value) (Value, error) {
	return h.typingCall(name, args...)
}

// unionable reports whether | makes unions of a value: a class, None, an alias, a union.
func (h *Heap) unionable(v Value) bool {
	return v == None || h.isType(v) || h.isA(v, GenericAliasType) || h.Is(v, UnionType) || h.types[h.TypeOf(v).ID].Unionable
}

// addToUnion appends a type, or those of a union, to a list that has not got them.
func (h *Heap) addToUnion(list, v Value) error {
	if h.Is(v, UnionType) {
		args := h.Field(v, offUnionArgs)
		for i := range h.TupleLen(args) {
			if err := h.addToUnion(list, h.TupleItem(args, i)); err != nil {
				return err
			}
		}
		return nil
	}
	if v == None {
		v = h.types[NoneType].Object
	}
	for i := range h.ListLen(list) {
		if same, err := h.Same(h.ListItems(list)[i], v); same || err != nil {
			return err
		}
	}
	h.ListAppend(list, v)
	return nil
}

// unionOfList makes a union of a list of different types.
func (h *Heap) unionOfList(list Value) Value {
	if h.ListLen(list) == 1 {
		return h.ListItems(list)[0]
	}
	v := h.Alloc(kindPlain, unionSize)
	h.header(v, UnionType, 0)
	h.SetField(v, offUnionArgs, Null)
	h.SetField(v, offUnionArgs, h.ListToTuple(list))
	return v
}
