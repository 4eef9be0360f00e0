package overflow

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// constants merges the checks of a block that are of constants against one length:
// the greatest, in the place of the first, stands for all.
type constants struct {
	groups []group
	of     []int32 // by value id of a length: its group, from 1
	guards []*ir.Value
}

// group is the checks against a length.
type group struct {
	length, first *ir.Value
	most          int64 // of the constants
	n             int
}

// begin makes room for lengths with ids below n.
func (c *constants) begin(n int) {
	if cap(c.of) < n {
		c.of = make([]int32, n+n/4)
	}
	c.of = c.of[:n]
	clear(c.of)
}

// merge merges the checks of a block.
func (c *constants) merge(ctx *passes.Context, b *ir.Block) {
	c.groups, c.guards = c.groups[:0], c.guards[:0]
	for v := range b.Values() {
		k, length, ok := constantCheck(v)
		if !ok || int(length.ID) >= len(c.of) {
			continue
		}
		c.guards = append(c.guards, v)
		i := c.of[length.ID]
		if i == 0 {
			c.groups = append(c.groups, group{length, v, k, 1})
			c.of[length.ID] = int32(len(c.groups))
			continue
		}
		g := &c.groups[i-1]
		g.most, g.n = max(g.most, k), g.n+1
	}
	for i := range c.groups {
		if g := &c.groups[i]; g.n > 1 && ctx.Fire(ruleMerged, g.first) {
			at := ctx.F.Before(g.first)
			cond := at.Add(ir.OpUlt, ctx.F.ConstI64(g.most), g.length)
			g.first = at.AddGuard(ir.OpGuardTrue, 0, g.first.States[ir.Before], g.first.Exits[ir.Before].Kind, cond)
		} else {
			g.n = 0 // stays as it is
		}
	}
	for _, v := range c.guards {
		_, length, _ := constantCheck(v)
		if g := &c.groups[c.of[length.ID]-1]; g.n > 0 {
			ctx.F.AddFrom(g.first, v.From)
			ctx.F.Remove(v)
		}
	}
	for i := range c.groups {
		c.of[c.groups[i].length.ID] = 0
	}
}

// constantCheck reports whether v is a guard that a constant, which is not
// negative, is below a length.
func constantCheck(v *ir.Value) (k int64, length *ir.Value, ok bool) {
	if v.Op != ir.OpGuardTrue || !again(v) {
		return 0, nil, false
	}
	c := ir.Resolve(v.Args[0])
	if c.Op != ir.OpUlt {
		return 0, nil, false
	}
	a, n := ir.Resolve(c.Args[0]), ir.Resolve(c.Args[1])
	return a.Aux, n, a.Op == ir.OpConstI64 && a.Aux >= 0 && !n.IsConst()
}
