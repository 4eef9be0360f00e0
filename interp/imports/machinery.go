package imports

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The parts of the import system that are written in Python (Lib/importlib): specs, loaders
// and finders, sys.meta_path and sys.path_hooks. CPython has them in every process; here
// they are made when the program first asks for one of them, in CPython's order
// (Python/import.c, init_importlib): _bootstrap, then _bootstrap_external, under the names
// that CPython gives the frozen modules.
//
// The three finders of CPython's sys.meta_path stand for this package: where they come by
// turn, an import goes on here, and finds what it would find without them. Other finders
// are called. So an import runs no Python unless the program has a finder of its own.

// The modules that stand for importlib._bootstrap and importlib._bootstrap_external.
const (
	bootstrapName = "_frozen_importlib"
	externalName  = "_frozen_importlib_external"
)

// machinery is what has been made of importlib.
type machinery struct {
	bootstrap, external object.Value // namespaces; Null: not made
	making              bool
	finders             [3]object.Value // sys.meta_path as it was made
	hooks               int             // length of sys.path_hooks as it was made
}

// machineryNames are the names of sys that there are once the machinery is made.
var machineryNames = []string{"meta_path", "path_hooks", "path_importer_cache"}

func (m *machinery) mark(r *heap.Marker) {
	r.Value(m.bootstrap)
	r.Value(m.external)
	r.Values(m.finders[:])
}

// Lazy makes the machinery when name is one of sys's that need it, and returns its value;
// Null for other names.
func (im *Importer) Lazy(name string) (object.Value, error) {
	if !slices.Contains(machineryNames, name) || im.o.Find == nil {
		return object.Null, nil
	}
	if err := im.machinery(); err != nil {
		return object.Null, err
	}
	return im.o.Lib.Sys(name), nil
}

// machinery makes importlib's modules, once. Other threads wait for that.
func (im *Importer) machinery() error {
	m, h := &im.made, im.heap
	if m.external != object.Null {
		return nil
	}
	if self := h.ThreadNumber(); m.making {
		if !im.locks.wait(bootstrapName, self) {
			return nil
		}
		if err := im.waitFor(bootstrapName, self); err != nil {
			return err
		}
		return im.machinery()
	}
	m.making = true
	defer im.lock(bootstrapName)()
	defer func() { m.making = false }()
	sys, err := im.Module("sys")
	if err != nil {
		return err
	}
	for _, name := range machineryNames {
		if im.o.Lib.Sys(name) == object.Null {
			v := h.NewList()
			if name == "path_importer_cache" {
				v = h.NewDict()
			}
			im.o.Lib.SetSys(name, v)
		}
	}
	bootstrap, err := im.ownModule(bootstrapName, "_bootstrap")
	if err != nil {
		return err
	}
	imp, err := im.Module("_imp")
	if err != nil {
		return err
	}
	if _, err = im.call(bootstrap, "_install", sys, imp); err != nil {
		return err
	}
	external, err := im.ownModule(externalName, "_bootstrap_external")
	if err != nil {
		return err
	}
	if _, err = im.call(bootstrap, "_install_external_importers"); err != nil {
		return err
	}
	h.DictSetStr(bootstrap, h.Intern("_find_and_load"), h.NewBuiltin(&object.Builtin{
		Name: "_find_and_load", Module: bootstrapName, Arity: object.Fast, Min: 2, Max: 2, Fn: im.findAndLoad}, object.Null))
	m.bootstrap, m.external = bootstrap, external
	for i, of := range [...]struct {
		namespace object.Value
		name      string
	}{{bootstrap, "BuiltinImporter"}, {bootstrap, "FrozenImporter"}, {external, "PathFinder"}} {
		m.finders[i] = h.DictGetStr(of.namespace, h.Intern(of.name))
	}
	if hooks := im.o.Lib.Sys("path_hooks"); h.Is(hooks, object.ListType) {
		h.ListInsert(hooks, 0, h.NewBuiltin(&object.Builtin{Name: "zipimporter", Module: "zipimport", Arity: object.O, Fn: im.archiveHook}, object.Null))
		m.hooks = h.ListLen(hooks)
	}
	return im.specify()
}

// findAndLoad is _bootstrap._find_and_load, through which import_module and
// importlib.__import__ go.
func (im *Importer) findAndLoad(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "module name must be str, not %s", h.TypeName(a[0]))
	}
	return im.Module(h.GoString(a[0]))
}

