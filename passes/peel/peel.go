// Package peel is the pass that executes the first iteration of a loop in front
// of it.
//
// What: the body of each loop of one block is copied before the loop; the copy's
// back edge enters the loop. What the copy's guards and loads establish then
// dominates the loop, so that the loop's own, where they are invariant, become
// redundant, and what the loop carries around has, at its header, the types that
// an iteration gives it. By rule: peel; too-long counts loops that are left
// alone because of their length.
//
// Assumptions: the loop is one block, as traces make it, so nothing of it is
// used behind it. The copy and the loop leave by exits of their own. Source:
// Ardö, Bolz and Fijałkowski 2012, Loop-aware optimizations in PyPy's tracing
// JIT; LuaJIT's lj_opt_loop.c.
package peel

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	rulePeel = iota
	ruleTooLong
)

// Pass peels loops.
var Pass = &passes.Pass{
	Name: "peel",
	Doc:  "Copies the first iteration of each loop in front of it.",
	In:   1<<ir.Guest | 1<<ir.Typed,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "guardelim", Why: "guards that can be removed need not be copied"},
	},
	Counters: []string{"peel", "too-long"},
	Options:  []passes.Option{{Name: "max", Default: 2000, Doc: "values in a loop that is still peeled"}},
	New: func(o passes.Options) (passes.Runner, error) {
		return &runner{max: o["max"]}, nil
	},
}

type runner struct {
	max   int
	loops []*ir.Block
	order []*ir.Block
	copy  []*ir.Value // by value id: its copy
	args  []*ir.Value
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.loops = r.loops[:0]
	for _, b := range ctx.F.Blocks {
		if b.Loop && len(b.Preds) == 2 && selfLoop(b) {
			r.loops = append(r.loops, b)
		}
	}
	for _, b := range r.loops {
		n := 0
		for range b.Values() {
			n++
		}
		switch {
		case n > r.max:
			ctx.Count(ruleTooLong)
		case ctx.Fire(rulePeel, b.Last()):
			r.peel(ctx.F, b)
		}
	}
	return nil
}

// selfLoop reports whether the loop is the one block.
func selfLoop(b *ir.Block) bool {
	return len(b.Succs) == 1 && b.Succs[0].To == b && b.Last().Op == ir.OpJump
}

// peel copies the loop of one block b in front of it.
func (r *runner) peel(f *ir.Func, b *ir.Block) {
	if cap(r.copy) < f.NumValues() {
		r.copy = make([]*ir.Value, f.NumValues()+f.NumValues()/4)
	}
	r.copy = r.copy[:f.NumValues()]
	clear(r.copy)
	entry := b.Preds[0]
	if entry == b {
		entry = b.Preds[1]
	}
	first := f.NewBlock()
	for _, p := range b.Params {
		r.copy[p.ID] = f.NewParam(first, p.Type)
	}
	last := b.Last()
	c := f.AtEnd(first)
	for v := range b.Values() {
		if v == last {
			break
		}
		r.copy[v.ID] = r.clone(f, c, v)
	}
	c.From = last.From
	c.Jump(b, r.mapped(b.Succs[0].Args)...)
	for i := range entry.Succs {
		if entry.Succs[i].To == b {
			f.Retarget(entry, i, ir.Edge{To: first, Args: entry.Succs[i].Args})
		}
	}
	r.order = r.order[:0]
	for _, x := range f.Blocks[:len(f.Blocks)-1] { // without first
		if x == b {
			r.order = append(r.order, first)
		}
		r.order = append(r.order, x)
	}
	f.SetBlocks(r.order)
}

// of returns the copy of a value of the loop, the value itself if it is not of
// the loop.
func (r *runner) of(v *ir.Value) *ir.Value {
	if v == nil {
		return nil
	}
	if c := r.copy[v.ID]; c != nil {
		return c
	}
	return v
}

func (r *runner) mapped(list []*ir.Value) []*ir.Value {
	r.args = r.args[:0]
	for _, v := range list {
		r.args = append(r.args, r.of(v))
	}
	return r.args
}

func (r *runner) clone(f *ir.Func, c ir.Cursor, v *ir.Value) *ir.Value {
	c.From = v.From
	w := c.AddTyped(v.Op, v.Type, v.Aux, r.mapped(v.Args)...)
	for when, s := range v.States {
		if s != nil {
			f.SetExit(w, ir.When(when), r.of(s), v.Exits[when].Kind)
		}
	}
	return w
}
