package object

// Attributes that a type's GetAttr slot knows, as descriptors of the type, so that hasattr, vars and
// super find what dir lists. The slot stays: it is what compiled code and the interpreter ask first.

// described are the attributes of builtin types that their slots give.
var described = map[TypeID][]string{
	RangeType:          {"start", "stop", "step"},
	SliceType:          {"start", "stop", "step"},
	FunctionType:       {"__builtins__", "__closure__", "__defaults__", "__globals__", "__kwdefaults__"},
	GeneratorType:      {"gi_frame", "gi_running", "gi_suspended", "gi_yieldfrom"},
	CoroutineType:      {"cr_await", "cr_frame", "cr_origin", "cr_running", "cr_suspended"},
	AsyncGeneratorType: {"ag_await", "ag_frame", "ag_running", "ag_suspended"},
	DictKeysType:       {"mapping"},
	DictValuesType:     {"mapping"},
	DictItemsType:      {"mapping"},
	MethodDescType:     {"__objclass__"},
	BuiltinType:        {"__self__"},
}

// Describe gives a type descriptors of attributes that its slots know.
func (h *Heap) Describe(t *Type, names ...string) {
	get := t.Extra
	if get == nil {
		get = t.Slots.GetAttr
	}
	for _, name := range names {
		g := GetSet{Name: name, Get: func(h *Heap, v Value) (Value, error) { return get(h, v, h.Intern(name)) }}
		g.Set = func(h *Heap, v, x Value) error {
			if t.Slots.SetAttr == nil {
				if name == "mapping" || name == "__self__" { // CPython computes these
					return h.Raise(AttributeErrorType, "attribute '%s' of '%s' objects is not writable", name, t.shown())
				}
				return h.Raise(AttributeErrorType, "readonly attribute")
			}
			return t.Slots.SetAttr(h, v, h.Intern(name), x)
		}
		h.AddGetSets(t, []GetSet{g})
	}
}

// classGetItem is __class_getitem__ of builtin types.
var classGetItem = []Builtin{{Name: "__class_getitem__", Arity: O, NoGuest: true, Fn: func(h *Heap, class Value, a []Value) (Value, error) {
	return h.NewAlias(class, a[0]), nil
}}}

// addClassGetItem gives a builtin type __class_getitem__ if CPython's has one and it has none yet.
func (h *Heap) addClassGetItem(t *Type) {
	name := classGetItem[0].Name
	if t.Lookup(h.classes.nm.classGetItem) != Null {
		return
	}
	if !t.hasOwnAttrName(name) {
		return
	}
	h.addClassMethods(t, classGetItem)
}

// initDescribed makes the descriptors of the types that the heap has from the beginning.
func (h *Heap) initDescribed() {
	for _, t := range h.types {
		if t == nil || t.heap == nil {
			continue
		}
		h.addClassGetItem(t)
		h.Describe(t, described[t.ID]...)
	}
}
