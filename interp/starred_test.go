package interp_test

import "testing"

// starredKernels are the functions of testdata/starred.py: calls with arguments behind stars.
var starredKernels = []string{"tuples", "lists", "wrapped", "methods", "builtins"}

// TestStarred: a loop with such a call, of one function or several, stays in tier 2, and
// computes what tier 1 does.
func TestStarred(t *testing.T) {
	testKernels(t, "starred.py", starredKernels, []int{1, 2}, `
v = cycle(%[2]d, 300)
def again():
    return KERNELS[%[1]q](v, 600)
def few():
    return KERNELS[%[1]q](cycle(%[2]d, 24), 2)
`)
}

// BenchmarkStarred measures them: ns/round is what testdata/starred.py prints.
func BenchmarkStarred(b *testing.B) {
	benchKernels(b, "starred.py", starredKernels, []string{"1", "2", "12"})
}
