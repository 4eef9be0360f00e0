package interp_test

import (
	"bytes"
	"testing"

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

// TestTimes: with Times executors that have run have times, without it none has. (What is
// told of executors that run within others is a test of package tiering's.)
func TestTimes(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		if m.backend == exitdata.Cold {
			t.Skip("no executors")
		}
		for _, on := range []bool{false, true} {
			var out bytes.Buffer
			vm := newVM(t, m, interp.Options{Heap: small, Stdout: &out, Times: on})
			code := compiled(t, nested)
			_, status := result(vm.RunMain(code, []string{"<test>"}))
			ran := 0
			for _, ex := range vm.Executors() {
				// Those of other kinds are entered by exits from Go too.
				missing := on && m.backend == exitdata.Native && ex.Entries > 0 && ex.Time == 0
				if ex.Time > 0 && (!on || ex.Entries == 0) || missing {
					t.Errorf("Times %v: executor %d, entered %d times, ran for %v", on, ex.ID, ex.Entries, ex.Time)
				}
				if ex.Time > 0 {
					ran++
				}
			}
			if status != 0 || on && ran < 2 {
				t.Errorf("Times %v: status %d, %d executors have times", on, status, ran)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
