package lib

import "github.com/tier2go/tier2/interp/object"

// The module _weakref (Modules/_weakref.c, Objects/weakrefobject.c). What weak references
// are is in package object, when they are cleared, too.

// newWeakref makes the module.
func (l *Lib) newWeakref() (object.Value, error) {
	m := l.newModule("_weakref")
	ref := m.refType()
	m.set("ref", ref.Object)
	m.set("ReferenceType", ref.Object)
	m.functions([]object.Builtin{
		{Name: "proxy", Arity: object.Fast, Min: 1, Max: 2, Fn: m.proxyTypes()},
		{Name: "getweakrefcount", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return object.SmallInt(int64(len(h.WeakRefs(a[0])))), nil
		}},
		{Name: "getweakrefs", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return h.NewList(h.WeakRefs(a[0])...), nil
		}},
		{Name: "_remove_dead_weakref", Arity: object.Fast, Min: 2, Max: 2, Fn: removeDead(ref)},
	})
	return m.v, nil
}

// removeDead is _remove_dead_weakref(dict, key): it takes an entry out of a dict if it is a
// weak reference to what is dead.
func removeDead(ref *object.Type) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if !h.IsInstance(a[0], object.DictType) {
			return object.Null, h.Raise(object.TypeErrorType, "_remove_dead_weakref() argument 1 must be dict, not %s", h.TypeName(a[0]))
		}
		v, err := h.DictGet(a[0], a[1])
		if err != nil || v == object.Null {
			return object.None, err
		}
		if !h.IsInstance(v, ref.ID) {
			return object.Null, h.Raise(object.TypeErrorType, "not a weakref")
		}
		if h.WeakTarget(v) == object.Null {
			_, err = h.DictDel(a[0], a[1])
		}
		return object.None, err
	}
}

// refType makes the type of weak references.
func (m *module) refType() *object.Type {
	var ref *object.Type
	slots := object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			x := h.WeakTarget(v)
			if x == object.Null {
				return h.NewStr("<weakref at " + h.Address(v) + "; dead>"), nil
			}
			text := "<weakref at " + h.Address(v) + "; to '" + h.TypeOf(x).FullName() + "' at " + h.Address(x)
			name, err := h.GetAttr(x, h.Intern("__name__"))
			if _, raised := err.(*object.Raised); err != nil && !raised {
				return object.Null, err
			}
			if err == nil && h.Is(name, object.StrType) {
				text += " (" + h.GoString(name) + ")"
			}
			return h.NewStr(text + ">"), nil
		},
		Call: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			if err := h.NoKeywords("weakref", kwnames); err != nil {
				return object.Null, err
			}
			if len(args) > 0 {
				return object.Null, h.Raise(object.TypeErrorType, "weakref expected 0 arguments, got %d", len(args))
			}
			if x := h.WeakTarget(v); x != object.Null {
				return x, nil
			}
			return object.None, nil
		},
		Hash: (*object.Heap).WeakHash,
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if op != object.EQ && op != object.NE || !h.IsInstance(a, ref.ID) || !h.IsInstance(b, ref.ID) {
				return object.NotImplemented, nil
			}
			x, y := h.WeakTarget(a), h.WeakTarget(b)
			if x == object.Null || y == object.Null {
				return object.Bool((a == b) == (op == object.EQ)), nil
			}
			return h.Compare(op, x, y)
		},
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			return newRef(h, ref, t, args, kwnames)
		},
		Init: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
			if err := h.NoKeywords("ref", kwnames); err != nil {
				return err
			}
			return h.CheckCount("__init__", len(args), 1, 2)
		},
	}
	ref = m.h.RegisterType(&object.Type{Name: "ReferenceType", Module: "weakref", Size: object.WeakSize, WeakRef: true, Slots: slots})
	m.h.AddGetSets(ref, []object.GetSet{{Name: "__callback__", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		return h.WeakCallback(v), nil
	}}})
	return ref
}

// newRef is ref(object, callback=None, /), of a class derived from it, too: whose __init__ may
// take more.
func newRef(h *object.Heap, ref, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	if kwnames != object.Null {
		if err := h.NoKeywords("ref", kwnames); err != nil && !t.Made() {
			return object.Null, err
		}
		args = args[:len(args)-h.TupleLen(kwnames)]
	}
	if err := h.CheckCount("__new__", len(args), 1, 2); err != nil {
		return object.Null, err
	}
	callback := object.None
	if len(args) > 1 {
		callback = args[1]
	}
	if err := takesWeak(h, args[0]); err != nil {
		return object.Null, err
	}
	if t == ref && callback == object.None {
		if r := h.BasicWeak(args[0], ref); r != object.Null {
			return r, nil
		}
	}
	v := h.NewEmpty(t)
	h.NewWeak(v, args[0], callback)
	return v, nil
}

func takesWeak(h *object.Heap, v object.Value) error {
	if !h.TakesWeak(v) {
		return h.Raise(object.TypeErrorType, "cannot create weak reference to '%s' object", h.TypeName(v))
	}
	return nil
}

