package verify

import "github.com/tier2go/tier2/ir"

// checkBlocks checks that the blocks can be walked.
func (c *Checker) checkBlocks() bool {
	f := c.f
	if f == nil || f.Ops == nil || len(f.Blocks) == 0 {
		c.report("V001", nil, nil, "the function has no blocks or no table of operations")
		return false
	}
	c.order = resized(c.order, f.NumBlocks())
	for i := range c.order {
		c.order[i] = -1
	}
	for i, b := range f.Blocks {
		switch {
		case b == nil:
			c.report("V001", nil, nil, "block %d is nil", i)
		case b.Func() != f:
			c.report("V001", b, nil, "block %d is another function's", i)
		case uint(b.ID) >= uint(len(c.order)):
			c.report("V001", b, nil, "id %d is not below NumBlocks, %d", b.ID, len(c.order))
		case c.order[b.ID] >= 0:
			c.report("V001", b, nil, "blocks %d and %d have the id %d", c.order[b.ID], i, b.ID)
		default:
			c.order[b.ID] = int32(i)
		}
	}
	return len(c.diags) == 0
}

// define records a value, whose id must be its own.
func (c *Checker) define(v *ir.Value, b *ir.Block, pos int32) bool {
	switch {
	case uint(v.ID) >= uint(len(c.defs)):
		c.report("V003", b, nil, "a value's id, %d, is not below NumValues, %d", v.ID, len(c.defs))
	case c.defs[v.ID] == v:
		c.report("V003", b, v, "the value stands in two places, or its list is a cycle")
	case c.defs[v.ID] != nil:
		c.report("V003", b, v, "two values have the id %d", v.ID)
	default:
		c.defs[v.ID], c.pos[v.ID] = v, pos
		return true
	}
	return false
}

// checkLists checks that the values of all blocks can be walked, that they have
// rows, and that terminators end their blocks.
func (c *Checker) checkLists() bool {
	f := c.f
	c.defs = resized(c.defs, f.NumValues())
	c.pos = resized(c.pos, f.NumValues())
	for _, v := range f.Consts() {
		switch {
		case !v.IsConst():
			c.report("V019", nil, nil, "value %d is listed as a constant and is none", v.ID)
		case v.Block != nil:
			c.report("V019", nil, v, "a constant is in a block")
		default:
			c.define(v, nil, -1)
		}
	}
	for _, b := range f.Blocks {
		for i, v := range b.Params {
			switch {
			case v == nil:
				c.report("V002", b, nil, "parameter %d is nil", i)
			case v.Op != ir.OpParam || v.Block != b || v.Aux != int64(i):
				c.report("V002", b, v, "parameter %d is not a param of this block with this number", i)
			default:
				c.define(v, b, -1)
			}
		}
		c.checkList(b)
	}
	return len(c.diags) == 0
}

func (c *Checker) checkList(b *ir.Block) {
	var last *ir.Value
	ended := false
	for v, n := b.First(), int32(0); v != nil; v, n = v.Next(), n+1 {
		if !c.define(v, b, n) {
			return
		}
		switch {
		case v.Prev() != last:
			c.report("V003", b, v, "its link to the value before it is wrong")
			return
		case v.Block != b:
			c.report("V003", b, v, "it stands in the list of a block that is not its own")
		case int(v.Op) >= c.f.Ops.Len():
			c.report("V004", b, v, "there is no operation number %d", v.Op)
			return
		case v.Op == ir.OpParam:
			c.report("V002", b, v, "a parameter stands among the operations")
		case ended:
			c.report("V005", b, v, "it follows the terminator")
		}
		ended = ended || c.f.Row(v).Flags&ir.Terminator != 0
		last = v
	}
	switch {
	case !ended:
		c.report("V005", b, nil, "the block does not end in a terminator")
	case b.Last() != last:
		c.report("V003", b, last, "it is the last of the list, but not of the block")
	}
}

// edgesOf returns how many edges a terminator of the core has, −1 for others.
func edgesOf(op ir.Op) int {
	switch op {
	case ir.OpExit, ir.OpEnter, ir.OpRet, ir.OpGiveUp:
		return 0
	case ir.OpJump:
		return 1
	case ir.OpBranch:
		return 2
	}
	return -1
}

// checkEdges checks edges and predecessors and fills the graph.
func (c *Checker) checkEdges() bool {
	f := c.f
	for _, b := range f.Blocks {
		last := b.Last()
		if want := edgesOf(last.Op); want >= 0 && len(b.Succs) != want {
			c.report("V006", b, last, "%s has %d edges, want %d", f.Row(last).Name, len(b.Succs), want)
		}
		for i, e := range b.Succs {
			if e.To == nil || !c.owns(e.To) {
				c.report("V006", b, nil, "edge %d does not lead to a block of the function", i)
			}
		}
	}
	if len(c.diags) > 0 {
		return false
	}
	c.cfg.build(f, c.order)
	c.counts = resized(c.counts, len(f.Blocks))
	for i, b := range f.Blocks {
		c.checkPreds(b, c.cfg.preds(int32(i)))
	}
	return len(c.diags) == 0
}

// checkPreds compares a block's predecessors with those that have an edge to it.
func (c *Checker) checkPreds(b *ir.Block, want []int32) {
	for _, p := range want {
		c.counts[p]++
	}
	for i, p := range b.Preds {
		if p == nil || !c.owns(p) {
			c.report("V007", b, nil, "predecessor %d is no block of the function", i)
			continue
		}
		c.counts[c.order[p.ID]]--
	}
	for _, p := range want {
		if n := c.counts[p]; n != 0 {
			c.report("V007", b, nil, "edges from b%d to here less its entries as predecessor: %d", c.f.Blocks[p].ID, n)
		}
		c.counts[p] = 0
	}
	for _, p := range b.Preds { // those without an edge
		if p == nil || !c.owns(p) {
			continue
		}
		if n := &c.counts[c.order[p.ID]]; *n != 0 {
			c.report("V007", b, nil, "predecessor b%d has no edge to here", p.ID)
			*n = 0
		}
	}
}

// owns reports whether b is one of the function's blocks.
func (c *Checker) owns(b *ir.Block) bool {
	return uint(b.ID) < uint(len(c.order)) && c.order[b.ID] >= 0 && c.f.Blocks[c.order[b.ID]] == b
}
