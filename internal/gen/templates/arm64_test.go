package main

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/tier2go/tier2/lower/arm64"
	"github.com/twitchyliquid64/golang-asm/obj"
	asm "github.com/twitchyliquid64/golang-asm/obj/arm64"
)

// TestLiteralEqualsAssembler compares the loads of data in the code, which the
// assembler has no instruction for, with what it emits for its own pool: to R27 for a
// far displacement, and to any float register for a constant.
func TestLiteralEqualsAssembler(t *testing.T) {
	const distance = 0x7ffff << 5
	a := newAssembler("arm64", arm64Target().frame)
	check := func(op arm64.Op, p *obj.Prog, reg uint32, from uint8) {
		t.Helper()
		cs, err := a.assemble([]*obj.Prog{p})
		if err != nil {
			t.Fatal(err)
		}
		tmpl := arm64.Form(int(op) + 1)
		want := binary.LittleEndian.Uint32(cs[0].bytes)&^distance ^ reg
		if got := uint32(tmpl.Base ^ tmpl.Ops[0][from]); got != want {
			t.Errorf("%v: %#x, the assembler's pool is loaded by %#x", op, got, want)
		}
	}
	far := a.prog()
	far.As, far.From, far.To = asm.AMOVD, obj.Addr{Type: obj.TYPE_MEM, Name: obj.NAME_AUTO, Reg: asm.REGSP, Offset: -1<<40 - 1<<20 - 1}, a64Operand(2)
	check(arm64.LdrLit, far, 27^5, 5)
	for v := uint8(32); v < 64; v++ {
		p := a.prog()
		p.As, p.From, p.To = asm.AFMOVD, a64Const(0x123456789abcdef1), obj.Addr{Type: obj.TYPE_REG, Reg: asm.REG_V0 + int16(v-32)}
		check(arm64.LdrLitD, p, 0, v)
	}
}

// TestArm64Untouched: no template lets code write the registers of the runtime or the
// contract's constants, nor use those of the assembler, the frame and the system.
func TestArm64Untouched(t *testing.T) {
	for i := range a64Rows {
		r := &a64Rows[i]
		for k, reg := range r.regs {
			values := reg.values()
			if reg == aNone || reg == aFlt {
				continue
			}
			for _, never := range []uint8{18, 27, 29, 30} {
				if slices.Contains(values, never) {
					t.Errorf("%s: operand %d may be R%d", r.name, k, never)
				}
			}
			if reg != aDst && reg != aDstZ {
				continue
			}
			for _, fixed := range []uint8{25, 26, 28} {
				if slices.Contains(values, fixed) {
					t.Errorf("%s: operand %d may write R%d", r.name, k, fixed)
				}
			}
		}
		if writes := !r.stores() && r.regs[0] != aNone && r.shape != aShapeNM && r.shape != aShapeNI && r.shape != aShapeNIH &&
			r.shape != aShapeCNI && r.shape != aShapeR && (r.shape != aShapeDL || r.as == asm.AADR) && r.shape != aShapeBitL; writes {
			if reg := r.regs[0]; reg != aDst && reg != aDstZ && reg != aFlt {
				t.Errorf("%s: writes its first operand, which may be any", r.name)
			}
		}
	}
}
