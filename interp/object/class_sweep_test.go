package object

import (
	"testing"

	"github.com/tier2go/tier2/interp/heap"
)

// visits is a heap.Tracer that asks a ClassSweep, and counts.
type visits struct {
	*ClassSweep
	data int
}

func (v *visits) VisitData(m *heap.Marker, x Value) {
	v.data++
	v.ClassSweep.VisitData(m, x)
}
func (v *visits) Settle(*heap.Marker) bool { return false }
func (v *visits) Done(*heap.Marker)        {}

// TestSweepGarbage: a slot that no object has been cut from has what was there before, and may be marked. A sweep reads
// that as an object of no type, or of one that then lives on.
func TestSweepGarbage(t *testing.T) {
	h := newHeap(t, Options{})
	var slots []Value
	for _, header := range []uint64{0x7878787878787878, 0xffffffffffffffff, uint64(TypeType), uint64(GetSetType), uint64(FunctionType), uint64(len(h.types))} {
		v := h.Alloc(kindBytes, 64)
		for off := uintptr(0); off < 64; off += 8 {
			h.SetWord(v, off, 0x7878787878787878)
		}
		h.SetWord(v, 0, header)
		slots = append(slots, v)
	}
	h.AddRoots(func(m *heap.Marker) {
		for _, v := range slots {
			m.Value(v)
		}
	})
	v := &visits{ClassSweep: h.BeginClassSweep()}
	h.CollectBy(v)
	v.End()
	if v.data < len(slots) {
		t.Errorf("%d objects of such a kind were visited, of %d that the roots have", v.data, len(slots))
	}
}
