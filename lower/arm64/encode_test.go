package arm64

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
	"golang.org/x/arch/arm64/arm64asm"
)

// TestBranches: in random programs over both sections, what leads to a label arrives
// there, whatever the reach.
func TestBranches(t *testing.T) {
	b := New()
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 5))
		reach := int(seed) % (maxReach + 1)
		b.Reset(reach)
		n := 2 + int(seed)
		first := b.NewLabels(n)
		var leads [2][]int
		for i := range n {
			sec := encode.Section(rng.IntN(2))
			b.Select(sec)
			b.Bind(first + encode.Label(i))
			for range rng.IntN(6) {
				to := rng.IntN(n)
				emitBranch(b, rng, first+encode.Label(to))
				leads[sec] = append(leads[sec], to)
			}
			b.Mov(R1, R2)
		}
		code, err := b.Finish()
		if err != nil {
			t.Fatal(err)
		}
		k := 0
		want := append(leads[encode.Hot], leads[encode.Cold]...)
		for off := 0; off < len(code); off += 4 {
			in, err := arm64asm.Decode(code[off:])
			if err != nil {
				t.Fatalf("seed %d: %#x: %v", seed, off, err)
			}
			to, ok := target(in, off)
			if !ok {
				continue
			}
			if reach > 0 && to == off+8 && in.Op != arm64asm.ADR { // over a jump
				if next, _ := arm64asm.Decode(code[off+4:]); next.Op == arm64asm.B && len(next.Args) > 0 {
					continue
				}
			}
			if at := b.Offset(first + encode.Label(want[k])); to != at {
				t.Fatalf("seed %d, reach %d: %v at %#x leads to %#x, label %d is at %#x", seed, reach, in, off, to, want[k], at)
			}
			k++
		}
		if k != len(want) {
			t.Fatalf("seed %d: %d of %d branches found", seed, k, len(want))
		}
	}
}

func emitBranch(b *Buf, rng *rand.Rand, l encode.Label) {
	switch rng.IntN(6) {
	case 0:
		b.B(l)
	case 1:
		b.Bcc(Cond(rng.IntN(int(NumConds))), l)
	case 2:
		b.Cbz(R3, l)
	case 3:
		b.Cbnz(R4, l)
	case 4:
		b.Tbit(Tbz, R5, int64(rng.IntN(64)), l)
	case 5:
		b.Adr(R6, l)
	}
}

// target returns where an instruction leads.
func target(in arm64asm.Inst, off int) (int, bool) {
	for _, a := range in.Args {
		if rel, ok := a.(arm64asm.PCRel); ok {
			return off + int(rel), true
		}
	}
	return 0, false
}

// far emits a branch by f over n instructions.
func far(reach, n int, f func(b *Buf, l encode.Label)) ([]byte, error) {
	b := New()
	b.Reset(reach)
	l := b.NewLabel()
	f(b, l)
	for range n {
		b.Mov(R1, R2)
	}
	b.Bind(l)
	b.Bare(Ret)
	return b.Finish()
}

// TestReach: branches reach as far as they say, and with the next reach further.
func TestReach(t *testing.T) {
	cond := func(b *Buf, l encode.Label) { b.Bcc(CondLT, l) }
	bit := func(b *Buf, l encode.Label) { b.Tbit(Tbnz, R3, 40, l) }
	zero := func(b *Buf, l encode.Label) { b.Cbz(R3, l) }
	tests := []struct {
		name       string
		f          func(b *Buf, l encode.Label)
		reach, max int // instructions between
		longer     string
	}{
		{"bit", bit, 0, 1<<13 - 2, "tbz x3, #40, 0x0008\nb "},
		{"bit", bit, 1, 1<<25 - 3, ""},
		{"condition", cond, 0, 1<<18 - 2, ""},
		{"condition", cond, 1, 1<<18 - 2, "b.ge 0x0008\nb "},
		{"zero", zero, 1, 1<<18 - 2, "cbnz x3, 0x0008\nb "},
	}
	for _, tt := range tests {
		if tt.max < 1<<20 {
			if _, err := far(tt.reach, tt.max, tt.f); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			_, err := far(tt.reach, tt.max+1, tt.f)
			var e *encode.Error
			if !errors.As(err, &e) || e.Reason != encode.OutOfRange {
				t.Errorf("%s: a branch over %d instructions with reach %d: %v", tt.name, tt.max+1, tt.reach, err)
			}
		}
		if tt.longer == "" {
			continue
		}
		code, err := far(tt.reach+1, tt.max+1, tt.f)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var lines []string
		for _, l := range strings.SplitAfter(Disassemble(code[:8], 0, lower.Notes{}), "\n") {
			_, l, _ = strings.Cut(l, "  ")
			lines = append(lines, l)
		}
		if got, want := strings.Join(lines, ""), fmt.Sprintf("%s%#04x\n", tt.longer, len(code)-4); got != want {
			t.Errorf("%s: %q, want %q", tt.name, got, want)
		}
	}
}

