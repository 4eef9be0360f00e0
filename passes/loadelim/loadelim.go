// Package loadelim is the pass that reads nothing twice.
//
// What, by rule:
//
//   - load: a load of what an earlier load has read, and nothing in between may
//     have written, is replaced by its result;
//   - store: a load of what an earlier store has written is replaced by the
//     value that was stored; what a new object is made of counts as stored
//     (ir.OpRow.Fields);
//   - carried: what a loop reads and writes at one place of an object is carried
//     around the loop in a parameter; the stores stay;
//   - dead: a store to what is stored to again before anything can read it, or
//     leave, is removed.
//
// Which memory an operation may change is what package analysis/alias says.
// Wherever blocks meet, what all ways agree on is kept; in a loop, what the loop
// does not write.
//
// Assumptions: those of package analysis/alias; what happens outside of the
// function between two of its operations (polls, exits) does not come back into
// it. Source: available
// loads, as in Muchnick 1997, §10.3 and §12.6; carried values as in LuaJIT's
// store-to-load forwarding around its unrolled loops (lj_opt_mem.c).
package loadelim

import (
	"github.com/tier2go/tier2/analysis/alias"
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleLoad = iota
	ruleStore
	ruleCarried
	ruleDead
)

// Pass removes loads.
var Pass = &passes.Pass{
	Name: "loadelim",
	Doc:  "Replaces loads of what has been loaded or stored before, around loops too, and removes stores that nothing sees.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "peel", Why: "the first iteration's loads stand in front of the loop"},
	},
	Counters: []string{"load", "store", "carried", "dead"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// entry says what a place holds.
type entry struct {
	alias.Location
	val    *ir.Value
	stored bool
}

// carried is a parameter of a loop's header whose value on the way back is not
// known yet.
type carried struct {
	alias.Location
	latch, header *ir.Block
}

type runner struct {
	out     [][]entry // by block id: what is known at its end
	done    []bool
	now     []entry
	pending []carried
	info    *alias.Info
	writers []*ir.Value // of the loop at hand, what writes memory
	stores  int         // in the function: one alone is never over
	// Dead stores: by block id what is over at its start, and at the place at hand.
	over [][]alias.Location
	ends []alias.Location
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	f := ctx.F
	forest := passes.Get(ctx, loops.Analysis)
	passes.Get(ctx, dom.Analysis)
	r.info = passes.Get(ctx, alias.Analysis)
	for len(r.out) < f.NumBlocks() {
		r.out = append(r.out, nil)
		r.done = append(r.done, false)
	}
	clear(r.done)
	r.pending, r.stores = r.pending[:0], 0
	for _, b := range f.Blocks {
		r.enter(ctx, forest, b)
		for v := range b.Values() {
			r.visit(ctx, v)
		}
		r.close(f, b)
		r.out[b.ID] = append(r.out[b.ID][:0], r.now...)
		r.done[b.ID] = true
	}
	if r.stores > 1 {
		r.dropStores(ctx)
	}
	return nil
}

// visit takes one operation into account.
func (r *runner) visit(ctx *passes.Context, v *ir.Value) {
	f := ctx.F
	p, ok := alias.Access(v)
	if f.Writes(v) != 0 {
		r.keep(func(e *entry) bool { return !r.info.Clobbers(v, e.Location) })
	}
	switch {
	case !ok:
		r.fields(f, v)
	case v.Op == ir.OpStore || v.Op == ir.OpStoreX:
		r.stores++
		if p.Mem().Kind == ir.Mem64 {
			r.now = append(r.now, entry{p, ir.Resolve(v.Args[len(v.Args)-1]), true})
		}
	default:
		e := r.find(p)
		if e == nil {
			r.now = append(r.now, entry{Location: p, val: v})
			return
		}
		rule := ruleLoad
		if e.stored {
			rule = ruleStore
		}
		if ctx.Fire(rule, v) {
			f.Replace(v, e.val)
		}
	}
}

// fields enters what a new object has been made of, as if it had been stored.
func (r *runner) fields(f *ir.Func, v *ir.Value) {
	row := f.Row(v)
	if !row.Sinks() {
		return
	}
	for _, fd := range row.Fields {
		if fd.Arg != ir.CountField && fd.Arg < len(v.Args) {
			p := alias.Location{Base: v, Aux: fd.Mem.Pack(), Type: row.ArgType(fd.Arg)}
			r.now = append(r.now, entry{p, ir.Resolve(v.Args[fd.Arg]), true})
		}
	}
}

func (r *runner) find(p alias.Location) *entry {
	for i := range r.now {
		if r.now[i].Location == p {
			return &r.now[i]
		}
	}
	return nil
}

// keep drops the entries for which f does not hold.
func (r *runner) keep(f func(e *entry) bool) {
	n := 0
	for i := range r.now {
		if f(&r.now[i]) {
			r.now[n] = r.now[i]
			n++
		}
	}
	r.now = r.now[:n]
}

// enter sets up what is known at a block's start.
func (r *runner) enter(ctx *passes.Context, forest *loops.Forest, b *ir.Block) {
	r.now = r.now[:0]
	if in := forest.Of(b); in != nil && in.Header == b {
		r.enterLoop(ctx, in)
		return
	}
	for i, p := range b.Preds {
		switch {
		case !r.done[p.ID]:
			r.now = r.now[:0]
			return
		case i == 0:
			r.now = append(r.now, r.out[p.ID]...)
		default:
			out := r.out[p.ID]
			r.keep(func(e *entry) bool { return agrees(out, e) })
		}
	}
}

func agrees(list []entry, e *entry) bool {
	for i := range list {
		if list[i].Location == e.Location {
			return list[i].val == e.val
		}
	}
	return false
}

// enterLoop keeps what the loop does not write, and makes parameters for what it
// reads and writes at one place.
func (r *runner) enterLoop(ctx *passes.Context, in *loops.Loop) {
	f, h := ctx.F, in.Header
	outside := entrance(in)
	if outside == nil || !r.done[outside.ID] {
		return
	}
	r.writers = alias.Writers(f, in.Blocks, r.writers[:0])
	var written ir.AliasSet
	for _, v := range r.writers {
		written |= f.Writes(v)
	}
	for _, e := range r.out[outside.ID] {
		if written&e.Class() == 0 || !r.info.Clobbered(r.writers, e.Location) {
			r.now = append(r.now, e)
			continue
		}
		if len(in.Latches) != 1 || edge(outside, h) == nil || edge(in.Latches[0], h) == nil ||
			!r.carriable(in, e.Location) || !ctx.Fire(ruleCarried, e.val) {
			continue
		}
		p := f.NewParam(h, e.Type)
		f.AppendArg(edge(outside, h), e.val)
		r.now = append(r.now, entry{e.Location, p, true})
		r.pending = append(r.pending, carried{e.Location, in.Latches[0], h})
	}
}

// entrance returns the block that leads to a loop, nil if there are several.
func entrance(in *loops.Loop) *ir.Block {
	var one *ir.Block
	for _, p := range in.Header.Preds {
		latch := false
		for _, l := range in.Latches {
			latch = latch || l == p
		}
		if latch {
			continue
		}
		if one != nil {
			return nil
		}
		one = p
	}
	return one
}

// carriable reports whether a loop reads a place, and everything in it that may
// write it is a store to the very place.
func (r *runner) carriable(in *loops.Loop, p alias.Location) bool {
	if p.Index != nil || p.Mem().Kind != ir.Mem64 {
		return false
	}
	for _, v := range r.writers {
		if q, ok := alias.Access(v); !(ok && q == p) && r.info.Clobbers(v, p) {
			return false
		}
	}
	for _, b := range in.Blocks {
		for v := range b.Values() {
			if q, _ := alias.Access(v); v.Op == ir.OpLoad && q == p {
				return true
			}
		}
	}
	return false
}

// close gives the parameters of loops that b leads back to their values.
func (r *runner) close(f *ir.Func, b *ir.Block) {
	for _, c := range r.pending {
		if c.latch != b {
			continue
		}
		var v *ir.Value
		if e := r.find(c.Location); e != nil {
			v = e.val
		} else {
			v = f.BeforeTerm(b).AddTyped(ir.OpLoad, c.Type, c.Aux, c.Base)
		}
		f.AppendArg(edge(b, c.header), v)
	}
}

// edge returns the one edge between two blocks, nil if there are two.
func edge(from, to *ir.Block) *ir.Edge {
	var one *ir.Edge
	for i := range from.Succs {
		if e := &from.Succs[i]; e.To == to {
			if one != nil {
				return nil
			}
			one = e
		}
	}
	return one
}
