package lib

import "github.com/tier2go/tier2/interp/object"

// The module _ctypes (Modules/_ctypes). C is out of a program's reach: its library ctypes can be imported, types of C's can be
// named and derived from, and simple ones and pointers have a size. Making a value, loading a library and calling a
// function of C's is unsupported, by name.

// cTypeCode is a simple type of C's by its code in _type_, on 64-bit Linux.
type cTypeCode struct{ size, align int64 }

var cTypeCodes = map[string]cTypeCode{
	"c": {1, 1}, "b": {1, 1}, "B": {1, 1}, "?": {1, 1}, "h": {2, 2}, "H": {2, 2},
	"i": {4, 4}, "I": {4, 4}, "f": {4, 4}, "u": {4, 4}, "l": {8, 8}, "L": {8, 8}, "q": {8, 8}, "Q": {8, 8}, "d": {8, 8},
	"P": {8, 8}, "z": {8, 8}, "Z": {8, 8}, "O": {8, 8}, "g": {16, 16}, "F": {8, 4}, "D": {16, 8}, "G": {32, 16},
}

// cTypes is what the module's functions work with.
type cTypes struct {
	l                         *Lib
	h                         *object.Heap
	simple, pointer, function *object.Type
}

// newCTypes makes the module.
func (l *Lib) newCTypes() (object.Value, error) {
	h, m := l.h, l.refusedModule("_ctypes")
	k := &cTypes{l: l, h: h}
	for _, c := range []struct {
		name, meta string
		own        **object.Type
	}{
		{"_SimpleCData", "PyCSimpleType", &k.simple}, {"_Pointer", "PyCPointerType", &k.pointer}, {"CFuncPtr", "PyCFuncPtrType", &k.function},
		{"Structure", "PyCStructType", nil}, {"Union", "UnionType", nil}, {"Array", "PyCArrayType", nil},
	} {
		t, err := k.class(c.name, c.meta)
		if err != nil {
			return object.Null, err
		}
		if c.own != nil {
			*c.own = t
		}
		m.set(c.name, t.Object)
	}
	m.functions([]object.Builtin{
		k.ask("sizeof", "this type has no size", func(c cTypeCode) int64 { return c.size }),
		k.ask("alignment", "no alignment info", func(c cTypeCode) int64 { return c.align }),
		{Name: "dlopen", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if a[0] != object.None {
				return object.Null, h.Unsupported("function _ctypes.dlopen")
			}
			return object.SmallInt(0), nil // ctypes.pythonapi, which has no function
		}},
	})
	m.set("__version__", h.NewStr("1.1.0"))
	for _, name := range []string{"_cast_addr", "_memmove_addr", "_memoryview_at_addr", "_memset_addr", "_string_at_addr", "_wstring_at_addr"} {
		m.set(name, object.SmallInt(0)) // of no function: none can be called
	}
	return m.v, nil
}

// class makes a base class and its metaclass.
func (k *cTypes) class(name, meta string) (*object.Type, error) {
	h := k.h
	base := h.RegisterType(&object.Type{Name: name, Module: "_ctypes", Size: 16, Slots: object.Slots{
		New: k.instance,
		Call: func(h *object.Heap, _ object.Value, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Unsupported("function of C")
		},
	}})
	ns := h.NewDict()
	h.DictSetStr(ns, h.Intern("__module__"), h.Intern("_ctypes"))
	for _, method := range []string{"__mul__", "__rmul__", "from_address", "from_buffer", "from_buffer_copy", "from_param", "in_dll"} {
		h.DictSetStr(ns, h.Intern(method), h.NewBuiltin(missing("method", method+" of types of C"), object.Null))
	}
	m, err := h.Call(h.Type(object.TypeType).Object, h.TupleItems(h.NewTuple(h.Intern(meta), h.NewTuple(h.Type(object.TypeType).Object), ns)), object.Null)
	if err != nil {
		return nil, err
	}
	mt := h.TypeFromObject(m)
	mt.Keep()
	mt.Slots.Init = k.made
	ns = h.NewDict()
	h.DictSetStr(ns, h.Intern("__module__"), h.Intern("_ctypes"))
	v, err := h.Call(m, h.TupleItems(h.NewTuple(h.Intern(name), h.NewTuple(base.Object), ns)), object.Null)
	if err != nil {
		return nil, err
	}
	t := h.TypeFromObject(v)
	t.Keep()
	return t, nil
}

// made is the __init__ of the metaclasses: a pointer's type is known to the type that it points to, and a simple
// type has a code.
func (k *cTypes) made(h *object.Heap, v object.Value, _ []object.Value, _ object.Value) error {
	t := h.TypeFromObject(v)
	of := h.DictGetStr(t.Dict, h.Intern("_type_"))
	switch {
	case of == object.Null:
	case k.pointer != nil && t.IsSubtype(k.pointer):
		if h.IsInstance(of, object.TypeType) {
			return h.SetAttr(of, h.Intern("__pointer_type__"), v)
		}
	case k.simple != nil && t.IsSubtype(k.simple):
		if _, ok := k.code(t); !ok {
			return h.Unsupported("simple type of C without a known _type_")
		}
	}
	return nil
}

// instance makes a function of C's at an address, so that ctypes can be imported; other values are unsupported.
func (k *cTypes) instance(h *object.Heap, t *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
	if k.function != nil && t.IsSubtype(k.function) && len(args) == 1 && h.IsIntegral(args[0]) {
		return h.NewEmpty(t), nil
	}
	return object.Null, h.Unsupported("value of ctypes' type " + t.Name)
}

// code is what a type's instances are in C; ok is false if it is not known.
func (k *cTypes) code(t *object.Type) (c cTypeCode, ok bool) {
	if t.IsSubtype(k.pointer) || t.IsSubtype(k.function) {
		return cTypeCodes["P"], true
	}
	if code := t.Lookup(k.h.Intern("_type_")); t.IsSubtype(k.simple) && code != object.Null && k.h.IsInstance(code, object.StrType) {
		c, ok = cTypeCodes[k.h.GoString(code)]
	}
	return c, ok
}

// ask makes a function that says what a type, or the type of a value, is in C.
func (k *cTypes) ask(name, none string, what func(c cTypeCode) int64) object.Builtin {
	return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		t := h.TypeOf(a[0])
		if h.IsInstance(a[0], object.TypeType) {
			t = h.TypeFromObject(a[0])
		}
		if c, ok := k.code(t); ok {
			return object.SmallInt(what(c)), nil
		}
		for _, b := range t.MRO {
			if b.Module == "_ctypes" {
				return object.Null, h.Unsupported("function _ctypes." + name + " of a " + b.Name)
			}
		}
		return object.Null, h.Raise(object.TypeErrorType, "%s", none)
	}}
}
