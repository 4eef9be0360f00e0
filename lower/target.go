package lower

import "github.com/tier2go/tier2/lower/encode"

// OperandRule is what a machine asks of one operand of an operation.
type OperandRule struct {
	Constraint Constraint
	Pos        Pos
	Index      uint8 // Reuse: which use, counted from the operation's first
	At         Loc   // InFixed
}

// Row is one machine operation on one target: what it asks of its operands and
// which registers it destroys besides its result.
type Row struct {
	Def     OperandRule
	Uses    [3]OperandRule
	Clobber RegSet
}

// Target is one machine: tables, and an encoder made of tables.
type Target struct {
	Name string // GOARCH
	Regs RegFile
	Rows [NumMOps]Row
	// ImmOK reports whether the I form of an operation takes the immediate.
	ImmOK func(op MOp, imm int64) bool
	// DispOK reports whether a memory operand takes the displacement.
	DispOK func(disp int64) bool
	// NewEncoder returns an encoder for one compile at a time.
	NewEncoder func() Encoder
	// ArgOffset and the others are byte offsets from the activation, as
	// package native lays it out for the target.
	ArgOffset, RetOffset, SlotOffset int
	// Disassemble prints code as it would run at pc, one line an instruction.
	Disassemble func(code []byte, pc uint64, annotate func(off int) string) []string
}

// Encoder turns allocated instructions into bytes. Its methods panic with an
// *encode.Error on what cannot be encoded; Emit recovers it.
type Encoder interface {
	Reset()
	// NewLabel makes a label that is not bound yet.
	NewLabel() encode.Label
	// Bind binds a label to the current place.
	Bind(encode.Label)
	// Section selects where the following code goes.
	Section(encode.Section)
	// Inst emits one instruction; locs are its operands' places. Branches go
	// to the labels, exits to exit; next is the label of the block that
	// follows in the section, so that a branch to it can be left out.
	Inst(in *Inst, locs []Loc, to [2]encode.Label, exit encode.Label, next encode.Label)
	// Move copies a value of a class between two places.
	Move(c Class, from, to Loc)
	// Leave emits the jump through an exit's row, which lies at an absolute
	// address.
	Leave(row uint64)
	// RowLiteral emits the address of an exit's row as data, for MCall.
	RowLiteral(row uint64)
	// Len returns the length of the code in the selected section.
	Len() int
	// Finish returns the code, valid until Reset.
	Finish() ([]byte, error)
}
