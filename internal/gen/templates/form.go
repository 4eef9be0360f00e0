package main

import (
	"github.com/tier2go/tier2/lower/encode"
	"github.com/twitchyliquid64/golang-asm/obj"
)

// target is one processor: its list of forms and how to sample them. A second
// one is added by writing another such list and appending it to targets.
type target struct {
	name string // GOARCH, and the folder below lower
	// bytes says that holes are whole bytes, stored after the opcode; without
	// it holes are bits of a 32-bit instruction word.
	bytes bool
	frame func(ctxt *obj.Link) *obj.Prog // see assembler.frame
	// forms returns all forms in the order of the generated table, which the
	// rows of the second result index.
	forms func() ([]form, []row)
	// filler makes the instruction that stands between a branch and its far
	// target in samples.
	filler func(a *assembler) *obj.Prog
}

// form is one instruction with fixed kinds of operands, to be sampled.
type form struct {
	name  string
	group string // what the name begins with: forms of one group stand together
	ops   []operand
	holes []hole
	// ok, if not nil, says which combinations of operand values are the
	// form's. Those of another form (no REX prefix, say) are not asked for at
	// run time, and the assembler would choose that form.
	ok func(v []uint8) bool
	// prog makes the instruction for operand and hole values. A branch's
	// target is set by the caller, and an address's distance left to the
	// linker.
	prog func(a *assembler, v []uint8, h []int64) *obj.Prog
}

// operand is an operand that flips bits of its own.
type operand struct {
	role   string  // dst, src, base, index, scale, cond: for messages
	values []uint8 // what it may be, ascending
	ref    uint8   // the value that stays while the others vary
}

// holeKind says how a hole is sampled.
type holeKind uint8

const (
	immediate holeKind = iota // by flipping each bit of its value
	branch                    // by branching to targets at several distances
	address                   // by a relocation
	absent                    // not there: it keeps the place of a displacement of no bits
	stated                    // in field, for values whose bits mean nothing one by one; verified with edges
)

// hole is a value stored in the instruction.
type hole struct {
	kind   holeKind
	bits   uint8 // bits stored
	scale  uint8
	signed bool
	// flips is how many low bits of the value are sampled, at most bits: the
	// assembler refuses some values (shift counts over 127).
	flips uint8
	// ref is the value whose bits are flipped. None of the results may have
	// another, shorter encoding.
	ref int64
	// where a branch distance, or a stated value, is stored: not derived but
	// said, then verified with several values. A distance's place is
	// the last bytes.
	field encode.Hole
	// edges are further values to verify, on the form's boundaries.
	edges []int64
}

// isValue reports whether the hole holds a value, not a distance.
func (h *hole) isValue() bool { return h.kind == immediate || h.kind == stated }

// extend returns the value of the hole's low bits: sign-extended if signed.
func (h *hole) extend(v int64) int64 {
	n := uint(h.bits + h.scale)
	if n >= 64 {
		return v
	}
	if h.signed {
		return v << (64 - n) >> (64 - n)
	}
	return v & (1<<n - 1)
}

// row is the line of one operation in the generated table.
type row struct {
	name, doc string
	fields    string // of the target's opRow, as Go source
}
