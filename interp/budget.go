package interp

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
)

// A budget bounds what a VM executes by the bytecode clock, which says the same in every tier. It is looked at
// behind back edges and behind the instruction that a function begins with (RESUME): by tier 1 where it counts, and in
// compiled code by polls, for which functions that are inlined poll, too. So a run stops at the same instruction
// whatever has been compiled. Without a budget nothing counts and nothing looks.

// budget is what a VM may execute.
type budget struct {
	on   bool
	n    uint64 // what it was set to
	from uint64 // reading of the clock when it was set
	at   uint64 // reading of the clock at which it is spent
}

// ErrNoBudget is the error of VM.SetBudget for a VM that was made without one: its code does not count.
var ErrNoBudget = errors.New("interp: the VM was made without Options.Budget")

// BudgetError is the cause of an *Interrupted where a budget of instructions has been spent.
type BudgetError struct {
	Budget   uint64 // what was allowed, instructions
	Executed uint64 // what was executed when that was found: up to the next back edge or function entry
}

// Error implements error.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("the budget of %d instructions is spent: %d were executed", e.Budget, e.Executed)
}

// SetBudget lets the VM execute n more instructions from now on, whatever it has executed so far. The error
// is ErrNoBudget if Options.Budget was 0. It may be called by a Go function that the guest has called.
func (vm *VM) SetBudget(n uint64) error {
	if !vm.budget.on {
		return ErrNoBudget
	}
	from := vm.clock()
	vm.budget = budget{on: true, n: n, from: from, at: from + min(n, math.MaxUint64-from)}
	vm.rearm()
	return nil
}

// BudgetLeft returns how many instructions the VM may still execute; 0 without Options.Budget.
func (vm *VM) BudgetLeft() uint64 {
	if !vm.budget.on {
		return 0
	}
	return vm.budget.at - min(vm.clock(), vm.budget.at)
}

// clock returns how many instructions both tiers have executed, if they count.
func (vm *VM) clock() uint64 {
	if vm.tier.Table == nil {
		return vm.ticks
	}
	return vm.ticks + vm.tier.Table.Bytecodes()
}

// spent reports whether there is a budget, and nothing of it is left.
func (vm *VM) spent() bool { return vm.budget.on && vm.clock() >= vm.budget.at }

// rearm tells tier 1 how far it may go, which what compiled code has executed changes.
func (vm *VM) rearm() {
	if vm.budget.on {
		vm.spentAt = vm.budget.at - min(vm.clock()-vm.ticks, vm.budget.at)
	}
}

func (vm *VM) budgetError() error {
	return &Interrupted{Cause: &BudgetError{Budget: vm.budget.n, Executed: vm.clock() - vm.budget.from}}
}

// overBudget is asked by tier 1 behind spentAt, with an instruction that is counted and not executed yet; ip is
// behind its first unit. An error says that this is where the run stops: vm.ip is where it would go on.
func (vm *VM) overBudget(ip unsafe.Pointer, op pycode.Op, arg int) error {
	for op == pycode.EXTENDED_ARG {
		w := unit(ip, 0)
		ip, op, arg = skip(ip, 1), pycode.Op(w), arg<<8|int(w>>8)
	}
	switch op {
	case pycode.JUMP_BACKWARD, pycode.JUMP_BACKWARD_JIT, pycode.JUMP_BACKWARD_NO_JIT:
		vm.ip = uintptr(skip(ip, 1-arg))
	case pycode.RESUME, pycode.RESUME_CHECK:
		vm.ip = uintptr(ip)
	default:
		return nil
	}
	return vm.budgetError()
}

// spentBy returns the error of a budget that was found spent by the poll that compiled code has left by.
func (vm *VM) spentBy(x *exitdata.Exit) error {
	if vm.budget.on && x.Kind == ir.Poll && vm.spent() {
		return vm.budgetError()
	}
	return nil
}

// Spent implements microop.VM.
func (e env) Spent() error {
	if e.budget.on && e.spent() {
		return e.budgetError()
	}
	return nil
}
