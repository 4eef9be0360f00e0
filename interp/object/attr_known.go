package object

import (
	"slices"
	"strings"
)

// An attribute that is not found either does not exist in CPython, which is
// AttributeError, or exists there and is not implemented here, which no program
// must take for the former. attrNames tells them apart, and names the
// candidates for "Did you mean".

// attrNamesOf returns the names of a type's own attributes in CPython, sorted.
func (t *Type) attrNamesOf() []string {
	if t.names == nil && t.made {
		t.names = []string{}
	}
	if t.names == nil {
		t.names = strings.Fields(attrNames[t.qualified()])
		if t.names == nil {
			t.names = []string{}
		}
	}
	return t.names
}

// KnowAttrs tells the names of the attributes that a type has in CPython, sorted,
// where they are not in the table.
func (t *Type) KnowAttrs(names []string) { t.names = names }

// hasAttrName reports whether instances of the type have an attribute of that
// name in CPython, implemented here or not.
func (t *Type) hasAttrName(name string) bool {
	for _, b := range t.MRO {
		if _, ok := slices.BinarySearch(b.attrNamesOf(), name); ok {
			return true
		}
	}
	return false
}

// notFound is the error for an attribute that the look-up of v has not found:
// Unsupported if CPython has it, otherwise AttributeError with v's type in the
// message.
func (h *Heap) notFound(v, name Value) error {
	t := h.TypeOf(v)
	seen := &h.missing[(uint64(name)>>4^uint64(t.ID))%uint64(len(h.missing))]
	if seen.t == t && seen.name == name && seen.typeName == t.Name {
		return h.raiseAttribute(v, name, seen.msg)
	}
	s := h.GoString(name)
	if t.hasAttrName(s) {
		return h.Unsupported("attribute " + s + " of '" + t.Name + "' objects")
	}
	shown := t.qualified()
	if t.InPython || t.made {
		shown = t.Name
	}
	msg := h.NewStr("'" + shown + "' object has no attribute '" + s + "'")
	*seen = missingAttr{t, t.Name, name, msg}
	return h.raiseAttribute(v, name, msg)
}

// missingAttr is the message of an AttributeError, by what it depends on: programs that try
// whether values have an attribute raise the same again and again. They are forgotten when
// the heap is collected.
type missingAttr struct {
	t         *Type
	typeName  string
	name, msg Value
}

// moduleNames are the names that a builtin module has in CPython, sorted.
type moduleNames struct {
	names []string
	lazy  func(name string) (Value, error) // nil: see KnowLazily
}

// KnowModule tells the names that a builtin module has in CPython, sorted: using
// one that its namespace lacks is Unsupported.
func (h *Heap) KnowModule(module string, names []string) {
	if h.modules == nil {
		h.modules = map[string]*moduleNames{}
	}
	h.modules[module] = &moduleNames{names: names}
}

// KnowLazily tells who makes names of a known module when they are first asked for, and puts
// them into its namespace; make returns Null for names that it does not make.
func (h *Heap) KnowLazily(module string, make func(name string) (Value, error)) {
	h.modules[module].lazy = make
}

// MissingName is the error for a name that a builtin module has in CPython and
// not here; nil for names that CPython has not either.
func (h *Heap) MissingName(module, name string) error {
	return h.missingName(AttributeErrorType, module, name)
}

// MissingImport is MissingName for from module import name.
func (h *Heap) MissingImport(module, name string) error {
	return h.missingName(ImportErrorType, module, name)
}

func (h *Heap) missingName(t TypeID, module, name string) error {
	if m := h.modules[module]; m != nil {
		if _, ok := slices.BinarySearch(m.names, name); ok {
			return h.UnsupportedAs(t, "name "+module+"."+name)
		}
	}
	return nil
}

// moduleNotFound is notFound for the namespace of a module: an error, or what is made of the
// name now.
func (h *Heap) moduleNotFound(v, name Value) (Value, error) {
	module, s := h.GoString(h.Field(v, OffModuleName)), h.GoString(name)
	if m := h.modules[module]; m != nil && m.lazy != nil {
		if x, err := m.lazy(s); x != Null || err != nil {
			return x, err
		}
	}
	if err := h.MissingName(module, s); err != nil {
		return Null, err
	}
	if h.types[ModuleType].hasAttrName(s) {
		return Null, h.Unsupported("attribute " + s + " of modules")
	}
	return Null, h.RaiseAttribute(v, name, "module '%s' has no attribute '%s'", module, s)
}

