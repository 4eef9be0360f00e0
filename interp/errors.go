package interp

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/object"
	"github.com/tier2go/tier2/pycode"
)

// Unsupported is the error for what this VM does not implement. It is no guest
// exception: nothing catches it, and the program stops with exit status 3.
type Unsupported struct {
	What string // "opcode NAME", "builtin NAME", "module NAME", …
	File string
	Line int
}

// Error implements error.
func (u *Unsupported) Error() string {
	if u.File == "" {
		return "tier2: unsupported " + u.What
	}
	return fmt.Sprintf("tier2: unsupported %s (%s:%d)", u.What, u.File, u.Line)
}

// unsupported names what cannot be done at a code unit.
func (vm *VM) unsupported(what string, code *Code, pc uint32) error {
	return &Unsupported{What: what, File: code.Filename, Line: code.Line(int(pc))}
}

// GuestError is an exception that nothing has caught.
type GuestError struct {
	Line      string // "Type: message"
	Traceback string // as CPython prints it, without the caret lines
}

// Error implements error.
func (e *GuestError) Error() string { return e.Line }

func (vm *VM) recursionError() error {
	return vm.heap.Raise(object.RecursionErrorType, "maximum recursion depth exceeded")
}

// unwind looks for a handler of err, which the instruction at pc of the frame fp
// has raised. Frames without one are left. It returns the frame to go on in, or
// the error when a frame that Go entered has been left.
func (vm *VM) unwind(fp unsafe.Pointer, err error, pc uint32) (unsafe.Pointer, error) {
	var r *object.Raised
	if !errors.As(err, &r) {
		return vm.leaveAll(fp, err, pc)
	}
	for {
		code := vm.codes[frameCode(fp)]
		if vm.catches(code, int(pc)) {
			return vm.leaveAll(fp, vm.unsupported("exception handler", code, pc), pc)
		}
		vm.noteFrame(r.Exc, fp, code)
		vm.heap.AddTraceback(r.Exc, object.Traceback{Code: code.Handle, PC: pc})
		caller := *(*unsafe.Pointer)(unsafe.Add(fp, object.FrameCaller))
		vm.popFrame()
		if caller == nil {
			return nil, err
		}
		fp = caller
		vm.fp = fp
		// The call's own units come before the ones to go on at.
		pc = *(*uint32)(unsafe.Add(fp, object.FramePC)) - 1
	}
}

// catches reports whether a try or with statement is entered when the
// instruction at pc raises. The handlers of inlined comprehensions, which only
// restore variables of a frame that is left anyway, do not count.
func (vm *VM) catches(code *Code, pc int) bool {
	handler, ok := code.HandlerAt(pc)
	return ok && pycode.Op(code.Units[handler.Target]&0xFF) == pycode.PUSH_EXC_INFO
}

// leaveAll leaves frames for an error that is no guest exception, and gives it a
// place if it has none.
func (vm *VM) leaveAll(fp unsafe.Pointer, err error, pc uint32) (unsafe.Pointer, error) {
	var u *object.Unsupported
	if errors.As(err, &u) {
		err = vm.unsupported(u.What, vm.codes[frameCode(fp)], pc)
	}
	for fp != nil {
		vm.popFrame()
		fp = *(*unsafe.Pointer)(unsafe.Add(fp, object.FrameCaller))
		if fp != nil {
			vm.fp = fp
		}
	}
	return nil, err
}

// finish turns the error that ended a program into the one that its caller sees,
// flushing what the program has printed.
func (vm *VM) finish(err error) error {
	if ferr := vm.lib.Flush(); err == nil {
		err = ferr
	}
	var r *object.Raised
	if !errors.As(err, &r) {
		return err
	}
	h := vm.heap
	if h.IsInstance(r.Exc, object.SystemExitType) {
		return vm.systemExit(r.Exc)
	}
	return &GuestError{Line: h.ExceptionLine(r.Exc), Traceback: vm.formatTraceback(r.Exc)}
}

// systemExit is what the interpreter does with SystemExit: an int is the status,
// None is 0, anything else is printed and the status is 1.
func (vm *VM) systemExit(exc object.Value) error {
	h := vm.heap
	args := h.TupleItems(h.Field(exc, object.OffExcArgs))
	code := object.None
	switch len(args) {
	case 0:
	case 1:
		code = args[0]
	default:
		code = h.Field(exc, object.OffExcArgs)
	}
	if code == object.None {
		return &SystemExit{}
	}
	if h.IsIntegral(code) {
		n, ok := h.AsInt64(code)
		if !ok {
			n = -1
		}
		return &SystemExit{Code: int(n & 0xFF)}
	}
	s, err := h.Str(code)
	if err != nil {
		return err
	}
	return &SystemExit{Code: 1, Message: h.GoString(s)}
}
