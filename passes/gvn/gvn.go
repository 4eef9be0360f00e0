// Package gvn is the pass that computes nothing twice.
//
// What, by rule:
//
//   - equal: an operation equal to one that dominates it is replaced by it;
//   - param: a block parameter that every edge brings the same value, or
//     itself, is replaced by that value.
//
// Values are numbered by operation, representation, immediate and operands,
// blocks in dominator order; the two operands of a commutative operation may be
// exchanged. Frame states are left alone: a state belongs to its place (verify
// V033).
//
// Assumptions: an operation's result depends on its operands only. So are Pure
// operations, Checked ones, whose equal has left already if it had to, and
// Guards that read no memory. Source: dominator-based value numbering, Briggs,
// Cooper and Simpson 1997; trivial φs as in Braun et al. 2013.
package gvn

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleEqual = iota
	ruleParam
)

// Pass merges equal values.
var Pass = &passes.Pass{
	Name:     "gvn",
	Doc:      "Replaces an operation by an equal one that dominates it.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	Counters: []string{"equal", "param"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// runner keeps a hash table with chains through next.
type runner struct {
	heads []int32 // by hash: index of the last entry, −1
	table []entry
}

type entry struct {
	v    *ir.Value
	hash uint64
	next int32
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	f := ctx.F
	tree := passes.Get(ctx, dom.Analysis)
	r.reset(f.NumValues())
	for _, b := range f.Blocks {
		for i := len(b.Params) - 1; i >= 0; i-- {
			p := b.Params[i]
			if v := only(p); v != nil && ctx.Fire(ruleParam, p) {
				f.ReplaceParam(p, v)
			}
		}
		for v := range b.Values() {
			if numbered(f, v) {
				r.visit(ctx, tree, v)
			}
		}
	}
	return nil
}

// numbered reports whether an equal operation that dominates v has v's result.
func numbered(f *ir.Func, v *ir.Value) bool {
	row := f.Row(v)
	switch {
	case v.Op == ir.OpState:
		return false
	case row.Flags&(ir.Pure|ir.Checked) != 0:
		return true
	}
	// Others that guards might be (toys of a guest) may do more than guard.
	return row.Flags&ir.Guard != 0 && row.States[ir.Before] && f.Reads(v)|f.Writes(v) == 0 &&
		row.Flags&(ir.Opaque|ir.Escapes) == 0 && !row.States[ir.Raise] && !row.States[ir.After]
}

// only returns the one value beside the parameter itself that edges bring it,
// nil if there are several. That value dominates the block: it dominates all
// predecessors that are not reached through the block.
func only(p *ir.Value) *ir.Value {
	var one *ir.Value
	for _, pred := range p.Block.Preds {
		for k := range pred.Succs {
			e := &pred.Succs[k]
			if e.To != p.Block {
				continue
			}
			switch a := ir.Resolve(e.Args[p.Aux]); {
			case a == p || a == one:
			case one != nil:
				return nil
			default:
				one = a
			}
		}
	}
	return one
}

func (r *runner) reset(n int) {
	size := 64
	for size < n {
		size *= 2
	}
	if len(r.heads) < size {
		r.heads = make([]int32, size)
	}
	for i := range r.heads {
		r.heads[i] = -1
	}
	r.table = r.table[:0]
}

// visit replaces v by an equal value that dominates it, or enters it.
func (r *runner) visit(ctx *passes.Context, tree *dom.Tree, v *ir.Value) {
	f := ctx.F
	commutes := f.Row(v).Flags&ir.Commutative != 0
	h := hash(v, commutes)
	slot := h & uint64(len(r.heads)-1)
	for i := r.heads[slot]; i >= 0; i = r.table[i].next {
		w := r.table[i].v
		if r.table[i].hash != h || !equal(v, w, commutes) || !tree.Dominates(w.Block, v.Block) {
			continue
		}
		if ctx.FireBy(ruleEqual, v, w, "") {
			if v.Leaves() { // w stands for both guards now
				f.AddFrom(w, v.From)
			}
			if v.Type == ir.Void {
				f.Remove(v)
			} else {
				f.Replace(v, w)
			}
		}
		return
	}
	r.table = append(r.table, entry{v, h, r.heads[slot]})
	r.heads[slot] = int32(len(r.table) - 1)
}

func hash(v *ir.Value, commutes bool) uint64 {
	h := uint64(v.Op)*0x9E3779B97F4A7C15 ^ uint64(v.Aux)
	if commutes {
		a, b := uint64(v.Args[0].ID), uint64(v.Args[1].ID)
		h = (h ^ (a + b)) * 0xFF51AFD7ED558CCD
		h = (h ^ h>>32 ^ (a ^ b)) * 0xFF51AFD7ED558CCD
		return h ^ h>>32
	}
	for _, a := range v.Args {
		h = (h ^ uint64(uint32(a.ID))) * 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return h
}

func equal(v, w *ir.Value, commutes bool) bool {
	if v.Op != w.Op || v.Type != w.Type || v.Aux != w.Aux || len(v.Args) != len(w.Args) {
		return false
	}
	if commutes && v.Args[0] == w.Args[1] && v.Args[1] == w.Args[0] {
		return true
	}
	for i := range v.Args {
		if v.Args[i] != w.Args[i] {
			return false
		}
	}
	return true
}
