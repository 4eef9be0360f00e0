package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
)

// displays are the instructions that build or extend containers and strings.
// Each returns by how many entries the stack has grown.
var displays = map[pycode.Op]func(vm *VM, arg int, sp unsafe.Pointer) (int, error){
	pycode.BUILD_MAP: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		d := vm.heap.NewDict()
		kv := entries(sp, 2*arg)
		for i := 0; i < len(kv); i += 2 {
			if err := vm.heap.DictSet(d, kv[i], kv[i+1]); err != nil {
				return 0, err
			}
		}
		*slot(sp, -2*arg) = d
		return 1 - 2*arg, nil
	},
	pycode.BUILD_SET: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		s := vm.heap.NewSet()
		for _, v := range entries(sp, arg) {
			if err := vm.heap.SetAdd(s, v); err != nil {
				return 0, err
			}
		}
		*slot(sp, -arg) = s
		return 1 - arg, nil
	},
	pycode.BUILD_SLICE: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		step := object.None
		if arg == 3 {
			step = *top(sp)
		}
		*slot(sp, -arg) = vm.heap.NewSlice(*slot(sp, -arg), *slot(sp, 1-arg), step)
		return 1 - arg, nil
	},
	pycode.BUILD_STRING: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		s, err := vm.heap.BuildString(entries(sp, arg))
		if err == nil {
			*slot(sp, -arg) = s
		}
		return 1 - arg, err
	},
	pycode.BUILD_INTERPOLATION: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		format, n := vm.heap.Intern(""), 2
		if arg&1 != 0 {
			format, n = *top(sp), 3
		}
		conversion := object.None
		if arg>>2 != 0 {
			conversion = vm.heap.Intern([...]string{1: "s", 2: "r", 3: "a"}[arg>>2])
		}
		*slot(sp, -n) = vm.heap.NewInterpolation(*slot(sp, -n), *slot(sp, 1-n), conversion, format)
		return 1 - n, nil
	},
	pycode.BUILD_TEMPLATE: func(vm *VM, _ int, sp unsafe.Pointer) (int, error) {
		t, err := vm.newTemplate(*second(sp), *top(sp))
		if err == nil {
			*second(sp) = t
		}
		return -1, err
	},
	pycode.FORMAT_SIMPLE: func(vm *VM, _ int, sp unsafe.Pointer) (int, error) {
		s, err := vm.heap.Format(*top(sp), object.Null)
		if err == nil {
			*top(sp) = s
		}
		return 0, err
	},
	pycode.FORMAT_WITH_SPEC: func(vm *VM, _ int, sp unsafe.Pointer) (int, error) {
		s, err := vm.heap.Format(*second(sp), *top(sp))
		if err == nil {
			*second(sp) = s
		}
		return -1, err
	},
	pycode.CONVERT_VALUE: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		convert := [...]func(*object.Heap, object.Value) (object.Value, error){
			1: (*object.Heap).Str, 2: (*object.Heap).Repr, 3: (*object.Heap).Ascii,
		}[arg]
		s, err := convert(vm.heap, *top(sp))
		if err == nil {
			*top(sp) = s
		}
		return 0, err
	},
	pycode.LIST_EXTEND: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		return -1, ops.ListExtend(vm.heap, *slot(sp, -arg-1), *top(sp))
	},
	pycode.SET_ADD: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		return -1, vm.heap.AddToSet(*slot(sp, -arg-1), *top(sp))
	},
	pycode.SET_UPDATE: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		return -1, vm.heap.SetUpdate(*slot(sp, -arg-1), *top(sp))
	},
	pycode.MAP_ADD: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		return -2, vm.heap.DictSet(*slot(sp, -arg-2), *second(sp), *top(sp))
	},
	pycode.DICT_UPDATE: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		return -1, ops.DictUpdate(vm.heap, *slot(sp, -arg-1), *top(sp))
	},
	pycode.DICT_MERGE: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		// The function is four entries below the dict.
		return -1, ops.DictMerge(vm.heap, *slot(sp, -arg-4), *slot(sp, -arg-1), *top(sp))
	},
	pycode.UNPACK_EX: func(vm *VM, arg int, sp unsafe.Pointer) (int, error) {
		before, after := arg&0xFF, arg>>8
		t, err := vm.heap.UnpackEx(*top(sp), before, after)
		if err != nil {
			return 0, err
		}
		frame.PushReversed(unsafe.Add(sp, -8), vm.heap.TupleItems(t))
		return before + after, nil
	},
}

// newTemplate makes a template of its constant parts and of its interpolations, which
// stand between them.
func (vm *VM) newTemplate(parts, interpolations object.Value) (object.Value, error) {
	h := vm.heap
	ok := h.TupleLen(parts) == h.TupleLen(interpolations)+1
	for _, v := range h.TupleItems(parts) {
		ok = ok && h.Is(v, object.StrType)
	}
	for _, v := range h.TupleItems(interpolations) {
		ok = ok && h.Is(v, object.InterpolationType)
	}
	if !ok {
		return object.Null, h.Raise(object.SystemErrorType, "bad argument to internal function")
	}
	return h.NewTemplate(parts, interpolations), nil
}
