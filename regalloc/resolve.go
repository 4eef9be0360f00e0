package regalloc

import (
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/lower"
)

// The final walk. It goes over the blocks in allocation order once more, with the
// place of each value at hand, writes down the operands' places and collects the
// moves: in gaps, where an interval ends and the value's next one starts, and
// for operands that are copies; on edges, from the places noted at the end of
// one block and at the start of the other. Then it decides where spilled values
// are stored, and puts the moves in order.

// walk is the state of the final walk.
type walk struct {
	at      []lower.Loc // by value: its place now
	moves   []move
	sorted  []move      // memory of sortMoves
	counts  []int32     // the same
	snaps   []lower.Loc // places at starts of blocks and on edges
	later   []laterMove
	stamp   []int32 // by value: last edge that it was moved on
	edges   int32
	plan    movePlan      // moves.go
	liveIns []lower.Entry // for LiveIn, header by header, each ended by lower.NoVReg
}

// move is one move of a parallel group. No place to come from means that the
// value is made again.
type move struct {
	inst     int32
	group    uint8 // groups of one instruction are made one after the other
	store    bool  // from a register to the value's own slot
	v        int32
	from, to lower.Loc
}

// The groups of an instruction's gap.
const (
	groupIn  = iota // edges into the block, and entry
	groupGap        // the gap itself
	groupOut        // edges out of the block
	numGroups
)

// laterMove takes a fixed result from its fixed place in the next gap.
type laterMove struct {
	v, end   int32 // the interval's end
	from, to lower.Loc
}

// resolve makes the Result.
func (a *Allocator) resolve() error {
	f := a.f
	r := &a.res
	r.Locs = dense.Grow(r.Locs, len(f.Operands))
	clear(r.Locs)
	r.Edits, r.Dead, a.liveIns = r.Edits[:0], r.Dead[:0], a.liveIns[:0]
	r.headers = append(r.headers[:0], a.opt.LiveIn...)
	slices.Sort(r.headers)
	r.headers = slices.Compact(r.headers)
	a.at = dense.Grow(a.at, len(a.vals))
	clear(a.at)
	a.moves, a.snaps, a.later = a.moves[:0], a.snaps[:0], a.later[:0]
	a.listStarts()
	a.trimLiveIn()
	for _, b := range a.seq {
		if err := a.walkBlock(b); err != nil {
			return err
		}
	}
	a.stamp = dense.Grow(a.stamp, len(a.vals))
	clear(a.stamp)
	a.edges = 0
	for b := range a.blocks {
		a.walkEdges(int32(b))
	}
	a.placeStores()
	a.collectLiveIn()
	slices.Sort(r.Dead)
	r.NumSlots = a.slots
	if a.slots > a.opt.MaxSlots {
		return a.errAt(ErrTooManySlots, -1, -1, -1, "for constants in states")
	}
	return a.sequence()
}

// where returns where an interval is: nowhere, if its value is made again.
func (a *Allocator) where(i *interval) lower.Loc {
	switch {
	case i.reg != noReg:
		return lower.InReg(lower.PReg(i.reg))
	case a.vals[i.v].remat:
		return lower.Loc{}
	}
	return lower.InSlot(int(a.vals[i.v].slot))
}

// listStarts puts the intervals in buckets by start again, and finds the values
// that are not always in one place.
func (a *Allocator) listStarts() {
	for v := range a.vals {
		x := &a.vals[v]
		if x.first == none {
			continue
		}
		at := a.where(&a.ivs[x.first])
		for j := x.first; j != none; j = a.ivs[j].next {
			i := &a.ivs[j]
			x.moves = x.moves || a.where(i) != at
			i.link = a.bucket[i.from]
			a.bucket[i.from] = j
		}
	}
}

// trimLiveIn takes the values that are always in one place out of the live-in
// lists, but not where LiveIn wants all.
func (a *Allocator) trimLiveIn() {
	for _, h := range a.res.headers {
		for b := int32(h); b != none; b = a.blocks[b].outer {
			a.blocks[b].snap = none
		}
	}
	for b := range a.blocks {
		bi := &a.blocks[b]
		if bi.snap == none {
			continue
		}
		hi := bi.lo
		for _, v := range a.liveIn[bi.lo:bi.hi] {
			if a.vals[v].moves {
				a.liveIn[hi] = v
				hi++
			}
		}
		bi.hi = hi
	}
}

// snapshot notes the places of the values that are live into block s.
func (a *Allocator) snapshot(s int32) {
	bi := &a.blocks[s]
	a.snapList(bi)
	h := bi.loop
	if h == s {
		h = bi.outer
	}
	for ; h != none; h = a.blocks[h].outer {
		a.snapList(&a.blocks[h])
	}
}

