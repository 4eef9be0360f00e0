package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Stores to attributes that come to a function in Python: a __setattr__, a property's setter, the __set__ of a descriptor. They get
// frames like special methods (special.go).

// enterSetter begins the frame of the function in Python that a STORE_ATTR with an argument calls; nil if it calls none. after is
// the unit behind its opcode.
func enterSetter(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, arg, after int) (unsafe.Pointer, error) {
	f, o, key := notesSetter(vm, code, *top(sp), arg, after-1)
	if f == object.Null {
		return nil, nil
	}
	frame.GoOnAt(fp, after+pycode.STORE_ATTR.Caches(), frameDepth(fp, sp)-2)
	return vm.operatorFrames(fp, code, f, o, pyguest.Entries{*top(sp), *second(sp), key})
}

// notesSetter notes the function in Python that the STORE_ATTR with its opcode at a code unit calls for v, and returns it, as what it is called, and its
// key: Null if there is none.
func notesSetter(vm *VM, code *Code, v object.Value, arg, unit int) (f object.Value, o pyguest.Operator, key object.Value) {
	t := vm.heap.TypeOf(v)
	if !t.Made() {
		return object.Null, 0, object.Null
	}
	f, o, key = pyguest.SetterOf(vm.heap, t, code.NameValues[arg])
	if f != object.Null || code.Operations != nil {
		x := code.OperationAt(unit)
		x.Left, x.Right, x.Method, x.Operator = t.Version(), uint32(arg), f, o
	}
	return f, o, key
}

// interpretStoreAttr is STORE_ATTR, of classes that differ from time to time.
func interpretStoreAttr(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, arg, after int) (unsafe.Pointer, error) {
	depth := frameDepth(fp, sp)
	np, err := enterSetter(vm, fp, code, sp, arg, after)
	if np != nil || err != nil {
		return np, err
	}
	if err := vm.heap.SetAttr(*top(sp), code.NameValues[arg], *second(sp)); err != nil {
		return nil, err
	}
	frame.GoOnAt(fp, after+pycode.STORE_ATTR.Caches(), depth-2)
	return fp, nil
}
