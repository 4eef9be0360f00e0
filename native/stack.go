package native

import (
	"sync/atomic"
	"unsafe"
)

// StackOptions say what stack of activations to make. Helper must be set.
type StackOptions struct {
	// Depth is how many activations there may be at once: 0 means 1024; at
	// most 65536. Each takes Stride bytes of address space, committed as it
	// is used.
	Depth int
	// Helper is called when machine code leaves to a helper or a poll
	// (PollHelper), on the goroutine that entered it. Arguments and result
	// are in the activation. If it returns true, machine code goes on at
	// Activation.Resume; if false, Enter returns StatusHelper. It may do
	// anything that Go code may do; it may push another activation and enter
	// that.
	Helper func(act *Activation, helper uint32) (resume bool)
	// Attention, if set, is a flag of whoever makes the stack: where it is set when
	// a helper returns, the next poll leaves, as it does when the Go runtime wants the
	// goroutine.
	Attention *atomic.Bool
	// Poll is the address of PollStub's code, for code that leaves by it.
	Poll uintptr
	// Init, if set, is called once for each activation, before the first Push
	// returns it: to fill in Base and User.
	Init func(act *Activation)
	// Fault makes operations fail. For tests.
	Fault Fault
}

// The default and the largest Depth of a Stack.
const (
	DefaultDepth = 1024
	MaxDepth     = 1 << 16
)

// Stack is a stack of activations outside the Go heap. It belongs to one
// goroutine at a time.
//
// Invariant of the unsafe code here: blocks points into mem, aligned to
// Stride, with room for limit activations.
type Stack struct {
	helper    func(*Activation, uint32) bool
	attention *atomic.Bool
	poll      uint64
	init      func(*Activation)
	fault     Fault

	mem    []byte // the whole mapping; nil when closed
	blocks unsafe.Pointer
	limit  int
	depth  int // activations pushed
	used   int // activations that were ever pushed, and so initialized
}

var errDepth = &Error{OpPush, Stride, ErrDepth}

// NewStack makes a stack of activations. It fails with an *Error (OpMap or
// OpNewStack): ErrNoHelper, ErrSize, ErrUnsupported, or what the system said.
func NewStack(o StackOptions) (*Stack, error) {
	n := o.Depth
	if n == 0 {
		n = DefaultDepth
	}
	if n < 0 || n > MaxDepth {
		return nil, &Error{OpNewStack, n, ErrSize}
	}
	if o.Helper == nil {
		return nil, &Error{OpNewStack, n * Stride, ErrNoHelper}
	}
	mem, err := mapData((n+1)*Stride, false, o.Fault)
	if err != nil {
		return nil, err
	}
	pad := -address(mem) & (Stride - 1)
	if o.Attention == nil {
		o.Attention = new(atomic.Bool)
	}
	return &Stack{
		helper: o.Helper, attention: o.Attention, poll: uint64(o.Poll), init: o.Init, fault: o.Fault,
		mem: mem, blocks: unsafe.Pointer(&mem[pad]), limit: n,
	}, nil
}

// at returns activation i, 0 ≤ i < limit.
func (s *Stack) at(i int) *Activation {
	return (*Activation)(unsafe.Add(s.blocks, uintptr(i)*Stride))
}

// Push makes a new activation the top of the stack. Its status is StatusIdle
// and Slots is 0; everything else is as the activation before it at the same
// depth left it, as Init made it, or zero. It fails with an *Error (OpPush):
// ErrDepth, when Depth activations are live or the stack is closed.
func (s *Stack) Push() (*Activation, error) {
	if s.depth >= s.used || s.fault != nil {
		if err := s.grow(); err != nil {
			return nil, err
		}
	}
	act := s.at(s.depth)
	s.depth++
	act.Status = StatusIdle
	act.Slots = 0
	return act, nil
}

// grow makes sure that Push may return the activation at the stack's depth,
// and prepares it for its first use.
func (s *Stack) grow() error {
	if err := s.fault.check(OpPush, Stride); err != nil {
		return err
	}
	if s.depth >= s.limit {
		return errDepth
	}
	if s.depth < s.used {
		return nil
	}
	act := s.at(s.depth)
	if s.depth > 0 {
		act.Prev = uint64(uintptr(unsafe.Pointer(s.at(s.depth - 1))))
	}
	act.Poll = s.poll
	s.used = s.depth + 1
	if s.init != nil {
		s.init(act)
	}
	return nil
}

// At returns the live activation i, from 0, the outermost, on.
func (s *Stack) At(i int) *Activation {
	if i < 0 || i >= s.depth {
		panic("native: At of an activation that is not live")
	}
	return s.at(i)
}

// Pop removes the top activation. It panics if there is none.
func (s *Stack) Pop() {
	if s.depth == 0 {
		panic("native: Pop of an empty activation stack")
	}
	s.depth--
}

// Top returns the top activation, nil if there is none.
func (s *Stack) Top() *Activation {
	if s.depth == 0 {
		return nil
	}
	return s.at(s.depth - 1)
}

// Probe returns where a sampler (package sample) finds the top activation: the
// address of the number of live ones, and that of the first; they lie Stride
// apart. Both are valid until Close.
func (s *Stack) Probe() (depth *int, blocks uintptr) { return &s.depth, uintptr(s.blocks) }

// Depth returns how many activations are live.
func (s *Stack) Depth() int { return s.depth }

// HighWater returns the largest depth so far.
func (s *Stack) HighWater() int { return s.used }

// Unwind pops activations until at most depth are left: for whoever recovers
// a panic that passed through nested activations.
func (s *Stack) Unwind(depth int) {
	s.depth = min(s.depth, max(depth, 0))
}

// Each calls fn for every live activation, from the outermost to the top.
func (s *Stack) Each(fn func(act *Activation)) {
	for i := range s.depth {
		fn(s.at(i))
	}
}

// Words calls fn with every piece of every live activation in which machine
// code may keep guest words: arguments, result, saved registers and the first
// Slots spill slots. The slices lie outside the Go heap. What they hold may be
// dead or no guest word at all: the guest's collector must be conservative
// here. User is not among them.
func (s *Stack) Words(fn func(words []uint64)) {
	for i := range s.depth {
		act := s.at(i)
		fn(act.Args[:])
		fn(unsafe.Slice(&act.Ret, 1))
		fn(act.Regs[:])
		if n := min(act.Slots, MaxSlots); n > 0 {
			fn(act.Spill[:n])
		}
	}
}

// DropRegs clears the registers that the last exit of each live activation has stored
// (Activation.Regs, FRegs), so that Words shows no guest word that is long dead. To be called while
// no exit is being served.
func (s *Stack) DropRegs() {
	s.Each(func(act *Activation) {
		clear(act.Regs[:])
		clear(act.FRegs[:])
	})
}

// Close gives the memory back to the system. No activation may be in use.
func (s *Stack) Close() error {
	if s.mem == nil {
		return nil
	}
	mem := s.mem
	s.mem, s.blocks, s.limit, s.depth, s.used = nil, nil, 0, 0, 0
	return unmapData(mem, s.fault)
}
