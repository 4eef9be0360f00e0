package amd64

import "github.com/tier2go/tier2/lower/encode"

// The reports of what cannot be encoded. They panic with an *encode.Error.
// They find out by themselves what was wrong and are never inlined, so that
// the functions that emit need one test and keep their values in registers.

// refuse reports an operation that has no form in a shape.
//
//go:noinline
func (b *Buf) refuse(op Op, s shape) {
	b.Fail(encode.NoSuchForm, shapeName(op, s), 0)
}

// refuseMem reports a memory operand: a shape without form, or a displacement
// over 32 bits.
//
//go:noinline
func (b *Buf) refuseMem(op Op, s shape, disp int64) {
	if opRows[op].first[s] == 0 {
		b.refuse(op, s)
	}
	b.Fail(encode.OutOfRange, op.String()+" displacement", disp)
}

// refuseImm reports an immediate: a shape without form, or a value that does
// not fit.
//
//go:noinline
func (b *Buf) refuseImm(op Op, s shape, imm int64) {
	if opRows[op].first[s] == 0 {
		b.refuse(op, s)
	}
	b.Fail(encode.OutOfRange, shapeName(op, s), imm)
}

// refuseMemImm reports a memory operand or the immediate beside it.
//
//go:noinline
func (b *Buf) refuseMemImm(op Op, disp, imm int64) {
	if !fits32(disp) {
		b.refuseMem(op, shapeMI, disp)
	}
	b.refuseImm(op, shapeMI, imm)
}
