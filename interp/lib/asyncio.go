package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _asyncio (Modules/_asynciomodule.c): futures, tasks, and what is known of the loop that runs.
// A future is in asyncio_future.go, awaiting one in asyncio_iter.go, a task in asyncio_task.go, a step of
// one in asyncio_step.go.
//
// Lib/asyncio imports this module while it is imported itself. So what this module needs of Lib/asyncio
// is looked up when it is first needed.

// asyncio is the module's state.
type asyncio struct {
	l    *Lib
	h    *object.Heap
	ctx  *contexts
	name asyncioNames

	future, task, iter, step *object.Type
	stepScript, eagerScript  *object.Script
	wakeup                   object.Value // an unbound method: Bind makes the callback of a future that a task waits for
	contextName              object.Value // ("context",)
	msgName                  object.Value // ("msg",)

	loop, current object.Value // what runs; Null: nothing
	tasks         []object.Value
	eager         object.Value // set of tasks of other classes that run their first step at once
	others        object.Value // WeakSet of tasks of classes that do not derive from Task; Null: there are none
	taskNumber    int64        // of the task that was made last
	coroutines    object.Value // set of types whose instances asyncio.iscoroutine accepts
	imported      [importCount]object.Value
}

// asyncioNames are the names of attributes.
type asyncioNames struct {
	blocking, callSoon, cancel, getDebug, getLoop, loop, isRunning, addCallback, result, done, throw, handler object.Value
}

// What is imported when it is first needed.
const (
	importFutureRepr = iota
	importTaskRepr
	importGetStack
	importPrintStack
	importIsCoroutine
	importPolicy
	importInvalidState
	importCancelled
	importExtractStack
	importWeakSet
	importCount
)

// importNames are the full names of what is imported.
var importNames = [importCount]string{
	importFutureRepr:   "asyncio.base_futures._future_repr",
	importTaskRepr:     "asyncio.base_tasks._task_repr",
	importGetStack:     "asyncio.base_tasks._task_get_stack",
	importPrintStack:   "asyncio.base_tasks._task_print_stack",
	importIsCoroutine:  "asyncio.coroutines.iscoroutine",
	importPolicy:       "asyncio.events._get_event_loop_policy",
	importInvalidState: "asyncio.exceptions.InvalidStateError",
	importCancelled:    "asyncio.exceptions.CancelledError",
	importExtractStack: "traceback.extract_stack",
	importWeakSet:      "weakref.WeakSet",
}

// newAsyncio makes the module.
func (l *Lib) newAsyncio() (object.Value, error) {
	h, m := l.h, l.newModule("_asyncio")
	k := &asyncio{l: l, h: h, ctx: l.contextState(), wakeup: object.Null, contextName: object.Null, msgName: object.Null,
		loop: object.Null, current: object.Null, eager: object.Null, others: object.Null, coroutines: object.Null}
	for i := range k.imported {
		k.imported[i] = object.Null
	}
	l.asyncio = k
	h.AddRoots(func(m *heap.Marker) {
		for _, v := range [...]object.Value{k.wakeup, k.contextName, k.msgName, k.loop, k.current, k.eager, k.others, k.coroutines} {
			m.Value(v)
		}
		m.Values(k.imported[:])
	})
	h.BeforeSweep(k.sweep)
	n := &k.name
	for s, v := range map[string]*object.Value{
		"_asyncio_future_blocking": &n.blocking, "call_soon": &n.callSoon, "cancel": &n.cancel, "get_debug": &n.getDebug, "get_loop": &n.getLoop,
		"_loop": &n.loop, "is_running": &n.isRunning, "add_done_callback": &n.addCallback, "result": &n.result, "done": &n.done, "throw": &n.throw,
		"call_exception_handler": &n.handler,
	} {
		*v = h.Intern(s)
	}
	k.contextName, k.msgName = h.NewTuple(h.Intern("context")), h.NewTuple(h.Intern("msg"))
	k.eager, k.coroutines = h.NewSet(), h.NewSet()
	k.registerFuture()
	k.registerFutureIter()
	k.registerTask()
	k.registerStep()
	m.set("Future", k.future.Object)
	m.set("Task", k.task.Object)
	m.functions(k.functions())
	return m.v, nil
}

// get imports what is needed of another module.
func (k *asyncio) get(what int) (object.Value, error) {
	if v := k.imported[what]; v != object.Null {
		return v, nil
	}
	v, err := k.l.named(importNames[what])
	if err == nil {
		k.imported[what] = v
	}
	return v, err
}

// call calls what is needed of another module.
func (k *asyncio) call(what int, args ...object.Value) (object.Value, error) {
	f, err := k.get(what)
	if err != nil {
		return object.Null, err
	}
	return k.callWith(f, args...)
}

// callWith calls a function with positional arguments.
func (k *asyncio) callWith(f object.Value, args ...object.Value) (object.Value, error) {
	m := k.h.Mark()
	defer k.h.Release(m)
	for _, x := range args {
		k.h.Push(x)
	}
	return k.h.Call(f, k.h.Pushed(m), object.Null)
}

