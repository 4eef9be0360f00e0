package interp

import (
	"github.com/tier2go/tier2/interp/object"
)

// What a namespace says its builtins are (Objects/funcobject.c, _PyEval_BuiltinsFromGlobals). A function has
// a dict of builtins, which machine code and inline caches rely on. Where __builtins__ is something else, the
// dict has it under a key that no name is (object.Heap.NewBuiltins).

// builtinsOf returns the builtins of functions that are made in a namespace: what its __builtins__ says, else those of
// the function that is running.
func (vm *VM) builtinsOf(globals object.Value) (object.Value, error) {
	h := vm.heap
	b := h.DictGetStr(globals, h.Intern("__builtins__")) // no __missing__ is asked
	switch {
	case b == object.Null:
		return vm.runningBuiltins()
	case h.Is(b, object.ModuleType):
		b = h.Field(b, object.OffModuleDict)
	}
	if b != vm.builtins {
		vm.otherBuiltins = true
	}
	return h.NewBuiltins(b), nil
}

// runningBuiltins returns the builtins of the function that is running.
func (vm *VM) runningBuiltins() (object.Value, error) {
	if !vm.otherBuiltins {
		return vm.builtins, nil
	}
	fp, err := vm.frame()
	if fp == nil || err != nil {
		return vm.builtins, err
	}
	return vm.heap.Field(*slot(fp, object.FrameSlots/8), object.OffFuncBuiltins), nil
}
