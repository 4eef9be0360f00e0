// Package guardelim is the pass that removes guards whose condition is known to
// hold.
//
// What, by rule:
//
//   - type: the facts say that the operand has one of the types;
//   - repeated: an equal or stronger guard of the same value dominates it;
//   - unboxed: a guard.i64 of the same value dominates a guard that it is an int;
//   - const: the condition is a constant that holds, or the int a constant;
//   - small: the facts say that the operand is an int of at most 64 bits, which
//     is then unboxed without a guard;
//   - decided: a guard on the same condition dominates it;
//   - stronger: a guard.i64 of the guarded value follows that leaves with the
//     same state, and takes its place;
//   - version: the facts say that the operand has the version;
//   - implied: the guest says that what is known of the operands, or what it
//     watches, proves the claim;
//   - shown: a guard of the same stable claim, or of a larger ordered one,
//     dominates it;
//   - available: the same claim has been tested on every path, and nothing since
//     has written what it reads;
//   - raised: a guard of a smaller ordered claim dominates it, and tests the
//     larger one from now on. It may leave where only the later guard would have.
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
	ruleSmall
	ruleDecided
	ruleStronger
	ruleVersion
	ruleImplied
	ruleShown
	ruleAvailable
	ruleRaised
)

// Pass removes guards.
var Pass = &passes.Pass{
	Name:     "guardelim",
	Doc:      "Removes guards that cannot fail.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	After:    []passes.Order{{Pass: "typeprop", Why: "guards on what typeprop replaces need not be looked at"}},
	Counters: []string{"type", "repeated", "unboxed", "const", "small", "decided", "stronger", "version", "implied", "shown", "available", "raised"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// runner chains the guards seen so far by what they guard.
type runner struct {
	ctx   *passes.Context
	f     *ir.Func
	tree  *dom.Tree
	facts *types.Facts
	ints  ir.TypeSet // the types of boxed ints, AnyType if nothing is known
	heads []int32    // by value id: its last guard, −1
	seen  []seen
	roots []*ir.Value // by value id: what a guard's result is
	known []ir.Fact   // of a claim's operands

	claims claims
}

type seen struct {
	guard *ir.Value
	next  int32
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.ctx, r.f = ctx, ctx.F
	r.tree = passes.Get(ctx, dom.Analysis)
	r.facts = passes.Get(ctx, types.Analysis)
	r.ints = ir.AnyType
	if w := ctx.F.Words; w != nil {
		r.ints, _, _ = w.Boxes()
	}
	n := ctx.F.NumValues()
	if cap(r.heads) < n {
		r.heads = make([]int32, n+n/4)
	}
	r.heads = r.heads[:n]
	if cap(r.claims.heads) < n {
		r.claims.heads = make([]int32, n+n/4)
	}
	r.claims.heads = r.claims.heads[:n]
	for i := range r.heads {
		r.heads[i], r.claims.heads[i] = -1, -1
	}
	r.seen = r.seen[:0]
	r.findRoots()
	r.startClaims()
	for _, b := range ctx.F.Blocks {
		r.enter(b)
		for v := range b.Values() {
			r.visit(v)
		}
	}
	return nil
}

// visit removes v if it is a guard that cannot fail, or remembers it.
func (r *runner) visit(v *ir.Value) {
	var gone bool
	switch v.Op {
	case ir.OpGuardType:
		gone = r.elimType(v)
	case ir.OpGuardI64:
		gone = r.elimI64(v)
	case ir.OpGuardU64:
		gone = r.elimU64(v)
	case ir.OpGuardTrue, ir.OpGuardFalse:
		gone = r.elimCond(v)
	case ir.OpGuardFact, ir.OpGuardState:
		gone = r.elimClaim(v)
		if r.claims.words > 0 && !gone {
			r.step(v)
		}
	default:
		if r.claims.words > 0 {
			r.step(v)
		}
		return
	}
	if !gone {
		r.remember(v)
	}
}

// remember enters a guard that stays.
func (r *runner) remember(v *ir.Value) {
	if v.Op == ir.OpGuardState {
		if v.Claim().Has(ir.Stable) {
			r.claims.states = append(r.claims.states, v)
		}
		return
	}
	k := r.root(v.Args[0])
	if int(k.ID) >= len(r.heads) {
		return // made by this pass
	}
	r.seen = append(r.seen, seen{v, r.heads[k.ID]})
	r.heads[k.ID] = int32(len(r.seen) - 1)
}

// findRoots computes the root of every guard's result: the value that a chain of
// guards of types and claims guards. In the order of the blocks an operand's is
// known before.
func (r *runner) findRoots() {
	n := r.f.NumValues()
	if cap(r.roots) < n {
		r.roots = make([]*ir.Value, n+n/4)
	}
	r.roots = r.roots[:n]
	clear(r.roots)
	for _, b := range r.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpGuardType || v.Op == ir.OpGuardFact {
				r.roots[v.ID] = r.root(v.Args[0])
			}
		}
	}
}

// root looks through guards: what they guard is the same value.
func (r *runner) root(v *ir.Value) *ir.Value {
	v = ir.Resolve(v)
	if int(v.ID) < len(r.roots) && r.roots[v.ID] != nil {
		return r.roots[v.ID]
	}
	return v
}

