package regalloc

import (
	"cmp"
	"slices"

	"github.com/tier2go/tier2/internal/dense"
)

// Spill slots. Each spilled value has one slot for all its life; two values share
// one if the stretches from definition to last use, in emission order, do not
// meet. A value goes to the slot of the parameter it becomes, or that becomes
// it, or where an operand wants it, if it can.

// frame is the state of slot assignment.
type frame struct {
	spills  []int32 // spilled values in order of definition
	slotEnd []int32 // by slot: emission position from which it is free
	slots   int
}

// assignSlots gives each spilled value a slot.
func (a *Allocator) assignSlots() error {
	f := a.f
	a.slots = max(a.topSlot, f.FirstSlot)
	if a.slots > a.opt.MaxSlots {
		return a.errAt(ErrTooManySlots, -1, -1, -1, "named by entries and operands")
	}
	a.slotEnd = dense.Grow(a.slotEnd, a.slots)
	clear(a.slotEnd)
	a.spills = a.spills[:0]
	for v := range a.vals {
		x := &a.vals[v]
		switch {
		case x.home:
			a.slotEnd[x.slot] = max(a.slotEnd[x.slot], x.to)
		case x.spilled:
			a.spills = append(a.spills, int32(v))
		}
	}
	vals := a.vals
	slices.SortFunc(a.spills, func(v, w int32) int {
		if c := cmp.Compare(vals[v].from, vals[w].from); c != 0 {
			return c
		}
		return int(v - w)
	})
	for _, v := range a.spills {
		s := a.findSlot(v)
		if s >= a.opt.MaxSlots {
			x := &a.vals[v]
			return a.errAt(ErrTooManySlots, x.block, x.inst, v, "")
		}
		if s >= a.slots {
			a.slots = s + 1
			a.slotEnd = append(a.slotEnd, 0)
		}
		a.vals[v].slot = int32(s)
		a.slotEnd[s] = a.vals[v].to
	}
	return nil
}

// findSlot returns the best slot for a value, possibly a new one.
func (a *Allocator) findSlot(v int32) int {
	x := &a.vals[v]
	if s := int(x.slotWant); s != none && a.slotFree(x, s) {
		return s
	}
	if t := x.target; t != none && a.vals[t].slot != none && a.slotFree(x, int(a.vals[t].slot)) {
		return int(a.vals[t].slot)
	}
	if x.param != none {
		for _, p := range a.f.Blocks[x.block].Preds {
			if p < 0 || int(p) >= len(a.blocks) {
				continue
			}
			for _, e := range a.f.Blocks[p].Succs {
				if int32(e.To) != x.block {
					continue
				}
				if s := a.vals[e.Args[x.param]].slot; s != none && a.slotFree(x, int(s)) {
					return int(s)
				}
			}
		}
	}
	for s := a.f.FirstSlot; s < a.slots; s++ {
		if a.slotFree(x, s) {
			return s
		}
	}
	return a.slots
}

// slotFree reports whether a value can have a slot that is in use already.
func (a *Allocator) slotFree(x *value, s int) bool {
	return s >= a.f.FirstSlot && s < len(a.slotEnd) && a.slotEnd[s] <= x.from && a.slotOK(x, s)
}
