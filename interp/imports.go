package interp

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// This file is the import statement: importlib._bootstrap's order of things
// (packages before what is in them, sys.modules before and after), with the
// library's own modules first and Options.Import for all others.

// setPath makes sys.path: the folder of the program, then Options.Path.
func (vm *VM) setPath(first string) {
	h := vm.heap
	vm.program = first
	h.ListClear(vm.path)
	h.ListAppend(vm.path, h.NewStr(first))
	for _, dir := range vm.opts.Path {
		h.ListAppend(vm.path, h.NewStr(dir))
	}
}

// importName is IMPORT_NAME in a function with these globals (Python/import.c,
// PyImport_ImportModuleLevelObject): the module of the name, or, without names to
// take from it, the outermost package.
func (vm *VM) importName(globals, name, fromlist, level object.Value) (object.Value, error) {
	h := vm.heap
	if !h.IsInstance(name, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "module name must be a string")
	}
	n, err := h.CInt(level)
	if err != nil {
		return object.Null, err
	}
	if n < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "level must be >= 0")
	}
	tail := h.GoString(name)
	full := tail
	if n > 0 {
		base, err := vm.importBase(globals, n)
		if err != nil {
			return object.Null, err
		}
		if full = base; tail != "" {
			full += "." + tail
		}
	} else if tail == "" {
		return object.Null, h.Raise(object.ValueErrorType, "Empty module name")
	}
	m, err := vm.importFor(globals, full)
	if err != nil {
		return object.Null, err
	}
	switch some, err := h.Truth(fromlist); {
	case err != nil:
		return object.Null, err
	case some:
		return m, vm.importSubmodules(m, fromlist)
	}
	dot := strings.IndexByte(tail, '.')
	if dot < 0 {
		return m, nil
	}
	return vm.importModule(full[:len(full)-len(tail)+dot])
}

// importFor imports for the module with these globals. What CPython's own library does
// without it is told by an ImportError. That is not for the program: there is such a
// module, so importing it, or what needs it, is unsupported.
func (vm *VM) importFor(globals object.Value, name string) (object.Value, error) {
	outer := vm.forLibrary
	vm.forLibrary = vm.inLibrary(globals)
	defer func() { vm.forLibrary = outer }()
	m, err := vm.importModule(name)
	if err != nil && !vm.forLibrary {
		if lacks := vm.missing(err); lib.Lacks(lacks) && !lib.Foreign(lacks) {
			if v, _ := vm.imported(lacks); v == object.Null {
				return object.Null, vm.heap.Unsupported("module " + lacks)
			}
		}
	}
	return m, err
}

// inLibrary reports whether these are the globals of a module of CPython's library.
func (vm *VM) inLibrary(globals object.Value) bool {
	file := vm.heap.DictGetStr(globals, vm.heap.Intern("__file__"))
	if file == object.Null || !vm.heap.Is(file, object.StrType) {
		return false
	}
	s := vm.heap.GoString(file)
	return slices.ContainsFunc(vm.opts.Path, func(folder string) bool { return strings.HasPrefix(s, folder+string(filepath.Separator)) })
}

// importBase returns the package that a relative import begins in.
func (vm *VM) importBase(globals object.Value, level int) (string, error) {
	h := vm.heap
	global := func(name string) object.Value { return h.DictGetStr(globals, h.Intern(name)) }
	pkg := global("__package__")
	if pkg == object.Null || pkg == object.None {
		if pkg = global("__name__"); pkg == object.Null {
			return "", h.Raise(object.KeyErrorType, "'__name__' not in globals")
		}
		if !h.Is(pkg, object.StrType) {
			return "", h.Raise(object.TypeErrorType, "__name__ must be a string")
		}
		if global("__path__") == object.Null {
			name := h.GoString(pkg)
			pkg = h.NewStr(name[:max(0, strings.LastIndexByte(name, '.'))])
		}
	}
	if !h.Is(pkg, object.StrType) {
		return "", h.Raise(object.TypeErrorType, "package must be a string")
	}
	base := h.GoString(pkg)
	if base == "" {
		return "", h.Raise(object.ImportErrorType, "attempted relative import with no known parent package")
	}
	for range level - 1 {
		dot := strings.LastIndexByte(base, '.')
		if dot < 0 {
			return "", h.Raise(object.ImportErrorType, "attempted relative import beyond top-level package")
		}
		base = base[:dot]
	}
	return base, nil
}

