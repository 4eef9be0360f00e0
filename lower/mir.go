package lower

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// VReg is a virtual register of one Func. Ids are dense and start at 0; each
// VReg has exactly one definition: an Inst operand of kind Def, a block
// parameter, or an entry of Func.Entry.
type VReg uint32

// NoVReg stands where an optional register is absent.
const NoVReg = VReg(0xFFFFFFFF)

// Class is a register class. Values of different classes never share a
// register; both use 8-byte slots.
type Class uint8

// The register classes.
const (
	GPR Class = iota // integers, words, addresses
	FPR              // 64-bit floats
	NumClasses
)

// PReg is a physical register: its number within its class, with the class in
// bit 5, so that one uint64 holds a set of both.
type PReg uint8

// MakePReg returns register n (0 to 31) of a class.
func MakePReg(c Class, n int) PReg { return PReg(int(c)<<5 | n) }

// Class returns the register's class.
func (p PReg) Class() Class { return Class(p >> 5) }

// Num returns the register's number within its class, as encodings use it.
func (p PReg) Num() int { return int(p & 31) }

// RegSet is a set of physical registers of both classes.
type RegSet uint64

// Has reports whether p is in the set.
func (s RegSet) Has(p PReg) bool { return s>>p&1 != 0 }

// With returns the set with p added.
func (s RegSet) With(p PReg) RegSet { return s | 1<<p }

// Without returns the set with p removed.
func (s RegSet) Without(p PReg) RegSet { return s &^ (1 << p) }

// Loc is a place that holds a value: a register or an 8-byte slot of the
// activation's native frame. The zero Loc is no place.
type Loc ir.Loc

const (
	locNone uint8 = iota
	locReg
	locSlot
)

// InReg returns the Loc of a register.
func InReg(p PReg) Loc { return Loc{locReg, uint16(p)} }

// InSlot returns the Loc of slot i of the native frame.
func InSlot(i int) Loc { return Loc{locSlot, uint16(i)} }

// IsReg reports whether the place is a register.
func (l Loc) IsReg() bool { return l.Kind == locReg }

// IsSlot reports whether the place is a slot.
func (l Loc) IsSlot() bool { return l.Kind == locSlot }

// Valid reports whether l is a place at all.
func (l Loc) Valid() bool { return l.Kind != locNone }

// Reg returns the register; l must be one.
func (l Loc) Reg() PReg { return PReg(l.N) }

// Slot returns the slot's index; l must be one.
func (l Loc) Slot() int { return int(l.N) }

// String prints g3, f5, s7 or "-".
func (l Loc) String() string {
	switch l.Kind {
	case locReg:
		return fmt.Sprintf("%c%d", "gf"[l.Reg().Class()], l.Reg().Num())
	case locSlot:
		return fmt.Sprintf("s%d", l.N)
	}
	return "-"
}

// OperandKind says whether an instruction reads or writes the operand.
type OperandKind uint8

// The operand kinds.
const (
	Use OperandKind = iota
	Def
)

// Constraint says where an operand may live at its instruction.
type Constraint uint8

// The constraints.
const (
	InAny   Constraint = iota // a register or a slot: states of exits, moves
	InARegs                   // any allocatable register of the VReg's class
	InFixed                   // the register or slot in Operand.At
	Reuse                     // (Def only) the register of the use operand number Operand.Index
)

// Pos says when within its instruction an operand is live. A Use at Early may
// share its place with a Def at Late; a Use at Late may not share with any Def
// of the instruction; a Def at Early may not share with any Use.
type Pos uint8

// The positions.
const (
	Early Pos = iota
	Late
)

// Operand is one operand of a machine instruction, as the register allocator
// sees it.
type Operand struct {
	V          VReg
	Kind       OperandKind
	Constraint Constraint
	Pos        Pos
	Index      uint8 // Reuse: which operand of the instruction
	At         Loc   // InFixed: where
}

// InstID is the index of an Inst in Func.Insts.
type InstID int32

// BlockID is the index of a Block in Func.Blocks.
type BlockID int32

