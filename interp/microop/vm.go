package microop

import (
	"sync/atomic"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// VM is what micro-ops ask of the VM.
type VM interface {
	Names
	Frames
	Generators

	Heap() *object.Heap
	Code(handle uint32) *adaptive.Code
	// Driver returns the driver that has a version.
	Driver(version uint32) (object.Driver, bool)
	// Each returns that of a call of an object.Each.
	Each(version uint32) (object.EachDriver, bool)
	// Innermost is where the VM has its innermost frame.
	Innermost() *unsafe.Pointer
	// Interrupts returns what is true when a loop is to be left.
	Interrupts() (flag *atomic.Bool, handle func() error)
	// Spent returns what ends the run because its budget of instructions is spent, nil while it
	// is not.
	Spent() error
	// At says which instruction is being executed, for what looks at frames.
	At(ip uintptr)
	// Interpret executes an instruction of the innermost frame as tier 1 does, and returns
	// the frame to go on in; after is the code unit behind its opcode.
	Interpret(op uint8, arg, after int) (frame uint64, err error)

	// Operators that may be methods in Python; truth asks for a bool.
	Binary(op object.BinaryOp, a, b object.Value) (object.Value, error)
	Compare(op object.CompareOp, a, b object.Value, truth bool) (object.Value, error)
	// DoSpecial is an instruction that calls a special method, which may be one in Python;
	// SetSlice is v[start:stop:step] = x.
	DoSpecial(o pyguest.Operator, e pyguest.Entries) (object.Value, error)
	SetSlice(v, start, stop, step, x object.Value) error
	// CallBuiltin calls what gets no frame in the loop: a builtin, a class. self, if it is
	// not Null, lies right below args on the stack.
	CallBuiltin(f, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error)
	// CallStarred is f(*star, **kw) of what gets no frame in the loop; kw is Null if there is
	// none.
	CallStarred(f, star, kw object.Value) (object.Value, error)
	MakeFunction(outer, code object.Value) object.Value
	SetFunctionAttribute(f object.Value, which int, v object.Value) error
	// RaiseHere makes the exception of a raise and its traceback's entry.
	RaiseHere(operands []object.Value, at object.Traceback) (object.Value, error)
	// Kept is what is kept of a frame that an exception leaves, at a code unit (package introspect).
	Kept(fp unsafe.Pointer, code *adaptive.Code, end uint32) object.Value
	// Unwind adds the entry of the frame that an exception comes to (pyguest.Env).
	Unwind(exc, kept object.Value, at object.Traceback, hidden bool)
	CommonConstant(i int) object.Value
	// SuperType is the builtin super.
	SuperType() object.Value
}

// Names are the names of a function f in Python, and the errors for those that have no
// value.
type Names interface {
	LoadName(f, name object.Value) (object.Value, error)
	LoadSpaced(ns, f, name object.Value) (object.Value, error)
	DeleteGlobal(f, name object.Value) error
	ImportName(f, name, fromlist, level object.Value) (object.Value, error)
	ImportFrom(m, name object.Value) (object.Value, error)
	UnboundLocal(code uint64, i int) error
	UnboundDeref(code uint64, i int) error
}

// Frames begins frames behind that at fp, whose code is code. The new frame is the VM's
// innermost one. A nil frame without an error is one for which there is no room.
type Frames interface {
	// Room reports whether n frames may be begun behind the innermost one.
	Room(n int) bool
	RecursionError() error
	// Begin begins a frame whose locals are not set yet.
	Begin(fp unsafe.Pointer, code *adaptive.Code, f object.Value, callee *adaptive.Code) unsafe.Pointer
	// Bind begins the frame of a call of a function in Python.
	Bind(fp unsafe.Pointer, code *adaptive.Code, f, self object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error)
	// EnterGetter begins that of a property's function, or of a __getitem__ with a key.
	EnterGetter(fp unsafe.Pointer, code *adaptive.Code, f, v, key object.Value) unsafe.Pointer
	// EnterInit begins that of an __init__, above one that returns v.
	EnterInit(fp unsafe.Pointer, code *adaptive.Code, v, init object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error)
	// EnterAbove begins that of a function that is called with args, above one that does something with its result, and has entries.
	EnterAbove(fp unsafe.Pointer, code *adaptive.Code, o pyguest.Operator, e pyguest.Entries, f, self object.Value, args []object.Value) (unsafe.Pointer, error)
	// EnterOperator begins that of an operator's method, above one that finishes it.
	EnterOperator(fp unsafe.Pointer, code *adaptive.Code, f object.Value, o pyguest.Operator, e pyguest.Entries) (unsafe.Pointer, error)
}

// Generators resumes and suspends generators.
type Generators interface {
	// Resumers are the functions whose calls resume a generator.
	Resumers() (next, method, send object.Value)
	// Resumes returns the generator that a call resumes, Null if it does not, and what it
	// sends.
	Resumes(f, self object.Value, args []object.Value) (g, v object.Value)
	// Resume begins the frame of a generator; nil at the recursion limit.
	Resume(fp unsafe.Pointer, code *adaptive.Code, g, v object.Value) unsafe.Pointer
	// Suspend copies the n slots in use of a frame to its generator, which goes on at pc.
	Suspend(fp unsafe.Pointer, code *adaptive.Code, g object.Value, state, n int, pc uint32)
	// Awaitable is GET_AWAITABLE with its operand.
	Awaitable(v object.Value, where int) (object.Value, error)
	// AsyncNext is GET_ANEXT.
	AsyncNext(it object.Value) (object.Value, error)
	// NewGenerator makes the generator of a frame.
	NewGenerator(fp unsafe.Pointer, code *adaptive.Code, pc uint32) object.Value
	// LeftFrame is told of a frame that is left for good, at pc.
	LeftFrame(fp unsafe.Pointer, code *adaptive.Code, pc uint32)
}
