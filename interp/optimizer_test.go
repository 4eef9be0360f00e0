package interp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

const everywhere = tier2.BackEdges | tier2.Entries | tier2.Exits

// TestMisbehaving runs a program with optimizers whose executors are wrong: each is
// refused by name, and the program goes on.
func TestMisbehaving(t *testing.T) {
	// edit makes good executors and changes them.
	edit := func(f func(ex *exitdata.Executor)) func(tier2.Code, int, tier2.Source) (*exitdata.Executor, error) {
		return func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
			ex, err := interpret(code, offset, src)
			if ex != nil {
				f(ex)
			}
			return ex, err
		}
	}
	for _, c := range []struct {
		name   string
		do     func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error)
		reason string
	}{
		{"another offset", edit(func(ex *exitdata.Executor) { ex.Offset++ }), tier2.RefusedPlace},
		{"another code", edit(func(ex *exitdata.Executor) { ex.Code++ }), tier2.RefusedPlace},
		{"another exit", edit(func(ex *exitdata.Executor) { ex.Parent = &exitdata.Exit{Executor: ex} }), tier2.RefusedPlace},
		{"cold", edit(func(ex *exitdata.Executor) { ex.Kind = exitdata.Cold }), tier2.RefusedExecutor},
		{"no code", edit(func(ex *exitdata.Executor) { ex.Kind = exitdata.Native }), tier2.RefusedExecutor},
		{"no IR", edit(func(ex *exitdata.Executor) { ex.Kind = exitdata.IR }), tier2.RefusedExecutor},
		{"no trace", edit(func(ex *exitdata.Executor) { ex.Trace = nil }), tier2.RefusedExecutor},
		{"invalid", edit(func(ex *exitdata.Executor) { ex.Invalid = true }), tier2.RefusedExecutor},
		{"another table", edit(func(ex *exitdata.Executor) { ex.ID = 7 }), tier2.RefusedExecutor},
		{"executes nothing", func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
			tr, _ := src.Trace(uop.DefaultLimits)
			if tr == nil {
				return nil, nil
			}
			return tier2.Interpret(leaving(tr)), nil
		}, tier2.RefusedIdle},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told error
			o := &optimizer{triggers: tier2.BackEdges | tier2.Entries, do: c.do}
			got, stats := runOptimized(t, o, hot, interp.Options{OnRefusal: func(err error) { told = err }})
			if got.show() != hotOutput {
				t.Errorf("got %q", got.show())
			}
			var r *tier2.Refusal
			if stats.Refusals[c.reason] < 2 || !errors.As(told, &r) || r.Reason != c.reason {
				t.Errorf("asked %d times, refused %v; told %v", o.asked, stats.Refusals, told)
			}
			if c.reason != tier2.RefusedIdle && stats.Executors != 0 {
				t.Errorf("%d executors", stats.Executors)
			}
			if c.reason == tier2.RefusedIdle && stats.Blacklisted != stats.Executors {
				t.Errorf("%d executors execute nothing, %d places are blacklisted", stats.Executors, stats.Blacklisted)
			}
		})
	}
}

// leaving makes a trace of another one that leaves at once.
func leaving(tr *uop.Trace) *uop.Trace {
	exit, _ := tr.Table.ByName("_EXIT_TRACE")
	only := *tr
	only.Insts = []uop.Inst{{Op: exit, Target: tr.Entry}}
	return &only
}

// TestLivelock binds exits to each other and to themselves, of executors that
// execute nothing: the program goes on.
func TestLivelock(t *testing.T) {
	for _, triggers := range []tier2.Trigger{everywhere, tier2.BackEdges | tier2.Exits, tier2.Entries | tier2.Exits} {
		asked := 0
		o := &optimizer{triggers: triggers, do: func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
			lim := uop.DefaultLimits
			lim.Generic = src.Exit() != nil
			tr, _ := src.Trace(lim)
			if tr == nil {
				return nil, nil
			}
			asked++
			return tier2.Interpret(leaving(tr)), nil
		}}
		got, stats := runOptimized(t, o, hot, interp.Options{})
		if got.show() != hotOutput {
			t.Errorf("triggers %b: got %q", triggers, got.show())
		}
		if stats.Executors == 0 || stats.Executors != asked {
			t.Errorf("triggers %b: %d executors of %d", triggers, stats.Executors, asked)
		}
	}
}

// TestForcedProgress: the interpreter executes an instruction each time that an
// executor has executed nothing, so that it is entered once a round.
func TestForcedProgress(t *testing.T) {
	const rounds = 40 // behind those that make the loop hot, and before the executor is refused
	var list []*exitdata.Executor
	o := &optimizer{triggers: tier2.BackEdges, do: func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
		tr, _ := src.Trace(uop.DefaultLimits)
		list = append(list, tier2.Interpret(leaving(tr)))
		return list[0], nil
	}}
	got, stats := runOptimized(t, o, "i = 0\nwhile i < 1000000:\n    i += 1\n    if i == 1023 + 40: break\nprint(i)\n", interp.Options{Hotspots: tier2.Hotspots{K: 1023}})
	if got.show() != "1063\n" || len(list) != 1 || len(stats.Refusals) != 0 {
		t.Fatalf("got %q, %d executors, refused %v", got.show(), len(list), stats.Refusals)
	}
	if n := list[0].Entries; n == 0 || n > rounds {
		t.Errorf("entered %d times in %d rounds", n, rounds)
	}
}

