package object

// The attribute cache is CPython's method cache for machine code: it says, by the type
// of a value and a name, which method a call finds, or where in the instance an attribute
// lies. It lies in the arena. An entry holds as long as nothing
// that it was found by changes: a change of a class or of its shared keys drops the
// class's entries, a collection drops all.
//
// Compiled code finds an entry by the header of a value: the entry's number is the type's
// id plus one of the two numbers that AttrPlaces returns, modulo AttrCacheSize; the entry is of that type and
// name if its key is what Key returns with the id in the upper half. Two places, because a hundred entries
// that a program uses in turn collide in a table of a thousand: with one place each the two that collide would
// drop each other at each use. Where both places are taken, the entry at the first one goes to its own other
// place (Pagh and Rodler: Cuckoo hashing, 2004, but one step of it). Behind the key is:
//
//   - AttrMethod: the function that is called with the value as its receiver, unless the
//     value's attributes are in a dict (InstNoValues);
//   - AttrLoad: the offset of the attribute in the value; Null lies there if the value has
//     none, or has it in its dict;
//   - AttrStore: the same; it may be written if it is not Null;
//   - AttrGetter: the function of a property, which is called with the value;
//   - AttrMethodDict: as AttrMethod, of values whose attributes are in a dict that lies at one offset. The dict may have the name, too. What
//     stands there is laid out as for AttrBesides;
//   - AttrClass: of the type that the value is: the attribute, which is no property or the like, and that of the metaclass
//     does not go before it; Null if it is known that there is none;
//   - AttrBesides: what the class gives its instances: a function or a method of a builtin type, which is bound, another object that is no
//     descriptor, or the class for __class__. The object's offset, 0 if it is known that there is no attribute of the name; where the value has a dict
//     that may have it (0: nowhere); whether the value has that dict only in place of its values (InstNoValues). Or which element of the
//     tuple that the value is laid out as;
//   - AttrInstance, AttrSubclass: of a class in place of the name: True or False, what isinstance() says of the type's
//     values, and issubclass() of it;
//   - AttrSuper: the offset of the function that super() of a class calls, and above it the id of the class, by which the entry's places are
//     moved: one for each class that calls the next one's method.

// AttrUse says what an attribute is looked up for.
type AttrUse uint8

const (
	AttrMethod AttrUse = iota // to call it
	AttrLoad                  // to read it
	AttrStore                 // to write it
	AttrGetter                // to read it, by calling a property's function
	AttrMethodDict
	AttrClass
	AttrBesides
	AttrSuper

	AttrInstance = AttrMethod // a class is no name
	AttrSubclass = AttrLoad
)

const (
	// AttrCacheSize is the number of entries.
	AttrCacheSize = 1024
	// AttrEntrySize is the size of an entry in bytes.
	AttrEntrySize = 16
	// OffAttrValue is where in an entry stands what has been found.
	OffAttrValue = 8

	// maxForgotten is how often a class's entries are dropped because of changes before
	// it gets no more.
	maxForgotten = 200

	// An entry of AttrBesides has the offset of what is found, that of the value's dict, and whether the value has values; or an element's
	// index in a tuple and besidesItem, which offsets have not.
	besidesItem     = 1
	besidesIndex    = 4
	besidesDict     = 48
	besidesDictBits = 15
	besidesValues   = 1 << 63

	// One of AttrSuper has a class's id from a bit on, and lies farther by so much for each.
	superClass = 48
	superStep  = 37
)

type attrEntry struct {
	key  uint64 // 0: empty
	what uint64
}

// AttrCache returns the place of the entries, as the word of an object would be.
func (h *Heap) AttrCache() Value { return Value(TagRef + attrCacheOff) }

// Key returns the lower half of the keys of a name's entries. ok is false for a name that cannot be in the cache.
func (u AttrUse) Key(name Value) (key uint64, ok bool) {
	n := uint64(name-TagRef) >> 4
	if !name.IsRef() || n >= 1<<29 {
		return 0, false
	}
	return n<<3 | (uint64(u)+1)&7, true
}

// AttrPlaces returns where the entry of a key may stand for the type of id 0.
func AttrPlaces(key uint64) (first, second uint64) {
	hash := key * 0x9E3779B1 & (1<<32 - 1)
	return hash >> 22, hash >> 12 & (AttrCacheSize - 1)
}

