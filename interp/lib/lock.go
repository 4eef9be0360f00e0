package lib

import (
	"fmt"
	"time"

	"github.com/tier2go/tier2/interp/handover"
	"github.com/tier2go/tier2/interp/object"
)

// Locks of _thread. One thread runs at a time and changes to another one in no function of a lock but where that waits, so that a
// lock is a count and a number in its object.

const (
	offLockCount = 8  // int: how often it is held
	offLockOwner = 16 // int: the number of the thread that holds it, of an RLock
	lockSize     = 24
)

// maxTimeout is TIMEOUT_MAX.
const maxTimeout = 9223372036.0

var acquireSig = object.NewSignature("acquire", 0, 0, 0, "blocking", "timeout")

// acquireTime binds what acquire is given: how long it may wait.
func acquireTime(h *object.Heap, args []object.Value, kwnames object.Value) (time.Duration, error) {
	p := [2]object.Value{}
	if err := bind(h, acquireSig, args, kwnames, p[:]); err != nil {
		return 0, err
	}
	blocking := true
	if p[0] != object.Null {
		var err error
		if blocking, err = h.Truth(p[0]); err != nil {
			return 0, err
		}
	}
	d := time.Duration(handover.Forever)
	if p[1] != object.Null && p[1] != object.SmallInt(-1) {
		var err error
		if d, err = seconds(h, p[1]); err != nil {
			return 0, err
		}
		switch {
		case d == -time.Second:
			d = handover.Forever
		case !blocking:
		case d < 0:
			return 0, h.Raise(object.ValueErrorType, "timeout value must be a non-negative number")
		case d.Seconds() > maxTimeout:
			return 0, h.Raise(object.OverflowErrorType, "timeout value is too large")
		}
	}
	switch {
	case blocking:
		return d, nil
	case d != handover.Forever:
		return 0, h.Raise(object.ValueErrorType, "can't specify a timeout for a non-blocking call")
	}
	return 0, nil
}

func newLock(h *object.Heap, t *object.Type) object.Value {
	v := h.NewEmpty(t)
	setLock(h, v, 0, 0)
	return v
}

func setLock(h *object.Heap, v object.Value, count, owner int64) {
	h.SetField(v, offLockCount, object.SmallInt(count))
	h.SetField(v, offLockOwner, object.SmallInt(owner))
}

func lockCount(h *object.Heap, v object.Value) int64 { return h.Field(v, offLockCount).Small() }

func (l *Lib) owned(v object.Value) bool {
	return lockCount(l.h, v) > 0 && l.h.Field(v, offLockOwner).Small() == l.self()
}

// acquire waits until nobody holds a lock, at most for d, and holds it then, so often.
func (l *Lib) acquire(v object.Value, d time.Duration, count int64) (bool, error) {
	h := l.h
	free := func() bool { return lockCount(h, v) == 0 }
	if !free() {
		if d == 0 {
			return false, nil
		}
		if ok, err := l.until(v, d, free); !ok || err != nil {
			if err != nil && free() {
				l.wakeNext(v) // it was this one that was woken
			}
			return false, err
		}
	}
	setLock(h, v, count, l.self())
	return true, nil
}

// wakeNext wakes a thread that waits for a lock.
func (l *Lib) wakeNext(v object.Value) {
	if l.host.Threads != nil {
		l.host.Threads.Wake(v)
	}
}

// lockMethods are the methods that both kinds of locks have.
func (l *Lib) lockMethods(acquire func(v object.Value, d time.Duration) (bool, error), release func(v object.Value) error) []object.Builtin {
	take := func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		d, err := acquireTime(h, args, kwnames)
		if err != nil {
			return object.Null, err
		}
		ok, err := acquire(v, d)
		return object.Bool(ok), err
	}
	return []object.Builtin{
		{Name: "acquire", Arity: object.Varied, FnKw: take},
		{Name: "__enter__", Arity: object.Varied, FnKw: take},
		{Name: "release", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, release(v)
		}},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, release(v)
		}},
		{Name: "_at_fork_reinit", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			setLock(h, v, 0, 0)
			return object.None, nil
		}},
		{Name: "locked", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(lockCount(h, v) > 0), nil
		}},
	}
}

