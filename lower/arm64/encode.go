// Package arm64 is the arm64 target of package lower: its registers, its
// instructions and how they become bytes.
//
// Buf emits instructions. Its methods are named after the kinds of operands and take
// an Op; each patches the operation's template. The templates in zz_templates.go are
// generated from an assembler by internal/gen/templates; no encoding is written by
// hand here. The templates also keep what code may not touch: R18, R27, R29 and R30
// are operands of none, and R25, R26 and R28 (the memory base, the activation and g)
// only sources.
//
// Constants that take more than two instructions, addresses among them, are data
// behind the code, one for each value. Branches that do not reach their label make
// Finish fail; Reset's reach asks for longer ones.
//
// The encoder must not know virtual registers, selection or any guest: it turns
// operations on physical registers into bytes, nothing else.
//
//	b := arm64.New()
//	loop, out := b.NewLabel(), b.NewLabel()
//	b.Bind(loop)
//	b.RRR(arm64.Adds, arm64.R0, arm64.R0, arm64.R1) // adds x0, x0, x1
//	b.Bcc(arm64.CondVS, out)                        // b.vs out
//	b.Store(arm64.MemX, arm64.R24, 16, arm64.R0)    // str x0, [x24, #16]
//	b.Cbz(arm64.R0, loop)                           // cbz x0, loop
//	b.Select(encode.Cold)
//	b.Bind(out)
//	b.MovImm(arm64.R0, 7)
//	b.Bare(arm64.Ret)
//	code, err := b.Finish()
//
// A mistake of the caller panics with an *encode.Error that names the form; the
// driver of a compile recovers it.
package arm64

import (
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
)

// padding is what gaps between code are filled with: brk #0.
const padding = 0xd4200000

// maxReach is the last of Reset's reaches.
const maxReach = 2

// Buf is a code buffer with arm64's instructions. Its labels and sections are those
// of encode.Buf.
type Buf struct {
	encode.Buf
	reach    int
	literals []literal
	recent   [64]int32 // by hash of the value: index in literals + 1
}

// literal is a constant behind the code.
type literal struct {
	bits  uint64
	label encode.Label
}

// New returns an empty buffer. It is reused by Reset.
func New() *Buf { return &Buf{Buf: encode.New(FormName, padding)} }

// Reset empties the buffer. With reach 0, branches on a bit reach 32 KB and other
// conditional ones 1 MB, like literals; with 1, all reach 1 MB; with 2, as far as a
// jump, 128 MB, and there are no literals.
func (b *Buf) Reset(reach int) {
	b.Buf.Reset()
	b.reach = reach
	b.literals = b.literals[:0]
	clear(b.recent[:])
}

// Finish puts the literals behind the cold section and returns the code.
func (b *Buf) Finish() ([]byte, error) {
	if len(b.literals) > 0 {
		b.Select(encode.Cold)
		b.Align(8)
		for i := range b.literals {
			b.Bind(b.literals[i].label)
			b.Data64(b.literals[i].bits)
		}
	}
	return b.Buf.Finish()
}

// literal returns the label of a constant behind the code. One that has been asked
// for not long ago is there once.
func (b *Buf) literal(bits uint64) encode.Label {
	h := &b.recent[bits*0x9e3779b97f4a7c15>>58]
	if *h != 0 && b.literals[*h-1].bits == bits {
		return b.literals[*h-1].label
	}
	b.literals = append(b.literals, literal{bits, b.NewLabel()})
	*h = int32(len(b.literals))
	return b.literals[*h-1].label
}

// template returns the form of an operation of a shape.
func (b *Buf) template(op Op, s shape) *encode.Template {
	row := &opRows[op]
	if row.shape != s {
		b.Fail(encode.NoSuchForm, op.String(), int64(s))
	}
	return &templates[row.form]
}

// field returns the bits of a value in hole i of a form.
func (b *Buf) field(t *encode.Template, i int, v int64) uint64 {
	if !t.Holes[i].Fits(v) {
		b.Fail(encode.OutOfRange, FormName(t.ID), v)
	}
	return t.Holes[i].Field(v)
}

// Bare emits an operation without operands: Ret, Brk.
func (b *Buf) Bare(op Op) { b.EmitField(b.template(op, shapeNone), 0, 0, 0, 0, 0) }

