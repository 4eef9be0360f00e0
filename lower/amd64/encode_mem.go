package amd64

import "github.com/tier2go/tier2/lower"

// Load emits op dst, [base+disp]: loads, LeaQ, and every operation whose
// second operand is memory. disp must fit 32 bits.
func (b *Buf) Load(op Op, dst, base lower.PReg, disp int64) {
	row := &opRows[op]
	f := row.first[shapeRM]
	if f == 0 || !fits32(disp) {
		b.refuseMem(op, shapeRM, disp)
		return
	}
	f += based(base, disp)*row.stride + one(uint8(dst)&row.rexA|uint8(base)&row.rexM)
	b.Emit2(&templates[f], uint8(dst), uint8(base), disp)
}

// LoadX emits op dst, [base+index*scale+disp]. The scale is 1, 2, 4 or 8;
// the index must not be RSP.
func (b *Buf) LoadX(op Op, dst, base, index lower.PReg, scale uint8, disp int64) {
	row := &opRows[op]
	f := row.first[shapeRM]
	if f == 0 || !fits32(disp) {
		b.refuseMem(op, shapeRM, disp)
		return
	}
	f += indexed(base, disp)*row.stride + one(uint8(dst)&row.rexA|uint8(base|index)&row.rexM)
	b.Emit4(&templates[f], uint8(dst), uint8(base), uint8(index), scale, disp)
}

// Store emits op [base+disp], src: stores, and every operation whose first
// operand is memory and second a register.
func (b *Buf) Store(op Op, base lower.PReg, disp int64, src lower.PReg) {
	row := &opRows[op]
	f := row.first[shapeMR]
	if f == 0 || !fits32(disp) {
		b.refuseMem(op, shapeMR, disp)
		return
	}
	f += based(base, disp)*row.stride + one(uint8(src)&row.rexA|uint8(base)&row.rexM)
	b.Emit2(&templates[f], uint8(src), uint8(base), disp)
}

// StoreX emits op [base+index*scale+disp], src.
func (b *Buf) StoreX(op Op, base, index lower.PReg, scale uint8, disp int64, src lower.PReg) {
	row := &opRows[op]
	f := row.first[shapeMR]
	if f == 0 || !fits32(disp) {
		b.refuseMem(op, shapeMR, disp)
		return
	}
	f += indexed(base, disp)*row.stride + one(uint8(src)&row.rexA|uint8(base|index)&row.rexM)
	b.Emit4(&templates[f], uint8(src), uint8(base), uint8(index), scale, disp)
}

// MI emits op [base+disp], imm. The immediate must fit the operation: see
// Op.Width.
func (b *Buf) MI(op Op, base lower.PReg, disp, imm int64) {
	row := &opRows[op]
	s, v := row.memImm(imm)
	f := row.first[s]
	if f == 0 || !fits32(disp) {
		b.refuseMemImm(op, disp, imm)
		return
	}
	f += based(base, disp)*row.stride + one(uint8(base)&row.rexM)
	b.Emit4x2(&templates[f], uint8(base), 0, 0, 0, disp, v)
}

// MIX emits op [base+index*scale+disp], imm.
func (b *Buf) MIX(op Op, base, index lower.PReg, scale uint8, disp, imm int64) {
	row := &opRows[op]
	s, v := row.memImm(imm)
	f := row.first[s]
	if f == 0 || !fits32(disp) {
		b.refuseMemImm(op, disp, imm)
		return
	}
	f += indexed(base, disp)*row.stride + one(uint8(base|index)&row.rexM)
	b.Emit4x2(&templates[f], uint8(base), uint8(index), scale, 0, disp, v)
}

// memImm returns the shape for memory and an immediate, and the immediate as
// stored; shapeNever if it does not fit.
func (row *opRow) memImm(imm int64) (shape, int64) {
	v, ok := row.immediate(imm)
	switch {
	case !ok:
		return shapeNever, 0
	case v == int64(int8(v)) && row.first[shapeMI8] != 0:
		return shapeMI8, v
	}
	return shapeMI, v
}

// M emits an operation with one operand, [base+disp]: Jmp and Call.
func (b *Buf) M(op Op, base lower.PReg, disp int64) {
	row := &opRows[op]
	f := row.first[shapeM]
	if f == 0 || !fits32(disp) {
		b.refuseMem(op, shapeM, disp)
		return
	}
	f += based(base, disp)*row.stride + one(uint8(base)&row.rexM)
	b.Emit1(&templates[f], uint8(base), disp)
}

// MX emits an operation with one operand, [base+index*scale+disp].
func (b *Buf) MX(op Op, base, index lower.PReg, scale uint8, disp int64) {
	row := &opRows[op]
	f := row.first[shapeM]
	if f == 0 || !fits32(disp) {
		b.refuseMem(op, shapeM, disp)
		return
	}
	f += indexed(base, disp)*row.stride + one(uint8(base|index)&row.rexM)
	b.Emit4(&templates[f], uint8(base), uint8(index), scale, 0, disp)
}

// JmpReg jumps to the address in r.
func (b *Buf) JmpReg(r lower.PReg) { b.R(Jmp, r) }

// JmpMem jumps to the address stored at [base+disp].
func (b *Buf) JmpMem(base lower.PReg, disp int64) { b.M(Jmp, base, disp) }

func fits32(v int64) bool { return v == int64(int32(v)) }

// based returns the address form (type addr) of [base+disp].
func based(base lower.PReg, disp int64) uint16 {
	f := dispForm(base, disp)
	if base&7 == RSP {
		f += uint16(addrSIB)
	}
	return f
}

// indexed returns the address form of [base+index*scale+disp].
func indexed(base lower.PReg, disp int64) uint16 {
	return dispForm(base, disp) + uint16(addrX)
}

// dispForm returns 0, 1 or 2 for a displacement of 0, 8 or 32 bits.
func dispForm(base lower.PReg, disp int64) (f uint16) {
	if disp != 0 || base&7 == RBP {
		f = 1
	}
	if disp != int64(int8(disp)) {
		f = 2
	}
	return f
}
