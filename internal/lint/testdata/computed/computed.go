package computed

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// The rules come from a table: tests have to see them fire.
var Pass = &passes.Pass{Name: "computed", Counters: names()}

func names() []string { return []string{"a", "b"} }

func run(ctx *passes.Context, v *ir.Value) {
	for i := range names() {
		_ = ctx.Fire(i, v)
	}
	ctx.Fire(0, v) // want `what Fire answers is ignored`
}
