package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Small modules of the runtime, as far as CPython's library imports them.

// newWarnings makes the module _warnings (Python/_warnings.c). It has the two
// functions that other modules call; for the rest Lib/warnings.py finds nothing and
// uses what Lib/_py_warnings.py has, which is the whole of it in Python.
func (l *Lib) newWarnings() (object.Value, error) {
	m := l.newModule("_warnings")
	for _, name := range []string{"warn", "warn_explicit"} {
		m.functions([]object.Builtin{{Name: name, Frames: true, Arity: object.Varied,
			FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
				f, err := l.Warnings(name)
				if err != nil {
					return object.Null, err
				}
				return h.Call(f, args, kwnames)
			}}})
	}
	return m.v, nil
}

// Warnings is Heap.Warnings.
func (l *Lib) Warnings(name string) (object.Value, error) {
	if !l.host.Finds && l.h.ModuleNamed("warnings") == object.Null {
		return object.Null, nil
	}
	mod, err := l.host.Import(l.h.NewDict(), l.h.Intern("warnings"), l.h.NewTuple(l.h.Intern(name)), object.SmallInt(0))
	if err != nil {
		return object.Null, err
	}
	return l.h.GetAttr(mod, l.h.InternName(name))
}

// newImp makes the module _imp (Python/import.c): modules are found by this VM, and
// what Lib/importlib asks about builtin ones is answered.
func (l *Lib) newImp() (object.Value, error) {
	h, m := l.h, l.newModule("_imp")
	no := func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return object.False, nil }
	none := func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return object.None, nil }
	m.functions([]object.Builtin{
		{Name: "extension_suffixes", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.NewList(), nil
		}},
		{Name: "lock_held", Arity: object.NoArgs, Fn: no},
		{Name: "_override_frozen_modules_for_tests", Arity: object.O, Fn: none},
		{Name: "_override_multi_interp_extensions_check", Arity: object.O, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(0), nil
		}},
		{Name: "acquire_lock", Arity: object.NoArgs, Fn: none},
		{Name: "release_lock", Arity: object.NoArgs, Fn: none},
		{Name: "is_frozen", Arity: object.O, Fn: no},
		{Name: "find_frozen", Arity: object.Varied, FnKw: func(*object.Heap, object.Value, []object.Value, object.Value) (object.Value, error) {
			return object.None, nil
		}},
		{Name: "is_builtin", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "is_builtin() argument must be str, not %s", argTypeName(h, a[0]))
			}
			if l.modules[h.GoString(a[0])] == nil {
				return object.SmallInt(0), nil
			}
			return object.SmallInt(1), nil
		}},
		{Name: "_fix_co_filename", Arity: object.Fast, Min: 2, Max: 2, Fn: fixFilename},
		{Name: "create_builtin", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			name, err := h.GetAttr(a[0], h.Intern("name"))
			if err != nil {
				return object.Null, err
			}
			return l.host.Import(h.NewDict(), name, object.None, object.SmallInt(0))
		}},
		{Name: "exec_builtin", Arity: object.O, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(0), nil
		}},
	})
	m.set("check_hash_based_pycs", h.Intern("default"))
	m.set("pyc_magic_number_token", object.SmallInt(pycMagic))
	return m.v, nil
}

// fixFilename is _imp._fix_co_filename for code that has been compiled where it is.
func fixFilename(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	name, err := h.GetAttr(a[0], h.Intern("co_filename"))
	if err != nil {
		return object.Null, err
	}
	if same, err := h.CompareBool(object.EQ, name, a[1]); same || err != nil {
		return object.None, err
	}
	return object.Null, h.Unsupported("bytecode that was compiled in another folder")
}

// pycMagic begins the .pyc files of CPython 3.14.
const pycMagic = 3627 | '\r'<<16 | '\n'<<24

// Collects reports whether a builtin collects, as gc.collect does.
func (l *Lib) Collects(b *object.Builtin) bool { return b == l.collects[0] || b == l.collects[1] }

// collect collects for a builtin that was called with args.
func (l *Lib) collect(args []object.Value, behind func(dead int) (object.Value, error)) (object.Value, error) {
	if l.host.Collect == nil {
		return behind(l.h.CountDead(l.h.Collect))
	}
	return l.host.Collect(args, behind)
}

