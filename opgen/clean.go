package opgen

import (
	"fmt"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
)

// clean puts the blocks in order, without those that nothing leads to or that only jump.
func (c *converter) clean() {
	c.order()
	for _, b := range c.f.Blocks {
		for i := range b.Succs {
			c.skip(b, i)
		}
	}
	c.order()
	for i := 0; i < len(c.f.Blocks); i++ { // merging takes blocks out of the list
		b := c.f.Blocks[i]
		for len(b.Succs) == 1 && len(b.Succs[0].To.Preds) == 1 && b.Succs[0].To != b && b.Succs[0].To != c.giveUp {
			to := b.Succs[0].To
			c.f.Merge(b)
			for i := range c.gaveUp {
				if c.gaveUp[i].from == to {
					c.gaveUp[i].from = b
				}
			}
		}
	}
	c.f.Settle()
	c.order()
	for c.thread() {
		c.order()
	}
}

// thread makes edges that decide a branch lead to where it goes: to a block that does nothing but
// branch on a parameter, edges that give a constant. It reports whether it has found one.
func (c *converter) thread() (found bool) {
	uses := c.uses()
	for _, t := range c.f.Blocks {
		v := t.First()
		if v.Op != ir.OpBranch || v.Args[0].Op != ir.OpParam || v.Args[0].Block != t || t.Loop || uses.outside(t) {
			continue
		}
		for _, from := range append([]*ir.Block(nil), t.Preds...) {
			for i := range from.Succs {
				e := from.Succs[i]
				if e.To != t || e.Args[v.Args[0].Aux].Op != ir.OpConstBool || len(from.Succs) > 1 && from.Succs[1-i].To == t {
					continue
				}
				to := t.Succs[1-e.Args[v.Args[0].Aux].Aux]
				args := make([]*ir.Value, len(to.Args))
				for k, a := range to.Args {
					if args[k] = a; a.Op == ir.OpParam && a.Block == t {
						args[k] = e.Args[a.Aux]
					}
				}
				for k := range c.gaveUp {
					if c.gaveUp[k].from == t && to.To == c.giveUp {
						c.gaveUp = append(c.gaveUp, leading{from, c.gaveUp[k].pos})
					}
				}
				c.f.Retarget(from, i, c.f.Edge(to.To, args...))
				found = true
			}
		}
	}
	return found
}

// users has, by value, the blocks that use it.
type users map[*ir.Value]map[*ir.Block]bool

func (c *converter) uses() users {
	u := users{}
	note := func(v *ir.Value, b *ir.Block) {
		if u[v] == nil {
			u[v] = map[*ir.Block]bool{}
		}
		u[v][b] = true
	}
	for _, b := range c.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			for _, a := range v.Args {
				note(a, b)
			}
		}
		for _, e := range b.Succs {
			for _, a := range e.Args {
				note(a, b)
			}
		}
	}
	return u
}

// outside reports whether a parameter of a block is used by another block.
func (u users) outside(b *ir.Block) bool {
	for _, p := range b.Params {
		if len(u[p]) > 1 || len(u[p]) == 1 && !u[p][b] {
			return true
		}
	}
	return false
}

// skip makes an edge lead to where a block that only jumps leads.
func (c *converter) skip(b *ir.Block, i int) {
	for n := 0; n < len(c.f.Blocks); n++ {
		to := b.Succs[i].To
		if len(to.Params) > 0 || to.First().Op != ir.OpJump {
			return
		}
		e := to.Succs[0]
		if e.To == to || len(b.Succs) > 1 && b.Succs[1-i].To == e.To && len(e.Args) > 0 {
			return
		}
		for k := range c.gaveUp {
			if c.gaveUp[k].from == to {
				c.gaveUp = append(c.gaveUp, leading{b, c.gaveUp[k].pos})
			}
		}
		c.f.Retarget(b, i, c.f.Edge(e.To, e.Args...))
	}
}

// order removes what nothing leads to, puts dominators first and loops together, and
// marks the headers.
func (c *converter) order() {
	var t dom.Tree
	dom.Compute(c.f, &t)
	c.f.SetBlocks(append([]*ir.Block(nil), t.RPO()...))
	for _, b := range c.f.Blocks {
		loop := false
		for _, p := range b.Preds {
			loop = loop || t.Dominates(b, p)
		}
		c.f.SetLoop(b, loop)
	}
	ir.GatherLoops(c.f)
}

// pipeline is what is done to a routine before it is written. licm is not in it: it moves
// loads in front of branches that leave a loop, and such a branch may be what says that
// there is something to load.
const pipeline = "constprop,simplify,gvn,constprop,simplify,gvn,dce"

// optimize runs the passes and verifies the routine before and after.
func (c *converter) optimize() error {
	if err := c.verify("as converted"); err != nil {
		return err
	}
	set, err := all.Set()
	if err != nil {
		return err
	}
	p, err := passes.Parse(pipeline, set)
	if err != nil {
		return err
	}
	for range 2 { // what the first run has decided about branches makes constants
		if err := p.Run(passes.NewContext(c.f)); err != nil {
			return err
		}
		c.f.Settle()
		c.fold()
		c.clean()
	}
	return c.verify("optimized")
}

// fold makes jumps of branches on constants.
func (c *converter) fold() {
	for _, b := range c.f.Blocks {
		if v := b.Last(); v.Op == ir.OpBranch && v.Args[0].Op == ir.OpConstBool {
			e := b.Succs[1-v.Args[0].Aux]
			c.f.Remove(v)
			c.f.AtEnd(b).Jump(e.To, e.Args...)
		}
	}
}

func (c *converter) verify(when string) error {
	if d := verify.Check(c.f, verify.Options{Max: 1}); len(d) > 0 {
		return fmt.Errorf("routine %s, %s: %v", c.f.Name, when, d[0])
	}
	return nil
}
