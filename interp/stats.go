package interp

import (
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/specialize"
	"github.com/tier2go/tier2/interp/stats"
)

// Stats is what a VM has counted so far. Numbers of instructions need
// Options.Stats, those of tier 2 also tier2.Options.Clock.
type Stats = stats.Stats

// FamilyStats counts what became of a family's instructions, MemberStats of one member.
type (
	FamilyStats = specialize.FamilyStats
	MemberStats = specialize.MemberStats
)

// Stats returns what the VM has counted so far.
func (vm *VM) Stats() Stats {
	instructions := uint64(0)
	if vm.opts.Stats {
		instructions = vm.ticks
	}
	return stats.Of(vm.heap, instructions, vm.spec.Stats(vm.timing), &vm.tier)
}

// Executors returns the executors that are alive, by age.
func (vm *VM) Executors() []*exitdata.Executor {
	if vm.tier.Table == nil {
		return nil
	}
	return vm.tier.Table.Executors
}

// Table returns the table of executors, nil without the library's compiler.
func (vm *VM) Table() *exitdata.Table { return vm.tier.Table }

// LiveUnits returns the code units of a code object that the VM has loaded as
// they are now, specialized and with ENTER_EXECUTOR; nil if it has not been
// loaded, or has not run. They must not be changed.
func (vm *VM) LiveUnits(c *pycode.Code) []uint16 {
	for _, code := range vm.codes {
		if code != nil && code.Code == c && code.Proved {
			return code.Live
		}
	}
	return nil
}

// ExecutorAt returns the executor that stands over the instruction at a code
// unit, nil if there is none.
func (vm *VM) ExecutorAt(c *pycode.Code, unit int) *exitdata.Executor {
	for _, code := range vm.codes {
		if code != nil && code.Code == c {
			return code.ExecutorAt(unit)
		}
	}
	return nil
}
