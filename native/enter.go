package native

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Status is where an activation is, and how Enter came back.
type Status uint32

// The statuses.
const (
	// StatusIdle: pushed, not entered yet.
	StatusIdle Status = iota
	// StatusRunning: in machine code. After a panic: it faulted there.
	StatusRunning
	// StatusHelper: in a helper. From Enter: the helper named by
	// Activation.Helper returned false, and Activation.Resume is where
	// machine code can be entered again.
	StatusHelper
	// StatusExit: left by LeaveExit; Row, Regs, FRegs and Frame are valid.
	StatusExit
	// StatusUnknown: left with a code that is none, now in Activation.Helper;
	// registers are saved as at an exit, but for the code's own.
	StatusUnknown
	// StatusFault: left by a fault that EnterGuarded recovered.
	StatusFault
	numStatuses
)

// String returns the status's name.
func (st Status) String() string {
	if st < numStatuses {
		return [numStatuses]string{"idle", "running", "helper", "exit", "unknown", "fault"}[st]
	}
	return fmt.Sprintf("status(%d)", uint32(st))
}

// Enter runs the machine code at entry in an activation of the stack until it
// leaves for good or a helper wants out, and returns how it left: StatusExit,
// StatusHelper or StatusUnknown. A panic of a helper passes through. A fault
// in machine code is a run-time panic at an address below 4096 or under
// debug.SetPanicOnFault, and ends the process otherwise.
//
// entry must be the address of code that keeps the contract of the package
// comment; after StatusHelper, Activation.Resume is one. act must be on the
// stack and not be in use by an Enter further out: a helper pushes another.
func (s *Stack) Enter(act *Activation, entry uintptr) Status {
	return enter(s, act, entry)
}

// FaultError says that machine code faulted.
type FaultError struct {
	// Addr is the address of the access, if HaveAddr. The Go runtime does not
	// tell addresses below 4096; the processor does not tell those that are
	// not canonical.
	Addr     uintptr
	HaveAddr bool
	Cause    runtime.Error
}

// Error returns the message.
func (e *FaultError) Error() string {
	if e.HaveAddr {
		return fmt.Sprintf("native: fault in machine code at address %#x: %v", e.Addr, e.Cause)
	}
	return fmt.Sprintf("native: fault in machine code: %v", e.Cause)
}

// Unwrap returns the Go runtime's error.
func (e *FaultError) Unwrap() error { return e.Cause }

// EnterGuarded is Enter for code that may fault: bad addresses and integer
// divisions that trap return StatusFault and a *FaultError. The registers are
// lost, the activation is as machine code left it. While it runs, faults of Go
// code in helpers are run-time panics too (debug.SetPanicOnFault), but those,
// and all other panics of helpers, are not recovered here. An instruction that
// is none (SIGILL) or a breakpoint still ends the process.
func (s *Stack) EnterGuarded(act *Activation, entry uintptr) (st Status, err error) {
	old := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(old)
		if act.Status == StatusRunning {
			if cause := recover(); cause != nil {
				st, err = StatusFault, faultError(cause)
				act.Status = StatusFault
			}
		}
	}()
	return s.Enter(act, entry), nil
}

// faultError makes an error of what the Go runtime panics with at a fault.
func faultError(cause any) *FaultError {
	e, ok := cause.(runtime.Error)
	if !ok {
		panic(cause) // no machine code can panic with anything else
	}
	f := &FaultError{Cause: e}
	if at, ok := e.(interface{ Addr() uintptr }); ok {
		f.Addr, f.HaveAddr = at.Addr(), true
	}
	return f
}

// tryCode runs probe code and returns what it returns.
func tryCode(entry uintptr) (n uint32, err error) {
	old := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(old)
		if cause := recover(); cause != nil {
			err = faultError(cause)
		}
	}()
	return callCode(entry), nil
}

// Supported reports whether machine code can run here: the target is
// linux/amd64 or linux/arm64, and this Go release keeps the goroutine's stack
// guard where polls look for it. Whether the system allows executable memory,
// NewMemory tells.
func Supported() bool { return supported() }
