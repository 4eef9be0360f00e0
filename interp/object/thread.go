package object

import "github.com/tier2go/tier2/interp/heap"

// What a heap has of the thread that runs. A VM has one heap, and runs one thread at a time; where it changes
// from one to another it exchanges this (Heap.Exchange): all that is a stack, which another thread would pop, and all that
// is of the code that is running. Everything else in a Heap is between two calls of functions in Python as it is
// between two others, whichever thread makes them.

// local is the state of the thread that runs.
type local struct {
	id      int64   // the thread's
	nesting int     // how many calls of slots by slots are going on (nesting.go)
	goStack uintptr // the bytes of the goroutine's stack at which Go calls no more functions in Python
	waiting []Value // see Waiting
	// printing holds the containers whose repr is being made, outermost first. They are compared by identity only, and
	// whoever makes the repr keeps them alive.
	printing []Value

	inflight Value       // the exception raised last, if it has not Landed: a root
	raised   *[64]Raised // see inFlight
	raises   uint
	// listening: a Stopped is recovered.
	listening bool

	// firstIter is called with an asynchronous generator before it runs first, finalIter when it is dropped and has
	// not ended; None: nothing is.
	firstIter, finalIter Value

	finalizing bool        // RunFinalizers is under way
	held       []finalCall // what waits until the calls are done that it waits within (FinalizeWithin)
}

func newLocal(id int64, goStack uintptr) local {
	return local{id: id, goStack: goStack, inflight: Null, raised: new([64]Raised), firstIter: None, finalIter: None}
}

func (l *local) mark(m *heap.Marker) {
	m.Value(l.inflight)
	m.Value(l.firstIter)
	m.Value(l.finalIter)
}

// Thread is what a heap has of a thread that does not run.
type Thread struct {
	local    local
	pushed   heap.Pushed
	handling Handling
}

// threadGoStack is maxGoStack for threads that a program has started: there may be many.
const threadGoStack = 16 << 20

// MainThread is the number of the first thread.
const MainThread = 1

// NewThread returns the state of a thread that has not begun to run.
func NewThread(number int64) *Thread {
	return &Thread{local: newLocal(number, threadGoStack), handling: Handling{None, None}}
}

// ThreadNumber returns the number of the thread that runs.
func (h *Heap) ThreadNumber() int64 { return h.id }

// Exchange makes t the state of the thread that runs, and keeps in t that of the one that has run until now.
func (h *Heap) Exchange(t *Thread) {
	h.local, t.local = t.local, h.local
	*h.handling, t.handling = t.handling, *h.handling
	h.ExchangePushed(&t.pushed)
}

// MarkThread tells the collector what the heap has of a thread that does not run.
func (h *Heap) MarkThread(m *heap.Marker, t *Thread) {
	t.local.mark(m)
	h.markCalls(m, t.local.held)
	t.pushed.Mark(m)
	m.Value(t.handling.Own)
	m.Value(t.handling.Below)
}