// CacheAttr notes how to find the attribute name of values of v's type, if the cache
// can say it. name is interned.
func (h *Heap) CacheAttr(u AttrUse, v, name Value) {
	if !v.IsRef() {
		return
	}
	t := h.TypeOf(v)
	key, ok := u.Key(name)
	if !ok || t.forgotten >= maxForgotten || h.InternValue(name) != name {
		return
	}
	if what, ok := h.attrPlace(u, t, name); ok {
		h.setAttrEntry(t, key, what)
	}
}

func (h *Heap) setAttrEntry(t *Type, key, what uint64) {
	t.cached = true
	e := attrEntry{uint64(t.ID)<<32 | key, what}
	first, second := e.places()
	for _, is := range [...]uint64{e.key, 0} {
		for _, at := range [...]uint64{first, second} {
			if h.attrs[at].key == is {
				h.attrs[at] = e
				return
			}
		}
	}
	old := h.attrs[first]
	other, second := old.places()
	if other == first {
		other = second
	}
	h.attrs[other] = old
	h.attrs[first] = e
}

// places returns where an entry may stand.
func (e attrEntry) places() (first, second uint64) {
	first, second = AttrPlaces(uint64(uint32(e.key)))
	id := e.key >> 32
	if e.key&7 == (uint64(AttrSuper)+1)&7 {
		id += e.what >> superClass * superStep
	}
	return (id + first) % AttrCacheSize, (id + second) % AttrCacheSize
}

// CacheInstance notes whether values of v's type are instances of a class, as InstanceKnown says.
func (h *Heap) CacheInstance(v, class Value, is bool) {
	h.cacheOf(AttrInstance, h.TypeOf(v), class, uint64(Bool(is)))
}

// cacheOf notes what an entry of a type says.
func (h *Heap) cacheOf(u AttrUse, t *Type, name Value, what uint64) {
	if key, ok := u.Key(name); ok && t.forgotten < maxForgotten {
		h.setAttrEntry(t, key, what)
	}
}

// cacheSuper notes the function that super(class, self).name(…) calls, which SuperMethod has found.
func (h *Heap) cacheSuper(class, self, name, f Value) {
	id := uint64(h.TypeFromObject(class).ID)
	if self.IsRef() && id < 1<<(64-superClass) && h.InternValue(name) == name {
		h.cacheOf(AttrSuper, h.TypeOf(self), name, uint64(f.Offset())|id<<superClass)
	}
}

// CacheClassAttr notes an attribute of what may be a class, x, if the cache can say it; Null if it has none. name is interned.
func (h *Heap) CacheClassAttr(class, name, x Value) {
	if !h.Is(class, TypeType) || h.InternValue(name) != name {
		return
	}
	t := h.TypeFromObject(class)
	if t.Varies(name) || t.Lookup(name) != x { // what varies is no part of the type's version
		return
	}
	meta := h.types[TypeType].Lookup(name)
	if x == Null && meta != Null {
		return
	}
	if x != Null {
		switch of := h.TypeOf(x); of.ID {
		case FunctionType, WrapperDescType, MethodDescType:
		default:
			if of.DescrGet != nil {
				return
			}
		}
	}
	if meta == Null || h.TypeOf(meta).DescrSet == nil {
		h.cacheOf(AttrClass, t, name, uint64(x))
	}
}

