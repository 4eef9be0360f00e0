package object

import (
	"slices"
	"strings"
)

// An attribute that is not found either does not exist in CPython, which is
// AttributeError, or exists there and is not implemented here, which no program
// must take for the former. attrNames tells them apart, and names the
// candidates for "Did you mean".

// typeAttrs is a row of attrNames: a type's name, and the names of its attributes with blanks between them.
type typeAttrs struct{ of, names string }

// attrText returns the row of a type, empty for one that has none.
func (t *Type) attrText() string {
	if !t.listed && !t.made {
		t.listed = true
		if i, ok := slices.BinarySearchFunc(attrNames, t.qualified(), func(row typeAttrs, name string) int { return strings.Compare(row.of, name) }); ok {
			t.recorded = attrNames[i].names
		}
	}
	return t.recorded
}

// attrNamesOf returns the names of a type's own attributes in CPython, sorted.
func (t *Type) attrNamesOf() []string {
	if t.names == nil {
		if t.names = strings.Fields(t.attrText()); t.names == nil {
			t.names = []string{}
		}
	}
	return t.names
}

// hasOwnAttrName reports whether CPython's type itself has an attribute. While a heap is made it looks in the text: most types'
// names are never wanted one by one.
func (t *Type) hasOwnAttrName(name string) bool {
	if t.names != nil {
		return slices.Contains(t.names, name)
	}
	text := t.attrText()
	for at := 0; name != ""; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		from := at + i
		if at = from + len(name); (from == 0 || text[from-1] == ' ') && (at == len(text) || text[at] == ' ') {
			return true
		}
	}
	return false
}

// onRecord reports whether a type's attributes in CPython are known.
func (t *Type) onRecord() bool { return len(t.names) > 0 || t.names == nil && t.attrText() != "" }

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

// lacks is the error for an attribute that the look-up of v has not found: Unsupported if CPython
// has it, otherwise none.
func (h *Heap) lacks(v, name Value) error {
	if t := h.TypeOf(v); h.attrNamed(t, name) {
		return h.Unsupported("attribute " + h.GoString(name) + " of '" + t.Name + "' objects")
	}
	return nil
}

// attrNamed is hasAttrName, which remembers names that the type has not.
func (h *Heap) attrNamed(t *Type, name Value) bool {
	m := h.missingOf(t, name)
	if m.t == t {
		return false
	}
	if t.hasAttrName(h.GoString(name)) {
		return true
	}
	*m = missingAttr{t, t.Name, name, Null}
	return false
}

// noAttr is the AttributeError for an attribute that a look-up of v has not found and that
// CPython has not either: by the type whose look-up it was, usually with v's type in the message.
func (h *Heap) noAttr(v, name Value) error {
	t := h.TypeOf(v)
	if b := t.native(func(s *Slots) bool { return s.GetAttr != nil }); b != nil && b.NoAttr != nil {
		return b.NoAttr(h, v, name)
	}
	return h.plainNoAttr(v, name)
}

// plainNoAttr is noAttr with v's type in the message.
func (h *Heap) plainNoAttr(v, name Value) error {
	t := h.TypeOf(v)
	m := h.missingOf(t, name)
	if m.t == t && m.msg != Null {
		return h.raiseAttribute(v, name, m.msg)
	}
	shown := t.qualified()
	if t.InPython || t.made {
		shown = t.Name
	}
	msg := h.NewStr("'" + shown + "' object has no attribute '" + h.GoString(name) + "'")
	*m = missingAttr{t, t.Name, name, msg}
	return h.raiseAttribute(v, name, msg)
}

// missingAttr is a name that CPython's type has no attribute of, and the message of the
// AttributeError if there was one: programs that try whether values have an attribute ask for
// the same again and again. They are forgotten when the heap is collected.
type missingAttr struct {
	t         *Type // nil: unknown
	typeName  string
	name, msg Value
}

