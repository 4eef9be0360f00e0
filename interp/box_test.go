package interp_test

import (
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// TestKnownBoxes: where executors end, an int that is known to be small is made a word without a test
// whether it has to be allocated.
func TestKnownBoxes(t *testing.T) {
	const source = `
def f(text, items):
    total = 0
    for r in items:
        total = total + 1 & 1023
        for c in text: pass
    return total
f(["a", "b"] * 100, [None] * 3000)
def again(): assert f(["a"] * 100, [None] * 1026) == 2
`
	vm, _, _ := ran(t, source, interp.Ways, tier2.Options{})
	for _, ex := range vm.Executors() {
		for _, r := range ex.Routines() {
			if r.Name == "int.box" {
				t.Fatal("an int of 10 bits is boxed by a routine")
			}
		}
	}
}

// TestKnownLarge: one of more than 49 bits is allocated, whatever is known of its least value.
func TestKnownLarge(t *testing.T) {
	const source = `
def f(text, items):
    total = 1
    for r in items:
        total = total * 3 & 1152921504606846975
        for c in text: pass
    return total
f(["a", "b"] * 100, [None] * 3000)
def again(): assert f(["a"] * 100, [None] * 1026) == pow(3, 1026, 1 << 60)
`
	ran(t, source, interp.Ways, tier2.Options{})
}

// TestSharedUnboxes: in front of a loop an int of more than 49 bits is unboxed by a routine, in it by the executor's own code. The
// lowest number of 64 bits, which says that the routine has given up, is one all the same, and so are larger ones.
func TestSharedUnboxes(t *testing.T) {
	const source = `
def f(total, n):
    for i in range(n):
        total = total ^ i
    return total
f(1 << 50, 3000)
def again():
    for x in (1 << 50, -(1 << 50), 5, (1 << 63) - 1, -(1 << 63), 1 << 70):
        want = x
        for i in range(10): want = want.__xor__(i)
        assert f(x, 10) == want, x
`
	vm, _, _ := ran(t, source, interp.Ways, tier2.Options{})
	for _, r := range vm.Executors()[0].Routines() {
		if r.Name == "int.unbox" {
			return
		}
	}
	t.Error("no routine unboxes")
}