// RRR emits op d, n, m.
func (b *Buf) RRR(op Op, d, n, m lower.PReg) {
	b.EmitField(b.template(op, shapeDNM), uint8(d), uint8(n), uint8(m), 0, 0)
}

// RR emits op d, m: Fneg, FmovX, Scvtf and their like.
func (b *Buf) RR(op Op, d, m lower.PReg) {
	b.EmitField(b.template(op, shapeDM), uint8(d), uint8(m), 0, 0, 0)
}

// Fcmp compares two floats.
func (b *Buf) Fcmp(n, m lower.PReg) {
	b.EmitField(b.template(Fcmp, shapeNM), uint8(n), uint8(m), 0, 0, 0)
}

// RRRR emits Madd, d = a + n·m, or Msub, d = a − n·m.
func (b *Buf) RRRR(op Op, d, n, m, a lower.PReg) {
	b.EmitField(b.template(op, shapeDNMA), uint8(d), uint8(n), uint8(m), uint8(a), 0)
}

// Shift is how a register operand is shifted.
type Shift uint8

// The shifts.
const (
	LSL Shift = iota
	LSR
	ASR
)

// RRS emits op d, n, m shifted by 0 to 63.
func (b *Buf) RRS(op Op, d, n, m lower.PReg, s Shift, by int64) {
	t := b.template(op, shapeDNMS)
	b.EmitField(t, uint8(d), uint8(n), uint8(m), uint8(s), b.field(t, 0, by))
}

// RRI emits op d, n, imm12: AddI and their like, or with 12 zeros behind it AddIH.
func (b *Buf) RRI(op Op, d, n lower.PReg, imm int64) {
	t := &templates[opRows[op].form]
	if s := opRows[op].shape; s != shapeDNI && s != shapeDNIH {
		b.Fail(encode.NoSuchForm, op.String(), imm)
	}
	b.EmitField(t, uint8(d), uint8(n), 0, 0, b.field(t, 0, imm))
}

// RI emits a comparison of n with imm12: CmpI, CmnI, or with 12 zeros behind it CmpIH.
func (b *Buf) RI(op Op, n lower.PReg, imm int64) {
	t := &templates[opRows[op].form]
	if s := opRows[op].shape; s != shapeNI && s != shapeNIH {
		b.Fail(encode.NoSuchForm, op.String(), imm)
	}
	b.EmitField(t, uint8(n), 0, 0, 0, b.field(t, 0, imm))
}

// RRB emits op d, n, mask: AndI and their like. The mask must be one that BitmaskOK.
func (b *Buf) RRB(op Op, d, n lower.PReg, mask uint64) {
	t := b.template(op, shapeDNB)
	f, ok := bitmask(mask)
	if !ok {
		b.Fail(encode.OutOfRange, op.String(), int64(mask))
	}
	b.EmitField(t, uint8(d), uint8(n), 0, 0, b.field(t, 0, f))
}

// Half emits Movz, Movn or Movk: 16 bits in place 0 to 3 of d.
func (b *Buf) Half(op Op, d lower.PReg, place int, imm uint16) {
	t := b.template(op, shapeDH)
	b.EmitField(t, uint8(d), uint8(place), 0, 0, b.field(t, 0, int64(imm)))
}

// Field emits Ubfm or Sbfm.
func (b *Buf) Field(op Op, d, n lower.PReg, immr, imms int64) {
	t := b.template(op, shapeDNRS)
	b.EmitField(t, uint8(d), uint8(n), 0, 0, b.field(t, 0, immr)|b.field(t, 1, imms))
}

// Lsl, Lsr and Asr shift by 0 to 63.
func (b *Buf) Lsl(d, n lower.PReg, by int64) { b.Field(Ubfm, d, n, -by&63, 63-by) }

// Lsr shifts right without sign.
func (b *Buf) Lsr(d, n lower.PReg, by int64) { b.Field(Ubfm, d, n, by, 63) }

// Asr shifts right with sign.
func (b *Buf) Asr(d, n lower.PReg, by int64) { b.Field(Sbfm, d, n, by, 63) }