// method calls a method with positional arguments.
func (k *asyncio) method(v, name object.Value, args ...object.Value) (object.Value, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	f, self, err := h.LoadMethodCached(v, name)
	if err != nil {
		return object.Null, err
	}
	if self != object.Null {
		h.Push(self)
	}
	for _, x := range args {
		h.Push(x)
	}
	return h.Call(f, h.Pushed(m), object.Null)
}

// raise raises an exception of a class of Lib/asyncio.
func (k *asyncio) raise(what int, text string) error {
	t, err := k.get(what)
	if err != nil {
		return err
	}
	exc, err := k.callWith(t, k.h.NewStr(text))
	if err != nil {
		return err
	}
	return k.h.RaiseValue(exc)
}

// format is a text with the reprs of values in the place of each %R.
func (k *asyncio) format(text string, values ...object.Value) (string, error) {
	var b []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b = append(b, text[i])
			continue
		}
		i++ // R
		r, err := k.h.Repr(values[0])
		if err != nil {
			return "", err
		}
		b, values = k.h.AppendStr(b, r), values[1:]
	}
	return string(b), nil
}

// runtimeError raises RuntimeError with a formatted text.
func (k *asyncio) runtimeError(text string, values ...object.Value) error {
	s, err := k.format(text, values...)
	if err != nil {
		return err
	}
	return k.h.RaiseWith(object.RuntimeErrorType, k.h.NewStr(s))
}

// instance reports whether v is an instance of an exception class of Lib/asyncio, which a program may have replaced.
func (k *asyncio) instance(v object.Value, what int) (bool, error) {
	t, err := k.get(what)
	return err == nil && k.h.IsExceptionType(t) && k.h.IsInstance(v, k.h.TypeFromObject(t).ID), err
}

// asyncioFunction is a function with positional or keyword parameters.
func asyncioFunction(name string, min int, f func(a []object.Value) (object.Value, error), params ...string) object.Builtin {
	sig := object.NewSignature(name, 0, min, 0, params...)
	return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [2]object.Value
		if err := bind(h, sig, args, kwnames, p[:len(params)]); err != nil {
			return object.Null, err
		}
		return f(p[:])
	}}
}

func (k *asyncio) functions() []object.Builtin {
	running := func(a []object.Value) (object.Value, error) {
		if k.loop == object.Null {
			return object.None, nil
		}
		return k.loop, nil
	}
	plain := func(name string, f func(a []object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) { return f(a) }}
	}
	awaited := func(name string, f func(fut, waiter object.Value) error) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Fast, Min: 2, Max: 2, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return object.None, f(a[0], a[1])
		}}
	}
	none := func(err error) (object.Value, error) { return object.None, err }
	return []object.Builtin{
		plain("_get_running_loop", running),
		plain("get_running_loop", func([]object.Value) (object.Value, error) { return k.runningLoop() }),
		plain("get_event_loop", func([]object.Value) (object.Value, error) { return k.eventLoop() }),
		{Name: "_set_running_loop", Arity: object.O, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if k.loop = a[0]; a[0] == object.None {
				k.loop = object.Null
			}
			return object.None, nil
		}},
		asyncioFunction("_register_task", 1, func(a []object.Value) (object.Value, error) { return none(k.register(a[0])) }, "task"),
		asyncioFunction("_unregister_task", 1, func(a []object.Value) (object.Value, error) { return none(k.unregister(a[0])) }, "task"),
		asyncioFunction("_register_eager_task", 1, func(a []object.Value) (object.Value, error) { return none(k.registerEager(a[0])) }, "task"),
		asyncioFunction("_unregister_eager_task", 1, func(a []object.Value) (object.Value, error) { return none(k.unregisterEager(a[0])) }, "task"),
		asyncioFunction("_enter_task", 2, func(a []object.Value) (object.Value, error) { return none(k.enterTask(a[0], a[1])) }, "loop", "task"),
		asyncioFunction("_leave_task", 2, func(a []object.Value) (object.Value, error) { return none(k.leaveTask(a[0], a[1])) }, "loop", "task"),
		asyncioFunction("_swap_current_task", 2, func(a []object.Value) (object.Value, error) { return k.swapTask(a[0], a[1]) }, "loop", "task"),
		asyncioFunction("current_task", 0, func(a []object.Value) (object.Value, error) { return k.currentTask(a[0]) }, "loop"),
		asyncioFunction("all_tasks", 0, func(a []object.Value) (object.Value, error) { return k.allTasks(a[0]) }, "loop"),
		awaited("future_add_to_awaited_by", k.addAwaitedBy),
		awaited("future_discard_from_awaited_by", k.discardAwaitedBy),
	}
}

// runningLoop is get_running_loop.
func (k *asyncio) runningLoop() (object.Value, error) {
	if k.loop == object.Null {
		return object.Null, k.h.Raise(object.RuntimeErrorType, "no running event loop")
	}
	return k.loop, nil
}

// eventLoop is get_event_loop: the loop that runs, or the policy's.
func (k *asyncio) eventLoop() (object.Value, error) {
	if k.loop != object.Null {
		return k.loop, nil
	}
	policy, err := k.call(importPolicy)
	if err != nil {
		return object.Null, err
	}
	return k.method(policy, k.h.Intern("get_event_loop"))
}
