package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Bits of a future that a task has, and both that say that one is done.
const (
	taskMustCancel = object.FutFreeBit << iota
	taskLogDestroyed
	futDone = object.FutCancelled | object.FutFinished
)

func (k *asyncio) has(f object.Value, bits uint64) bool {
	return k.h.Word(f, object.OffFutBits)&bits != 0
}

func (k *asyncio) put(f object.Value, bit uint64, on bool) {
	w := k.h.Word(f, object.OffFutBits) &^ bit
	if on {
		w |= bit
	}
	k.h.SetWord(f, object.OffFutBits, w)
}

func (k *asyncio) isFuture(v object.Value) bool { return k.h.IsInstance(v, k.future.ID) }

// exactFuture reports whether v is a future of no class that is derived from Future and Task.
func (k *asyncio) exactFuture(v object.Value) bool {
	return k.h.Is(v, k.future.ID) || k.h.Is(v, k.task.ID)
}

const textNotInitialized = "Future object is not initialized."

func (k *asyncio) alive(f object.Value) error {
	if k.h.Field(f, object.OffFutLoop) == object.Null {
		return k.h.Raise(object.RuntimeErrorType, textNotInitialized)
	}
	return nil
}

// emptyFuture makes a future that is not initialized.
func (k *asyncio) emptyFuture(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
	f := h.NewEmpty(t)
	h.SetWord(f, object.OffFutBits, 0)
	return f, nil
}

var futureInitSig = object.NewSignature("Future", 0, 0, 1, "loop")

func (k *asyncio) registerFuture() {
	h := k.h
	init := func(h *object.Heap, f object.Value, args []object.Value, kwnames object.Value) error {
		var p [1]object.Value
		if err := bind(h, futureInitSig, args, kwnames, p[:]); err != nil {
			return err
		}
		return k.initFuture(f, p[0])
	}
	k.future = h.RegisterType(&object.Type{Name: "Future", Module: "_asyncio", Size: object.FutureSize, Attributes: true, Weak: true, Future: true, BeginsBare: true, Slots: object.Slots{
		Bare: k.emptyFuture, Init: init,
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			f, err := k.emptyFuture(h, t, args, kwnames)
			if t.Made() || err != nil {
				return f, err
			}
			return f, init(h, f, args, kwnames)
		},
		Repr:  k.reprBy(importFutureRepr),
		Iter:  k.await,
		Dying: func(_ *object.Heap, f object.Value) bool { return k.has(f, object.FutLogTraceback) },
	}})
	h.SetTypeAttr(k.future, "__doc__", h.NewStr("A future of asyncio: what callbacks are told of by the loop once it has a result."))
	h.AddMethods(k.future, k.futureMethods())
	h.AddGetSets(k.future, k.futureAttrs())
	h.AddClassMethods(k.future, []object.Builtin{{Name: "__class_getitem__", Arity: object.O, Fn: func(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
		return h.NewAlias(class, a[0]), nil
	}}})
}

// reprBy is the repr that a function of Lib/asyncio makes.
func (k *asyncio) reprBy(what int) func(h *object.Heap, f object.Value) (object.Value, error) {
	return func(_ *object.Heap, f object.Value) (object.Value, error) {
		if err := k.alive(f); err != nil {
			return object.Null, err
		}
		return k.call(what, f)
	}
}

// initFuture is Future.__init__.
func (k *asyncio) initFuture(f, loop object.Value) error {
	h := k.h
	for off := uintptr(object.OffFutLoop); off < object.OffFutBits; off += 8 {
		h.SetField(f, off, object.Null)
	}
	h.SetWord(f, object.OffFutBits, 0)
	if loop == object.Null || loop == object.None {
		var err error
		if loop, err = k.eventLoop(); err != nil {
			return err
		}
	}
	h.SetField(f, object.OffFutLoop, loop)
	h.SetField(f, object.OffFutSource, object.None)
	debug, err := k.method(loop, k.name.getDebug)
	if err != nil || debug == object.False {
		return err
	}
	if yes, err := h.Truth(debug); !yes || err != nil {
		return err
	}
	k.looksAtFrames()
	source, err := k.call(importExtractStack)
	if err == nil {
		h.SetField(f, object.OffFutSource, source)
	}
	return err
}

