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
	if err := p.Run(passes.NewContext(c.f)); err != nil {
		return err
	}
	c.f.Settle()
	return c.verify("optimized")
}

func (c *converter) verify(when string) error {
	if d := verify.Check(c.f, verify.Options{Max: 1}); len(d) > 0 {
		return fmt.Errorf("routine %s, %s: %v", c.f.Name, when, d[0])
	}
	return nil
}

// effects finds the alias classes that a routine reads and writes.
func (r *Routine) effects() {
	for _, b := range r.Func.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			switch v.Op {
			case ir.OpLoad, ir.OpLoadX:
				r.Reads |= 1 << v.Mem().Class
			case ir.OpStore, ir.OpStoreX:
				r.Writes |= 1 << v.Mem().Class
			}
		}
	}
}
