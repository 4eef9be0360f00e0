package verify

import "github.com/tier2go/tier2/ir"

// memory numbers what memory holds between effects; see the package comment.
type memory struct {
	effect []bool  // by block index: it has an observable value
	meets  []bool  // by block index: different memories meet at its begin
	out    []int32 // by block index: the memory at its end
	state  []int32 // by value id: the memory at a state's place
}

// checkAge checks rule V033. The function has passed all others.
func (c *Checker) checkAge() {
	f, g, m := c.f, &c.cfg, &c.memory
	n := len(f.Blocks)
	m.effect, m.meets = resized(m.effect, n), resized(m.meets, n)
	m.out = resized(m.out, n)
	m.state = resized(m.state, f.NumValues())
	for i, b := range f.Blocks {
		for v := b.First(); v != nil && !m.effect[i]; v = v.Next() {
			m.effect[i] = f.Observable(v)
		}
	}
	for c.spread() {
	}
	// Memories have numbers from 1; dominators come first in reverse postorder.
	next := int32(1)
	for _, i := range g.rpo {
		now := next
		if i == 0 || m.meets[i] {
			next++
		} else {
			now = m.out[g.idom[i]]
		}
		for v := f.Blocks[i].First(); v != nil; v = v.Next() {
			if v.Op == ir.OpState {
				m.state[v.ID] = now
			}
			if s := v.States[ir.Before]; s != nil && m.state[s.ID] != now {
				c.fail("V033", v, "an effect lies between its Before state %v and it", s)
			}
			if f.Observable(v) {
				now, next = next, next+1
			}
		}
		m.out[i] = now
	}
}

// spread marks the joins that the blocks with effects reach: those in the
// dominance frontier of a block that has an effect or is marked itself. It
// reports whether it has marked any; one run is enough but for joins within
// joins.
func (c *Checker) spread() bool {
	g, m := &c.cfg, &c.memory
	changed := false
	for _, b := range g.rpo {
		preds := g.preds(b)
		if len(preds) < 2 || m.meets[b] {
			continue
		}
	walk:
		for _, p := range preds {
			for r := p; r != g.idom[b]; r = g.idom[r] {
				if m.effect[r] || m.meets[r] {
					m.meets[b], changed = true, true
					break walk
				}
			}
		}
	}
	return changed
}

// checkProgress checks rule V034: a forward walk that knows of each block
// whether a mark lies on every path to it.
func (c *Checker) checkProgress() {
	p := c.opts.Progress
	if p == nil {
		return
	}
	f, g := c.f, &c.cfg
	mark := p.Mark
	if mark == nil {
		mark = func(*ir.Value) bool { return false }
	}
	done := resized(c.memory.effect, len(f.Blocks)) // at the end, optimistic
	for i := range done {
		done[i] = true
	}
	at := func(i int32) bool { // at the begin
		if i == 0 {
			return false
		}
		for _, q := range g.preds(i) {
			if !done[q] {
				return false
			}
		}
		return true
	}
	for changed := true; changed; {
		changed = false
		for _, i := range g.rpo {
			d := at(i)
			for v := f.Blocks[i].First(); v != nil && !d; v = v.Next() {
				d = mark(v)
			}
			if done[i] != d {
				done[i], changed = d, true
			}
		}
	}
	for _, i := range g.rpo {
		d := at(i)
		for v := f.Blocks[i].First(); v != nil && !d; v = v.Next() {
			c.checkResume(v, ir.Before, p.PC)
			d = mark(v)
			if !d {
				c.checkResume(v, ir.After, p.PC)
			}
		}
	}
}

// checkResume reports an exit that resumes at the entry.
func (c *Checker) checkResume(v *ir.Value, w ir.When, pc uint32) {
	s := v.States[w]
	if s != nil && s.StateFrame() == 0 && s.StatePC() == pc {
		c.fail("V034", v, "the exit x%d resumes at the entry, pc=%d, before progress is made", v.Exits[w].ID, pc)
	}
}
