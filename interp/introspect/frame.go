package introspect

import (
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Frame objects and what they show of frames (Objects/frameobject.c). A frame that
// has ended shows what was kept of it when it was left: by an exception (leaving.go), or with a frame object
// (Ended). Nothing is kept of one that has handled an exception and then returned.

// Frame returns the frame object of the frame that is depth callers above the
// running one, Null if there is none.
func (o *Objects) Frame(depth int) (object.Value, error) {
	at, err := o.frameUp(depth)
	if at.FP == nil || err != nil {
		return object.Null, err
	}
	return o.objectOf(at), nil
}

// Running returns the frame object of a generator that runs, Null if there is no such frame.
func (o *Objects) Running(g object.Value) (object.Value, error) {
	at, err := o.frameOfGenerator(g)
	if at.FP == nil || err != nil {
		return object.Null, err
	}
	return o.objectOf(at), nil
}

// objectOf returns the frame object of a frame. That of a generator knows it.
func (o *Objects) objectOf(at Frame) object.Value {
	f := frame.Function(at.FP)
	v := o.heap.FrameObjectOf(*f)
	if v == object.Null {
		if !at.Code.Looked {
			at.Code.Looked = true
			o.vm.Looked(at.Code)
		}
		v, *f = o.heap.NewFrameObject(*f)
		o.heap.SetField(v, object.OffFrameObjectCode, at.Code.Self)
		if at.Memory != nil {
			*frame.Function(at.Memory) = *f
		}
	}
	if g := generator(at); g != object.Null {
		o.heap.SetField(v, object.OffFrameObjectGen, g)
	}
	return v
}

// generator returns the generator that a frame is of, Null of other frames and of one that is about to make it.
func generator(at Frame) object.Value {
	if at.Code.GenType != 0 {
		if g := frame.Generator(at.FP, at.Code.LocalSlots); g.IsRef() {
			return g
		}
	}
	return object.Null
}

// Module returns the module of the function of the frame that is depth callers
// above the running one.
func (o *Objects) Module(depth int) (object.Value, error) {
	h := o.heap
	at, err := o.frameUp(depth)
	if at.FP == nil || err != nil {
		return object.Null, err
	}
	if at.Code.Flags&pycode.FlagOptimized == 0 && !at.Code.Namespace {
		return h.DictGetStr(h.Field(*frame.Function(at.FP), object.OffFuncGlobals), h.Intern("__name__")), nil
	}
	return h.Field(*frame.Function(at.FP), object.OffFuncModule), nil
}

// generatorOf returns the generator that a frame object is of and that is created or
// suspended, else Null.
func (o *Objects) generatorOf(v object.Value) object.Value {
	g := o.heap.Field(v, object.OffFrameObjectGen)
	if g == object.Null {
		return object.Null
	}
	if s := o.heap.GenState(g); s != object.GenCreated && s != object.GenSuspended {
		return object.Null
	}
	return g
}

// Suspended returns the frame of a generator that is created or suspended, as it lies in the
// generator: at the instruction that has yielded, or made it.
func (o *Objects) Suspended(g object.Value) Frame {
	h := o.heap
	return Frame{FP: unsafe.Add(h.At(g, object.OffGenSlots), -object.FrameSlots), Code: o.vm.Code(h.GenCode(g)), PC: h.GenPC(g) - 1}
}

// waits reports whether a suspended generator waits for one that runs, which it yields from.
func (o *Objects) waits(g object.Value) bool {
	for h := o.heap; ; {
		inner := h.Frames.YieldsFrom(g)
		switch {
		case inner == object.Null || !h.Is(inner, object.GeneratorType) && !h.Is(inner, object.CoroutineType):
			return false
		case h.GenState(inner) == object.GenRunning:
			return h.Field(inner, object.OffGenFor) == g
		case h.GenState(inner) != object.GenSuspended:
			return false
		}
		g = inner
	}
}

// ended reports whether a frame object is of a generator that has ended.
func (o *Objects) ended(v object.Value) bool {
	if o.heap.Field(v, object.OffFrameObjectEnd) != object.Null {
		return true
	}
	g := o.heap.Field(v, object.OffFrameObjectGen)
	return g != object.Null && o.heap.GenState(g) == object.GenDone
}

// frameOf returns where the frame of a frame object is, in the generator if that is
// suspended; it is Unsupported if it has ended. what is the attribute that asks, variables says whether for the frame's variables.
func (o *Objects) frameOf(v object.Value, what string, variables bool) (at Frame, err error) {
	f := o.heap.Field(v, object.OffFrameObjectFunc)
	if g := o.generatorOf(v); g != object.Null {
		return o.suspendedAlone(g, variables)
	}
	at, err = o.frameOfFunction(f, variables)
	if err == nil && at.FP == nil {
		err = o.heap.Unsupported("attribute " + what + " of a frame that is not running")
	}
	return at, err
}

// suspendedAlone is Suspended that tells whether the frame is held, too.
func (o *Objects) suspendedAlone(g object.Value, variables bool) (Frame, error) {
	at := o.Suspended(g)
	at.Held = !o.vm.Alone()
	err := o.vm.FramesUp(variables, func(a Frame) bool { // compiled code may have inlined it
		at.Held = at.Held || a.Held
		return !at.Held
	})
	return at, err
}

// TracebackFrame makes the frame object of a traceback's entry. Which globals it had
// is known where all functions of its code have the same, and where the interpreter has left
// the frame; its variables are, where the exception was a NameError or an AttributeError.
func (o *Objects) TracebackFrame(tb object.Value) (object.Value, error) {
	h := o.heap
	code := o.vm.Code(h.Half(tb, object.OffTracebackCode))
	globals, builtins := code.Globals, o.vm.Builtins()
	if kept := h.Field(tb, object.OffTracebackFrame); isKept(h, kept) {
		f := h.NewEndedFrame(h.TupleItem(kept, keptSlots), tb)
		ends(h, f, kept)
		return f, nil
	} else if at, err := o.handlerOf(tb); err != nil {
		return object.Null, err
	} else if at.FP != nil {
		return o.objectOf(at), nil
	} else if kept != object.Null && h.Is(kept, object.TupleType) {
		f := h.TupleItem(kept, 0)
		globals, builtins = h.Field(f, object.OffFuncGlobals), h.Field(f, object.OffFuncBuiltins)
		variables := h.TupleItem(kept, 1)
		if isNoted(h, kept) {
			variables = Variables(h, keptFrame(h, kept), code)
		} else if variables == object.None {
			variables = object.Null
		}
		h.SetField(tb, object.OffTracebackFrame, variables)
	}
	if globals == object.Null {
		return object.Null, h.Unsupported("attribute tb_frame of 'traceback' objects where code is run with several globals")
	}
	f := o.vm.NewFunction(code, object.Function{
		Globals: globals, Builtins: builtins, Doc: object.None, Module: object.None,
	})
	return h.NewEndedFrame(f, tb), nil
}

// endedAt returns the code unit at which the frame of a frame object has ended, where a traceback tells of it
// or the frame's end was noted; ok is false for others.
func (o *Objects) endedAt(v object.Value) (code *adaptive.Code, unit int, ok bool) {
	h := o.heap
	if end := h.Field(v, object.OffFrameObjectEnd); end != object.Null {
		return o.vm.Code(h.Half(h.Field(v, object.OffFrameObjectFunc), object.OffFuncCode)), int(end.Small()), true
	}
	if tb := h.Field(v, object.OffFrameObjectTrace); tb != object.Null {
		return o.vm.Code(h.Half(tb, object.OffTracebackCode)), int(h.Half(tb, object.OffTracebackPC)), true
	}
	return nil, 0, false
}

// endedPlace returns the line of endedAt.
func (o *Objects) endedPlace(v object.Value) (line int, ok bool) {
	code, unit, ok := o.endedAt(v)
	if !ok {
		return 0, false
	}
	return code.Line(unit), true
}

// Ended is told that the frame at fp, the innermost, ends at a code unit because it returns, or a generator's because it raises: its
// frame object, if it has one, says so from now on, and keeps its variables.
func (o *Objects) Ended(fp unsafe.Pointer, code *adaptive.Code, unit uint32) {
	h := o.heap
	f := *frame.Function(fp)
	if !h.HasFrames() || f == object.Null {
		return
	}
	v := h.FrameObjectOf(f)
	if v == object.Null || h.Field(v, object.OffFrameObjectEnd) != object.Null {
		return
	}
	if code.GenType == 0 && h.Field(v, object.OffFrameObjectBack) == object.Null {
		back := object.Null
		at, err := o.callerOf(fp)
		if at.FP != nil { // if nobody has asked for it, there is nothing by which it could be found later
			back = h.FrameObjectOf(*frame.Function(at.FP))
		}
		if err == nil {
			h.SetField(v, object.OffFrameObjectBack, back)
		}
	}
	ends(h, v, Kept(h, fp, code, unit))
}

// clearFrame is frame.clear(): what a traceback tells of has ended, and forgets its variables.
func (o *Objects) clearFrame(v object.Value) error {
	h := o.heap
	if h.Field(v, object.OffFrameObjectTrace) != object.Null || h.Field(v, object.OffFrameObjectLocals) != object.Null {
		_ = o.keptLocals(v) // what was beneath it stays known
		h.SetField(v, object.OffFrameObjectLocals, h.NewDict())
		return nil
	}
	if g := o.generatorOf(v); g != object.Null {
		if h.GenState(g) == object.GenSuspended {
			return h.Raise(object.RuntimeErrorType, "cannot clear a suspended frame")
		}
		h.FinishGenerator(g)
		return nil
	}
	if o.ended(v) {
		return nil
	}
	if _, err := o.frameOf(v, "clear", false); err != nil {
		return err
	}
	return h.Raise(object.RuntimeErrorType, "cannot clear an executing frame")
}

// initFrameType gives frame objects and their variables what they do.
func (o *Objects) initFrameType() {
	h := o.heap
	t := h.Type(object.FrameType)
	codeOf := func(v object.Value) *adaptive.Code {
		return o.vm.Code(h.Half(h.Field(v, object.OffFrameObjectFunc), object.OffFuncCode))
	}
	h.AddMethods(t, []object.Builtin{{Name: "clear", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		return object.None, o.clearFrame(v)
	}}})
	h.AddGetSets(t, []object.GetSet{
		{Name: "f_globals", Field: object.OffFrameObjectGlobals, Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			return h.Field(v, object.OffFrameObjectGlobals), nil
		}},
		{Name: "f_builtins", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.FunctionBuiltins(h.Field(v, object.OffFrameObjectFunc)), nil
		}},
		{Name: "f_code", Field: object.OffFrameObjectCode, Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			h.SetField(v, object.OffFrameObjectCode, codeOf(v).Self)
			return h.Field(v, object.OffFrameObjectCode), nil
		}},
		{Name: "f_lineno", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			if line, ok := o.endedPlace(v); ok {
				return known(line), nil
			}
			at, err := o.frameOf(v, "f_lineno", false)
			if err != nil {
				return object.Null, err
			}
			return known(at.Code.Line(int(at.PC))), nil
		}, Set: func(h *object.Heap, _, x object.Value) error {
			switch {
			case x == object.Null:
				return h.Raise(object.AttributeErrorType, "cannot delete attribute")
			case h.TypeID(x) != object.IntType:
				return h.Raise(object.ValueErrorType, "lineno must be an integer")
			}
			return h.Raise(object.ValueErrorType, "f_lineno can only be set in a trace function")
		}},
		{Name: "f_lasti", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			if _, unit, ok := o.endedAt(v); ok {
				return small(2 * unit), nil
			}
			at, err := o.frameOf(v, "f_lasti", false)
			if err != nil {
				return object.Null, err
			}
			unit := at.Code.Instruction(int(at.PC))
			if o.generatorOf(v) != object.Null { // CPython's stands behind what has yielded, or made the generator
				unit++
			}
			return small(2 * unit), nil
		}},
		{Name: "f_generator", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			if g := h.Field(v, object.OffFrameObjectGen); g != object.Null && !o.ended(v) {
				return g, nil
			}
			return object.None, nil
		}},
		{Name: "f_back", Get: func(_ *object.Heap, v object.Value) (object.Value, error) { return o.frameBack(v) }},
		{Name: "f_locals", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			if codeOf(v).Flags&pycode.FlagOptimized != 0 {
				if o.keptLocals(v) == object.Null {
					if _, err := o.frameOf(v, "f_locals", true); err != nil {
						return object.Null, err
					}
				}
				return h.NewFrameLocals(v), nil
			}
			if d := o.keptLocals(v); d != object.Null {
				return d, nil
			}
			at, err := o.frameOf(v, "f_locals", true)
			if err != nil {
				return object.Null, err
			}
			return Namespace(h, at.FP, at.Code), nil
		}},
		{Name: "f_trace_lines", Get: func(*object.Heap, object.Value) (object.Value, error) { return object.True, nil }, Set: traces("f_trace_lines", object.True)},
		{Name: "f_trace_opcodes", Get: func(*object.Heap, object.Value) (object.Value, error) { return object.False, nil }, Set: traces("f_trace_opcodes", object.False)},
		{Name: "f_trace", Get: func(*object.Heap, object.Value) (object.Value, error) { return object.None, nil },
			Set: func(h *object.Heap, _, x object.Value) error {
				if x == object.None || x == object.Null {
					return nil
				}
				return h.Unsupported("setting attribute f_trace of 'frame' objects")
			}},
	})
	t.Slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		if line, ok := o.endedPlace(v); ok {
			code := codeOf(v)
			return h.NewStr(fmt.Sprintf("<frame at %s, file '%s', line %d, code %s>", h.Address(v), code.Filename, line, code.Name)), nil
		}
		at, err := o.frameOf(v, "f_lineno", false)
		if err != nil {
			return object.Null, err
		}
		return h.NewStr(fmt.Sprintf("<frame at %s, file '%s', line %d, code %s>", h.Address(v), at.Code.Filename, at.Code.Line(int(at.PC)), at.Code.Name)), nil
	}
	o.initFrameLocals(h.Type(object.FrameLocalsType))
}

