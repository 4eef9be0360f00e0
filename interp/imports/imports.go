package imports

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Options are what an Importer works with.
type Options struct {
	Heap    *object.Heap
	Lib     *lib.Lib
	Modules object.Value // dict: sys.modules
	Path    object.Value // list: sys.path
	Main    object.Value // dict: the namespace of the module __main__
	Folders []string     // sys.path behind the folder of the program
	Alone   bool         // sys.path has no folder of the program
	// Find is asked for a module that the library does not have, by its full name and the
	// folders to look in; nil: there is nobody to ask.
	Find func(name string, folders []string) (*pycode.Module, error)
	// Names gives a namespace the names that every module has.
	Names func(namespace object.Value)
	// Audit is told that a module is about to be looked for; its error is raised.
	Audit func(name string) error
	// Begin is told of a module that is about to be looked for; what it returns is told the file that the module
	// has come from ("": none, or no module) when it has run. nil: nobody is told.
	Begin func(name string) (end func(file string))
	// Run runs the code of a module in its namespace.
	Run func(code *pycode.Code, namespace object.Value) error
}

// Importer imports the modules of one VM.
type Importer struct {
	o       Options
	heap    *object.Heap
	program string   // folder of the program: sys.path[0] when it began
	loading []string // modules whose code the thread that runs is running, by their full names
	locks   locks
	made    machinery
}

// New makes an Importer.
func New(o Options) *Importer {
	im := &Importer{o: o, heap: o.Heap}
	null := object.Null
	im.made = machinery{bootstrap: null, external: null, finders: [3]object.Value{null, null, null}}
	o.Heap.AddRoots(im.made.mark)
	return im
}

// SwapLoading makes names those of the modules that the thread is loading which runs now, and returns what they were.
func (im *Importer) SwapLoading(names []string) []string {
	names, im.loading = im.loading, names
	return names
}

// SetPath makes sys.path: the folder of the program, then Options.Path.
func (im *Importer) SetPath(first string) {
	h := im.heap
	im.program = first
	h.ListClear(im.o.Path)
	if !im.o.Alone {
		h.ListAppend(im.o.Path, h.NewStr(first))
	}
	for _, dir := range im.o.Folders {
		h.ListAppend(im.o.Path, h.NewStr(dir))
	}
}

// Name is IMPORT_NAME in a function with these globals (Python/import.c,
// PyImport_ImportModuleLevelObject): the module of the name, or, without names to
// take from it, the outermost package.
func (im *Importer) Name(globals, name, fromlist, level object.Value) (object.Value, error) {
	h := im.heap
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
		base, err := im.base(globals, n)
		if err != nil {
			return object.Null, err
		}
		if full = base; tail != "" {
			full += "." + tail
		}
	} else if tail == "" {
		return object.Null, h.Raise(object.ValueErrorType, "Empty module name")
	}
	m, err := im.moduleFor(globals, full)
	if err != nil {
		return object.Null, err
	}
	switch some, err := h.Truth(fromlist); {
	case err != nil:
		return object.Null, err
	case some:
		return m, im.submodules(m, fromlist, globals)
	}
	dot := strings.IndexByte(tail, '.')
	if dot < 0 {
		return m, nil
	}
	return im.Module(full[:len(full)-len(tail)+dot])
}

// moduleFor imports for the module with these globals. What CPython's own library does
// without it is told by an ImportError. That is not for the program: there is such a
// module, so importing it, or what needs it, is unsupported.
func (im *Importer) moduleFor(globals object.Value, name string) (object.Value, error) {
	if m, err := im.whenLoaded(name); m != object.Null || err != nil {
		return m, err
	}
	forLibrary := im.inLibrary(globals)
	m, err := im.module(name, forLibrary)
	if err != nil && !forLibrary {
		if lacks := im.missing(err); lib.Lacks(lacks) && !lib.Foreign(lacks) {
			if v, _ := im.imported(lacks); v == object.Null {
				return object.Null, im.heap.Unsupported("module " + lacks)
			}
		}
	}
	return m, err
}

