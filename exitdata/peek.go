package exitdata

import (
	"slices"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// Peeked are the frames, from the outermost on, that machine code would write if the helper raised that it has called: for
// a guest that shows frames to what a helper runs. Nothing is written, and machine code goes on as it would have.
//
// What is asked of it may allocate in the guest's heap, and panic as that does.
type Peeked struct {
	Frames []ir.FrameSnapshot // none: the guest's frames hold everything
	t      *Table
	act    *native.Activation
	s      *State
	made   bool // the virtual objects
}

// Peek returns the frames of an activation (its number from 1 on, the outermost first). ok is false where the helper
// has no exit to raise by; such a helper runs nothing of the guest's.
func (t *Table) Peek(activation int) (p Peeked, ok bool) {
	act := t.stack.At(activation - 1)
	exit := *word(act.Resume - 8)
	if exit == 0 {
		return p, false
	}
	row, n := lower.ExitNumber(exit)
	p = Peeked{t: t, act: act, s: t.exits[t.rowIndex(row)].Executor.Exits[n].State}
	if !p.s.InMemory() {
		p.Frames = p.s.Frames
	}
	return p, true
}

// Word returns the word of a slot of a frame. Virtual objects (ir.SlotObject) are made when the first of them is asked for; machine code will
// make others.
func (p *Peeked) Word(slot *ir.Slot) uint64 {
	if slot.Kind == ir.SlotObject && !p.made {
		p.t.makeObjects(p.act, p.s)
		p.made = true
	}
	return p.t.value(p.act, slot)
}

// Done lets go of the virtual objects that have been made: the collector finds them until then.
func (p *Peeked) Done() {
	if p.made {
		p.t.made = p.t.made[:0]
	}
}

// Virtual reports whether a slot of a frame has a virtual object: 1, or 2 for one of others.
func (p *Peeked) Virtual(slot *ir.Slot) int {
	switch {
	case slot.Kind != ir.SlotObject:
		return 0
	case slices.ContainsFunc(p.s.Objects[slot.Word].Args, func(a ir.Slot) bool { return a.Kind == ir.SlotObject }):
		return 2
	}
	return 1
}
