package interp

import (
	"math/bits"

	"github.com/tier2go/tier2/object"
	"github.com/tier2go/tier2/pycode"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/uop/cpython"
)

// Regions: where a branch goes both ways often enough, a projection goes on in
// both. The bytecode is cut at its jump targets; what calls inline is cut like the
// function that calls, each call site for itself. A region that begins at a back
// edge stays inside that loop, one that begins with a function inside the
// function. Ways that are not likely, and those that the limit leaves no room for,
// are exits, as in a trace.

// Selection says how the code to compile is chosen.
type Selection uint8

// The selections.
const (
	Joins  Selection = iota // regions: all ways that are likely
	Traces                  // linear traces: the likely way only
)

// Bounds of what is likely, as shares of the region's entries.
const (
	minBranch = 2        // of 16: what a branch's other way must have been taken
	minWeight = 1.0 / 64 // of a block
	loopShare = 0.9      // of what comes to a loop's top, what goes round
)

// site is a place in a region: a pc of a function in a chain of calls.
type site struct{ ctx, pc int }

// instance is a function in a chain of calls.
type instance struct {
	code   *Code
	parent int          // −1: the region's own
	ret    int          // where the caller goes on
	gen    object.Value // the generator that it runs, Null if it is none
	begin  int          // where it begins: a generator where it is suspended
}

// node is a block of a region.
type node struct {
	site
	weight      float64
	insts       []uop.Inst
	branch      int  // the micro-op that goes to other, −1: none
	other, next site // next.ctx −1: none
	expanded    bool
	order       int // in the region; −1: not in it
}

// regionProjector makes one region.
type regionProjector struct {
	*projector
	contexts  []instance
	nodes     []*node
	index     map[site]*node
	low, high int // what belongs of the region's own function
	at        int // the context at hand
	node      *node
	uops      int
	likely    float64 // of the block's branch, the share of the way that is followed
}

// nowhere is no site.
var nowhere = site{ctx: -1}

// projectRegion makes a region from pc of code; see project.
func (vm *VM) projectRegion(code *Code, pc, depth int, top object.Value, lim uop.Limits) (*uop.Trace, uop.Stop) {
	p := &projector{vm: vm, lim: lim, code: code, pc: pc, first: true, loopTop: -1, top: top, gen: object.Null, into: object.Null}
	r := &regionProjector{projector: p, index: map[site]*node{}, high: len(code.units)}
	p.region = r
	p.t = &uop.Trace{
		Table: cpython.Table, Name: code.QualName + " " + code.Filename + ":" + itoa(code.Line(pc)),
		Code: uint64(code.Handle), Entry: uint32(pc), Depth: depth, Stop: uop.StopRegion,
	}
	if in := vm.entryOf(code, pc, lim); in.Op.Base() == pycode.JUMP_BACKWARD {
		if target, ok := in.Target(); ok {
			r.low, r.high, p.loopTop = target, code.loopEnd(target), target
		}
	}
	r.contexts = append(r.contexts, instance{code, -1, 0, object.Null, 0})
	r.lead(site{0, pc}, 1)
	for n := r.heaviest(); n != nil; n = r.heaviest() {
		r.expand(n)
	}
	r.assemble()
	if len(p.t.Blocks) < 2 || p.t.Bytecodes < 2 {
		return nil, uop.AbortNoProgress
	}
	return p.t, uop.StopRegion
}

// lead makes a site a block of the region; weight is how often it is come to.
func (r *regionProjector) lead(s site, weight float64) {
	if s.ctx == 0 && (s.pc < r.low || s.pc >= r.high) {
		return
	}
	n := r.index[s]
	if n == nil {
		n = &node{site: s, branch: -1, other: nowhere, next: nowhere, order: -1}
		r.index[s], r.nodes = n, append(r.nodes, n)
	}
	n.weight = min(n.weight+weight, 1)
}

// heaviest returns the block to expand next, nil when there is none.
func (r *regionProjector) heaviest() (best *node) {
	for _, n := range r.nodes {
		if !n.expanded && n.weight >= minWeight && (best == nil || n.weight > best.weight) {
			best = n
		}
	}
	return best
}

// expand fills a block in.
func (r *regionProjector) expand(n *node) {
	p := r.projector
	insts := p.t.Insts
	p.t.Insts, p.code, p.pc, p.callers = nil, r.contexts[n.ctx].code, n.pc, r.callers(n.ctx)
	r.at, r.node, n.expanded = n.ctx, n, true
	p.gen = r.contexts[n.ctx].gen
	bytecodes := p.t.Bytecodes
	for {
		stop := p.instruction()
		p.first = false
		if stop == stopBlock || stop == uop.StopNone && (n.branch >= 0 || p.code.leader(p.pc)) {
			n.next = site{r.at, p.pc}
			break
		}
		if stop != uop.StopNone {
			break
		}
	}
	n.insts, p.t.Insts = p.t.Insts, insts
	if r.uops+len(n.insts) > r.lim.MaxUops && len(r.nodes) > 1 {
		n.insts, p.t.Bytecodes = nil, bytecodes // there is no room: ways here are exits
		return
	}
	r.uops += len(n.insts)
	share := 1.0
	if n.branch >= 0 {
		share = r.likely
		r.lead(n.other, n.weight*(1-share))
	}
	if n.next.ctx >= 0 {
		r.lead(n.next, n.weight*share)
	}
}

