package object

// Generators that are thrown into or closed.

// generatorThrow is g.throw(exception).
func generatorThrow(h *Heap, g Value, args []Value) (Value, error) {
	if err := h.warnThrow("throw", args); err != nil {
		return Null, err
	}
	return h.genThrow(g, args)
}

// warnThrow warns of the deprecated form of a method's arguments.
func (h *Heap) warnThrow(name string, args []Value) error {
	if len(args) == 1 {
		return nil
	}
	return h.Warn(DeprecationWarningType, "the (type, exc, tb) signature of "+name+"() is deprecated, use the single-arg signature instead.", 1)
}

// thrown returns the exception, or the type of one, that the arguments of throw or athrow stand
// for. Those of the deprecated form, a type, a value and a traceback, make an exception at once
// (Python/errors.c, _PyErr_NormalizeException); what making it raises is thrown instead.
func (h *Heap) thrown(args []Value) (Value, error) {
	exc := args[0]
	if len(args) == 1 {
		return exc, nil
	}
	value, tb := args[1], Null
	if len(args) > 2 && args[2] != None {
		if tb = args[2]; !h.Is(tb, TracebackType) {
			return Null, h.Raise(TypeErrorType, "throw() third argument must be a traceback object")
		}
	}
	switch {
	case h.IsExceptionType(exc):
		x, err := h.normalized(exc, value)
		r, raised := err.(*Raised)
		if err != nil && !raised {
			return Null, err
		}
		if exc = x; raised {
			exc = r.Exc
		}
	case !h.TypeOf(exc).IsException: // throwHere refuses it
		return exc, nil
	case value != None:
		return Null, h.Raise(TypeErrorType, "instance exception may not have a separate value")
	}
	if tb != Null {
		h.SetField(exc, OffExcTraceback, tb)
	}
	return exc, nil
}

// warnThrown is thrown behind warnThrow.
func (h *Heap) warnThrown(name string, args []Value) (Value, error) {
	if err := h.warnThrow(name, args); err != nil {
		return Null, err
	}
	return h.thrown(args)
}

// Thrown returns the exception that the arguments of an iterator's throw stand for. The deprecated form warns.
func (h *Heap) Thrown(args []Value) (Value, error) {
	exc, err := h.warnThrown("throw", args)
	if err == nil && h.IsExceptionType(exc) {
		exc, err = h.normalized(exc, None)
	}
	if err == nil && !h.TypeOf(exc).IsException {
		err = h.Raise(TypeErrorType, "exceptions must be classes deriving BaseException or instances of such a class")
	}
	return exc, err
}

// normalized makes the exception of a type and a value: the value itself if it is one of the type.
func (h *Heap) normalized(t, value Value) (Value, error) {
	m := h.Mark()
	defer h.Release(m)
	switch {
	case value == None:
	case h.IsInstance(value, h.TypeFromObject(t).ID):
		return value, nil
	case h.IsInstance(value, TupleType):
		h.PushAll(h.TupleItems(value))
	default:
		h.Push(value)
	}
	exc, err := h.Call(t, h.Pushed(m), Null)
	if err == nil && !h.TypeOf(exc).IsException {
		var shown Value
		if shown, err = h.Repr(t); err == nil {
			err = h.Raise(TypeErrorType, "calling %s should have returned an instance of BaseException, not %s", h.GoString(shown), h.TypeName(exc))
		}
	}
	return exc, err
}

// genThrow follows CPython's _gen_throw (Objects/genobject.c): an iterator that
// the generator yields from gets the arguments first, as they are.
func (h *Heap) genThrow(g Value, args []Value) (Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(args)
	inner := Null
	if h.GenState(g) == GenSuspended {
		inner = h.Frames.YieldsFrom(g)
	}
	if inner == Null {
		return h.throwHere(g, args)
	}
	if h.exceptionMatches(args[0], GeneratorExitType) {
		if err := h.whileRunning(g, func() error { return h.closeIterator(inner) }); err != nil {
			return h.throwError(g, err)
		}
		return h.throwHere(g, args)
	}
	var x Value
	var none bool
	err := h.passing(g, func() (err error) {
		if h.IsResumed(inner) {
			x, err = h.genThrow(inner, args)
			return err
		}
		x, none, err = h.callIfThere(inner, "throw", args...)
		return err
	})
	switch {
	case err != nil:
		return h.throwError(g, err)
	case none:
		return h.throwHere(g, args)
	}
	return x, nil
}

func (h *Heap) closeIterator(it Value) error {
	var err error
	if h.IsResumed(it) {
		_, err = h.genClose(it)
	} else {
		_, _, err = h.callIfThere(it, "close")
	}
	return err
}

// exceptionMatches reports whether an exception, or a type of them, is one of type t.
func (h *Heap) exceptionMatches(exc Value, t TypeID) bool {
	if h.Is(exc, TypeType) {
		return h.TypeFromObject(exc).IsSubtype(h.types[t])
	}
	return h.IsInstance(exc, t)
}

// throwHere raises an exception, or a new one of a type, where a generator is
// suspended.
func (h *Heap) throwHere(g Value, args []Value) (Value, error) {
	exc, err := h.thrown(args)
	if err != nil {
		return Null, err
	}
	if h.IsExceptionType(exc) {
		x, err := h.normalized(exc, None)
		if err != nil {
			return h.throwError(g, err)
		}
		exc = x
	}
	if !h.TypeOf(exc).IsException {
		return Null, h.Raise(TypeErrorType, "exceptions must be classes or instances deriving from BaseException, not %s", h.TypeName(exc))
	}
	return h.throwInto(g, exc)
}

// throwError raises what an iterator has raised that a generator yields from.
func (h *Heap) throwError(g Value, err error) (Value, error) {
	r, ok := err.(*Raised)
	if !ok {
		return Null, err
	}
	return h.throwInto(g, r.Exc)
}

func (h *Heap) throwInto(g, exc Value) (Value, error) {
	switch h.GenState(g) {
	case GenDone:
		if h.Is(g, CoroutineType) {
			return Null, h.reused()
		}
		return Null, h.RaiseValue(exc)
	case GenRunning:
		return Null, h.Raise(ValueErrorType, "%s already executing", h.genKind(g))
	}
	x, done, err := h.Frames.ResumeGenerator(g, None, exc)
	if err == nil && done {
		err = h.StopIteration(x)
	}
	if err != nil {
		return Null, err
	}
	return x, nil
}

// genClose is g.close(), as CPython's gen_close.
func (h *Heap) genClose(g Value) (Value, error) {
	switch h.GenState(g) {
	case GenCreated:
		h.FinishGenerator(g)
		return None, nil
	case GenDone:
		return None, nil
	case GenRunning:
		return Null, h.Raise(ValueErrorType, "%s already executing", h.genKind(g))
	}
	exc := Null
	if inner := h.Frames.YieldsFrom(g); inner != Null {
		if err := h.whileRunning(g, func() error { return h.closeIterator(inner) }); err != nil {
			r, ok := err.(*Raised)
			if !ok {
				return Null, err
			}
			exc = r.Exc
		}
	}
	if exc == Null {
		exc = h.NewException(h.types[GeneratorExitType])
	}
	x, done, err := h.Frames.ResumeGenerator(g, None, exc)
	switch {
	case err != nil && h.raisedIs(err, GeneratorExitType):
		return None, nil
	case err != nil:
		return Null, err
	case done:
		return x, nil
	}
	return Null, h.Raise(RuntimeErrorType, "%s ignored GeneratorExit", h.genKind(g))
}
