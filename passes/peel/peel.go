// Package peel is the pass that executes the first iteration of a loop in front
// of it.
//
// What: the blocks of each innermost loop are copied before the loop; the copy's
// back edge enters the loop. What the copy's guards and loads establish then
// dominates the loop, so that the loop's own, where they are invariant, become
// redundant, and what the loop carries around has, at its header, the types that
// an iteration gives it. Where the loop leads to a block behind it, so does the
// copy, and what is used there of either becomes that block's parameters. By rule:
// peel; too-long counts loops that are left alone because of their length, shape
// those with several latches or entrances, or whose values are used behind
// several ways out, branchy those in which ways meet.
//
// Loops with joins are left alone, but for short ones if one asks for that: of
// what their blocks establish, little dominates the loop, and the copy is as large
// as the loop. Measured on the programs of the suite, they take the same time
// without it, and a fifth of all code less: hoist and licm do what is needed.
//
// Assumptions: the copy and the loop leave by exits of their own. Source:
// Ardö, Bolz and Fijałkowski 2012, Loop-aware optimizations in PyPy's tracing
// JIT; LuaJIT's lj_opt_loop.c; for values used behind a loop, loop-closed SSA form
// (Zadeck, in GCC).
package peel

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	rulePeel = iota
	ruleTooLong
	ruleShape
	ruleBranchy
)

// Pass peels loops.
var Pass = &passes.Pass{
	Name: "peel",
	Doc:  "Copies the first iteration of each innermost loop without joins in front of it.",
	In:   1<<ir.Guest | 1<<ir.Typed,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "guardelim", Why: "guards that can be removed need not be copied"},
	},
	Counters: []string{"peel", "too-long", "shape", "branchy"},
	Options: []passes.Option{
		{Name: "max", Default: 2000, Doc: "values in a loop that is still peeled"},
		{Name: "branchy", Default: 0, Doc: "values in a loop with joins that is still peeled"},
	},
	New: func(o passes.Options) (passes.Runner, error) {
		return &runner{max: o["max"], branchy: o["branchy"]}, nil
	},
}

type runner struct {
	max     int
	branchy int
	f       *ir.Func
	in      *loops.Loop
	tree    *dom.Tree
	forest  *loops.Forest
	heads   []*ir.Block // of the loops
	order   []*ir.Block
	copy    []*ir.Value // by value id: its copy
	blocks  []*ir.Block // by block id: its copy
	args    []*ir.Value
	behind  []behind
}

// behind is a use of a value of the loop in a block behind it.
type behind struct {
	v, user *ir.Value
	edge    *ir.Edge  // of the user's block, if it is an argument: user is nil
	arg     int       // of the user or of the edge
	way     *ir.Block // the block that the loop leads to, on the way to the use
	param   *ir.Value // of that block, which the use becomes one of
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.f = ctx.F
	r.heads = r.heads[:0]
	forest := passes.Get(ctx, loops.Analysis)
	for _, in := range forest.Loops {
		if innermost(forest, in) {
			r.heads = append(r.heads, in.Header)
		}
	}
	for _, h := range r.heads {
		r.forest, r.tree = passes.Get(ctx, loops.Analysis), passes.Get(ctx, dom.Analysis)
		r.in = r.forest.Of(h)
		n := 0
		for _, b := range r.in.Blocks {
			for range b.Values() {
				n++
			}
		}
		switch {
		case n > r.max:
			ctx.Count(ruleTooLong)
		case !r.peelable():
			ctx.Count(ruleShape)
		case n > r.branchy && joins(r.in):
			ctx.Count(ruleBranchy)
		case ctx.Fire(rulePeel, r.in.Latches[0].Last()):
			r.peel()
		}
	}
	return nil
}

// joins reports whether ways within a loop meet.
func joins(in *loops.Loop) bool {
	for _, b := range in.Blocks {
		if b != in.Header && len(b.Preds) > 1 {
			return true
		}
	}
	return false
}

func innermost(forest *loops.Forest, in *loops.Loop) bool {
	for _, b := range in.Blocks {
		if forest.Of(b) != in {
			return false
		}
	}
	return true
}

// peelable reports whether the loop has one entrance and one latch, and finds the
// uses behind it.
func (r *runner) peelable() bool {
	r.behind = r.behind[:0]
	if len(r.in.Latches) != 1 || len(r.in.Header.Preds) != 2 || !r.in.Header.Loop {
		return false
	}
	if len(r.in.Exits) == 0 {
		return true
	}
	for _, b := range r.f.Blocks {
		if r.forest.Contains(r.in, b) {
			continue
		}
		for v := range b.Values() {
			for i, a := range v.Args {
				if !r.use(behind{v: a, user: v, arg: i}, b) {
					return false
				}
			}
			for _, s := range v.States {
				if !r.use(behind{v: s, user: v}, b) { // a state cannot be a parameter
					return false
				}
			}
		}
		for i := range b.Succs {
			for k, a := range b.Succs[i].Args {
				if !r.use(behind{v: a, edge: &b.Succs[i], arg: k}, b) {
					return false
				}
			}
		}
	}
	return true
}

