package lib

import "github.com/tier2go/tier2/interp/object"

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
		constant("daemon_threads_allowed", object.True), constant("_is_main_interpreter", object.True), constant("_get_main_thread_ident", object.SmallInt(1)),
		constant("_count", object.SmallInt(0)), constant("_shutdown", object.None),
		{Name: "stack_size", Arity: object.Fast, Min: 0, Max: 1, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(0), nil
		}},
		{Name: "set_name", Arity: object.O, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.None, nil // there is one thread, and what the system calls it nobody sees
		}},
		{Name: "start_joinable_thread", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Unsupported("threads")
		}},
		{Name: "start_new_thread", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Unsupported("threads")
		}},
	})
	handle := l.threadHandle()
	m.set("_ThreadHandle", handle.Object)
	hookArgs := newStructType(h, "_thread", "_ExceptHookArgs", true, 4, "exc_type", "exc_value", "exc_traceback", "thread")
	m.set("_ExceptHookArgs", hookArgs.Object)
	m.functions([]object.Builtin{{Name: "_excepthook", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.Unsupported("threads")
	}}, {Name: "_make_thread_handle", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if !h.IsIntegral(a[0]) {
			return object.Null, h.Raise(object.TypeErrorType, "ident must be an integer")
		}
		v := h.NewEmpty(handle)
		h.SetField(v, offThreadIdent, a[0])
		h.SetField(v, offThreadDone, object.False)
		return v, nil
	}}})
	m.set("_local", h.RegisterType(&object.Type{Name: "_local", Module: "_thread", Size: 16, Attributes: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
			if len(args) > 0 && t.Lookup(h.Intern("__init__")) == h.Type(object.ObjectType).Lookup(h.Intern("__init__")) {
				return object.Null, h.Raise(object.TypeErrorType, "Initialization arguments are not supported")
			}
			v := h.NewEmpty(t)
			h.SetField(v, 8, object.Null)
			return v, nil
		},
	}}).Object)
	return m.v, nil
}

// constant is a function without arguments that always returns the same.
func constant(name string, v object.Value) object.Builtin {
	return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return v, nil }}
}

const (
	offThreadIdent   = 8
	offThreadDone    = 16
	threadHandleSize = 24
)

// threadHandle makes the type of what stands for a thread: the only one, or one that
// has not been started.
func (l *Lib) threadHandle() *object.Type {
	h := l.h
	t := h.RegisterType(&object.Type{Name: "_ThreadHandle", Module: "_thread", Size: threadHandleSize, Final: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			h.SetField(v, offThreadIdent, object.SmallInt(0))
			h.SetField(v, offThreadDone, object.False)
			return v, nil
		},
	}})
	h.AddGetSets(t, []object.GetSet{fieldGetter("ident", offThreadIdent)})
	h.AddMethods(t, []object.Builtin{
		{Name: "is_done", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.Field(v, offThreadDone), nil
		}},
		{Name: "_set_done", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			h.SetField(v, offThreadDone, object.True)
			return object.None, nil
		}},
		{Name: "join", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if h.Field(v, offThreadDone) == object.True {
				return object.None, nil
			}
			return object.Null, h.Unsupported("waiting for the only thread")
		}},
	})
	return t
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
	t := h.RegisterType(&object.Type{Name: name, Weak: true, Module: "_thread", Size: lockSize, Slots: object.Slots{
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
		{Name: "_at_fork_reinit", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			h.SetField(v, offLockCount, object.SmallInt(0))
			return object.None, nil
		}},
		{Name: "locked", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(count(v) > 0), nil
		}},
	})
	if most > 1 {
		h.AddMethods(t, []object.Builtin{
			{Name: "_is_owned", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
				return object.Bool(count(v) > 0), nil
			}},
			{Name: "_recursion_count", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
				return h.Field(v, offLockCount), nil
			}},
			{Name: "_release_save", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
				n := h.Field(v, offLockCount)
				if n.Small() == 0 {
					return object.Null, h.Raise(object.RuntimeErrorType, "cannot release un-acquired lock")
				}
				h.SetField(v, offLockCount, object.SmallInt(0))
				return h.NewTuple(n, object.SmallInt(1)), nil
			}},
			{Name: "_acquire_restore", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
				if !h.Is(a[0], object.TupleType) || h.TupleLen(a[0]) != 2 || !h.TupleItem(a[0], 0).IsSmall() {
					return object.Null, h.Raise(object.TypeErrorType, "_acquire_restore() takes what _release_save has returned")
				}
				h.SetField(v, offLockCount, h.TupleItem(a[0], 0))
				return object.None, nil
			}},
		})
	}
	return t
}
