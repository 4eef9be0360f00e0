package interp

import (
	"context"
	"strings"
	"unsafe"

	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// The builtin functions that run or make code: exec, eval, compile, locals.

// evaluate runs code in namespaces: exec and eval. Locals may be any mapping; if
// they are the globals, a dict, the code runs as a module does. A class derived from dict may have methods of its own for names.
func (vm *VM) evaluate(codeObject, globals, locals, closure object.Value) (object.Value, error) {
	code := introspect.CodeOf(vm.heap, codeObject)
	if err := introspect.ClosureFor(vm.heap, code, closure); err != nil {
		return object.Null, err
	}
	f, err := evaluated(vm, code, globals, locals)
	if err != nil {
		return object.Null, err
	}
	vm.heap.SetField(f, object.OffFuncClosure, closure)
	return vm.runBody(f, locals)
}

// evaluated makes the function of code that is to run in namespaces.
func evaluated(vm *VM, code *Code, globals, locals object.Value) (f object.Value, err error) {
	h := vm.heap
	if locals != globals || !h.Is(globals, object.DictType) {
		if code, err = vm.loader().WithNamespace(code); err != nil {
			return object.Null, err
		}
	}
	builtins, err := vm.builtinsOf(globals)
	if err != nil {
		return object.Null, err
	}
	if name := h.Intern("__builtins__"); h.DictGetStr(globals, name) == object.Null {
		h.DictSetStr(globals, name, builtins)
	}
	defer h.Release(h.Mark())
	h.Push(builtins)
	return vm.newFunction(code, object.Function{Globals: globals, Builtins: builtins, Doc: object.None, Module: object.None}), nil
}

// enterEvaluated begins the frame of a call of eval; ok is false where Go has to look at who calls, and for other calls.
func enterEvaluated(vm *VM, fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value) (np unsafe.Pointer, ok bool, err error) {
	c, globals, locals, ok := introspect.Evaluated(vm.heap, f, self, args)
	if !ok || kwnames != object.Null || vm.lib.Audits() {
		return nil, false, nil
	}
	fn, err := evaluated(vm, c, globals, locals)
	if err != nil {
		return nil, true, err
	}
	if np, err = vm.bind(fp, code, fn, object.Null, nil, object.Null); err == nil {
		giveNamespace(vm, np, locals)
	}
	return np, true, err
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
			flags |= vm.codes[frameCode(fp)].Flags & introspect.FutureFlags
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
