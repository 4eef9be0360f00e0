package object

import (
	"math"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/bigcut"
)

// How what takes long is stopped. The VM asks with Interrupt, from any goroutine; there are two ways to listen:
//
//   - whoever can return an error calls Poll, which has what is to be raised; what calls slots of values
//     (Call, Next, Compare, …) does so by counting (enter), at no cost of its own;
//   - whoever cannot (arithmetic that machine code calls as a pure operation) calls
//     CheckStop, which panics with a heap.Stopped where the VM wants all to end. What Python can catch waits
//     until such work is done. Allocations call it, so that a loop that makes objects needs no poll of its own.
//
// Listen says whether there is somebody to recover that.

// Stops are what a VM tells its heap about being interrupted; both return nil if it is not, or no longer.
type Stops struct {
	// Interrupted returns what is to be raised, at a place that may raise.
	Interrupted func() error
	// Stopped returns the error that ends all that runs.
	Stopped func() error
}

// SetStops says whom to ask behind Interrupt.
func (h *Heap) SetStops(s Stops) {
	h.stops = s
	h.Attend(h.CheckStop)
}

// patience is how many windows are opened before an allocation stops the VM: a loop of machine code that makes
// objects comes to a poll of its own before that, which knows the line, as an allocation in machine code does not.
const patience = 64

// Listen says whether CheckStop may panic: whoever has entered the VM recovers it from now on, or does not any more. It
// returns what was said before.
func (h *Heap) Listen(on bool) (before bool) {
	before, h.listening = h.listening, on
	h.BePatient(patience)
	return before
}

// Interrupt makes polls ask the VM (SetStops), or, if on is false, not any more. It may be called from any
// goroutine.
func (h *Heap) Interrupt(on bool) {
	h.Want(on)
	if on {
		h.allowed.Store(math.MinInt64)
	} else {
		h.allowed.Store(maxNesting)
	}
}

// Poll returns what is to be raised because the VM has been interrupted, nil mostly. Loops that may take longer
// than a millisecond call it, and return its error.
func (h *Heap) Poll() error {
	if h.allowed.Load() >= 0 || h.stops.Interrupted == nil {
		return nil
	}
	return h.stops.Interrupted()
}

// CheckStop is Poll for what cannot raise: it panics with a heap.Stopped if the VM wants all to end.
func (h *Heap) CheckStop() {
	if h.allowed.Load() >= 0 || !h.listening {
		return
	}
	if err := h.stops.Stopped(); err != nil {
		panic(heap.Stopped{Err: err})
	}
}

// CheckStopAt is CheckStop at every 16,384th step: for loops over what a program makes as long as it likes, of which a
// step takes up to some tens of nanoseconds and makes no object.
func (h *Heap) CheckStopAt(step int) {
	if step&(1<<14-1) == 1<<14-1 {
		h.CheckStop()
	}
}

// Cutter returns arithmetic on large ints that CheckStop stops.
func (h *Heap) Cutter() bigcut.Cutter { return h.cutter }

// RoomFor panics with heap.OutOfMemory where so many bits are past the heap's limit: it is asked before the
// work, and before Go allocates them.
func (h *Heap) RoomFor(bits float64) {
	if bits/8 > float64(h.Limit()) {
		panic(heap.OutOfMemory{Size: heap.MaxObject})
	}
}
