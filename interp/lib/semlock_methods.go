package lib

import "github.com/tier2go/tier2/interp/object"

// What a SemLock does.

var semAcquireSig = object.NewSignature("acquire", 0, 0, 0, "block", "timeout")

// semAcquire is acquire(block=True, timeout=None).
func (l *Lib) semAcquire(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	d, err := semTime(h, args, kwnames)
	if err != nil {
		return object.Null, err
	}
	if l.sem(v, offSemKind) == semRecursive && l.semIsMine(v) {
		l.setSem(v, offSemCount, l.sem(v, offSemCount)+1)
		return object.True, nil
	}
	if ok, err := l.takeSem(v, d); !ok || err != nil {
		return object.False, err
	}
	l.setSem(v, offSemCount, l.sem(v, offSemCount)+1)
	l.setSem(v, offSemOwner, l.self())
	return object.True, nil
}

// semRelease is release().
func (l *Lib) semRelease(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	count := l.sem(v, offSemCount)
	if l.sem(v, offSemKind) == semRecursive {
		switch {
		case !l.semIsMine(v):
			return object.Null, h.Raise(object.AssertionErrorType, "attempt to release recursive lock not owned by thread")
		case count > 1:
			l.setSem(v, offSemCount, count-1)
			return object.None, nil
		}
	} else {
		n, err := l.semValue(v)
		switch {
		case err != nil:
			return object.Null, err
		case n >= l.sem(v, offSemMax):
			return object.Null, h.Raise(object.ValueErrorType, "semaphore or lock released too many times")
		}
	}
	if err := l.giveSem(v); err != nil {
		return object.Null, err
	}
	l.setSem(v, offSemCount, count-1)
	return object.None, nil
}

func (l *Lib) semMethods() []object.Builtin {
	tell := func(name string, f func(v object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return f(v) }}
	}
	return []object.Builtin{
		{Name: "acquire", Arity: object.Varied, FnKw: l.semAcquire},
		{Name: "release", Arity: object.NoArgs, Fn: l.semRelease},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return l.semAcquire(h, v, nil, object.Null)
		}},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: l.semRelease},
		tell("_count", func(v object.Value) (object.Value, error) { return l.h.Field(v, offSemCount), nil }),
		tell("_is_mine", func(v object.Value) (object.Value, error) { return object.Bool(l.semIsMine(v)), nil }),
		tell("_get_value", func(v object.Value) (object.Value, error) {
			n, err := l.semValue(v)
			return object.SmallInt(n), err
		}),
		tell("_is_zero", func(v object.Value) (object.Value, error) {
			n, err := l.semValue(v)
			return object.Bool(n == 0), err
		}),
		tell("_after_fork", func(v object.Value) (object.Value, error) {
			l.setSem(v, offSemCount, 0)
			return object.None, nil
		}),
	}
}
