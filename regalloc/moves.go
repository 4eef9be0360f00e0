package regalloc

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/lower"
)

// Parallel moves. The moves of a group happen at once: all places are read before
// any is written. In sequence, a move may be made as soon as no other one still
// reads its destination. What then remains are cycles, each place read once: one
// place is saved in a scratch register, which makes its writer possible, and the
// rest follows. A move between two slots goes through a scratch register too; if
// one scratch register holds a saved place, the other class's does it, since
// both carry the 8 bytes of a slot unchanged. Values that are made again read no
// place and come last.

// movePlan is the working memory of one group.
type movePlan struct {
	reads  []int32 // by place: how many moves still read it
	writer []int32 // by place: the move that writes it, plus one
	ready  []int32
	done   []bool
	busy   lower.Class // class whose scratch register holds a saved place, or NumClasses
}

// placeIndex numbers places: registers, then slots.
func placeIndex(l lower.Loc) int {
	if l.IsReg() {
		return int(l.Reg())
	}
	return 64 + l.Slot()
}

// sequence sorts the moves and turns them into edits.
func (a *Allocator) sequence() error {
	a.sortMoves()
	p := &a.plan
	old := len(p.reads)
	p.reads, p.writer = dense.Grow(p.reads, 64+a.slots), dense.Grow(p.writer, 64+a.slots)
	if len(p.reads) > old {
		clear(p.reads)
		clear(p.writer)
	}
	for lo := 0; lo < len(a.moves); {
		hi := lo + 1
		for hi < len(a.moves) && a.moves[hi].inst == a.moves[lo].inst && a.moves[hi].group == a.moves[lo].group {
			hi++
		}
		if err := a.parallel(a.moves[lo:hi]); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// sortMoves sorts the moves by instruction and group; those of one group stay in their order. They are counted: a comparing sort
// that is stable took an eighth of the allocator's time.
func (a *Allocator) sortMoves() {
	a.counts = dense.Grow(a.counts, numGroups*(len(a.f.Insts)+1))
	clear(a.counts)
	for i := range a.moves {
		a.counts[a.moves[i].place()]++
	}
	at := int32(0)
	for i, n := range a.counts {
		a.counts[i], at = at, at+n
	}
	a.sorted = dense.Grow(a.sorted, len(a.moves))
	for _, m := range a.moves {
		p := m.place()
		a.sorted[a.counts[p]] = m
		a.counts[p]++
	}
	a.moves, a.sorted = a.sorted, a.moves
}

// place orders moves by instruction and group.
func (m *move) place() int { return numGroups*int(m.inst) + int(m.group) }

// parallel makes the edits of one group.
func (a *Allocator) parallel(group []move) error {
	if len(group) == 1 {
		m := &group[0]
		a.plan.busy = lower.NumClasses
		if m.from.Valid() {
			a.emitMove(m)
		} else {
			a.emitRemat(m)
		}
		return nil
	}
	p := &a.plan
	p.done = dense.Grow(p.done, len(group))
	clear(p.done)
	p.ready = p.ready[:0]
	p.busy = lower.NumClasses
	if err := a.countReads(group); err != nil {
		return err
	}
	for i := range group {
		if m := &group[i]; m.from.Valid() && !p.done[i] && p.reads[placeIndex(m.to)] == 0 {
			p.ready = append(p.ready, int32(i))
		}
	}
	a.drain(group)
	for i := range group {
		if group[i].from.Valid() && !p.done[i] {
			a.breakCycle(group, int32(i))
		}
	}
	for i := range group {
		m := &group[i]
		if !m.from.Valid() && !p.done[i] {
			a.emitRemat(m)
		}
		p.writer[placeIndex(m.to)] = 0
	}
	return nil
}

// countReads fills in who reads and writes which place, and drops moves that
// are there twice.
func (a *Allocator) countReads(group []move) error {
	p := &a.plan
	for i := range group {
		m := &group[i]
		to := placeIndex(m.to)
		if w := p.writer[to]; w != 0 {
			if o := &group[w-1]; o.v != m.v {
				return a.errAt(ErrInternal, -1, m.inst, m.v, "two values move to "+m.to.String())
			}
			p.done[i] = true
			continue
		}
		p.writer[to] = int32(i) + 1
		if m.from.Valid() {
			p.reads[placeIndex(m.from)]++
		}
	}
	return nil
}

// drain makes the moves that are ready and those that become ready by them.
func (a *Allocator) drain(group []move) {
	p := &a.plan
	for len(p.ready) > 0 {
		i := p.ready[len(p.ready)-1]
		p.ready = p.ready[:len(p.ready)-1]
		m := &group[i]
		a.emitMove(m)
		p.done[i] = true
		from := placeIndex(m.from)
		if m.from == a.scratch(p.busy) {
			p.busy = lower.NumClasses
			continue
		}
		p.reads[from]--
		if w := p.writer[from]; w != 0 && p.reads[from] == 0 && !p.done[w-1] && group[w-1].from.Valid() {
			p.ready = append(p.ready, w-1)
		}
	}
}

// scratch returns the scratch register of a class, no place for NumClasses.
func (a *Allocator) scratch(c lower.Class) lower.Loc {
	if c == lower.NumClasses {
		return lower.Loc{}
	}
	return lower.InReg(a.rf.Scratch[c])
}

// breakCycle makes the moves of the cycle that move i is in: it saves the place
// that i writes, preferably a register, and lets the move that reads it read the
// saved copy.
func (a *Allocator) breakCycle(group []move, i int32) {
	p := &a.plan
	start := i
	for !group[i].to.IsReg() {
		i = p.writer[placeIndex(group[i].from)] - 1
		if i == start {
			break
		}
	}
	to := group[i].to
	var reader *move
	for j := range group {
		if m := &group[j]; !p.done[j] && m.from == to {
			reader = m
			break
		}
	}
	c := a.vals[reader.v].class
	save := *reader
	save.to = a.scratch(c)
	p.busy = lower.NumClasses
	a.emitMove(&save)
	p.busy = c
	reader.from = save.to
	p.reads[placeIndex(to)] = 0
	p.ready = append(p.ready, i)
	a.drain(group)
}

// emitMove appends the edits of one move.
func (a *Allocator) emitMove(m *move) {
	c := a.vals[m.v].class
	e := lower.Edit{Inst: lower.InstID(m.inst), Of: none, From: m.from, To: m.to, Class: c}
	if m.from.IsSlot() && m.to.IsSlot() {
		if a.plan.busy == c {
			c ^= 1
		}
		e.Class, e.To = c, a.scratch(c)
		a.res.Edits = append(a.res.Edits, e)
		e.From, e.To = e.To, m.to
	}
	a.res.Edits = append(a.res.Edits, e)
}

// emitRemat appends the edits that make a value again.
func (a *Allocator) emitRemat(m *move) {
	x := &a.vals[m.v]
	e := lower.Edit{Inst: lower.InstID(m.inst), Of: lower.InstID(x.inst), To: m.to, Class: x.class}
	if !m.to.IsSlot() {
		a.res.Edits = append(a.res.Edits, e)
		return
	}
	e.To = a.scratch(x.class)
	a.res.Edits = append(a.res.Edits, e)
	a.res.Edits = append(a.res.Edits, lower.Edit{Inst: e.Inst, Of: none, From: e.To, To: m.to, Class: x.class})
}
