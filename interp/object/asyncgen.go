package object

// Asynchronous generators (Objects/genobject.c). What one yields by yield, and not by await,
// is wrapped where it is yielded (WrapAsync), so that who runs it tells the two apart. asend
// and athrow make iterators that run it until it yields so.

// The fields of async_generator_asend and async_generator_athrow.
const (
	offAsyncOf    = 8  // the generator
	offAsyncArg   = 16 // what is sent, or raised; Null for aclose
	offAsyncState = 24 // word
	asyncSize     = 32

	offWrappedAsync  = 8 // of async_generator_wrapped_value
	wrappedAsyncSize = 16
)

const (
	asyncInit = iota
	asyncIter
	asyncClosed
)

// Bits of what stands at OffGenRoot of an asynchronous generator, which runs in no other's
// place: an int, or a tuple of it and the hook for its end that there was when it began.
const (
	asyncIsRunning = 1 << iota
	asyncIsClosed
	asyncHasBegun
)

// asyncTypes are made when the heap is.
type asyncTypes struct {
	send, throw, wrapped *Type
}

func (h *Heap) asyncBits(g Value) int64 {
	v := h.Field(g, OffGenRoot)
	if v != Null && h.Is(v, TupleType) {
		v = h.TupleItem(v, 0)
	}
	if v.IsSmall() {
		return v.Small()
	}
	return 0
}

// asyncFinal returns the hook for the end of an asynchronous generator, Null if it has none.
func (h *Heap) asyncFinal(g Value) Value {
	if v := h.Field(g, OffGenRoot); v != Null && h.Is(v, TupleType) {
		return h.TupleItem(v, 1)
	}
	return Null
}

// beginAsync says that an asynchronous generator has begun: the hook for its end that there is now is its own.
func (h *Heap) beginAsync(g Value) {
	h.setAsync(g, asyncHasBegun, true)
	if final := h.finalIter; final != Null && final != None {
		h.SetField(g, OffGenRoot, h.NewTuple(h.Field(g, OffGenRoot), final))
		h.ClosesDropped(g)
	}
}

func (h *Heap) setAsync(g Value, bit int64, on bool) {
	bits := h.asyncBits(g) &^ bit
	if on {
		bits |= bit
	}
	if v := h.Field(g, OffGenRoot); v != Null && h.Is(v, TupleType) {
		h.TupleItems(v)[0] = SmallInt(bits)
		return
	}
	h.SetField(g, OffGenRoot, SmallInt(bits))
}

func (h *Heap) asyncRunning(g Value) bool { return h.asyncBits(g)&asyncIsRunning != 0 }

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

// asyncKinds makes the types of the iterators, once.
func (h *Heap) asyncKinds() *asyncTypes {
	k := &h.async
	if k.send != nil {
		return k
	}
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
	return k
}

// WrapAsync is the intrinsic around what an asynchronous generator yields.
func (h *Heap) WrapAsync(v Value) Value {
	w := h.NewObject(h.asyncKinds().wrapped.ID, wrappedAsyncSize)
	h.SetField(w, offWrappedAsync, v)
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
	k := h.asyncKinds()
	if h.asyncBits(g)&asyncHasBegun == 0 && h.GenState(g) != GenDone {
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
	s := h.NewObject(t.ID, asyncSize)
	h.SetField(s, offAsyncOf, g)
	h.SetField(s, offAsyncArg, arg)
	h.SetWord(s, offAsyncState, asyncWord(asyncInit))
	return s, nil
}

// asyncWord is a state as the word of an int, which the collector knows.
func asyncWord(state int64) uint64 { return uint64(SmallInt(state)) }

func (h *Heap) asyncState(s Value) int64 { return h.Field(s, offAsyncState).Small() }

func (h *Heap) setAsyncState(s Value, state int64) { h.SetWord(s, offAsyncState, asyncWord(state)) }

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
			h.setAsync(g, asyncIsClosed, true)
		}
		h.setAsync(g, asyncIsRunning, false)
		return Null, false, err
	}
	if h.isWrapped(x) {
		h.setAsync(g, asyncIsRunning, false)
		return h.Field(x, offWrappedAsync), true, nil
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
	g := h.Field(s, offAsyncOf)
	first, err := h.beginAsend(s, g)
	if err != nil {
		return Null, false, err
	}
	if first && v == None {
		v = h.Field(s, offAsyncArg)
	}
	h.setAsync(g, asyncIsRunning, true)
	return h.runAsend(s, g, v, Null)
}

