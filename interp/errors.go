package interp

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Unsupported is the error for what this VM does not implement: a program has done
// without it in vain, or, by Options.Strict, it was not asked. The program stops with exit
// status 3.
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
func unsupported(what string, code *Code, pc uint32) error {
	return &Unsupported{What: what, File: code.Filename, Line: code.Line(int(pc))}
}

// GuestError is a Python exception: one that nothing has caught, or, made by
// Raise, one that a Go function raises.
type GuestError struct {
	Type    string // "ValueError"
	Message string // str() of the exception
	Line    string // the last line of the traceback, "ValueError: message"

	exc       Value  // the exception; None in an error made by Raise
	traceback string // "" before it has been asked for
	cause     error  // of the Go function that the exception comes from
}

// Error returns the last line of the traceback.
func (e *GuestError) Error() string { return e.Line }

// Unwrap returns the error of a Go function that became the exception; nil if it
// has another origin.
func (e *GuestError) Unwrap() error { return e.cause }

// Traceback returns what CPython prints of the exception, without the caret lines;
// "" for an error made by Raise. The error of a call by a Go function that Python
// has called must be asked while its VM is open.
func (e *GuestError) Traceback() string {
	if e.traceback != "" {
		return e.traceback
	}
	text, err := e.exc.format()
	if err != nil {
		return ""
	}
	e.traceback = text
	return text
}

// format formats the traceback of an exception.
func (v Value) format() (text string, err error) {
	c, err := v.begin()
	if err != nil {
		return "", err
	}
	defer v.vm.end(&c, &err)
	return v.vm.tracebacks().Format(v.word), nil
}

// Exception returns the exception object; None for an error made by Raise.
func (e *GuestError) Exception() Value { return e.exc }

// Raise returns an error that, returned by a Go function, raises an exception of a
// builtin type:
//
//	return nil, interp.Raise("ValueError", "no user %q", name)
//
// A type that is none raises RuntimeError.
func Raise(exception, format string, args ...any) error {
	msg := fmt.Sprintf(format, args...)
	line := exception
	if msg != "" {
		line += ": " + msg
	}
	return &GuestError{Type: exception, Message: msg, Line: line}
}

// Interrupted is the error of what was running when the context of InterruptOn
// was done. Python code cannot catch it.
type Interrupted struct {
	Cause error  // of the context
	File  string // where Python was; "" if it did not run
	Line  int
}

// Error implements error.
func (e *Interrupted) Error() string {
	if e.File == "" {
		return "interp: interrupted: " + e.Cause.Error()
	}
	return fmt.Sprintf("interp: interrupted at %s:%d: %v", e.File, e.Line, e.Cause)
}

// Unwrap returns the context's cause.
func (e *Interrupted) Unwrap() error { return e.Cause }

// PanicError is the error of a call from Go during which a Go function has
// panicked: one that Python called, and the VM is as it would be after an exception; or
// one of the VM itself, which is a fault in it.
type PanicError struct {
	Value  any    // what panic was given
	Stack  []byte // as debug.Stack returns it
	Broken bool   // the VM has panicked: every further call of it returns this error
}

// Error implements error.
func (e *PanicError) Error() string {
	return fmt.Sprintf("interp: a Go function panicked: %v", e.Value)
}

// Unwrap returns what panic was given if that is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func (vm *VM) recursionError() error {
	return vm.heap.Raise(object.RecursionErrorType, "maximum recursion depth exceeded")
}

// unwind looks for a handler of err, which the instruction at pc of the frame fp
// has raised. Frames without one are left. It returns the frame to go on in, at
// its handler, or the error when a frame that Go entered has been left.
func (vm *VM) unwind(fp unsafe.Pointer, err error, pc uint32) (unsafe.Pointer, error) {
	r, ok := err.(*object.Raised)
	if !ok {
		if u, no := err.(*Unsupported); no && !vm.opts.Strict { // of what has been compiled or called meanwhile
			err = vm.heap.Unsupported(u.What)
		}
		if r = raised(err); r == nil {
			return vm.leaveAll(fp, err, pc)
		}
	}
	if n := len(vm.levels); n > 0 {
		vm.heap.SetNesting(vm.levels[n-1].nesting)
	}
	for {
		code := vm.codes[frameCode(fp)]
		pc = uint32(code.Instruction(int(pc)))
		if !r.Again && !code.Shim {
			vm.addFrame(r.Exc, fp, code, pc)
		}
		if handler := code.HandlerOf(int(pc)); handler != nil {
			vm.handle(fp, code, handler, r, pc)
			return fp, nil
		}
		r.Again, r.Unit = false, -1
		caller := *frameCaller(fp)
		if code.Generates {
			np, e := vm.goOnFor(fp, code, caller)
			if e != nil {
				err, r = e, raised(e)
			} else if np != nil {
				caller = np
			}
		}
		if caller == nil {
			return nil, err
		}
		fp = caller
		vm.fp = fp
		if !code.Generates && vm.endsLoop(fp, r) {
			return fp, nil
		}
		// The call's own units come before the ones to go on at.
		pc = *framePC(fp) - 1
	}
}

