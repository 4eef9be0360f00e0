package exitdata

import (
	"slices"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Peek calls f with each frame, from the outermost on, that machine code would write if the
// helper raised that it has called in an activation (its number from 1 on, the outermost first): with the word
// of each of fs.Slots, valid until f returns. Nothing is written, and machine code goes on as it would have: for
// a guest that shows frames to what a helper runs. Virtual objects (ir.SlotObject) are made for f, machine code will make others;
// virtual says whether fs.Slots[i] is one: 1, or 2 for one of others.
// f is not called where the guest's frames hold everything. ok is false where the helper
// has no exit to raise by; such a helper runs nothing of the guest's.
//
// Peek may allocate in the guest's heap, and panic as that does.
func (t *Table) Peek(activation int, f func(fs *ir.FrameSnapshot, words []uint64, virtual func(i int) int)) (ok bool) {
	act := t.stack.At(activation - 1)
	exit := *word(act.Resume - 8)
	if exit == 0 {
		return false
	}
	row, n := lower.ExitNumber(exit)
	s := t.exits[t.rowIndex(row)].Executor.Exits[n].State
	if s.InMemory() {
		return true
	}
	defer func() { t.made = t.made[:0] }()
	t.tryWords(act, s)
	k := len(t.made) - s.slots()
	for i := range s.Frames {
		fs := &s.Frames[i]
		f(fs, t.made[k:k+len(fs.Slots)], func(i int) int { return s.virtual(&fs.Slots[i]) })
		k += len(fs.Slots)
	}
	return true
}

// virtual is what Peek says of a slot.
func (s *State) virtual(slot *ir.Slot) int {
	switch {
	case slot.Kind != ir.SlotObject:
		return 0
	case slices.ContainsFunc(s.Objects[slot.Word].Args, func(a ir.Slot) bool { return a.Kind == ir.SlotObject }):
		return 2
	}
	return 1
}
