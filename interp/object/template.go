package object

// Template strings (PEP 750; Objects/templateobject.c, interpolationobject.c): a
// template has its constant parts, a tuple, and between them its interpolations.

// NewTemplate makes a template of its parts, two tuples.
func (h *Heap) NewTemplate(strings, interpolations Value) Value {
	v := h.NewObject(TemplateType, templateSize)
	h.SetField(v, offTemplateStrings, strings)
	h.SetField(v, offTemplateInterpolations, interpolations)
	return v
}

// NewInterpolation makes an interpolation: a value, the text of its expression, "s",
// "r", "a" or None, the format.
func (h *Heap) NewInterpolation(value, expression, conversion, format Value) Value {
	v := h.NewObject(InterpolationType, interpolationSize)
	for i, x := range [...]Value{value, expression, conversion, format} {
		h.SetField(v, offInterpolation+8*uintptr(i), x)
	}
	return v
}

func (h *Heap) initTemplates() {
	const module = "string.templatelib"
	fields := func(t *Type, set func(h *Heap, v, name, x Value) error) { t.Slots.SetAttr = set }
	readOnly := func(names ...string) func(h *Heap, v, name, x Value) error {
		return func(h *Heap, v, name, _ Value) error {
			s := h.GoString(name)
			for _, n := range names {
				if s == n {
					return h.Raise(AttributeErrorType, "readonly attribute")
				}
			}
			return h.RaiseAttribute(v, name, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", h.TypeName(v), s)
		}
	}
	t := h.register(&Type{ID: TemplateType, Name: "Template", Module: module, Final: true, Slots: Slots{
		Repr: templateRepr, New: templateNew, Binary: templateBinary,
		Iter: func(h *Heap, v Value) (Value, error) {
			it := h.NewObject(TemplateIterType, templateIterSize)
			h.SetField(it, offTemplateIterOf, v)
			h.SetWord(it, offTemplateIterNext, 0)
			return it, nil
		},
	}})
	fields(t, readOnly("strings", "interpolations"))
	t.KnowAttrs([]string{"__add__", "__class_getitem__", "__iter__", "__new__", "__reduce__", "__repr__", "interpolations", "strings", "values"})
	h.AddGetSets(t, []GetSet{
		fieldGetSet("strings", offTemplateStrings), fieldGetSet("interpolations", offTemplateInterpolations),
		{Name: "values", Get: func(h *Heap, v Value) (Value, error) {
			list := h.NewList()
			for _, x := range h.TupleItems(h.Field(v, offTemplateInterpolations)) {
				h.ListAppend(list, h.Field(x, offInterpolation))
			}
			return h.ListToTuple(list), nil
		}},
	})
	h.register(&Type{ID: TemplateIterType, Name: "TemplateIter", Module: module, Final: true, Slots: Slots{Iter: selfIter, Next: templateNext}})
	t = h.register(&Type{ID: InterpolationType, Name: "Interpolation", Module: module, Final: true, Slots: Slots{
		New: interpolationNew,
		Repr: func(h *Heap, v Value) (Value, error) {
			text, sep := "Interpolation(", ""
			for i := range interpolationNames {
				s, err := h.Repr(h.Field(v, offInterpolation+8*uintptr(i)))
				if err != nil {
					return Null, err
				}
				text += sep + h.GoString(s)
				sep = ", "
			}
			return h.NewStr(text + ")"), nil
		},
	}})
	fields(t, readOnly(interpolationNames...))
	t.KnowAttrs([]string{"__class_getitem__", "__match_args__", "__new__", "__reduce__", "__repr__", "conversion", "expression", "format_spec", "value"})
	list := h.NewList()
	for i, name := range interpolationNames {
		h.AddGetSets(t, []GetSet{fieldGetSet(name, offInterpolation+8*uintptr(i))})
		h.ListAppend(list, h.Intern(name))
	}
	h.setTypeAttr(t, "__match_args__", h.ListToTuple(list))
}

var interpolationNames = []string{"value", "expression", "conversion", "format_spec"}

func templateRepr(h *Heap, v Value) (Value, error) {
	s, err := h.Repr(h.Field(v, offTemplateStrings))
	if err != nil {
		return Null, err
	}
	i, err := h.Repr(h.Field(v, offTemplateInterpolations))
	if err != nil {
		return Null, err
	}
	return h.NewStr("Template(strings=" + h.GoString(s) + ", interpolations=" + h.GoString(i) + ")"), nil
}

// templateNext returns the parts in order, without empty constant ones: the position
// counts strings and interpolations by turns.
func templateNext(h *Heap, it Value) (Value, error) {
	v := h.Field(it, offTemplateIterOf)
	strings, interpolations := h.Field(v, offTemplateStrings), h.Field(v, offTemplateInterpolations)
	for {
		pos := int(h.Word(it, offTemplateIterNext))
		if pos >= h.TupleLen(strings)+h.TupleLen(interpolations) {
			return Null, nil
		}
		h.SetWord(it, offTemplateIterNext, uint64(pos+1))
		if pos%2 != 0 {
			return h.TupleItem(interpolations, pos/2), nil
		}
		if s := h.TupleItem(strings, pos/2); h.StrLen(s) > 0 {
			return s, nil
		}
	}
}

// templateOf makes a template of parts in any order: strings beside each other become
// one, and between two interpolations there is an empty one.
func (h *Heap) templateOf(parts []Value) Value {
	strings, interpolations := h.NewList(), h.NewList()
	last := h.emptyStr
	for _, p := range parts {
		if h.isStr(p) {
			last = h.StrConcat(last, h.plainStr(p))
			continue
		}
		h.ListAppend(strings, last)
		h.ListAppend(interpolations, p)
		last = h.emptyStr
	}
	h.ListAppend(strings, last)
	return h.NewTemplate(h.ListToTuple(strings), h.ListToTuple(interpolations))
}

func templateNew(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "Template.__new__ only accepts *args arguments")
	}
	for _, p := range args {
		if !h.isStr(p) && !h.Is(p, InterpolationType) {
			return Null, h.Raise(TypeErrorType, "Template.__new__ *args need to be of type 'str' or 'Interpolation', got %s", h.TypeName(p))
		}
	}
	return h.templateOf(args), nil
}