// imported looks in sys.modules; Null if the module is not there.
func (vm *VM) imported(name string) (object.Value, error) {
	m := vm.heap.DictGetStr(vm.modules, vm.heap.Intern(name))
	if m == object.None {
		return object.Null, vm.notFound(name, "import of "+name+" halted; None in sys.modules")
	}
	return m, nil
}

// notFound is a ModuleNotFoundError.
func (vm *VM) notFound(name, text string) error {
	h := vm.heap
	exc := h.NewException(h.Type(object.ModuleNotFoundErrorType), h.NewStr(text))
	h.SetField(exc, object.OffExcState, h.NewTuple(h.NewStr(name)))
	return h.RaiseValue(exc)
}

// importModule returns the module of a full name, imported if it is not there
// (importlib._bootstrap._find_and_load).
func (vm *VM) importModule(name string) (object.Value, error) {
	h := vm.heap
	if m, err := vm.imported(name); m != object.Null || err != nil {
		return m, err
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return vm.findModule(name, vm.path)
	}
	parent, err := vm.importModule(name[:dot])
	if err != nil {
		return object.Null, err
	}
	if m, err := vm.imported(name); m != object.Null || err != nil {
		return m, err // the package has imported it
	}
	path, err := h.LookupAttr(parent, h.Intern("__path__"))
	if err != nil {
		return object.Null, err
	}
	if path == object.Null {
		return object.Null, vm.notFound(name, "No module named '"+name+"'; '"+name[:dot]+"' is not a package")
	}
	m, err := vm.findModule(name, path)
	if err != nil {
		return object.Null, err
	}
	return m, h.SetAttr(parent, h.Intern(name[dot+1:]), m)
}

// findModule makes the module of a full name and runs it; path is the list of
// folders to look in.
func (vm *VM) findModule(name string, path object.Value) (object.Value, error) {
	h := vm.heap
	m, ok, err := vm.lib.Import(name)
	if err != nil {
		return object.Null, err
	}
	if ok {
		return m, h.DictSet(vm.modules, h.Intern(name), m)
	}
	if vm.opts.Import == nil {
		return object.Null, vm.noModule(name)
	}
	folders, err := vm.folders(path)
	if err != nil {
		return object.Null, err
	}
	var found *pycode.Module
	_, err = vm.callGo(func([]object.Value) (_ any, err error) {
		found, err = vm.opts.Import(name, folders)
		return nil, err
	}, nil)
	switch {
	case err != nil:
		return object.Null, err
	case found == nil:
		return object.Null, vm.noModule(name)
	}
	return vm.loadModule(name, found)
}

// folders returns the elements of a list that are text.
func (vm *VM) folders(list object.Value) ([]string, error) {
	h := vm.heap
	it, err := h.Iter(list)
	if err != nil {
		return nil, err
	}
	var out []string
	for {
		v, err := h.Next(it)
		if v == object.Null || err != nil {
			return out, err
		}
		if h.Is(v, object.StrType) {
			out = append(out, vm.lib.Moved(h.GoString(v)))
		}
	}
}

// noModule is the error for a module that nobody has: Unsupported if it is one of
// CPython's that is not written in Python, or if there is nobody who reads files
// and there is a file of that name beside the program.
func (vm *VM) noModule(name string) error {
	top, _, dotted := strings.Cut(name, ".")
	switch {
	case lib.Foreign(name), lib.Lacks(name) && vm.forLibrary:
	case lib.IsStdlib(top) && (!dotted || vm.opts.Import == nil), vm.opts.Import == nil && (strings.HasPrefix(top, "_") || top == "test"):
		return vm.heap.Unsupported("module " + name)
	case vm.opts.Import == nil:
		file := vm.heap.DictGetStr(vm.mainDict, vm.heap.Intern("__file__"))
		if file == object.Null {
			break
		}
		beside := filepath.Join(filepath.Dir(vm.heap.GoString(file)), top)
		for _, path := range [...]string{beside, beside + ".py"} {
			if vm.lib.Exists(path) {
				return vm.heap.Unsupported("module " + name)
			}
		}
	}
	return vm.notFound(name, "No module named '"+name+"'")
}