// registerLock makes a type of locks. shown is what its repr says besides.
func (l *Lib) registerLock(name string, final bool, shown func(v object.Value) string) *object.Type {
	return l.h.RegisterType(&object.Type{Name: name, Weak: true, Module: "_thread", Size: lockSize, Final: final, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
			if len(args) > 0 && !t.Made() {
				if final {
					return object.Null, h.Raise(object.TypeErrorType, "%s() takes no arguments", name)
				}
				if err := l.h.Warn(object.DeprecationWarningType, "Passing arguments to RLock is deprecated and will be removed in 3.15", 1); err != nil {
					return object.Null, err
				}
			}
			return newLock(h, t), nil
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			state := "unlocked"
			if lockCount(h, v) > 0 {
				state = "locked"
			}
			return h.NewStr("<" + state + " " + h.TypeName(v) + " object" + shown(v) + " at " + h.Address(v) + ">"), nil
		},
	}})
}

// lockType makes the type of locks that any thread may release.
func (l *Lib) lockType() *object.Type {
	t := l.registerLock("lock", true, func(object.Value) string { return "" })
	acquire := func(v object.Value, d time.Duration) (bool, error) { return l.acquire(v, d, 1) }
	release := func(v object.Value) error {
		if lockCount(l.h, v) == 0 {
			return l.h.Raise(object.RuntimeErrorType, "release unlocked lock")
		}
		setLock(l.h, v, 0, 0)
		l.wakeNext(v)
		return nil
	}
	methods := l.lockMethods(acquire, release)
	for _, m := range methods[:4] { // the names that Python 2 had
		if alias, ok := map[string]string{"acquire": "acquire_lock", "release": "release_lock"}[m.Name]; ok {
			m.Name = alias
			methods = append(methods, m)
		}
	}
	l.h.AddMethods(t, methods)
	return t
}

// recursiveLockType makes the type of locks that the thread which holds one may take again.
func (l *Lib) recursiveLockType() *object.Type {
	h := l.h
	t := l.registerLock("RLock", false, func(v object.Value) string {
		return fmt.Sprintf(" owner=%d count=%d", h.Field(v, offLockOwner).Small(), lockCount(h, v))
	})
	acquire := func(v object.Value, d time.Duration) (bool, error) {
		if l.owned(v) {
			setLock(h, v, lockCount(h, v)+1, l.self())
			return true, nil
		}
		return l.acquire(v, d, 1)
	}
	notHeld := func() error { return h.Raise(object.RuntimeErrorType, "cannot release un-acquired lock") }
	release := func(v object.Value) error {
		switch n := lockCount(h, v); {
		case !l.owned(v):
			return notHeld()
		case n > 1:
			setLock(h, v, n-1, l.self())
		default:
			setLock(h, v, 0, 0)
			l.wakeNext(v)
		}
		return nil
	}
	h.AddMethods(t, append(l.lockMethods(acquire, release), []object.Builtin{
		{Name: "_is_owned", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(l.owned(v)), nil
		}},
		{Name: "_recursion_count", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if !l.owned(v) {
				return object.SmallInt(0), nil
			}
			return h.Field(v, offLockCount), nil
		}},
		{Name: "_release_save", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			n, owner := h.Field(v, offLockCount), h.Field(v, offLockOwner)
			if n.Small() == 0 {
				return object.Null, notHeld()
			}
			setLock(h, v, 0, 0)
			l.wakeNext(v)
			return h.NewTuple(n, owner), nil
		}},
		{Name: "_acquire_restore", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if !h.Is(a[0], object.TupleType) || h.TupleLen(a[0]) != 2 || !h.TupleItem(a[0], 0).IsSmall() || !h.TupleItem(a[0], 1).IsSmall() {
				return object.Null, h.Raise(object.TypeErrorType, "_acquire_restore() takes what _release_save has returned")
			}
			n, owner := h.TupleItem(a[0], 0).Small(), h.TupleItem(a[0], 1).Small()
			if _, err := l.acquire(v, handover.Forever, n); err != nil {
				return object.Null, err
			}
			setLock(h, v, n, owner)
			return object.None, nil
		}},
	}...))
	return t
}
