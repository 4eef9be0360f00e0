package lib

import (
	"slices"
	"strings"
	"syscall"

	"github.com/tier2go/tier2/interp/object"
)

// The environment of the VM: what it was handed, and what the program has set.

// environDict is posix.environ as it is now.
func (l *Lib) environDict() (object.Value, error) {
	h := l.h
	env := h.NewDict()
	h.Push(env)
	for _, kv := range l.place.environ {
		if key, value, ok := strings.Cut(kv, "="); ok {
			k := h.NewBytes([]byte(key))
			if err := h.DictSet(env, k, h.NewBytes([]byte(value))); err != nil {
				return object.Null, err
			}
		}
	}
	return env, nil
}

// getEnv returns a variable, "" if there is none.
func (l *Lib) getEnv(key string) string {
	for _, kv := range l.place.environ {
		if value, ok := strings.CutPrefix(kv, key+"="); ok {
			return value
		}
	}
	return ""
}

// setEnv sets a variable, or removes it.
func (l *Lib) setEnv(key, value string, remove bool) {
	l.place.environ = slices.DeleteFunc(l.place.environ, func(kv string) bool { return strings.HasPrefix(kv, key+"=") })
	if !remove {
		l.place.environ = append(l.place.environ, key+"="+value)
	}
}

// environFunctions are putenv, unsetenv and what os.reload_environ calls
// (Modules/posixmodule.c).
func (l *Lib) environFunctions() []object.Builtin {
	text := func(name string, v object.Value) (string, error) {
		p, err := l.fsPath(name, v)
		s := p.name
		if err == nil && s == "" {
			return "", osError(l.h, syscall.EINVAL, object.Null)
		}
		return s, err
	}
	return []object.Builtin{
		{Name: "putenv", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			key, err := text("putenv", a[0])
			if err != nil {
				return object.Null, err
			}
			value, err := l.fsPath("putenv", a[1])
			if err != nil {
				return object.Null, err
			}
			if strings.Contains(key, "=") {
				return object.Null, h.Raise(object.ValueErrorType, "illegal environment variable name")
			}
			if err := l.auditCall("posix", "putenv", h.NewBytes([]byte(key)), h.NewBytes([]byte(value.name))); err != nil {
				return object.Null, err
			}
			l.setEnv(key, value.name, false)
			return object.None, nil
		}},
		{Name: "unsetenv", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			key, err := text("unsetenv", a[0])
			if err == nil && strings.Contains(key, "=") {
				err = osError(h, syscall.EINVAL, object.Null)
			}
			if err != nil {
				return object.Null, err
			}
			if err := l.auditCall("posix", "unsetenv", h.NewBytes([]byte(key))); err != nil {
				return object.Null, err
			}
			l.setEnv(key, "", true)
			return object.None, nil
		}},
		{Name: "_create_environ", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			m := h.Mark()
			defer h.Release(m)
			return l.environDict()
		}},
	}
}
