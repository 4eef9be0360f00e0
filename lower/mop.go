package lower

// The machine operations that all targets share. A target's table gives each
// one its operand constraints and its encoding (Target.Rows); an operation that
// a machine lacks is a short sequence there.
//
// Operands stand in the order def, uses. "mem" is a memory operand: Inst.Base
// says what it is relative to, its register if any comes first among the uses,
// Inst.Imm is the displacement. Inst.Size is the width of a memory access in
// bytes. A trailing I means that the last operand is Inst.Imm (Inst.Imm2 beside
// a memory operand).
const (
	MNone   MOp = iota
	MMove       // d = a
	MConst      // d = Imm
	MConstF     // d = the float with bits Imm
	MAddr       // d = the address of the object that the guest word a refers to
	MLea        // d = a + b·Scale + Imm
	MAdd        // d = a + b …
	MAddI
	MSub
	MSubI
	MAnd
	MAndI
	MOr
	MOrI
	MXor
	MXorI
	MMul
	MMulI
	MMulAdd // d = a + b·c
	MMulSub // d = a − b·c
	MShl    // by the low 6 bits of b
	MShlI
	MSar
	MSarI
	MShr
	MShrI
	MNeg
	MNot
	MDiv // truncating; b ≠ 0 and no overflow
	MRem // remainder of MDiv

	// Checked arithmetic leaves by Inst.Exit on signed overflow.
	MAddX
	MAddXI
	MSubX
	MSubXI
	MMulX
	MMulXI
	MNegX

	MSet // d = a Cond b, 0 or 1
	MSetI
	MSelect      // d = c if a Cond b, else the fourth
	MSelectI     // d = b if a Cond Imm, else c
	MSelectBitsI // d = b if a & Imm Cond 0, else c
	MFSelectI    // the same; d, b and c are floats
	MBr          // to Succs[0] if a Cond b, else to Succs[1]
	MBrI
	MBrMemI  // the same with mem as a
	MBrBitsI // to Succs[0] if a & Imm Cond 0
	MExit    // leaves by Inst.Exit if a Cond b
	MExitI   //
	MExitMem // leaves if b Cond mem
	MExitMemI
	MExitBitsI // leaves if a & Imm Cond 0
	MExitShr   // leaves if a Cond b >> Imm, without sign

	MFAdd
	MFSub
	MFMul
	MFDiv
	MFSqrt
	MFNeg
	MFAbs
	MFMin    // d = a if a < b, else b
	MFMax    // d = a if a > b, else b
	MFSet    // d = a Cond b for floats
	MSelectF // d = c if a Cond b for floats, else the fourth; c and the fourth are integers
	MFSelect // the same; all are floats
	MFBr
	MFExit
	MIntToF // d = float(a), rounded to nearest even
	MFToInt // d = int(a) towards zero; the lowest int64 if it does not fit
	MBitsToF
	MFToBits

	MLoad  // d = mem, zero-extended
	MLoadF // d = mem, a float
	MStore // mem = a
	MStoreI
	MStoreF
	MAddMemI    // mem += Imm2
	MStoreRow   // mem = the address of the exit's row
	MStoreFrame // mem, in the guest frame = the guest frame's address

	MJump        // to Succs[0]
	MCall        // leaves to helper Imm; all registers die; Inst.Exit is the exit of an exception
	MCallKept    // the same, but no register dies, and nothing raises; helper −1: the one that the caller of the routine has named
	MPoll        // leaves by Inst.Exit if the VM wants attention
	MLeave       // leaves for good through Inst.Exit's row
	MLeaveBy     // leaves for good through the row whose address is at Imm of the guest frame
	MFrame       // d = the guest frame's address + Imm
	MSetFrame    // the guest frame is at address a
	MAddFrame    // the guest frame is Imm bytes behind the one at hand
	MCallRoutine // d = what routine number Imm of the function returns; Clobber is the instruction's own
	MRet         // returns a from a routine to address b
	NumMOps
)

var mopNames = [NumMOps]string{
	"none", "move", "const", "constf", "addr", "lea", "add", "addi", "sub", "subi", "and", "andi", "or", "ori", "xor", "xori",
	"mul", "muli", "muladd", "mulsub", "shl", "shli", "sar", "sari", "shr", "shri", "neg", "not", "div", "rem",
	"addx", "addxi", "subx", "subxi", "mulx", "mulxi", "negx",
	"set", "seti", "select", "selecti", "selectbitsi", "fselecti", "br", "bri", "brmemi", "brbitsi", "exit", "exiti", "exitmem", "exitmemi", "exitbitsi", "exitshr",
	"fadd", "fsub", "fmul", "fdiv", "fsqrt", "fneg", "fabs", "fmin", "fmax", "fset", "selectf", "fselect", "fbr", "fexit", "inttof", "ftoint", "bitstof", "ftobits",
	"load", "loadf", "store", "storei", "storef", "addmemi", "storerow", "storeframe", "jump", "call", "callkept", "poll", "leave", "leaveby", "frame", "setframe", "addframe", "callroutine", "ret",
}

// String returns the operation's name in listings.
func (op MOp) String() string { return mopNames[op] }

// Cond is a condition between two integers or two floats.
type Cond uint8

// The conditions. Between floats, all but NE are false if an operand is NaN,
// and only EQ, NE, LT, LE, GT and GE exist.
const (
	EQ Cond = iota
	NE
	LT
	GE
	LE
	GT
	ULT
	UGE
	ULE
	UGT
	NumConds
)

var condNames = [NumConds]string{"eq", "ne", "lt", "ge", "le", "gt", "ult", "uge", "ule", "ugt"}

// String returns the condition's name.
func (c Cond) String() string { return condNames[c] }

// Not returns the opposite of a condition between integers.
func (c Cond) Not() Cond { return c ^ 1 }

// Swap returns the condition with its operands exchanged.
func (c Cond) Swap() Cond {
	return [NumConds]Cond{EQ, NE, GT, LE, GE, LT, UGT, ULE, UGE, ULT}[c]
}

// Holds reports whether the condition holds between two integers.
func (c Cond) Holds(a, b int64) bool {
	switch c {
	case EQ:
		return a == b
	case NE:
		return a != b
	case LT:
		return a < b
	case GE:
		return a >= b
	case LE:
		return a <= b
	case GT:
		return a > b
	case ULT:
		return uint64(a) < uint64(b)
	case UGE:
		return uint64(a) >= uint64(b)
	case ULE:
		return uint64(a) <= uint64(b)
	}
	return uint64(a) > uint64(b)
}

// Base says what a memory operand is relative to.
type Base uint8

// The bases. Displacements are signed 32-bit.
const (
	NoBase     Base = iota
	BaseWord        // the object that the guest word in a register refers to
	BaseAddr        // the address in a register
	BaseIndex       // the address in a register and Scale times the number in another one; displacements only where Target.IndexDisp says so
	BaseFrame       // the current guest frame
	BaseAct         // the activation
	BaseStatic      // nothing: Imm is an absolute address; the target may need its scratch register
	BaseSite        // the rows of the function's sites (Linkage.Sites); encoders see BaseStatic
)

var baseNames = [...]string{"", "word", "addr", "index", "frame", "act", "static", "site"}

// String returns the base's name in listings.
func (b Base) String() string { return baseNames[b] }
