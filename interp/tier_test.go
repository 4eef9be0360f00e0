package interp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/uop"
)

// optimizer is one that is not the library's: it does what a test says.
type optimizer struct {
	triggers tier2.Trigger
	kind     exitdata.Kind // Cold: of several kinds
	asked    int
	do       func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error)
}

func (o *optimizer) Capabilities() tier2.Capabilities {
	return tier2.Capabilities{Triggers: o.triggers, Limits: uop.DefaultLimits, Kind: o.kind}
}
func (o *optimizer) OptimizationCost() float64 { return 1 }
func (o *optimizer) RunCost() float64          { return 1 }
func (o *optimizer) Optimize(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
	o.asked++
	if o.do == nil {
		return nil, nil
	}
	return o.do(code, offset, src)
}

// interpret makes executors that interpret: valid, and of no use.
func interpret(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
	lim := uop.DefaultLimits
	lim.Generic = src.Exit() != nil
	t, _ := src.Trace(lim)
	if t == nil {
		return nil, nil
	}
	return tier2.Interpret(t), nil
}

// hot has hot loops, a hot function and calls.
const hot = `
def g(x):
    return x * 3 % 7
def f(n):
    s = 0
    for i in range(n):
        for j in range(3):
            s += g(i + j)
    return s
print(f(2000), f(2000))
`

const hotOutput = "18006 18006\n"

// runOptimized runs source with an optimizer of one's own.
func runOptimized(t *testing.T, o *optimizer, source string, opts interp.Options) (outcome, *interp.TierStats) {
	t.Helper()
	var out strings.Builder
	opts.Heap, opts.Stdout = small, &out
	vm, err := interp.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Register(o); err != nil {
		t.Fatal(err)
	}
	stderr, status := result(vm.RunMain(compiled(t, source), []string{"<test>"}))
	stats := *vm.TierStats()
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	return outcome{out.String(), stderr, status}, &stats
}

// TestRegister runs a program with optimizers that make no executor: it must run
// as if there were none.
func TestRegister(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error)
		reason string // under which it is counted as a refusal
	}{
		{name: "nil"},
		{"refusal", func(code tier2.Code, _ int, _ tier2.Source) (*exitdata.Executor, error) {
			return nil, fmt.Errorf("wrapped: %w", &tier2.Refusal{Reason: "mine", Err: errors.New(code.Name)})
		}, "mine"},
		{"error", func(tier2.Code, int, tier2.Source) (*exitdata.Executor, error) { return nil, errors.New("no") }, "error"},
		{"traces", func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
			src.Trace(uop.DefaultLimits)
			src.Trace(uop.Limits{MaxUops: 30, MaxFrames: 1})
			return nil, nil
		}, ""},
		{"panic", func(tier2.Code, int, tier2.Source) (*exitdata.Executor, error) { panic("mine") }, "panic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := &optimizer{triggers: tier2.BackEdges | tier2.Entries | tier2.Exits, do: c.do}
			var told int
			got, stats := runOptimized(t, o, hot, interp.Options{OnRefusal: func(error) { told++ }})
			if got.show() != hotOutput {
				t.Errorf("got %q", got.show())
			}
			if o.asked < 2 || stats.Attempts != o.asked || stats.Executors != 0 {
				t.Errorf("asked %d times; %+v", o.asked, stats)
			}
			if c.reason != "" && (stats.Refusals[c.reason] != o.asked || told != o.asked) {
				t.Errorf("asked %d times, told of %d refusals: %v", o.asked, told, stats.Refusals)
			}
		})
	}
}

// TestTriggers checks that an optimizer is asked at the places that it wants, and
// what it is asked about.
func TestTriggers(t *testing.T) {
	for _, c := range []struct {
		triggers tier2.Trigger
		want     []string
	}{
		{0, nil},
		{tier2.BackEdges, []string{"f"}},
		{tier2.Entries, []string{"g"}},
		{tier2.BackEdges | tier2.Entries, []string{"f", "g"}},
	} {
		asked := map[string]bool{}
		o := &optimizer{triggers: c.triggers}
		o.do = func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
			asked[code.Name] = true
			tr, stop := src.Trace(uop.DefaultLimits)
			if src.Exit() != nil || tr == nil || tr.Stop != stop || tr.Entry != uint32(offset) || tr.Code != code.Handle || tr.Depth < 0 {
				t.Errorf("%s at %d: %v, %v", code.Name, offset, tr, stop)
			}
			return nil, nil
		}
		if got, _ := runOptimized(t, o, hot, interp.Options{}); got.show() != hotOutput {
			t.Errorf("triggers %d: got %q", c.triggers, got.show())
		}
		var names []string
		for _, n := range []string{"<module>", "f", "g"} {
			if asked[n] {
				names = append(names, n)
			}
		}
		if fmt.Sprint(names) != fmt.Sprint(c.want) {
			t.Errorf("triggers %d: asked about %v, want %v", c.triggers, names, c.want)
		}
	}
}

