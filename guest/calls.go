package guest

import (
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Calls has what a guest's rules build calls, returns and functions' entries with, so that
// machine code goes from one function to the other by itself. A function that is hot has an
// executor that begins at its start. A trace that calls it ends in the callee's frame, which
// machine code has written, and its exit leads to that executor. A return goes through the
// row in its caller's frame (lower.FrameLayout.Resume), which leads to what continues the
// caller. Calls that a trace has inlined are built the same way.
//
// The guest's own part is in its interpreter. Whoever begins the frame of a call writes
// exitdata.Table.ReturnRow to the resume word of the frame that waits, and into the new
// frame how many more may follow (lower.FrameLayout.Room). docs/add-a-guest.md shows it.
type Calls struct{ room ir.Op }

// Calls adds the operation frame.room to g.Ops, by which calls leave where there is no room
// for the callee's frame. It is called ahead of Init; the layout of frames has a Room.
func (g *Guest) Calls() *Calls {
	g.calls = true
	g.Ops = append(g.Ops, g.Room("frame.room"))
	return &Calls{room: ir.FirstGuestOp + ir.Op(len(g.Ops)-1)}
}

// Enter is the rule of the micro-op that a trace begins with where it begins at a function's
// start. It polls, so that a recursion does not keep the goroutine from the scheduler.
func (c *Calls) Enter(b *build.Builder, u *uop.Inst) error {
	b.Begin(u.Target)
	b.Poll(u.Target)
	return nil
}

// Call begins the frame of a call, whose arguments have been popped; it leaves ahead of the
// instruction at hand where there is no room for the frame. locals are the values of all
// locals of the callee. The caller goes on at after. What the trace has next is the callee's
// first instruction, or an end there.
func (c *Calls) Call(b *build.Builder, callee ir.Frame, locals []*ir.Value, after uint32) {
	b.Guard(c.room, int64(b.Depth()+1))
	b.PushFrame(callee, locals, after)
}

// Return ends the innermost frame with the value on top of its stack. Where the trace began
// in that frame it ends, and the caller goes on through its resume word.
func (c *Calls) Return(b *build.Builder) { b.Return() }

// Room makes the operation that leaves where fewer frames than its immediate says may be
// begun behind the innermost one: as the frame's field lower.FrameLayout.Room says. Without
// Memory there is always room.
func (g *Guest) Room(name string) Op {
	return Op{
		OpRow: ir.OpRow{
			Name: name, Flags: ir.Guard | ir.Unlikely, Aux: ir.AuxInt, States: [ir.NumWhen]bool{ir.Before: true},
			Doc: "leaves unless n more frames may be begun",
		},
		Eval: func(_ *eval.Machine, v *ir.Value, _ []uint64) (uint64, error) {
			if g.Memory != nil && int64(*(*int32)(unsafe.Add(*g.Memory.Innermost(), g.Frame.Room))) < v.Aux {
				return 0, eval.ErrFail
			}
			return 0, nil
		},
		Lower: func(a *lower.Asm, v *ir.Value) lower.V {
			a.ExitIfMem(lower.LT, lower.Mem{Base: lower.BaseFrame, Disp: int64(a.Frame.Room), Size: 4}, lower.Imm(v.Aux))
			return lower.None
		},
		room: true,
	}
}