// loadModule makes a module of what has been found, under a name that is not in
// sys.modules, and runs its code. If that fails there is no such module.
func (vm *VM) loadModule(name string, found *pycode.Module) (object.Value, error) {
	m, err := vm.newModule(name)
	if err != nil {
		return object.Null, err
	}
	h := vm.heap
	d := h.Field(m, object.OffModuleDict)
	set := func(key string, v object.Value) { h.DictSetStr(d, h.Intern(key), v) }
	pkg := name[:max(0, strings.LastIndexByte(name, '.'))]
	if found.Path != nil {
		list := h.NewList()
		for _, dir := range found.Path {
			h.ListAppend(list, h.NewStr(dir))
		}
		set("__path__", list)
		pkg = name
	}
	set("__package__", h.NewStr(pkg))
	if found.File != "" {
		set("__file__", h.NewStr(found.File))
	}
	if found.Code == nil {
		return m, nil
	}
	vm.loading = append(vm.loading, name)
	prepared, err := vm.prepare(found.Code)
	if err == nil {
		_, err = vm.runModule(prepared, d)
	}
	vm.loading = vm.loading[:len(vm.loading)-1]
	if err != nil {
		if _, derr := h.DictDel(vm.modules, h.Intern(name)); derr != nil {
			err = errors.Join(err, derr)
		}
		return object.Null, err
	}
	// A module may put something else in its place.
	if m, err = vm.imported(name); m == object.Null && err == nil {
		err = h.Raise(object.KeyErrorType, "%s", name)
	}
	return m, err
}

// importSubmodules imports what a from-list names and a package has not yet
// (importlib._bootstrap._handle_fromlist).
func (vm *VM) importSubmodules(m, fromlist object.Value) error {
	h := vm.heap
	if path, err := h.LookupAttr(m, h.Intern("__path__")); path == object.Null || err != nil {
		return err
	}
	name, err := h.GetAttr(m, h.Intern("__name__"))
	if err != nil {
		return err
	}
	it, err := h.Iter(fromlist)
	if err != nil {
		return err
	}
	for {
		x, err := h.Next(it)
		if x == object.Null || err != nil {
			return err
		}
		if !h.Is(x, object.StrType) {
			return h.Raise(object.TypeErrorType, "Item in ``from list'' must be str, not %s", h.TypeName(x))
		}
		if h.StrIs(x, "*") {
			all, err := h.LookupAttr(m, h.Intern("__all__"))
			if err == nil && all != object.Null && !h.StrIs(fromlist, "*") {
				err = vm.importSubmodules(m, all)
			}
			if err != nil {
				return err
			}
			continue
		}
		if v, err := h.LookupAttr(m, x); v != object.Null || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		full := h.GoString(name) + "." + h.GoString(x)
		if _, err := vm.importModule(full); err != nil && !vm.isMissing(err, full) {
			return err
		}
	}
}

// isMissing reports whether an error says that there is no module of that name,
// and nothing else.
func (vm *VM) isMissing(err error, name string) bool { return vm.missing(err) == name }

// missing returns the name of the module that an error says not to exist; "" if it
// says something else.
func (vm *VM) missing(err error) string {
	var raised *object.Raised
	if !errors.As(err, &raised) || !vm.heap.Is(raised.Exc, object.ModuleNotFoundErrorType) {
		return ""
	}
	args := vm.heap.Field(raised.Exc, object.OffExcArgs)
	if vm.heap.TupleLen(args) != 1 || !vm.heap.Is(vm.heap.TupleItem(args, 0), object.StrType) {
		return ""
	}
	s, ok := strings.CutPrefix(vm.heap.GoString(vm.heap.TupleItem(args, 0)), "No module named '")
	name, rest, _ := strings.Cut(s, "'")
	if !ok || rest != "" {
		return ""
	}
	return name
}