func (h *Heap) asendThrow(s, exc Value) (Value, error) {
	g := h.Field(s, offAsyncOf)
	first, err := h.beginAsend(s, g)
	if err != nil {
		return Null, err
	}
	if first {
		h.setAsync(g, asyncIsRunning, true)
	}
	return h.asyncEnd(h.runAsend(s, g, None, exc))
}

// beginAsend checks that asend may run the generator, and says whether for the first time.
func (h *Heap) beginAsend(s, g Value) (first bool, err error) {
	switch h.asyncState(s) {
	case asyncClosed:
		return false, h.Raise(RuntimeErrorType, "cannot reuse already awaited __anext__()/asend()")
	case asyncInit:
		if h.asyncRunning(g) {
			h.setAsyncState(s, asyncClosed)
			return false, h.Raise(RuntimeErrorType, "anext(): asynchronous generator is already running")
		}
		h.setAsyncState(s, asyncIter)
		return true, nil
	}
	return false, nil
}

// runAsend runs the generator on a value or an exception.
func (h *Heap) runAsend(s, g, v, exc Value) (x Value, done bool, err error) {
	x, err = h.runAsync(g, v, exc)
	if x, done, err = h.unwrapAsync(g, x, err); err != nil || done {
		h.setAsyncState(s, asyncClosed)
	}
	return x, done, err
}

// asyncClose is close of both.
func (h *Heap) asyncClose(s Value, throw func(h *Heap, s, v Value) (Value, error)) (Value, error) {
	if h.asyncState(s) == asyncClosed {
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
	if h.Field(s, offAsyncArg) == Null {
		name = "aclose()"
	}
	if h.asyncRunning(g) {
		h.setAsyncState(s, asyncClosed)
		return h.Raise(RuntimeErrorType, "%s: asynchronous generator is already running", name)
	}
	return nil
}

func (h *Heap) athrowSend(s, v Value) (Value, error) {
	g, exc := h.Field(s, offAsyncOf), h.Field(s, offAsyncArg)
	state := h.asyncState(s)
	if state == asyncClosed {
		return Null, h.Raise(RuntimeErrorType, "cannot reuse already awaited aclose()/athrow()")
	}
	if h.GenState(g) == GenDone {
		h.setAsyncState(s, asyncClosed)
		return Null, h.RaiseWith(StopIterationType)
	}
	if state == asyncIter {
		x, err := h.runAsync(g, v, Null)
		return h.athrown(s, g, exc, x, err)
	}
	if err := h.beginAthrow(s, g); err != nil {
		return Null, err
	}
	if h.asyncBits(g)&asyncIsClosed != 0 {
		h.setAsyncState(s, asyncClosed)
		return Null, h.RaiseWith(StopAsyncIterationType)
	}
	if v != None {
		return Null, h.Raise(RuntimeErrorType, "can't send non-None value to a just-started coroutine")
	}
	h.setAsyncState(s, asyncIter)
	h.setAsync(g, asyncIsRunning, true)
	raise := exc
	if exc == Null {
		h.setAsync(g, asyncIsClosed, true)
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
		h.setAsync(g, asyncIsRunning, false)
		h.setAsyncState(s, asyncClosed)
		return Null, err
	}
	if err == nil {
		return x, nil
	}
	h.setAsync(g, asyncIsRunning, false)
	h.setAsyncState(s, asyncClosed)
	if exc == Null && (h.raisedIs(err, StopAsyncIterationType) || h.raisedIs(err, GeneratorExitType)) {
		return Null, h.RaiseWith(StopIterationType)
	}
	return Null, err
}

func (h *Heap) athrowThrow(s, exc Value) (Value, error) {
	g := h.Field(s, offAsyncOf)
	switch h.asyncState(s) {
	case asyncClosed:
		return Null, h.Raise(RuntimeErrorType, "cannot reuse already awaited aclose()/athrow()")
	case asyncInit:
		if err := h.beginAthrow(s, g); err != nil {
			return Null, err
		}
		h.setAsyncState(s, asyncIter)
		h.setAsync(g, asyncIsRunning, true)
	}
	x, err := h.runAsync(g, None, exc)
	return h.athrown(s, g, h.Field(s, offAsyncArg), x, err)
}
