package object_test

import (
	"testing"

	"github.com/tier2go/tier2/interp/object"
)

// TestVarying: data that is assigned to a class again and again changes the versions of
// the class and of what derives from it twice, and what is looked up is what was
// assigned last; anything else changes them each time.
func TestVarying(t *testing.T) {
	h, err := object.New(object.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	class := func(name string, bases ...object.Value) *object.Type {
		v, err := h.Call(h.Type(object.TypeType).Object, []object.Value{h.NewStr(name), h.NewTuple(bases...), h.NewDict()}, object.Null)
		if err != nil {
			t.Fatal(err)
		}
		h.Push(v)
		return h.TypeFromObject(v)
	}
	base := class("Base")
	derived := class("Derived", base.Object)
	name := h.Intern("made")
	assign := func(x object.Value, changes, varies bool) {
		t.Helper()
		before := [2]uint32{base.Version(), derived.Version()}
		if err := h.SetAttr(base.Object, name, x); err != nil {
			t.Fatal(err)
		}
		after := [2]uint32{base.Version(), derived.Version()}
		if (before[0] != after[0]) != changes || (before[1] != after[1]) != changes {
			t.Errorf("versions %d became %d, want a change: %v", before, after, changes)
		}
		for _, c := range []*object.Type{base, derived} {
			if got := c.Lookup(name); got != x {
				t.Errorf("%s.made is %s, want %s", c.Name, h.TypeName(got), h.TypeName(x))
			}
			if got := c.Varies(name); got != varies {
				t.Errorf("%s.made varies: %v", c.Name, got)
			}
		}
	}
	one, two := object.SmallInt(1), object.SmallInt(2)
	property := h.Type(object.PropertyType).Object
	for range 2 {
		assign(one, true, false) // new, or data after a descriptor
		assign(two, true, false) // again
		assign(one, true, true)  // a third time: from now on it varies
		assign(two, false, true) // and changes nothing
		assign(object.None, false, true)
		p, err := h.Call(property, nil, object.Null)
		if err != nil {
			t.Fatal(err)
		}
		assign(p, true, false)
	}
}
