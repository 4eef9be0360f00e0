package interp_test

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// short is the library's compiler, asked nowhere but where a test requests executors,
// and for the shortest ones.
type short struct{ *tier2.Compiler }

func (short) Capabilities() tier2.Capabilities {
	return tier2.Capabilities{Limits: uop.DefaultLimits, Kind: exitdata.Native}
}

func (s short) Optimize(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
	lim := uop.DefaultLimits
	lim.MaxUops = 12
	t, _ := src.Trace(lim)
	if t == nil {
		return nil, nil
	}
	return s.CompileExit(t, src.Exit())
}

// shortVM makes a VM with such an optimizer.
func shortVM(tb testing.TB) *interp.VM {
	tb.Helper()
	if !native.Supported() {
		tb.Skip("no machine code on this port")
	}
	vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { vm.Close() })
	c, err := vm.NewCompiler(tier2.Options{})
	if err == nil {
		err = vm.Register(short{c})
	}
	if err != nil {
		tb.Fatal(err)
	}
	return vm
}

const tripRounds = 200_000

// tripLoop is a loop that runs in tier 1, but for one instruction: the first of its
// body.
const tripLoop = "def f(n):\n    i = 0\n    k = 7\n    while i < n:\n        j = k\n        i += 1\nf(%d)\n"

// trips runs tripLoop, with an executor over the instruction or without.
func trips(tb testing.TB, with bool) (run func() time.Duration, entries func() uint64) {
	vm := shortVM(tb)
	code := compiled(tb, fmt.Sprintf(tripLoop, tripRounds))
	if with {
		f := sites(code)
		at := -1
		for i, s := range f { // the load of k: the only one behind the loop's test
			if in := pycode.Decode(s.code.Units, s.unit); s.code != code && in.Op.Base() == pycode.STORE_FAST && at < 0 && i > 0 {
				if in.Arg == 3 {
					at = i - 1
				}
			}
		}
		if at < 0 {
			tb.Fatal("the loop is not what it was")
		}
		if err := vm.Request(f[at].code, f[at].unit); err != nil {
			tb.Fatal(err)
		}
	}
	return func() time.Duration {
		start := cpuTime(tb)
		if stderr, status := result(vm.RunMain(code, nil)); status != 0 {
			tb.Fatal(stderr)
		}
		return cpuTime(tb) - start
	}, func() uint64 { return vm.Stats().Tier2.NativeEntries }
}

// cpuTime returns what the thread has used so far: what else the machine does is not in
// it. The goroutine must be locked to its thread.
func cpuTime(tb testing.TB) time.Duration {
	var u unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Nano())
}

// least runs each of the functions n times, in turn, and returns the shortest time of
// each.
func least(n int, runs ...func() time.Duration) []time.Duration {
	list := make([]time.Duration, len(runs))
	for i := range list {
		list[i] = math.MaxInt64
	}
	for range n {
		for i, r := range runs {
			list[i] = min(list[i], r())
		}
	}
	return list
}

// BenchmarkRoundTrip is the way from tier 1 into an executor and back, without what it
// executes: a loop in tier 1 with an executor for one of its instructions, less the same
// loop without it. The bar is 40 ns.
func BenchmarkRoundTrip(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	plain, _ := trips(b, false)
	with, entries := trips(b, true)
	with()
	if n := entries(); n < tripRounds-10 {
		b.Fatalf("entered %d times", n)
	}
	b.ReportAllocs()
	b.ResetTimer()
	t := least(b.N, plain, with)
	b.ReportMetric(float64(t[1]-t[0])/tripRounds, "ns/trip")
	b.ReportMetric(0, "ns/op")
}

// wayRounds is how many rounds of a loop are timed.
const wayRounds = 4_000_000

// way returns a function that runs a loop of TestWays with a selection and returns what
// wayRounds of it take in steady state: the time of as many rounds more.
func way(tb testing.TB, name string, choice uop.Selector) func() time.Duration {
	run := func(n int) func() time.Duration {
		code := compiled(tb, waysLoop(name, n))
		return func() time.Duration {
			vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard, Selector: choice})
			if err == nil {
				err = vm.EnableTier2(tier2.Options{})
			}
			if err != nil {
				tb.Fatal(err)
			}
			defer vm.Close()
			start := cpuTime(tb)
			if stderr, status := result(vm.RunMain(code, nil)); status != 0 {
				tb.Fatal(stderr)
			}
			return cpuTime(tb) - start
		}
	}
	few, many := run(50_000), run(50_000+wayRounds)
	return func() time.Duration {
		t := least(3, few, many)
		return t[1] - t[0]
	}
}

// transitions returns how often a loop goes from executor to executor, a round.
func transitions(tb testing.TB, name string, choice uop.Selector) float64 {
	vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard, Selector: choice})
	if err == nil {
		err = vm.EnableTier2(tier2.Options{Map: true})
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer vm.Close()
	const rounds = 200_000
	if stderr, status := result(vm.RunMain(compiled(tb, waysLoop(name, rounds)), nil)); status != 0 {
		tb.Fatal(stderr)
	}
	n := uint64(0)
	for _, ex := range vm.Executors() {
		for _, x := range ex.Exits {
			n += vm.Table().Transitions(x) - x.Taken()
		}
	}
	return float64(n) / rounds
}

// BenchmarkTransition is what it costs to go from one executor to another one: a loop
// with two or three hot ways in several executors, less the same loop in one, by the
// number of transitions. The bar is 3 ns. Against the loop without branches ("plain")
// the bar is 1.3.
func BenchmarkTransition(b *testing.B) {
	if !native.Supported() {
		b.Skip("no machine code on this port")
	}
	for _, name := range []string{"two", "three"} {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			plain, joins, traces := way(b, "plain", interp.Traces), way(b, name, interp.Ways), way(b, name, interp.Traces)
			n := transitions(b, name, interp.Traces)
			if n < 0.3 {
				b.Fatalf("%.2f transitions a round", n)
			}
			b.ResetTimer()
			t := least(b.N, plain, joins, traces)
			b.ReportMetric(float64(t[2]-t[1])/wayRounds/n, "ns/transition")
			b.ReportMetric(n, "transitions/round")
			b.ReportMetric(float64(t[2])/float64(t[0]), "of-plain")
			b.ReportMetric(float64(t[2])/wayRounds, "ns/round")
			b.ReportMetric(0, "ns/op")
		})
	}
}
