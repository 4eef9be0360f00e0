package loadelim

import (
	"github.com/tier2go/tier2/analysis/alias"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// Dead stores, from the end of the function to its start: a place is over where
// it will be written whole before anything can see what it holds. Everything that
// can leave sees all memory.

// dropStores removes the stores to places that are over.
func (r *runner) dropStores(ctx *passes.Context) {
	f := ctx.F
	for len(r.over) < f.NumBlocks() {
		r.over = append(r.over, nil)
	}
	clear(r.done)
	for i := len(f.Blocks) - 1; i >= 0; i-- {
		b := f.Blocks[i]
		r.leave(b)
		for v := b.Last(); v != nil; {
			prev := v.Prev()
			r.overwritten(ctx, v)
			v = prev
		}
		r.over[b.ID] = append(r.over[b.ID][:0], r.ends...)
		r.done[b.ID] = true
	}
}

// leave sets r.ends up with what is over at the end of a block: on all ways out.
// A way back to a block that has not been seen yet, in a loop, may read anything.
func (r *runner) leave(b *ir.Block) {
	r.ends = r.ends[:0]
	for i := range b.Succs {
		to := b.Succs[i].To
		if !r.done[to.ID] {
			r.ends = r.ends[:0]
			return
		}
		if i == 0 {
			r.ends = append(r.ends, r.over[to.ID]...)
		} else {
			r.dropEnds(func(p alias.Location) bool { return !has(r.over[to.ID], p) })
		}
	}
}

// overwritten takes one operation into account.
func (r *runner) overwritten(ctx *passes.Context, v *ir.Value) {
	f := ctx.F
	for _, s := range v.States {
		if s != nil {
			r.ends = r.ends[:0]
			return
		}
	}
	p, ok := alias.Access(v)
	if ok && (v.Op == ir.OpStore || v.Op == ir.OpStoreX) {
		p.Type = ir.Void // whatever is stored: the bytes are the same
		if !has(r.ends, p) {
			r.ends = append(r.ends, p)
		} else if ctx.Fire(ruleDead, v) {
			f.Remove(v)
		}
		return
	}
	if reads := f.Reads(v); reads != 0 {
		r.dropEnds(func(q alias.Location) bool {
			if ok {
				return r.info.MayAlias(p, q)
			}
			return reads&q.Class() != 0 && !r.info.Inside(q.Base)
		})
	}
}

// dropEnds takes the places for which f holds out of r.ends.
func (r *runner) dropEnds(f func(p alias.Location) bool) {
	n := 0
	for _, p := range r.ends {
		if !f(p) {
			r.ends[n] = p
			n++
		}
	}
	r.ends = r.ends[:n]
}

func has(list []alias.Location, p alias.Location) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}
