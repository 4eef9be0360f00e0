package object

import "strings"

// Classes: types that a class statement or type() makes. class_layout.go says where their instances keep
// attributes, class_mro.go in which order bases are searched, class_version.go what changes tell.

// classPart is what a Type has besides when it is a class, and the layout of its
// instances.
type classPart struct {
	ownClass uint32 // the version at which it was found that __class__ of instances is their type; 0: not looked for
	made     bool   // a class, not a builtin type
	layout   TypeID // the builtin type that says how instances begin
	end      uintptr
	// dictOff is where an instance's dict stands, 0 if it has none; varDict says
	// that it stands behind the items, whose number differs, at varDictOff from there.
	// For such a layout end counts from there, too.
	dictOff    uintptr
	varDict    bool
	varDictOff uintptr

	// Inline values (see OffInstDict); valuesOff is 0 for instances without.
	valuesOff   uintptr
	inlineCap   int     // how many there is room for, 0 before there are instances
	keys        []Value // interned names, in the order in which they appeared
	keysVersion uint32  // changes with keys
	attrs       int     // how many attributes the methods set

	newAttr, initAttr Value // __new__ and __init__ if they are not a builtin type's, else Null
	qualName          string
	subclasses        []*Type // direct ones
	changes           int
	varying           map[Value]varied // by interned name
	variedNames       []Value          // its keys: roots
	watched           bool
	cached            bool     // may have entries in the attribute cache
	forgotten         int      // how often they have been dropped because of changes
	weak              bool     // instances have __weakref__
	finalizes         bool     // instances have a __del__ of Python
	slotsNamed        slotMask // the groups of special methods that its own dict has; of one that was made
	hadNew            bool     // it has a __new__ that is not a builtin type's, or has had one: CPython keeps the slot
	ownHash           bool     // instances are hashed by a function in Python
	asStr             bool     // instances are strs that compare as such: there is no __eq__ of Python
	slots             []string // names of __slots__ that are fields, mangled and in order
	hasAbstract       bool     // __abstractmethods__ is not empty
	getsets           []uint64 // of a class: its own
	kept              bool     // see Keep
	documented        bool     // see addDoc
}

// classState is what all classes of a heap share.
type classState struct {
	version   uint32           // last version that a change has given out
	byVersion map[uint32]*Type // types that have changed
	builtin   []*Type          // the types of the runtime by id: of all types they stay few, as ids of classes are not given again
	getsets   []*GetSet
	// Of getsets, those that no descriptor has any more.
	freeGetSets []uint64
	sweeping    bool              // a ClassSweep decides which classes live
	typeAttrs   map[Value]*GetSet // attributes of type objects themselves
	nm          names
}

const (
	firstVersion = 1 << 31 // of changed types: ids are below
	maxChanges   = 1000    // of one type (CPython's MAX_VERSIONS_PER_CLASS)
	maxInline    = 30      // inline values (CPython's SHARED_KEYS_MAX_SIZE)
)

// Made reports whether the type is a class: made by a class statement or by
// type().
func (t *Type) Made() bool { return t.made }

// OwnInit reports whether the type is a class whose __init__ is not a builtin type's: what __new__ does not
// take is for that one.
func (t *Type) OwnInit() bool { return t.made && t.initAttr != Null }

// Layout returns the builtin type that says how the type's instances begin.
func (t *Type) Layout() TypeID { return t.layout }

// QualName returns a class's __qualname__, a builtin type's name.
func (t *Type) QualName() string {
	if t.made {
		return t.qualName
	}
	return t.Name
}

// ValuesOff returns where the inline values of the type's instances begin, 0 if
// they have none.
func (t *Type) ValuesOff() uintptr { return t.valuesOff }

// classArgs are the arguments of type.__new__.
type classArgs struct {
	name, ns Value
	bases    []*Type
	kwnames  Value // of the keywords for __init_subclass__
	kwargs   []Value
}

// newClass makes a class: type.__new__ of metaclass meta (Objects/typeobject.c,
// type_new).
func (h *Heap) newClass(meta *Type, a classArgs) (Value, error) {
	if len(a.bases) == 0 {
		a.bases = []*Type{h.types[ObjectType]}
	}
	m := h.Mark() // for what runs before the class is finished, and may sweep
	defer h.Release(m)
	h.Push(a.name)
	h.Push(a.ns)
	h.Push(a.kwnames)
	h.PushAll(a.kwargs)
	for _, b := range a.bases {
		h.Push(b.Object)
	}
	if h.RoomForClass != nil {
		if err := h.RoomForClass(classWeight); err != nil {
			return Null, err
		}
	}
	base, err := h.bestBase(a.bases)
	if err != nil {
		return Null, err
	}
	if err := h.isUTF8(a.name); err != nil {
		return Null, err
	}
	if doc := h.DictGetStr(a.ns, h.classes.nm.doc); doc != Null && h.isStr(doc) {
		if err := h.isUTF8(doc); err != nil {
			return Null, err
		}
	}
	t := &Type{
		ID: max(TypeID(len(h.types)), FirstFreeType), Name: h.GoString(a.name), Base: base, Bases: a.bases,
		IsException: base.IsException, heap: h,
	}
	t.made, t.layout, t.end, t.dictOff, t.varDict, t.weak, t.attrs = true, base.layout, base.end, base.dictOff, base.varDict, base.weak, base.attrs
	t.varDictOff = base.varDictOff
	t.newAttr, t.initAttr = Null, Null
	t.qualName = t.Name
	if strings.ContainsRune(t.Name, 0) {
		return Null, h.Raise(ValueErrorType, "type name must not contain null characters")
	}
	if err := h.linearize(t); err != nil {
		return Null, err
	}
	t.inheritCollection()
	h.enroll(t, meta.ID)
	h.Outside(classWeight)
	h.Push(t.Object)
	if err := h.fillClass(t, a); err != nil {
		h.dropClass(t)
		return Null, err
	}
	if err := h.ownMRO(t); err != nil {
		h.dropClass(t)
		return Null, err
	}
	for _, b := range t.Bases {
		b.subclasses = append(b.subclasses, t)
	}
	h.setSlots(t)
	if err := h.announce(t, a); err != nil {
		return Null, err
	}
	return t.Object, nil
}

