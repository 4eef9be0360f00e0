package lib

import "github.com/tier2go/tier2/interp/object"

// Audit hooks (PEP 578, Python/sysmodule.c). This VM raises open, import, compile, exec and
// what the program gives to sys.audit; the hooks of a VM are its own.

// Audit calls the hooks with an event. What one raises keeps the event from happening.
func (l *Lib) Audit(event string, args ...object.Value) error {
	if len(l.hooks) == 0 {
		return nil
	}
	h := l.h
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(args)
	given := h.NewTuple(args...)
	h.Push(given)
	return l.callHooks(h.NewStr(event), given)
}

// Audits reports whether there are hooks: without, nothing need be made for them.
func (l *Lib) Audits() bool { return len(l.hooks) > 0 }

func (l *Lib) callHooks(event, args object.Value) error {
	h := l.h
	m := h.Mark()
	defer h.Release(m)
	h.Push(event)
	h.Push(args)
	for i := 0; i < len(l.hooks); i++ { // a hook may add one
		if _, err := h.Call(l.hooks[i], []object.Value{event, args}, object.Null); err != nil {
			return err
		}
	}
	return nil
}

var auditHookSig = object.NewSignature("addaudithook", 0, 1, 0, "hook")

// auditFunctions are sys.audit and sys.addaudithook.
func (l *Lib) auditFunctions() []object.Builtin {
	return []object.Builtin{
		{Name: "audit", Module: "sys", Arity: object.Fast, Min: 1, Max: -1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "audit() argument 1 must be str, not %s", argTypeName(h, a[0]))
			}
			if len(l.hooks) == 0 {
				return object.None, nil
			}
			m := h.Mark()
			defer h.Release(m)
			event := a[0]
			h.Push(event)
			return object.None, l.callHooks(event, h.NewTuple(a[1:]...))
		}},
		{Name: "addaudithook", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, auditHookSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			hook := p[0]
			m := h.Mark()
			defer h.Release(m)
			h.Push(hook)
			if err := l.Audit("sys.addaudithook"); err != nil {
				if r, raised := err.(*object.Raised); raised && h.IsInstance(r.Exc, object.ExceptionType) {
					err = nil // a hook refuses further ones in silence
				}
				return object.None, err
			}
			l.hooks = append(l.hooks, hook)
			return object.None, nil
		}},
	}
}

// openFlags are what CPython adds to the flags of each file that it opens: O_CLOEXEC on Linux.
const openFlags = 0x80000

// AuditImport is the event of a module that is about to be looked for. meta_path and
// path_hooks are None until the program has asked for them.
func (l *Lib) AuditImport(name string) error {
	if len(l.hooks) == 0 {
		return nil
	}
	orNone := func(v object.Value) object.Value {
		if v == object.Null {
			return object.None
		}
		return v
	}
	return l.Audit("import", l.h.NewStr(name), object.None, l.host.Path, orNone(l.Sys("meta_path")), orNone(l.Sys("path_hooks")))
}
