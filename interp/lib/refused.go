package lib

import "github.com/tier2go/tier2/interp/object"

// Modules that are there in name only: sockets, processes, terminals and what else reaches
// out of the VM by no grant. CPython's own library imports them where a program asks for
// something else. Their numbers are Linux's; calling a function or making an instance is
// unsupported, by name.

// refused is what such a module has.
type refused struct {
	ints             []refusedInt
	functions, types []string
	exceptions       []refusedException
}

type refusedInt struct {
	name string
	n    int64
}

// refusedException is an exception: the builtin one of that name, or one derived from it.
type refusedException struct {
	name, base string
	module     string // of one that is derived; "": the builtin one
}

// newRefused returns the function that makes such a module.
func newRefused(name string) func(l *Lib) (object.Value, error) {
	return func(l *Lib) (object.Value, error) {
		return l.refusedModule(name).v, nil
	}
}

// refusedModule makes a module of what the table says.
func (l *Lib) refusedModule(name string) *module {
	h, m, r := l.h, l.newModule(name), refusedModules[name]
	for _, c := range r.ints {
		m.set(c.name, h.Int(c.n))
	}
	for _, f := range r.functions {
		b := *missing("function", name+"."+f)
		b.Name = f
		m.functions([]object.Builtin{b})
	}
	for _, t := range r.types {
		what := "type " + name + "." + t
		made := h.RegisterType(&object.Type{Name: t, Module: name, Size: 16, Slots: object.Slots{
			New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
				return object.Null, h.Unsupported(what)
			},
		}})
		m.set(t, made.Object)
	}
	for _, e := range r.exceptions {
		base := h.DictGetStr(m.d, h.Intern(e.base)) // one of the module's own
		if base == object.Null {
			base = l.own(e.base)
		}
		if e.module != "" {
			t := h.TypeFromObject(base)
			base = h.RegisterType(&object.Type{Name: e.name, Module: e.module, Base: t, IsException: true, Slots: t.Slots}).Object
		}
		m.set(e.name, base)
	}
	return m
}
