// Package regalloc gives every value of a function in machine form a place: a
// register or a slot of the native frame, possibly different ones along its
// life, and the moves between them.
//
// It knows package lower's machine form and nothing else: no target, no
// encoding, no IR. What it returns is plain data: a place for each operand, and
// a list of edits (moves and rematerializations) to make before instructions.
// Package regalloc/check proves such a result right without knowing how it was
// found.
//
// # Example
//
// A counted loop on a machine with three registers g0 to g2, and its result:
//
//	entry v0@g2                          entry v0@g2
//	b0:                                  b0:
//	  v1 = remat 0                         g0 = remat 0
//	  jump b1(v1)                          jump b1
//	b1(v2) loop b1:                      b1 loop:
//	  v3:1 = add v2, 1                     g0 = add g0, 1
//	  br v3, v0 -> b1(v3), b2              br g0, g2 -> b1, b2
//	b2:                                  b2:
//	  leave v2@s0                          (an edit would stand here)
//
// (v3:1 is a Def that reuses operand 1.) To use the result, an emitter walks the
// instructions once, with a cursor into the edits:
//
//	res, err := alloc.Run(f, &target.Regs, regalloc.Options{})
//	for i := range f.Insts {
//		for ; e < len(res.Edits) && res.Edits[e].Inst == lower.InstID(i); e++ {
//			emitEdit(res.Edits[e])
//		}
//		emit(&f.Insts[i], res.Locs[f.Insts[i].Ops:])
//	}
//
// # The problem
//
// Traces have few joins, many exits and long lives: each guard names five to
// twenty values as the state of its exit, which must be findable somewhere but
// are hardly ever looked at. Loops must run without touching memory. Slow paths
// (calls of helpers, which destroy all registers) hang off the loops and rejoin
// them, and must not cost the fast path anything. And the compiler runs while
// the guest's program waits: a microsecond an instruction is too much.
//
// # The choice
//
// Linear scan over live intervals with holes, with splitting and
// rematerialization, on SSA with block parameters: Wimmer and Franz, "Linear
// Scan Register Allocation on SSA Form" (CGO 2010), with the split positions of
// Wimmer and Mössenböck, "Optimized Interval Splitting in a Linear Scan Register
// Allocator" (VEE 2005); operands and edits after the design notes of
// regalloc2. Its steps, one file each:
//
//	order.go    checks the function, finds loops, numbers positions
//	build.go    live ranges, uses, fixed registers, in one backward walk
//	scan.go     the scan: the registers that are taken as positions go by
//	place.go    a register for one interval: a free one, or another's
//	split.go    where intervals are split, spilled and reloaded
//	slots.go    spill slots
//	resolve.go  the final walk: operands' places, moves, edges, spill stores
//	moves.go    parallel moves in sequence
//
// Four things differ from the papers.
//
// Cold blocks come last. Positions number the hot blocks first, in emission
// order, and the cold blocks after them. A value that lives through a loop with
// a slow path has two intervals, a hot one without a call in it and a cold one,
// and each is allocated as if the other did not exist; the edges between them
// carry the moves, and these edges stand in cold blocks. So a call in a slow path
// never splits anything on the fast path. (The obvious alternative, a weight for
// cold positions, still leaves one register assignment for both.)
//
// Only uses that need a register count. A state's operand (InAny) extends the
// life of its value and is otherwise invisible to the scan: it makes no
// pressure, no reload, and costs one array read to build and one to resolve.
// Operands with a fixed place and reused operands are copies: the value need
// not be in a register itself; the move before the instruction takes it from
// wherever it is.
//
// A spill store is placed last. The scan only says from where to where a value
// is in its slot; when all moves are known, the value is stored either once at
// its definition or at each change from register to slot, whichever runs less
// often (SSA values never change, so both are right). A value that goes to its
// slot on cold paths alone is thus stored on cold paths alone.
//
// All edits stand before an instruction of their block. A terminator defines
// nothing, so "after i" is "before i+1"; edges are not critical, so a move on an
// edge stands at the end of the predecessor or at the start of the successor.
//
// From regalloc2 comes the interface alone: operands with a constraint and a position, a list of edits as the result,
// and a checker that knows nothing of the allocator. Its bundles and its backtracking are not here.
//
// # Invariants
//
//   - The intervals of a value follow each other and cover exactly the ranges in which it is live. At a position the
//     value has one place: the register of the interval there, its slot, or none if it can be made again.
//   - At the position at hand a register has one active interval at most. The other intervals that own it are in a
//     hole there, and no two owners of a register are ever live at one position.
//   - The scan decides only about the position at hand and later ones. What it splits off starts later, or at the
//     position at hand in a slot, so the scan ends; scan.go counts its steps and reports an internal error if it does not.
//   - A value changes its place in a gap, which is an even position, or on an edge. Only a change to the slot may stand
//     at an odd position, because the slot has been written before.
//   - A slot holds its value wherever an interval without a register begins: the final walk stores it at the value's
//     definition, or at every change from a register to the slot.
//   - An interval that covers a use which needs a register has a register there; uses in states and copies do not
//     count.
//
// regalloc/check proves what follows from these of a result: each operand reads the value that the function says. The
// tests run it on random functions, and chaos.go makes the scan decide otherwise now and then.
//
// # Rejected
//
// A greedy walk over the blocks that keeps register contents (Go's own regalloc)
// is as fast, but loop-carried values find their registers at the back edge by
// luck or by fix-up moves, and these stand in the hot loop. Graph colouring and
// regalloc2's backtracking allocate better under high pressure and cost several
// times more. Second-chance binpacking needs a data-flow pass to keep registers
// and memory consistent, which SSA gives for nothing. Numbering without gaps for
// moves (one position an instruction) saves memory, and then cannot say that a
// use dies before its instruction's result is born.
//
// # Known sins
//
//   - A loop is every block from its header to its LoopEnd. A block between them
//     that only leaves keeps the loop's values alive for nothing.
//   - Slots are shared by position of definition and last use in emission order,
//     without holes: a few slots more than needed.
//   - An interval that loses its register is not tried again in another one
//     before its next use, even if one becomes free.
//   - Hints are followed one value at a time; a rotation of loop-carried values
//     (a, b = b, a+b) can keep a move more than needed.
//   - A value that comes into its own in a loop after the register file is full
//     evicts the furthest use, weighted; that is a guess, as everywhere.
package regalloc

