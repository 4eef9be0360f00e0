// Package constprop is the pass that replaces values known to be constant by
// the constant.
//
// What, by rule:
//
//   - param: a block parameter that all edges bring the same constant;
//   - value: a pure operation whose fact (package analysis/types) is a constant;
//   - fold: an operation on constants that the evaluator can compute. One that
//     is checked and would leave stays: it is where execution leaves.
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
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// runner holds the operands of the operation that is being folded.
type runner struct{ args [2]uint64 }

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	f := ctx.F
	facts := passes.Get(ctx, types.Analysis)
	for _, b := range f.Blocks {
		for i := len(b.Params) - 1; i >= 0; i-- {
			p := b.Params[i]
			if k := facts.Of(p); isConst(k) && ctx.Fire(ruleParam, p) {
				f.ReplaceParam(p, constant(f, p.Type, k.Word))
			}
		}
		for v := range b.Values() {
			r.visit(ctx, facts, v)
		}
	}
	return nil
}

func (r *runner) visit(ctx *passes.Context, facts *types.Facts, v *ir.Value) {
	f := ctx.F
	flags := f.Row(v).Flags
	if flags&(ir.Pure|ir.Checked) == 0 || v.Op == ir.OpState || v.Type == ir.U64 {
		return
	}
	// The fact of a checked operation holds only if it does not leave.
	if k := facts.Of(v); flags&ir.Pure != 0 && isConst(k) && ctx.Fire(ruleValue, v) {
		f.Replace(v, constant(f, v.Type, k.Word))
		return
	}
	if w, ok := r.fold(v); ok && ctx.Fire(ruleFold, v) {
		f.Replace(v, constant(f, v.Type, w))
	}
}

func isConst(k ir.Fact) bool { return k.Const && !k.IsBottom() }

// constant returns the constant with the given bits.
func constant(f *ir.Func, t ir.Type, bits uint64) *ir.Value {
	switch t {
	case ir.I64:
		return f.ConstI64(int64(bits))
	case ir.F64:
		return f.ConstF64(math.Float64frombits(bits))
	case ir.Bool:
		return f.ConstBool(bits != 0)
	}
	return f.ConstRef(bits)
}

// fold evaluates a core operation on constants; ok is false if it cannot, or
// would leave.
func (r *runner) fold(v *ir.Value) (bits uint64, ok bool) {
	if len(v.Args) == 0 || len(v.Args) > len(r.args) {
		return 0, false
	}
	for i, a := range v.Args {
		if !a.IsConst() {
			return 0, false
		}
		r.args[i] = uint64(a.Aux)
	}
	return eval.Fold(v.Op, r.args[:len(v.Args)])
}
