package lib

import (
	"math"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/handover"
	"github.com/tier2go/tier2/interp/object"
)

// The module _multiprocessing (Modules/_multiprocessing/semaphore.c). Where Grants.Semaphores is there, a semaphore is one that
// processes share by its name; a process that is started opens it by that (_rebuild). Without, it is one of the VM's threads: it has no
// name, and no other process gets at it. The methods are in semlock_methods.go.

// The fields of a SemLock: ints but for two.
const (
	offSemValue  = 8  // how often it can be taken now: of one of the VM's threads
	offSemMax    = 16 // and at most
	offSemKind   = 24
	offSemCount  = 32 // how often it is held by this process
	offSemOwner  = 40 // the number of the thread that has taken it last
	offSemName   = 48 // str or None
	offSemShared = 56 // what stands for a sharedSem; Null: it is of the VM's threads
	semSize      = 64
)

const (
	semRecursive = iota // a mutex that its owner may take again
	semCounting
)

// sharedSem is a semaphore that processes share.
type sharedSem struct{ grant.Semaphore }

// HandleWeight is what the heap counts for it.
func (sharedSem) HandleWeight() int { return descriptorWeight }

// semKit is what the types of the module are made with.
type semKit struct {
	l            *Lib
	sem          *object.Type
	own, content object.TypeID // of handles of semaphores of the VM's threads, and of what stands for a sharedSem
}

// newMultiprocessing makes the module.
func (l *Lib) newMultiprocessing() (object.Value, error) {
	h, m := l.h, l.newModule("_multiprocessing")
	k := &semKit{l: l}
	k.sem = h.RegisterType(&object.Type{Name: "SemLock", Module: "_multiprocessing", Size: semSize, Slots: object.Slots{New: k.newSemLock}})
	h.SetTypeAttr(k.sem, "SEM_VALUE_MAX", object.SmallInt(math.MaxInt32))
	m.set("SemLock", k.sem.Object)
	k.content = h.RegisterType(&object.Type{Name: "semaphore", Module: "_multiprocessing", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) {
			_ = h.HandleAt(handle).(sharedSem).Close()
			h.ReleaseHandle(handle)
		},
	}}).ID
	m.functions([]object.Builtin{{Name: "sem_unlink", Arity: object.O, Fn: l.semUnlink}})
	// A handle is a number in CPython, and here where processes share it. That of another one cannot be pickled, so that a Pool of processes
	// fails when it is made, and does not start processes without end that cannot have it.
	handle := h.RegisterType(&object.Type{Name: "SemHandle", Module: "_multiprocessing", Final: true, Slots: object.Slots{
		Repr: func(h *object.Heap, x object.Value) (object.Value, error) { return h.Repr(h.ID(h.Field(x, 8))) },
	}})
	k.own = handle.ID
	h.AddMethods(handle, []object.Builtin{{Name: "__reduce_ex__", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.Unsupported("sharing of a semaphore with another process")
	}}})
	field := func(name string, off uintptr) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, off), nil }}
	}
	h.AddGetSets(k.sem, []object.GetSet{field("kind", offSemKind), field("maxvalue", offSemMax), field("name", offSemName), {
		Name: "handle", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			if h.Field(v, offSemShared) != object.Null {
				return h.ID(v), nil
			}
			x := h.NewObject(k.own, 16)
			h.SetField(x, 8, v)
			return x, nil
		},
	}})
	h.AddMethods(k.sem, l.semMethods())
	h.AddClassMethods(k.sem, []object.Builtin{{Name: "_rebuild", Arity: object.Fast, Min: 4, Max: 4, Fn: k.rebuild}})
	return m.v, nil
}

func (l *Lib) sem(v object.Value, off uintptr) int64       { return l.h.Field(v, off).Small() }
func (l *Lib) setSem(v object.Value, off uintptr, n int64) { l.h.SetField(v, off, object.SmallInt(n)) }
func (l *Lib) semIsMine(v object.Value) bool {
	return l.sem(v, offSemCount) > 0 && l.sem(v, offSemOwner) == l.self()
}

// shared returns the semaphore that processes share; nil: it is of the VM's threads.
func (l *Lib) shared(v object.Value) grant.Semaphore {
	x := l.h.Field(v, offSemShared)
	if x == object.Null {
		return nil
	}
	return l.h.HandleOf(x).(sharedSem).Semaphore
}

var semLockSig = object.NewSignature("SemLock", 0, 0, 0, "kind", "value", "maxvalue", "name", "unlink")

// newSemLock is SemLock(kind, value, maxvalue, name, unlink).
func (k *semKit) newSemLock(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
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
	unlink, err := h.Truth(a[4])
	if err != nil {
		return object.Null, err
	}
	if kind != semRecursive && kind != semCounting {
		return object.Null, h.Raise(object.ValueErrorType, "unrecognized kind")
	}
	all := k.l.host.Grants.Semaphores
	if all == nil {
		return k.object(t, kind, value, most, object.None, nil), nil
	}
	if !h.IsInstance(a[3], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "SemLock() argument 'name' must be str, not %s", h.TypeName(a[3]))
	}
	if value < 0 {
		return object.Null, osError(h, syscall.EINVAL, object.Null)
	}
	name := h.GoString(a[3])
	s, err := all.Create(name, uint32(value))
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	shown := a[3]
	if unlink {
		shown = object.None
		if err := all.Unlink(name); err != nil {
			_ = s.Close()
			return object.Null, osError(h, err, object.Null)
		}
	}
	return k.object(t, kind, 0, most, shown, s), nil
}

