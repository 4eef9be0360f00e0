package object

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// found looks into the dict cache as compiled code does: it returns the value of a key,
// Null if the cache does not know where it is.
func found(h *Heap, d, key Value) Value {
	n := uint64(d+key) * DictCacheMul >> DictCacheShift
	e := h.DictCache() + Value(n*DictCacheEntry)
	if h.Field(e, OffDictFoundDict) != d || h.Field(e, OffDictFoundKey) != key {
		return Null
	}
	i := h.Word(e, OffDictFoundIndex)
	if i >= uint64(h.Half(d, OffDictFilled)) {
		return Null
	}
	entries, at := h.Field(d, OffDictEntries), uintptr(i*DictEntrySize)
	if h.Field(entries, OffEntryKey+at) != h.Field(e, OffDictFoundStored) {
		return Null
	}
	return h.Field(entries, OffEntryValue+at)
}

// TestDictCache holds what the cache says against the general look-up, while dicts change
// and are collected.
func TestDictCache(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	d := h.NewDict()
	h.Push(d)
	same := func(when string, keys ...Value) (known int) {
		t.Helper()
		for _, k := range keys {
			want, err := h.DictGet(d, k)
			if err != nil {
				t.Fatal(err)
			}
			if got := found(h, d, k); got == want && got != Null {
				known++
			} else if got != Null {
				t.Fatalf("%s: the cache says %#x, the dict %#x", when, uint64(got), uint64(want))
			}
		}
		return known
	}
	look := func(keys ...Value) {
		t.Helper()
		for _, k := range keys {
			if _, err := h.DictLookup(d, k); err != nil {
				t.Fatal(err)
			}
		}
	}
	key, again := h.NewStr("a key"), h.NewStr("a key")
	h.Push(key)
	h.Push(again)
	one, class := SmallInt(1), h.Type(IntType).Object
	keys := []Value{key, again, one, True, FloatValue(1), class, None}
	if n := same("empty", keys...); n != 0 {
		t.Fatalf("an empty cache knows %d keys", n)
	}
	for i, k := range []Value{key, one, class} {
		if err := h.DictStore(d, k, SmallInt(int64(10+i))); err != nil {
			t.Fatal(err)
		}
	}
	if n := same("stored", keys...); n != 3 {
		t.Errorf("of three that were stored the cache knows %d", n)
	}
	look(keys...)
	if n := same("looked up", keys...); n != 4 { // True and 1.0 are not the key itself, None is none
		t.Errorf("of seven that were looked up the cache knows %d", n)
	}
	if _, err := h.DictDel(d, key); err != nil {
		t.Fatal(err)
	}
	if n := same("deleted", keys...); n != 2 {
		t.Errorf("without one key the cache knows %d", n)
	}
	for i := range int64(100) {
		if err := h.DictSet(d, SmallInt(100+i), None); err != nil {
			t.Fatal(err)
		}
	}
	same("grown", keys...)
	look(keys...)
	h.DictClear(d)
	if n := same("cleared", keys...); n != 0 {
		t.Errorf("of a dict that was cleared the cache knows %d keys", n)
	}
	if err := h.DictStore(d, one, None); err != nil {
		t.Fatal(err)
	}
	h.Collect()
	if n := same("collected", keys...); n != 0 && heap.ScansGoStack {
		t.Errorf("%d entries outlive a collection", n)
	}
}

func BenchmarkDictLookup(b *testing.B) {
	h := newHeap(b, Options{})
	d, key := h.NewDict(), h.NewStr("a key")
	h.Push(d)
	h.Push(key)
	if err := h.DictSet(d, h.NewStr("a key"), None); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if v, err := h.DictLookup(d, key); v != None || err != nil {
			b.Fatal(v, err)
		}
	}
}

// TestDictGrown: a dict that operations that are written once fill has the tables of one that the heap fills.
func TestDictGrown(t *testing.T) {
	h := newHeap(t, Options{})
	r := &randomValues{h: h, rng: rand.New(rand.NewPCG(1, 2))}
	grown := 0
	for range 400 {
		a, b := h.NewDict(), h.NewDict()
		for i := range r.rng.IntN(40) {
			k, x := r.item(), SmallInt(int64(i))
			if i < 3 && r.rng.IntN(2) == 0 {
				k = h.NewStr("a str")
			}
			if _, err := h.Hash(k); err != nil {
				t.Fatal(err)
			}
			usable := h.Half(a, offDictUsable)
			if _, ok := dictPut(h.mem(), mem.Ref(a), mem.Ref(k), mem.Ref(x)); !ok {
				if err := h.DictSet(a, k, x); err != nil {
					t.Fatal(err)
				}
			} else if h.Half(a, offDictUsable) > usable {
				grown++
			}
			if err := h.DictSet(b, k, x); err != nil {
				t.Fatal(err)
			}
			if r.rng.IntN(4) == 0 {
				for _, d := range []Value{a, b} {
					if _, err := h.DictDel(d, k); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, off := range []uintptr{OffDictFilled, offDictUsable, offDictLog2, OffAux} {
				if x, y := h.Half(a, off), h.Half(b, off); x != y {
					t.Fatalf("field %d is %d, not %d", off, x, y)
				}
			}
			if h.Word(a, OffDictUsed) != h.Word(b, OffDictUsed) || !slices.Equal(h.dictEntries(a), h.dictEntries(b)) {
				t.Fatal("other entries")
			}
			for i := range h.dictFilled(a) {
				if p, q := h.dictEntry(a, i), h.dictEntry(b, i); p.value != Null {
					_, s := h.dictSlot(a, p.hash, i)
					if _, u := h.dictSlot(b, q.hash, i); s != u {
						t.Fatalf("entry %d in slot %d, not %d", i, s, u)
					}
				}
			}
		}
	}
	if grown < 100 {
		t.Errorf("only %d dicts grew", grown)
	}
}
