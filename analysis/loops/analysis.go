package loops

import (
	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/analysis/dom"
)

// Analysis finds the loops.
var Analysis = &analysis.Analysis[Forest]{
	Name:    "loops",
	CFGOnly: true,
	Compute: func(c *analysis.Cache, out *Forest) { Compute(c.F, analysis.Get(c, dom.Analysis), out) },
}
