package main

import (
	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"
)

// x86Row is one operation of amd64: an instruction with all its addressing
// forms.
type x86Row struct {
	name string // ours; the suffix Q, L, W, B is the width of the integers
	doc  string // completes "Name is …"
	as   obj.As
	// conds are the mnemonics by condition code, instead of as.
	conds  *[16]obj.As
	shapes shapes
	a, b   class // of the first and second register operand, in Intel's order
	width  uint8 // bytes of integer operands, 0 without
	flags  x86Flags
}

// class is what a register operand may be.
type class uint8

const (
	gpr class = iota // general register
	byt              // low byte of a general register: SPL to DIL need a REX prefix
	sse              // SSE register
)

type x86Flags uint8

const (
	// rexW: a REX.W prefix is always there. Otherwise every form comes twice,
	// without a REX prefix and with one.
	rexW x86Flags = 1 << iota
	// rexNever: VEX encodings and instructions without registers.
	rexNever
	// intelOrder: the assembler takes operands in Intel's order (comparisons).
	intelOrder
	// inFrom: the only operand is the assembler's first, not its last.
	inFrom
	// accShort: RAX with an imm32 has a form of its own.
	accShort
	// withAX: an exchange. If RAX is one of the operands, the other is the
	// operand of the R form.
	withAX
	// unsignedImm: the imm8 is a number from 0, as a shift count.
	unsignedImm
	// immLast: the assembler takes the immediate last, behind the result.
	immLast
)

const (
	arith   = sRR | sRI8 | sRI | sAI | sRM | sMR | sMI8 | sMI
	shifts  = sRI8 | sR1 | sRC
	sseArit = sRR | sRM | sRL
)