// addFrame adds a frame, at an instruction, to the traceback of an exception.
func (vm *VM) addFrame(exc object.Value, fp unsafe.Pointer, code *Code, pc uint32) {
	variables := vm.noteFrame(exc, fp, code)
	vm.heap.AddTraceback(exc, object.Traceback{Code: code.Handle, PC: pc})
	vm.heap.SetField(vm.heap.Field(exc, object.OffExcTraceback), object.OffTracebackFrame, variables)
}

// raised returns the exception that an error wraps, nil if it wraps none.
func raised(err error) (r *object.Raised) {
	errors.As(err, &r)
	return r
}

// leaveAll leaves frames for an error that is no guest exception, and gives it a
// place if it has none.
func (vm *VM) leaveAll(fp unsafe.Pointer, err error, pc uint32) (unsafe.Pointer, error) {
	var u *object.Unsupported
	if errors.As(err, &u) {
		err = unsupported(u.What, vm.codes[frameCode(fp)], pc)
	}
	var in *Interrupted
	if errors.As(err, &in) && in.File == "" {
		code := vm.codes[frameCode(fp)]
		in.File, in.Line = code.Filename, code.Line(int(pc))
	}
	for fp != nil {
		code := vm.codes[frameCode(fp)]
		vm.leftFrame(fp, code)
		fp = *frameCaller(fp)
		if fp != nil {
			vm.fp = fp
		}
	}
	return nil, err
}

// noMemory is the MemoryError where there is none even for the exception.
func noMemory() error { return &GuestError{Type: "MemoryError", Line: "MemoryError"} }

// outcome turns the error that ended what Go has called into the one that the
// caller sees. It is called by end.
func (vm *VM) outcome(err error) (seen error) {
	defer func() {
		r := recover()
		if _, ok := r.(heap.OutOfMemory); ok {
			seen = noMemory()
		} else if r != nil {
			seen = vm.panicked(r)
		}
	}()
	if u, ok := err.(*object.Unsupported); ok {
		return &Unsupported{What: u.What}
	}
	r := raised(err)
	if r == nil {
		return err
	}
	h, word := vm.heap, r.Exc // what follows runs guest code
	if what := h.Uncaught(word); what != "" {
		return vm.uncaught(word, what)
	}
	exc := vm.wrap(word)
	if h.IsInstance(word, object.SystemExitType) {
		e, err := vm.systemExit(word)
		if err != nil {
			return vm.outcome(err)
		}
		e.exc = exc
		return e
	}
	e := &GuestError{
		Type: h.TypeOf(word).Qualified(), Line: h.ExceptionLine(word),
		exc: exc, cause: vm.goErrorOf(word),
	}
	// Where the exception may go on through Python, its traceback grows: to format
	// it each time would take time in proportion to the square of the depth.
	if vm.nested == 0 {
		e.traceback = vm.tracebacks().Format(word)
	}
	s, err := h.Str(word)
	switch {
	case err == nil:
		e.Message = h.GoString(s)
	case raised(err) == nil:
		return vm.outcome(err)
	default:
		e.Message = object.StrFailed
	}
	return e
}

// uncaught is the error of an exception that stands for what is unsupported, with the place
// where it was raised.
func (vm *VM) uncaught(exc object.Value, what string) error {
	u := &Unsupported{What: what}
	if tb := vm.heap.Tracebacks(exc); len(tb) > 0 {
		at := tb[len(tb)-1]
		code := vm.codes[at.Code]
		u.File, u.Line = code.Filename, code.Line(int(at.PC))
	}
	return u
}

// systemExit is what the interpreter does with SystemExit: an int is the status,
// None is 0, anything else is printed and the status is 1.
func (vm *VM) systemExit(exc object.Value) (*SystemExit, error) {
	h := vm.heap
	code, err := h.GetAttr(exc, h.Intern("code"))
	if err != nil {
		return nil, err
	}
	if code == object.None {
		return &SystemExit{}, nil
	}
	if h.IsIntegral(code) {
		n, ok := h.AsInt64(code)
		if !ok {
			n = -1
		}
		return &SystemExit{Code: int(n & 0xFF)}, nil
	}
	s, err := h.Str(code)
	if err != nil {
		return nil, err
	}
	return &SystemExit{Code: 1, Message: h.GoString(s)}, nil
}
