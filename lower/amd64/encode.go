// Package amd64 is the amd64 target of package lower: its registers, its
// instructions and how they become bytes.
//
// Buf emits instructions. Its methods are named after the kinds of operands
// and take an Op; they choose the shortest form that holds the operands (no,
// 8-bit or 32-bit displacement, a base that needs a SIB byte, REX prefix or
// not, imm8 or imm32, the accumulator's short form) and patch that form's
// template. The templates in zz_templates.go are generated from an assembler
// by internal/gen/templates; no encoding is written by hand here.
//
// The encoder must not know virtual registers, selection or any guest: it
// turns operations on physical registers into bytes, nothing else.
//
//	b := amd64.New()
//	loop, out := b.NewLabel(), b.NewLabel()
//	b.Bind(loop)
//	b.RR(amd64.AddQ, amd64.RAX, amd64.RCX)          // add rax, rcx
//	b.Jcc(amd64.CondO, out)                         // jo out
//	b.Store(amd64.MovQ, amd64.RBX, 16, amd64.RAX)   // mov [rbx+16], rax
//	b.MI(amd64.CmpQ, amd64.R14, 16, -4096)          // cmp qword [r14+16], -4096
//	b.Jcc(amd64.CondBE, loop)                       // jbe loop
//	b.Select(encode.Cold)
//	b.Bind(out)
//	b.MovImm(amd64.RAX, 7)
//	b.Ret()
//	code, err := b.Finish()
//
// A mistake of the caller (an operation without such a form, a register of
// the wrong class, an immediate that does not fit) panics with an
// *encode.Error that names the form; the driver of a compile recovers it.
package amd64

import (
	"math"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
)

// padding is what gaps between code are filled with: int3.
const padding = 0xCCCCCCCC

// Buf is a code buffer with amd64's instructions. Its labels, sections and
// data are those of encode.Buf.
type Buf struct {
	encode.Buf
}

// New returns an empty buffer. It is reused by Reset.
func New() *Buf {
	return &Buf{encode.New(FormName, padding)}
}

// one returns 1 if x is not 0, else 0.
func one(x uint8) uint16 {
	if x != 0 {
		return 1
	}
	return 0
}

// Bare emits an operation without operands: Cqo, Cdq, Ud2, Int3, Nop, Ret.
func (b *Buf) Bare(op Op) {
	f := opRows[op].first[shapeNone]
	if f == 0 {
		b.refuse(op, shapeNone)
		return
	}
	b.Emit0(&templates[f], 0)
}

// Ret emits ret.
func (b *Buf) Ret() { b.Bare(Ret) }

// R emits an operation with one register: NegQ, NotQ, MulQ, DivQ, BswapQ, a
// jump or call through a register, and their like.
func (b *Buf) R(op Op, r lower.PReg) {
	row := &opRows[op]
	f := row.first[shapeR]
	if f == 0 {
		b.refuse(op, shapeR)
		return
	}
	b.Emit1(&templates[f+one(uint8(r)&row.rexA)], uint8(r), 0)
}

// RR emits op dst, src. In comparisons dst is the left operand.
func (b *Buf) RR(op Op, dst, src lower.PReg) {
	row := &opRows[op]
	f := row.first[shapeRR]
	if f == 0 {
		b.refuse(op, shapeRR)
		return
	}
	rex := one(uint8(dst)&row.rexA | uint8(src)&row.rexB)
	b.Emit2(&templates[f+rex], uint8(dst), uint8(src), 0)
}

// RRR emits op dst, src, count: ShlxQ, ShrxQ, SarxQ and their like.
func (b *Buf) RRR(op Op, dst, src, count lower.PReg) {
	f := opRows[op].first[shapeRRR]
	if f == 0 {
		b.refuse(op, shapeRRR)
		return
	}
	b.Emit4(&templates[f], uint8(dst), uint8(src), uint8(count), 0, 0)
}

// Xchg exchanges two general registers.
func (b *Buf) Xchg(x, y lower.PReg) {
	switch {
	case x == RAX:
		b.R(XchgQ, y)
	case y == RAX:
		b.R(XchgQ, x)
	default:
		b.RR(XchgQ, x, y)
	}
}

// RI emits op dst, imm. The immediate must fit the operation: see Op.Width.
func (b *Buf) RI(op Op, dst lower.PReg, imm int64) {
	row := &opRows[op]
	v, ok := row.immediate(imm)
	s := shapeRI
	switch {
	case v == int64(int8(v)) && row.first[shapeRI8] != 0:
		s = shapeRI8
	case dst == RAX && row.first[shapeAI] != 0:
		s = shapeAI // has no operand, which is the same as one that is 0
	}
	f := row.first[s]
	if f == 0 || !ok {
		b.refuseImm(op, shapeRI, imm)
		return
	}
	b.Emit1(&templates[f+one(uint8(dst)&row.rexA)], uint8(dst), v)
}

// immediate returns imm as the instruction stores it, and whether it fits the
// operation's width.
func (row *opRow) immediate(imm int64) (int64, bool) {
	switch row.width {
	case 1:
		return imm, imm >= math.MinInt8 && imm <= math.MaxUint8
	case 4:
		return int64(int32(imm)), imm >= math.MinInt32 && imm <= math.MaxUint32
	}
	return imm, fits32(imm)
}