// x86Rows are the operations of amd64, one a row, in the order of the
// generated constants. A new one needs no more than its row here and one in
// the table of expected disassembly in lower/amd64's tests.
var x86Rows = []x86Row{
	// moves
	{name: "MovQ", doc: "mov of 64 bits; its RI form sign-extends an imm32", as: x86.AMOVQ, shapes: sRR | sRI | sRI64 | sRM | sMR | sMI | sRL, width: 8, flags: rexW},
	{name: "MovL", doc: "mov of 32 bits, which zeroes the upper half of a register", as: x86.AMOVL, shapes: sRR | sRI | sRM | sMR | sMI, width: 4},
	{name: "MovW", doc: "a store of 16 bits", as: x86.AMOVW, shapes: sMR, width: 2},
	{name: "MovB", doc: "a store of 8 bits", as: x86.AMOVB, shapes: sMR | sMI, a: byt, width: 1},
	{name: "MovzxB", doc: "movzx of 8 to 64 bits", as: x86.AMOVBLZX, shapes: sRR | sRM, b: byt, width: 4},
	{name: "MovzxW", doc: "movzx of 16 to 64 bits", as: x86.AMOVWLZX, shapes: sRR | sRM, width: 4},
	{name: "MovsxBQ", doc: "movsx of 8 to 64 bits", as: x86.AMOVBQSX, shapes: sRR | sRM, width: 8, flags: rexW},
	{name: "MovsxWQ", doc: "movsx of 16 to 64 bits", as: x86.AMOVWQSX, shapes: sRR | sRM, width: 8, flags: rexW},
	{name: "MovsxLQ", doc: "movsxd of 32 to 64 bits", as: x86.AMOVLQSX, shapes: sRR | sRM, width: 8, flags: rexW},
	{name: "MovsxBL", doc: "movsx of 8 to 32 bits", as: x86.AMOVBLSX, shapes: sRR | sRM, b: byt, width: 4},
	{name: "MovsxWL", doc: "movsx of 16 to 32 bits", as: x86.AMOVWLSX, shapes: sRR | sRM, width: 4},
	{name: "LeaQ", doc: "lea: the address as a 64-bit number", as: x86.ALEAQ, shapes: sRM | sRL, width: 8, flags: rexW},
	{name: "LeaL", doc: "lea: the low 32 bits of the address, zero-extended", as: x86.ALEAL, shapes: sRM, width: 4},
	{name: "XchgQ", doc: "xchg of 64 bits; its R form exchanges with RAX. Use Buf.Xchg", as: x86.AXCHGQ, shapes: sRR | sR, a: gpr, b: gpr, width: 8, flags: rexW | withAX},
	{name: "BswapQ", doc: "bswap of 64 bits", as: x86.ABSWAPQ, shapes: sR, width: 8, flags: rexW},

	// integer arithmetic
	{name: "AddQ", doc: "add of 64 bits", as: x86.AADDQ, shapes: arith, width: 8, flags: rexW | accShort},
	{name: "AddL", doc: "add of 32 bits", as: x86.AADDL, shapes: arith, width: 4, flags: accShort},
	{name: "SubQ", doc: "sub of 64 bits", as: x86.ASUBQ, shapes: arith, width: 8, flags: rexW | accShort},
	{name: "SubL", doc: "sub of 32 bits", as: x86.ASUBL, shapes: arith, width: 4, flags: accShort},
	{name: "AndQ", doc: "and of 64 bits", as: x86.AANDQ, shapes: arith, width: 8, flags: rexW | accShort},
	{name: "AndL", doc: "and of 32 bits", as: x86.AANDL, shapes: arith, width: 4, flags: accShort},
	{name: "OrQ", doc: "or of 64 bits", as: x86.AORQ, shapes: arith, width: 8, flags: rexW | accShort},
	{name: "OrL", doc: "or of 32 bits", as: x86.AORL, shapes: arith, width: 4, flags: accShort},
	{name: "XorQ", doc: "xor of 64 bits", as: x86.AXORQ, shapes: arith, width: 8, flags: rexW | accShort},
	{name: "XorL", doc: "xor of 32 bits", as: x86.AXORL, shapes: arith, width: 4, flags: accShort},
	{name: "CmpQ", doc: "cmp of 64 bits", as: x86.ACMPQ, shapes: arith, width: 8, flags: rexW | accShort | intelOrder},
	{name: "CmpL", doc: "cmp of 32 bits", as: x86.ACMPL, shapes: arith, width: 4, flags: accShort | intelOrder},
	{name: "CmpB", doc: "cmp of a byte in memory with an imm8", as: x86.ACMPB, shapes: sMI, width: 1, flags: intelOrder},
	{name: "TestQ", doc: "test of 64 bits", as: x86.ATESTQ, shapes: sRR | sRI | sAI | sMI, width: 8, flags: rexW | accShort},
	{name: "TestL", doc: "test of 32 bits", as: x86.ATESTL, shapes: sRR | sRI | sAI | sMI, width: 4, flags: accShort},
	{name: "TestB", doc: "test of 8 bits with an imm8", as: x86.ATESTB, shapes: sRI | sMI, a: byt, width: 1},
	{name: "NegQ", doc: "neg of 64 bits", as: x86.ANEGQ, shapes: sR, width: 8, flags: rexW},
	{name: "NegL", doc: "neg of 32 bits", as: x86.ANEGL, shapes: sR, width: 4},
	{name: "NotQ", doc: "not of 64 bits", as: x86.ANOTQ, shapes: sR, width: 8, flags: rexW},
	{name: "NotL", doc: "not of 32 bits", as: x86.ANOTL, shapes: sR, width: 4},
	{name: "ImulQ", doc: "imul of 64 bits, truncated; its RRI form is dst = src * imm", as: x86.AIMULQ, shapes: sRR | sRRI8 | sRRI | sRM, width: 8, flags: rexW},
	{name: "ImulL", doc: "imul of 32 bits, truncated; its RRI form is dst = src * imm", as: x86.AIMULL, shapes: sRR | sRRI8 | sRRI | sRM, width: 4},
	{name: "MulQ", doc: "RDX:RAX = RAX * operand, unsigned", as: x86.AMULQ, shapes: sR, width: 8, flags: rexW | inFrom},
	{name: "MulL", doc: "EDX:EAX = EAX * operand, unsigned", as: x86.AMULL, shapes: sR, width: 4, flags: inFrom},
	{name: "ImulWideQ", doc: "RDX:RAX = RAX * operand, signed", as: x86.AIMULQ, shapes: sR, width: 8, flags: rexW | inFrom},
	{name: "ImulWideL", doc: "EDX:EAX = EAX * operand, signed", as: x86.AIMULL, shapes: sR, width: 4, flags: inFrom},
	{name: "DivQ", doc: "RAX, RDX = quotient, remainder of RDX:RAX and operand, unsigned", as: x86.ADIVQ, shapes: sR, width: 8, flags: rexW | inFrom},
	{name: "DivL", doc: "EAX, EDX = quotient, remainder of EDX:EAX and operand, unsigned", as: x86.ADIVL, shapes: sR, width: 4, flags: inFrom},
	{name: "IdivQ", doc: "RAX, RDX = quotient, remainder of RDX:RAX and operand, signed", as: x86.AIDIVQ, shapes: sR, width: 8, flags: rexW | inFrom},
	{name: "IdivL", doc: "EAX, EDX = quotient, remainder of EDX:EAX and operand, signed", as: x86.AIDIVL, shapes: sR, width: 4, flags: inFrom},
	{name: "Cqo", doc: "RDX:RAX = RAX, sign-extended", as: x86.ACQO, shapes: sNone, flags: rexNever},
	{name: "Cdq", doc: "EDX:EAX = EAX, sign-extended", as: x86.ACDQ, shapes: sNone, flags: rexNever},

	// shifts and bits
	{name: "ShlQ", doc: "shl of 64 bits", as: x86.ASHLQ, shapes: shifts, width: 8, flags: rexW | unsignedImm},
	{name: "ShlL", doc: "shl of 32 bits", as: x86.ASHLL, shapes: shifts, width: 4, flags: unsignedImm},
	{name: "ShrQ", doc: "shr of 64 bits", as: x86.ASHRQ, shapes: shifts, width: 8, flags: rexW | unsignedImm},
	{name: "ShrL", doc: "shr of 32 bits", as: x86.ASHRL, shapes: shifts, width: 4, flags: unsignedImm},
	{name: "SarQ", doc: "sar of 64 bits", as: x86.ASARQ, shapes: shifts, width: 8, flags: rexW | unsignedImm},
	{name: "SarL", doc: "sar of 32 bits", as: x86.ASARL, shapes: shifts, width: 4, flags: unsignedImm},
	{name: "RolQ", doc: "rol of 64 bits", as: x86.AROLQ, shapes: shifts, width: 8, flags: rexW | unsignedImm},
	{name: "RolL", doc: "rol of 32 bits", as: x86.AROLL, shapes: shifts, width: 4, flags: unsignedImm},
	{name: "ShlxQ", doc: "shlx of 64 bits: dst = src << count, no flags; needs BMI2", as: x86.ASHLXQ, shapes: sRRR, width: 8, flags: rexNever},
	{name: "ShlxL", doc: "shlx of 32 bits; needs BMI2", as: x86.ASHLXL, shapes: sRRR, width: 4, flags: rexNever},
	{name: "ShrxQ", doc: "shrx of 64 bits; needs BMI2", as: x86.ASHRXQ, shapes: sRRR, width: 8, flags: rexNever},
	{name: "ShrxL", doc: "shrx of 32 bits; needs BMI2", as: x86.ASHRXL, shapes: sRRR, width: 4, flags: rexNever},
	{name: "SarxQ", doc: "sarx of 64 bits; needs BMI2", as: x86.ASARXQ, shapes: sRRR, width: 8, flags: rexNever},
	{name: "SarxL", doc: "sarx of 32 bits; needs BMI2", as: x86.ASARXL, shapes: sRRR, width: 4, flags: rexNever},
	{name: "BtQ", doc: "bt of 64 bits: carry = bit", as: x86.ABTQ, shapes: sRR | sRI8, width: 8, flags: rexW | unsignedImm},
	{name: "BtsQ", doc: "bts of 64 bits: carry = bit, then set it", as: x86.ABTSQ, shapes: sRR | sRI8, width: 8, flags: rexW | unsignedImm},
	{name: "BtrQ", doc: "btr of 64 bits: carry = bit, then clear it", as: x86.ABTRQ, shapes: sRR | sRI8, width: 8, flags: rexW | unsignedImm},
	{name: "BsfQ", doc: "bsf of 64 bits: number of the lowest bit set; undefined for 0", as: x86.ABSFQ, shapes: sRR, width: 8, flags: rexW},
	{name: "BsrQ", doc: "bsr of 64 bits: number of the highest bit set; undefined for 0", as: x86.ABSRQ, shapes: sRR, width: 8, flags: rexW},
	{name: "LzcntQ", doc: "lzcnt of 64 bits; needs LZCNT, is bsr elsewhere", as: x86.ALZCNTQ, shapes: sRR, width: 8, flags: rexW},
	{name: "TzcntQ", doc: "tzcnt of 64 bits; needs BMI1, is bsf elsewhere", as: x86.ATZCNTQ, shapes: sRR, width: 8, flags: rexW},
	{name: "PopcntQ", doc: "popcnt of 64 bits; needs POPCNT", as: x86.APOPCNTQ, shapes: sRR, width: 8, flags: rexW},

	// conditions and control
	{name: "Setcc", doc: "setcc of a byte register; the other bits stay", conds: &setcc, shapes: sCR, a: byt, width: 1},
	{name: "CmovQ", doc: "cmovcc of 64 bits", conds: &cmovq, shapes: sCRR, width: 8, flags: rexW},
	{name: "CmovL", doc: "cmovcc of 32 bits, which zeroes the upper half in either case", conds: &cmovl, shapes: sCRR, width: 4},
	{name: "Jcc", doc: "a conditional branch", conds: &jcc, shapes: sCL, flags: rexNever},
	{name: "Jmp", doc: "jmp to a label, register or address in memory", as: obj.AJMP, shapes: sL | sR | sM, width: 8},
	{name: "JccNear", doc: "a conditional branch of at most 127 bytes, which Finish chooses", conds: &jcc, shapes: sCL8, flags: rexNever},
	{name: "JmpNear", doc: "jmp by at most 127 bytes, which Finish chooses", as: obj.AJMP, shapes: sL8, width: 8},
	{name: "Call", doc: "call of a label, register or address in memory", as: obj.ACALL, shapes: sL | sR | sM, width: 8},
	{name: "Ret", doc: "ret", as: obj.ARET, shapes: sNone, flags: rexNever},
	{name: "Ud2", doc: "ud2, the invalid instruction", as: x86.AUD2, shapes: sNone, flags: rexNever},
	{name: "Int3", doc: "int3, the breakpoint of one byte", as: x86.ABYTE, shapes: sNone, flags: rexNever},
	{name: "Nop", doc: "nop, one byte", as: x86.AXCHGL, shapes: sNone, flags: rexNever},

	// floats
	{name: "Movaps", doc: "movaps: a whole SSE register", as: x86.AMOVAPS, shapes: sRR, a: sse, b: sse},
	{name: "MovqX", doc: "movq of 64 bits, SSE register from general register", as: x86.AMOVQ, shapes: sRR, a: sse, b: gpr, width: 8, flags: rexW},
	{name: "MovqR", doc: "movq of 64 bits, general register from SSE register", as: x86.AMOVQ, shapes: sRR, a: gpr, b: sse, width: 8, flags: rexW},
	{name: "Movsd", doc: "a load or store of a 64-bit float", as: x86.AMOVSD, shapes: sRM | sMR | sRL, a: sse},
	{name: "Addsd", doc: "addsd", as: x86.AADDSD, shapes: sseArit, a: sse, b: sse},
	{name: "Subsd", doc: "subsd", as: x86.ASUBSD, shapes: sseArit, a: sse, b: sse},
	{name: "Mulsd", doc: "mulsd", as: x86.AMULSD, shapes: sseArit, a: sse, b: sse},
	{name: "Divsd", doc: "divsd", as: x86.ADIVSD, shapes: sseArit, a: sse, b: sse},
	{name: "Sqrtsd", doc: "sqrtsd", as: x86.ASQRTSD, shapes: sseArit, a: sse, b: sse},
	{name: "Minsd", doc: "minsd: the second operand if either is NaN or both are zero", as: x86.AMINSD, shapes: sseArit, a: sse, b: sse},
	{name: "Maxsd", doc: "maxsd: the second operand if either is NaN or both are zero", as: x86.AMAXSD, shapes: sseArit, a: sse, b: sse},
	{name: "Ucomisd", doc: "ucomisd: sets the flags as an unsigned comparison would, parity if unordered", as: x86.AUCOMISD, shapes: sseArit, a: sse, b: sse},
	{name: "Cmpsd", doc: "cmpsd by the predicate in the immediate: all ones if it holds, else 0", as: x86.ACMPSD, shapes: sRRI8, a: sse, b: sse, flags: unsignedImm | immLast},
	{name: "Cvtsi2sd", doc: "cvtsi2sd of a signed 64-bit integer; the upper half of the result's register stays", as: x86.ACVTSQ2SD, shapes: sRR | sRM, a: sse, b: gpr, width: 8, flags: rexW},
	{name: "Cvttsd2si", doc: "cvttsd2si to a signed 64-bit integer, 1<<63 if it does not fit", as: x86.ACVTTSD2SQ, shapes: sRR | sRM, a: gpr, b: sse, width: 8, flags: rexW},
	{name: "Xorps", doc: "xorps of 128 bits; memory must be 16-byte aligned", as: x86.AXORPS, shapes: sseArit, a: sse, b: sse},
	{name: "Andps", doc: "andps of 128 bits; memory must be 16-byte aligned", as: x86.AANDPS, shapes: sseArit, a: sse, b: sse},
	{name: "Andnps", doc: "andnps of 128 bits: dst = ^dst & src; memory must be 16-byte aligned", as: x86.AANDNPS, shapes: sseArit, a: sse, b: sse},
	{name: "Orps", doc: "orps of 128 bits; memory must be 16-byte aligned", as: x86.AORPS, shapes: sseArit, a: sse, b: sse},
	{name: "Pxor", doc: "pxor of 128 bits", as: x86.APXOR, shapes: sRR, a: sse, b: sse},
	{name: "Roundsd", doc: "roundsd by the mode in the immediate; needs SSE4.1", as: x86.AROUNDSD, shapes: sRRI8, a: sse, b: sse, flags: unsignedImm},
	{name: "Movmskpd", doc: "movmskpd: the sign bits of both halves", as: x86.AMOVMSKPD, shapes: sRR, a: gpr, b: sse, width: 4},
}

