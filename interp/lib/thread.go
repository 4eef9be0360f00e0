package lib

import (
	"time"

	"github.com/tier2go/tier2/interp/handover"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _thread (Modules/_threadmodule.c): threads, what stands for one, and what ends the program with them. Locks
// are in lock.go, thread-local data in local.go.

// Threads are the threads of a VM's program. One runs at a time, and another one may go on where this one waits.
type Threads interface {
	// Others returns how many threads there are besides the one that runs, Most how many there may be.
	Others() int
	Most() int
	// Start starts a thread that calls f; names are those of the last arguments, or Null. handle is kept for ThreadEnds.
	Start(f, args, names, handle object.Value, daemon bool) (id int64, err error)
	// Wait waits until Wake is called with the same key, at most for d. Null waits for the end of the time.
	Wait(key object.Value, d time.Duration) handover.Why
	// Outside lets the others go on while f waits for what is outside of the VM, of which f alone must know; false: there is a reason not to wait.
	Outside(f func()) bool
	// Wake ends the wait of one thread, WakeAll that of all.
	Wake(key object.Value)
	WakeAll(key object.Value)
	// WaitAll waits for a change among the threads that are no daemons, unless all have ended but this one.
	WaitAll() (ended bool, why handover.Why)
	// SetInterval says how long a thread waits for another one before that is asked to let it go on.
	SetInterval(d time.Duration)
}

// threads is what the module has of all threads.
type threads struct {
	local     *object.Type           // _local
	locals    map[int64]object.Value // lists of objects of it that a thread has used, by its number; not the first one's
	stackSize int64
	over      bool    // the program is over: no thread is started any more
	interval  float64 // what sys.setswitchinterval was given; 0: nothing
}

// Thread is what the library has of a thread that does not run.
type Thread struct{ context, loop, task object.Value }

// NewThread returns the state of a thread that has not begun.
func (l *Lib) NewThread() Thread {
	return Thread{context: l.contextState().outermost(), loop: object.Null, task: object.Null}
}

// Exchange makes t the state of the thread that runs, and keeps in t that of the one that has run until now.
func (l *Lib) Exchange(t *Thread) {
	if k := l.contexts; k != nil {
		k.current, t.context = t.context, k.current
		k.version++
	}
	if k := l.asyncio; k != nil {
		k.loop, t.loop = t.loop, k.loop
		k.current, t.task = t.task, k.current
	}
}

// Entered returns the state of the thread that runs.
func (l *Lib) Entered() Thread {
	t := Thread{object.Null, object.Null, object.Null}
	if k := l.contexts; k != nil {
		t.context = k.current
	}
	if k := l.asyncio; k != nil {
		t.loop, t.task = k.loop, k.current
	}
	return t
}

// Unwind leaves the contexts and tasks that have been entered since Entered has returned t, where their frames have been dropped.
func (l *Lib) Unwind(t Thread) {
	if k := l.contexts; k != nil {
		for k.current != t.context && k.h.Field(k.current, offContextOuter) != object.None {
			k.leave(k.current)
		}
	}
	if k := l.asyncio; k != nil {
		k.current = t.task
	}
}

// Mark tells the collector what the library has of a thread that does not run.
func (t *Thread) Mark(m *heap.Marker) {
	m.Value(t.context)
	m.Value(t.loop)
	m.Value(t.task)
}

// ThreadEnds is told of a thread that has ended, with the handle that it was started with.
func (l *Lib) ThreadEnds(id int64, handle object.Value) {
	if handle != object.Null {
		l.h.SetField(handle, offThreadState, threadDone)
	}
	l.dropLocals(id)
}

// self returns the number of the thread that runs. The first one, object.MainThread, handles signals.
func (l *Lib) self() int64 { return l.h.ThreadNumber() }

// threadsWait reports whether there are other threads: a wait lets them run.
func (l *Lib) threadsWait() bool { return l.host.Threads != nil && l.host.Threads.Others() > 0 }

// waitOn waits for a key, and has signals handled meanwhile. TimedOut says that the time is over.
func (l *Lib) waitOn(key object.Value, d time.Duration) (handover.Why, error) {
	t := l.host.Threads
	switch {
	case d >= 0 && l.host.Grants.Clock == nil:
		return 0, l.denied(theClock, object.Null)
	case t == nil, d < 0 && t.Others() == 0 && t.Most() == 0:
		return 0, l.h.Unsupported("waiting for a lock that the only thread holds")
	}
	why := t.Wait(key, d)
	if why == handover.Interrupted {
		return why, l.waits()
	}
	return why, nil
}

// until is a wait that may take several: for at most d, forever if that is less than nothing.
func (l *Lib) until(key object.Value, d time.Duration, done func() bool) (bool, error) {
	var start int64
	if d > 0 && l.host.Grants.Clock != nil {
		start = l.host.Grants.Clock.Monotonic()
	}
	for left := d; !done(); {
		why, err := l.waitOn(key, left)
		if err != nil {
			return false, err
		}
		if why == handover.TimedOut {
			return done(), nil
		}
		if d > 0 {
			left = max(0, d-time.Duration(l.host.Grants.Clock.Monotonic()-start))
		}
	}
	return true, nil
}

// WaitFor waits for WakeAll with a key until done.
func (l *Lib) WaitFor(key object.Value, done func() bool) error {
	_, err := l.until(key, handover.Forever, done)
	return err
}

// WakeAll ends the waits for a key.
func (l *Lib) WakeAll(key object.Value) {
	if l.host.Threads != nil {
		l.host.Threads.WakeAll(key)
	}
}

// newThread makes the module.
func (l *Lib) newThread() (object.Value, error) {
	h, m := l.h, l.newModule("_thread")
	lock, recursive := l.lockType(), l.recursiveLockType()
	m.set("LockType", lock.Object)
	m.set("lock", lock.Object)
	m.set("RLock", recursive.Object)
	m.set("error", h.Type(object.RuntimeErrorType).Object)
	m.set("TIMEOUT_MAX", object.FloatValue(maxTimeout))
	allocate := func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return newLock(h, lock), nil
	}
	ident := func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
		return object.SmallInt(l.self()), nil
	}
	exit := func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.RaiseWith(object.SystemExitType)
	}
	handle := l.threadHandle()
	m.set("_ThreadHandle", handle.Object)
	m.set("_ExceptHookArgs", newStructType(h, "_thread", "_ExceptHookArgs", true, 4, "exc_type", "exc_value", "exc_traceback", "thread").Object)
	l.threads.local = l.localType()
	m.set("_local", l.threads.local.Object)
	m.functions([]object.Builtin{
		{Name: "allocate_lock", Arity: object.NoArgs, Fn: allocate},
		{Name: "allocate", Arity: object.NoArgs, Fn: allocate},
		{Name: "get_ident", Arity: object.NoArgs, Fn: ident},
		{Name: "get_native_id", Arity: object.NoArgs, Fn: ident},
		{Name: "exit", Arity: object.NoArgs, Fn: exit},
		{Name: "exit_thread", Arity: object.NoArgs, Fn: exit},
		constant("daemon_threads_allowed", object.True), constant("_is_main_interpreter", object.True), constant("_get_main_thread_ident", object.SmallInt(object.MainThread)),
		{Name: "_count", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			if l.host.Threads == nil {
				return object.SmallInt(0), nil
			}
			return object.SmallInt(int64(l.host.Threads.Others())), nil
		}},
		{Name: "_shutdown", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.None, l.waitForThreads()
		}},
		{Name: "stack_size", Arity: object.Fast, Min: 0, Max: 1, Fn: l.setStackSize},
		{Name: "set_name", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "set_name() argument 'name' must be str, not %s", h.TypeName(a[0]))
			}
			return object.None, nil // a thread is none of the system's, which would show the name
		}},
		{Name: "interrupt_main", Arity: object.Fast, Min: 0, Max: 1, Fn: l.interruptMain},
		{Name: "start_joinable_thread", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			return l.startJoinable(handle, args, kwnames)
		}},
		{Name: "start_new_thread", Arity: object.Fast, Min: 2, Max: 3, Fn: l.startNew},
		{Name: "start_new", Arity: object.Fast, Min: 2, Max: 3, Fn: l.startNew},
		{Name: "_excepthook", Arity: object.O, Fn: l.threadExceptHook},
		{Name: "_make_thread_handle", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsIntegral(a[0]) {
				return object.Null, h.Raise(object.TypeErrorType, "ident must be an integer")
			}
			v := newThreadHandle(h, handle)
			h.SetField(v, offThreadIdent, a[0])
			h.SetField(v, offThreadState, threadRuns)
			return v, nil
		}},
	})
	return m.v, nil
}

