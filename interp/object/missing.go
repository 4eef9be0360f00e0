package object

import "github.com/tier2go/tier2/opgen/mem"

// What a look-up in a dict comes to where the key is not there: the __missing__ of a class that derives from dict, or the factory of a
// collections.defaultdict. A function in Python gets a frame (interp/missed.go).

// OffDefaultFactory is where a collections.defaultdict, which package lib has, keeps its factory: None, or Null before __init__.
const OffDefaultFactory = DictSize

// DefaultDictSize is how large one is.
const DefaultDictSize = OffDefaultFactory + 8

// Missed says what a look-up that finds nothing calls.
type Missed uint8

// What it calls: nothing in Python; the class's __missing__, with the dict and the key; the factory, whose result becomes the item; the
// function whose results a functools.lru_cache keeps, and which has been called with other arguments.
const (
	MissedNothing Missed = iota
	MissedItem
	MissedDefault
	MissedCall
	MissedMethod // it is called as a bound method
)

// MissedOf returns the function in Python that v[key] comes to where v, a dict, does not have the key.
func (h *Heap) MissedOf(v Value) (f Value, kind Missed) {
	if h.TypeID(v) < FirstFreeType {
		return Null, MissedNothing
	}
	if f, kind = h.TypeOf(v).MissedOf(); kind == MissedDefault {
		if f = h.Field(v, OffDefaultFactory); f == Null || !h.Is(f, FunctionType) {
			return Null, MissedNothing
		}
	}
	return f, kind
}

// MissedOf is Heap.MissedOf of a type, which says no more than the kind where the function is each instance's own.
func (t *Type) MissedOf() (f Value, kind Missed) {
	h := t.heap
	if t.ID >= TypeTableSize || h.typeFacts[t.ID]&factDictGet == 0 || t.ID == DictType {
		return Null, MissedNothing
	}
	f = t.Lookup(h.classes.nm.missing)
	switch {
	case f == Null:
	case h.Is(f, FunctionType):
		return f, MissedItem
	case h.makesDefaults(t, f):
		return Null, MissedDefault
	}
	return Null, MissedNothing
}

// makesDefaults reports whether a type's __missing__ is a defaultdict's own.
func (h *Heap) makesDefaults(t *Type, missing Value) bool {
	d := t
	if t.made {
		d = h.types[t.layout]
	}
	return d.Defaults && missing == d.Lookup(h.classes.nm.missing)
}

// DictLacks reports whether a dict is known to lack a key, by a look that runs no guest code.
func (h *Heap) DictLacks(d, key Value) bool {
	lacks, ok := dictLacks(h.mem(), mem.Ref(d), mem.Ref(key))
	if !ok && h.hashTexts(key) {
		lacks, ok = dictLacks(h.mem(), mem.Ref(d), mem.Ref(key))
	}
	return ok && lacks
}

// DictValue is the value of a key in a dict, Null where it is not found by a look that runs no guest code.
func (h *Heap) DictValue(d, key Value) Value {
	x, ok := dictValueOf(h.mem(), mem.Ref(d), mem.Ref(key))
	if !ok && h.hashTexts(key) {
		x, ok = dictValueOf(h.mem(), mem.Ref(d), mem.Ref(key))
	}
	if !ok {
		return Null
	}
	return Value(x)
}

// hashTexts hashes a key that is a str or bytes, or those in a tuple, whose hash nobody has asked for: routines take hashes and make none.
// It reports whether there was one.
func (h *Heap) hashTexts(key Value) (hashed bool) {
	if h.Is(key, TupleType) {
		for i := range h.TupleLen(key) {
			hashed = h.hashText(h.TupleItem(key, i)) || hashed
		}
		return hashed
	}
	return h.hashText(key)
}

func (h *Heap) hashText(v Value) (hashed bool) {
	if !h.Is(v, StrType) && !h.Is(v, BytesType) {
		return false
	}
	if _, known := plainHash(h.mem(), mem.Ref(v)); known {
		return false
	}
	_, err := h.Hash(v)
	return err == nil
}

// missingItem is d[key] of a dict that does not have the key.
func (h *Heap) missingItem(d, key Value) (Value, error) {
	if t := h.TypeOf(d); t.ID != DictType {
		if f := t.Lookup(h.classes.nm.missing); f != Null {
			if h.makesDefaults(t, f) {
				return h.DefaultItem(d, key)
			}
			return h.callSelf(f, d, key)
		}
	}
	return Null, h.RaiseWith(KeyErrorType, key)
}

// DefaultItem is the __missing__ of a collections.defaultdict.
func (h *Heap) DefaultItem(d, key Value) (Value, error) {
	f := h.Field(d, OffDefaultFactory)
	if f == Null || f == None {
		return Null, h.RaiseWith(KeyErrorType, key)
	}
	x, err := h.newDefault(f)
	if err != nil {
		return Null, err
	}
	return h.DictSetDefault(d, key, x)
}

// newDefault calls a factory. The common types make their empty values as they are.
func (h *Heap) newDefault(f Value) (Value, error) {
	if h.Is(f, TypeType) {
		switch h.TypeFromObject(f).ID {
		case IntType:
			return SmallInt(0), nil
		case ListType:
			return h.NewList(), nil
		case DictType:
			return h.NewDict(), nil
		case SetType:
			return h.newSet(SetType), nil
		}
	}
	return h.Call(f, nil, Null)
}
