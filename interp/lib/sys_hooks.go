package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Hooks of sys. Nothing is traced: None is accepted where a function would be called for
// each line, and a function is refused by name.

// traceFunctions are sys.settrace and its kin.
var traceFunctions = []object.Builtin{
	setsTrace("settrace"), setsTrace("setprofile"), {Name: "gettrace", Arity: object.NoArgs, Fn: none}, {Name: "getprofile", Arity: object.NoArgs, Fn: none},
}

func none(*object.Heap, object.Value, []object.Value) (object.Value, error) { return object.None, nil }

func setsTrace(name string) object.Builtin {
	return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if a[0] != object.None {
			return object.Null, h.Unsupported("sys." + name + " of a function")
		}
		return object.None, nil
	}}
}

// unraisableHook is sys.unraisablehook: it prints an exception that nothing can raise
// (Python/errors.c, default_unraisablehook).
func (l *Lib) unraisableHook(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	get := func(name string) (object.Value, error) { return h.GetAttr(a[0], h.Intern(name)) }
	value, err := get("exc_value")
	if err != nil {
		return object.Null, err
	}
	traceback, err := get("exc_traceback")
	if err != nil {
		return object.Null, err
	}
	message, err := get("err_msg")
	if err != nil {
		return object.Null, err
	}
	of, err := get("object")
	if err != nil {
		return object.Null, err
	}
	text := ""
	if message != object.None {
		s, err := h.Str(message)
		if err != nil {
			return object.Null, err
		}
		text = h.GoString(s)
	} else if of != object.None {
		text = "Exception ignored in"
	}
	if of != object.None {
		text += ": "
		if s, err := h.Repr(of); err == nil {
			text += h.GoString(s)
		} else {
			text += "<object repr() failed>"
		}
		text += "\n"
	} else if text != "" {
		text += ":\n"
	}
	file := h.DictGetStr(l.sys, h.Intern("stderr"))
	if file == object.Null || file == object.None {
		return object.None, nil
	}
	if _, err := callMethod(h, file, "write", h.NewStr(text)); err != nil {
		return object.Null, err
	}
	limit, to, chain := object.None, object.None, object.False // it does not say what else was being handled
	return exceptHook(h, object.Null, h.TupleItems(h.NewTuple(h.TypeOf(value).Object, value, traceback, limit, to, chain)))
}

// RunFinalizers calls the finalizers that wait.
func (l *Lib) RunFinalizers() error { return l.h.RunFinalizers(l.Unraisable) }

// Unraisable calls sys.unraisablehook for an exception that nothing can raise: of f, a
// __del__ or the callback of a weak reference. The error is one that is no exception.
func (l *Lib) Unraisable(message string, f object.Value, r *object.Raised) error {
	h := l.h
	m := h.Mark()
	defer h.Release(m)
	h.Push(r.Exc)
	h.Push(f)
	err := func() error {
		sys, err := h.ImportModule("sys")
		if err != nil {
			return err
		}
		hook, err := h.GetAttr(sys, h.Intern("unraisablehook"))
		if err != nil || hook == object.None {
			return err
		}
		if shown, err := h.Repr(f); err == nil {
			message += h.GoString(shown)
		} else {
			message += "<object repr() failed>"
		}
		if l.unraisable == nil {
			l.unraisable = newStructType(h, "sys", "UnraisableHookArgs", false, 5, "exc_type", "exc_value", "exc_traceback", "err_msg", "object")
		}
		traceback := h.Field(r.Exc, object.OffExcTraceback)
		if traceback == object.Null {
			traceback = object.None
		}
		text := h.NewStr(message)
		h.Push(text)
		args := l.unraisable.of(h, h.TypeOf(r.Exc).Object, r.Exc, traceback, text, object.None)
		_, err = h.Call(hook, h.TupleItems(h.NewTuple(args)), object.Null)
		return err
	}()
	if _, raised := err.(*object.Raised); raised {
		return nil // there is nobody to tell
	}
	return err
}

// displayHook is sys.displayhook: it prints the repr of a value that is not None, and keeps it
// as builtins._ (Python/sysmodule.c, sys_displayhook).
func (l *Lib) displayHook(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if a[0] == object.None {
		return object.None, nil
	}
	last := h.Intern("_")
	h.DictSetStr(l.builtins, last, object.None)
	file, err := l.printFile(object.Null)
	if err != nil || file == object.Null {
		return object.Null, h.Raise(object.RuntimeErrorType, "lost sys.stdout")
	}
	text, err := h.Repr(a[0])
	if err != nil {
		return object.Null, err
	}
	for _, s := range [...]object.Value{text, h.Intern("\n")} {
		if _, err := callMethod(h, file, "write", s); err != nil {
			return object.Null, err
		}
	}
	h.DictSetStr(l.builtins, last, a[0])
	return object.None, nil
}

// Display is what an expression statement of source in mode single does.
func (l *Lib) Display(v object.Value) error {
	if l.sys == object.Null {
		_, err := l.displayHook(l.h, object.Null, []object.Value{v})
		return err
	}
	hook := l.Sys("displayhook")
	if hook == object.Null {
		return l.h.Raise(object.RuntimeErrorType, "lost sys.displayhook")
	}
	_, err := l.h.Call(hook, l.h.TupleItems(l.h.NewTuple(v)), object.Null)
	return err
}

// asyncFunctions are about asynchronous generators and coroutines.
func (l *Lib) asyncFunctions() []object.Builtin {
	sig := object.NewSignature("set_asyncgen_hooks", 0, 0, 0, "firstiter", "finalizer")
	var hooks *structType
	depth := 0 // of what cr_origin would have
	return []object.Builtin{
		{Name: "get_asyncgen_hooks", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			if hooks == nil {
				hooks = newStructType(h, "sys", "asyncgen_hooks", false, 2, "firstiter", "finalizer")
			}
			first, final := h.AsyncHooks()
			return hooks.of(h, first, final), nil
		}},
		{Name: "set_asyncgen_hooks", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [2]object.Value{object.Null, object.Null}
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			for i, f := range p {
				if f != object.Null && f != object.None && h.TypeOf(f).Call == nil {
					return object.Null, h.Raise(object.TypeErrorType, "callable %s expected, got %s", [...]string{"firstiter", "finalizer"}[i], h.TypeName(f))
				}
			}
			h.SetAsyncHooks(p[0], p[1])
			return object.None, nil
		}},
		{Name: "get_coroutine_origin_tracking_depth", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.Int(int64(depth)), nil
		}},
		{Name: "set_coroutine_origin_tracking_depth", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			switch n, err := h.CInt(a[0]); {
			case err != nil:
				return object.Null, err
			case n < 0:
				return object.Null, h.Raise(object.ValueErrorType, "depth must be >= 0")
			default:
				depth = n
				if n > 0 {
					h.TrackOrigins()
				}
				return object.None, nil
			}
		}},
	}
}
