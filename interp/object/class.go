package object

import (
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
)

// Classes: types that a class statement or type() makes.
//
// A type has a version, a number that no other state of any type has: inline
// caches and compiled code that have looked an attribute up remember it. It is
// the type's id until the type is changed; a change gives the type and
// everything that derives from it fresh versions, and tells TypeChanged of
// those that are watched (Watch). A type that changes too often has version 0:
// nothing is remembered of it any more.

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
	asStr             bool     // instances are strs that compare as such: there is no __eq__ of Python
	slots             []string // names of __slots__ that are fields, mangled and in order
	hasAbstract       bool     // __abstractmethods__ is not empty
	getsets           []uint64 // of a class: its own
	kept              bool     // see Keep
}

// classState is what all classes of a heap share.
type classState struct {
	version   uint32           // last version that a change has given out
	byVersion map[uint32]*Type // types that have changed
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

// TypeVersion returns the version of v's type; 0: it must not be relied on.
func (h *Heap) TypeVersion(v Value) uint32 { return h.versions[h.TypeID(v)] }

// RefVersion is TypeVersion for a reference.
func (h *Heap) RefVersion(v Value) uint32 { return h.versions[h.Half(v, OffType)] }

// Version returns a type's version; see TypeVersion.
func (t *Type) Version() uint32 { return t.heap.versions[t.ID] }

// TypeByVersion returns the type that has a version, nil if none has it now.
func (h *Heap) TypeByVersion(version uint32) *Type {
	if version >= firstVersion {
		return h.classes.byVersion[version]
	}
	if int(version) >= len(h.versions) || version == 0 || h.versions[version] != version {
		return nil
	}
	return h.types[version]
}

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

// Watch makes TypeChanged be told when the type or one of its bases changes.
func (t *Type) Watch() { t.watched = true }

// ValuesOff returns where the inline values of the type's instances begin, 0 if
// they have none.
func (t *Type) ValuesOff() uintptr { return t.valuesOff }

// KeysVersion returns a number that changes when the type gets another shared
// key.
func (t *Type) KeysVersion() uint32 { return t.keysVersion }

// Base size of instances by layout: the layouts that classes may derive from.
var layoutSize = map[TypeID]uintptr{
	ObjectType: 8, TypeType: typeObjectSize, BaseExceptionType: exceptionSize,
	ListType: OffListItems + 8, DictType: DictSize, SetType: OffSetPop + 8, FrozenSetType: OffSetPop + 8,
	ByteArrayType: OffByteArrayItems + 8, IntType: 0, StrType: 0, BytesType: 0, TupleType: 0, FloatType: OffFloatValue + 8,
	PropertyType: propertySize, ClassMethodType: wrappedSize, StaticMethodType: wrappedSize, SuperType: superSize,
}

// varLayout reports whether the instances of a layout differ in size.
func varLayout(t TypeID) bool {
	return t == IntType || t == StrType || t == BytesType || t == TupleType
}

func (h *Heap) initBuiltinLayout(t *Type) {
	t.newAttr, t.initAttr = Null, Null
	switch {
	case t.IsException:
		t.layout = BaseExceptionType
		t.dictOff = OffExcDict
	case t.Base == nil || t.Base.ID == ObjectType || t.Base.layout == 0:
		t.layout = t.ID
	default:
		t.layout = t.Base.layout
	}
	t.end = max(layoutSize[t.layout], t.Size)
	if t.Attributes {
		t.dictOff = t.end
		t.end += 8
	}
}

// derived returns a type and what derives from it, each once and behind its bases. A class can be derived on more ways
// than anybody could go: as many as 2 to the power of the levels between two classes that both derive from both above.
func (t *Type) derived() []*Type {
	if len(t.subclasses) == 0 {
		return []*Type{t}
	}
	seen := map[*Type]bool{}
	var list []*Type
	var visit func(t *Type)
	visit = func(t *Type) {
		seen[t] = true
		for _, s := range t.subclasses {
			if !seen[s] {
				visit(s)
			}
		}
		list = append(list, t)
	}
	visit(t)
	slices.Reverse(list)
	return list
}

// typeChanged gives a type and what derives from it fresh versions.
func (h *Heap) typeChanged(t *Type) {
	for _, s := range t.derived() {
		h.oneTypeChanged(s)
	}
}

func (h *Heap) oneTypeChanged(t *Type) {
	if old := h.versions[t.ID]; old >= firstVersion {
		delete(h.classes.byVersion, old)
	}
	var version uint32
	if t.changes++; t.changes <= maxChanges && h.classes.version != 1<<32-1 {
		h.classes.version = max(h.classes.version+1, firstVersion)
		version = h.classes.version
		if h.classes.byVersion == nil {
			h.classes.byVersion = map[uint32]*Type{}
		}
		h.classes.byVersion[version] = t
	}
	h.versions[t.ID] = version
	h.forgetAttrs(t)
	if t.watched && h.TypeChanged != nil {
		h.TypeChanged(t, false)
	}
}

// SetTypeAttr sets an attribute of a class, or deletes it when x is Null. found
// is false when there is none to delete. name is interned.
func (h *Heap) setClassAttr(t *Type, name, x Value) (found bool, err error) {
	if x == Null {
		if found, err = h.DictDel(t.Dict, name); err != nil || !found {
			return found, err
		}
		t.constant(name)
	} else {
		old := h.DictGetStr(t.Dict, name)
		h.DictSetStr(t.Dict, name, x)
		if t.vary(name, old, x) {
			return true, nil
		}
	}
	h.typeChanged(t)
	if h.isSlotName(name) {
		h.updateSlots(t)
	}
	return true, nil
}

// vary notes that the attribute name of the class t itself has another value, x
// after old. It reports whether the attribute varies, so that t is the same as before.
func (t *Type) vary(name, old, x Value) bool {
	h := t.heap
	kind := h.AttrKind(x)
	if kind != h.AttrKind(old) || kind == MethodAttr || !h.isData(x) || h.isSlotName(name) {
		t.constant(name)
		return false
	}
	v, again := t.varying[name]
	if !again {
		if t.varying == nil {
			t.varying = map[Value]varied{}
		}
		v.at = len(t.variedNames)
		t.variedNames = append(t.variedNames, name)
	}
	t.varying[name] = varied{at: v.at, again: again}
	return v.again
}

// varied is what a class knows of an attribute that was assigned again.
type varied struct {
	at    int  // in variedNames
	again bool // more than once
}

// constant forgets that an attribute was assigned again.
func (t *Type) constant(name Value) {
	v, ok := t.varying[name]
	if !ok {
		return
	}
	last := len(t.variedNames) - 1
	if moved := t.variedNames[last]; moved != name {
		t.variedNames[v.at] = moved
		t.varying[moved] = varied{at: v.at, again: t.varying[moved].again}
	}
	t.variedNames = t.variedNames[:last]
	delete(t.varying, name)
}

// markNames marks the names that the type knows by their addresses.
func (t *Type) markNames(m *heap.Marker) {
	m.Values(t.keys)
	m.Values(t.variedNames)
}

// isData reports whether x is no descriptor, as long as its class is none's.
func (h *Heap) isData(x Value) bool {
	t := h.TypeOf(x)
	return t.DescrGet == nil && t.DescrSet == nil
}

// Varies reports whether the attribute name that Lookup finds is one whose value is
// no part of the type's version. name is interned.
func (t *Type) Varies(name Value) bool {
	_, b := t.find(name)
	return b != nil && b.varying[name].again
}

func (h *Heap) updateSlots(t *Type) {
	for _, s := range t.derived() {
		before := s.finalizes
		h.setSlots(s)
		h.weak.anywhere = h.weak.anywhere || s.finalizes && !before // of what has been made
	}
}

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
		if err := h.RoomForClass(ClassWeight); err != nil {
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
	h.Outside(ClassWeight)
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

// bestBase returns the base whose layout the class gets, and refuses bases whose
// layouts cannot be joined.
func (h *Heap) bestBase(bases []*Type) (*Type, error) {
	var base, winner *Type
	for _, b := range bases {
		if b.Final {
			return nil, h.Raise(TypeErrorType, "type '%s' is not an acceptable base type", b.qualified())
		}
		if _, ok := layoutSize[b.layout]; !b.made && b.Size == 0 && !b.IsException && (!ok || b.layout != b.ID) {
			return nil, h.Unsupported("class derived from " + b.qualified())
		}
		solid := b.solid()
		switch {
		case winner == nil, solid != winner && solid.IsSubtype(winner):
			winner, base = solid, b
		case !winner.IsSubtype(solid):
			return nil, h.Raise(TypeErrorType, "multiple bases have instance lay-out conflict")
		}
	}
	return base, nil
}

// solid returns the base that has given instances their layout last.
func (t *Type) solid() *Type {
	for ; t.made; t = t.Base {
		if t.slotBytes() > 0 {
			return t
		}
	}
	for t.IsException && !t.ownExcFields() {
		t = t.Base
	}
	return t
}

// slotBytes is how much a class adds to its base besides a dict.
func (t *Type) slotBytes() uintptr {
	n := t.end - t.Base.end
	if t.dictOff != t.Base.dictOff || t.varDict != t.Base.varDict {
		n -= 8
	}
	return n
}

// linearize computes the MRO by the C3 algorithm.
func (h *Heap) linearize(t *Type) error {
	for i, b := range t.Bases {
		if slices.Contains(t.Bases[:i], b) {
			return h.Raise(TypeErrorType, "duplicate base class %s", b.Name)
		}
	}
	rows := make([][]*Type, 0, len(t.Bases)+1)
	for _, b := range t.Bases {
		rows = append(rows, b.MRO)
	}
	rows = append(rows, t.Bases)
	mro := []*Type{t}
	for {
		h.CheckStop()
		next, done := c3Next(rows)
		if done {
			t.MRO = mro
			return nil
		}
		if next == nil {
			return h.mroConflict(rows)
		}
		mro = append(mro, next)
		for i, r := range rows {
			if len(r) > 0 && r[0] == next {
				rows[i] = r[1:]
			}
		}
	}
}

// c3Next returns the first head of a row that is in no row's tail.
func c3Next(rows [][]*Type) (next *Type, done bool) {
	done = true
	for _, r := range rows {
		if len(r) == 0 {
			continue
		}
		done = false
		free := true
		for _, other := range rows {
			if len(other) > 1 && slices.Contains(other[1:], r[0]) {
				free = false
				break
			}
		}
		if free {
			return r[0], false
		}
	}
	return nil, done
}

func (h *Heap) mroConflict(rows [][]*Type) error {
	var list []string
	for _, r := range rows {
		if len(r) > 0 && !slices.Contains(list, r[0].Name) {
			list = append(list, r[0].Name)
		}
	}
	return h.Raise(TypeErrorType, "Cannot create a consistent method resolution order (MRO) for bases %s", strings.Join(list, ", "))
}

// isUTF8 returns the UnicodeEncodeError of a str that is no UTF-8, as CPython keeps names of classes and more: it has
// surrogates.
func (h *Heap) isUTF8(v Value) error {
	_, err := h.Encode(v, "utf-8", "strict")
	return err
}

// fillClass copies the namespace into the class and completes it.
func (h *Heap) fillClass(t *Type, a classArgs) error {
	nm := &h.classes.nm
	if err := h.DictUpdate(t.Dict, a.ns); err != nil {
		return err
	}
	d := t.Dict
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

// layOut decides where an instance's fields lie: slots, dict, inline values.
func (h *Heap) layOut(t *Type) error {
	slots := h.DictGetStr(t.Dict, h.classes.nm.slots)
	names, hasDict, hasWeak, err := h.slotNames(t, slots)
	if err != nil {
		return err
	}
	for _, b := range t.Bases { // those beside t.Base may have what it has not
		hasDict = hasDict || b.dictOff != 0 || b.varDict
		hasWeak = hasWeak || b.weak
	}
	if t.dictOff == 0 && !t.varDict && hasDict && t.layout != TypeType {
		if varLayout(t.layout) {
			t.varDict, t.varDictOff = true, t.end
		} else {
			t.dictOff = t.end
		}
		t.end += 8
		h.DictSetStr(t.Dict, h.Intern("__dict__"), h.newGetSet(&instanceDict, t))
	}
	if hasWeak && !t.weak && t.layout != TypeType && (t.layout == StrType || !varLayout(t.layout)) {
		t.weak = true
		h.DictSetStr(t.Dict, h.Intern("__weakref__"), h.newGetSet(&instanceWeak, t))
	}
	for _, name := range names {
		t.slots = append(t.slots, h.GoString(name))
		off := t.end
		if varLayout(t.layout) {
			off |= behindItems
		}
		h.DictSetStr(t.Dict, name, h.newMember(t, name, off))
		t.end += 8
	}
	if t.layout == ObjectType && t.dictOff != 0 {
		own := h.DictGetStr(t.Dict, h.Intern("__static_attributes__"))
		if h.Is(own, TupleType) {
			t.attrs += h.TupleLen(own)
		}
		t.valuesOff = t.end
		t.keysVersion = 1
	}
	return nil
}

// sizeValues decides how many inline values a class's instances have room for, when the
// first one is made: one more than there are names that its methods set, or its bases'
// instances have, or parameters of its __init__, which may be made later than the class
// and need not name what it sets.
func (h *Heap) sizeValues(t *Type) {
	const fromOutside, varied = 3, 3 // attributes that others set, or that come by *args
	n := t.attrs
	for _, b := range t.MRO {
		n = max(n, len(b.keys))
	}
	if f := t.initAttr; f != Null && h.Is(f, FunctionType) && h.Parameters != nil {
		params, more := h.Parameters(f)
		if more {
			params += varied
		}
		n = max(n, params-1)
	}
	if n == 0 {
		n = fromOutside
	}
	size := t.valuesOff + 8*uintptr(min(n+1, maxInline))
	size = heap.Rounded(size)
	t.inlineCap = min(int(size-t.valuesOff)/8, maxInline)
}

// slotNames reads __slots__: the names that become fields, mangled and in order,
// and whether instances have a dict and can be referred to weakly.
func (h *Heap) slotNames(t *Type, slots Value) (names []Value, dict, weak bool, err error) {
	if slots == Null {
		return nil, true, true, nil
	}
	list := h.NewList(slots)
	if !h.isStr(slots) {
		if list, err = h.ListFromIter(slots); err != nil {
			return nil, false, false, err
		}
	}
	if h.ListLen(list) > 0 && (varLayout(t.layout) && t.layout != StrType || t.layout == TypeType) {
		return nil, false, false, h.Raise(TypeErrorType, "nonempty __slots__ not supported for subtype of '%s'", t.Base.Name)
	}
	for i := range h.ListLen(list) {
		v := h.ListItem(list, i)
		if !h.isStr(v) {
			return nil, false, false, h.Raise(TypeErrorType, "__slots__ items must be strings, not '%s'", h.TypeName(v))
		}
		s := h.GoString(v)
		switch {
		case !h.strIsIdentifier(v):
			return nil, false, false, h.Raise(TypeErrorType, "__slots__ must be identifiers")
		case s == "__dict__":
			if t.Base.dictOff != 0 || t.Base.varDict || dict {
				return nil, false, false, h.Raise(TypeErrorType, "__dict__ slot disallowed: we already got one")
			}
			dict = true
			continue
		case s == "__weakref__":
			if t.Base.weak || weak || t.layout != StrType && varLayout(t.layout) {
				return nil, false, false, h.Raise(TypeErrorType, "__weakref__ slot disallowed: we already got one")
			}
			weak = true
			continue
		}
		name := h.InternName(mangle(t.Name, s))
		if x := h.DictGetStr(t.Dict, name); x != Null && s != "__qualname__" && s != "__classcell__" && s != "__classdictcell__" {
			return nil, false, false, h.Raise(ValueErrorType, "'%s' in __slots__ conflicts with class variable", s)
		}
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b Value) int { return strings.Compare(h.GoString(a), h.GoString(b)) })
	return slices.Compact(names), dict, weak, nil
}

// mangle is the compiler's treatment of private names.
func mangle(class, name string) string {
	class = strings.TrimLeft(class, "_")
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || strings.Contains(name, ".") || class == "" {
		return name
	}
	return "_" + class + name
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
