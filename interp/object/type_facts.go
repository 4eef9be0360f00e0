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
	// Of classes that derive from a builtin type, as which their instances are laid out: it is that type that says
	FactLen      // what len(v) is
	factTruth    // whether v is true
	FactIter     // what iter(v) is
	factItem     // what v[k] is
	factPutItem  // what v[k] = x and del v[k] do
	factContains // whether x is in v
	// Its type is collections.defaultdict itself, which adds the keys that it lacks.
	factDefault
	factWeak    // its type is weakref.ref itself: a value is hashed as what it refers to
	factFuture  // a value is a future (Type.Future)
	factTwister // a value has a generator of random numbers (Type.Twister)
	// From this bit on stands which iterator of module itertools a value is (StepKind).
	factStep = 18
	// A value is hashed and compared as a str, of which it has the layout.
	factStr = 1 << 22
	// Patterns of sequences, or of mappings, match values.
	factCollection = 1 << 23
	// Its type is collections.OrderedDict itself.
	factOrdered = 1 << 24
	// A class that derives from int leaves to int how its instances are compared, hashed, computed with, and converted to int.
	factNumber  = 1 << 25
	factPattern = 1 << 26 // a value is a pattern (Type.Pattern)
	factMatch   = 1 << 27 // a value is what a pattern has matched (Type.Match)
	// From this bit on stands that type's id, which may be ObjectType; 0 of all but classes, and of an OrderedDict.
	factLike = 56
)

// stepMask are the bits of a StepKind.
const stepMask = 1<<4 - 1

// likeFacts are the facts that follow from slots.
var likeFacts = []struct {
	fact uint64
	slot func(s *Slots) any
}{
	{FactLen, func(s *Slots) any { return s.Len }},
	{factTruth, func(s *Slots) any { return s.Bool }},
	{FactIter, func(s *Slots) any { return s.Iter }},
	{factItem, func(s *Slots) any { return s.GetItem }},
	{factPutItem, func(s *Slots) any { return s.SetItem }},
	{factContains, func(s *Slots) any { return s.Contains }},
}

// noteFacts finds a type's facts.
func (h *Heap) noteFacts(t *Type) {
	if t.ID >= TypeTableSize {
		return
	}
	var facts uint64
	if (t.Slots.Compare == nil || t.onlyOrders()) && t.Slots.Hash == nil && !t.NoHash {
		facts |= factIdentity
	}
	if t.Slots.Bool == nil && t.Len == nil {
		facts |= factTrue
	}
	h.typeFacts[t.ID] = facts | h.kindFacts(t) | t.classFacts()
}

// onlyOrders reports whether a class says which of its instances are less or greater, and leaves to object which are equal.
func (t *Type) onlyOrders() bool {
	nm := &t.heap.classes.nm
	return t.made && t.layout == ObjectType && t.Slots.ownCompare && t.heap.ownAttr(t, nm.eq) == Null && t.heap.ownAttr(t, nm.ne) == Null
}

// classFacts are the facts of a class that say what it has of the builtin type that it derives from.
func (t *Type) classFacts() (facts uint64) {
	b := t
	for b.made {
		b = b.Base
	}
	if b == t || b.ID >= FirstFreeType {
		return 0
	}
	slots := t.heap.classSlots(b)
	for _, row := range likeFacts {
		if sameFunction(row.slot(&t.Slots), row.slot(slots)) {
			facts |= row.fact
		}
	}
	if facts&FactLen == 0 && slots.Bool == nil {
		facts &^= factTruth
	}
	if b.ID == IntType && t.leavesNumbers(slots) {
		facts |= factNumber
	}
	return facts | uint64(b.ID)<<factLike
}

// leavesNumbers reports whether a class that derives from int, whose slots are given, has nothing to say about numbers itself.
func (t *Type) leavesNumbers(slots *Slots) bool {
	nm := &t.heap.classes.nm
	for _, name := range [...]Value{nm.toInt, nm.index, nm.toFloat} {
		if t.heap.ownAttr(t, name) != Null {
			return false
		}
	}
	return t.InPlace == nil && !t.NoHash && sameFunction(t.Slots.Compare, slots.Compare) && sameFunction(t.Slots.Hash, slots.Hash) && sameFunction(t.Slots.Binary, slots.Binary) &&
		sameFunction(t.Slots.Unary, slots.Unary)
}

// FirstFreeType, and so the id of a type that classes are like, fits what is left of the facts.
const _ = uint(1<<(64-factLike) - FirstFreeType)

// Like returns the builtin type that does with the type's instances what a fact says, of which they have the layout: the
// type itself, or one that the class derives from.
func (t *Type) Like(fact uint64) TypeID {
	if facts := t.classFacts(); facts&fact == fact && facts != 0 {
		return TypeID(facts >> factLike)
	}
	return t.ID
}

// sameFunction reports whether two functions, which may be nil, have the same code.
func sameFunction(f, g any) bool { return reflect.ValueOf(f).Pointer() == reflect.ValueOf(g).Pointer() }

// isFuture reports whether the type's values are laid out as futures.
func (t *Type) isFuture() bool {
	for b := t; b != nil; b = b.Base {
		if b.Future {
			return true
		}
	}
	return false
}

// kindFacts are the facts of a type that is laid out as a dict, a tuple, or a ring.
func (h *Heap) kindFacts(t *Type) (facts uint64) {
	switch {
	case t.Ring:
		facts |= factRing | factRingItems
	case t.RingIter:
		facts |= factRingIter
	case t.Step != StepNone && t.Step <= lastStep:
		facts |= uint64(t.Step) << factStep
	case t.Defaults:
		facts |= factDefault
	case t.Ordered:
		facts |= factOrdered | FactLen | factTruth | factContains | uint64(DictType)<<factLike
	case t.WeakRef && !t.WeakProxy:
		facts |= factWeak
	case t.made && h.types[t.layout].Ring:
		facts |= factRing
	case t.Pattern:
		facts |= factPattern
	case t.Match:
		facts |= factMatch
	case t.Twister, t.made && h.types[t.layout].Twister:
		facts |= factTwister
	}
	if t.collection != NoCollection {
		facts |= factCollection
	}
	if t.isFuture() {
		facts |= factFuture
	}
	if sameFunction(t.Slots.Hash, hashTupleValue) && sameFunction(t.Slots.Compare, compareTuples) {
		facts |= factTuple
	}
	if str := h.types[StrType]; t.asStr && sameFunction(t.Slots.Hash, str.Slots.Hash) && sameFunction(t.Slots.Compare, str.Slots.Compare) {
		facts |= factStr
	}
	if sameFunction(t.Slots.GetItem, dictGetItem) {
		facts |= factDictGet
	}
	if sameFunction(t.Slots.SetItem, dictSetItem) {
		facts |= factDictSet
	}
	return facts
}
