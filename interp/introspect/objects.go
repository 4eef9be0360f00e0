// Package introspect is what a program sees of its own code and frames: code objects,
// frame objects, tracebacks' frames, functions made of code, and the variables of a
// function that waits (Objects/codeobject.c, Objects/frameobject.c).
//
// A frame has an object only if somebody asks for one (frame.go): the object knows the
// function, and the stack is searched for the frame that runs it. So a frame costs nothing
// that nobody looks at. What a program makes (newcode.go) is verified before it runs, as
// code from a file is.
//
//	o := introspect.New(h, vm) // gives the types their attributes and methods
//	f, err := o.Frame(1)       // sys._getframe(1)
//
// The package must not know how code is run: [VM] is what it asks of the virtual machine.
package introspect

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// VM is what the objects ask of a virtual machine.
type VM interface {
	// Code returns the code object that functions hold by this handle.
	Code(handle uint32) *adaptive.Code
	// Prepare makes code ready to run.
	Prepare(c *pycode.Code) (*adaptive.Code, error)
	// NewFunction makes a function of code.
	NewFunction(code *adaptive.Code, f object.Function) object.Value
	// Builtins returns the dict of the VM's builtins, BuiltinsOf those of functions that
	// are made in a namespace.
	Builtins() object.Value
	BuiltinsOf(globals object.Value) (object.Value, error)
	// FramesUp calls f with the frames that the guest sees, from the running one to the
	// outermost, until it returns false. It is Unsupported where what is asked for is in registers: without variables,
	// a frame has its function, and a generator's its generator.
	FramesUp(variables bool, f func(Frame) bool) error
	// Alone reports whether there is no other thread of the program to which compiled code may return.
	Alone() bool
	// Looked is told of code the first time that one of its frames gets an object: whoever returns from those tells of it (Ended).
	Looked(code *adaptive.Code)
	// CodeReplaced is told that a function has got other code: compiled code takes a
	// function that is a constant for one of the code that it had.
	CodeReplaced()
}

// Frame is a frame on the stack and the code unit that it is at.
type Frame struct {
	FP   unsafe.Pointer
	Code *adaptive.Code
	PC   uint32
	// Memory is the frame that FP is a copy of, nil if it is none.
	Memory unsafe.Pointer
	// Held says that compiled code has the frame's variables, or goes on with what it knows of them: they must not be
	// set from outside.
	Held bool
}

// Objects are the code, frame and function objects of one VM.
type Objects struct {
	heap *object.Heap
	vm   VM
	search
}

// New gives the types of a heap what they do.
func New(h *object.Heap, vm VM) *Objects {
	o := &Objects{heap: h, vm: vm}
	o.initSearch()
	o.initCodeType()
	o.initFrameType()
	return o
}

func small(i int) object.Value { return object.SmallInt(int64(i)) }
