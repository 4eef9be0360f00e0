package difffuzz_test

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

var (
	uncompiled []string // micro-ops that none of the drivers' programs had in what was compiled
	drivers    int      // how many have been run
)

const notMade = "a micro-op of CPython's that no trace of 7,000 functions and programs has had"

// notProjected are the micro-ops that no program has compiled, and why.
var notProjected = map[string]string{
	"_IS_NONE":          "a branch on None is a guard of its own, also in a region",
	"_END_FOR":          notMade,
	"_LOAD_SMALL_INT_0": notMade,
	"_LOAD_SMALL_INT_1": notMade,
	"_LOAD_SMALL_INT_2": notMade,
	"_LOAD_SMALL_INT_3": notMade,
	"_MAKE_WARM":        notMade,
	"_START_EXECUTOR":   notMade,
}

// TestUncompiled holds what the drivers have compiled together against the list of what cannot be. It
// only says something of drivers that run at full size.
func TestUncompiled(t *testing.T) {
	if drivers < 4 || !soak.On() && *functions < 1000 {
		t.Skip("it needs all four drivers at full size: TIER2_SOAK=1, or -functions=1000")
	}
	for _, name := range uncompiled {
		if notProjected[name] == "" {
			t.Errorf("%s was never compiled", name)
		}
	}
	for name := range notProjected {
		if !slices.Contains(uncompiled, name) {
			t.Errorf("%s was compiled: it is no longer to be in the list", name)
		}
	}
}
