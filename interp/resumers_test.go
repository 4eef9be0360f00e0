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

// resumerKernels are the functions of testdata/resumers.py.
var resumerKernels = []string{"walk", "next", "send", "iterator"}

// TestResumers: what resumes generators that no trace has in it, or runs over an iterator
// of a class, stays in tier 2, and computes what tier 1 does.
func TestResumers(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "resumers.py"))
	if err != nil {
		t.Fatal(err)
	}
	source, _, _ := strings.Cut(string(file), "\nif __name__")
	for _, kernel := range resumerKernels {
		for _, count := range []int{1, 3} {
			t.Run(fmt.Sprint(kernel, "/", count), func(t *testing.T) {
				_, r, coverage := ran(t, source+fmt.Sprintf(`
def again():
    return KERNELS[%q](%d, 60000)
def few():
    return KERNELS[%[1]q](%[2]d, 12)
before = few()
again()
if few() != before:
    raise ValueError(few())
`, kernel, count), interp.Ways, tier2.Options{})
				if coverage < 0.99 {
					t.Errorf("tier 2 executes a share of %.4f; result %v", coverage, r)
				}
			})
		}
	}
}

// BenchmarkResumers measures them by testdata/resumers.py: ns/round is what it prints.
func BenchmarkResumers(b *testing.B) {
	benchKernels(b, "resumers.py", resumerKernels, []string{"1", "3"})
}
