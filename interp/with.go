package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
)

// The with statement. How exceptions are raised and handled is in package ops; unwind
// (errors.go) finds the handlers. What is being handled stands in the heap's Handling, the
// exception before it on the stack of the frame whose handler it is.

// loadSpecial executes LOAD_SPECIAL: the method, and the receiver, or Null if the
// method is bound to it.
func loadSpecial(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
	f, self, err := ops.Special(h, *top(sp), arg)
	if err != nil {
		return 0, err
	}
	*top(sp), *slot(sp, 0) = f, self
	return 1, nil
}

// withExceptStart executes WITH_EXCEPT_START: it calls the __exit__ that lies,
// with its receiver, below the unit that has raised and the exception before, with
// the exception on top of the stack. The result is pushed.
func (vm *VM) withExceptStart(fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (int, error) {
	h := vm.heap
	exc, f, self := *top(sp), *slot(sp, -5), *slot(sp, -4)
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
	*framePC(fp) = code.At(ip) + uint32(pycode.WITH_EXCEPT_START.Caches())
	args := h.NewTuple(self, h.TypeOf(exc).Object, exc, h.TracebackOf(exc))
	np, r, err := vm.call(fp, code, f, self, h.TupleItems(args)[1:], object.Null)
	if err != nil {
		return 0, err
	}
	if np != nil {
		return 0, errReload
	}
	*slot(sp, 0) = r
	return 1, nil
}
