package amd64

import (
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// The registers with a fixed role in compiled code (package native's contract).
const (
	regMem     = R13 // the memory base: a guest word plus it is an address
	regG       = R14 // Go's g
	regAct     = R15 // the activation
	regFrame   = RBX // the guest frame
	regScratch = R11
	xScratch   = X15
	regLink    = R12 // at a call of a routine: the address to return to
)

// Target describes amd64.
var Target = &lower.Target{
	Name:         "amd64",
	Regs:         registers(),
	Rows:         rows(),
	ImmOK:        immOK,
	DispOK:       fits32,
	WordDisp:     true,
	IndexDisp:    true,
	MaxScale:     8,
	NewEncoder:   func() lower.Encoder { return &encoder{Buf: New()} },
	ArgOffset:    native.OffArgs,
	NumArgs:      native.NumArgs,
	RetOffset:    native.OffRet,
	NumberOffset: native.OffHelper,
	MaxSlots:     native.MaxSlots - lower.RoutineLevels*lower.RoutineSlots,
	Routine:      convention(),
	Disassemble:  Disassemble,
}

// registers lists what may be allocated: RSP, RBP and the registers with a fixed
// role may not. RAX, RCX and RDX come last, because division and shifts want
// them.
func registers() lower.RegFile {
	f := lower.RegFile{Names: regNames}
	f.Allocatable[lower.GPR] = []lower.PReg{RSI, RDI, R8, R9, R10, R12, RDX, RCX, RAX}
	for x := X0; x < xScratch; x++ {
		f.Allocatable[lower.FPR] = append(f.Allocatable[lower.FPR], x)
	}
	f.Scratch[lower.GPR], f.Scratch[lower.FPR] = regScratch, xScratch
	return f
}

// convention: what a routine computes with comes first in the order of allocation, so that
// callers have their operands there by chance.
func convention() (c lower.Convention) {
	c.Args[lower.GPR] = []lower.PReg{RSI, RDI, R8, R9, R10}
	c.Args[lower.FPR] = []lower.PReg{X0, X1, X2, X3}
	c.Result = [lower.NumClasses]lower.PReg{lower.GPR: RAX, lower.FPR: X0}
	c.Link = regLink
	return c
}

// immOK: immediates are sign-extended 32 bits; shift counts are 6 bits.
func immOK(op lower.MOp, imm int64) bool {
	switch op {
	case lower.MShlI, lower.MSarI, lower.MShrI:
		return imm >= 0 && imm < 64
	case lower.MSubI:
		return fits32(imm) && fits32(-imm)
	case lower.MBrBitsI, lower.MExitBitsI, lower.MSelectBitsI:
		return imm >= 0 && fits32(imm)
	}
	return fits32(imm)
}

// The rules that rows are made of.
var (
	inReg   = lower.OperandRule{Constraint: lower.InARegs}
	lateReg = lower.OperandRule{Constraint: lower.InARegs, Pos: lower.Late}
	reuse   = lower.OperandRule{Constraint: lower.Reuse, Index: 0}
)

func fixed(r lower.PReg) lower.OperandRule {
	return lower.OperandRule{Constraint: lower.InFixed, At: lower.InReg(r)}
}

// rows says what each operation asks of its operands. Most are of two kinds:
// free choice, or the result in the first operand's register.
func rows() (t [lower.NumMOps]lower.Row) {
	free := lower.Row{Def: inReg, Uses: [4]lower.OperandRule{inReg, inReg, inReg, inReg}}
	for op := range t {
		t[op] = free
	}
	for _, op := range []lower.MOp{
		lower.MSub, lower.MAnd, lower.MAndI, lower.MOr, lower.MOrI, lower.MXor, lower.MXorI, lower.MMul,
		lower.MShlI, lower.MSarI, lower.MShrI, lower.MNeg, lower.MNot,
		lower.MAddX, lower.MAddXI, lower.MSubX, lower.MSubXI, lower.MMulX, lower.MNegX,
		lower.MMulAdd, lower.MMulSub,
		lower.MFAdd, lower.MFSub, lower.MFMul, lower.MFDiv, lower.MFNeg, lower.MFAbs, lower.MFMin, lower.MFMax,
	} {
		t[op].Def = reuse
	}
	for _, op := range []lower.MOp{lower.MShl, lower.MSar, lower.MShr} {
		t[op] = lower.Row{Def: reuse, Uses: [4]lower.OperandRule{inReg, fixed(RCX)}}
	}
	// Selections overwrite the operand that is not selected if the condition holds.
	for _, op := range []lower.MOp{lower.MSelectI, lower.MSelectBitsI, lower.MFSelectI} {
		t[op].Def = lower.OperandRule{Constraint: lower.Reuse, Index: 2}
	}
	for _, op := range []lower.MOp{lower.MSelect, lower.MSelectF, lower.MFSelect} {
		t[op].Def = lower.OperandRule{Constraint: lower.Reuse, Index: 3}
	}
	var rax, rdx lower.RegSet
	rax, rdx = rax.With(RAX), rdx.With(RDX)
	t[lower.MDiv] = lower.Row{Def: fixed(RAX), Uses: [4]lower.OperandRule{fixed(RAX), lateReg}, Clobber: rdx}
	t[lower.MRem] = lower.Row{Def: fixed(RDX), Uses: [4]lower.OperandRule{fixed(RAX), lateReg}, Clobber: rax}
	var all lower.RegSet
	for r := RAX; r <= R15; r++ {
		all = all.With(r)
	}
	for x := X0; x <= X15; x++ {
		all = all.With(x)
	}
	for _, r := range []lower.PReg{regMem, regG, regAct, regFrame, RSP, RBP, regScratch, xScratch} {
		all = all.Without(r)
	}
	t[lower.MCall].Clobber = all
	return t
}
