package regalloc

import (
	"cmp"
	"slices"

	"github.com/tier2go/tier2/lower"
)

// walkEdges makes the moves on the edges out of a block.
func (a *Allocator) walkEdges(b int32) {
	blk := &a.f.Blocks[b]
	out := a.blocks[b].edge
	for i := range blk.Succs {
		e := &blk.Succs[i]
		a.edges++
		inst, group, where := a.edgePlace(b, int32(e.To))
		in := a.blocks[e.To].snap
		for _, arg := range e.Args {
			if to := a.snaps[in]; to.Valid() && to != a.snaps[out] {
				a.addMove(inst, group, int32(arg), a.snaps[out], to)
			}
			in++
			out++
		}
		s := int32(e.To)
		in, out = a.edgeList(s, in, out, inst, group, where)
		h := a.blocks[s].loop
		if h == s {
			h = a.blocks[s].outer
		}
		for ; h != none; h = a.blocks[h].outer {
			in, out = a.edgeList(h, in, out, inst, group, where)
		}
	}
}

// edgeList makes an edge's moves for the values live into block h.
func (a *Allocator) edgeList(h, in, out, inst int32, group uint8, where int32) (int32, int32) {
	for _, v := range a.liveIn[a.blocks[h].lo:a.blocks[h].hi] {
		from, to := a.snaps[out], a.snaps[in]
		in++
		out++
		if from == to || !to.Valid() || a.stamp[v] == a.edges {
			continue
		}
		a.stamp[v] = a.edges
		if to.IsSlot() && !a.vals[v].remat {
			a.addStore(inst, group, v, from, where)
		} else {
			a.addMove(inst, group, v, from, to)
		}
	}
	return in, out
}

// edgePlace returns where the moves of the edge from b to s stand: an
// instruction, a group of its gap, and its block.
func (a *Allocator) edgePlace(b, s int32) (int32, uint8, int32) {
	f := a.f
	blk := &f.Blocks[b]
	last := blk.First + blk.N - 1
	atEnd := a.blocks[s].preds > 1
	if !atEnd && len(blk.Succs) == 1 && f.Insts[last].NumOps == 0 && f.Insts[last].Clobber == 0 {
		atEnd = a.blocks[b].cold || !a.blocks[s].cold
	}
	if atEnd {
		return last, groupOut, b
	}
	return f.Blocks[s].First, groupIn, s
}

// storedAtDef reports whether a spilled value is stored once, at its definition:
// the changes from register to slot run more often.
func (a *Allocator) storedAtDef(x *value) bool {
	return x.stores > a.blocks[x.block].weight
}

// placeStores drops the stores that are not needed and adds those at
// definitions.
func (a *Allocator) placeStores() {
	n := 0
	for i := range a.moves {
		m := &a.moves[i]
		if x := &a.vals[m.v]; m.store && (x.inSlot || a.storedAtDef(x)) {
			continue
		}
		a.moves[n] = *m
		n++
	}
	a.moves = a.moves[:n]
	for _, v := range a.spills {
		x := &a.vals[v]
		if x.inSlot || !a.storedAtDef(x) {
			continue
		}
		inst := a.f.Blocks[x.block].First
		if x.inst != none {
			inst = x.inst + 1
		}
		a.addMove(inst, groupGap, v, x.defLoc, lower.InSlot(int(x.slot)))
	}
}

// noteLiveIn notes the places at the start of a header for Result.LiveIn.
func (a *Allocator) noteLiveIn(b int32) {
	a.blocks[b].raw = int32(len(a.liveIns))
	for _, p := range a.f.Blocks[b].Params {
		a.noteLive(int32(p))
	}
	for h := b; h != none; h = a.blocks[h].outer {
		for _, v := range a.liveIn[a.blocks[h].lo:a.blocks[h].hi] {
			a.noteLive(v)
		}
	}
	a.liveIns = append(a.liveIns, lower.Entry{V: lower.NoVReg})
}

func (a *Allocator) noteLive(v int32) {
	if at := a.at[v]; at.Valid() {
		a.liveIns = append(a.liveIns, lower.Entry{V: lower.VReg(v), At: at})
	}
}

// collectLiveIn makes the lists of Result.LiveIn, now that it is known which
// values are in their slots as well.
func (a *Allocator) collectLiveIn() {
	r := &a.res
	r.live = r.live[:0]
	r.liveLo = append(r.liveLo[:0], 0)
	for _, h := range r.headers {
		lo := len(r.live)
		for _, e := range a.liveIns[a.blocks[h].raw:] {
			if e.V == lower.NoVReg {
				break
			}
			r.live = append(r.live, e)
			x := &a.vals[e.V]
			own := x.param != none && x.block == int32(h) // stored, if at all, in the loop
			if e.At.IsReg() && x.spilled && !own && (x.inSlot || a.storedAtDef(x)) && a.slotAfter(x, int32(h)) {
				r.live = append(r.live, lower.Entry{V: e.V, At: lower.InSlot(int(x.slot))})
			}
		}
		slices.SortStableFunc(r.live[lo:], func(x, y lower.Entry) int { return cmp.Compare(x.V, y.V) })
		part := slices.Compact(r.live[lo:])
		r.live = r.live[:lo+len(part)]
		r.liveLo = append(r.liveLo, int32(len(r.live)))
	}
}

// slotAfter reports whether code that can run after the start of header h may
// find a value in its slot.
func (a *Allocator) slotAfter(x *value, h int32) bool {
	for a.blocks[h].outer != none {
		h = a.blocks[h].outer
	}
	for j := x.first; j != none; j = a.ivs[j].next {
		if i := &a.ivs[j]; i.reg == noReg && i.to > a.blocks[h].start {
			return true
		}
	}
	return false
}
