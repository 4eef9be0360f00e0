// Package tier2 compiles the hot code of virtual machines: micro-op traces go
// in, executors come out.
//
// A VM describes itself by a guest.Guest (its micro-ops, its values, its
// frames). A [Compiler] made for it turns a trace into an executor: it builds SSA
// form, runs a pipeline of passes, selects machine operations, allocates
// registers, and installs machine code whose exits count, ask for executors of
// their own and are stitched to them.
//
//	c, err := tier2.New(guest, tier2.Options{})
//	ex, err := c.Compile(trace)      // a *tier2.Refusal says why not
//	var left exitdata.Left
//	err = c.Table().Run(ex, frame, &left)
//
// Each stage is a package of its own, usable alone: ir/build, passes, lower,
// regalloc, exitdata. pipeline.go shows how they follow on each other.
//
// A VM that wants to be driven by the library's policy registers an [Optimizer];
// Compiler is one. The package imports no VM: neither the interpreter nor
// interp/pyguest, nor region.
package tier2

import (
	"errors"
	"fmt"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Code names a piece of the guest's code.
type Code struct {
	Handle uint64
	Name   string
}

// Trigger is what makes a VM ask an optimizer for an executor: a kind of place that has become hot.
type Trigger uint8

// The triggers, as a set.
const (
	BackEdges Trigger = 1 << iota
	Entries
	Exits    // exits of executors that have become hot
	Handlers // exception handlers
)

// Capabilities says what an optimizer can do.
type Capabilities struct {
	Triggers Trigger
	Limits   uop.Limits
	// Kind is what its executors are; one of another kind is refused. Cold, the zero
	// value, stands for an optimizer that makes executors of several kinds.
	Kind exitdata.Kind
	// Target is the GOARCH of its machine code, "" for none. A VM on another one refuses
	// the optimizer.
	Target string
}

// Optimizer makes executors. It implements; the VM calls.
type Optimizer interface {
	Capabilities() Capabilities
	// OptimizationCost is the cost of making an executor, relative to
	// interpreting the same code once.
	OptimizationCost() float64
	// RunCost is the time of running an executor, relative to the interpreter.
	RunCost() float64
	// Optimize makes an executor for the code at offset (in code units). nil and
	// no error means that it is not worth it.
	Optimize(code Code, offset int, src Source) (*exitdata.Executor, error)
}

// Source is what the VM gives an optimizer to work on.
type Source interface {
	// Trace projects a trace from the place. The reason says why it ends, or why
	// there is none (then the trace is nil).
	Trace(lim uop.Limits) (*uop.Trace, uop.Stop)
	// Region selects a region at the place and translates it: a trace with Blocks.
	// The reason says why there is none; a linear trace may do then. Asked again with
	// other limits, it translates the same region.
	Region(lim uop.Limits) (*uop.Trace, uop.Stop)
	// Profile tells fn of the blocks of code that are reached from the place, that
	// of the place first, each with its ways out. Counts are for a number of
	// executions of the place that is about what makes it hot. It is for optimizers
	// that choose by themselves.
	Profile(fn func(uop.Flow))
	// Exit is the exit that the executor will continue, nil when it is entered
	// from the interpreter.
	Exit() *exitdata.Exit
}

// Interpret makes the plainest executor of a trace: its micro-ops are interpreted. It
// is for optimizers that make no code of their own, with a trace that continues
// no exit, or one that leaves everything in memory.
func Interpret(t *uop.Trace) *exitdata.Executor {
	return &exitdata.Executor{Kind: exitdata.Uops, Name: t.Name, Code: t.Code, Offset: t.Entry, Trace: t, UopsIn: len(t.Insts)}
}

// Refusal says why a trace has no executor. It is no failure of the program:
// the VM goes on interpreting.
type Refusal struct {
	Reason string // a constant, for counting
	Err    error
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("tier2: refused (%s): %v", r.Reason, r.Err) }

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }

// The reasons of refusals that are not of package ir/build.
const (
	RefusedTable     = "other_table" // the trace's micro-ops are not the guest's
	RefusedSource    = "bad_source"  // the Source is not filled in
	RefusedFrame     = "bad_frame"   // a frame is not as World.Frame says, or has no room
	RefusedExits     = "too_many_exits"
	RefusedSlots     = "too_many_slots"
	RefusedRegisters = "no_registers" // register allocation fails for another reason than slots
	RefusedMemory    = "no_code_memory"
	RefusedOperation = "no_lowering"
	RefusedPass      = "pass_failed"
	RefusedInternal  = "internal"
	RefusedChain     = "chain_too_deep"
	RefusedEntry     = "entry_state"
	RefusedProgress  = "no_progress"
	RefusedPlace     = "wrong_place"      // the executor is for another place
	RefusedExecutor  = "unusable"         // the executor cannot be run
	RefusedKind      = "wrong_kind"       // the executor is not of the kind that the optimizer has published
	RefusedIdle      = "executes_nothing" // the executor comes back to where it was entered
	RefusedPanic     = "panic"            // the optimizer panicked
)

// refuse turns an error of a stage into a Refusal.
func refuse(reason string, err error) error {
	var a *build.Abort
	if errors.As(err, &a) {
		reason = a.Reason
	}
	var known *Refusal
	if errors.As(err, &known) {
		return known
	}
	var frame *guest.Mistake
	if errors.As(err, &frame) {
		reason = RefusedFrame
	}
	if errors.Is(err, exitdata.ErrTooManyExits) {
		reason = RefusedExits
	}
	return &Refusal{reason, err}
}
