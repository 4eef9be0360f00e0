// Package guardelim is the pass that removes guards whose condition is known to
// hold.
//
// What, by rule:
//
//   - type: the facts say that the operand has one of the types;
//   - repeated: an equal or stronger guard of the same value dominates it;
//   - unboxed: a guard.i64 of the same value dominates a guard that it is an int;
//   - const: the condition is a constant that holds;
//   - decided: a guard on the same condition dominates it.
//
// A guard that is known to fail stays: it is where execution leaves.
//
// Assumptions: a guard's result is its operand, so that everything behind the
// guard that relies on it uses the result; a guard is replaced only by a value
// that dominates it. Source: guard strengthening and redundancy elimination as
// in PyPy's optimizeopt and LuaJIT's FOLD; CPython's Python/optimizer_analysis.c
// is what it is measured against.
package guardelim

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleType = iota
	ruleRepeated
	ruleUnboxed
	ruleConst
	ruleDecided
)

// Pass removes guards.
var Pass = &passes.Pass{
	Name:     "guardelim",
	Doc:      "Removes guards that cannot fail.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	After:    []passes.Order{{Pass: "typeprop", Why: "guards on what typeprop replaces need not be looked at"}},
	Counters: []string{"type", "repeated", "unboxed", "const", "decided"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// runner chains the guards seen so far by what they guard.
type runner struct {
	ctx   *passes.Context
	tree  *dom.Tree
	facts *types.Facts
	heads []int32 // by value id: its last guard, −1
	seen  []seen
}

type seen struct {
	guard *ir.Value
	next  int32
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.ctx = ctx
	r.tree = passes.Get(ctx, dom.Analysis)
	r.facts = passes.Get(ctx, types.Analysis)
	n := ctx.F.NumValues()
	if cap(r.heads) < n {
		r.heads = make([]int32, n+n/4)
	}
	r.heads = r.heads[:n]
	for i := range r.heads {
		r.heads[i] = -1
	}
	r.seen = r.seen[:0]
	for _, b := range ctx.F.Blocks {
		for v := range b.Values() {
			r.visit(v)
		}
	}
	return nil
}

func (r *runner) visit(v *ir.Value) {
	switch v.Op {
	case ir.OpGuardType:
		if r.elimType(v) {
			return
		}
	case ir.OpGuardI64:
		if r.elimI64(v) {
			return
		}
	case ir.OpGuardTrue, ir.OpGuardFalse:
		if r.elimCond(v) {
			return
		}
	default:
		return
	}
	k := root(v.Args[0])
	r.seen = append(r.seen, seen{v, r.heads[k.ID]})
	r.heads[k.ID] = int32(len(r.seen) - 1)
}

// root looks through guards: what they guard is the same value.
func root(v *ir.Value) *ir.Value {
	for v.Op == ir.OpGuardType {
		v = ir.Resolve(v.Args[0])
	}
	return v
}

// find returns a guard of the same value that dominates v and satisfies ok.
func (r *runner) find(v *ir.Value, ok func(g *ir.Value) bool) *ir.Value {
	for i := r.heads[root(v.Args[0]).ID]; i >= 0; i = r.seen[i].next {
		if g := r.seen[i].guard; ok(g) && r.tree.Dominates(g.Block, v.Block) {
			return g
		}
	}
	return nil
}

func (r *runner) elimType(v *ir.Value) bool {
	want := v.TypeSet()
	if k := r.facts.Of(v.Args[0]); !k.IsBottom() && k.Types.Within(want) && (k.NotNull || want == ir.AnyType) {
		return r.replace(ruleType, v, v.Args[0])
	}
	if g := r.find(v, func(g *ir.Value) bool { return g.Op == ir.OpGuardType && g.TypeSet().Within(want) }); g != nil {
		return r.replace(ruleRepeated, v, g)
	}
	if r.ctx.F.Words == nil {
		return false
	}
	if i64, _, _ := r.ctx.F.Words.Boxes(); !i64.Within(want) {
		return false
	}
	if g := r.find(v, func(g *ir.Value) bool { return g.Op == ir.OpGuardI64 }); g != nil {
		return r.replace(ruleUnboxed, v, v.Args[0])
	}
	return false
}

func (r *runner) elimI64(v *ir.Value) bool {
	if g := r.find(v, func(g *ir.Value) bool { return g.Op == ir.OpGuardI64 }); g != nil {
		return r.replace(ruleRepeated, v, g)
	}
	return false
}

func (r *runner) elimCond(v *ir.Value) bool {
	cond := v.Args[0]
	if k := r.facts.Of(cond); k.Const && !k.IsBottom() && (k.Word != 0) == (v.Op == ir.OpGuardTrue) {
		return r.remove(ruleConst, v)
	}
	if g := r.find(v, func(g *ir.Value) bool { return g.Op == v.Op }); g != nil {
		return r.remove(ruleDecided, v)
	}
	return false
}

// replace removes a guard in favour of a value. The guard that remains, if it is
// one, also stands for the micro-ops of the one removed.
func (r *runner) replace(rule int, v, by *ir.Value) bool {
	if !r.ctx.Fire(rule, v) {
		return false
	}
	r.ctx.F.Replace(v, by)
	return true
}

func (r *runner) remove(rule int, v *ir.Value) bool {
	if !r.ctx.Fire(rule, v) {
		return false
	}
	r.ctx.F.Remove(v)
	return true
}
