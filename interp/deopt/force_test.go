package deopt

import (
	"slices"
	"testing"
)

// TestForceVisits: an exit is forced at its first and at its second visit and not again;
// at random visits, as often as asked for and the same ones for the same seed.
func TestForceVisits(t *testing.T) {
	waits := func(o Options) (list []uint32) {
		d := New(o, nil, nil, nil)
		for {
			n := d.forceAfter(len(list))
			if n == 0 {
				return list
			}
			list = append(list, n)
		}
	}
	if got := waits(Options{}); !slices.Equal(got, []uint32{1, 1}) {
		t.Errorf("forced after %v visits", got)
	}
	one, again, other := waits(Options{Random: true, Seed: 1, Times: 50}), waits(Options{Random: true, Seed: 1, Times: 50}), waits(Options{Random: true, Seed: 2, Times: 50})
	if len(one) != 50 || !slices.Equal(one, again) || slices.Equal(one, other) || slices.Max(one) < 100 {
		t.Errorf("at random: after %v visits, then %v, with another seed %v", one, again, other)
	}
}
