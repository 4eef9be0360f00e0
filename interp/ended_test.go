package interp_test

import (
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// endedLoop has a loop that is hot with long strs, and is then entered with empty ones only.
const endedLoop = `
def count(s):
    n = 0
    for c in s:
        if c == "f":
            n += 2
        elif c == "g":
            n += 1
    return n
n = 0
for phase in range(12):
    n += count("fgx" * 700)
    for i in range(150):
        n += count("")
print(n)
def again(): return count("f") + count("")
`

// TestEndedIterators: an executor that is entered where its iterator has ended executes nothing. Its exit is continued by one
// that has FOR_ITER in its general form before that has happened so often that it is thrown away.
func TestEndedIterators(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	vm, _, _ := ran(t, endedLoop, interp.Ways, tier2.Options{Backend: exitdata.Native})
	for _, reason := range []string{tier2.RefusedIdle, tier2.RefusedProgress} {
		if n := vm.TierStats().Refusals[reason]; n > 0 {
			t.Errorf("%d executors are refused: %s", n, reason)
		}
	}
}
