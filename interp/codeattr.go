package interp

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
)

// Attributes of code objects and of functions that lead to them
// (Objects/codeobject.c).

// codeAttrs are the attributes of code objects that are numbers, strings or
// tuples.
var codeAttrs = []struct {
	name string
	get  func(vm *VM, c *Code) object.Value
}{
	{"co_argcount", func(_ *VM, c *Code) object.Value { return small(c.ArgCount) }},
	{"co_posonlyargcount", func(_ *VM, c *Code) object.Value { return small(c.PosOnlyArgCount) }},
	{"co_kwonlyargcount", func(_ *VM, c *Code) object.Value { return small(c.KwOnlyArgCount) }},
	{"co_nlocals", func(_ *VM, c *Code) object.Value { return small(c.NumLocals()) }},
	{"co_stacksize", func(_ *VM, c *Code) object.Value { return small(c.StackSize) }},
	{"co_flags", func(_ *VM, c *Code) object.Value { return small(c.Flags) }},
	{"co_firstlineno", func(_ *VM, c *Code) object.Value { return small(c.FirstLine) }},
	{"co_name", func(vm *VM, c *Code) object.Value { return vm.heap.Intern(c.Name) }},
	{"co_qualname", func(vm *VM, c *Code) object.Value { return vm.heap.Intern(c.QualName) }},
	{"co_filename", func(vm *VM, c *Code) object.Value { return vm.heap.NewStr(c.Filename) }},
	{"co_names", func(vm *VM, c *Code) object.Value { return vm.heap.NewTuple(c.NameValues...) }},
	{"co_consts", func(vm *VM, c *Code) object.Value { return vm.heap.NewTuple(c.ConstValues...) }},
	{"co_varnames", slotNames(pycode.KindLocal)},
	{"co_cellvars", slotNames(pycode.KindCell)},
	{"co_freevars", slotNames(pycode.KindFree)},
	{"co_code", func(vm *VM, c *Code) object.Value {
		b := make([]byte, 0, 2*len(c.Code.Units))
		for _, u := range c.Code.Units {
			b = append(b, byte(u), byte(u>>8))
		}
		return vm.heap.NewBytes(b)
	}},
	{"co_linetable", func(vm *VM, c *Code) object.Value { return vm.heap.NewBytes(c.LineTable) }},
	{"co_exceptiontable", func(vm *VM, c *Code) object.Value { return vm.heap.NewBytes(c.ExceptionTable) }},
}

func small(i int) object.Value { return object.SmallInt(int64(i)) }

// slotNames makes the tuple of the names of a frame's slots of a kind.
func slotNames(kind pycode.LocalKind) func(vm *VM, c *Code) object.Value {
	return func(vm *VM, c *Code) object.Value {
		h := vm.heap
		list := h.NewList()
		for i, name := range c.LocalsPlus {
			if c.Kinds[i]&kind != 0 && c.Kinds[i]&pycode.KindHidden == 0 {
				h.ListAppend(list, h.Intern(name))
			}
		}
		return h.ListToTuple(list)
	}
}

// codeOf returns the code that a code object stands for.
func (vm *VM) codeOf(v object.Value) *Code { return vm.heap.HandleOf(v).(*Code) }

// initCodeType gives code objects and functions their attributes.
func (vm *VM) initCodeType() {
	h := vm.heap
	t := h.Type(object.CodeType)
	for _, a := range codeAttrs {
		h.AddGetSets(t, []object.GetSet{{Name: a.name, Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			return a.get(vm, vm.codeOf(v)), nil
		}}})
	}
	h.AddMethods(t, []object.Builtin{
		{Name: "co_positions", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return vm.codePlaces(v, func(at pycode.Location, out object.Value) {
				p := at.Position
				for range at.End - at.Start {
					h.ListAppend(out, h.NewTuple(known(p.Line), known(p.EndLine), known(p.Col), known(p.EndCol)))
				}
			})
		}},
		{Name: "_varname_from_oparg", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			i, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			names := vm.codeOf(v).LocalsPlus
			if i < 0 || i >= len(names) {
				return object.Null, h.Raise(object.IndexErrorType, "tuple index out of range")
			}
			return h.Intern(names[i]), nil
		}},
		{Name: "co_lines", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			start, end, line := 0, 0, 0
			flush := func(out object.Value) {
				if end > start {
					h.ListAppend(out, h.NewTuple(small(start), small(end), known(line)))
				}
			}
			return vm.codePlaces(v, func(at pycode.Location, out object.Value) {
				if at.Position.Line != line || end == 0 {
					flush(out)
					start, line = 2*at.Start, at.Position.Line
				}
				if end = 2 * at.End; end == 2*len(vm.codeOf(v).Code.Units) {
					flush(out)
				}
			})
		}},
	})
	h.AddMethods(t, []object.Builtin{
		{Name: "replace", Arity: object.Varied, FnKw: vm.codeReplace}, {Name: "__replace__", Arity: object.Varied, FnKw: vm.codeReplace},
	})
	t.Slots.New = vm.codeNew
	t.Slots.Release = func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) }
	t.Slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		c := vm.codeOf(v)
		return h.NewStr(fmt.Sprintf(`<code object %s at %s, file "%s", line %d>`, c.Name, h.Address(v), c.Filename, c.FirstLine)), nil
	}
	h.AddGetSets(h.Type(object.FunctionType), []object.GetSet{{Name: "__code__", Get: func(h *object.Heap, f object.Value) (object.Value, error) {
		return vm.codes[h.Half(f, object.OffFuncCode)].Self, nil
	}, Set: vm.setFunctionCode}})
	h.Type(object.FunctionType).Slots.New = vm.functionNew
	for _, row := range [...]struct {
		id   object.TypeID
		name string
	}{{object.GeneratorType, "gi_code"}, {object.CoroutineType, "cr_code"}, {object.AsyncGeneratorType, "ag_code"}} {
		h.AddGetSets(h.Type(row.id), []object.GetSet{{Name: row.name, Get: func(h *object.Heap, g object.Value) (object.Value, error) {
			return vm.codes[h.GenCode(g)].Self, nil
		}}})
	}
}

