package interp

import (
	"errors"
	"sync"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/tiering"
	"github.com/tier2go/tier2/uop"
)

// EnableTier2 registers the library's compiler as an optimizer.
func (vm *VM) EnableTier2(o tier2.Options) error {
	c, err := vm.NewCompiler(o)
	if err != nil {
		return err
	}
	return vm.Register(c)
}

// NewCompiler makes the library's compiler for this VM without registering it: for
// an optimizer of one's own that decides what the compiler is asked for. Such an
// optimizer has the compiler's method Table, by embedding it for example. One VM
// has one compiler at most: a second one is ErrRegistered. Its table is that of all
// executors, so it is made before an optimizer without one is registered: ErrTable.
func (vm *VM) NewCompiler(o tier2.Options) (*tier2.Compiler, error) {
	switch {
	case vm.tier.Compiler != nil:
		return nil, ErrRegistered
	case vm.tier.Table != nil:
		return nil, ErrTable
	}
	if vm.budget.On() {
		o.Budget = func() uint64 { return vm.budget.End() - vm.ticks }
	}
	if o.Clock = o.Clock || vm.opts.Costs != nil; vm.opts.Costs != nil {
		o.Background = 0 // what is measured is the thread's time
	}
	o.Joins = o.Joins || vm.tier.Prices()
	err := vm.outside(func() error {
		g, err := pyguest.New(vm.heap, env{vm})
		if err != nil {
			return err
		}
		c, err := tier2.New(g, o)
		if err != nil {
			return err
		}
		c.OnFinished(vm.requests.Finished)
		vm.tier.Adopt(c)
		vm.evals.words, vm.evals.ops = g.Words, sync.OnceValue(g.Evals)
		if c.Backend() != exitdata.Uops {
			vm.builds = func(op uop.ID) bool { return g.Ready() == nil && g.Build[op] != nil }
		}
		return nil
	})
	return vm.tier.Compiler, err
}

// Ways is the selector of a VM that is given none: all ways that are likely.
var Ways = tiering.Ways

// Traces selects nothing: what is compiled are linear traces along the likely way.
// Any selector without New does.
var Traces = uop.Selector{Name: "traces", Doc: "no regions: linear traces along the likely way, as CPython 3.14's"}

// Selected returns the region that an executor has been made of; ok is false if it was
// made of a linear trace.
func (vm *VM) Selected(ex *exitdata.Executor) (r *uop.Region, ok bool) { return tiering.Selected(ex) }

// Remade says why an executor has been made once more for its place.
type Remade = tiering.Remade

// RemadeBefore returns why there were executors before one at its place, the first one first:
// its region was selected anew, or it was compiled without a guard.
func (vm *VM) RemadeBefore(ex *exitdata.Executor) []Remade { return tiering.RemadeBefore(ex) }

// Reasons for which an executor is made once more.
const (
	Grown       = tiering.Grown
	Generalized = tiering.Generalized
	Retyped     = tiering.Retyped
	Parted      = tiering.Parted
)

// Errors of Register, Unregister and NewCompiler.
var (
	ErrRegistered    = tiering.ErrRegistered    // the optimizer is registered already, or the VM has a compiler
	ErrNotRegistered = tiering.ErrNotRegistered // by Unregister
	ErrTable         = tiering.ErrTable         // the optimizer's executors are in a table that is not the VM's
	ErrTarget        = tiering.ErrTarget        // its machine code cannot run here; errors wrap it
	ErrObserves      = tiering.ErrObserves      // the VM's selector observes, and code runs
)

// Costs are what executors of an optimizer cost.
type Costs = tiering.Costs

// CostsOf returns the costs of an executor's place; ok is false without Options.Costs.
func (vm *VM) CostsOf(ex *exitdata.Executor) (c Costs, ok bool) { return vm.tier.CostsOf(ex) }

// ErrCosts is returned where Options.Costs is set and each run has to be the same: by New with a Budget, and by NewDeopt.
var ErrCosts = errors.New("interp: with measured costs no run is like the other: no Budget and no Deopt")

// TierStats counts what the VM has asked the optimizer for.
type TierStats = tiering.Stats

// Background counts what went on behind the VM's thread (tier2.Options.Background).
type Background = tiering.Background

// SelectionStats counts what became of selected regions.
type SelectionStats = tiering.SelectionStats

// Attempt is one attempt to make an executor: for a place that has become hot, or
// for an exit that leads there.
type Attempt = tiering.Attempt

