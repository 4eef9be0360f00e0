package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/driver"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// callDriven is call for a call that may have a driver, or be len() or str() of an instance.
func (vm *VM) callDriven(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value) (unsafe.Pointer, object.Value, error) {
	if fn, pass := vm.drivers.Of(f, self, args); fn != object.Null {
		np, err := vm.bindDriver(fp, code, fn, pass)
		return np, object.Null, err
	}
	if np, ok, err := vm.enterCalled(fp, code, f, self, args); ok {
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
	if s.Args != nil {
		return vm.callFromGo(vm.drivers.Loop(l, s), s.Args, object.Null)
	}
	if g := vm.drivers.Over(s.Iter); g != object.Null {
		s.Iter = g
	}
	return vm.callFromGo(vm.drivers.Loop(l, s), []object.Value{s.Iter, s.Func, s.First, s.Second}, object.Null)
}

// suspended makes a generator that is suspended at a code unit.
func (vm *VM) suspended(fn object.Value, unit int, e driver.Entries) object.Value {
	h := vm.heap
	code := vm.codes[h.Half(fn, object.OffFuncCode)]
	g := h.NewGenerator(code.GenType, fn, code.Handle, code.FrameSlots(), code.Handles)
	n := 1 + code.LocalSlots
	h.SetField(g, object.OffGenSubject, e.Object) // for drivenBy: nobody asks for the name
	slots := h.GenSlots(g, n+1)
	slots[0], slots[n-1] = fn, g
	copy(slots[1:n-1], e.Locals[:e.NumLocals])
	if e.Stack != object.Null {
		slots[n] = e.Stack
		n++
	}
	h.SetGen(g, object.GenSuspended, uint32(n), uint32(unit))
	if code.Lands(unit) {
		h.SetWord(g, object.OffGenRow, code.Landings[uint32(unit)].Resume)
	}
	return g
}

// drivenBy implements object.Heap's Driven.
func (vm *VM) drivenBy(g object.Value) object.Value {
	if !vm.codes[vm.heap.GenCode(g)].Shim {
		return g
	}
	v := vm.heap.Field(g, object.OffGenSubject)
	if vm.heap.TypeID(v) < object.FirstFreeType {
		return v
	}
	index := vm.heap.GenSlots(g, 1+driver.ItemsAt+1)[1+driver.ItemsAt]
	return vm.heap.NewSeqIter(object.SeqIterType, v, int(index.Small()))
}

// ownFunction makes a function of code that the VM has written, which no traceback shows.
func (vm *VM) ownFunction(c *pycode.Code, consts []object.Value) object.Value {
	code, err := vm.loader().Own(c)
	if err != nil {
		panic(err) // it has no constants that could be refused
	}
	code.ConstValues, code.Shim, code.Depth = consts, true, 0
	return vm.newFunction(code, object.Function{
		Globals: vm.mainDict, Builtins: vm.builtins, Doc: object.None, Module: object.None,
	})
}
