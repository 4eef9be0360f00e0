// Package overflow is the pass that removes checks of integers that cannot fail.
//
// What, by rule:
//
//   - add, sub, mul, neg, shl: an operation that leaves on overflow becomes the one
//     that wraps around, where its operands are bounded so that it fits;
//   - bounds: a guard that an index lies within bounds, an unsigned comparison, is
//     removed where the index is known to;
//   - compare, compare-not: any other guard on a comparison of integers that is known to
//     hold, or not to, is removed;
//   - merged: in a loop, the checks of i+k against one length, for several
//     constants k, become one, with the overflow checks of the sums: of the least
//     k against the length less the distance of the greatest. It stands where the
//     first of them stood. Whoever gets to the end of the block has passed all of
//     them, so that nobody leaves who would have stayed: at most one check an
//     induction variable and length. So do, in any block, the checks of several
//     constants against one length: that of the greatest is enough. Only checks are
//     merged behind whose exits the instruction is executed again.
//
// What is known of integers is what package analysis/ranges proves: from guards and
// branches that dominate, from the lengths' being lengths, around loops.
//
// Assumptions: a guard that is removed holds for the numbers as they are in the
// guest, however large, not only for those that passed a check (analysis/ranges).
// Source: ABCD (Bodik, Gupta, Sarkar 2000); overflow checks of loops as in LuaJIT's
// lj_opt_narrow.c and PyPy's intbounds; merging of bounds checks as in Würthinger,
// Wimmer and Mössenböck 2007, Array Bounds Check Elimination for the Java HotSpot
// Client Compiler.
package overflow

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/analysis/ranges"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// ruleMerged is the one rule that is no line of the table.
const ruleMerged = numRules

// Pass removes checks of integers.
var Pass = &passes.Pass{
	Name: "overflow",
	Doc:  "Removes overflow and bounds checks that cannot fail, and merges those of one index.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "unbox", Why: "there are no integer operations before"},
		{Pass: "loadelim", Why: "a length that is loaded twice is two lengths"},
	},
	Counters: append(ruleNames[:], "merged"),
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

type runner struct {
	facts *ranges.Facts
	sure  []decision // checks that cannot fail
	group merger
	fixed constants
}

// decision is a rule that matches a value.
type decision struct {
	rule int
	v    *ir.Value
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	if !hasChecks(ctx.F) {
		return nil
	}
	r.facts = passes.Get(ctx, ranges.Analysis)
	r.sure = r.sure[:0]
	for _, b := range ctx.F.Blocks {
		for v := range b.Values() {
			if rule, ok := r.match(v); ok {
				r.sure = append(r.sure, decision{rule, v})
			}
		}
	}
	for _, d := range r.sure { // all have been decided before any changes
		r.rewrite(ctx, d.rule, d.v)
	}
	passes.Get(ctx, dom.Analysis)
	forest := passes.Get(ctx, loops.Analysis)
	r.fixed.begin(ctx.F.NumValues())
	for _, b := range ctx.F.Blocks {
		r.fixed.merge(ctx, b)
		if forest.Of(b) != nil && r.group.find(ctx.F, forest, b) {
			ctx.F.Settle()
			r.group.merge(ctx, passes.Get(ctx, ranges.Analysis))
		}
	}
	return nil
}

// hasChecks reports whether there is anything to remove.
func hasChecks(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			switch {
			case v.Op >= ir.OpAddOv && v.Op <= ir.OpShlOv:
				return true
			case v.Op == ir.OpGuardTrue || v.Op == ir.OpGuardFalse:
				if c := comparison(v); c.Op >= ir.OpEq && c.Op <= ir.OpUlt {
					return true
				}
			}
		}
	}
	return false
}

// comparison returns the condition of a guard without negations.
func comparison(v *ir.Value) *ir.Value {
	c := ir.Resolve(v.Args[0])
	for c.Op == ir.OpBNot {
		c = ir.Resolve(c.Args[0])
	}
	return c
}