// constant is a function without arguments that always returns the same.
func constant(name string, v object.Value) object.Builtin {
	return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return v, nil }}
}

// interruptMain is interrupt_main: a signal comes, if the program does something then.
func (l *Lib) interruptMain(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	n := sigInt
	if len(a) > 0 {
		var err error
		if n, err = h.CInt(a[0]); err != nil {
			return object.Null, err
		}
	}
	if n < 1 || n >= signalLimit {
		return object.Null, h.Raise(object.ValueErrorType, "signal number out of range")
	}
	if s := l.signals; s != nil {
		if f := s.handlers[n]; f == object.SmallInt(sigDefault) || f == object.SmallInt(sigIgnore) {
			return object.None, nil
		}
	} else if n != sigInt {
		return object.None, nil
	}
	l.host.Signals.Signal(n)
	if l.self() != object.MainThread {
		return object.None, nil
	}
	return object.None, l.waits() // as CPython, which looks behind the call
}

// setStackSize is stack_size. The size is noted: threads take what they use.
func (l *Lib) setStackSize(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	before, n := l.threads.stackSize, int64(0)
	if len(a) > 0 {
		var err error
		if n, err = h.Index(a[0]); err != nil {
			return object.Null, err
		}
		if n < 0 {
			return object.Null, h.Raise(object.ValueErrorType, "size must be 0 or a positive value")
		}
		if n > 0 && n < leastStackSize {
			return object.Null, h.Raise(object.ValueErrorType, "size not valid: %d bytes", n)
		}
	}
	l.threads.stackSize = n
	return h.Int(before), nil
}