// TestLivelockMutual binds the exits of two executors to each other before they run.
func TestLivelockMutual(t *testing.T) {
	for _, self := range []bool{false, true} {
		var out strings.Builder
		vm, err := interp.New(interp.Options{Heap: small, Stdout: &out})
		if err != nil {
			t.Fatal(err)
		}
		c, err := vm.NewCompiler(tier2.Options{Backend: exitdata.Uops})
		if err != nil {
			t.Fatal(err)
		}
		o := &table{of: c.Table()}
		o.triggers = tier2.BackEdges | tier2.Entries
		o.do = func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
			tr, _ := src.Trace(uop.DefaultLimits)
			if tr == nil {
				return nil, nil
			}
			tr = leaving(tr)
			a, b := tier2.Interpret(tr), tier2.Interpret(tr)
			if self {
				b = a
			}
			for _, ex := range []*exitdata.Executor{a, b} {
				if ex.ID == 0 {
					if err := o.of.Begin(ex); err != nil {
						return nil, err
					}
					o.of.Add(ex)
				}
			}
			o.of.Stitch(o.of.ExitAt(a, 0, 1, ir.Side), b)
			o.of.Stitch(o.of.ExitAt(b, 0, 1, ir.Side), a)
			return a, nil
		}
		if err := vm.Register(o); err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(compiled(t, hot), []string{"<test>"}); err != nil || out.String() != hotOutput {
			t.Errorf("self %v: %v, %q", self, err, out.String())
		}
		if n := vm.TierStats().Executors; n < 2 || c.Table().Stats.Entries < uint64(100*n) {
			t.Errorf("self %v: %d executors, entered %d times", self, n, c.Table().Stats.Entries)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}

// table is an optimizer that says what its table is.
type table struct {
	optimizer
	of *exitdata.Table
}

func (o *table) Table() *exitdata.Table { return o.of }

// TestForeignTable: executors are in the VM's table.
func TestForeignTable(t *testing.T) {
	other, err := exitdata.NewTable(exitdata.Services{}, exitdata.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	vm, err := interp.New(interp.Options{Heap: small})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.Register(&table{of: other}); !errors.Is(err, interp.ErrTable) {
		t.Errorf("another table: %v", err)
	}
	c, err := vm.NewCompiler(tier2.Options{Backend: exitdata.Uops})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vm.NewCompiler(tier2.Options{}); !errors.Is(err, interp.ErrRegistered) {
		t.Errorf("a second compiler: %v", err)
	}
	if err := vm.Register(&table{of: c.Table()}); err != nil {
		t.Error(err)
	}
}

// counting is a program whose loop calls tick, a Go function.
const counting = "def f(n):\n    s = 0\n    for i in range(n):\n        s += i * tick(i)\n    return s\n"

// TestReplaceRunning replaces the executor of a loop from within the loop, in each
// kind of executor: the old one is not entered again, the new one is, and the
// result is right.
func TestReplaceRunning(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		if m.backend == exitdata.Cold {
			return
		}
		vm, err := interp.New(interp.Options{Heap: small})
		if err != nil {
			t.Fatal(err)
		}
		defer vm.Close()
		c, err := vm.NewCompiler(tier2.Options{Backend: m.backend, CheckAllocation: true})
		if err != nil {
			t.Fatal(err)
		}
		var old, fresh *exitdata.Executor
		o := &table{of: c.Table()}
		o.triggers = tier2.BackEdges
		o.do = func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
			tr, _ := src.Trace(uop.DefaultLimits)
			if tr == nil || old != nil {
				return nil, nil
			}
			if old, err = c.Compile(tr); err != nil {
				return nil, err
			}
			fresh, err = c.Compile(tr)
			return old, err
		}
		if err := vm.Register(o); err != nil {
			t.Fatal(err)
		}
		var entries uint64
		if err := vm.SetGlobal("tick", func(i int) (int, error) {
			if i != 5000 {
				return 1, nil
			}
			if old.Entries == 0 || fresh.Entries != 0 {
				t.Errorf("before: old entered %d times, new %d times", old.Entries, fresh.Entries)
			}
			entries = old.Entries
			return 1, vm.Replace(old, fresh)
		}); err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(compiled(t, counting), nil); err != nil {
			t.Fatal(err)
		}
		v, err := vm.Call("f", 10000)
		if err != nil {
			t.Fatal(err)
		}
		var got int
		if err := v.To(&got); err != nil || got != 49995000 {
			t.Errorf("got %d, %v", got, err)
		}
		if old.Entries != entries || fresh.Entries == 0 || !old.Invalid {
			t.Errorf("after: old entered %d times, then %d; new %d times", entries, old.Entries, fresh.Entries)
		}
		for _, wrong := range []struct{ old, new *exitdata.Executor }{{fresh, old}, {fresh, fresh}, {&exitdata.Executor{}, fresh}} {
			if err := vm.Replace(wrong.old, wrong.new); !errors.Is(err, exitdata.ErrReplace) {
				t.Errorf("replaced: %v", err)
			}
		}
		var r *tier2.Refusal
		if err := vm.Replace(fresh, &exitdata.Executor{Code: fresh.Code, Offset: fresh.Offset, Kind: fresh.Kind}); !errors.As(err, &r) || r.Reason != tier2.RefusedExecutor {
			t.Errorf("replaced by nothing: %v", err)
		}
	})
}

