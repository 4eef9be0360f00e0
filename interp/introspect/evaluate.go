package introspect

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
)

// Evaluated returns what a call of the builtin function eval evaluates, and where, if it is given a code object and namespaces that need no
// look at who calls: such a call is a frame of the interpreter's loop. ok is false for all other calls.
func Evaluated(h *object.Heap, f, self object.Value, args []object.Value) (code *adaptive.Code, globals, locals object.Value, ok bool) {
	if len(args) < 2 || len(args) > 3 || self != object.Null || !h.Is(f, object.BuiltinType) || !h.BuiltinOf(f).Known("", "eval") {
		return nil, object.Null, object.Null, false
	}
	if !h.Is(args[0], object.CodeType) || !h.Is(args[1], object.DictType) {
		return nil, object.Null, object.Null, false
	}
	code, globals, locals = CodeOf(h, args[0]), args[1], args[1]
	if len(args) == 3 && args[2] != object.None {
		locals = args[2]
	}
	return code, globals, locals, code.NumFree() == 0 && !code.Generates && h.TypeOf(locals).GetItem != nil
}

// ClosureFor says why code cannot be run with a closure (Null: none), nil if it can.
func ClosureFor(h *object.Heap, code *adaptive.Code, closure object.Value) error {
	n := code.NumFree()
	switch {
	case n == 0 && closure != object.Null:
		return h.Raise(object.TypeErrorType, "cannot use a closure with this code object")
	case n == 0:
		return nil
	}
	fits := closure != object.Null && h.Is(closure, object.TupleType) && h.TupleLen(closure) == n
	for i := 0; fits && i < n; i++ {
		fits = h.Is(h.TupleItem(closure, i), object.CellType)
	}
	if !fits {
		return h.Raise(object.TypeErrorType, "code object requires a closure of exactly length %d", n)
	}
	return nil
}

// FutureFlags are the flags of code that compile hands on: those of from
// __future__ import annotations and of barry_as_FLUFL (PyCF_MASK), the others
// having become the rule.
const FutureFlags = 0x400000 | 0x1000000
