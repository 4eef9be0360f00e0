package object

// Generators. While one is suspended its frame lives in the generator: the
// function, the locals and the operand stack, in the order of a frame's slots
// (frame.go), so that suspending and resuming copy words. Whoever runs frames
// does that; here is what programs see of generators.
//
// The code's last local, behind those that it names, is the generator itself:
// a running frame finds its generator there.

// States of a generator.
const (
	GenCreated   = 0 // has not begun
	GenSuspended = 1 // stands behind a yield
	GenRunning   = 2
	GenDone      = 3 // has returned or raised; its slots are empty
)

// What OffGenRoom has beside the number of slots.
const (
	GenTold     = 1 << 29 // ClosesDropped has been told of it
	GenHandles  = 1 << 30 // its code handles exceptions: HandleIn, HandleOut
	genRoomMask = 1<<16 - 1
)

// GenAwaits at OffGenRow says of a generator that it yields from something, and that machine code may
// go on in it when that ends.
const GenAwaits = 1

// GenCopy is the number of slots that machine code copies at a time: a generator has
// memory for a multiple of it.
const GenCopy = 8

// GenSize returns the size of a generator whose frames have n slots, in bytes.
func GenSize(n int) uintptr { return OffGenSlots + 8*uintptr((n+GenCopy-1)&^(GenCopy-1)) }

// GenWord is the word at OffGenPC of a generator in a state that will go on at
// pc with sp slots in use. One comparison of it tells all three.
func GenWord(state, sp, pc uint32) uint64 { return uint64(state)<<48 | uint64(sp)<<32 | uint64(pc) }

// GenState returns the state of a generator.
func (h *Heap) GenState(g Value) uint32 { return uint32(h.Word(g, OffGenPC) >> 48) }

// GenPC returns where a generator will go on: a code unit.
func (h *Heap) GenPC(g Value) uint32 { return h.Half(g, OffGenPC) }

// GenSP returns how many slots of a suspended generator are in use.
func (h *Heap) GenSP(g Value) int { return int(uint16(h.Word(g, OffGenPC) >> 32)) }

// GenCode returns the handle of a generator's code object.
func (h *Heap) GenCode(g Value) uint32 { return h.aux(g) }

// SetGen writes the word at OffGenPC.
func (h *Heap) SetGen(g Value, state, sp, pc uint32) { h.SetWord(g, OffGenPC, GenWord(state, sp, pc)) }

// GenSlots returns the first n slots of a generator as a slice over the arena,
// valid as long as it lives.
func (h *Heap) GenSlots(g Value, n int) []Value { return h.Values(g, OffGenSlots, n) }

// NewGenerator makes a generator of a call of function f, whose code object has
// the handle code and frames of n slots: t is GeneratorType, CoroutineType or
// AsyncGeneratorType; handles says that the code handles exceptions. Its slots are zero words, its state is GenRunning.
func (h *Heap) NewGenerator(t TypeID, f Value, code uint32, n int, handles bool) Value {
	v := h.Alloc(kindPlain, GenSize(n))
	h.header(v, t, code)
	h.SetField(v, OffGenName, h.Field(f, OffFuncName))
	h.SetField(v, OffGenSubject, h.Field(f, OffFuncQualName))
	h.SetGen(v, GenRunning, 0, 0)
	h.SetField(v, OffGenHandled, None)
	h.SetField(v, OffGenBelow, Null)
	h.SetField(v, OffGenFor, Null)
	h.SetField(v, OffGenInner, Null)
	h.SetField(v, OffGenRoot, Null)
	h.SetWord(v, OffGenRoom, GenRoom(n, handles))
	return v
}

// GenRoom is the word at OffGenRoom of a generator that is new.
func GenRoom(n int, handles bool) uint64 {
	if handles {
		return uint64(n) | GenHandles
	}
	return uint64(n)
}

// FinishGenerator empties a generator that has returned or raised, or never begins or goes on.
func (h *Heap) FinishGenerator(g Value) {
	switch h.GenState(g) {
	case GenCreated: // CPython says that of the instruction behind the first RESUME
		h.frameEnds(h.GenSlots(g, 1)[0], h.GenPC(g)+2)
	case GenSuspended:
		h.frameEnds(h.GenSlots(g, 1)[0], h.GenPC(g))
	}
	h.SetGen(g, GenDone, 0, 0)
	h.SetField(g, OffGenHandled, Null)
	h.SetField(g, OffGenBelow, Null)
	h.SetField(g, OffGenFor, Null)
	h.SetWord(g, OffGenRow, 0)
	h.SetField(g, OffGenInner, Null)
	h.SetField(g, OffGenRoot, Null)
	slots := h.GenSlots(g, int(h.Half(g, OffGenRoom)&genRoomMask))
	for i := range slots {
		slots[i] = Null
	}
}

