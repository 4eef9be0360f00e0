package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Classes: the class statement, calls of classes, super.

// loadName looks a name up in the frame's namespace, then as a global; behind a namespace of its own the globals are a dict, whatever
// their class.
func (vm *VM) loadName(fp unsafe.Pointer, code *Code, name object.Value) (object.Value, error) {
	ns := introspect.Body(fp, code)
	if ns == object.Null {
		return vm.loadGlobal(fp, name)
	}
	return env{vm}.LoadSpaced(ns, *slot(fp, object.FrameSlots/8), name)
}

func storeName(h *object.Heap, fp unsafe.Pointer, code *Code, name, v object.Value) error {
	ns := introspect.Body(fp, code)
	switch {
	case ns == object.Null:
		ns = frameGlobals(h, fp)
		fallthrough
	case h.Is(ns, object.DictType):
		h.DictSetStr(ns, name, v)
		return nil
	}
	return h.SetItem(ns, name, v)
}

func (vm *VM) deleteName(fp unsafe.Pointer, code *Code, name object.Value) error {
	h := vm.heap
	ns := introspect.Body(fp, code)
	if ns == object.Null {
		ns = frameGlobals(vm.heap, fp)
	}
	if !h.Is(ns, object.DictType) {
		err := h.DelItem(ns, name)
		if err != nil && h.RaisedIs(err, object.KeyErrorType) {
			err = vm.nameError(name)
		}
		return err
	}
	found, err := h.DictDel(ns, name)
	if err == nil && !found {
		err = vm.nameError(name)
	}
	return err
}

// classNames executes the instructions that only bodies of classes and what
// stands in them have.
func (vm *VM) classNames(op pycode.Op, arg int, fp unsafe.Pointer, code *Code, sp unsafe.Pointer) (int, error) {
	h := vm.heap
	switch op {
	case pycode.LOAD_BUILD_CLASS:
		f, err := ops.Builtin(h, *slot(fp, object.FrameSlots/8), h.Intern("__build_class__"))
		switch {
		case err != nil:
			return 0, err
		case f == object.Null:
			return 0, h.Raise(object.NameErrorType, "__build_class__ not found")
		}
		*slot(sp, 0) = f
		return 1, nil
	case pycode.LOAD_LOCALS:
		ns := introspect.Body(fp, code)
		if ns == object.Null {
			ns = frameGlobals(vm.heap, fp)
		}
		*slot(sp, 0) = ns
		return 1, nil
	case pycode.LOAD_FROM_DICT_OR_GLOBALS:
		v, err := ops.FromMapping(vm.heap, *top(sp), code.NameValues[arg])
		if err == nil && v == object.Null {
			v, err = vm.loadGlobal(fp, code.NameValues[arg])
		}
		if err == nil {
			*top(sp) = v
		}
		return 0, err
	case pycode.LOAD_FROM_DICT_OR_DEREF:
		v, err := ops.FromMapping(vm.heap, *top(sp), h.InternName(code.LocalsPlus[arg]))
		if err == nil && v == object.Null {
			if v = h.Field(*local(fp, arg), object.OffCellValue); v == object.Null {
				err = unboundDeref(vm.heap, code, arg)
			}
		}
		if err == nil {
			*top(sp) = v
		}
		return 0, err
	}
	// SETUP_ANNOTATIONS
	ns := introspect.Body(fp, code)
	if ns == object.Null {
		ns = frameGlobals(vm.heap, fp)
	}
	name := h.Intern("__annotations__")
	if v, err := ops.FromMapping(vm.heap, ns, name); err != nil || v != object.Null {
		return 0, err
	}
	return 0, h.SetItem(ns, name, h.NewDict())
}

// initClasses makes what the class statement needs.
func (vm *VM) initClasses() {
	h := vm.heap
	h.CallerModule(func() (object.Value, error) {
		fp, err := vm.frame()
		if fp == nil || err != nil {
			return object.Null, err
		}
		return h.DictGetStr(frameGlobals(vm.heap, fp), h.Intern("__name__")), nil
	})
	h.SuperContext = vm.superContext
	h.TypeChanged = vm.tier.TypeChanged
	h.Parameters = func(f object.Value) (n int, more bool) {
		c := vm.codes[h.Half(f, object.OffFuncCode)]
		return c.ArgCount + c.KwOnlyArgCount, c.Flags&(pycode.FlagVarArgs|pycode.FlagVarKeywords) != 0
	}
	h.DictSetStr(vm.builtins, h.Intern("__build_class__"), h.NewBuiltin(&object.Builtin{
		Name: "__build_class__", Arity: object.Varied, Frames: true,
		FnKw: func(_ *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			return ops.BuildClass(vm.heap, args, kwnames, vm.runBody)
		},
	}, object.Null))
	vm.known.Super = h.Type(object.SuperType).Object
}

// makeShim makes the function of the frame beneath an __init__.
func (vm *VM) makeShim() {
	c := &pycode.Code{
		Name: "<shim>", QualName: "<shim>", Filename: "<shim>", Flags: pycode.FlagOptimized | pycode.FlagNewLocals, StackSize: 2,
		Units: []uint16{uint16(pycode.NOP), uint16(pycode.EXIT_INIT_CHECK), uint16(pycode.RETURN_VALUE)},
	}
	code, err := vm.loader().Own(c)
	if err != nil {
		panic(err) // it has no constants
	}
	code.Shim, code.Pinned = true, true
	vm.shim = vm.newFunction(code, object.Function{
		Globals: vm.builtins, Builtins: vm.builtins, Doc: object.None, Module: object.None,
	})
	vm.shimCode = code
}

