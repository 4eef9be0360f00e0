package interp

import (
	"strconv"
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
)

func itoa(n int) string { return strconv.Itoa(n) }

// loadGlobal looks a name up in the frame's globals, then in its builtins. It is not inlined,
// as deleteGlobal is not: run's switch stays small.
//
//go:noinline
func (vm *VM) loadGlobal(fp unsafe.Pointer, name object.Value) (object.Value, error) {
	return env{vm}.LoadName(*slot(fp, object.FrameSlots/8), name)
}

//go:noinline
func (vm *VM) deleteGlobal(fp unsafe.Pointer, name object.Value) error {
	return env{vm}.DeleteGlobal(*slot(fp, object.FrameSlots/8), name)
}

func (vm *VM) nameError(name object.Value) error {
	s := vm.heap.GoString(name)
	if err := vm.lib.MissingStar(s); err != nil {
		return err
	}
	return vm.heap.RaiseName(name, "name '%s' is not defined", s)
}

func (vm *VM) unboundLocal(code *Code, i int) error {
	return vm.heap.Raise(object.UnboundLocalErrorType, "cannot access local variable '%s' where it is not associated with a value",
		code.LocalsPlus[i])
}

// unboundDeref is the error for a cell without value: a local of the function or
// a variable of an enclosing one.
func (vm *VM) unboundDeref(code *Code, i int) error {
	if i < len(code.LocalsPlus)-code.NumFree() {
		return vm.unboundLocal(code, i)
	}
	return vm.heap.RaiseName(vm.heap.Intern(code.LocalsPlus[i]),
		"cannot access free variable '%s' where it is not associated with a value in enclosing scope", code.LocalsPlus[i])
}

// loadAttr looks an attribute up. For a method call the result is the function
// and the receiver, or the attribute and Null.
func (vm *VM) loadAttr(v, name object.Value, method bool) (attr, self object.Value, err error) {
	if method {
		return vm.heap.LoadMethod(v, name)
	}
	attr, err = vm.heap.GetAttr(v, name)
	return attr, object.Null, err
}

func (vm *VM) binary(arg int, a, b object.Value) (object.Value, error) {
	if f, o := vm.firstMethod(false, arg, a, b); f != object.Null {
		return vm.runOperator(f, o, a, b)
	}
	return vm.heap.Binary(object.BinaryOp(arg), a, b)
}

func (vm *VM) unary(op object.UnaryOp, v object.Value) (object.Value, error) {
	return vm.heap.Unary(op, v)
}

// compare computes COMPARE_OP: the operator is in the oparg's upper bits, and
// bit 4 asks for a bool.
func (vm *VM) compare(arg int, a, b object.Value) (object.Value, error) {
	if f, o := vm.firstMethod(true, arg, a, b); f != object.Null {
		return vm.runOperator(f, o, a, b)
	}
	r, err := vm.heap.Compare(object.CompareOp(arg>>5), a, b)
	if err != nil || arg&16 == 0 || r == object.True || r == object.False {
		return r, err
	}
	t, err := vm.heap.Truth(r)
	return object.Bool(t), err
}

func (vm *VM) binarySlice(v, start, stop object.Value) (object.Value, error) {
	return vm.heap.GetSlice(v, start, stop, object.None)
}

// hinted returns the entry of an instance's dict that an inline cache names, if it
// has the name; nil otherwise.
func hinted(h *object.Heap, v object.Value, i int, name object.Value) *object.Value {
	d := h.DictOf(v)
	if d == object.Null || !h.Is(d, object.DictType) {
		return nil
	}
	return h.DictHinted(d, i, name)
}
