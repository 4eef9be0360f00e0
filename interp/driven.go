package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// callDriven is call for a call that may have a driver, or be len() of an instance.
func (vm *VM) callDriven(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value) (unsafe.Pointer, object.Value, error) {
	if fn, pass := vm.drivers.Of(f, self, args); fn != object.Null {
		np, err := vm.bindDriver(fp, code, fn, pass)
		return np, object.Null, err
	}
	if np, ok, err := vm.enterLen(fp, code, f, self, args); ok {
		return np, object.Null, err
	}
	return vm.call(fp, code, f, self, args, object.Null)
}

// bindDriver is apart from callDriven because it allocates.
func (vm *VM) bindDriver(fp unsafe.Pointer, code *Code, fn object.Value, pass [2]object.Value) (unsafe.Pointer, error) {
	return vm.bind(fp, code, fn, object.Null, pass[:], object.Null)
}

// runLoop implements object.Heap's Looper.
func (vm *VM) runLoop(l object.Loop, s object.LoopState) (object.Value, error) {
	return vm.callFromGo(vm.drivers.Loop(l, s), []object.Value{s.Iter, s.Func, s.First, s.Second}, object.Null)
}

// ownFunction makes a function of code that the VM has written, which no traceback shows.
func (vm *VM) ownFunction(c *pycode.Code, consts []object.Value) object.Value {
	code, err := vm.prepareOwn(c)
	if err != nil {
		panic(err) // it has no constants that could be refused
	}
	code.ConstValues, code.Shim, code.Depth = consts, true, 0
	name := vm.heap.Intern(c.Name)
	return vm.newFunction(code, object.Function{
		Globals: vm.mainDict, Builtins: vm.builtins, Name: name, QualName: name, Doc: object.None, Module: object.None,
	})
}
