package main

import (
	"slices"

	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/arm64"
)

// a64Row is one operation of arm64: one form.
type a64Row struct {
	name  string // ours
	doc   string // completes "Name is …"
	as    obj.As
	shape a64Shape
	// what the register operands are, in our order (result first); "" ends them.
	regs [4]a64Reg
	size uint8 // of a memory access, in bytes
}

// a64Reg is what a register operand may be.
type a64Reg uint8

const (
	aNone a64Reg = iota
	aDst         // a general register that code may write
	aDstZ        // the same, or ZR: the result is not wanted
	aSrc         // a general register that code may read, or ZR
	aBase        // a general register that code may read
	aFlt         // a float register
)

// a64Shape is a kind of operands and where the assembler wants them.
type a64Shape uint8

// The shapes. They are in the order of lower/arm64's constants.
const (
	aShapeNone a64Shape = iota
	aShapeDNM           // d, n, m
	aShapeDM            // d, m
	aShapeNM            // n, m: a comparison
	aShapeDNMA          // d, n, m, a: d = a ± n·m
	aShapeDNMS          // d, n, m, kind of shift; amount
	aShapeDNI           // d, n; imm12
	aShapeDNIH          // d, n; imm12 << 12
	aShapeNI            // n; imm12
	aShapeNIH           // n; imm12 << 12
	aShapeDNB           // d, n; bitmask
	aShapeDH            // d, half; imm16
	aShapeDNRS          // d, n; immr, imms
	aShapeCDNM          // condition, d, n, m
	aShapeCNI           // condition, n; imm5, flags
	aShapeDF            // d; imm8, a float
	aShapeMem           // t, base; offset, in units of the access
	aShapeMemU          // t, base; offset of 9 bits
	aShapeMemX          // t, base, index, whether scaled
	aShapePair          // t, u, base; offset of 7 bits, in units
	aShapeL             // label
	aShapeCL            // condition; label
	aShapeDL            // register; label
	aShapeBitL          // register; label, number of a bit
	aShapeLit           // t; label of data
	aShapeR             // register
)

var a64ShapeNames = [...]string{
	"shapeNone", "shapeDNM", "shapeDM", "shapeNM", "shapeDNMA", "shapeDNMS", "shapeDNI", "shapeDNIH", "shapeNI", "shapeNIH", "shapeDNB", "shapeDH",
	"shapeDNRS", "shapeCDNM", "shapeCNI", "shapeDF", "shapeMem", "shapeMemU", "shapeMemX", "shapePair",
	"shapeL", "shapeCL", "shapeDL", "shapeBitL", "shapeLit", "shapeR",
}

var (
	a64Int3  = [4]a64Reg{aDst, aSrc, aSrc}
	a64Int2I = [4]a64Reg{aDst, aBase}
	a64Flt3  = [4]a64Reg{aFlt, aFlt, aFlt}
	a64Flt2  = [4]a64Reg{aFlt, aFlt}
)

// a64Rows are the operations of arm64 in the order of the generated constants. A
// name that ends in W works on 32 bits, all others on 64.
var a64Rows = slices.Concat(a64Registers, a64Loads(), a64Stores(), a64Others)

