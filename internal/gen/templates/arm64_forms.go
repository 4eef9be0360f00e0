package main

import (
	"fmt"
	"math"
	mathbits "math/bits"

	"github.com/tier2go/tier2/lower/encode"
	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/arm64"
)

func arm64Target() *target {
	return &target{
		name: "arm64",
		frame: func(ctxt *obj.Link) *obj.Prog {
			p := ctxt.NewProg()
			p.As = obj.ANOP
			return p
		},
		forms: arm64Forms,
		filler: func(a *assembler) *obj.Prog {
			return a64Prog(a, arm64.AADD, a64Operand(1), a64Operand(1).Reg, a64Operand(1))
		},
	}
}

// arm64Forms lists the forms of all rows: one a row.
func arm64Forms() ([]form, []row) {
	forms := []form{{name: "no form"}}
	var rows []row
	for i := range a64Rows {
		r := &a64Rows[i]
		fields := fmt.Sprintf("form: %d, shape: %s", len(forms), a64ShapeNames[r.shape])
		if r.size != 0 {
			fields += fmt.Sprintf(", size: %d", r.size)
		}
		rows = append(rows, row{name: r.name, doc: r.doc, fields: fields})
		forms = append(forms, r.form())
	}
	return forms, rows
}

// values returns what a register operand may be. What code must not touch is
// nowhere: R18 is the system's, R27 the Go assembler's, R29 and R30 the frame's and
// the return's. R25 (the memory base), R26 (the activation) and R28 (g) are read
// only. 31 is ZR.
func (r a64Reg) values() []uint8 {
	dst := without(regs(0, 25), 18)
	src := without(regs(0, 29), 18, 27)
	switch r {
	case aDst:
		return dst
	case aDstZ:
		return append(dst, 31)
	case aSrc:
		return append(src, 31)
	case aBase:
		return src
	}
	return regs(32, 64)
}

// Where the values of holes are stored in an instruction.
var (
	a64Imm9   = encode.Hole{Bits: 9, Shift: 12, Signed: true}
	a64Mask   = encode.Hole{Bits: 13, Shift: 10}
	a64Dist14 = encode.Hole{Bits: 14, Shift: 5, Scale: 2, Signed: true}
	a64Dist19 = encode.Hole{Bits: 19, Shift: 5, Scale: 2, Signed: true}
	a64Dist21 = encode.Hole{Bits: 2, Shift: 29, HiBits: 19, HiShift: 5, Signed: true}
	a64Dist26 = encode.Hole{Bits: 26, Scale: 2, Signed: true}
)

// form makes the row's form.
func (r *a64Row) form() form {
	f := form{name: r.name, group: r.name}
	add := func(role string, values []uint8, ref uint8) {
		f.ops = append(f.ops, operand{role: role, values: values, ref: ref})
	}
	if r.shape == aShapeCDNM || r.shape == aShapeCNI || r.shape == aShapeCL {
		add("cond", regs(0, 14), 1)
	}
	for i, reg := range r.regs {
		if reg != aNone {
			values := reg.values()
			add([]string{"first", "second", "third", "fourth"}[i], values, values[5+i])
		}
	}
	switch r.shape {
	case aShapeDNMS:
		add("shift", regs(0, 3), 1)
	case aShapeDH:
		add("half", regs(0, 4), 1)
	case aShapeMemX:
		add("scaled", regs(0, 2), 1)
	}
	switch {
	case r.shape == aShapePair && r.regs[0] == aDst: // a load of two words to one register is none
		f.ok = func(v []uint8) bool { return v[0] != v[1] }
	case r.shape == aShapePair && r.as == arm64.AFLDPD:
		f.ok = func(v []uint8) bool { return v[0] != v[1] }
	}
	f.holes = r.holes()
	f.prog = r.prog
	return f
}

