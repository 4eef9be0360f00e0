package object

// Asynchronous generators (Objects/genobject.c). What one yields by yield, and not by await,
// is wrapped where it is yielded (WrapAsync), so that who runs it tells the two apart. asend
// and athrow make iterators that run it until it yields so.

// A SEND of an asend runs the generator's frame behind its own (interp/asyncgen.go); what else takes steps runs it
// nested.

// States of an asend or athrow (OffAsyncState).
const (
	AsyncInit = iota
	AsyncIter
	AsyncClosed
)

// What OffGenRoom of an asynchronous generator has besides. It runs in no other's place: OffGenInner is the asend that its
// frame runs for, while that runs; OffGenRoot the hook for its end that there was when it began, or Null.
const (
	GenAsyncRuns = 1 << (16 + iota)
	GenAsyncClosed
	GenAsyncBegun
)

// asyncTypes are made when the heap is.
type asyncTypes struct {
	send, throw, wrapped *Type
}

func (h *Heap) asyncIs(g Value, bit uint32) bool { return h.Half(g, OffGenRoom)&bit != 0 }

func (h *Heap) setAsync(g Value, bit uint32, on bool) {
	bits := h.Half(g, OffGenRoom) &^ bit
	if on {
		bits |= bit
	}
	h.SetHalf(g, OffGenRoom, bits)
}

// beginAsync says that an asynchronous generator has begun: the hook for its end that there is now is its own.
func (h *Heap) beginAsync(g Value) {
	h.setAsync(g, GenAsyncBegun, true)
	if final := h.finalIter; final != Null && final != None {
		h.SetField(g, OffGenRoot, final)
		h.ClosesDropped(g)
	}
}

func (h *Heap) asyncRunning(g Value) bool { return h.asyncIs(g, GenAsyncRuns) }

func (h *Heap) initAsyncGenerators() {
	h.addMethods(h.types[AsyncGeneratorType], []Builtin{
		{Name: "__aiter__", Arity: NoArgs, Fn: func(_ *Heap, g Value, _ []Value) (Value, error) { return g, nil }},
		{Name: "__anext__", Arity: NoArgs, Fn: func(h *Heap, g Value, _ []Value) (Value, error) { return h.asyncStep(g, true, None) }},
		{Name: "asend", Arity: O, Fn: func(h *Heap, g Value, a []Value) (Value, error) { return h.asyncStep(g, true, a[0]) }},
		{Name: "aclose", Arity: NoArgs, Fn: func(h *Heap, g Value, _ []Value) (Value, error) { return h.asyncStep(g, false, Null) }},
		{Name: "athrow", Arity: Fast, Min: 1, Max: 3, Fn: func(h *Heap, g Value, a []Value) (Value, error) {
			exc, err := h.warnThrown("athrow", a)
			if err != nil {
				return Null, err
			}
			return h.asyncStep(g, false, exc)
		}},
	})
}

// initAsyncKinds makes the types of the iterators.
func (h *Heap) initAsyncKinds() {
	k := &h.async
	make := func(name string, send, throw func(h *Heap, s, v Value) (Value, error)) *Type {
		t := h.RegisterType(&Type{Name: name, Final: true, Slots: Slots{Iter: selfIter, Next: func(h *Heap, s Value) (Value, error) { return send(h, s, None) }}})
		await := func(_ *Heap, s Value, _ []Value) (Value, error) { return s, nil }
		h.addMethods(t, []Builtin{
			{Name: "__await__", Arity: NoArgs, Fn: await},
			{Name: "send", Arity: O, Fn: func(h *Heap, s Value, a []Value) (Value, error) { return send(h, s, a[0]) }},
			{Name: "throw", Arity: Fast, Min: 1, Max: 3, Fn: func(h *Heap, s Value, a []Value) (Value, error) {
				exc, err := h.warnThrown("throw", a)
				if err != nil {
					return Null, err
				}
				return throw(h, s, exc)
			}},
			{Name: "close", Arity: NoArgs, Fn: func(h *Heap, s Value, _ []Value) (Value, error) { return h.asyncClose(s, throw) }},
		})
		return t
	}
	k.send = make("async_generator_asend", (*Heap).asendSend, (*Heap).asendThrow)
	k.send.Slots.Send = (*Heap).asendStep
	k.throw = make("async_generator_athrow", (*Heap).athrowSend, (*Heap).athrowThrow)
	k.wrapped = h.RegisterType(&Type{Name: "async_generator_wrapped_value", Final: true})
}

