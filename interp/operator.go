package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/specialize"
)

// Operators that are methods in Python. Original the method's frame lies one of a code of
// the VM's own, as beneath an __init__: it has the operands, and its INTERPRETER_EXIT
// makes the operator's result of what the method returns (pyguest.Operator.Finish). In
// CPython, C code calls the method; what waits there is no frame, and counts as none.
//
// The instruction stays what it is: CPython has no member of these families for it, and
// COMPARE_OP's inline cache no room. What it has seen last stands beside the code.

// operatorCode returns the code of the frames beneath operators' methods: for each
// Operator three units.
func (vm *VM) operatorCode() *Code {
	if vm.operatorsRun != nil {
		return vm.operatorsRun
	}
	c := &pycode.Code{
		Name: "<operator>", QualName: "<operator>", Filename: "<operator>", Flags: pycode.FlagOptimized | pycode.FlagNewLocals, StackSize: 3,
	}
	for o := range pyguest.Operators {
		result := uint16(pycode.INTERPRETER_EXIT) | uint16(o)<<8
		if o == pyguest.Init {
			result = uint16(pycode.EXIT_INIT_CHECK)
		}
		c.Units = append(c.Units, uint16(pycode.NOP), result, uint16(pycode.RETURN_VALUE))
	}
	code, err := vm.loader().Own(c)
	if err != nil {
		panic(err) // it has no constants
	}
	code.Shim, code.Pinned, code.Depth = true, true, 0
	vm.operators = vm.newFunction(code, object.Function{
		Globals: vm.builtins, Builtins: vm.builtins, Doc: object.None, Module: object.None,
	})
	vm.operatorsRun = code
	return code
}

// enterBinary begins the frame of a binary operator's method in Python; nil if it has
// none. ip is at the instruction's inline cache.
func (vm *VM) enterBinary(fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) (unsafe.Pointer, error) {
	unit := int(code.At(ip)) - 1
	if object.BinaryOp(arg) == object.Subscr {
		vm.spec.NoteFromEnd(code, unit, *second(sp), *top(sp))
		if np, err := enterKeyed(vm, fp, code, sp, unit, pycode.BINARY_OP, pyguest.KeyItem); np != nil || err != nil {
			return np, err
		}
		if np, err := enterMissing(vm, fp, code, sp, unit); np != nil || err != nil {
			return np, err
		}
	}
	if pyguest.Concatenates(vm.heap, object.BinaryOp(arg), *second(sp), *top(sp)) {
		if np, err := enterTake(vm, fp, code, sp, unit, pycode.BINARY_OP, pyguest.TakeConcat, 0); np != nil || err != nil {
			return np, err
		}
	}
	return vm.enterOperator(fp, code, sp, unit+1+pycode.BINARY_OP.Caches(), specialize.OperationOf(vm.heap, code, unit, false, arg, *second(sp), *top(sp)))
}

// enterCompare is enterBinary for comparisons.
func (vm *VM) enterCompare(fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) (unsafe.Pointer, error) {
	unit := int(code.At(ip)) - 1
	return vm.enterOperator(fp, code, sp, unit+1+pycode.COMPARE_OP.Caches(), specialize.OperationOf(vm.heap, code, unit, true, arg, *second(sp), *top(sp)))
}

// enterOperator begins the frame of an operator's method, if it has one, for the two
// operands on top of the stack; the frame at fp goes on at the unit after.
func (vm *VM) enterOperator(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, after int, x *adaptive.Operation) (unsafe.Pointer, error) {
	if x == nil || x.Method == object.Null {
		return nil, nil
	}
	a, b := *second(sp), *top(sp)
	frame.GoOnAt(fp, after, frameDepth(fp, sp)-2)
	return vm.operatorFrames(fp, code, x.Method, x.Operator, pyguest.Entries{b, a})
}

