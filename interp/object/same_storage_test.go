package object

import (
	"strings"
	"testing"
)

// TestComparisonStorage: what a driver has of a container's storage belongs to that container, or to none, in both heaps.
func TestComparisonStorage(t *testing.T) {
	a, b := newHeap(t, Options{}), newHeap(t, Options{})
	dict := func(h *Heap) (d, storage Value) {
		d = h.NewDict()
		if err := h.DictSet(d, SmallInt(1), SmallInt(2)); err != nil {
			t.Fatal(err)
		}
		return d, h.Field(d, OffDictEntries)
	}
	set := func(h *Heap) (s, storage Value) {
		s = h.NewSet()
		if err := h.SetAdd(s, SmallInt(1)); err != nil {
			t.Fatal(err)
		}
		return s, h.Field(s, offSetTable)
	}
	for name, make := range map[string]func(h *Heap) (c, storage Value){"dict": dict, "set": set} {
		x, ofX := make(a)
		y, ofY := make(b)
		_, other := make(b)
		for _, first := range []bool{false, true} { // the storage is met ahead of its container
			both := func(h *Heap, c, storage Value) Value {
				if first {
					c, storage = storage, c
				}
				return h.NewTuple(c, storage)
			}
			c := NewComparison(a, b)
			if err := c.Compare(both(a, x, ofX), both(b, y, ofY), "x"); err != nil {
				t.Errorf("%s: its own: %v", name, err)
			}
			c.Reset()
			if err := c.Compare(both(a, x, ofX), both(b, y, other), "x"); err == nil || !strings.Contains(err.Error(), "another one") {
				t.Errorf("%s: another one's: %v", name, err)
			}
		}
	}
}
