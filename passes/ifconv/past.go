package ifconv

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// past lets the ways that meet only to go back to a loop's start lead there themselves:
// what the loop carries is then moved once on each way, not to the meeting place and on
// from there, and one jump is saved.
func past(ctx *passes.Context) {
	f := ctx.F
	for i := 1; i < len(f.Blocks); i++ {
		b := f.Blocks[i]
		if !isPast(f, b, i) || !ctx.Fire(rulePast, b.Last()) {
			continue
		}
		last := b.Succs[0]
		for len(b.Preds) > 0 {
			from := b.Preds[0]
			args := make([]*ir.Value, len(last.Args))
			for k, a := range last.Args {
				if args[k] = ir.Resolve(a); args[k].Op == ir.OpParam && args[k].Block == b {
					args[k] = from.Succs[0].Args[args[k].Aux]
				}
			}
			f.Retarget(from, 0, ir.Edge{To: last.To, Args: args})
		}
		f.RemoveBlock(b)
		i--
	}
}

// isPast reports whether block number i is one where several ways meet, each with a
// jump, that does nothing but lead back.
func isPast(f *ir.Func, b *ir.Block, i int) bool {
	if b.First() != b.Last() || b.Last().Op != ir.OpJump || len(b.Preds) < 2 || b.Loop {
		return false
	}
	for _, p := range b.Preds {
		if len(p.Succs) != 1 {
			return false
		}
	}
	for _, h := range f.Blocks[:i] {
		if h == b.Succs[0].To {
			return true
		}
	}
	return false
}
