package interp_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
)

// nested has a loop whose helper calls a function with a loop.
const nested = `
def key(x):
    s = 0
    for i in range(200):
        s = s + i * x & 255
    return s
def f(n):
    t = 0
    for i in range(n):
        t = t + max([i, 3, 5], key=key)
    return t
print(f(600))
`

// TestTimes: with Times executors have times, which together are not more than the
// run took although executors run within others; without, they have none.
func TestTimes(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		if m.backend == exitdata.Cold {
			t.Skip("no executors")
		}
		for _, on := range []bool{false, true} {
			var out bytes.Buffer
			vm := newVM(t, m, interp.Options{Heap: small, Stdout: &out, Times: on})
			code := compiled(t, nested)
			start := time.Now()
			_, status := result(vm.RunMain(code, []string{"<test>"}))
			took := time.Since(start)
			var sum time.Duration
			ran := 0
			for _, ex := range vm.Executors() {
				sum += ex.Time
				// Those of other kinds are entered by exits from Go too.
				missing := on && m.backend == exitdata.Native && ex.Entries > 0 && ex.Time == 0
				if ex.Time < 0 || ex.Time > 0 && (!on || ex.Entries == 0) || missing {
					t.Errorf("Times %v: executor %d, entered %d times, ran for %v", on, ex.ID, ex.Entries, ex.Time)
				}
				if ex.Time > 0 {
					ran++
				}
			}
			if status != 0 || sum > took || on && ran < 2 {
				t.Errorf("Times %v: status %d, %d executors ran for %v of %v", on, status, ran, sum, took)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
