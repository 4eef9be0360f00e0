package fired

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleFirst = iota
	ruleSecond
	ruleThird
	ruleFourth
	ruleNever
	ruleUndeclared
)

var Pass = &passes.Pass{
	Name:     "fired",
	Counters: []string{"first", "second", "third", "fourth", "never"}, // want `the rule never is declared and never counted`
}

func run(ctx *passes.Context, v *ir.Value) {
	ctx.Fire(ruleFirst, v)                                     // want `what Fire answers is ignored`
	if ctx.Fire(ruleFirst, v) && ctx.Fire(ruleUndeclared, v) { // want `rule 5 is not declared: Pass.Counters has 5`
		ctx.Count(-1) // want `rule -1 is not declared`
	}
	rule := ruleSecond
	if v == nil {
		rule = ruleThird
	}
	_ = ctx.Fire(rule, v)
	_ = apply(ctx, ruleFourth, v, 1)
}

// apply gets rules from its callers, itself among them.
func apply(ctx *passes.Context, rule int, v *ir.Value, n int) bool {
	if n > 0 && apply(ctx, rule, v, n-1) {
		return true
	}
	return ctx.Fire(rule, v)
}
