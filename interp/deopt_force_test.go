package interp

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/native"
)

// TestForceVisits: an exit is forced at its first and at its second visit and not again;
// at random visits, as often as asked for and the same ones for the same seed.
func TestForceVisits(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	waits := func(o DeoptOptions) (list []uint32) {
		d, err := NewDeopt(Options{Heap: object.Options{Limit: 64 << 20}}, tier2.Options{}, o)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		for {
			n := d.forceAfter(len(list))
			if n == 0 {
				return list
			}
			list = append(list, n)
		}
	}
	if got := waits(DeoptOptions{}); !slices.Equal(got, []uint32{1, 1}) {
		t.Errorf("forced after %v visits", got)
	}
	one, again, other := waits(DeoptOptions{Random: true, Seed: 1, Times: 50}), waits(DeoptOptions{Random: true, Seed: 1, Times: 50}), waits(DeoptOptions{Random: true, Seed: 2, Times: 50})
	if len(one) != 50 || !slices.Equal(one, again) || slices.Equal(one, other) || slices.Max(one) < 100 {
		t.Errorf("at random: after %v visits, then %v, with another seed %v", one, again, other)
	}
}
