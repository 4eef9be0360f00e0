package interp_test

import "testing"

// siteKernels are the functions of testdata/classes.py: sites that see instances of
// several classes.
var siteKernels = []string{"method", "attribute", "inherited", "property", "store", "constant"}

// TestSites: a loop with a site that sees instances of several classes stays in tier 2,
// and computes what tier 1 does.
func TestSites(t *testing.T) {
	testKernels(t, "classes.py", siteKernels, []int{1, 2, 4, 12}, `
v = cycle(%[2]d, 600)
def again():
    return KERNELS[%[1]q](v, 100)
def few():
    return KERNELS[%[1]q](cycle(%[2]d, 24), 2)
`)
}

// BenchmarkSites measures sites that see instances of 1, 2, 4 and 12 classes, by
// testdata/classes.py: ns/round is what it prints.
func BenchmarkSites(b *testing.B) {
	benchKernels(b, "classes.py", siteKernels, []string{"1", "2", "4", "12"})
}
