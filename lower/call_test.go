package lower_test

import (
	"testing"

	"github.com/tier2go/tier2/lower"
)

// A helper's number and the number of its arguments come back as they went in,
// within the 24 bits that the trampoline has for them.
func TestHelperCall(t *testing.T) {
	for _, c := range []struct{ helper, args int }{{0, 0}, {1, 16}, {300, 3}, {1<<16 - 1, 16}} {
		n := lower.HelperCall(c.helper, c.args)
		if n >= 1<<24 {
			t.Errorf("helper %d with %d arguments is %#x: too large", c.helper, c.args, n)
		}
		if h, a := lower.Helper(n); int(h) != c.helper || a != c.args {
			t.Errorf("helper %d with %d arguments comes back as %d with %d", c.helper, c.args, h, a)
		}
	}
}
