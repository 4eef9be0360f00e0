package exitdata

import (
	"unsafe"

	"github.com/tier2go/tier2/ir"
)

// ColdExit is the micro-op that an exit leads to while it is bound to nothing, by CPython's
// name: it counts in the exit's row, and leaves.
const ColdExit = "_COLD_EXIT"

// Exit is the Go side of a row. Most exits stay cold: what only those need that are bound, or
// that have failed, is apart.
type Exit struct {
	Executor *Executor // whose exit it is
	State    *State    // nil: everything is in the guest's frames
	// Target is the executor that the exit is bound to: the cold one while it is
	// none.
	Target *Executor
	more   *more  // nil as long as all in it is zero
	row    uint32 // its number among the table's, from 1; 0: none
	// Uop is the micro-op, by its index in the executor's trace, whose operation
	// the exit belongs to; −1: unknown.
	Uop   int32
	Index uint16 // among the executor's
	Kind  ir.ExitKind
	// Plain: the exit has no row (ir.Func.Unlikely). It leads to the interpreter for
	// ever, and is known by its number.
	Plain  bool
	Return bool // the row of a return to a frame, not an exit of its own
	// Test: a guard, a branch or a poll takes it, so it can be forced.
	Test bool
	// Types: a guard of a value's type takes it.
	Types bool
}

// ExitBytes is what the Go side of an exit takes that is cold, however often it was taken.
const ExitBytes = 48

var _ = [1]struct{}{}[unsafe.Sizeof(Exit{})-ExitBytes]

// more is what only some exits have.
type more struct {
	// taken is how often the exit was taken besides what its row has counted since.
	taken uint64
	// wait is from which number of takings on the exit asks for an executor, 0: Options.Hotness
	wait     uint64
	failures int       // attempts to make an executor that failed
	forced   int       // times it was forced; see Options.Force
	into     *Executor // whose state (Takes) the exit leaves in
	catch    *Executor // see Continue
	forces   *Exit     // of the second row of an exit that can be forced: the exit
	former   *Executor // where it led until a sweep, while that is valid
	at       int       // its index among the exits that are bound to Target
}

// Bytes returns the Go memory of an exit, without its state, which others share.
func (x *Exit) Bytes() int {
	if x.more == nil {
		return ExitBytes
	}
	return ExitBytes + int(unsafe.Sizeof(*x.more))
}

// nothing is what an exit has that has no more: it is only read.
var nothing more

func (x *Exit) has() *more {
	if x.more == nil {
		return &nothing
	}
	return x.more
}

func (x *Exit) own() *more {
	if x.more == nil {
		x.more = new(more)
	}
	return x.more
}

// data returns the row of an exit that has one.
func (x *Exit) data() *Row {
	return (*Row)(pointer(uint64(x.Executor.table.rowAddress(x))))
}

// Taken returns how often an exit was taken while it was cold.
func (x *Exit) Taken() uint64 {
	if x.row == 0 {
		return x.has().taken
	}
	return x.has().taken + uint64(x.data().Hotness)
}

// Count counts that an exit was taken while it was cold: one that machine code does not count,
// as it has no row, or is left in another way than by it.
func (x *Exit) Count() { x.own().taken++ }

// mostHotness is how much a row counts before it is carried over.
const mostHotness = 1 << 14

// carry takes over what a row has counted, ahead of its overflow: Go comes into it each time
// that a row counts.
func (x *Exit) carry() {
	if d := x.data(); d.Hotness >= mostHotness {
		x.own().taken += uint64(d.Hotness)
		d.Hotness = 0
	}
}

// Failures returns how many attempts to make an executor have failed.
func (x *Exit) Failures() int { return x.has().failures }

// Failed counts an attempt to make an executor, which has failed as long as none continues
// the exit, and begins to count anew how often it is taken.
func (x *Exit) Failed() {
	m := x.own()
	m.failures++
	m.taken, m.wait = 0, 0
	if x.row != 0 {
		x.data().Hotness = 0
	}
}

// Forced returns how often an exit was forced; see Options.Force.
func (x *Exit) Forced() int { return x.has().forced }

// into returns the executor whose state (Takes) an exit leaves in, nil for none.
func (x *Exit) into() *Executor { return x.has().into }

// LeaveInto says in which executor's state an exit leaves.
func (x *Exit) LeaveInto(e *Executor) { x.own().into = e }

// Callers returns the frames that wait below the innermost one in what the exit hands over,
// the outermost first: those of calls that its trace has inlined. A trace that continues the
// exit returns to them. Empty where everything is in memory.
func (x *Exit) Callers() []ir.FrameSnapshot {
	if x.State.InMemory() {
		return nil
	}
	return x.State.Frames[:len(x.State.Frames)-1]
}

// Switch looks at the type switch that an exit is the end of: executors that begin,
// one after the other, with the instruction at an offset of code, each for operands
// that those before it do not take. It returns their number, without the executor
// that the first of them continues, and that executor: head, whose instruction it is.
// If all of them begin so, head is the one that is entered from the interpreter.
func (x *Exit) Switch(code uint64, offset uint32) (n int, head *Executor) {
	for {
		e := x.Executor
		if e.Parent == nil || e.Code != code || e.Offset != offset {
			return n, e
		}
		n, x = n+1, e.Parent
	}
}