// Register makes an optimizer one that the VM asks for executors. It may be called while
// code runs, and takes effect on code that is loaded. An optimizer without a method Table,
// which tier2.Compiler has, makes executors that are in no table yet (tier2.Interpret, and
// of kind exitdata.Own); they get their exits in the VM's table.
//
// There may be several. At a hot place those are asked for which it is hot by what they have
// published (tier2.Hotspots), the one with the least RunCost first, of equal ones that with
// the least OptimizationCost, then the one registered first; the next one is asked where
// that has no executor. An exit is continued by who has made its executor.
func (vm *VM) Register(o tier2.Optimizer) error { return vm.tier.Register(o) }

// Unregister makes the VM ask an optimizer no more. The executors that it has made are taken
// away, those that run leave at their next check. It may be called while code runs.
func (vm *VM) Unregister(o tier2.Optimizer) error { return vm.tier.Unregister(o) }

// Optimizers returns the optimizers that are registered, in the order in which they are
// asked.
func (vm *VM) Optimizers() []tier2.Optimizer { return vm.tier.Registered() }

// Replace puts an executor in the place of another one: the interpreter, and all exits
// that led to old, enter new from now on. It takes time in the number of those
// exits. It may be called while the program runs, by a Go function that the
// program has called or by the optimizer while it is asked, even if old is what
// runs: that leaves at its next check. new stands for the same place as old, and may
// be of another kind; if it is in no table yet (tier2.Interpret), it gets into the VM's.
// The error wraps exitdata.ErrReplace or is a *tier2.Refusal; nothing has changed
// then.
func (vm *VM) Replace(old, new *exitdata.Executor) error { return vm.tier.Replace(old, new) }

// Request makes the VM ask the optimizer for an executor over the instruction at a
// code unit, the first of its EXTENDED_ARGs if it has some, when execution comes
// there. It may be called before the code is loaded, and while it runs. If the
// optimizer makes none the request is forgotten. The error says that no instruction
// begins at the unit, or that the VM has no optimizer.
func (vm *VM) Request(c *pycode.Code, unit int) error { return vm.tier.Request(c, unit) }

// TakeBack removes the executor that stands over an instruction, or the request for
// one, and puts the instruction back. An executor that is running goes on until it
// leaves, and what leads to it from other executors stays.
func (vm *VM) TakeBack(c *pycode.Code, unit int) { vm.tier.TakeBack(c, unit) }

// instructionUnits returns the code units of an instruction with the given
// argument: EXTENDED_ARGs come before it.
func instructionUnits(arg int) int {
	n := 1
	for ; arg > 0xFF; arg >>= 8 {
		n++
	}
	return n
}

// specializeJump chooses at first execution: with an optimizer registered, back
// edges count.
func (vm *VM) specializeJump(code *Code, ip unsafe.Pointer) {
	if !vm.tier.CountsJumps() {
		adaptive.Rewrite(ip, pycode.JUMP_BACKWARD_NO_JIT)
		return
	}
	adaptive.Rewrite(ip, pycode.JUMP_BACKWARD_JIT)
	vm.tier.BeginJump(code, int(code.At(ip)), 0)
}

// countsEntries reports whether functions' starts count.
func (vm *VM) countsEntries() bool {
	return vm.tier.Triggers&tier2.Entries != 0 && vm.tier.Watch == nil
}

// ticksOf does what tiering.Tier.ticksOf does: a call of that would be inlined into the
// switch (cases) in two steps, which leaves a mark there.
func (vm *VM) ticksOf(tries int) int { return min(vm.tier.Period<<tries, tier2.MaxK) }

// hotBackEdge is called when a back edge's counter has run down; ip is at its
// inline cache. It reports whether an executor stands over the instruction now:
// over the first of its EXTENDED_ARGs, if it has some.
func (vm *VM) hotBackEdge(fp unsafe.Pointer, code *Code, ip unsafe.Pointer, arg int) bool {
	cache := int(code.At(ip))
	return vm.tier.HotBackEdge(fp, code, cache-instructionUnits(arg), cache)
}

// hotEntry is called when a function's counter has run down; ip is behind its RESUME.
// It reports whether an executor stands there now.
func (vm *VM) hotEntry(fp unsafe.Pointer, code *Code, ip unsafe.Pointer) bool {
	return vm.tier.HotEntry(fp, code, int(code.At(ip))-1)
}

// step is called ahead of each instruction, if a selector observes.
func (vm *VM) step(fp unsafe.Pointer, code *Code, pc int) {
	if vm.loader().Prove(code) == nil { // else the instruction says what is wrong
		vm.tier.Step(fp, code, pc)
	}
}