// looksAtFrames is told that there is a loop in debug mode: the stack is looked at where futures are made, and where a
// callback is given to the loop.
func (k *asyncio) looksAtFrames() {
	if k.future.Frames {
		return
	}
	k.future.Frames = true
	for _, t := range [...]*object.Type{k.future, k.task} {
		for _, name := range [...]string{"__init__", "set_result", "set_exception", "add_done_callback", "cancel"} {
			if f := k.h.DictGetStr(t.Dict, k.h.Intern(name)); f != object.Null {
				k.h.BuiltinOf(f).Frames = true
			}
		}
	}
}

// callSoon is loop.call_soon(f, arg, context=ctx); arg may be Null. The loop is Null if an __init__ of the future that has failed
// meanwhile has taken it.
func (k *asyncio) callSoon(loop, f, arg, ctx object.Value) error {
	h := k.h
	if loop == object.Null {
		return h.Raise(object.RuntimeErrorType, textNotInitialized)
	}
	m := h.Mark()
	defer h.Release(m)
	method, self, err := h.LoadMethodCached(loop, k.name.callSoon)
	if err != nil {
		return err
	}
	if self != object.Null {
		h.Push(self)
	}
	h.Push(f)
	if arg != object.Null {
		h.Push(arg)
	}
	h.Push(ctx)
	_, err = h.Call(method, h.Pushed(m), k.contextName)
	return err
}

// schedule lets the loop call all callbacks of a future that is done. The loop may change the future meanwhile.
func (k *asyncio) schedule(f object.Value) error {
	h := k.h
	if first, ctx := h.Field(f, object.OffFutCallback), h.Field(f, object.OffFutContext); first != object.Null {
		h.SetField(f, object.OffFutCallback, object.Null)
		h.SetField(f, object.OffFutContext, object.Null)
		if err := k.callSoon(h.Field(f, object.OffFutLoop), first, f, ctx); err != nil {
			h.SetField(f, object.OffFutCallbacks, object.Null)
			return err
		}
	}
	rest := h.Field(f, object.OffFutCallbacks)
	if rest == object.Null {
		return nil
	}
	h.SetField(f, object.OffFutCallbacks, object.Null)
	for i := 0; i < h.ListLen(rest); i++ {
		pair := h.ListItem(rest, i)
		if err := k.callSoon(h.Field(f, object.OffFutLoop), h.TupleItem(pair, 0), f, h.TupleItem(pair, 1)); err != nil {
			return err
		}
	}
	return nil
}

// addCallback is add_done_callback.
func (k *asyncio) addCallback(f, callback, ctx object.Value) error {
	h := k.h
	switch {
	case k.has(f, futDone):
		return k.callSoon(h.Field(f, object.OffFutLoop), callback, f, ctx)
	case h.Field(f, object.OffFutCallback) == object.Null && h.Field(f, object.OffFutCallbacks) == object.Null:
		h.SetField(f, object.OffFutCallback, callback)
		h.SetField(f, object.OffFutContext, ctx)
		return nil
	}
	pair := h.NewTuple(callback, ctx)
	if list := h.Field(f, object.OffFutCallbacks); list != object.Null {
		h.ListAppend(list, pair)
	} else {
		h.SetField(f, object.OffFutCallbacks, h.NewList(pair))
	}
	return nil
}

// removeCallback is remove_done_callback: it returns how many callbacks equal one. Comparing may change
// the future.
func (k *asyncio) removeCallback(f, callback object.Value) (int, error) {
	h, n := k.h, 0
	if first := h.Field(f, object.OffFutCallback); first != object.Null {
		same, err := h.Same(first, callback)
		if err != nil {
			return 0, err
		}
		if same {
			h.SetField(f, object.OffFutCallback, object.Null)
			h.SetField(f, object.OffFutContext, object.Null)
			n++
		}
	}
	list := h.Field(f, object.OffFutCallbacks)
	if list == object.Null {
		return n, nil
	}
	kept, removed := h.NewList(), 0
	for i := 0; i < h.ListLen(list); i++ {
		pair := h.ListItem(list, i)
		same, err := h.Same(h.TupleItem(pair, 0), callback)
		if err != nil {
			return 0, err
		}
		if same {
			removed++
		} else {
			h.ListAppend(kept, pair)
		}
	}
	switch {
	case h.Field(f, object.OffFutCallbacks) != list: // it is done meanwhile
	case h.ListLen(kept) == 0:
		h.SetField(f, object.OffFutCallbacks, object.Null)
	case removed > 0:
		h.SetField(f, object.OffFutCallbacks, kept)
	}
	return n + removed, nil
}

