package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// A step of a task: its coroutine runs until it waits for a future, or ends. The first step, and those
// that nothing else brings about, are called by the loop through an object of a type of their own; the
// others are callbacks of the futures that a task waits for (wakeup).

const (
	offStepTask = 8
	offStepArg  = 16 // the exception to throw, or Null
	stepSize    = 24
)

func (k *asyncio) registerStep() {
	h := k.h
	k.step = h.RegisterType(&object.Type{Name: "TaskStepMethWrapper", Module: "_asyncio", Final: true, Slots: object.Slots{
		Call: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			switch {
			case kwnames != object.Null && h.TupleLen(kwnames) > 0:
				return object.Null, h.Raise(object.TypeErrorType, "function takes no keyword arguments")
			case len(args) > 0:
				return object.Null, h.Raise(object.TypeErrorType, "function takes no positional arguments")
			}
			return object.None, k.run(h.Field(v, offStepTask), h.Field(v, offStepArg))
		},
	}})
	h.AddGetSets(k.step, []object.GetSet{fieldGetter("__self__", offStepTask)})
	k.wakeup = h.NewUnbound(&object.Builtin{Name: "task_wakeup", Arity: object.O, Owner: k.task, Fn: func(_ *object.Heap, t object.Value, a []object.Value) (object.Value, error) {
		return object.None, k.wake(t, a[0])
	}})
	k.stepScript = k.script(4, func(x object.Value, done bool, err error, kept []object.Value) (object.Value, error) {
		t, loop, ctx := kept[0], kept[1], kept[2]
		defer k.ctx.leave(ctx)
		return object.None, k.leaveStep(t, loop, k.endStep(t, x, done, err))
	})
	k.ctx.step = k.stepIn
}

// stepSoon lets the loop call a step, which throws exc if that is not Null.
func (k *asyncio) stepSoon(t, exc object.Value) error {
	h := k.h
	v := h.NewObject(k.step.ID, stepSize)
	h.SetField(v, offStepTask, t)
	h.SetField(v, offStepArg, exc)
	return k.callSoon(h.Field(t, object.OffFutLoop), v, object.Null, h.Field(t, offTaskContext))
}

// failSoon lets the loop call a step that throws RuntimeError with a formatted text.
func (k *asyncio) failSoon(t object.Value, text string, values ...object.Value) error {
	s, err := k.format(text, values...)
	if err != nil {
		return err
	}
	return k.stepSoon(t, k.h.NewException(k.h.Type(object.RuntimeErrorType), k.h.NewStr(s)))
}

// wake is the callback of the future that a task waits for.
func (k *asyncio) wake(t, f object.Value) error {
	exc, err := k.woken(t, f)
	if err != nil {
		return err
	}
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	h.Push(exc)
	return k.run(t, exc)
}

// woken returns what the step throws of a task that has waited for a future; Null: nothing.
func (k *asyncio) woken(t, f object.Value) (exc object.Value, err error) {
	if err := k.discardAwaitedBy(f, t); err != nil {
		return object.Null, err
	}
	exc = object.Null
	if k.exactFuture(f) {
		_, exc, err = k.outcome(f)
	} else {
		_, err = k.method(f, k.name.result)
	}
	if err != nil {
		r, ok := err.(*object.Raised)
		if !ok {
			return object.Null, err
		}
		exc = r.Exc
	}
	return exc, nil
}

// run runs a step as the current task.
func (k *asyncio) run(t, exc object.Value) error {
	loop, err := k.enterStep(t)
	if err != nil {
		return err
	}
	return k.leaveStep(t, loop, k.step1(t, exc))
}

// enterStep makes a task the current one, and returns its loop; leaveStep ends that, and returns an error of its own if err is nil.
func (k *asyncio) enterStep(t object.Value) (loop object.Value, err error) {
	if err = k.alive(t); err == nil {
		loop = k.h.Field(t, object.OffFutLoop)
		err = k.enterTask(loop, t)
	}
	return loop, err
}

func (k *asyncio) leaveStep(t, loop object.Value, err error) error {
	if k.loop == loop && k.current == t {
		k.current = object.Null
		return err
	}
	if e := k.leaveTask(loop, t); err == nil {
		err = e
	}
	return err
}

// step1 runs a task's coroutine until it waits or ends; exc is thrown into it unless it is Null.
func (k *asyncio) step1(t, exc object.Value) error {
	coro, exc, err := k.beginStep(t, exc)
	if err != nil {
		return err
	}
	x, done, err := k.resume(coro, exc)
	return k.endStep(t, x, done, err)
}

// beginStep returns what a step resumes, and what it throws into that, Null: nothing.
func (k *asyncio) beginStep(t, exc object.Value) (coro, throw object.Value, err error) {
	h := k.h
	if k.has(t, futDone) {
		if exc == object.Null {
			exc = object.None
		}
		text, err := k.format("__step(): already done: %R %R", t, exc)
		if err != nil {
			return object.Null, object.Null, err
		}
		return object.Null, object.Null, k.raise(importInvalidState, text)
	}
	if k.has(t, taskMustCancel) {
		var err error
		is := false
		if exc != object.Null {
			is, err = k.instance(exc, importCancelled)
		}
		if err == nil && !is {
			exc, err = k.cancelledError(t)
		}
		if err != nil {
			return object.Null, object.Null, err
		}
		k.put(t, taskMustCancel, false)
	}
	h.SetField(t, offTaskWaiter, object.Null)
	if coro = h.Field(t, offTaskCoro); coro == object.Null {
		err = h.Raise(object.RuntimeErrorType, "uninitialized Task object")
	}
	return coro, exc, err
}

