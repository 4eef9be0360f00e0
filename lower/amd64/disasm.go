package amd64

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/lower"
	"golang.org/x/arch/x86/x86asm"
)

// Disassemble returns code as text in Intel's syntax, one line an
// instruction: address, instruction, comment. pc is the address of code[0];
// with 0, addresses are offsets. Branches and rip-relative operands show the
// address they lead to, branches its label if the notes have one.
//
// A byte that begins no instruction that the decoder knows is shown as .byte
// with the decoder's reason as comment, and decoding goes on behind it. Data
// among the code is decoded as if it were code: leave it out.
//
//	0000  add rax, rcx
//	0003  jo 0x0030                                 ; exit 2
func Disassemble(code []byte, pc uint64, notes lower.Notes) string {
	var sb strings.Builder
	for off := 0; off < len(code); {
		text, comment, n := disassembleOne(code[off:], pc+uint64(off), &notes)
		if a := notes.CommentAt(off); a != "" && comment != "" {
			comment = a + "; " + comment
		} else if a != "" {
			comment = a
		}
		if comment != "" {
			text = fmt.Sprintf("%-40s  ; %s", text, comment)
		}
		fmt.Fprintf(&sb, "%04x  %s\n", pc+uint64(off), text)
		off += n
	}
	return sb.String()
}

// disassembleOne returns the first instruction of code as text, a comment on
// it, and its length.
func disassembleOne(code []byte, pc uint64, notes *lower.Notes) (text, comment string, n int) {
	in, err := x86asm.Decode(code, 64)
	if err == nil && in.Op == 0 {
		err = fmt.Errorf("a prefix without instruction")
	}
	if err != nil {
		return fmt.Sprintf(".byte %#02x", code[0]), fmt.Sprintf("not decoded: %v", err), 1
	}
	next := pc + uint64(in.Len)
	var lookup x86asm.SymLookup
	for i, a := range in.Args {
		switch a := a.(type) {
		case x86asm.Rel:
			target := next + uint64(int64(a))
			lookup = func(uint64) (string, uint64) { return notes.Place(target), target }
		case x86asm.Mem:
			a.Disp = int64(int32(a.Disp)) // the decoder does not sign-extend
			in.Args[i] = a
			if a.Base == x86asm.RIP {
				comment = fmt.Sprintf("%#04x", next+uint64(a.Disp))
			}
		}
	}
	return x86asm.IntelSyntax(in, pc, lookup), comment, in.Len
}