// AsyncTypes returns the types of what asend makes and of what an asynchronous generator yields by yield.
func (h *Heap) AsyncTypes() (asend, wrapped TypeID) { return h.async.send.ID, h.async.wrapped.ID }

// WrapAsync is the intrinsic around what an asynchronous generator yields.
func (h *Heap) WrapAsync(v Value) Value {
	w := h.NewObject(h.async.wrapped.ID, WrappedAsyncSize)
	h.SetField(w, OffWrappedAsync, v)
	return w
}

// AsyncHooks returns what is called with an asynchronous generator before it runs first, and when it is dropped
// and has not ended; None: nothing.
func (h *Heap) AsyncHooks() (first, final Value) { return h.firstIter, h.finalIter }

// SetAsyncHooks sets what AsyncHooks returns; Null leaves one as it is.
func (h *Heap) SetAsyncHooks(first, final Value) {
	if first != Null {
		h.firstIter = first
	}
	if final != Null {
		h.finalIter = final
	}
}

// asyncStep makes the iterator of asend, __anext__, athrow or aclose.
func (h *Heap) asyncStep(g Value, sends bool, arg Value) (Value, error) {
	k := &h.async
	if !h.asyncIs(g, GenAsyncBegun) && h.GenState(g) != GenDone {
		h.beginAsync(g)
		if f := h.firstIter; f != Null && f != None {
			if _, err := h.Call(f, []Value{g}, Null); err != nil {
				return Null, err
			}
		}
	}
	t := k.throw
	if sends {
		t = k.send
	}
	s := h.NewObject(t.ID, AsyncSize)
	h.SetField(s, OffAsyncOf, g)
	h.SetField(s, OffAsyncArg, arg)
	h.SetWord(s, OffAsyncState, asyncWord(AsyncInit))
	return s, nil
}

// asyncWord is a state as the word of an int, which the collector knows.
func asyncWord(state int64) uint64 { return uint64(SmallInt(state)) }

func (h *Heap) asyncState(s Value) int64 { return h.Field(s, OffAsyncState).Small() }

func (h *Heap) setAsyncState(s Value, state int64) { h.SetWord(s, OffAsyncState, asyncWord(state)) }

// runAsync resumes the generator with a value, or with an exception if exc is not Null. done
// says that it has ended, by StopAsyncIteration.
func (h *Heap) runAsync(g, v, exc Value) (Value, error) {
	if exc != Null {
		x, err := h.genThrow(g, []Value{exc})
		if r, ok := err.(*Raised); ok && h.IsInstance(r.Exc, StopIterationType) && h.GenState(g) == GenDone {
			return Null, h.RaiseWith(StopAsyncIterationType)
		}
		return x, err
	}
	x, done, err := h.GenSend(g, v)
	if err == nil && done {
		err = h.RaiseWith(StopAsyncIterationType)
	}
	return x, err
}

// unwrapAsync tells what the generator has yielded by yield, which ends the step with a value, from what it waits
// for.
func (h *Heap) unwrapAsync(g, x Value, err error) (v Value, done bool, _ error) {
	if err != nil {
		if h.raisedIs(err, StopAsyncIterationType) || h.raisedIs(err, GeneratorExitType) {
			h.setAsync(g, GenAsyncClosed, true)
		}
		h.setAsync(g, GenAsyncRuns, false)
		return Null, false, err
	}
	if h.isWrapped(x) {
		h.setAsync(g, GenAsyncRuns, false)
		return h.Field(x, OffWrappedAsync), true, nil
	}
	return x, false, nil
}