// attrPlace returns what an entry says.
func (h *Heap) attrPlace(u AttrUse, t *Type, name Value) (what uint64, ok bool) {
	if u == AttrStore {
		switch k, off := h.StoreKindOf(t, name); {
		case k == StoreField:
			return off, true
		case k != StoreOwn || t.valuesOff == 0:
			return 0, false
		}
		key := t.KeyIndex(name)
		return uint64(t.valuesOff) + 8*uint64(key), key >= 0
	}
	if t.GetAttr != nil && (u == AttrGetter || !h.AsksForMissing(t)) {
		return 0, false
	}
	x := t.Lookup(name)
	if u == AttrGetter {
		if x == Null || !h.Is(x, PropertyType) {
			return 0, false
		}
		f := h.Field(x, OffPropertyGet)
		return uint64(f), h.Is(f, FunctionType)
	}
	key := -1
	if t.valuesOff != 0 {
		key = t.KeyIndex(name)
	}
	if u == AttrMethodDict {
		id := h.TypeID(x)
		what = uint64(x.Offset()) | uint64(t.dictOff)<<besidesDict
		if t.valuesOff != 0 {
			what |= besidesValues
		}
		return what, x != Null && (id == FunctionType || id == MethodDescType) && t.dictOff != 0 && t.dictOff < 1<<besidesDictBits && !t.varDict
	}
	if u == AttrMethod {
		id := h.TypeID(x)
		return uint64(x), x != Null && key < 0 && (id == FunctionType || id == MethodDescType) &&
			(t.valuesOff != 0 || t.dictOff == 0 && !t.varDict)
	}
	if off, owner, ok := h.FieldOf(x, false); ok {
		return off, t.IsSubtype(owner)
	}
	if x != Null && h.Is(x, GetSetType) && h.getSetOf(x).ofInstances && t.dictOff != 0 {
		return uint64(t.dictOff), true
	}
	if key < 0 || x != Null && h.TypeOf(x).DescrSet != nil {
		return 0, false
	}
	return uint64(t.valuesOff) + 8*uint64(key), true
}

// CacheFound notes where the attribute name of a value has been found, which is y, or that there is none: y is Null.
func (h *Heap) CacheFound(v, name, y Value) {
	if h.InternValue(name) != name || y != Null && h.inOwnDict(v, name) {
		return
	}
	if y != Null {
		h.CacheAttr(AttrLoad, v, name)
	}
	h.CacheClassAttr(v, name, y)
	if !v.IsRef() {
		return
	}
	if t := h.TypeOf(v); t.GetAttr == nil || y != Null && h.AsksForMissing(t) {
		if what, ok := h.besidesPlace(t, name, y == Null); ok {
			h.cacheOf(AttrBesides, t, name, what)
		}
	}
}

// inOwnDict reports whether an attribute that a value has stands in a dict of its own, of which no entry tells: its class has none of the name.
func (h *Heap) inOwnDict(v, name Value) bool {
	if !v.IsRef() {
		return false
	}
	t := h.TypeOf(v)
	if !t.made || t.layout == TypeType || h.hasValues(v, t) {
		return false
	}
	d := h.dictField(v, t)
	return d != nil && *d != Null && t.Lookup(name) == Null
}

// besidesPlace returns what an entry of AttrBesides says; absent says that a value of the type has been found not to have the attribute.
func (h *Heap) besidesPlace(t *Type, name Value, absent bool) (what uint64, ok bool) {
	x := t.Lookup(name)
	switch {
	case x == Null && absent && t.Extra == nil && !h.strIs(name, "__doc__"): // types without documentation in their namespace: lacking
	case x == Null || absent || t.Varies(name): // what varies is no part of the type's version
		return 0, false
	case x == h.types[ObjectType].Lookup(name) && name == h.classes.nm.class:
		return uint64(t.Object.Offset()), true // it goes before what an instance has
	case h.Is(x, FunctionType) || h.Is(x, MethodDescType):
		what = uint64(x.Offset())
	case x.IsRef() && h.TypeOf(x).ItemAt != 0:
		i := h.Word(x, h.TypeOf(x).ItemAt)
		return i<<besidesIndex | besidesItem, t.IsSubtype(h.types[TupleType]) && i < 1<<32 // it goes before what an instance has
	case !x.IsRef() || h.TypeOf(x).DescrGet != nil:
		return 0, false
	default:
		what = uint64(x.Offset())
	}
	if t.valuesOff != 0 && t.KeyIndex(name) >= 0 || t.varDict || t.prepares() || t.dictOff >= 1<<besidesDictBits {
		return 0, false
	}
	if t.valuesOff != 0 {
		what |= besidesValues
	}
	return what | uint64(t.dictOff)<<besidesDict, true
}

// forgetAttrs drops the entries of a type.
func (h *Heap) forgetAttrs(t *Type) {
	if !t.cached {
		return
	}
	t.cached = false
	t.forgotten++
	if t.layout == TypeType { // what calls of its instances make hangs on it
		clear(h.attrs[:])
		return
	}
	for i := range h.attrs {
		if TypeID(h.attrs[i].key>>32) == t.ID {
			h.attrs[i] = attrEntry{}
		}
	}
}
