package lib_test

import (
	"fmt"
	"testing"
)

// TestRandom compares what random draws after 24 seeds with what CPython draws;
// see testdata/gen_random.py.
func TestRandom(t *testing.T) {
	for i, g := range readGroups(t, "random.json") {
		for _, stress := range []bool{false, true} {
			if stress && (i > 0 || testing.Short()) {
				continue
			}
			t.Run(fmt.Sprintf("%s/stress=%v", g.Name, stress), func(t *testing.T) { checkGroup(t, g, stress) })
		}
	}
}