// a64Registers are the operations on registers.
var a64Registers = []a64Row{
	// integers
	{name: "Add", doc: "add", as: arm64.AADD, shape: aShapeDNM, regs: a64Int3},
	{name: "Adds", doc: "add, sets the flags", as: arm64.AADDS, shape: aShapeDNM, regs: [4]a64Reg{aDstZ, aSrc, aSrc}},
	{name: "Sub", doc: "sub", as: arm64.ASUB, shape: aShapeDNM, regs: a64Int3},
	{name: "Subs", doc: "sub, sets the flags", as: arm64.ASUBS, shape: aShapeDNM, regs: [4]a64Reg{aDstZ, aSrc, aSrc}},
	{name: "SubsW", doc: "sub of 32 bits, sets the flags", as: arm64.ASUBSW, shape: aShapeDNM, regs: [4]a64Reg{aDstZ, aSrc, aSrc}},
	{name: "And", doc: "and", as: arm64.AAND, shape: aShapeDNM, regs: a64Int3},
	{name: "Ands", doc: "and, sets the flags", as: arm64.AANDS, shape: aShapeDNM, regs: [4]a64Reg{aDstZ, aSrc, aSrc}},
	{name: "Orr", doc: "or", as: arm64.AORR, shape: aShapeDNM, regs: a64Int3},
	{name: "Orn", doc: "or with the complement", as: arm64.AORN, shape: aShapeDNM, regs: a64Int3},
	{name: "Eor", doc: "exclusive or", as: arm64.AEOR, shape: aShapeDNM, regs: a64Int3},
	{name: "Mul", doc: "mul", as: arm64.AMUL, shape: aShapeDNM, regs: a64Int3},
	{name: "Smulh", doc: "the upper half of a signed product", as: arm64.ASMULH, shape: aShapeDNM, regs: a64Int3},
	{name: "Sdiv", doc: "signed division towards zero; 0 by 0", as: arm64.ASDIV, shape: aShapeDNM, regs: a64Int3},
	{name: "Lslv", doc: "shift left by the low 6 bits of a register", as: arm64.ALSL, shape: aShapeDNM, regs: a64Int3},
	{name: "Lsrv", doc: "shift right without sign", as: arm64.ALSR, shape: aShapeDNM, regs: a64Int3},
	{name: "Asrv", doc: "shift right with sign", as: arm64.AASR, shape: aShapeDNM, regs: a64Int3},
	{name: "Madd", doc: "d = a + n·m", as: arm64.AMADD, shape: aShapeDNMA, regs: [4]a64Reg{aDst, aSrc, aSrc, aSrc}},
	{name: "Msub", doc: "d = a − n·m", as: arm64.AMSUB, shape: aShapeDNMA, regs: [4]a64Reg{aDst, aSrc, aSrc, aSrc}},
	{name: "AddS", doc: "add of a shifted register", as: arm64.AADD, shape: aShapeDNMS, regs: a64Int3},
	{name: "SubS", doc: "sub of a shifted register", as: arm64.ASUB, shape: aShapeDNMS, regs: a64Int3},
	{name: "SubsS", doc: "sub of a shifted register, sets the flags", as: arm64.ASUBS, shape: aShapeDNMS, regs: [4]a64Reg{aDstZ, aSrc, aSrc}},
	{name: "AndS", doc: "and of a shifted register", as: arm64.AAND, shape: aShapeDNMS, regs: a64Int3},
	{name: "OrrS", doc: "or of a shifted register", as: arm64.AORR, shape: aShapeDNMS, regs: a64Int3},
	{name: "EorS", doc: "exclusive or of a shifted register", as: arm64.AEOR, shape: aShapeDNMS, regs: a64Int3},
	{name: "AddI", doc: "add of 12 bits", as: arm64.AADD, shape: aShapeDNI, regs: a64Int2I},
	{name: "AddsI", doc: "add of 12 bits, sets the flags", as: arm64.AADDS, shape: aShapeDNI, regs: a64Int2I},
	{name: "SubI", doc: "sub of 12 bits", as: arm64.ASUB, shape: aShapeDNI, regs: a64Int2I},
	{name: "SubsI", doc: "sub of 12 bits, sets the flags", as: arm64.ASUBS, shape: aShapeDNI, regs: a64Int2I},
	{name: "AddIH", doc: "add of 12 bits, shifted by 12", as: arm64.AADD, shape: aShapeDNIH, regs: a64Int2I},
	{name: "AddsIH", doc: "the same, sets the flags", as: arm64.AADDS, shape: aShapeDNIH, regs: a64Int2I},
	{name: "SubIH", doc: "sub of 12 bits, shifted by 12", as: arm64.ASUB, shape: aShapeDNIH, regs: a64Int2I},
	{name: "SubsIH", doc: "the same, sets the flags", as: arm64.ASUBS, shape: aShapeDNIH, regs: a64Int2I},
	{name: "CmpI", doc: "compares with 12 bits", as: arm64.ACMP, shape: aShapeNI, regs: [4]a64Reg{aBase}},
	{name: "CmnI", doc: "compares with the negative of 12 bits", as: arm64.ACMN, shape: aShapeNI, regs: [4]a64Reg{aBase}},
	{name: "CmpIW", doc: "compares 32 bits with 12", as: arm64.ACMPW, shape: aShapeNI, regs: [4]a64Reg{aBase}},
	{name: "CmnIW", doc: "compares 32 bits with the negative of 12", as: arm64.ACMNW, shape: aShapeNI, regs: [4]a64Reg{aBase}},
	{name: "CmpIH", doc: "compares with 12 bits, shifted by 12", as: arm64.ACMP, shape: aShapeNIH, regs: [4]a64Reg{aBase}},
	{name: "CmnIH", doc: "compares with the negative of 12 bits, shifted by 12", as: arm64.ACMN, shape: aShapeNIH, regs: [4]a64Reg{aBase}},
	{name: "AndI", doc: "and of a bitmask", as: arm64.AAND, shape: aShapeDNB, regs: [4]a64Reg{aDst, aSrc}},
	{name: "AndsI", doc: "and of a bitmask, sets the flags", as: arm64.AANDS, shape: aShapeDNB, regs: [4]a64Reg{aDstZ, aSrc}},
	{name: "OrrI", doc: "or of a bitmask", as: arm64.AORR, shape: aShapeDNB, regs: [4]a64Reg{aDst, aSrc}},
	{name: "EorI", doc: "exclusive or of a bitmask", as: arm64.AEOR, shape: aShapeDNB, regs: [4]a64Reg{aDst, aSrc}},
	{name: "Movz", doc: "16 bits in one of four places, zeros around them", as: arm64.AMOVZ, shape: aShapeDH, regs: [4]a64Reg{aDst}},
	{name: "Movn", doc: "the complement of that", as: arm64.AMOVN, shape: aShapeDH, regs: [4]a64Reg{aDst}},
	{name: "Movk", doc: "16 bits in one of four places, which keeps the others", as: arm64.AMOVK, shape: aShapeDH, regs: [4]a64Reg{aDst}},
	{name: "Ubfm", doc: "moves a field of bits: shifts right without sign, left, and extensions with zeros", as: arm64.AUBFM, shape: aShapeDNRS, regs: [4]a64Reg{aDst, aSrc}},
	{name: "Sbfm", doc: "the same with sign", as: arm64.ASBFM, shape: aShapeDNRS, regs: [4]a64Reg{aDst, aSrc}},
	{name: "Csel", doc: "one of two registers, by condition", as: arm64.ACSEL, shape: aShapeCDNM, regs: a64Int3},
	{name: "Csinc", doc: "n, or m + 1", as: arm64.ACSINC, shape: aShapeCDNM, regs: a64Int3},
	{name: "CcmnI", doc: "compares n with a negative number if the condition holds, else sets flags", as: arm64.ACCMN, shape: aShapeCNI, regs: [4]a64Reg{aSrc}},

	// floats
	{name: "Fadd", doc: "fadd", as: arm64.AFADDD, shape: aShapeDNM, regs: a64Flt3},
	{name: "Fsub", doc: "fsub", as: arm64.AFSUBD, shape: aShapeDNM, regs: a64Flt3},
	{name: "Fmul", doc: "fmul", as: arm64.AFMULD, shape: aShapeDNM, regs: a64Flt3},
	{name: "Fdiv", doc: "fdiv", as: arm64.AFDIVD, shape: aShapeDNM, regs: a64Flt3},
	{name: "Fsqrt", doc: "fsqrt", as: arm64.AFSQRTD, shape: aShapeDM, regs: a64Flt2},
	{name: "Fneg", doc: "fneg", as: arm64.AFNEGD, shape: aShapeDM, regs: a64Flt2},
	{name: "Fabs", doc: "fabs", as: arm64.AFABSD, shape: aShapeDM, regs: a64Flt2},
	{name: "Fmov", doc: "a copy between float registers", as: arm64.AFMOVD, shape: aShapeDM, regs: a64Flt2},
	{name: "FmovX", doc: "float register from general register", as: arm64.AFMOVD, shape: aShapeDM, regs: [4]a64Reg{aFlt, aSrc}},
	{name: "FmovR", doc: "general register from float register", as: arm64.AFMOVD, shape: aShapeDM, regs: [4]a64Reg{aDst, aFlt}},
	{name: "FmovI", doc: "a float of 8 bits", as: arm64.AFMOVD, shape: aShapeDF, regs: [4]a64Reg{aFlt}},
	{name: "Scvtf", doc: "float of a signed integer", as: arm64.ASCVTFD, shape: aShapeDM, regs: [4]a64Reg{aFlt, aSrc}},
	{name: "Fcvtzs", doc: "signed integer of a float, towards zero; the nearest if it does not fit, 0 for NaN", as: arm64.AFCVTZSD, shape: aShapeDM, regs: [4]a64Reg{aDst, aFlt}},
	{name: "Fcmp", doc: "compares; C and V if unordered", as: arm64.AFCMPD, shape: aShapeNM, regs: a64Flt2},
	{name: "Fcsel", doc: "one of two float registers, by condition", as: arm64.AFCSELD, shape: aShapeCDNM, regs: a64Flt3},
}

