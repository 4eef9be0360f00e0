package interp

import (
	"strconv"
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/specialize"
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

func unboundLocal(h *object.Heap, code *Code, i int) error {
	return h.Raise(object.UnboundLocalErrorType, "cannot access local variable '%s' where it is not associated with a value",
		code.LocalsPlus[i])
}

// unboundDeref is the error for a cell without value: a local of the function or
// a variable of an enclosing one.
func unboundDeref(h *object.Heap, code *Code, i int) error {
	if i < len(code.LocalsPlus)-code.NumFree() {
		return unboundLocal(h, code, i)
	}
	return h.RaiseName(h.InternName(code.LocalsPlus[i]),
		"cannot access free variable '%s' where it is not associated with a value in enclosing scope", code.LocalsPlus[i])
}

// loadAttr looks an attribute up. For a method call the result is the function
// and the receiver, or the attribute and Null.
func loadAttr(h *object.Heap, v, name object.Value, method bool) (attr, self object.Value, err error) {
	if method {
		return h.LoadMethod(v, name)
	}
	attr, err = h.GetAttr(v, name)
	return attr, object.Null, err
}

func (vm *VM) binary(arg int, a, b object.Value) (object.Value, error) {
	if r, ok, err := vm.heap.BinaryOfOne(object.BinaryOp(arg), a, b); ok {
		return r, err
	}
	if pyguest.Concatenates(vm.heap, object.BinaryOp(arg), a, b) {
		if v, ok, err := (env{vm}).DoTake(pyguest.TakeConcat, 0, pyguest.TakeEntries(b, a)); ok {
			return v, err
		}
	}
	if f, o := specialize.FirstMethod(vm.heap, false, arg, a, b); f != object.Null {
		return vm.runOperator(f, o, pyguest.Entries{b, a})
	}
	if object.BinaryOp(arg) == object.Subscr {
		if f := missingDefault(vm.heap, a, b); f != object.Null {
			return vm.runOperator(f, pyguest.Default, pyguest.Entries{b, a})
		}
	}
	return vm.heap.Binary(object.BinaryOp(arg), a, b)
}

// compare computes COMPARE_OP: the operator is in the oparg's upper bits, and
// bit 4 asks for a bool.
func (vm *VM) compare(arg int, a, b object.Value) (object.Value, error) {
	r, ok, err := vm.heap.CompareOfOne(object.CompareOp(arg>>5), a, b)
	if !ok {
		if f, o := specialize.FirstMethod(vm.heap, true, arg, a, b); f != object.Null {
			return vm.runOperator(f, o, pyguest.Entries{b, a})
		}
		r, err = vm.heap.Compare(object.CompareOp(arg>>5), a, b)
	}
	if err != nil || arg&16 == 0 || r == object.True || r == object.False {
		return r, err
	}
	t, err := vm.heap.Truth(r)
	return object.Bool(t), err
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
