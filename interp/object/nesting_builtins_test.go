package object

import "testing"

// TestBuiltinsInStop: what stands in for a function's builtins is kept although the VM has been interrupted, or is
// nested as deep as it may: nothing is asked then.
func TestBuiltinsInStop(t *testing.T) {
	h := newHeap(t, Options{})
	h.SetNesting(maxNesting)
	d := h.NewBuiltins(SmallInt(3))
	if got := h.OtherBuiltins(d); got != SmallInt(3) {
		t.Errorf("got %#x", uint64(got))
	}
}