// traces is the setter of an attribute that says what a trace function, which there is none of here, is told: it stays as it is.
func traces(name string, now object.Value) func(h *object.Heap, v, x object.Value) error {
	return func(h *object.Heap, _, x object.Value) error {
		switch {
		case x == object.Null && name == "f_trace_lines":
			return h.Raise(object.TypeErrorType, "can't delete numeric/char attribute")
		case x == object.Null:
			return h.Raise(object.AttributeErrorType, "cannot delete attribute")
		case x != object.True && x != object.False:
			return h.Raise(object.TypeErrorType, "attribute value type must be bool")
		case x != now:
			return h.Unsupported("setting attribute " + name + " of 'frame' objects")
		}
		return nil
	}
}

// keptLocals returns the variables of a frame that has ended, Null where they are not known.
func (o *Objects) keptLocals(v object.Value) object.Value {
	h := o.heap
	d := h.Field(v, object.OffFrameObjectLocals)
	if !isKept(h, d) {
		return d
	}
	fp := keptFrame(h, d)
	code := o.vm.Code(h.Half(*frame.Function(fp), object.OffFuncCode))
	ns := Namespace(h, fp, code)
	if ns == object.Null {
		ns = Variables(h, fp, code)
	}
	if back := h.TupleItem(d, keptBack); back != object.None {
		h.SetField(v, object.OffFrameObjectBack, back)
	}
	h.SetField(v, object.OffFrameObjectLocals, ns)
	return ns
}

