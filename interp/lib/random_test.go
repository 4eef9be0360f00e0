package lib_test

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

// TestRandom compares what random draws after 24 seeds with what CPython draws;
// see testdata/gen_random.py.
func TestRandom(t *testing.T) {
	for i, g := range readGroups(t, "random.json") {
		for _, stress := range []bool{false, true} {
			if stress && (i > 0 || !soak.On()) {
				continue
			}
			t.Run(fmt.Sprintf("%s/stress=%v", g.Name, stress), func(t *testing.T) { checkGroup(t, g, stress) })
		}
	}
}
