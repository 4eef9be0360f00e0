// Package loadelim is the pass that reads nothing twice.
//
// What, by rule:
//
//   - load: a load of what an earlier load has read, and nothing in between may
//     have written, is replaced by its result;
//   - store: a load of what an earlier store has written is replaced by the
//     value that was stored;
//   - carried: what a loop reads and writes at one place of an object is carried
//     around the loop in a parameter; the stores stay.
//
// Memory is told apart by alias class, within a class by base and displacement:
// two bases may be the same object, two displacements of one base that do not
// overlap are different memory. Wherever blocks meet, what all ways agree on is
// kept; in a loop, what the loop does not write.
//
// Assumptions: an access is described by its immediate, every other operation by
// its row's Reads and Writes; what happens outside of the function between two of
// its operations (polls, exits) does not come back into it. Source: available
// loads, as in Muchnick 1997, §10.3 and §12.6; carried values as in LuaJIT's
// store-to-load forwarding around its unrolled loops (lj_opt_mem.c).
package loadelim

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleLoad = iota
	ruleStore
	ruleCarried
)

// Pass removes loads.
var Pass = &passes.Pass{
	Name: "loadelim",
	Doc:  "Replaces loads of what has been loaded or stored before, around loops too.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "peel", Why: "the first iteration's loads stand in front of the loop"},
	},
	Counters: []string{"load", "store", "carried"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// place is a piece of memory: base + displacement, or base + index·scale +
// displacement, and the representation that it is read in.
type place struct {
	base, index *ir.Value
	aux         int64 // an ir.MemAccess
	typ         ir.Type
}

func (p place) mem() ir.MemAccess { return (&ir.Value{Aux: p.aux}).Mem() }

// entry says what a place holds.
type entry struct {
	place
	val    *ir.Value
	stored bool
}

// carried is a parameter of a loop's header whose value on the way back is not
// known yet.
type carried struct {
	place
	latch, header *ir.Block
}

type runner struct {
	out     [][]entry // by block id: what is known at its end
	done    []bool
	now     []entry
	pending []carried
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	f := ctx.F
	forest := passes.Get(ctx, loops.Analysis)
	passes.Get(ctx, dom.Analysis)
	for len(r.out) < f.NumBlocks() {
		r.out = append(r.out, nil)
		r.done = append(r.done, false)
	}
	clear(r.done)
	r.pending = r.pending[:0]
	for _, b := range f.Blocks {
		r.enter(ctx, forest, b)
		for v := range b.Values() {
			r.visit(ctx, v)
		}
		r.close(f, b)
		r.out[b.ID] = append(r.out[b.ID][:0], r.now...)
		r.done[b.ID] = true
	}
	return nil
}

// visit takes one operation into account.
func (r *runner) visit(ctx *passes.Context, v *ir.Value) {
	f := ctx.F
	switch v.Op {
	case ir.OpLoad, ir.OpLoadX:
		p := access(v, v.Type)
		e := r.find(p)
		if e == nil {
			r.now = append(r.now, entry{place: p, val: v})
			return
		}
		rule := ruleLoad
		if e.stored {
			rule = ruleStore
		}
		if ctx.Fire(rule, v) {
			f.Replace(v, e.val)
		}
	case ir.OpStore, ir.OpStoreX:
		x := ir.Resolve(v.Args[len(v.Args)-1])
		p := access(v, x.Type)
		r.overwrite(p)
		if p.mem().Kind == ir.Mem64 {
			r.now = append(r.now, entry{p, x, true})
		}
	default:
		if w := f.Writes(v); w != 0 {
			r.forget(w)
		}
	}
}

// access describes the place that a load or store goes to.
func access(v *ir.Value, t ir.Type) place {
	p := place{base: ir.Resolve(v.Args[0]), aux: v.Aux, typ: t}
	if v.Op == ir.OpLoadX || v.Op == ir.OpStoreX {
		p.index = ir.Resolve(v.Args[1])
	}
	return p
}

func (r *runner) find(p place) *entry {
	for i := range r.now {
		if r.now[i].place == p {
			return &r.now[i]
		}
	}
	return nil
}

// forget drops what lies in alias classes.
func (r *runner) forget(classes ir.AliasSet) {
	r.keep(func(e *entry) bool { return classes&(1<<e.mem().Class) == 0 })
}

// overwrite drops what a store to p may change.
func (r *runner) overwrite(p place) {
	r.keep(func(e *entry) bool { return apart(e.place, p) })
}

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

// apart reports whether two places never overlap.
func apart(a, b place) bool {
	x, y := a.mem(), b.mem()
	if x.Class != y.Class {
		return true
	}
	if a.base != b.base || a.index != nil || b.index != nil {
		return false
	}
	return int(x.Disp)+x.Kind.Bytes() <= int(y.Disp) || int(y.Disp)+y.Kind.Bytes() <= int(x.Disp)
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
		if list[i].place == e.place {
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
	var written ir.AliasSet
	for _, b := range in.Blocks {
		for v := range b.Values() {
			written |= f.Writes(v)
		}
	}
	for _, e := range r.out[outside.ID] {
		class := ir.AliasSet(1) << e.mem().Class
		if written&class == 0 {
			r.now = append(r.now, e)
			continue
		}
		if len(in.Latches) != 1 || edge(outside, h) == nil || edge(in.Latches[0], h) == nil ||
			!carriable(f, in, e.place) || !ctx.Fire(ruleCarried, e.val) {
			continue
		}
		p := f.NewParam(h, e.typ)
		f.AppendArg(edge(outside, h), e.val)
		r.now = append(r.now, entry{e.place, p, true})
		r.pending = append(r.pending, carried{e.place, in.Latches[0], h})
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
// write it is a store to the same base.
func carriable(f *ir.Func, in *loops.Loop, p place) bool {
	if p.index != nil || p.mem().Kind != ir.Mem64 {
		return false
	}
	class := ir.AliasSet(1) << p.mem().Class
	reads := false
	for _, b := range in.Blocks {
		for v := range b.Values() {
			if v.Op == ir.OpLoad && access(v, v.Type) == p {
				reads = true
			}
			if f.Writes(v)&class != 0 && (v.Op != ir.OpStore || ir.Resolve(v.Args[0]) != p.base || !fits(v, p)) {
				return false
			}
		}
	}
	return reads
}

// fits reports whether a store writes all of a place in its representation, or
// nothing of it.
func fits(v *ir.Value, p place) bool {
	q := access(v, ir.Resolve(v.Args[1]).Type)
	return q == p || apart(q, p)
}

// close gives the parameters of loops that b leads back to their values.
func (r *runner) close(f *ir.Func, b *ir.Block) {
	for _, c := range r.pending {
		if c.latch != b {
			continue
		}
		var v *ir.Value
		if e := r.find(c.place); e != nil {
			v = e.val
		} else {
			v = f.BeforeTerm(b).AddTyped(ir.OpLoad, c.typ, c.aux, c.base)
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
