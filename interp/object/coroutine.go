package object

import "strings"

// Coroutines (Objects/genobject.c). They are generators by layout, and are run as those are;
// what differs is who may iterate over them, and what a finished one says. A coroutine that
// waits for another one resumes it itself: only generators are skipped (interp/generator.go).

// coroutineAttrs are the attributes of the two types, sorted.
var coroutineAttrs = map[TypeID]string{
	CoroutineType: "__await__ __class_getitem__ __del__ __name__ __qualname__ __repr__ close cr_await cr_code cr_frame cr_origin cr_running cr_suspended send throw",
	AsyncGeneratorType: "__aiter__ __anext__ __class_getitem__ __del__ __name__ __qualname__ __repr__ aclose ag_await ag_code ag_frame ag_running ag_suspended " +
		"asend athrow",
}

// offWrapperOf is the coroutine that a coroutine_wrapper, which __await__ makes, iterates over.
const (
	offWrapperOf = 8
	wrapperSize  = 16
)

func (h *Heap) initCoroutines() {
	for _, row := range []struct {
		id   TypeID
		name string
	}{{CoroutineType, "coroutine"}, {AsyncGeneratorType, "async_generator"}} {
		t := h.register(&Type{ID: row.id, Name: row.name, Final: true, Extra: coroutineExtra, Slots: Slots{
			SetAttr: generatorSetAttr,
			Repr: func(h *Heap, g Value) (Value, error) {
				return h.NewStr("<" + row.name + " object " + h.GoString(h.Field(g, OffGenSubject)) + " at " + h.address(g) + ">"), nil
			},
		}})
		t.KnowAttrs(strings.Fields(coroutineAttrs[row.id]))
	}
	h.addMethods(h.types[CoroutineType], []Builtin{
		{Name: "send", Arity: O, Fn: func(h *Heap, g Value, args []Value) (Value, error) { return h.genSend(g, args[0]) }},
		{Name: "throw", Arity: Fast, Min: 1, Max: 3, Fn: generatorThrow},
		{Name: "close", Arity: NoArgs, Fn: func(h *Heap, g Value, _ []Value) (Value, error) { return h.genClose(g) }},
		{Name: "__await__", Arity: NoArgs, Fn: func(h *Heap, g Value, _ []Value) (Value, error) {
			w := h.NewObject(h.coroutineWrapper().ID, wrapperSize)
			h.SetField(w, offWrapperOf, g)
			return w, nil
		}},
	})
	h.initAsyncGenerators()
}

// coroutineWrapper returns the type of what __await__ of a coroutine makes.
func (h *Heap) coroutineWrapper() *Type {
	if h.wrapperType != nil {
		return h.wrapperType
	}
	of := func(w Value) Value { return h.Field(w, offWrapperOf) }
	h.wrapperType = h.RegisterType(&Type{Name: "coroutine_wrapper", Final: true, Slots: Slots{
		Iter: selfIter, Next: func(h *Heap, w Value) (Value, error) { return generatorNext(h, of(w)) },
		Send: func(h *Heap, w, v Value) (Value, bool, error) { return h.GenSend(of(w), v) },
	}})
	h.addMethods(h.wrapperType, []Builtin{
		{Name: "send", Arity: O, Fn: func(h *Heap, w Value, args []Value) (Value, error) { return h.genSend(of(w), args[0]) }},
		{Name: "throw", Arity: Fast, Min: 1, Max: 3, Fn: func(h *Heap, w Value, args []Value) (Value, error) { return generatorThrow(h, of(w), args) }},
		{Name: "close", Arity: NoArgs, Fn: func(h *Heap, w Value, _ []Value) (Value, error) { return h.genClose(of(w)) }},
	})
	return h.wrapperType
}

// TrackOrigins is told that coroutines are to know where they are made, which they do not: from then on none says
// that it has not been told.
func (h *Heap) TrackOrigins() { h.originsAsked = true }

// coroutineExtra are the attributes that are no methods.
func coroutineExtra(h *Heap, g, name Value) (Value, error) {
	s, state := h.GoString(name), h.GenState(g)
	switch s {
	case "__name__":
		return h.Field(g, OffGenName), nil
	case "__qualname__":
		return h.Field(g, OffGenSubject), nil
	case "cr_running", "ag_running":
		return Bool(state == GenRunning || s == "ag_running" && h.asyncRunning(g)), nil
	case "cr_suspended", "ag_suspended":
		return Bool(state == GenSuspended), nil
	case "cr_origin":
		if h.originsAsked {
			return Null, h.Unsupported("attribute cr_origin where the origin of coroutines is tracked")
		}
		return None, nil
	case "cr_await", "ag_await":
		if state == GenSuspended {
			if inner := h.Frames.YieldsFrom(g); inner != Null {
				return inner, nil
			}
		}
		return None, nil
	case "cr_frame", "ag_frame":
		return h.genFrameAttr(g)
	}
	return Null, nil
}

