package object_test

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// TestOnFrames: who asks is told when the first frame object is made and when the last has died.
func TestOnFrames(t *testing.T) {
	h, err := object.New(object.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	var told []bool
	h.OnFrames(func(exist bool) { told = append(told, exist) })
	mark := h.Mark()
	h.Push(h.NewFrameLocals(object.None))
	makeFrames(h, 100)
	h.Collect()
	if !slices.Equal(told, []bool{true}) {
		t.Fatalf("told %v while one is kept", told)
	}
	var late []bool
	h.OnFrames(func(exist bool) { late = append(late, exist) })
	h.Release(mark)
	overwriteStack(200)
	h.Collect()
	if want := []bool{true, false}; heap.ScansGoStack && !slices.Equal(late, want) {
		t.Errorf("told %v, want %v", late, want)
	}
}

//go:noinline
func makeFrames(h *object.Heap, n int) {
	for range n {
		h.NewFrameLocals(object.None)
	}
}

// overwriteStack leaves nothing of what was called before on the stack, which is scanned conservatively.
//
//go:noinline
func overwriteStack(n int) (sum int) {
	var words [64]int
	for i := range words {
		words[i] = n + i
	}
	if n > 0 {
		sum = overwriteStack(n - 1)
	}
	return sum + words[n%64]
}
