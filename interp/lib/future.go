package lib

import "github.com/tier2go/tier2/interp/object"

// feature is a row of Lib/__future__.py: when a language feature could first be
// asked for, when it came into force, and the compiler's flag.
type feature struct {
	name                string
	optional, mandatory release
	flag                int64
}

// release is a version as in sys.version_info; the zero release is never.
type release struct {
	major, minor int64
	level        string
	serial       int64
}

var features = []feature{
	{"nested_scopes", release{2, 1, "beta", 1}, release{2, 2, "alpha", 0}, 0x10},
	{"generators", release{2, 2, "alpha", 1}, release{2, 3, "final", 0}, 0},
	{"division", release{2, 2, "alpha", 2}, release{3, 0, "alpha", 0}, 0x20000},
	{"absolute_import", release{2, 5, "alpha", 1}, release{3, 0, "alpha", 0}, 0x40000},
	{"with_statement", release{2, 5, "alpha", 1}, release{2, 6, "alpha", 0}, 0x80000},
	{"print_function", release{2, 6, "alpha", 2}, release{3, 0, "alpha", 0}, 0x100000},
	{"unicode_literals", release{2, 6, "alpha", 2}, release{3, 0, "alpha", 0}, 0x200000},
	{"barry_as_FLUFL", release{3, 1, "alpha", 2}, release{4, 0, "alpha", 0}, 0x400000},
	{"generator_stop", release{3, 5, "beta", 1}, release{3, 7, "alpha", 0}, 0x800000},
	{"annotations", release{3, 7, "beta", 1}, release{}, 0x1000000},
}

// newFuture makes the module __future__: importing from it is what programs do
// with it.
func (l *Lib) newFuture() (object.Value, error) {
	m := l.newModule("__future__")
	h := l.h
	t := h.RegisterType(&object.Type{Name: "_Feature", Module: "__future__", InPython: true, Slots: object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			r, err := h.Repr(h.Field(v, offFeature))
			if err != nil {
				return object.Null, err
			}
			return h.NewStr("_Feature" + h.GoString(r)), nil
		},
		GetAttr: featureAttr,
	}})
	t.KnowAttrs(attrNames["__future__._Feature"])
	m.set("_Feature", t.Object)
	names := h.NewList()
	m.set("all_feature_names", names)
	for _, f := range features {
		optional := f.optional.tuple(h)
		row := h.NewTuple(optional, f.mandatory.tuple(h), object.SmallInt(f.flag))
		v := h.NewObject(t.ID, 16)
		h.SetField(v, offFeature, row)
		m.set(f.name, v)
		h.ListAppend(names, h.Intern(f.name))
	}
	return m.v, nil
}

const offFeature = 8 // value: tuple of the three attributes

// featureAttr finds what a feature's tuple holds; its methods are missing.
func featureAttr(h *object.Heap, v, name object.Value) (object.Value, error) {
	s := h.GoString(name)
	for i, n := range [...]string{"optional", "mandatory", "compiler_flag"} {
		if s == n {
			return h.TupleItem(h.Field(v, offFeature), i), nil
		}
	}
	return h.FindGeneric(v, name)
}

// tuple is the release as CPython shows it.
func (r release) tuple(h *object.Heap) object.Value {
	if r.level == "" {
		return object.None
	}
	return h.NewTuple(object.SmallInt(r.major), object.SmallInt(r.minor), object.SmallInt(0), h.Intern(r.level), object.SmallInt(r.serial))
}
