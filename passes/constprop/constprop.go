// Package constprop is the pass that replaces values known to be constant by
// the constant.
//
// What: every value without effect whose fact is a constant; parameters
// included. Folding itself is done by the analysis for what it tracks
// (integers, boxes) and by the evaluator for everything else that is pure with
// constant operands.
//
// Assumptions: an operation's value on constants is what ir/eval computes.
// Source: Wegman and Zadeck 1991 (simple constants).
package constprop

import (
	"math"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleValue = iota
	ruleParam
	ruleFold
)

// Pass replaces constants.
var Pass = &passes.Pass{
	Name:     "constprop",
	Doc:      "Replaces values that are known to be constant by the constant.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	Counters: []string{"value", "param", "fold"},
	New:      passes.Simple(run),
}

func run(ctx *passes.Context) error {
	f := ctx.F
	facts := passes.Get(ctx, types.Analysis)
	for _, b := range f.Blocks {
		for i := len(b.Params) - 1; i >= 0; i-- {
			p := b.Params[i]
			if c := constant(f, p.Type, facts.Of(p)); c != nil && ctx.Fire(ruleParam, p) {
				f.ReplaceParam(p, c)
			}
		}
		for v := range b.Values() {
			if f.Row(v).Flags&ir.Pure == 0 || v.Op == ir.OpState || int(v.ID) >= facts.Len() {
				continue
			}
			if c := constant(f, v.Type, facts.Of(v)); c != nil && ctx.Fire(ruleValue, v) {
				f.Replace(v, c)
				continue
			}
			if c := fold(f, v); c != nil && ctx.Fire(ruleFold, v) {
				f.Replace(v, c)
			}
		}
	}
	return nil
}

// constant returns the constant of a fact, nil if it is none.
func constant(f *ir.Func, t ir.Type, k ir.Fact) *ir.Value {
	if k.IsBottom() || !k.Const {
		return nil
	}
	switch t {
	case ir.Ref:
		return f.ConstRef(k.Word)
	case ir.I64:
		return f.ConstI64(int64(k.Word))
	case ir.F64:
		return f.ConstF64(math.Float64frombits(k.Word))
	case ir.Bool:
		return f.ConstBool(k.Word != 0)
	}
	return nil
}

// fold evaluates a core operation on constants.
func fold(f *ir.Func, v *ir.Value) *ir.Value {
	var args [2]uint64
	if len(v.Args) == 0 || len(v.Args) > len(args) {
		return nil
	}
	for i, a := range v.Args {
		if !a.IsConst() || a.Op == ir.OpConstRef {
			return nil
		}
		args[i] = uint64(a.Aux)
	}
	w, ok := eval.Fold(v.Op, args[:len(v.Args)])
	if !ok {
		return nil
	}
	return constant(f, v.Type, ir.ConstFact(w))
}
