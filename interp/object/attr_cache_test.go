package object

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2/interp/heap"
)

// lookAttr looks into the attribute cache as compiled code does.
func lookAttr(t *testing.T, h *Heap, u AttrUse, v, name Value) (what uint64, ok bool) {
	t.Helper()
	key, ok := u.Key(name)
	if !ok {
		t.Fatal("the name has no key")
	}
	id := uint64(h.RefType(v))
	first, second := AttrPlaces(key)
	for _, at := range []uint64{first, second} {
		entry := h.AttrCache() + Value((id+at)%AttrCacheSize*AttrEntrySize)
		if h.Word(entry, 0) == id<<32|key {
			return h.Word(entry, OffAttrValue), true
		}
	}
	return 0, false
}

// TestAttrCacheCollisions uses attributes of instances of some classes in turn: behind a few rounds all have their
// entries, although first places are shared.
func TestAttrCacheCollisions(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	const classes, attributes, rounds = 60, 20, 4
	names, instances := h.NewList(), h.NewList()
	h.Push(names)
	h.Push(instances)
	for i := range attributes {
		h.ListAppend(names, h.Intern(fmt.Sprint("name", i)))
	}
	for range classes {
		ns := h.NewDict()
		h.DictSetStr(ns, h.Intern("__static_attributes__"), h.ListToTuple(names))
		class, err := h.Call(h.Type(TypeType).Object, []Value{h.Intern("C"), h.NewTuple(), ns}, Null)
		if err != nil {
			t.Fatal(err)
		}
		o := h.NewInstance(h.TypeFromObject(class))
		h.ListAppend(instances, o)
		for i := range attributes {
			if err := h.SetAttr(o, h.ListItem(names, i), SmallInt(int64(i))); err != nil {
				t.Fatal(err)
			}
		}
	}
	first := map[uint64]bool{}
	missed := 0
	for range rounds {
		missed = 0
		for c := range classes {
			o := h.ListItem(instances, c)
			for i := range attributes {
				name := h.ListItem(names, i)
				key, _ := AttrStore.Key(name)
				at, _ := AttrPlaces(key)
				first[(uint64(h.RefType(o))+at)%AttrCacheSize] = true
				if off, ok := lookAttr(t, h, AttrStore, o, name); !ok {
					missed++
					h.CacheAttr(AttrStore, o, name)
				} else if h.Field(o, uintptr(uint32(off))) != SmallInt(int64(i)) {
					t.Fatalf("at offset %d is not attribute %d", off, i)
				}
			}
		}
	}
	if missed > 0 || len(first) == classes*attributes {
		t.Errorf("%d of %d are missed in the last round; they have %d first places", missed, classes*attributes, len(first))
	}
}

// TestAttrCache holds what the cache says against the general look-up, and changes of
// classes, of shared keys and collections against what it still says.
func TestAttrCache(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	l, name := h.NewList(), h.Intern("append")
	h.Push(l)
	if _, ok := lookAttr(t, h, AttrMethod, l, name); ok {
		t.Fatal("an empty cache knows a method")
	}
	f, _, err := h.LoadMethod(l, name)
	if err != nil {
		t.Fatal(err)
	}
	h.CacheAttr(AttrMethod, l, name)
	if what, ok := lookAttr(t, h, AttrMethod, l, name); !ok || Value(what) != f {
		t.Fatalf("the cache says %#x, %v; the method is %#x", what, ok, uint64(f))
	}
	if _, ok := lookAttr(t, h, AttrLoad, l, name); ok {
		t.Error("an entry for calls is one for loads")
	}
	for _, u := range []AttrUse{AttrLoad, AttrStore} {
		h.CacheAttr(u, l, name)
		if _, ok := lookAttr(t, h, u, l, name); ok {
			t.Errorf("use %d: a list has no attributes of its own", u)
		}
	}
	h.Collect()
	if _, ok := lookAttr(t, h, AttrMethod, l, name); ok && heap.ScansGoStack {
		t.Error("an entry outlives a collection")
	}
	if _, ok := AttrLoad.Key(SmallInt(3)); ok {
		t.Error("an int has a key")
	}
}

// TestAttrCacheClasses is TestAttrCache for an instance.
func TestAttrCacheClasses(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	ns := h.NewDict()
	h.DictSetStr(ns, h.Intern("__static_attributes__"), h.NewTuple(h.Intern("x"), h.Intern("y")))
	class, err := h.Call(h.Type(TypeType).Object, []Value{h.Intern("C"), h.NewTuple(), ns}, Null)
	if err != nil {
		t.Fatal(err)
	}
	h.Push(class)
	x, y := h.Intern("x"), h.Intern("y")
	o := h.NewInstance(h.TypeFromObject(class))
	h.Push(o)
	if err := h.SetAttr(o, x, SmallInt(1)); err != nil {
		t.Fatal(err)
	}
	for _, u := range []AttrUse{AttrLoad, AttrStore} {
		known := func() bool {
			h.CacheAttr(u, o, x)
			off, ok := lookAttr(t, h, u, o, x)
			if ok && h.Field(o, uintptr(uint32(off))) != SmallInt(1) {
				t.Errorf("use %d: at offset %d is something else", u, off)
			}
			return ok
		}
		if !known() {
			t.Errorf("use %d: an attribute of an instance has no entry", u)
		}
		h.CacheAttr(u, o, y)
		if what, ok := lookAttr(t, h, u, o, y); ok && uint32(what) != 0 { // a store may find it in a dict
			t.Errorf("use %d: an attribute that no instance has has an entry", u)
		}
		if err := h.SetAttr(class, y, SmallInt(2)); err != nil {
			t.Fatal(err)
		}
		if _, ok := lookAttr(t, h, u, o, x); ok {
			t.Errorf("use %d: an entry outlives a change of the class", u)
		}
		if !known() {
			t.Errorf("use %d: no entry behind a change of the class", u)
		}
	}
	// Whoever changes all the time gets no more.
	for i := range maxForgotten + 2 {
		h.CacheAttr(AttrLoad, o, x)
		if err := h.SetAttr(class, h.Intern(fmt.Sprint("new", i)), SmallInt(1)); err != nil {
			t.Fatal(err)
		}
	}
	h.CacheAttr(AttrLoad, o, x)
	if _, ok := lookAttr(t, h, AttrLoad, o, x); ok {
		t.Error("a class that changes all the time has an entry")
	}
}

func BenchmarkCacheAttr(b *testing.B) {
	h := newHeap(b, Options{Limit: 64 << 20})
	l, name := h.NewList(), h.Intern("append")
	h.Push(l)
	b.ReportAllocs()
	for b.Loop() {
		h.CacheAttr(AttrMethod, l, name)
	}
}