// proxyTypes makes the types of proxies, and returns the function that makes those.
// A proxy does what the object does that it stands for.
func (m *module) proxyTypes() goFunc {
	h := m.h
	var plain, callable *object.Type
	through := func(v object.Value) (object.Value, error) {
		if h.Is(v, plain.ID) || h.Is(v, callable.ID) {
			return h.ProxyTarget(v)
		}
		return v, nil
	}
	one := func(v object.Value, f func(x object.Value) (object.Value, error)) (object.Value, error) {
		x, err := h.ProxyTarget(v)
		if err != nil {
			return object.Null, err
		}
		return f(x)
	}
	two := func(a, b object.Value, f func(x, y object.Value) (object.Value, error)) (object.Value, error) {
		x, err := through(a)
		if err != nil {
			return object.Null, err
		}
		y, err := through(b)
		if err != nil {
			return object.Null, err
		}
		return f(x, y)
	}
	slots := object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			x := h.WeakTarget(v)
			if x == object.Null {
				return h.NewStr("<weakproxy at " + h.Address(v) + "; dead>"), nil
			}
			return h.NewStr("<weakproxy at " + h.Address(v) + "; to '" + h.TypeOf(x).FullName() + "' at " + h.Address(x) + ">"), nil
		},
		Str: func(h *object.Heap, v object.Value) (object.Value, error) { return one(v, h.Str) },
		Bool: func(h *object.Heap, v object.Value) (bool, error) {
			x, err := h.ProxyTarget(v)
			if err != nil {
				return false, err
			}
			return h.Truth(x)
		},
		Len: func(h *object.Heap, v object.Value) (int, error) {
			x, err := h.ProxyTarget(v)
			if err != nil {
				return 0, err
			}
			return h.Len(x)
		},
		GetItem: func(h *object.Heap, v, k object.Value) (object.Value, error) {
			return one(v, func(x object.Value) (object.Value, error) { return h.GetItem(x, k) })
		},
		Contains: func(h *object.Heap, v, k object.Value) (bool, error) {
			x, err := h.ProxyTarget(v)
			if err != nil {
				return false, err
			}
			return h.Contains(x, k)
		},
		Iter: func(h *object.Heap, v object.Value) (object.Value, error) { return one(v, h.Iter) },
		Next: func(h *object.Heap, v object.Value) (object.Value, error) {
			return one(v, func(x object.Value) (object.Value, error) {
				if h.TypeOf(x).Next == nil {
					return object.Null, h.Raise(object.TypeErrorType, "Weakref proxy referenced a non-iterator '%s' object", h.TypeName(x))
				}
				return h.Advance(x)
			})
		},
		GetAttr: func(h *object.Heap, v, name object.Value) (object.Value, error) {
			return one(v, func(x object.Value) (object.Value, error) { return h.GetAttr(x, name) })
		},
		SetAttr: func(h *object.Heap, v, name, x object.Value) error {
			of, err := h.ProxyTarget(v)
			if err != nil {
				return err
			}
			return h.SetAttr(of, name, x)
		},
		SetItem: func(h *object.Heap, v, k, x object.Value) error {
			of, err := h.ProxyTarget(v)
			switch {
			case err != nil:
				return err
			case x == object.Null:
				return h.DelItem(of, k)
			}
			return h.SetItem(of, k, x)
		},
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			return two(a, b, func(x, y object.Value) (object.Value, error) { return h.Compare(op, x, y) })
		},
		Binary: func(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
			return two(a, b, func(x, y object.Value) (object.Value, error) { return h.Binary(op, x, y) })
		},
		InPlace: func(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
			return two(a, b, func(x, y object.Value) (object.Value, error) { return h.Binary(op, x, y) })
		},
		Unary: func(h *object.Heap, op object.UnaryOp, v object.Value) (object.Value, error) {
			return one(v, func(x object.Value) (object.Value, error) { return h.Unary(op, x) })
		},
	}
	plain = h.RegisterType(&object.Type{Name: "ProxyType", Module: "weakref", Final: true, NoHash: true, WeakProxy: true, WeakRef: true, Slots: slots})
	slots.Call = func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		return one(v, func(x object.Value) (object.Value, error) { return h.Call(x, args, kwnames) })
	}
	callable = h.RegisterType(&object.Type{Name: "CallableProxyType", Module: "weakref", Final: true, NoHash: true, WeakProxy: true, WeakRef: true, Slots: slots})
	for _, name := range [...]string{"__reversed__", "__bytes__"} { // not of callable ones
		h.AddMethods(plain, []object.Builtin{{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return one(v, func(x object.Value) (object.Value, error) { return callMethod(h, x, name) })
		}}})
	}
	m.set("ProxyType", plain.Object)
	m.set("CallableProxyType", callable.Object)
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if err := takesWeak(h, a[0]); err != nil {
			return object.Null, err
		}
		t, callback := plain, object.None
		if h.TypeOf(a[0]).Call != nil {
			t = callable
		}
		if len(a) > 1 {
			callback = a[1]
		}
		if callback == object.None {
			if r := h.BasicWeak(a[0], t); r != object.Null {
				return r, nil
			}
		}
		v := h.NewObject(t.ID, object.WeakSize)
		h.NewWeak(v, a[0], callback)
		return v, nil
	}
}
