// Package ifconv is the pass that makes selections of branches whose two ways do
// nothing but give different numbers to the place where they meet.
//
// What: a branch, both ways of which lead to the same block, directly or through a
// block that holds a jump alone, becomes a jump. A parameter of the meeting place
// that the ways give different numbers becomes select (integers) or fselect (floats)
// of the branch's condition. If no other way leads there, both blocks become one.
//
//	b0: … branch v1, b1(), b2()          b0: …
//	b1: jump b3(v2)                          v4 = select v1, v2, v3
//	b2: jump b3(v3)                 →        …
//	b3(v4): …
//
// Why: who selects regions follows a branch both ways only if it has gone both ways of
// late, so that the processor is likely to guess it wrong: about 15 cycles, where a
// selection takes 1 to 6. Words are left alone, because what is known of a type differs
// by the way; so is what is cold on one way, which is guessed right.
//
// Assumptions: none, but it finds something only where numbers are no words any more,
// and where what nothing uses is gone: else the ways look as if they did something.
// Source: the simplest case of if-conversion, Allen, Kennedy, Porterfield, Warren 1983.
package ifconv

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// ruleSelect is the pass's rule.
const ruleSelect = 0

// Pass converts branches.
var Pass = &passes.Pass{
	Name: "ifconv",
	Doc:  "Makes selections of branches whose ways only give different numbers to the place where they meet.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "unbox", Why: "it makes numbers of the words that meet"},
		{Pass: "dce", Why: "ways are empty only when what nothing uses is gone"},
	},
	Counters: []string{"select"},
	Options:  []passes.Option{{Name: "max", Default: 2, Doc: "the most selections for one branch"}},
	New: func(o passes.Options) (passes.Runner, error) {
		return passes.RunnerFunc(func(ctx *passes.Context) error { run(ctx, o["max"]); return nil }), nil
	},
}

func run(ctx *passes.Context, most int) {
	f := ctx.F
	for i := 0; i < len(f.Blocks); i++ {
		b := f.Blocks[i]
		for {
			yes, no, ok := meeting(b, most)
			if !ok || !ctx.Fire(ruleSelect, b.Last()) {
				break
			}
			convert(f, b, yes, no)
			if !mergeable(b) {
				break
			}
			f.Merge(b) // now b ends as its successor did
		}
	}
}

// meeting returns the edges by which the two ways of b's branch reach the same block,
// if they do and it pays to select.
func meeting(b *ir.Block, most int) (yes, no ir.Edge, ok bool) {
	if len(b.Succs) != 2 {
		return yes, no, false
	}
	yes, no = through(b, b.Succs[0]), through(b, b.Succs[1])
	to := yes.To
	if to != no.To || to.Loop || to.Cold || b.Succs[0].To.Cold || b.Succs[1].To.Cold {
		return yes, no, false
	}
	for k, p := range to.Params {
		switch {
		case ir.Resolve(yes.Args[k]) == ir.Resolve(no.Args[k]):
		case most == 0 || p.Type != ir.I64 && p.Type != ir.F64:
			return yes, no, false
		default:
			most--
		}
	}
	return yes, no, true
}

// through returns where an edge from b leads to if its block only jumps on.
func through(b *ir.Block, e ir.Edge) ir.Edge {
	if to := e.To; len(to.Preds) == 1 && len(to.Params) == 0 && to.First() == to.Last() && to.Last().Op == ir.OpJump && to != b {
		return to.Succs[0]
	}
	return e
}

// convert makes b jump to where its ways meet.
func convert(f *ir.Func, b *ir.Block, yes, no ir.Edge) {
	branch := b.Last()
	cond := branch.Arg(0)
	at := f.Before(branch)
	args := make([]*ir.Value, len(yes.Args))
	for k := range args {
		x, y := ir.Resolve(yes.Args[k]), ir.Resolve(no.Args[k])
		args[k] = x
		switch {
		case x == y:
		case x.Type == ir.F64:
			args[k] = at.Add(ir.OpFSelect, cond, x, y)
		default:
			args[k] = at.Add(ir.OpSelect, cond, x, y)
		}
	}
	var arms []*ir.Block
	for _, e := range b.Succs {
		if e.To != yes.To {
			arms = append(arms, e.To)
		}
	}
	f.Remove(branch)
	f.AtEnd(b).Jump(yes.To, args...)
	for _, arm := range arms {
		f.RemoveBlock(arm)
	}
}

// mergeable reports whether b and its only successor always follow each other.
func mergeable(b *ir.Block) bool { return len(b.Succs[0].To.Preds) == 1 && b.Succs[0].To != b }
