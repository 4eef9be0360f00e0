package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Awaiting a future: it is yielded to the task that waits, which goes on when it is done.

// The field of an iterator over a future.
const (
	offFutIterOf = 8 // Null: it has ended
	futIterSize  = 16
)

// await is __await__ and __iter__ of a future.
func (k *asyncio) await(h *object.Heap, f object.Value) (object.Value, error) {
	if err := k.alive(f); err != nil {
		return object.Null, err
	}
	it := h.NewObject(k.iter.ID, futIterSize)
	h.SetField(it, offFutIterOf, f)
	return it, nil
}

func (k *asyncio) registerFutureIter() {
	h := k.h
	k.iter = h.RegisterType(&object.Type{Name: "FutureIter", Module: "_asyncio", Final: true, Slots: object.Slots{Iter: itself, Next: k.nextOf, Send: k.sendTo}})
	h.AddMethods(k.iter, []object.Builtin{
		{Name: "send", Arity: object.O, Fn: func(h *object.Heap, it object.Value, _ []object.Value) (object.Value, error) {
			x, err := k.nextOf(h, it)
			if err == nil && x == object.Null {
				err = h.RaiseWith(object.StopIterationType)
			}
			return x, err
		}},
		{Name: "throw", Arity: object.Fast, Min: 1, Max: 3, Fn: func(h *object.Heap, it object.Value, a []object.Value) (object.Value, error) {
			exc, err := h.Thrown(a)
			if err != nil {
				return object.Null, err
			}
			h.SetField(it, offFutIterOf, object.Null)
			return object.Null, h.PassOn(exc)
		}},
		plainMethod("close", func(it object.Value) (object.Value, error) {
			h.SetField(it, offFutIterOf, object.Null)
			return object.None, nil
		}),
	})
}

// nextOf is __next__ of an iterator over a future.
func (k *asyncio) nextOf(h *object.Heap, it object.Value) (object.Value, error) {
	x, done, err := k.sendTo(h, it, object.None)
	switch {
	case err != nil || done && x == object.None:
		return object.Null, err
	case done:
		return object.Null, h.StopIteration(x)
	}
	return x, nil
}

// sendTo returns the future if it is not done, else, done, its result.
func (k *asyncio) sendTo(h *object.Heap, it, _ object.Value) (x object.Value, done bool, err error) {
	f := h.Field(it, offFutIterOf)
	if f == object.Null {
		return object.None, true, nil
	}
	if !k.has(f, futDone) {
		if k.has(f, object.FutBlocking) {
			return object.Null, false, h.Raise(object.RuntimeErrorType, "await wasn't used with future")
		}
		k.put(f, object.FutBlocking, true)
		return f, false, nil
	}
	h.SetField(it, offFutIterOf, object.Null)
	x, err = k.result(f)
	return x, err == nil, err
}
