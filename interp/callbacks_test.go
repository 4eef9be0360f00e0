package interp_test

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// callbackKernels are the functions of testdata/callbacks.py: builtin functions that call a
// function in Python for each element, or run a generator.
var callbackKernels = []string{"sort", "sort_in_place", "maximum", "minimum_of_generator", "fold", "mapped", "map_sum", "map_list", "filtered", "mapped_pairs",
	"extend", "display", "minimum_or_default"}

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

// BenchmarkCallbacks measures them: ns/round is what testdata/callbacks.py prints.
func BenchmarkCallbacks(b *testing.B) {
	benchKernels(b, "callbacks.py", callbackKernels, []string{"3", "600"})
}
