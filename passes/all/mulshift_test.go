package all_test

import (
	"math/bits"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// MulShift is the pass of docs/add-a-pass.md.
var MulShift = &passes.Pass{
	Name:     "mulshift",
	Doc:      "Makes multiplications by powers of two shifts.",
	In:       ir.FromTyped,
	Out:      passes.Same,
	After:    []passes.Order{{Pass: "constprop", Why: "it finds the constant factors"}},
	Counters: []string{"shift"},
	Options:  []passes.Option{{Name: "max", Default: 62, Doc: "the highest exponent"}},
	New: func(o passes.Options) (passes.Runner, error) {
		return passes.RunnerFunc(func(ctx *passes.Context) error { return mulShift(ctx, o["max"]) }), nil
	},
}

func mulShift(ctx *passes.Context, max int) error {
	f := ctx.F
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if v.Op != ir.OpMul || v.Arg(1).Op != ir.OpConstI64 {
				continue
			}
			n := v.Arg(1).Int()
			k := bits.TrailingZeros64(uint64(n))
			if n <= 0 || n != 1<<k || k > max || !ctx.Fire(0, v) {
				continue
			}
			f.Replace(v, f.Before(v).Add(ir.OpShl, v.Arg(0), f.ConstI64(int64(k))))
		}
	}
	return nil
}
