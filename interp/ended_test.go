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

// TestEndedIterators: an executor that is entered where its iterator has ended executes nothing. When that has happened to two, the next one
// has FOR_ITER in its general form, and stays.
func TestEndedIterators(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	vm, _, _ := ran(t, endedLoop, interp.Ways, tier2.Options{Backend: exitdata.Native})
	if n := vm.TierStats().Refusals[tier2.RefusedIdle]; n > 2 {
		t.Errorf("%d executors executed nothing", n)
	}
}