// newGC makes the module gc (Modules/gcmodule.c). Collections happen when the heap
// asks for them; switching them off and thresholds are kept and have no effect.
func (l *Lib) newGC() (object.Value, error) {
	h, m := l.h, l.newModule("gc")
	enabled, debug, threshold := true, object.SmallInt(0), []object.Value{object.SmallInt(2000), object.SmallInt(10), object.SmallInt(10)}
	generation := object.NewSignature("collect", 0, 0, 0, "generation")
	objectsOf := object.NewSignature("get_objects", 0, 0, 0, "generation")
	set := func(on bool) goFunc {
		return func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			enabled = on
			return object.None, nil
		}
	}
	m.functions([]object.Builtin{
		{Name: "enable", Arity: object.NoArgs, Fn: set(true)},
		{Name: "disable", Arity: object.NoArgs, Fn: set(false)},
		{Name: "isenabled", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.Bool(enabled), nil
		}},
		{Name: "get_threshold", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.NewTuple(threshold...), nil
		}},
		{Name: "set_threshold", Arity: object.Fast, Min: 1, Max: 3, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			for i, v := range a {
				n, err := h.CInt(v)
				if err != nil {
					return object.Null, err
				}
				threshold[i] = object.SmallInt(int64(n))
			}
			return object.None, nil
		}},
		// Compiled code leaves ahead of it: its registers may hold what the program has dropped.
		{Name: "collect", Arity: object.Varied, Frames: true, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [1]object.Value{object.Null}
			if err := bind(h, generation, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			n, err := 2, error(nil)
			if p[0] != object.Null {
				n, err = h.CInt(p[0])
			}
			switch {
			case err != nil:
				return object.Null, err
			case n < 0 || n > 2:
				return object.Null, h.Raise(object.ValueErrorType, "invalid generation")
			}
			return l.collect(args, func(dead int) (object.Value, error) { return object.SmallInt(int64(dead)), nil })
		}},
		{Name: "get_objects", Arity: object.Varied, Frames: true, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [1]object.Value{object.Null}
			if err := bind(h, objectsOf, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			old := true
			if p[0] != object.Null && p[0] != object.None {
				if !h.HasIndex(p[0]) {
					return object.Null, h.Raise(object.TypeErrorType, "argument should be integer or None, not '%s'", h.TypeName(p[0]))
				}
				n, err := h.CInt(p[0])
				switch {
				case err != nil:
					return object.Null, err
				case n < -1:
					return object.Null, h.Raise(object.ValueErrorType, "generation parameter cannot be negative")
				case n > 2:
					return object.Null, h.Raise(object.ValueErrorType, "generation parameter must be less than the number of available generations (3)")
				}
				old = n == 2 || n == -1
			}
			return l.collect(args, func(int) (object.Value, error) {
				if !old { // what a collection has seen is old
					return h.NewList(), nil
				}
				return h.TrackedObjects()
			})
		}},
		{Name: "get_debug", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return debug, nil }},
		{Name: "set_debug", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			if err == nil && n != 0 {
				return object.Null, h.Unsupported("debugging of gc")
			}
			return object.None, err
		}},
		{Name: "is_tracked", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			tracked, err := h.Tracked(a[0])
			return object.Bool(tracked), err
		}},
	})
	for _, x := range [...]struct {
		name string
		n    int64
	}{{"DEBUG_STATS", 1}, {"DEBUG_COLLECTABLE", 2}, {"DEBUG_UNCOLLECTABLE", 4}, {"DEBUG_SAVEALL", 32}, {"DEBUG_LEAK", 38}} {
		m.set(x.name, object.SmallInt(x.n))
	}
	m.set("garbage", h.NewList())
	for i, name := range [...]string{"collect", "get_objects"} {
		l.collects[i] = h.BuiltinOf(h.DictGetStr(m.d, h.Intern(name)))
	}
	m.set("callbacks", h.NewList())
	return m.v, nil
}

// newAtExit makes the module atexit (Modules/atexitmodule.c).
func (l *Lib) newAtExit() (object.Value, error) {
	h, m := l.h, l.newModule("atexit")
	if l.exits == object.Null {
		l.exits = h.NewList()
	}
	m.functions([]object.Builtin{
		{Name: "register", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			n := len(args)
			if kwnames != object.Null {
				n -= h.TupleLen(kwnames)
			}
			if n < 1 {
				return object.Null, h.Raise(object.TypeErrorType, "register() takes at least 1 argument (0 given)")
			}
			if h.TypeOf(args[0]).Call == nil {
				return object.Null, h.Raise(object.TypeErrorType, "the first argument must be callable")
			}
			names := object.None
			if kwnames != object.Null {
				names = kwnames
			}
			h.ListAppend(l.exits, h.NewTuple(args[0], h.NewTuple(args[1:]...), names))
			return args[0], nil
		}},
		{Name: "unregister", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			// The oldest comes first; places count from the newest, since a comparison may register more.
			at := func(place int) int { return h.ListLen(l.exits) - 1 - place }
			for place := at(0); place >= 0; place-- {
				if at(place) < 0 {
					continue
				}
				item := h.ListItem(l.exits, at(place))
				same, err := h.CompareBool(object.EQ, h.TupleItem(item, 0), a[0])
				if err != nil {
					return object.Null, err
				}
				if same && at(place) >= 0 && h.ListItem(l.exits, at(place)) == item {
					if _, err := h.ListPop(l.exits, at(place)); err != nil {
						return object.Null, err
					}
				}
			}
			return object.None, nil
		}},
		{Name: "_clear", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			h.ListClear(l.exits)
			return object.None, nil
		}},
		{Name: "_ncallbacks", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.Int(int64(h.ListLen(l.exits))), nil
		}},
		{Name: "_run_exitfuncs", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.None, l.RunExits(func(_ object.Value, err error) error { return err })
		}},
	})
	return m.v, nil
}

// RunExits calls what the program has registered with atexit, the last first, and
// forgets it. failed is told of a function and its exception, and what it returns ends
// the calls.
func (l *Lib) RunExits(failed func(f object.Value, err error) error) error {
	h := l.h
	for l.exits != object.Null && h.ListLen(l.exits) > 0 {
		f, err := h.ListPop(l.exits, h.ListLen(l.exits)-1)
		if err != nil {
			return err
		}
		names := h.TupleItem(f, 2)
		if names == object.None {
			names = object.Null
		}
		if _, err := h.Call(h.TupleItem(f, 0), h.TupleItems(h.TupleItem(f, 1)), names); err != nil {
			if err := failed(h.TupleItem(f, 0), err); err != nil {
				return err
			}
		}
	}
	return nil
}
