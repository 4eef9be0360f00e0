package build

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// Regions: traces with joins and inner loops (uop.Trace.Blocks). Blocks are built
// in their order. What the frames hold at a block's start comes from the blocks
// before it; where those differ, or a later block leads back, the innermost
// frame's slots become parameters. A parameter that turns out to be one value
// goes when all is built, and a slot that is what the entry frame's memory holds
// becomes absent again: a region loads and writes no more than it uses.

// point is the frames at the end of an edge.
type point struct {
	frames  []frame
	escaped bool
}

// edge is a way into a block that has been built up to the jump.
type edge struct {
	from *ir.Block
	succ int
	at   point
}

// joint is a block of the region while it is built.
type joint struct {
	block  *ir.Block
	in     []edge    // from the blocks before it
	ways   int       // edges that lead here
	back   int       // of those, from this block and later ones
	led    int       // of those, how many have been built
	latch  *ir.Block // where several of them meet, with a parameter for each of the block's
	placed bool      // it has been begun; depth, sp and params are valid
	depth  int       // frames
	sp     int       // slots in use of the innermost frame
	params []int     // slots of the innermost frame that are parameters, in order
}

// The builder's reasons for regions.
const (
	AbortRegionOrder = "region_order" // a block has no way in from the blocks before it
	AbortRegionJoin  = "region_join"  // ways into a block differ in more than values
)

// region builds the blocks of b.trace.
func (b *Builder) region() error {
	t := b.trace
	if err := t.CheckBlocks(); err != nil {
		return b.Abort(AbortBadTrace, err.Error())
	}
	b.joints = slices.Grow(b.joints[:0], len(t.Blocks))[:len(t.Blocks)]
	for i := range b.joints {
		j := &b.joints[i]
		*j = joint{in: j.in[:0], params: j.params[:0]}
	}
	for i, blk := range t.Blocks {
		for _, to := range []int{blk.Next, blk.Else} {
			if to < 0 {
				continue
			}
			b.joints[to].ways++
			if to <= i {
				b.joints[to].back++
			}
		}
	}
	b.points.Reset()
	b.pointFrames.Reset()
	b.order = append(b.order[:0], b.F.Entry())
	b.joints[0].ways++
	if err := b.jump(-1, 0); err != nil {
		return err
	}
	for i := range t.Blocks {
		if err := b.beginBlock(i); err != nil {
			return err
		}
		b.branch, b.other = t.Blocks[i].Branch, t.Blocks[i].Else
		if err := b.uops(t.Blocks[i].Start, t.Blocks[i].End); err != nil {
			return err
		}
		next := t.Blocks[i].Next
		switch {
		case b.ended == (next >= 0):
			return b.Abort(AbortBadTrace, "a block ends and goes on, or neither")
		case b.ended:
			continue
		}
		if err := b.jump(i, next); err != nil {
			return err
		}
	}
	b.F.SetBlocks(b.order)
	ir.GatherLoops(b.F)
	b.settleParams()
	return nil
}

// target returns a region's block, made when it is first led to.
func (b *Builder) target(i int) *joint {
	j := &b.joints[i]
	if j.block == nil {
		j.block = b.F.NewBlock()
		b.F.SetLoop(j.block, j.back > 0)
	}
	return j
}

// jump goes on in a block of the region, from the one before it (−1: the entry).
// One that nothing else leads to, and that comes next, needs no block of its own.
func (b *Builder) jump(at, to int) error {
	if at+1 == to && b.joints[to].ways == 1 {
		b.resume(b.trace.Blocks[to].PC)
		b.joints[to].block, b.joints[to].placed = b.at.Block(), true
		return nil
	}
	if b.escaped {
		b.Valid(b.trace.Blocks[to].PC)
	}
	b.tick()
	from, j := b.at.Block(), b.target(to)
	b.at.Jump(b.way(j))
	return b.lead(from, 0, j)
}

// way returns the block that an edge to a block of the region goes to: where a
// loop goes back from several places they meet first, so that the loop has one
// latch.
func (b *Builder) way(j *joint) *ir.Block {
	if !j.placed || j.back < 2 {
		return j.block
	}
	j.led++
	if j.latch == nil {
		j.latch = b.F.NewBlock()
		at := b.F.AtEnd(j.latch)
		args := make([]*ir.Value, len(j.params))
		for i := range args {
			args[i] = b.F.NewParam(j.latch, ir.Ref)
		}
		at.Jump(j.block, args...)
	}
	if j.led == j.back { // it stands behind all that lead to it
		b.order = append(b.order, j.latch)
	}
	return j.latch
}

