package dom

import "github.com/tier2go/tier2/passes"

// Analysis computes the dominator tree.
var Analysis = &passes.Analysis[Tree]{
	Name:    "dom",
	CFGOnly: true,
	Compute: func(ctx *passes.Context, out *Tree) { Compute(ctx.F, out) },
}
