package arm64

import (
	"math/bits"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
	"github.com/tier2go/tier2/native"
)

// An emitter writes a machine operation with its operands' locations.
type emitter func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around)

var emitters [lower.NumMOps]emitter

func init() {
	emitters = [lower.NumMOps]emitter{
		lower.MConst: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.MovImm(l[0].Reg(), in.Imm) },
		lower.MConstF: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.MovFloat(l[0].Reg(), uint64(in.Imm))
		},
		lower.MAddr: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RRR(Add, l[0].Reg(), regMem, l[1].Reg())
		},
		lower.MLea: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			d := l[0].Reg()
			e.RRS(AddS, d, l[1].Reg(), l[2].Reg(), LSL, int64(bits.Len8(in.Scale)-1))
			e.AddImm(d, d, in.Imm)
		},
		lower.MAdd: rrr(Add), lower.MSub: rrr(Sub), lower.MAnd: rrr(And), lower.MOr: rrr(Orr), lower.MXor: rrr(Eor), lower.MMul: rrr(Mul),
		lower.MAddI: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.AddImm(l[0].Reg(), l[1].Reg(), in.Imm)
		},
		lower.MSubI: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.AddImm(l[0].Reg(), l[1].Reg(), -in.Imm)
		},
		lower.MAndI: rrb(AndI), lower.MOrI: rrb(OrrI), lower.MXorI: rrb(EorI),
		lower.MMulI:   emitMulI,
		lower.MMulAdd: rrrr(Madd), lower.MMulSub: rrrr(Msub),
		lower.MShl: rrr(Lslv), lower.MSar: rrr(Asrv), lower.MShr: rrr(Lsrv),
		lower.MShlI: shift((*Buf).Lsl), lower.MSarI: shift((*Buf).Asr), lower.MShrI: shift((*Buf).Lsr),
		lower.MNeg: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RRR(Sub, l[0].Reg(), ZR, l[1].Reg())
		},
		lower.MNot: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RRR(Orn, l[0].Reg(), ZR, l[1].Reg())
		},
		lower.MDiv: rrr(Sdiv),
		lower.MRem: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RRR(Sdiv, scratch, l[1].Reg(), l[2].Reg())
			e.RRRR(Msub, l[0].Reg(), scratch, l[2].Reg(), l[1].Reg())
		},

		lower.MAddX: checked(rrr(Adds)), lower.MSubX: checked(rrr(Subs)),
		lower.MAddXI: checked(addsImm(1)), lower.MSubXI: checked(addsImm(-1)),
		lower.MMulX: emitMulX,
		lower.MNegX: checked(func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.RRR(Subs, l[0].Reg(), ZR, l[1].Reg())
		}),

		lower.MSet: emitSet, lower.MSetI: emitSet,
		lower.MSelect: selection(Csel), lower.MSelectI: selection(Csel), lower.MSelectBitsI: selection(Csel), lower.MFSelectI: selection(Fcsel),
		lower.MSelectF: selectionF(Csel), lower.MFSelect: selectionF(Fcsel),
		lower.MFMin: extreme(CondMI), lower.MFMax: extreme(CondGT),
		lower.MBr: emitBr, lower.MBrI: emitBr, lower.MBrMemI: emitBr, lower.MBrBitsI: emitBr,
		lower.MExit: emitExit, lower.MExitI: emitExit, lower.MExitMem: emitExit, lower.MExitMemI: emitExit, lower.MExitBitsI: emitExit, lower.MExitShr: emitExit,

		lower.MFAdd: rrr(Fadd), lower.MFSub: rrr(Fsub), lower.MFMul: rrr(Fmul), lower.MFDiv: rrr(Fdiv),
		lower.MFSqrt: rr(Fsqrt), lower.MFNeg: rr(Fneg), lower.MFAbs: rr(Fabs),
		lower.MFSet: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.Fcmp(l[1].Reg(), l[2].Reg())
			e.Cset(floatConds[in.Cond], l[0].Reg())
		},
		lower.MFBr: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.Fcmp(l[0].Reg(), l[1].Reg())
			e.fork(onFlags(floatConds[in.Cond]), ar)
		},
		lower.MFExit: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.Fcmp(l[0].Reg(), l[1].Reg())
			c := floatConds[in.Cond]
			if in.Imm != 0 { // leave unless it holds
				c = c.Negate()
			}
			e.Bcc(c, ar.Exit)
		},
		lower.MIntToF: rr(Scvtf), lower.MFToInt: emitFToInt,
		lower.MBitsToF: rr(FmovX), lower.MFToBits: rr(FmovR),

		lower.MLoad: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.load(sizes[in.Size], l[0].Reg(), in, l[1:])
		},
		lower.MLoadF: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.load(MemD, l[0].Reg(), in, l[1:])
		},
		lower.MStore: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.store(sizes[in.Size], in, l, l[in.NumEnc-1].Reg())
		},
		lower.MStoreF: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.store(MemD, in, l, l[in.NumEnc-1].Reg())
		},
		lower.MStoreI: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.store(sizes[in.Size], in, l, e.constant(in.Imm2, in.Size))
		},
		lower.MAddMemI: emitAddMem,
		lower.MStoreRow: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.MovImm(scratch, int64(ar.Row))
			e.Store(MemX, regFrame, in.Imm, scratch)
		},
		lower.MSetFrame: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.Mov(regFrame, l[0].Reg()) },
		lower.MFrame: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			e.AddImm(l[0].Reg(), regFrame, in.Imm)
		},
		lower.MStoreFrame: func(e *encoder, in *lower.Inst, _ []lower.Loc, _ *lower.Around) {
			e.Store(MemX, regFrame, in.Imm, regFrame)
		},
		lower.MAddFrame: func(e *encoder, in *lower.Inst, _ []lower.Loc, _ *lower.Around) { e.AddImm(regFrame, regFrame, in.Imm) },

		lower.MJump:     func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) { e.jump(ar.To[0], ar) },
		lower.MCall:     emitCall,
		lower.MCallKept: emitCallKept,
		lower.MPoll: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.Load(MemX, scratch, regG, native.PollOffset)
			e.CmpImm(scratch, native.PollLimit, false)
			e.Bcc(CondHI, ar.Exit)
		},
		lower.MLeave: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) { e.Leave(ar.Row) },
		lower.MCallRoutine: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
			back := e.NewLabel()
			e.Adr(regLink, back)
			e.MovImm(scratch, in.Imm)
			e.Br(scratch)
			e.Bind(back)
		},
		lower.MRet: func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.Br(l[1].Reg()) },
		lower.MLeaveBy: func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
			e.Load(MemX, scratch, regFrame, in.Imm)
			e.throughRow()
		},
	}
}