// HandleIn makes what a generator handles what is being handled, as it is resumed;
// HandleOut what whoever has resumed it handles, as it is left. Generators whose
// code never handles an exception need neither.
func (h *Heap) HandleIn(g Value) {
	now := *h.handling
	*h.handling = Handling{Own: h.Field(g, OffGenHandled), Below: now.Top()}
	h.SetField(g, OffGenHandled, now.Own)
	h.SetField(g, OffGenBelow, now.Below)
}

// HandleOut ends what HandleIn has begun.
func (h *Heap) HandleOut(g Value) {
	own := h.handling.Own
	*h.handling = Handling{h.Field(g, OffGenHandled), h.Field(g, OffGenBelow)}
	h.SetField(g, OffGenHandled, own)
	h.SetField(g, OffGenBelow, Null)
}

// Frames is what generators need of whoever runs frames.
type Frames interface {
	// ResumeGenerator runs a generator that is created or suspended until it
	// yields (done is false) or returns. sent is the value of its yield; if exc is
	// not Null that is raised there instead.
	ResumeGenerator(g, sent, exc Value) (v Value, done bool, err error)
	// GeneratorCode returns the code object of a generator.
	GeneratorCode(g Value) Value
	// Guarded reports whether a suspended generator stands where an exception is handled, or yields from
	// something: closing it executes something. It is called during collections.
	Guarded(g Value) bool
	// YieldsFrom returns the iterator that a generator is suspended in a yield from
	// of, else Null.
	YieldsFrom(g Value) Value
	// RunningFrame returns the frame object of a generator that runs, Null if another thread runs it.
	RunningFrame(g Value) (Value, error)
}

// CheckResume returns the error of sending v to a generator that cannot be
// resumed with it now; done says that it has ended.
func (h *Heap) CheckResume(g, v Value) (done bool, err error) {
	switch h.GenState(g) {
	case GenDone:
		if h.Is(g, CoroutineType) {
			return false, h.reused()
		}
		return true, nil
	case GenRunning:
		return false, h.Raise(ValueErrorType, "%s already executing", h.genKind(g))
	case GenCreated:
		if v != None {
			return false, h.Raise(TypeErrorType, "can't send non-None value to a just-started %s", h.genKind(g))
		}
	}
	return false, nil
}

// reused is the error of resuming a coroutine that has ended.
func (h *Heap) reused() error {
	return h.Raise(RuntimeErrorType, "cannot reuse already awaited coroutine")
}

// GenSend sends v to a generator: its next value, or, if done, what it has
// returned.
func (h *Heap) GenSend(g, v Value) (x Value, done bool, err error) {
	if done, err = h.CheckResume(g, v); done || err != nil {
		return None, done, err
	}
	return h.Frames.ResumeGenerator(g, v, Null)
}

// StopIteration is the error of an iterator that has ended with a value.
func (h *Heap) StopIteration(v Value) error {
	if v == None {
		return h.RaiseWith(StopIterationType)
	}
	return h.RaiseWith(StopIterationType, v)
}

// EndValue returns the value of the StopIteration that err is; done is false, and
// the error err, if it is another.
func (h *Heap) EndValue(err error) (v Value, done bool, other error) {
	r, ok := err.(*Raised)
	if !ok || !h.IsInstance(r.Exc, StopIterationType) {
		return Null, false, err
	}
	return h.TupleItem(h.fieldsOf(r.Exc, StopIterationType), 0), true, nil
}

func (h *Heap) initGenerators() {
	t := h.register(&Type{ID: GeneratorType, Name: "generator", Final: true, Extra: generatorExtra, Slots: Slots{
		Iter: selfIter, Next: generatorNext, SetAttr: generatorSetAttr,
		Repr: func(h *Heap, g Value) (Value, error) {
			return h.NewStr("<generator object " + h.GoString(h.Field(g, OffGenSubject)) + " at " + h.address(g) + ">"), nil
		},
	}})
	t.KnowAttrs([]string{"__class__", "__class_getitem__", "__del__", "__getattribute__", "__iter__", "__name__", "__next__", "__qualname__",
		"close", "gi_code", "gi_frame", "gi_running", "gi_suspended", "gi_yieldfrom", "send", "throw"})
	h.addMethods(t, []Builtin{
		{Name: "__iter__", Arity: NoArgs, NoGuest: true, Fn: func(_ *Heap, g Value, _ []Value) (Value, error) { return g, nil }},
		{Name: "__next__", Arity: NoArgs, Fn: func(h *Heap, g Value, _ []Value) (Value, error) { return h.genSend(g, None) }},
		{Name: "send", Arity: O, Fn: func(h *Heap, g Value, args []Value) (Value, error) { return h.genSend(g, args[0]) }},
		{Name: "throw", Arity: Fast, Min: 1, Max: 3, Fn: generatorThrow},
		{Name: "close", Arity: NoArgs, Fn: func(h *Heap, g Value, _ []Value) (Value, error) { return h.genClose(g) }},
	})
}

