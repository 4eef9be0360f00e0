package object

import "github.com/tier2go/tier2/opgen/mem"

// Fields of entries of the attribute cache.
const (
	fieldAttrKey  = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldAttrWhat = mem.Field(OffAttrValue) | AliasHeap<<mem.ClassShift
	fieldAny      = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldInst     = mem.Field(0) | AliasInst<<mem.ClassShift
	fieldFilled   = mem.Field(OffAux) | AliasInstFilled<<mem.ClassShift
)

// Fields of functions and methods.
const (
	fieldBuiltinIndex = mem.Field(OffBuiltinIndex) | AliasFunc<<mem.ClassShift
	fieldMethodFunc   = mem.Field(OffMethodFunc) | AliasFunc<<mem.ClassShift
	fieldMethodSelf   = mem.Field(OffMethodSelf) | AliasFunc<<mem.ClassShift
)

// methodBesides is the method that a call finds for a value whose attributes are in a dict, if the dict does not
// have the name: AttrMethodDict.
//
//tier2:routine method.besides
func methodBesides(m mem.Mem, x, name mem.Ref) (f mem.Ref, ok bool) {
	if !wordIsRef(x) {
		return NoRef, false
	}
	entry, ok := attrEntryOf(m, m.U32(x, fieldType), name, uint64(AttrMethodDict))
	if !ok {
		return NoRef, false
	}
	what := m.U64(entry, fieldAttrWhat)
	if what&besidesValues != 0 && m.U32(x, fieldAux) != InstNoValues {
		return NoRef, false // AttrMethod has those
	}
	place, ok := placeBesides(m, x, what)
	if !ok {
		return NoRef, false
	}
	d := m.RefOff(x, fieldAny, place)
	if d != nothing && !lacks(m, d, name) {
		return NoRef, false
	}
	return mem.Ref(what&(1<<besidesDict-1) + TagRef), true
}

// placeBesides is where in a value the field lies that an entry of AttrBesides or AttrMethodDict tells of: behind the items of what differs in size.
func placeBesides(m mem.Mem, x mem.Ref, what uint64) (place uint64, ok bool) {
	place = what >> besidesDict & (1<<besidesDictBits - 1)
	kind := place & behindAny
	if kind == 0 {
		return place, true
	}
	place -= kind
	switch kind {
	case behindStr:
		return place + (OffStrData+m.U64(x, fieldStrLen)*(m.U32(x, fieldAux)&StrKindMask)+7)&^7, true
	case behindTuple:
		return place + OffTupleItems + 8*tupleLen(m, x), true
	case behindInt:
		return place + OffIntData + 8*m.U64(x, fieldIntLimbs), true
	}
	return 0, false
}

// methodBehind is the function that super(class, self).name(…) calls, if that is known: AttrSuper.
//
//tier2:routine method.super
func methodBehind(m mem.Mem, class, self, name mem.Ref) (f mem.Ref, ok bool) {
	n := (uint64(name) - TagRef) >> 4
	if !wordIsRef(self) || !wordIs(m, class, uint64(TypeType)) || n >= 1<<29 {
		return NoRef, false
	}
	t, id := m.U32(self, fieldType), m.U64(class, fieldTypeID)
	key := n<<3 | (uint64(AttrSuper)+1)&7
	first, second := AttrPlaces(key)
	base := t + id*superStep
	entry := attrEntryAt(base + first)
	what := m.U64(entry, fieldAttrWhat)
	if m.U64(entry, fieldAttrKey) != t<<32|key || what>>superClass != id {
		entry = attrEntryAt(base + second)
		what = m.U64(entry, fieldAttrWhat)
		if m.U64(entry, fieldAttrKey) != t<<32|key || what>>superClass != id {
			return NoRef, false
		}
	}
	return mem.Ref(what&(1<<superClass-1) + TagRef), true
}

// lacks reports whether an instance's dict is known not to have a name.
func lacks(m mem.Mem, d, name mem.Ref) bool {
	if !wordIs(m, d, uint64(DictType)) {
		return false
	}
	_, in, ok := dictAt(m, d, name)
	return ok && !in
}

// attrEntryOf is the entry of the attribute cache for a type's id and a name.
func attrEntryOf(m mem.Mem, t uint64, name mem.Ref, use uint64) (entry mem.Ref, ok bool) {
	n := (uint64(name) - TagRef) >> 4
	if n >= 1<<29 {
		return NoRef, false
	}
	key := n<<3 | use + 1
	first, second := AttrPlaces(key)
	entry = attrEntryAt(t + first)
	if m.U64(entry, fieldAttrKey) != t<<32|key {
		entry = attrEntryAt(t + second)
		if m.U64(entry, fieldAttrKey) != t<<32|key {
			return NoRef, false
		}
	}
	return entry, true
}

// attrBesides is an attribute that lies in no field of the value.
//
//tier2:routine attr.besides
func attrBesides(m mem.Mem, x, name mem.Ref) (y mem.Ref, ok bool) {
	y, ok = attrIfAny(m, x, name)
	if !ok || y == nothing {
		return NoRef, false
	}
	return y, true
}