// find returns a guard of the same value that dominates v and satisfies ok.
func (r *runner) find(v *ir.Value, ok func(g *ir.Value) bool) *ir.Value {
	k := r.root(v.Args[0])
	if int(k.ID) >= len(r.heads) {
		return nil // made by this pass
	}
	for i := r.heads[k.ID]; i >= 0; i = r.seen[i].next {
		if g := r.seen[i].guard; ok(g) && r.tree.Dominates(g.Block, v.Block) {
			return g
		}
	}
	return nil
}

func (r *runner) elimType(v *ir.Value) bool {
	want := v.TypeSet()
	if g := ir.Resolve(v.Args[0]); g.Op == ir.OpGuardType && g.TypeSet().Within(want) {
		return r.merge(ruleRepeated, v, g)
	}
	if k := r.facts.Of(v.Args[0]); !k.IsBottom() && k.Types.Within(want) && (k.NotNull || want == ir.AnyType) {
		return r.replace(ruleType, v, v.Args[0])
	}
	if g := r.find(v, func(g *ir.Value) bool { return g.Op == ir.OpGuardType && g.TypeSet().Within(want) }); g != nil {
		return r.merge(ruleRepeated, v, g)
	}
	if r.f.Words == nil || !r.ints.Within(want) {
		return false
	}
	if g := r.find(v, func(g *ir.Value) bool { return isI64(g) || isU64(g) }); g != nil && r.ctx.Fire(ruleUnboxed, v) {
		r.f.AddFrom(g, v.From)
		r.f.Replace(v, v.Args[0])
		return true
	}
	return false
}

func isI64(g *ir.Value) bool { return g.Op == ir.OpGuardI64 }

func isU64(g *ir.Value) bool { return g.Op == ir.OpGuardU64 }

func (r *runner) elimI64(v *ir.Value) bool {
	if g := r.find(v, isI64); g != nil {
		return r.merge(ruleRepeated, v, g)
	}
	k := r.facts.Of(v.Args[0])
	if k.IsBottom() || r.f.Words == nil {
		return false
	}
	if k.Const {
		n, ok := r.f.Words.UnboxI64(k.Word)
		if !ok || !r.ctx.Fire(ruleConst, v) {
			return false
		}
		r.f.Replace(v, r.f.ConstI64(n))
		return true
	}
	if k.Small && k.NotNull && k.Types.Within(r.ints) {
		if !r.ctx.Fire(ruleSmall, v) {
			return false
		}
		r.f.Replace(v, r.f.Before(v).Add(ir.OpUnboxI64, v.Args[0]))
		return true
	}
	return r.strengthen(v)
}

// elimU64 removes a guard of an int that is known to be from 0 to 2^64−1.
func (r *runner) elimU64(v *ir.Value) bool {
	if g := r.find(v, isU64); g != nil {
		return r.merge(ruleRepeated, v, g)
	}
	k := r.facts.Of(v.Args[0])
	if k.IsBottom() || r.f.Words == nil {
		return false
	}
	if k.IsU64() && k.NotNull && k.Types.Within(r.ints) {
		if !r.ctx.Fire(ruleSmall, v) {
			return false
		}
		low := r.f.Before(v).Add(ir.OpLowI64, v.Args[0])
		r.f.Replace(v, r.f.Before(v).Add(ir.OpI2U, low))
		return true
	}
	return r.strengthen(v)
}

// strengthen puts v, a guard.i64 or guard.u64, in the place of the guard of its operand's
// type if that asks for no more and leaves in the same way: the one guard does
// for both. Nothing observable lies between them, since a state is good up to
// the next such operation only.
func (r *runner) strengthen(v *ir.Value) bool {
	g := ir.Resolve(v.Args[0])
	if g.Op != ir.OpGuardType || g.Block != v.Block || !r.ints.Within(g.TypeSet()) ||
		g.States[ir.Before] != v.States[ir.Before] || g.Exits[ir.Before].Kind != v.Exits[ir.Before].Kind ||
		!r.ctx.Fire(ruleStronger, g) {
		return false
	}
	w := r.f.Before(g).AddGuard(v.Op, 0, g.States[ir.Before], g.Exits[ir.Before].Kind, g.Args[0])
	r.f.AddFrom(w, v.From)
	r.f.Replace(g, g.Args[0])
	r.f.Replace(v, w)
	r.remember(w)
	return true
}

func (r *runner) elimCond(v *ir.Value) bool {
	cond := v.Args[0]
	if k := r.facts.Of(cond); k.Const && !k.IsBottom() && (k.Word != 0) == (v.Op == ir.OpGuardTrue) {
		if !r.ctx.FireBy(ruleConst, v, cond, "") {
			return false
		}
		r.f.Remove(v)
		return true
	}
	if g := r.find(v, func(g *ir.Value) bool { return g.Op == v.Op }); g != nil {
		return r.merge(ruleDecided, v, g)
	}
	return false
}

// replace replaces a guard by a value.
func (r *runner) replace(rule int, v, by *ir.Value) bool {
	if !r.ctx.FireBy(rule, v, by, "") {
		return false
	}
	r.f.Replace(v, by)
	return true
}

// merge replaces a guard by another, which also stands for the micro-ops of the
// one removed.
func (r *runner) merge(rule int, v, g *ir.Value) bool {
	if !r.ctx.FireBy(rule, v, g, "") {
		return false
	}
	r.f.AddFrom(g, v.From)
	if v.Type == ir.Void {
		r.f.Remove(v)
	} else {
		r.f.Replace(v, g)
	}
	return true
}
