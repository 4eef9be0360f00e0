package lower

// Slow splits the path: if x c y (rarely), the result is what slow computes,
// else what x's hot path has computed before, hot. The code of slow is emitted
// apart from the hot path.
func (a *Asm) Slow(c Cond, x, y V, hot V, class Class, slow func() V) V {
	if x.isImm && y.isImm && !c.Holds(x.imm, y.imm) {
		return hot
	}
	hot = a.reg(class, hot)
	x = a.Reg(x)
	in := Inst{Op: MBr, Cond: c, Flags: IsTerm, Exit: -1}
	if y.isImm && a.T.ImmOK(MBrI, y.imm) {
		in.Op, in.Imm = MBrI, y.imm
		a.op(in, NoVReg, x)
	} else {
		a.op(in, NoVReg, x, a.Reg(y))
	}
	return a.diamond(hot, class, slow)
}

// SlowMem is Slow with a memory operand on the left.
func (a *Asm) SlowMem(c Cond, m Mem, y int64, hot V, class Class, slow func() V) V {
	hot = a.reg(class, hot)
	a.mem(Inst{Op: MBrMemI, Cond: c, Imm2: y, Flags: IsTerm, Exit: -1}, NoVReg, m)
	return a.diamond(hot, class, slow)
}

// SlowNaN is Slow for a float that is NaN.
func (a *Asm) SlowNaN(x V, hot V, class Class, slow func() V) V {
	hot = a.reg(class, hot)
	x = a.reg(FPR, x)
	a.op(Inst{Op: MFBr, Cond: NE, Flags: IsTerm, Exit: -1}, NoVReg, x, x)
	return a.diamond(hot, class, slow)
}

// diamond ends the current block, whose branch has been emitted, and returns
// the value that the two paths agree on.
func (a *Asm) diamond(hot V, class Class, slow func() V) V {
	from := a.cur
	was := a.cold
	a.cold = true
	cold := a.Block()
	a.F.Blocks[from].Succs = append(a.F.Blocks[from].Succs, Edge{To: cold})
	a.F.Blocks[cold].Preds = append(a.F.Blocks[cold].Preds, from)
	r := a.reg(class, slow())
	end := a.cur
	a.op(Inst{Op: MJump, Flags: IsTerm, Exit: -1}, NoVReg)
	a.cold = was
	// The edge from the branch to the join would be critical: it goes through
	// an empty block.
	mid := a.Block()
	a.op(Inst{Op: MJump, Flags: IsTerm, Exit: -1}, NoVReg)
	join := a.Block()
	d := a.F.NewVReg(class)
	a.F.Blocks[join].Params = append(a.F.Blocks[join].Params, d)
	a.link(from, mid)
	a.link(end, join, r.reg)
	a.link(mid, join, hot.reg)
	return V{reg: d}
}

// link adds an edge.
func (a *Asm) link(from, to BlockID, args ...VReg) {
	b := &a.F.Blocks[from]
	b.Succs = append(b.Succs, Edge{To: to, Args: args})
	t := &a.F.Blocks[to]
	t.Preds = append(t.Preds, from)
}