// setResult gives a future its result.
func (k *asyncio) setResult(f, x object.Value) error {
	if err := k.alive(f); err != nil {
		return err
	}
	if k.has(f, futDone) {
		return k.raise(importInvalidState, "invalid state")
	}
	k.h.SetField(f, object.OffFutResult, x)
	k.put(f, object.FutFinished, true)
	return k.schedule(f)
}

// setException gives a future an exception, or one that it makes of a class.
func (k *asyncio) setException(f, exc object.Value) error {
	h := k.h
	if k.has(f, futDone) {
		return k.raise(importInvalidState, "invalid state")
	}
	if h.IsExceptionType(exc) {
		var err error
		if exc, err = k.callWith(exc); err != nil {
			return err
		}
		if k.has(f, futDone) {
			return k.raise(importInvalidState, "invalid state")
		}
	}
	if !h.TypeOf(exc).IsException {
		return h.Raise(object.TypeErrorType, "invalid exception object")
	}
	if h.IsInstance(exc, object.StopIterationType) {
		e := h.NewException(h.Type(object.RuntimeErrorType), h.NewStr("StopIteration interacts badly with generators and cannot be raised into a Future"))
		h.SetCause(e, exc)
		h.SetField(e, object.OffExcContext, exc)
		exc = e
	}
	h.SetField(f, object.OffFutException, exc)
	h.SetField(f, object.OffFutTraceback, h.Field(exc, object.OffExcTraceback))
	k.put(f, object.FutFinished, true)
	err := k.schedule(f)
	if err == nil {
		k.put(f, object.FutLogTraceback, true)
	}
	return err
}

// cancel cancels a future; done says that it was done before.
func (k *asyncio) cancel(f, msg object.Value) (done bool, err error) {
	k.put(f, object.FutLogTraceback, false)
	if k.has(f, futDone) {
		return true, nil
	}
	k.put(f, object.FutCancelled, true)
	k.h.SetField(f, object.OffFutMessage, msg)
	return false, k.schedule(f)
}

// cancelledError returns the CancelledError of a future that is cancelled.
func (k *asyncio) cancelledError(f object.Value) (object.Value, error) {
	h := k.h
	if exc := h.Field(f, object.OffFutCancelled); exc != object.Null {
		h.SetField(f, object.OffFutCancelled, object.Null)
		return exc, nil
	}
	if msg := h.Field(f, object.OffFutMessage); msg != object.Null && msg != object.None {
		return k.call(importCancelled, msg)
	}
	return k.call(importCancelled)
}

// raiseCancelled raises the CancelledError of a future.
func (k *asyncio) raiseCancelled(f object.Value) error {
	exc, err := k.cancelledError(f)
	if err != nil {
		return err
	}
	return k.h.RaiseValue(exc)
}

// outcome returns the result of a future, or the exception that it has; the error is that of asking
// for a result that there is not.
func (k *asyncio) outcome(f object.Value) (x, exc object.Value, err error) {
	h := k.h
	switch {
	case k.has(f, object.FutCancelled):
		return object.Null, object.Null, k.raiseCancelled(f)
	case !k.has(f, object.FutFinished):
		return object.Null, object.Null, k.raise(importInvalidState, "Result is not set.")
	}
	k.put(f, object.FutLogTraceback, false)
	if exc := h.Field(f, object.OffFutException); exc != object.Null {
		h.SetField(exc, object.OffExcTraceback, h.Field(f, object.OffFutTraceback))
		h.SetField(f, object.OffFutTraceback, object.Null)
		return object.Null, exc, nil
	}
	return h.Field(f, object.OffFutResult), object.Null, nil
}

