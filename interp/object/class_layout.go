package object

import (
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
)

// Where the instances of a class keep their attributes: slots, values, the dict.

// Base size of instances by layout: the layouts that classes may derive from.
var layoutSize = map[TypeID]uintptr{
	ObjectType: 8, TypeType: typeObjectSize, BaseExceptionType: exceptionSize,
	ListType: OffListItems + 8, DictType: DictSize, SetType: offSetPop + 8, FrozenSetType: offSetPop + 8,
	ByteArrayType: offByteArrayStart + 8, IntType: 0, StrType: 0, BytesType: 0, TupleType: 0, FloatType: offFloatValue + 8,
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
		t.dictOff = offExcDict
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

// solid returns the base that has given instances their layout last.
func (t *Type) solid() *Type {
	for ; t.made; t = t.Base {
		if t.slotBytes() > 0 {
			return t
		}
	}
	for t.IsException && !t.ownExcFields() || !t.IsException && t.Base != nil && t.end == t.Base.end {
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
		h.setDefaultAttr(t, "__dict__", &instanceDict)
	}
	if hasWeak && !t.weak && t.layout != TypeType && (t.layout == StrType || !varLayout(t.layout)) {
		t.weak = true
		h.setDefaultAttr(t, "__weakref__", &instanceWeak)
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

// setDefaultAttr gives a class an attribute of its instances, unless its body has defined the name itself.
func (h *Heap) setDefaultAttr(t *Type, name string, g *GetSet) {
	if key := h.Intern(name); h.DictGetStr(t.Dict, key) == Null {
		h.DictSetStr(t.Dict, key, h.newGetSet(g, t))
	}
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
