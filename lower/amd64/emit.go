package amd64

import (
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
	"github.com/tier2go/tier2/native"
)

// An emitter writes a machine operation with its operands' locations.
type emitter func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around)

var emitters [lower.NumMOps]emitter

func init() {
	emitters = [lower.NumMOps]emitter{
		lower.MConst:  func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.MovImm(l[0].Reg(), in.Imm) },
		lower.MConstF: emitConstF,
		lower.MAddr: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.LoadX(LeaQ, l[0].Reg(), regMem, l[1].Reg(), 1, 0)
		},
		lower.MLea: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.LoadX(LeaQ, l[0].Reg(), l[1].Reg(), l[2].Reg(), in.Scale, in.Imm)
		},
		lower.MAdd: emitAdd,
		lower.MAddI: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.addImm(l[0].Reg(), l[1].Reg(), in.Imm)
		},
		lower.MSubI: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.addImm(l[0].Reg(), l[1].Reg(), -in.Imm)
		},
		lower.MSub: rr(SubQ), lower.MAnd: rr(AndQ), lower.MOr: rr(OrQ), lower.MXor: rr(XorQ), lower.MMul: rr(ImulQ),
		lower.MAndI: ri(AndQ), lower.MOrI: ri(OrQ), lower.MXorI: ri(XorQ),
		lower.MMulI: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RRI(ImulQ, l[0].Reg(), l[1].Reg(), in.Imm)
		},
		lower.MMulAdd: mulThen(AddQ), lower.MMulSub: mulThen(SubQ),
		lower.MShl: shiftCL(ShlQ), lower.MSar: shiftCL(SarQ), lower.MShr: shiftCL(ShrQ),
		lower.MShlI: shift(ShlQ), lower.MSarI: shift(SarQ), lower.MShrI: shift(ShrQ),
		lower.MNeg: r(NegQ), lower.MNot: r(NotQ),
		lower.MDiv: emitDiv, lower.MRem: emitDiv,

		lower.MAddX: checked(rr(AddQ)), lower.MAddXI: checked(ri(AddQ)),
		lower.MSubX: checked(rr(SubQ)), lower.MSubXI: checked(ri(SubQ)),
		lower.MMulX: checked(rr(ImulQ)), lower.MNegX: checked(r(NegQ)),
		lower.MMulXI: checked(func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RRI(ImulQ, l[0].Reg(), l[1].Reg(), in.Imm)
		}),

		lower.MSet: emitSet, lower.MSetI: emitSet,
		lower.MSelect: emitSelect, lower.MSelectI: emitSelect, lower.MSelectBitsI: emitSelect, lower.MSelectF: emitSelectF,
		lower.MFSelect: emitFSelect, lower.MFSelectI: emitFSelectI,
		lower.MBr: emitBr, lower.MBrI: emitBr, lower.MBrMemI: emitBr, lower.MBrBitsI: emitBr,
		lower.MExit: emitExit, lower.MExitI: emitExit, lower.MExitMemI: emitExit, lower.MExitBitsI: emitExit,
		lower.MExitMem: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			b := l[len(l[:in.NumEnc])-1].Reg()
			e.loadOp(CmpQ, b, in, l)
			e.Jcc(conds[in.Cond], ar.Exit)
		},
		lower.MExitShr: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.RR(MovQ, regScratch, l[1].Reg())
			e.Shift(ShrQ, regScratch, in.Imm)
			e.RR(CmpQ, l[0].Reg(), regScratch)
			e.Jcc(conds[in.Cond], ar.Exit)
		},

		lower.MFAdd: rr(Addsd), lower.MFSub: rr(Subsd), lower.MFMul: rr(Mulsd), lower.MFDiv: rr(Divsd),
		lower.MFMin: rr(Minsd), lower.MFMax: rr(Maxsd), // the second operand if they are unordered or both zero
		lower.MFSqrt: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.RR(Sqrtsd, l[0].Reg(), l[1].Reg()) },
		lower.MFNeg:  mask(Xorps, -1<<63),
		lower.MFAbs:  mask(Andps, 1<<63-1),
		lower.MFSet:  emitFSet,
		lower.MFBr:   emitFBr,
		lower.MFExit: emitFExit,
		lower.MIntToF: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RR(Xorps, l[0].Reg(), l[0].Reg()) // cvtsi2sd keeps the upper half: a false dependency
			e.RR(Cvtsi2sd, l[0].Reg(), l[1].Reg())
		},
		lower.MFToInt: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RR(Cvttsd2si, l[0].Reg(), l[1].Reg())
		},
		lower.MBitsToF: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.RR(MovqX, l[0].Reg(), l[1].Reg()) },
		lower.MFToBits: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.RR(MovqR, l[0].Reg(), l[1].Reg()) },

		lower.MLoad: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.loadOp(loads[in.Size], l[0].Reg(), in, l[1:])
		},
		lower.MLoadF: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.loadOp(Movsd, l[0].Reg(), in, l[1:])
		},
		lower.MStore:  func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.storeOp(stores[in.Size], in, l) },
		lower.MStoreF: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.storeOp(Movsd, in, l) },
		lower.MStoreI: emitStoreI,
		lower.MAddMemI: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.immOp([9]Op{4: AddL, 8: AddQ}[in.Size], in, l)
		},
		lower.MStoreRow: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			if row := int64(ar.Row); row == int64(int32(row)) {
				e.MI(MovQ, regFrame, in.Imm, row)
				return
			}
			e.MovImmFlags(regScratch, int64(ar.Row))
			e.Store(MovQ, regFrame, in.Imm, regScratch)
		},
		lower.MStoreFrame: func(e *encoder, in *lower.Inst, _ []lower.Loc, _ *lower.Around) {
			e.Store(MovQ, regFrame, in.Imm, regFrame)
		},
		lower.MAddFrame: func(e *encoder, in *lower.Inst, _ []lower.Loc, _ *lower.Around) { e.addImm(regFrame, regFrame, in.Imm) },
		lower.MSetFrame: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.RR(MovQ, regFrame, l[0].Reg()) },
		lower.MFrame: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.addImm(l[0].Reg(), regFrame, in.Imm)
		},

		lower.MJump:     func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) { e.jump(ar.To[0], ar) },
		lower.MCall:     emitCall,
		lower.MCallKept: emitCallKept,
		lower.MCallRoutine: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			back := e.NewLabel()
			e.LeaLabel(regLink, back)
			e.MovImm(regScratch, in.Imm)
			e.JmpReg(regScratch)
			e.Bind(back)
		},
		lower.MRet: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.JmpReg(l[1].Reg()) },
		lower.MPoll: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.MI(CmpQ, regG, native.PollOffset, native.PollLimit)
			e.Jcc(CondA, ar.Exit)
		},
		lower.MLeave: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) { e.Leave(ar.Row) },
		lower.MLeaveBy: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.Load(MovQ, regScratch, regFrame, in.Imm)
			e.throughRow()
		},
	}
}

