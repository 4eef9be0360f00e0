package project

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Program is what a projection reads of a program that is running. It changes nothing, but for
// what Stores notes.
type Program interface {
	// Heap is where the program's objects are, with the types by their versions.
	Heap() *object.Heap
	// Code returns the code object with a handle.
	Code(handle uint32) *adaptive.Code
	// CodeByVersion returns the code of the functions that have a version, nil if there
	// is none.
	CodeByVersion(version uint32) *adaptive.Code
	// Runs reports whether an executor can execute a micro-op, whatever executors are.
	Runs(op uop.ID) bool
	// InitShim returns the code of the frame beneath an __init__, OperatorShim that of
	// the frames beneath operators' methods.
	InitShim() *adaptive.Code
	OperatorShim() *adaptive.Code
	// Known returns the functions that instructions recognize.
	Known() *adaptive.Known
	// Builtins returns the builtins that functions have whose code is in one module (adaptive.Code.Globals).
	Builtins() object.Value
	// KeysVersion returns the version of the keys of a dict of globals; 0: they have none, or change so often under compiled code
	// that none is to rely on it. exit says that what is projected continues an exit.
	KeysVersion(globals object.Value, exit bool) uint32
	// Stores is told that a trace stores a name in a dict of globals by itself: compiled code is not to take the name for a
	// constant from now on.
	Stores(globals, name object.Value)
	// EntriesPoll reports whether functions poll where they begin also if they are inlined.
	EntriesPoll() bool
	// Frame returns the frame that the program is in, nil if it is in none.
	Frame() unsafe.Pointer
	// Driver returns the driver that has a version.
	Driver(version uint32) (d object.Driver, ok bool)
	// Each returns that of a call of an object.Each.
	Each(version uint32) (d object.EachDriver, ok bool)
}

// A Generator is what a projection knows of the generator that a frame runs, if it is one.
type Generator struct {
	Known  bool         // where it has been resumed
	Object object.Value // as it is now: Null where it is the trace that makes it
}

// isNow reports whether the generator has been made, and is known: its slots can be looked at.
func (g Generator) isNow() bool { return g.Known && g.Object != object.Null }

// A Caller is a frame that a projection may return to.
type Caller struct {
	Code *adaptive.Code
	PC   uint32    // where it goes on
	Gen  Generator // that it runs
}

// Entry is where a projection begins, and what is known there.
type Entry struct {
	Code    *adaptive.Code
	PC      int
	Depth   int          // entries on the operand stack
	Top     object.Value // the one on top, Null if that is not known
	Callers []Caller     // frames below that the trace may return to, outermost first
	Linking bool         // the trace continues an exit: it may do no more than lead to an executor
	Memory  bool         // the trace begins with everything in the frame
}

// Trace follows the bytecode from an entry along the likely way. The trace is nil if
// there is none; the uop.Stop says why, or else why it ends.
func Trace(p Program, e Entry, lim uop.Limits) (*uop.Trace, uop.Stop) {
	return newProjector(p, e, lim).follow()
}

// Catch projects the trace that continues the exit by which a helper leaves that has
// raised in the instruction at the entry: from the handler on, if one of the exit's
// frames has it; ok says so.
func Catch(p Program, e Entry, lim uop.Limits) (t *uop.Trace, stop uop.Stop, ok bool) {
	return newProjector(p, e, lim).catch()
}

// HasGeneral reports whether the general form of an instruction can be executed: the base
// of its family, which guards no types.
func HasGeneral(p Program, op pycode.Op) bool {
	if interpreted[op.Base()] {
		return true
	}
	steps := expansions[op.Base()]
	return steps != nil && runs(p, steps)
}

// runs reports whether all micro-ops of an expansion can be executed.
func runs(p Program, steps []step) bool {
	for _, s := range steps {
		if !p.Runs(s.id) {
			return false
		}
	}
	return true
}

// initVersion returns the version of the __init__ in Python of the class that has a
// version, 0 if there is none.
func initVersion(h *object.Heap, class uint32) uint32 {
	t := h.TypeByVersion(class)
	if t == nil {
		return 0
	}
	init, ok := t.PlainNew()
	if !ok || !h.Is(init, object.FunctionType) {
		return 0
	}
	return h.Half(init, object.OffFuncVersion)
}