// holes returns the values that the instruction has, in the order of run time.
func (r *a64Row) holes() []hole {
	switch r.shape {
	case aShapeDNMS:
		return []hole{{bits: 6, flips: 6, ref: 0x15, edges: []int64{1, 3, 31, 32, 63}}}
	case aShapeDNI, aShapeDNIH, aShapeNI, aShapeNIH:
		// 0 is not tried: the assembler takes the form with register 31 for it.
		return []hole{{bits: 12, flips: 12, ref: 0x123, edges: []int64{1, 2, 4095}}}
	case aShapeDNB:
		return []hole{{kind: stated, field: a64Mask, ref: 0x1001, edges: a64SomeMasks()}}
	case aShapeDH:
		return []hole{{bits: 16, flips: 16, ref: 0x1234, edges: []int64{1, 0x7fff}}}
	case aShapeDNRS:
		h := hole{bits: 6, flips: 6, ref: 0x15, edges: []int64{0, 1, 31, 32, 63}}
		return []hole{h, h}
	case aShapeCNI:
		return []hole{{bits: 5, flips: 5, ref: 0x15, edges: []int64{0, 31}}, {bits: 4, flips: 4, ref: 5, edges: []int64{0, 15}}}
	case aShapeDF:
		return []hole{{bits: 8, flips: 8, ref: 0x15, edges: []int64{0, 0x70, 0x7f, 0x80, 0xff}}}
	case aShapeMem:
		scale := uint8(mathbits.Len8(r.size) - 1)
		return []hole{{bits: 12, flips: 12, scale: scale, ref: 0x123 << scale, edges: []int64{0, 1 << scale, 4095 << scale}}}
	case aShapeMemU:
		return []hole{{kind: stated, field: a64Imm9, ref: -3, edges: []int64{-256, -255, -8, -1}}}
	case aShapePair:
		return []hole{{bits: 7, flips: 7, scale: 3, signed: true, ref: 5 * 8, edges: []int64{-512, -8, 0, 8, 504}}}
	case aShapeL:
		return []hole{{kind: branch, field: a64Dist26}}
	case aShapeCL:
		return []hole{{kind: branch, field: a64Dist19}}
	case aShapeDL:
		if r.as == arm64.AADR {
			return []hole{{kind: branch, field: a64Dist21}}
		}
		return []hole{{kind: branch, field: a64Dist19}}
	case aShapeBitL:
		return []hole{{kind: branch, field: a64Dist14}, {bits: 6, flips: 6, ref: 0x25, edges: []int64{0, 1, 31, 32, 63}}}
	case aShapeLit:
		return []hole{{kind: stated, field: a64Dist19}}
	}
	return nil
}

// a64SomeMasks returns encodings of bitmasks: of every width of element, of every
// length of run and some rotations.
func a64SomeMasks() (list []int64) {
	for size := 2; size <= 64; size *= 2 {
		for ones := 1; ones < size; ones++ {
			for _, rot := range []int{0, 1, size / 2, size - 1} {
				n, s := int64(0), int64(ones-1)|int64(63&^(2*size-1))
				if size == 64 {
					n = 1
				}
				list = append(list, n<<12|int64(rot)<<6|s)
			}
		}
	}
	return list
}

// a64MaskOf returns the bitmask that 13 bits stand for: N, immr, imms.
func a64MaskOf(field int64) uint64 {
	imms := int(field & 63)
	size := 64
	if field>>12 == 0 {
		size = 1 << (mathbits.Len8(uint8(^imms&63)) - 1)
	}
	ones, rot := imms&(size-1)+1, int(field>>6)&(size-1)
	elem := uint64(1)<<ones - 1
	if rot != 0 {
		elem = elem>>rot | elem<<(size-rot)
	}
	if size < 64 {
		elem &= 1<<size - 1
	}
	var m uint64
	for i := 0; i < 64; i += size {
		m |= elem << i
	}
	return m
}

// a64FloatOf returns the float that 8 bits stand for: sign, 3 bits of exponent,
// 4 of mantissa.
func a64FloatOf(field int64) float64 {
	f := 1 + float64(field&15)/16
	exp := int(field>>4&7) ^ 4
	f = math.Ldexp(f, exp-3)
	if field>>7 != 0 {
		return -f
	}
	return f
}

// a64Operand returns the operand for a register by its lower.PReg.
func a64Operand(v uint8) obj.Addr {
	if v >= 32 {
		return obj.Addr{Type: obj.TYPE_REG, Reg: arm64.REG_F0 + int16(v-32)}
	}
	return obj.Addr{Type: obj.TYPE_REG, Reg: arm64.REG_R0 + int16(v)}
}

// a64Prog makes an instruction in the assembler's order: from, the middle register
// if any, to.
func a64Prog(a *assembler, as obj.As, from obj.Addr, reg int16, to obj.Addr, rest ...obj.Addr) *obj.Prog {
	p := a.prog()
	p.As, p.From, p.Reg, p.To, p.RestArgs = as, from, reg, to, rest
	return p
}

var a64Conds = []obj.As{arm64.ABEQ, arm64.ABNE, arm64.ABHS, arm64.ABLO, arm64.ABMI, arm64.ABPL, arm64.ABVS,
	arm64.ABVC, arm64.ABHI, arm64.ABLS, arm64.ABGE, arm64.ABLT, arm64.ABGT, arm64.ABLE}

func a64Const(v int64) obj.Addr { return obj.Addr{Type: obj.TYPE_CONST, Offset: v} }

