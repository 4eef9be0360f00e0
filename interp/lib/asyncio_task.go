package lib

import (
	"strconv"

	"github.com/tier2go/tier2/interp/object"
)

// The fields of a task, behind those of a future. The future's dict is not there: it is behind these.
const (
	offTaskCoro    = object.FutureSize
	offTaskName    = object.FutureSize + 8 // an int: the number in the name
	offTaskContext = object.FutureSize + 16
	offTaskWaiter  = object.FutureSize + 24 // the future that it waits for
	offTaskCancels = object.FutureSize + 32 // int: how often it was asked to be cancelled, less how often that was taken back
	offTaskNumber  = object.FutureSize + 40 // word: its index in the list of all tasks, or notListed
	taskSize       = object.FutureSize + 48
)

var taskInitSig = object.NewSignature("Task", 0, 1, 4, "coro", "loop", "name", "context", "eager_start")

func (k *asyncio) registerTask() {
	h := k.h
	k.task = h.RegisterType(&object.Type{Name: "Task", Module: "_asyncio", Base: k.future, Size: taskSize, Attributes: true, Weak: true, Slots: object.Slots{
		Bare: k.emptyTask, Init: k.initTask,
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			if t.Made() {
				return k.emptyTask(h, t, args, kwnames)
			}
			return h.RunScripted(k.callTask, object.Null, args, kwnames)
		},
		Repr: k.reprBy(importTaskRepr),
		Iter: k.await,
		Dying: func(_ *object.Heap, t object.Value) bool {
			return k.has(t, object.FutLogTraceback) || k.has(t, taskLogDestroyed) && !k.has(t, futDone)
		},
	}})
	k.task.Scripted = k.callTask
	k.eagerScript = k.script(5, func(x object.Value, done bool, err error, kept []object.Value) (object.Value, error) {
		t := kept[0]
		return t, k.leaveEagerly(t, eagerly{kept[1], kept[2], kept[3]}, k.endStep(t, x, done, err))
	})
	h.SetTypeAttr(k.task, "__doc__", h.NewStr("A coroutine that the loop of asyncio runs, as a future of what it returns."))
	h.AddMethods(k.task, k.taskMethods())
	h.AddGetSets(k.task, []object.GetSet{
		k.flag("_log_destroy_pending", taskLogDestroyed, func(t object.Value, on bool) error {
			k.put(t, taskLogDestroyed, on)
			return nil
		}),
		k.flag("_must_cancel", taskMustCancel, nil),
		k.field("_coro", offTaskCoro, false), k.field("_fut_waiter", offTaskWaiter, false),
	})
}

func (k *asyncio) isTask(v object.Value) bool { return k.h.IsInstance(v, k.task.ID) }

// isCoroutine reports whether a task can run v.
func (k *asyncio) isCoroutine(v object.Value) (bool, error) {
	h := k.h
	if h.Is(v, object.CoroutineType) {
		return true, nil
	}
	class := h.TypeOf(v).Object
	if known, err := h.SetContains(k.coroutines, class); known || err != nil {
		return known, err
	}
	r, err := k.call(importIsCoroutine, v)
	if err != nil {
		return false, err
	}
	yes, err := h.Truth(r)
	if err == nil && yes && !h.TypeOf(v).Made() {
		err = h.SetAdd(k.coroutines, class)
	}
	return yes, err
}

// emptyTask makes a task that is not initialized.
func (k *asyncio) emptyTask(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	v, err := k.emptyFuture(h, t, args, kwnames)
	h.SetWord(v, offTaskNumber, notListed)
	h.SetField(v, offTaskCancels, object.SmallInt(0))
	return v, err
}

// initTask is Task.__init__.
func (k *asyncio) initTask(_ *object.Heap, t object.Value, args []object.Value, kwnames object.Value) error {
	eager, err := k.beginTask(t, args, kwnames)
	if err == nil && eager {
		err = k.startEagerly(t)
	}
	return err
}

// beginTask is Task.__init__ but for the first step of a task that is to be started eagerly.
func (k *asyncio) beginTask(t object.Value, args []object.Value, kwnames object.Value) (eager bool, err error) {
	h := k.h
	var p [5]object.Value
	if err := bind(h, taskInitSig, args, kwnames, p[:]); err != nil {
		return false, err
	}
	coro, name, ctx := p[0], p[2], p[3]
	if p[4] != object.Null {
		if eager, err = h.Truth(p[4]); err != nil {
			return false, err
		}
	}
	if err := k.initFuture(t, p[1]); err != nil {
		return false, err
	}
	if yes, err := k.isCoroutine(coro); err != nil {
		return false, err
	} else if !yes {
		text, err := k.format("a coroutine was expected, got %R", coro)
		if err != nil {
			return false, err
		}
		return false, h.RaiseWith(object.TypeErrorType, h.NewStr(text))
	}
	if ctx == object.Null || ctx == object.None {
		ctx = k.ctx.copied(k.ctx.current)
	}
	name, err = k.taskName(name)
	if err != nil {
		return false, err
	}
	if err := k.alive(t); err != nil { // what is called above may have called __init__
		return false, err
	}
	h.SetField(t, offTaskContext, ctx)
	h.SetField(t, offTaskWaiter, object.Null)
	h.SetField(t, offTaskCancels, object.SmallInt(0))
	h.SetField(t, offTaskCoro, coro)
	h.SetField(t, offTaskName, name)
	k.put(t, taskLogDestroyed, true)
	if eager {
		running, err := k.method(h.Field(t, object.OffFutLoop), k.name.isRunning)
		if err != nil {
			return false, err
		}
		if yes, err := h.Truth(running); err != nil {
			return false, err
		} else if yes {
			return true, nil
		}
	}
	if err := k.stepSoon(t, object.Null); err != nil {
		return false, err
	}
	k.list(t)
	return false, nil
}

