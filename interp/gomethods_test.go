package interp_test

import (
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// TestMethodsOfGoTypes: methods of types in Go that the IR has no type for are called at once, of instances of classes derived
// from these too, and the trace goes on behind the call.
func TestMethodsOfGoTypes(t *testing.T) {
	vm, _, _ := ran(t, `
from _collections import deque
class Derived(deque):
    pass
def loop(ds, n):
    s = 0
    for i in range(n):
        s += ds[i % 4].count(1)
    return s
one, other = [deque([1]) for i in range(4)], [Derived([1, 1]) for i in range(4)]
def of_derived(n):
    s = 0
    for i in range(n):
        s += other[i % 4].count(1)
    return s
def again():
    return loop(one, 60000) + of_derived(60000)
again()
`, interp.Ways, tier2.Options{})
	for _, op := range []string{"py.interpret", "py.call", "py.loadmethod"} {
		if calls := vm.Stats().Tier2.Called[op]; calls > 6000 { // of 240,000
			t.Errorf("%s called Go %d times", op, calls)
		}
	}
}