import (
	"slices"

	"github.com/tier2go/tier2/lower"
)

// Options are what a caller may ask of one allocation.
type Options struct {
	// MaxSlots is the largest number of slots that the function may use, the
	// caller's (Func.FirstSlot) included. 0 stands for MaxSlots, the most that a
	// lower.Loc can name.
	MaxSlots int
	// LiveIn lists loop headers whose live values Result.LiveIn will be asked
	// for.
	LiveIn []lower.BlockID
	// Chaos, if not 0, is a seed that chooses where else the better place is taken (chaos.go).
	Chaos uint64
}

// MaxSlots is the number of slots that a lower.Loc can name.
const MaxSlots = 1 << 16

// Result is an allocation. It is valid until the Allocator's next Run.
type Result struct {
	lower.Allocation

	headers []lower.BlockID
	liveLo  []int32 // by index in headers, one more at the end
	live    []lower.Entry
}

// LiveIn returns the places of all values that are live at the start of a loop
// header, after its parameters have been assigned, and nil for blocks that were
// not listed in Options.LiveIn. Whoever jumps to the label of the block must put
// the values there. A value occurs twice when the code relies on it in its slot
// as well as in a register; rematerializable values do not occur when the code
// makes them itself. The order is that of the VRegs' ids, registers before
// slots.
func (r *Result) LiveIn(b lower.BlockID) []lower.Entry {
	i, ok := slices.BinarySearch(r.headers, b)
	if !ok {
		return nil
	}
	return r.live[r.liveLo[i]:r.liveLo[i+1]]
}

// At returns the first place of a value in LiveIn(b), or no place.
func (r *Result) At(b lower.BlockID, v lower.VReg) lower.Loc {
	for _, e := range r.LiveIn(b) {
		if e.V == v {
			return e.At
		}
	}
	return lower.Loc{}
}

// Allocator allocates registers. It keeps its memory between runs, so that a
// run allocates nothing once it has seen functions of the size; it is not safe
// for concurrent use. The zero value is ready.
type Allocator struct {
	f   *lower.Func
	rf  *lower.RegFile
	opt Options
	res Result

	layout // order.go
	lives  // build.go
	scan   // scan.go
	frame  // slots.go
	walk   // resolve.go
	chaos  chaos
}

// Run allocates the registers of f. It reads f and rf and changes neither. An
// error is an *Error: f asks for what the register file cannot give, runs out of
// slots, or is not a well-formed function.
func (a *Allocator) Run(f *lower.Func, rf *lower.RegFile, opt Options) (*Result, error) {
	a.f, a.rf, a.opt = f, rf, opt
	a.chaos.state = a.opt.Chaos
	if a.opt.MaxSlots <= 0 || a.opt.MaxSlots > MaxSlots {
		a.opt.MaxSlots = MaxSlots
	}
	for _, step := range [...]func(*Allocator) error{
		(*Allocator).order,
		(*Allocator).build,
		(*Allocator).scanIntervals,
		(*Allocator).assignSlots,
		(*Allocator).resolve,
	} {
		if err := step(a); err != nil {
			a.f, a.rf = nil, nil
			return nil, err
		}
	}
	a.f, a.rf = nil, nil
	return &a.res, nil
}
