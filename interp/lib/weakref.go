package lib

import "github.com/tier2go/tier2/object"

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
			return h.NewStr("<weakref at " + h.Address(v) + "; to '" + h.TypeOf(x).Qualified() + "' at " + h.Address(x) + ">"), nil
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
			if err := h.CheckCount("__new__", len(args), 1, 2); err != nil && !t.Made() {
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
	for _, t := range [][2]string{{"ProxyType", "weakproxy"}, {"CallableProxyType", "weakcallableproxy"}} {
		m.set(t[0], h.RegisterType(&object.Type{Name: t[1], Module: "weakref", Final: true}).Object)
	}
	m.functions([]object.Builtin{
		{Name: "proxy", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Unsupported("weakref.proxy")
		}},
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
