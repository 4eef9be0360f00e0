package introspect

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// What a traceback will need of the frame that an exception leaves: package
// interp/traceback suggests names that were probably meant.

// AddFrame adds a frame, at an instruction, to the traceback of an exception that is about to
// leave it. Of code that runs with several globals, the entry keeps the function, too.
func AddFrame(h *object.Heap, exc object.Value, fp unsafe.Pointer, code *adaptive.Code, pc uint32) {
	kept := noteFrame(h, exc, fp, code)
	if code.GlobalsDiffer { // whose they were
		if kept == object.Null {
			kept = object.None
		}
		kept = h.NewTuple(*frame.Function(fp), kept)
	}
	h.AddTraceback(exc, object.Traceback{Code: code.Handle, PC: pc})
	h.SetField(h.Field(exc, object.OffExcTraceback), object.OffTracebackFrame, kept)
}

// noteFrame records what a suggestion will need of the frame that an exception
// is about to leave, if it is the first one, and returns its variables then, which
// Lib/traceback.py looks for it in; Null otherwise.
func noteFrame(h *object.Heap, exc object.Value, fp unsafe.Pointer, code *adaptive.Code) object.Value {
	if !WantsFrame(h, exc) {
		return object.Null
	}
	state := h.Field(exc, object.OffExcState)
	n := h.TupleLen(state)
	switch {
	case n == 1 && h.IsInstance(exc, object.NameErrorType):
		names := boundLocals(h, fp, code)
		f := *frame.Function(fp)
		h.SetField(exc, object.OffExcState, h.NewTuple(h.TupleItem(state, 0), names, f, selfOf(h, fp, code)))
	case n == 2 && h.IsInstance(exc, object.AttributeErrorType):
		name, obj := h.TupleItem(state, 0), h.TupleItem(state, 1)
		if selfOf(h, fp, code) == obj {
			h.SetField(exc, object.OffExcState, h.NewTuple(name, obj, object.True))
		}
	default:
		return object.Null
	}
	if ns := Namespace(h, fp, code); ns != object.Null {
		return ns
	}
	return Variables(h, fp, code)
}

// WantsFrame reports whether noteFrame has something to record.
func WantsFrame(h *object.Heap, exc object.Value) bool {
	return h.Field(exc, object.OffExcState) != object.Null && h.Field(exc, object.OffExcTraceback) == object.Null
}

// CatchesWithout reports whether an exception that is about to leave a frame of code needs
// nothing of that: an AttributeError wants to know whether the object is the frame's self.
func CatchesWithout(h *object.Heap, exc object.Value, code *adaptive.Code) bool {
	return !WantsFrame(h, exc) || h.IsInstance(exc, object.AttributeErrorType) && !slices.Contains(code.LocalsPlus, "self")
}

// boundLocals returns a tuple of the names of a frame's locals that have a value.
func boundLocals(h *object.Heap, fp unsafe.Pointer, code *adaptive.Code) object.Value {
	list := h.NewList()
	for i, name := range code.LocalsPlus {
		if localValue(h, fp, code, i) != object.Null {
			h.ListAppend(list, h.InternName(name))
		}
	}
	return h.ListToTuple(list)
}

// selfOf returns the value of a frame's local self, Null if it has none.
func selfOf(h *object.Heap, fp unsafe.Pointer, code *adaptive.Code) object.Value {
	if i := slices.Index(code.LocalsPlus, "self"); i >= 0 {
		return localValue(h, fp, code, i)
	}
	return object.Null
}

// localValue returns the value of a local or of the cell that holds it; Null if
// it has none.
func localValue(h *object.Heap, fp unsafe.Pointer, code *adaptive.Code, i int) object.Value {
	v := *frame.Local(fp, i)
	if h.Is(v, object.CellType) && code.Kinds[i]&(pycode.KindCell|pycode.KindFree) != 0 {
		v = h.Field(v, object.OffCellValue)
	}
	if code.LocalsPlus[i] == ".0" && h.Is(v, object.GeneratorType) { // what a generator expression runs over
		v = h.Driven(v)
	}
	return v
}