// asyncEnd is what the methods of a step make of its end: StopIteration.
func (h *Heap) asyncEnd(x Value, done bool, err error) (Value, error) {
	if err == nil && done {
		err = h.RaiseWith(StopIterationType, x)
	}
	if err != nil {
		return Null, err
	}
	return x, nil
}

func (h *Heap) isWrapped(x Value) bool { return x.IsRef() && h.RefType(x) == h.async.wrapped.ID }

func (h *Heap) asendSend(s, v Value) (Value, error) { return h.asyncEnd(h.asendStep(s, v)) }

// asendStep sends a value to asend: what the generator waits for, or, done, what it has yielded.
func (h *Heap) asendStep(s, v Value) (x Value, done bool, err error) {
	g := h.Field(s, OffAsyncOf)
	first, err := h.beginAsend(s, g)
	if err != nil {
		return Null, false, err
	}
	if first && v == None {
		v = h.Field(s, OffAsyncArg)
	}
	h.setAsync(g, GenAsyncRuns, true)
	return h.runAsend(s, g, v, Null)
}

func (h *Heap) asendThrow(s, exc Value) (Value, error) {
	g := h.Field(s, OffAsyncOf)
	first, err := h.beginAsend(s, g)
	if err != nil {
		return Null, err
	}
	if first {
		h.setAsync(g, GenAsyncRuns, true)
	}
	return h.asyncEnd(h.runAsend(s, g, None, exc))
}

// beginAsend checks that asend may run the generator, and says whether for the first time.
func (h *Heap) beginAsend(s, g Value) (first bool, err error) {
	switch h.asyncState(s) {
	case AsyncClosed:
		return false, h.Raise(RuntimeErrorType, "cannot reuse already awaited __anext__()/asend()")
	case AsyncInit:
		if h.asyncRunning(g) {
			h.setAsyncState(s, AsyncClosed)
			return false, h.Raise(RuntimeErrorType, "anext(): asynchronous generator is already running")
		}
		h.setAsyncState(s, AsyncIter)
		return true, nil
	}
	return false, nil
}

// BeginSend begins a step of v, for a SEND of the value sent, if v is an asend whose generator can go on: whoever calls resumes
// that with the value that is returned. Else g is Null, and nothing has happened.
func (h *Heap) BeginSend(v, sent Value) (g, value Value) {
	if h.TypeID(v) != h.async.send.ID {
		return Null, Null
	}
	g, state := h.Field(v, OffAsyncOf), h.asyncState(v)
	if state == AsyncInit && sent == None {
		sent = h.Field(v, OffAsyncArg)
	}
	gs := h.GenState(g)
	if state == AsyncClosed || state == AsyncInit && h.asyncRunning(g) || gs != GenSuspended && (gs != GenCreated || sent != None) {
		return Null, Null
	}
	h.setAsyncState(v, AsyncIter)
	h.setAsync(g, GenAsyncRuns, true)
	return g, sent
}

// EndSend is told of an asynchronous generator whose frame runs for the asend v and has yielded x, and returns what that makes of it:
// done says that the step has ended.
func (h *Heap) EndSend(g, v, x Value) (r Value, done bool) {
	if !h.isWrapped(x) {
		return x, false
	}
	h.setAsync(g, GenAsyncRuns, false)
	h.setAsyncState(v, AsyncClosed)
	return h.Field(x, OffWrappedAsync), true
}

// FailSend is EndSend of one that an exception has left.
func (h *Heap) FailSend(g, v Value, err error) {
	h.unwrapAsync(g, Null, err)
	h.setAsyncState(v, AsyncClosed)
}

// FinishSteps is EndSend of one that has returned.
func (h *Heap) FinishSteps(g, v Value) {
	h.setAsync(g, GenAsyncRuns, false)
	h.setAsync(g, GenAsyncClosed, true)
	h.setAsyncState(v, AsyncClosed)
}

// runAsend runs the generator on a value or an exception.
func (h *Heap) runAsend(s, g, v, exc Value) (x Value, done bool, err error) {
	x, err = h.runAsync(g, v, exc)
	if x, done, err = h.unwrapAsync(g, x, err); err != nil || done {
		h.setAsyncState(s, AsyncClosed)
	}
	return x, done, err
}

