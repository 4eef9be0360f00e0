package object_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/object"
)

// TestComparison compares structures of two heaps that were not made in the same
// order.
func TestComparison(t *testing.T) {
	a, err := object.New(object.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := object.New(object.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.NewStr("so that addresses differ")
	one, two := object.SmallInt(1), object.SmallInt(2)
	same := func(h *object.Heap) object.Value { // [x, x, (1,)] with x = {"k": 1.5}
		d := h.NewDict()
		h.DictSetStr(d, h.Intern("k"), object.FloatValue(1.5))
		return h.NewList(d, d, h.NewTuple(one))
	}
	loop := func(h *object.Heap) object.Value { // a list that holds itself
		l := h.NewList(object.None)
		h.SetListItem(l, 0, l)
		return l
	}
	iterator := func(h *object.Heap, n int) object.Value {
		it, err := h.Iter(h.NewList(one, two))
		for range n {
			if _, err = h.Next(it); err != nil {
				t.Fatal(err)
			}
		}
		return it
	}
	set := func(h *object.Heap, v object.Value) object.Value {
		s := h.NewSet()
		if err := h.SetAdd(s, v); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		name string
		x, y object.Value
		want string // "" if they are the same
	}{
		{"same", same(a), same(b), ""},
		{"loops", loop(a), loop(b), ""},
		{"big ints", a.Int(1 << 60), b.Int(1 << 60), ""},
		{"strs", a.NewStr("ab\u0101"), b.NewStr("ab\u0101"), ""},
		{"iterators", iterator(a, 1), iterator(b, 1), ""},
		{"sets", set(a, one), set(b, one), ""},
		{"types", a.Type(object.ListType).Object, b.Type(object.ListType).Object, ""},
		{"ids", a.ID(a.NewList(one)), b.ID(b.NewList(two)), ""},
		{"id and number", a.ID(a.NewList(one)), object.SmallInt(8), "is 8"},
		{"other number", a.NewList(one), b.NewList(two), "x[0]: 1 is 2"},
		{"int and float", one, object.FloatValue(1), "x: 1 is 1"},
		{"other big int", a.Int(1 << 60), b.Int(1<<60 + 1), "1152921504606846977"},
		{"other str", a.NewTuple(a.NewStr("a")), b.NewTuple(b.NewStr("b")), `x[0]: "a" is "b"`},
		{"reprs", a.NewStr("[<x object at 0x7f10>]"), b.NewStr("[<x object at 0xab3>]"), ""},
		{"other repr", a.NewStr("<x object at 0x7f10>"), b.NewStr("<y object at 0x7f10>"), "<x object at"},
		{"other length", a.NewList(one), b.NewList(one, one), "x: 1 elements are 2"},
		{"other type", a.NewList(), b.NewTuple(), "x: a list is a tuple"},
		{"nothing", object.Null, b.NewList(), "x: nothing is a list"},
		{"further on", iterator(a, 1), iterator(b, 2), "x: index is 1 and 2"},
		{"at its end", iterator(a, 2), iterator(b, 3), "x.sequence: a list is nothing"},
		{"other element", set(a, one), set(b, two), "x.elements[0]: 1 is 2"},
		{"other class", a.Type(object.ListType).Object, b.Type(object.TupleType).Object, "x: class list is tuple"},
		{"one object, two", func() object.Value { l := a.NewList(); return a.NewList(l, l) }(), b.NewList(b.NewList(), b.NewList()), "a list is another one"},
		{"two objects, one", a.NewList(a.NewList(), a.NewList()), func() object.Value { l := b.NewList(); return b.NewList(l, l) }(), "a list is another one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := object.NewComparison(a, b).Compare(c.x, c.y, "x")
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestComparisonRemembers: objects that belong together do until Reset.
func TestComparisonRemembers(t *testing.T) {
	h, err := object.New(object.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	x, y, z := h.NewList(), h.NewList(), h.NewList()
	c := object.NewComparison(h, h)
	if err := c.Compare(x, y, "x"); err != nil {
		t.Fatal(err)
	}
	if err := c.Compare(x, z, "x"); err == nil {
		t.Error("one list is two")
	}
	c.Reset()
	if err := c.Compare(x, z, "x"); err != nil {
		t.Error(err)
	}
}

func BenchmarkComparison(b *testing.B) {
	h, err := object.New(object.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	l := h.NewList()
	h.Push(l)
	for i := range 1000 {
		h.ListAppend(l, h.NewTuple(object.SmallInt(int64(i)), object.FloatValue(1)))
	}
	c := object.NewComparison(h, h)
	b.ReportAllocs()
	for b.Loop() {
		c.Reset()
		if err := c.Compare(l, l, "l"); err != nil {
			b.Fatal(err)
		}
	}
}

// TestComparisonLimit: with a limit the nearest values are compared, without one all are.
func TestComparisonLimit(t *testing.T) {
	h, err := object.New(object.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	nested := func(n int64) object.Value {
		return h.NewList(object.SmallInt(n), h.NewList(h.NewList(object.SmallInt(n))))
	}
	for _, c := range []struct {
		limit int
		a, b  object.Value
		same  bool
	}{
		{0, h.NewList(nested(1)), h.NewList(nested(1)), true},
		{0, h.NewList(h.NewList(nested(1))), h.NewList(h.NewList(nested(2))), false},
		{3, h.NewList(h.NewList(nested(1))), h.NewList(h.NewList(nested(2))), true}, // at the fourth level
		{5, h.NewList(h.NewList(nested(1))), h.NewList(h.NewList(nested(2))), false},
		{2, h.NewList(object.SmallInt(1), nested(0)), h.NewList(object.SmallInt(2), nested(0)), false}, // nearer than the list's
	} {
		same := object.NewComparison(h, h)
		same.Limit = c.limit
		if err := same.Compare(c.a, c.b, "x"); (err == nil) != c.same {
			t.Errorf("limit %d: %v", c.limit, err)
		}
	}
}
