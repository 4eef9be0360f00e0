package object

// Annotations of functions, classes and modules (PEP 649 and 749): what the compiler
// makes of them is a function, __annotate__, which is called when __annotations__ is
// asked for the first time. Their type parameters stand beside them.
// (Objects/funcobject.c, typeobject.c, moduleobject.c)

// The parts of a function that few have: a tuple at offFuncExtra that programs do
// not see.
const (
	extraAnnotate    = iota // what is called, None, or Null
	extraAnnotations        // dict, a tuple of names and values, or Null
	extraTypeParams         // tuple or Null
	extras
)

func (h *Heap) functionExtra(f Value, which int) Value {
	x := h.Field(f, offFuncExtra)
	if x == Null {
		return Null
	}
	return h.TupleItem(x, which)
}

func (h *Heap) setFunctionExtra(f Value, which int, v Value) {
	x := h.Field(f, offFuncExtra)
	if x == Null {
		if v == Null {
			return
		}
		m := h.Mark()
		h.Push(v)
		x = h.newTuple(extras)
		h.Release(m)
		items := h.TupleItems(x)
		for i := range items {
			items[i] = Null
		}
		h.SetField(f, offFuncExtra, x)
	}
	h.TupleItems(x)[which] = v
}

// SetAnnotate gives a function what makes its annotations.
func (h *Heap) SetAnnotate(f, annotate Value) { h.setFunctionExtra(f, extraAnnotate, annotate) }

// SetAnnotations gives a function its annotations: a dict, or a tuple of names and
// values by turns.
func (h *Heap) SetAnnotations(f, v Value) { h.setFunctionExtra(f, extraAnnotations, v) }

// setTypeParams gives a function its type parameters, a tuple.
func (h *Heap) setTypeParams(f, params Value) { h.setFunctionExtra(f, extraTypeParams, params) }

