package interp_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// callbackKernels are the functions of testdata/callbacks.py: builtin functions that call a
// function in Python for each element, or run a generator.
var callbackKernels = []string{"sort", "sort_in_place", "maximum", "minimum_of_generator", "fold", "mapped", "map_sum", "map_list", "filtered", "mapped_pairs", "absolutes", "by_getter",
	"extend", "display", "minimum_or_default", "zip_mapped", "zip_generators", "enumerate_mapped", "map_mapped"}

// generatorKernels are those with a generator that is made in each round, for a builtin function or a loop.
var generatorKernels = []string{"total", "distinct", "every", "greatest", "tupled", "made"}

// TestCallbacks: machine code has the loop of such a function with the other one in it. Go does
// not enter it for each element.
func TestCallbacks(t *testing.T) {
	const size, rounds = 600, 20
	for _, kernel := range callbackKernels {
		t.Run(kernel, func(t *testing.T) {
			vm, _, coverage := ran(t, kernelsOf(t, "callbacks.py")+fmt.Sprintf(`
v = numbers(%d)
def few():
    v.sort(reverse=True)
    return KERNELS[%q](v, 2)
def again():
    KERNELS[%[2]q](v, %d)
before = few()
for i in range(20):
    again()
if few() != before:
    raise ValueError(few())
`, size, kernel, rounds), interp.Ways, tier2.Options{})
			before := vm.Stats().Tier2.NativeEntries
			if _, err := vm.Call("again"); err != nil {
				t.Fatal(err)
			}
			if n := vm.Stats().Tier2.NativeEntries - before; n > size*rounds/20 || coverage < 0.98 {
				t.Errorf("Go enters machine code %d times, which executes a share of %.4f", n, coverage)
			}
		})
	}
}

// TestMadeGenerators: machine code makes a generator, begins it, and runs the loop over it, a builtin function's as well. It
// enters executors some times a round, not for each element, and calls Go for no round.
func TestMadeGenerators(t *testing.T) {
	const size, rounds = 20, 6000
	for _, kernel := range generatorKernels {
		t.Run(kernel, func(t *testing.T) {
			vm, _, coverage := ran(t, kernelsOf(t, "callbacks.py")+fmt.Sprintf(`
v = numbers(%d)
def again():
    KERNELS[%q](v, %d)
for i in range(5):
    again()
`, size, kernel, rounds), interp.Ways, tier2.Options{Map: true})
			table := vm.Compiler().Table()
			entered := func() (n uint64) {
				for _, ex := range table.Executors {
					n += table.Entered(ex)
				}
				return n
			}
			calls := func() uint64 { return vm.Stats().Tier2.Called["py.call"] + vm.Stats().Tier2.Called["py.interpret"] }
			before, called := entered(), calls()
			if _, err := vm.Call("again"); err != nil {
				t.Fatal(err)
			}
			if n := entered() - before; n == 0 || n > 8*rounds || coverage < 0.98 {
				t.Errorf("executors are entered %.1f times a round of %d elements; machine code executes a share of %.4f", float64(n)/rounds, size, coverage)
			}
			if n := calls() - called; n > rounds/10 {
				t.Errorf("Go is called %d times in %d rounds", n, rounds)
			}
		})
	}
}

// BenchmarkCallbacks measures them: ns/round is what testdata/callbacks.py prints.
func BenchmarkCallbacks(b *testing.B) {
	benchKernels(b, "callbacks.py", slices.Concat(callbackKernels, generatorKernels), []string{"3", "600"})
}
