package arm64

import (
	"math/bits"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
)

// bitmask returns the 13 bits (N, immr, imms) that stand for a bitmask in logical
// instructions: a run of ones, rotated, in an element of 2 to 64 bits that is
// repeated. 0 and all ones are none.
func bitmask(x uint64) (field int64, ok bool) {
	if x+1 <= 1 {
		return 0, false
	}
	size := 64
	for size > 2 {
		half := size / 2
		if x>>half&(1<<half-1) != x&(1<<half-1) {
			break
		}
		size = half
	}
	elem := x
	if size < 64 {
		elem &= 1<<size - 1
	}
	ones := bits.OnesCount64(elem)
	// Rotating right by rot puts the run at the bottom. A run that wraps around
	// begins where the zeros end.
	rot := bits.TrailingZeros64(elem)
	if elem&1 != 0 {
		all := ^uint64(0) >> (64 - size)
		rot = bits.Len64(^elem & all)
		if rot == size {
			rot = 0
		}
		if elem == 1<<ones-1 {
			rot = 0
		}
	}
	low := elem>>rot | elem<<(size-rot)
	if size < 64 {
		low &= 1<<size - 1
	}
	if low != 1<<ones-1 {
		return 0, false
	}
	immr := int64((size - rot) & (size - 1))
	imms := int64(ones-1) | int64(63&^(2*size-1))
	n := int64(0)
	if size == 64 {
		n = 1
	}
	return n<<12 | immr<<6 | imms, true
}

// floatImm returns the 8 bits that stand for a float in FmovI: sign, three bits of
// exponent, four of mantissa.
func floatImm(f uint64) (int64, bool) {
	if f<<16 != 0 { // 48 bits of the mantissa
		return 0, false
	}
	exp := int64(f>>52&0x7ff) - 1023
	if exp < -3 || exp > 4 {
		return 0, false
	}
	return int64(f>>63)<<7 | ((exp+3)^4)<<4 | int64(f>>48&15), true
}

// addImm splits a number that AddI takes: 12 bits, or 12 with 12 zeros behind them.
func addImm(v int64) (imm int64, high, ok bool) {
	switch {
	case v >= 0 && v < 1<<12:
		return v, false, true
	case v > 0 && v < 1<<24 && v&(1<<12-1) == 0:
		return v >> 12, true, true
	}
	return 0, false, false
}

// cheap reports whether one instruction makes a constant.
func cheap(v int64) bool {
	if _, ok := bitmask(uint64(v)); ok {
		return true
	}
	return halves(uint64(v)) <= 1 || halves(^uint64(v)) <= 1
}

// halves counts the 16-bit places that are not 0.
func halves(v uint64) (n int) {
	for ; v != 0; v >>= 16 {
		if v&0xffff != 0 {
			n++
		}
	}
	return n
}

// MovImm sets a general register to a constant: by one or two instructions, by a load
// from behind the code, or where that does not reach by up to four.
func (b *Buf) MovImm(d lower.PReg, v int64) {
	u := uint64(v)
	zeros, ones := halves(u), halves(^u)
	if zeros > 1 && ones > 1 {
		if _, ok := bitmask(u); ok {
			b.RRB(OrrI, d, ZR, u)
			return
		}
	}
	if min(zeros, ones) > 2 && b.reach < 2 {
		b.loadLiteral(LdrLit, d, u)
		return
	}
	first, rest, flip := Movz, u, uint64(0)
	if ones < zeros {
		first, rest, flip = Movn, ^u, ^uint64(0)
	}
	place := 0
	for place < 3 && rest>>(16*place)&0xffff == 0 {
		place++
	}
	if rest == 0 {
		place = 0
	}
	b.Half(first, d, place, uint16(rest>>(16*place)))
	for place++; place < 4; place++ {
		if h := uint16(rest >> (16 * place)); h != 0 {
			b.Half(Movk, d, place, uint16((rest^flip)>>(16*place)))
		}
	}
}

// MovFloat sets a float register to the float with some bits.
func (b *Buf) MovFloat(d lower.PReg, f uint64) {
	if f == 0 {
		b.RR(FmovX, d, ZR)
		return
	}
	if imm, ok := floatImm(f); ok {
		t := b.template(FmovI, shapeDF)
		b.EmitField(t, uint8(d), 0, 0, 0, b.field(t, 0, imm))
		return
	}
	if b.reach < 2 {
		b.loadLiteral(LdrLitD, d, f)
		return
	}
	b.MovImm(scratch, int64(f))
	b.RR(FmovX, d, scratch)
}

