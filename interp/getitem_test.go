package interp_test

import (
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// TestGetItemFrames checks that an element by __getitem__ in Python is a frame of the
// trace, also where the operand stack has no room for the method beside the operands.
func TestGetItemFrames(t *testing.T) {
	vm, _, coverage := ran(t, `
class A:
    def __init__(self): self.items = list(range(64))
    def __getitem__(self, i): return self.items[i]
def item(a, k): return a[k]
def total(a, n):
    s = 0
    for k in range(n): s += item(a, k & 63)
    return s
def again(): return total(A(), 2000)
total(A(), 20000)
`, interp.Ways, tier2.Options{})
	if st := vm.TierStats(); len(st.Refusals) > 0 || coverage < 0.9 {
		t.Errorf("refused: %v; tier 2 executes a share of %.3f", st.Refusals, coverage)
	}
}
