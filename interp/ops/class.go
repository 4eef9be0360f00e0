package ops

import "github.com/tier2go/tier2/interp/object"

// FromMapping returns ns[name], Null if there is none.
func FromMapping(h *object.Heap, ns, name object.Value) (object.Value, error) {
	if h.Is(ns, object.DictType) {
		return h.DictGetStr(ns, name), nil
	}
	v, err := h.GetItem(ns, name)
	if err != nil && h.RaisedIs(err, object.KeyErrorType) {
		return object.Null, nil
	}
	return v, err
}

// callMeta calls a metaclass with what a class statement has.
func callMeta(h *object.Heap, meta, name, bases, ns object.Value, values []object.Value, kw object.Value) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.Push(name)
	h.Push(bases)
	if ns != object.Null {
		h.Push(ns)
	}
	for _, v := range values {
		h.Push(v)
	}
	return h.Call(meta, h.Pushed(m), kw)
}

// checkClassCell checks that the class has been put into its __class__ cell.
func checkClassCell(h *object.Heap, cell, cls, name, meta object.Value) error {
	if !h.IsInstance(cls, object.TypeType) {
		return nil
	}
	got := h.Field(cell, object.OffCellValue)
	if got == cls {
		return nil
	}
	text := make([]string, 2)
	for i, v := range []object.Value{name, cls} {
		r, err := h.Repr(v)
		if err != nil {
			return err
		}
		text[i] = h.GoString(r)
	}
	if got == object.Null {
		return h.Raise(object.RuntimeErrorType, "__class__ not set defining %s as %s. Was __classcell__ propagated to type.__new__?", text[0], text[1])
	}
	r, err := h.Repr(got)
	if err != nil {
		return err
	}
	return h.Raise(object.TypeErrorType, "__class__ set to %s defining %s as %s", h.GoString(r), text[0], text[1])
}

// resolveBases replaces bases that are no classes by what their __mro_entries__
// returns.
func resolveBases(h *object.Heap, bases object.Value) (object.Value, error) {
	list := object.Null
	for i := range h.TupleLen(bases) {
		b := h.TupleItem(bases, i)
		entries := object.Null
		if !h.IsInstance(b, object.TypeType) {
			f, err := h.LookupAttr(b, h.Intern("__mro_entries__"))
			if err != nil {
				return object.Null, err
			}
			if f != object.Null {
				m := h.Mark()
				h.Push(f)
				h.Push(bases)
				entries, err = h.Call(f, h.Pushed(m+1), object.Null)
				h.Release(m)
				if err != nil {
					return object.Null, err
				}
				if !h.Is(entries, object.TupleType) {
					return object.Null, h.Raise(object.TypeErrorType, "__mro_entries__ must return a tuple")
				}
			}
		}
		if entries != object.Null && list == object.Null {
			list = h.NewList(h.TupleItems(bases)[:i]...)
		}
		switch {
		case entries != object.Null:
			if err := h.ListExtend(list, entries); err != nil {
				return object.Null, err
			}
		case list != object.Null:
			h.ListAppend(list, b)
		}
	}
	if list == object.Null {
		return bases, nil
	}
	return h.ListToTuple(list), nil
}

// metaclass returns what makes the class: the keyword, or the first base's type,
// and if that is a class, the most derived of it and those of the bases.
func metaclass(h *object.Heap, meta, bases object.Value) (object.Value, error) {
	switch {
	case meta != object.Null:
	case h.TupleLen(bases) == 0:
		meta = h.Type(object.TypeType).Object
	default:
		meta = h.TypeOf(h.TupleItem(bases, 0)).Object
	}
	if !h.IsInstance(meta, object.TypeType) {
		return meta, nil
	}
	var list []*object.Type
	for _, b := range h.TupleItems(bases) {
		if h.IsInstance(b, object.TypeType) {
			list = append(list, h.TypeFromObject(b))
		}
	}
	winner, err := h.MetaOf(h.TypeFromObject(meta), list)
	if err != nil {
		return object.Null, err
	}
	return winner.Object, nil
}

// prepareNamespace returns the namespace in which the class's body is executed.
func prepareNamespace(h *object.Heap, meta, name, bases object.Value, values []object.Value, kw object.Value) (object.Value, error) {
	if meta == h.Type(object.TypeType).Object {
		return h.NewDict(), nil
	}
	f, err := h.LookupAttr(meta, h.Intern("__prepare__"))
	if err != nil {
		return object.Null, err
	}
	if f == object.Null {
		return h.NewDict(), nil
	}
	m := h.Mark()
	h.Push(f)
	ns, err := callMeta(h, f, name, bases, object.Null, values, kw)
	h.Release(m)
	if err != nil {
		return object.Null, err
	}
	if h.TypeOf(ns).Slots.GetItem == nil {
		shown := "<metaclass>"
		if h.IsInstance(meta, object.TypeType) {
			shown = h.TypeFromObject(meta).Name
		}
		return object.Null, h.Raise(object.TypeErrorType, "%s.__prepare__() must return a mapping, not %s", shown, h.TypeName(ns))
	}
	return ns, nil
}

// BuildClass is __build_class__(body, name, *bases, metaclass=…, **keywords). run executes
// the class's body in a namespace and returns the cell for __class__, or None.
func BuildClass(h *object.Heap, args []object.Value, kwnames object.Value, run func(body, namespace object.Value) (cell object.Value, err error)) (object.Value, error) {
	nkw := 0
	if kwnames != object.Null {
		nkw = h.TupleLen(kwnames)
	}
	npos := len(args) - nkw
	switch {
	case npos < 2:
		return object.Null, h.Raise(object.TypeErrorType, "__build_class__: not enough arguments")
	case !h.Is(args[0], object.FunctionType):
		return object.Null, h.Raise(object.TypeErrorType, "__build_class__: func must be a function")
	case !h.Is(args[1], object.StrType):
		return object.Null, h.Raise(object.TypeErrorType, "__build_class__: name is not a string")
	}
	body, name := args[0], args[1]
	mark := h.Mark()
	defer h.Release(mark)
	orig := h.NewTuple(args[2:npos]...)
	h.Push(orig)
	bases, err := resolveBases(h, orig)
	if err != nil {
		return object.Null, err
	}
	h.Push(bases)
	meta := object.Null
	names, values := h.NewList(), h.NewList()
	h.Push(names)
	h.Push(values)
	for i := range nkw {
		k := h.TupleItem(kwnames, i)
		if h.StrIs(k, "metaclass") {
			meta = args[npos+i]
			continue
		}
		h.ListAppend(names, k)
		h.ListAppend(values, args[npos+i])
	}
	if meta, err = metaclass(h, meta, bases); err != nil {
		return object.Null, err
	}
	h.Push(meta)
	kw := h.ListToTuple(names)
	h.Push(kw)
	ns, err := prepareNamespace(h, meta, name, bases, h.ListItems(values), kw)
	if err != nil {
		return object.Null, err
	}
	h.Push(ns)
	cell, err := run(body, ns)
	if err != nil {
		return object.Null, err
	}
	h.Push(cell)
	if bases != orig {
		if err := h.SetItem(ns, h.Intern("__orig_bases__"), orig); err != nil {
			return object.Null, err
		}
	}
	cls, err := callMeta(h, meta, name, bases, ns, h.ListItems(values), kw)
	if err != nil || !h.Is(cell, object.CellType) {
		return cls, err
	}
	return cls, checkClassCell(h, cell, cls, name, meta)
}
