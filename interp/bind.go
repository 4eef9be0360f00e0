package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/binding"
	"github.com/tier2go/tier2/interp/object"
)

// bind begins a frame for f and binds the arguments to its parameters, as
// CPython's initialize_locals does.
func (vm *VM) bind(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error) {
	h := vm.heap
	callee := vm.codes[h.Half(f, object.OffFuncCode)]
	np := vm.pushFrame(fp, code, f, callee)
	if np == nil {
		return nil, recursionError(vm.heap)
	}
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	i := 0
	if self != object.Null {
		i = 1
	}
	if callee.Exact && kwnames == object.Null && i+npos == callee.ArgCount {
		if i == 1 {
			*local(np, 0) = self
		}
		for k, v := range args {
			*local(np, i+k) = v
		}
		for k := i + npos; k < callee.LocalSlots; k++ {
			*local(np, k) = object.Null
		}
		return np, nil
	}
	begun := false
	defer func() {
		if !begun { // also where memory has run out: what is raised is raised by the call
			vm.fp = fp
		}
	}()
	if err := binding.General(vm.heap, np, callee, f, self, args[:npos], args[npos:], kwnames); err != nil {
		return nil, err
	}
	begun = true
	return np, nil
}
