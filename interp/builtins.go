package interp

import (
	"os"
	"strings"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/object"
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
		Globals:           func() object.Value { return vm.globals(vm.fp) },
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
	return nil
}

func (vm *VM) setArgv(argv []string) { vm.host.Argv = argv }

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
		return object.Null, h.Unsupported("relative import of " + s)
	}
	m, ok, err := vm.lib.Import(s)
	if err != nil {
		return object.Null, err
	}
	if !ok {
		return object.Null, h.Unsupported("module " + s)
	}
	return m, h.DictSet(vm.modules, name, m)
}

// importFrom is IMPORT_FROM.
func (vm *VM) importFrom(m, name object.Value) (object.Value, error) {
	h := vm.heap
	if h.Is(m, object.ModuleType) {
		if v := h.DictGetStr(h.Field(m, object.OffModuleDict), name); v != object.Null {
			return v, nil
		}
		mod := h.GoString(h.Field(m, object.OffModuleName))
		return object.Null, h.Raise(object.ImportErrorType, "cannot import name '%s' from '%s' (unknown location)", h.GoString(name), mod)
	}
	return h.GetAttr(m, name)
}

// importStar copies a module's public names.
func (vm *VM) importStar(m, globals object.Value) error {
	h := vm.heap
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

// sourceLine returns a line of a source file without its indentation, "" if it
// cannot be had.
func (vm *VM) sourceLine(file string, line int) string {
	lines, ok := vm.sources[file]
	if !ok {
		if data, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		if vm.sources == nil {
			vm.sources = map[string][]string{}
		}
		vm.sources[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.Trim(lines[line-1], " \t\f\r\n")
}

// suggestion returns what CPython adds to the last line of some tracebacks.
func (vm *VM) suggestion(exc object.Value) string { return "" }

func (vm *VM) unexpectedKeyword(c *Code, f object.Value, name string) error {
	return vm.heap.Raise(object.TypeErrorType, "%s() got an unexpected keyword argument '%s'", vm.qualName(f), name)
}
