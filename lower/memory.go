package lower

import (
	"sync/atomic"
	"unsafe"
)

// Memory is a guest's memory as machine code sees it, besides how frames lie in it
// (FrameLayout). It is the one way from what a helper, an exit or a poll wants to the VM:
// package guest calls it guest.Memory, the table of executors calls its methods.
type Memory interface {
	// Push begins, in memory, the frame of a call of code behind the frame at an
	// address, and returns its address: for exits inside inlined calls. It writes the new
	// frame's caller, code and room (FrameLayout), and the locals that no value is known
	// of. The caller's and the new frame's other slots, pc and sp, and the caller's resume
	// word are written by the library.
	Push(caller, code uint64) uint64
	// Innermost is where the guest keeps the address of its innermost frame. It is
	// written before Go code of the guest runs, and before an exit is rebuilt: compiled code
	// has pushed and popped frames on its own.
	Innermost() *unsafe.Pointer
	// Interrupts returns the flag that is set while the guest wants to be
	// interrupted, and what takes the interrupt and returns the exception to
	// raise; nil and nil for a guest without. A poll at which Go's scheduler has wanted the
	// goroutine leaves where the flag is set, or there is none, and goes on in the machine code otherwise. Helpers look at
	// the flag, so that code which spends its time in them need not wait for a poll; where a
	// helper returns and it is set, the next poll leaves.
	Interrupts() (flag *atomic.Bool, take func() error)
	// MemBase is what machine code adds to a guest word to get an address.
	MemBase() uint64
}

// Reserve is an extension of Memory: memory kept back for exits that have to make
// boxes and objects when there is none left.
type Reserve interface {
	// Spend is given what making them has panicked with. If that was want of memory,
	// it sets the reserve free and returns the exception to raise behind the exit,
	// where it is tried again; otherwise nil.
	Spend(panicked any) error
	// Postpone is given an exception that Spend has returned where nothing can be
	// raised: the guest raises it where it is interrupted next.
	Postpone(exc error)
}

// Catcher is an extension of Memory: exceptions that helpers raise can be handled
// without leaving machine code, by executors that continue the exits they leave by.
type Catcher interface {
	// Catch is given the error of a helper, and the code and pc of the frame that it
	// leaves by the exit, the innermost. It keeps the exception where the executor looks
	// for it; false: it cannot, and the exit is taken.
	Catch(err error, code uint64, pc uint32) bool
}
