package interp

import (
	"errors"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Generators that were running when the VM was stopped. Those whose frames are on the
// stack end as it is left (leaveAll). Machine code that is stopped in a helper has frames
// in registers, which nothing can tell from there: the generator objects say that they
// are running, and would for ever. When Go enters the VM for the first time after that
// nothing runs, so whatever says so has ended.

// unended is a heap.Tracer that collects the generators that say that they are running.
type unended struct {
	h    *object.Heap
	list []object.Value
}

func (u *unended) Visit(_ *heap.Marker, v object.Value) {
	switch u.h.RefType(v) {
	case object.GeneratorType, object.CoroutineType, object.AsyncGeneratorType:
		if u.h.GenState(v) == object.GenRunning {
			u.list = append(u.list, v)
		}
	}
}

func (u *unended) VisitData(*heap.Marker, object.Value) {}

func (u *unended) Settle(*heap.Marker) bool { return false }
func (u *unended) Done(*heap.Marker)        {}

// stoppedBy notes, as the outermost call from Go ends, whether something else than an exception of
// the guest has ended it.
func (vm *VM) stoppedBy(err error) {
	if g := (*GuestError)(nil); err != nil && !errors.As(err, &g) {
		vm.stopped = true
	}
}

// endGenerators ends the generators that were running when the VM was stopped.
func (vm *VM) endGenerators() {
	u := &unended{h: vm.heap}
	vm.heap.CollectBy(u)
	for _, g := range u.list {
		vm.heap.FinishGenerator(g)
	}
	vm.stopped = false
}