// inLibrary reports whether these are the globals of a module of CPython's library.
func (im *Importer) inLibrary(globals object.Value) bool {
	file := im.heap.DictGetStr(globals, im.heap.Intern("__file__"))
	if file == object.Null || !im.heap.Is(file, object.StrType) {
		return false
	}
	s := im.heap.GoString(file)
	return slices.ContainsFunc(im.o.Folders, func(folder string) bool { return strings.HasPrefix(s, folder+string(filepath.Separator)) })
}

// base returns the package that a relative import begins in.
func (im *Importer) base(globals object.Value, level int) (string, error) {
	h := im.heap
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
func (im *Importer) imported(name string) (object.Value, error) {
	m := im.heap.DictGetStr(im.o.Modules, im.heap.InternName(name))
	if m == object.None {
		return object.Null, im.notFound(name, "import of "+name+" halted; None in sys.modules")
	}
	return m, nil
}

// notFound is a ModuleNotFoundError.
func (im *Importer) notFound(name, text string) error {
	h := im.heap
	exc := h.NewException(h.Type(object.ModuleNotFoundErrorType), h.NewStr(text))
	h.SetField(exc, object.OffExcState, h.NewTuple(h.NewStr(name)))
	return h.RaiseValue(exc)
}

// Module returns the module of a full name, imported for the program if it is not there
// (importlib._bootstrap._find_and_load).
func (im *Importer) Module(name string) (object.Value, error) { return im.module(name, false) }

// module is Module for the program, or for a module of CPython's library.
func (im *Importer) module(name string, forLibrary bool) (object.Value, error) {
	h := im.heap
	if m, err := im.whenLoaded(name); m != object.Null || err != nil {
		return m, err
	}
	defer im.lock(name)()
	if im.o.Begin == nil {
		return im.find(name, forLibrary)
	}
	end := im.o.Begin(name)
	m, err := im.find(name, forLibrary)
	file := ""
	if err == nil && h.Is(m, object.ModuleType) {
		if f := h.DictGetStr(h.Field(m, object.OffModuleDict), h.Intern("__file__")); f != object.Null && h.Is(f, object.StrType) {
			file = h.GoString(f)
		}
	}
	end(file)
	return m, err
}

// find is module for one that is not in sys.modules.
func (im *Importer) find(name string, forLibrary bool) (object.Value, error) {
	h := im.heap
	if err := im.o.Audit(name); err != nil {
		return object.Null, err
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return im.findModule(name, object.None, forLibrary)
	}
	parent, err := im.module(name[:dot], forLibrary)
	if err != nil {
		return object.Null, err
	}
	if m, err := im.whenLoaded(name); m != object.Null || err != nil {
		return m, err // the package has imported it
	}
	path, err := h.LookupAttr(parent, h.Intern("__path__"))
	if err != nil {
		return object.Null, err
	}
	if path == object.Null {
		return object.Null, im.notFound(name, "No module named "+im.quoted(name)+"; "+im.quoted(name[:dot])+" is not a package")
	}
	m, err := im.findModule(name, path, forLibrary)
	if err != nil {
		return object.Null, err
	}
	return m, h.SetAttr(parent, h.InternName(name[dot+1:]), m)
}

// findModule makes the module of a full name and runs it; path is the list of
// folders to look in, None for sys.path.
func (im *Importer) findModule(name string, path object.Value, forLibrary bool) (object.Value, error) {
	if own(name) && im.o.Find != nil {
		if err := im.machinery(); err != nil {
			return object.Null, err
		}
		return im.imported(name)
	}
	if !im.asPlanned() {
		return im.findByFinders(name, path, forLibrary)
	}
	if m, ok, err := im.findBuiltin(name); ok || err != nil {
		return m, err
	}
	if im.o.Find != nil {
		if m, err := im.findFile(name, im.orPath(path)); m != object.Null || err != nil {
			return m, err
		}
	}
	return object.Null, im.noModule(name, forLibrary)
}

// folders returns the elements of a list that are text.
func (im *Importer) folders(list object.Value) ([]string, error) {
	h := im.heap
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
			out = append(out, im.o.Lib.Moved(h.GoString(v)))
		}
	}
}

