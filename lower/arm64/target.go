package arm64

import (
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// The registers with a fixed role in compiled code (package native's contract).
const (
	scratch  = R16 // holds the row at a leave
	scratch2 = R17 // addresses, and what compares with memory
	regFrame = R24 // the guest frame
	regMem   = R25 // the memory base: a guest word plus it is an address
	regAct   = R26 // the activation
	regG     = R28 // Go's g
	fScratch = F31
	regLink  = R15 // at a call of a routine: the address to return to
)

// Target describes arm64.
var Target = &lower.Target{
	Name:          "arm64",
	Regs:          registers(),
	Rows:          rows(),
	ImmOK:         immOK,
	DispOK:        func(disp int64) bool { return disp > -1<<24 && disp < 1<<24 },
	MaxScale:      128,
	MulAdd:        true,
	ShiftsOperand: true,
	NewEncoder:    func() lower.Encoder { return &encoder{New()} },
	ArgOffset:     native.OffArgs,
	NumArgs:       native.NumArgs,
	RetOffset:     native.OffRet,
	NumberOffset:  native.OffHelper,
	MaxSlots:      native.MaxSlots - lower.RoutineLevels*lower.RoutineSlots,
	Routine:       convention(),
	Disassemble:   Disassemble,
}

// registers lists what may be allocated.
func registers() lower.RegFile {
	f := lower.RegFile{Names: regNames}
	for r := R0; r <= R23; r++ {
		if r < R16 || r > R18 {
			f.Allocatable[lower.GPR] = append(f.Allocatable[lower.GPR], r)
		}
	}
	for r := F0; r < fScratch; r++ {
		f.Allocatable[lower.FPR] = append(f.Allocatable[lower.FPR], r)
	}
	f.Scratch[lower.GPR], f.Scratch[lower.FPR] = scratch, fScratch
	return f
}

// convention: R30 has the address that the code itself returns to, so that the link is in
// a register that is allocated.
func convention() (c lower.Convention) {
	c.Args[lower.GPR] = []lower.PReg{R0, R1, R2, R3, R4}
	c.Args[lower.FPR] = []lower.PReg{F0, F0 + 1, F0 + 2, F0 + 3}
	c.Result = [lower.NumClasses]lower.PReg{lower.GPR: R0, lower.FPR: F0}
	c.Link = regLink
	return c
}

// immOK: sums and comparisons take 12 bits, or 12 with 12 zeros behind, and their
// negatives; logical instructions bitmasks; stores what one instruction makes.
func immOK(op lower.MOp, imm int64) bool {
	switch op {
	case lower.MShlI, lower.MSarI, lower.MShrI:
		return imm >= 0 && imm < 64
	case lower.MAndI, lower.MOrI, lower.MXorI, lower.MBrBitsI, lower.MExitBitsI, lower.MSelectBitsI:
		_, ok := bitmask(uint64(imm))
		return ok
	case lower.MMulI:
		return isPowerOfTwo(imm) || isPowerOfTwo(imm-1)
	case lower.MMulXI:
		return false
	case lower.MStoreI:
		return cheap(imm)
	}
	if imm < 0 {
		imm = -imm
	}
	_, _, ok := addImm(imm)
	return ok
}

func isPowerOfTwo(n int64) bool { return n > 0 && n&(n-1) == 0 }

// rows says what each operation asks of its operands: nothing, as results have
// registers of their own; and what a call destroys.
func rows() (t [lower.NumMOps]lower.Row) {
	inReg := lower.OperandRule{Constraint: lower.InARegs}
	for op := range t {
		t[op] = lower.Row{Def: inReg, Uses: [4]lower.OperandRule{inReg, inReg, inReg, inReg}}
	}
	regs := registers()
	for _, class := range regs.Allocatable {
		for _, r := range class {
			t[lower.MCall].Clobber = t[lower.MCall].Clobber.With(r)
		}
	}
	return t
}