// TestLiterals: a constant that is used twice stands once behind the code, aligned.
func TestLiterals(t *testing.T) {
	const a, f = 0x1234_5678_9abc_def0, 0x3fb9_9999_9999_999a
	b := New()
	b.MovImm(R1, a)
	b.MovFloat(F0+3, f)
	b.MovImm(R2, a)
	b.Bare(Ret)
	b.Select(encode.Cold)
	b.Bare(Ret)
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	want := `
0000  ldr x1, 0x0018
0004  ldr d3, 0x0020
0008  ldr x2, 0x0018
000c  ret
0010  ret
0014  brk #0x0
`
	if got := Disassemble(code[:0x18], 0, lower.Notes{}); got != want[1:] {
		t.Errorf("got\n%swant%s", got, want)
	}
	if binary.LittleEndian.Uint64(code[0x18:]) != a || binary.LittleEndian.Uint64(code[0x20:]) != f || len(code) != 0x28 {
		t.Errorf("literals % x", code[0x18:])
	}
}

// TestAccess: displacements of all sizes, by the shortest instructions.
func TestAccess(t *testing.T) {
	tests := []struct {
		m    *Mem
		disp int64
		want string
	}{
		{MemX, 0, "str x1, [x24]"}, {MemX, 32760, "str x1, [x24, #32760]"}, {MemX, -256, "stur x1, [x24, #-256]"}, {MemX, 9, "stur x1, [x24, #9]"},
		{MemW, 16380, "str w1, [x24, #16380]"}, {MemB, 4095, "strb w1, [x24, #4095]"}, {MemH, 8190, "strh w1, [x24, #8190]"},
		{MemX, 32768, "add x17, x24, #0x8, lsl #12; str x1, [x17]"},
		{MemX, -257, "sub x17, x24, #0x101; str x1, [x17]"},
		{MemW, 0x123456, "add x17, x24, #0x123, lsl #12; add x17, x17, #0x456; str w1, [x17]"},
	}
	for _, tt := range tests {
		b := New()
		b.Store(tt.m, R24, tt.disp, R1)
		if got := lines(t, b); got != tt.want {
			t.Errorf("%d: %s, want %s", tt.disp, got, tt.want)
		}
	}
}

// lines returns a buffer's instructions in one line.
func lines(t *testing.T, b *Buf) string {
	t.Helper()
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if len(code) == 0 {
		return ""
	}
	var list []string
	for _, l := range strings.Split(strings.TrimSpace(Disassemble(code, 0, lower.Notes{})), "\n") {
		list = append(list, l[6:])
	}
	return strings.Join(list, "; ")
}