var sizes = [9]*Mem{1: MemB, 2: MemH, 4: MemW, 8: MemX}

func rrr(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		e.RRR(op, l[0].Reg(), l[1].Reg(), l[2].Reg())
	}
}

// rrrr emits op d, b, c, a: a product that is added to a, or taken from it.
func rrrr(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		e.RRRR(op, l[0].Reg(), l[2].Reg(), l[3].Reg(), l[1].Reg())
	}
}

func rr(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) { e.RR(op, l[0].Reg(), l[1].Reg()) }
}

func rrb(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		e.RRB(op, l[0].Reg(), l[1].Reg(), uint64(in.Imm))
	}
}

func shift(f func(b *Buf, d, n lower.PReg, by int64)) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		f(e.Buf, l[0].Reg(), l[1].Reg(), in.Imm)
	}
}

// checked emits an operation and leaves if it has overflowed.
func checked(op emitter) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
		op(e, in, l, ar)
		e.Bcc(CondVS, ar.Exit)
	}
}

// addsImm emits d = a + sign·Imm and sets the flags.
func addsImm(sign int64) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		v := in.Imm * sign
		op, high := AddsI, AddsIH
		if v < 0 {
			op, high, v = SubsI, SubsIH, -v
		}
		imm, isHigh, _ := addImm(v)
		if isHigh {
			op = high
		}
		e.RRI(op, l[0].Reg(), l[1].Reg(), imm)
	}
}

// emitMulI multiplies by a power of two, or one more.
func emitMulI(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	d, a := l[0].Reg(), l[1].Reg()
	if isPowerOfTwo(in.Imm) {
		e.Lsl(d, a, int64(bits.TrailingZeros64(uint64(in.Imm))))
		return
	}
	e.RRS(AddS, d, a, a, LSL, int64(bits.TrailingZeros64(uint64(in.Imm-1))))
}

// emitMulX multiplies and leaves if the upper half of the product is not the lower
// one's sign.
func emitMulX(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	d, a, b := l[0].Reg(), l[1].Reg(), l[2].Reg()
	e.RRR(Smulh, scratch, a, b)
	e.RRR(Mul, d, a, b)
	e.RRS(SubsS, ZR, scratch, d, ASR, 63)
	e.Bcc(CondNE, ar.Exit)
}

// emitFToInt converts towards zero. The machine gives the nearest integer for what
// does not fit, and 0 for NaN; the lowest one is wanted instead of both: flag V
// comes from "unordered", or else from adding 1 to the result.
func emitFToInt(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	d, a := l[0].Reg(), l[1].Reg()
	const flagV = 1
	e.RR(Fcvtzs, d, a)
	e.MovImm(scratch, -1<<63)
	e.Fcmp(a, a)
	e.CcmnI(CondVC, d, 1, flagV)
	e.Select3(Csel, CondVS, d, scratch, d)
}

