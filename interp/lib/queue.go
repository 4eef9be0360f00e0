package lib

import (
	"time"

	"github.com/tier2go/tier2/interp/handover"
	"github.com/tier2go/tier2/interp/object"
)

// The module _queue (Modules/_queuemodule.c): SimpleQueue, which Lib/queue.py has in place of one in Python. One thread runs at a time
// and changes to another one only where get waits: so a queue is a list, and how many of it have been taken.

// The fields of a SimpleQueue.
const (
	offQueueItems = 8  // list
	offQueueTaken = 16 // small int: so many items at the list's front are None, and have been taken
	queueSize     = 24
)

var (
	queuePutSig       = object.NewSignature("put", 0, 1, 0, "item", "block", "timeout")
	queuePutNowaitSig = object.NewSignature("put_nowait", 0, 1, 0, "item")
	queueGetSig       = object.NewSignature("get", 0, 0, 0, "block", "timeout")
)

// simpleQueue is what the methods work with.
type simpleQueue struct {
	l     *Lib
	empty *object.Type // the exception
}

// newQueue makes the module.
func (l *Lib) newQueue() (object.Value, error) {
	h, m := l.h, l.newModule("_queue")
	empty, err := newException(h, "_queue", "Empty", object.ExceptionType)
	if err != nil {
		return object.Null, err
	}
	q := simpleQueue{l, empty}
	t := h.RegisterType(&object.Type{Name: "SimpleQueue", Module: "_queue", Size: queueSize, Weak: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			if len(args) > 0 && !t.Made() {
				if kwnames != object.Null {
					return object.Null, h.Raise(object.TypeErrorType, "SimpleQueue() takes no keyword arguments")
				}
				return object.Null, h.Raise(object.TypeErrorType, "SimpleQueue() takes no positional arguments")
			}
			v := h.NewEmpty(t)
			h.SetField(v, offQueueItems, h.NewList())
			h.SetField(v, offQueueTaken, object.SmallInt(0))
			return v, nil
		},
	}})
	h.AddMethods(t, []object.Builtin{
		{Name: "put", Arity: object.Varied, FnKw: q.put(queuePutSig)},
		{Name: "put_nowait", Arity: object.Varied, FnKw: q.put(queuePutNowaitSig)},
		{Name: "get", Arity: object.Varied, FnKw: q.get},
		{Name: "get_nowait", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return q.take(v, 0)
		}},
		{Name: "empty", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(q.len(v) == 0), nil
		}},
		{Name: "qsize", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.SmallInt(int64(q.len(v))), nil
		}},
	})
	h.AddClassMethods(t, []object.Builtin{{Name: "__class_getitem__", Arity: object.O, Fn: func(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
		return h.NewAlias(class, a[0]), nil
	}}})
	m.set("Empty", empty.Object)
	m.set("SimpleQueue", t.Object)
	return m.v, nil
}

func (q simpleQueue) taken(v object.Value) int { return int(q.l.h.Field(v, offQueueTaken).Small()) }

func (q simpleQueue) len(v object.Value) int {
	return q.l.h.ListLen(q.l.h.Field(v, offQueueItems)) - q.taken(v)
}

// put is put and put_nowait: there is always room.
func (q simpleQueue) put(sig *object.Signature) kwFunc {
	return func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var a [3]object.Value
		if err := bind(h, sig, args, kwnames, a[:]); err != nil {
			return object.Null, err
		}
		if a[1] != object.Null {
			if _, err := h.Truth(a[1]); err != nil {
				return object.Null, err
			}
		}
		h.ListAppend(h.Field(v, offQueueItems), a[0])
		q.l.wakeNext(v)
		return object.None, nil
	}
}

// get is get(block=True, timeout=None).
func (q simpleQueue) get(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [2]object.Value
	if err := bind(h, queueGetSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	d := time.Duration(handover.Forever)
	if a[0] != object.Null {
		if block, err := h.Truth(a[0]); err != nil {
			return object.Null, err
		} else if !block {
			return q.take(v, 0)
		}
	}
	if a[1] != object.Null && a[1] != object.None {
		var err error
		switch d, err = seconds(h, a[1]); {
		case err != nil:
			return object.Null, err
		case d < 0:
			return object.Null, h.Raise(object.ValueErrorType, "'timeout' must be a non-negative number")
		case d.Seconds() > maxTimeout:
			return object.Null, h.Raise(object.OverflowErrorType, "timeout value is too large")
		}
	}
	return q.take(v, d)
}

// take takes the first item, and waits for one, at most for d.
func (q simpleQueue) take(v object.Value, d time.Duration) (object.Value, error) {
	h := q.l.h
	some := func() bool { return q.len(v) > 0 }
	if !some() {
		ok, err := false, error(nil)
		if d != 0 {
			ok, err = q.l.until(v, d, some)
		}
		switch {
		case err != nil:
			if some() {
				q.l.wakeNext(v) // it was this one that was woken
			}
			return object.Null, err
		case !ok:
			exc, err := h.Call(q.empty.Object, nil, object.Null)
			if err != nil {
				return object.Null, err
			}
			return object.Null, h.RaiseValue(exc)
		}
	}
	list, n := h.Field(v, offQueueItems), q.taken(v)
	if n > 32 && n > h.ListLen(list)/2 { // what has been taken is given up
		list, n = h.NewList(h.ListItems(list)[n:]...), 0
		h.SetField(v, offQueueItems, list)
	}
	x := h.ListItem(list, n)
	h.SetListItem(list, n, object.None)
	if n++; n == h.ListLen(list) {
		h.ListClear(list)
		n = 0
	}
	h.SetField(v, offQueueTaken, object.SmallInt(int64(n)))
	return x, nil
}