// Select3 emits Csel, Csinc or Fcsel: d = n if c holds, else m (Csinc: m + 1).
func (b *Buf) Select3(op Op, c Cond, d, n, m lower.PReg) {
	b.EmitField(b.template(op, shapeCDNM), uint8(c), uint8(d), uint8(n), uint8(m), 0)
}

// Cset sets d to 1 if c holds, else to 0.
func (b *Buf) Cset(c Cond, d lower.PReg) { b.Select3(Csinc, c.Negate(), d, ZR, ZR) }

// CcmnI compares n with −imm (0 to 31) if c holds; else the flags become nzcv.
func (b *Buf) CcmnI(c Cond, n lower.PReg, imm, nzcv int64) {
	t := b.template(CcmnI, shapeCNI)
	b.EmitField(t, uint8(c), uint8(n), 0, 0, b.field(t, 0, imm)|b.field(t, 1, nzcv))
}

// Pair emits a load or store of two registers at base + disp, a multiple of 8 from
// −512 to 504.
func (b *Buf) Pair(op Op, r, s, base lower.PReg, disp int64) {
	t := b.template(op, shapePair)
	b.EmitField(t, uint8(r), uint8(s), uint8(base), 0, b.field(t, 0, disp))
}

// Mov copies a general register.
func (b *Buf) Mov(d, a lower.PReg) { b.RRR(Orr, d, ZR, a) }

// Br jumps to the address in r.
func (b *Buf) Br(r lower.PReg) { b.EmitField(b.template(Br, shapeR), uint8(r), 0, 0, 0, 0) }

// B jumps to l.
func (b *Buf) B(l encode.Label) {
	t := b.template(B, shapeL)
	b.Refer(t, 0, l)
	b.EmitField(t, 0, 0, 0, 0, 0)
}

// Bcc branches to l if c holds.
func (b *Buf) Bcc(c Cond, l encode.Label) { b.branch(Bcc, uint8(c), 0, l) }

// Cbz branches to l if r is 0, Cbnz if it is not.
func (b *Buf) Cbz(r lower.PReg, l encode.Label) { b.branch(Cbz, uint8(r), 0, l) }

// Cbnz branches to l if r is not 0.
func (b *Buf) Cbnz(r lower.PReg, l encode.Label) { b.branch(Cbnz, uint8(r), 0, l) }

// Tbit emits Tbz or Tbnz: branches to l if bit n of r is 0, or 1.
func (b *Buf) Tbit(op Op, r lower.PReg, n int64, l encode.Label) { b.branch(op, uint8(r), n, l) }

// opposite is the branch that is taken where op is not.
var opposite = [numOps]Op{Cbz: Cbnz, Cbnz: Cbz, CbzW: CbnzW, CbnzW: CbzW, Tbz: Tbnz, Tbnz: Tbz, Bcc: Bcc}

// branch emits a conditional branch. One that may not reach its label jumps over a
// jump, on the opposite condition.
func (b *Buf) branch(op Op, operand uint8, bit int64, l encode.Label) {
	row := &opRows[op]
	t := &templates[row.form]
	if b.reach < 2 && !(b.reach == 1 && row.shape == shapeBitL) {
		b.Refer(t, 0, l)
		b.EmitField(t, operand, 0, 0, 0, b.field(t, 1, bit))
		return
	}
	over := b.NewLabel()
	if op == Bcc {
		operand ^= 1
	}
	t = &templates[opRows[opposite[op]].form]
	b.Refer(t, 0, over)
	b.EmitField(t, operand, 0, 0, 0, b.field(t, 1, bit))
	b.B(l)
	b.Bind(over)
}

// Adr sets d to the address of l, within 1 MB.
func (b *Buf) Adr(d lower.PReg, l encode.Label) {
	t := b.template(Adr, shapeDL)
	b.Refer(t, 0, l)
	b.EmitField(t, uint8(d), 0, 0, 0, 0)
}

// loadLiteral loads a constant from behind the code: LdrLit, LdrLitD.
func (b *Buf) loadLiteral(op Op, d lower.PReg, bits uint64) {
	t := b.template(op, shapeLit)
	b.Refer(t, 0, b.literal(bits))
	b.EmitField(t, uint8(d), 0, 0, 0, 0)
}