// typeNotFound is notFound for attributes of a type object.
func (h *Heap) typeNotFound(v, name Value) error {
	t, s := h.TypeFromObject(v), h.GoString(name)
	if t.hasAttrName(s) || h.types[TypeType].hasAttrName(s) {
		return h.Unsupported("attribute " + s + " of type " + t.Name)
	}
	return h.RaiseAttribute(v, name, "type object '%s' has no attribute '%s'", t.Name, s)
}

// RaiseName makes a NameError that knows the name, so that a traceback can tell
// what was probably meant.
func (h *Heap) RaiseName(name Value, format string, args ...any) error {
	exc := h.NewException(h.types[NameErrorType], h.NewStr(sprintf(format, args)))
	h.SetField(exc, OffExcState, h.NewTuple(name))
	return h.RaiseValue(exc)
}

// RaiseAttribute makes an AttributeError that knows the object and the name, so
// that a traceback can tell what was probably meant.
func (h *Heap) RaiseAttribute(v, name Value, format string, args ...any) error {
	return h.raiseAttribute(v, name, h.NewStr(sprintf(format, args)))
}

func (h *Heap) raiseAttribute(v, name, msg Value) error {
	exc := h.NewException(h.types[AttributeErrorType], msg)
	h.SetField(exc, OffExcState, h.NewTuple(name, v))
	return h.RaiseValue(exc)
}

// LookupAttr is getattr(v, name) that tells a missing attribute without making
// an exception where it can: the result is Null then. name is a str.
func (h *Heap) LookupAttr(v, name Value) (Value, error) {
	t := h.TypeOf(v)
	if t.GetAttr == nil {
		x, err := h.find(v, t, h.InternValue(name))
		if err != nil && h.raisedIs(err, AttributeErrorType) {
			return Null, nil
		}
		if err != nil || x != Null {
			return x, err
		}
		if s := h.GoString(name); !t.hasAttrName(s) && t.Extra == nil {
			return Null, nil
		}
	}
	x, err := h.GetAttr(v, name)
	if err != nil && h.raisedIs(err, AttributeErrorType) {
		return Null, nil
	}
	return x, err
}

// AttrExists reports whether v has an attribute: hasattr(v, name). Attributes
// that CPython has and this package does not count.
func (h *Heap) AttrExists(v, name Value) (bool, error) {
	x, err := h.LookupAttr(v, name)
	if _, missing := err.(*Unsupported); missing {
		return true, nil
	}
	return x != Null, err
}

// ownNames returns the names of an instance's own attributes.
func (h *Heap) ownNames(v Value, t *Type) (names []string) {
	if h.hasValues(v, t) {
		for i, k := range t.keys {
			if h.Field(v, t.valuesOff+8*uintptr(i)) != Null {
				names = append(names, h.GoString(k))
			}
		}
		return names
	}
	if d := h.dictField(v, t); d != nil && *d != Null {
		return h.Names(*d)
	}
	return nil
}

// Dir returns the sorted names of v's attributes as dir(v) does.
func (h *Heap) Dir(v Value) []string {
	t := h.TypeOf(v)
	var names []string
	switch t.ID {
	case ModuleType:
		names = h.Names(h.Field(v, OffModuleDict))
		if m := h.modules[h.GoString(h.Field(v, OffModuleName))]; m != nil {
			names = append(names, m.names...)
		}
		slices.Sort(names)
		return slices.Compact(names)
	case FunctionType:
		if d := h.Field(v, OffFuncDict); d != Null {
			names = h.Names(d)
		}
	}
	if t.layout == TypeType {
		t = h.TypeFromObject(v)
	} else {
		names = append(names, h.ownNames(v, t)...)
	}
	for _, b := range t.MRO {
		names = append(names, b.attrNamesOf()...)
		names = append(names, h.Names(b.Dict)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
