package verify

import "github.com/tier2go/tier2/ir"

// checkRoutine checks what tells a routine from a function that has frames.
func (c *Checker) checkRoutine() {
	f := c.f
	routine := f.Returns != ir.Void
	switch {
	case routine && !isData(f.Returns):
		c.report("V038", nil, nil, "a routine returns %s", f.Returns)
	case !routine && f.GivesUp:
		c.report("V038", nil, nil, "the function is no routine, and may give up")
	case f.GivesUp && f.Returns == ir.Bool && f.GaveUp <= 1:
		c.report("V038", nil, nil, "what the routine returns when it gives up, %d, is a truth value", f.GaveUp)
	case !f.GivesUp && f.Helped:
		c.report("V038", nil, nil, "the function does not give up, and has a helper for that")
	case !f.GivesUp && f.GaveUp != 0:
		c.report("V038", nil, nil, "the routine does not give up, but returns %#x then", f.GaveUp)
	}
	if routine && len(f.Frames) > 0 {
		c.report("V039", nil, nil, "a routine has frames: %d", len(f.Frames))
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			c.checkInRoutine(v, routine)
		}
	}
}

// checkInRoutine checks that an operation may stand in a routine, or in what is none.
func (c *Checker) checkInRoutine(v *ir.Value, routine bool) {
	row := c.f.Row(v)
	switch v.Op {
	case ir.OpRet, ir.OpGiveUp:
		switch {
		case !routine:
			c.fail("V038", v, "%s in a function that is no routine", row.Name)
		case v.Op == ir.OpGiveUp && !c.f.GivesUp:
			c.fail("V038", v, "the routine does not give up")
		case v.Op == ir.OpRet && len(v.Args) == 1 && v.Args[0] != nil && v.Args[0].Type != c.f.Returns:
			c.fail("V038", v, "%s is returned, the routine returns %s", v.Args[0].Type, c.f.Returns)
		}
		return
	}
	if routine && (row.States != [ir.NumWhen]bool{} || row.Flags&(ir.Guard|ir.Escapes|ir.Opaque) != 0) {
		c.fail("V039", v, "%s in a routine", row.Name)
	}
}
