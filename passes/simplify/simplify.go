// Package simplify is the pass that rewrites operations by a table of local
// rules.
//
// What: each operation is matched against the rules whose pattern begins with
// it (RULES), until none applies; what a rule makes is simplified too.
// Constants are put on the right of commutative operations first; otherwise
// their operands match in either order. internal/gen/rules makes the matcher of the
// table.
//
// Assumptions: a rule never makes the code worse and is proved (internal/gen/rules).
// Rules that remove a guard do so because the pattern itself shows
// that it holds. Source: the rules for rules of Cranelift's opts/README and
// PyPy's real.rules.
package simplify

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// ruleConstantRight is the one rule that is no line of the table.
const ruleConstantRight = numRules

// Pass applies the rules.
var Pass = &passes.Pass{
	Name:     "simplify",
	Doc:      "Rewrites operations by local rules.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	After:    []passes.Order{{Pass: "constprop", Why: "rules with constants match after constants are found"}},
	Counters: append(ruleNames[:], "constant-right"),
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// runner has what rules ask for besides operands.
type runner struct {
	f    *ir.Func
	uses []uint8 // by value id, counted to 2; empty as long as no rule has asked
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.f, r.uses = ctx.F, r.uses[:0]
	for _, b := range ctx.F.Blocks {
		for v := range b.Values() {
			r.simplify(ctx, v)
		}
	}
	return nil
}

// simplify applies rules to v and to what replaces it.
func (r *runner) simplify(ctx *passes.Context, v *ir.Value) {
	for v.Op < ir.FirstGuestOp {
		if ctx.F.Row(v).Flags&ir.Commutative != 0 && v.Arg(0).IsConst() && !v.Arg(1).IsConst() && ctx.Fire(ruleConstantRight, v) {
			a, b := v.Arg(0), v.Arg(1)
			ctx.F.SetOperand(v, 0, b)
			ctx.F.SetOperand(v, 1, a)
		}
		next := r.apply(ctx, v)
		if next == nil || next.Block == nil || next.Op == ir.OpParam {
			return
		}
		v = next
	}
}

// once reports whether v had one use when a rule first asked. What has been rewritten
// since makes no rule wrong, only worth less.
func (r *runner) once(v *ir.Value) bool {
	if len(r.uses) == 0 {
		r.uses = dense.Cleared(r.uses, r.f.NumValues())
		for _, b := range r.f.Blocks {
			for v := range b.Values() {
				r.use(v.Args)
				r.use(v.States[:])
			}
			for _, e := range b.Succs {
				r.use(e.Args)
			}
		}
	}
	return int(v.ID) < len(r.uses) && r.uses[v.ID] == 1
}

func (r *runner) use(list []*ir.Value) {
	for _, x := range list {
		if x != nil {
			x = ir.Resolve(x)
			r.uses[x.ID] = min(r.uses[x.ID]+1, 2)
		}
	}
}
