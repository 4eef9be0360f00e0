package dom

import "github.com/tier2go/tier2/analysis"

// Analysis computes the dominator tree.
var Analysis = &analysis.Analysis[Tree]{
	Name:    "dom",
	CFGOnly: true,
	Compute: func(c *analysis.Cache, out *Tree) { Compute(c.F, out) },
}
