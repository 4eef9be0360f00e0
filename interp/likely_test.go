package interp_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	uops "github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
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

// diamonds is a loop with k branches one after the other, each of which goes both ways
// equally often.
func diamonds(k int) string {
	var b strings.Builder
	b.WriteString("def f(n):\n    s = 0\n    for i in range(n):\n        x = i * 7919\n")
	for bit := range k {
		fmt.Fprintf(&b, "        if x & %d:\n            s += %d\n        else:\n            s ^= %d\n", 1<<bit, bit+1, bit+2)
	}
	b.WriteString("        s &= 65535\n    return s\nprint(f(20000))\n")
	return b.String()
}

// compiledPlaces returns how many instructions are compiled in executors that are alive,
// and how many different ones.
func compiledPlaces(vm *interp.VM) (all, distinct int) {
	seen := map[interp.Place]bool{}
	for _, ex := range vm.Executors() {
		for k, at := range vm.Places(ex) {
			if ex.Trace.Insts[k].Op == uops.SET_IP {
				all++
				seen[at.Place] = true
			}
		}
	}
	return all, len(seen)
}

// TestDiamonds: the code of balanced branches one after the other grows with their number:
// a region has each instruction once, or little more. Linear traces have copies.
func TestDiamonds(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	run := func(k int, choice uop.Selector) (all, distinct, bytes int) {
		vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard, Selector: choice})
		if err == nil {
			err = vm.EnableTier2(tier2.Options{})
		}
		if err == nil {
			err = vm.RunMain(compiled(t, diamonds(k)), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		all, distinct = compiledPlaces(vm)
		bytes = vm.Stats().Tier2.CodeBytes
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
		return all, distinct, bytes
	}
	bytes := map[int]int{}
	for _, k := range []int{4, 8, 12} {
		all, distinct, n := run(k, interp.Ways)
		if distinct < 10*k || float64(all) > 1.3*float64(distinct) {
			t.Errorf("%d branches: %d instructions are compiled, %d different ones", k, all, distinct)
		}
		bytes[k] = n
	}
	if four, eight := bytes[8]-bytes[4], bytes[12]-bytes[4]; float64(eight) > 1.3*2*float64(four) {
		t.Errorf("bytes of code by branches: %v", bytes)
	}
	if all, distinct, n := run(12, interp.Traces); all < 2*distinct || n < 2*bytes[12] {
		t.Errorf("linear traces have %d instructions, %d different ones, and %d bytes; a region has %d bytes", all, distinct, n, bytes[12])
	}
}

// TestLikelyFirst: in a region the way that a branch mostly goes stands right behind it,
// the other one further behind.
func TestLikelyFirst(t *testing.T) {
	for cond, likely := range map[string]int{"i & 3": 5, "not i & 3": 7, "i & 3 == 0": 7, "i & 7 < 6": 5} {
		vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard})
		if err == nil {
			err = vm.EnableTier2(tier2.Options{Backend: exitdata.IR})
		}
		if err == nil {
			err = vm.RunMain(compiled(t, "def f(n):\n    s = 0\n    for i in range(n):\n        if "+cond+":\n            s += 1\n        else:\n            s ^= 2\n    return s\nf(5000)\n"), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, ex := range vm.Executors() {
			places := vm.Places(ex)
			for i, b := range ex.Trace.Blocks {
				if b.Branch < 0 || places[b.Branch].Line() != 4 || i+1 == len(ex.Trace.Blocks) {
					continue
				}
				found++
				next := ex.Trace.Blocks[i+1]
				for k := next.Start; k < next.End; k++ {
					if ex.Trace.Insts[k].Op == uops.SET_IP {
						if n := places[k].Line(); n != likely {
							t.Errorf("if %s: line %d stands behind the branch, not %d", cond, n, likely)
						}
						break
					}
				}
			}
		}
		if found == 0 {
			t.Errorf("if %s: no region has the branch", cond)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}
