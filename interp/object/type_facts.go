package object

import "reflect"

// Facts of types that routines read by a type's id, of the first TypeTableSize types: they follow from
// the slots, and are found anew where those change.
const (
	factIdentity  = 1 << iota // a value is equal to nothing but itself, and hashed by its place
	factTrue                  // a value is true
	factDictGet               // v[k] is a dict's, of which v has the layout, if the key is there
	factDictSet               // v[k] = x is
	factRing                  // a value is a ring (Type.Ring)
	factRingItems             // its type is a ring's own: v[i], len(v), x in v and the like are a ring's
	factRingIter              // a value is an iterator over a ring
	factTuple                 // a value is hashed and compared as a tuple, of which it has the layout
)

// noteFacts finds a type's facts.
func (h *Heap) noteFacts(t *Type) {
	if t.ID >= TypeTableSize {
		return
	}
	var facts uint8
	if t.Slots.Compare == nil && t.Slots.Hash == nil && !t.NoHash {
		facts |= factIdentity
	}
	if t.Slots.Bool == nil && t.Len == nil {
		facts |= factTrue
	}
	h.typeFacts[t.ID] = facts | h.kindFacts(t)
}

// kindFacts are the facts of a type that is laid out as a dict, a tuple, or a ring.
func (h *Heap) kindFacts(t *Type) (facts uint8) {
	switch {
	case t.Ring:
		facts |= factRing | factRingItems
	case t.RingIter:
		facts |= factRingIter
	case t.made && h.types[t.layout].Ring:
		facts |= factRing
	}
	if reflect.ValueOf(t.Slots.Hash).Pointer() == reflect.ValueOf(hashTupleValue).Pointer() &&
		reflect.ValueOf(t.Slots.Compare).Pointer() == reflect.ValueOf(compareTuples).Pointer() {
		facts |= factTuple
	}
	if reflect.ValueOf(t.Slots.GetItem).Pointer() == reflect.ValueOf(dictGetItem).Pointer() {
		facts |= factDictGet
	}
	if reflect.ValueOf(t.Slots.SetItem).Pointer() == reflect.ValueOf(dictSetItem).Pointer() {
		facts |= factDictSet
	}
	return facts
}