// leastStackSize is CPython's on linux.
const leastStackSize = 1 << 15

// started starts a thread. args is a tuple of positional arguments, kwargs a dict or Null.
func (l *Lib) started(f, args, kwargs, handle object.Value, daemon bool) (int64, error) {
	h, t := l.h, l.host.Threads
	if l.threads.over {
		return 0, h.Raise(object.PythonFinalizationErrorType, "can't create new thread at interpreter shutdown")
	}
	if t == nil || t.Others() >= t.Most() {
		text := "can't start new thread"
		if t == nil || t.Most() == 0 {
			text += ": tier2: no threads were granted"
		}
		return 0, h.Raise(object.RuntimeErrorType, "%s", text)
	}
	names := object.Null
	if kwargs != object.Null && h.DictLen(kwargs) > 0 {
		values := append([]object.Value(nil), h.TupleItems(args)...)
		var keys []object.Value
		for pos := 0; ; {
			k, v, ok := h.DictNext(kwargs, &pos)
			if !ok {
				break
			}
			if !h.IsInstance(k, object.StrType) {
				return 0, h.Raise(object.TypeErrorType, "keywords must be strings")
			}
			keys, values = append(keys, k), append(values, v)
		}
		names = h.NewTuple(keys...)
		h.Push(names)
		args = h.NewTuple(values...)
		h.Push(args)
	}
	return t.Start(f, args, names, handle, daemon)
}

// startNew is start_new_thread.
func (l *Lib) startNew(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	kwargs := object.Null
	switch {
	case h.TypeOf(a[0]).Call == nil:
		return object.Null, h.Raise(object.TypeErrorType, "first arg must be callable")
	case !h.IsInstance(a[1], object.TupleType):
		return object.Null, h.Raise(object.TypeErrorType, "2nd arg must be a tuple")
	case len(a) > 2 && !h.IsInstance(a[2], object.DictType):
		return object.Null, h.Raise(object.TypeErrorType, "optional 3rd arg must be a dictionary")
	}
	if len(a) > 2 {
		kwargs = a[2]
	}
	id, err := l.started(a[0], a[1], kwargs, object.Null, true)
	if err != nil {
		return object.Null, err
	}
	return object.SmallInt(id), nil
}

