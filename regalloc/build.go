package regalloc

import (
	"math/bits"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/lower"
)

// The backward walk. One pass over the blocks in reverse emission order finds,
// for each value, the ranges of positions in which it is live (hot and cold ones
// in separate lists), the positions where it should be in a register, and where
// physical registers are taken by constraints. That one pass suffices is Wimmer
// and Franz's observation: a value live at a loop's header is live in the whole
// loop, and nothing else flows backward along a back edge.

// build runs the walk.
func (a *Allocator) build() error {
	if err := a.initValues(); err != nil {
		return err
	}
	for b := len(a.blocks) - 1; b >= 0; b-- {
		if err := a.buildBlock(int32(b)); err != nil {
			return err
		}
	}
	if err := a.checkEntry(); err != nil {
		return err
	}
	a.collectUses()
	a.collectFixed()
	return nil
}

// initValues clears everything and registers entries and rematerializable
// values.
func (a *Allocator) initValues() error {
	f := a.f
	n := len(f.Classes)
	a.vals = dense.Grow(a.vals, n)
	a.mark = dense.Grow(a.mark, n)
	for v := range a.vals {
		if f.Classes[v] >= lower.NumClasses {
			return a.errAt(ErrMalformed, -1, -1, int32(v), "no such class")
		}
		a.mark[v] = -1
		a.vals[v] = value{
			head: [2]int32{none, none}, def: none, inst: none, block: none, first: none,
			target: none, source: none, want: none, last: none, param: none, entry: none,
			slot: none, slotWant: none, clash: none, seen: none, class: f.Classes[v],
		}
	}
	a.ranges, a.liveIn = a.ranges[:0], a.liveIn[:0]
	for k := range 2 {
		a.rec[k], a.fixRec[k], a.copies[k] = a.rec[k][:0], a.fixRec[k][:0], a.copies[k][:0]
		for c := range a.calls {
			a.callAt[k][c] = a.callAt[k][c][:0]
		}
	}
	clear(a.reserved)
	for i := range a.slotMark {
		a.slotMark[i].inst = none
	}
	for i := range a.regMark {
		a.regMark[i].inst = none
	}
	a.clashes = a.clashes[:0]
	a.topSlot = f.FirstSlot
	for i, e := range f.Entry {
		if int(e.V) >= n {
			return a.errAt(ErrMalformed, 0, -1, -1, "entry of an unknown value")
		}
		v := &a.vals[e.V]
		if v.def != none {
			return a.errAt(ErrRedefined, 0, -1, int32(e.V), "entry")
		}
		if why := a.badPlace(e.At, v.class); why != "" {
			return a.errAt(ErrBadPlace, 0, -1, int32(e.V), why)
		}
		v.def, v.block, v.entry = 0, 0, int32(i)
		if e.At.IsReg() {
			v.want = int16(e.At.Reg())
		}
	}
	return nil
}

// badPlace says why a place cannot hold a value of a class, "" if it can.
func (a *Allocator) badPlace(l lower.Loc, c lower.Class) string {
	switch {
	case l.IsSlot():
		a.nameSlot(l.Slot())
		return ""
	case !l.IsReg() || l.Reg() >= 64:
		return "no place"
	case l.Reg().Class() != c:
		return l.String() + " is of the other class"
	case l.Reg() == a.rf.Scratch[c]:
		return l.String() + " is the scratch register"
	}
	return ""
}

// nameSlot notes that the function itself names a slot.
func (a *Allocator) nameSlot(s int) {
	a.topSlot = max(a.topSlot, s+1)
	for len(a.reserved) <= s {
		a.reserved = append(a.reserved, false)
		a.slotMark = append(a.slotMark, fixMark{inst: none})
	}
}

// Marks. mark[v] is the emission position of the instruction whose use made v
// live, walking backward; that of a block's end stands for values live out of
// it. Positions only fall during the walk, so v is live after instruction p of
// the block at hand exactly if its mark lies above p and not above the block's
// end. Definitions set it out of the way.
const killed = 1<<31 - 1