// importFrom is IMPORT_FROM (Python/ceval.c, _PyEval_ImportFrom): an attribute, or
// a submodule that a circular import has not bound yet.
func (vm *VM) importFrom(m, name object.Value) (object.Value, error) {
	h := vm.heap
	if h.Is(m, object.ModuleType) {
		// Not by GetAttr: the name may be one that CPython has and this library not.
		if v := h.DictGetStr(h.Field(m, object.OffModuleDict), name); v != object.Null {
			return v, nil
		}
	}
	v, err := h.LookupAttr(m, name)
	if v != object.Null {
		return v, nil
	}
	if unsupported := (*object.Unsupported)(nil); err != nil && !errors.As(err, &unsupported) {
		return object.Null, err
	}
	mod, known := "<unknown module name>", false
	if n, err := h.LookupAttr(m, h.Intern("__name__")); err == nil && n != object.Null && h.Is(n, object.StrType) {
		mod, known = h.GoString(n), true
		if sub, err := vm.imported(mod + "." + h.GoString(name)); sub != object.Null || err != nil {
			return sub, err
		}
	}
	if err != nil {
		return object.Null, err
	}
	if err := h.MissingImport(mod, h.GoString(name)); err != nil {
		return object.Null, err
	}
	text := "cannot import name '" + h.GoString(name) + "' from " + vm.whyNoName(m, mod)
	exc := h.NewException(h.Type(object.ImportErrorType), h.NewStr(text))
	if known {
		h.SetField(exc, object.OffExcState, h.NewTuple(name, h.NewStr(mod)))
	}
	return object.Null, h.RaiseValue(exc)
}

// whyNoName is the end, from the module's name on, of the message for a name that
// a module has not (Python/ceval.c, _PyEval_ImportFrom; Objects/moduleobject.c,
// _PyModule_IsPossiblyShadowing): it knows that a file of the program may hide a
// library of the same name.
func (vm *VM) whyNoName(m object.Value, name string) string {
	h := vm.heap
	v, err := h.LookupAttr(m, h.Intern("__file__"))
	if err != nil || v == object.Null || !h.Is(v, object.StrType) {
		return "'" + name + "' (unknown location)"
	}
	file := h.GoString(v)
	dir := filepath.Dir(file)
	if filepath.Base(file) == "__init__.py" {
		dir = filepath.Dir(dir)
	}
	shadows := dir == vm.program
	switch {
	case shadows && lib.IsStdlib(name):
		return "'" + name + "' (consider renaming '" + file + "' since it has the same name as the standard library module named '" + name + "' and prevents importing that standard library module)"
	case !slices.Contains(vm.loading, name):
		return "'" + name + "' (" + file + ")"
	case shadows:
		return "'" + name + "' (consider renaming '" + file + "' if it has the same name as a library you intended to import)"
	}
	return "partially initialized module '" + name + "' (most likely due to a circular import) (" + file + ")"
}

// importStar copies a module's names: those of __all__, or all that do not begin
// with an underscore.
func (vm *VM) importStar(m, globals object.Value) error {
	h := vm.heap
	if !h.Is(m, object.ModuleType) {
		return h.Unsupported("from import * of what is no module")
	}
	vm.lib.StarImport(h.GoString(h.Field(m, object.OffModuleName)))
	d := h.Field(m, object.OffModuleDict)
	if all := h.DictGetStr(d, h.Intern("__all__")); all != object.Null {
		return vm.importAll(m, all, globals)
	}
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

// importAll copies the names of __all__.
func (vm *VM) importAll(m, all, globals object.Value) error {
	h := vm.heap
	it, err := h.Iter(all)
	if err != nil {
		return err
	}
	for {
		k, err := h.Next(it)
		if k == object.Null || err != nil {
			return err
		}
		if !h.Is(k, object.StrType) {
			return h.Raise(object.TypeErrorType, "Item in %s.__all__ must be str, not %s", h.GoString(h.Field(m, object.OffModuleName)), h.TypeName(k))
		}
		v, err := h.GetAttr(m, k)
		if err == nil {
			err = h.DictSet(globals, k, v)
		}
		if err != nil {
			return err
		}
	}
}

// prefix is the folder that the first folder of a library, as in prefix/lib/python3.14,
// is under; "" if there is none.
func prefix(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return filepath.Dir(filepath.Dir(path[0]))
}
