// Package dce is the pass that removes values without effect whose results are
// unused, frame states without guards among them, and parameters that nothing
// but themselves uses.
//
// What: marks from the operations that must stay (effects, guards, terminators)
// through operands, states and edge arguments, and removes the rest. A
// parameter keeps an argument alive only if the parameter itself is alive, so
// that cycles of unused loop variables go too. By rule: value, state, param.
//
// A Checked operation goes when its result is unused: it leaves where it cannot
// compute a result that then is not needed. Not so for divisions and shifts,
// unless the second operand is a constant that is good for all first ones: they
// also leave where the guest raises an exception, which must not be lost.
//
// Assumptions: none; it works on every form. Source: the mark phase of Cytron
// et al. 1991, §7.1, without control dependence (all branches stay).
package dce

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// The pass's rules.
const (
	ruleValue = iota
	ruleState
	ruleParam
)

// Pass removes dead values.
var Pass = &passes.Pass{
	Name:     "dce",
	Doc:      "Removes values, states and parameters that nothing uses.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	Counters: []string{"value", "state", "param"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

type runner struct {
	f    *ir.Func
	live []bool
	work []*ir.Value
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.f = ctx.F
	if cap(r.live) < r.f.NumValues() {
		r.live = make([]bool, r.f.NumValues()+r.f.NumValues()/4)
	}
	r.live = r.live[:r.f.NumValues()]
	clear(r.live)
	r.work = r.work[:0]
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			if stays(r.f, v) {
				r.mark(v)
			}
		}
	}
	r.spread()
	r.ask(ctx)
	r.sweep()
	return nil
}

// stays reports whether v must stay though nothing may use it.
func stays(f *ir.Func, v *ir.Value) bool {
	switch v.Op {
	case ir.OpDivOv, ir.OpModOv:
		return !v.Args[1].IsConst() || v.Args[1].IsInt(0)
	case ir.OpShlOv:
		return !v.Args[1].IsConst() || uint64(v.Args[1].Aux) > 63
	}
	return f.HasEffect(v)
}

func (r *runner) mark(v *ir.Value) {
	v = ir.Resolve(v)
	if v != nil && !r.live[v.ID] {
		r.live[v.ID] = true
		r.work = append(r.work, v)
	}
}

// spread marks what marked values need.
func (r *runner) spread() {
	for len(r.work) > 0 {
		v := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		for _, a := range v.Args {
			r.mark(a)
		}
		for _, s := range v.States {
			r.mark(s)
		}
		if v.Op != ir.OpParam {
			continue
		}
		for _, p := range v.Block.Preds {
			for _, e := range p.Succs {
				if e.To == v.Block {
					r.mark(e.Args[v.Aux])
				}
			}
		}
	}
}

// ask asks for each removal. What may not be removed keeps alive what it needs,
// so nothing is removed before all have been asked.
func (r *runner) ask(ctx *passes.Context) {
	for _, b := range r.f.Blocks {
		for i := len(b.Params) - 1; i >= 0; i-- {
			r.askFor(ctx, ruleParam, b.Params[i])
		}
	}
	for i := len(r.f.Blocks) - 1; i >= 0; i-- {
		for v := r.f.Blocks[i].Last(); v != nil; v = v.Prev() { // users first
			if v.Op == ir.OpState {
				r.askFor(ctx, ruleState, v)
			} else {
				r.askFor(ctx, ruleValue, v)
			}
		}
	}
}

func (r *runner) askFor(ctx *passes.Context, rule int, v *ir.Value) {
	if !r.live[v.ID] && !ctx.Fire(rule, v) {
		r.mark(v)
		r.spread()
	}
}

func (r *runner) sweep() {
	for _, b := range r.f.Blocks {
		for i := len(b.Params) - 1; i >= 0; i-- {
			if !r.live[b.Params[i].ID] {
				r.f.RemoveParam(b, i)
			}
		}
	}
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			if !r.live[v.ID] {
				r.f.Remove(v)
			}
		}
	}
}