// endStep is told what a task's coroutine has yielded, done, returned, or raised.
func (k *asyncio) endStep(t, x object.Value, done bool, err error) error {
	switch {
	case err != nil:
		return k.failed(t, err)
	case !done:
		return k.waits(t, x)
	}
	k.unlist(t)
	if k.has(t, taskMustCancel) { // just before the coroutine has ended
		k.put(t, taskMustCancel, false)
		_, err := k.cancel(t, k.h.Field(t, object.OffFutMessage))
		return err
	}
	return k.setResult(t, x)
}

// resume runs a coroutine until it yields or, done, returns.
func (k *asyncio) resume(coro, exc object.Value) (x object.Value, done bool, err error) {
	h := k.h
	switch {
	case exc != object.Null:
		x, err = k.method(coro, k.name.throw, exc)
	case h.IsResumed(coro):
		return h.GenSend(coro, object.None)
	case h.TypeOf(coro).Next != nil:
		if x, err = h.Advance(coro); err == nil && x == object.Null {
			return object.None, true, nil
		}
	default:
		x, err = callMethod(h, coro, "send", object.None)
	}
	if err != nil {
		return h.EndValue(err)
	}
	return x, false, nil
}

// failed ends a task whose coroutine has raised.
func (k *asyncio) failed(t object.Value, err error) error {
	h := k.h
	r, ok := err.(*object.Raised)
	if !ok {
		return err
	}
	exc := r.Exc
	m := h.Mark()
	defer h.Release(m)
	h.Push(exc)
	k.unlist(t)
	cancelled, err := k.instance(exc, importCancelled)
	if err != nil {
		return err
	}
	if cancelled {
		h.SetField(t, object.OffFutCancelled, exc)
		_, err := k.cancel(t, object.Null)
		return err
	}
	if err := k.setException(t, exc); err != nil {
		return err
	}
	if h.IsInstance(exc, object.KeyboardInterruptType) || h.IsInstance(exc, object.SystemExitType) {
		return h.PassOn(exc)
	}
	return nil
}

const (
	textOtherLoop = "Task %R got Future %R attached to a different loop"
	textNotAwait  = "yield was used instead of yield from in task %R with %R"
)

// waits lets a task wait for what its coroutine has yielded.
func (k *asyncio) waits(t, x object.Value) error {
	h := k.h
	switch {
	case x == t:
		return k.failSoon(t, "Task cannot await on itself: %R", t)
	case x == object.None:
		return k.stepSoon(t, object.Null)
	case k.exactFuture(x):
		return k.waitsFor(t, x, h.Field(x, object.OffFutLoop), k.has(x, object.FutBlocking))
	}
	blocking, err := h.LookupAttr(x, k.name.blocking)
	if err != nil {
		return err
	}
	if blocking == object.Null || blocking == object.None {
		if h.Is(x, object.GeneratorType) {
			return k.failSoon(t, "yield was used instead of yield from for generator in task %R with %R", t, x)
		}
		return k.failSoon(t, "Task got bad yield: %R", x)
	}
	yes, err := h.Truth(blocking)
	if err != nil {
		return err
	}
	loop, err := k.loopOf(x)
	if err != nil {
		return err
	}
	return k.waitsFor(t, x, loop, yes)
}

// waitsFor lets a task wait for a future of a loop; blocking says that it was awaited.
func (k *asyncio) waitsFor(t, f, loop object.Value, blocking bool) error {
	h := k.h
	switch {
	case loop != h.Field(t, object.OffFutLoop):
		return k.failSoon(t, textOtherLoop, t, f)
	case !blocking:
		return k.failSoon(t, textNotAwait, t, f)
	}
	if err := k.addAwaitedBy(f, t); err != nil {
		return err
	}
	wakeup, err := h.Bind(k.wakeup, t)
	if err != nil {
		return err
	}
	if k.exactFuture(f) {
		k.put(f, object.FutBlocking, false)
		err = k.addCallback(f, wakeup, h.Field(t, offTaskContext))
	} else if err = h.SetAttr(f, k.name.blocking, object.False); err == nil {
		err = k.addForeign(f, wakeup, h.Field(t, offTaskContext))
	}
	if err != nil {
		return err
	}
	h.SetField(t, offTaskWaiter, f)
	if !k.has(t, taskMustCancel) {
		return nil
	}
	yes, err := k.cancelWaiter(t, h.Field(t, object.OffFutMessage))
	if err == nil && yes {
		k.put(t, taskMustCancel, false)
	}
	return err
}

// addForeign is f.add_done_callback(callback, context=ctx) of a future of any class.
func (k *asyncio) addForeign(f, callback, ctx object.Value) error {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	add, err := h.GetAttr(f, k.name.addCallback)
	if err != nil {
		return err
	}
	h.Push(callback)
	h.Push(ctx)
	_, err = h.Call(add, h.Pushed(m), k.contextName)
	return err
}