// Shift emits op dst, count for a shift or rotate. The count is 0 to 63 for
// 64-bit operations, 0 to 31 for 32-bit ones.
func (b *Buf) Shift(op Op, dst lower.PReg, count int64) {
	row := &opRows[op]
	s := shapeRI8
	if count == 1 {
		s = shapeR1
	}
	f := row.first[s]
	if f == 0 || row.first[shapeR1] == 0 || uint64(count) >= 8*uint64(row.width) {
		b.refuseImm(op, shapeR1, count)
		return
	}
	b.Emit1(&templates[f+one(uint8(dst)&row.rexA)], uint8(dst), count)
}

// ShiftCL emits op dst, cl for a shift or rotate.
func (b *Buf) ShiftCL(op Op, dst lower.PReg) {
	row := &opRows[op]
	f := row.first[shapeRC]
	if f == 0 {
		b.refuse(op, shapeRC)
		return
	}
	b.Emit1(&templates[f+one(uint8(dst)&row.rexA)], uint8(dst), 0)
}

// RRI emits op dst, src, imm: ImulQ, ImulL, Roundsd (imm 0 to 255: the mode).
func (b *Buf) RRI(op Op, dst, src lower.PReg, imm int64) {
	row := &opRows[op]
	v, ok := row.immediate(imm)
	s := shapeRRI8
	switch {
	case row.width == 0:
		ok = imm == int64(uint8(imm))
	case v != int64(int8(v)):
		s = shapeRRI
	}
	f := row.first[s]
	if f == 0 || !ok {
		b.refuseImm(op, s, imm)
		return
	}
	rex := one(uint8(dst)&row.rexA | uint8(src)&row.rexB)
	b.Emit2(&templates[f+rex], uint8(dst), uint8(src), v)
}

// MovImm sets a general register to a constant by the shortest instruction:
// xor (2 or 3 bytes) for 0, which destroys the flags, else as MovImmFlags.
func (b *Buf) MovImm(dst lower.PReg, v int64) {
	if v == 0 {
		b.RR(XorL, dst, dst)
		return
	}
	b.MovImmFlags(dst, v)
}

// MovImmFlags sets a general register to a constant and keeps the flags: mov
// of 32 bits (5 or 6 bytes), sign-extended 32 bits (7) or 64 bits (10).
func (b *Buf) MovImmFlags(dst lower.PReg, v int64) {
	switch {
	case v == int64(uint32(v)):
		b.RI(MovL, dst, v)
	case fits32(v):
		b.RI(MovQ, dst, v)
	default:
		b.Emit1(&templates[opRows[MovQ].first[shapeRI64]], uint8(dst), v)
	}
}

// Setcc sets the low byte of dst to 1 if c holds, else to 0.
func (b *Buf) Setcc(c Cond, dst lower.PReg) {
	row := &opRows[Setcc]
	f := row.first[shapeCR] + one(uint8(dst)&row.rexA)
	b.Emit2(&templates[f], uint8(c), uint8(dst), 0)
}

// Cmov emits op (CmovQ, CmovL): dst = src if c holds.
func (b *Buf) Cmov(op Op, c Cond, dst, src lower.PReg) {
	row := &opRows[op]
	f := row.first[shapeCRR]
	if f == 0 {
		b.refuse(op, shapeCRR)
		return
	}
	rex := one(uint8(dst)&row.rexA | uint8(src)&row.rexB)
	b.Emit4(&templates[f+rex], uint8(c), uint8(dst), uint8(src), 0, 0)
}

// Jcc branches to l if c holds.
func (b *Buf) Jcc(c Cond, l encode.Label) {
	b.Branch(&templates[opRows[Jcc].first[shapeCL]], uint8(c), l)
}

// Jmp branches to l.
func (b *Buf) Jmp(l encode.Label) {
	b.Branch(&templates[opRows[Jmp].first[shapeL]], 0, l)
}

// Where a label is near, Finish takes the short forms.
func init() {
	templates[opRows[Jcc].first[shapeCL]].Short = &templates[opRows[JccNear].first[shapeCL8]]
	templates[opRows[Jmp].first[shapeL]].Short = &templates[opRows[JmpNear].first[shapeL8]]
}

// Call calls l. It moves RSP: code that runs in a trampoline's frame must not
// use it.
func (b *Buf) Call(l encode.Label) {
	t := &templates[opRows[Call].first[shapeL]]
	b.Refer(t, 0, l)
	b.Emit0(t, 0)
}

// LeaLabel sets dst to the address of l.
func (b *Buf) LeaLabel(dst lower.PReg, l encode.Label) { b.LoadLabel(LeaQ, dst, l) }

// LoadLabel emits op dst, [l], with data in the buffer as second operand:
// LeaQ, MovQ, Movsd and SSE arithmetic.
func (b *Buf) LoadLabel(op Op, dst lower.PReg, l encode.Label) {
	row := &opRows[op]
	f := row.first[shapeRL]
	if f == 0 {
		b.refuse(op, shapeRL)
		return
	}
	t := &templates[f+one(uint8(dst)&row.rexA)]
	b.Refer(t, 0, l)
	b.Emit1(t, uint8(dst), 0)
}
