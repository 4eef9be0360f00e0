package heap

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// The kinds of the tests' objects. All begin with a header of 1; then comes their
// length, as a word, and what they hold from offset 16 on.
const (
	node = iota // references
	blob        // bytes
	note        // a handle in place of the length
)

func newHeap(t testing.TB, o Options) *Heap {
	t.Helper()
	h := &Heap{}
	if o.Kinds == nil {
		o.Kinds = []Kind{node: {Name: "node", Refs: 16}, blob: {Name: "blob"}}
	}
	if err := h.Init(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func newNode(h *Heap, kids ...Value) Value {
	v := h.Alloc(node, 16+8*uintptr(len(kids)))
	h.SetWord(v, 0, 1)
	h.SetWord(v, 8, uint64(len(kids)))
	copy(nodeKids(h, v), kids)
	return v
}

func nodeKids(h *Heap, v Value) []Value { return h.Values(v, 16, int(h.Word(v, 8))) }

func newBlob(h *Heap, b []byte) Value {
	v := h.Alloc(blob, 16+uintptr(len(b)))
	h.SetWord(v, 0, 1)
	h.SetWord(v, 8, uint64(len(b)))
	copy(h.Bytes(v, 16, len(b)), b)
	return v
}

func blobBytes(h *Heap, v Value) []byte { return h.Bytes(v, 16, int(h.Word(v, 8))) }

func check(t *testing.T, h *Heap) {
	t.Helper()
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
}

// TestCollectorKeepsWhatIsReachable grows a random graph of nodes and blobs, held by
// pushed values only, and checks every object against a shadow in Go after each
// collection.
func TestCollectorKeepsWhatIsReachable(t *testing.T) {
	type shadow struct {
		v    Value
		kids []*shadow
		text []byte
	}
	for _, stress := range []bool{false, true} {
		h := newHeap(t, Options{Limit: 16 << 20, Stack: 1 << 16, Stress: stress})
		rng := rand.New(rand.NewPCG(1, 2))
		var live []*shadow
		rounds := 30000
		if stress {
			rounds = 1500
		}
		var compare func(n *shadow, depth int)
		compare = func(n *shadow, depth int) {
			if n.text != nil {
				if got := blobBytes(h, n.v); !bytes.Equal(got, n.text) {
					t.Fatalf("blob is %q, want %q", got, n.text)
				}
				return
			}
			kids := nodeKids(h, n.v)
			if len(kids) != len(n.kids) {
				t.Fatalf("node of %d, want %d", len(kids), len(n.kids))
			}
			for i, k := range n.kids {
				if kids[i] != k.v {
					t.Fatalf("element %d changed", i)
				}
				if depth < 4 {
					compare(k, depth+1)
				}
			}
		}
		for i := range rounds {
			n := &shadow{}
			if rng.IntN(3) == 0 || len(live) == 0 {
				n.text = bytes.Repeat([]byte{byte('a' + i%26)}, 1+rng.IntN(200)*rng.IntN(100)/20)
				n.v = newBlob(h, n.text)
			} else {
				n.v = newNode(h, make([]Value, 1+rng.IntN(9))...)
				for j := range nodeKids(h, n.v) {
					n.kids = append(n.kids, live[rng.IntN(len(live))])
					nodeKids(h, n.v)[j] = n.kids[j].v
				}
			}
			if len(live) < 200 {
				live = append(live, n)
				h.Push(n.v)
			} else {
				j := rng.IntN(len(live))
				live[j] = n
				h.Pushed(0)[j] = n.v
			}
			if i%500 == 0 {
				check(t, h)
				h.Collect()
				check(t, h)
				for _, n := range live {
					compare(n, 0)
				}
			}
		}
		if h.GCStats().Collections == 0 {
			t.Error("nothing was collected")
		}
		h.Release(0)
	}
}

// TestLocalsAreRoots holds objects in Go locals only.
func TestLocalsAreRoots(t *testing.T) {
	if !ScansGoStack {
		t.Skip("this port does not collect")
	}
	h := newHeap(t, Options{Limit: 8 << 20, Stress: true})
	a := newBlob(h, []byte("held by a local"))
	b := newNode(h, a, newBlob(h, []byte("held by the node")))
	for range 100 {
		newBlob(h, []byte("garbage, of which there is much"))
		newNode(h, make([]Value, 5)...)
	}
	if string(blobBytes(h, a)) != "held by a local" || string(blobBytes(h, nodeKids(h, b)[1])) != "held by the node" {
		t.Error("a local's object was freed")
	}
	runtime.KeepAlive(b)
}

// TestRefs: words before Kind.Refs keep nothing, the first and the last word do.
func TestRefs(t *testing.T) {
	died := map[uint64]int{}
	var h *Heap
	h = newHeap(t, Options{Limit: 8 << 20, Kinds: []Kind{
		node: {Name: "node", Refs: 16},
		blob: {Name: "blob"},
		note: {Name: "note", Finalize: func(v Value) { died[h.Word(v, 8)]++ }},
	}})
	newNote := func(id uint64) uint64 { // hidden from the stack's scan
		v := h.Alloc(note, 16)
		h.SetWord(v, 0, 1)
		h.SetWord(v, 8, id)
		return ^uint64(v)
	}
	root := newNode(h, make([]Value, 4)...)
	h.Push(root)
	var ids [4]uint64
	for i := range ids {
		ids[i] = newNote(uint64(i + 1))
	}
	lost := newBlob(h, make([]byte, 8))
	h.Push(lost)
	keep := func() {
		h.SetField(root, 8, Value(^ids[0])) // the length's place: no reference
		h.SetField(root, 16, Value(^ids[1]))
		h.SetField(root, 40, Value(^ids[2]))
		h.SetField(lost, 16, Value(^ids[3])) // bytes are not looked at
	}
	keep()
	clearStack(32)
	for range 20 {
		newNode(h, make([]Value, 4)...)
	}
	h.Collect()
	check(t, h)
	if len(died) != 2 || died[1] != 1 || died[4] != 1 {
		t.Errorf("died, by number: %v, want 1 and 4 once", died)
	}
	h.Collect()
	if len(died) != 2 || died[1] != 1 || died[4] != 1 {
		t.Errorf("died after another collection: %v", died)
	}
}

// clearStack overwrites what dead frames have left of values.
//
//go:noinline
func clearStack(depth int) int {
	var room [64]uint64
	if depth > 0 {
		room[depth] = uint64(clearStack(depth - 1))
	}
	return int(room[depth%64])
}

func TestGarbageIsReused(t *testing.T) {
	h := newHeap(t, Options{Limit: 8 << 20})
	big := make([]byte, 20_000)
	for i := range 200_000 {
		newNode(h, make([]Value, i%40)...)
		if i%100 == 0 {
			newBlob(h, big)
		}
	}
	if got := h.GCStats(); got.Allocated < 40<<20 {
		t.Errorf("only %d bytes were allocated", got.Allocated)
	}
	if h.UsedBytes() > 8<<20 {
		t.Errorf("%d bytes in use", h.UsedBytes())
	}
	check(t, h)
}

// outOfMemory runs f and returns the OutOfMemory it panicked with, if any.
func outOfMemory(f func()) (oom OutOfMemory) {
	defer func() { oom, _ = recover().(OutOfMemory) }()
	f()
	return oom
}

// fill pushes objects until memory runs out.
func fill(h *Heap) OutOfMemory {
	return outOfMemory(func() {
		for {
			h.Push(newNode(h, make([]Value, 500)...))
		}
	})
}

func TestLimit(t *testing.T) {
	h := newHeap(t, Options{Limit: 4 << 20})
	if oom := fill(h); oom.Size == 0 || h.UsedBytes() > 4<<20 {
		t.Errorf("%v with %d bytes in use", oom, h.UsedBytes())
	}
	check(t, h)
	// It works again once memory is freed.
	h.Release(0)
	newBlob(h, make([]byte, 1<<20))
	check(t, h)
	if oom := outOfMemory(func() { h.Alloc(node, 1<<53) }); oom.Size != 1<<53 {
		t.Errorf("2^53 bytes: %v", oom)
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{
		{Limit: 1<<20 - 1},
		{Kinds: make([]Kind, maxKinds+1)},
		{Kinds: []Kind{{Name: "odd", Refs: 12}}},
	} {
		h := &Heap{}
		if err := h.Init(o); err == nil {
			t.Errorf("%+v: no error", o)
			_ = h.Close()
		}
	}
}

// TestReserve: what is kept back is free when memory has run out, whatever word looks
// like its address, serves objects of many sizes, and is kept back again when there is
// room.
func TestReserve(t *testing.T) {
	const kept = 64 << 10
	h := newHeap(t, Options{Limit: 4 << 20})
	h.KeepBack(kept)
	reserve := uint64(h.base + h.reserve.span.base)
	h.AddRoots(func(m *Marker) { m.Conservative([]uint64{reserve, reserve + 8}) })
	for range 2 {
		if oom := fill(h); oom.Size == 0 {
			t.Fatal("memory does not run out")
		}
		if h.reserve.span == nil {
			t.Fatal("the reserve is spent before anybody asks for it")
		}
		before := h.UsedBytes()
		h.SpendReserve()
		if before-h.UsedBytes() < kept {
			t.Errorf("%d bytes are freed, want %d", before-h.UsedBytes(), kept)
		}
		for n := range 6 {
			if oom := outOfMemory(func() { newNode(h, make([]Value, 10<<n)...) }); oom.Size != 0 {
				t.Errorf("%v for a node of %d", oom, 10<<n)
			}
			clearStack(32) // each is garbage when the next is made
		}
		h.EndSpending()
		h.Collect()
		if h.reserve.span != nil {
			t.Error("memory is kept back while there is none")
		}
		check(t, h)
		h.Release(0)
		h.Collect()
		if h.reserve.span == nil {
			t.Error("nothing is kept back again")
		}
		check(t, h)
		reserve = uint64(h.base + h.reserve.span.base)
	}
}

// TestWindows cuts objects as compiled code does, between others: none lies on another,
// they begin cleared, and a collection leaves what is held, and no window open.
func TestWindows(t *testing.T) {
	for _, stress := range []bool{false, true} {
		h := newHeap(t, Options{Limit: 16 << 20, Stack: 1 << 16, Stress: stress})
		cut := func(size uintptr) Value {
			w, slot, ok := h.Window(size)
			if !ok || slot < size {
				t.Fatalf("window of %d bytes: slots of %d, %v", size, slot, ok)
			}
			v := h.Field(w, 0)
			if v == h.Field(w, 8) {
				v = h.OpenWindow(size)
			}
			h.SetField(w, 0, v+Value(slot))
			return v
		}
		rounds := 40000
		if stress {
			rounds = 1000
		}
		seen := map[Value]int{}
		for i := range rounds {
			n := 1 + i%5
			var v Value
			if i%3 == 0 {
				v = newNode(h, make([]Value, n)...)
			} else {
				v = cut(16 + 8*uintptr(n))
				if !h.zero(v, 16+8*uintptr(n)) {
					t.Fatalf("object %d is not cleared", i)
				}
				h.SetWord(v, 0, 1)
				h.SetWord(v, 8, uint64(n))
			}
			for k := range nodeKids(h, v) {
				nodeKids(h, v)[k] = IntBias + Value(i)
			}
			if old, ok := seen[v]; ok {
				t.Fatalf("objects %d and %d lie at the same place", old, i)
			}
			if i%7 == 0 {
				h.Push(v)
				seen[v] = i
			}
			if i%5000 == 0 {
				check(t, h)
				h.Collect()
				check(t, h)
				if w, _, _ := h.Window(32); ScansGoStack && h.Field(w, 0) != h.Field(w, 8) {
					t.Fatal("a window is open behind a collection")
				}
			}
		}
		for v, i := range seen {
			for _, x := range nodeKids(h, v) {
				if x != IntBias+Value(i) {
					t.Fatalf("object %d holds %#x", i, uint64(x))
				}
			}
		}
		h.Release(0)
	}
	h := newHeap(t, Options{})
	if _, _, ok := h.Window(maxSmall + 1); ok {
		t.Error("large objects have a window")
	}
}

// text is a Go object with a handle.
type text string

func (t text) HandleWeight() int { return len(t) }

// TestHandles: a handle that was released is given out again, and leads to the new
// object.
func TestHandles(t *testing.T) {
	h := newHeap(t, Options{Limit: 1 << 20})
	a, b := h.NewHandle(text("a")), h.NewHandle(text("b"))
	h.ReleaseHandle(a)
	if h.HandleAt(a) != nil || h.HandleAt(b) != text("b") {
		t.Errorf("after the release of a: %v, %v", h.HandleAt(a), h.HandleAt(b))
	}
	if c := h.NewHandle(text("c")); c != a || h.HandleAt(c) != text("c") || h.HandleAt(b) != text("b") {
		t.Errorf("handle %d of c, that of a was %d", c, a)
	}
}

// TestBeforeCollect: weak words are dropped before anything is marked.
func TestBeforeCollect(t *testing.T) {
	h := newHeap(t, Options{Limit: 1 << 20})
	order := ""
	h.AddRoots(func(*Marker) { order += "roots " })
	h.BeforeCollect(func() { order += "before " })
	h.Collect()
	if ScansGoStack && order != "before roots " {
		t.Errorf("called: %s", order)
	}
}

func TestRounded(t *testing.T) {
	for _, c := range [][2]uintptr{{1, 16}, {16, 16}, {17, 32}, {129, 160}, {2049, 2720}, {4096, 4096}, {4097, 8192}, {8193, 16384}} {
		if got := Rounded(c[0]); got != c[1] {
			t.Errorf("%d bytes take %d, want %d", c[0], got, c[1])
		}
		h := newHeap(t, Options{Limit: 1 << 20, Stack: 1 << 16})
		if got := h.SlotSize(h.Alloc(node, c[0])); got != c[1] {
			t.Errorf("%d bytes lie in a slot of %d, want %d", c[0], got, c[1])
		}
	}
}

func BenchmarkAlloc(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	b.ReportAllocs()
	for b.Loop() {
		h.Alloc(node, 32)
	}
}

func BenchmarkCollect(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	all := newNode(h, make([]Value, 100_000)...)
	h.Push(all)
	for i := range nodeKids(h, all) {
		nodeKids(h, all)[i] = newNode(h, newBlob(h, []byte("x y")))
	}
	b.ReportAllocs()
	for b.Loop() {
		h.Collect()
	}
}

// BenchmarkMark marks 1,000,000 nodes of 80 MB that lead to each other in no order of addresses. /object is
// the time of one of them.
func BenchmarkMark(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	const nodes = 1_000_000
	all := make([]Value, nodes)
	for i := range all {
		all[i] = newNode(h, Null, Null, Null)
		if i == 0 {
			h.Push(all[0])
		} else {
			nodeKids(h, all[0])[0] = all[i] // keeps it alive till it has its place
			nodeKids(h, all[i])[0] = all[i-1]
		}
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(nodes - 1)
	for i := range all {
		kids := nodeKids(h, all[i])
		clear(kids)
	}
	// A tree of all, in the order of the permutation.
	at := func(i int) Value {
		if i == 0 {
			return all[0]
		}
		return all[order[i-1]+1]
	}
	for i := 1; i < nodes; i++ {
		nodeKids(h, at((i-1)/3))[(i-1)%3] = at(i)
	}
	for b.Loop() {
		h.Collect()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/object")
}

// TestAfterMark: what has died is seen before it is swept, in the order of addresses; what is marked
// then lives on, with what it leads to.
func TestAfterMark(t *testing.T) {
	h := newHeap(t, Options{})
	kept := newNode(h)
	h.Push(kept)
	at := threeNodes(h)
	clearDead()
	var dead, swept []uint64
	on := true
	h.AfterMark(func(m *Marker) {
		m.EachDead(func(v Value) {
			dead = append(dead, uint64(v)-TagRef)
			if on && uint64(v)-TagRef == at[0] {
				m.Value(v)
			}
		})
	})
	h.BeforeSweep(func(m *Marker) {
		swept = swept[:0]
		for _, a := range at {
			if !m.Marked(Value(TagRef + a)) {
				swept = append(swept, a)
			}
		}
	})
	h.Collect()
	if !ScansGoStack {
		return
	}
	if !slices.IsSorted(dead) || !slices.Contains(dead, at[0]) || !slices.Contains(dead, at[1]) || slices.Contains(dead, uint64(kept)-TagRef) {
		t.Errorf("dead: %x; objects %x, kept %v", dead, at, kept)
	}
	if !slices.Equal(swept, at[1:2]) {
		t.Errorf("swept: %x of %x", swept, at)
	}
	on = false
	clearDead()
	h.Collect()
	if len(swept) != 3 {
		t.Errorf("swept once nothing marks them: %x of %x", swept, at)
	}
}

// threeNodes makes a node that leads to the third one, and one that leads nowhere. It returns where
// they lie, as numbers, which keep nothing alive.
//
//go:noinline
func threeNodes(h *Heap) (at [3]uint64) {
	inner := newNode(h)
	for i, v := range []Value{newNode(h, inner), newNode(h), inner} {
		at[i] = uint64(v) - TagRef
	}
	return at
}

// clearDead clears the part of the Go stack that the frames of what has returned lay in: those of what
// is called next are not cleared as they begin.
//
//go:noinline
func clearDead() {
	var words [4096]uint64
	use(&words)
}

//go:noinline
func use(*[4096]uint64) {}
