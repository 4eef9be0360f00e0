package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Instructions that take the elements of a generator or an instance on top of the stack begin the frame of a driver (package driver).

// enterTake begins the frame of the driver by which the instruction with its opcode at a code unit takes elements, of which it is an
// Operator; nil if it has none. n is how many variables it assigns.
func enterTake(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, unit int, op pycode.Op, o pyguest.Operator, n int) (unsafe.Pointer, error) {
	fn, v := vm.drivers.Take(o.Take(), n, *top(sp))
	if fn == object.Null {
		return nil, nil
	}
	code.FeedbackAt(unit).Driver = vm.heap.Half(fn, object.OffFuncVersion)
	frame.GoOnAt(fp, unit+1+op.Caches(), frameDepth(fp, sp)-uint32(o.Pops()))
	return vm.operatorFrames(fp, code, fn, o, pyguest.TakeEntries(v, *second(sp)))
}

// DoTake does what such an instruction does, from Go: ok is false if it has no driver.
func (e env) DoTake(o pyguest.Operator, n int, x pyguest.Entries) (v object.Value, ok bool, err error) {
	fn, g := e.drivers.Take(o.Take(), n, x[0])
	if fn == object.Null {
		return object.Null, false, nil
	}
	x[0] = g
	v, err = e.runOperator(fn, o, x)
	return v, true, err
}

// extends is LIST_EXTEND and SET_UPDATE; ok is false if that has no driver.
func (vm *VM) extends(op pycode.Op, arg int, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (ok bool, err error) {
	if arg != 1 {
		return false, nil
	}
	o := pyguest.TakeExtend
	if op == pycode.SET_UPDATE {
		o = pyguest.TakeUpdate
	}
	np, err := enterTake(vm, fp, code, sp, int(code.At(ip))-1, op, o, 0)
	return np != nil, err
}