// callers returns the frames below a context.
func (r *regionProjector) callers(ctx int) (list []caller) {
	for c := r.contexts[ctx]; c.parent >= 0; c = r.contexts[c.parent] {
		p := r.contexts[c.parent]
		list = append([]caller{{p.code, uint32(c.ret), p.gen}}, list...)
	}
	return list
}

// enter goes into a callee.
func (r *regionProjector) enter(callee *Code, ret int, gen object.Value) {
	for i, c := range r.contexts {
		if c.parent == r.at && c.ret == ret && c.code == callee && c.begin == r.pc {
			r.at = i
			return
		}
	}
	r.contexts = append(r.contexts, instance{callee, r.at, ret, gen, r.pc})
	r.at = len(r.contexts) - 1
}

// fork makes the micro-op that has been emitted last a branch, whose other way
// goes on at pc. likely is the share of the way that is followed.
func (r *regionProjector) fork(pc int, likely float64) {
	r.node.branch, r.node.other = len(r.t.Insts)-1, site{r.at, pc}
	r.likely = likely
}

// assemble puts the blocks in order, those that lead to one before it, the likely
// way right behind a branch.
func (r *regionProjector) assemble() {
	var post []*node
	seen := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		seen[n] = true
		for _, s := range []site{n.other, n.next} {
			if to := r.included(s); to != nil && !seen[to] {
				visit(to)
			}
		}
		post = append(post, n)
	}
	if first := r.included(r.nodes[0].site); first != nil {
		visit(first)
	}
	for i := range post {
		post[len(post)-1-i].order = i
	}
	t := r.t
	for i := len(post) - 1; i >= 0; i-- {
		r.block(t, post[i])
	}
}

// included returns the block at a site, nil if it is none of the region.
func (r *regionProjector) included(s site) *node {
	if n := r.index[s]; s.ctx >= 0 && n != nil && n.insts != nil {
		return n
	}
	return nil
}

func (r *regionProjector) block(t *uop.Trace, n *node) {
	b := uop.Block{Start: len(t.Insts), PC: uint32(n.pc), Branch: -1, Else: -1, Next: -1}
	t.Insts = append(t.Insts, n.insts...)
	if to := r.included(n.other); n.branch >= 0 && to != nil {
		b.Branch, b.Else = b.Start+n.branch, to.order
	}
	if to := r.included(n.next); to != nil {
		b.Next = to.order
	} else if n.next.ctx >= 0 {
		t.Insts = append(t.Insts, uop.Inst{Op: cpython.EXIT_TRACE, Target: uint32(n.next.pc)})
	}
	b.End = len(t.Insts)
	t.Blocks = append(t.Blocks, b)
}

// branchBoth is branch in a region: where the other way is likely enough, it is
// taken too.
func (p *projector) branchBoth(op pycode.Op, start, at, after, arg int) uop.Stop {
	history := bits.OnesCount16(p.code.units[at+1])
	taken := history > 8
	likely, next, other := history, after+arg, p.code.behind(after)
	if !taken {
		likely, next, other = 16-history, other, next
	}
	p.begin(start)
	p.emit(guards[op][b2i(taken)], 0, other)
	p.pc = next
	if 16-likely < minBranch {
		return uop.StopNone
	}
	p.region.fork(other, float64(likely)/16)
	return stopBlock
}

// stopBlock ends a block of a region, which goes on at the pc.
const stopBlock = uop.NumStops

// loopEnd returns the end of the loop that begins at top: behind the last jump back
// there. A loop goes back wherever one of its ways ends.
func (c *Code) loopEnd(top int) int {
	end := top
	for in := range c.Instructions() {
		if op := in.Op.Base(); op != pycode.JUMP_BACKWARD && op != pycode.JUMP_BACKWARD_NO_INTERRUPT {
			continue
		}
		if target, _ := in.Target(); target == top {
			end = in.Unit + 1
		}
	}
	return end
}

// leader reports whether a jump leads to pc, or an exception: a block of a region
// begins there.
func (c *Code) leader(pc int) bool {
	if c.leaders == nil {
		c.leaders = make([]bool, len(c.units)+1)
		for in := range c.Instructions() {
			if target, ok := in.Target(); ok {
				c.leaders[target] = true
				if in.Op == pycode.FOR_ITER {
					c.leaders[target+1] = true // behind END_FOR
				}
			}
		}
		for _, h := range c.Handlers() {
			c.leaders[h.Target] = true
		}
	}
	return c.leaders[pc]
}
