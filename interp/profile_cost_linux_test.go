package interp

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// usedCPU returns what the thread, to which the goroutine must be locked, has used.
func usedCPU(tb testing.TB) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(t.Nano())
}

// branch is what tier 1 does for a conditional jump, forgetful that without the history.
func branch(ip unsafe.Pointer, taken bool, arg int) unsafe.Pointer {
	remember(ip, taken)
	return forgetful(ip, taken, arg)
}

func forgetful(ip unsafe.Pointer, taken bool, arg int) unsafe.Pointer {
	if taken {
		return skip(ip, 1+arg)
	}
	if pycode.Op(unit(ip, 1)) == pycode.NOT_TAKEN {
		return skip(ip, 2)
	}
	return skip(ip, 1)
}

// perBranch returns what a branch takes at least, with the way to it taken at random.
func perBranch(tb testing.TB, fn func(unsafe.Pointer, bool, int) unsafe.Pointer) float64 {
	var code [64]uint16
	ways := [256]bool{}
	for i := range ways {
		ways[i] = i*37>>3&1 == 0
	}
	const n = 1_000_000
	least := time.Duration(math.MaxInt64)
	for range 20 {
		start := usedCPU(tb)
		for i := range n {
			fn(unsafe.Pointer(&code[i&31]), ways[i&255], 3)
		}
		least = min(least, usedCPU(tb)-start)
	}
	return float64(least) / n
}

// BenchmarkProfile is what the profile that regions are selected by costs tier 1, in
// percent of its time, on programs with many branches and loops: the counters of back
// edges and entries, which an optimizer is there for that nothing is hot enough for, and
// the history of branches, of which there is as much without one: what a branch takes
// with it and without, alone. The bar is 3 in all. The counters' cost is the median of
// many runs, each against one without counters right before or behind it, with the
// interval that has the true median with a likelihood of 0.95: times differ by more
// than 3 % from run to run. Under all are the pairs of all programs together.
func BenchmarkProfile(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	py, err := compile.Find(b.Context(), compile.Options{})
	if err != nil {
		b.Fatal(err)
	}
	history := perBranch(b, branch) - perBranch(b, forgetful)
	var all []float64
	for _, file := range []string{
		"testdata/branchy/nested.py", "testdata/branchy/dispatch.py", "testdata/branchy/states.py",
		"../testdata/programs/collatz.py", "../testdata/programs/life.py", "../testdata/programs/quicksort.py",
	} {
		code, err := py.CompileFile(b.Context(), file)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			b.ReportAllocs()
			var costs []float64
			least := time.Duration(math.MaxInt64)
			for n := range max(b.N, 10) {
				var took [2]time.Duration // without counters, with them
				for k := range took {
					k ^= n & 1
					took[k] = tier1Time(b, code, file, k == 1)
				}
				costs = append(costs, 100*(float64(took[1])/float64(took[0])-1))
				least = min(least, took[0])
			}
			all = append(all, costs...)
			reportMedian(b, costs)
			b.ReportMetric(100*history*float64(branchCount(b, code, file))/float64(least), "history-%")
			b.ReportMetric(0, "ns/op")
		})
	}
	b.Run("all", func(b *testing.B) {
		if len(all) == 0 {
			b.Skip("the programs were not asked for")
		}
		reportMedian(b, all)
		b.ReportMetric(0, "ns/op")
	})
}

// reportMedian reports the median of costs in percent, and the values between which the
// median of what they are drawn from lies with a likelihood of 0.95: by the binomial
// distribution of how many are below it.
func reportMedian(b *testing.B, costs []float64) {
	slices.Sort(costs)
	n := float64(len(costs))
	off := 0.98 * math.Sqrt(n)
	at := func(x float64) float64 { return costs[min(max(int(x), 0), len(costs)-1)] }
	b.ReportMetric((at((n-1)/2)+at(n/2))/2, "counters-%")
	b.ReportMetric(at(n/2-off), "lo-%")
	b.ReportMetric(at(math.Ceil(n/2+off)), "hi-%")
}

// tier1VM makes a VM that stays in tier 1, with an optimizer or without.
func tier1VM(tb testing.TB, o Options, optimizer bool) *VM {
	o.Stdout = io.Discard
	o.Hotspots = tier2.Hotspots{K: tier2.DefaultHotspots.K, N: tier2.DefaultHotspots.N, M: 1, Policy: tier2.Published} // nothing is hot
	vm, err := New(o)
	if err == nil && optimizer {
		err = vm.Register(asked{tier2.BackEdges | tier2.Entries})
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { vm.Close() })
	return vm
}

func tier1Time(tb testing.TB, code *pycode.Code, file string, optimizer bool) time.Duration {
	vm := tier1VM(tb, Options{}, optimizer)
	start := usedCPU(tb)
	if err := vm.RunMain(code, []string{file}); err != nil {
		tb.Fatal(err)
	}
	return usedCPU(tb) - start
}

// branchCount returns how many branches with a history a program executes.
func branchCount(tb testing.TB, code *pycode.Code, file string) (n uint64) {
	vm := tier1VM(tb, Options{Stats: true}, false)
	if err := vm.RunMain(code, []string{file}); err != nil {
		tb.Fatal(err)
	}
	for _, op := range []pycode.Op{pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE} {
		n += vm.counts[op]
	}
	return n
}

// BenchmarkSelect selects the regions that the programs of the suite have been compiled in
// once more, by Ways: CPU time a region, and as a share of what compiling these takes. The
// bar is 0.05, on each program.
func BenchmarkSelect(b *testing.B) {
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		b.Fatal(err)
	}
	files, err := filepath.Glob("../testdata/programs/*.py")
	if err != nil {
		b.Fatal(err)
	}
	branchy, err := filepath.Glob("testdata/branchy/*.py")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range append(branchy, files...) {
		code, err := py.CompileFile(context.Background(), file)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(b *testing.B) { selectAgain(b, py, code) })
	}
}

func selectAgain(b *testing.B, py *compile.Python, code *pycode.Code) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f := compile.Finder{Python: py, FS: host.Grants().FS}
	vm, err := New(Options{Stdout: io.Discard, Import: f.Find, Compile: f.Compile, Path: []string{filepath.Dir(code.Filename), py.LibDir()}})
	if err == nil {
		err = vm.EnableTier2(tier2.Options{})
	}
	if err == nil {
		err = vm.RunMain(code, []string{code.Filename})
	}
	if err != nil {
		b.Fatal(err)
	}
	defer vm.Close()
	var list []*exitdata.Executor
	for _, ex := range vm.Executors() {
		if _, ok := vm.Selected(ex); ok && ex.Parent == nil {
			list = append(list, ex)
		}
	}
	var selecting, compiling time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := usedCPU(b)
		for range 10 {
			for _, ex := range list {
				if _, err := vm.tier.Reselect(ex); err != nil {
					b.Fatal(err)
				}
			}
		}
		middle := usedCPU(b)
		for _, ex := range list {
			anew, err := vm.tier.Compiler.Compile(ex.Trace)
			if err == nil {
				err = vm.tier.Table.Free(anew)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		selecting += (middle - start) / 10
		compiling += usedCPU(b) - middle
	}
	b.ReportMetric(float64(selecting)/float64(b.N*len(list)), "ns/region")
	b.ReportMetric(float64(selecting)/float64(compiling), "of-compile")
	b.ReportMetric(0, "ns/op")
}
