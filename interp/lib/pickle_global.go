package lib

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// Pickling what has a name: classes, functions, and what a reducing function names.

// saveType pickles a class.
func (p *pickling) saveType(v object.Value) error {
	h := p.h
	for _, single := range [...]object.Value{object.None, object.Ellipsis, object.NotImplemented} {
		if v == h.TypeOf(single).Object {
			return p.saveReduce(h.NewTuple(h.Type(object.TypeType).Object, h.NewTuple(single)), v)
		}
	}
	return p.saveGlobal(v, object.Null)
}

// saveGlobal pickles an object by its module and its name there; name Null: __qualname__.
func (p *pickling) saveGlobal(v, name object.Value) error {
	h := p.h
	if name == object.Null {
		var err error
		if name, err = h.LookupAttr(v, h.Intern("__qualname__")); err != nil {
			return err
		}
		if name == object.Null {
			if name, err = h.GetAttr(v, h.Intern("__name__")); err != nil {
				return err
			}
		}
	}
	if !h.IsInstance(name, object.StrType) {
		return h.Raise(object.TypeErrorType, "must be str, not %s", h.TypeName(name))
	}
	path := strings.Split(h.GoString(name), ".")
	module, err := p.whichModule(v, name, path)
	if err != nil {
		return err
	}
	if p.proto >= 2 {
		code, err := h.DictGet(p.roots[rootRegistry], h.NewTuple(module, name))
		if err != nil {
			return err
		}
		if code != object.Null {
			return p.extension(code)
		}
	}
	if p.proto >= 4 {
		if err := p.save(module); err != nil {
			return err
		}
		if err := p.save(name); err != nil {
			return err
		}
		p.put(opStackGlobal)
		p.memoize(v)
		return nil
	}
	if err := p.savePath(module, name, path); err != nil {
		return err
	}
	p.memoize(v)
	return nil
}

// extension appends the code that copyreg has for an object.
func (p *pickling) extension(code object.Value) error {
	n, err := p.h.Index(code)
	switch {
	case err != nil:
		return err
	case n <= 0 || n > 0x7FFFFFFF:
		return p.h.Raise(object.RuntimeErrorType, "extension code %d is out of range", n)
	case n <= 0xFF:
		p.put(opExt1, byte(n))
	case n <= 0xFFFF:
		p.put(opExt2, byte(n), byte(n>>8))
	default:
		p.put4(opExt4, uint32(n))
	}
	return nil
}

// savePath pickles an object by its module and name under a protocol without STACK_GLOBAL: getattr(getattr(…), …).
func (p *pickling) savePath(module, name object.Value, path []string) error {
	h := p.h
	if len(path) == 1 {
		return p.saveTop(module, name)
	}
	builtin := p.l.own("getattr")
	for range path[1:] {
		if err := p.save(builtin); err != nil {
			return err
		}
		if p.proto < 2 {
			p.put(opMark)
		}
	}
	if err := p.saveTop(module, h.NewStr(path[0])); err != nil {
		return err
	}
	for _, attr := range path[1:] {
		if err := p.save(h.NewStr(attr)); err != nil {
			return err
		}
		if p.proto < 2 {
			p.put(opTuple, opReduce)
		} else {
			p.put(opTuple2, opReduce)
		}
	}
	return nil
}

// saveTop appends the opcode of a name in a module.
func (p *pickling) saveTop(module, name object.Value) error {
	h := p.h
	if p.fixImports {
		var err error
		if module, name, err = p.oldNames(module, name); err != nil {
			return err
		}
	}
	module, name = h.Plain(module), h.Plain(name)
	for i, s := range [...]object.Value{module, name} {
		if data, ok := h.ASCIIData(s); ok && i == 0 {
			p.line(opGlobal, string(data))
			continue
		} else if ok {
			p.open(len(data) + 1)
			p.b = append(append(p.b, data...), '\n')
			continue
		}
		encoding := "ascii"
		if p.proto >= 3 {
			encoding = "utf-8"
		}
		data, err := h.Encode(s, encoding, "strict")
		if err != nil {
			if !h.RaisedIs(err, object.UnicodeEncodeErrorType) {
				return err
			}
			exc := asRaised(err)
			text, failed := p.repr(s)
			if failed != nil {
				return failed
			}
			what := [...]string{"module", "global"}[i]
			return h.RaiseInstead(exc, p.picklingErr, fmt.Sprintf("can't pickle %s identifier %s using pickle protocol %d", what, text, p.proto))
		}
		if i == 0 {
			p.put(opGlobal)
		}
		p.open(h.BytesLen(data) + 1)
		p.b = append(append(p.b, h.BytesData(data)...), '\n')
	}
	return nil
}

// oldNames returns the module and the name that Python 2 has for them.
func (p *pickling) oldNames(module, name object.Value) (m, n object.Value, err error) {
	return p.rename(module, name, rootNames3to2, rootModules3to2, "REVERSE_NAME_MAPPING", "REVERSE_IMPORT_MAPPING")
}

