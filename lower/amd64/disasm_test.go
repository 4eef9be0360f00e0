package amd64

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
)

// sample emits a loop with a cold exit.
func sample(b *Buf) {
	loop, out := b.NewLabel(), b.NewLabel()
	b.Bind(loop)
	b.RR(AddQ, RAX, RCX)
	b.Jcc(CondO, out)
	b.Store(MovQ, RBX, -16, RAX)
	b.LoadX(Addsd, X9, RBP, R12, 8, -4096)
	b.MI(CmpQ, R14, 16, -4096)
	b.Jcc(CondBE, loop)
	b.LeaLabel(R9, out)
	b.Select(encode.Cold)
	b.Bind(out)
	b.MovImm(RAX, 0)
	b.JmpMem(R15, 1<<20)
	b.Ret()
}

func TestDisassemble(t *testing.T) {
	b := New()
	sample(b)
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	got := Disassemble(code, 0, lower.Notes{Comment: func(off int) string {
		if off == 3 {
			return "exit 2"
		}
		return ""
	}, Label: func(addr uint64) string { return map[uint64]string{0: "b0"}[addr] }})
	want := `
0000  add rax, rcx
0003  jo 0x0030                                 ; exit 2
0005  mov qword ptr [rbx-0x10], rax
0009  addsd xmm9, qword ptr [rbp+8*r12-0x1000]
0013  cmp qword ptr [r14+0x10], -0x1000
001b  jbe <b0>
001d  lea r9, ptr [rip+0xc]                     ; 0x0030
0024  int3
0025  int3
0026  int3
0027  int3
0028  int3
0029  int3
002a  int3
002b  int3
002c  int3
002d  int3
002e  int3
002f  int3
0030  xor eax, eax
0032  jmp qword ptr [r15+0x100000]
0039  ret
`
	want = strings.TrimPrefix(want, "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestDisassembleUnknown(t *testing.T) {
	got := Disassemble([]byte{0x90, 0x06, 0xc3, 0x48}, 0x7f0000001000, lower.Notes{})
	want := `7f0000001000  nop
7f0000001001  .byte 0x06                                ; not decoded: unrecognized instruction
7f0000001002  ret
7f0000001003  .byte 0x48                                ; not decoded: a prefix without instruction
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func BenchmarkDisassemble(b *testing.B) {
	buf := New()
	sample(buf)
	code, err := buf.Finish()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Disassemble(code, 0, lower.Notes{})
	}
}

// TestOpString: each operation has a name, what is none says so.
func TestOpString(t *testing.T) {
	for op := Op(0); op < numOps; op++ {
		if s := op.String(); s == "" || s == "Op?" {
			t.Errorf("operation %d is called %q", op, s)
		}
	}
	if s := numOps.String(); s != "Op?" {
		t.Errorf("no operation is called %q", s)
	}
}
