package verify

import "github.com/tier2go/tier2/ir"

// checkConsts checks the function's constants.
func (c *Checker) checkConsts() {
	for _, v := range c.f.Consts() {
		switch {
		case v.Type != c.f.Row(v).Result:
			c.report("V019", nil, v, "%s has type %s", c.f.Row(v).Name, v.Type)
		case v.Op == ir.OpConstBool && uint64(v.Aux) > 1:
			c.report("V019", nil, v, "a bool is %d", v.Aux)
		}
	}
}

func (c *Checker) checkParam(v *ir.Value) {
	if !isData(v.Type) {
		c.fail("V016", v, "a parameter of type %s", v.Type)
	}
}

// checkValue checks an operation in the block with the given index.
func (c *Checker) checkValue(v *ir.Value, block int32) {
	row := c.f.Row(v)
	if !row.Forms.Has(c.f.Form) {
		c.fail("V013", v, "%s is not allowed in form %s", row.Name, c.f.Form)
	}
	switch {
	case v.Op == ir.OpCopy:
		c.fail("V018", v, "a copy is left")
	case v.IsConst():
		c.fail("V019", v, "a constant is in a block")
	}
	switch v.Op {
	case ir.OpState:
		c.checkState(v, block)
	default:
		c.checkOperands(v, row, block)
		c.checkAux(v, row)
		c.checkNoVirtual(v)
	case ir.OpNew:
		c.checkOperands(v, row, block)
		c.checkNew(v)
	}
	c.checkResult(v, row)
	c.checkLeaves(v, row, block)
	for i := range v.From[min(len(v.From), 1):] {
		if v.From[i] >= v.From[i+1] {
			c.fail("V023", v, "micro-ops %d, %d are not in ascending order", v.From[i], v.From[i+1])
		}
	}
}

// checkOperands checks number, types and definitions of operands. A variadic
// row has any number of operands, none included, in the place of its last.
func (c *Checker) checkOperands(v *ir.Value, row *ir.OpRow, block int32) {
	n := len(row.Args)
	variadic := row.Flags&ir.Variadic != 0 && n > 0
	if len(v.Args) != n && !(variadic && len(v.Args) >= n-1) {
		c.fail("V014", v, "%s has %d operands, its row %d", row.Name, len(v.Args), n)
		return
	}
	for i, a := range v.Args {
		want := row.Args[min(i, n-1)]
		switch {
		case a == nil:
			c.fail("V014", v, "operand %d is nil", i)
		case want == ir.Void && !isData(a.Type):
			c.fail("V015", v, "operand %d, %v, has type %s", i, a, a.Type)
		case want != ir.Void && a.Type != want:
			c.fail("V015", v, "operand %d, %v, has type %s, not %s", i, a, a.Type, want)
		}
		if a != nil && !c.reaches(a, block, c.pos[v.ID]) {
			c.undefined(v, a, "operand %d", i)
		}
	}
}

// reaches reports whether a is defined wherever the place pos of a block is
// reached. Nothing is known of unreachable blocks.
func (c *Checker) reaches(a *ir.Value, block, pos int32) bool {
	if uint(a.ID) >= uint(len(c.defs)) || c.defs[a.ID] != a {
		return false
	}
	if a.Block == nil {
		return true // a constant
	}
	def := c.order[a.Block.ID]
	if def == block {
		return c.pos[a.ID] < pos
	}
	return !c.cfg.reachable(block) || c.cfg.reachable(def) && c.cfg.dominates(def, block)
}

// undefined reports a use of a value that is not defined.
func (c *Checker) undefined(v, a *ir.Value, what string, args ...any) {
	if a.Op == ir.OpCopy {
		c.fail("V018", v, what+", %v, has been replaced: a copy is left", append(args, a)...)
		return
	}
	c.fail("V017", v, what+", %v, is not defined on every path to here", append(args, a)...)
}

// checkResult checks the type of a result.
func (c *Checker) checkResult(v *ir.Value, row *ir.OpRow) {
	switch {
	case row.Flags&ir.AnyResult == 0:
		if v.Type != row.Result {
			c.fail("V016", v, "the result of %s is %s, not %s", row.Name, row.Result, v.Type)
		}
	case v.Type != ir.Void && !isData(v.Type):
		c.fail("V016", v, "the result has type %s", v.Type)
	case v.Op == ir.OpLoad || v.Op == ir.OpLoadX:
		if !fits(v.Type, v.Mem().Kind) {
			c.fail("V016", v, "a load of %d bits has type %s", 8*widthOf(v.Mem().Kind), v.Type)
		}
		if v.Mem().NonNeg && v.Type != ir.I64 {
			c.fail("V016", v, "a load of a number that is not negative has type %s", v.Type)
		}
	}
}

// fits reports whether a value of a type can be loaded or stored with a width.
func fits(t ir.Type, k ir.MemKind) bool {
	if k == ir.Mem64 {
		return t == ir.Ref || t == ir.I64 || t == ir.F64
	}
	return t == ir.I64
}

