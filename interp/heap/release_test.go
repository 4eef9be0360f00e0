package heap

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestRelease holds that a heap which was large gives memory back: by a collection what it will not need before the next one and
// has not needed for some, and
// when it is asked all that holds no object, also between objects; and that objects which live, and those that are made then, are whole.
func TestRelease(t *testing.T) {
	if !keepsArenas() {
		t.Skip("no advice is known here that gives pages back")
	}
	h := newHeap(t, Options{Limit: 256 << 20, Kinds: []Kind{blob: {Name: "blob"}}})
	const size, n = 1 << 20, 150
	var living []Value
	make1 := func(i int) {
		v := h.Alloc(blob, size)
		for off := uintptr(8); off < size; off += 4096 {
			h.SetWord(v, off, uint64(i)+1)
		}
		h.Push(v)
	}
	fill := func() { // the first object lives on, and the last
		mark := h.Mark()
		for i := range n {
			make1(i)
		}
		living = []Value{h.temps[mark], h.temps[mark+n-1]}
		h.Release(mark)
		h.PushAll(living)
	}
	collect := func(n int) {
		for range n {
			clearStack(50)
			ClearGoStack()
			h.Collect()
		}
	}
	fill()
	before := residentKB(t) << 10
	collect(remembered / 2)
	if now := residentKB(t) << 10; now < before-leastRelease {
		t.Errorf("%d of %d bytes were given back, which were needed a few collections ago", before-now, before)
	}
	collect(remembered)
	now := residentKB(t) << 10
	if want := n<<20 - int(h.gc.trigger) - 8<<20; before-now < want {
		t.Errorf("a collection has given back %d bytes, want %d", before-now, want)
	}
	h.FreeOSMemory()
	if gave := now - residentKB(t)<<10; gave < int(h.gc.trigger)/2 {
		t.Errorf("when it is asked the heap has given back %d bytes, with %d in use", gave, h.UsedBytes())
	}
	for i, v := range living {
		if got := h.Word(v, 8+4096); got != uint64(i*(n-1))+1 {
			t.Errorf("object %d that lives has %d", i, got)
		}
	}
	fill()
}

// residentKB returns the resident memory of the process.
func residentKB(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(data), "VmRSS:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
