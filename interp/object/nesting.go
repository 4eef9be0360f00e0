package object

import "github.com/tier2go/tier2/interp/heap"

// Recursion of Go functions. A slot of a type may call the slots of other values: the
// repr of a list that of its elements, an iterator the one that it takes from, a
// class's __call__ another callable. How deep that goes is up to the program, and a
// goroutine's stack that has reached its limit ends the process. So what calls the slot
// of any value (Call, Compare, Hash, Next, Repr and their kin in ops.go) counts how many such calls are
// going on, and refuses one more than maxNesting. Functions in Python have the recursion limit and the
// frame stack besides.

// maxNesting bounds how many slots of values call each other. CPython's bound is the size of the C
// stack: of 8 MiB it reaches 43,000 (comparing dicts) to 87,000 (repr of a list) levels.
const maxNesting = 40_000

// maxGoStack bounds the bytes of the goroutine's stack at which Go calls one more function in Python. Functions
// of an embedder between two such calls may take any number of them. The runtime doubles a stack and ends the
// process at 1 GB (debug.SetMaxStack), so 512 MiB is the largest there can be; half of it is left to slots, which
// maxNesting bounds.
const maxGoStack = 240 << 20

// What an error of nesting says was being done.
const (
	whileCalling = " while calling a Python object"
	whileRepr    = " while getting the repr of an object"
	inComparison = " in comparison"
	whileHashing = " while hashing an object"
	whileNext    = " while taking the next element of an iterator"
)

// enter counts one level of nesting; doing names it in the error. Every enter
// without error has its leave. A panic of the allocator skips it: whoever recovers that restores the
// count (SetNesting). It is a poll, too: an interrupted VM allows none (stop.go).
func (h *Heap) enter(doing string) error {
	if int64(h.nesting) >= h.allowed.Load() {
		if err := h.tooDeep(doing); err != nil {
			return err
		}
	}
	h.nesting++
	return nil
}

func (h *Heap) leave() { h.nesting-- }

// tooDeep returns why one more level is not allowed, nil if the VM had been interrupted and is not any more. It is
// not inlined, so that enter is.
//
//go:noinline
func (h *Heap) tooDeep(doing string) error {
	if err := h.Poll(); err != nil {
		return err
	}
	if h.nesting < maxNesting {
		return nil
	}
	return h.Raise(RecursionErrorType, "Stack overflow (used 8152 kB)%s", doing)
}

// Enter counts one level of recursion of a Go function into values inside values; Leave must
// follow it. Its error is a RecursionError that names what was being done, such as " in comparison".
func (h *Heap) Enter(doing string) error { return h.enter(doing) }

// Leave ends what Enter has begun.
func (h *Heap) Leave() { h.leave() }

// Nesting returns how many calls of slots by slots are going on.
func (h *Heap) Nesting() int { return h.nesting }

// SetNesting sets what Nesting returned when what is gone on with now began: a panic of the
// allocator has ended calls without counting.
func (h *Heap) SetNesting(n int) { h.nesting = n }

// CheckGoStack returns a RecursionError if the goroutine's stack has no room for another function in
// Python, on ports that can tell.
func (h *Heap) CheckGoStack() error {
	used := heap.GoStackUsed()
	if used < h.goStack {
		return nil
	}
	return h.Raise(RecursionErrorType, "Stack overflow (used %d kB)%s", used>>10, whileCalling)
}