// a64Transfer is what a load and a store transfer.
type a64Transfer struct {
	letter, doc string // of the names: how it ends
	load, store obj.As
	regs        [3]a64Reg // what a load writes, a store reads, and one at base and index reads
	size        uint8
}

var a64Transfers = []a64Transfer{
	{"", "8 bytes", arm64.AMOVD, arm64.AMOVD, [3]a64Reg{aDst, aSrc, aBase}, 8},
	{"W", "4 bytes", arm64.AMOVWU, arm64.AMOVW, [3]a64Reg{aDst, aSrc, aBase}, 4},
	{"H", "2 bytes", arm64.AMOVHU, arm64.AMOVH, [3]a64Reg{aDst, aSrc, aBase}, 2},
	{"B", "a byte", arm64.AMOVBU, arm64.AMOVB, [3]a64Reg{aDst, aSrc, aBase}, 1},
	{"D", "a float", arm64.AFMOVD, arm64.AFMOVD, [3]a64Reg{aFlt, aFlt, aFlt}, 8},
}

// a64Kinds are the kinds of addresses of one transfer.
var a64Kinds = []struct {
	load, store, doc string // the names' beginnings
	shape            a64Shape
	value            int // a store's, in a64Transfer.regs: ZR only where there is no index
	index            a64Reg
}{
	{"Ldr", "Str", "", aShapeMem, 1, aNone},
	{"Ldur", "Stur", "", aShapeMemU, 1, aNone},
	{"LdrX", "StrX", " at base and index", aShapeMemX, 2, aBase},
}