// test is what a branch depends on: a condition of the flags, or one of a register.
type test struct {
	op  Op // Bcc, Cbz, Cbnz, Tbz, Tbnz
	on  uint8
	bit int64
}

func onFlags(c Cond) test { return test{op: Bcc, on: uint8(c)} }

// not returns the opposite.
func (t test) not() test {
	if t.op == Bcc {
		t.on = uint8(Cond(t.on).Negate())
	}
	t.op = opposite[t.op]
	return t
}

func (e *encoder) when(t test, to encode.Label) { e.branch(t.op, t.on, t.bit, to) }

// fork goes to the first successor if t holds, else to the second.
func (e *encoder) fork(t test, ar *lower.Around) {
	if ar.To[0] == ar.Next || ar.Again {
		e.when(t.not(), ar.To[1])
		e.jump(ar.To[0], ar)
		return
	}
	e.when(t, ar.To[0])
	e.jump(ar.To[1], ar)
}

func (e *encoder) jump(to encode.Label, ar *lower.Around) {
	if to != ar.Next {
		e.B(to)
	}
}

// compare emits what MBr, MExit and their forms compare, and returns the test that
// holds if the comparison does; l are the uses.
func (e *encoder) compare(in *lower.Inst, l []lower.Loc) test {
	c := conds[in.Cond]
	switch in.Op {
	case lower.MBr, lower.MExit:
		e.RRR(Subs, ZR, l[0].Reg(), l[1].Reg())
	case lower.MExitMem:
		e.load(MemX, scratch, in, l)
		e.RRR(Subs, ZR, l[in.NumEnc-1].Reg(), scratch)
	case lower.MBrMemI, lower.MExitMemI:
		e.load(sizes[in.Size], scratch, in, l)
		if in.Size < 4 && c >= CondGE {
			e.Fail(encode.OutOfRange, "a signed comparison of less than 4 bytes", int64(in.Cond))
		}
		return e.compareImm(scratch, in.Imm2, in.Cond, in.Size)
	case lower.MExitShr:
		e.RRS(SubsS, ZR, l[0].Reg(), l[1].Reg(), LSR, in.Imm)
	case lower.MBrBitsI, lower.MExitBitsI:
		if isPowerOfTwo(in.Imm) {
			t := test{op: Tbz, on: uint8(l[0].Reg()), bit: int64(bits.TrailingZeros64(uint64(in.Imm)))}
			if in.Cond == lower.NE {
				t = t.not()
			}
			return t
		}
		e.RRB(AndsI, ZR, l[0].Reg(), uint64(in.Imm))
	default:
		return e.compareImm(l[0].Reg(), in.Imm, in.Cond, 8)
	}
	return onFlags(c)
}

// compareImm compares a register of so many bytes with a constant.
func (e *encoder) compareImm(r lower.PReg, imm int64, c lower.Cond, size uint8) test {
	if imm == 0 {
		switch {
		case c == lower.EQ:
			return test{op: Cbz, on: uint8(r)} // memory is zero-extended
		case c == lower.NE:
			return test{op: Cbnz, on: uint8(r)}
		case c == lower.LT:
			return test{op: Tbnz, on: uint8(r), bit: 8*int64(size) - 1}
		case c == lower.GE:
			return test{op: Tbz, on: uint8(r), bit: 8*int64(size) - 1}
		}
	}
	if size < 4 {
		imm &= 1<<(8*size) - 1
	}
	e.CmpImm(r, imm, size == 4)
	return onFlags(conds[c])
}

// flags sets the flags by a comparison of integers in registers, of one with a
// constant, or of some of its bits with 0; l are the uses.
func (e *encoder) flags(in *lower.Inst, l []lower.Loc) Cond {
	switch in.Op {
	case lower.MSet, lower.MSelect:
		e.RRR(Subs, ZR, l[0].Reg(), l[1].Reg())
	case lower.MSelectBitsI:
		e.RRB(AndsI, ZR, l[0].Reg(), uint64(in.Imm))
	default:
		e.CmpImm(l[0].Reg(), in.Imm, false)
	}
	return conds[in.Cond]
}

// selection emits one of the last two operands, by a comparison of integers.
func selection(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		n := in.NumEnc
		e.Select3(op, e.flags(in, l[1:]), l[0].Reg(), l[n-2].Reg(), l[n-1].Reg())
	}
}

// selectionF does so by a comparison of floats.
func selectionF(op Op) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		e.Fcmp(l[1].Reg(), l[2].Reg())
		e.Select3(op, floatConds[in.Cond], l[0].Reg(), l[3].Reg(), l[4].Reg())
	}
}