// dropClass takes a class out of the tables that could not be completed.
func (h *Heap) dropClass(t *Type) { h.versions[t.ID] = 0 }

// isUTF8 returns the UnicodeEncodeError of a str that is no UTF-8, as CPython keeps names of classes and more: it has
// surrogates.
func (h *Heap) isUTF8(v Value) error {
	_, err := h.Encode(v, "utf-8", "strict")
	return err
}

// keysCompare refuses a class's namespace that has keys whose __eq__ is a program's: looking for an attribute would have
// to call it.
func (h *Heap) keysCompare(d Value) error {
	if h.aux(d)&dictGeneral == 0 {
		return nil
	}
	for pos := 0; ; {
		key, _, ok := h.DictNext(d, &pos)
		if !ok {
			return nil
		}
		if t := h.TypeOf(key); t.made && h.ownAttr(t, h.classes.nm.eq) != Null {
			return h.Unsupported("keys of type '" + t.Name + "', which has an __eq__, in the namespace of a class")
		}
	}
}

// fillClass copies the namespace into the class and completes it.
func (h *Heap) fillClass(t *Type, a classArgs) error {
	nm := &h.classes.nm
	if err := h.DictUpdate(t.Dict, a.ns); err != nil {
		return err
	}
	d := t.Dict
	if err := h.keysCompare(d); err != nil {
		return err
	}
	if q := h.DictGetStr(d, nm.qualname); q != Null {
		if !h.isStr(q) {
			return h.Raise(TypeErrorType, "type __qualname__ must be a str, not %s", h.TypeName(q))
		}
		t.qualName = h.GoString(q)
		if _, err := h.DictDel(d, nm.qualname); err != nil {
			return err
		}
	}
	if h.DictGetStr(d, nm.module) == Null && h.classes.nm.callerModule != nil {
		m, err := h.classes.nm.callerModule()
		if err != nil {
			return err
		}
		if m != Null {
			h.DictSetStr(d, nm.module, m)
		}
	}
	if cell := h.DictGetStr(d, nm.classcell); cell != Null {
		if !h.Is(cell, CellType) {
			return h.Raise(TypeErrorType, "type.__new__ argument 3 __classcell__ must be a nonlocal cell, not <class '%s'>", h.TypeOf(cell).qualified())
		}
		h.SetField(cell, OffCellValue, t.Object)
		if _, err := h.DictDel(d, nm.classcell); err != nil {
			return err
		}
	}
	if cell := h.DictGetStr(d, nm.classdictcell); h.Is(cell, CellType) {
		h.SetField(cell, OffCellValue, d)
		if _, err := h.DictDel(d, nm.classdictcell); err != nil {
			return err
		}
	}
	for _, w := range [...]struct {
		name Value
		t    TypeID
	}{{nm.new, StaticMethodType}, {nm.initSubclass, ClassMethodType}, {nm.classGetItem, ClassMethodType}} {
		if f := h.DictGetStr(d, w.name); h.Is(f, FunctionType) {
			h.DictSetStr(d, w.name, h.newWrapped(w.t, f))
		}
	}
	if err := h.layOut(t); err != nil {
		return err
	}
	if h.DictGetStr(d, nm.doc) == Null {
		h.DictSetStr(d, nm.doc, None)
	}
	if h.DictGetStr(d, nm.eq) != Null && h.DictGetStr(d, nm.hash) == Null {
		h.DictSetStr(d, nm.hash, None)
	}
	return nil
}

// setNameFailed gives the exception of a __set_name__ a note that says whose it is.
func (h *Heap) setNameFailed(err error, x Value, t *Type, key Value) error {
	k, failed := h.Repr(key)
	if failed != nil {
		return failed
	}
	return h.Noted(err, BaseExceptionType, "Error calling __set_name__ on '"+h.TypeName(x)+"' instance "+h.GoString(k)+" in '"+t.Name+"'")
}

// announce tells the attributes of their names and the bases of the class.
func (h *Heap) announce(t *Type, a classArgs) error {
	nm := &h.classes.nm
	copied, err := h.DictCopy(t.Dict)
	if err != nil {
		return err
	}
	for pos := 0; ; {
		key, x, ok := h.DictNext(copied, &pos)
		if !ok {
			break
		}
		f := h.TypeOf(x).Lookup(nm.setName)
		if f == Null {
			continue
		}
		if _, err := h.callSelf(f, x, t.Object, key); err != nil {
			return h.setNameFailed(err, x, t, key)
		}
	}
	super := h.newSuper(t.Object, t.Object, t)
	f, err := h.GetAttr(super, nm.initSubclass)
	if err != nil {
		return err
	}
	_, err = h.Call(f, a.kwargs, a.kwnames)
	return err
}
