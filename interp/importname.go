package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
)

// The import statement's function (Python/ceval.c, _PyEval_ImportName).

// importer returns what a function's builtins have as __import__ in place of the VM's own,
// Null if they have that.
func (vm *VM) importer(function object.Value) (object.Value, error) {
	h := vm.heap
	f, err := ops.Builtin(h, function, h.Intern("__import__"))
	switch {
	case err != nil:
		return object.Null, err
	case f == object.Null:
		return f, h.Raise(object.ImportErrorType, "__import__ not found")
	case h.Is(f, object.BuiltinType) && h.BuiltinOf(f) == vm.ownImport:
		return object.Null, nil
	}
	return f, nil
}

// importName is IMPORT_NAME.
func (vm *VM) importName(fp unsafe.Pointer, code *Code, name, fromlist, level object.Value) (object.Value, error) {
	function := *slot(fp, object.FrameSlots/8)
	if m, ok := vm.heap.Imported(function, name, fromlist, level); ok {
		return m, nil
	}
	f, err := vm.importer(function)
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