// buildBlock walks one block backward.
func (a *Allocator) buildBlock(b int32) error {
	f := a.f
	blk, bi := &f.Blocks[b], &a.blocks[b]
	k := 0
	if bi.cold {
		k = 1
	}
	a.live = a.live[:0]
	end := bi.early + 2*(blk.N+1)
	for i := range blk.Succs {
		e := &blk.Succs[i]
		s := &a.blocks[e.To]
		if int32(e.To) > b {
			for _, v := range a.liveIn[s.lo:s.hi] {
				a.liveOut(v, bi, k, end)
			}
		}
		for j, arg := range e.Args {
			p := int32(f.Blocks[e.To].Params[j])
			if int(arg) >= len(a.vals) || int(p) >= len(a.vals) || a.vals[arg].class != a.vals[p].class {
				return a.errAt(ErrMalformed, b, -1, -1, "argument of an edge is unknown or of another class than the parameter")
			}
			if int32(e.To) > b && a.vals[p].head[0] == none && a.vals[p].head[1] == none {
				continue // a dead parameter
			}
			a.liveOut(int32(arg), bi, k, end)
			a.addUse(k, int32(arg), bi.end-2, 0)
			if a.vals[arg].target == none {
				a.vals[arg].target = p
			}
		}
	}
	for i := blk.N - 1; i >= 0; i-- {
		if err := a.buildInst(b, blk.First+i, k, bi.start+2*(i+1), bi.early+2*(i+1), end); err != nil {
			return err
		}
	}
	for j, p := range blk.Params {
		if int(p) >= len(a.vals) {
			return a.errAt(ErrMalformed, b, -1, -1, "unknown parameter")
		}
		v := &a.vals[p]
		if v.def != none {
			return a.errAt(ErrRedefined, b, -1, int32(p), "parameter")
		}
		v.def, v.block, v.param = bi.start, b, int32(j)
		v.from = bi.early
		a.mark[p] = killed
	}
	bi.lo = int32(len(a.liveIn))
	for _, v := range a.live {
		if m := a.mark[v]; m > bi.early && m <= end {
			a.liveIn = append(a.liveIn, v)
		}
	}
	bi.hi = int32(len(a.liveIn))
	if bi.loop == b {
		a.extend(bi)
	}
	return nil
}

// liveOut makes a value live through a block.
func (a *Allocator) liveOut(v int32, bi *blockInfo, k int, end int32) {
	if a.mark[v] == end {
		return
	}
	a.mark[v] = end
	a.live = append(a.live, v)
	a.addRange(v, k, bi.start, bi.end)
	x := &a.vals[v]
	x.to = max(x.to, end)
}

// extend makes what is live at a loop's header live in the whole loop.
func (a *Allocator) extend(bi *blockInfo) {
	last := &a.blocks[bi.last]
	end := last.early + 2*(a.f.Blocks[bi.last].N+1)
	for _, v := range a.liveIn[bi.lo:bi.hi] {
		if bi.hotEnd > 0 {
			a.addRange(v, 0, bi.start, bi.hotEnd)
		}
		if bi.coldHi > 0 {
			a.addRange(v, 1, bi.coldLo, bi.coldHi)
		}
		a.vals[v].to = max(a.vals[v].to, end)
	}
}

// addRange adds a range before or around those at the front of a list.
func (a *Allocator) addRange(v int32, k int, from, to int32) {
	x := &a.vals[v]
	h := x.head[k]
	if h != none {
		r := &a.ranges[h]
		if r.from <= from && r.to >= to {
			return
		}
		if r.from <= to {
			r.from, r.to = min(r.from, from), max(r.to, to)
			for r.next != none && a.ranges[r.next].from <= r.to {
				n := a.ranges[r.next]
				r.to, r.next = max(r.to, n.to), n.next
			}
			x.stop[k] = max(x.stop[k], r.to)
			return
		}
	}
	a.ranges = append(a.ranges, rng{from, to, h})
	x.head[k] = int32(len(a.ranges) - 1)
	x.stop[k] = max(x.stop[k], to)
}

// addUse records a use of a value, merging it with one at the same position.
func (a *Allocator) addUse(k int, v, pos int32, kind useKind) {
	x := &a.vals[v]
	l := a.rec[k]
	if i := x.useLo; int(i) < len(l) && l[i].v == v && l[i].pos == pos {
		l[i].kind |= kind
		return
	}
	x.useLo = int32(len(l))
	a.rec[k] = append(l, rec{v, pos, kind})
}

