package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// TestUnsteadyGlobals: a loop of a module that deletes a name in each round gives the keys of the globals another version each time.
// It does not ask for an executor at each of its names for that.
func TestUnsteadyGlobals(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	var source strings.Builder
	source.WriteString("for i in range(20000):\n    a0 = i\n")
	for i := range 80 {
		fmt.Fprintf(&source, "    a%d = a%d + 1\n", i+1, i)
	}
	source.WriteString("    del a0\nprint(a80)\ndef again(): return a80\n")
	vm, _, _ := ran(t, source.String(), interp.Ways, tier2.Options{Backend: exitdata.Native})
	if n := vm.TierStats().Attempts; n > 40 {
		t.Errorf("%d executors were asked for", n)
	}
}
