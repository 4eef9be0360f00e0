package object

import "testing"

// TestDocKeepsVersions: a builtin type whose namespace a program looks into is the type that it was. Code that tier 1 has specialized, and
// what is compiled for items of arrays, takes the ids of ints and floats for their types' versions.
func TestDocKeepsVersions(t *testing.T) {
	h := newHeap(t, Options{})
	for _, id := range []TypeID{IntType, FloatType, ListType, DictType, BoolType} {
		typ := h.Type(id)
		doc := typ.Lookup(h.classes.nm.doc)
		if _, err := h.GetAttr(typ.Object, h.Intern("__dict__")); err != nil {
			t.Fatal(err)
		}
		if typ.Version() != uint32(id) {
			t.Errorf("%s has version %d", typ.Name, typ.Version())
		}
		if now := typ.Lookup(h.classes.nm.doc); id != BoolType && (doc != Null || now == Null) {
			t.Errorf("%s: __doc__ is %#x, then %#x", typ.Name, uint64(doc), uint64(now))
		}
	}
}