// extreme emits the first operand if a comparison of both holds, else the second. FMIN
// and FMAX do something else with NaN and zeros.
func extreme(c Cond) emitter {
	return func(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
		e.Fcmp(l[1].Reg(), l[2].Reg())
		e.Select3(Fcsel, c, l[0].Reg(), l[1].Reg(), l[2].Reg())
	}
}

func emitSet(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	e.Cset(e.flags(in, l[1:]), l[0].Reg())
}

func emitBr(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	e.fork(e.compare(in, l), ar)
}

func emitExit(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	e.when(e.compare(in, l), ar.Exit)
}

// emitAddMem adds to memory, through both scratch registers.
func emitAddMem(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	m := sizes[in.Size]
	base, disp := e.address(in, l)
	if !nearDisp(disp, in.Size) {
		e.AddImm(scratch2, base, disp)
		base, disp = scratch2, 0
	}
	e.Load(m, scratch, base, disp)
	e.AddImm(scratch, scratch, in.Imm2)
	e.Store(m, base, disp, scratch)
}

// constant returns a register that holds the low bytes of a constant for a store.
func (e *encoder) constant(v int64, size uint8) lower.PReg {
	if v == 0 {
		return ZR
	}
	if size == 4 && v < 0 && !cheap(v) {
		v = int64(uint32(v))
	}
	e.MovImm(scratch, v)
	return scratch
}

func (e *encoder) storeImm(m *Mem, base lower.PReg, disp, v int64) {
	e.Store(m, base, disp, e.constant(v, m.size))
}

// load loads a register from a memory operand; l are the operands that follow the
// result.
func (e *encoder) load(m *Mem, d lower.PReg, in *lower.Inst, l []lower.Loc) {
	if in.Base == lower.BaseWord && in.Imm == 0 {
		e.LoadX(m, d, regMem, l[0].Reg(), 1)
		return
	}
	if in.Base == lower.BaseIndex {
		e.LoadX(m, d, l[0].Reg(), l[1].Reg(), in.Scale)
		return
	}
	base, disp := e.address(in, l)
	e.Load(m, d, base, disp)
}

// store stores a register to a memory operand.
func (e *encoder) store(m *Mem, in *lower.Inst, l []lower.Loc, r lower.PReg) {
	if in.Base == lower.BaseWord && in.Imm == 0 && r != ZR {
		e.StoreX(m, regMem, l[0].Reg(), 1, r)
		return
	}
	if in.Base == lower.BaseIndex && r != ZR {
		e.StoreX(m, l[0].Reg(), l[1].Reg(), in.Scale, r)
		return
	}
	base, disp := e.address(in, l)
	e.Store(m, base, disp, r)
}

// address returns the base register and displacement of a memory operand. The second
// scratch register may be the base.
func (e *encoder) address(in *lower.Inst, l []lower.Loc) (lower.PReg, int64) {
	switch in.Base {
	case lower.BaseWord:
		e.RRR(Add, scratch2, regMem, l[0].Reg())
		return scratch2, in.Imm
	case lower.BaseIndex:
		e.RRS(AddS, scratch2, l[0].Reg(), l[1].Reg(), LSL, int64(bits.TrailingZeros8(in.Scale)))
		return scratch2, in.Imm
	case lower.BaseAddr:
		return l[0].Reg(), in.Imm
	case lower.BaseFrame:
		return regFrame, in.Imm
	case lower.BaseAct:
		return regAct, in.Imm
	case lower.BaseStatic:
		e.MovImm(scratch2, in.Imm)
		return scratch2, 0
	}
	e.Fail(encode.BadOperand, in.Op.String(), int64(in.Base))
	return 0, 0
}

// emitCallKept leaves to a helper that keeps the registers. A routine's caller has stored which it is.
func emitCallKept(e *encoder, in *lower.Inst, _ []lower.Loc, _ *lower.Around) {
	resume := e.NewLabel()
	e.Store(MemX, regAct, native.OffRegs, R0)
	e.Adr(scratch, resume)
	e.Store(MemX, regAct, native.OffResume, scratch)
	if in.Imm >= 0 {
		e.MovImm(R0, int64(native.KeptCode(uint32(in.Imm))))
	} else {
		e.Load(MemW, R0, regAct, native.OffHelper)
		e.Lsl(R0, R0, 8)
		e.AddImm(R0, R0, native.LeaveKept)
	}
	e.Bare(Ret)
	e.Data64(0)
	e.Bind(resume)
}

// emitCall leaves to a helper. Behind the return stands the address of the row
// through which an exception leaves; execution resumes behind it.
func emitCall(e *encoder, in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	resume := e.NewLabel()
	e.Adr(scratch, resume)
	e.Store(MemX, regAct, native.OffResume, scratch)
	e.MovImm(R0, int64(native.LeaveCode(uint32(in.Imm))))
	e.Bare(Ret)
	e.Data64(ar.Row)
	e.Bind(resume)
}