var startSig = object.NewSignature("start_joinable_thread", 0, 1, 0, "function", "handle", "daemon")

// startJoinable is start_joinable_thread.
func (l *Lib) startJoinable(t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	h := l.h
	var p [3]object.Value
	if err := bind(h, startSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if h.TypeOf(p[0]).Call == nil {
		return object.Null, h.Raise(object.TypeErrorType, "thread function must be callable")
	}
	handle, daemon := p[1], true
	if p[2] != object.Null {
		var err error
		if daemon, err = h.Truth(p[2]); err != nil {
			return object.Null, err
		}
	}
	switch {
	case handle == object.Null || handle == object.None:
		handle = newThreadHandle(h, t)
		h.Push(handle)
	case !h.Is(handle, t.ID):
		return object.Null, h.Raise(object.TypeErrorType, "'handle' must be a _ThreadHandle")
	}
	if h.Field(handle, offThreadState) != threadNew {
		return object.Null, h.Raise(object.RuntimeErrorType, "thread already started")
	}
	none := h.NewTuple()
	id, err := l.started(p[0], none, object.Null, handle, daemon)
	if err != nil {
		return object.Null, err
	}
	h.SetField(handle, offThreadIdent, object.SmallInt(id))
	h.SetField(handle, offThreadState, threadRuns)
	return handle, nil
}

// waitForThreads waits until all threads have ended that are no daemons.
func (l *Lib) waitForThreads() error {
	if l.host.Threads == nil {
		return nil
	}
	for {
		ended, why := l.host.Threads.WaitAll()
		if ended {
			return nil
		}
		if why == handover.Interrupted {
			if err := l.waits(); err != nil {
				return err
			}
		}
	}
}

// NoThreads says whether the program is over, so that what its finalizers do starts no thread.
func (l *Lib) NoThreads(on bool) { l.threads.over = on }

// JoinThreads does what CPython does with threads when the program's own code is over: threading._shutdown, which waits for those
// that are no daemons. The error is one that is no exception.
func (l *Lib) JoinThreads() error {
	h := l.h
	m := h.ModuleNamed("threading")
	if m == object.Null || !h.Is(m, object.ModuleType) {
		return l.waitForThreads()
	}
	f, err := h.LookupAttr(m, h.Intern("_shutdown"))
	if err == nil && f != object.Null {
		_, err = h.Call(f, nil, object.Null)
	}
	if r, raised := err.(*object.Raised); raised {
		return l.Unraisable("Exception ignored on threading shutdown ", m, r)
	}
	return err
}

// threadExceptHook is _excepthook: it prints the exception that has ended a thread.
func (l *Lib) threadExceptHook(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if h.TypeOf(a[0]).Name != "_ExceptHookArgs" || !h.IsInstance(a[0], object.TupleType) {
		return object.Null, h.Raise(object.TypeErrorType, "_thread.excepthook argument type must be ExceptHookArgs")
	}
	items := h.TupleItems(a[0])
	typ, value, traceback, thread := items[0], items[1], items[2], items[3]
	if typ == h.Type(object.SystemExitType).Object {
		return object.None, nil
	}
	if h.IsInstance(value, object.BaseExceptionType) {
		if what := h.Uncaught(value); what != "" {
			return object.Null, h.Stop(what)
		}
	}
	file := object.Null
	if _, err := h.ImportModule("sys"); err != nil {
		return object.Null, err
	}
	if file = l.Sys("stderr"); file == object.Null || file == object.None {
		if thread == object.None {
			return object.None, nil
		}
		f, err := h.LookupAttr(thread, h.Intern("_stderr"))
		if err != nil || f == object.Null || f == object.None {
			return object.None, err
		}
		file = f
	}
	name := ""
	if thread != object.None {
		v, err := h.LookupAttr(thread, h.Intern("name"))
		if err != nil {
			return object.Null, err
		}
		if v != object.Null {
			if v, err = h.Str(v); err != nil {
				return object.Null, err
			}
			name = h.GoString(v)
		}
	}
	if name == "" {
		id, err := h.Str(object.SmallInt(l.self()))
		if err != nil {
			return object.Null, err
		}
		name = h.GoString(id)
	}
	if _, err := callMethod(h, file, "write", h.NewStr("Exception in thread "+name+":\n")); err != nil {
		return object.Null, err
	}
	if _, err := exceptHook(h, object.Null, h.TupleItems(h.NewTuple(typ, value, traceback, object.None, file))); err != nil {
		return object.Null, err
	}
	_, err := callMethod(h, file, "flush")
	return object.None, err
}

const (
	offThreadIdent   = 8
	offThreadState   = 16
	threadHandleSize = 24
)

// States of what stands for a thread.
const (
	threadNew  = object.Value(object.None)
	threadRuns = object.Value(object.False)
	threadDone = object.Value(object.True)
)

func newThreadHandle(h *object.Heap, t *object.Type) object.Value {
	v := h.NewEmpty(t)
	h.SetField(v, offThreadIdent, object.SmallInt(0))
	h.SetField(v, offThreadState, threadNew)
	return v
}

// threadHandle makes the type of what stands for a thread.
func (l *Lib) threadHandle() *object.Type {
	h := l.h
	t := h.RegisterType(&object.Type{Name: "_ThreadHandle", Module: "_thread", Size: threadHandleSize, Final: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return newThreadHandle(h, t), nil
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			id, err := h.Str(h.Field(v, offThreadIdent))
			if err != nil {
				return object.Null, err
			}
			return h.NewStr("<_ThreadHandle object: ident=" + h.GoString(id) + ">"), nil
		},
	}})
	h.AddGetSets(t, []object.GetSet{fieldGetter("ident", offThreadIdent)})
	h.AddMethods(t, []object.Builtin{
		{Name: "is_done", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(h.Field(v, offThreadState) == threadDone), nil
		}},
		{Name: "_set_done", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if h.Field(v, offThreadState) == threadNew {
				return object.Null, h.Raise(object.RuntimeErrorType, "thread not started")
			}
			h.SetField(v, offThreadState, threadDone)
			l.WakeAll(v)
			return object.None, nil
		}},
		{Name: "join", Arity: object.Fast, Min: 0, Max: 1, Fn: l.joinThread},
	})
	return t
}

