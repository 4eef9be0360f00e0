package interp_test

import "testing"

// resumerKernels are the functions of testdata/resumers.py.
var resumerKernels = []string{"walk", "next", "send", "iterator", "awaited"}

// TestResumers: what resumes generators and coroutines that no trace has in it, or runs over an iterator
// of a class, stays in tier 2, and computes what tier 1 does.
func TestResumers(t *testing.T) {
	testKernels(t, "resumers.py", resumerKernels, []int{1, 3}, `
def again():
    return KERNELS[%[1]q](%[2]d, 60000)
def few():
    return KERNELS[%[1]q](%[2]d, 12)
`)
}

// BenchmarkResumers measures them by testdata/resumers.py: ns/round is what it prints.
func BenchmarkResumers(b *testing.B) {
	benchKernels(b, "resumers.py", resumerKernels, []string{"1", "3"})
}
