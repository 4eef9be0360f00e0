package interp_test

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// resumerKernels are the functions of testdata/resumers.py.
var resumerKernels = []string{"walk", "next", "send", "iterator", "awaited", "guarded", "recursive", "made", "asynchronous", "asend"}

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

// TestResumersStay: machine code makes, resumes and ends generators, coroutines and functions by itself: of a thousand at
// most some make it call Go.
func TestResumersStay(t *testing.T) {
	for _, kernel := range []string{"send", "guarded", "recursive", "made", "asynchronous", "asend"} {
		t.Run(kernel, func(t *testing.T) {
			const n = 60000
			vm, _, _ := ran(t, kernelsOf(t, "resumers.py")+fmt.Sprintf(`
def again():
    return KERNELS[%[1]q](3, %[2]d)
again()
`, kernel, n), interp.Ways, tier2.Options{})
			for _, op := range []string{"py.interpret", "gen.new", "coro.new", "gen.told", "gen.handlein", "gen.handleout", "gen.finish", "py.makefunction", "py.function",
				"py.awaitable", "py.aiter", "py.anext", "py.wrapasync"} {
				if calls := vm.Stats().Tier2.Called[op]; calls > n/10 { // of 3n; a coroutine that send has resumed ends in tier 1
					t.Errorf("%s called Go %d times", op, calls)
				}
			}
		})
	}
}

// BenchmarkResumers measures them by testdata/resumers.py: ns/round is what it prints.
func BenchmarkResumers(b *testing.B) {
	benchKernels(b, "resumers.py", resumerKernels, []string{"1", "3"})
}