// TestTriggerExits: only an optimizer that takes exits is asked for them.
func TestTriggerExits(t *testing.T) {
	const source = "s = 0\nfor i in range(20000):\n    if i % 50 == 0: s += 2\n    else: s += 1\nprint(s)\n"
	for _, exits := range []bool{false, true} {
		asked := 0
		o := &optimizer{triggers: tier2.BackEdges}
		if exits {
			o.triggers |= tier2.Exits
		}
		o.do = func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
			if src.Exit() != nil {
				asked++
			}
			return interpret(code, offset, src)
		}
		if got, _ := runOptimized(t, o, source, interp.Options{}); got.show() != "20400\n" || (asked > 0) != exits {
			t.Errorf("exits %v: asked %d times; got %q", exits, asked, got.show())
		}
	}
}

// TestRegisterTwice: an optimizer is registered once, and the VM has one compiler, whose table
// is there before any other.
func TestRegisterTwice(t *testing.T) {
	vm, err := interp.New(interp.Options{Heap: small})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	o := &optimizer{}
	if err := vm.Register(o); err != nil {
		t.Fatal(err)
	}
	if err := vm.Register(o); !errors.Is(err, interp.ErrRegistered) {
		t.Errorf("registered twice: %v", err)
	}
	if err := vm.EnableTier2(tier2.Options{Backend: exitdata.Uops}); !errors.Is(err, interp.ErrTable) {
		t.Errorf("the library's compiler as the second: %v", err)
	}
}

// TestBackOff: an optimizer that refuses is asked less often from then on: after 1023
// rounds, then 2046, 4092, then every 4095, the most that a counter holds; after 13
// attempts no more. K is 1023.
func TestBackOff(t *testing.T) {
	const source = "def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\nprint(f(%d))\n"
	for _, c := range []struct{ rounds, asked, blacklisted int }{
		// A loop of n rounds has n−1 ticks.
		{1023, 0, 0}, {1024, 1, 0},
		{1023 + 2046, 1, 0}, {1023 + 2046 + 1, 2, 0},
		{1023 + 2046 + 4092 + 9*4095 + 1, 12, 0}, {1023 + 2046 + 4092 + 10*4095, 12, 0}, {1023 + 2046 + 4092 + 10*4095 + 1, 13, 1},
		{300_000, 13, 1},
	} {
		o := &optimizer{triggers: tier2.BackEdges}
		got, stats := runOptimized(t, o, fmt.Sprintf(source, c.rounds), interp.Options{Hotspots: tier2.Hotspots{K: 1023}})
		if got.show() != fmt.Sprintln(c.rounds) {
			t.Errorf("got %q", got.show())
		}
		if o.asked != c.asked || stats.BackOffs != c.asked-c.blacklisted || stats.Blacklisted != c.blacklisted {
			t.Errorf("%d rounds: asked %d times, want %d; %d back-offs, %d blacklisted", c.rounds, o.asked, c.asked, stats.BackOffs, stats.Blacklisted)
		}
	}
}

// TestModesAgree: executors of micro-ops, of IR and of machine code count the
// same attempts, and take part in the run.
func TestModesAgree(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		got, list, stats := executors(t, m, hot)
		if got != hotOutput {
			t.Errorf("got %q", got)
		}
		if m.backend == exitdata.Cold {
			if stats.Tier2.Backend != "off" || len(list) != 0 {
				t.Errorf("%+v", stats.Tier2)
			}
			return
		}
		if stats.Tier2.Backend != m.backend.String() || stats.Tier2.Executors == 0 || stats.Tier2.UopsIn == 0 {
			t.Errorf("%+v", stats.Tier2)
		}
		for _, ex := range list {
			if ex.Kind != m.backend {
				t.Errorf("executor %s is of kind %v", ex.Name, ex.Kind)
			}
		}
		if n := stats.Tier2.CodeBytes; (m.backend == exitdata.Native) != (n > 0) {
			t.Errorf("%d bytes of code", n)
		}
		if n := stats.Tier2.NativeEntries; (m.backend == exitdata.Native) != (n > 0) {
			t.Errorf("%d entries of machine code", n)
		}
	})
}
