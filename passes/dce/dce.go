// Package dce is the pass that removes values without effect whose results are
// unused, frame states without guards among them, and parameters that nothing
// but themselves uses.
//
// What: marks from the operations that must stay (effects, guards, terminators)
// through operands, states and edge arguments, and removes the rest. A
// parameter keeps an argument alive only if the parameter itself is alive, so
// that cycles of unused loop variables go too.
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
	live []bool
	work []*ir.Value
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	f := ctx.F
	if cap(r.live) < f.NumValues() {
		r.live = make([]bool, f.NumValues()+f.NumValues()/4)
	}
	r.live = r.live[:f.NumValues()]
	clear(r.live)
	r.work = r.work[:0]
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if f.HasEffect(v) {
				r.mark(v)
			}
		}
	}
	for len(r.work) > 0 {
		v := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		r.visit(f, v)
	}
	r.sweep(ctx)
	return nil
}

func (r *runner) mark(v *ir.Value) {
	v = ir.Resolve(v)
	if v != nil && !r.live[v.ID] {
		r.live[v.ID] = true
		r.work = append(r.work, v)
	}
}

// visit marks what a live value needs.
func (r *runner) visit(f *ir.Func, v *ir.Value) {
	for _, a := range v.Args {
		r.mark(a)
	}
	for _, s := range v.States {
		r.mark(s)
	}
	if v.Op != ir.OpParam {
		return
	}
	for _, p := range v.Block.Preds {
		for _, e := range p.Succs {
			if e.To == v.Block {
				r.mark(e.Args[v.Aux])
			}
		}
	}
}

func (r *runner) sweep(ctx *passes.Context) {
	f := ctx.F
	for _, b := range f.Blocks {
		for i := len(b.Params) - 1; i >= 0; i-- {
			if p := b.Params[i]; !r.live[p.ID] && ctx.Fire(ruleParam, p) {
				f.RemoveParam(b, i)
			}
		}
	}
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if r.live[v.ID] {
				continue
			}
			rule := ruleValue
			if v.Op == ir.OpState {
				rule = ruleState
			}
			if ctx.Fire(rule, v) {
				f.Remove(v)
			}
		}
	}
}
