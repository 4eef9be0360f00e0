package arm64_test

import (
	"fmt"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/lower/encode"
)

func Example() {
	b := arm64.New()
	loop, out := b.NewLabel(), b.NewLabel()
	b.Bind(loop)
	b.RRR(arm64.Adds, arm64.R0, arm64.R0, arm64.R1)
	b.Bcc(arm64.CondVS, out)
	b.Store(arm64.MemX, arm64.R24, 16, arm64.R0)
	b.Cbz(arm64.R0, loop)
	b.Select(encode.Cold)
	b.Bind(out)
	b.MovImm(arm64.R0, 7)
	b.Bare(arm64.Ret)
	code, err := b.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(arm64.Disassemble(code, 0, lower.Notes{}))
	// Output:
	// 0000  adds x0, x0, x1
	// 0004  b.vs 0x0010
	// 0008  str x0, [x24, #16]
	// 000c  cbz x0, 0x0000
	// 0010  mov x0, #0x7
	// 0014  ret
}