var loads = [9]Op{1: MovzxB, 2: MovzxW, 4: MovL, 8: MovQ}
var stores = [9]Op{1: MovB, 2: MovW, 4: MovL, 8: MovQ}

// rr emits op dst, b where dst holds a already.
func rr(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.RR(op, l[0].Reg(), l[2].Reg()) }
}

func ri(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.RI(op, l[0].Reg(), in.Imm) }
}

func r(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.R(op, l[0].Reg()) }
}

func shift(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.Shift(op, l[0].Reg(), in.Imm) }
}

func shiftCL(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.ShiftCL(op, l[0].Reg()) }
}

// checked emits an operation and leaves if it has overflowed.
func checked(op emitter) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
		op(e, in, l, ar)
		e.Jcc(CondO, ar.Exit)
	}
}

func emitConstF(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	if in.Imm == 0 {
		e.RR(Xorps, l[0].Reg(), l[0].Reg())
		return
	}
	e.MovImm(regScratch, in.Imm)
	e.RR(MovqX, l[0].Reg(), regScratch)
}

func emitAdd(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	d, a, b := l[0].Reg(), l[1].Reg(), l[2].Reg()
	switch d {
	case a:
		e.RR(AddQ, d, b)
	case b:
		e.RR(AddQ, d, a)
	default:
		e.LoadX(LeaQ, d, a, b, 1, 0)
	}
}

// addImm emits d = a + imm.
func (e *encoder) addImm(d, a lower.PReg, imm int64) {
	switch {
	case imm == 0:
		if d != a {
			e.RR(MovQ, d, a)
		}
	case d == a:
		e.RI(AddQ, d, imm)
	default:
		e.Load(LeaQ, d, a, imm)
	}
}

// mulThen multiplies in the scratch register and combines the result, which holds the
// first operand, with the product.
func mulThen(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		e.RR(MovQ, regScratch, l[2].Reg())
		e.RR(ImulQ, regScratch, l[3].Reg())
		e.RR(op, l[0].Reg(), regScratch)
	}
}

