package suggest_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/suggest"
)

func TestNearest(t *testing.T) {
	for _, c := range [][3]string{
		{"maxspli", "sep maxsplit", "maxsplit"}, {"MAXSPLIT", "sep maxsplit", ""}, {"Sep", "sep maxsplit", "sep"},
		{"cnt", "count", ""}, {"x", "sep maxsplit", ""}, {"sep", "sep", ""}, {"dele", "table delete", "delete"},
	} {
		if got := suggest.Nearest(c[0], strings.Fields(c[1])); got != c[2] {
			t.Errorf("for %s: %q, want %q", c[0], got, c[2])
		}
	}
}