func (a *Allocator) snapList(bi *blockInfo) {
	for _, v := range a.liveIn[bi.lo:bi.hi] {
		a.snaps = append(a.snaps, a.at[v])
	}
}

// walkBlock walks one block.
func (a *Allocator) walkBlock(b int32) error {
	f := a.f
	blk, bi := &f.Blocks[b], &a.blocks[b]
	for j := a.bucket[bi.start]; j != none; j = a.ivs[j].link {
		i := &a.ivs[j]
		x := &a.vals[i.v]
		l := a.where(i)
		if i.from == x.def {
			x.defLoc = l
			x.inSlot = x.inSlot || l.IsSlot()
			if x.entry != none && f.Entry[x.entry].At != l {
				a.addMove(blk.First, groupIn, i.v, f.Entry[x.entry].At, l)
			}
		}
		a.at[i.v] = l
	}
	bi.snap = int32(len(a.snaps))
	for _, p := range blk.Params {
		a.snaps = append(a.snaps, a.at[p])
	}
	a.snapshot(b)
	if _, ok := slices.BinarySearch(a.res.headers, lower.BlockID(b)); ok {
		a.noteLiveIn(b)
	}
	for i := range blk.N {
		if err := a.walkInst(b, blk.First+i, bi.start+2*(i+1)); err != nil {
			return err
		}
	}
	bi.edge = int32(len(a.snaps))
	for i := range blk.Succs {
		e := &blk.Succs[i]
		for _, v := range e.Args {
			a.snaps = append(a.snaps, a.at[v])
		}
		a.snapshot(int32(e.To))
	}
	return nil
}

// walkInst walks one instruction: its gap, its operands.
func (a *Allocator) walkInst(b, i, p int32) error {
	drops := false
	for j := a.bucket[p+1]; j != none; j = a.ivs[j].link {
		if iv := &a.ivs[j]; iv.from != a.vals[iv.v].def {
			drops = true
			a.relocate(b, i, iv.v, a.where(iv))
		}
	}
	if a.bucket[p] != none || len(a.later) > 0 || a.copyAt(b, p) {
		a.walkGap(b, i, p)
	}
	in := &a.f.Insts[i]
	ops := a.f.Operands[in.Ops : in.Ops+int32(in.NumOps)]
	locs := a.res.Locs[in.Ops : in.Ops+int32(in.NumOps)]
	if drops {
		for j := range ops {
			if o := &ops[j]; o.Kind == lower.Use && o.Pos == lower.Early {
				locs[j] = a.at[o.V]
			}
		}
	}
	for j := a.bucket[p+1]; j != none; j = a.ivs[j].link {
		iv := &a.ivs[j]
		a.start(iv)
		a.at[iv.v] = a.where(iv)
	}
	reuse, odd := false, false
	for j := range ops {
		o := &ops[j]
		switch {
		case o.Constraint == lower.InFixed:
			locs[j] = o.At
			if o.Kind == lower.Def {
				a.fixedResult(o)
			}
			continue
		case !drops || o.Kind == lower.Def || o.Pos == lower.Late:
			locs[j] = a.at[o.V]
		}
		reuse = reuse || o.Constraint == lower.Reuse
		odd = odd || !locs[j].Valid()
	}
	if reuse {
		a.shareReused(ops, locs)
	}
	if reuse || odd {
		return a.makePlaces(b, i, ops, locs)
	}
	return nil
}

// copyAt reports whether operands want copies in the gap at p.
func (a *Allocator) copyAt(b, p int32) bool {
	l := a.copies[a.heat(b)]
	return len(l) > 0 && l[len(l)-1].pos == p
}

func (a *Allocator) heat(b int32) int {
	if a.blocks[b].cold {
		return 1
	}
	return 0
}

// start notes how an interval that is a definition begins.
func (a *Allocator) start(i *interval) {
	if x := &a.vals[i.v]; i.from == x.def {
		x.defLoc = a.where(i)
		x.inSlot = x.inSlot || x.defLoc.IsSlot()
	}
}

