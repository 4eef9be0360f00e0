package lower

import (
	"math"

	"github.com/tier2go/tier2/ir"
)

// The rules of the core: which machine operations each operation of the IR becomes.

func bin(op MOp) Rule  { return func(a *Asm, v *ir.Value) V { return a.Bin(op, a.Arg(0), a.Arg(1)) } }
func fbin(op MOp) Rule { return func(a *Asm, v *ir.Value) V { return a.FBin(op, a.Arg(0), a.Arg(1)) } }
func fun(op MOp) Rule  { return func(a *Asm, v *ir.Value) V { return a.FUn(op, a.Arg(0)) } }
func boxRule(t ir.Type) Rule {
	return func(a *Asm, v *ir.Value) V { return a.box(t, v.Args[0]) }
}
func check(op MOp) Rule {
	return func(a *Asm, v *ir.Value) V { return a.Checked(op, a.Arg(0), a.Arg(1)) }
}

func set(a *Asm, v *ir.Value) V  { return a.Set(intConds[v.Op], a.Arg(0), a.Arg(1)) }
func fset(a *Asm, v *ir.Value) V { return a.FSet(intConds[v.Op], a.Arg(0), a.Arg(1)) }

// CoreRules returns a table of n operations with the rules of the core; those
// that depend on the guest are left nil.
func CoreRules(n int) Rules {
	r := make(Rules, n)
	copy(r, coreRules[:])
	return r
}

var coreRules = [ir.FirstGuestOp]Rule{
	ir.OpGuardTrue:  func(a *Asm, v *ir.Value) V { return guard(a, v.Args[0], true) },
	ir.OpGuardFalse: func(a *Asm, v *ir.Value) V { return guard(a, v.Args[0], false) },

	ir.OpGuardValid: func(a *Asm, v *ir.Value) V {
		a.ExitIfMem(NE, static(a.valid, 8), Imm(1))
		return None
	},
	ir.OpPoll: func(a *Asm, v *ir.Value) V {
		if a.budget {
			a.ExitIfMem(GE, static(a.clock, 8), Imm(0))
		}
		if a.vain != 0 {
			a.ExitIfMem(GE, static(a.vain, 8), Imm(0))
		}
		a.op(Inst{Op: MPoll, Exit: a.newExit()}, NoVReg)
		return None
	},
	ir.OpSlot:    func(a *Asm, v *ir.Value) V { return a.Load(InFrame(int64(a.Frame.Slots) + 8*v.Aux)) },
	ir.OpBoxI64:  boxRule(ir.I64),
	ir.OpBoxU64:  boxRule(ir.U64),
	ir.OpBoxF64:  boxRule(ir.F64),
	ir.OpBoxBool: boxRule(ir.Bool),
	ir.OpClock: func(a *Asm, v *ir.Value) V {
		a.AddMem(static(a.clock, 8), v.Aux)
		return None
	},

	ir.OpI2U: func(a *Asm, v *ir.Value) V { return a.Arg(0) },
	ir.OpU2I: func(a *Asm, v *ir.Value) V { return a.Arg(0) },

	ir.OpBits: func(a *Asm, v *ir.Value) V { return a.Arg(0) },
	ir.OpWord: func(a *Asm, v *ir.Value) V { return a.Arg(0) },

	ir.OpAdd: add, ir.OpSub: sub, ir.OpMul: bin(MMul),
	ir.OpAnd: bin(MAnd), ir.OpOr: bin(MOr), ir.OpXor: bin(MXor),
	ir.OpShl: bin(MShl), ir.OpSar: bin(MSar), ir.OpShr: bin(MShr),
	ir.OpNeg:   func(a *Asm, v *ir.Value) V { return a.Un(MNeg, a.Arg(0)) },
	ir.OpNot:   func(a *Asm, v *ir.Value) V { return a.Un(MNot, a.Arg(0)) },
	ir.OpAddOv: check(MAddX), ir.OpSubOv: check(MSubX), ir.OpMulOv: check(MMulX),
	ir.OpNegOv: func(a *Asm, v *ir.Value) V { return a.CheckedNeg(a.Arg(0)) },
	ir.OpShlOv: shlOv, ir.OpDivOv: divOv, ir.OpModOv: modOv,

	ir.OpEq: set, ir.OpNe: set, ir.OpLt: set, ir.OpLe: set, ir.OpGt: set, ir.OpGe: set, ir.OpUlt: set, ir.OpSame: set,
	ir.OpFEq: fset, ir.OpFNe: fset, ir.OpFLt: fset, ir.OpFLe: fset, ir.OpFGt: fset, ir.OpFGe: fset,

	ir.OpFAdd: fbin(MFAdd), ir.OpFSub: fbin(MFSub), ir.OpFMul: fbin(MFMul), ir.OpFDiv: fbin(MFDiv),
	ir.OpFNeg: fun(MFNeg), ir.OpFAbs: fun(MFAbs), ir.OpFSqrt: fun(MFSqrt),
	ir.OpFBits: func(a *Asm, v *ir.Value) V { return a.FToBits(a.Arg(0)) },
	ir.OpBitsF: func(a *Asm, v *ir.Value) V { return a.BitsToF(a.Arg(0)) },
	ir.OpI2F:   func(a *Asm, v *ir.Value) V { return a.IntToF(a.Arg(0)) },
	ir.OpF2IOv: f2iOv,

	ir.OpBNot:      func(a *Asm, v *ir.Value) V { return a.Bin(MXor, a.Arg(0), Imm(1)) },
	ir.OpBoolToI64: func(a *Asm, v *ir.Value) V { return a.Arg(0) },
	ir.OpSelect:    selection, ir.OpFSelect: selection,

	ir.OpLoad: load, ir.OpLoadX: loadX, ir.OpStore: store, ir.OpStoreX: storeX,

	ir.OpJump:   func(a *Asm, v *ir.Value) V { a.op(Inst{Op: MJump, Flags: IsTerm, Exit: -1}, NoVReg); return None },
	ir.OpBranch: branch,
	ir.OpExit:   exit,
	ir.OpEnter:  enter,

	ir.OpRet: ret, ir.OpGiveUp: giveUp,
}