// templateBinary joins two templates.
func templateBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op != Add || !h.Is(a, TemplateType) {
		return NotImplemented, nil
	}
	if !h.Is(b, TemplateType) {
		return Null, h.Raise(TypeErrorType, `can only concatenate string.templatelib.Template (not "%s") to string.templatelib.Template`, h.TypeName(b))
	}
	parts := h.NewList()
	for _, v := range [...]Value{a, b} {
		strings, interpolations := h.Field(v, offTemplateStrings), h.Field(v, offTemplateInterpolations)
		for i := range h.TupleLen(strings) {
			h.ListAppend(parts, h.TupleItem(strings, i))
			if i < h.TupleLen(interpolations) {
				h.ListAppend(parts, h.TupleItem(interpolations, i))
			}
		}
	}
	return h.templateOf(h.TupleItems(h.ListToTuple(parts))), nil
}

var interpolationParams = NewSignature("Interpolation", 0, 1, 0, "value", "expression", "conversion", "format_spec")

func interpolationNew(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	var p [4]Value
	if err := interpolationParams.Bind(h, args, kwnames, p[:]); err != nil {
		return Null, err
	}
	for _, i := range [...]int{1, 3} {
		if p[i] == Null {
			p[i] = h.emptyStr
		} else if !h.isStr(p[i]) {
			return Null, h.Raise(TypeErrorType, "Interpolation() argument '%s' must be str, not %s", interpolationNames[i], h.argTypeName(p[i]))
		}
	}
	switch c := p[2]; {
	case c == Null:
		p[2] = None
	case c == None:
	case !h.isStr(c):
		return Null, h.Raise(TypeErrorType, "Interpolation() argument 'conversion' must be str, not %s", h.TypeName(c))
	case !h.strIs(c, "s") && !h.strIs(c, "r") && !h.strIs(c, "a"):
		return Null, h.Raise(ValueErrorType, "Interpolation() argument 'conversion' must be one of 's', 'a' or 'r'")
	}
	return h.NewInterpolation(p[0], p[1], p[2], p[3]), nil
}
