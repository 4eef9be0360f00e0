package adaptive

import (
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/pycode"
)

// Landing is a place at which execution has landed.
type Landing struct {
	Exit     *exitdata.Exit // its row
	Resume   uint64         // the row's address, if machine code may resume generators here, else 0
	Arrivals int            // since an executor was last asked for, while there was none
	Tries    int            // how often one was asked for
}

// Lands reports whether execution has landed at pc.
func (c *Code) Lands(pc int) bool { return c.Landings != nil && c.Landings[pc] != nil }

// Installed is an executor that stands over an instruction.
type Installed struct {
	Executor *exitdata.Executor
	Unit     uint16 // the code unit that was replaced
	Idle     int    // times in a row that the executor came back to this place
	Brief    bool   // machine code with so few instructions that it is not worth the way from Go and back
}

// Original decodes the instruction that an executor stands over.
func (c *Code) Original(pc int) pycode.Instr {
	saved := c.Live[pc]
	c.Live[pc] = c.Execs[pc].Unit
	in := pycode.Decode(c.Live, pc)
	c.Live[pc] = saved
	return in
}

// ExecutorAt returns the executor over the instruction at pc, nil if there is
// none.
func (c *Code) ExecutorAt(pc int) *exitdata.Executor {
	if c.Execs == nil || c.Execs[pc] == nil {
		return nil
	}
	return c.Execs[pc].Executor
}

// Decode decodes the instruction at pc, which an executor may stand over.
func (c *Code) Decode(pc int) pycode.Instr {
	in := pycode.Decode(c.Live, pc)
	if in.Op == pycode.ENTER_EXECUTOR {
		in = c.Original(pc)
	}
	return in
}

// Replaced returns the opcode and argument of the code unit that an executor stands
// over, as they are to be executed beneath it: in a form that does not change, since
// ENTER_EXECUTOR stands where that would be written. If the executor has been taken
// away, it returns the instruction that stands there now.
func (c *Code) Replaced(pc int) (op pycode.Op, arg int) {
	w := c.Live[pc]
	if c.Execs[pc] == nil {
		return pycode.Op(w), int(w >> 8)
	}
	w = c.Execs[pc].Unit
	switch op = pycode.Op(w).Base(); {
	case op == pycode.JUMP_BACKWARD:
		op = pycode.JUMP_BACKWARD_NO_JIT
	case op == pycode.RESUME:
		op = pycode.RESUME_CHECK
	case op.Caches() > 0 && isFamily[op] && c.Live[pc+1] < CounterStep:
		c.Live[pc+1] += CounterStep // it does not specialize this time
	}
	return op, int(w >> 8)
}

// isFamily tells the adaptive base instructions: those with members and a counter. The
// inline cache of a conditional jump is a history instead.
var isFamily = func() (t [256]bool) {
	for i := range t {
		if op := pycode.Op(i); op.Base() != op && !isBranch(op.Base()) {
			t[op.Base()] = true
		}
	}
	return t
}()

// isBranch reports whether an instruction is a conditional jump, whose inline cache is a
// history: a bit for each of the last 16 times, 1 if it was taken.
func isBranch(op pycode.Op) bool {
	switch op {
	case pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE:
		return true
	}
	return false
}
