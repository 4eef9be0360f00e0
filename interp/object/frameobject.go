package object

import "unsafe"

// Frame objects (sys._getframe): what programs see of a frame. The object holds the
// function of its frame, which is a copy that no other frame has: by it the frame is
// found again, on the stack or in a generator, as long as it lasts. The copy's
// offFuncDict leads back to the object. Whoever runs frames gives the type its
// attributes (interp).

const frameObjectSize = 80

// NewFrameObject makes the frame object of a frame of function f. It returns the
// copy of f too, which the frame is to have in place of f.
func (h *Heap) NewFrameObject(f Value) (frame, function Value) {
	frame = h.allocFrame(FrameType)
	h.SetField(frame, OffFrameObjectFunc, f)
	h.SetField(frame, OffFrameObjectTrace, Null)
	h.SetField(frame, OffFrameObjectLocals, Null)
	h.SetField(frame, OffFrameObjectGen, Null)
	h.SetField(frame, OffFrameObjectEnd, Null)
	h.SetField(frame, OffFrameObjectBack, Null)
	h.SetField(frame, OffFrameObjectExtra, Null)
	h.SetField(frame, OffFrameObjectCode, Null)
	h.SetField(frame, OffFrameObjectGlobals, h.Field(f, OffFuncGlobals))
	m := h.Mark()
	h.Push(frame)
	function = h.Alloc(kindPlain, FunctionSize)
	copy(h.Bytes(function, 0, FunctionSize), h.Bytes(f, 0, FunctionSize))
	h.Release(m)
	h.SetField(function, offFuncDict, frame)
	h.SetField(frame, OffFrameObjectFunc, function)
	return frame, function
}

// FrameObjectOf returns the frame object that belongs to the function of a frame,
// Null while it has none.
func (h *Heap) FrameObjectOf(f Value) Value {
	if d := h.Field(f, offFuncDict); d != Null && h.Is(d, FrameType) {
		return d
	}
	return Null
}

// generatorFrame returns the frame object of a generator that is created or suspended; of one
// that runs only if it has been asked for before, else Null.
func (h *Heap) generatorFrame(g Value) Value {
	f := h.GenSlots(g, 1)[0]
	frame := h.FrameObjectOf(f)
	if frame == Null && h.GenState(g) != GenRunning {
		frame, f = h.NewFrameObject(f)
		h.GenSlots(g, 1)[0] = f
	}
	if frame != Null {
		h.SetField(frame, OffFrameObjectGen, g)
	}
	return frame
}

// frameEnds notes in the frame object of a frame of function f, if there is one, that the frame ends at a code unit.
func (h *Heap) frameEnds(f Value, unit uint32) {
	if h.frames == 0 || f == Null {
		return
	}
	if frame := h.FrameObjectOf(f); frame != Null {
		h.SetField(frame, OffFrameObjectEnd, SmallInt(int64(unit)))
	}
}

// NewEndedFrame makes the frame object of a frame of function f that has ended, and
// which a traceback's entry tells of.
func (h *Heap) NewEndedFrame(f, traceback Value) Value {
	frame, _ := h.NewFrameObject(f)
	h.SetField(frame, OffFrameObjectTrace, traceback)
	h.SetField(frame, OffFrameObjectLocals, h.Field(traceback, OffTracebackFrame))
	return frame
}

// allocFrame makes a frame object or the mapping of one's variables, and counts it.
func (h *Heap) allocFrame(t TypeID) Value {
	v := h.Alloc(kindFrame, frameObjectSize)
	h.header(v, t, 0)
	h.frames++
	return v
}

// frameDied is what the collector tells of an object that allocFrame has made.
func (h *Heap) frameDied(Value) { h.frames-- }

// HasFrames reports whether there is a frame object, or the mapping of a frame's variables.
func (h *Heap) HasFrames() bool { return h.frames > 0 }

// FramesWord is the address of the number that HasFrames compares.
func (h *Heap) FramesWord() uint64 { return uint64(uintptr(unsafe.Pointer(&h.frames))) }

// IsFrameLocals reports whether v is the mapping of a frame's variables, whose contents are no memory of its own.
func (h *Heap) IsFrameLocals(v Value) bool { return h.frames > 0 && h.Is(v, FrameLocalsType) }

// NewFrameLocals makes the mapping that f_locals of a function's frame is.
func (h *Heap) NewFrameLocals(frame Value) Value {
	v := h.allocFrame(FrameLocalsType)
	h.SetField(v, OffFrameObjectFunc, frame)
	return v
}

func (h *Heap) initFrameTypes() {
	t := h.register(&Type{ID: FrameType, Name: "frame", Final: true})
	t.KnowAttrs([]string{"__repr__", "__sizeof__", "clear", "f_back", "f_builtins", "f_code", "f_generator", "f_globals", "f_lasti",
		"f_lineno", "f_locals", "f_trace", "f_trace_lines", "f_trace_opcodes"})
	t = h.register(&Type{ID: FrameLocalsType, Name: "FrameLocalsProxy", Final: true, NoHash: true})
	t.KnowAttrs([]string{"__contains__", "__delitem__", "__eq__", "__ge__", "__getitem__", "__gt__", "__hash__", "__ior__", "__iter__", "__le__",
		"__len__", "__lt__", "__ne__", "__new__", "__or__", "__repr__", "__reversed__", "__ror__", "__setitem__", "copy", "get", "items", "keys",
		"pop", "setdefault", "update", "values"})
}
