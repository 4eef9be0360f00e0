package lower

// Try splits the path as Slow does, by any number of tests: fast computes the result, and
// each call of its argument goes on at slow instead if x c y. What fast has done before
// stays done.
func (a *Asm) Try(class Class, fast func(giveUp func(c Cond, x, y V)) V, slow func() V) V {
	var out []BlockID // empty blocks, so that no edge to slow is critical
	r := a.reg(class, fast(func(c Cond, x, y V) {
		if x.isImm && y.isImm && !c.Holds(x.imm, y.imm) {
			return
		}
		a.branch(c, a.Reg(x), y)
		from := a.cur
		cold := a.Block()
		a.F.Blocks[cold].Cold = true
		a.op(Inst{Op: MJump, Flags: IsTerm, Exit: -1}, NoVReg)
		out = append(out, cold)
		next := a.Block()
		a.link(from, cold)
		a.link(from, next)
	}))
	hot := a.cur
	a.op(Inst{Op: MJump, Flags: IsTerm, Exit: -1}, NoVReg)
	was := a.cold
	a.cold = true
	cold := a.Block()
	for _, from := range out {
		a.link(from, cold)
	}
	s := a.reg(class, slow())
	end := a.cur
	a.op(Inst{Op: MJump, Flags: IsTerm, Exit: -1}, NoVReg)
	a.cold = was
	join := a.Block()
	d := a.F.NewVReg(class)
	a.F.Blocks[join].Params = append(a.F.Blocks[join].Params, d)
	a.link(hot, join, r.reg)
	a.link(end, join, s.reg)
	return V{reg: d}
}

// FrameAddr returns the address off bytes behind that of the current guest frame.
func (a *Asm) FrameAddr(off int) V { return a.frameAddr(off) }
