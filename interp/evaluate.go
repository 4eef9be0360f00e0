package interp

import (
	"context"
	"strings"

	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// The builtin functions that run or make code: exec, eval, compile, locals.

// evaluate runs code in namespaces: exec and eval. Locals may be any mapping; if
// they are the globals, a dict, the code runs as a module does. A class derived from dict may have methods of its own for names.
func (vm *VM) evaluate(codeObject, globals, locals, closure object.Value) (object.Value, error) {
	h := vm.heap
	code := introspect.CodeOf(h, codeObject)
	if err := closureFor(vm.heap, code, closure); err != nil {
		return object.Null, err
	}
	module := locals == globals && h.Is(globals, object.DictType)
	if !module {
		var err error
		if code, err = vm.loader().WithNamespace(code); err != nil {
			return object.Null, err
		}
	}
	builtins, err := vm.builtinsOf(globals)
	if err != nil {
		return object.Null, err
	}
	if h.DictGetStr(globals, h.Intern("__builtins__")) == object.Null {
		h.DictSetStr(globals, h.Intern("__builtins__"), builtins)
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(builtins)
	f := vm.newFunction(code, object.Function{
		Globals: globals, Builtins: builtins,
		Doc: object.None, Module: object.None,
	})
	h.SetField(f, object.OffFuncClosure, closure)
	if module {
		return vm.callFromGo(f, nil, object.Null)
	}
	return vm.runBody(f, locals)
}

// closureFor says why code cannot be run with a closure (Null: none), nil if it can.
func closureFor(h *object.Heap, code *Code, closure object.Value) error {
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

// compile is the builtin function, for text: a code object.
func (vm *VM) compile(filename, mode string, flags int, inherit bool, source []byte) (object.Value, error) {
	if vm.opts.Compile == nil {
		return object.Null, vm.heap.Unsupported("compiling source: the VM has no Options.Compile")
	}
	if vm.lib.Audits() && !strings.HasPrefix(mode, "tree:") { // the library has told of trees
		text, name := vm.heap.NewBytes(source), vm.heap.NewStr(filename)
		if err := vm.lib.Audit("compile", text, name); err != nil {
			return object.Null, err
		}
	}
	if inherit {
		fp, err := vm.frame()
		if err != nil {
			return object.Null, err
		}
		if fp != nil {
			flags |= vm.codes[frameCode(fp)].Flags & futureFlags
		}
	}
	var c *pycode.Code
	if err := vm.askCompiler(func(ctx context.Context) (_ *pycode.Code, err error) {
		c, err = vm.opts.Compile(ctx, filename, mode, flags, source)
		return c, err
	}); err != nil {
		return object.Null, err
	}
	code, err := vm.loader().Load(c)
	if err != nil {
		return object.Null, err
	}
	return code.Self, nil
}

// futureFlags are the flags of code that compile hands on: those of from
// __future__ import annotations and of barry_as_FLUFL (PyCF_MASK), the others
// having become the rule.
const futureFlags = 0x400000 | 0x1000000

// locals returns the variables of the function that is running, as a new dict; the
// namespace itself where it has one (a module, a class body).
func (vm *VM) locals() (object.Value, error) {
	fp, err := vm.frame()
	if fp == nil || err != nil {
		return vm.mainDict, err
	}
	code := vm.codes[frameCode(fp)]
	if ns := introspect.Namespace(vm.heap, fp, code); ns != object.Null {
		return ns, nil
	}
	return introspect.Variables(vm.heap, fp, code), nil
}
