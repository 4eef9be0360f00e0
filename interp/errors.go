package interp

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/tier2go/tier2/object"
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
	if ferr := vm.Stdout.Flush(); err == nil {
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
	if n, ok := h.AsInt64(code); ok {
		return &SystemExit{Code: int(n & 0xFF)}
	}
	s, err := h.Str(code)
	if err != nil {
		return err
	}
	return &SystemExit{Code: 1, Message: h.GoString(s)}
}

// formatTraceback prints an exception as CPython does, without the lines of
// carets.
func (vm *VM) formatTraceback(exc object.Value) string {
	var b strings.Builder
	h := vm.heap
	if cause := h.Field(exc, object.OffExcCause); cause != object.Null && cause != object.None {
		b.WriteString(vm.formatTraceback(cause))
		b.WriteString("\nThe above exception was the direct cause of the following exception:\n\n")
	}
	if tb := h.Tracebacks(exc); len(tb) > 0 {
		b.WriteString("Traceback (most recent call last):\n")
		vm.writeEntries(&b, tb)
	}
	b.WriteString(h.ExceptionLine(exc))
	b.WriteString(vm.suggestion(exc))
	b.WriteByte('\n')
	return b.String()
}

// recursiveCutoff is how often a traceback repeats one line before it counts
// (traceback._RECURSIVE_CUTOFF).
const recursiveCutoff = 3

// writeEntries prints the frames, repeated ones counted.
func (vm *VM) writeEntries(b *strings.Builder, tb []object.Traceback) {
	var last string
	count := 0
	flush := func() {
		if n := count - recursiveCutoff; n > 0 {
			fmt.Fprintf(b, "  [Previous line repeated %d more time%s]\n", n, plural(n))
		}
	}
	for _, t := range tb {
		code := vm.codes[t.Code]
		line := code.Line(int(t.PC))
		entry := fmt.Sprintf("  File \"%s\", line %d, in %s\n", code.Filename, line, code.Name)
		if src := vm.sourceLine(code.Filename, line); src != "" {
			entry += "    " + src + "\n"
		}
		if entry != last {
			flush()
			last, count = entry, 0
		}
		if count++; count <= recursiveCutoff {
			b.WriteString(entry)
		}
	}
	flush()
}