// buildInst handles one instruction at position p, emission position ep.
func (a *Allocator) buildInst(b, i int32, k int, p, ep, end int32) error {
	f := a.f
	in := &f.Insts[i]
	if in.Ops < 0 || int(in.Ops)+int(in.NumOps) > len(f.Operands) {
		return a.errAt(ErrMalformed, b, i, -1, "operands out of range")
	}
	ops := f.Operands[in.Ops : in.Ops+int32(in.NumOps)]
	var fixedDefs lower.RegSet
	hasFixed := false
	a.tied = a.tied[:0]
	for j := range ops {
		if ops[j].Kind == lower.Def {
			if err := a.buildDef(b, i, k, int32(j), p, ep, end, &fixedDefs); err != nil {
				return err
			}
		}
	}
	if in.Clobber != 0 {
		a.clobber(in.Clobber, fixedDefs, b, k, p)
	}
	bs := a.blocks[b].start
	nv := uint32(len(a.vals))
	span := uint32(end - ep)
	for j := range ops {
		o := &ops[j]
		if o.Kind != lower.Use {
			hasFixed = hasFixed || o.Constraint == lower.InFixed
			continue
		}
		v := int32(o.V)
		if uint32(v) >= nv {
			return a.errAt(ErrMalformed, b, i, -1, "operand of an unknown value")
		}
		m := a.mark[v]
		isLive := uint32(m-ep-1) < span
		if o.Constraint == lower.InAny && isLive {
			continue
		}
		to := p + 1 + int32(o.Pos)
		switch o.Constraint {
		case lower.InAny:
			if o.Pos == lower.Early && a.tiedTo(in.Ops+int32(j), v) {
				to = p
			}
		case lower.InARegs:
			if o.Pos == lower.Early && a.tiedTo(in.Ops+int32(j), v) {
				to = p
				break
			}
			kind := must
			if o.Pos == lower.Late {
				kind |= late
			}
			a.addUse(k, v, p, kind)
		case lower.InFixed:
			hasFixed = true
			to = p
			if err := a.fixedUse(b, i, k, o, p); err != nil {
				return err
			}
		default:
			return a.errAt(ErrMalformed, b, i, v, "constraint of a use")
		}
		if isLive {
			continue
		}
		if m != ep {
			a.mark[v] = ep
			a.live = append(a.live, v)
			a.vals[v].to = max(a.vals[v].to, ep+2)
			a.addRange(v, k, bs, to)
		} else if r := &a.ranges[a.vals[v].head[k]]; r.to < to {
			r.to = to
			a.vals[v].stop[k] = max(a.vals[v].stop[k], to)
		}
	}
	for _, t := range a.tied {
		a.addUse(k, t.u, p, 0)
	}
	if hasFixed {
		return a.checkFixed(b, i, in.Clobber, len(f.Blocks[b].Succs) == 0 && p == a.blocks[b].end-2)
	}
	return nil
}

// tiedTo reports whether operand op, an Early use of u, has the place of a Reuse
// definition of the instruction at hand: it is the reused one, or another use of
// the same value.
func (a *Allocator) tiedTo(op, u int32) bool {
	for _, t := range a.tied {
		if t.op == op || t.u == u && t.share {
			return true
		}
	}
	return false
}

// buildDef handles operand j of instruction i, a definition.
func (a *Allocator) buildDef(b, i int32, k int, j, p, ep, end int32, fixedDefs *lower.RegSet) error {
	f := a.f
	in := &f.Insts[i]
	o := &f.Operands[in.Ops+j]
	if int(o.V) >= len(a.vals) {
		return a.errAt(ErrMalformed, b, i, -1, "operand of an unknown value")
	}
	v := int32(o.V)
	x := &a.vals[v]
	if x.def != none {
		return a.errAt(ErrRedefined, b, i, v, "")
	}
	if p == a.blocks[b].end-2 {
		return a.errAt(ErrTerminator, b, i, v, "a terminator defines a value")
	}
	x.inst, x.block, x.from = i, b, ep
	from := p + int32(o.Pos)
	isLive := uint32(a.mark[v]-ep-1) < uint32(end-ep)
	c := o.Constraint
	if c == lower.Reuse {
		var err error
		if from, c, err = a.buildReuse(b, i, k, j, p); err != nil {
			return err
		}
	}
	x.def = from
	a.mark[v] = killed
	x.remat = in.Flags&lower.IsRemat != 0 && in.NumOps == 1 && in.Clobber == 0 &&
		(c == lower.InARegs || c == lower.InAny)
	switch {
	case c == lower.InFixed:
		if why := a.badPlace(o.At, x.class); why != "" {
			return a.errAt(ErrBadPlace, b, i, v, why)
		}
		if o.At.IsReg() {
			r := o.At.Reg()
			*fixedDefs = fixedDefs.With(r)
			x.want = int16(r)
			a.fixRec[k] = append(a.fixRec[k], fixRec{r, from, p + 2, v})
		}
		if !isLive {
			return nil
		}
	case c == lower.InARegs && !x.remat:
		a.addUse(k, v, from, must|late)
	}
	if in.Op == lower.MMove && o.Constraint != lower.Reuse {
		a.copyHint(v, in)
	}
	if isLive {
		a.ranges[x.head[k]].from = from
	} else {
		a.addRange(v, k, from, p+2)
		x.to = max(x.to, ep+2)
	}
	return nil
}