// result is Future.result().
func (k *asyncio) result(f object.Value) (object.Value, error) {
	if k.h.Field(f, object.OffFutLoop) == object.Null {
		return object.Null, k.raise(importInvalidState, textNotInitialized)
	}
	x, exc, err := k.outcome(f)
	if exc != object.Null {
		err = k.h.RaiseValue(exc)
	}
	return x, err
}

// exception is Future.exception().
func (k *asyncio) exception(f object.Value) (object.Value, error) {
	switch {
	case k.h.Field(f, object.OffFutLoop) == object.Null:
		return object.Null, k.raise(importInvalidState, textNotInitialized)
	case k.has(f, object.FutCancelled):
		return object.Null, k.raiseCancelled(f)
	case !k.has(f, object.FutFinished):
		return object.Null, k.raise(importInvalidState, "Exception is not set.")
	}
	k.put(f, object.FutLogTraceback, false)
	return k.orNone(f, object.OffFutException), nil
}

// orNone returns what a field has, None for Null.
func (k *asyncio) orNone(f object.Value, off uintptr) object.Value {
	if x := k.h.Field(f, off); x != object.Null {
		return x
	}
	return object.None
}

// loopOf returns the loop of a future of any class.
func (k *asyncio) loopOf(f object.Value) (object.Value, error) {
	if k.exactFuture(f) {
		return k.orNone(f, object.OffFutLoop), k.alive(f)
	}
	get, err := k.h.LookupAttr(f, k.name.getLoop)
	if err != nil {
		return object.Null, err
	}
	if get != object.Null {
		return k.callWith(get)
	}
	return k.h.GetAttr(f, k.name.loop)
}

// addAwaitedBy notes that a task waits for a future, if both are of this module.
func (k *asyncio) addAwaitedBy(f, waiter object.Value) error {
	h := k.h
	if !k.isFuture(f) || !k.isFuture(waiter) {
		return nil
	}
	by := h.Field(f, object.OffFutAwaitedBy)
	if by == object.Null {
		h.SetField(f, object.OffFutAwaitedBy, waiter)
		return nil
	}
	if !h.Is(by, object.SetType) {
		set := h.NewSet()
		if err := h.SetAdd(set, by); err != nil {
			return err
		}
		h.SetField(f, object.OffFutAwaitedBy, set)
		by = set
	}
	return h.SetAdd(by, waiter)
}

// discardAwaitedBy notes that a task waits no longer.
func (k *asyncio) discardAwaitedBy(f, waiter object.Value) error {
	h := k.h
	if !k.isFuture(f) || !k.isFuture(waiter) {
		return nil
	}
	by := h.Field(f, object.OffFutAwaitedBy)
	switch {
	case by == waiter:
		h.SetField(f, object.OffFutAwaitedBy, object.Null)
	case by != object.Null && h.Is(by, object.SetType):
		return h.SetDiscard(by, waiter)
	}
	return nil
}

// finalizeFuture is Future.__del__: the loop is told of an exception that nobody has asked for.
func (k *asyncio) finalizeFuture(f object.Value) error {
	if !k.has(f, object.FutLogTraceback) {
		return nil
	}
	k.put(f, object.FutLogTraceback, false)
	h := k.h
	d := h.NewDict()
	h.DictSetStr(d, h.Intern("message"), h.NewStr(h.TypeOf(f).Name+" exception was never retrieved"))
	h.DictSetStr(d, h.Intern("exception"), h.Field(f, object.OffFutException))
	h.DictSetStr(d, h.Intern("future"), f)
	return k.tellLoop(f, d)
}

// tellLoop calls the loop's handler of exceptions, if there is one.
func (k *asyncio) tellLoop(f, d object.Value) error {
	loop := k.h.Field(f, object.OffFutLoop)
	if loop == object.Null {
		return nil
	}
	if source := k.orNone(f, object.OffFutSource); source != object.None {
		k.h.DictSetStr(d, k.h.Intern("source_traceback"), source)
	}
	handler, err := k.h.GetAttr(loop, k.name.handler)
	if err == nil {
		if _, err = k.callWith(handler, d); err == nil {
			return nil
		}
	}
	r, ok := err.(*object.Raised)
	switch {
	case !ok:
		return err
	case handler == object.Null:
		return nil
	}
	return k.l.Unraisable("Exception ignored while calling asyncio function ", handler, r)
}