// use notes a use in a block outside of the loop, if it is of a value of the loop.
// It reports whether the use can be of a parameter.
func (r *runner) use(u behind, at *ir.Block) bool {
	if u.v = ir.Resolve(u.v); u.v == nil || u.v.Block == nil || !r.forest.Contains(r.in, u.v.Block) {
		return true
	}
	for _, x := range r.in.Exits {
		if to := x.To(); len(to.Preds) == 1 && r.tree.Dominates(to, at) {
			u.way = to
			r.behind = append(r.behind, u)
			return u.v.Type != ir.State
		}
	}
	return false
}

// peel copies the loop in front of itself.
func (r *runner) peel() {
	f, h, latch := r.f, r.in.Header, r.in.Latches[0]
	r.copy = dense.Cleared(r.copy, f.NumValues())
	r.blocks = dense.Cleared(r.blocks, f.NumBlocks())
	entry := h.Preds[0]
	if entry == latch {
		entry = h.Preds[1]
	}
	n := len(f.Blocks)
	for _, b := range r.in.Blocks {
		c := f.NewBlock()
		f.SetCold(c, b.Cold)
		r.blocks[b.ID] = c
		for _, p := range b.Params {
			r.copy[p.ID] = f.NewParam(c, p.Type)
		}
	}
	for _, b := range r.in.Blocks {
		r.copyBlock(b, h)
	}
	for i := range entry.Succs {
		if entry.Succs[i].To == h {
			f.Retarget(entry, i, ir.Edge{To: r.blocks[h.ID], Args: entry.Succs[i].Args})
		}
	}
	r.order = r.order[:0]
	for _, x := range f.Blocks[:n] { // without the copies
		if x == h {
			r.order = append(r.order, f.Blocks[n:]...)
		}
		r.order = append(r.order, x)
	}
	f.SetBlocks(r.order)
	r.join()
}

// copyBlock copies a block's values and edges.
func (r *runner) copyBlock(b, h *ir.Block) {
	f, last := r.f, b.Last()
	c := f.AtEnd(r.blocks[b.ID])
	for v := range b.Values() {
		if v == last {
			break
		}
		r.copy[v.ID] = r.clone(f, c, v)
	}
	c.From = last.From
	var edges [2]ir.Edge
	for i, e := range b.Succs {
		to := e.To
		if x := r.blocks[to.ID]; x != nil && to != h {
			to = x
		}
		edges[i] = f.Edge(to, r.mapped(e.Args)...)
	}
	if last.Op == ir.OpJump {
		c.Jump(edges[0].To, edges[0].Args...)
	} else {
		c.Branch(r.of(ir.Resolve(last.Args[0])), edges[0], edges[1])
	}
}

// join makes the uses behind the loop those of parameters, which the loop and the
// copy give values to.
func (r *runner) join() {
	for i := range r.behind {
		u := &r.behind[i]
		p := r.param(i)
		if p == nil {
			p = r.f.NewParam(u.way, u.v.Type)
			for _, from := range u.way.Preds {
				for k := range from.Succs {
					if e := &from.Succs[k]; e.To == u.way {
						v := u.v
						if int(from.ID) >= len(r.blocks) || r.blocks[from.ID] == nil { // a copy
							v = r.of(v)
						}
						r.f.AppendArg(e, v)
					}
				}
			}
		}
		switch {
		case u.edge != nil:
			r.f.SetArg(u.edge, u.arg, p)
		default:
			r.f.SetOperand(u.user, u.arg, p)
		}
		u.param = p
	}
}

// param returns the parameter that an earlier use of the same value in the same
// place has made.
func (r *runner) param(i int) *ir.Value {
	u := &r.behind[i]
	for k := range r.behind[:i] {
		if b := &r.behind[k]; b.v == u.v && b.way == u.way {
			return b.param
		}
	}
	return nil
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
		r.args = append(r.args, r.of(ir.Resolve(v)))
	}
	return r.args
}

func (r *runner) clone(f *ir.Func, c ir.Cursor, v *ir.Value) *ir.Value {
	c.From = v.From
	w := c.AddTyped(v.Op, v.Type, v.Aux, r.mapped(v.Args)...)
	for when, s := range v.States {
		if s != nil {
			f.SetExit(w, ir.When(when), r.of(ir.Resolve(s)), v.Exits[when].Kind)
		}
	}
	return w
}