// buildReuse handles a Reuse definition: the reused operand is copied to the
// definition's register in the gap, where the definition starts. It returns
// where it starts and which constraint it then has.
func (a *Allocator) buildReuse(b, i int32, k int, j, p int32) (int32, lower.Constraint, error) {
	f := a.f
	in := &f.Insts[i]
	o := &f.Operands[in.Ops+j]
	v := int32(o.V)
	if int(o.Index) >= int(in.NumOps) {
		return 0, 0, a.errAt(ErrBadReuse, b, i, v, "no such operand")
	}
	op := in.Ops + int32(o.Index)
	u := &f.Operands[op]
	switch {
	case u.Kind != lower.Use || u.Pos != lower.Early:
		return 0, 0, a.errAt(ErrBadReuse, b, i, v, "it is not an Early use")
	case int(u.V) >= len(a.vals):
		return 0, 0, a.errAt(ErrMalformed, b, i, -1, "operand of an unknown value")
	case a.vals[u.V].class != a.vals[v].class:
		return 0, 0, a.errAt(ErrBadReuse, b, i, v, "it is of the other class")
	case u.Constraint == lower.InFixed:
		return 0, 0, a.errAt(ErrBadReuse, b, i, v, "it has a fixed place: fix the definition there instead")
	}
	for _, t := range a.tied {
		if t.op == op {
			return 0, 0, a.errAt(ErrBadReuse, b, i, v, "another definition reuses it")
		}
	}
	a.tied = append(a.tied, tie{op, in.Ops + j, v, int32(u.V), o.Pos == lower.Late})
	a.copies[k] = append(a.copies[k], copyReq{pos: p, v: int32(u.V), d: v, op: op, by: in.Ops + j})
	x := &a.vals[v]
	x.source = int32(u.V)
	if y := &a.vals[u.V]; y.target == none && x.target != none {
		y.target = x.target
	}
	return p, lower.InARegs, nil
}

// copyHint makes a move's result want the register of its operand.
func (a *Allocator) copyHint(v int32, in *lower.Inst) {
	for _, o := range a.f.Operands[in.Ops : in.Ops+int32(in.NumOps)] {
		if o.Kind == lower.Use && int(o.V) < len(a.vals) && a.vals[o.V].class == a.vals[v].class {
			a.vals[v].source = int32(o.V)
			if y := &a.vals[o.V]; y.target == none {
				y.target = a.vals[v].target
			}
			return
		}
	}
}

// fixedUse handles a use with a fixed place: a copy to it in the gap.
func (a *Allocator) fixedUse(b, i int32, k int, o *lower.Operand, p int32) error {
	v := int32(o.V)
	x := &a.vals[v]
	if why := a.badPlace(o.At, x.class); why != "" {
		return a.errAt(ErrBadPlace, b, i, v, why)
	}
	a.copies[k] = append(a.copies[k], copyReq{pos: p, v: v, at: o.At, d: none})
	a.addUse(k, v, p, 0)
	if o.At.IsReg() {
		if x.want == none {
			x.want = int16(o.At.Reg())
		}
		a.fixRec[k] = append(a.fixRec[k], fixRec{o.At.Reg(), p, p + 1 + int32(o.Pos), v})
	} else if x.slotWant == none {
		x.slotWant = int32(o.At.Slot())
	}
	return nil
}

// clobber records the registers that an instruction destroys; all of a class at
// once are a call, kept apart.
func (a *Allocator) clobber(set, fixedDefs lower.RegSet, b int32, k int, p int32) {
	for c, all := range a.alloc {
		hit := set & all
		if hit == 0 {
			continue
		}
		if hit == all && fixedDefs&all == 0 {
			a.callAt[k][c] = append(a.callAt[k][c], p+1)
			if k == 1 {
				a.blocks[a.tickBlock[a.blocks[b].run>>1]].calls = true
			}
			continue
		}
		for m := uint64(hit &^ fixedDefs); m != 0; m &= m - 1 {
			a.fixRec[k] = append(a.fixRec[k], fixRec{lower.PReg(bits.TrailingZeros64(m)), p + 1, p + 2, none})
		}
	}
}
