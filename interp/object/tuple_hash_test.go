package object

import "testing"

// TestTupleHashes: a tuple keeps its hash, so that those of its elements are asked for once, and one that is made where it was does not
// have it; an instance of a class derived from tuple begins without the hash of what it is made of.
func TestTupleHashes(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	hash := func(v Value) int64 {
		t.Helper()
		x, err := h.Hash(v)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	calls := 0
	loud := h.RegisterType(&Type{Name: "loud", Slots: Slots{Hash: func(*Heap, Value) (int64, error) { calls++; return int64(calls), nil }}})
	inner := h.NewTuple(h.NewObject(loud.ID, 16))
	h.Push(inner)
	outer := h.NewTuple(SmallInt(1), inner)
	h.Push(outer)
	want := hash(outer)
	h.Collect()
	if got, again := hash(outer), hash(h.NewTuple(SmallInt(1), inner)); got != want || again != want || calls != 1 {
		t.Errorf("hashes %d and %d, want %d; the element's was asked for %d times, want 1", got, again, want, calls)
	}
	class := (&randomValues{h: h}).classOfTuple()
	made, err := h.Call(class, []Value{inner}, Null)
	if err != nil {
		t.Fatal(err)
	}
	h.Push(made)
	if hash(made) == hash(inner) || calls != 2 || h.TupleLen(made) != 1 {
		t.Errorf("an instance of length %d of a class derived from tuple has the hash that the tuple has kept", h.TupleLen(made))
	}
	for range 10_000 { // where others were, behind collections
		h.Mark()
		one := h.NewTuple(SmallInt(1))
		if h.Word(one, OffTupleHash) != 0 {
			t.Fatal("a new tuple has a hash")
		}
		hash(one)
	}
	h.Collect()
	if one := h.NewTuple(SmallInt(1)); h.Word(one, OffTupleHash) != 0 {
		t.Error("a tuple that is made behind a collection has a hash")
	}
}