func generatorNext(h *Heap, g Value) (Value, error) {
	v, done, err := h.GenSend(g, None)
	if err == nil && done && v != None {
		err = h.StopIteration(v)
	}
	if done || err != nil {
		return Null, err
	}
	return v, nil
}

func (h *Heap) genSend(g, v Value) (Value, error) {
	x, done, err := h.GenSend(g, v)
	if err == nil && done {
		err = h.StopIteration(x)
	}
	if err != nil {
		return Null, err
	}
	return x, nil
}

// whileRunning calls f with a generator that waits for what it yields from: it
// cannot be resumed meanwhile.
func (h *Heap) whileRunning(g Value, f func() error) error {
	word := h.Word(g, OffGenPC)
	h.SetWord(g, OffGenPC, word&^(3<<48)|GenRunning<<48)
	defer h.SetWord(g, OffGenPC, word) // also behind a panic of the allocator
	return f()
}

// passing is whileRunning for f that passes an exception on: the generator's frame is beneath
// those that f runs (Waiting), as in CPython, where it is not while close() closes the iterator.
func (h *Heap) passing(g Value, f func() error) error {
	n := len(h.waiting)
	h.waiting = append(h.waiting, g)
	defer func() { h.waiting = h.waiting[:n] }()
	return h.whileRunning(g, f)
}

// Waiting returns the generators that wait, in Go, for what they yield from to deal with an
// exception, the innermost one last. The slice is valid until one more waits or has waited.
func (h *Heap) Waiting() []Value { return h.waiting }

// callIfThere calls a method of an iterator; none says that there is none.
func (h *Heap) callIfThere(it Value, name string, args ...Value) (x Value, none bool, err error) {
	f, err := h.GetAttr(it, h.Intern(name))
	if err != nil {
		if h.raisedIs(err, AttributeErrorType) {
			return Null, true, nil
		}
		return Null, false, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(f)
	x, err = h.Call(f, args, Null)
	return x, false, err
}

// isGenerator reports whether v is a generator, a coroutine or an asynchronous generator.
func (h *Heap) isGenerator(v Value) bool {
	return h.RefType(v)-GeneratorType <= AsyncGeneratorType-GeneratorType
}

// finalizeGenerator does what is to be done with a generator that was dropped before it ended
// (_PyGen_Finalize).
func (h *Heap) finalizeGenerator(g Value) error {
	if f := h.dropHook(g); f != Null {
		_, err := h.Call(f, []Value{g}, Null)
		return err
	}
	_, err := h.genClose(g)
	return err
}

// dropHook returns what a generator is given to when it is dropped, Null: it is closed.
func (h *Heap) dropHook(g Value) Value {
	if !h.Is(g, AsyncGeneratorType) || h.asyncIs(g, GenAsyncClosed) {
		return Null
	}
	return h.Field(g, OffGenRoot)
}

// generatorExtra are the attributes that are no methods.
func generatorExtra(h *Heap, g, name Value) (Value, error) {
	state := h.GenState(g)
	switch h.GoString(name) {
	case "__name__":
		return h.Field(g, OffGenName), nil
	case "__qualname__":
		return h.Field(g, OffGenSubject), nil
	case "gi_running":
		return Bool(state == GenRunning), nil
	case "gi_suspended":
		return Bool(state == GenSuspended), nil
	case "gi_code":
		return h.Frames.GeneratorCode(g), nil
	case "gi_yieldfrom":
		if state == GenSuspended {
			if inner := h.Frames.YieldsFrom(g); inner != Null {
				return inner, nil
			}
		}
		return None, nil
	case "gi_frame":
		return h.genFrameAttr(g)
	}
	return Null, nil
}

// genFrameAttr is gi_frame and its kin.
func (h *Heap) genFrameAttr(g Value) (Value, error) {
	if h.GenState(g) == GenDone {
		return None, nil
	}
	if frame := h.generatorFrame(g); frame != Null {
		return frame, nil
	}
	frame, err := h.Frames.RunningFrame(g)
	if frame == Null && err == nil {
		err = h.Unsupported("frame of a " + h.genKind(g) + " that another thread runs and whose frame nobody has asked for before")
	}
	return frame, err
}

func generatorSetAttr(h *Heap, g, name, x Value) error {
	s, t := h.GoString(name), h.TypeOf(g)
	off, ok := map[string]uintptr{"__name__": OffGenName, "__qualname__": OffGenSubject}[s]
	switch {
	case ok && (x == Null || !h.Is(x, StrType)):
		return h.Raise(TypeErrorType, "%s must be set to a string object", s)
	case ok:
		h.SetField(g, off, x)
		return nil
	case len(s) > 3 && s[2] == '_' && s[:2] != "__" && t.hasAttrName(s):
		return h.Raise(AttributeErrorType, "attribute '%s' of '%s' objects is not writable", s, t.Name)
	case t.hasAttrName(s):
		return h.RaiseAttribute(g, name, "'%s' object attribute '%s' is read-only", t.Name, s)
	}
	return h.RaiseAttribute(g, name, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", t.Name, s)
}