// missingOf returns where it is remembered that t has no attribute name; what is there is for
// t, or for nothing.
func (h *Heap) missingOf(t *Type, name Value) *missingAttr {
	m := &h.missing[(uint64(name)>>4^uint64(t.ID))%uint64(len(h.missing))]
	if m.t != t || m.name != name || m.typeName != t.Name {
		*m = missingAttr{}
	}
	return m
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

// moduleLacks is lacks for the namespace of a module: an error, or what is made of the
// name now, or Null.
func (h *Heap) moduleLacks(v, name Value) (Value, error) {
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
	return Null, nil
}

func moduleNoAttr(h *Heap, v, name Value) error {
	own := h.DictGetStr(h.Field(v, OffModuleDict), h.Intern("__name__"))
	if own == Null || !h.isStr(own) {
		return h.RaiseAttribute(v, name, "module has no attribute '%s'", h.GoString(name))
	}
	return h.RaiseAttribute(v, name, "module '%s' has no attribute '%s'", h.GoString(own), h.GoString(name))
}

// typeLacks is lacks for attributes of a type object.
func (h *Heap) typeLacks(v, name Value) error {
	if t := h.TypeFromObject(v); h.attrNamed(t, name) || h.attrNamed(h.types[TypeType], name) {
		return h.Unsupported("attribute " + h.GoString(name) + " of type " + t.Name)
	}
	return nil
}

func typeNoAttr(h *Heap, v, name Value) error {
	return h.RaiseAttribute(v, name, "type object '%s' has no attribute '%s'", h.TypeFromObject(v).shown(), h.GoString(name))
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

// LookupAttr is getattr(v, name) that drops the AttributeError of a missing attribute, and makes
// none where none is raised: the result is Null then. name is a str.
func (h *Heap) LookupAttr(v, name Value) (Value, error) {
	if h.emptySlot(v, name) {
		return Null, nil
	}
	x, err := h.findAttr(v, name)
	if err != nil && h.raisedIs(err, AttributeErrorType) {
		return Null, nil
	}
	return x, err
}

// emptySlot reports whether an attribute of v is a member that is not set, and nobody is asked for it then.
func (h *Heap) emptySlot(v, name Value) bool {
	t := h.TypeOf(v)
	return t.GetAttr == nil && t.hasSlots() && h.emptyMember(v, t, t.Lookup(h.InternValue(name)))
}

// emptyMember reports whether an attribute of the class is a member that v has not set.
func (h *Heap) emptyMember(v Value, t *Type, x Value) bool {
	if x == Null || !h.Is(x, MemberType) {
		return false
	}
	off, owner, ok := h.FieldOf(x, true)
	return ok && t.IsSubtype(owner) && h.Field(v, uintptr(off)) == Null
}

// hasSlots reports whether instances have fields that a class names.
func (t *Type) hasSlots() bool {
	for ; t != nil && t.made; t = t.Base {
		if len(t.slots) > 0 {
			return true
		}
	}
	return false
}

// AttrExists reports whether v has an attribute: hasattr(v, name). Attributes
// that CPython has and this package does not count.
func (h *Heap) AttrExists(v, name Value) (bool, error) {
	x, err := h.LookupAttr(v, name)
	if _, missing := err.(*Unsupported); missing {
		return true, nil
	}
	if err == nil {
		h.CacheFound(v, name, x)
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

// DirList is what object.__dir__ returns of v. It is sorted but where __dict__, or that of a class, has keys that are no strs.
func (h *Heap) DirList(v Value) (list Value, sorted bool, err error) {
	names, err := h.dir(v)
	if err != nil {
		return Null, false, err
	}
	var dicts []Value
	t := h.TypeOf(v)
	if t.layout == TypeType {
		t = h.TypeFromObject(v)
	} else if d := h.dictField(v, t); d != nil && *d != Null {
		dicts = append(dicts, *d)
	}
	for _, b := range t.MRO {
		dicts = append(dicts, b.Dict)
	}
	list = h.NewList()
	others := false
	for _, d := range dicts {
		for pos := 0; ; {
			if err := h.Poll(); err != nil {
				return Null, false, err
			}
			key, _, ok := h.DictNext(d, &pos)
			if !ok {
				break
			}
			others = others || !h.Is(key, StrType)
		}
	}
	if !others {
		for _, name := range names {
			h.ListAppend(list, h.NewStr(name))
		}
		return list, true, nil
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(list)
	all := h.NewDict()
	h.Push(all)
	for _, d := range dicts { // in CPython's order, which the error of sorting them depends on
		for pos := 0; ; {
			if err := h.Poll(); err != nil {
				return Null, false, err
			}
			key, _, ok := h.DictNext(d, &pos)
			if !ok {
				break
			}
			if err := h.DictSet(all, key, None); err != nil {
				return Null, false, err
			}
		}
	}
	for _, name := range names {
		h.DictSetStr(all, h.Intern(name), None)
	}
	for pos := 0; ; {
		key, _, ok := h.DictNext(all, &pos)
		if !ok {
			return list, false, nil
		}
		h.ListAppend(list, key)
	}
}

// dir returns the sorted names of v's attributes as object.__dir__ does: those of its __dict__, whoever answers for that.
func (h *Heap) dir(v Value) ([]string, error) {
	t := h.TypeOf(v)
	if t.ID == GenericAliasType {
		names, err := h.dir(h.Field(v, offAliasOrigin))
		names = append(names, "__args__", "__mro_entries__", "__origin__", "__parameters__", "__typing_unpacked_tuple_args__", "__unpacked__")
		slices.Sort(names)
		return slices.Compact(names), err
	}
	if t.made && t.layout != TypeType && !h.Is(t.Lookup(h.classes.nm.dict), GetSetType) {
		d, err := h.LookupAttr(v, h.classes.nm.dict)
		if err != nil {
			return nil, err
		}
		var own []string
		if h.isDict(d) {
			own = h.Names(d)
		}
		return h.withClassNames(own, t), nil
	}
	return h.KnownNames(v), nil
}

// KnownNames is dir without a __dict__ that a class defines.
func (h *Heap) KnownNames(v Value) []string {
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
		if d := h.Field(v, offFuncDict); d != Null {
			names = h.Names(d)
		}
	}
	if t.layout == TypeType {
		t = h.TypeFromObject(v)
	} else {
		names = append(names, h.ownNames(v, t)...)
	}
	return h.withClassNames(names, t)
}

// withClassNames adds to names those of a class and its bases, and sorts them.
func (h *Heap) withClassNames(names []string, t *Type) []string {
	for _, b := range t.MRO {
		names = append(names, b.attrNamesOf()...)
		names = append(names, h.Names(b.Dict)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
