package object

// Loop is a loop of a builtin function over an iterator, which calls a function for every
// element. The VM has each as bytecode, which is compiled with the function in it.
type Loop uint8

const (
	LoopKeys   Loop = iota // appends f(x) to the list first
	LoopMax                // the x with the greatest f(x); so far that is first, of the key second
	LoopMin                // the x with the least f(x), likewise
	LoopReduce             // f(total, x), where total is first, then what that returns
	Loops
)

// A LoopState is what a Loop begins with.
type LoopState struct {
	Iter, Func    Value
	First, Second Value // what they mean depends on the loop; Null where it has no use for it
}

// loopAfter is how many elements a builtin function deals with by itself: Go enters the loop in the
// time of some calls.
const loopAfter = 3

// Looping reports whether what is left to do behind n elements is better done by RunLoop:
// f is a function in Python, or a method that is bound to one.
func (h *Heap) Looping(f Value, n int) bool {
	if n < loopAfter || h.Looper == nil {
		return false
	}
	return h.Is(f, FunctionType) || h.Is(f, BoundMethodType) && h.Is(h.Field(f, OffMethodFunc), FunctionType)
}

// RunLoop runs a loop to its end and returns the last First.
func (h *Heap) RunLoop(l Loop, s LoopState) (Value, error) {
	if err := h.enter(whileCalling); err != nil {
		return Null, err
	}
	r, err := h.Looper(l, s)
	h.leave()
	return r, err
}
