package interp

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/object"
	"github.com/tier2go/tier2/pycode"
)

// initBuiltins makes the library and finds the functions that instructions
// recognize.
func (vm *VM) initBuiltins() error {
	h := vm.heap
	vm.modules = h.NewDict()
	h.Push(vm.modules)
	vm.host = &lib.Host{
		Stdin: vm.Stdin, Stdout: vm.Stdout, Stderr: vm.Stderr, Modules: vm.modules,
		RecursionLimit:    func() int { return int(vm.frames[1]) },
		SetRecursionLimit: func(n int) { vm.frames[1] = uint32(n) },
		RecursionDepth:    func() int { return int(vm.frames[0]) },
		Globals:           vm.runningGlobals,
		Interrupted: func() error {
			if !vm.interrupted.Load() {
				return nil
			}
			return vm.handleInterrupt()
		},
		IsTerminal: func(fd int) bool {
			f, ok := [...]any{vm.opts.Stdin, vm.opts.Stdout, vm.opts.Stderr}[fd].(*os.File)
			return ok && lib.IsTerminal(f)
		},
	}
	l, err := lib.New(h, vm.host)
	if err != nil {
		return err
	}
	vm.lib = l
	vm.builtins = l.Builtins()
	builtin := func(name string) object.Value { return h.DictGetStr(vm.builtins, h.Intern(name)) }
	vm.lenBuiltin, vm.isinstanceBuiltin = builtin("len"), builtin("isinstance")
	vm.listAppend = h.Type(object.ListType).Lookup(h.Intern("append"))
	vm.typeType = h.Type(object.TypeType).Object
	vm.initMain()
	vm.initGoErrors()
	return nil
}

// runningGlobals returns the namespace of the function that is running: that of
// __main__ for a builtin that Go has called.
func (vm *VM) runningGlobals() object.Value {
	if vm.fp == nil {
		return vm.mainDict
	}
	return vm.globals(vm.fp)
}

// builtinsModule returns the module builtins.
func (vm *VM) builtinsModule() object.Value {
	h := vm.heap
	name := h.Intern("builtins")
	if m := h.DictGetStr(vm.modules, name); m != object.Null {
		return m
	}
	m := h.NewModule("builtins")
	h.SetField(m, object.OffModuleDict, vm.builtins)
	h.DictSetStr(vm.builtins, h.Intern("__name__"), name)
	h.DictSetStr(vm.modules, name, m)
	return m
}

// importName is IMPORT_NAME: the module itself; dotted and relative names are
// not supported yet.
func (vm *VM) importName(name, fromlist, level object.Value) (object.Value, error) {
	h := vm.heap
	if m, err := h.DictGet(vm.modules, name); err != nil || m != object.Null {
		return m, err
	}
	s := h.GoString(name)
	if level != object.SmallInt(0) {
		return object.Null, h.Raise(object.ImportErrorType, "attempted relative import with no known parent package")
	}
	m, ok, err := vm.lib.Import(s)
	if err != nil {
		return object.Null, err
	}
	if !ok {
		return vm.importCode(s)
	}
	return m, h.DictSet(vm.modules, name, m)
}

// importCode imports a module whose code Options.Import has.
func (vm *VM) importCode(name string) (object.Value, error) {
	if vm.opts.Import == nil || strings.Contains(name, ".") {
		return object.Null, vm.noModule(name)
	}
	var code *pycode.Code
	_, err := vm.callGo(func([]object.Value) (_ any, err error) {
		code, err = vm.opts.Import(name)
		return nil, err
	}, nil)
	switch {
	case err != nil:
		return object.Null, err
	case code == nil:
		return object.Null, vm.noModule(name)
	}
	return vm.loadModule(name, code)
}

// noModule is the error for a module that the library does not have: Unsupported
// if it is one of the standard library's, or a file beside the program.
func (vm *VM) noModule(name string) error {
	top, _, _ := strings.Cut(name, ".")
	if lib.IsStdlib(top) || strings.HasPrefix(top, "_") || top == "test" {
		return vm.heap.Unsupported("module " + name)
	}
	if file := vm.heap.DictGetStr(vm.mainDict, vm.heap.Intern("__file__")); file != object.Null {
		beside := filepath.Join(filepath.Dir(vm.heap.GoString(file)), top)
		for _, path := range [...]string{beside, beside + ".py"} {
			if _, err := os.Stat(path); err == nil {
				return vm.heap.Unsupported("module " + name)
			}
		}
	}
	return vm.heap.Raise(object.ModuleNotFoundErrorType, "No module named '%s'", top)
}

// importFrom is IMPORT_FROM.
func (vm *VM) importFrom(m, name object.Value) (object.Value, error) {
	h := vm.heap
	if h.Is(m, object.ModuleType) {
		if v := h.DictGetStr(h.Field(m, object.OffModuleDict), name); v != object.Null {
			return v, nil
		}
		mod := h.GoString(h.Field(m, object.OffModuleName))
		if err := h.MissingName(mod, h.GoString(name)); err != nil {
			return object.Null, err
		}
		exc := h.NewException(h.Type(object.ImportErrorType),
			h.NewStr("cannot import name '"+h.GoString(name)+"' from '"+mod+"' (unknown location)"))
		h.SetField(exc, object.OffExcState, h.NewTuple(name, h.Field(m, object.OffModuleName)))
		return object.Null, h.RaiseValue(exc)
	}
	return h.GetAttr(m, name)
}

// importStar copies a module's public names.
func (vm *VM) importStar(m, globals object.Value) error {
	h := vm.heap
	if !h.Is(m, object.ModuleType) {
		return h.Unsupported("from import * of what is no module")
	}
	vm.lib.StarImport(h.GoString(h.Field(m, object.OffModuleName)))
	d := h.Field(m, object.OffModuleDict)
	for pos := 0; ; {
		k, v, ok := h.DictNext(d, &pos)
		if !ok {
			return nil
		}
		if h.Is(k, object.StrType) && !strings.HasPrefix(h.GoString(k), "_") {
			if err := h.DictSet(globals, k, v); err != nil {
				return err
			}
		}
	}
}
