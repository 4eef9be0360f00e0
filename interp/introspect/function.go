package introspect

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
)

var functionSig = object.NewSignature("function", 0, 2, 0, "code", "globals", "name", "argdefs", "closure", "kwdefaults")

// functionNew is types.FunctionType(…) (Objects/funcobject.c, func_new_impl).
func (o *Objects) functionNew(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [6]object.Value
	if err := functionSig.Bind(h, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	for i := 2; i < len(p); i++ {
		if p[i] == object.None {
			p[i] = object.Null
		}
	}
	for _, a := range [...]struct {
		i    int
		t    object.TypeID
		text string
	}{
		{0, object.CodeType, "function() argument 'code' must be code, not %s"}, {1, object.DictType, "function() argument 'globals' must be dict, not %s"},
		{2, object.StrType, "arg 3 (name) must be None or string"}, {3, object.TupleType, "arg 4 (defaults) must be None or tuple"},
		{4, object.TupleType, "arg 5 (closure) must be None or tuple"}, {5, object.DictType, "arg 6 (kwdefaults) must be None or dict"},
	} {
		if v := p[a.i]; v != object.Null && !h.IsInstance(v, a.t) {
			if a.i < 2 {
				return object.Null, h.Raise(object.TypeErrorType, a.text, h.TypeName(v))
			}
			return object.Null, h.Raise(object.TypeErrorType, "%s", a.text)
		}
	}
	code := CodeOf(h, p[0])
	cells := 0
	if p[4] != object.Null {
		cells = h.TupleLen(p[4])
	}
	switch n := code.NumFree(); {
	case n > 0 && p[4] == object.Null:
		return object.Null, h.Raise(object.TypeErrorType, "arg 5 (closure) must be tuple")
	case n != cells:
		return object.Null, h.Raise(object.ValueErrorType, "%s requires closure of length %d, not %d", code.Name, n, cells)
	}
	for i := range cells {
		if x := h.TupleItem(p[4], i); !h.Is(x, object.CellType) {
			return object.Null, h.Raise(object.TypeErrorType, "arg 5 (closure) expected cell, found %s", h.TypeName(x))
		}
	}
	module, err := ops.FromMapping(h, p[1], h.Intern("__name__"))
	if err != nil {
		return object.Null, err
	}
	if module == object.Null {
		module = object.None
	}
	builtins, err := o.vm.BuiltinsOf(p[1])
	if err != nil {
		return object.Null, err
	}
	f := o.vm.NewFunction(code, object.Function{
		Globals: p[1], Builtins: builtins, Doc: code.Doc(), Module: module,
	})
	for _, a := range [...]struct {
		off uintptr
		v   object.Value
	}{{object.OffFuncName, p[2]}, {object.OffFuncDefaults, p[3]}, {object.OffFuncClosure, p[4]}, {object.OffFuncKwDefaults, p[5]}} {
		if a.v != object.Null {
			h.SetField(f, a.off, a.v)
		}
	}
	return f, nil
}

// setFunctionCode is the assignment of f.__code__ (Objects/funcobject.c, func_set_code).
// Compiled code takes a function that is a constant for one of the code object that it had, so
// that all executors become invalid: programs do this to functions that they have just made.
func (o *Objects) setFunctionCode(h *object.Heap, f, v object.Value) error {
	if v == object.Null || !h.Is(v, object.CodeType) {
		return h.Raise(object.TypeErrorType, "__code__ must be set to a code object")
	}
	code, cells := CodeOf(h, v), 0
	if closure := h.Field(f, object.OffFuncClosure); closure != object.Null {
		cells = h.TupleLen(closure)
	}
	if n := code.NumFree(); n != cells {
		return h.Raise(object.ValueErrorType, "%s() requires a code object with %d free vars, not %d", h.GoString(h.Field(f, object.OffFuncName)), cells, n)
	}
	h.SetHalf(f, object.OffFuncCode, code.Handle)
	h.SetHalf(f, object.OffFuncVersion, code.Version)
	code.RunsIn(h.Field(f, object.OffFuncGlobals), h.Field(f, object.OffFuncBuiltins) == o.vm.Builtins())
	o.vm.CodeReplaced()
	return nil
}