// joinThread is _ThreadHandle.join(timeout=None).
func (l *Lib) joinThread(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	d := handover.Forever
	if len(a) > 0 && a[0] != object.None {
		var err error
		if d, err = seconds(h, a[0]); err != nil {
			return object.Null, err
		}
		d = max(d, handover.Forever)
	}
	switch {
	case h.Field(v, offThreadState) == threadNew:
		return object.Null, h.Raise(object.RuntimeErrorType, "thread not started")
	case h.Field(v, offThreadState) == threadRuns && h.Field(v, offThreadIdent) == object.SmallInt(l.self()):
		return object.Null, h.Raise(object.RuntimeErrorType, "Cannot join current thread")
	}
	_, err := l.until(v, d, func() bool { return h.Field(v, offThreadState) == threadDone })
	return object.None, err
}

// switchInterval are sys.getswitchinterval and sys.setswitchinterval.
func (l *Lib) switchInterval() []object.Builtin {
	return []object.Builtin{
		{Name: "getswitchinterval", Module: "sys", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			if l.threads.interval == 0 {
				return object.FloatValue(handover.DefaultInterval.Seconds()), nil
			}
			return object.FloatValue(l.threads.interval), nil
		}},
		{Name: "setswitchinterval", Module: "sys", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			x, err := h.Float(a[0])
			switch {
			case err != nil:
				return object.Null, err
			case x <= 0:
				return object.Null, h.Raise(object.ValueErrorType, "switch interval must be strictly positive")
			case x > maxTimeout:
				return object.Null, h.Raise(object.OverflowErrorType, "timestamp out of range for platform time_t")
			}
			d := max(time.Duration(x*1e6)*time.Microsecond, time.Microsecond)
			l.threads.interval = d.Seconds()
			if l.host.Threads != nil {
				l.host.Threads.SetInterval(d)
			}
			return object.None, nil
		}},
	}
}
