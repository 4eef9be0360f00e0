package machinetest

import (
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
)

// TestWritten: a routine's registers that do not survive are those that its results, edits
// and clobbers name, the link and the scratch registers; what it reads only survives.
func TestWritten(t *testing.T) {
	regs := amd64.Target.Regs.Allocatable[lower.GPR]
	read, def, clobbered, edited := regs[0], regs[1], regs[2], regs[3]
	f := &lower.Func{
		Insts:    []lower.Inst{{Op: lower.MMove, NumOps: 2, NumEnc: 2, Clobber: lower.RegSet(0).With(clobbered)}},
		Operands: []lower.Operand{{V: 0, Kind: lower.Def}, {V: 1, Kind: lower.Use}},
	}
	al := &lower.Allocation{
		Locs:  []lower.Loc{lower.InReg(def), lower.InReg(read)},
		Edits: []lower.Edit{{From: lower.InReg(read), To: lower.InReg(edited)}},
	}
	got := amd64.Target.Written(f, al)
	for r, want := range map[lower.PReg]bool{read: false, def: true, clobbered: true, edited: true, amd64.Target.Routine.Link: true, regs[4]: false} {
		if got.Has(r) != want {
			t.Errorf("%s is written: %v", amd64.Target.Regs.Names[r], !want)
		}
	}
}
