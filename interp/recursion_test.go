package interp_test

import "testing"

// recursionKernels are the functions of testdata/recursion.py.
var recursionKernels = []string{"tree", "line"}

// TestRecursion: functions that call themselves or each other stay in tier 2, and compute
// what tier 1 does.
func TestRecursion(t *testing.T) {
	testKernels(t, "recursion.py", recursionKernels, []int{1, 2}, `
def again():
    return KERNELS[%[1]q](%[2]d, 200000)
def few():
    return KERNELS[%[1]q](%[2]d, 1200)
`)
}

// BenchmarkRecursion measures them by testdata/recursion.py: ns/round is a call.
func BenchmarkRecursion(b *testing.B) {
	benchKernels(b, "recursion.py", recursionKernels, []string{"1", "2"})
}
