// Package gvn is the pass that computes nothing twice: a pure operation equal to
// one that dominates it is replaced by it.
//
// What: values are numbered by operation, representation, immediate and the
// numbers of their operands, blocks in dominator order. Operands of commutative
// operations are ordered first. Frame states are left alone: a state belongs to
// its place (verify V033).
//
// Assumptions: pure operations only; loads and guards have their own passes.
// Source: dominator-based value numbering, Briggs, Cooper and Simpson 1997.
package gvn

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const ruleEqual = 0

// Pass merges equal values.
var Pass = &passes.Pass{
	Name:     "gvn",
	Doc:      "Replaces a pure operation by an equal one that dominates it.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	Counters: []string{"equal"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// runner keeps a hash table with chains through next, by value id.
type runner struct {
	heads []int32 // by hash: index of the last entry, −1
	table []entry
}

type entry struct {
	v    *ir.Value
	next int32
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	f := ctx.F
	tree := passes.Get(ctx, dom.Analysis)
	r.reset(f.NumValues())
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if f.Row(v).Flags&(ir.Pure|ir.Checked) == 0 || v.Op == ir.OpEntry || v.Op == ir.OpState {
				continue
			}
			if f.Row(v).Flags&ir.Commutative != 0 && v.Args[0].ID > v.Args[1].ID {
				a, c := v.Args[0], v.Args[1]
				f.SetOperand(v, 0, c)
				f.SetOperand(v, 1, a)
			}
			r.visit(ctx, tree, v)
		}
	}
	return nil
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
	h := hash(v) & uint64(len(r.heads)-1)
	for i := r.heads[h]; i >= 0; i = r.table[i].next {
		w := r.table[i].v
		if !equal(v, w) || !tree.Dominates(w.Block, v.Block) {
			continue
		}
		if ctx.Fire(ruleEqual, v) {
			ctx.F.Replace(v, w)
		}
		return
	}
	r.table = append(r.table, entry{v, r.heads[h]})
	r.heads[h] = int32(len(r.table) - 1)
}

func hash(v *ir.Value) uint64 {
	h := uint64(v.Op)*0x9E3779B97F4A7C15 ^ uint64(v.Aux)
	for _, a := range v.Args {
		id := int32(-1)
		if a != nil {
			id = a.ID
		}
		h = (h ^ uint64(uint32(id))) * 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return h
}

func equal(v, w *ir.Value) bool {
	if v.Op != w.Op || v.Type != w.Type || v.Aux != w.Aux || len(v.Args) != len(w.Args) {
		return false
	}
	for i := range v.Args {
		if v.Args[i] != w.Args[i] {
			return false
		}
	}
	return true
}