// fork goes to a block of the region unless cond is want; otherwise what follows
// is built in a block of its own.
func (b *Builder) fork(cond *ir.Value, want bool, to int) {
	b.tick()
	from, j := b.at.Block(), b.target(to)
	rest := b.F.NewBlock()
	var side *ir.Block // where the branch does what it does besides
	if b.taken(&b.trace.Insts[b.index]) != nil {
		side = b.F.NewBlock()
		b.order = append(b.order, side, rest)
	} else {
		b.order = append(b.order, rest)
		side = b.way(j)
	}
	on, off := b.F.Edge(rest), b.F.Edge(side)
	succ := 1
	if !want {
		on, off, succ = off, on, 0
	}
	b.at.Branch(cond, on, off)
	origins := b.at.From
	if u := &b.trace.Insts[b.index]; b.taken(u) != nil {
		b.at = b.F.AtEnd(side)
		b.at.From = origins
		b.forked = b.taken(u)(b, u)
		b.at.Jump(b.way(j))
		from, succ = side, 0
	}
	if err := b.lead(from, succ, j); err != nil {
		b.forked = err
	}
	b.at = b.F.AtEnd(rest)
	b.at.From = origins
}

// lead makes an edge that has just been built carry what the frames hold. An edge
// to a block that comes later waits until that is begun.
func (b *Builder) lead(from *ir.Block, succ int, j *joint) error {
	if !j.placed {
		j.in = append(j.in, edge{from, succ, b.point()})
		return nil
	}
	if len(b.frames) != j.depth || b.escaped {
		return b.Abort(AbortRegionJoin, "frames")
	}
	fr := b.top()
	if fr.sp != j.sp {
		return b.Abort(AbortRegionJoin, "the operand stack")
	}
	b.joined = b.joined[:0]
	for _, k := range j.params {
		b.joined = append(b.joined, b.held(fr, k))
	}
	b.F.AppendArgs(&from.Succs[succ], b.joined)
	return nil
}

// held returns the value of a slot, loading what the entry frame's memory holds.
func (b *Builder) held(fr *frame, k int) *ir.Value {
	if v := fr.slots[k]; v != nil {
		return v
	}
	if len(b.frames) > 1 {
		b.fail(AbortRegionJoin, "only the entry frame lies in memory")
	}
	return b.F.AtStart(b.F.Entry()).AddAux(ir.OpSlot, int64(k))
}

// point copies the frames.
func (b *Builder) point() point {
	p := point{escaped: b.escaped, frames: b.pointFrames.Copy(b.frames)}
	for i := range p.frames {
		p.frames[i].slots = b.points.Copy(p.frames[i].slots)
	}
	return p
}

// beginBlock goes on at the start of a block.
func (b *Builder) beginBlock(i int) error {
	j := &b.joints[i]
	if j.placed {
		return nil // it goes on in the block before it
	}
	if len(j.in) == 0 {
		return b.Abort(AbortRegionOrder, "")
	}
	first := &j.in[0].at
	b.setFrames(first.frames)
	b.escaped, b.ended, b.before, b.clock = false, false, nil, 0
	top := len(b.frames) - 1
	for _, e := range j.in {
		b.escaped = b.escaped || e.at.escaped
		if len(e.at.frames) != len(b.frames) || e.at.frames[top].sp != b.frames[top].sp {
			return b.Abort(AbortRegionJoin, "frames")
		}
		for k := range b.frames {
			if e.at.frames[k].ir != b.frames[k].ir || e.at.frames[k].caller != b.frames[k].caller {
				return b.Abort(AbortRegionJoin, "frames")
			}
		}
	}
	for k := range b.frames[:top] {
		if !b.outer(j, k) {
			return b.Abort(AbortRegionJoin, "a frame that waits")
		}
	}
	b.merge(j, &b.frames[top])
	b.order = append(b.order, j.block)
	b.at = b.F.AtEnd(j.block)
	b.resume(b.trace.Blocks[i].PC)
	return nil
}

