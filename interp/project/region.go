package project

import (
	"math/bits"
	"slices"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Projection of regions: what a selector has selected (uop.Region) becomes
// micro-ops. A region's blocks know no frames; what calls inline is made for each call
// site for itself. A block goes on as the region says, whatever the caches say; a
// branch that goes on both ways in the region branches, any other way is an exit, as in
// a trace, and so are those that the limit leaves no room for.

// What is likely inside of generators, which no selector knows.
const (
	minBranch = 2  // of 16: what a branch's other way must have been taken
	minWeight = 64 // executions of the head for one of a block
)

// site is a block of a region in a chain of calls.
type site struct {
	ctx, pc int
	block   int32 // of the uop.Region; beforeHead, outside, inside
}

// What is no block of a region.
const (
	beforeHead = -1 - iota // the jump back that leads to its head
	outside
	inside // a generator, which runs here from where it is suspended: no selector knows that
)

// instance is a function in a chain of calls.
type instance struct {
	code   *adaptive.Code
	parent int       // −1: the region's own
	ret    int       // where the caller goes on
	gen    Generator // that it runs
	begin  int       // where it begins: a generator where it is suspended
	from   int32     // the region's block that it is entered from
	inside bool      // it is a generator, or called by one
}

// node is a block to make: of a site's block, or of several in a row.
type node struct {
	site
	weight      float64
	insts       []uop.Inst
	spans       []Span
	begins      []Begin
	branch      int  // the micro-op that goes to other, −1: none
	other, next site // next.ctx −1: none
	expanded    bool
	order       int  // among what is made; −1: not made
	made        made // the generator that has been made last on the way there
}

// regionProjector makes the micro-ops of one region.
type regionProjector struct {
	*projector
	want     *uop.Region
	entries  []int32 // by block of want: how many lead to it
	contexts []instance
	nodes    []*node
	index    map[site]*node
	at       int   // the context at hand
	was      int   // that of the instruction before
	block    int32 // of want
	node     *node
	uops     int
	likely   float64 // of the block's branch, the share of the way that is followed
	layout   Layout
	ends     []Begin    // instructions that the region ends ahead of
	free     []uop.Inst // room for those of more blocks, empty
}

// Layout says where the micro-ops of a region's trace come from, in their order.
type Layout struct {
	Spans  []Span
	Begins []Begin
}

// A Begin says that micro-op Inst is the first of the instruction at PC.
type Begin struct {
	Inst int
	Code *adaptive.Code
	PC   int
}

// A Span says that the micro-ops from Inst on, up to the next span, are a block's of a
// uop.Region.
type Span struct {
	Inst  int
	Block int32
}

// BeginBefore returns the last instruction that begins at or before a micro-op.
func (l *Layout) BeginBefore(inst int) (b Begin, ok bool) {
	for i := len(l.Begins) - 1; i >= 0; i-- {
		if l.Begins[i].Inst <= inst {
			return l.Begins[i], true
		}
	}
	return Begin{}, false
}

// BlockAt returns the region's block that a micro-op is of, −1 if it is of none.
func (l *Layout) BlockAt(inst int) int32 {
	at := int32(-1)
	for _, sp := range l.Spans {
		if sp.Inst > inst {
			break
		}
		at = sp.Block
	}
	return at
}

// nowhere is no site.
var nowhere = site{ctx: -1}

// Region makes the micro-ops of a region that is entered at the entry, which is its head or
// a jump back to that, and ends ahead of some instructions. The trace is nil if there is
// none; the uop.Stop says why.
func Region(prog Program, want *uop.Region, e Entry, ends []Begin, lim uop.Limits) (*uop.Trace, *Layout, uop.Stop) {
	p := &projector{prog: prog, heap: prog.Heap(), lim: lim, code: e.Code, pc: e.PC, first: true, loopTop: -1, top: e.Top}
	r := &regionProjector{projector: p, want: want, ends: ends, index: map[site]*node{}, entries: make([]int32, len(want.Blocks))}
	p.region = r
	p.t = newTrace(e)
	p.t.Stop = uop.StopRegion
	for i := range want.Blocks {
		for _, to := range want.Blocks[i].Succs {
			r.entries[to]++
		}
	}
	r.contexts = append(r.contexts, instance{code: e.Code, parent: -1})
	first := site{0, e.PC, 0}
	if p.loopTop = int(want.Head().PC); p.loopTop != e.PC {
		first.block = beforeHead
	}
	room := takeRoom()
	defer rooms.Put(room)
	r.free = *room
	r.lead(first, 1)
	for n := r.heaviest(); n != nil; n = r.heaviest() {
		r.expand(n)
	}
	r.assemble()
	if p.t.Bytecodes < 2 || p.onlyYields() {
		return nil, nil, uop.AbortNoProgress
	}
	return p.t, &r.layout, uop.StopRegion
}

// lead makes a site a block; weight is how often it is come to.
func (r *regionProjector) lead(s site, weight float64) {
	if s.ctx < 0 || s.block == outside {
		return
	}
	n := r.index[s]
	if n == nil {
		n = &node{site: s, branch: -1, other: nowhere, next: nowhere, order: -1, made: r.made}
		r.index[s], r.nodes = n, append(r.nodes, n)
	}
	n.weight = min(n.weight+weight, 1)
}

// heaviest returns the block to expand next, nil when there is none.
func (r *regionProjector) heaviest() (best *node) {
	for _, n := range r.nodes {
		if !n.expanded && (n.block != inside || n.weight*minWeight >= 1) && (best == nil || n.weight > best.weight) {
			best = n
		}
	}
	return best
}

// follow returns where execution goes on at pc of the code at hand.
func (r *regionProjector) follow(pc int) site {
	r.code.Traced = true
	at := uop.Place{Code: uint64(r.code.Handle), PC: uint32(pc)}
	s, from := site{r.at, pc, outside}, r.block
	if was := &r.contexts[r.was]; from == inside && r.was != r.at && was.parent == r.at {
		from = was.from // it comes back
	}
	switch {
	case r.contexts[r.at].inside:
		s.block = inside
	case from == beforeHead:
		if at == r.want.Head() {
			s.block = 0
		}
	case from >= 0:
		if to := r.want.Next(from, at); to >= 0 {
			s.block = to
		}
	}
	return s
}

// expand fills a block in.
func (r *regionProjector) expand(n *node) {
	p := r.projector
	insts, bytecodes := p.t.Insts, p.t.Bytecodes
	p.t.Insts, p.code, p.pc, p.callers = r.free, r.contexts[n.ctx].code, n.pc, r.callers(n.ctx)
	r.at, r.block, r.node, n.expanded = n.ctx, n.block, n, true
	p.gen, p.made = r.contexts[n.ctx].gen, n.made
	n.spans = append(n.spans[:0], Span{0, n.block})
	for r.instruction() {
	}
	n.insts, p.t.Insts = p.t.Insts, insts
	if r.uops+len(n.insts) > r.lim.MaxUops && len(r.nodes) > 1 {
		n.insts, p.t.Bytecodes = nil, bytecodes // there is no room: ways here are exits
		return
	}
	r.uops, r.free = r.uops+len(n.insts), n.insts[len(n.insts):]
	if len(n.insts) == 0 {
		n.insts = nil
	}
	share := 1.0
	if n.branch >= 0 {
		share = r.likely
		r.lead(n.other, float64(n.weight*(1-share)))
	}
	r.lead(n.next, float64(n.weight*share))
}

// instruction expands an instruction, and reports whether the block goes on behind it.
func (r *regionProjector) instruction() bool {
	p, n := r.projector, r.node
	code, pc := p.code, p.pc
	r.was = r.at
	n.begins = append(n.begins, Begin{len(p.t.Insts), code, pc})
	if !p.first && slices.ContainsFunc(r.ends, func(e Begin) bool { return e.Code == code && e.PC == pc }) {
		p.stop(uop.StopUnsupported, pc)
		return false
	}
	p.branched = false
	stop := p.instruction()
	p.first = false
	if stop != uop.StopNone && stop != stopBlock {
		return false
	}
	// A block of the region ends where a profile's does: see profiler.scan.
	if r.at == r.was && stop == uop.StopNone && n.branch < 0 && !p.branched && !EndsBlock(code.Decode(pc).Op) && !p.code.Leader(p.pc) {
		return true
	}
	next := r.follow(p.pc)
	if stop == uop.StopNone && n.branch < 0 && !p.code.Leader(p.pc) && (next.block == inside || next.block > 0 && r.entries[next.block] == 1) {
		r.block = next.block
		n.spans = append(n.spans, Span{len(p.t.Insts), next.block})
		return true
	}
	n.next = next
	return false
}

// EndsBlock reports whether a block ends with an instruction whatever follows.
func EndsBlock(op pycode.Op) bool {
	switch op.Base() {
	case pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE, pycode.FOR_ITER, pycode.JUMP_FORWARD:
		return true
	}
	return false
}

// callers returns the frames below a context.
func (r *regionProjector) callers(ctx int) (list []Caller) {
	for c := r.contexts[ctx]; c.parent >= 0; c = r.contexts[c.parent] {
		p := r.contexts[c.parent]
		list = append([]Caller{{p.code, uint32(c.ret), p.gen}}, list...)
	}
	return list
}

// enter goes into a callee.
func (r *regionProjector) enter(callee *adaptive.Code, ret int, gen Generator) {
	for i, c := range r.contexts {
		if c.parent == r.at && c.ret == ret && c.code == callee && c.begin == r.pc && c.from == r.block {
			r.at = i
			return
		}
	}
	r.contexts = append(r.contexts, instance{callee, r.at, ret, gen, r.pc, r.block, r.block == inside || gen.Known})
	r.at = len(r.contexts) - 1
}

// fork makes the micro-op that has been emitted last a branch, whose other way
// goes on at pc, if the region has that. likely is the share of the way that is
// followed.
func (r *regionProjector) fork(pc int, likely float64) bool {
	other := r.follow(pc)
	if other.block == outside || other.block == inside && likely*16 > 16-minBranch {
		return false
	}
	r.node.branch, r.node.other = len(r.t.Insts)-1, other
	r.likely = likely
	return true
}

// assemble makes the region of the blocks, in order (order.go).
func (r *regionProjector) assemble() {
	first := r.included(r.nodes[0].site)
	if first == nil {
		return
	}
	list := r.ordered(first)
	uops, begins := 0, 0
	for i, n := range list {
		n.order = i
		uops, begins = uops+len(n.insts)+1, begins+len(n.begins)
	}
	r.t.Insts, r.t.Blocks = make([]uop.Inst, 0, uops), make([]uop.Block, 0, len(list))
	r.layout.Begins = make([]Begin, 0, begins)
	for _, n := range list {
		r.place(r.t, n)
	}
}

// included returns the block at a site, nil if it is none of the region.
func (r *regionProjector) included(s site) *node {
	if n := r.index[s]; s.ctx >= 0 && n != nil && n.insts != nil {
		return n
	}
	return nil
}

// place appends a block to the trace.
func (r *regionProjector) place(t *uop.Trace, n *node) {
	b := uop.Block{Start: len(t.Insts), PC: uint32(n.pc), Branch: -1, Else: -1, Next: -1}
	for _, sp := range n.spans {
		r.layout.Spans = append(r.layout.Spans, Span{b.Start + sp.Inst, sp.Block})
	}
	for _, at := range n.begins {
		r.layout.Begins = append(r.layout.Begins, Begin{b.Start + at.Inst, at.Code, at.PC})
	}
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

// branchBoth is branch in a region: it goes on as the region does, in both ways if
// that has both.
func (p *projector) branchBoth(op pycode.Op, start, at, after, arg int) uop.Stop {
	history := bits.OnesCount16(p.code.Live[at+1])
	taken := history > 8
	likely, next, other := history, after+arg, p.code.Behind(after)
	if !taken {
		likely, next, other = 16-history, other, next
	}
	r := p.region
	if r.follow(next).block == outside && r.follow(other).block != outside {
		taken, likely, next, other = !taken, 16-likely, other, next
	}
	p.begin(start)
	p.emit(guards[op][b2i(taken)], 0, other)
	p.pc = next
	if r.fork(other, float64(likely)/16) {
		return stopBlock
	}
	return uop.StopNone
}

// stopBlock ends a block of a region, which goes on at the pc.
const stopBlock = uop.NumStops
