package lib

import (
	"math"
	"time"

	"github.com/tier2go/tier2/interp/handover"
	"github.com/tier2go/tier2/interp/object"
)

// The module _multiprocessing (Modules/_multiprocessing/semaphore.c). There are no processes that share memory, so a
// semaphore is one of the VM's threads: it has no name, and no other process gets at it. multiprocessing.pool.ThreadPool stands
// on it.

// The fields of a SemLock: ints.
const (
	offSemValue = 8  // how often it can be taken now
	offSemMax   = 16 // and at most
	offSemKind  = 24
	offSemCount = 32 // how often it is held
	offSemOwner = 40 // the number of the thread that has taken it last
	semSize     = 48
)

const (
	semRecursive = iota // a mutex that its owner may take again
	semCounting
)

// newMultiprocessing makes the module.
func (l *Lib) newMultiprocessing() (object.Value, error) {
	h, m := l.h, l.newModule("_multiprocessing")
	t := h.RegisterType(&object.Type{Name: "SemLock", Module: "_multiprocessing", Size: semSize, Slots: object.Slots{New: l.newSemLock}})
	h.SetTypeAttr(t, "SEM_VALUE_MAX", object.SmallInt(math.MaxInt32))
	m.set("SemLock", t.Object)
	unlink := *missing("function", "_multiprocessing.sem_unlink") // of a name, which none has
	unlink.Name = "sem_unlink"
	m.functions([]object.Builtin{unlink})
	// A handle is a number in CPython. Here it cannot be pickled, so that a Pool of processes fails when it is made, and does not
	// start processes without end that cannot have it.
	handle := h.RegisterType(&object.Type{Name: "SemHandle", Module: "_multiprocessing", Final: true, Slots: object.Slots{
		Repr: func(h *object.Heap, x object.Value) (object.Value, error) { return h.Repr(h.ID(h.Field(x, 8))) },
	}})
	h.AddMethods(handle, []object.Builtin{{Name: "__reduce_ex__", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.Unsupported("sharing of a semaphore with another process")
	}}})
	number := func(name string, off uintptr) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, off), nil }}
	}
	h.AddGetSets(t, []object.GetSet{number("kind", offSemKind), number("maxvalue", offSemMax), {
		Name: "name", Get: func(*object.Heap, object.Value) (object.Value, error) { return object.None, nil },
	}, {
		Name: "handle", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			x := h.NewObject(handle.ID, 16)
			h.SetField(x, 8, v)
			return x, nil
		},
	}})
	h.AddMethods(t, l.semMethods())
	return m.v, nil
}

func (l *Lib) sem(v object.Value, off uintptr) int64       { return l.h.Field(v, off).Small() }
func (l *Lib) setSem(v object.Value, off uintptr, n int64) { l.h.SetField(v, off, object.SmallInt(n)) }
func (l *Lib) semIsMine(v object.Value) bool {
	return l.sem(v, offSemCount) > 0 && l.sem(v, offSemOwner) == l.self()
}

var semLockSig = object.NewSignature("SemLock", 0, 0, 0, "kind", "value", "maxvalue", "name", "unlink")

// newSemLock is SemLock(kind, value, maxvalue, name, unlink).
func (l *Lib) newSemLock(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [5]object.Value
	if err := bind(h, semLockSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	for _, x := range a {
		if x == object.Null {
			return object.Null, h.Raise(object.TypeErrorType, "SemLock() takes the arguments kind, value, maxvalue, name and unlink")
		}
	}
	var kind, value, most int
	if err := cInts(h, a[:], &kind, &value, &most); err != nil {
		return object.Null, err
	}
	if kind != semRecursive && kind != semCounting {
		return object.Null, h.Raise(object.ValueErrorType, "unrecognized kind")
	}
	v := h.NewEmpty(t)
	for i, n := range []int{value, most, kind, 0, 0} {
		l.setSem(v, offSemValue+8*uintptr(i), int64(n))
	}
	return v, nil
}

var semAcquireSig = object.NewSignature("acquire", 0, 0, 0, "block", "timeout")

// semAcquire is acquire(block=True, timeout=None).
func (l *Lib) semAcquire(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [2]object.Value
	if err := bind(h, semAcquireSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	d := time.Duration(handover.Forever)
	if a[0] != object.Null {
		blocks, err := h.Truth(a[0])
		if err != nil {
			return object.Null, err
		}
		if !blocks {
			d = 0
		}
	}
	if d != 0 && a[1] != object.Null && a[1] != object.None {
		var err error
		if d, err = seconds(h, a[1]); err != nil {
			return object.Null, err
		}
		d = max(d, 0)
	}
	if l.sem(v, offSemKind) == semRecursive && l.semIsMine(v) {
		l.setSem(v, offSemCount, l.sem(v, offSemCount)+1)
		return object.True, nil
	}
	free := func() bool { return l.sem(v, offSemValue) > 0 }
	if !free() {
		if d == 0 {
			return object.False, nil
		}
		if ok, err := l.until(v, d, free); !ok || err != nil {
			if err != nil && free() {
				l.wakeNext(v) // it was this one that was woken
			}
			return object.False, err
		}
	}
	l.setSem(v, offSemValue, l.sem(v, offSemValue)-1)
	l.setSem(v, offSemCount, l.sem(v, offSemCount)+1)
	l.setSem(v, offSemOwner, l.self())
	return object.True, nil
}

// semRelease is release().
func (l *Lib) semRelease(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	count := l.sem(v, offSemCount)
	switch {
	case l.sem(v, offSemKind) == semRecursive && !l.semIsMine(v):
		return object.Null, h.Raise(object.AssertionErrorType, "attempt to release recursive lock not owned by thread")
	case l.sem(v, offSemKind) == semRecursive && count > 1:
		l.setSem(v, offSemCount, count-1)
		return object.None, nil
	case l.sem(v, offSemValue) >= l.sem(v, offSemMax):
		return object.Null, h.Raise(object.ValueErrorType, "semaphore or lock released too many times")
	}
	l.setSem(v, offSemCount, count-1)
	l.setSem(v, offSemValue, l.sem(v, offSemValue)+1)
	l.wakeNext(v)
	return object.None, nil
}

func (l *Lib) semMethods() []object.Builtin {
	tell := func(name string, f func(v object.Value) object.Value) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return f(v), nil
		}}
	}
	return []object.Builtin{
		{Name: "acquire", Arity: object.Varied, FnKw: l.semAcquire},
		{Name: "release", Arity: object.NoArgs, Fn: l.semRelease},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return l.semAcquire(h, v, nil, object.Null)
		}},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: l.semRelease},
		tell("_count", func(v object.Value) object.Value { return l.h.Field(v, offSemCount) }),
		tell("_is_mine", func(v object.Value) object.Value { return object.Bool(l.semIsMine(v)) }),
		tell("_get_value", func(v object.Value) object.Value { return l.h.Field(v, offSemValue) }),
		tell("_is_zero", func(v object.Value) object.Value { return object.Bool(l.sem(v, offSemValue) == 0) }),
		tell("_after_fork", func(v object.Value) object.Value {
			l.setSem(v, offSemCount, 0)
			return object.None
		}),
	}
}
