package lib

import "github.com/tier2go/tier2/object"

// The module _thread (Modules/_threadmodule.c), of one thread: locks count, and
// waiting for one that is held would be waiting for ever.

const (
	offLockCount = 8 // int: how often it is held
	lockSize     = 16
)

var acquireSig = object.NewSignature("acquire", 0, 0, 0, "blocking", "timeout")

// newThread makes the module.
func (l *Lib) newThread() (object.Value, error) {
	h, m := l.h, l.newModule("_thread")
	plain := l.lockType("lock", 1)
	m.set("LockType", plain.Object)
	m.set("lock", plain.Object)
	m.set("RLock", l.lockType("RLock", 1<<31-1).Object)
	m.set("error", h.Type(object.RuntimeErrorType).Object)
	m.set("TIMEOUT_MAX", object.FloatValue(9223372036.0))
	allocate := func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return newLock(h, plain), nil
	}
	m.functions([]object.Builtin{
		{Name: "allocate_lock", Arity: object.NoArgs, Fn: allocate},
		{Name: "allocate", Arity: object.NoArgs, Fn: allocate},
		{Name: "get_ident", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(1), nil
		}},
		{Name: "get_native_id", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(1), nil
		}},
		{Name: "start_new_thread", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Unsupported("threads")
		}},
	})
	return m.v, nil
}

func newLock(h *object.Heap, t *object.Type) object.Value {
	v := h.NewEmpty(t)
	h.SetField(v, offLockCount, object.SmallInt(0))
	return v
}

// lockType makes a type of locks that may be held so often.
func (l *Lib) lockType(name string, most int64) *object.Type {
	h := l.h
	count := func(v object.Value) int64 { return h.Field(v, offLockCount).Small() }
	acquire := func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		p := [2]object.Value{}
		if err := bind(h, acquireSig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		if count(v) < most {
			h.SetField(v, offLockCount, object.SmallInt(count(v)+1))
			return object.True, nil
		}
		if p[0] != object.Null {
			if wait, err := h.Truth(p[0]); !wait || err != nil {
				return object.False, err
			}
		}
		return object.Null, h.Unsupported("waiting for a lock that the only thread holds")
	}
	release := func(h *object.Heap, v object.Value) error {
		if count(v) == 0 {
			text := "release unlocked lock"
			if most > 1 {
				text = "cannot release un-acquired lock"
			}
			return h.Raise(object.RuntimeErrorType, "%s", text)
		}
		h.SetField(v, offLockCount, object.SmallInt(count(v)-1))
		return nil
	}
	t := h.RegisterType(&object.Type{Name: name, Module: "_thread", Size: lockSize, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
			if len(args) > 0 && !t.Made() {
				return object.Null, h.Raise(object.TypeErrorType, "%s() takes no arguments", name)
			}
			return newLock(h, t), nil
		},
	}})
	h.AddMethods(t, []object.Builtin{
		{Name: "acquire", Arity: object.Varied, FnKw: acquire},
		{Name: "__enter__", Arity: object.Varied, FnKw: acquire},
		{Name: "release", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, release(h, v)
		}},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, release(h, v)
		}},
		{Name: "locked", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(count(v) > 0), nil
		}},
	})
	return t
}
