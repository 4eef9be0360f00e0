// Package custompass has a pass outside of tier2: a value, a rule for each
// operation that it rewrites, their proof, and golden files. docs/add-a-pass.md of
// tier2 goes through it.
package custompass

import (
	"math/bits"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// The rules, as Pow2.Counters names them. Let n = 2^k; division rounds down.
const (
	ruleMul = iota // x * n  →  x << k
	ruleDiv        // x / n  →  x >> k
	ruleMod        // x % n  →  x & (n−1)
)

// Pow2 is the pass.
var Pow2 = &passes.Pass{
	Name:     "pow2",
	Doc:      "Multiplies, divides and takes remainders by powers of two with shifts and masks.",
	In:       ir.FromTyped,
	Out:      passes.Same,
	After:    []passes.Order{{Pass: "constprop", Why: "it finds the constants"}},
	Counters: []string{"mul", "div", "mod"},
	Options:  []passes.Option{{Name: "max", Default: 62, Doc: "the highest k"}},
	New: func(o passes.Options) (passes.Runner, error) {
		return passes.RunnerFunc(func(ctx *passes.Context) error { return run(ctx, o["max"]) }), nil
	},
}

func run(ctx *passes.Context, max int) error {
	f := ctx.F
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if v.Op != ir.OpMul && v.Op != ir.OpDivOv && v.Op != ir.OpModOv || v.Arg(1).Op != ir.OpConstI64 {
				continue
			}
			x, n := v.Arg(0), v.Arg(1).Int()
			k := bits.TrailingZeros64(uint64(n))
			if n <= 0 || n != 1<<k || k > max {
				continue
			}
			switch {
			case v.Op == ir.OpMul && ctx.Fire(ruleMul, v):
				f.Replace(v, f.Before(v).Add(ir.OpShl, x, f.ConstI64(int64(k))))
			case v.Op == ir.OpDivOv && ctx.Fire(ruleDiv, v):
				f.Replace(v, f.Before(v).Add(ir.OpSar, x, f.ConstI64(int64(k))))
			case v.Op == ir.OpModOv && ctx.Fire(ruleMod, v):
				f.Replace(v, f.Before(v).Add(ir.OpAnd, x, f.ConstI64(n-1)))
			}
		}
	}
	return nil
}
