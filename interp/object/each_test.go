package object

import "testing"

// TestTakenElements: a list whose elements have been taken has them again where execution has ended before they were sorted.
func TestTakenElements(t *testing.T) {
	h := newHeap(t, Options{})
	list := h.NewList(SmallInt(3), SmallInt(1))
	h.Push(list)
	pair := h.TakeElements(list)
	inner := h.TakeElements(list)
	if n := h.ListLen(list); n != 0 {
		t.Errorf("the list has %d elements meanwhile", n)
	}
	h.ListAppend(list, None)
	h.Collect()
	if changed := h.PutElements(h.TupleItem(inner, 0)); !changed {
		t.Error("it is not noticed that the list was changed")
	}
	h.PutAllElements()
	if n := h.ListLen(list); n != 2 || h.ListItem(list, 0) != SmallInt(3) {
		t.Errorf("the list has %d elements in the end", n)
	}
	if h.PutElements(h.TupleItem(pair, 0)) {
		t.Error("elements are given back twice")
	}
}

// TestBindEachAllocates: to look whether a call of a method has a driver, which tier 1 does for each call, allocates nothing.
func TestBindEachAllocates(t *testing.T) {
	h := newHeap(t, Options{})
	list := h.NewList(SmallInt(3), SmallInt(1))
	h.Push(list)
	args := []Value{SmallInt(3)}
	e := h.BuiltinOf(h.Type(ListType).Lookup(h.Intern("index"))).Each
	if n := testing.AllocsPerRun(100, func() {
		if pass, _, ok := h.BindEach(e, list, args, Null); !ok || pass[0] != list || pass[1] != args[0] {
			t.Fatalf("the arguments of the driver are %v, %v", pass, ok)
		}
	}); n != 0 {
		t.Errorf("a call has %v allocations", n)
	}
}