// asyncClose is close of both.
func (h *Heap) asyncClose(s Value, throw func(h *Heap, s, v Value) (Value, error)) (Value, error) {
	if h.asyncState(s) == AsyncClosed {
		return None, nil
	}
	_, err := throw(h, s, h.NewException(h.types[GeneratorExitType]))
	for _, t := range [...]TypeID{StopIterationType, StopAsyncIterationType, GeneratorExitType} {
		if err != nil && h.raisedIs(err, t) {
			return None, nil
		}
	}
	if err == nil {
		err = h.Raise(RuntimeErrorType, "coroutine ignored GeneratorExit")
	}
	return Null, err
}

// beginAthrow checks that athrow or aclose may run the generator.
func (h *Heap) beginAthrow(s, g Value) error {
	name := "athrow()"
	if h.Field(s, OffAsyncArg) == Null {
		name = "aclose()"
	}
	if h.asyncRunning(g) {
		h.setAsyncState(s, AsyncClosed)
		return h.Raise(RuntimeErrorType, "%s: asynchronous generator is already running", name)
	}
	return nil
}

func (h *Heap) athrowSend(s, v Value) (Value, error) {
	g, exc := h.Field(s, OffAsyncOf), h.Field(s, OffAsyncArg)
	state := h.asyncState(s)
	if state == AsyncClosed {
		return Null, h.Raise(RuntimeErrorType, "cannot reuse already awaited aclose()/athrow()")
	}
	if h.GenState(g) == GenDone {
		h.setAsyncState(s, AsyncClosed)
		return Null, h.RaiseWith(StopIterationType)
	}
	if state == AsyncIter {
		x, err := h.runAsync(g, v, Null)
		return h.athrown(s, g, exc, x, err)
	}
	if err := h.beginAthrow(s, g); err != nil {
		return Null, err
	}
	if h.asyncIs(g, GenAsyncClosed) {
		h.setAsyncState(s, AsyncClosed)
		return Null, h.RaiseWith(StopAsyncIterationType)
	}
	if v != None {
		return Null, h.Raise(RuntimeErrorType, "can't send non-None value to a just-started coroutine")
	}
	h.setAsyncState(s, AsyncIter)
	h.setAsync(g, GenAsyncRuns, true)
	raise := exc
	if exc == Null {
		h.setAsync(g, GenAsyncClosed, true)
		raise = h.NewException(h.types[GeneratorExitType])
	}
	x, err := h.runAsync(g, None, raise)
	return h.athrown(s, g, exc, x, err)
}

// athrown is what athrow or aclose (exc Null) makes of what the generator has done.
func (h *Heap) athrown(s, g, exc, x Value, err error) (Value, error) {
	if exc != Null {
		x, err = h.asyncEnd(h.unwrapAsync(g, x, err))
	} else if err == nil && h.isWrapped(x) {
		err = h.Raise(RuntimeErrorType, "async generator ignored GeneratorExit")
		h.setAsync(g, GenAsyncRuns, false)
		h.setAsyncState(s, AsyncClosed)
		return Null, err
	}
	if err == nil {
		return x, nil
	}
	h.setAsync(g, GenAsyncRuns, false)
	h.setAsyncState(s, AsyncClosed)
	if exc == Null && (h.raisedIs(err, StopAsyncIterationType) || h.raisedIs(err, GeneratorExitType)) {
		return Null, h.RaiseWith(StopIterationType)
	}
	return Null, err
}

func (h *Heap) athrowThrow(s, exc Value) (Value, error) {
	g := h.Field(s, OffAsyncOf)
	switch h.asyncState(s) {
	case AsyncClosed:
		return Null, h.Raise(RuntimeErrorType, "cannot reuse already awaited aclose()/athrow()")
	case AsyncInit:
		if err := h.beginAthrow(s, g); err != nil {
			return Null, err
		}
		h.setAsyncState(s, AsyncIter)
		h.setAsync(g, GenAsyncRuns, true)
	}
	x, err := h.runAsync(g, None, exc)
	return h.athrown(s, g, h.Field(s, OffAsyncArg), x, err)
}