// object makes a SemLock. s is nil for one of the VM's threads.
func (k *semKit) object(t *object.Type, kind, value, most int, name object.Value, s grant.Semaphore) object.Value {
	h, l := k.l.h, k.l
	content := object.Null
	if s != nil {
		made := false
		defer func() {
			if !made { // there was no memory
				_ = s.Close()
			}
		}()
		content = h.NewHandleObject(k.content, sharedSem{s})
		made = true
		h.Push(content)
	}
	v := h.NewEmpty(t)
	for i, n := range []int{value, most, kind, 0, 0} {
		l.setSem(v, offSemValue+8*uintptr(i), int64(n))
	}
	h.SetField(v, offSemName, name)
	h.SetField(v, offSemShared, content)
	return v
}

// rebuild is SemLock._rebuild(handle, kind, maxvalue, name), in the process that has been given a semaphore.
func (k *semKit) rebuild(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
	var kind, most int
	if err := cInts(h, a[1:], &kind, &most); err != nil {
		return object.Null, err
	}
	all := k.l.host.Grants.Semaphores
	if all == nil || !h.IsInstance(a[3], object.StrType) {
		return object.Null, h.Unsupported("_multiprocessing.SemLock._rebuild of a semaphore without a name")
	}
	s, err := all.Open(h.GoString(a[3]))
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return k.object(h.TypeFromObject(class), kind, 0, most, a[3], s), nil
}

// semUnlink is sem_unlink(name).
func (l *Lib) semUnlink(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "sem_unlink() argument must be str, not %s", h.TypeName(a[0]))
	}
	if l.host.Grants.Semaphores == nil {
		return object.Null, h.Unsupported("function _multiprocessing.sem_unlink")
	}
	if err := l.host.Grants.Semaphores.Unlink(h.GoString(a[0])); err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return object.None, nil
}

// takeSem waits until a semaphore can be taken, at most for d, and takes it.
func (l *Lib) takeSem(v object.Value, d time.Duration) (bool, error) {
	if s := l.shared(v); s != nil {
		return l.takeShared(v, s, d)
	}
	free := func() bool { return l.sem(v, offSemValue) > 0 }
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
	l.setSem(v, offSemValue, l.sem(v, offSemValue)-1)
	return true, nil
}

// takeShared is takeSem of one that processes share: other threads go on meanwhile, and the wait can be interrupted.
func (l *Lib) takeShared(v object.Value, s grant.Semaphore, d time.Duration) (bool, error) {
	ok, err := s.Take(0)
	if ok || err != nil || d == 0 {
		return ok, l.semError(err)
	}
	clock := l.host.Grants.Clock
	if d > 0 && clock == nil {
		return false, l.denied(theClock, object.Null)
	}
	var start int64
	if d > 0 {
		start = clock.Monotonic()
	}
	for left := d; ; {
		if err := l.waits(); err != nil {
			return false, err
		}
		slice := waitSlice
		if d > 0 {
			slice = min(slice, left)
		}
		take := func() { ok, err = s.Take(slice) }
		if l.threadsWait() {
			l.host.Threads.Outside(take)
		} else {
			take()
		}
		if ok || err != nil {
			return ok, l.semError(err)
		}
		if d > 0 {
			if left = d - time.Duration(clock.Monotonic()-start); left <= 0 {
				return false, nil
			}
		}
	}
}

func (l *Lib) semError(err error) error {
	if err == nil {
		return nil
	}
	return osError(l.h, err, object.Null)
}

// semValue is how often a semaphore can be taken.
func (l *Lib) semValue(v object.Value) (int64, error) {
	s := l.shared(v)
	if s == nil {
		return l.sem(v, offSemValue), nil
	}
	n, err := s.Value()
	return int64(n), l.semError(err)
}

// giveSem gives a semaphore back.
func (l *Lib) giveSem(v object.Value) error {
	if s := l.shared(v); s != nil {
		return l.semError(s.Give())
	}
	l.setSem(v, offSemValue, l.sem(v, offSemValue)+1)
	l.wakeNext(v)
	return nil
}

// semTime is how long acquire(block=True, timeout=None) waits.
func semTime(h *object.Heap, args []object.Value, kwnames object.Value) (time.Duration, error) {
	var a [2]object.Value
	if err := bind(h, semAcquireSig, args, kwnames, a[:]); err != nil {
		return 0, err
	}
	d := time.Duration(handover.Forever)
	if a[0] != object.Null {
		blocks, err := h.Truth(a[0])
		if err != nil {
			return 0, err
		}
		if !blocks {
			d = 0
		}
	}
	if d != 0 && a[1] != object.Null && a[1] != object.None {
		var err error
		if d, err = seconds(h, a[1]); err != nil {
			return 0, err
		}
		d = max(d, 0)
	}
	return d, nil
}
