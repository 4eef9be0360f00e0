package heap

import (
	"testing"
	"unsafe"
)

// TestKept holds that a heap that takes over a closed one's arena finds what it finds in a new mapping: zeros,
// whatever the closed one wrote, and however far.
func TestKept(t *testing.T) {
	if Checked || !keepsArenas() {
		t.Skip("closed heaps keep no arenas here")
	}
	o := Options{Limit: 3 * keptObjects, Stack: 4 * keptStack, Kinds: []Kind{node: {Name: "node", Refs: 16}, blob: {Name: "blob"}}}
	for _, full := range []bool{false, true} {
		var first, second Heap
		if err := first.Init(o); err != nil {
			t.Fatal(err)
		}
		soil(&first, full)
		at := first.base
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		if err := second.Init(o); err != nil {
			t.Fatal(err)
		}
		if second.base != at {
			t.Errorf("the arena at %#x was not kept, the next one is at %#x", at, second.base)
		}
		*(*[len(sizes)]uint16)(second.Static(SizesOffset)) = [len(sizes)]uint16{} // which Init wrote
		for i, b := range second.arena {
			if b != 0 {
				t.Fatalf("full=%v: byte %#x of the arena is %#x, objects begin at %#x", full, i, b, second.heapOff)
			}
		}
		if err := second.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDistrusted holds that nobody gets the arena of a heap in which something went wrong.
func TestDistrusted(t *testing.T) {
	o := Options{Limit: 5 * minLimit}
	var h Heap
	if err := h.Init(o); err != nil {
		t.Fatal(err)
	}
	size := uintptr(len(h.arena))
	h.Distrust()
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if takeKept(size) != nil {
		t.Error("the arena is kept")
	}
}

// soil writes to what a guest may write to: static objects, the stack, and objects, few or as many as there may be, of
// which many have died.
func soil(h *Heap, full bool) {
	fill := func(p unsafe.Pointer, n uintptr) {
		b := unsafe.Slice((*byte)(p), n)
		for i := range b {
			b[i] = 0xa5
		}
	}
	stack, n := h.Stack()
	if !full {
		n = keptStack / 2
	}
	fill(stack, n)
	fill(h.Static(TablesOffset), StaticSize-TablesOffset)
	defer func() {
		if _, over := recover().(OutOfMemory); over != full {
			panic("memory ran out, or did not")
		}
		h.Collect()
	}()
	for i := uintptr(0); full || i < 1000; i++ {
		size := 16 + i%3*8000
		v := h.Alloc(blob, size)
		h.SetWord(v, 0, 1)
		fill(unsafe.Add(h.mem, uint64(v)+8), size-8)
		if full {
			h.Push(v)
		}
	}
}

// TestKeptAreFew holds that of many heaps that are closed only some arenas stay, and that a size is never mistaken.
func TestKeptAreFew(t *testing.T) {
	var heaps [2 * maxKept]Heap
	for i := range heaps {
		if err := heaps[i].Init(Options{Limit: minLimit << (i % 2)}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range heaps {
		if err := heaps[i].Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(kept.arenas) > maxKept {
		t.Errorf("%d arenas are kept, at most %d may be", len(kept.arenas), maxKept)
	}
	for i := range heaps {
		h, limit := &heaps[i], uintptr(minLimit<<(i/2%2))
		if err := h.Init(Options{Limit: limit}); err != nil {
			t.Fatal(err)
		}
		if want := StaticSize + h.stackSize + limit; uintptr(len(h.arena)) != want {
			t.Errorf("an arena of %d bytes, not %d", len(h.arena), want)
		}
	}
	for i := range heaps {
		if err := heaps[i].Close(); err != nil {
			t.Fatal(err)
		}
	}
	if dropKept(); takeKept(uintptr(StaticSize+defaultStack+minLimit)) != nil {
		t.Error("an arena that was dropped is taken")
	}
}
