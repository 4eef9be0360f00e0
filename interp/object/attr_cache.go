package object

import (
	"slices"

	"github.com/tier2go/tier2/opgen/mem"
)

// The attribute cache is CPython's method cache for machine code: it says, by the type
// of a value and a name, which method a call finds, or where in the instance an attribute
// lies. It lies in the arena. An entry holds as long as nothing
// that it was found by changes: a change of a class or of its shared keys drops the
// class's entries, a collection drops all.
//
// Compiled code finds an entry by the header of a value: the entry's number is the type's
// id plus one of the two numbers that AttrPlaces returns, modulo AttrCacheSize; the entry is of that type and
// name if its key is what Key returns with the id in the upper half. Two places, because some hundred entries
// that a program uses in turn collide in a table of thousands: with one place each the two that collide would
// drop each other at each use. Where both places are taken, the entry at the first one goes to its own other
// place, and so does the one that it finds there (Pagh and Rodler: Cuckoo hashing, 2004). Behind the key is:
//
//   - AttrMethod: the function that is called with the value as its receiver, unless the
//     value's attributes are in a dict (InstNoValues);
//   - AttrLoad: the offset of the attribute in the value; Null lies there if the value has
//     none, or has it in its dict;
//   - AttrStore: the same in the lower half, 0 for nowhere; it may be written if it is not Null. Above it the number of the value, and then where the
//     value has a dict that takes the attribute otherwise, as for AttrBesides;
//   - AttrGetter: the function of a property, which is called with the value;
//   - AttrMethodDict: as AttrMethod, of values whose attributes are in a dict that lies at one offset. The dict may have the name, too. What
//     stands there is laid out as for AttrBesides;
//   - AttrClass: of the type that the value is: the attribute, which is no property or the like, and that of the metaclass
//     does not go before it; Null if it is known that there is none;
//   - AttrBesides: what the class gives its instances: a function or a method of a builtin type, which is bound, another object that is no
//     descriptor, or the class for __class__. The object's offset, 0 if it is known that the class has no attribute of the name; where the value has a dict
//     that may have it (0: nowhere), or behind how many bytes of its items; whether the value has that dict only in place of its values (InstNoValues); whether
//     the values may have it, of which an entry of AttrLoad tells then; whether something is asked if nothing has it. Or which element of the
//     tuple that the value is laid out as. Or that the field that stands in the dict's place is the attribute, a member that may be unset. Or an int;
//   - AttrInstance, AttrSubclass: of a class in place of the name: True or False, what isinstance() says of the type's
//     values, and issubclass() of it; AttrInstance of a tuple of classes, too;
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
	AttrCacheSize = 4096
	// AttrEntrySize is the size of an entry in bytes.
	AttrEntrySize = 16
	// OffAttrValue is where in an entry stands what has been found.
	OffAttrValue = 8

	// maxMoved is how many entries make room for one another for a new one; the last of them is dropped then.
	maxMoved = 16

	// mostInTuples is how many classes and tuples CacheInstances looks at.
	mostInTuples = 100

	// maxForgotten is how often a class's entries are dropped because of changes before
	// it gets no more.
	maxForgotten = 200

	// An entry of AttrBesides has the offset of what is found, that of the value's dict, and whether the value has values; or an element's
	// index in a tuple and besidesItem. Offsets of objects have none of the lowest bits.
	besidesItem     = 1
	besidesMember   = 2                           // the field in the dict's place is the attribute
	besidesAsked    = 4                           // where there is none something else is asked
	besidesKeyed    = 8                           // a value may have one of its own, of which AttrLoad tells
	besidesInt      = besidesItem | besidesMember // what the index would be is the attribute, below 1<<besidesIntBits
	besidesIntBits  = 40
	besidesIndex    = 4
	besidesDict     = 48
	besidesDictBits = 15
	besidesValues   = 1 << 63

	// The offset of a dict counts from the end of the items of a value that is laid out as one of these, which it has then in its lowest bits.
	behindStr   = 1
	behindTuple = 2
	behindInt   = 3
	behindAny   = 7

	// One of AttrStore has the number of a value from a bit on, below where the dict stands.
	storeKey     = 32
	storeKeyBits = 16

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
	return hash >> 20, hash >> 8 & (AttrCacheSize - 1)
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
	for range maxMoved {
		e, h.attrs[first] = h.attrs[first], e
		if e.key == 0 {
			return
		}
		one, other := e.places()
		if one == first {
			one = other
		}
		first = one
	}
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