var functionSig = object.NewSignature("function", 0, 2, 0, "code", "globals", "name", "argdefs", "closure", "kwdefaults")

// functionNew is types.FunctionType(…) (Objects/funcobject.c, func_new_impl).
func (vm *VM) functionNew(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
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
	code := vm.codeOf(p[0])
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
	module, err := ops.FromMapping(vm.heap, p[1], h.Intern("__name__"))
	if err != nil {
		return object.Null, err
	}
	if module == object.Null {
		module = object.None
	}
	builtins, err := vm.builtinsOf(p[1])
	if err != nil {
		return object.Null, err
	}
	f := vm.newFunction(code, object.Function{
		Globals: p[1], Builtins: builtins, Name: h.Intern(code.Name), QualName: h.Intern(code.QualName), Doc: object.None, Module: module,
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

// known is a line or a column that there may not be.
func known(n int) object.Value {
	if n < 0 {
		return object.None
	}
	return small(n)
}

// codePlaces returns an iterator over what add makes of the source ranges of a code
// object's units, in order.
func (vm *VM) codePlaces(code object.Value, add func(at pycode.Location, out object.Value)) (object.Value, error) {
	out := vm.heap.NewList()
	for at := range vm.codeOf(code).Locations() {
		add(at, out)
	}
	return vm.heap.Iter(out)
}

// evaluate runs code in namespaces: exec and eval. Locals may be any mapping; if
// they are the globals, the code runs as a module does.
func (vm *VM) evaluate(codeObject, globals, locals object.Value) (object.Value, error) {
	h, code := vm.heap, vm.codeOf(codeObject)
	if code.NumFree() > 0 {
		return object.Null, h.Raise(object.TypeErrorType, "code object passed to exec() may not contain free variables")
	}
	if locals != globals {
		var err error
		if code, err = vm.withNamespace(code); err != nil {
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
		Globals: globals, Builtins: builtins, Name: h.Intern(code.Name), QualName: h.Intern(code.QualName),
		Doc: object.None, Module: object.None,
	})
	if locals == globals {
		return vm.callFromGo(f, nil, object.Null)
	}
	return vm.runBody(f, locals)
}

// compile is the builtin function, for text: a code object.
func (vm *VM) compile(filename, mode string, flags int, inherit bool, source []byte) (object.Value, error) {
	if vm.opts.Compile == nil {
		return object.Null, vm.heap.Unsupported("compiling source: the VM has no Options.Compile")
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
	code, err := vm.prepare(c)
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
	if ns := vm.namespace(fp); ns != object.Null {
		return ns, nil
	}
	return vm.variables(fp), nil
}

// namespace returns the namespace of a frame of a module or a class body, Null of a
// function's.
func (vm *VM) namespace(fp unsafe.Pointer) object.Value {
	code := vm.codes[frameCode(fp)]
	if code.Flags&pycode.FlagOptimized != 0 {
		return object.Null
	}
	if ns := vm.body(fp, code); ns != object.Null {
		return ns
	}
	return vm.globals(fp)
}

// variables returns the variables of a frame of a function, as a new dict.
func (vm *VM) variables(fp unsafe.Pointer) object.Value {
	h, code := vm.heap, vm.codes[frameCode(fp)]
	d := h.NewDict()
	for i, name := range code.LocalsPlus {
		if code.Kinds[i]&pycode.KindHidden != 0 {
			continue
		}
		if v := vm.localValue(fp, code, i); v != object.Null {
			h.DictSetStr(d, h.Intern(name), v)
		}
	}
	return d
}
