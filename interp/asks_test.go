package interp_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/deopt"
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

// TestAskExits: where exits are forced, machine code executes the instructions that the interpreter does: a call that the interpreter begins a
// driver for has one from Go, too, and no other.
func TestAskExits(t *testing.T) {
	for _, name := range []string{"asks_frames.py", "asks_lists.py", "asks_iters.py"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, p := range strings.Split(readFile(t, filepath.Join("testdata", "snippets", name)), between) {
				if strings.Contains(p, "warnings") { // a warning looks at frames, which have objects then in one VM alone
					continue
				}
				_, _, err := proves(t, compiled(t, p), []string{"<test>"}, deoptSelectors()[0], tier2.Options{}, shallow())
				if d := new(deopt.Error); errors.As(err, &d) {
					t.Errorf("%d: %v", i, err)
				}
			}
		})
	}
}

// BenchmarkAskFrames measures them: ns/round is what testdata/asks.py prints.
func BenchmarkAskFrames(b *testing.B) {
	benchKernels(b, "asks.py", slices.Concat(askKernels, listKernels), []string{"1", "2"})
}