// LoadMethodCached is LoadMethod that looks into the cache first, and notes there what it finds: for who asks for the same again and again. name is interned.
func (h *Heap) LoadMethodCached(v, name Value) (f, self Value, err error) {
	if v.IsRef() {
		m := h.mem()
		if entry, ok := attrEntryOf(m, m.U32(mem.Ref(v), fieldType), mem.Ref(name), uint64(AttrMethod)); ok && m.U32(mem.Ref(v), fieldAux) != InstNoValues {
			return Value(m.Ref(entry, fieldAttrWhat)), v, nil
		}
	}
	f, self, err = h.LoadMethod(v, name)
	if err == nil && self != Null {
		h.CacheAttr(AttrMethod, v, name)
	}
	return f, self, err
}

// CacheInstance notes whether values of v's type are instances of a class, as InstanceKnown says.
func (h *Heap) CacheInstance(v, class Value, is bool) {
	h.cacheOf(AttrInstance, h.TypeOf(v), class, uint64(Bool(is)))
}

// CacheInstances notes whether values of v's type are instances of one of the classes of a tuple that has many, or other tuples in it, if each of
// them is known.
func (h *Heap) CacheInstances(v, classes Value) {
	if h.TupleLen(classes) <= mostClasses && !slices.ContainsFunc(h.TupleItems(classes), func(c Value) bool { return h.Is(c, TupleType) }) {
		return // the routine asks for each
	}
	if is, known := h.instanceOfAny(v, classes); known {
		h.cacheOf(AttrInstance, h.TypeOf(v), classes, uint64(Bool(is)))
	}
}

