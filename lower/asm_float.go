package lower

import (
	"math"
)

// FBin computes x op y for MFAdd, MFSub, MFMul, MFDiv.
func (a *Asm) FBin(op MOp, x, y V) V {
	d := a.fresh(FPR)
	a.op(Inst{Op: op, Exit: -1}, d.reg, a.reg(FPR, x), a.reg(FPR, y))
	return d
}

// FUn computes MFSqrt, MFNeg, MFAbs.
func (a *Asm) FUn(op MOp, x V) V {
	d := a.fresh(FPR)
	a.op(Inst{Op: op, Exit: -1}, d.reg, a.reg(FPR, x))
	return d
}

// FSet computes x c y for floats as 0 or 1.
func (a *Asm) FSet(c Cond, x, y V) V {
	d := a.fresh(GPR)
	a.op(Inst{Op: MFSet, Cond: c, Exit: -1}, d.reg, a.reg(FPR, x), a.reg(FPR, y))
	return d
}

// IntToF converts an integer to a float.
func (a *Asm) IntToF(x V) V {
	if x.isImm {
		return Imm(int64(math.Float64bits(float64(x.imm))))
	}
	d := a.fresh(FPR)
	a.op(Inst{Op: MIntToF, Exit: -1}, d.reg, x)
	return d
}

// FToInt converts a float to an integer, towards zero; what does not fit gives
// the lowest int64.
func (a *Asm) FToInt(x V) V {
	d := a.fresh(GPR)
	a.op(Inst{Op: MFToInt, Exit: -1}, d.reg, a.reg(FPR, x))
	return d
}

// BitsToF moves a general register to a float register.
func (a *Asm) BitsToF(x V) V {
	if x.isImm {
		return x
	}
	d := a.fresh(FPR)
	a.op(Inst{Op: MBitsToF, Exit: -1}, d.reg, x)
	return d
}

// FToBits moves a float register to a general one.
func (a *Asm) FToBits(x V) V {
	if x.isImm {
		return x
	}
	d := a.fresh(GPR)
	a.op(Inst{Op: MFToBits, Exit: -1}, d.reg, x)
	return d
}
