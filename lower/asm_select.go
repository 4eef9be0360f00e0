package lower

// Select computes yes if x c y, else no. x and y are integers or words, yes and no
// of a class.
func (a *Asm) Select(class Class, c Cond, x, y, yes, no V) V {
	switch {
	case x.isImm && y.isImm && c.Holds(x.imm, y.imm):
		return yes
	case x.isImm && y.isImm:
		return no
	case x.isImm:
		x, y, c = y, x, c.Swap()
	}
	op := MSelectI
	if class == FPR { // by a constant only
		op = MFSelectI
		if !y.isImm || !a.T.ImmOK(op, y.imm) {
			x, y, c = a.Set(c, x, y), Imm(0), NE
		}
	}
	d := a.fresh(class)
	if y.isImm && a.T.ImmOK(op, y.imm) {
		a.op(Inst{Op: op, Cond: c, Imm: y.imm, Exit: -1}, d.reg, x, a.reg(class, yes), a.reg(class, no))
		return d
	}
	a.op(Inst{Op: MSelect, Cond: c, Exit: -1}, d.reg, x, a.Reg(y), a.Reg(yes), a.Reg(no))
	return d
}

// SelectBits computes yes if x & mask c 0, else no; c is EQ or NE.
func (a *Asm) SelectBits(class Class, c Cond, x V, mask int64, yes, no V) V {
	if class == FPR || x.isImm || !a.T.ImmOK(MSelectBitsI, mask) {
		return a.Select(class, c, a.And(x, Imm(mask)), Imm(0), yes, no)
	}
	d := a.fresh(class)
	a.op(Inst{Op: MSelectBitsI, Cond: c, Imm: mask, Exit: -1}, d.reg, x, a.Reg(yes), a.Reg(no))
	return d
}

// FSelect computes yes if x c y between floats, else no. Of the two that are compared
// it takes the lesser or greater.
func (a *Asm) FSelect(class Class, c Cond, x, y, yes, no V) V {
	x, y, yes, no = a.reg(FPR, x), a.reg(FPR, y), a.reg(class, yes), a.reg(class, no)
	op := MSelectF
	if class == FPR {
		op = MFSelect
		if x == no && y == yes {
			x, y, c = y, x, c.Swap()
		}
	}
	d := a.fresh(class)
	switch in := (Inst{Op: op, Cond: c, Exit: -1}); {
	case x == yes && y == no && c == LT:
		in.Op = MFMin
		a.op(in, d.reg, x, y)
	case x == yes && y == no && c == GT:
		in.Op = MFMax
		a.op(in, d.reg, x, y)
	default:
		a.op(in, d.reg, x, y, yes, no)
	}
	return d
}
