package lower

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// EndPlan says how a function leaves by its end, where the executor that goes on takes
// values over: not by writing the guest's frame.
type EndPlan struct {
	// Own: the values stay where they are, and the exit's state says where.
	Own bool
	// Slots says of each slot of the frame where it is to be (SlotConst: whoever goes on
	// knows it): nil for Own.
	Slots []ir.Slot
}

// endBy lowers the end of a function by a plan: one parallel move, which is register
// allocation's, puts all values in place.
func (a *Asm) endBy(v *ir.Value, plan *EndPlan) {
	a.when = ir.After
	if plan.Own {
		a.op(Inst{Op: MLeave, Flags: IsTerm, Exit: a.newExit()}, NoVReg)
		return
	}
	slots := v.States[ir.After].StateSlots()
	var regs []VReg
	var ats []Loc
	for i, p := range plan.Slots {
		switch x := slots[i]; {
		case p.Kind == ir.SlotMemory && x != nil:
			a.Store(a.frameMem(a.Frame.Slots+8*i, 8), a.boxed(x))
		case p.Kind == ir.SlotPlace && !slices.Contains(ats, Loc(p.At)):
			regs, ats = append(regs, a.endValue(x, i, p.Type)), append(ats, Loc(p.At))
		}
	}
	in := Inst{
		Op: MLeave, Flags: IsTerm, Exit: a.newMemoryExit(v.Exits[ir.After], nil),
		Ops: int32(len(a.F.Operands)), NumOps: uint16(len(regs)),
	}
	a.F.Exits[in.Exit].Inst = InstID(len(a.F.Insts))
	for i, r := range regs {
		a.F.Operands = append(a.F.Operands, Operand{V: r, Kind: Use, Constraint: InFixed, At: ats[i]})
	}
	a.emit(in)
}

// endValue returns what a slot holds, in a representation, in a register.
func (a *Asm) endValue(x *ir.Value, slot int, t ir.Type) VReg {
	switch {
	case x == nil: // in memory
		return a.Load(a.frameMem(a.Frame.Slots+8*slot, 8)).reg
	case x.Type == t:
		return a.reg(ClassOf(t), a.Val(x)).reg
	}
	return a.Reg(a.boxed(x)).reg
}