// rename looks a module and a name up in a table of both, or the module in one of modules.
func (k *pickleKit) rename(module, name object.Value, names, modules int, namesName, modulesName string) (m, n object.Value, err error) {
	h := k.h
	both, err := h.DictGet(k.roots[names], h.NewTuple(module, name))
	if err != nil {
		return module, name, err
	}
	if both != object.Null {
		if !h.IsInstance(both, object.TupleType) || h.TupleLen(both) != 2 {
			return module, name, h.Raise(object.RuntimeErrorType, "_compat_pickle.%s values should be 2-tuples, not %s", namesName, h.TypeName(both))
		}
		m, n = h.TupleItem(both, 0), h.TupleItem(both, 1)
		if !h.IsInstance(m, object.StrType) || !h.IsInstance(n, object.StrType) {
			return module, name, h.Raise(object.RuntimeErrorType, "_compat_pickle.%s values should be pairs of str, not (%s, %s)", namesName, h.TypeName(m), h.TypeName(n))
		}
		return m, n, nil
	}
	m, err = h.DictGet(k.roots[modules], module)
	switch {
	case err != nil || m == object.Null:
		return module, name, err
	case !h.IsInstance(m, object.StrType):
		return module, name, h.Raise(object.RuntimeErrorType, "_compat_pickle.%s values should be strings, not %s", modulesName, h.TypeName(m))
	}
	return m, name, nil
}

// attribute follows attributes from a module.
func (k *pickleKit) attribute(v object.Value, path []string) (object.Value, error) {
	for _, s := range path {
		x, err := k.h.GetAttr(v, k.h.InternName(s))
		if err != nil {
			return object.Null, err
		}
		v = x
	}
	return v, nil
}

// whichModule returns the name of the module that has an object, and makes sure that it has it.
func (p *pickling) whichModule(v, name object.Value, path []string) (object.Value, error) {
	h := p.h
	module, err := h.LookupAttr(v, h.Intern("__module__"))
	if err != nil {
		return object.Null, err
	}
	wrong := func(was error, format string, args ...any) (object.Value, error) {
		exc := asRaised(was)
		text, err := p.repr(v)
		if err != nil {
			return object.Null, err
		}
		return object.Null, h.RaiseInstead(exc, p.picklingErr, fmt.Sprintf("Can't pickle "+format, append([]any{text}, args...)...))
	}
	for _, s := range path {
		if s == "<locals>" {
			return wrong(nil, "local object %s")
		}
	}
	if module == object.Null || module == object.None {
		if module, err = p.searchModules(v, path); err != nil {
			return object.Null, err
		}
	}
	if !h.IsInstance(module, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "module name must be a string")
	}
	in, err := p.imported(module)
	if err != nil {
		if !h.RaisedIs(err, object.ImportErrorType) && !h.RaisedIs(err, object.ValueErrorType) {
			return object.Null, err
		}
		exc := asRaised(err)
		text, failed := h.Str(exc)
		if failed != nil {
			return object.Null, failed
		}
		err = h.PassOn(exc)
		return wrong(err, "%s: %s", h.GoString(text))
	}
	x, err := p.attribute(in, path)
	switch {
	case err != nil && h.RaisedIs(err, object.AttributeErrorType):
		return wrong(err, "%s: it's not found as %s.%s", h.GoString(module), h.GoString(name))
	case err != nil:
		return object.Null, err
	case x != v:
		return wrong(nil, "%s: it's not the same object as %s.%s", h.GoString(module), h.GoString(name))
	}
	return module, nil
}

// imported returns a module by its name.
func (k *pickleKit) imported(name object.Value) (object.Value, error) {
	s := k.h.GoString(name)
	if m := k.h.ModuleNamed(s); m != object.Null && m != object.None {
		return m, nil
	}
	if s == "" {
		return object.Null, k.h.Raise(object.ValueErrorType, "Empty module name")
	}
	return k.h.ImportModule(s)
}

// searchModules looks through all modules for an object that does not say which has it.
func (p *pickling) searchModules(v object.Value, path []string) (object.Value, error) {
	h := p.h
	modules, err := h.DictCopy(p.l.host.Modules)
	if err != nil {
		return object.Null, err
	}
	for pos := 0; ; {
		name, m, ok := h.DictNext(modules, &pos)
		if !ok {
			return h.Intern("__main__"), nil
		}
		if m == object.None || h.IsInstance(name, object.StrType) && (h.StrIs(name, "__main__") || h.StrIs(name, "__mp_main__")) {
			continue
		}
		x, err := p.attribute(m, path)
		switch {
		case err != nil && !h.RaisedIs(err, object.AttributeErrorType):
			return object.Null, err
		case err == nil && x == v:
			return name, nil
		}
	}
}
