package verify

import "github.com/tier2go/tier2/ir"

// checkState checks a state's frame, caller and slots.
func (c *Checker) checkState(v *ir.Value, block int32) {
	frames := c.f.Frames
	if uint(v.StateFrame()) >= uint(len(frames)) {
		c.fail("V025", v, "there is no frame %d", v.StateFrame())
		return
	}
	fr := frames[v.StateFrame()]
	if len(v.Args) == 0 {
		c.fail("V026", v, "a state without operands")
		return
	}
	switch caller := v.Args[0]; {
	case caller == nil && fr.Caller != nil:
		c.fail("V026", v, "the state of frame %d has no caller's state", fr.ID)
	case caller != nil && fr.Caller == nil:
		c.fail("V026", v, "the entry frame's state has a caller's state")
	case caller == nil:
	case caller.Op != ir.OpState || caller.StateFrame() != fr.Caller.ID:
		c.fail("V026", v, "%v is no state of the caller's frame, %d", caller, fr.Caller.ID)
	case !c.reaches(caller, block, c.pos[v.ID]):
		c.undefined(v, caller, "the caller's state")
	}
	slots := v.Args[1:]
	if len(slots) < fr.NumLocals || len(slots) > fr.NumSlots {
		c.fail("V027", v, "%d slots, want %d to %d", len(slots), fr.NumLocals, fr.NumSlots)
	}
	for i, a := range slots {
		switch {
		case a == nil && fr.Caller != nil:
			c.fail("V028", v, "slot %d of an inlined frame is absent", i)
		case a == nil:
		case !isData(a.Type):
			c.fail("V028", v, "slot %d, %v, has type %s", i, a, a.Type)
		case !c.reaches(a, block, c.pos[v.ID]):
			c.undefined(v, a, "slot %d", i)
		}
	}
}

// checkLeaves checks the states and exits that an operation carries.
func (c *Checker) checkLeaves(v *ir.Value, row *ir.OpRow, block int32) {
	for w := range ir.NumWhen {
		s, x := v.States[w], v.Exits[w]
		switch {
		case !row.States[w]:
			if s != nil || x != nil {
				c.fail("V029", v, "%s has a state %s, its row does not ask for one", row.Name, w)
			}
			continue
		case s == nil || x == nil:
			c.fail("V029", v, "%s lacks the state %s or its exit", row.Name, w)
			continue
		case s.Op != ir.OpState:
			c.fail("V029", v, "%v is no state", s)
		case !c.reaches(s, block, c.pos[v.ID]):
			c.undefined(v, s, "the state %s", w)
		}
		switch {
		case x.Owner != v || x.When != w:
			c.fail("V030", v, "exit x%d belongs to another operation or state", x.ID)
		case x.Kind >= ir.NumExitKinds:
			c.fail("V030", v, "exit x%d has the unknown kind %d", x.ID, uint8(x.Kind))
		case (w == ir.Raise) != (x.Kind == ir.Error) && w != ir.After:
			c.fail("V032", v, "the exit of the state %s has kind %s", w, x.Kind)
		}
		if list := c.f.Exits; uint(x.ID) >= uint(len(list)) || list[x.ID] != x {
			c.fail("V031", v, "exit x%d is not in the function's list", x.ID)
		}
	}
}

// checkExits checks the list of exits against the operations.
func (c *Checker) checkExits() {
	for i, x := range c.f.Exits {
		switch {
		case x == nil:
			c.report("V031", nil, nil, "exit %d is nil", i)
		case int(x.ID) != i:
			c.report("V031", nil, nil, "exit %d has the id %d", i, x.ID)
		case x.Owner == nil:
		case uint(x.Owner.ID) >= uint(len(c.defs)) || c.defs[x.Owner.ID] != x.Owner:
			c.report("V031", nil, x.Owner, "the owner of exit x%d is not in the function", i)
		case x.When >= ir.NumWhen || x.Owner.Exits[x.When] != x:
			c.report("V031", x.Owner.Block, x.Owner, "the owner of exit x%d does not carry it", i)
		}
	}
}
