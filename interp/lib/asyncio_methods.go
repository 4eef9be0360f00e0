package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// The methods and attributes of futures.

// aliveMethod is a method without arguments of a future that must be initialized.
func (k *asyncio) aliveMethod(name string, f func(v object.Value) (object.Value, error)) object.Builtin {
	return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		if err := k.alive(v); err != nil {
			return object.Null, err
		}
		return f(v)
	}}
}

// plainMethod is a method without arguments.
func plainMethod(name string, f func(v object.Value) (object.Value, error)) object.Builtin {
	return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		return f(v)
	}}
}

var (
	addCallbackSig  = object.NewSignature("add_done_callback", 1, 1, 1, "", "context")
	setResultSig    = object.NewSignature("set_result", 1, 1, 0, "")
	futureCancelSig = object.NewSignature("cancel", 0, 0, 0, "msg")
)

func (k *asyncio) futureMethods() []object.Builtin {
	h := k.h
	one := func(name string, f func(v, a object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if err := k.alive(v); err != nil {
				return object.Null, err
			}
			return f(v, a[0])
		}}
	}
	return []object.Builtin{
		plainMethod("result", k.result),
		plainMethod("exception", k.exception),
		one("set_result", func(f, x object.Value) (object.Value, error) { return object.None, k.setResult(f, x) }),
		one("set_exception", func(f, exc object.Value) (object.Value, error) { return object.None, k.setException(f, exc) }),
		one("remove_done_callback", func(f, callback object.Value) (object.Value, error) {
			n, err := k.removeCallback(f, callback)
			return object.SmallInt(int64(n)), err
		}),
		{Name: "add_done_callback", Arity: object.Varied, FnKw: func(h *object.Heap, f object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [2]object.Value{object.Null, object.Null}
			if len(args) == 1 && kwnames == object.Null {
				p[0] = args[0]
			} else if err := bind(h, addCallbackSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			if h.Field(f, object.OffFutLoop) == object.Null {
				return object.Null, h.Raise(object.RuntimeErrorType, "uninitialized Future object")
			}
			if p[1] == object.Null {
				p[1] = k.ctx.copied(k.ctx.current)
			}
			return object.None, k.addCallback(f, p[0], p[1])
		}},
		{Name: "cancel", Arity: object.Varied, FnKw: func(h *object.Heap, f object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, futureCancelSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			if err := k.alive(f); err != nil {
				return object.Null, err
			}
			done, err := k.cancel(f, p[0])
			return object.Bool(!done), err
		}},
		plainMethod("cancelled", func(f object.Value) (object.Value, error) { return object.Bool(k.has(f, object.FutCancelled)), nil }),
		plainMethod("done", func(f object.Value) (object.Value, error) { return object.Bool(k.has(f, futDone)), nil }),
		k.aliveMethod("get_loop", func(f object.Value) (object.Value, error) { return h.Field(f, object.OffFutLoop), nil }),
		plainMethod("_make_cancelled_error", k.cancelledError),
		plainMethod("__await__", func(f object.Value) (object.Value, error) { return k.await(h, f) }),
		plainMethod("__del__", func(f object.Value) (object.Value, error) { return object.None, k.finalizeFuture(f) }),
	}
}

// deleted refuses to delete an attribute.
func deleted(h *object.Heap, x object.Value) error {
	if x == object.Null {
		return h.Raise(object.AttributeErrorType, "cannot delete attribute")
	}
	return nil
}

// flag is an attribute that is a bit, and what sets it.
func (k *asyncio) flag(name string, bit uint64, set func(f object.Value, on bool) error) object.GetSet {
	g := object.GetSet{Name: name, Get: func(_ *object.Heap, f object.Value) (object.Value, error) { return object.Bool(k.has(f, bit)), nil }}
	if set != nil {
		g.Set = func(h *object.Heap, f, x object.Value) error {
			if err := deleted(h, x); err != nil {
				return err
			}
			on, err := h.Truth(x)
			if err != nil {
				return err
			}
			return set(f, on)
		}
	}
	return g
}

// field is an attribute that is a field, or None.
func (k *asyncio) field(name string, off uintptr, check bool) object.GetSet {
	return object.GetSet{Name: name, Get: func(_ *object.Heap, f object.Value) (object.Value, error) {
		if check {
			if err := k.alive(f); err != nil {
				return object.Null, err
			}
		}
		return k.orNone(f, off), nil
	}}
}

// stored says of such an attribute that the field of an initialized future has what Get returns.
func stored(g object.GetSet, off uintptr) object.GetSet {
	g.Field = off
	return g
}

func (k *asyncio) futureAttrs() []object.GetSet {
	message := k.field("_cancel_message", object.OffFutMessage, false)
	message.Set = func(h *object.Heap, f, x object.Value) error {
		if err := deleted(h, x); err != nil {
			return err
		}
		h.SetField(f, object.OffFutMessage, x)
		return nil
	}
	checked := func(name string, get func(f object.Value) object.Value) object.GetSet {
		return object.GetSet{Name: name, Get: func(_ *object.Heap, f object.Value) (object.Value, error) {
			if err := k.alive(f); err != nil {
				return object.Null, err
			}
			return get(f), nil
		}}
	}
	logged := k.flag("_log_traceback", object.FutLogTraceback, func(f object.Value, on bool) error {
		if on {
			return k.h.Raise(object.ValueErrorType, "_log_traceback can only be set to False")
		}
		k.put(f, object.FutLogTraceback, false)
		return nil
	})
	logged.Get = checked("", func(f object.Value) object.Value { return object.Bool(k.has(f, object.FutLogTraceback)) }).Get
	return []object.GetSet{
		k.flag("_asyncio_future_blocking", object.FutBlocking, func(f object.Value, on bool) error {
			err := k.alive(f)
			if err == nil {
				k.put(f, object.FutBlocking, on)
			}
			return err
		}),
		logged, message,
		stored(k.field("_loop", object.OffFutLoop, false), object.OffFutLoop), stored(k.field("_source_traceback", object.OffFutSource, false), object.OffFutSource),
		k.field("_result", object.OffFutResult, true), k.field("_exception", object.OffFutException, true),
		checked("_state", k.state), checked("_callbacks", k.callbacks),
		{Name: "_asyncio_awaited_by", Get: func(h *object.Heap, f object.Value) (object.Value, error) {
			by := h.Field(f, object.OffFutAwaitedBy)
			switch {
			case by == object.Null:
				return object.None, nil
			case h.Is(by, object.SetType):
				return h.FrozenSetFromIter(by)
			}
			return h.FrozenSetFromIter(h.NewTuple(by))
		}},
	}
}

// state is the name of a future's state.
func (k *asyncio) state(f object.Value) object.Value {
	switch {
	case k.has(f, object.FutCancelled):
		return k.h.Intern("CANCELLED")
	case k.has(f, object.FutFinished):
		return k.h.Intern("FINISHED")
	}
	return k.h.Intern("PENDING")
}

// callbacks is the list of a future's callbacks and their contexts; None if there are none.
func (k *asyncio) callbacks(f object.Value) object.Value {
	h := k.h
	first, rest := h.Field(f, object.OffFutCallback), h.Field(f, object.OffFutCallbacks)
	if first == object.Null && rest == object.Null {
		return object.None
	}
	list := h.NewList()
	if first != object.Null {
		h.ListAppend(list, h.NewTuple(first, k.orNone(f, object.OffFutContext)))
	}
	if rest != object.Null {
		for i := range h.ListLen(rest) {
			h.ListAppend(list, h.ListItem(rest, i))
		}
	}
	return list
}
