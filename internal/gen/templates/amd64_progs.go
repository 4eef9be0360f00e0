package main

import (
	"math"

	"github.com/tier2go/tier2/lower/encode"
	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"
)

// x86Rel32 and x86Rel8 are branch distances: the last bytes.
var (
	x86Rel32 = encode.Hole{Bits: 32, Signed: true}
	x86Rel8  = encode.Hole{Bits: 8, Signed: true}
)

// Boundaries of what fits where.
var (
	edges8  = []int64{-128, -1, 1, 127}
	edges32 = []int64{math.MinInt32, -129, 128, math.MaxInt32}
)

// x86Disp returns the hole of a displacement.
func x86Disp(bits uint8) hole {
	switch bits {
	case 0:
		return hole{kind: absent}
	case 8:
		return hole{bits: 8, flips: 8, signed: true, ref: 0x12, edges: edges8}
	}
	return hole{bits: 32, flips: 32, signed: true, ref: 0x12345678, edges: edges32}
}

// immediate returns the hole of a shape's immediate, if it has one.
func (r *x86Row) immediate(s shapes) []hole {
	small := hole{bits: 8, flips: 8, signed: true, ref: 0x12, edges: append([]int64{0}, edges8...)}
	switch {
	case s&(sRI8|sMI8|sRRI8) != 0 && r.flags&unsignedImm != 0:
		return []hole{{bits: 8, flips: 7, ref: 0x12, edges: []int64{2, 8, 31, 63}}}
	case s&(sRI8|sMI8|sRRI8) != 0:
		return []hole{small}
	case s&(sRI|sMI|sAI|sRRI) != 0 && r.width == 1:
		return []hole{{bits: 8, flips: 8, ref: 0x12, edges: []int64{0, 1, 127, 128, 255}}}
	case s&(sRI|sMI|sAI|sRRI) != 0:
		h := hole{bits: 32, flips: 32, signed: true, ref: 0x12345678, edges: edges32}
		if r.shapes&(sRI8|sMI8|sRRI8) == 0 {
			h.edges = append(append([]int64{0}, edges8...), edges32...)
		}
		return []hole{h}
	case s == sRI64:
		return []hole{{bits: 64, flips: 64, signed: true, ref: 0x123456789abcdef0,
			edges: []int64{math.MinInt64, math.MinInt32 - 1, 1 << 32, math.MaxInt64}}}
	}
	return nil
}

func x86Imm(v int64) obj.Addr { return obj.Addr{Type: obj.TYPE_CONST, Offset: v} }

// x86Reg returns the operand for a register by its lower.PReg.
func x86Reg(v uint8) obj.Addr {
	if v >= 32 {
		return obj.Addr{Type: obj.TYPE_REG, Reg: x86.REG_X0 + int16(v-32)}
	}
	return obj.Addr{Type: obj.TYPE_REG, Reg: x86.REG_AX + int16(v)}
}

// somewhere is the symbol that rip-relative samples refer to.
var somewhere = &obj.LSym{Name: "somewhere"}

// prog makes the instruction of one shape; v and h are as form's operands and
// holes.
func (r *x86Row) prog(a *assembler, s shapes, ad *x86Addr, v []uint8, h []int64) *obj.Prog {
	p := a.prog()
	p.As = r.as
	if r.conds != nil {
		p.As, v = r.conds[v[0]], v[1:]
	}
	switch {
	case s == sNone:
		r.bare(p)
		return p
	case s&(sL|sCL|sL8|sCL8) != 0:
		p.To.Type = obj.TYPE_BRANCH
		if p.As == obj.ACALL {
			p.To.Sym = somewhere // the assembler calls symbols only
		}
		return p
	case s&(sRRI8|sRRI) != 0 && p.As == x86.AIMULQ:
		p.As = x86.AIMUL3Q
	case s&(sRRI8|sRRI) != 0 && p.As == x86.AIMULL:
		p.As = x86.AIMUL3L
	}
	args := intelArgs(s, ad, v, h)
	if s == sR && r.flags&withAX != 0 {
		args = append(args, x86Reg(0))
	}
	r.place(p, args)
	return p
}

// bare fills in an instruction without operands that the assembler knows only
// with some.
func (r *x86Row) bare(p *obj.Prog) {
	switch r.name {
	case "Nop":
		p.From, p.To = x86Reg(0), x86Reg(0) // xchg eax, eax
	case "Int3":
		p.From = x86Imm(0xcc) // INT $3 gives the two-byte form
	}
}

// intelArgs returns the operands in Intel's order.
func intelArgs(s shapes, ad *x86Addr, v []uint8, h []int64) []obj.Addr {
	var args []obj.Addr
	mem := func() {
		m := obj.Addr{Type: obj.TYPE_MEM, Reg: x86Reg(v[0]).Reg}
		v = v[1:]
		if ad.index {
			m.Index, m.Scale = x86Reg(v[0]).Reg, int16(v[1])
			v = v[2:]
		}
		m.Offset, h = h[0], h[1:]
		args = append(args, m)
	}
	switch {
	case s == sRM:
		args, v = append(args, x86Reg(v[0])), v[1:]
		mem()
	case s == sMR:
		reg := x86Reg(v[0])
		v = v[1:]
		mem()
		args = append(args, reg)
	case s&hasMemory != 0:
		mem()
	case s == sAI:
		args = append(args, x86Reg(0))
	}
	for _, reg := range v {
		args = append(args, x86Reg(reg))
	}
	switch {
	case s == sR1:
		args = append(args, x86Imm(1))
	case s == sRC:
		args = append(args, x86Reg(1))
	case s == sRL:
		return append(args, obj.Addr{Type: obj.TYPE_MEM, Name: obj.NAME_EXTERN, Sym: somewhere})
	case len(h) > 0:
		args = append(args, x86Imm(h[0]))
	}
	return args
}

// place puts operands where the assembler wants them: sources first.
func (r *x86Row) place(p *obj.Prog, args []obj.Addr) {
	switch {
	case len(args) == 1 && r.flags&inFrom != 0:
		p.From = args[0]
	case len(args) == 1:
		p.To = args[0]
	case len(args) == 2 && r.flags&intelOrder != 0:
		p.From, p.To = args[0], args[1]
	case len(args) == 2:
		p.From, p.To = args[1], args[0]
	case r.flags&immLast != 0:
		p.From, p.To = args[1], args[2]
		p.RestArgs = []obj.Addr{args[0]}
	default:
		p.From, p.To = args[2], args[0]
		p.RestArgs = []obj.Addr{args[1]}
	}
}
