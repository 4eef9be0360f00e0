package interp

import (
	"errors"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/tiering"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// enterIR runs an executor by evaluating its optimized IR: slow, and the oracle
// for machine code. Exits that lead to another executor go on there.
func (vm *VM) enterIR(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	var s tiering.Still
	for {
		m := vm.evals.push()
		slots := frameSlots(fp, ex.Func.Frames[0].NumSlots)
		ex.Entries++
		vm.tier.Table.Stats.Entries++
		count := clockOf{vm: vm}
		out, err := m.Run(ex.Func, eval.In{
			Slots: slots, MaxSteps: 1 << 40, Poll: func() bool { return vm.requests.Flag.Load() || vm.spent() != nil }, Waits: count.waits,
			Force: func(x *ir.Exit, _ int) bool { return ex.Invalid && x.Owner.Op == ir.OpGuardValid },
		})
		count.waits(0)
		switch {
		case err != nil:
		case out.Entered != 0:
			fp = unsafe.Add(unsafe.Pointer(nil), uintptr(out.Entered))
		default:
			fp = vm.writeFrames(fp, ex.Func, &out)
		}
		vm.evals.pop()
		if err != nil {
			return fp, err
		}
		vm.tier.Table.Stats.Taken++
		vm.tier.Table.Stats.Bytecodes += uint64(out.Clock)
		if out.Raised != nil {
			return fp, errors.Unwrap(out.Raised)
		}
		if out.Entered != 0 {
			return fp, nil
		}
		x := vm.tier.Table.ExitAt(ex, int(out.Exit.ID), len(ex.Func.Exits), out.Kind)
		x.Uop, x.Plain = exitdata.Origin(out.Exit), ex.Func.Unlikely(out.Exit)
		tookBranch(vm.heap, x, fp)
		if err := vm.spentBy(x); err != nil {
			return fp, err
		}
		next := vm.leaveBy(x, fp)
		if next == nil || s.Stuck(fp) {
			return fp, nil
		}
		ex = vm.goOn(next)
	}
}

// clockOf lets the VM's clock show what an evaluation has counted, while the guest runs in it.
type clockOf struct {
	vm      *VM
	waiting int64 // of what is shown
}

func (c *clockOf) waits(clock int64) {
	c.vm.tier.Table.Waiting(clock - c.waiting)
	c.waiting = clock
}

// leaveBy counts that an exit was taken, with everything in memory, and returns
// the executor to go on in, nil for the interpreter.
func (vm *VM) leaveBy(x *exitdata.Exit, fp unsafe.Pointer) *exitdata.Executor {
	x.Count()
	return vm.leadBy(x, fp)
}

// leadBy is leaveBy for an exit that is counted.
func (vm *VM) leadBy(x *exitdata.Exit, fp unsafe.Pointer) *exitdata.Executor {
	vm.tier.LastExit = x
	if x.Kind == ir.Poll || x.Return || vm.requests.Flag.Load() {
		return nil // a return leads wherever its caller goes on
	}
	vm.tier.Left(x, fp)
	if x.Target.Kind == exitdata.Cold {
		vm.tier.Table.Stats.Cold++
		return nil
	}
	return x.Target
}

// frameSlots returns the words of a frame's slots.
func frameSlots(fp unsafe.Pointer, n int) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Add(fp, object.FrameSlots)), n)
}

// writeFrames writes what an evaluation says of the guest's frames, and returns
// the innermost one.
func (vm *VM) writeFrames(fp unsafe.Pointer, f *ir.Func, out *eval.Out) unsafe.Pointer {
	for i, fs := range out.Frames {
		if i > 0 {
			*(*uint64)(unsafe.Add(fp, object.FrameResume)) = vm.tier.ReturnRow
			fp = unsafe.Add(unsafe.Pointer(nil), uintptr(env{vm}.Push(uint64(uintptr(fp)), fs.Code)))
		}
		for k, s := range fs.Slots {
			if s.Present {
				*slot(fp, object.FrameSlots/8+k) = object.Value(s.Word)
			}
		}
		*(*uint32)(unsafe.Add(fp, object.FramePC)) = fs.PC
		*(*uint32)(unsafe.Add(fp, object.FrameSP)) = uint32(len(fs.Slots))
	}
	vm.fp = fp
	return fp
}

// evaluators run executors of IR. They nest when a helper calls the guest: each run has a
// machine of its own.
type evaluators struct {
	machines []*eval.Machine // by depth of nesting
	depth    int             // so many are running
	words    eval.Words
	ops      func() []eval.OpFunc // of the compiler's guest
}

func (e *evaluators) push() *eval.Machine {
	if e.depth == len(e.machines) {
		e.machines = append(e.machines, &eval.Machine{Words: e.words, Ops: e.ops()})
	}
	e.depth++
	return e.machines[e.depth-1]
}

func (e *evaluators) pop() { e.depth-- }

// running returns the machines that are running.
func (e *evaluators) running() []*eval.Machine { return e.machines[:e.depth] }
