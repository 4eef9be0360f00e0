package regalloc

import (
	"math"

	"github.com/tier2go/tier2/lower"
)

// place finds a place for an interval that starts at the position at hand.
func (a *Allocator) place(it int32) error {
	if a.staysInSlot(it) || a.chaos.once(6) && a.needEnd(&a.ivs[it]) == 0 {
		a.spill(it)
		return nil
	}
	if a.swap(it) || a.takeFree(it) {
		return nil
	}
	return a.contend(it)
}

// staysInSlot reports whether an interval starts with a cold block that is
// reached with the value in its slot, so that it waits there for its first use.
func (a *Allocator) staysInSlot(it int32) bool {
	i := &a.ivs[it]
	x := &a.vals[i.v]
	if i.from < a.coldStart || i.from == x.def {
		return false
	}
	b := a.tickBlock[i.from>>1]
	if i.from != a.blocks[b].start {
		return false
	}
	for _, p := range a.f.Blocks[b].Preds {
		if p >= 0 && int(p) < len(a.blocks) && a.regAt(x, a.blocks[p].end-1) != noReg {
			return false
		}
	}
	return true
}

// limit returns the position from which a constraint keeps value v out of r; at
// or before the position at hand if v cannot be there at all.
func (a *Allocator) limit(r lower.PReg, v int32) int32 {
	u := a.callNext[r.Class()]
	f := a.fixReg[r]
	for f != none && a.fixed[f].to <= a.pos {
		f = a.fixed[f].next
	}
	a.fixReg[r] = f
	for ; f != none && a.fixed[f].from < u; f = a.fixed[f].next {
		if a.fixed[f].owner != v {
			return a.fixed[f].from
		}
	}
	return u
}

// room is limit, and also respects the intervals that own r and are in a hole.
func (a *Allocator) room(r lower.PReg, i *interval) int32 {
	u := a.limit(r, i.v)
	if a.holeSet.Has(r) {
		for j := a.inactive[r]; j != none; j = a.ivs[j].link {
			u = min(u, a.meet(&a.ivs[j], i))
		}
	}
	return u
}

// meet returns the first position in which an inactive interval and one that
// starts now are both live, or the function's end.
func (a *Allocator) meet(hole, i *interval) int32 {
	x, y := hole.cur, i.rng
	for x != none && y != none {
		p, q := &a.ranges[x], &a.ranges[y]
		switch {
		case p.to <= q.from:
			x = p.next
		case q.to <= p.from:
			y = q.next
		default:
			return max(p.from, q.from)
		}
	}
	return a.end
}

// takeFree gives an interval a register that nothing holds, if there is one: for
// all its life, or else for as long as possible, with the rest queued. It also
// returns true if it leaves the interval in its slot because it has no use while
// a register is free.
func (a *Allocator) takeFree(it int32) bool {
	i := &a.ivs[it]
	x := &a.vals[i.v]
	free := a.alloc[x.class] &^ a.activeSet
	if free == 0 {
		return false
	}
	best, bestRoom := none, i.from
	wishes := a.wishes(i)
	if a.chaos.once(3) {
		wishes = 0
	}
	for _, r := range a.wish[:wishes] {
		if free.Has(r) {
			u := a.room(r, i)
			if u >= i.to {
				a.give(it, r)
				return true
			}
			if u > bestRoom {
				best, bestRoom = int(r), u
			}
		}
	}
	avoid := lower.RegSet(0)
	if h := a.blocks[a.tickBlock[i.from>>1]].loop; h != none {
		avoid = a.paramRegs[h]
	}
	second := none
	for _, r := range a.tried(x.class) {
		if !free.Has(r) {
			continue
		}
		u := a.room(r, i)
		if u >= i.to {
			if !avoid.Has(r) {
				a.give(it, r)
				return true
			}
			if second == none {
				second = int(r)
			}
		}
		if u > bestRoom {
			best, bestRoom = int(r), u
		}
	}
	if second != none {
		if r := a.idle(x, avoid); r != none && a.room(lower.PReg(r), i) >= i.to {
			a.evict(lower.PReg(r))
			second = r
		}
		a.give(it, lower.PReg(second))
		return true
	}
	need := a.needEnd(i)
	switch {
	case bestRoom <= i.from || bestRoom < need:
		return false
	case need == 0 && i.from == x.def && bestRoom < (i.from|1)+1:
		// A result cannot be moved in the middle of its instruction.
		a.spill(it)
		return true
	case i.use >= x.useHi || a.uses[i.use].pos >= bestRoom:
		a.spill(it)
		return true
	}
	a.give(it, lower.PReg(best))
	a.splitFor(it, bestRoom, need)
	return true
}

