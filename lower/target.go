package lower

import (
	"fmt"

	"github.com/tier2go/tier2/lower/encode"
)

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
	Uses    [4]OperandRule
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
	// WordDisp: a memory operand relative to a guest word takes a displacement. Without
	// it, selection makes addresses of words and keeps them.
	WordDisp bool
	// IndexDisp: a memory operand with an index (BaseIndex) takes a displacement, and each scale. Without it, the
	// scale is 1 or the access's size, and the displacement 0.
	IndexDisp bool
	// MaxScale is the largest scale of MLea; MulAdd says that MMulAdd and MMulSub are
	// better than a product and a sum.
	MaxScale uint8
	MulAdd   bool
	// ShiftsOperand says that MExitShr is better than a shift and a comparison.
	ShiftsOperand bool
	// NewEncoder returns an encoder for one compile at a time.
	NewEncoder func() Encoder
	// ArgOffset and RetOffset are where a helper's arguments and result lie in
	// the activation, in bytes (package native).
	ArgOffset, RetOffset int
	NumArgs              int // the most arguments
	// NumberOffset is where the number of an exit without a row lies in the
	// activation (4 bytes).
	NumberOffset int
	// MaxSlots is how many spill slots an activation has for executors. Those of routines
	// lie behind them (RoutineSlot).
	MaxSlots int
	// Routine says how routines are called.
	Routine Convention
	// Disassemble prints code as it would run at pc, one line an instruction.
	Disassemble func(code []byte, pc uint64, notes Notes) string
}

// Notes say more about disassembled code. The zero value says nothing.
type Notes struct {
	Comment func(off int) string     // on the instruction at an offset, or ""
	Label   func(addr uint64) string // of the address that a branch leads to, or ""
}

// CommentAt returns the comment on the instruction at an offset, or "".
func (n *Notes) CommentAt(off int) string {
	if n.Comment == nil {
		return ""
	}
	return n.Comment(off)
}

// Place returns how a disassembly shows the address that a branch leads to: by its label,
// if it has one, in angle brackets, as objdump does.
func (n *Notes) Place(addr uint64) string {
	if n.Label != nil {
		if l := n.Label(addr); l != "" {
			return "<" + l + ">"
		}
	}
	return fmt.Sprintf("%#04x", addr)
}

// Around is where an instruction's branches and exits lead.
type Around struct {
	To    [2]encode.Label // labels of the block's successors
	Next  encode.Label    // label of the block that follows in the section; −1 for none
	Again bool            // the second successor begins another round of a loop: the test jumps there
	Exit  encode.Label    // where an exit's cold code is
	// Row is the absolute address of the exit's row; of a call, what the table of
	// executors finds the exit by through which an exception leaves (numberedExit).
	Row uint64
}

// Encoder turns allocated instructions into bytes. Its methods panic with an
// *encode.Error on what cannot be encoded; Emitter.Emit recovers it.
type Encoder interface {
	// Reset begins another function. Branches and what else is relative to its place
	// use forms of a reach of 0 (the shortest code) to MaxReach.
	Reset(reach int)
	MaxReach() int
	NewLabels(n int) encode.Label // n labels that are not bound yet; returns the first
	Bind(encode.Label)
	Select(encode.Section)
	Len() int // length of the selected section
	// Offset returns where a label lies in the finished code.
	Offset(encode.Label) int
	// SpillSlots says in the activation that the function uses spill slots up to n.
	SpillSlots(n int)
	// Inst emits one instruction; locs are its operands' places.
	Inst(in *Inst, locs []Loc, ar *Around)
	// Pair emits two instructions that follow each other as one that does both, or
	// reports that it cannot.
	Pair(a, b *Inst, la, lb []Loc) bool
	// Copy, Spill and Fill copy a value of a class between registers, from one to a
	// spill slot, and back.
	Copy(c Class, to, from PReg)
	Spill(c Class, slot int, from PReg)
	Fill(c Class, to PReg, slot int)
	// Poll emits the jump to the code that leaves for a poll (native.PollStub), which goes on
	// behind it.
	Poll()
	// Leave emits the jump through an exit's row.
	Leave(row uint64)
	// Finish returns the code, valid until Reset.
	Finish() ([]byte, error)
}
