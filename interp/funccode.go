package interp

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// setFunctionCode is the assignment of f.__code__ (Objects/funcobject.c, func_set_code).
// Compiled code takes a function that is a constant for one of the code object that it had, so
// that all executors become invalid: programs do this to functions that they have just made.
func (vm *VM) setFunctionCode(h *object.Heap, f, v object.Value) error {
	if v == object.Null || !h.Is(v, object.CodeType) {
		return h.Raise(object.TypeErrorType, "__code__ must be set to a code object")
	}
	code, cells := vm.codeOf(v), 0
	if closure := h.Field(f, object.OffFuncClosure); closure != object.Null {
		cells = h.TupleLen(closure)
	}
	if n := code.NumFree(); n != cells {
		return h.Raise(object.ValueErrorType, "%s() requires a code object with %d free vars, not %d", h.GoString(h.Field(f, object.OffFuncName)), cells, n)
	}
	h.SetHalf(f, object.OffFuncCode, code.Handle)
	h.SetHalf(f, object.OffFuncVersion, code.Version)
	code.RunsIn(h.Field(f, object.OffFuncGlobals), h.Field(f, object.OffFuncBuiltins) == vm.builtins)
	if table := vm.tier.Table; table != nil {
		for _, ex := range slices.Clone(table.Executors) {
			if !ex.Invalid {
				vm.tier.Invalidate(ex)
			}
		}
	}
	return nil
}
