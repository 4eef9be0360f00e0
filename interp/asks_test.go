package interp_test

import (
	"slices"
	"testing"
)

// The functions of testdata/asks.py: builtin functions that find a function in Python by their arguments, and those of them that call several.
var (
	askKernels  = []string{"float", "int", "index", "abs", "round", "floor", "sqrt", "format", "getattr", "hasattr", "next", "setattr"}
	listKernels = []string{"sorted", "sort", "min", "search", "set", "sum", "operator", "heap"}
)

// TestAskFrames: a loop with such a call, of instances of one class or two, stays in tier 2, and computes what tier 1 does.
func TestAskFrames(t *testing.T) {
	const calls = `
v = cycle(%[2]d, 300)
def again():
    return KERNELS[%[1]q](v, 200)
def few():
    return KERNELS[%[1]q](cycle(%[2]d, 24), 2)
`
	testKernels(t, "asks.py", askKernels, []int{1, 2}, calls)
	testKernels(t, "asks.py", listKernels, []int{1}, calls)
}

// BenchmarkAskFrames measures them: ns/round is what testdata/asks.py prints.
func BenchmarkAskFrames(b *testing.B) {
	benchKernels(b, "asks.py", slices.Concat(askKernels, listKernels), []string{"1", "2"})
}