// attrOrNot is that, or nothing if the value is known to have none of the name.
//
//tier2:routine attr.ornot
func attrOrNot(m mem.Mem, x, name mem.Ref) (y mem.Ref, ok bool) { return attrIfAny(m, x, name) }

// attrIfAny is an attribute of a class whose metaclass is type, AttrClass, one that lies in a field of the value, AttrLoad, or what a class gives
// its instances, AttrBesides. A method is bound to the value.
func attrIfAny(m mem.Mem, x, name mem.Ref) (y mem.Ref, ok bool) {
	name, ok = twinOf(m, name)
	if !ok || !wordIsRef(x) {
		return NoRef, false
	}
	t := m.U32(x, fieldType)
	if t == uint64(TypeType) {
		entry, ok := attrEntryOf(m, m.U64(x, fieldTypeID), name, uint64(AttrClass))
		if !ok {
			return NoRef, false
		}
		return m.Ref(entry, fieldAttrWhat), true
	}
	own, there := attrEntryOf(m, t, name, uint64(AttrLoad))
	if there {
		y = m.RefOff(x, fieldAny, m.U64(own, fieldAttrWhat))
		if y != nothing {
			return y, true
		}
	}
	entry, ok := attrEntryOf(m, t, name, uint64(AttrBesides))
	if !ok {
		return NoRef, false
	}
	what := m.U64(entry, fieldAttrWhat)
	if what&besidesKeyed != 0 && !there {
		return NoRef, false // it may have one of its own
	}
	if what&besidesValues == 0 || m.U32(x, fieldAux) == InstNoValues {
		place, ok := placeBesides(m, x, what)
		if !ok {
			return NoRef, false
		}
		if place != 0 {
			own := m.RefOff(x, fieldAny, place)
			if what&besidesInt == besidesMember {
				return own, own != nothing || what&besidesAsked == 0
			}
			if own != nothing {
				if !wordIs(m, own, uint64(DictType)) {
					return NoRef, false
				}
				at, in, ok := dictAt(m, own, name)
				if !ok {
					return NoRef, false
				}
				if in {
					return m.RefAt(m.Ref(own, fieldDictEntries), fieldEntryValue, 3*at), true
				}
			}
		}
	}
	if what&besidesAsked != 0 {
		return NoRef, false
	}
	what &= 1<<besidesDict - 1 - besidesKeyed
	if what == 0 {
		return nothing, true
	}
	if what&besidesInt == besidesInt {
		return mem.Ref(what>>besidesIndex + IntBias), true
	}
	if what&besidesItem != 0 {
		i := what >> besidesIndex
		if i >= tupleLen(m, x) {
			return NoRef, false
		}
		return m.RefAt(x, fieldTupleItem, i), true
	}
	f := mem.Ref(what + TagRef)
	t = m.U32(f, fieldType)
	if t == uint64(FunctionType) {
		return boundTo(m, uint64(BoundMethodType), uint64(f), x)
	}
	if t == uint64(MethodDescType) {
		return boundTo(m, uint64(BuiltinType), m.U64(f, fieldBuiltinIndex), x)
	}
	return f, true
}

// attrPut stores an attribute of an instance: AttrStore. It gives up where the instance has no dict yet, or gets a value out of turn.
//
//tier2:routine attr.put
func attrPut(m mem.Mem, x, name, y mem.Ref) (done, ok bool) {
	name, ok = twinOf(m, name)
	if !ok || !wordIsRef(x) {
		return false, false
	}
	entry, ok := attrEntryOf(m, m.U32(x, fieldType), name, uint64(AttrStore))
	if !ok {
		return false, false
	}
	what := m.U64(entry, fieldAttrWhat)
	off := what & (1<<storeKey - 1)
	if what>>storeKey == 0 {
		m.SetU64Off(x, fieldInst, off, uint64(y))
		return true, true
	}
	filled := m.U32(x, fieldFilled)
	if what&besidesValues != 0 && filled != InstNoValues {
		if off == 0 {
			return false, false
		}
		if m.RefOff(x, fieldInst, off) == nothing {
			key := what >> storeKey & (1<<storeKeyBits - 1)
			if key < filled {
				return false, false
			}
			m.SetU32(x, fieldFilled, key+1)
		}
		m.SetU64Off(x, fieldInst, off, uint64(y))
		return true, true
	}
	place, ok := placeBesides(m, x, what)
	if !ok || place == 0 {
		return false, false
	}
	d := m.RefOff(x, fieldAny, place)
	if d == nothing || !wordIs(m, d, uint64(DictType)) {
		return false, false
	}
	return dictPut(m, d, name, y)
}

// boundTo is a method of a type that is bound to a receiver: f is its function, or the number of the Go function.
func boundTo(m mem.Mem, t, f uint64, self mem.Ref) (method mem.Ref, ok bool) {
	method, w, next, ok := cutPlain(m, MethodSize)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(method, fieldHeader, t)
	m.InitU64(method, fieldMethodFunc, f)
	m.InitRef(method, fieldMethodSelf, self)
	return method, true
}

// attrEntryAt is an entry of the attribute cache.
func attrEntryAt(i uint64) mem.Ref {
	return mem.Ref(TagRef + attrCacheOff + AttrEntrySize*(i&(AttrCacheSize-1)))
}
