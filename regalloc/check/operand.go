package check

import "github.com/tier2go/tier2/lower"

// checkUses reports what is wrong with the operands that the instruction at hand
// reads.
func (c *checker) checkUses(s state, ops []lower.Operand, locs []lower.Loc) {
	for j := range ops {
		o := &ops[j]
		if o.Kind != lower.Use {
			continue
		}
		if c.allowed(j, o, locs) && !c.sets.has(s[index(locs[j])], o.V) {
			c.fail(j, Value, "v%d is not in %v, which holds %v", o.V, locs[j], c.sets.text(s[index(locs[j])]))
		}
	}
}

// allowed reports whether an operand's place obeys its constraint, and says so if
// it does not.
func (c *checker) allowed(j int, o *lower.Operand, locs []lower.Loc) bool {
	l := locs[j]
	class := c.f.Classes[o.V]
	if l.IsReg() && l.Reg().Class() != class {
		c.fail(j, Constraint, "v%d is in %v, which is of the other class", o.V, l)
		return false
	}
	switch o.Constraint {
	case lower.InFixed:
		if l != o.At {
			c.fail(j, Constraint, "v%d is in %v, not in %v", o.V, l, o.At)
			return false
		}
	case lower.InAny:
		if l.IsReg() && !c.alloc.Has(l.Reg()) {
			c.fail(j, Constraint, "v%d is in %v, which is not allocatable", o.V, l)
			return false
		}
	default:
		if !l.IsReg() || !c.alloc.Has(l.Reg()) {
			c.fail(j, Constraint, "v%d is in %v, which is no allocatable register", o.V, l)
			return false
		}
	}
	if o.Constraint == lower.Reuse && l != locs[o.Index] {
		c.fail(j, Constraint, "v%d is in %v, not in %v of operand %d", o.V, l, locs[o.Index], o.Index)
		return false
	}
	return true
}

// checkDefs reports what is wrong with the results of the instruction at hand,
// and which operands they or clobbers destroy too early.
func (c *checker) checkDefs(in *lower.Inst, ops []lower.Operand, locs []lower.Loc) {
	for j := range ops {
		o, l := &ops[j], locs[j]
		if o.Kind == lower.Use {
			if o.Pos == lower.Late && l.IsReg() && in.Clobber.Has(l.Reg()) {
				c.fail(j, Overlap, "v%d is read late in %v, which the instruction destroys", o.V, l)
			}
			continue
		}
		if !c.allowed(j, o, locs) {
			continue
		}
		if o.Constraint != lower.InFixed {
			if l.IsReg() && in.Clobber.Has(l.Reg()) {
				c.fail(j, Overlap, "v%d is in %v, which the instruction destroys", o.V, l)
			}
			if l.IsSlot() && l.Slot() < c.f.FirstSlot {
				c.fail(j, Foreign, "v%d is in %v, a slot of the caller's", o.V, l)
			}
		}
		for k := range ops {
			if k != j && locs[k] == l && c.destroys(ops, j, k) {
				c.fail(j, Overlap, "v%d is in %v, as v%d of operand %d is", o.V, l, ops[k].V, k)
			}
		}
	}
}

// destroys reports whether the result of operand j must not share a place with
// operand k.
func (c *checker) destroys(ops []lower.Operand, j, k int) bool {
	d, o := &ops[j], &ops[k]
	if o.Kind == lower.Def {
		return j < k // report the pair once
	}
	if d.Constraint == lower.Reuse && int(d.Index) == k {
		return false
	}
	return d.Pos == lower.Early || o.Pos == lower.Late
}