// walkGap makes the moves of the gap before instruction i at p.
func (a *Allocator) walkGap(b, i, p int32) {
	for j := a.bucket[p]; j != none; j = a.ivs[j].link {
		if iv := &a.ivs[j]; iv.from == a.vals[iv.v].def {
			a.start(iv)
			a.at[iv.v] = a.where(iv)
		}
	}
	k := a.heat(b)
	for l := a.copies[k]; len(l) > 0 && l[len(l)-1].pos == p; l = a.copies[k] {
		c := &l[len(l)-1]
		to := c.at
		if c.d != none {
			to = a.at[c.d]
		}
		if a.at[c.v] != to {
			a.addMove(i, groupGap, c.v, a.at[c.v], to)
		}
		a.copies[k] = l[:len(l)-1]
	}
	for _, m := range a.later {
		moved := a.startsAt(m.v, p) // on to its next place
		if m.to.IsSlot() && moved || m.end > p {
			a.addMove(i, groupGap, m.v, m.from, m.to)
		}
		if !moved {
			a.at[m.v] = m.to
		}
	}
	a.later = a.later[:0]
	for j := a.bucket[p]; j != none; j = a.ivs[j].link {
		if iv := &a.ivs[j]; iv.from != a.vals[iv.v].def {
			to := a.where(iv)
			a.relocate(b, i, iv.v, to)
			a.at[iv.v] = to
		}
	}
}

// startsAt reports whether an interval of v starts at p.
func (a *Allocator) startsAt(v, p int32) bool {
	for j := a.bucket[p]; j != none; j = a.ivs[j].link {
		if a.ivs[j].v == v {
			return true
		}
	}
	return false
}

// relocate makes the move of one value to another place in the gap before i.
func (a *Allocator) relocate(b, i, v int32, to lower.Loc) {
	x := &a.vals[v]
	from := a.at[v]
	switch {
	case from.IsSlot() && from.Slot() == int(x.slot): // not where a fixed result is
		x.seen = b
	case to.IsSlot() && !x.remat:
		if x.seen != b {
			a.addStore(i, groupGap, v, from, b)
		}
		x.seen = b
		return
	}
	if to.Valid() && from != to {
		a.addMove(i, groupGap, v, from, to)
	}
}

func (a *Allocator) addMove(i int32, group uint8, v int32, from, to lower.Loc) {
	a.moves = append(a.moves, move{inst: i, group: group, v: v, from: from, to: to})
}

// addStore adds the store of a value to its slot at a place in block b, which
// may turn out to be better made at its definition.
func (a *Allocator) addStore(i int32, group uint8, v int32, from lower.Loc, b int32) {
	x := &a.vals[v]
	x.stores += a.blocks[b].weight
	a.moves = append(a.moves, move{inst: i, group: group, store: true, v: v, from: from, to: lower.InSlot(int(x.slot))})
}

// fixedResult handles a result with a fixed place: from the next gap on it is
// where its interval is.
func (a *Allocator) fixedResult(o *lower.Operand) {
	v := int32(o.V)
	x := &a.vals[v]
	if x.first == none {
		return // dead
	}
	if to := a.at[v]; to != o.At {
		j := x.first
		for a.ivs[j].from != x.def {
			j = a.ivs[j].next
		}
		a.later = append(a.later, laterMove{v, a.ivs[j].to, o.At, to})
		a.at[v] = o.At
	}
	x.defLoc = o.At
}

// shareReused gives reused operands, and if the definition is Late other Early
// uses of the same value, the place of the definition.
func (a *Allocator) shareReused(ops []lower.Operand, locs []lower.Loc) {
	for j := range ops {
		o := &ops[j]
		if o.Constraint != lower.Reuse {
			continue
		}
		if o.Pos == lower.Late {
			v := ops[o.Index].V
			for k := range ops {
				if p := &ops[k]; p.Kind == lower.Use && p.V == v && p.Pos == lower.Early && p.Constraint != lower.InFixed {
					locs[k] = locs[j]
				}
			}
		}
	}
	for j := range ops {
		if ops[j].Constraint == lower.Reuse {
			locs[ops[j].Index] = locs[j]
		}
	}
}

// makePlaces gives places to operands whose value is nowhere, because it can be
// made again: the scratch register to its definition, which is not needed then,
// and a slot, filled before the instruction, to a state.
func (a *Allocator) makePlaces(b, i int32, ops []lower.Operand, locs []lower.Loc) error {
	for j := range ops {
		if locs[j].Valid() {
			continue
		}
		v := int32(ops[j].V)
		x := &a.vals[v]
		switch {
		case x.remat && ops[j].Kind == lower.Def:
			locs[j] = lower.InReg(a.rf.Scratch[x.class])
			a.res.Dead = append(a.res.Dead, lower.InstID(i))
		case x.remat && ops[j].Constraint == lower.InAny:
			if x.slot == none {
				x.slot = int32(a.slots)
				a.slots++
				if a.slots > MaxSlots {
					return a.errAt(ErrTooManySlots, b, i, v, "")
				}
			}
			locs[j] = lower.InSlot(int(x.slot))
			if x.seen != b {
				x.seen = b
				a.addMove(i, groupGap, v, lower.Loc{}, locs[j])
			}
		default:
			return a.errAt(ErrInternal, b, i, v, "operand without a place")
		}
	}
	return nil
}
