package interp

import (
	"context"
	"path/filepath"

	"github.com/tier2go/tier2/interp/driver"
	"github.com/tier2go/tier2/interp/imports"
	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// initBuiltins makes the library and finds the functions that instructions
// recognize.
func (vm *VM) initBuiltins() error {
	h := vm.heap
	vm.modules = h.NewDict()
	h.Push(vm.modules)
	vm.path = h.NewList()
	h.Push(vm.path)
	vm.host = &lib.Host{
		Stdin: vm.Stdin, Stdout: vm.Stdout, Stderr: vm.Stderr, Modules: vm.modules, Path: vm.path, Prefix: prefix(vm.opts.Path),
		RecursionLimit:    func() int { return vm.recursionLimit },
		SetRecursionLimit: vm.setRecursionLimit,
		RecursionDepth:    func() int { return vm.recursionDepth(vm.fp) },
		Globals:           vm.runningGlobals,
		Import: func(globals, name, fromlist, level object.Value) (object.Value, error) {
			return vm.imports.Name(globals, name, fromlist, level)
		},
		LazySys:     func(name string) (object.Value, error) { return vm.imports.Lazy(name) },
		Compile:     vm.compile,
		Tokens:      vm.tokens,
		CodeParts:   func(code object.Value) object.Value { return vm.objects.CodeParts(code) },
		MakeCode:    func(parts []object.Value) (object.Value, error) { return vm.objects.FromParts(parts) },
		Evaluate:    vm.evaluate,
		Locals:      vm.locals,
		Collect:     vm.collect,
		Frame:       func(depth int) (object.Value, error) { return vm.objects.Frame(depth) },
		FrameModule: func(depth int) (object.Value, error) { return vm.objects.Module(depth) },
		Interrupted: h.Poll,
		Signals:     &vm.requests,
		Threads:     threaded{vm},
		RawStdin:    vm.opts.Stdin, RawStdout: vm.opts.Stdout,
		Grants: vm.opts.Grants, Flags: vm.opts.Flags, Finds: vm.opts.Import != nil,
	}
	l, err := lib.New(h, vm.host)
	if err != nil {
		return err
	}
	vm.lib = l
	vm.builtins = l.Builtins()
	builtin := func(name string) object.Value { return h.DictGetStr(vm.builtins, h.Intern(name)) }
	vm.known.Len, vm.known.IsInstance, vm.known.IsSubclass = builtin("len"), builtin("isinstance"), builtin("issubclass")
	h.SetImports(vm.modules, builtin("__import__"))
	vm.known.All, vm.known.Any, vm.known.Hash, vm.known.Iter, vm.known.Repr = builtin("all"), builtin("any"), builtin("hash"), builtin("iter"), builtin("repr")
	vm.drivers = driver.New(h, vm.builtins, driver.VM{Function: vm.ownFunction, Suspended: vm.suspended})
	vm.known.FindKeyMethods(h)
	vm.known.Next = builtin("next")
	vm.known.GeneratorNext = h.Type(object.GeneratorType).Lookup(h.Intern("__next__"))
	vm.known.GeneratorSend = h.Type(object.GeneratorType).Lookup(h.Intern("send"))
	vm.known.CoroutineSend = h.Type(object.CoroutineType).Lookup(h.Intern("send"))
	vm.known.ListAppend = h.Type(object.ListType).Lookup(h.Intern("append"))
	vm.known.Type, vm.known.Str = h.Type(object.TypeType).Object, h.Type(object.StrType).Object
	vm.initMain()
	vm.imports = imports.New(imports.Options{
		Heap: h, Lib: l, Modules: vm.modules, Path: vm.path, Main: vm.mainDict, Folders: vm.opts.Path, Alone: vm.opts.Flags.Isolated, Find: vm.finder(), Names: vm.moduleNames, Audit: l.AuditImport, Begin: vm.opts.OnImport,
		Run: func(c *pycode.Code, namespace object.Value) error {
			code, err := vm.loader().Load(c)
			if err == nil {
				err = l.Audit("exec", code.Self)
			}
			if err == nil {
				_, err = vm.runModule(code, namespace)
			}
			return err
		},
	})
	vm.initClasses()
	vm.objects = introspect.New(h, inspected{vm})
	vm.bridge.Start(vm.builtins)
	return nil
}

// runningGlobals returns the namespace of the function that is running: that of
// __main__ for a builtin that Go has called.
func (vm *VM) runningGlobals() (object.Value, error) {
	fp, err := vm.frame()
	if fp == nil || err != nil {
		return vm.mainDict, err
	}
	return frameGlobals(vm.heap, fp), nil
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
	h.DictSetStr(vm.builtins, h.Intern("__package__"), h.Intern(""))
	h.DictSetStr(vm.builtins, h.Intern("__loader__"), object.None)
	h.DictSetStr(vm.builtins, h.Intern("__spec__"), object.None)
	h.DictSetStr(vm.modules, name, m)
	return m
}

// prefix is the folder that the first folder of a library, as in prefix/lib/python3.14,
// is under; "" if there is none.
func prefix(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return filepath.Dir(filepath.Dir(path[0]))
}

// finder returns Options.Import as the guest calls it, nil if there is none.
func (vm *VM) finder() func(name string, folders []string) (*pycode.Module, error) {
	if vm.opts.Import == nil {
		return nil
	}
	return func(name string, folders []string) (found *pycode.Module, err error) {
		err = vm.askCompiler(func(ctx context.Context) (code *pycode.Code, err error) {
			if found, err = vm.opts.Import(ctx, name, folders); found != nil {
				code = found.Code
			}
			return code, err
		})
		return found, err
	}
}
