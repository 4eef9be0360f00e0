package loops

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/passes"
)

// Analysis finds the loops.
var Analysis = &passes.Analysis[Forest]{
	Name:    "loops",
	CFGOnly: true,
	Compute: func(ctx *passes.Context, out *Forest) { Compute(ctx.F, passes.Get(ctx, dom.Analysis), out) },
}