// The conditional mnemonics by the processor's condition code.
var (
	setcc = [16]obj.As{x86.ASETOS, x86.ASETOC, x86.ASETCS, x86.ASETCC, x86.ASETEQ, x86.ASETNE, x86.ASETLS, x86.ASETHI,
		x86.ASETMI, x86.ASETPL, x86.ASETPS, x86.ASETPC, x86.ASETLT, x86.ASETGE, x86.ASETLE, x86.ASETGT}
	cmovq = [16]obj.As{x86.ACMOVQOS, x86.ACMOVQOC, x86.ACMOVQCS, x86.ACMOVQCC, x86.ACMOVQEQ, x86.ACMOVQNE, x86.ACMOVQLS, x86.ACMOVQHI,
		x86.ACMOVQMI, x86.ACMOVQPL, x86.ACMOVQPS, x86.ACMOVQPC, x86.ACMOVQLT, x86.ACMOVQGE, x86.ACMOVQLE, x86.ACMOVQGT}
	cmovl = [16]obj.As{x86.ACMOVLOS, x86.ACMOVLOC, x86.ACMOVLCS, x86.ACMOVLCC, x86.ACMOVLEQ, x86.ACMOVLNE, x86.ACMOVLLS, x86.ACMOVLHI,
		x86.ACMOVLMI, x86.ACMOVLPL, x86.ACMOVLPS, x86.ACMOVLPC, x86.ACMOVLLT, x86.ACMOVLGE, x86.ACMOVLLE, x86.ACMOVLGT}
	jcc = [16]obj.As{x86.AJOS, x86.AJOC, x86.AJCS, x86.AJCC, x86.AJEQ, x86.AJNE, x86.AJLS, x86.AJHI,
		x86.AJMI, x86.AJPL, x86.AJPS, x86.AJPC, x86.AJLT, x86.AJGE, x86.AJLE, x86.AJGT}
)
