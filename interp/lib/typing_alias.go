package lib

import "github.com/tier2go/tier2/interp/object"

// What type variables do in aliases, and TypeAliasType (Objects/typevarobject.c).

// addMethods gives the types of variables what differs between them.
func (k *typing) addMethods() {
	h := k.h
	hand := func(name, function string, n int) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Fast, Min: n, Max: n, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return h.TypingCall(function, append([]object.Value{v}, a...)...)
		}}
	}
	h.AddMethods(k.typeVar, []object.Builtin{
		hand("__typing_subst__", "_typevar_subst", 1),
		{Name: "__typing_prepare_subst__", Arity: object.Fast, Min: 2, Max: 2, Fn: k.prepare},
	})
	h.AddMethods(k.paramSpec, []object.Builtin{
		hand("__typing_subst__", "_paramspec_subst", 1), hand("__typing_prepare_subst__", "_paramspec_prepare_subst", 2),
	})
	h.AddMethods(k.tuple, []object.Builtin{
		{Name: "__typing_subst__", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "Substitution of bare TypeVarTuple is not supported")
		}},
		hand("__typing_prepare_subst__", "_typevartuple_prepare_subst", 2),
	})
	k.tuple.Slots.Iter = func(h *object.Heap, v object.Value) (object.Value, error) {
		x, err := k.unpacked(v)
		if err != nil {
			return object.Null, err
		}
		return h.Iter(h.NewTuple(x))
	}
	part := func(name string, t *object.Type) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			x := h.NewEmpty(t)
			h.SetField(x, offSpecArgsOwner, v)
			return x, nil
		}}
	}
	h.AddGetSets(k.paramSpec, []object.GetSet{part("args", k.specArgs), part("kwargs", k.specKwargs)})
}

// unpacked is typing.Unpack[v].
func (k *typing) unpacked(v object.Value) (object.Value, error) {
	h := k.h
	m, err := h.ImportModule("typing")
	if err != nil {
		return object.Null, err
	}
	unpack, err := h.GetAttr(m, h.Intern("Unpack"))
	if err != nil {
		return object.Null, err
	}
	return h.GetItem(unpack, v)
}

// prepare is TypeVar.__typing_prepare_subst__: the last parameters may have defaults.
func (k *typing) prepare(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	params, err := h.GetAttr(a[0], h.Intern("__parameters__"))
	if err != nil {
		return object.Null, err
	}
	n, err := h.Len(a[1])
	if err != nil {
		return object.Null, err
	}
	params, err = h.TupleFromIter(params)
	if err != nil {
		return object.Null, err
	}
	at := 0
	for at < h.TupleLen(params) && h.TupleItem(params, at) != v {
		at++
	}
	if at < n {
		return a[1], nil
	}
	x, err := h.GetAttr(v, h.Intern("__default__"))
	if err != nil {
		return object.Null, err
	}
	if at > n || x == k.noDefault {
		s, err := h.Str(a[0])
		if err == nil {
			err = h.Raise(object.TypeErrorType, "Too few arguments for %s; actual %d, expected at least %d", h.GoString(s), n, at+1)
		}
		return object.Null, err
	}
	return h.Binary(object.Add, a[1], h.NewTuple(x))
}

// registerSpecArgs makes the type of P.args or P.kwargs.
func (k *typing) registerSpecArgs(name, attr string) *object.Type {
	t := k.h.RegisterType(&object.Type{Name: name, Module: "typing", Size: specArgsSize, Final: true, Weak: true, NoHash: true, Slots: object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			owner := h.Field(v, offSpecArgsOwner)
			var err error
			show := h.Repr
			if h.TypeOf(owner) == k.paramSpec {
				show = h.Str
				if owner, err = h.GetAttr(owner, h.Intern("__name__")); err != nil {
					return object.Null, err
				}
			}
			s, err := show(owner)
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(h.GoString(s) + "." + attr), nil
		},
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, object.NewSignature(name, 0, 1, 0, "origin"), args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			v := h.NewEmpty(t)
			h.SetField(v, offSpecArgsOwner, p[0])
			return v, nil
		},
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if op != object.EQ && op != object.NE || h.TypeOf(a) != h.TypeOf(b) {
				return object.NotImplemented, nil
			}
			return h.Compare(op, h.Field(a, offSpecArgsOwner), h.Field(b, offSpecArgsOwner))
		},
	}})
	k.h.AddGetSets(t, []object.GetSet{fieldGetter("__origin__", offSpecArgsOwner)})
	k.h.AddMethods(t, []object.Builtin{{Name: "__mro_entries__", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.Raise(object.TypeErrorType, "Cannot subclass an instance of %s", name)
	}}})
	return t
}

