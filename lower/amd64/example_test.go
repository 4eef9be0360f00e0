package amd64_test

import (
	"fmt"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/encode"
)

// A loop with a checked addition, a store, a poll and a cold exit.
func ExampleBuf() {
	b := amd64.New()
	loop, out := b.NewLabel(), b.NewLabel()
	b.Bind(loop)
	b.RR(amd64.AddQ, amd64.RAX, amd64.RCX)
	b.Jcc(amd64.CondO, out)
	b.Store(amd64.MovQ, amd64.RBX, 16, amd64.RAX)
	b.MI(amd64.CmpQ, amd64.R14, 16, -4096)
	b.Jcc(amd64.CondBE, loop)
	b.Ret()
	b.Select(encode.Cold)
	b.Bind(out)
	b.MovImm(amd64.RAX, 7)
	b.Ret()
	code, err := b.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	hot := code[:b.ColdBase()]
	fmt.Print(amd64.Disassemble(hot, 0, lower.Notes{}))
	fmt.Println("cold:")
	fmt.Print(amd64.Disassemble(code[b.ColdBase():], uint64(b.ColdBase()), lower.Notes{}))
	// Output:
	// 0000  add rax, rcx
	// 0003  jo 0x0020
	// 0005  mov qword ptr [rbx+0x10], rax
	// 0009  cmp qword ptr [r14+0x10], -0x1000
	// 0011  jbe 0x0000
	// 0013  ret
	// 0014  int3
	// 0015  int3
	// 0016  int3
	// 0017  int3
	// 0018  int3
	// 0019  int3
	// 001a  int3
	// 001b  int3
	// 001c  int3
	// 001d  int3
	// 001e  int3
	// 001f  int3
	// cold:
	// 0020  mov eax, 0x7
	// 0025  ret
}
