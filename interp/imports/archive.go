package imports

import (
	"github.com/tier2go/tier2/interp/object"
)

// Imports from archives (Lib/zipimport.py). The finder reads folders only; where sys.path, or the __path__ of a package, has a
// file, or a name that would be in one, CPython's PathFinder is asked for that entry. It asks sys.path_hooks, whose first one imports
// zipimport when there is an archive.

// archiveHook stands for zipimport.zipimporter in sys.path_hooks.
func (im *Importer) archiveHook(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	path := a[0]
	if !h.IsInstance(path, object.StrType) || !im.o.Lib.InArchive(h.GoString(path)) {
		shown, err := h.Repr(path)
		if err != nil {
			return object.Null, err
		}
		return object.Null, h.Raise(object.ImportErrorType, "not a Zip file: %s", h.GoString(shown))
	}
	m, err := im.zipimport()
	if err != nil {
		return object.Null, err
	}
	f, err := h.GetAttr(m, h.Intern("zipimporter"))
	if err != nil {
		return object.Null, err
	}
	h.Push(f)
	return h.Call(f, a, object.Null)
}

// zipimport returns the module, of the library's folders: sys.path has archives.
func (im *Importer) zipimport() (object.Value, error) {
	const name = "zipimport"
	if m, err := im.whenLoaded(name); m != object.Null || err != nil {
		return m, err
	}
	defer im.lock(name)()
	found, err := im.o.Find(name, im.o.Folders)
	if err != nil {
		return object.Null, err
	}
	if found == nil {
		return object.Null, im.heap.Unsupported("module " + name)
	}
	return im.Load(name, found)
}

// findAmongArchives is findFile where folders has archives. A namespace package may have parts in both: PathFinder finds them.
func (im *Importer) findAmongArchives(name string, path object.Value, folders []string) (object.Value, error) {
	h := im.heap
	if err := im.machinery(); err != nil {
		return object.Null, err
	}
	mark := h.Mark()
	defer h.Release(mark)
	finder := im.made.finders[2]
	for i := 0; i < len(folders); {
		if im.o.Lib.InArchive(folders[i]) {
			spec, namespace, err := im.specOf(finder, name, h.NewList(h.NewStr(folders[i])))
			switch {
			case err != nil:
				return object.Null, err
			case namespace:
				return im.findParts(finder, name, path)
			case spec != object.Null:
				return im.call(im.made.bootstrap, "_load_unlocked", spec)
			}
			i++
			continue
		}
		first := i
		for i < len(folders) && !im.o.Lib.InArchive(folders[i]) {
			i++
		}
		found, err := im.o.Find(name, folders[first:i])
		switch {
		case err != nil:
			return object.Null, err
		case found != nil && found.Code == nil:
			return im.findParts(finder, name, path)
		case found != nil:
			return im.Load(name, found)
		}
	}
	return object.Null, nil
}

// findParts loads what PathFinder finds on the whole path.
func (im *Importer) findParts(finder object.Value, name string, path object.Value) (object.Value, error) {
	spec, _, err := im.specOf(finder, name, path)
	if spec == object.Null || err != nil {
		return object.Null, err
	}
	return im.call(im.made.bootstrap, "_load_unlocked", spec)
}

// specOf asks a finder; spec is Null if it finds nothing. namespace: it has no origin, so that there may be other parts.
func (im *Importer) specOf(finder object.Value, name string, path object.Value) (spec object.Value, namespace bool, err error) {
	h := im.heap
	h.Push(path)
	spec, err = im.ask(finder, name, path)
	if err != nil || spec == object.None || spec == object.Null {
		return object.Null, false, err
	}
	h.Push(spec)
	origin, err := h.GetAttr(spec, h.Intern("origin"))
	return spec, err == nil && origin == object.None, err
}
