// Package uop describes micro-ops, the small steps that a bytecode instruction
// expands to, and linear sequences of them: traces.
//
// A VM has one [Table] of micro-ops. Their meaning is attached elsewhere
// (package guest); here stand their names, stack effects and flags, a text
// form, and what limits and ends a trace. The package must not know any VM.
//
//	trace @sum "sum.py:2" entry=12 depth=1
//	  _LOAD_FAST_BORROW 1 @13
//	  _LOAD_FAST_BORROW 0 @14
//	  _GUARD_TOS_INT @15
//	  _GUARD_NOS_INT @15
//	  _BINARY_OP_ADD_INT @15
//	  _STORE_FAST 1 @21
//	  _JUMP_TO_TOP @12
package uop

import "fmt"

// ID is a micro-op: an index into its Table.
type ID uint16

// Flags are properties of a micro-op, named as in CPython's uop metadata
// (Include/internal/pycore_uop_metadata.h).
type Flags uint32

// The flags.
const (
	HasArg Flags = 1 << iota
	HasConst
	HasName
	HasLocal
	HasFree
	HasDeopt      // an assumption fails: back to the instruction's start
	HasExit       // leaves to the target on a condition of the guest
	HasError      // may raise, its operands popped
	HasErrorNoPop // may raise, its operands still on the stack
	Escapes       // may run arbitrary guest code
	Pure
	EvalBreak // polls
	Tier2Only // never part of an instruction's expansion
	SavesIP   // sets the instruction pointer: begins an instruction
	// OwnStack says that Pops and Pushes are not what the micro-op's rule does to the
	// operand stack: it sets a call up, or cuts the stack for a handler. PushesFr and
	// PopsFrame say so, too.
	OwnStack
	PushesFr   // begins a guest frame
	PopsFrame  // ends a guest frame
	Ends       // ends a trace
	Replicated // has variants with the oparg in the name
)

// Count is a number of stack entries as a function of the oparg: Base plus Per
// times the oparg (its bits in Mask, if that is not 0), plus the oparg's high
// bits (from bit 8 on) if High.
type Count struct {
	Base, Per int16
	Mask      uint8
	High      bool
}

// At returns the count for an oparg.
func (c Count) At(oparg uint32) int {
	n := int(c.Base)
	x := oparg
	if c.Mask != 0 {
		x &= uint32(c.Mask)
	}
	n += int(c.Per) * int(x)
	if c.High {
		n += int(oparg >> 8)
	}
	return n
}

// Row describes one micro-op.
type Row struct {
	Name   string
	Pops   Count // entries read from the stack, those put back included
	Pushes Count // entries written
	Flags  Flags
}

// Table is a VM's micro-ops.
type Table struct {
	Name   string
	rows   []Row
	byName map[string]ID
}

// NewTable makes a table; names must differ. Rows without a name are holes in
// the numbering.
func NewTable(name string, rows []Row) (*Table, error) {
	t := &Table{Name: name, rows: rows, byName: map[string]ID{}}
	for i, r := range rows {
		if r.Name == "" {
			continue
		}
		if _, dup := t.byName[r.Name]; dup {
			return nil, fmt.Errorf("uop: table %s: two micro-ops named %s", name, r.Name)
		}
		t.byName[r.Name] = ID(i)
	}
	return t, nil
}

// Len returns a bound for ids: all are below it.
func (t *Table) Len() int { return len(t.rows) }

// Row returns a micro-op's row.
func (t *Table) Row(id ID) *Row { return &t.rows[id] }

// ByName returns the micro-op with the given name.
func (t *Table) ByName(name string) (ID, bool) {
	id, ok := t.byName[name]
	return id, ok
}

// Inst is one micro-op of a trace: 32 bytes.
type Inst struct {
	Op       ID
	Oparg    uint32
	Target   uint32 // where its exit goes, in code units of the frame's code
	Operand0 uint64 // from the inline cache, or a handle of the guest
	Operand1 uint64
}

// Trace is a linear sequence of micro-ops with one entry: what the VM projects
// and the compiler compiles.
type Trace struct {
	Table *Table
	Name  string // "qualname file:line", for reports
	Code  uint64 // the guest's handle of the code that it starts in
	Entry uint32 // pc of its first instruction, in code units
	Depth int    // entries of the operand stack at the entry
	Insts []Inst
	Stop  Stop
	// ToLoop: the executor that it meets (StopEnterExecutor) stands at a back edge.
	ToLoop bool
	// Blocks, if there are any, make the trace a region: Insts is cut into blocks,
	// the first of which is entered.
	Blocks []Block
	// Codes has the handles of all code that the trace runs through, for VMs that
	// change code; the text form leaves it out.
	Codes []uint64
	// Bytecodes is the number of guest instructions in the trace.
	Bytecodes int
}

// Loops reports whether the trace ends by jumping to its top.
func (t *Trace) Loops() bool { return t.Stop == StopLoop && t.Blocks == nil }

// Limits bound a trace.
type Limits struct {
	MaxUops   int // DefaultLimits: 800
	MaxFrames int // guest frames at the same time, the entry's included
	// Generic wants the first instruction as if it were not specialized: the
	// trace continues an exit at which its specialization has just failed.
	Generic bool
	// Anew wants the loop whose executor stands at the entry once more: the trace
	// continues an exit that hands values over to it.
	Anew bool
	// Ahead, if not 0, is the number of a micro-op of the region that the source has made
	// last which cannot be compiled: the region is to end ahead of its instruction, as it
	// is to end ahead of all those that were named before.
	Ahead int
}

// DefaultLimits are CPython 3.14's (UOP_MAX_TRACE_LENGTH, TRACE_STACK_SIZE).
var DefaultLimits = Limits{MaxUops: 800, MaxFrames: 6}

// Stop says why a trace ends, or why there is none. Every reason is counted.
type Stop uint8

// The reasons. Those from AbortFirst on mean that no trace was made.
const (
	StopNone          Stop = iota
	StopLoop               // it closes its loop
	StopEnterExecutor      // it meets an executor
	StopConfidence         // the path has become unlikely
	StopTooLong            // it is as long as it may be
	StopFrames             // a call nests too deep
	StopRecursion          // a function calls itself
	StopReturn             // it returns from its first frame
	StopUnknownCallee      // the callee is not known
	StopUnsupported        // an instruction has no micro-ops
	StopInnerLoop          // a loop inside closes that is not the trace's
	StopColdCode           // an instruction has never run
	StopGenerator          // it resumes or leaves a generator
	StopRegion             // it is a region, whose blocks end each for itself
	StopInterpret          // tier 1's code executes its instruction, and goes on where that leads
	AbortTooShort          // too little to be worth an executor
	AbortNoProgress        // it would not execute its first instruction
	AbortUnsupported       // its first instruction has no micro-ops
	AbortStack             // the VM's state does not allow it here
	AbortNoRegion          // no region is selected there
	NumStops
)

// AbortFirst is the first reason that means that there is no trace.
const AbortFirst = AbortTooShort

var stopNames = [NumStops]string{
	"none", "loop", "enter_executor", "confidence", "too_long", "frames", "recursion", "return", "unknown_callee",
	"unsupported", "inner_loop", "cold_code", "generator", "region", "interpret",
	"abort_too_short", "abort_no_progress", "abort_unsupported", "abort_stack", "abort_no_region",
}

// String returns the reason's name, as statistics show it.
func (s Stop) String() string { return stopNames[s] }

// StopByName returns the reason with the given name.
func StopByName(name string) (Stop, bool) {
	for i, n := range stopNames {
		if n == name {
			return Stop(i), true
		}
	}
	return StopNone, false
}
