package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
)

// Executors that nobody enters any more are freed when nobody can come back to them:
// where machine code has left to Go, and before an executor is asked for. Then those
// that are not in use are dropped, too, if the limit of the code is near.

// makeRoom is called before an executor is asked for; x is the exit that it will
// continue, nil if there is none.
func (vm *VM) makeRoom(x *exitdata.Exit) {
	vm.table.Sweep(func(ex *exitdata.Executor) bool { return x != nil && x.Executor == ex }, vm.invalidate)
	if vm.table.HasRetired() {
		vm.collect(x)
	}
}

// collect frees executors; the one whose exit x is stays.
func (vm *VM) collect(x *exitdata.Exit) {
	vm.table.Collect(exitdata.Uses{
		Rows: vm.resumeWords,
		Held: func(ex *exitdata.Executor) bool {
			if x != nil && x.Executor == ex || vm.inGo > 0 && ex.Kind != exitdata.Native {
				return true
			}
			p, ok := ex.Data.(place)
			return ok && p.code.ExecutorAt(p.pc) == ex
		},
		Freed: vm.forget,
	})
}

// resumeWords calls mark with the resume word of each frame. Frames lie one behind
// the other, up to the innermost one.
func (vm *VM) resumeWords(mark func(word uint64)) {
	if vm.fp == nil {
		return
	}
	for fp := vm.stackBase; uintptr(fp) <= uintptr(vm.fp); {
		mark(*frameResume(fp))
		fp = unsafe.Add(fp, vm.codes[frameCode(fp)].FrameBytes)
	}
}

func frameResume(fp unsafe.Pointer) *uint64 { return (*uint64)(unsafe.Add(fp, object.FrameResume)) }