// ownModule loads a file of Lib/importlib under another name, and returns its namespace.
func (im *Importer) ownModule(name, file string) (object.Value, error) {
	h := im.heap
	var folders []string
	for _, dir := range im.o.Folders {
		folders = append(folders, filepath.Join(dir, "importlib"))
	}
	found, err := im.o.Find("importlib."+file, folders)
	if err != nil {
		return object.Null, err
	}
	if found == nil {
		return object.Null, h.Unsupported("module " + name)
	}
	m, err := im.Load(name, found)
	if err != nil {
		return object.Null, err
	}
	return h.Field(m, object.OffModuleDict), nil
}

// call calls a function of a namespace.
func (im *Importer) call(namespace object.Value, name string, args ...object.Value) (object.Value, error) {
	return im.callKw(namespace, name, args, object.Null)
}

// callKw is call with the names of keyword arguments.
func (im *Importer) callKw(namespace object.Value, name string, args []object.Value, kwnames object.Value) (object.Value, error) {
	h := im.heap
	f := h.DictGetStr(namespace, h.Intern(name))
	if f == object.Null {
		return f, h.RaiseName(h.Intern(name), "name '%s' is not defined", name)
	}
	return h.Call(f, args, kwnames)
}

// list returns the elements of a list of sys; nil if there is none.
func (im *Importer) list(name string) ([]object.Value, error) {
	h := im.heap
	v := im.o.Lib.Sys(name)
	if v == object.Null {
		return nil, nil
	}
	it, err := h.Iter(v)
	if err != nil {
		return nil, err
	}
	var out []object.Value
	for {
		x, err := h.Next(it)
		if x == object.Null || err != nil {
			return out, err
		}
		h.Push(x) // the Go heap holds it
		out = append(out, x)
	}
}

// specify gives the modules that came before the machinery their specs; _install has seen
// to the builtin ones.
func (im *Importer) specify() error {
	h := im.heap
	for pos := 0; ; {
		_, m, ok := h.DictNext(im.o.Modules, &pos)
		if !ok {
			return nil
		}
		if !h.Is(m, object.ModuleType) || h.Field(m, object.OffModuleDict) == im.o.Main {
			continue
		}
		d := h.Field(m, object.OffModuleDict)
		if file := h.DictGetStr(d, h.Intern("__file__")); file != object.Null && h.Is(file, object.StrType) {
			if err := im.specifyFile(m, h.GoString(h.Field(m, object.OffModuleName))); err != nil {
				return err
			}
		}
	}
}

// specifyFile gives a module of a file its spec and its loader.
func (im *Importer) specifyFile(m object.Value, name string) error {
	h := im.heap
	if im.made.external == object.Null {
		return nil
	}
	mark := h.Mark()
	defer h.Release(mark)
	d := h.Field(m, object.OffModuleDict)
	file := h.DictGetStr(d, h.Intern("__file__"))
	loader := "SourceFileLoader"
	if filepath.Ext(h.GoString(file)) == ".pyc" {
		loader = "SourcelessFileLoader"
	}
	l, err := im.call(im.made.external, loader, h.NewStr(name), file)
	if err != nil {
		return err
	}
	h.Push(l)
	names := []object.Value{h.Intern("loader")}
	args := []object.Value{h.NewStr(name), file, l}
	if path := h.DictGetStr(d, h.Intern("__path__")); path != object.Null {
		names, args = append(names, h.Intern("submodule_search_locations")), append(args, path)
	}
	h.Push(args[0])
	h.PushAll(args[1:])
	spec, err := im.callKw(im.made.external, "spec_from_file_location", args, h.NewTuple(names...))
	if err != nil {
		return err
	}
	h.Push(spec)
	_, err = im.call(im.made.bootstrap, "_init_module_attrs", spec, m)
	return err
}

// specifyOther gives a builtin module or a namespace package its spec and its loader, by the
// finder that finds it.
func (im *Importer) specifyOther(m object.Value, name string, finder, path object.Value) error {
	h := im.heap
	if im.made.external == object.Null || finder == object.Null {
		return nil
	}
	spec, err := im.ask(finder, name, path)
	if err != nil || spec == object.None || spec == object.Null {
		return err
	}
	h.Push(spec)
	_, err = im.call(im.made.bootstrap, "_init_module_attrs", spec, m)
	return err
}