// instanceOfAny is InstanceKnown of a tuple; not known if there are more than mostInTuples classes and tuples in it.
func (h *Heap) instanceOfAny(v, classes Value) (is, known bool) {
	todo, n := [mostInTuples]Value{classes}, 1
	for range mostInTuples {
		if n == 0 {
			return false, true
		}
		n--
		c := todo[n]
		if h.Is(c, TypeType) {
			if is, known := h.InstanceKnown(v, h.TypeFromObject(c)); is || !known {
				return is, known
			}
			continue
		}
		if !h.Is(c, TupleType) || h.TupleLen(c) > len(todo)-n {
			return false, false
		}
		for i := h.TupleLen(c) - 1; i >= 0; i-- {
			todo[n] = h.TupleItem(c, i)
			n++
		}
	}
	return false, false
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
		return h.storePlace(t, name)
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
		place, ok := h.dictPlace(t)
		what = uint64(x.Offset()) | place
		if t.valuesOff != 0 {
			what |= besidesValues
		}
		return what, x != Null && (id == FunctionType || id == MethodDescType) && ok && place != 0
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

// storePlace is attrPlace for AttrStore.
func (h *Heap) storePlace(t *Type, name Value) (what uint64, ok bool) {
	k, off := h.StoreKindOf(t, name)
	if k != StoreOwn {
		return off, k == StoreField
	}
	what, ok = h.dictPlace(t)
	if t.valuesOff != 0 {
		what |= besidesValues
		if key := t.KeyIndex(name); key >= 0 {
			what |= uint64(t.valuesOff) + 8*uint64(key) | uint64(key)<<storeKey
		}
	}
	return what, ok && what != 0
}

// CacheFound notes where the attribute name of a value has been found, which is y, or that there is none: y is Null.
func (h *Heap) CacheFound(v, name, y Value) {
	twin := h.nameTwin(name)
	if twin != name && !h.Is(name, StrType) {
		return
	}
	name = twin
	if t := h.TypeOf(v); t.GetAttr == nil && h.Is(t.Lookup(name), PropertyType) {
		return // what its function returns stands nowhere
	}
	if y != Null {
		h.CacheAttr(AttrLoad, v, name)
	}
	h.CacheClassAttr(v, name, y)
	if !v.IsRef() {
		return
	}
	t := h.TypeOf(v)
	asked := t.GetAttr != nil
	if asked && (y == Null || !h.AsksForMissing(t)) {
		return
	}
	if key := t.KeyIndex(name); key >= 0 && h.hasValues(v, t) {
		if h.Field(v, t.valuesOff+8*uintptr(key)) != Null {
			return // AttrLoad has it
		}
		h.CacheAttr(AttrLoad, v, name)
	}
	if what, ok := h.besidesPlace(t, name, y == Null); ok {
		if asked && (what&besidesInt == besidesMember || what&(1<<besidesDict-1-besidesKeyed) == 0) {
			what |= besidesAsked
		}
		h.cacheOf(AttrBesides, t, name, what)
	}
}

// besidesPlace returns what an entry of AttrBesides says; absent says that a value of the type has been found not to have the attribute.
func (h *Heap) besidesPlace(t *Type, name Value, absent bool) (what uint64, ok bool) {
	x := t.Lookup(name)
	dict, known := h.dictPlace(t)
	switch {
	case t.Varies(name): // what varies is no part of the type's version
		return 0, false
	case x == Null:
		if t.Extra != nil || h.strIs(name, "__doc__") { // types without documentation in their namespace: lacking
			what = besidesAsked
		}
		if !absent && dict == 0 {
			return 0, false
		}
	case h.Is(x, MemberType):
		return h.memberPlace(t, x, absent)
	case absent:
		return 0, false
	case x == h.types[ObjectType].Lookup(name) && name == h.classes.nm.class:
		return uint64(t.Object.Offset()), true // it goes before what an instance has
	case h.Is(x, FunctionType) || h.Is(x, MethodDescType):
		what = uint64(x.Offset())
	case x.IsRef() && h.TypeOf(x).ItemAt != 0:
		i := h.Word(x, h.TypeOf(x).ItemAt)
		return i<<besidesIndex | besidesItem, t.IsSubtype(h.types[TupleType]) && i < 1<<32 // it goes before what an instance has
	case x.IsSmall() && x.Small() >= 0 && x.Small() < 1<<besidesIntBits:
		what = uint64(x.Small())<<besidesIndex | besidesInt
	case !x.IsRef() || h.TypeOf(x).DescrGet != nil:
		return 0, false
	default:
		what = uint64(x.Offset())
	}
	if !known || t.prepares() {
		return 0, false
	}
	if t.valuesOff != 0 {
		what |= besidesValues
		if t.KeyIndex(name) >= 0 {
			what |= besidesKeyed
		}
	}
	return what | dict, true
}

// dictPlace returns where instances of a type have their dict, as entries have it; 0: they have none. ok is false where no entry can tell.
func (h *Heap) dictPlace(t *Type) (place uint64, ok bool) {
	off := t.dictOff
	if t.varDict {
		off = t.varDictOff
	}
	return h.fieldPlace(t, uint64(off), t.varDict)
}

// fieldPlace is dictPlace of a field at an offset, which may count from the end of the items.
func (h *Heap) fieldPlace(t *Type, off uint64, behind bool) (place uint64, ok bool) {
	if behind {
		switch t.layout {
		case StrType:
			off |= behindStr
		case TupleType:
			off |= behindTuple
		case IntType:
			off |= behindInt
		default:
			return 0, false
		}
	}
	return off << besidesDict, off < 1<<besidesDictBits
}

// memberPlace is what an entry of AttrBesides says of a member: where it has been found unset, or lies behind the items. All others are AttrLoad's.
func (h *Heap) memberPlace(t *Type, x Value, absent bool) (what uint64, ok bool) {
	off := h.Word(x, offMemberOff)
	behind := off&behindItems != 0
	if off&memberReadOnly != 0 || !absent && !behind || !t.IsSubtype(h.TypeFromObject(h.Field(x, offMemberClass))) {
		return 0, false
	}
	place, ok := h.fieldPlace(t, off&^behindItems, behind)
	return place | besidesMember, ok
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
