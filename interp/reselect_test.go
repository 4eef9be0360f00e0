package interp_test

import (
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/uop"
)

// anew calls functions that are made anew each time, with arguments left out and by
// keyword.
const anew = `
def maker(n):
    def add(x, y=n, z=2):
        return x + y + z
    def twice(x, step=1):
        return add(x) + add(z=step, x=x)
    return twice
def run(n):
    total = 0
    for i in range(n):
        f = maker(i & 3)
        total += f(i) + f(step=i, x=1)
    return total
def again(): return run(1000)
run(20000)
`

// TestMadeAnew: a call of a function is compiled by its code, whatever its defaults and
// cells are: it takes neither an instruction that is interpreted nor an exit.
func TestMadeAnew(t *testing.T) {
	for name, choice := range map[string]uop.Selector{"traces": interp.Traces, "joins": interp.Ways} {
		t.Run(name, func(t *testing.T) {
			vm, r, coverage := ran(t, anew, choice, tier2.Options{})
			if n := vm.TierStats().Stops[uop.StopInterpret]; n > 0 || coverage < 0.99 {
				t.Errorf("tier 2 executes a share of %.3f, with %d instructions interpreted", coverage, n)
			}
			var got, want int64
			for i := range int64(1000) {
				n := i & 3
				want += i + n + 2 + i + n + 1 + 1 + n + 2 + 1 + n + i
			}
			if err := r.To(&got); err != nil || got != want {
				t.Errorf("got %d, %v; want %d", got, err, want)
			}
		})
	}
}

// calledBack is a function that Go calls, with several ways to return.
const calledBack = `
class Key:
    def __init__(self, x): self.x = x
    def __hash__(self): # no brief executor is made of so much
        x = self.x
        x = (x * 5 + 3) & 1023
        x = (x * 7 + 1) & 1023
        x = (x * 3 + 5) & 1023
        x = (x * 9 + 7) & 1023
        if x & 1:
            return -x
        if x & 2:
            return x * 3
        return x
keys = [Key(x) for x in range(500)]
def again(): return len(set(keys))
for _ in range(100): again()
`

// TestReturnsToGo: where a function returns to Go nothing is compiled: nobody asks for
// what would do no more than return.
func TestReturnsToGo(t *testing.T) {
	vm, _, coverage := ran(t, calledBack, interp.Ways, tier2.Options{})
	if st := vm.TierStats(); len(st.Refusals) > 0 || coverage < 0.9 {
		t.Errorf("refused: %v; tier 2 executes a share of %.3f", st.Refusals, coverage)
	}
}
