package interp

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
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

// maxStill bounds how many executors in a row execution may go through, from one
// to the next by their exits, without getting anywhere.
const maxStill = 8

// enterHere executes the ENTER_EXECUTOR at pc. It returns the frame to go on in,
// and whether execution stands where it stood before.
func (vm *VM) enterHere(fp unsafe.Pointer, code *Code, pc int) (next unsafe.Pointer, same bool, err error) {
	if code.Execs[pc].Executor == nil && !vm.requested(fp, code, pc) {
		return fp, true, nil
	}
	in := code.Execs[pc]
	if in.Idle >= idleSuspect {
		vm.before = append(vm.before[:0], vm.liveSlots(fp)...)
	}
	vm.leftBy = nil
	next, err = vm.enter(fp, code, pc)
	if err != nil || next != fp || frameCode(fp) != code.Handle || *framePC(fp) != uint32(pc) {
		in.Idle = 0
		return next, false, err
	}
	vm.counted(in, fp, code, pc)
	return next, true, nil
}

// counted counts that an executor came back to where it stands, and refuses it
// when it does nothing else.
func (vm *VM) counted(in *adaptive.Installed, fp unsafe.Pointer, code *Code, pc int) {
	if x := vm.leftBy; x != nil && x.Kind == ir.Poll || in.Executor.Trace.Stop == uop.StopInterpret { // that leaves what Go waits for to the interpreter
		return
	}
	in.Idle++
	switch {
	case in.Idle <= idleSuspect:
	case !slices.Equal(vm.before, vm.liveSlots(fp)):
		in.Idle = 0
	case in.Idle > idleLimit && !in.Executor.Invalid:
		vm.refusedPlace(&tier2.Refusal{Reason: tier2.RefusedIdle, Err: fmt.Errorf("the executor for %s at %d has been entered %d times and executed nothing", code.QualName, pc, in.Idle)})
		vm.invalidate(in.Executor)
		if !vm.failedAgain(code, pc) {
			vm.blacklist(code, pc)
		}
	}
}

// failedAgain notes that an executor has executed nothing at pc, which is now without one: what
// its caches said was out of date, and tier 1 writes them anew. When that happens a second
// time no guard holds there: the instruction is given its general form, and an executor that
// begins with it. It reports whether that is so.
func (vm *VM) failedAgain(code *Code, pc int) bool {
	s := code.FeedbackAt(pc)
	again := s.Idle
	s.Idle = true
	if !again || s.General || !project.HasGeneral(program{vm}, pycode.Decode(code.Live, pc).Op) {
		return false
	}
	s.General = true
	vm.opt.General++
	vm.install(code, pc, nil)
	return true
}

// liveSlots returns the words of a frame's slots that are in use; its SP has been
// saved.
func (vm *VM) liveSlots(fp unsafe.Pointer) []uint64 {
	return frameSlots(fp, int(*(*uint32)(unsafe.Add(fp, object.FrameSP))))
}

func framePC(fp unsafe.Pointer) *uint32 { return (*uint32)(unsafe.Add(fp, object.FramePC)) }

// point is where the guest's execution is, as far as it tells whether an executor
// got anywhere.
type point struct {
	fp unsafe.Pointer
	pc uint32
}

// still counts executors that lead to each other without getting anywhere.
type still struct {
	at point
	n  int
}

// stuck reports whether execution, which an exit leads to the next executor, has
// stood at the same point for too long.
func (s *still) stuck(fp unsafe.Pointer) bool {
	now := point{fp, *framePC(fp)}
	if now != s.at {
		*s = still{at: now}
		return false
	}
	s.n++
	return s.n > maxStill
}
