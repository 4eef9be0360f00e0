package lib

import (
	"strings"

	"github.com/tier2go/tier2/object"
)

// Tuples whose elements have names (CPython's structseq), and namespaces.

// field is a name and its value.
type field struct {
	name string
	v    object.Value
}

// newStruct makes a tuple with names and its type, sys.NAME. What a tuple does
// it does as a plain tuple of its elements. What is hidden is no element, only an
// attribute; the values are none of the heap's.
func newStruct(h *object.Heap, name string, fields []field, hidden ...field) object.Value {
	tuple := h.Type(object.TupleType)
	plain := func(h *object.Heap, v object.Value) object.Value {
		if h.TypeOf(v).Base == tuple {
			return h.NewTuple(h.TupleItems(v)...)
		}
		return v
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	t := h.RegisterType(&object.Type{Name: name, Module: "sys", Base: tuple, Final: true, Slots: object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			var b strings.Builder
			for i, n := range names {
				r, err := h.Repr(h.TupleItem(v, i))
				if err != nil {
					return object.Null, err
				}
				b.WriteString(", " + n + "=" + h.GoString(r))
			}
			return h.NewStr("sys." + name + "(" + b.String()[2:] + ")"), nil
		},
		Hash: func(h *object.Heap, v object.Value) (int64, error) { return h.Hash(plain(h, v)) },
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			return h.Compare(op, plain(h, a), plain(h, b))
		},
		Binary: func(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
			return h.Binary(op, plain(h, a), plain(h, b))
		},
		Len:     func(h *object.Heap, v object.Value) (int, error) { return h.TupleLen(v), nil },
		GetItem: func(h *object.Heap, v, key object.Value) (object.Value, error) { return h.GetItem(plain(h, v), key) },
		Iter:    func(h *object.Heap, v object.Value) (object.Value, error) { return h.Iter(plain(h, v)) },
		Contains: func(h *object.Heap, v, x object.Value) (bool, error) {
			return h.Contains(plain(h, v), x)
		},
		GetAttr: func(h *object.Heap, v, attr object.Value) (object.Value, error) {
			for i, n := range names {
				if h.StrIs(attr, n) {
					return h.TupleItem(v, i), nil
				}
			}
			for _, f := range hidden {
				if h.StrIs(attr, f.name) {
					return f.v, nil
				}
			}
			return h.GenericGetAttr(v, attr)
		},
	}})
	m := h.Mark()
	defer h.Release(m)
	values := make([]object.Value, len(fields))
	for i, f := range fields {
		values[i] = f.v
		h.Push(f.v)
	}
	return h.NewTupleOf(t.ID, values...)
}

// newNamespace makes an object that has just attributes (types.SimpleNamespace).
func newNamespace(h *object.Heap, fields []field) object.Value {
	d := h.NewDict()
	for _, f := range fields {
		h.DictSetStr(d, h.Intern(f.name), f.v)
	}
	return h.NewNamespace(d)
}
