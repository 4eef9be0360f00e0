package verify

import "github.com/tier2go/tier2/ir"

// checkNew checks a virtual object against the operation that it puts off.
func (c *Checker) checkNew(v *ir.Value) {
	ops := c.f.Ops
	if v.Aux < 0 || v.Aux >= int64(ops.Len()) {
		c.fail("V035", v, "there is no operation number %d", v.Aux)
		return
	}
	row := ops.Row(v.NewOp())
	switch n := len(row.Args); {
	case !row.Sinks():
		c.fail("V035", v, "%s makes no object of its operands", row.Name)
		return
	case row.Flags&ir.Variadic != 0 && len(v.Args) >= n-1:
	case len(v.Args) != n:
		c.fail("V035", v, "%d operands for %s, its row has %d", len(v.Args), row.Name, n)
		return
	}
	for i, a := range v.Args {
		if want := row.ArgType(i); a != nil && a.Type != want && (want != ir.Ref || !isData(a.Type)) {
			c.fail("V035", v, "operand %d, %v, has type %s, %s asks for %s", i, a, a.Type, row.Name, want)
		}
	}
}

// checkNoVirtual checks that an operation has no virtual object as an operand.
func (c *Checker) checkNoVirtual(v *ir.Value) {
	for i, a := range v.Args {
		if a != nil && a.Op == ir.OpNew {
			c.fail("V036", v, "operand %d, %v, is a virtual object", i, a)
		}
	}
	if v.Op != ir.OpExit {
		return
	}
	for s, depth := v.States[ir.After], 0; s != nil && s.Op == ir.OpState && len(s.Args) > 0 && depth <= len(c.f.Frames); s, depth = s.Args[0], depth+1 {
		for i, a := range s.Args[1:] {
			if a != nil && a.Op == ir.OpNew {
				c.fail("V037", v, "slot %d of %v, %v, is a virtual object", i, s, a)
			}
		}
	}
}
