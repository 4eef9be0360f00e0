package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Calls of instances whose class has a __call__ in Python. CALL_NON_PY_GENERAL keeps
// the class's version where other members of CALL have the function's.

// callableVersion returns the version of the class of f if calling f calls a function in
// Python, else 0.
func (vm *VM) callableVersion(f object.Value) uint32 {
	if m := vm.heap.TypeOf(f).CallMethod(); m == object.Null || !vm.heap.Is(m, object.FunctionType) {
		return 0
	}
	return vm.heap.TypeVersion(f)
}

// specializeCallable specializes a call of what is no function, class or method.
func (vm *VM) specializeCallable(ip unsafe.Pointer, f object.Value) {
	adaptive.SetU32(ip, 1, vm.callableVersion(f))
	vm.specialized(ip, famCall, pycode.CALL_NON_PY_GENERAL)
}
