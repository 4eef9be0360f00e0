package tiering

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// Progress. An executor executes at least one instruction. One that does not would
// be entered for ever, because the instruction that stands there is
// ENTER_EXECUTOR. So that this holds whatever optimizers make, the interpreter
// executes the instruction that was replaced when an executor comes back to where
// it was entered. Where that happens again and again and leaves the frame as it
// was, the executor executes nothing, and is taken away.
//
// Coming back is no proof: a loop that was polled is where it began, after any
// number of rounds. It is rare, though, so the one instruction in tier 1 costs
// nothing.

// How often in a row an executor may come back to where it was entered before the
// frame is compared, and how often before it is refused.
const (
	idleSuspect = 16
	idleLimit   = 64
)

// Entering is called before the executor that stands at a place is entered in a frame. It
// returns what CameBack has to know of the frame: its words if the executor is suspected.
func (t *Tier) Entering(in *adaptive.Installed, fp unsafe.Pointer) (before []uint64) {
	t.LastExit = nil
	if in.Idle >= idleSuspect {
		before = slices.Clone(frame.Live(fp))
	}
	return before
}

// CameBack counts that an executor came back to where it stands, in a frame whose words were
// before, and refuses it when it does nothing else.
func (t *Tier) CameBack(in *adaptive.Installed, fp unsafe.Pointer, code *adaptive.Code, pc int, before []uint64) {
	if x := t.LastExit; x != nil && x.Kind == ir.Poll || in.Executor.Trace.Stop == uop.StopInterpret { // that leaves what Go waits for to the interpreter
		return
	}
	in.Idle++
	switch {
	case in.Idle <= idleSuspect:
	case !slices.Equal(before, frame.Live(fp)):
		in.Idle = 0
	case in.Idle > idleLimit && !in.Executor.Invalid:
		t.refusedPlace(&tier2.Refusal{Reason: tier2.RefusedIdle, Err: fmt.Errorf("the executor for %s at %d has been entered %d times and executed nothing", code.QualName, pc, in.Idle)})
		t.Invalidate(in.Executor)
		if !t.failedAgain(code, pc) {
			t.blacklist(code, pc)
		}
	}
}

// failedAgain notes that an executor has executed nothing at pc, which is now without one: what
// its caches said was out of date, and tier 1 writes them anew. When that happens a second
// time no guard holds there: the instruction is given its general form, and an executor that
// begins with it. It reports whether that is so.
func (t *Tier) failedAgain(code *adaptive.Code, pc int) bool {
	s := code.FeedbackAt(pc)
	again := s.Idle
	s.Idle = true
	if !again || s.General || !project.HasGeneral(t.vm, pycode.Decode(code.Live, pc).Op) {
		return false
	}
	s.General = true
	t.Stats.General++
	t.install(code, pc, nil)
	return true
}

// maxStill bounds how many executors in a row execution may go through, from one
// to the next by their exits, without getting anywhere.
const maxStill = 8

// whereabouts is where the guest's execution is, as far as it tells whether an executor
// got anywhere.
type whereabouts struct {
	fp unsafe.Pointer
	pc uint32
}

// Still counts executors that lead to each other without getting anywhere.
type Still struct {
	at whereabouts
	n  int
}

// Stuck reports whether execution, which an exit leads to the next executor, has
// stood at the same point for too long.
func (s *Still) Stuck(fp unsafe.Pointer) bool {
	now := whereabouts{fp, *frame.PC(fp)}
	if now != s.at {
		*s = Still{at: now}
		return false
	}
	s.n++
	return s.n > maxStill
}
