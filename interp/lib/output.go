package lib

import "github.com/tier2go/tier2/interp/object"

// output collects what is written.
type output struct {
	h *object.Heap
	b []byte
}

// room makes room for n bytes, if the heap's limit allows an object of what there is then.
func (w *output) room(n int) {
	need := len(w.b) + n
	if need <= cap(w.b) {
		return
	}
	w.h.RoomFor(8 * float64(need))
	w.b = append(make([]byte, 0, max(need, min(2*cap(w.b), int(w.h.Limit())))), w.b...)
}

func (w *output) add(s string) {
	w.room(len(s))
	w.b = append(w.b, s...)
}
