// Package interrupt says why a guest is to stop, and when: a keyboard interrupt, contexts that are done, an exception that
// a helper of machine code could not raise and has postponed, finalizers that a collection lets wait.
//
// Who runs the guest reads one flag (Flag) at back edges and calls, in every tier, and asks Handle when it is set.
// The heap's polls ask the same, for Go functions that take long. Keyboard and On set the flag from any
// goroutine; all else is for the one that runs the guest.
//
// The package knows neither the VM nor the tiers.
package interrupt

import (
	"sync"
	"sync/atomic"

	"github.com/tier2go/tier2/interp/embed"
	"github.com/tier2go/tier2/interp/object"
)

// Requests are the requests to stop that a guest has not answered yet.
type Requests struct {
	// Flag is set while there may be one.
	Flag atomic.Bool

	mu        sync.Mutex // of the flag and what the heap polls: they are set together
	heap      *object.Heap
	keyboard  atomic.Bool
	contexts  contexts
	postponed object.Value // an exception, or Null
}

// Init connects the requests with the polls of a heap.
func (r *Requests) Init(h *object.Heap) {
	r.heap, r.postponed = h, object.Null
	h.SetStops(object.Stops{Interrupted: r.poll, Stopped: r.Ended})
	h.OnFinalizers(func() { r.set(true) })
}

func (r *Requests) set(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Flag.Store(on)
	r.heap.Interrupt(on)
}

// Keyboard asks for a KeyboardInterrupt.
func (r *Requests) Keyboard() {
	r.keyboard.Store(true)
	r.set(true)
}

// Postpone asks for an exception to be raised at the next poll.
func (r *Requests) Postpone(exc object.Value) {
	r.postponed = exc
	r.set(true)
}

// Postponed returns the exception that Postpone was given, for the collector; Null if there is none.
func (r *Requests) Postponed() object.Value { return r.postponed }

// Attend is Handle where Python code may run: it calls run if finalizers wait, and says whether it has.
func (r *Requests) Attend(run func() error) (ran bool, err error) {
	if err = r.Handle(); err != nil || !r.heap.FinalizersWait() {
		return false, err
	}
	r.set(false)
	if r.keyboard.Load() || r.Ended() != nil { // meanwhile
		r.set(true)
	}
	return true, run()
}

// Handle returns what a poll raises that has seen the flag; nil if nobody asks any more. What a context that is
// done raises is raised again by what runs next.
func (r *Requests) Handle() error {
	r.set(r.heap.FinalizersWait())
	if err := r.Ended(); err != nil {
		r.set(true)
		return err
	}
	if exc := r.postponed; exc != object.Null {
		r.postponed = object.Null
		r.set(r.keyboard.Load() || r.heap.FinalizersWait())
		return r.heap.PassOn(exc)
	}
	if r.keyboard.Swap(false) {
		return r.heap.RaiseWith(object.KeyboardInterruptType)
	}
	return nil
}

// poll is what the heap asks where a Go function may raise.
func (r *Requests) poll() error {
	if !r.Flag.Load() {
		return nil
	}
	return r.Handle()
}

// Ended returns the error that ends all that runs, an *embed.Interrupted, if a context is done.
func (r *Requests) Ended() error {
	if err := r.contexts.cause(); err != nil {
		return &embed.Interrupted{Cause: err}
	}
	return nil
}
