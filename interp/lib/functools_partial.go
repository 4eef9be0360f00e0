package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

func (k *functools) registerPartial(h *object.Heap, m *module) {
	t := h.RegisterType(&object.Type{Name: "partial", Weak: true, Module: "functools", Size: object.PartialSize, Attributes: true, Slots: object.Slots{
		New:  k.newPartial,
		Call: k.callPartial,
		Repr: reprPartial,
		DescrGet: func(h *object.Heap, v, obj, _ object.Value) (object.Value, error) {
			if obj == object.Null || obj == object.None {
				return v, nil
			}
			return h.NewMethod(v, obj), nil
		},
	}})
	k.partial, h.PartialType = t.ID, t.ID
	h.AddGetSets(t, []object.GetSet{fieldGetter("func", object.OffPartialFunc), fieldGetter("args", object.OffPartialArgs), fieldGetter("keywords", object.OffPartialKw)})
	h.AddMethods(t, []object.Builtin{
		{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			state := h.NewTuple(h.Field(v, object.OffPartialFunc), h.Field(v, object.OffPartialArgs), h.Field(v, object.OffPartialKw), ownDict(h, v))
			return h.NewTuple(h.TypeOf(v).Object, h.NewTuple(h.Field(v, object.OffPartialFunc)), state), nil
		}},
		{Name: "__setstate__", Arity: object.O, Fn: k.partialSetState},
	})
	m.set("partial", t.Object)
}

// ownDict returns an object's attributes if it has any, otherwise None.
func ownDict(h *object.Heap, v object.Value) object.Value {
	if d := h.InstanceDict(v); d != object.Null && h.DictLen(d) > 0 {
		return d
	}
	return object.None
}

// blanks counts the placeholders among arguments.
func (k *functools) blanks(h *object.Heap, args object.Value) (n int, last bool) {
	for i := range h.TupleLen(args) {
		if last = h.TupleItem(args, i) == k.placeholder; last {
			n++
		}
	}
	return n, last
}

// fill pushes the arguments of a partial with its blanks filled by args, and the
// rest of those.
func (k *functools) fill(h *object.Heap, bound object.Value, blanks int, args []object.Value) {
	for i := range h.TupleLen(bound) {
		x := h.TupleItem(bound, i)
		if blanks > 0 && x == k.placeholder && len(args) > 0 {
			x, args = args[0], args[1:]
			blanks--
		}
		h.Push(x)
	}
	for _, x := range args {
		h.Push(x)
	}
}

func (k *functools) newPartial(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if npos < 1 {
		return object.Null, h.Raise(object.TypeErrorType, "type 'partial' takes at least one argument")
	}
	f := args[0]
	if h.TypeOf(f).Call == nil {
		return object.Null, h.Raise(object.TypeErrorType, "the first argument must be callable")
	}
	if npos > 1 && args[npos-1] == k.placeholder {
		return object.Null, h.Raise(object.TypeErrorType, "trailing Placeholders are not allowed")
	}
	for _, x := range args[npos:] {
		if x == k.placeholder {
			return object.Null, h.Raise(object.TypeErrorType, "Placeholder cannot be passed as a keyword argument")
		}
	}
	m := h.Mark()
	defer h.Release(m)
	kw := h.NewDict()
	if h.IsInstance(f, k.partial) && !h.HasOwnDict(f) {
		inner := f
		if err := h.DictUpdate(kw, h.Field(inner, object.OffPartialKw)); err != nil {
			return object.Null, err
		}
		k.fill(h, h.Field(inner, object.OffPartialArgs), int(h.Word(inner, object.OffPartialBlanks)), args[1:npos])
		f = h.Field(inner, object.OffPartialFunc)
	} else {
		for _, x := range args[1:npos] {
			h.Push(x)
		}
	}
	for i, x := range args[npos:] {
		if err := h.DictSet(kw, h.TupleItem(kwnames, i), x); err != nil {
			return object.Null, err
		}
	}
	bound := h.NewTuple(h.Pushed(m)...)
	v := h.NewEmpty(t)
	n, _ := k.blanks(h, bound)
	h.SetField(v, object.OffPartialFunc, f)
	h.SetField(v, object.OffPartialArgs, bound)
	h.SetField(v, object.OffPartialKw, kw)
	h.SetWord(v, object.OffPartialBlanks, uint64(n))
	return v, nil
}

