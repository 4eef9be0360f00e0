package regalloc

import "github.com/tier2go/tier2/lower"

// Splitting. An interval is split in a gap (an even position); the piece from
// there on goes to another place, and the final walk makes the move. Only a
// piece that goes to its slot may start in the middle of an instruction (an odd
// position): its register is taken by a result, and its slot has been written
// before. Where the split is free to move, it moves out of loops.

// split cuts an interval at a position inside it and returns the second part,
// which starts there or after the hole there, and has no place yet.
func (a *Allocator) split(it, p int32) int32 {
	i := &a.ivs[it]
	k := i.rng
	owner := i.reg != noReg && a.active[i.reg] == it
	if owner && i.cur != none && a.ranges[i.cur].from < p {
		k = i.cur
	}
	prev := int32(none)
	for a.ranges[k].to <= p {
		prev, k = k, a.ranges[k].next
	}
	to := i.to
	if a.ranges[k].from >= p {
		a.ranges[prev].next = none
		i.to = a.ranges[prev].to
	} else {
		a.ranges = append(a.ranges, rng{p, a.ranges[k].to, a.ranges[k].next})
		a.ranges[k].to, a.ranges[k].next = p, none
		k = int32(len(a.ranges) - 1)
		i.to = p
	}
	if owner {
		a.activeEnd[i.reg] = a.ranges[i.cur].to
		a.change = min(a.change, a.activeEnd[i.reg])
	}
	from := a.ranges[k].from
	child := interval{from: from, to: to, v: i.v, rng: k, cur: k, next: i.next, reg: noReg}
	child.use = a.firstUse(&a.vals[i.v], from)
	i.next = int32(len(a.ivs))
	a.ivs = append(a.ivs, child)
	return int32(len(a.ivs) - 1)
}

// splitPos chooses where an interval that has its last use before lo and must
// leave its register by hi is split: before the loops that hi is in and lo is
// not, and there as early as it can be in the same block. It is odd only if all
// else would cut off a use at hi's instruction.
func (a *Allocator) splitPos(lo, hi int32) int32 {
	s := hi &^ 1
	if s < lo {
		return hi
	}
	b := a.tickBlock[s>>1]
	if s == a.blocks[b].start {
		return s
	}
	hoisted := false
	for h := a.blocks[b].loop; h != none && a.blocks[h].start >= lo; h = a.blocks[h].outer {
		s, hoisted = a.blocks[h].start, true
	}
	if hoisted {
		return s
	}
	return max((lo+1)&^1, a.blocks[b].start+2)
}

// reloadPos chooses where an interval that is in its slot at lo goes back to a
// register for a use at hi: at the use, or before the loops that hi is in and lo
// is not, unless a call in the loop would undo it; in cold code, at the start of
// the stretch of it, where the value may come in a register.
func (a *Allocator) reloadPos(c lower.Class, lo, hi int32) int32 {
	b := a.tickBlock[hi>>1]
	if bi := &a.blocks[b]; bi.cold {
		if bi.run > lo && a.nextCall(c, bi.run) > hi {
			return bi.run
		}
		return hi
	}
	s := hi
	for h := a.blocks[b].loop; h != none && a.blocks[h].start > lo; h = a.blocks[h].outer {
		if a.nextCall(c, a.blocks[h].start) < a.blocks[h].hotEnd {
			break
		}
		s = a.blocks[h].start
	}
	return s
}

// spill leaves an interval in its slot (or nowhere, if it can be made again)
// until it needs a register, and queues the rest.
func (a *Allocator) spill(it int32) {
	i := &a.ivs[it]
	x := &a.vals[i.v]
	i.reg = noReg
	lo := max(i.from, a.pos)
	until := i.to
	if k := a.firstUse(x, lo); k < x.useHi {
		if m := a.must[k]; m < x.useHi && a.uses[m].pos < until {
			until = a.reloadPos(x.class, lo, a.uses[m].pos)
		}
	}
	if i.from >= a.coldStart {
		until = min(until, a.calmAfter(i, lo, until))
	}
	if until <= i.from {
		a.queue(it)
		return
	}
	if !x.remat {
		x.spilled = true
	}
	if until < i.to {
		a.queue(a.split(it, until))
	}
}

// calmAfter returns the first start of a stretch of cold code without calls,
// after lo and before hi, at which an interval is live; otherwise hi.
func (a *Allocator) calmAfter(i *interval, lo, hi int32) int32 {
	l, h := 0, len(a.freeRn)
	for l < h {
		m := (l + h) / 2
		if a.freeRn[m] <= lo {
			l = m + 1
		} else {
			h = m
		}
	}
	k := i.rng
	for ; l < len(a.freeRn) && a.freeRn[l] < hi; l++ {
		for k != none && a.ranges[k].to <= a.freeRn[l] {
			k = a.ranges[k].next
		}
		if k == none {
			break
		}
		if a.ranges[k].from <= a.freeRn[l] {
			return a.freeRn[l]
		}
	}
	return hi
}

// splitFor splits an interval that has just been given a register until a limit
// and queues the rest; need is as of needEnd.
func (a *Allocator) splitFor(it, limit, need int32) {
	i := &a.ivs[it]
	x := &a.vals[i.v]
	lo := max(need, i.from+1)
	for k := a.firstUse(x, limit) - 1; k >= i.use; k-- {
		if e := a.uses[k].end(); e <= limit {
			lo = max(lo, e)
			break
		}
	}
	s := a.splitPos(lo, limit)
	rest := a.split(it, s)
	if s&1 != 0 {
		a.spill(rest)
	} else {
		a.queue(rest)
	}
}
