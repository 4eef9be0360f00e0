package object

// importer makes a function whose builtins have the VM's own __import__, most often, and sys.modules, with the modules that moduleName
// names.
func (r *randomValues) importer() Value {
	h := r.h
	modules, builtins, own := h.NewDict(), h.NewDict(), h.NewCell(None)
	h.SetImports(modules, own)
	for _, name := range []string{"a", "aa", "a.b", "é"} {
		if r.rng.IntN(6) > 0 {
			m := h.NewModule(name)
			h.DictSetStr(h.Field(m, OffModuleDict), h.Intern("x"), None)
			h.DictSetStr(modules, h.Intern(name), m)
		}
	}
	if r.rng.IntN(8) == 0 {
		h.DictSetStr(modules, h.Intern("aa"), None)
	}
	if r.rng.IntN(8) > 0 {
		h.DictSetStr(builtins, h.Intern("__import__"), own)
	}
	if r.rng.IntN(8) == 0 {
		h.Importing(+1)
	} else {
		h.importState().importing = 0
	}
	return h.NewFunction(Function{Name: h.Intern("f"), QualName: h.Intern("f"), Globals: h.NewDict(), Builtins: builtins})
}

// moduleName names a module.
func (r *randomValues) moduleName() Value {
	return r.h.Intern([]string{"a", "a", "aa", "aa", "a.b", "é", "nobody"}[r.rng.IntN(7)])
}

// moduleVar names what a module has, most often.
func (r *randomValues) moduleVar() Value {
	return r.h.Intern([]string{"x", "__name__", "__doc__", "nobody"}[r.rng.IntN(4)])
}

func (r *randomValues) module() Value {
	if r.rng.IntN(4) == 0 {
		return r.item()
	}
	m := r.h.NewModule("a")
	r.h.DictSetStr(r.h.Field(m, OffModuleDict), r.h.Intern("x"), r.item())
	return m
}

// fromList is None, or what a module may have.
func (r *randomValues) fromList() Value {
	switch r.rng.IntN(8) {
	case 0, 1, 2, 3:
		return None
	case 4:
		return r.item()
	}
	names := make([]Value, r.rng.IntN(3))
	for i := range names {
		names[i] = r.moduleVar()
	}
	return r.h.NewTuple(names...)
}

// level is 0, most often.
func (r *randomValues) level() Value {
	if r.rng.IntN(6) == 0 {
		return r.item()
	}
	return SmallInt(0)
}
