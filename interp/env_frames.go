package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// What env implements of microop.Frames and microop.Generators.

// RecursionError implements microop.Frames.
func (e env) RecursionError() error { return recursionError(e.heap) }

// Begin implements microop.Frames.
func (e env) Begin(fp unsafe.Pointer, code *Code, f object.Value, callee *Code) unsafe.Pointer {
	return e.pushFrame(fp, code, f, callee)
}

// Bind implements microop.Frames.
func (e env) Bind(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error) {
	return e.bind(fp, code, f, self, args, kwnames)
}

// EnterGetter implements microop.Frames.
func (e env) EnterGetter(fp unsafe.Pointer, code *Code, f, v, key object.Value) unsafe.Pointer {
	return e.getter(fp, code, f, v, key)
}

// EnterInit implements microop.Frames.
func (e env) EnterInit(fp unsafe.Pointer, code *Code, v, init object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error) {
	return e.enterInit(fp, code, v, init, args, kwnames)
}

// EnterAbove implements microop.Frames.
func (e env) EnterAbove(fp unsafe.Pointer, code *Code, o pyguest.Operator, x pyguest.Entries, f, self object.Value, args []object.Value) (unsafe.Pointer, error) {
	return framesAbove(e.VM, fp, code, o, x, f, self, args, object.Null)
}

// EnterOperator implements microop.Frames.
func (e env) EnterOperator(fp unsafe.Pointer, code *Code, f object.Value, o pyguest.Operator, x pyguest.Entries) (unsafe.Pointer, error) {
	return e.operatorFrames(fp, code, f, o, x)
}

// Resumes implements microop.Generators.
func (e env) Resumes(f, self object.Value, args []object.Value) (g, v object.Value) {
	return e.known.Resumes(e.heap, f, self, args)
}

// Resume implements microop.Generators.
func (e env) Resume(fp unsafe.Pointer, code *Code, g, v object.Value) unsafe.Pointer {
	return e.resume(fp, code, g, v)
}

// Suspend implements microop.Generators.
func (e env) Suspend(fp unsafe.Pointer, code *Code, g object.Value, state, n int, pc uint32) {
	suspend(e.heap, fp, code, g, state, n, pc)
}

// NewGenerator implements microop.Generators.
func (e env) NewGenerator(fp unsafe.Pointer, code *Code, pc uint32) object.Value {
	return e.newGenerator(fp, code, pc)
}

// LeftFrame implements microop.Generators.
func (e env) LeftFrame(fp unsafe.Pointer, code *Code, pc uint32) {
	e.objects.Ended(fp, code, pc)
	leftFrame(e.heap, fp, code)
}