// idle returns a register outside of a set whose interval needs it no more, or none: it was live ahead of the loop at hand and is only in
// states there. A value that becomes a parameter of the loop is better there than where another parameter is.
func (a *Allocator) idle(x *value, avoid lower.RegSet) int {
	if x.target == none {
		return none
	}
	head := a.blocks[a.tickBlock[a.pos>>1]].loop
	for _, r := range a.tried(x.class) {
		if j := a.active[r]; j != none && !avoid.Has(r) && a.ivs[j].from < a.blocks[head].start && a.score(j) == forever {
			return int(r)
		}
	}
	return none
}

// give is assign, and notes where a loop's parameters are.
func (a *Allocator) give(it int32, r lower.PReg) {
	a.assign(it, r)
	i := &a.ivs[it]
	if x := &a.vals[i.v]; x.param != none && i.from == x.def && a.blocks[x.block].loop == x.block {
		a.paramRegs[x.block] = a.paramRegs[x.block].With(r)
	}
}

// maxWishes is the number of registers that an interval may wish for.
const maxWishes = 8

// wishes collects the registers in which an interval would save a move, the best
// first, in a.wish, and returns their number.
func (a *Allocator) wishes(i *interval) int {
	x := &a.vals[i.v]
	n := 0
	add := func(r int16) {
		if r != noReg && n < maxWishes {
			a.wish[n] = lower.PReg(r)
			n++
		}
	}
	if i.from != x.def {
		b := a.tickBlock[i.from>>1]
		if bi := &a.blocks[b]; i.from == bi.start {
			for _, p := range a.f.Blocks[b].Preds {
				if p >= 0 && int(p) < len(a.blocks) && n < 2 {
					add(a.regAt(x, a.blocks[p].end-1))
				}
			}
		}
		add(x.want)
		add(x.last)
		return n
	}
	if x.entry != none || x.source == none && x.param == none {
		add(x.want)
	}
	if x.param != none {
		n = a.paramWishes(x, n)
	}
	if x.source != none {
		add(a.vals[x.source].last)
	}
	t := x.target
	for range 4 {
		if t == none {
			break
		}
		y := &a.vals[t]
		if y.first != none && a.ivs[y.first].reg != noReg {
			add(a.ivs[y.first].reg)
			break
		}
		if y.param != none {
			n = a.paramWishes(y, n)
		}
		add(y.want)
		t = y.target
	}
	add(x.want)
	return n
}

// The edges into a block, by what a move on them costs.
const (
	idleEdge = iota // from a block that only jumps: without a move it is no code
	hotEdge
	coldEdge
	edgeKinds
)

func (a *Allocator) edgeKind(p lower.BlockID) int {
	switch {
	case a.blocks[p].cold:
		return coldEdge
	case a.f.Blocks[p].N == 1:
		return idleEdge
	}
	return hotEdge
}

// paramWishes collects the registers of a parameter's arguments, those on edges where a
// move costs most first.
func (a *Allocator) paramWishes(x *value, n int) int {
	preds := a.f.Blocks[x.block].Preds
	for kind := range edgeKinds {
		for _, p := range preds {
			if p < 0 || int(p) >= len(a.blocks) || a.edgeKind(p) != kind {
				continue
			}
			for _, e := range a.f.Blocks[p].Succs {
				if int32(e.To) != x.block || n >= maxWishes-2 {
					continue
				}
				if r := a.vals[e.Args[x.param]].last; r != noReg {
					a.wish[n] = lower.PReg(r)
					n++
				}
			}
		}
	}
	return n
}

// maxLook bounds the intervals that regAt looks at.
const maxLook = 32

// regAt returns the register in which a value is at a position, or noReg.
func (a *Allocator) regAt(x *value, p int32) int16 {
	n := 0
	for j := x.first; j != none && n < maxLook; j = a.ivs[j].next {
		if i := &a.ivs[j]; i.from <= p && p < i.to {
			return i.reg
		}
		n++
	}
	return noReg
}

// swap handles a definition that takes over its operand's register although the
// operand lives on: v2 = add v1, 1 in a loop whose parameter v1 becomes v2, with
// v1 in the state of the overflow exit. One copy is needed in any case. If the
// old value moves away, the new one is where the back edge wants it.
func (a *Allocator) swap(it int32) bool {
	i := &a.ivs[it]
	x := &a.vals[i.v]
	if x.source == none || i.from != x.def || i.from&1 != 0 {
		return false
	}
	t := x.target
	for n := 0; t != x.source; n++ {
		if t == none || n == 4 {
			return false
		}
		t = a.vals[t].target
	}
	y := &a.vals[x.source]
	if y.first == none || y.last == noReg || a.ivs[y.first].reg != y.last {
		return false
	}
	r := lower.PReg(y.last)
	old := a.active[r]
	if old == none || a.ivs[old].v != x.source || a.ivs[old].from >= i.from || a.score(old) < 0 || a.room(r, i) < i.to {
		return false
	}
	a.vacate(r)
	a.queue(a.split(old, i.from))
	a.give(it, r)
	return true
}

