package native

import (
	"errors"
	"fmt"
)

// The causes of this package's errors, for errors.Is.
var (
	ErrUnsupported = errors.New("no machine code on this platform")
	ErrLimit       = errors.New("limit reached")
	ErrDepth       = errors.New("activation stack exhausted")
	ErrClosed      = errors.New("closed")
	ErrChunk       = errors.New("not an allocated chunk")
	ErrSize        = errors.New("size out of range")
	ErrStale       = errors.New("machine code is not what was written last")
	ErrNoHelper    = errors.New("no helper function")
)

// Op is what this package was doing when it failed, and where a test can make
// it fail (Fault).
type Op uint8

// The operations.
const (
	OpMap      Op = iota // map address space: NewMemory, NewData, NewStack
	OpProtect            // change a page's protection: Write and Install in mode MProtect
	OpProbe              // run trial code: NewMemory
	OpReserve            // Memory.Reserve and Install
	OpWrite              // Memory.Write and Install
	OpFree               // Memory.Free, Data.Free, Data.FreeRows
	OpAlloc              // Data.Alloc and AllocRows
	OpPush               // Stack.Push
	OpNewStack           // NewStack
	OpFile               // make a memory file, in mode Dual: NewMemory
	OpUnmap              // give address space back: Close, and a NewMemory that fails
	OpFlush              // make other processors see code, on arm64: Write and Install
	numOps
)

var opNames = [numOps]string{
	"map", "protect", "probe", "reserve code", "write code", "free", "allocate data", "push activation", "new stack",
	"make memory file", "unmap", "flush code",
}

// String returns the operation's name in messages.
func (op Op) String() string {
	if op < numOps {
		return opNames[op]
	}
	return fmt.Sprintf("op(%d)", uint8(op))
}

// Error is what this package's functions fail with, except the preallocated
// errors of Push. Err is one of the causes above, or the system's errno.
type Error struct {
	Op   Op
	Size int // bytes asked for
	Err  error
}

// Error returns the message: operation, size and cause.
func (e *Error) Error() string {
	return fmt.Sprintf("native: %v, %d bytes: %v", e.Op, e.Size, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Fault makes operations fail in tests, each system call among them: it is called before each operation
// with the size in bytes, and an error that it returns is taken for the
// operation's own. It may be called with locks held and must not call back.
type Fault func(op Op, size int) error

// check returns what the fault says of an operation. A nil Fault allows all.
func (f Fault) check(op Op, size int) error {
	if f == nil {
		return nil
	}
	if err := f(op, size); err != nil {
		return &Error{op, size, err}
	}
	return nil
}
