package regalloc

import (
	"errors"
	"fmt"

	"github.com/tier2go/tier2/lower"
)

// The reasons for which allocation fails. An *Error wraps one of them.
var (
	// ErrTooManySlots: the function needs more than Options.MaxSlots slots.
	ErrTooManySlots = errors.New("too many slots")
	// ErrTooManyRegisters: an instruction needs more registers at once than the
	// register file has left beside its fixed operands and clobbers.
	ErrTooManyRegisters = errors.New("more operands in registers than registers")
	// ErrFixedConflict: an instruction wants two values in one place at once.
	ErrFixedConflict = errors.New("two values fixed to one place")
	// ErrBadPlace: an entry or a fixed operand names a place that cannot hold
	// it: a register of the other class, a scratch register, no place.
	ErrBadPlace = errors.New("place cannot hold the value")
	// ErrBadReuse: a Reuse operand does not name an Early use of the same class
	// that no other definition reuses.
	ErrBadReuse = errors.New("definition reuses an operand that it cannot")
	// ErrUndefined: a value is used that is not defined on every path.
	ErrUndefined = errors.New("value is not defined on every path to its use")
	// ErrRedefined: a value has two definitions.
	ErrRedefined = errors.New("value has two definitions")
	// ErrCritical: an edge leads from a block with several successors to one
	// with several predecessors.
	ErrCritical = errors.New("critical edge")
	// ErrTerminator: a terminator defines a value; or it has operands or
	// clobbers though its one successor has several predecessors, so that moves
	// for the edge must stand before it.
	ErrTerminator = errors.New("terminator's operands")
	// ErrLoop: a backward edge does not lead to a loop's header, loops overlap,
	// or an edge enters a loop elsewhere than at its header.
	ErrLoop = errors.New("loop structure")
	// ErrMalformed: anything else that makes the function no function.
	ErrMalformed = errors.New("malformed function")
	// ErrInternal: the allocator contradicts itself. It is a bug here.
	ErrInternal = errors.New("internal error")
)

// Error says why and where allocation failed.
type Error struct {
	Func  string
	Block lower.BlockID // -1 if unknown
	Inst  lower.InstID  // -1 if it is no single instruction
	V     lower.VReg    // lower.NoVReg if it is no single value
	What  string        // more about the cause, may be empty
	Err   error         // one of the reasons above
}

// Error implements error: regalloc: sum: b2: inst 7: v3: critical edge: to b5.
func (e *Error) Error() string {
	s := "regalloc: " + e.Func
	if e.Block >= 0 {
		s += fmt.Sprintf(": b%d", e.Block)
	}
	if e.Inst >= 0 {
		s += fmt.Sprintf(": inst %d", e.Inst)
	}
	if e.V != lower.NoVReg {
		s += fmt.Sprintf(": v%d", e.V)
	}
	s += ": " + e.Err.Error()
	if e.What != "" {
		s += ": " + e.What
	}
	return s
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// errAt makes an Error for a block, with an instruction or -1 and a value or -1.
func (a *Allocator) errAt(err error, b, inst, v int32, what string) error {
	e := &Error{Func: a.f.Name, Block: lower.BlockID(b), Inst: lower.InstID(inst), V: lower.NoVReg, What: what, Err: err}
	if v >= 0 {
		e.V = lower.VReg(v)
	}
	return e
}

// errPos makes an Error for a position.
func (a *Allocator) errPos(err error, p, v int32, what string) error {
	b := a.tickBlock[p>>1]
	inst := int32(-1)
	if p > a.blocks[b].start+1 {
		inst = a.instAt(p)
	}
	return a.errAt(err, b, inst, v, what)
}