// forever is the score of an interval that needs no register any more; pinned
// that of one that needs its register now.
const (
	forever = math.MaxInt64
	pinned  = -1
)

// score says how little an interval needs its register from the position at
// hand on: the distance to its next use, scaled by how much less often the use
// runs. A use earlier in a loop around which the value lives counts as one at the
// loop's end.
func (a *Allocator) score(it int32) int64 {
	i := &a.ivs[it]
	x := &a.vals[i.v]
	p := a.pos
	for i.use < x.useHi && a.uses[i.use].end() <= p {
		i.use++
	}
	next := a.end
	if i.use < x.useHi {
		u := a.uses[i.use]
		if u.pos <= p && u.kind&must != 0 {
			return pinned
		}
		if u.pos < a.coldStart || p >= a.coldStart {
			next = max(u.pos, p)
		}
	}
	b := a.tickBlock[p>>1]
	if p < a.coldStart && i.use > x.useLo {
		last := a.uses[i.use-1].pos
		for h := a.blocks[b].loop; h != none; h = a.blocks[h].outer {
			if hi := &a.blocks[h]; x.from < hi.early && last >= hi.start {
				next = min(next, hi.hotEnd-1)
				break
			}
		}
	}
	if next == a.end {
		return forever
	}
	s := int64(next-p+1) << (8 + a.chaos.pick(4))
	if d := a.blocks[b].exp - a.blocks[a.tickBlock[next>>1]].exp; d > 0 {
		s <<= uint(d)
	} else {
		s >>= uint(-d)
	}
	if x.remat {
		s *= 2
	}
	return s
}

// contend gives an interval a register that another one holds, or spills the
// interval if its own need is the smallest.
func (a *Allocator) contend(it int32) error {
	i := &a.ivs[it]
	x := &a.vals[i.v]
	need := a.needEnd(i)
	least := need // what a register must last for to be of use
	if need == 0 {
		if i.use >= x.useHi || a.uses[i.use].pos >= i.to {
			a.spill(it)
			return nil
		}
		least = a.uses[i.use].end()
	}
	best, bestScore := none, int64(pinned)
	for _, r := range a.tried(x.class) {
		u := a.limit(r, i.v)
		if u < least {
			continue
		}
		s := int64(forever)
		if j := a.active[r]; j != none {
			s = a.score(j)
			if s == pinned && a.canYield(j, need) {
				s = 0
			}
		}
		for j := a.inactive[r]; j != none; j = a.ivs[j].link {
			if a.meet(&a.ivs[j], i) < i.to {
				s = min(s, a.score(j))
			}
		}
		if s > bestScore {
			best, bestScore = int(r), s
		}
	}
	if need == 0 {
		if best == none || a.score(it) >= bestScore {
			a.spill(it)
			return nil
		}
	} else if best == none {
		return a.errPos(ErrTooManyRegisters, a.pos, i.v, "")
	}
	r := lower.PReg(best)
	if a.active[r] != none {
		a.evict(r)
	}
	a.evictHoles(r, it)
	a.give(it, r)
	if u := a.limit(r, a.ivs[it].v); u < a.ivs[it].to {
		a.splitFor(it, u, need)
	}
	return nil
}

// canYield reports whether the pinned interval j, which needs its register only
// until the instruction's results are born, should look for another one for the
// sake of one that needs it to the instruction's end.
func (a *Allocator) canYield(j, need int32) bool {
	if need == 0 || need&1 != 0 || a.pos&1 != 0 {
		return false
	}
	i := &a.ivs[j]
	u := a.uses[i.use]
	return u.end() == a.pos+1
}

// evict takes r from its active interval.
func (a *Allocator) evict(r lower.PReg) {
	it := a.active[r]
	yields := a.score(it) == pinned
	a.vacate(r)
	i := &a.ivs[it]
	x := &a.vals[i.v]
	if yields {
		if i.from < a.pos {
			it = a.split(it, a.pos)
		}
		a.ivs[it].reg = noReg
		a.queue(it)
		return
	}
	lo := i.from
	if k := a.firstUse(x, a.pos) - 1; k >= x.useLo && a.uses[k].pos >= i.from {
		lo = a.uses[k].end()
	}
	if x.remat && lo == i.from {
		a.spill(it) // it need not have been made yet
	} else if s := a.splitPos(lo, a.pos); s > i.from {
		a.spill(a.split(it, s))
	} else {
		a.spill(it)
	}
}

// evictHoles ends, at their holes, the inactive intervals of r that would meet
// the one that takes r.
func (a *Allocator) evictHoles(r lower.PReg, it int32) {
	for j := a.inactive[r]; j != none; {
		next := a.ivs[j].link
		if a.meet(&a.ivs[j], &a.ivs[it]) < a.ivs[it].to {
			a.dropInactive(j, r)
			a.queue(a.split(j, a.ranges[a.ivs[j].cur].from))
		}
		j = next
	}
}