// prog makes the instruction; v and h are as form's operands and holes.
func (r *a64Row) prog(a *assembler, v []uint8, h []int64) *obj.Prog {
	var reg [4]obj.Addr
	for i := range v {
		reg[i] = a64Operand(v[i])
	}
	none := obj.Addr{}
	label := obj.Addr{Type: obj.TYPE_BRANCH}
	switch r.shape {
	case aShapeNone:
		if r.as == arm64.ABRK {
			return a64Prog(a, r.as, a64Const(0), 0, none)
		}
		return a64Prog(a, r.as, none, 0, obj.Addr{Type: obj.TYPE_MEM, Reg: arm64.REG_R30})
	case aShapeDNM:
		return a64Prog(a, r.as, reg[2], reg[1].Reg, reg[0])
	case aShapeDM:
		return a64Prog(a, r.as, reg[1], 0, reg[0])
	case aShapeNM:
		return a64Prog(a, r.as, reg[1], reg[0].Reg, none)
	case aShapeDNMA:
		return a64Prog(a, r.as, reg[2], reg[3].Reg, reg[0], reg[1])
	case aShapeDNMS:
		m := obj.Addr{Type: obj.TYPE_SHIFT, Offset: int64(v[2])<<16 | int64(v[3])<<22 | h[0]<<10}
		return a64Prog(a, r.as, m, reg[1].Reg, reg[0])
	case aShapeDNI:
		return a64Prog(a, r.as, a64Const(h[0]), reg[1].Reg, reg[0])
	case aShapeDNIH:
		return a64Prog(a, r.as, a64Const(h[0]<<12), reg[1].Reg, reg[0])
	case aShapeNI:
		return a64Prog(a, r.as, a64Const(h[0]), reg[0].Reg, none)
	case aShapeNIH:
		return a64Prog(a, r.as, a64Const(h[0]<<12), reg[0].Reg, none)
	case aShapeDNB:
		return a64Prog(a, r.as, a64Const(int64(a64MaskOf(h[0]))), reg[1].Reg, reg[0])
	case aShapeDH:
		return a64Prog(a, r.as, a64Const(h[0]<<(16*v[1])), 0, reg[0])
	case aShapeDNRS:
		return a64Prog(a, r.as, a64Const(h[0]), reg[1].Reg, reg[0], a64Const(h[1]))
	case aShapeCDNM:
		return a64Prog(a, r.as, a64Cond(v[0]), reg[2].Reg, reg[1], reg[3])
	case aShapeCNI:
		return a64Prog(a, r.as, a64Cond(v[0]), reg[1].Reg, a64Const(h[1]), a64Const(h[0]))
	case aShapeDF:
		return a64Prog(a, r.as, obj.Addr{Type: obj.TYPE_FCONST, Val: a64FloatOf(h[0])}, 0, reg[0])
	case aShapeL:
		return a64Prog(a, r.as, none, 0, label)
	case aShapeCL:
		return a64Prog(a, a64Conds[v[0]], none, 0, label)
	case aShapeDL:
		if r.as == arm64.AADR {
			return a64Prog(a, r.as, label, 0, reg[0])
		}
		return a64Prog(a, r.as, reg[0], 0, label)
	case aShapeBitL:
		return a64Prog(a, r.as, a64Const(h[1]), reg[0].Reg, label)
	case aShapeLit:
		return r.literal(a, reg[0])
	case aShapeR:
		to := reg[0]
		return a64Prog(a, r.as, none, 0, obj.Addr{Type: obj.TYPE_MEM, Reg: to.Reg})
	}
	return r.memory(a, reg, v, h)
}

func a64Cond(v uint8) obj.Addr { return obj.Addr{Type: obj.TYPE_REG, Reg: arm64.COND_EQ + int16(v)} }

// memory makes a load or store.
func (r *a64Row) memory(a *assembler, reg [4]obj.Addr, v []uint8, h []int64) *obj.Prog {
	first := reg[0]
	mem := obj.Addr{Type: obj.TYPE_MEM, Reg: reg[1].Reg}
	switch r.shape {
	case aShapeMem, aShapeMemU:
		mem.Offset = h[0]
	case aShapeMemX:
		mem.Index = reg[2].Reg
		if v[3] != 0 {
			mem.Index = arm64.REG_LSL + int16(v[2]&31) + int16(mathbits.Len8(r.size)-1)<<5
		}
	case aShapePair:
		mem.Reg, mem.Offset = reg[2].Reg, h[0]
		first = obj.Addr{Type: obj.TYPE_REGREG, Reg: reg[0].Reg, Offset: int64(reg[1].Reg)}
	}
	p := a64Prog(a, r.as, mem, 0, first)
	if r.stores() {
		p.From, p.To = first, mem
	}
	return p
}

// stores reports whether the row writes memory: what it transfers is not a
// destination then, and its name says so.
func (r *a64Row) stores() bool { return r.name[0] == 'S' }

// literal makes a load of data in the code, at distance 0. The assembler has none:
// it loads from its own pool, a general register always through R27. So the load is
// written as a word, and a test compares it with what the assembler's pool gives.
func (r *a64Row) literal(a *assembler, t obj.Addr) *obj.Prog {
	word := uint32(0x58000000)
	if r.regs[0] == aFlt {
		word = 0x5c000000
	}
	return a64Prog(a, arm64.AWORD, obj.Addr{}, 0, a64Const(int64(word|uint32(t.Reg)&31)))
}
