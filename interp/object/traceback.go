package object

// Traceback is one entry of an exception's traceback: the code object's handle
// and the code unit of the instruction.
type Traceback struct {
	Code uint32
	PC   uint32
}

// AddTraceback adds an entry in front of an exception's traceback: frames add
// themselves as the exception leaves them, the outermost last.
func (h *Heap) AddTraceback(exc Value, tb Traceback) {
	v := h.Alloc(kindPlain, 32)
	h.header(v, TracebackType, 0)
	h.SetField(v, offTracebackNext, h.Field(exc, OffExcTraceback))
	h.SetHalf(v, OffTracebackCode, tb.Code)
	h.SetHalf(v, OffTracebackPC, tb.PC)
	h.SetField(v, OffTracebackFrame, Null)
	h.SetField(exc, OffExcTraceback, v)
}

// Tracebacks returns an exception's traceback, the outermost frame first.
func (h *Heap) Tracebacks(exc Value) []Traceback {
	var list []Traceback
	for v := h.Field(exc, OffExcTraceback); h.Is(v, TracebackType); v = h.Field(v, offTracebackNext) {
		list = append(list, Traceback{h.Half(v, OffTracebackCode), h.Half(v, OffTracebackPC)})
	}
	return list
}

// initTraceback makes the type of tracebacks. How the units of a code object are
// numbered in lines is the VM's to say: see Heap.TracebackLine.
func (h *Heap) initTraceback() {
	h.register(&Type{ID: TracebackType, Name: "traceback", Final: true, Slots: Slots{GetAttr: tracebackGetAttr, SetAttr: tracebackSetAttr}})
}

func tracebackGetAttr(h *Heap, v, name Value) (Value, error) {
	switch h.GoString(name) {
	case "tb_next":
		if next := h.Field(v, offTracebackNext); next != Null {
			return next, nil
		}
		return None, nil
	case "tb_frame":
		if f := h.Field(v, OffTracebackFrame); f != Null && h.Is(f, FrameType) {
			return f, nil
		}
		if h.TracebackFrame != nil {
			f, err := h.TracebackFrame(v)
			if err == nil {
				h.SetField(v, OffTracebackFrame, f)
			}
			return f, err
		}
	case "tb_lineno", "tb_lasti":
		if h.TracebackPlace != nil {
			line, lasti := h.TracebackPlace(Traceback{h.Half(v, OffTracebackCode), h.Half(v, OffTracebackPC)})
			if h.StrIs(name, "tb_lasti") {
				line = lasti
			}
			return SmallInt(int64(line)), nil
		}
	}
	return h.FindGeneric(v, name)
}

func tracebackSetAttr(h *Heap, v, name, x Value) error {
	switch s := h.GoString(name); s {
	case "tb_next":
		switch {
		case x == Null:
			return h.Raise(TypeErrorType, "can't delete tb_next attribute")
		case x != None && !h.Is(x, TracebackType):
			return h.Raise(TypeErrorType, "expected traceback object, got '%s'", h.TypeName(x))
		}
		x = nullIfNone(x)
		for tb := x; tb != Null; tb = h.Field(tb, offTracebackNext) {
			if tb == v {
				return h.Raise(ValueErrorType, "traceback loop detected")
			}
		}
		h.SetField(v, offTracebackNext, x)
		return nil
	case "tb_lineno", "tb_lasti", "tb_frame":
		return h.RaiseAttribute(v, name, "attribute '%s' of 'traceback' objects is not writable", s)
	default:
		return h.RaiseAttribute(v, name, "'traceback' object has no attribute '%s' and no __dict__ for setting new attributes", s)
	}
}
