package required

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

var Pass = &passes.Pass{Name: "required", Required: true, Counters: []string{"a"}}

func run(ctx *passes.Context, v *ir.Value) { ctx.Fire(0, v) }
