package arm64

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tier2go/tier2/lower"
	"golang.org/x/arch/arm64/arm64asm"
)

// Disassemble returns code as text in GNU syntax, one line an instruction: address,
// instruction, comment. pc is the address of code[0]; with 0, addresses are offsets.
// Branches and literals show the address they lead to, or its label if the notes have one.
//
// A word that is no instruction that the decoder knows is shown as .word. Data among
// the code is decoded as if it were code: leave it out.
//
//	0000  adds x0, x0, x1
//	0004  b.vs 0x0030                               ; exit 2
func Disassemble(code []byte, pc uint64, notes lower.Notes) string {
	var sb strings.Builder
	for off := 0; off < len(code); off += 4 {
		text := disassembleOne(code[off:min(off+4, len(code))], pc+uint64(off), &notes)
		if a := notes.CommentAt(off); a != "" {
			text = fmt.Sprintf("%-40s  ; %s", text, a)
		}
		fmt.Fprintf(&sb, "%04x  %s\n", pc+uint64(off), text)
	}
	return sb.String()
}

// disassembleOne returns one instruction as text.
func disassembleOne(code []byte, pc uint64, notes *lower.Notes) string {
	if len(code) < 4 {
		return fmt.Sprintf(".byte % x", code)
	}
	in, err := arm64asm.Decode(code)
	if err != nil {
		return fmt.Sprintf(".word %#08x", binary.LittleEndian.Uint32(code))
	}
	text := arm64asm.GNUSyntax(in)
	for _, a := range in.Args {
		if rel, ok := a.(arm64asm.PCRel); ok {
			// The decoder writes distances.
			if i := strings.LastIndex(text, "."); i >= 0 {
				text = text[:i] + notes.Place(pc+uint64(rel))
			}
		}
	}
	return strings.ReplaceAll(text, ",#", ", #")
}
