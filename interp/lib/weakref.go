package lib

import "github.com/tier2go/tier2/interp/object"

// The module _weakref (Modules/_weakref.c). References here are not weak: an object
// lives as long as something refers to it, and a callback is never called. In
// CPython the moment of an object's end follows from reference counts, which this
// VM has not; a program that does not depend on that moment sees no difference.

const (
	offRefTarget   = 8  // value
	offRefCallback = 16 // value, or None
	refSize        = 24
)

// newWeakref makes the module.
func (l *Lib) newWeakref() (object.Value, error) {
	h, m := l.h, l.newModule("_weakref")
	target := func(v object.Value) object.Value { return h.Field(v, offRefTarget) }
	var ref *object.Type
	ref = h.RegisterType(&object.Type{Name: "ReferenceType", Module: "weakref", Size: refSize, Slots: object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			x := target(v)
			return h.NewStr("<weakref at " + h.Address(v) + "; to '" + h.TypeOf(x).FullName() + "' at " + h.Address(x) + ">"), nil
		},
		Call: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			if len(args) > 0 {
				return object.Null, h.Raise(object.TypeErrorType, "__call__() takes no arguments")
			}
			return target(v), nil
		},
		Hash: func(h *object.Heap, v object.Value) (int64, error) { return h.Hash(target(v)) },
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if op != object.EQ && op != object.NE || !h.IsInstance(b, ref.ID) {
				return object.NotImplemented, nil
			}
			return h.Compare(op, target(a), target(b))
		},
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			if err := h.NoKeywords("ref", kwnames); err != nil && !t.Made() {
				return object.Null, err
			}
			npos := len(args)
			if kwnames != object.Null {
				npos -= h.TupleLen(kwnames)
			}
			if err := h.CheckCount("__new__", npos, 1, 2); err != nil && (!t.Made() || npos == 0) {
				return object.Null, err
			}
			if !referable(h, args[0]) {
				return object.Null, h.Raise(object.TypeErrorType, "cannot create weak reference to '%s' object", h.TypeName(args[0]))
			}
			v := h.NewEmpty(t)
			h.SetField(v, offRefTarget, args[0])
			h.SetField(v, offRefCallback, object.None)
			if len(args) > 1 {
				h.SetField(v, offRefCallback, args[1])
			}
			return v, nil
		},
		Init: func(*object.Heap, object.Value, []object.Value, object.Value) error { return nil },
	}})
	h.AddGetSets(ref, []object.GetSet{{Name: "__callback__", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		return h.Field(v, offRefCallback), nil
	}}})
	m.set("ref", ref.Object)
	m.set("ReferenceType", ref.Object)
	m.functions([]object.Builtin{
		{Name: "proxy", Arity: object.Fast, Min: 1, Max: 2, Fn: m.proxyTypes()},
		{Name: "getweakrefcount", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Unsupported("weakref.getweakrefcount")
		}},
		{Name: "getweakrefs", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Unsupported("weakref.getweakrefs")
		}},
		{Name: "_remove_dead_weakref", Arity: object.Fast, Min: 2, Max: 2, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.None, nil // none is ever dead
		}},
	})
	return m.v, nil
}

// proxyTypes makes the types of proxies, and returns the function that makes those.
// A proxy does what the object does that it stands for.
func (m *module) proxyTypes() goFunc {
	h := m.h
	target := func(v object.Value) object.Value { return h.Field(v, offRefTarget) }
	var plain, callable *object.Type
	isProxy := func(v object.Value) bool { return h.Is(v, plain.ID) || h.Is(v, callable.ID) }
	through := func(v object.Value) object.Value {
		if isProxy(v) {
			return target(v)
		}
		return v
	}
	slots := object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			x := target(v)
			return h.NewStr("<weakproxy at " + h.Address(v) + " to " + h.TypeName(x) + " at " + h.Address(x) + ">"), nil
		},
		Str:      func(h *object.Heap, v object.Value) (object.Value, error) { return h.Str(target(v)) },
		Bool:     func(h *object.Heap, v object.Value) (bool, error) { return h.Truth(target(v)) },
		Len:      func(h *object.Heap, v object.Value) (int, error) { return h.Len(target(v)) },
		GetItem:  func(h *object.Heap, v, k object.Value) (object.Value, error) { return h.GetItem(target(v), k) },
		Contains: func(h *object.Heap, v, x object.Value) (bool, error) { return h.Contains(target(v), x) },
		Iter:     func(h *object.Heap, v object.Value) (object.Value, error) { return h.Iter(target(v)) },
		GetAttr:  func(h *object.Heap, v, name object.Value) (object.Value, error) { return h.GetAttr(target(v), name) },
		SetAttr:  func(h *object.Heap, v, name, x object.Value) error { return h.SetAttr(target(v), name, x) },
		SetItem: func(h *object.Heap, v, k, x object.Value) error {
			if x == object.Null {
				return h.DelItem(target(v), k)
			}
			return h.SetItem(target(v), k, x)
		},
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			return h.Compare(op, through(a), through(b))
		},
		Binary: func(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
			return h.Binary(op, through(a), through(b))
		},
		Unary: func(h *object.Heap, op object.UnaryOp, v object.Value) (object.Value, error) {
			return h.Unary(op, target(v))
		},
	}
	plain = h.RegisterType(&object.Type{Name: "ProxyType", Module: "weakref", Final: true, NoHash: true, Slots: slots})
	slots.Call = func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		return h.Call(target(v), args, kwnames)
	}
	callable = h.RegisterType(&object.Type{Name: "CallableProxyType", Module: "weakref", Final: true, NoHash: true, Slots: slots})
	m.set("ProxyType", plain.Object)
	m.set("CallableProxyType", callable.Object)
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if !referable(h, a[0]) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create weak reference to '%s' object", h.TypeName(a[0]))
		}
		t := plain
		if h.TypeOf(a[0]).Call != nil {
			t = callable
		}
		v := h.NewObject(t.ID, refSize)
		h.SetField(v, offRefTarget, a[0])
		h.SetField(v, offRefCallback, object.None)
		return v, nil
	}
}

// referable reports whether CPython makes weak references to a value.
func referable(h *object.Heap, v object.Value) bool {
	if !v.IsRef() {
		return false
	}
	switch h.TypeOf(v).ID {
	case object.StrType, object.IntType, object.BoolType, object.BytesType, object.ByteArrayType, object.TupleType, object.ListType,
		object.DictType, object.NoneType, object.ObjectType, object.SliceType, object.RangeType, object.EllipsisType, object.NotImplementedType:
		return false
	}
	return true
}