// guard leaves unless cond is want, testing a comparison directly.
func guard(a *Asm, cond *ir.Value, want bool) V {
	switch {
	case cond.Op >= ir.OpFEq && cond.Op <= ir.OpFGe:
		a.FExitIf(intConds[cond.Op], a.Val(cond.Args[0]), a.Val(cond.Args[1]), !want)
	case isCompare(cond.Op) && a.fused[cond.Args[0].ID]:
		c, bits := intConds[cond.Op], cond.Args[0]
		if want {
			c = c.Not()
		}
		a.ExitIfBits(c, a.Val(bits.Args[0]), bits.Args[1].Int())
	default:
		c, x, y, ok := a.compared(cond)
		if !ok {
			c, x, y = NE, a.Val(cond), Imm(0)
		}
		if want {
			c = c.Not()
		}
		a.ExitIf(c, x, y)
	}
	return None
}

func branch(a *Asm, v *ir.Value) V {
	cond := v.Args[0]
	switch {
	case cond.Op >= ir.OpFEq && cond.Op <= ir.OpFGe:
		a.op(Inst{Op: MFBr, Cond: intConds[cond.Op], Flags: IsTerm, Exit: -1}, NoVReg,
			a.reg(FPR, a.Val(cond.Args[0])), a.reg(FPR, a.Val(cond.Args[1])))
	case isCompare(cond.Op) && a.fused[cond.Args[0].ID]:
		bits := cond.Args[0]
		a.op(Inst{Op: MBrBitsI, Cond: intConds[cond.Op], Imm: bits.Args[1].Int(), Flags: IsTerm, Exit: -1}, NoVReg, a.Reg(a.Val(bits.Args[0])))
	default:
		c, x, y, ok := a.compared(cond)
		if !ok {
			c, x, y = NE, a.Val(cond), Imm(0)
		}
		a.branch(c, x, y)
	}
	return None
}

// selection computes one of two values, testing a comparison directly.
func selection(a *Asm, v *ir.Value) V {
	class, yes, no := ClassOf(v.Type), a.Arg(1), a.Arg(2)
	switch cond := v.Args[0]; {
	case cond.Op >= ir.OpFEq && cond.Op <= ir.OpFGe:
		return a.FSelect(class, intConds[cond.Op], a.Val(cond.Args[0]), a.Val(cond.Args[1]), yes, no)
	case isCompare(cond.Op) && a.fused[cond.Args[0].ID]:
		bits := cond.Args[0]
		return a.SelectBits(class, intConds[cond.Op], a.Val(bits.Args[0]), bits.Args[1].Int(), yes, no)
	default:
		c, x, y, ok := a.compared(cond)
		if !ok {
			c, x, y = NE, a.Val(cond), Imm(0)
		}
		return a.Select(class, c, x, y, yes, no)
	}
}

func (a *Asm) branch(c Cond, x, y V) {
	if x.isImm {
		x, y, c = y, x, c.Swap()
	}
	if y.isImm && a.T.ImmOK(MBrI, y.imm) {
		a.op(Inst{Op: MBrI, Cond: c, Imm: y.imm, Flags: IsTerm, Exit: -1}, NoVReg, a.Reg(x))
		return
	}
	a.op(Inst{Op: MBr, Cond: c, Flags: IsTerm, Exit: -1}, NoVReg, a.Reg(x), a.Reg(y))
}

