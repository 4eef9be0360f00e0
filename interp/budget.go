package interp

import (
	"errors"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/budget"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
)

// The VM looks at its budget (package budget) behind back edges and behind RESUME: in tier 1 where it counts, and in
// compiled code by polls, for which functions that are inlined poll, too. Without a budget nothing counts and nothing
// looks.

// BudgetError is the cause of an *Interrupted where a budget of instructions has been spent.
type BudgetError = budget.Error

// ErrNoBudget is the error of VM.SetBudget for a VM that was made without one: its code does not count.
var ErrNoBudget = errors.New("interp: the VM was made without Options.Budget")

// SetBudget lets the VM execute n more instructions from now on, whatever it has executed so far. The error
// is ErrNoBudget if Options.Budget was 0. It may be called by a Go function that the guest has called.
func (vm *VM) SetBudget(n uint64) error {
	if !vm.budget.On() {
		return ErrNoBudget
	}
	vm.budget.Set(n, vm.clock())
	vm.rearm()
	return nil
}

// BudgetLeft returns how many instructions the VM may still execute; 0 without Options.Budget.
func (vm *VM) BudgetLeft() uint64 { return vm.budget.Left(vm.clock()) }

// clock returns how many instructions both tiers have executed, if they count.
func (vm *VM) clock() uint64 {
	if vm.tier.Table == nil {
		return vm.ticks
	}
	return vm.ticks + vm.tier.Table.Bytecodes()
}

// spent returns the error of a budget of which nothing is left, nil if there is none.
func (vm *VM) spent() error {
	if now := vm.clock(); vm.budget.Spent(now) {
		return vm.budget.Err(now)
	}
	return nil
}

// rearm tells tier 1 how far it may go, which what compiled code has executed changes.
func (vm *VM) rearm() {
	if vm.budget.On() {
		vm.spentAt = vm.budget.Left(vm.clock() - vm.ticks)
	}
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
	return vm.budget.Err(vm.clock())
}

// spentBy returns the error of a budget that was found spent by the poll that compiled code has left by.
func (vm *VM) spentBy(x *exitdata.Exit) error {
	if x.Kind != ir.Poll {
		return nil
	}
	return vm.spent()
}

// Spent implements microop.VM.
func (e env) Spent() error { return e.spent() }