// TestReplaceDepends: what has taken the place of another executor becomes invalid when
// something changes that it relies on.
func TestReplaceDepends(t *testing.T) {
	var out strings.Builder
	vm, err := interp.New(interp.Options{Heap: small, Stdout: &out})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	c, err := vm.NewCompiler(tier2.Options{Backend: exitdata.IR})
	if err != nil {
		t.Fatal(err)
	}
	var fresh *exitdata.Executor
	o := &table{of: c.Table()}
	o.triggers = tier2.BackEdges
	o.do = func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
		tr, _ := src.Trace(uop.DefaultLimits)
		if tr == nil || fresh != nil {
			return nil, nil
		}
		old, err := c.Compile(tr)
		if err == nil {
			fresh, err = c.Compile(tr)
		}
		return old, err
	}
	if err := vm.Register(o); err != nil {
		t.Fatal(err)
	}
	if err := vm.SetGlobal("swap", func() error { return vm.Replace(vm.Executors()[0], fresh) }); err != nil {
		t.Fatal(err)
	}
	source := "k = 1\ndef f(n):\n    s = 0\n    for i in range(n): s += k\n    return s\nprint(f(3000))\nswap()\nprint(f(3000))\nk = 2\nprint(f(3000))\n"
	if err := vm.RunMain(compiled(t, source), nil); err != nil {
		t.Fatal(err)
	}
	if out.String() != "3000\n3000\n6000\n" || fresh == nil || fresh.Entries == 0 || !fresh.Invalid {
		t.Errorf("%q; %+v", out.String(), fresh)
	}
}

// TestKindsMixed: an optimizer that makes machine code for back edges and interprets
// the rest. Exits lead only to executors of their kind.
func TestKindsMixed(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	named := false
	for _, backEdges := range []bool{false, true} {
		var out strings.Builder
		vm, err := interp.New(interp.Options{Heap: small, Stdout: &out, OnRefusal: func(err error) {
			named = named || strings.Contains(err.Error(), "of kind uops cannot continue one of kind native")
		}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := vm.NewCompiler(tier2.Options{Backend: exitdata.Native})
		if err != nil {
			t.Fatal(err)
		}
		o := &table{of: c.Table()}
		o.triggers = everywhere
		kinds := map[exitdata.Kind]int{}
		o.do = func(code tier2.Code, offset int, src tier2.Source) (ex *exitdata.Executor, err error) {
			if src.Exit() == nil && (offset != 0) == backEdges {
				ex, err = c.Optimize(code, offset, src)
			} else {
				ex, err = interpret(code, offset, src)
			}
			if ex != nil {
				kinds[ex.Kind]++
			}
			return ex, err
		}
		if err := vm.Register(o); err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(compiled(t, hot), nil); err != nil || out.String() != hotOutput {
			t.Errorf("%v, %q", err, out.String())
		}
		if kinds[exitdata.Native] == 0 || kinds[exitdata.Uops] == 0 {
			t.Errorf("executors by kind: %v", kinds)
		}
		for _, ex := range vm.Executors() {
			for _, x := range ex.Exits { // a row without an address would be the end
				if x != nil && x.Target.Kind != exitdata.Cold && x.Target.Kind != ex.Kind {
					t.Errorf("an exit of kind %v leads to kind %v", ex.Kind, x.Target.Kind)
				}
			}
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
	if !named {
		t.Error("no exit has been refused for its kind")
	}
}

// TestTooManyExits: a trace with more exits than an executor may have is refused by name,
// and the program goes on.
func TestTooManyExits(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	var b strings.Builder
	b.WriteString("def f(n):\n    s = 0\n    for i in range(n):\n")
	for k := range exitdata.MaxExits + 1 {
		fmt.Fprintf(&b, "        if i == %d: s += 1\n", 100_000+k)
	}
	b.WriteString("        s += 2\n    return s\nprint(f(1200))\n")
	var out strings.Builder
	vm, err := interp.New(interp.Options{Heap: small, Stdout: &out, Selector: interp.Traces})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{Passes: "@fast", Limits: uop.Limits{MaxUops: 1 << 17, MaxFrames: 2}}); err != nil {
		t.Fatal(err)
	}
	if stderr, status := result(vm.RunMain(compiled(t, b.String()), nil)); status != 0 || out.String() != "2400\n" {
		t.Errorf("status %d, %s, %q", status, stderr, out.String())
	}
	if st := vm.TierStats(); st.Refusals[tier2.RefusedExits] == 0 {
		t.Errorf("refused: %v; %d executors", st.Refusals, st.Executors)
	}
}
