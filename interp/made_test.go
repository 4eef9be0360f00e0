package interp_test

import "testing"

// madeKernels are the functions of testdata/made.py: calls of classes by keyword, with arguments behind stars, with an __init__ that
// takes any number of arguments.
var madeKernels = []string{"by_keyword", "behind_star", "forwarded", "collected"}

// TestMade: a loop that makes instances so, of one class or of two, stays in tier 2, and computes what tier 1 does.
func TestMade(t *testing.T) {
	testKernels(t, "made.py", madeKernels, []int{1, 2}, `
v = cycle(%[2]d, 300)
def again():
    return KERNELS[%[1]q](v, 600)
def few():
    return KERNELS[%[1]q](cycle(%[2]d, 24), 2)
`)
}

// BenchmarkMade measures them: ns/round is what testdata/made.py prints.
func BenchmarkMade(b *testing.B) {
	benchKernels(b, "made.py", madeKernels, []string{"1", "2", "12"})
}