// ask calls a finder's find_spec; Null: it has none.
func (im *Importer) ask(finder object.Value, name string, path object.Value) (object.Value, error) {
	h := im.heap
	f, err := h.LookupAttr(finder, h.Intern("find_spec"))
	if f == object.Null || err != nil {
		return object.Null, err
	}
	h.Push(f)
	return h.Call(f, []object.Value{h.NewStr(name), path, object.None}, object.Null)
}

// asPlanned reports whether the finders are those that stand for this package.
func (im *Importer) asPlanned() bool {
	h := im.heap
	v := im.o.Lib.Sys("meta_path")
	if v == object.Null || im.made.making {
		return true
	}
	if im.made.external == object.Null || !h.Is(v, object.ListType) || h.ListLen(v) != len(im.made.finders) {
		return false
	}
	for i, f := range im.made.finders {
		if h.ListItem(v, i) != f {
			return false
		}
	}
	return im.hooksAsMade()
}

func (im *Importer) hooksAsMade() bool {
	h := im.heap
	hooks := im.o.Lib.Sys("path_hooks")
	return hooks != object.Null && h.Is(hooks, object.ListType) && h.ListLen(hooks) == im.made.hooks
}

// findByFinders asks sys.meta_path's finders in turn (importlib._bootstrap._find_spec). path
// is None for a module that is in no package.
func (im *Importer) findByFinders(name string, path object.Value, forLibrary bool) (object.Value, error) {
	h := im.heap
	if err := im.machinery(); err != nil {
		return object.Null, err
	}
	mark := h.Mark()
	defer h.Release(mark)
	finders, err := im.list("meta_path")
	if err != nil {
		return object.Null, err
	}
	files := false // those of files are asked
	for _, finder := range finders {
		if h.DictGetStr(im.o.Modules, h.InternName(name)) != object.Null {
			return im.imported(name) // a finder has imported it
		}
		switch i := slices.Index(im.made.finders[:], finder); {
		case i == 0:
			if m, ok, err := im.findBuiltin(name); ok || err != nil {
				return m, err
			}
			continue
		case i == 1:
			continue
		case i == 2:
			files = true
			if !im.hooksAsMade() {
				break
			}
			if m, err := im.findFile(name, im.orPath(path)); m != object.Null || err != nil {
				return m, err
			}
			continue
		}
		spec, err := im.ask(finder, name, path)
		if err != nil {
			return object.Null, err
		}
		if spec != object.Null && spec != object.None {
			h.Push(spec)
			return im.call(im.made.bootstrap, "_load_unlocked", spec)
		}
	}
	if !files {
		return object.Null, im.notFound(name, "No module named "+im.quoted(name))
	}
	return object.Null, im.noModule(name, forLibrary)
}

// orPath returns path, or sys.path for None.
func (im *Importer) orPath(path object.Value) object.Value {
	if path != object.None {
		return path
	}
	if v := im.o.Lib.Sys("path"); v != object.Null {
		return v
	}
	return im.o.Path
}

// findBuiltin makes a module of the library; ok is false if it has none of that name.
func (im *Importer) findBuiltin(name string) (m object.Value, ok bool, err error) {
	h := im.heap
	m, ok, err = im.o.Lib.Import(name)
	if !ok || err != nil {
		return object.Null, false, err
	}
	if err = h.DictSet(im.o.Modules, h.InternName(name), m); err != nil {
		return object.Null, false, err
	}
	return m, true, im.specifyOther(m, name, im.made.finders[0], object.None)
}

// findFile loads a module that is found in the folders of path; Null if it is not there.
func (im *Importer) findFile(name string, path object.Value) (object.Value, error) {
	folders, err := im.folders(path)
	if err != nil {
		return object.Null, err
	}
	if slices.ContainsFunc(folders, im.o.Lib.InArchive) {
		return im.findAmongArchives(name, path, folders)
	}
	found, err := im.o.Find(name, folders)
	if found == nil || err != nil {
		return object.Null, err
	}
	m, err := im.Load(name, found)
	if err != nil || found.Code != nil {
		return m, err
	}
	if strings.IndexByte(name, '.') < 0 {
		path = object.None
	}
	return m, im.specifyOther(m, name, im.made.finders[2], path)
}

// own reports whether a module of this name is made by machinery.
func own(name string) bool { return name == bootstrapName || name == externalName }