// operatorFrames begins the frame of an operator's method, or of a special one, above the
// one that waits for its result.
func (vm *VM) operatorFrames(fp unsafe.Pointer, code *Code, f object.Value, o pyguest.Operator, e pyguest.Entries) (unsafe.Pointer, error) {
	if o == pyguest.Make { // any number of arguments
		class, kwnames := vm.heap.ClassCalled(e[1])
		return framesAbove(vm, fp, code, o, e, f, class, vm.heap.TupleItems(e[0]), kwnames)
	}
	taken, n := o.Arguments(e)
	return framesAbove(vm, fp, code, o, e, f, object.Null, taken[:n], object.Null)
}

// framesAbove is operatorFrames for arguments that the entries do not say.
func framesAbove(vm *VM, fp unsafe.Pointer, code *Code, o pyguest.Operator, e pyguest.Entries, f, self object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error) {
	below := vm.operatorCode()
	sh := vm.pushFrame(fp, code, vm.operators, below)
	if sh == nil {
		return nil, recursionError(vm.heap)
	}
	depth := uint32(1)
	if !o.IsSpecial() {
		*slot(sh, object.FrameSlots/8+1), *slot(sh, object.FrameSlots/8+2) = e[1], e[0]
		depth = 3
	}
	frame.GoOnAt(sh, int(o.Return()), depth)
	np, err := vm.bind(sh, below, f, self, args, kwnames)
	if err != nil {
		vm.fp = fp
	}
	return np, err
}

// initFrames begins the frame of an __init__ that is called behind a __new__, above one that returns v.
func initFrames(vm *VM, fp unsafe.Pointer, code *Code, v, init, args, kwnames object.Value) (unsafe.Pointer, error) {
	below := vm.operatorCode()
	sh := vm.pushFrame(fp, code, vm.operators, below)
	if sh == nil {
		return nil, recursionError(vm.heap)
	}
	*slot(sh, object.FrameSlots/8+1) = v
	frame.GoOnAt(sh, int(pyguest.Init.Return()), 2)
	np, err := vm.bind(sh, below, init, v, vm.heap.TupleItems(args), kwnames)
	if err != nil {
		vm.fp = fp
	}
	return np, err
}

// initializer is object.Heap's Initializer.
func initializer(vm *VM) func(v, init, args, kwnames object.Value) error {
	return func(v, init, args, kwnames object.Value) error {
		_, err := vm.runNested(func(fp unsafe.Pointer, code *Code) (unsafe.Pointer, error) {
			return initFrames(vm, fp, code, v, init, args, kwnames)
		})
		return err
	}
}

// runOperator runs an operator's method, or a special one, from Go, with the instructions
// that the interpreter executes for it.
func (vm *VM) runOperator(f object.Value, o pyguest.Operator, e pyguest.Entries) (object.Value, error) {
	return vm.runNested(func(fp unsafe.Pointer, code *Code) (unsafe.Pointer, error) {
		return vm.operatorFrames(fp, code, f, o, e)
	})
}

// interpretOperator is BINARY_OP and COMPARE_OP, of classes that differ from time to time.
func (vm *VM) interpretOperator(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, op pycode.Op, arg, after int) (unsafe.Pointer, error) {
	a, b, depth := *second(sp), *top(sp), frameDepth(fp, sp)
	compare, end := op == pycode.COMPARE_OP, after+op.Caches()
	if !compare && object.BinaryOp(arg) == object.Subscr {
		if np, err := enterKeyed(vm, fp, code, sp, after-1, op, pyguest.KeyItem); np != nil || err != nil {
			return np, err
		}
		if np, err := enterMissing(vm, fp, code, sp, after-1); np != nil || err != nil {
			return np, err
		}
	}
	np, err := vm.enterOperator(fp, code, sp, end, specialize.OperationOf(vm.heap, code, after-1, compare, arg, a, b))
	if np != nil || err != nil {
		return np, err
	}
	var r object.Value
	if compare {
		r, err = vm.compare(arg, a, b)
	} else {
		r, err = vm.binary(arg, a, b)
	}
	if err != nil {
		return nil, err
	}
	*second(sp) = r
	frame.GoOnAt(fp, end, depth-1)
	return fp, nil
}
