package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Iterators of classes with a __next__ in Python. FOR_ITER pushes its frame, as a call
// does: what it returns is the next element, StopIteration that leaves it ends the loop.
// A trace goes on in it, if tier 1 has seen instances of one class there.

// enterNext begins the frame of f, the __next__ of an iterator, for a FOR_ITER of the frame
// at fp, which goes on at pc with depth slots in use and the element.
func (vm *VM) enterNext(fp unsafe.Pointer, code *Code, pc, depth uint32, f, it object.Value) (unsafe.Pointer, error) {
	frame.GoOnAt(fp, int(pc), depth)
	return vm.bind(fp, code, f, it, nil, object.Null)
}

// endsLoop makes the frame at fp go on behind its loop, if an exception that has left the
// frame of a __next__ is the iterator's end.
func (vm *VM) endsLoop(fp unsafe.Pointer, r *object.Raised) bool {
	pc := framePC(fp)
	end := vm.codes[frameCode(fp)].EndOf(*pc)
	if end.Op != pycode.FOR_ITER || !vm.heap.IsInstance(r.Exc, object.StopIterationType) {
		return false
	}
	*pc = end.Target + 1 // behind END_FOR
	return true
}