// annotationsBy calls what makes annotations, for their values; without it there are
// none.
func (h *Heap) annotationsBy(annotate Value) (Value, error) {
	if annotate == Null || h.TypeOf(annotate).Call == nil {
		return h.NewDict(), nil
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(SmallInt(1))
	d, err := h.Call(annotate, h.Pushed(m), Null)
	if err != nil {
		return Null, err
	}
	if !h.isA(d, DictType) {
		return Null, h.Raise(TypeErrorType, "__annotate__ returned non-dict of type '%s'", h.TypeName(d))
	}
	return d, nil
}

// canAnnotate checks a value for __annotate__.
func (h *Heap) canAnnotate(x Value) error {
	if x != None && h.TypeOf(x).Call == nil {
		return h.Raise(TypeErrorType, "__annotate__ must be callable or None")
	}
	return nil
}

// functionAnnotations are the attributes of functions that stand in their extra part.
var functionAnnotations = map[string]GetSet{
	"__annotate__": {
		Get: func(h *Heap, f Value) (Value, error) {
			if x := h.functionExtra(f, extraAnnotate); x != Null {
				return x, nil
			}
			return None, nil
		},
		Set: func(h *Heap, f, x Value) error {
			if x == Null {
				return h.Raise(TypeErrorType, "__annotate__ cannot be deleted")
			}
			if err := h.canAnnotate(x); err != nil {
				return err
			}
			if x != None {
				h.setFunctionExtra(f, extraAnnotations, Null)
			}
			h.SetAnnotate(f, x)
			return nil
		},
	},
	"__annotations__": {
		Get: functionAnnotationsGet,
		Set: func(h *Heap, f, x Value) error {
			if x == None {
				x = Null
			}
			if x != Null && !h.isA(x, DictType) {
				return h.Raise(TypeErrorType, "__annotations__ must be set to a dict object")
			}
			h.SetAnnotations(f, x)
			h.SetAnnotate(f, Null)
			return nil
		},
	},
	"__type_params__": {
		Get: func(h *Heap, f Value) (Value, error) {
			if x := h.functionExtra(f, extraTypeParams); x != Null {
				return x, nil
			}
			return h.NewTuple(), nil
		},
		Set: func(h *Heap, f, x Value) error {
			if x == Null || !h.isA(x, TupleType) {
				return h.Raise(TypeErrorType, "__type_params__ must be set to a tuple")
			}
			h.setTypeParams(f, x)
			return nil
		},
	},
}

func functionAnnotationsGet(h *Heap, f Value) (Value, error) {
	d := h.functionExtra(f, extraAnnotations)
	switch {
	case d == Null:
		var err error
		if d, err = h.annotationsBy(h.functionExtra(f, extraAnnotate)); err != nil {
			return Null, err
		}
	case h.Is(d, TupleType):
		pairs := d
		d = h.NewDict()
		m := h.Mark()
		defer h.Release(m)
		h.Push(d)
		for i := 0; i+1 < h.TupleLen(pairs); i += 2 {
			if err := h.DictSet(d, h.TupleItem(pairs, i), h.TupleItem(pairs, i+1)); err != nil {
				return Null, err
			}
		}
	default:
		return d, nil
	}
	h.SetAnnotations(f, d)
	return d, nil
}

// noAnnotations is the error of a builtin type, which has none.
func (h *Heap) noAnnotations(class Value, name string) error {
	return h.RaiseAttribute(class, h.Intern(name), "type object '%s' has no attribute '%s'", h.TypeFromObject(class).shown(), name)
}

// classAnnotate is __annotate__ of a class.
func classAnnotate(h *Heap, class Value) (Value, error) {
	t := h.TypeFromObject(class)
	if !t.made {
		return Null, h.noAnnotations(class, "__annotate__")
	}
	for _, name := range [...]string{"__annotate_func__", "__annotate__"} {
		if x := h.DictGetStr(t.Dict, h.Intern(name)); x != Null {
			if get := h.TypeOf(x).DescrGet; get != nil {
				return get(h, x, Null, class)
			}
			return x, nil
		}
	}
	_, err := h.setClassAttr(t, h.Intern("__annotate_func__"), None)
	return None, err
}

func setClassAnnotate(h *Heap, class, x Value) error {
	t := h.TypeFromObject(class)
	switch {
	case x == Null:
		return h.Raise(TypeErrorType, "cannot delete __annotate__ attribute")
	case !t.made:
		return h.Raise(TypeErrorType, "cannot set '__annotate__' attribute of immutable type '%s'", t.Name)
	}
	if err := h.canAnnotate(x); err != nil {
		return err
	}
	if _, err := h.setClassAttr(t, h.Intern("__annotate_func__"), x); err != nil || x == None {
		return err
	}
	_, err := h.setClassAttr(t, h.Intern("__annotations_cache__"), Null)
	return err
}

// classAnnotations is __annotations__ of a class.
func classAnnotations(h *Heap, class Value) (Value, error) {
	t := h.TypeFromObject(class)
	if !t.made {
		return Null, h.noAnnotations(class, "__annotations__")
	}
	for _, name := range [...]string{"__annotations__", "__annotations_cache__"} {
		if x := h.DictGetStr(t.Dict, h.Intern(name)); x != Null {
			if get := h.TypeOf(x).DescrGet; get != nil {
				return get(h, x, Null, class)
			}
			return x, nil
		}
	}
	annotate, err := h.GetAttr(class, h.Intern("__annotate__"))
	if err != nil {
		return Null, err
	}
	d, err := h.annotationsBy(annotate)
	if err != nil {
		return Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(d)
	_, err = h.setClassAttr(t, h.Intern("__annotations_cache__"), d)
	return d, err
}

func setClassAnnotations(h *Heap, class, x Value) error {
	t := h.TypeFromObject(class)
	if !t.made {
		return h.Raise(TypeErrorType, "cannot set '__annotations__' attribute of immutable type '%s'", t.Name)
	}
	own, cache := h.Intern("__annotations__"), h.Intern("__annotations_cache__")
	name := cache
	if h.DictGetStr(t.Dict, own) != Null {
		name = own
	}
	found, err := h.setClassAttr(t, name, x)
	if err == nil && !found {
		err = h.Raise(AttributeErrorType, "__annotations__")
	}
	for _, n := range [...]string{"__annotate_func__", "__annotate__"} {
		if err == nil {
			_, err = h.setClassAttr(t, h.InternName(n), Null)
		}
	}
	return err
}

// annotationGetSets are the attributes of type objects for them.
var annotationGetSets = []GetSet{
	{Name: "__annotate__", Get: classAnnotate, Set: setClassAnnotate},
	{Name: "__annotations__", Get: classAnnotations, Set: setClassAnnotations},
	{Name: "__type_params__",
		Get: func(h *Heap, class Value) (Value, error) {
			if t := h.TypeFromObject(class); t.made {
				if x := h.DictGetStr(t.Dict, h.Intern("__type_params__")); x != Null {
					return x, nil
				}
			}
			return h.NewTuple(), nil
		},
		Set: func(h *Heap, class, x Value) error {
			t, err := h.settable(class, "__type_params__", x)
			if err == nil {
				_, err = h.setClassAttr(t, h.Intern("__type_params__"), x)
			}
			return err
		}},
}

// moduleAnnotations are the attributes of modules that are not simply names of
// their namespace.
var moduleAnnotations = map[string]GetSet{
	"__annotate__": {
		Get: func(h *Heap, m Value) (Value, error) {
			h.DictSetStr(h.Field(m, OffModuleDict), h.Intern("__annotate__"), None)
			return None, nil
		},
		Set: func(h *Heap, m, x Value) error {
			if x == Null {
				return h.Raise(TypeErrorType, "cannot delete __annotate__ attribute")
			}
			if err := h.canAnnotate(x); err != nil {
				return err
			}
			d := h.Field(m, OffModuleDict)
			h.DictSetStr(d, h.Intern("__annotate__"), x)
			if x == None {
				return nil
			}
			_, err := h.DictDel(d, h.Intern("__annotations__"))
			return err
		},
	},
	"__annotations__": {
		Get: func(h *Heap, m Value) (Value, error) {
			d := h.Field(m, OffModuleDict)
			made, err := h.annotationsBy(h.DictGetStr(d, h.Intern("__annotate__")))
			if err == nil {
				h.DictSetStr(d, h.Intern("__annotations__"), made)
			}
			return made, err
		},
		Set: func(h *Heap, m, x Value) error {
			d, name := h.Field(m, OffModuleDict), h.Intern("__annotations__")
			if x == Null {
				found, err := h.DictDel(d, name)
				if err != nil {
					return err
				}
				if !found {
					return h.Raise(AttributeErrorType, "__annotations__")
				}
			} else {
				h.DictSetStr(d, name, x)
			}
			_, err := h.DictDel(d, h.Intern("__annotate__"))
			return err
		},
	},
}