// TestPair: what becomes one instruction of two, and what does not.
func TestPair(t *testing.T) {
	at := func(r ...lower.PReg) (list []lower.Loc) {
		for _, r := range r {
			list = append(list, lower.InReg(r))
		}
		return list
	}
	mem := func(op lower.MOp, base lower.Base, disp int64, size uint8, imm2 int64) lower.Inst {
		return lower.Inst{Op: op, Base: base, Imm: disp, Size: size, Imm2: imm2}
	}
	tests := []struct {
		a, b   lower.Inst
		la, lb []lower.Loc
		want   string
	}{
		{mem(lower.MLoad, lower.BaseFrame, 16, 8, 0), mem(lower.MLoad, lower.BaseFrame, 8, 8, 0), at(R1), at(R2), "ldp x2, x1, [x24, #8]"},
		{mem(lower.MLoad, lower.BaseAddr, 16, 8, 0), mem(lower.MLoad, lower.BaseAddr, 24, 8, 0), at(R1, R3), at(R2, R3), "ldp x1, x2, [x3, #16]"},
		{mem(lower.MLoadF, lower.BaseAct, 504, 8, 0), mem(lower.MLoadF, lower.BaseAct, 512, 8, 0), at(F0), at(F0 + 1), "ldp d0, d1, [x26, #504]"},
		{mem(lower.MStore, lower.BaseFrame, 32, 8, 0), mem(lower.MStoreI, lower.BaseFrame, 40, 8, 0), at(R1), nil, "stp x1, xzr, [x24, #32]"},
		{mem(lower.MStoreF, lower.BaseAddr, -8, 8, 0), mem(lower.MStoreF, lower.BaseAddr, 0, 8, 0), at(R3, F0), at(R3, F0), "stp d0, d0, [x3, #-8]"},
		{mem(lower.MStoreI, lower.BaseFrame, 20, 4, 7), mem(lower.MStoreI, lower.BaseFrame, 24, 4, 3), nil, nil, "mov x16, #0x7; movk x16, #0x3, lsl #32; stur x16, [x24, #20]"},
		{mem(lower.MLoad, lower.BaseAddr, 16, 8, 0), mem(lower.MLoad, lower.BaseAddr, 24, 8, 0), at(R3, R3), at(R2, R3), ""},
		{mem(lower.MLoad, lower.BaseAddr, 16, 8, 0), mem(lower.MLoad, lower.BaseAddr, 24, 8, 0), at(R1, R3), at(R2, R4), ""},
		{mem(lower.MLoad, lower.BaseFrame, 16, 8, 0), mem(lower.MLoad, lower.BaseFrame, 24, 8, 0), at(R1), at(R1), ""},
		{mem(lower.MLoad, lower.BaseFrame, 16, 8, 0), mem(lower.MLoad, lower.BaseFrame, 32, 8, 0), at(R1), at(R2), ""},
		{mem(lower.MLoad, lower.BaseFrame, 16, 4, 0), mem(lower.MLoad, lower.BaseFrame, 20, 4, 0), at(R1), at(R2), ""},
		{mem(lower.MLoad, lower.BaseFrame, 520, 8, 0), mem(lower.MLoad, lower.BaseFrame, 512, 8, 0), at(R1), at(R2), ""},
		{mem(lower.MLoad, lower.BaseFrame, 16, 8, 0), mem(lower.MStore, lower.BaseFrame, 24, 8, 0), at(R1), at(R2), ""},
		{mem(lower.MLoad, lower.BaseWord, 16, 8, 0), mem(lower.MLoad, lower.BaseWord, 24, 8, 0), at(R1, R3), at(R2, R3), ""},
	}
	for _, tt := range tests {
		e := &encoder{New()}
		tt.a.NumEnc, tt.b.NumEnc = uint8(len(tt.la)), uint8(len(tt.lb))
		ok := e.Pair(&tt.a, &tt.b, tt.la, tt.lb)
		if got := lines(t, e.Buf); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%v %d, %v %d: %q, want %q", tt.a.Op, tt.a.Imm, tt.b.Op, tt.b.Imm, got, tt.want)
		}
	}
}

// TestCmpImm: constants that the comparison takes, and others.
func TestCmpImm(t *testing.T) {
	tests := []struct {
		v    int64
		word bool
		want string
	}{
		{5, false, "cmp x3, #0x5"}, {-5, false, "cmn x3, #0x5"}, {0x7000, false, "cmp x3, #0x7, lsl #12"}, {-4096, false, "cmn x3, #0x1, lsl #12"},
		{4097, false, "mov x17, #0x1001; cmp x3, x17"}, {5, true, "cmp w3, #0x5"}, {-5, true, "cmn w3, #0x5"}, {0xffff_fffb, true, "cmn w3, #0x5"},
		{0x7000, true, "mov x17, #0x7000; cmp w3, w17"},
	}
	for _, tt := range tests {
		b := New()
		b.CmpImm(R3, tt.v, tt.word)
		if got := lines(t, b); got != tt.want {
			t.Errorf("%d: %s, want %s", tt.v, got, tt.want)
		}
	}
}

