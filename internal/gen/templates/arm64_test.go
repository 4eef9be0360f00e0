package main

import (
	"testing"

	"github.com/tier2go/tier2/lower/encode"
	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/arm64"
	"golang.org/x/arch/arm64/arm64asm"
)

// A few forms of arm64 show that the derivation is not made for one machine:
// fields instead of bytes, scaled and split values, distances in words.

func arm64Reg(v uint8) obj.Addr {
	if v >= 32 {
		return obj.Addr{Type: obj.TYPE_REG, Reg: arm64.REG_F0 + int16(v-32)}
	}
	return obj.Addr{Type: obj.TYPE_REG, Reg: arm64.REG_R0 + int16(v)}
}

func arm64Ops(roles ...string) (ops []operand) {
	for _, r := range roles {
		values := without(regs(0, 31), 18, 27, 28)
		if r == "float" {
			values = regs(32, 64)
		}
		ops = append(ops, operand{role: r, values: values, ref: values[5]})
	}
	return ops
}

// arm64Prog makes an instruction in the assembler's order: from, the middle
// register if any, to.
func arm64Prog(a *assembler, as obj.As, from obj.Addr, reg int16, to obj.Addr) *obj.Prog {
	p := a.prog()
	p.As, p.From, p.Reg, p.To = as, from, reg, to
	return p
}

var arm64Branch = obj.Addr{Type: obj.TYPE_BRANCH}

func arm64Forms() ([]form, []row) {
	return []form{
		{name: "add x,x,x", ops: arm64Ops("dst", "left", "right"),
			prog: func(a *assembler, v []uint8, h []int64) *obj.Prog {
				return arm64Prog(a, arm64.AADD, arm64Reg(v[2]), arm64Reg(v[1]).Reg, arm64Reg(v[0]))
			}},
		{name: "add x,x,imm12", ops: arm64Ops("dst", "left"),
			// 0 is not tried: the assembler takes the form with register 31 for it.
			holes: []hole{{bits: 12, flips: 12, ref: 0x123, edges: []int64{1, 2, 4095}}},
			prog: func(a *assembler, v []uint8, h []int64) *obj.Prog {
				return arm64Prog(a, arm64.AADD, x86Imm(h[0]), arm64Reg(v[1]).Reg, arm64Reg(v[0]))
			}},
		{name: "ldr x,[x+imm12*8]", ops: arm64Ops("dst", "base"),
			holes: []hole{{bits: 12, flips: 12, scale: 3, ref: 0x123 * 8, edges: []int64{0, 8, 4095 * 8}}},
			prog: func(a *assembler, v []uint8, h []int64) *obj.Prog {
				m := obj.Addr{Type: obj.TYPE_MEM, Reg: arm64Reg(v[1]).Reg, Offset: h[0]}
				return arm64Prog(a, arm64.AMOVD, m, 0, arm64Reg(v[0]))
			}},
		{name: "fadd d,d,d", ops: arm64Ops("float", "float", "float"),
			prog: func(a *assembler, v []uint8, h []int64) *obj.Prog {
				return arm64Prog(a, arm64.AFADDD, arm64Reg(v[2]), arm64Reg(v[1]).Reg, arm64Reg(v[0]))
			}},
		{name: "b label",
			holes: []hole{{kind: branch, field: encode.Hole{Bits: 26, Scale: 2, Signed: true}}},
			prog: func(a *assembler, v []uint8, h []int64) *obj.Prog {
				return arm64Prog(a, arm64.AB, obj.Addr{}, 0, arm64Branch)
			}},
		{name: "b.cond label", ops: []operand{{role: "cond", values: regs(0, 14), ref: 1}},
			holes: []hole{{kind: branch, field: encode.Hole{Bits: 19, Shift: 5, Scale: 2, Signed: true}}},
			prog: func(a *assembler, v []uint8, h []int64) *obj.Prog {
				return arm64Prog(a, arm64Conds[v[0]], obj.Addr{}, 0, arm64Branch)
			}},
		{name: "tbz x,imm6,label", ops: arm64Ops("src"),
			holes: []hole{
				{kind: branch, field: encode.Hole{Bits: 14, Shift: 5, Scale: 2, Signed: true}},
				{bits: 6, flips: 6, ref: 0x25, edges: []int64{0, 1, 31, 32, 63}},
			},
			prog: func(a *assembler, v []uint8, h []int64) *obj.Prog {
				return arm64Prog(a, arm64.ATBZ, x86Imm(h[1]), arm64Reg(v[0]).Reg, arm64Branch)
			}},
	}, nil
}

var arm64Conds = []obj.As{arm64.ABEQ, arm64.ABNE, arm64.ABHS, arm64.ABLO, arm64.ABMI, arm64.ABPL, arm64.ABVS,
	arm64.ABVC, arm64.ABHI, arm64.ABLS, arm64.ABGE, arm64.ABLT, arm64.ABGT, arm64.ABLE}

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
			return arm64Prog(a, arm64.AADD, arm64Reg(1), arm64Reg(1).Reg, arm64Reg(1))
		},
	}
}

func TestArm64Forms(t *testing.T) {
	holes := map[string][2]encode.Hole{
		"add x,x,imm12":     {{Bits: 12, Shift: 10}, {Off: 4}},
		"ldr x,[x+imm12*8]": {{Bits: 12, Shift: 10, Scale: 3}, {Off: 4}},
		"tbz x,imm6,label": {{Bits: 14, Shift: 5, Scale: 2, Signed: true},
			{Bits: 5, Shift: 19, HiBits: 1, HiShift: 31}},
	}
	names := map[string]string{"add x,x,x": "ADD X5, X5, X5", "fadd d,d,d": "FADD D5, D5, D5", "b label": "B .+0x0",
		"ldr x,[x+imm12*8]": "LDR X5, [X5]", "b.cond label": "B NE, .+0x0", "tbz x,imm6,label": "TBZ W5, #0, .+0x0",
		"add x,x,imm12": "ADD X5, X5, #0x0"}
	tg := arm64Target()
	d := newDeriver(tg)
	forms, _ := tg.forms()
	for i := range forms {
		f := &forms[i]
		r, err := d.derive(f)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if want, ok := holes[f.name]; ok && r.tmpl.Holes != want {
			t.Errorf("%s: holes %+v, want %+v", f.name, r.tmpl.Holes, want)
		}
		if r.tmpl.Len != 4 || r.tmpl.PC != 0 {
			t.Errorf("%s: length %d, distances from %d", f.name, r.tmpl.Len, r.tmpl.PC)
		}
		code, err := d.encode(r, sample{v: f.refs().v})
		if err != nil {
			t.Fatal(err)
		}
		in, err := arm64asm.Decode(code)
		if err != nil || in.String() != names[f.name] {
			t.Errorf("%s: % x decodes as %q, %v; want %q", f.name, code, in, err, names[f.name])
		}
	}
	if d.compared < 1000 {
		t.Errorf("only %d encodings compared", d.compared)
	}
}