// genKind is what errors call a generator, a coroutine or an asynchronous generator.
func (h *Heap) genKind(g Value) string {
	switch h.RefType(g) {
	case CoroutineType:
		return "coroutine"
	case AsyncGeneratorType:
		return "async generator"
	}
	return "generator"
}

// IsResumed reports whether v is run as generators are: a generator or a coroutine.
func (h *Heap) IsResumed(v Value) bool {
	return h.TypeID(v)-GeneratorType <= CoroutineType-GeneratorType
}

// Awaitable is GET_AWAITABLE: the iterator that awaiting v runs. iterable says of a generator
// that types.coroutine has made it one; where is 1 for what __aenter__ has returned, 2 for
// __aexit__.
func (h *Heap) Awaitable(v Value, iterable func(g Value) bool, where int) (Value, error) {
	switch {
	case h.Is(v, CoroutineType):
		if h.GenState(v) == GenSuspended && h.Frames.YieldsFrom(v) != Null || h.GenState(v) == GenRunning && where < 0 {
			return Null, h.Raise(RuntimeErrorType, "coroutine is being awaited already")
		}
		return v, nil
	case h.Is(v, GeneratorType) && iterable(v), h.TypeID(v) == h.async.send.ID:
		return v, nil
	}
	r, found, err := h.special(v, h.Intern("__await__"))
	switch {
	case err != nil:
		return Null, err
	case !found && where > 0:
		name := [...]string{1: "__aenter__", 2: "__aexit__"}[where]
		return Null, h.Raise(TypeErrorType, "'async with' received an object from %s that does not implement __await__: %s", name, h.TypeName(v))
	case !found:
		return Null, h.Raise(TypeErrorType, "'%s' object can't be awaited", h.TypeName(v))
	case h.Is(r, CoroutineType) || h.Is(r, GeneratorType) && iterable(r):
		return Null, h.Raise(TypeErrorType, "__await__() returned a coroutine")
	case h.TypeOf(r).Next == nil && h.TypeOf(r).Lookup(h.Intern("__next__")) == Null:
		return Null, h.Raise(TypeErrorType, "__await__() returned non-iterator of type '%s'", h.TypeName(r))
	}
	return r, nil
}

// AsyncIter is GET_AITER.
func (h *Heap) AsyncIter(v Value) (Value, error) {
	if h.Is(v, AsyncGeneratorType) {
		return v, nil
	}
	it, found, err := h.special(v, h.Intern("__aiter__"))
	switch {
	case err != nil:
		return Null, err
	case !found:
		return Null, h.Raise(TypeErrorType, "'async for' requires an object with __aiter__ method, got %s", h.TypeName(v))
	case h.TypeOf(it).Lookup(h.Intern("__anext__")) == Null:
		return Null, h.Raise(TypeErrorType, "'async for' received an object from __aiter__ that does not implement __anext__: %s", h.TypeName(it))
	}
	return it, nil
}

// AsyncNext is GET_ANEXT: what awaiting the next element of it runs.
func (h *Heap) AsyncNext(it Value, iterable func(g Value) bool) (Value, error) {
	if h.Is(it, AsyncGeneratorType) {
		return h.asyncStep(it, true, None)
	}
	next, found, err := h.special(it, h.Intern("__anext__"))
	switch {
	case err != nil:
		return Null, err
	case !found:
		return Null, h.Raise(TypeErrorType, "'async for' requires an iterator with __anext__ method, got %s", h.TypeName(it))
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(next)
	a, err := h.Awaitable(next, iterable, 0)
	if r, ok := err.(*Raised); ok {
		e := h.NewException(h.types[TypeErrorType], h.NewStr("'async for' received an invalid object from __anext__: "+h.TypeName(next)))
		h.SetCause(e, r.Exc)
		h.SetField(e, OffExcContext, r.Exc)
		return Null, h.RaiseValue(e)
	}
	return a, err
}

// YieldFromIter is GET_YIELD_FROM_ITER: a generator, or the iterator of anything else. awaits says
// that the code is a coroutine's, or a generator's that types.coroutine has made one: it may
// yield from a coroutine.
func (h *Heap) YieldFromIter(v Value, awaits bool) (Value, error) {
	switch {
	case h.Is(v, GeneratorType):
		return v, nil
	case !h.Is(v, CoroutineType):
		return h.Iter(v)
	case !awaits:
		return Null, h.Raise(TypeErrorType, "cannot 'yield from' a coroutine object in a non-coroutine generator")
	}
	return v, nil
}