// emitStoreI stores a constant; one of 16 bits, which has no form, byte by byte.
func emitStoreI(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	if in.Size != 2 {
		e.immOp(stores[in.Size], in, l)
		return
	}
	half := *in
	half.Size, half.Imm2 = 1, in.Imm2&0xff
	e.immOp(MovB, &half, l)
	half.Imm, half.Imm2 = in.Imm+1, in.Imm2>>8&0xff
	e.immOp(MovB, &half, l)
}

// emitDiv divides RAX; quotient and remainder are in RAX and RDX.
func emitDiv(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	e.Bare(Cqo)
	e.R(IdivQ, l[2].Reg())
}

// compare emits the comparison of MSet, MSelect, MBr, MExit and their forms; l are
// the uses.
func (e *encoder) compare(in *lower.Inst, l []lower.Loc) {
	switch in.Op {
	case lower.MSet, lower.MSelect, lower.MBr, lower.MExit:
		e.RR(CmpQ, l[0].Reg(), l[1].Reg())
	case lower.MBrMemI, lower.MExitMemI:
		e.immOp([9]Op{1: CmpB, 4: CmpL, 8: CmpQ}[in.Size], in, l)
	case lower.MBrBitsI, lower.MExitBitsI, lower.MSelectBitsI:
		e.RI(TestL, l[0].Reg(), in.Imm)
	default:
		if a := l[0].Reg(); in.Imm == 0 {
			e.RR(TestQ, a, a)
		} else {
			e.RI(CmpQ, a, in.Imm)
		}
	}
}

func emitSet(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	e.compare(in, l[1:])
	d := l[0].Reg()
	e.Setcc(conds[in.Cond], d)
	e.RR(MovzxB, d, d)
}

func emitBr(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	e.compare(in, l)
	e.branch(conds[in.Cond], ar)
}

// branch goes to the first successor if c holds, else to the second.
func (e *encoder) branch(c Cond, ar *lower.Around) {
	if ar.To[0] == ar.Next || ar.Again {
		e.Jcc(c.Negate(), ar.To[1])
		e.jump(ar.To[0], ar)
		return
	}
	e.Jcc(c, ar.To[0])
	e.jump(ar.To[1], ar)
}

func (e *encoder) jump(to encode.Label, ar *lower.Around) {
	if to != ar.Next {
		e.Jmp(to)
	}
}

func emitExit(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	e.compare(in, l)
	e.Jcc(conds[in.Cond], ar.Exit)
}

// mask combines a float with constant bits.
func mask(op Op, bits int64) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		e.MovImm(regScratch, bits)
		e.RR(MovqX, xScratch, regScratch)
		e.RR(op, l[0].Reg(), xScratch)
	}
}

// compareF emits the comparison of two floats and returns the condition that
// holds after it if the floats are ordered so; EQ and NE also need the parity
// flag, which is set if the floats are unordered.
func (e *encoder) compareF(c lower.Cond, a, b lower.PReg) Cond {
	switch c {
	case lower.LT, lower.LE:
		a, b, c = b, a, c.Swap()
	}
	e.RR(Ucomisd, a, b)
	return map[lower.Cond]Cond{lower.EQ: CondE, lower.NE: CondNE, lower.GT: CondA, lower.GE: CondAE}[c]
}

func emitFSet(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	c := e.compareF(in.Cond, l[1].Reg(), l[2].Reg())
	d := l[0].Reg()
	e.Setcc(c, d)
	e.RR(MovzxB, d, d)
	switch in.Cond {
	case lower.EQ:
		e.Setcc(CondNP, regScratch)
		e.RR(MovzxB, regScratch, regScratch)
		e.RR(AndL, d, regScratch)
	case lower.NE:
		e.Setcc(CondP, regScratch)
		e.RR(MovzxB, regScratch, regScratch)
		e.RR(OrL, d, regScratch)
	}
}

func emitFBr(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	c := e.compareF(in.Cond, l[0].Reg(), l[1].Reg())
	switch in.Cond {
	case lower.EQ:
		e.Jcc(CondNE, ar.To[1])
		e.Jcc(CondP, ar.To[1])
		e.jump(ar.To[0], ar)
	case lower.NE:
		e.Jcc(CondNE, ar.To[0])
		e.Jcc(CondP, ar.To[0])
		e.jump(ar.To[1], ar)
	default:
		e.branch(c, ar)
	}
}