// a64Loads returns the loads, by kind of address.
func a64Loads() (rows []a64Row) {
	for _, k := range a64Kinds {
		for _, x := range a64Transfers {
			r := a64Row{name: k.load + x.letter, doc: "a load of " + x.doc + k.doc, as: x.load, shape: k.shape, regs: [4]a64Reg{x.regs[0], aBase, k.index}, size: x.size}
			if k.doc == "" && x.size < 8 {
				r.doc += ", with zeros above"
			}
			rows = append(rows, r)
		}
	}
	return append(rows,
		a64Row{name: "Ldp", doc: "a load of two words", as: arm64.ALDP, shape: aShapePair, regs: [4]a64Reg{aDst, aDst, aBase}, size: 8},
		a64Row{name: "LdpD", doc: "a load of two floats", as: arm64.AFLDPD, shape: aShapePair, regs: [4]a64Reg{aFlt, aFlt, aBase}, size: 8})
}

// a64Stores returns the stores, by kind of address.
func a64Stores() (rows []a64Row) {
	for _, k := range a64Kinds {
		for _, x := range a64Transfers {
			rows = append(rows, a64Row{name: k.store + x.letter, doc: "a store of " + x.doc + k.doc, as: x.store, shape: k.shape, regs: [4]a64Reg{x.regs[k.value], aBase, k.index}, size: x.size})
		}
	}
	return append(rows,
		a64Row{name: "Stp", doc: "a store of two words", as: arm64.ASTP, shape: aShapePair, regs: [4]a64Reg{aSrc, aSrc, aBase}, size: 8},
		a64Row{name: "StpD", doc: "a store of two floats", as: arm64.AFSTPD, shape: aShapePair, regs: [4]a64Reg{aFlt, aFlt, aBase}, size: 8})
}

// a64Others are data in the code, branches, and what stops.
var a64Others = []a64Row{
	{name: "LdrLit", doc: "a load of 8 bytes of data in the code", as: arm64.AWORD, shape: aShapeLit, regs: [4]a64Reg{aDst}, size: 8},
	{name: "LdrLitD", doc: "a load of a float of data in the code", as: arm64.AFMOVD, shape: aShapeLit, regs: [4]a64Reg{aFlt}, size: 8},
	{name: "Adr", doc: "the address of a label", as: arm64.AADR, shape: aShapeDL, regs: [4]a64Reg{aDst}},

	// control
	{name: "B", doc: "a jump", as: arm64.AB, shape: aShapeL},
	{name: "Bcc", doc: "a conditional branch", as: arm64.ABEQ, shape: aShapeCL},
	{name: "Cbz", doc: "branches if a register is 0", as: arm64.ACBZ, shape: aShapeDL, regs: [4]a64Reg{aSrc}},
	{name: "Cbnz", doc: "branches if a register is not 0", as: arm64.ACBNZ, shape: aShapeDL, regs: [4]a64Reg{aSrc}},
	{name: "CbzW", doc: "branches if 32 bits are 0", as: arm64.ACBZW, shape: aShapeDL, regs: [4]a64Reg{aSrc}},
	{name: "CbnzW", doc: "branches if 32 bits are not 0", as: arm64.ACBNZW, shape: aShapeDL, regs: [4]a64Reg{aSrc}},
	{name: "Tbz", doc: "branches if a bit is 0", as: arm64.ATBZ, shape: aShapeBitL, regs: [4]a64Reg{aSrc}},
	{name: "Tbnz", doc: "branches if a bit is 1", as: arm64.ATBNZ, shape: aShapeBitL, regs: [4]a64Reg{aSrc}},
	{name: "Br", doc: "a jump to the address in a register", as: obj.AJMP, shape: aShapeR, regs: [4]a64Reg{aBase}},
	{name: "Ret", doc: "ret: to the address in R30", as: obj.ARET, shape: aShapeNone},
	{name: "Brk", doc: "brk: the breakpoint", as: arm64.ABRK, shape: aShapeNone},
}
