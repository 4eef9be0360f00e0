package imports

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
)

// From is IMPORT_FROM (Python/ceval.c, _PyEval_ImportFrom): an attribute, or
// a submodule that a circular import has not bound yet.
func (im *Importer) From(m, name object.Value) (object.Value, error) {
	h := im.heap
	if v, ok := h.ImportedFrom(m, name); ok {
		return v, nil
	}
	v, err := h.GetAttr(m, name)
	if err == nil {
		return v, nil
	}
	var (
		raised      *object.Raised
		unsupported *object.Unsupported
	)
	switch {
	case h.RaisedIs(err, object.AttributeErrorType) && errors.As(err, &raised):
		h.Uncaught(raised.Exc) // what says so is the ImportError
		err = nil
	case !errors.As(err, &unsupported):
		return object.Null, err
	}
	mod, known := "<unknown module name>", false
	if n, err := h.LookupAttr(m, h.Intern("__name__")); err == nil && n != object.Null && h.Is(n, object.StrType) {
		mod, known = h.GoString(n), true
		if sub, err := im.imported(mod + "." + h.GoString(name)); sub != object.Null || err != nil {
			return sub, err
		}
	}
	if err != nil {
		return object.Null, err
	}
	if err := h.MissingImport(mod, h.GoString(name)); err != nil {
		return object.Null, err
	}
	text := "cannot import name '" + h.GoString(name) + "' from " + im.whyNoName(m, mod)
	exc := h.NewException(h.Type(object.ImportErrorType), h.NewStr(text))
	if known {
		file, err := h.LookupAttr(m, h.Intern("__file__"))
		if err != nil || file == object.Null || !h.Is(file, object.StrType) {
			file = object.None
		}
		h.SetField(exc, object.OffExcState, h.NewTuple(name, h.NewStr(mod), file))
	}
	return object.Null, h.RaiseValue(exc)
}

// whyNoName is the end, from the module's name on, of the message for a name that
// a module has not (Python/ceval.c, _PyEval_ImportFrom; Objects/moduleobject.c,
// _PyModule_IsPossiblyShadowing): it knows that a file of the program may hide a
// library of the same name.
func (im *Importer) whyNoName(m object.Value, name string) string {
	h := im.heap
	v, err := h.LookupAttr(m, h.Intern("__file__"))
	if err != nil || v == object.Null || !h.Is(v, object.StrType) {
		return "'" + name + "' (unknown location)"
	}
	file := h.GoString(v)
	dir := filepath.Dir(file)
	if filepath.Base(file) == "__init__.py" {
		dir = filepath.Dir(dir)
	}
	shadows := dir == im.program
	switch {
	case shadows && lib.IsStdlib(name):
		return "'" + name + "' (consider renaming '" + file + "' since it has the same name as the standard library module named '" + name + "' and prevents importing that standard library module)"
	case !slices.Contains(im.loading, name):
		return "'" + name + "' (" + file + ")"
	case shadows:
		return "'" + name + "' (consider renaming '" + file + "' if it has the same name as a library you intended to import)"
	}
	return "partially initialized module '" + name + "' (most likely due to a circular import) (" + file + ")"
}

// Star copies a module's names: those of __all__, or all that do not begin
// with an underscore.
func (im *Importer) Star(m, globals object.Value) error {
	h := im.heap
	if !h.Is(m, object.ModuleType) {
		return im.starOf(m, globals)
	}
	im.o.Lib.StarImport(h.GoString(h.Field(m, object.OffModuleName)))
	d := h.Field(m, object.OffModuleDict)
	if all := h.DictGetStr(d, h.Intern("__all__")); all != object.Null {
		return im.all(m, all, globals)
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

// starOf is Star for what is no module, but lies in sys.modules: it goes by its attributes.
func (im *Importer) starOf(m, globals object.Value) error {
	h := im.heap
	all, err := h.GetAttr(m, h.Intern("__all__"))
	if err == nil {
		return im.all(m, all, globals)
	}
	if !h.RaisedIs(err, object.AttributeErrorType) {
		return err
	}
	d, err := h.GetAttr(m, h.Intern("__dict__"))
	if err != nil {
		if h.RaisedIs(err, object.AttributeErrorType) {
			err = h.Raise(object.ImportErrorType, "from-import-* object has no __dict__ and no __all__")
		}
		return err
	}
	keys, err := h.ListFromIter(d)
	if err != nil {
		return err
	}
	for i := 0; i < h.ListLen(keys); i++ {
		k := h.ListItem(keys, i)
		if !h.Is(k, object.StrType) {
			return h.Raise(object.TypeErrorType, "Key in %s.__dict__ must be str, not %s", im.nameOf(m), h.TypeName(k))
		}
		if strings.HasPrefix(h.GoString(k), "_") {
			continue
		}
		v, err := h.GetAttr(m, k)
		if err == nil {
			err = h.DictSet(globals, k, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nameOf is the name that errors of import * say.
func (im *Importer) nameOf(m object.Value) string {
	h := im.heap
	if v, err := h.GetAttr(m, h.Intern("__name__")); err == nil && h.Is(v, object.StrType) {
		return h.GoString(v)
	}
	return h.TypeName(m)
}

// all copies the names of __all__.
func (im *Importer) all(m, all, globals object.Value) error {
	h := im.heap
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
			return h.Raise(object.TypeErrorType, "Item in %s.__all__ must be str, not %s", im.nameOf(m), h.TypeName(k))
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
