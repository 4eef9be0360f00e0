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

// Looking at operands. A family's member, and what stands beside an operator of classes, say what the instruction has
// seen last in tier 1. Where a guard has failed that need not be what lies on the stack now: where the classes alternate, tier 1 has
// executed the instruction for another one since. A trace made of that would leave by the same guard, and the next one would
// be in the general form. So the instruction that a hot exit leads to looks at its operands first.

// looks are the instructions that look, each by its family's base, with the arguments that the interpreter has: sp is the end of the stack, ip lies at the
// inline cache.
var looks = [256]func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int){
	pycode.BINARY_OP: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		unit := int(code.At(ip)) - 1
		vm.spec.BinaryOp(fp, code, ip, arg, *second(sp), *top(sp))
		if object.BinaryOp(arg) == object.Subscr {
			vm.spec.NoteFromEnd(code, unit, *second(sp), *top(sp))
			if notesKeyed(vm, code, sp, unit, pyguest.KeyItem) {
				return
			}
		}
		specialize.OperationOf(vm.heap, code, unit, false, arg, *second(sp), *top(sp))
	},
	pycode.COMPARE_OP: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.CompareOp(code, ip, *second(sp), *top(sp))
		specialize.OperationOf(vm.heap, code, int(code.At(ip))-1, true, arg, *second(sp), *top(sp))
	},
	pycode.CONTAINS_OP: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.ContainsOp(ip, *top(sp), *second(sp))
		looksSpecial(vm, code, sp, ip, pycode.CONTAINS_OP, arg)
	},
	pycode.TO_BOOL: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.ToBool(ip, *top(sp))
		looksSpecial(vm, code, sp, ip, pycode.TO_BOOL, arg)
	},
	pycode.STORE_SUBSCR: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.StoreSubscr(ip, *second(sp), *top(sp))
		vm.spec.NoteStore(code, ip, *second(sp), *top(sp))
		notesKeyed(vm, code, sp, int(code.At(ip))-1, pyguest.KeyStore)
	},
	pycode.LOAD_ATTR: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.LoadAttr(code, ip, arg, *top(sp))
	},
	pycode.STORE_ATTR: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.StoreAttr(code, ip, code.NameValues[arg], *top(sp))
		notesSetter(vm, code, *top(sp), arg, int(code.At(ip))-1)
	},
	pycode.CALL: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.Call(code, ip, *slot(sp, -arg-2), *slot(sp, -arg-1), entries(sp, arg))
		unit := int(code.At(ip)) - 1
		if o, ok := shownByCall[pycode.Op(code.Live[unit])]; ok {
			looksAt(vm, code, sp, unit, o)
		}
	},
	pycode.FOR_ITER: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.ForIter(code, ip, *top(sp))
	},
	pycode.UNPACK_SEQUENCE: func(vm *VM, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, arg int) {
		vm.spec.Unpack(ip, arg, *top(sp))
	},
}

// shownByCall are the members of CALL that call a special method.
var shownByCall = map[pycode.Op]pyguest.Operator{pycode.CALL_LEN: pyguest.Len, pycode.CALL_STR_1: pyguest.Str}

// looksSpecial looks at the operands of an instruction that calls special methods.
func looksSpecial(vm *VM, code *Code, sp, ip unsafe.Pointer, op pycode.Op, arg int) {
	unit, o := int(code.At(ip))-1, specialOf(op, arg)
	if !notesKeyed(vm, code, sp, unit, o.Keys(vm.heap, taken(sp, o.Pops()))) {
		looksAt(vm, code, sp, unit, o)
	}
}

// looksAt looks at the operand whose special method an instruction calls.
func looksAt(vm *VM, code *Code, sp unsafe.Pointer, unit int, o pyguest.Operator) {
	if v := *slot(sp, -1-o.Receiver()); vm.heap.TypeID(v) >= object.FirstFreeType {
		vm.spec.NoteSpecial(code.OperationAt(unit), o, v)
	}
}

// Look implements tiering.VM.
func (vm *VM) Look(fp unsafe.Pointer, code *Code, pc int) {
	if code.Shim || code.Execs != nil && code.Execs[pc] != nil {
		return
	}
	in, sp := pycode.Decode(code.Live, pc), frame.Stack(fp)
	op, arg, ip := in.Op.Base(), int(in.Arg), skip(unsafe.Pointer(&code.Live[in.Unit]), 1)
	switch look := looks[op]; {
	case look != nil:
		adaptive.Rewrite(ip, op) // a member's cache is half another's where no member is for these operands
		look(vm, fp, code, sp, ip, arg)
	case adaptive.IsOperator(op) && (op != pycode.CONVERT_VALUE || arg <= convertRepr) && (addsTo[op] == 0 || arg == addedBelow):
		looksSpecial(vm, code, sp, ip, op, arg)
	}
}