// noModule is the error for a module that nobody has: Unsupported if it is one of
// CPython's that is not written in Python, or if there is nobody who reads files
// and there is a file of that name beside the program.
func (im *Importer) noModule(name string, forLibrary bool) error {
	top, _, dotted := strings.Cut(name, ".")
	switch {
	case lib.Foreign(name), lib.Lacks(name) && forLibrary:
	case lib.IsStdlib(top) && (!dotted || im.o.Find == nil), im.o.Find == nil && (strings.HasPrefix(top, "_") || top == "test"):
		return im.heap.Unsupported("module " + name)
	case im.o.Find == nil:
		file := im.heap.DictGetStr(im.o.Main, im.heap.Intern("__file__"))
		if file == object.Null {
			break
		}
		beside := filepath.Join(filepath.Dir(im.heap.GoString(file)), top)
		for _, path := range [...]string{beside, beside + ".py"} {
			if im.o.Lib.Exists(path) {
				return im.heap.Unsupported("module " + name)
			}
		}
	}
	return im.notFound(name, "No module named "+im.quoted(name))
}

// quoted is a name as messages have it.
func (im *Importer) quoted(name string) string {
	r, err := im.heap.Repr(im.heap.NewStr(name))
	if err != nil { // an interrupt
		return "'" + name + "'"
	}
	return im.heap.GoString(r)
}

// Load makes a module of what has been found, under a name that is not in
// sys.modules, and runs its code. If that fails there is no such module.
func (im *Importer) Load(name string, found *pycode.Module) (object.Value, error) {
	m, err := im.NewModule(name)
	if err != nil {
		return object.Null, err
	}
	h := im.heap
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
	if found.File != "" {
		if err := im.specifyFile(m, name); err != nil {
			return object.Null, err
		}
	}
	if err := im.run(name, found.Code, d); err != nil {
		return object.Null, err
	}
	// A module may put something else in its place.
	if m, err = im.imported(name); m == object.Null && err == nil {
		err = h.Raise(object.KeyErrorType, "%s", name)
	}
	return m, err
}

// run runs a module's code. Where it does not come to its end, also by a panic of Go, sys.modules has no such module.
func (im *Importer) run(name string, code *pycode.Code, d object.Value) (err error) {
	key, outer, done := im.heap.InternName(name), len(im.loading), false
	defer im.heap.Release(im.heap.Mark())
	im.heap.Push(key)
	im.loading = append(im.loading, name)
	defer func() {
		im.loading = im.loading[:outer]
		if !done {
			_, derr := im.heap.DictDel(im.o.Modules, key)
			err = errors.Join(err, derr)
		}
	}()
	err = im.o.Run(code, d)
	done = err == nil
	return err
}

// submodules imports what a from-list names and a package has not yet
// (importlib._bootstrap._handle_fromlist).
func (im *Importer) submodules(m, fromlist, globals object.Value) error {
	h := im.heap
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
				err = im.submodules(m, all, globals)
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
		if _, err := im.module(full, im.inLibrary(globals)); err != nil && !im.isMissing(err, full) {
			return err
		}
	}
}

// isMissing reports whether an error says that there is no module of that name,
// and nothing else.
func (im *Importer) isMissing(err error, name string) bool { return im.missing(err) == name }

// missing returns the name of the module that an error says not to exist; "" if it
// says something else.
func (im *Importer) missing(err error) string {
	var raised *object.Raised
	if !errors.As(err, &raised) || !im.heap.Is(raised.Exc, object.ModuleNotFoundErrorType) {
		return ""
	}
	args := im.heap.Field(raised.Exc, object.OffExcArgs)
	if im.heap.TupleLen(args) != 1 || !im.heap.Is(im.heap.TupleItem(args, 0), object.StrType) {
		return ""
	}
	s, ok := strings.CutPrefix(im.heap.GoString(im.heap.TupleItem(args, 0)), "No module named '")
	name, rest, _ := strings.Cut(s, "'")
	if !ok || rest != "" {
		return ""
	}
	return name
}

// NewModule makes an empty module of a name that is not in sys.modules, and puts it there.
func (im *Importer) NewModule(name string) (object.Value, error) {
	h := im.heap
	if n := h.InternName(name); h.DictGetStr(im.o.Modules, n) != object.Null {
		return object.Null, fmt.Errorf("interp: there is a module %s", name)
	}
	m := h.NewModule(name)
	im.o.Names(h.Field(m, object.OffModuleDict))
	h.DictSetStr(im.o.Modules, h.InternName(name), m)
	return m, nil
}
