package embed

import (
	"errors"
	"fmt"
)

// ErrClosed is the error of using a VM, or a Value of one, after VM.Close.
var ErrClosed = errors.New("interp: the VM is closed")

// ErrReleased is the error of using a Value after its Close.
var ErrReleased = errors.New("interp: the Value is closed")

// ErrRunning is the error of closing a VM by a function that it is calling.
var ErrRunning = errors.New("interp: the VM is running")

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
	if err := v.begin(); err != nil {
		return "", err
	}
	defer v.in.vm.End(&err)
	return v.in.vm.Traceback(v.word), nil
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

// SystemExit is the error of RunMain when the program ends by SystemExit.
type SystemExit struct {
	Code int
	// Message is printed to stderr if it is not empty: what sys.exit was given.
	Message string

	exc Value // the exception
}

// Error implements error.
func (e *SystemExit) Error() string { return fmt.Sprintf("exit status %d", e.Code) }

// ConversionError says that a value has no counterpart in the other language, or
// does not fit the type that is asked for.
type ConversionError struct {
	From, To string // "Go chan int", "Python", "Python str"
	Why      string // "" if the types say all
}

// Error implements error.
func (e *ConversionError) Error() string {
	s := fmt.Sprintf("interp: cannot convert %s to %s", e.From, e.To)
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}