func (k *functools) callPartial(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	blanks := int(h.Word(v, object.OffPartialBlanks))
	if blanks > npos {
		return object.Null, h.Raise(object.TypeErrorType, "missing positional arguments in 'partial' call; expected at least %d, got %d", blanks, npos)
	}
	m := h.Mark()
	defer h.Release(m)
	k.fill(h, h.Field(v, object.OffPartialArgs), blanks, args[:npos])
	kw := h.Field(v, object.OffPartialKw)
	if h.DictLen(kw) == 0 {
		for _, x := range args[npos:] {
			h.Push(x)
		}
		return h.Call(h.Field(v, object.OffPartialFunc), h.Pushed(m), kwnames)
	}
	all, err := h.DictCopy(kw)
	if err != nil {
		return object.Null, err
	}
	for i, x := range args[npos:] {
		if err := h.DictSet(all, h.TupleItem(kwnames, i), x); err != nil {
			return object.Null, err
		}
	}
	names := h.NewList()
	for pos := 0; ; {
		name, x, ok := h.DictNext(all, &pos)
		if !ok {
			return h.Call(h.Field(v, object.OffPartialFunc), h.Pushed(m), h.ListToTuple(names))
		}
		if !h.IsInstance(name, object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "keywords must be strings")
		}
		h.ListAppend(names, name)
		h.Push(x)
	}
}

func reprPartial(h *object.Heap, v object.Value) (object.Value, error) {
	first, err := h.BeginRepr(v)
	if err != nil {
		return object.Null, err
	}
	if !first {
		return h.NewStr("..."), nil
	}
	defer h.EndRepr()
	t := h.TypeOf(v)
	module, err := h.GetAttr(t.Object, h.Intern("__module__"))
	if err != nil {
		return object.Null, err
	}
	// What a repr is called of may set the state: what is shown is that of the beginning.
	args, kw := h.Field(v, object.OffPartialArgs), h.Field(v, object.OffPartialKw)
	f, err := h.Repr(h.Field(v, object.OffPartialFunc))
	if err != nil {
		return object.Null, err
	}
	text := h.GoString(module) + "." + t.QualName() + "(" + h.GoString(f)
	if h.TupleLen(args) > 0 {
		list, err := reprList(h, args)
		if err != nil {
			return object.Null, err
		}
		text += ", " + list
	}
	for pos := 0; ; {
		key, x, ok := h.DictNext(kw, &pos)
		if !ok {
			return h.NewStr(text + ")"), nil
		}
		name, err := h.Str(key)
		if err != nil {
			return object.Null, err
		}
		r, err := h.Repr(x)
		if err != nil {
			return object.Null, err
		}
		text += ", " + h.GoString(name) + "=" + h.GoString(r)
	}
}

func (k *functools) partialSetState(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	bad := func() (object.Value, error) {
		return object.Null, h.Raise(object.TypeErrorType, "invalid partial state")
	}
	if !h.IsInstance(a[0], object.TupleType) || h.TupleLen(a[0]) != 4 {
		return bad()
	}
	f, args, kw, d := h.TupleItem(a[0], 0), h.TupleItem(a[0], 1), h.TupleItem(a[0], 2), h.TupleItem(a[0], 3)
	if h.TypeOf(f).Call == nil || !h.IsInstance(args, object.TupleType) || kw != object.None && !h.IsInstance(kw, object.DictType) {
		return bad()
	}
	n, last := k.blanks(h, args)
	if last {
		return object.Null, h.Raise(object.TypeErrorType, "trailing Placeholders are not allowed")
	}
	if kw == object.None {
		kw = h.NewDict()
	} else if !h.Is(kw, object.DictType) {
		var err error
		if kw, err = h.DictCopy(kw); err != nil {
			return object.Null, err
		}
	}
	if !h.Is(args, object.TupleType) {
		args = h.NewTuple(h.TupleItems(args)...)
	}
	h.SetField(v, object.OffPartialFunc, f)
	h.SetField(v, object.OffPartialArgs, args)
	h.SetField(v, object.OffPartialKw, kw)
	h.SetWord(v, object.OffPartialBlanks, uint64(n))
	if d == object.None {
		if ownDict(h, v) == object.None {
			return object.None, nil
		}
		d = h.NewDict()
	}
	return object.None, h.SetAttr(v, h.Intern("__dict__"), d)
}
