// Package interrupt says why a guest is to stop, and when: signals, a keyboard interrupt among them, contexts that are done, an
// exception that a helper of machine code could not raise and has postponed, finalizers that a collection lets wait.
//
// Who runs the guest reads one flag (Flag) at back edges and calls, in every tier, and asks Handle when it is set.
// The heap's polls ask the same, for Go functions that take long. Signal, Keyboard and On set the flag from any
// goroutine; all else is for the one that runs the guest.
//
// The package knows neither the VM nor the tiers.
package interrupt

import (
	"math/bits"
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
	signals   atomic.Uint64 // that have come: signal n is bit n-1
	handled   atomic.Bool   // the program handles interrupt itself
	contexts  contexts
	postponed object.Value // an exception, or Null

	switching atomic.Bool // another thread wants to run
	finished  atomic.Bool // something is finished that another goroutine has done for the VM
	foreign   bool        // the thread that runs is not the one that handles signals
	ended     error       // what ends all threads, if one of them has met it
	wake      func()      // is told of what ends waits
	ends      func()      // is told on the VM's thread that a context has ended what runs
}

// Init connects the requests with the polls of a heap.
func (r *Requests) Init(h *object.Heap) {
	r.heap, r.postponed, r.ends = h, object.Null, func() {}
	h.SetStops(object.Stops{Interrupted: r.poll, Stopped: r.Ended})
	h.OnFinalizers(func() { r.set(true) })
}

// OnEnd sets what is called on the VM's thread where what runs ends by a context.
func (r *Requests) OnEnd(f func()) { r.ends = f }

func (r *Requests) set(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Flag.Store(on)
	r.heap.Interrupt(on)
}

// setWaits sets the flag if there is something for Attend. It looks within the lock: who adds something sets the flag behind that.
func (r *Requests) setWaits() {
	r.mu.Lock()
	defer r.mu.Unlock()
	on := r.waits()
	r.Flag.Store(on)
	r.heap.Interrupt(on)
}

// interrupt is SIGINT, which raises KeyboardInterrupt unless the program handles it.
const interrupt = 2

// Keyboard asks for a KeyboardInterrupt, or for the program's handler of SIGINT.
func (r *Requests) Keyboard() { r.Signal(interrupt) }

// Signal notes that a signal, from 1 to 64, has come: Attend has the program handle it.
func (r *Requests) Signal(n int) {
	r.signals.Or(1 << (n - 1))
	r.set(true)
	r.wakes()
}

// TakeSignal returns a signal that has come and has not been taken, the one with the lowest number; 0 if there is none.
func (r *Requests) TakeSignal() int {
	all := r.signals.Load()
	if all == 0 {
		return 0
	}
	n := bits.TrailingZeros64(all) + 1
	r.take(n)
	return n
}

// take reports whether a signal had come: it has been taken now.
func (r *Requests) take(n int) bool {
	bit := uint64(1) << (n - 1)
	return r.signals.And(^bit)&bit != 0
}

// HandleInterrupt says whether the program handles SIGINT as other signals. If not, it is a KeyboardInterrupt, which functions
// in Go that poll raise, too.
func (r *Requests) HandleInterrupt(on bool) { r.handled.Store(on) }

// waits reports whether there is something for Attend to run, or to raise.
func (r *Requests) waits() bool {
	return r.signals.Load() != 0 || r.switching.Load() || r.finished.Load() || r.heap.FinalizersWait()
}

// Postpone asks for an exception to be raised at the next poll.
func (r *Requests) Postpone(exc object.Value) {
	r.postponed = exc
	r.set(true)
}

// SwapPostponed makes exc, which may be Null, the exception of Postpone, and returns what it was: a thread's own.
func (r *Requests) SwapPostponed(exc object.Value) object.Value {
	exc, r.postponed = r.postponed, exc
	if r.postponed != object.Null {
		r.set(true)
	}
	return exc
}

// Postponed returns the exception that Postpone was given, for the collector; Null if there is none.
func (r *Requests) Postponed() object.Value { return r.postponed }

// Finished says, from any goroutine, that something is finished that the VM looks at where Python code may run:
// TakeFinished says so there.
func (r *Requests) Finished() {
	r.finished.Store(true)
	r.set(true)
}

// TakeFinished reports whether Finished was called since it was asked last.
func (r *Requests) TakeFinished() bool { return r.finished.Swap(false) }

// Attend is Handle where Python code may run: it calls run if finalizers or signals wait, and says whether it has.
func (r *Requests) Attend(run func() error) (ran bool, err error) {
	if err = r.Handle(); err != nil || !r.waits() {
		return false, err
	}
	r.set(false)
	if r.Ended() != nil { // meanwhile
		r.set(true)
	}
	err = run()
	if r.signals.Load() != 0 || r.switching.Load() || r.finished.Load() { // others, or meanwhile
		r.set(true)
	}
	return true, err
}

// Handle returns what a poll raises that has seen the flag; nil if nobody asks any more. What a context that is
// done raises is raised again by what runs next.
func (r *Requests) Handle() error {
	r.setWaits()
	if err := r.Ended(); err != nil {
		r.set(true)
		r.ends()
		return err
	}
	if exc := r.postponed; exc != object.Null {
		r.postponed = object.Null
		r.setWaits()
		return r.heap.PassOn(exc)
	}
	if !r.foreign && !r.handled.Load() && r.take(interrupt) {
		r.setWaits()
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
	if r.ended != nil {
		return r.ended
	}
	if err := r.contexts.cause(); err != nil {
		return &embed.Interrupted{Cause: err}
	}
	return nil
}
