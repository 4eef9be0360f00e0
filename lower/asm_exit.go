package lower

// ExitIf leaves by the exit of the value being lowered if x c y.
func (a *Asm) ExitIf(c Cond, x, y V) {
	if x.isImm && y.isImm && !c.Holds(x.imm, y.imm) {
		return
	}
	if x.isImm && !y.isImm {
		x, y, c = y, x, c.Swap()
	}
	x = a.Reg(x)
	if y.isImm && a.T.ImmOK(MExitI, y.imm) {
		a.op(Inst{Op: MExitI, Cond: c, Imm: y.imm, Exit: a.newExit()}, NoVReg, x)
		return
	}
	a.op(Inst{Op: MExit, Cond: c, Exit: a.newExit()}, NoVReg, x, a.Reg(y))
}

// ExitIfMem leaves if mem c y.
func (a *Asm) ExitIfMem(c Cond, m Mem, y V) {
	if y.isImm && a.T.ImmOK(MExitMemI, y.imm) {
		a.mem(Inst{Op: MExitMemI, Cond: c, Imm2: y.imm, Exit: a.newExit()}, NoVReg, m)
		return
	}
	if m.Size != 8 {
		a.ExitIf(c, a.Load(m), y)
		return
	}
	a.mem(Inst{Op: MExitMem, Cond: c.Swap(), Exit: a.newExit()}, NoVReg, m, a.Reg(y))
}

// ExitIfBits leaves if x & mask is zero (EQ) or not (NE).
func (a *Asm) ExitIfBits(c Cond, x V, mask int64) {
	if !a.T.ImmOK(MExitBitsI, mask) {
		a.ExitIf(c, a.And(x, Imm(mask)), Imm(0))
		return
	}
	a.op(Inst{Op: MExitBitsI, Cond: c, Imm: mask, Exit: a.newExit()}, NoVReg, a.Reg(x))
}

// ExitIfShr leaves if x >> n, without sign, c y, where the number y has no more bits
// than are left.
func (a *Asm) ExitIfShr(c Cond, x V, n int64, y int64) {
	if x.isImm || !a.T.ShiftsOperand || a.T.ImmOK(MExitI, y) {
		a.ExitIf(c, a.Shr(x, Imm(n)), Imm(y))
		return
	}
	a.op(Inst{Op: MExitShr, Cond: c.Swap(), Imm: n, Exit: a.newExit()}, NoVReg, a.Reg(Imm(y)), x)
}

// FExitIf leaves if x c y holds (or, with want false, does not hold) between
// floats.
func (a *Asm) FExitIf(c Cond, x, y V, want bool) {
	in := Inst{Op: MFExit, Cond: c, Exit: a.newExit()}
	if !want {
		in.Imm = 1 // leave unless it holds
	}
	a.op(in, NoVReg, a.reg(FPR, x), a.reg(FPR, y))
}
