package object

import (
	"slices"
	"strings"
)

// Generic aliases (list[int]), and unions of types (int | str)
// (Objects/genericaliasobject.c, unionobject.c, namespaceobject.c).

// NewAlias makes a generic alias; args is one argument or a tuple of them.
func (h *Heap) NewAlias(origin, args Value) Value {
	return h.newAlias(h.types[GenericAliasType], origin, args)
}

func (h *Heap) newAlias(t *Type, origin, args Value) Value {
	if !h.Is(args, TupleType) {
		args = h.NewTuple(args)
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(args)
	v := h.NewEmpty(t)
	h.SetField(v, offAliasOrigin, origin)
	h.SetField(v, offAliasArgs, args)
	h.SetField(v, offAliasStarred, False)
	return v
}

// aliasOwn are the attributes of an alias itself; all others are the origin's.
var aliasOwn = []string{"__args__", "__bases__", "__class__", "__copy__", "__deepcopy__", "__mro_entries__", "__origin__", "__parameters__", "__reduce__", "__reduce_ex__",
	"__typing_unpacked_tuple_args__", "__unpacked__"}

func aliasGetAttr(h *Heap, v, name Value) (Value, error) {
	s := h.GoString(name)
	if !slices.Contains(aliasOwn, s) {
		x, err := h.findAttr(h.Field(v, offAliasOrigin), name)
		if x == Null && err == nil && strings.HasPrefix(s, "__") && h.types[GenericAliasType].hasAttrName(s) {
			err = h.Unsupported("attribute " + s + " of a generic alias")
		}
		return x, err
	}
	return h.FindGeneric(v, name)
}

// aliasNoAttr says what the origin has not: an alias has all its own attributes.
func aliasNoAttr(h *Heap, v, name Value) error {
	if s := h.GoString(name); slices.Contains(aliasOwn, s) {
		return h.RaiseAttribute(v, name, "'types.GenericAlias' object has no attribute '%s'", s)
	}
	return h.noAttr(h.Field(v, offAliasOrigin), name)
}

// appendTypeText appends what an alias and a union show of an argument. Aliases in
// aliases are appended too, without a str for each: that would take time in the square of their depth.
func (h *Heap) appendTypeText(b []byte, v Value) ([]byte, error) {
	switch {
	case v == Ellipsis:
		return append(b, "..."...), nil
	case v == h.types[NoneType].Object:
		return append(b, "None"...), nil
	case h.isA(v, TypeType):
		return append(b, h.TypeFromObject(v).qualified()...), nil
	case !h.Is(v, GenericAliasType):
		name, err := h.nameInType(v)
		if err != nil {
			return nil, err
		}
		if name != "" {
			return append(b, name...), nil
		}
		return h.appendRepr(b, v)
	}
	if err := h.enter(whileRepr); err != nil {
		return nil, err
	}
	b, err := h.appendAlias(b, v)
	h.leave()
	return b, err
}

// nameInType is the name with its module, if that is not builtins, of what has both: a function. It is "" for
// what shows its repr, also what has an origin and arguments, as aliases have.
func (h *Heap) nameInType(v Value) (string, error) {
	var found [4]Value
	for i, name := range [...]string{"__origin__", "__args__", "__qualname__", "__module__"} {
		x, err := h.LookupAttr(v, h.Intern(name))
		if err != nil {
			return "", err
		}
		found[i] = x
	}
	qualname, module := found[2], found[3]
	if found[0] != Null && found[1] != Null || qualname == Null || module == Null || module == None {
		return "", nil
	}
	q, err := h.Str(qualname)
	if err != nil {
		return "", err
	}
	m, err := h.Str(module)
	if err != nil || h.strIs(m, "builtins") {
		return h.GoString(q), err
	}
	return h.GoString(m) + "." + h.GoString(q), nil
}

// TypingRepr is what an alias shows of an argument.
func (h *Heap) TypingRepr(v Value) (string, error) {
	b, err := h.appendTypeText(nil, v)
	return string(b), err
}

func (h *Heap) appendTypeTexts(b []byte, args Value, sep string) (_ []byte, err error) {
	for i := range h.TupleLen(args) {
		if i > 0 {
			b = append(b, sep...)
		}
		if b, err = h.appendTypeText(b, h.TupleItem(args, i)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// appendAlias appends the repr of a generic alias.
func (h *Heap) appendAlias(b []byte, v Value) ([]byte, error) {
	if h.Field(v, offAliasStarred) == True {
		b = append(b, '*')
	}
	b, err := h.appendTypeText(b, h.Field(v, offAliasOrigin))
	if err != nil {
		return nil, err
	}
	b = append(b, '[')
	args := h.Field(v, offAliasArgs)
	if h.TupleLen(args) == 0 {
		b = append(b, "()"...)
	}
	if b, err = h.appendTypeTexts(b, args, ", "); err != nil {
		return nil, err
	}
	return append(b, ']'), nil
}

// aliasCall makes an instance of the origin, which is told the alias if it has
// room for attributes.
func aliasCall(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
	x, err := h.Call(h.Field(v, offAliasOrigin), args, kwnames)
	if err != nil {
		return Null, err
	}
	err = h.SetAttr(x, h.Intern("__orig_class__"), v)
	if err != nil && !h.raisedIs(err, AttributeErrorType) && !h.raisedIs(err, TypeErrorType) {
		return Null, err
	}
	return x, nil
}

// pairs compares two values of a type by fields.
func comparePairs(t TypeID, off ...uintptr) func(h *Heap, op CompareOp, a, b Value) (Value, error) {
	return func(h *Heap, op CompareOp, a, b Value) (Value, error) {
		if op != EQ && op != NE || !h.Is(b, t) {
			return NotImplemented, nil
		}
		for _, o := range off {
			same, err := h.CompareBool(EQ, h.Field(a, o), h.Field(b, o))
			if err != nil {
				return Null, err
			}
			if !same {
				return Bool(op == NE), nil
			}
		}
		return Bool(op == EQ), nil
	}
}

// typeGetItem is T[…]: what __class_getitem__ of a class says, or a generic alias
// of the builtin types that have them.
func typeGetItem(h *Heap, v, key Value) (Value, error) {
	t := h.TypeFromObject(v)
	if t.ID == TypeType {
		return h.NewAlias(v, key), nil
	}
	x, err := h.LookupAttr(v, h.classes.nm.classGetItem)
	if err != nil {
		return Null, err
	}
	if x != Null && x != None {
		args := h.NewTuple(key)
		return h.Call(x, h.TupleItems(args), Null)
	}
	return Null, h.Raise(TypeErrorType, "type '%s' is not subscriptable", t.shown())
}

// typeBinary is what | makes of a type and something that may be one: a union of
// the different ones, in order.
func typeBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op != Or || !h.unionable(a) || !h.unionable(b) {
		return NotImplemented, nil
	}
	list := h.NewList()
	for _, v := range [...]Value{a, b} {
		if err := h.addToUnion(list, v); err != nil {
			return Null, err
		}
	}
	return h.unionOfList(list), nil
}

// inUnion reports whether test holds for a type of a union.
func (h *Heap) inUnion(union Value, test func(class Value) (bool, error)) (bool, error) {
	args := h.Field(union, offUnionArgs)
	for i := range h.TupleLen(args) {
		if ok, err := test(h.TupleItem(args, i)); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

func (h *Heap) initAliases() {
	t := h.register(&Type{ID: GenericAliasType, Name: "GenericAlias", Module: "types", Size: aliasSize, Slots: Slots{
		Repr: reprWith((*Heap).appendAlias), Call: aliasCall, GetAttr: aliasGetAttr, NoAttr: aliasNoAttr, Binary: typeBinary,
		Compare: comparePairs(GenericAliasType, offAliasOrigin, offAliasArgs, offAliasStarred),
		Hash: func(h *Heap, v Value) (int64, error) {
			x, err := h.Hash(h.Field(v, offAliasOrigin))
			if err != nil {
				return 0, err
			}
			y, err := h.Hash(h.Field(v, offAliasArgs))
			return x ^ y, err
		},
		Iter: aliasIter, GetItem: aliasGetItem,
		New: func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
			if err := h.noKeywords("GenericAlias", kwnames); err != nil {
				return Null, err
			}
			if err := h.checkCount("GenericAlias", len(args), 2, 2); err != nil {
				return Null, err
			}
			return h.newAlias(t, args[0], args[1]), nil
		},
	}})
	field := func(off uintptr) func(h *Heap, v Value) (Value, error) {
		return func(h *Heap, v Value) (Value, error) { return h.Field(v, off), nil }
	}
	parameters := func(off uintptr) func(h *Heap, v Value) (Value, error) {
		return func(h *Heap, v Value) (Value, error) { return h.typeParameters(h.Field(v, off)) }
	}
	h.AddGetSets(t, []GetSet{
		{Name: "__origin__", Get: field(offAliasOrigin)}, {Name: "__args__", Get: field(offAliasArgs)}, {Name: "__parameters__", Get: parameters(offAliasArgs)},
		{Name: "__unpacked__", Get: field(offAliasStarred)},
		{Name: "__typing_unpacked_tuple_args__", Get: func(h *Heap, v Value) (Value, error) {
			if h.Field(v, offAliasStarred) == True && h.Field(v, offAliasOrigin) == h.types[TupleType].Object {
				return h.Field(v, offAliasArgs), nil
			}
			return None, nil
		}},
	})
	h.addMethods(t, []Builtin{{Name: "__mro_entries__", Arity: O, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		return h.NewTuple(h.Field(v, offAliasOrigin)), nil
	}}})
	t = h.register(&Type{ID: UnionType, Name: "Union", Module: "typing", Final: true, Slots: Slots{
		Repr: reprWith(func(h *Heap, b []byte, v Value) ([]byte, error) {
			return h.appendTypeTexts(b, h.Field(v, offUnionArgs), " | ")
		}),
		Binary: typeBinary, GetItem: unionGetItem,
		Compare: func(h *Heap, op CompareOp, a, b Value) (Value, error) {
			if op != EQ && op != NE || !h.Is(b, UnionType) {
				return NotImplemented, nil
			}
			x, err := h.FrozenSetFromIter(h.Field(a, offUnionArgs))
			if err != nil {
				return Null, err
			}
			y, err := h.FrozenSetFromIter(h.Field(b, offUnionArgs))
			if err != nil {
				return Null, err
			}
			return h.Compare(op, x, y)
		},
		Hash: func(h *Heap, v Value) (int64, error) {
			s, err := h.FrozenSetFromIter(h.Field(v, offUnionArgs))
			if err != nil {
				return 0, err
			}
			return h.Hash(s)
		},
	}})
	h.AddGetSets(t, []GetSet{
		{Name: "__args__", Get: field(offUnionArgs)}, {Name: "__parameters__", Get: parameters(offUnionArgs)},
		{Name: "__origin__", Get: func(h *Heap, _ Value) (Value, error) { return h.types[UnionType].Object, nil }},
		{Name: "__name__", Get: func(h *Heap, _ Value) (Value, error) { return h.Intern("Union"), nil }},
		{Name: "__qualname__", Get: func(h *Heap, _ Value) (Value, error) { return h.Intern("Union"), nil }},
	})
	h.addMethods(t, []Builtin{{Name: "__mro_entries__", Arity: O, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		r, err := h.Repr(v)
		if err == nil {
			err = h.Raise(TypeErrorType, "Cannot subclass %s", h.GoString(r))
		}
		return Null, err
	}}})
	h.addClassMethods(t, []Builtin{{Name: "__class_getitem__", Arity: O, Fn: func(h *Heap, _ Value, a []Value) (Value, error) {
		args := a[0]
		if !h.Is(args, TupleType) {
			args = h.NewTuple(args)
		}
		return h.UnionOf(args)
	}}})
	h.initNamespace()
}
