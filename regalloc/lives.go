package regalloc

import (
	"github.com/tier2go/tier2/lower"
)

// none is the end of lists and the absence of an index.
const none = -1

// lives is what the walk finds.
type lives struct {
	vals   []value
	mark   []int32 // by value: where it became live, in emission order (see build)
	ranges []rng
	liveIn []int32 // pool of the blocks' live-in lists
	live   []int32 // values that are or were live in the block at hand

	rec    [2][]rec // uses, latest first, hot and cold
	uses   []use    // by value, in order of position
	must   []int32  // parallel to uses: the next one that needs a register, or len(uses)
	fixRec [2][]fixRec
	fixed  []fixedRange
	fixReg [64]int32 // by register: first fixedRange
	calls  [lower.NumClasses][]int32
	callAt [2][lower.NumClasses][]int32 // calls, latest first

	copies [2][]copyReq // copies wanted in gaps, latest first
	tied   []tie
	freeRn []int32 // starts of stretches of cold code without calls

	reserved []bool // by slot: an operand in the middle of the code is fixed there
	slotMark []fixMark
	regMark  [64]fixMark
	clashes  []clash
	topSlot  int // highest slot named by entries and operands, plus one
}

// rng is a range of positions in which a value is live, in a list.
type rng struct{ from, to, next int32 }

// rec is a use as the walk meets it.
type rec struct {
	v, pos int32
	kind   useKind
}

type useKind uint8

const (
	must useKind = 1 << iota // needs a register; a use without is a copy: near is good
	late                     // to the end of the instruction
)

// use is a position where a value should be in a register.
type use struct {
	pos  int32
	kind useKind
}

// end returns the position from which the register is no longer needed.
func (u use) end() int32 {
	if u.kind&late != 0 {
		return (u.pos | 1) + 1
	}
	return u.pos + 1
}

// fixRec says that a register is taken by an operand or clobber.
type fixRec struct {
	reg             lower.PReg
	from, to, owner int32 // owner is the value that may be there all the same, or none
}

type fixedRange struct{ from, to, owner, next int32 }

// copyReq is a copy that an operand wants in the gap before its instruction.
type copyReq struct {
	pos    int32
	v      int32
	at     lower.Loc // where to, if d is none
	d      int32     // the value whose register it goes to
	op, by int32     // the reused operand and the definition, in Func.Operands
}

// tie is a Reuse definition of the instruction at hand.
type tie struct {
	op, by, d, u int32
	share        bool // the definition is Late, so other uses may have its place too
}

// fixMark says which values own a place during the two halves of the instruction
// with number inst.
type fixMark struct {
	inst int32
	half [2]int32
}

// clash says that a value must not have a slot, because an operand of an
// instruction at which it is live is fixed there.
type clash struct{ slot, owner, next int32 }

// value is what is known of one virtual register.
type value struct {
	head     [2]int32 // first range, hot and cold
	stop     [2]int32 // end of the last
	def      int32    // position, or none
	inst     int32    // defining instruction, none for parameters and entries
	block    int32
	from, to int32 // from definition to last use in emission order

	first        int32 // first interval in allocation order
	useLo, useHi int32

	target int32 // parameter it flows into, or none
	source int32 // value whose register its definition reuses, or none
	want   int16 // register that an operand fixes, or none
	last   int16 // register it was in last, or none
	param  int32 // index among its block's parameters, or none
	entry  int32 // index in Func.Entry, or none

	slot     int32 // its spill slot, or none
	slotWant int32
	clash    int32 // first clash
	stores   int64 // weight of the changes from register to slot
	seen     int32 // last block in which the slot is known to hold it
	defLoc   lower.Loc
	class    lower.Class
	remat    bool
	spilled  bool // it is in its slot for part of its life
	home     bool // the slot is where the caller put it
	inSlot   bool // it is in its slot from the start
	moves    bool // it is in different places
}