// shlOv shifts left and leaves if the count is not 0 to 63 or shifting back
// does not give the operand.
func shlOv(a *Asm, v *ir.Value) V {
	x, n := a.Arg(0), a.Arg(1)
	a.ExitIf(UGT, n, Imm(63))
	r := a.Bin(MShl, x, n)
	a.ExitIf(NE, a.Bin(MSar, r, n), x)
	return r
}

// divOv divides towards −∞: the truncated quotient, less one if there is a
// remainder and the signs differ. By a power of two package simplify makes a shift of it.
func divOv(a *Asm, v *ir.Value) V {
	x, y := a.Arg(0), a.Arg(1)
	x, y = divisor(a, x, y)
	q := a.Op2(MDiv, x, y)
	r := a.MulSub(x, q, y)
	if positive(v.Args[1]) {
		return a.Add(q, a.Bin(MSar, r, Imm(63)))
	}
	down := a.Select(GPR, LT, a.Bin(MXor, r, y), Imm(0), a.Sub(q, Imm(1)), q)
	return a.Select(GPR, EQ, r, Imm(0), q, down)
}

// positive reports whether a divisor is a constant above 0.
func positive(y *ir.Value) bool { return y.Op == ir.OpConstI64 && y.Int() > 0 }

// modOv is the remainder with the divisor's sign: the truncated one, plus the
// divisor if it is not zero and the signs differ.
func modOv(a *Asm, v *ir.Value) V {
	x, y := a.Arg(0), a.Arg(1)
	if y.isImm && y.imm == -1 {
		return Imm(0)
	}
	if !y.isImm || y.imm == 0 {
		a.ExitIf(EQ, y, Imm(0))
	}
	if !y.isImm {
		// The machine traps on the lowest number modulo −1: 1 gives the same.
		y = a.Add(y, a.Bin(MShl, a.Set(EQ, y, Imm(-1)), Imm(1)))
	}
	r := a.Op2(MRem, a.Reg(x), a.Reg(y))
	up := a.Add(r, y)
	if positive(v.Args[1]) {
		return a.Select(GPR, LT, r, Imm(0), up, r)
	}
	return a.Select(GPR, EQ, r, Imm(0), r, a.Select(GPR, LT, a.Bin(MXor, r, a.Reg(y)), Imm(0), up, r))
}

// divisor leaves if dividing x by y has no result: y is 0, or −1 and x the lowest
// number.
func divisor(a *Asm, x, y V) (V, V) {
	switch {
	case !y.isImm:
		a.ExitIf(EQ, y, Imm(0))
		a.ExitIf(EQ, a.Bin(MOr, a.Add(y, Imm(1)), a.Bin(MXor, x, Imm(math.MinInt64))), Imm(0))
	case y.imm == 0:
		a.ExitIf(EQ, Imm(0), Imm(0))
		y = Imm(1)
	case y.imm == -1:
		a.ExitIf(EQ, x, Imm(math.MinInt64))
	}
	return a.Reg(x), a.Reg(y)
}

// f2iOv converts towards zero. The machine's answer for what does not fit is
// the lowest int64; that number itself is left to the guest too.
func f2iOv(a *Asm, v *ir.Value) V {
	r := a.FToInt(a.Arg(0))
	a.ExitIf(EQ, r, Imm(math.MinInt64))
	return r
}

func load(a *Asm, v *ir.Value) V {
	m := v.Mem()
	return loadFrom(a, v, At(a.Arg(0), int64(m.Disp), uint8(m.Kind.Bytes())))
}

func loadFrom(a *Asm, v *ir.Value, m Mem) V {
	if v.Type == ir.F64 {
		return a.LoadF(m)
	}
	return a.Load(m)
}

func loadX(a *Asm, v *ir.Value) V {
	return loadFrom(a, v, a.element(v.Mem(), a.Arg(0), v.Args[1]))
}

func store(a *Asm, v *ir.Value) V {
	m := v.Mem()
	storeTo(a, v.Args[1], At(a.Arg(0), int64(m.Disp), uint8(m.Kind.Bytes())))
	return None
}

func storeX(a *Asm, v *ir.Value) V {
	storeTo(a, v.Args[2], a.element(v.Mem(), a.Arg(0), v.Args[1]))
	return None
}

func storeTo(a *Asm, x *ir.Value, m Mem) {
	if x.Type == ir.F64 {
		a.StoreF(m, a.Val(x))
		return
	}
	a.Store(m, a.Val(x))
}
