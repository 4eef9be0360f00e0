package object

import "strings"

// SimpleNamespace (Objects/namespaceobject.c): an object that has just attributes.

// NewNamespace makes a types.SimpleNamespace that has the attributes of a dict.
func (h *Heap) NewNamespace(d Value) Value {
	v := h.emptyNamespace(h.types[NamespaceType])
	h.SetField(v, offNamespaceDict, d)
	return v
}

// emptyNamespace makes a namespace without attributes.
func (h *Heap) emptyNamespace(t *Type) Value {
	d := h.NewDict()
	v := h.newFields(t, max(t.end, namespaceSize))
	h.SetField(v, offNamespaceDict, d)
	return v
}

func (h *Heap) initNamespace() {
	t := h.register(&Type{ID: NamespaceType, Name: "SimpleNamespace", Module: "types", Size: namespaceSize, NoHash: true, Slots: Slots{
		New: func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
			v := h.emptyNamespace(t)
			if t.made {
				return v, nil // __init__ sees the arguments
			}
			return v, namespaceInit(h, v, args, kwnames)
		},
		Init:    namespaceInit,
		Bare:    func(h *Heap, t *Type, _ []Value, _ Value) (Value, error) { return h.emptyNamespace(t), nil },
		Repr:    namespaceRepr,
		Compare: namespaceCompare,
	}})
	t.dictOff = offNamespaceDict
	h.AddGetSets(t, []GetSet{{
		Name: "__dict__",
		Get:  func(h *Heap, v Value) (Value, error) { return h.Field(v, offNamespaceDict), nil },
		Set:  func(h *Heap, _, _ Value) error { return h.Raise(AttributeErrorType, "readonly attribute") },
	}})
	h.addMethods(t, []Builtin{
		{Name: "__reduce__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
			return h.NewTuple(h.TypeOf(v).Object, h.emptyTup, h.Field(v, offNamespaceDict)), nil
		}},
		{Name: "__replace__", Arity: Varied, FnKw: namespaceReplace},
	})
	t.KnowAttrs(strings.Fields("__dict__ __doc__ __eq__ __ge__ __gt__ __hash__ __init__ __le__ __lt__ __ne__ __new__ __reduce__ __replace__ __repr__"))
}

// namespaceInit is SimpleNamespace(mapping_or_iterable=(), /, **attributes).
func namespaceInit(h *Heap, v Value, args []Value, kwnames Value) error {
	n := len(args)
	if kwnames != Null {
		n -= h.TupleLen(kwnames)
	}
	if n > 1 {
		return h.Raise(TypeErrorType, "%s expected at most 1 argument, got %d", h.TypeOf(v).Name, n)
	}
	d := h.Field(v, offNamespaceDict)
	if n == 1 {
		given := h.NewDict()
		if err := h.DictUpdate(given, args[0]); err != nil {
			return err
		}
		for pos := 0; ; {
			k, _, ok := h.DictNext(given, &pos)
			if !ok {
				break
			}
			if !h.isStr(k) {
				return h.Raise(TypeErrorType, "keywords must be strings")
			}
		}
		if err := h.DictUpdate(d, given); err != nil {
			return err
		}
	}
	return h.namespaceUpdate(d, args[n:], kwnames)
}

// namespaceUpdate sets the attributes that are given by keyword.
func (h *Heap) namespaceUpdate(d Value, values []Value, names Value) error {
	for i, x := range values {
		if err := h.DictSet(d, h.TupleItem(names, i), x); err != nil {
			return err
		}
	}
	return nil
}

func namespaceRepr(h *Heap, v Value) (Value, error) {
	name := "namespace"
	if t := h.TypeOf(v); t.ID != NamespaceType {
		name = t.Name
	}
	if first, err := h.beginRepr(v); !first || err != nil {
		return h.NewStr(name + "(...)"), err
	}
	defer h.endRepr()
	var b strings.Builder
	for pos := 0; ; {
		k, x, ok := h.DictNext(h.Field(v, offNamespaceDict), &pos)
		if !ok {
			return h.NewStr(name + "(" + strings.TrimPrefix(b.String(), ", ") + ")"), nil
		}
		if !h.isStr(k) || h.StrLen(k) == 0 {
			continue
		}
		r, err := h.Repr(x)
		if err != nil {
			return Null, err
		}
		b.WriteString(", " + h.GoString(k) + "=" + h.GoString(r))
	}
}

// namespaceCompare compares the attributes of two namespaces, of derived classes too.
func namespaceCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isA(a, NamespaceType) || !h.isA(b, NamespaceType) {
		return NotImplemented, nil
	}
	return h.Compare(op, h.Field(a, offNamespaceDict), h.Field(b, offNamespaceDict))
}

// namespaceReplace is copy.replace: another one of the class, made without arguments, with the attributes of this and those that are given.
func namespaceReplace(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
	n := len(args)
	if kwnames != Null {
		n -= h.TupleLen(kwnames)
	}
	if n > 0 {
		return Null, h.Raise(TypeErrorType, "__replace__() takes no positional arguments")
	}
	r, err := h.Call(h.TypeOf(v).Object, nil, Null)
	if err != nil {
		return Null, err
	}
	if !h.isA(r, NamespaceType) {
		return Null, h.Raise(TypeErrorType, "expect types.SimpleNamespace type, but %s() returned '%s' object", h.TypeOf(v).Name, h.TypeOf(r).Name)
	}
	d := h.Field(r, offNamespaceDict)
	if err := h.DictUpdate(d, h.Field(v, offNamespaceDict)); err != nil {
		return Null, err
	}
	return r, h.namespaceUpdate(d, args, kwnames)
}
