package unknown

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

var Pass = &passes.Pass{Name: "unknown", Counters: []string{"a", "b"}}

func run(ctx *passes.Context, v *ir.Value) {
	for i := range 2 {
		_ = ctx.Fire(i, v) // want `the rule is not a constant`
	}
}
