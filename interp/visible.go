package interp

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// visibility says which objects a program can get at (object.Heap.TrackedObjects).
type visibility struct{ *VM }

// all is Heap.Visible.
func (vm visibility) all(m *heap.Marker) {
	for _, v := range [...]object.Value{vm.builtins, vm.modules, vm.path, vm.main, vm.mainDict} {
		m.Value(v)
	}
	vm.bridge.Mark(m)
	vm.executions(func(e *execution) { e.mark(vm.codes, m) })
	threaded{vm.VM}.markThreads(m)
}

// own is Heap.Own.
func (vm visibility) own(m *heap.Marker) {
	m.Value(vm.shim)
	m.Value(vm.operators)
	if vm.drivers != nil {
		vm.drivers.Own(m)
	}
}