// registerAlias makes the type TypeAliasType.
func (k *typing) registerAlias() {
	h := k.h
	k.alias = h.RegisterType(&object.Type{Name: "TypeAliasType", Module: "typing", Size: typeAliasSize, Final: true, Unionable: true, Slots: object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Str(h.Field(v, offAliasTitle)) },
		New: func(_ *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			return k.newAlias(args, kwnames)
		},
		GetItem: func(h *object.Heap, v, key object.Value) (object.Value, error) {
			if params := h.Field(v, offAliasTypes); params == object.Null || h.TupleLen(params) == 0 {
				return object.Null, h.Raise(object.TypeErrorType, "Only generic type aliases are subscriptable")
			}
			return h.NewAlias(v, key), nil
		},
		Iter: func(h *object.Heap, v object.Value) (object.Value, error) {
			x, err := k.unpacked(v)
			if err != nil {
				return object.Null, err
			}
			return h.Iter(h.NewTuple(x))
		},
		Binary: unionOfAny,
	}})
	empty := func(h *object.Heap, v object.Value) object.Value {
		if x := h.Field(v, offAliasTypes); x != object.Null {
			return x
		}
		return h.NewTuple()
	}
	h.AddGetSets(k.alias, []object.GetSet{
		fieldGetter("__name__", offAliasTitle), moduleOf(offAliasModule),
		k.lazy("__value__", offAliasValue, offAliasEval, func() object.Value { return object.None }), k.evaluator("evaluate_value", offAliasValue, offAliasEval),
		{Name: "__type_params__", Get: func(h *object.Heap, v object.Value) (object.Value, error) { return empty(h, v), nil }},
		{Name: "__parameters__", Get: func(h *object.Heap, v object.Value) (object.Value, error) { return k.unpackedAll(empty(h, v)) }},
	})
	h.AddMethods(k.alias, []object.Builtin{{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		return h.Field(v, offAliasTitle), nil
	}}})
}

// unpackedAll returns type parameters, TypeVarTuples unpacked.
func (k *typing) unpackedAll(params object.Value) (object.Value, error) {
	h := k.h
	list := h.NewList()
	for i := range h.TupleLen(params) {
		x := h.TupleItem(params, i)
		if h.TypeOf(x) == k.tuple {
			var err error
			if x, err = k.unpacked(x); err != nil {
				return object.Null, err
			}
		}
		h.ListAppend(list, x)
	}
	return h.ListToTuple(list), nil
}

func (k *typing) newAlias(args []object.Value, kwnames object.Value) (object.Value, error) {
	h := k.h
	var p [3]object.Value
	if err := bind(h, k.sigNewType, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if err := k.checkName("typealias", p[0]); err != nil {
		return object.Null, err
	}
	if p[2] != object.Null && !h.IsInstance(p[2], object.TupleType) {
		return object.Null, h.Raise(object.TypeErrorType, "type_params must be a tuple")
	}
	return k.typeAlias(p[0], p[1], object.Null, p[2]), nil
}

func (k *typing) typeAlias(name, value, eval, params object.Value) object.Value {
	h := k.h
	v := h.NewEmpty(k.alias)
	h.SetField(v, offAliasTitle, name)
	h.SetField(v, offAliasValue, value)
	h.SetField(v, offAliasEval, eval)
	h.SetField(v, offAliasTypes, params)
	h.SetField(v, offAliasModule, k.caller())
	return v
}

// TypeParameter makes what the syntax of type parameters declares: kind is "TypeVar",
// "ParamSpec" or "TypeVarTuple"; bound and constraints are functions that evaluate
// those, or Null.
func (l *Lib) TypeParameter(kind string, name, bound, constraints object.Value) (object.Value, error) {
	k, err := l.typingOf()
	if err != nil {
		return object.Null, err
	}
	t, bits := k.typeVar, int64(inferVariance)
	switch kind {
	case "ParamSpec":
		t = k.paramSpec
	case "TypeVarTuple":
		t, bits = k.tuple, 0
	}
	v := k.variable(t, name, bits)
	l.h.SetField(v, offVarBoundEval, bound)
	l.h.SetField(v, offVarTypesEval, constraints)
	return v, nil
}

// SetTypeDefault gives a type parameter the function that evaluates its default.
func (l *Lib) SetTypeDefault(v, eval object.Value) { l.h.SetField(v, offVarElseEval, eval) }

// TypeAlias makes what the statement type declares: what is a tuple of the name, the
// type parameters or None, and the function that evaluates the value.
func (l *Lib) TypeAlias(what object.Value) (object.Value, error) {
	k, err := l.typingOf()
	if err != nil {
		return object.Null, err
	}
	h := l.h
	params := h.TupleItem(what, 1)
	if params == object.None {
		params = object.Null
	}
	return k.typeAlias(h.TupleItem(what, 0), object.Null, h.TupleItem(what, 2), params), nil
}

// SubscribeGeneric is typing.Generic[…] with a tuple of type parameters.
func (l *Lib) SubscribeGeneric(params object.Value) (object.Value, error) {
	k, err := l.typingOf()
	if err != nil {
		return object.Null, err
	}
	if params, err = k.unpackedAll(params); err != nil {
		return object.Null, err
	}
	return l.h.TypingCall("_GenericAlias", k.generic, params)
}