// Mem is a kind of memory access: its instructions by form of the address.
type Mem struct {
	load, loadU, loadX    Op
	store, storeU, storeX Op
	size                  uint8
}

// The kinds of access: 8, 4, 2 and 1 bytes, and a float.
var (
	MemX = &Mem{Ldr, Ldur, LdrX, Str, Stur, StrX, 8}
	MemW = &Mem{LdrW, LdurW, LdrXW, StrW, SturW, StrXW, 4}
	MemH = &Mem{LdrH, LdurH, LdrXH, StrH, SturH, StrXH, 2}
	MemB = &Mem{LdrB, LdurB, LdrXB, StrB, SturB, StrXB, 1}
	MemD = &Mem{LdrD, LdurD, LdrXD, StrD, SturD, StrXD, 8}
)

// Load loads d from base + disp, a number of up to 24 bits and sign. Far ones go
// through the second scratch register.
func (b *Buf) Load(m *Mem, d, base lower.PReg, disp int64) {
	b.access(m.load, m.loadU, m.size, d, base, disp)
}

// Store stores r at base + disp.
func (b *Buf) Store(m *Mem, base lower.PReg, disp int64, r lower.PReg) {
	b.access(m.store, m.storeU, m.size, r, base, disp)
}

// LoadX loads d from base + index·scale; the scale is 1 or the access's size.
func (b *Buf) LoadX(m *Mem, d, base, index lower.PReg, scale uint8) {
	b.accessX(m.loadX, m.size, d, base, index, scale)
}

// StoreX stores r at base + index·scale.
func (b *Buf) StoreX(m *Mem, base, index lower.PReg, scale uint8, r lower.PReg) {
	b.accessX(m.storeX, m.size, r, base, index, scale)
}

func (b *Buf) accessX(op Op, size uint8, r, base, index lower.PReg, scale uint8) {
	scaled := uint8(0)
	switch scale {
	case 1:
	case size:
		scaled = 1
	default:
		b.Fail(encode.OutOfRange, "the scale of an index", int64(scale))
	}
	b.EmitField(b.template(op, shapeMemX), uint8(r), uint8(base), uint8(index), scaled, 0)
}

func (b *Buf) access(op, unscaled Op, size uint8, r, base lower.PReg, disp int64) {
	if !nearDisp(disp, size) {
		b.AddImm(scratch2, base, disp)
		base, disp = scratch2, 0
	}
	t := &templates[opRows[op].form]
	if !t.Holes[0].Fits(disp) {
		t = &templates[opRows[unscaled].form]
	}
	b.EmitField(t, uint8(r), uint8(base), 0, 0, b.field(t, 0, disp))
}

// nearDisp reports whether an access of a size takes a displacement.
func nearDisp(disp int64, size uint8) bool {
	return disp >= -256 && disp < 256 || disp > 0 && disp < int64(size)<<12 && disp&int64(size-1) == 0
}

// AddImm sets d to n + v: by one instruction or two, for numbers of up to 24 bits and
// sign.
func (b *Buf) AddImm(d, n lower.PReg, v int64) {
	op, high := AddI, AddIH
	if v < 0 {
		op, high, v = SubI, SubIH, -v
	}
	switch {
	case v == 0:
		if d != n {
			b.Mov(d, n)
		}
	case v >= 1<<24:
		b.Fail(encode.OutOfRange, op.String(), v)
	case v < 1<<12:
		b.RRI(op, d, n, v)
	default:
		b.RRI(high, d, n, v>>12)
		if v &= 1<<12 - 1; v != 0 {
			b.RRI(op, d, d, v)
		}
	}
}

// CmpImm compares n with v, which goes through a scratch register if the instruction
// does not take it. With word, 32 bits are compared.
func (b *Buf) CmpImm(n lower.PReg, v int64, word bool) {
	cmp, cmn, reg := CmpI, CmnI, Subs
	if word {
		cmp, cmn, reg, v = CmpIW, CmnIW, SubsW, int64(int32(v))
	}
	abs := v
	if v < 0 {
		cmp, abs = cmn, -v
	}
	imm, high, ok := addImm(abs)
	switch {
	case !ok || high && word:
		b.MovImm(scratch2, v)
		b.RRR(reg, ZR, n, scratch2)
	case high && v < 0:
		b.RI(CmnIH, n, imm)
	case high:
		b.RI(CmpIH, n, imm)
	default:
		b.RI(cmp, n, imm)
	}
}
