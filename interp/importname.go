package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
)

// The import statement's function (Python/ceval.c, _PyEval_ImportName).

// importName is IMPORT_NAME.
func (vm *VM) importName(fp unsafe.Pointer, code *Code, name, fromlist, level object.Value) (object.Value, error) {
	function := *slot(fp, object.FrameSlots/8)
	if m, ok := vm.heap.Imported(function, name, fromlist, level); ok {
		return m, nil
	}
	f, err := vm.imports.Replaced(function)
	if err != nil {
		return object.Null, err
	}
	globals := frameGlobals(vm.heap, fp)
	if f == object.Null {
		return vm.imports.Name(globals, name, fromlist, level)
	}
	locals := introspect.Namespace(vm.heap, fp, code)
	if locals == object.Null {
		locals = object.None
	}
	return vm.heap.Call(f, []object.Value{name, globals, locals, fromlist, level}, object.Null)
}