// setFrames makes the frames those of a point.
func (b *Builder) setFrames(list []frame) {
	b.frames = b.frames[:0]
	for i := range list {
		p := b.pushSlots(list[i].ir, list[i].ir.NumSlots, list[i].sp)
		copy(p.slots, list[i].slots)
		p.caller, p.retPC = list[i].caller, list[i].retPC
	}
}

// outer joins a frame that waits for a call. Nothing writes it, but guards may
// have replaced what it holds by what they have shown it to be, on one way only. ok is
// false if that would be a parameter of a loop.
func (b *Builder) outer(j *joint, k int) (ok bool) {
	slots := b.frames[k].slots
	for s := range slots {
		known := slots[s] != nil
		for _, e := range j.in[1:] {
			known = known && e.at.frames[k].slots[s] != nil
			slots[s] = common(slots[s], e.at.frames[k].slots[s])
		}
		if !known || slots[s] != nil { // unknown: the entry frame's memory is right
			continue
		}
		if j.back > 0 {
			return false
		}
		for i := range j.in {
			e := &j.in[i]
			b.F.AppendArg(&e.from.Succs[e.succ], e.at.frames[k].slots[s])
		}
		slots[s] = b.F.NewParam(j.block, ir.Ref)
	}
	return true
}

// common returns the value that two values are, but for guards.
func common(x, y *ir.Value) *ir.Value {
	for v := x; v != nil; v = guarded(v) {
		for w := y; w != nil; w = guarded(w) {
			if v == w {
				return v
			}
		}
	}
	return nil
}

func guarded(v *ir.Value) *ir.Value {
	if v.Op == ir.OpGuardType || v.Op == ir.OpGuardFact {
		return v.Args[0]
	}
	return nil
}

// merge joins the innermost frame.
func (b *Builder) merge(j *joint, fr *frame) {
	top := len(b.frames) - 1
	b.joined = b.joined[:0]
	for k := range fr.slots[:fr.sp] {
		same := j.back == 0
		for _, e := range j.in[1:] {
			same = same && e.at.frames[top].slots[k] == fr.slots[k]
		}
		if same {
			continue
		}
		for i := range j.in {
			b.joined = append(b.joined, b.held(&j.in[i].at.frames[top], k))
		}
		fr.slots[k] = b.F.NewParam(j.block, ir.Ref)
		j.params = append(j.params, k)
	}
	for i := range j.in { // each way's arguments stand len(j.in) apart
		e := &j.in[i]
		args := b.points.Take(len(j.params))
		for n := range args {
			args[n] = b.joined[n*len(j.in)+i]
		}
		b.F.AppendArgs(&e.from.Succs[e.succ], args)
	}
	j.placed, j.depth, j.sp = true, len(b.frames), fr.sp
}

// settleParams removes the parameters that are one value, and what the states say
// of slots whose memory is right.
func (b *Builder) settleParams() {
	f := b.F
	for again := true; again; {
		again = false
		for _, blk := range f.Blocks[1:] {
			for i := 0; i < len(blk.Params); {
				v, one := single(blk, i)
				if !one {
					i++
					continue
				}
				f.ReplaceParam(blk.Params[i], v)
				again = true
			}
		}
	}
	f.Settle()
	for _, blk := range f.Blocks {
		for v := range blk.Values() {
			if v.Op != ir.OpState || v.StateFrame() != 0 {
				continue
			}
			for i, x := range v.StateSlots() {
				if x != nil && x.Op == ir.OpSlot && x.Aux == int64(i) {
					f.SetOperand(v, i+1, nil)
				}
			}
		}
	}
}

// single returns the value that a parameter is on every way in, itself apart.
// Slots of the entry frame are one value wherever they are read.
func single(blk *ir.Block, i int) (one *ir.Value, ok bool) {
	p := blk.Params[i]
	for k, from := range blk.Preds {
		for s := range from.Succs {
			if from.Succs[s].To != blk || slices.Index(blk.Preds, from) != k {
				continue
			}
			v := ir.Resolve(from.Succs[s].Args[i])
			switch {
			case v == p || v == one:
			case one == nil:
				one = v
			case v.Op == ir.OpSlot && one.Op == ir.OpSlot && v.Aux == one.Aux:
			default:
				return nil, false
			}
		}
	}
	return one, one != nil
}
