package object

// Modules (Objects/moduleobject.c): a namespace, and a name that stays what it was when the module was made.

// moduleSize is the size of a module; those of derived classes have their slots behind it.
const moduleSize = 32

func (h *Heap) initModules() {
	t := h.register(&Type{ID: ModuleType, Name: "module", Size: moduleSize, Slots: Slots{
		New: moduleNew, Init: moduleInit,
		Bare:    func(h *Heap, t *Type, _ []Value, _ Value) (Value, error) { return h.emptyModule(t), nil },
		Repr:    moduleRepr,
		GetAttr: moduleGetAttr, NoAttr: moduleNoAttr,
		SetAttr: moduleSetAttr,
	}})
	t.dictOff, t.weak = OffModuleDict, true
	h.AddGetSets(t, []GetSet{{Name: "__dict__", Get: func(h *Heap, v Value) (Value, error) { return h.Field(v, OffModuleDict), nil }}})
}

// NewModule makes a module with a fresh namespace that holds __name__.
func (h *Heap) NewModule(name string) Value {
	v := h.emptyModule(h.types[ModuleType])
	n := h.InternName(name)
	h.SetField(v, OffModuleName, n)
	h.DictSetStr(h.Field(v, OffModuleDict), h.Intern("__name__"), n)
	return v
}

// emptyModule makes a module with neither name nor attributes.
func (h *Heap) emptyModule(t *Type) Value {
	d := h.NewDict()
	v := h.newFields(t, max(t.end, moduleSize))
	h.SetField(v, OffModuleDict, d)
	h.SetField(v, OffModuleName, h.emptyStr)
	return v
}

var moduleSignature = signature{name: "module", params: []string{"name", "doc"}, posMax: 2, min: 1}

// moduleNew is ModuleType(name, doc=None).
func moduleNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	m := h.emptyModule(t)
	if t.made {
		return m, nil // __init__ sees the arguments
	}
	return m, moduleInit(h, m, args, kwnames)
}

func moduleInit(h *Heap, m Value, args []Value, kwnames Value) error {
	var p [2]Value
	if err := moduleSignature.bind(h, args, kwnames, p[:]); err != nil {
		return err
	}
	if !h.isStr(p[0]) {
		return h.Raise(TypeErrorType, "module() argument 'name' must be str, not %s", h.argTypeName(p[0]))
	}
	h.SetField(m, OffModuleName, p[0])
	d := h.Field(m, OffModuleDict)
	h.DictSetStr(d, h.Intern("__name__"), p[0])
	h.DictSetStr(d, h.Intern("__doc__"), orNone(p[1]))
	for _, name := range [...]string{"__package__", "__loader__", "__spec__"} {
		h.DictSetStr(d, h.Intern(name), None)
	}
	return nil
}

// moduleRepr is importlib's _module_repr, which is asked where a module has a __spec__.
func moduleRepr(h *Heap, v Value) (Value, error) {
	if spec := h.DictGetStr(h.Field(v, OffModuleDict), h.Intern("__spec__")); spec != Null && spec != None {
		m, err := h.ImportModule("_frozen_importlib")
		if err != nil {
			return Null, err
		}
		f, err := h.GetAttr(m, h.Intern("_module_repr"))
		if err != nil {
			return Null, err
		}
		return h.Call(f, []Value{v}, Null)
	}
	if name := h.GoString(h.Field(v, OffModuleName)); h.modules[name] != nil {
		return h.NewStr("<module '" + name + "' (built-in)>"), nil
	}
	shown := func(name string) (string, error) {
		x, err := h.LookupAttr(v, h.Intern(name))
		if x == Null || err != nil {
			return "", err
		}
		r, err := h.Repr(x)
		if err != nil {
			return "", err
		}
		return h.GoString(r), nil
	}
	name, err := shown("__name__")
	if err != nil {
		return Null, err
	}
	if name == "" {
		name = "'?'"
	}
	file, err := shown("__file__")
	switch {
	case err != nil:
		return Null, err
	case file != "" && file != "None":
		return h.NewStr("<module " + name + " from " + file + ">"), nil
	}
	return h.NewStr("<module " + name + ">"), nil
}

func moduleGetAttr(h *Heap, v, name Value) (Value, error) {
	d := h.Field(v, OffModuleDict)
	if x := h.DictGetStr(d, name); x != Null {
		return x, nil
	}
	s := h.GoString(name)
	switch s {
	case "__dict__":
		return d, nil
	case "__dir__":
		return h.Bind(h.types[ModuleType].Lookup(name), v)
	case "__class__":
		return h.TypeOf(v).Object, nil
	}
	if a, ok := moduleAnnotations[s]; ok {
		return a.Get(h, v)
	}
	if f := h.DictGetStr(d, h.Intern("__getattr__")); f != Null { // PEP 562
		return h.Call(f, []Value{name}, Null)
	}
	return h.moduleLacks(v, name)
}

func moduleSetAttr(h *Heap, v, name, x Value) error {
	switch s := h.GoString(name); s {
	case "__class__":
		return h.setClassOf(v, x)
	case "__dict__":
		return h.Raise(AttributeErrorType, "readonly attribute")
	default:
		if a, ok := moduleAnnotations[s]; ok {
			return a.Set(h, v, x)
		}
	}
	d := h.Field(v, OffModuleDict)
	if x == Null {
		if found, err := h.DictDel(d, name); found || err != nil {
			return err
		}
		return h.RaiseAttribute(v, name, "'%s' object has no attribute '%s'", h.TypeName(v), h.GoString(name))
	}
	return h.dictStore(d, name, x)
}

// moduleDir returns what a module has as __dir__ in its namespace, Null of others.
func (h *Heap) moduleDir(v Value) Value {
	if !h.isA(v, ModuleType) {
		return Null
	}
	return h.DictGetStr(h.Field(v, OffModuleDict), h.Intern("__dir__"))
}