// taskName is what a task keeps of a name: a str, or the number of one that it gets.
func (k *asyncio) taskName(name object.Value) (object.Value, error) {
	switch {
	case name == object.Null || name == object.None:
		k.taskNumber++
		return object.SmallInt(k.taskNumber), nil
	case k.h.Is(name, object.StrType):
		return name, nil
	}
	return k.h.Str(name)
}

// taskMethods are those that a task has besides a future's, or in their place.
func (k *asyncio) taskMethods() []object.Builtin {
	h := k.h
	stack := func(name string, what int, params ...string) object.Builtin {
		sig := object.NewSignature(name, 0, 0, len(params), params...)
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, t object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [3]object.Value{t, object.None, object.None}
			if err := bind(h, sig, args, kwnames, p[1:1+len(params)]); err != nil {
				return object.Null, err
			}
			for i := range p {
				if p[i] == object.Null {
					p[i] = object.None
				}
			}
			return k.call(what, p[:1+len(params)]...)
		}}
	}
	refuse := func(name string) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.RuntimeErrorType, "Task does not support %s operation", name)
		}}
	}
	return []object.Builtin{
		refuse("set_result"), refuse("set_exception"),
		stack("get_stack", importGetStack, "limit"), stack("print_stack", importPrintStack, "limit", "file"),
		{Name: "cancel", Arity: object.Varied, FnKw: func(h *object.Heap, t object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, futureCancelSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			return k.cancelTask(t, p[0])
		}},
		plainMethod("cancelling", func(t object.Value) (object.Value, error) { return h.Field(t, offTaskCancels), nil }),
		plainMethod("uncancel", func(t object.Value) (object.Value, error) {
			n := h.Field(t, offTaskCancels).Small()
			if n > 0 {
				if n--; n == 0 {
					k.put(t, taskMustCancel, false)
				}
				h.SetField(t, offTaskCancels, object.SmallInt(n))
			}
			return object.SmallInt(n), nil
		}),
		plainMethod("get_coro", func(t object.Value) (object.Value, error) { return k.orNone(t, offTaskCoro), nil }),
		plainMethod("get_context", func(t object.Value) (object.Value, error) { return k.orNone(t, offTaskContext), nil }),
		plainMethod("get_name", func(t object.Value) (object.Value, error) {
			name := k.orNone(t, offTaskName)
			if name.IsSmall() {
				name = h.NewStr("Task-" + strconv.FormatInt(name.Small(), 10))
				h.SetField(t, offTaskName, name)
			}
			return name, nil
		}),
		{Name: "set_name", Arity: object.O, Fn: func(h *object.Heap, t object.Value, a []object.Value) (object.Value, error) {
			name, err := a[0], error(nil)
			if !h.Is(name, object.StrType) {
				name, err = h.Str(name)
			}
			if err == nil {
				h.SetField(t, offTaskName, name)
			}
			return object.None, err
		}},
		plainMethod("__del__", func(t object.Value) (object.Value, error) {
			if k.has(t, taskLogDestroyed) && !k.has(t, futDone) {
				d := h.NewDict()
				h.DictSetStr(d, h.Intern("message"), h.NewStr("Task was destroyed but it is pending!"))
				h.DictSetStr(d, h.Intern("task"), t)
				if err := k.tellLoop(t, d); err != nil {
					return object.Null, err
				}
			}
			return object.None, k.finalizeFuture(t)
		}),
	}
}

// cancelTask is Task.cancel: the CancelledError is thrown into the coroutine by the next step.
func (k *asyncio) cancelTask(t, msg object.Value) (object.Value, error) {
	h := k.h
	k.put(t, object.FutLogTraceback, false)
	if k.has(t, futDone) {
		return object.False, nil
	}
	h.SetField(t, offTaskCancels, object.SmallInt(h.Field(t, offTaskCancels).Small()+1))
	if h.Field(t, offTaskWaiter) != object.Null {
		if yes, err := k.cancelWaiter(t, msg); yes || err != nil {
			return object.True, err
		}
	}
	k.put(t, taskMustCancel, true)
	h.SetField(t, object.OffFutMessage, msg)
	return object.True, nil
}

// cancelWaiter cancels what a task waits for: waiter.cancel(msg=msg).
func (k *asyncio) cancelWaiter(t, msg object.Value) (bool, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	f, self, err := h.LoadMethod(h.Field(t, offTaskWaiter), k.name.cancel)
	if err != nil {
		return false, err
	}
	if self != object.Null {
		h.Push(self)
	}
	if msg == object.Null {
		msg = object.None
	}
	h.Push(msg)
	r, err := h.Call(f, h.Pushed(m), k.msgName)
	if err != nil {
		return false, err
	}
	return h.Truth(r)
}
