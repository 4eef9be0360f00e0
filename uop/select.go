package uop

import (
	"cmp"
	"fmt"
)

// A selector chooses what is compiled. It sees the blocks of bytecode that tier 1
// enters, in order ([SelectorRun].Observe), says which of them are hot, and selects for
// such a head a [Region]: places in the guest's code and the ways between them.
//
//	s := selector.New(uop.DefaultLimits)
//	for ev := range events {
//		if head, hot := s.Observe(ev); hot {
//			r, refusal := s.Select(head)
//			…
//		}
//	}
//
// A Region is a wish, a [Trace] with Blocks what became of it: the VM goes over a
// region's blocks and translates the instructions of each to micro-ops. It may
// stop early in a block, which then ends in an exit; it may never leave the first
// instruction of the head out.

// Place is where a block of bytecode begins: it is entered at its start alone and
// left at its end alone, but for calls, which end blocks too.
type Place struct {
	Code uint64 // the guest's handle of the code, as Trace.Code
	PC   uint32 // of the block's first instruction, in code units
}

// Compare orders places by code, then by pc.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Code, q.Code), cmp.Compare(p.PC, q.PC))
}

// String returns "code:pc".
func (p Place) String() string { return fmt.Sprintf("%d:%d", p.Code, p.PC) }

// How says how a block is entered.
type How uint8

// The ways into a block.
const (
	Fall   How = iota // from the block before it in the code, without a jump
	Taken             // by a jump or a branch that is taken
	Call              // as the first of a function
	Return            // behind a call
	Exit              // from a region that was left here
	Start             // from nowhere: the block before is not known
	NumHow
)

var howNames = [NumHow]string{"fall", "taken", "call", "return", "exit", "start"}

// String returns the way's name.
func (h How) String() string { return howNames[h] }

// Event says that the guest enters a block. What happens inside a region is not
// reported: the block that enters one is, and then the one that it leaves to, as
// an Exit.
type Event struct {
	At   Place
	Size uint32 // of the block, in the unit of Limits.MaxUops
	How  How
	// For an Exit: the region that was left, and the index in its Blocks of the
	// block that was left.
	Region *Region
	Left   int32
}

// Backward reports whether a block that is entered by ev after the block at prev
// closes a cycle, as Dynamo guesses it: it is no fall, and goes to a lower address
// or to its own block.
func (ev *Event) Backward(prev Place) bool {
	return ev.How != Fall && ev.How < Exit && ev.At.Compare(prev) <= 0
}

// RegionBlock is one block of a region.
type RegionBlock struct {
	At    Place
	Size  uint32
	Count uint64 // how often the selector saw it executed, for the layout
	// Succs are the blocks that it goes on in, as indices into Region.Blocks,
	// ascending; at most one of them for a place. All other ways out are exits.
	Succs []int32
}

// Region is what a selector selects: blocks of bytecode with one entry, the first
// of them. A place occurs more than once where a selector duplicates what follows
// a join. The order of the blocks is that of the layout: the next on the hot path
// is next if it can be.
//
// The covering property, which Check tests: the first block begins at the head
// that was asked for, and every block is reached from it by the region's edges.
type Region struct {
	Selector string // the name of the selector
	Blocks   []RegionBlock
	// Replaces are the heads of other regions that this one has all blocks of: they
	// are not worth their code any more, and the selector takes them not to exist. A
	// VM may keep what it has compiled of them.
	Replaces []Place
	// Added says that the region is the one before it with the same head, which has the first of
	// these blocks, and that the others were added: a compiler that patches what it has compiled has
	// only them to compile. A VM may compile the whole again.
	Added bool
}

// Head returns the place that the region is entered at.
func (r *Region) Head() Place { return r.Blocks[0].At }

// Size returns the sum of the blocks' sizes.
func (r *Region) Size() int {
	n := 0
	for i := range r.Blocks {
		n += int(r.Blocks[i].Size)
	}
	return n
}

// Next returns the block that block i goes on in when place p is executed next, or
// −1 if that leaves the region.
func (r *Region) Next(i int32, p Place) int32 {
	for _, s := range r.Blocks[i].Succs {
		if r.Blocks[s].At == p {
			return s
		}
	}
	return -1
}

// String returns a line for each block: its place, size, and successors.
func (r *Region) String() string {
	var b []byte
	for i := range r.Blocks {
		blk := &r.Blocks[i]
		b = fmt.Appendf(b, "b%d %s size=%d", i, blk.At, blk.Size)
		for k, s := range blk.Succs {
			if k == 0 {
				b = append(b, " ->"...)
			}
			b = fmt.Appendf(b, " b%d", s)
		}
		b = append(b, '\n')
	}
	return string(b)
}

// Check reports the first thing that makes r no region for head.
func (r *Region) Check(head Place) error {
	fail := func(i int, what string) error {
		return fmt.Errorf("uop: region of %s, block %d: %s", r.Selector, i, what)
	}
	if len(r.Blocks) == 0 || r.Blocks[0].At != head {
		return fail(0, "does not begin at "+head.String())
	}
	seen := make([]bool, len(r.Blocks))
	work := []int32{0}
	seen[0] = true
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for k, s := range r.Blocks[i].Succs {
			if s < 0 || int(s) >= len(r.Blocks) || k > 0 && s <= r.Blocks[i].Succs[k-1] {
				return fail(int(i), "its successors are not ascending indices of blocks")
			}
			if r.Next(i, r.Blocks[s].At) != s {
				return fail(int(i), "has two successors at "+r.Blocks[s].At.String())
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	for i, ok := range seen {
		if !ok {
			return fail(i, "is not reached from the head")
		}
	}
	return nil
}

// Refusal says why a selector selects nothing for a head.
type Refusal struct {
	Reason RefusalReason
	At     Place
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("uop: no region at %s: %s", r.At, r.Reason) }

// RefusalReason is why nothing is selected. Every reason is counted by who asks.
type RefusalReason uint8

// The reasons.
const (
	RefuseCold      RefusalReason = iota // the head was never seen, or not often enough
	RefuseCovered                        // the head begins a region already, and there is nothing to add
	RefuseTooLarge                       // the head alone is larger than the limit, or what is asked for is too large to solve
	RefuseNoCycle                        // what was recorded does not come back to the head
	RefuseRecording                      // a region is being recorded, and nothing is known of this head
	RefuseInvalid                        // what was selected is no region of the head: the VM says so
	NumRefusals
)

var refusalNames = [NumRefusals]string{"cold", "covered", "too_large", "no_cycle", "recording", "invalid"}

// String returns the reason's name, as statistics show it.
func (r RefusalReason) String() string { return refusalNames[r] }

// SelectorRun is a selector at work on one run of one program. It may be a [Learner], a
// [Forgetter] and a [Dropper] besides. It is used by one goroutine at a time.
type SelectorRun interface {
	// Observe takes note of the next event. It reports a head for which a region
	// should be selected now: often the block that is entered, but not always, as
	// recording selectors finish a region somewhere behind its head.
	Observe(Event) (head Place, hot bool)
	// Select selects a region for a head, which Observe need not have reported. A
	// region for a head that has one already replaces it. From then on, the run
	// takes the region to exist.
	Select(head Place) (*Region, *Refusal)
}

// Selector is a way to choose regions: a value.
type Selector struct {
	Name string // with its options, if they are not the defaults
	Doc  string // one line, with the source
	// New begins a run. Limits.MaxUops bounds the size of a region, in the unit of
	// Event.Size.
	New func(Limits) SelectorRun
}
