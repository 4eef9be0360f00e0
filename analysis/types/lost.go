package types

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// Lost counts the tests of values in a function (guard.type, guard.i64), and, of those that
// test what meets at a join, the ways in on which the test holds already: what a copy of the
// code behind the join for each way would save. f has the function's facts.
func Lost(fn *ir.Func, f *Facts) (tests, lost int) {
	ints, _, _ := fn.Words.Boxes()
	for _, b := range fn.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op != ir.OpGuardType && v.Op != ir.OpGuardI64 {
				continue
			}
			tests++
			p := ir.Resolve(v.Args[0])
			k := slices.Index(p.Block.Params, p)
			if k < 0 || len(p.Block.Preds) < 2 {
				continue
			}
			for _, from := range p.Block.Preds {
				for _, e := range from.Succs {
					if e.To != p.Block {
						continue
					}
					a := f.Of(ir.Resolve(e.Args[k]))
					if v.Op == ir.OpGuardType && a.Types.Within(v.TypeSet()) || v.Op == ir.OpGuardI64 && a.Small && a.Types.Within(ints) {
						lost++
					}
				}
			}
		}
	}
	return tests, lost
}
