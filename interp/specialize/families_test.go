package specialize

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pycode"
)

// TestFamiliesWhole: each specialized instruction of CPython's is a member of its
// family.
func TestFamiliesWhole(t *testing.T) {
	// What LOAD_CONST becomes says whether references to the constant are counted.
	known := map[pycode.Op]bool{pycode.LOAD_CONST_IMMORTAL: true, pycode.LOAD_CONST_MORTAL: true}
	for i, f := range families {
		if f.Base != familyBases[i] || len(f.Members) == 0 {
			t.Errorf("family %v: %v with %d members", familyBases[i], f.Base, len(f.Members))
		}
		for _, m := range f.Members {
			known[m] = true
		}
	}
	n := 0
	for op := pycode.Op(0); op < 255; op++ {
		if op.Base() == op || strings.HasPrefix(op.String(), "INSTRUMENTED_") { // those are sys.monitoring's
			continue
		}
		n++
		if !known[op] {
			t.Errorf("%v is in no family", op)
		}
	}
	if n < 60 {
		t.Errorf("%d specialized instructions", n)
	}
}
