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
