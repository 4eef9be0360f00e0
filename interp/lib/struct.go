package lib

import (
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// Tuples whose elements have names (CPython's structseq, Objects/structseq.c), and
// namespaces.

// structType is a type of such tuples. Values behind the elements are no elements,
// only attributes: they stand behind the length in the tuple's memory. Of two values
// with the same name the attribute is the last.
type structType struct {
	*object.Type
	names   []string // of the elements, and of the others
	visible int      // elements
}

// newStructType makes a type, MODULE.NAME. If make is set, it may be called with a
// sequence.
func newStructType(h *object.Heap, module, name string, make bool, visible int, names ...string) *structType {
	tuple := h.Type(object.TupleType)
	s := &structType{names: names, visible: visible}
	plain := func(h *object.Heap, v object.Value) object.Value {
		if h.TypeOf(v).Base == tuple {
			return h.NewTuple(h.TupleItems(v)...)
		}
		return v
	}
	slots := object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			var b strings.Builder
			for i, n := range names[:visible] {
				r, err := h.Repr(h.TupleItem(v, i))
				if err != nil {
					return object.Null, err
				}
				b.WriteString(", " + n + "=" + h.GoString(r))
			}
			return h.NewStr(module + "." + name + "(" + b.String()[2:] + ")"), nil
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
			if i := slices.Index(s.names, h.GoString(attr)); i >= 0 {
				for j := i + 1; j < len(s.names); j++ {
					if s.names[j] == s.names[i] {
						i = j
					}
				}
				return h.Field(v, object.OffTupleItems+8*uintptr(i)), nil
			}
			return h.FindGeneric(v, attr)
		},
	}
	if make {
		slots.New = s.new
	}
	s.Type = h.RegisterType(&object.Type{Name: name, Module: module, Base: tuple, Final: true, Slots: slots})
	var fields []string // without those that have no name; of two with one name the last one counts
	for _, n := range names {
		if n != "" && !slices.Contains(fields, n) {
			fields = append(fields, n)
		}
	}
	h.Describe(s.Type, fields...)
	shown := h.NewList()
	for _, n := range names[:visible] {
		h.ListAppend(shown, h.NewStr(n))
	}
	h.SetTypeAttr(s.Type, "__match_args__", h.ListToTuple(shown))
	h.SetTypeAttr(s.Type, "n_fields", object.SmallInt(int64(len(names))))
	h.SetTypeAttr(s.Type, "n_sequence_fields", object.SmallInt(int64(visible)))
	h.SetTypeAttr(s.Type, "n_unnamed_fields", object.SmallInt(0))
	return s
}

var namedSig = object.NewSignature("structseq", 0, 1, 0, "sequence", "dict")

// new makes a tuple of a sequence, which has the elements, and may have what is behind
// them, and a dict, which may have the rest of that; what neither has is None.
func (s *structType) new(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, namedSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if p[1] != object.Null && p[1] != object.None && !h.IsInstance(p[1], object.DictType) {
		return object.Null, h.Raise(object.TypeErrorType, "%s.%s() takes a dict as second arg, if any", s.Module, s.Name)
	}
	t, err := h.TupleFromIter(p[0])
	if err != nil {
		if h.RaisedIs(err, object.TypeErrorType) {
			err = h.Raise(object.TypeErrorType, "constructor requires a sequence")
		}
		return object.Null, err
	}
	n, most := h.TupleLen(t), len(s.names)
	refuse := func(what string, than int) (object.Value, error) {
		return object.Null, h.Raise(object.TypeErrorType, "%s.%s() takes %s%d-sequence (%d-sequence given)", s.Module, s.Name, what, than, n)
	}
	switch {
	case most == s.visible && n != most:
		return refuse("a ", most)
	case n < s.visible:
		return refuse("an at least ", s.visible)
	case n > most:
		return refuse("an at most ", most)
	}
	values := make([]object.Value, most)
	for i := range values {
		values[i] = object.None
		if same := slices.Index(s.names, s.names[i]); i < n {
			values[i] = h.TupleItem(t, i)
		} else if same < s.visible {
			values[i] = values[same] // of an element with the same name
		} else if p[1] != object.Null && h.Is(p[1], object.DictType) {
			if x := h.DictGetStr(p[1], h.InternName(s.names[i])); x != object.Null {
				values[i] = x
			}
		}
	}
	return s.of(h, values...), nil
}

// of makes a tuple of the type, of as many values as there are names.
func (s *structType) of(h *object.Heap, values ...object.Value) object.Value {
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(values)
	v := h.NewTupleOf(s.ID, values...)
	h.SetHalf(v, object.OffTupleLen, uint32(s.visible))
	return v
}

// field is a name and its value.
type field struct {
	name string
	v    object.Value
}

// newStruct makes a tuple with names and its type, sys.NAME. What is hidden is no
// element, only an attribute.
func newStruct(h *object.Heap, name string, fields []field, hidden ...field) object.Value {
	all := append(slices.Clip(fields), hidden...)
	names, values := make([]string, len(all)), make([]object.Value, len(all))
	for i, f := range all {
		names[i], values[i] = f.name, f.v
	}
	return newStructType(h, "sys", name, false, len(fields), names...).of(h, values...)
}

// newNamespace makes an object that has just attributes (types.SimpleNamespace).
func newNamespace(h *object.Heap, fields []field) object.Value {
	d := h.NewDict()
	for _, f := range fields {
		h.DictSetStr(d, h.InternName(f.name), f.v)
	}
	return h.NewNamespace(d)
}
