package interp_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/object"
	"github.com/tier2go/tier2/pycode/compile"
	"github.com/tier2go/tier2/uop"
)

// ways are loops with a float accumulator: without a branch, and with one whose two
// ways are taken equally often.
var ways = map[string]string{
	"plain": "        acc += (i & 1) * 0.5\n        acc -= 0.25\n",
	"two":   "        if i & 1:\n            acc += 0.5\n        else:\n            acc -= 0.25\n",
	"three": "        if i % 3 == 0:\n            acc += 0.5\n        elif i % 3 == 1:\n            k += i\n        else:\n            acc -= k\n",
}

func waysLoop(name string, n int) string {
	return fmt.Sprintf("def f(n):\n    acc = 0.0\n    k = 0\n    i = 0\n    while i < n:\n%s        i += 1\n    return acc, k\nprint(f(%d))\n", ways[name], n)
}

// TestWays: a loop with two or three hot ways is one executor. In steady state it
// takes no exit and allocates nothing: ten times as many rounds change neither.
func TestWays(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for name := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var taken, allocated [2]uint64
			for i, n := range [2]int{30_000, 300_000} {
				m := mode{name: "native", backend: exitdata.Native}
				got, stats := run(t, m, interp.Options{Heap: object.Options{Limit: 64 << 20}}, compiled(t, waysLoop(name, n)))
				if got.status != 0 {
					t.Fatal(got.stderr)
				}
				if stats.Tier2.Executors != 1 {
					t.Errorf("%d executors", stats.Tier2.Executors)
				}
				taken[i], allocated[i] = stats.Tier2.Exits.Taken, stats.Heap.Allocated
			}
			if taken[1] > taken[0]+20 { // Go stops loops now and then
				t.Errorf("%d exits taken in 270,000 rounds more", taken[1]-taken[0])
			}
			if more := allocated[1] - allocated[0]; more > 64<<10 {
				t.Errorf("%d bytes allocated in 270,000 rounds", more)
			}
		})
	}
}

// BenchmarkWays is a round of each loop.
func BenchmarkWays(b *testing.B) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"plain", "two", "three"} {
		for _, s := range []struct {
			name   string
			choice uop.Selector
		}{{"ways", interp.Ways}, {"traces", interp.Traces}} {
			b.Run(name+"/"+s.name, func(b *testing.B) {
				file := filepath.Join(b.TempDir(), "f.py")
				if err := os.WriteFile(file, []byte(waysLoop(name, max(b.N, 10_000))), 0o666); err != nil {
					b.Fatal(err)
				}
				code, err := py.CompileFile(context.Background(), file)
				if err != nil {
					b.Fatal(err)
				}
				vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard, Selector: s.choice})
				if err == nil {
					err = vm.EnableTier2(tier2.Options{})
				}
				if err != nil {
					b.Fatal(err)
				}
				defer vm.Close()
				b.ReportAllocs()
				b.ResetTimer()
				if stderr, status := result(vm.RunMain(code, []string{file})); status != 0 {
					b.Fatal(stderr)
				}
			})
		}
	}
}
