//go:build amd64 || arm64

package heap

import (
	"testing"
	"unsafe"
)

const (
	plantedWord  = 0x7a6b_5c4d_3e2f_1a0b
	plantedWords = 4 << 10
)

var sink uint64

// plant leaves words below the frame of its caller.
//
//go:noinline
func plant() {
	var words [plantedWords]uint64
	for i := range words {
		words[i] = plantedWord
	}
	sink += words[sink%plantedWords]
}

// planted counts words below a place on the stack.
//
//go:noinline
func planted(at unsafe.Pointer) (n int) {
	for i := 1; i <= plantedWords; i++ {
		if *(*uint64)(unsafe.Add(at, -8*i)) == plantedWord {
			n++
		}
	}
	return n
}

// TestClearGoStack: what was left on the stack below the function that calls ClearGoStack is gone, what is above it stays.
func TestClearGoStack(t *testing.T) {
	var here [8]uint64
	for i := range here {
		here[i] = plantedWord
	}
	plant() // the stack grows: here does not move any more
	at := unsafe.Pointer(&here)
	plant()
	if n := planted(at); n < plantedWords/2 {
		t.Fatalf("%d words are left of %d: the test would see nothing", n, plantedWords)
	}
	ClearGoStack()
	if n := planted(at); n > plantedWords/64 { // what planted's caller holds itself
		t.Errorf("%d words are left", n)
	}
	for _, w := range here {
		if w != plantedWord {
			t.Errorf("the caller's frame has %#x", w)
		}
	}
}

// TestUnrooted: the frames that RootedFrames tells of are left out, and nothing else.
func TestUnrooted(t *testing.T) {
	words := make([]uint64, 100)
	for i := range words {
		words[i] = uint64(i)
	}
	g := &collector{rooted: func(skip func(from, to uintptr)) { skip(8*10, 8*20); skip(8*50, 8*90) }}
	var seen []uint64
	g.unrooted(words, func(list []uint64) { seen = append(seen, list...) })
	for _, w := range seen {
		if used := 100 - w; used > 10 && used <= 20 || used > 50 && used <= 90 {
			t.Errorf("word %d is of a frame that is left out", w)
		}
	}
	if len(seen) != 50 {
		t.Errorf("%d words", len(seen))
	}
}

// BenchmarkClearGoStack is what clearing adds to a collection.
func BenchmarkClearGoStack(b *testing.B) {
	plant()
	for range b.N {
		ClearGoStack()
	}
}

// BenchmarkGoStack is what it takes to copy and to look through a stack of 1,000 levels of the VM, of 64 words each,
// and what it takes where their frames are left out.
func BenchmarkGoStack(b *testing.B) {
	const levels, frame = 1000, 64
	h := newHeap(b, Options{Limit: 16 << 20, Stack: 1 << 20})
	kept := newNode(h)
	words := make([]uint64, levels*frame)
	for i := range words {
		words[i] = uint64(i)
	}
	words[len(words)/2] = uint64(kept)
	for name, rooted := range map[string]func(skip func(from, to uintptr)){
		"all": nil,
		"rooted": func(skip func(from, to uintptr)) {
			for i := range levels {
				skip(uintptr(8*frame*i), uintptr(8*(frame*i+frame-8)))
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			h.RootedFrames(rooted)
			m := h.marker()
			for range b.N {
				h.gc.unrooted(words, m.Conservative)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/levels, "ns/level")
		})
	}
}