// emitFExit leaves if the comparison holds, or with an Imm of 1 unless it does.
func emitFExit(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	c := e.compareF(in.Cond, l[0].Reg(), l[1].Reg())
	unless := in.Imm != 0
	switch {
	case in.Cond == lower.EQ && unless, in.Cond == lower.NE && !unless:
		e.Jcc(CondNE, ar.Exit)
		e.Jcc(CondP, ar.Exit)
	case in.Cond == lower.EQ, in.Cond == lower.NE:
		// Equal and ordered: jump over the exit if unordered.
		over := e.NewLabel()
		e.Jcc(CondP, over)
		e.Jcc(CondE, ar.Exit)
		e.Bind(over)
	case unless:
		e.Jcc(c.Negate(), ar.Exit) // A and AE are false for unordered floats
	default:
		e.Jcc(c, ar.Exit)
	}
}

// loadOp emits op reg, mem; l are the operands that follow the result.
func (e *encoder) loadOp(op Op, reg lower.PReg, in *lower.Inst, l []lower.Loc) {
	switch in.Base {
	case lower.BaseWord:
		e.LoadX(op, reg, regMem, l[0].Reg(), 1, in.Imm)
	case lower.BaseIndex:
		e.LoadX(op, reg, l[0].Reg(), l[1].Reg(), in.Scale, in.Imm)
	default:
		base, disp := e.base(in, l)
		e.Load(op, reg, base, disp)
	}
}

// storeOp emits op mem, reg.
func (e *encoder) storeOp(op Op, in *lower.Inst, l []lower.Loc) {
	src := l[in.NumEnc-1].Reg()
	switch in.Base {
	case lower.BaseWord:
		e.StoreX(op, regMem, l[0].Reg(), 1, in.Imm, src)
	case lower.BaseIndex:
		e.StoreX(op, l[0].Reg(), l[1].Reg(), in.Scale, in.Imm, src)
	default:
		base, disp := e.base(in, l)
		e.Store(op, base, disp, src)
	}
}

// immOp emits op mem, imm.
func (e *encoder) immOp(op Op, in *lower.Inst, l []lower.Loc) {
	switch in.Base {
	case lower.BaseWord:
		e.MIX(op, regMem, l[0].Reg(), 1, in.Imm, in.Imm2)
	case lower.BaseIndex:
		e.MIX(op, l[0].Reg(), l[1].Reg(), in.Scale, in.Imm, in.Imm2)
	default:
		base, disp := e.base(in, l)
		e.MI(op, base, disp, in.Imm2)
	}
}

// base returns the base register and displacement of a memory operand that has neither a
// guest word nor an index.
func (e *encoder) base(in *lower.Inst, l []lower.Loc) (lower.PReg, int64) {
	switch in.Base {
	case lower.BaseAddr:
		return l[0].Reg(), in.Imm
	case lower.BaseFrame:
		return regFrame, in.Imm
	case lower.BaseAct:
		return regAct, in.Imm
	case lower.BaseStatic:
		e.MovImmFlags(regScratch, in.Imm)
		return regScratch, 0
	}
	e.Fail(encode.BadOperand, in.Op.String(), int64(in.Base))
	return 0, 0
}

// emitCallKept leaves to a helper that keeps the registers. A routine's caller has stored which it is.
func emitCallKept(e *encoder, in *lower.Inst, _ []lower.Loc, _ *lower.Around) {
	resume := e.NewLabel()
	e.Store(MovQ, regAct, native.OffRegs, RAX)
	e.LeaLabel(regScratch, resume)
	e.Store(MovQ, regAct, native.OffResume, regScratch)
	if in.Imm >= 0 {
		e.MovImm(RAX, int64(native.KeptCode(uint32(in.Imm))))
	} else {
		e.Load(MovL, RAX, regAct, native.OffHelper)
		e.Shift(ShlQ, RAX, 8)
		e.RI(OrQ, RAX, native.LeaveKept)
	}
	e.Ret()
	e.Data64(0)
	e.Bind(resume)
}

// emitCall leaves to a helper. Behind the return stands the address of the row
// through which an exception leaves; execution resumes behind it.
func emitCall(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	resume := e.NewLabel()
	e.LeaLabel(regScratch, resume)
	e.Store(MovQ, regAct, native.OffResume, regScratch)
	e.MovImm(RAX, int64(native.LeaveCode(uint32(in.Imm))))
	e.Ret()
	e.Data64(ar.Row)
	e.Bind(resume)
}