// runBody executes a class's body in a namespace. It returns the cell for
// __class__, or None.
func (vm *VM) runBody(f, ns object.Value) (object.Value, error) {
	return vm.callFrame(f, nil, object.Null, func(np unsafe.Pointer) { giveNamespace(vm, np, ns) })
}

// giveNamespace stores the namespace of a frame that has just begun, if its code has one.
func giveNamespace(vm *VM, np unsafe.Pointer, ns object.Value) {
	if code := vm.codes[frameCode(np)]; code.Namespace {
		*local(np, len(code.LocalsPlus)) = ns
	}
}

// superContext is what super() without arguments means in the innermost frame
// (Objects/typeobject.c, super_init_without_args).
func (vm *VM) superContext() (class, self object.Value, err error) {
	h := vm.heap
	fp, err := vm.frame()
	if err != nil {
		return object.Null, object.Null, err
	}
	if fp == nil {
		return object.Null, object.Null, h.Raise(object.RuntimeErrorType, "super(): no current frame")
	}
	code := vm.codes[frameCode(fp)]
	if code.ArgCount == 0 {
		return object.Null, object.Null, h.Raise(object.RuntimeErrorType, "super(): no arguments")
	}
	self = *local(fp, 0)
	if code.Kinds[0]&pycode.KindCell != 0 && h.Is(self, object.CellType) {
		self = h.Field(self, object.OffCellValue)
	}
	if self == object.Null {
		return object.Null, object.Null, h.Raise(object.RuntimeErrorType, "super(): arg[0] deleted")
	}
	for i := len(code.LocalsPlus) - code.NumFree(); i < len(code.LocalsPlus); i++ {
		if code.LocalsPlus[i] != "__class__" {
			continue
		}
		cell := *local(fp, i)
		if !h.Is(cell, object.CellType) { // the code has put something else there
			return object.Null, object.Null, h.Raise(object.RuntimeErrorType, "super(): bad __class__ cell")
		}
		class = h.Field(cell, object.OffCellValue)
		if class == object.Null {
			return object.Null, object.Null, h.Raise(object.RuntimeErrorType, "super(): empty __class__ cell")
		}
		if !h.IsInstance(class, object.TypeType) {
			return object.Null, object.Null, h.Raise(object.RuntimeErrorType, "super(): __class__ is not a type (%s)", h.TypeName(class))
		}
		return class, self, nil
	}
	return object.Null, object.Null, h.Raise(object.RuntimeErrorType, "super(): __class__ cell not found")
}

// callClass begins the call of a class whose instances are made plainly and have
// an __init__ in Python: the frame of __init__, above one that returns the
// instance. ok is false for other classes.
func (vm *VM) callClass(fp unsafe.Pointer, code *Code, f object.Value, args []object.Value, kwnames object.Value) (np unsafe.Pointer, ok bool, err error) {
	if t, init := vm.heap.PlainClass(f, kwnames != object.Null); t != nil {
		v := vm.heap.NewPlain(t, args)
		np, err = vm.enterInit(fp, code, v, init, args, kwnames)
		return np, true, err
	}
	if m := newMethod(vm.heap, f); m != object.Null {
		packed := vm.heap.NewTuple(args...)
		np, err = vm.operatorFrames(fp, code, m, pyguest.Make, pyguest.Entries{packed, vm.heap.ClassCall(f, kwnames)})
		return np, true, err
	}
	return nil, false, nil
}

// newMethod returns the __new__ in Python that the call of a class calls first; Null if that does something else.
func newMethod(h *object.Heap, f object.Value) object.Value {
	if !h.IsInstance(f, object.TypeType) {
		return object.Null
	}
	return h.TypeFromObject(f).NewMethod()
}

// enterInit begins the frame of init above one that returns v.
func (vm *VM) enterInit(fp unsafe.Pointer, code *Code, v, init object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error) {
	if vm.shimCode == nil {
		vm.makeShim()
	}
	sh := vm.pushFrame(fp, code, vm.shim, vm.shimCode)
	if sh == nil {
		return nil, recursionError(vm.heap)
	}
	*slot(sh, object.FrameSlots/8+1) = v
	*(*uint32)(unsafe.Add(sh, object.FrameSP)) = 2
	*(*uint32)(unsafe.Add(sh, object.FramePC)) = pyguest.ShimReturn
	np, err := vm.bind(sh, vm.shimCode, init, v, args, kwnames)
	if err != nil {
		vm.fp = fp
	}
	return np, err
}

// allocAndEnterInit executes CALL_ALLOC_AND_ENTER_INIT: it makes the instance and
// begins the frame of __init__. ok is false when the callable is not the class that
// the inline cache names.
func (vm *VM) allocAndEnterInit(fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer, n int) (np unsafe.Pointer, ok bool, err error) {
	h := vm.heap
	f := *slot(sp, -n-2)
	if *slot(sp, -n-1) != object.Null || !h.IsInstance(f, object.TypeType) {
		return nil, false, nil
	}
	t := h.TypeFromObject(f)
	init, ok := t.PlainNew()
	if t.Version() != u32(ip, 1) || !ok {
		return nil, false, nil
	}
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - uint32(n) - 2
	*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 3
	np, err = vm.enterInit(fp, code, h.NewPlain(t, entries(sp, n)), init, entries(sp, n), object.Null)
	return np, true, err
}

// isClass reports whether a value is the class that the inline cache of LOAD_ATTR
// names.
func isClass(h *object.Heap, ip unsafe.Pointer, op pycode.Op, v object.Value) bool {
	if op == pycode.LOAD_ATTR_CLASS {
		return h.Is(v, object.TypeType) && h.TypeFromObject(v).Version() == u32(ip, 1)
	}
	return v.IsRef() && h.TypeVersion(v) == u32(ip, 3) && h.TypeOf(v).Layout() == object.TypeType && h.TypeFromObject(v).Version() == u32(ip, 1)
}
