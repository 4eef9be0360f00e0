package object

import "testing"

// Looks of machine code find keys whose text nobody has hashed yet.
func TestLooksHashTexts(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	d := h.NewDict()
	if err := h.DictSet(d, h.NewTuple(h.NewStr("key"), SmallInt(1)), SmallInt(7)); err != nil {
		t.Fatal(err)
	}
	if x := h.DictValue(d, h.NewTuple(h.NewStr("key"), SmallInt(1))); x != SmallInt(7) {
		t.Error("a tuple with a new str is not found")
	}
	if !h.DictLacks(d, h.NewTuple(h.NewStr("other"), SmallInt(1))) {
		t.Error("a tuple with a new str is not known to be missing")
	}
	if !h.DictLacks(d, h.NewStr("key")) {
		t.Error("a new str is not known to be missing")
	}
}
