package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// output collects what is written.
type output struct {
	heap.Account // of b: whoever drops it frees this
	h            *object.Heap
	b            []byte
}

// room makes room for n bytes.
func (w *output) room(n int) {
	if n > cap(w.b)-len(w.b) {
		w.more(n)
	}
}

// more is room where there is none: a function of its own, so that calls of room are inlined.
func (w *output) more(n int) { w.b = heap.Grow(&w.h.Heap, &w.Account, w.b, n) }

func (w *output) add(s string) {
	w.room(len(s))
	w.b = append(w.b, s...)
}