// keptBack returns what was beneath a frame that has ended, as Kept has it; Null if that is not known.
func (o *Objects) keptBack(v object.Value) object.Value {
	h := o.heap
	if back := h.Field(v, object.OffFrameObjectBack); back != object.Null {
		return back
	}
	if d := h.Field(v, object.OffFrameObjectLocals); isKept(h, d) && h.TupleItem(d, keptBack) != object.None {
		return h.TupleItem(d, keptBack)
	}
	return object.Null
}

// frameBack is f_back: the frame object of the caller, or None.
func (o *Objects) frameBack(v object.Value) (object.Value, error) {
	switch back := o.keptBack(v); {
	case o.ended(v) && o.vm.Code(o.heap.Half(o.heap.Field(v, object.OffFrameObjectFunc), object.OffFuncCode)).GenType != 0:
		return object.None, nil
	case back == object.Null:
	case o.heap.Is(back, object.TracebackType):
		return o.heap.GetAttr(back, o.heap.Intern("tb_frame"))
	default:
		return back, nil
	}
	if o.ended(v) || o.heap.Field(v, object.OffFrameObjectTrace) != object.Null {
		return object.Null, o.heap.Unsupported("attribute f_back of a frame that has ended, where it is not known")
	}
	if g := o.generatorOf(v); g != object.Null && !o.waits(g) {
		return object.None, nil
	}
	f := o.heap.Field(v, object.OffFrameObjectFunc)
	at, passed, err := o.callerOfFunction(f)
	switch {
	case err != nil:
		return object.Null, err
	case !passed:
		_, err = o.frameOf(v, "f_back", false) // it says why there is no such frame
		return object.None, err
	case at.FP == nil:
		return object.None, nil
	}
	back := o.objectOf(at)
	if o.vm.Code(o.heap.Half(f, object.OffFuncCode)).GenType == 0 { // a generator's frame has another caller each time
		o.heap.SetField(v, object.OffFrameObjectBack, back)
	}
	return back, nil
}