func widthOf(k ir.MemKind) int {
	if k > ir.Mem8 {
		return 0
	}
	return k.Bytes()
}

// checkAux checks an immediate.
func (c *Checker) checkAux(v *ir.Value, row *ir.OpRow) {
	f := c.f
	if v.Op == ir.OpEntry {
		switch {
		case v.Block != f.Blocks[0]:
			c.fail("V022", v, "an entry value outside the entry block")
		case v.Aux < 0 || v.Aux >= int64(len(f.Entries)):
			c.fail("V022", v, "entry value %d of %d", v.Aux, len(f.Entries))
		case v.Type != f.Entries[v.Aux]:
			c.fail("V022", v, "entry value %d has type %s, not %s", v.Aux, f.Entries[v.Aux], v.Type)
		}
		return
	}
	switch row.Aux {
	case ir.NoAux:
		if v.Aux != 0 {
			c.fail("V021", v, "%s has no immediate, but %d", row.Name, v.Aux)
		}
	case ir.AuxBool:
		if uint64(v.Aux) > 1 {
			c.fail("V021", v, "the immediate %d is no truth value", v.Aux)
		}
	case ir.AuxSlot:
		switch {
		case len(f.Frames) == 0:
			c.fail("V021", v, "slot %d of a function without frames", v.Aux)
		case v.Aux < 0 || v.Aux >= int64(f.Frames[0].NumSlots):
			c.fail("V021", v, "slot %d of %d", v.Aux, f.Frames[0].NumSlots)
		}
	case ir.AuxMem:
		c.checkMem(v)
	}
}

// checkMem checks a memory access and what is stored.
func (c *Checker) checkMem(v *ir.Value) {
	m := v.Mem()
	indexed := v.Op == ir.OpLoadX || v.Op == ir.OpStoreX
	core := v.Op < ir.FirstGuestOp
	switch {
	case m.Pack() != v.Aux || m.Kind > ir.Mem8 || m.Class > 63:
		c.fail("V021", v, "the immediate %#x is no memory access", uint64(v.Aux))
	case core && indexed && m.Scale != 1 && m.Scale != 2 && m.Scale != 4 && m.Scale != 8:
		c.fail("V021", v, "the scale of an index is %d", m.Scale)
	case core && !indexed && m.Scale != 0:
		c.fail("V021", v, "a scale without an index")
	case v.Op == ir.OpStore || v.Op == ir.OpStoreX:
		if n := len(v.Args); n > 0 && v.Args[n-1] != nil && !fits(v.Args[n-1].Type, m.Kind) {
			c.fail("V015", v, "%s is stored with %d bits", v.Args[n-1].Type, 8*widthOf(m.Kind))
		}
	}
}

// checkArgs checks the arguments of a block's edges.
func (c *Checker) checkArgs(b *ir.Block, block int32) {
	end := b.Last()
	for i, e := range b.Succs {
		if len(e.Args) != len(e.To.Params) {
			c.fail("V020", end, "edge %d has %d arguments for the %d parameters of b%d", i, len(e.Args), len(e.To.Params), e.To.ID)
			continue
		}
		for j, a := range e.Args {
			switch {
			case a == nil:
				c.fail("V020", end, "argument %d of edge %d is nil", j, i)
			case a.Type != e.To.Params[j].Type:
				c.fail("V020", end, "argument %d of edge %d, %v, has type %s, the parameter %s", j, i, a, a.Type, e.To.Params[j].Type)
			case !c.reaches(a, block, c.pos[end.ID]):
				c.undefined(end, a, "argument %d of edge %d", j, i)
			case a.Op == ir.OpNew:
				c.fail("V036", end, "argument %d of edge %d, %v, is a virtual object", j, i, a)
			}
		}
	}
}

// checkFrames checks the list of frames.
func (c *Checker) checkFrames() bool {
	frames, ok := c.f.Frames, true
	broken := func(format string, args ...any) {
		c.report("V024", nil, nil, format, args...)
		ok = false
	}
	if len(frames) == 0 && c.f.Returns == ir.Void {
		broken("there is no entry frame")
	}
	for i, fr := range frames {
		switch {
		case fr == nil:
			broken("frame %d is nil", i)
		case int(fr.ID) != i:
			broken("frame %d has the id %d", i, fr.ID)
		case fr.NumLocals < 0 || fr.NumLocals > fr.NumSlots:
			broken("frame %d has %d locals and %d slots", i, fr.NumLocals, fr.NumSlots)
		case i == 0 && fr.Caller != nil:
			broken("the entry frame has a caller")
		case i == 0:
		case fr.Caller == nil || uint(fr.Caller.ID) >= uint(i) || frames[fr.Caller.ID] != fr.Caller:
			broken("frame %d has no caller before it", i)
		}
	}
	return ok
}
