package object

import "slices"

// Frame objects (sys._getframe): what programs see of a frame. The object holds the
// function of its frame, which is a copy that no other frame has: by it the frame is
// found again, on the stack or in a generator, as long as it lasts. The copy's
// OffFuncDict leads back to the object. Whoever runs frames gives the type its
// attributes (interp).

const frameObjectSize = 48

// NewFrameObject makes the frame object of a frame of function f. It returns the
// copy of f too, which the frame is to have in place of f.
func (h *Heap) NewFrameObject(f Value) (frame, function Value) {
	frame = h.allocFrame(FrameType)
	h.SetField(frame, OffFrameObjectFunc, f)
	h.SetField(frame, OffFrameObjectTrace, Null)
	h.SetField(frame, OffFrameObjectLocals, Null)
	h.SetField(frame, OffFrameObjectGen, Null)
	h.SetField(frame, OffFrameObjectEnd, Null)
	m := h.Mark()
	h.Push(frame)
	function = h.Alloc(kindPlain, functionSize)
	copy(h.Bytes(function, 0, functionSize), h.Bytes(f, 0, functionSize))
	h.Release(m)
	h.SetField(function, OffFuncDict, frame)
	h.SetField(frame, OffFrameObjectFunc, function)
	return frame, function
}

// FrameObjectOf returns the frame object that belongs to the function of a frame,
// Null while it has none.
func (h *Heap) FrameObjectOf(f Value) Value {
	if d := h.Field(f, OffFuncDict); d != Null && h.Is(d, FrameType) {
		return d
	}
	return Null
}

// GeneratorFrame returns the frame object of a generator that is created or suspended; of one
// that runs only if it has been asked for before, else Null.
func (h *Heap) GeneratorFrame(g Value) Value {
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

// FrameEnds notes in the frame object of a frame of function f, if there is one, that the frame ends at a code unit.
func (h *Heap) FrameEnds(f Value, unit uint32) {
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
	if h.frames++; h.frames == 1 && h.onFrames != nil {
		h.onFrames(true)
	}
	return v
}

// frameDied is what the collector tells of an object that allocFrame has made.
func (h *Heap) frameDied(Value) {
	if h.frames--; h.frames == 0 && h.onFrames != nil {
		h.onFrames(false)
	}
}

// OnFrames sets what is told whether any value may be one of which IsOfFrame is true: at once if one is, and
// when that changes. It is called during collections, so it must not allocate.
func (h *Heap) OnFrames(f func(exist bool)) {
	if h.onFrames = f; h.frames > 0 {
		f(true)
	}
}

// IsOfFrame reports whether v is a frame object, or the mapping of a frame's variables, or an iterator that runs a
// generator which has one: traceback walks the stack by generators.
func (h *Heap) IsOfFrame(v Value) bool {
	if !v.IsRef() {
		return false
	}
	switch id := h.RefType(v); id {
	case FrameType, FrameLocalsType:
		return true
	case GeneratorType:
		return h.holdsFrame(v, frameDepth)
	default:
		return int(id) < len(h.types) && h.types[id] != nil && h.types[id].Source != nil && h.holdsFrame(v, frameDepth)
	}
}

// frameDepth is how far holdsFrame follows references: an iterator of Go, a generator, its function, a cell, another
// generator.
const frameDepth = 5

// holdsFrame reports whether a generator has a frame object among its variables, or what it runs has.
func (h *Heap) holdsFrame(v Value, depth int) bool {
	if !v.IsRef() || v == Null {
		return false
	}
	id := h.RefType(v)
	if id == FrameType || id == FrameLocalsType {
		return true
	}
	if depth == 0 {
		return false
	}
	any := func(vs []Value) bool {
		return slices.ContainsFunc(vs, func(x Value) bool { return h.holdsFrame(x, depth-1) })
	}
	switch {
	case id == GeneratorType:
		state := h.GenState(v)
		return (state == GenCreated || state == GenSuspended) && any(h.GenSlots(v, h.GenSP(v)))
	case id == FunctionType:
		closure := h.Field(v, OffFuncClosure)
		return h.Is(closure, TupleType) && any(h.TupleItems(closure))
	case id == CellType:
		return h.holdsFrame(h.Field(v, OffCellValue), depth-1)
	case int(id) < len(h.types) && h.types[id] != nil && h.types[id].Source != nil:
		return h.holdsFrame(h.types[id].Source(h, v), depth-1)
	}
	return false
}

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
		"__len__", "__lt__", "__ne__", "__or__", "__repr__", "__reversed__", "__ror__", "__setitem__", "copy", "get", "items", "keys",
		"pop", "setdefault", "update", "values"})
}
