package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// siteKernels are the functions of testdata/classes.py: sites that see instances of
// several classes.
var siteKernels = []string{"method", "attribute", "inherited", "property", "store", "constant"}

// TestSites: a loop with a site that sees instances of several classes stays in tier 2,
// and computes what tier 1 does.
func TestSites(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "classes.py"))
	if err != nil {
		t.Fatal(err)
	}
	source, _, _ := strings.Cut(string(file), "\nif __name__")
	for _, kernel := range siteKernels {
		for _, classes := range []int{1, 2, 4, 12} {
			t.Run(fmt.Sprint(kernel, "/", classes), func(t *testing.T) {
				_, r, coverage := ran(t, source+fmt.Sprintf(`
def again():
    return KERNELS[%q](v, 100)
def few():
    return KERNELS[%[1]q](cycle(%d, 24), 2)
v = cycle(%[2]d, 600)
before = few()
again()
if few() != before:
    raise ValueError(few())
`, kernel, classes), interp.Ways, tier2.Options{})
				if coverage < 0.99 {
					t.Errorf("tier 2 executes a share of %.4f; result %v", coverage, r)
				}
			})
		}
	}
}

// BenchmarkSites measures sites that see instances of 1, 2, 4 and 12 classes, by
// testdata/classes.py: ns/round is what it prints.
func BenchmarkSites(b *testing.B) {
	benchKernels(b, "classes.py", siteKernels, []string{"1", "2", "4", "12"})
}
