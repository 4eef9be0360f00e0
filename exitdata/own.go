package exitdata

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tier2go/tier2/ir"
)

// Executors of an optimizer's own making. To the table and to the VM such an executor is a
// function with exits: how it executes the guest's instructions is its own affair.

// Execute runs an executor of kind [Own] in the guest's frame that stands at its place.
// It executes one instruction of the guest at least, and returns the number of the exit
// by which it leaves (an index of Executor.Leaves). The frame's slots, pc and sp say then
// how the guest stands there ([Frame.GoOn]). An error is what the guest raises at the
// frame's pc; exit counts for nothing then.
//
// It is called on the VM's goroutine. Its contract is that of machine code:
//
//   - It leaves the frame as the guest's instructions would, and calls no guest code while
//     the frame is not: a collection of the guest's heap sees the slots in use, and no Go
//     variable.
//   - It asks [Frame.Poll] in each round of a loop.
//   - It begins no frame and ends none. Calls and returns are where it leaves.
type Execute func(f Frame) (exit int, err error)

// ErrOwn is what the error of Run wraps for an executor of kind Own that breaks its
// contract so that nobody knows where to go on.
var ErrOwn = errors.New("exitdata: an executor of the optimizer's own has left wrongly")

// Frame is the guest's frame in which an executor of kind Own runs. It is good until
// Execute returns.
type Frame struct {
	table *Table
	ex    *Executor
	addr  uint64
}

// Address returns the frame's address; the guest's layout says what lies there.
func (f Frame) Address() uint64 { return f.addr }

// PC returns the code unit that the frame stands at.
func (f Frame) PC() uint32 { return *half(f.addr + uint64(f.table.guest.Layout.PC)) }

// SP returns how many slots of the frame are in use.
func (f Frame) SP() int { return int(*half(f.addr + uint64(f.table.guest.Layout.SP))) }

// Slot is slot i of the frame, a word of the guest, as in states: what the guest has of a
// frame (Python's: the function), locals, operand stack.
func (f Frame) Slot(i int) *uint64 { return word(f.addr + uint64(f.table.guest.Layout.Slots+8*i)) }

// GoOn says where the guest goes on: at pc, in code units, with sp slots in use.
func (f Frame) GoOn(pc uint32, sp int) {
	l := f.table.guest.Layout
	*half(f.addr + uint64(l.PC)), *half(f.addr + uint64(l.SP)) = pc, uint32(sp)
}

// Count adds n to the bytecode clock: instructions of the guest that have been executed.
func (f Frame) Count(n int) { f.table.Stats.Bytecodes += uint64(n) }

// Poll reports whether the executor must leave as soon as it can, by an exit of kind
// ir.Poll: it is invalid, or the guest is interrupted or out of budget.
func (f Frame) Poll() bool {
	t := f.table
	return f.ex.Invalid || t.interrupted != nil && t.interrupted.Load() || t.opt.Budget != nil && t.Bytecodes() >= t.opt.Budget()
}

// runOwn is Run for an executor of kind Own.
func (t *Table) runOwn(e *Executor, frame uint64, left *Left) error {
	if t.guest.Layout == nil {
		return fmt.Errorf("%w: executor %d (%s): the table's guest has no layout of frames", ErrOwn, e.ID, e.Name)
	}
	t.Stats.Entries++
	e.Entries++
	n, err := e.Execute(Frame{t, e, frame})
	*left = Left{Frame: frame, Err: err}
	switch {
	case err != nil:
		return nil
	case n < 0 || n >= len(e.Leaves):
		return fmt.Errorf("%w: executor %d (%s) by exit %d of %d", ErrOwn, e.ID, e.Name, n, len(e.Leaves))
	}
	left.Exit = t.ExitAt(e, n, len(e.Leaves), e.Leaves[n])
	left.Exit.Count()
	t.Stats.Taken++
	return nil
}

// maxIndex bounds the exits of an executor that is no machine code, whose numbers
// Exit.Index holds: micro-ops of a trace, exits of a function.
const maxIndex = 1 << 16

// Runnable reports whether an executor has what its kind needs to run, and no more exits
// than its kind may have.
func (e *Executor) Runnable() bool {
	switch e.Kind {
	case Uops:
		return e.Trace != nil && len(e.Trace.Insts) <= maxIndex
	case IR:
		return e.Trace != nil && e.Func != nil && len(e.Func.Exits) <= maxIndex
	case Native:
		return e.Trace != nil && e.chunk.Addr != 0
	case Own:
		return e.Execute != nil && len(e.Leaves) > 0 && len(e.Leaves) <= MaxExits && !slices.ContainsFunc(e.Leaves, func(k ir.ExitKind) bool {
			return k != ir.Side && k != ir.End && k != ir.Deopt && k != ir.Poll // nobody would know what to do
		})
	}
	return false
}