// MOp is a machine operation: one of those that all targets share (mop.go).
type MOp uint16

// Inst is one machine instruction before or after register allocation. Its
// operands are Func.Operands[Ops : Ops+NumOps]. The first NumEnc of them are
// the ones that the encoding names; the rest belong to the state of the exit.
type Inst struct {
	Op      MOp
	NumOps  uint16
	NumEnc  uint8
	Flags   InstFlags
	Scale   uint8 // 1, 2, 4, 8 of MLea and of a memory operand with an index (BaseIndex)
	Cond    Cond  // of a branch, exit or set
	Base    Base  // what a memory operand is relative to
	Size    uint8 // of a memory access, in bytes
	Ops     int32
	Exit    int32  // index of the exit taken on failure or at a leave; -1 for none
	Imm     int64  // immediate, or displacement of a memory operand
	Imm2    int64  // immediate beside a memory operand
	Clobber RegSet // registers whose contents do not survive the instruction
	Origin  int32  // id of the IR value it came from, -1 for none: for printing
}

// InstFlags are properties of an instruction that the allocator uses.
type InstFlags uint8

// The instruction flags.
const (
	// IsRemat: the instruction has one Def in a register, no Use and no effect,
	// and may be executed again where its result is needed instead of being
	// spilled.
	IsRemat InstFlags = 1 << iota
	// IsTerm: the last instruction of its block. It defines nothing.
	IsTerm
	// IsCold: a path rarely taken starts here (calls of slow helpers). It makes
	// its block cold, unless that is the entry block or a loop's header.
	IsCold
	// Helps: a call of a routine that may leave to a helper.
	Helps
)

// Block is a straight run of instructions Func.Insts[First : First+N], with
// parameters. The last instruction is its terminator. Blocks stand in emission
// order; a block's dominator stands before it, and a loop's blocks are
// contiguous and entered only at the header. The entry block has neither
// parameters nor predecessors. A block with one successor that has other
// predecessors too ends in an instruction without operands and clobbers: the
// moves for the edge stand before it.
type Block struct {
	First, N  int32
	Params    []VReg
	Succs     []Edge
	Preds     []BlockID
	LoopDepth uint8   // for printing; register allocation goes by LoopEnd alone
	Cold      bool    // rarely executed: a slow path that rejoins, emitted apart
	LoopHead  BlockID // innermost loop header that contains the block, -1 for none; for printing
	LoopEnd   BlockID // for a loop header: the last block of its loop; else -1
}

// Edge is a control-flow edge with the arguments for the successor's
// parameters. An edge from a block with several successors never leads to a
// block with several predecessors (critical edges are split before allocation).
type Edge struct {
	To   BlockID
	Args []VReg
}

// Entry is a value that is live when the function is entered, in a place that
// the caller has chosen.
type Entry struct {
	V  VReg
	At Loc
}

// Func is one function in machine form: what selection produces and register
// allocation consumes.
type Func struct {
	Name      string
	Blocks    []Block // in emission order; Blocks[0] is the entry
	Insts     []Inst  // in emission order
	Operands  []Operand
	Classes   []Class // by VReg
	Entry     []Entry // values live at the start of Blocks[0]
	Exits     []ExitPoint
	Sites     []Site     // calls of routines that may give up
	Routines  []*Routine // that MCallRoutine calls: they have their addresses when code is emitted
	FirstSlot int        // slots below belong to the caller's state and are only read, or written by InFixed operands
}

// NewVReg adds a virtual register.
func (f *Func) NewVReg(c Class) VReg {
	f.Classes = append(f.Classes, c)
	return VReg(len(f.Classes) - 1)
}

// InstOps returns the operands of an instruction.
func (f *Func) InstOps(i InstID) []Operand {
	in := &f.Insts[i]
	return f.Operands[in.Ops : in.Ops+int32(in.NumOps)]
}

// RegFile is a target's register file, as the allocator needs it.
type RegFile struct {
	Allocatable [NumClasses][]PReg // in order of preference
	Scratch     [NumClasses]PReg   // never allocated: breaks cycles of parallel moves
	Names       [64]string         // by PReg
}
