package simplify_test

import (
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passes/simplify"
)

// BenchmarkSimplify runs the pass over a function in which nothing matches.
func BenchmarkSimplify(b *testing.B) {
	f := ir.NewFunc("bench", ir.CoreOps, nil)
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "bench", NumLocals: 1, NumSlots: 1})
	f.Entries = []ir.Type{ir.I64, ir.I64}
	c := f.AtEnd(f.NewBlock())
	x, y := c.AddTyped(ir.OpEntry, ir.I64, 0), c.AddTyped(ir.OpEntry, ir.I64, 1)
	ops := []ir.Op{ir.OpAdd, ir.OpMul, ir.OpXor, ir.OpSub, ir.OpAnd}
	for i := range 400 {
		x, y = c.Add(ops[i%len(ops)], x, y), x
	}
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 2), nil, x), ir.End)
	ctx := passes.NewContext(f)
	r, err := simplify.Pass.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Run(ctx); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/400, "ns/value")
}