// mistake returns the error with which f panics.
func mistake(t *testing.T, f func(b *Buf)) (err *encode.Error) {
	t.Helper()
	defer func() {
		var ok bool
		if err, ok = recover().(*encode.Error); !ok {
			t.Fatal("no *encode.Error")
		}
	}()
	f(New())
	return nil
}

// TestMistakes: what the caller gets wrong is named.
func TestMistakes(t *testing.T) {
	tests := []struct {
		f    func(b *Buf)
		want string
	}{
		{func(b *Buf) { b.RRR(Add, R28, R0, R1) }, "encode: Add: operand 0: operand not allowed: 28 (at hot+0x0)"},
		{func(b *Buf) { b.RRR(Add, R0, R27, R1) }, "encode: Add: operand 1: operand not allowed: 27 (at hot+0x0)"},
		{func(b *Buf) { b.Mov(R30, R1) }, "encode: Orr: operand 0: operand not allowed: 30 (at hot+0x0)"},
		{func(b *Buf) { b.RRR(Fadd, F0, R1, F0) }, "encode: Fadd: operand 1: operand not allowed: 1 (at hot+0x0)"},
		{func(b *Buf) { b.RRR(AddI, R0, R1, R2) }, "encode: AddI: no such form (at hot+0x0)"},
		{func(b *Buf) { b.RRI(Add, R0, R1, 2) }, "encode: Add: no such form (at hot+0x0)"},
		{func(b *Buf) { b.RI(AddI, R0, 2) }, "encode: AddI: no such form (at hot+0x0)"},
		{func(b *Buf) { b.RRI(AddI, R0, R1, 4096) }, "encode: AddI: value out of range: 4096 (at hot+0x0)"},
		{func(b *Buf) { b.RRB(AndI, R0, R1, 5) }, "encode: AndI: value out of range: 5 (at hot+0x0)"},
		{func(b *Buf) { b.Pair(Ldp, R0, R1, R2, 512) }, "encode: Ldp: value out of range: 512 (at hot+0x0)"},
		{func(b *Buf) { b.AddImm(R0, R1, 1<<24) }, "encode: AddI: value out of range: 16777216 (at hot+0x0)"},
		{func(b *Buf) { b.RRS(AddS, R0, R1, R2, LSL, 64) }, "encode: AddS: value out of range: 64 (at hot+0x0)"},
	}
	for _, tt := range tests {
		if got := mistake(t, tt.f).Error(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestDisassemble(t *testing.T) {
	b := New()
	loop, out := b.NewLabel(), b.NewLabel()
	b.Bind(loop)
	b.RRR(Adds, R0, R0, R1)
	b.Bcc(CondVS, out)
	b.Store(MemX, R24, 16, R0)
	b.LoadX(MemD, F0+9, R25, R12, 1)
	b.Tbit(Tbz, R3, 63, loop)
	b.Adr(R9, out)
	b.Select(encode.Cold)
	b.Bind(out)
	b.MovImm(R0, -1)
	b.Bare(Ret)
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	got := Disassemble(append(code, 0xff, 0xff, 0xff, 0xff, 1), 0, lower.Notes{Comment: func(off int) string {
		if off == 4 {
			return "exit 2"
		}
		return ""
	}, Label: func(addr uint64) string { return map[uint64]string{0: "b0"}[addr] }})
	want := `
0000  adds x0, x0, x1
0004  b.vs 0x0020                               ; exit 2
0008  str x0, [x24, #16]
000c  ldr d9, [x25,x12]
0010  tbz x3, #63, <b0>
0014  adr x9, 0x0020
0018  brk #0x0
001c  brk #0x0
0020  mov x0, #0xffffffffffffffff
0024  ret
0028  .word 0xffffffff
002c  .byte 01
`
	if got != want[1:] {
		t.Errorf("got\n%swant%s", got, want)
	}
}
