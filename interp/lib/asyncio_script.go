package lib

import "github.com/tier2go/tier2/interp/object"

// Steps of tasks as Scripts: the coroutine runs in the interpreter's loop. So do those that Context.run is told to call, and the first
// step of a task that is started eagerly. What throws into the coroutine, or is called in another way, runs it nested from Go.

// script is the Script of a step whose state has so many words; end is endStep's end of it.
func (k *asyncio) script(words int, end func(x object.Value, done bool, err error, kept []object.Value) (object.Value, error)) *object.Script {
	return &object.Script{
		Name: "step", Sends: true, Words: words,
		Returned: func(_ *object.Heap, x object.Value, kept []object.Value) (object.Value, error) {
			return end(x, true, nil, kept)
		},
		Yielded: func(_ *object.Heap, x object.Value, kept []object.Value) (object.Value, error) {
			return end(x, false, nil, kept)
		},
		Failed: func(h *object.Heap, exc object.Value, kept []object.Value) (object.Value, error) {
			return end(object.Null, false, h.PassOn(exc), kept)
		},
	}
}

// stepIn begins a call of f in a context that has been entered, if that is a task's step; ok is false if it is none. It leaves the
// context where the step has ended.
func (k *asyncio) stepIn(ctx, f object.Value, args []object.Value) (s *object.Script, state object.ScriptState, ok bool, err error) {
	h := k.h
	var t, exc object.Value
	switch {
	case len(args) == 0 && h.Is(f, k.step.ID):
		t, exc = h.Field(f, offStepTask), h.Field(f, offStepArg)
	case len(args) == 1 && h.Is(f, object.BuiltinType) && h.BuiltinOf(f) == h.BuiltinOf(k.wakeup):
		t = h.Field(f, object.OffBuiltinSelf)
		if exc, err = k.woken(t, args[0]); err != nil {
			k.ctx.leave(ctx)
			return nil, state, true, err
		}
	default:
		return nil, state, false, nil
	}
	defer func() {
		if s == nil {
			k.ctx.leave(ctx)
		}
	}()
	loop, err := k.enterStep(t)
	if err != nil {
		return nil, state, true, err
	}
	coro, exc, err := k.beginStep(t, exc)
	switch {
	case err != nil:
		err = k.leaveStep(t, loop, err)
	case exc == object.Null && h.IsResumed(coro):
		return k.stepScript, object.ScriptState{coro, t, loop, ctx}, true, nil
	default:
		x, done, e := k.resume(coro, exc)
		err = k.leaveStep(t, loop, k.endStep(t, x, done, e))
	}
	return nil, object.ScriptState{object.None}, true, err
}

// callTask is Task(…).
func (k *asyncio) callTask(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (s *object.Script, state object.ScriptState, err error) {
	t, err := k.emptyTask(h, k.task, args, kwnames)
	if err != nil {
		return nil, state, err
	}
	state[0] = t
	eager, err := k.beginTask(t, args, kwnames)
	if err != nil || !eager {
		return nil, state, err
	}
	e, err := k.enterEagerly(t)
	if err != nil {
		return nil, state, err
	}
	coro, exc, err := k.beginStep(t, object.Null)
	switch {
	case err != nil:
		err = k.leaveEagerly(t, e, err)
	case exc == object.Null && h.IsResumed(coro):
		return k.eagerScript, object.ScriptState{coro, t, e.loop, e.before, e.ctx}, nil
	default:
		x, done, er := k.resume(coro, exc)
		err = k.leaveEagerly(t, e, k.endStep(t, x, done, er))
	}
	return nil, state, err
}

// eagerly is what is to be undone behind the first step of a task that is started eagerly.
type eagerly struct{ loop, before, ctx object.Value }

// enterEagerly makes ready for the first step of a task; leaveEagerly must follow, and returns an error of its own if err is nil. As in
// CPython, nothing is undone where that fails: the task stays the current one.
func (k *asyncio) enterEagerly(t object.Value) (e eagerly, err error) {
	e.loop, e.ctx = k.h.Field(t, object.OffFutLoop), k.h.Field(t, offTaskContext)
	if e.before, err = k.swapTask(e.loop, t); err != nil {
		return e, err
	}
	k.list(t)
	return e, k.ctx.enterAny(e.ctx)
}

func (k *asyncio) leaveEagerly(t object.Value, e eagerly, err error) error {
	k.ctx.leave(e.ctx)
	if _, er := k.swapTask(e.loop, e.before); err == nil {
		err = er
	}
	if k.has(t, futDone) {
		k.unlist(t)
		k.h.SetField(t, offTaskCoro, object.Null)
	}
	return err
}

// startEagerly runs the first step of a task at once, from Go.
func (k *asyncio) startEagerly(t object.Value) error {
	e, err := k.enterEagerly(t)
	if err != nil {
		return err
	}
	return k.leaveEagerly(t, e, k.step1(t, object.Null))
}
