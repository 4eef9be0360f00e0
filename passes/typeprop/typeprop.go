// Package typeprop is the pass that acts on what is known of types: a type test
// whose answer is known becomes a constant.
//
// What: the analysis (package analysis/types) propagates facts, to a fixpoint
// around loops; this pass folds by them, by rule:
//
//   - is, is-not: is.type of a value whose types all are, or none of which is,
//     among those asked for;
//   - differ: same of two objects that have no type in common;
//   - same-const: same of two constant words;
//   - quiet: an operation that does nothing for operands of such a type
//     (ir.OpRow.Quiet).
//
// guardelim, constprop and unbox use the same facts for guards, constants and
// representations.
//
// Assumptions: none. Source: Kildall 1973; Chambers and Ungar's type analysis
// in Self.
package typeprop

import (
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleIs = iota
	ruleIsNot
	ruleDiffer
	ruleSameConst
	ruleQuiet
)

// Pass folds type tests.
var Pass = &passes.Pass{
	Name:     "typeprop",
	Doc:      "Propagates guest types and folds the tests that they decide.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	Counters: []string{"is", "is-not", "differ", "same-const", "quiet"},
	New:      passes.Simple(run),
}

func run(ctx *passes.Context) error {
	f := ctx.F
	facts := passes.Get(ctx, types.Analysis)
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if q := f.Row(v).Quiet; q != 0 && v.Type == ir.Void {
				if k := facts.Of(v.Args[0]); !k.IsBottom() && k.Types.Within(q) && ctx.FireBy(ruleQuiet, v, v.Args[0], "") {
					f.Remove(v)
				}
				continue
			}
			switch v.Op {
			case ir.OpIsType:
				k := facts.Of(v.Args[0])
				switch {
				case k.IsBottom():
				case k.Types.Within(v.TypeSet()) && k.NotNull && ctx.Fire(ruleIs, v):
					f.Replace(v, f.ConstBool(true))
				case k.Types&v.TypeSet() == 0 && ctx.Fire(ruleIsNot, v):
					f.Replace(v, f.ConstBool(false))
				}
			case ir.OpSame:
				a, c := facts.Of(v.Args[0]), facts.Of(v.Args[1])
				switch {
				case a.IsBottom() || c.IsBottom():
				case a.Const && c.Const && ctx.Fire(ruleSameConst, v):
					f.Replace(v, f.ConstBool(a.Word == c.Word))
				case a.Types&c.Types == 0 && a.NotNull && c.NotNull && ctx.Fire(ruleDiffer, v):
					f.Replace(v, f.ConstBool(false))
				}
			}
		}
	}
	return nil
}
