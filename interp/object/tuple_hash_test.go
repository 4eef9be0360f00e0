package object

import "testing"

// TestTupleHashes: the hash of a tuple that contains tuples is computed once while nothing is collected, if
// computing it runs no guest code, and is what it was without the table.
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
	known := func(v Value) bool { e := h.tupleHashes.at(v); return e != nil && e.tuple == v }
	inner := h.NewTuple(SmallInt(1), h.NewStr("a"), SmallInt(1), None)
	h.Push(inner)
	outer := h.NewTuple(inner, h.NewTuple(), FloatValue(0.5))
	h.Push(outer)
	want := hash(outer)
	if known(outer) {
		t.Fatal("there is a table although few hashes were asked for")
	}
	for range tupleHashesFrom {
		hash(inner)
	}
	if got := hash(outer); got != want || !known(outer) || !known(inner) {
		t.Fatalf("hash %d, want %d; known %v and %v", got, want, known(outer), known(inner))
	}
	if again := hash(outer); again != want {
		t.Errorf("hash %d, then %d", want, again)
	}
	h.Collect()
	if known(outer) || hash(outer) != want {
		t.Errorf("behind a collection: known %v, hash %d, want %d", known(outer), hash(outer), want)
	}

	calls := 0
	loud := h.RegisterType(&Type{Name: "loud", Slots: Slots{Hash: func(*Heap, Value) (int64, error) { calls++; return 7, nil }}})
	v := h.NewTuple(inner, h.NewTuple(h.NewObject(loud.ID, 16)))
	h.Push(v)
	hash(v)
	hash(v)
	if known(v) || known(h.TupleItem(v, 1)) || calls != 2 {
		t.Errorf("a tuple of what computes its hash itself: known %v and %v, %d calls", known(v), known(h.TupleItem(v, 1)), calls)
	}

	// More tuples than the table has places for: it is given up until the next collection.
	list := h.NewList()
	h.Push(list)
	for i := range 4 << tupleHashLog2 {
		h.ListAppend(list, h.NewTuple(h.NewTuple(SmallInt(int64(i))), None))
	}
	for _, v := range h.ListItems(list) {
		hash(v)
	}
	hash(outer)
	if h.tupleHashes.at(outer) != nil {
		t.Errorf("the table is asked although of %d hashes %d were found", h.tupleHashes.replaced, h.tupleHashes.hits)
	}
	h.Collect()
	hash(inner)
	if hash(outer); !known(outer) {
		t.Error("the table is not used again behind a collection")
	}
}
