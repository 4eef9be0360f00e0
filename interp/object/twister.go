package object

import (
	"unsafe"

	"github.com/tier2go/tier2/opgen/mem"
)

// Generators of random numbers, MT19937 (Matsumoto and Nishimura, "Mersenne Twister", 1998): what instances of a type
// with Type.Twister have at offTwister, where routines draw words. Package lib seeds them.

const (
	offTwister  = 8 // value: where the Twister stands
	TwisterSize = 16

	// TwisterN is how many words a state has.
	TwisterN = 624

	offTwisterState = 16
)

// A Twister is the state of a generator.
type Twister struct {
	Index uint64 // of the next word; TwisterN: make new ones; more: it has not been seeded
	State [TwisterN]uint32
}

// NewTwister makes a state without a seed for an instance.
func (h *Heap) NewTwister(v Value) {
	s := h.Alloc(kindBytes, offTwisterState+unsafe.Sizeof(Twister{}))
	h.header(s, ArrayType, 0)
	h.SetField(v, offTwister, s)
	*h.TwisterOf(v) = Twister{Index: TwisterN + 1}
}

// TwisterOf returns the state of an instance, valid while that lives.
func (h *Heap) TwisterOf(v Value) *Twister {
	return (*Twister)(h.At(h.Field(v, offTwister), offTwisterState))
}

// RandomFloat is a random float in [0, 1) of 53 bits, if the state of v has two words left.
func (h *Heap) RandomFloat(v Value) (f Value, ok bool) {
	x, ok := twisterFloat(h.mem(), mem.Ref(v))
	return Value(x), ok
}
