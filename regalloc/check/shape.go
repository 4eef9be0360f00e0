package check

import (
	"slices"

	"github.com/tier2go/tier2/lower"
)

// shape reports whether the function and the allocation are formed well enough
// to be interpreted, and says what is wrong if they are not.
func (c *checker) shape(b lower.BlockID, entry []lower.Entry) bool {
	c.block, c.inst, c.edit = -1, -1, -1
	f := c.f
	if int(b) >= len(f.Blocks) || b < 0 {
		c.fail(-1, Shape, "no block b%d", b)
		return false
	}
	if c.al.NumSlots < f.FirstSlot || c.al.NumSlots > 1<<16 {
		c.fail(-1, Shape, "%d slots, the caller's %d among them", c.al.NumSlots, f.FirstSlot)
		return false
	}
	if len(c.al.Locs) != len(f.Operands) {
		c.fail(-1, Shape, "%d places for %d operands", len(c.al.Locs), len(f.Operands))
		return false
	}
	for _, r := range c.rf.Scratch {
		if r >= 64 {
			c.fail(-1, Shape, "scratch register %d", r)
		}
	}
	for _, e := range entry {
		if int(e.V) >= len(f.Classes) || !c.place(e.At) {
			c.fail(-1, Shape, "entry of v%d in %v", e.V, e.At)
		}
	}
	for i := range f.Blocks {
		c.block = lower.BlockID(i)
		c.blockShape(&f.Blocks[i])
	}
	c.block, c.inst = -1, -1
	if len(c.diags) > 0 {
		return false
	}
	c.editShape()
	return len(c.diags) == 0
}

// place reports whether l is a place that exists.
func (c *checker) place(l lower.Loc) bool {
	return l.IsReg() && l.Reg() < 64 || l.IsSlot() && l.Slot() < c.al.NumSlots
}

func (c *checker) blockShape(b *lower.Block) {
	f := c.f
	if b.First < 0 || b.N <= 0 || int(b.First)+int(b.N) > len(f.Insts) {
		c.fail(-1, Shape, "instructions %d to %d", b.First, b.First+b.N)
		return
	}
	for _, p := range b.Params {
		if int(p) >= len(f.Classes) {
			c.fail(-1, Shape, "no value v%d", p)
		}
	}
	for _, e := range b.Succs {
		if e.To < 0 || int(e.To) >= len(f.Blocks) || len(e.Args) != len(f.Blocks[e.To].Params) {
			c.fail(-1, Shape, "edge to b%d with %d arguments", e.To, len(e.Args))
		}
	}
	for i := b.First; i < b.First+b.N; i++ {
		c.inst = lower.InstID(i)
		c.instShape(&f.Insts[i])
	}
	c.inst = -1
}

func (c *checker) instShape(in *lower.Inst) {
	f := c.f
	if in.Ops < 0 || int(in.Ops)+int(in.NumOps) > len(f.Operands) {
		c.fail(-1, Shape, "operands out of range")
		return
	}
	for j, o := range f.Operands[in.Ops : in.Ops+int32(in.NumOps)] {
		switch l := c.al.Locs[int(in.Ops)+j]; {
		case int(o.V) >= len(f.Classes):
			c.fail(j, Shape, "no value v%d", o.V)
		case o.Kind > lower.Def || o.Constraint > lower.Reuse || o.Constraint == lower.Reuse && (o.Kind != lower.Def || int(o.Index) >= int(in.NumOps)):
			c.fail(j, Shape, "malformed operand")
		case !c.place(l):
			c.fail(j, Shape, "v%d is nowhere: %v of %d slots", o.V, l, c.al.NumSlots)
		}
	}
}

// editShape checks the edits and the list of dead instructions.
func (c *checker) editShape() {
	f := c.f
	inBlock := make([]bool, len(f.Insts))
	for i := range f.Blocks {
		for j := f.Blocks[i].First; j < f.Blocks[i].First+f.Blocks[i].N; j++ {
			inBlock[j] = true
		}
	}
	last := lower.InstID(0)
	for i := range c.al.Edits {
		e := &c.al.Edits[i]
		c.edit = i
		switch {
		case e.Inst < last || int(e.Inst) >= len(f.Insts) || !inBlock[e.Inst]:
			c.fail(-1, Shape, "stands before instruction %d, after edits of %d", e.Inst, last)
			return
		case e.Class >= lower.NumClasses || !c.place(e.To):
			c.fail(-1, Shape, "moves to %v", e.To)
		case e.Of < 0 && !c.place(e.From):
			c.fail(-1, Shape, "moves from %v", e.From)
		case e.Of >= 0 && (int(e.Of) >= len(f.Insts) || !inBlock[e.Of] || f.Insts[e.Of].NumOps == 0 || f.InstOps(e.Of)[0].Kind != lower.Def):
			c.fail(-1, BadEdit, "executes instruction %d, which has no result", e.Of)
		}
		last = e.Inst
	}
	c.edit = -1
	if !slices.IsSorted(c.al.Dead) {
		c.fail(-1, Dead, "the list is not sorted")
	}
	for _, i := range c.al.Dead {
		c.inst = i
		if i < 0 || int(i) >= len(f.Insts) || f.Insts[i].Flags&lower.IsRemat == 0 {
			c.inst = -1
			c.fail(-1, Dead, "instruction %d cannot be left out", i)
		}
	}
	c.inst = -1
}
