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
	if code.GlobalsDiffer && !isNoted(h, kept) { // whose they were
		if kept == object.Null {
			kept = object.None
		}
		kept = h.NewTuple(*frame.Function(fp), kept)
	}
	h.AddTraceback(exc, object.Traceback{Code: code.Handle, PC: pc})
	h.SetField(h.Field(exc, object.OffExcTraceback), object.OffTracebackFrame, kept)
}

// A frame that an exception leaves is kept: a tuple of what is beneath it, where it has ended, its function and its variables,
// as they lie in the frame. Beneath is the entry of the traceback that the exception gets where it goes on, or a
// frame object; None, if that is not known. The tuple costs less than the entry's place would cost to find
// later, and is all that a frame object needs (TracebackFrame).
const (
	keptBack  = 0
	keptEnd   = 1
	keptSlots = 2
)

// Kept returns what is kept of a frame that has ended at a code unit.
func Kept(h *object.Heap, fp unsafe.Pointer, code *adaptive.Code, end uint32) object.Value {
	v := h.NewTupleOfNull(keptSlots + 1 + code.LocalSlots)
	items := h.TupleItems(v)
	items[keptBack], items[keptEnd] = object.None, object.SmallInt(int64(end))
	copy(items[keptSlots:], unsafe.Slice(frame.Function(fp), 1+code.LocalSlots))
	return v
}

// noted is Kept of a frame that has not ended: its function stands in place of what is beneath.
func noted(h *object.Heap, fp unsafe.Pointer, code *adaptive.Code) object.Value {
	v := Kept(h, fp, code, 0)
	h.TupleItems(v)[keptBack] = *frame.Function(fp)
	return v
}

// isNoted reports whether v is a tuple of noted's.
func isNoted(h *object.Heap, v object.Value) bool {
	return v != object.Null && h.Is(v, object.TupleType) && h.TupleLen(v) > keptSlots && !isKept(h, v)
}

// isKept reports whether v is a tuple of Kept's; else it is what AddFrame puts there.
func isKept(h *object.Heap, v object.Value) bool {
	return v != object.Null && h.Is(v, object.TupleType) && !h.Is(h.TupleItem(v, 0), object.FunctionType)
}

// keptFrame returns the frame of a tuple of Kept's.
func keptFrame(h *object.Heap, v object.Value) unsafe.Pointer {
	return unsafe.Add(h.At(v, object.OffTupleItems+8*keptSlots), -object.FrameSlots)
}

// LeaveFrame is told that an exception leaves a frame for good, at a code unit. The frame's entry is the
// last of the exception's traceback; it is returned, for Beneath.
func LeaveFrame(h *object.Heap, exc object.Value, fp unsafe.Pointer, code *adaptive.Code, end uint32) (tb object.Value) {
	tb = h.Field(exc, object.OffExcTraceback)
	if tb == object.Null || h.Half(tb, object.OffTracebackCode) != code.Handle {
		return object.Null
	}
	setLeft(h, tb, Kept(h, fp, code, end))
	return tb
}

// NameAttribute is told that an exception which is object.Heap.Unnamed leaves a frame to that of caller, at a code unit: where that
// instruction reads an attribute, and the frame's function is what that comes to, the exception is told. A function that has given another
// value to its first parameters meanwhile is not recognized.
func NameAttribute(h *object.Heap, exc object.Value, fp unsafe.Pointer, code, caller *adaptive.Code, pc uint32) {
	unit := caller.Instruction(int(pc))
	if pycode.Op(caller.Units[unit]) != pycode.LOAD_ATTR {
		return
	}
	arg := uint32(0)
	for i := caller.First(unit); i <= unit; i++ {
		arg = arg<<8 | uint32(caller.Units[i]>>8)
	}
	name := caller.NameValues[arg>>1]
	var args [3]object.Value
	list := args[:0]
	for i := range min(code.ArgCount, len(args)) {
		list = append(list, localValue(h, fp, code, i))
	}
	if code.Flags&pycode.FlagVarArgs != 0 && code.ArgCount == 0 {
		if star := localValue(h, fp, code, code.KwOnlyArgCount); star != object.Null && h.Is(star, object.TupleType) {
			list = append(list, h.TupleItems(star)[:min(h.TupleLen(star), len(args))]...)
		}
	}
	v := h.AttrReadBy(*frame.Function(fp), list, name)
	if v != object.Null && (arg&1 == 0 || h.TypeOf(v).GetAttr != nil) { // as object.Heap.LoadMethod
		h.NameAttribute(exc, v, name)
	}
}

// Unwound is LeaveFrame and AddFrame for compiled code: an exception has left a frame, of which kept is kept if the guest
// has seen it, to one at a place, which the guest does not see if it is hidden.
func Unwound(h *object.Heap, codes []*adaptive.Code, exc, kept object.Value, at object.Traceback, hidden bool) {
	tb := h.Field(exc, object.OffExcTraceback)
	if kept != object.Null && tb != object.Null {
		setLeft(h, tb, kept)
	}
	if kept != object.Null && h.Unnamed(exc) {
		fp := keptFrame(h, kept)
		NameAttribute(h, exc, fp, codes[h.Half(*frame.Function(fp), object.OffFuncCode)], codes[at.Code], at.PC)
	}
	if hidden {
		return
	}
	h.AddTraceback(exc, at)
	if tb != object.Null {
		Beneath(h, tb, h.Field(exc, object.OffExcTraceback))
	}
}

// setLeft notes what is kept of the frame of an entry.
func setLeft(h *object.Heap, tb, kept object.Value) {
	if !h.HasFrames() {
		h.SetField(tb, object.OffTracebackFrame, kept)
		return
	}
	f := h.Field(tb, object.OffTracebackFrame)
	if f == object.Null || !h.Is(f, object.FrameType) {
		f = h.FrameObjectOf(h.TupleItem(kept, keptSlots))
	}
	if f == object.Null {
		h.SetField(tb, object.OffTracebackFrame, kept)
		return
	}
	h.SetField(tb, object.OffTracebackFrame, f)
	ends(h, f, kept)
}

// ends notes in a frame object what is kept of its frame.
func ends(h *object.Heap, f, kept object.Value) {
	h.SetField(f, object.OffFrameObjectLocals, kept)
	h.SetField(f, object.OffFrameObjectEnd, h.TupleItem(kept, keptEnd))
}

// Beneath notes that the frame of a traceback's entry was called by that of another one, the
// next that the exception got.
func Beneath(h *object.Heap, tb, by object.Value) {
	kept := h.Field(tb, object.OffTracebackFrame)
	if kept != object.Null && h.Is(kept, object.FrameType) {
		kept = h.Field(kept, object.OffFrameObjectLocals)
	}
	if isKept(h, kept) && h.TupleItem(kept, keptBack) == object.None {
		h.TupleItems(kept)[keptBack] = by
	}
}

// noteFrame records what a suggestion will need of the frame that an exception
// is about to leave, if it is the first one, and returns its variables then (the namespace, or noted), which
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
	return noted(h, fp, code)
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
