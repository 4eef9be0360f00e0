package interp_test

import (
	"slices"
	"testing"
)

// specialKernels are the functions of testdata/special.py: instructions that call special
// methods in Python.
var specialKernels = []string{"setitem", "len", "contains", "truth", "negative", "iter", "delegated", "str", "format", "repr", "sum"}

// TestSpecialFrames: a loop with an instruction that calls special methods in Python, of
// one class or several, stays in tier 2, and computes what tier 1 does.
func TestSpecialFrames(t *testing.T) {
	const calls = `
v = cycle(%[2]d, 300)
def again():
    return KERNELS[%[1]q](v, 200)
def few():
    return KERNELS[%[1]q](cycle(%[2]d, 24), 2)
`
	testKernels(t, "special.py", specialKernels, []int{1, 2, 12}, calls)
	// Where several classes have the method, Go resumes what counts, and tier 1 executes that (brief executors).
	testKernels(t, "special.py", []string{"items"}, []int{1}, calls)
}

// BenchmarkSpecialFrames measures them: ns/round is what testdata/special.py prints.
func BenchmarkSpecialFrames(b *testing.B) {
	benchKernels(b, "special.py", append(slices.Clone(specialKernels), "items"), []string{"1", "2", "12"})
}
