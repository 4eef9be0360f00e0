package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/heap"
)

// execution is what a thread of the program has of the VM while it runs: its frames, and what Go has entered them for. Of a
// thread that does not run the thread keeps it (thread.go).
type execution struct {
	// Frames. fp is the innermost frame, or nil; ip the instruction that is
	// being executed in it.
	stackBase unsafe.Pointer
	stackEnd  uintptr
	fp        unsafe.Pointer
	ip        uintptr

	levels     []level // of calls of functions in Python by Go that have not returned: what is beneath
	inCompiled bool    // compiled code runs, so the frame in memory is out of date (frame)
	peeked     *peeked // of its frames, the last that was shown
	single     peeked  // of an only frame, while it is shown
	entries    []entry // calls from Go that have not returned

	// Executors that are no machine code (execute.go).
	running []*exitdata.Executor // those that are, by depth of nesting
	evals   evaluators
}

// executions calls f with the execution of each thread, that of the one that runs first.
func (vm *VM) executions(f func(e *execution)) {
	f(&vm.execution)
	for _, t := range vm.threads.all {
		if t != vm.threads.current {
			f(&t.execution)
		}
	}
}

// eachFrame calls f with each frame that is in memory, the outermost of a thread first.
func (vm *VM) eachFrame(f func(fp unsafe.Pointer)) {
	vm.executions(func(e *execution) {
		if e.fp == nil {
			return
		}
		for fp := e.stackBase; uintptr(fp) <= uintptr(e.fp); fp = frameEnd(vm.codes, fp) {
			f(fp)
		}
	})
}

// mark tells the collector what an execution holds. The stack is scanned as it is, free entries included: the collector
// checks every word, and what a free entry keeps alive is little.
func (e *execution) mark(codes []*Code, m *heap.Marker) {
	if e.fp != nil {
		n := (uintptr(frameEnd(codes, e.fp)) - uintptr(e.stackBase)) / 8
		m.Conservative(unsafe.Slice((*uint64)(e.stackBase), n))
	}
	for _, machine := range e.evals.running() {
		machine.Roots(m.Conservative)
	}
	e.peeked.roots(m)
	for i := range e.levels {
		e.levels[i].peeked.roots(m)
	}
}
