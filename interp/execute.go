package interp

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/microop"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/tiering"
	"github.com/tier2go/tier2/ir"
)

// enter enters the executor that stands at pc. It returns the frame to go on in. With an error, the frame is the one that
// raised it, and its pc that of the instruction.
func (vm *VM) enter(fp unsafe.Pointer, code *Code, pc int) (unsafe.Pointer, error) {
	ex := code.Execs[pc].Executor
	*framePC(fp) = uint32(pc)
	if vm.opts.Times || vm.opts.Costs != nil {
		defer vm.tier.Executing(ex)()
	}
	was := vm.inCompiled
	vm.inCompiled = ex.Kind != exitdata.Uops && ex.Kind != exitdata.Own
	next, err := vm.enterKind(ex, fp)
	vm.inCompiled, vm.peeked = was, nil
	vm.rearm()
	if err == object.ErrFrame {
		// The instruction has not been executed, though the state counts it.
		vm.tier.Table.Stats.Bytecodes--
		err = nil
	}
	return next, err
}

func (vm *VM) enterKind(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	if ex.Kind == exitdata.Native {
		return vm.enterNative(ex, fp)
	}
	vm.running = append(vm.running, ex)
	defer func() { vm.running = vm.running[:len(vm.running)-1] }()
	switch ex.Kind {
	case exitdata.IR:
		return vm.enterIR(ex, fp)
	case exitdata.Uops:
		return vm.enterUops(ex, fp)
	case exitdata.Own:
		return vm.enterOwn(ex, fp)
	}
	return fp, fmt.Errorf("interp: executor %d of kind %v", ex.ID, ex.Kind)
}

// frame returns the frame of the function that is running, as the guest sees it, nil if Go has called; of compiled code a copy (peek.go).
// (A builtin that looks at frames and that compiled code calls itself is object.ErrFrame, without having begun.)
func (vm *VM) frame() (unsafe.Pointer, error) {
	p, err := vm.waiting(true)
	fp := vm.fp
	if p != nil {
		fp = p.inner
	}
	if err != nil || fp == nil || !vm.codes[frameCode(fp)].Shim {
		return fp, err
	}
	return vm.objects.Seen()
}

func (vm *VM) enterNative(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	var left exitdata.Left
	if err := vm.tier.Table.Run(ex, uint64(uintptr(fp)), &left); err != nil {
		if errors.Is(err, exitdata.ErrNesting) {
			err = recursionError(vm.heap)
		}
		return fp, err
	}
	fp = unsafe.Add(unsafe.Pointer(nil), uintptr(left.Frame))
	vm.fp = fp
	if left.Err != nil {
		vm.tier.RaisedBy(left.Exit)
		return fp, left.Err
	}
	vm.tier.LastExit = left.Exit
	if !left.Forced {
		tookBranch(vm.heap, left.Exit, fp)
	}
	if err := vm.spentBy(left.Exit); err != nil {
		return fp, err
	}
	if vm.deopt != nil && !left.Exit.Lands() { // a landing has no state to prove
		if err := vm.deopt.Left(&left, fp); err != nil || left.Forced {
			return fp, err
		}
	}
	vm.tier.Left(left.Exit, fp)
	if vm.tier.Table.HasRetired() {
		vm.tier.Collect(nil)
	}
	return fp, nil
}

// tookBranch does what a branch does that has been taken by an exit, as the guest's
// rules do where a trace continues the exit (guest.Guest.Taken).
func tookBranch(h *object.Heap, x *exitdata.Exit, fp unsafe.Pointer) {
	if u := x.Branch(); u != nil {
		if n, ok := pyguest.EndsSequence(u); ok {
			h.SetField(*slot(frameStack(fp), -1-n), object.OffSeqIterSeq, object.Null)
		}
	}
}

// enterUops runs an executor's micro-ops. Exits that lead to another executor go
// on there.
func (vm *VM) enterUops(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	table := vm.tier.Table
	m := microop.New(env{vm}, &table.Stats)
	var s tiering.Still
	for {
		ex.Entries++
		table.Stats.Entries++
		left, err := m.Run(ex, fp)
		fp = left.Frame
		if err != nil {
			return fp, err
		}
		table.Stats.Taken++
		op := ex.Trace.Insts[left.Inst].Op
		if op == cpython.INTERPRET {
			return fp, nil
		}
		x := table.ExitAt(ex, left.Inst, len(ex.Trace.Insts), left.Kind)
		if left.Kind == ir.End && op == cpython.RETURN_VALUE {
			x.Return = true
		}
		next := vm.leaveBy(x, fp)
		if next == nil || s.Stuck(fp) {
			return fp, nil
		}
		ex = vm.goOn(next)
	}
}

// Compiler returns the library's compiler if it is the optimizer, else nil.
func (vm *VM) Compiler() *tier2.Compiler { return vm.tier.Compiler }

// TierStats returns what the VM has asked the optimizer for so far.
func (vm *VM) TierStats() *TierStats { return &vm.tier.Stats }

// markTier tells the collector what executors hold.
func (vm *VM) markTier(m *heap.Marker) {
	if !vm.sweeper.On() {
		vm.tier.Roots(m.Value, m.Conservative)
	} else {
		vm.tier.Running(m.Conservative)
	}
}

// goOn notes that execution goes on in an executor that is no machine code.
func (vm *VM) goOn(ex *exitdata.Executor) *exitdata.Executor {
	vm.running[len(vm.running)-1] = ex
	return ex
}

// enterHere executes the ENTER_EXECUTOR at pc. It returns the frame to go on in,
// and whether execution stands where it stood before.
func (vm *VM) enterHere(fp unsafe.Pointer, code *Code, pc int) (next unsafe.Pointer, same bool, err error) {
	if code.Execs[pc].Executor == nil && !vm.tier.Requested(fp, code, pc) {
		return fp, true, nil
	}
	in := code.Execs[pc]
	if in.Brief && *frameCaller(fp) == nil && vm.deopt == nil {
		return fp, true, nil // tier 1 is faster
	}
	before := vm.tier.Entering(in, fp)
	next, err = vm.enter(fp, code, pc)
	if err != nil || next != fp || frameCode(fp) != code.Handle || *framePC(fp) != uint32(pc) {
		in.Idle = 0
		return next, false, err
	}
	vm.tier.CameBack(in, fp, code, pc, before)
	return next, true, nil
}

func framePC(fp unsafe.Pointer) *uint32 { return (*uint32)(unsafe.Add(fp, object.FramePC)) }
