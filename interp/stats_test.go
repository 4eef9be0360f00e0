package interp_test

import (
	"encoding/json"
	"io"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// counted are programs whose instructions are counted in every mode: straight
// loops, side exits, calls, recursion, calls through Go, and instructions that a
// trace fuses.
var counted = []struct{ name, source, want string }{
	{"loop", "def f(n):\n    s = 0\n    for i in range(n):\n        s += i\n    return s\nprint(f(20000))\n", "199990000\n"},
	{"branches", "def f(n):\n    s = 0\n    for i in range(n):\n        if i % 3 == 0:\n            s += 1\n        elif i % 5 == 0:\n            s -= 1\n        else:\n            s += 2\n    return s\nprint(f(20000))\n", "25335\n"},
	{"calls", "def g(x):\n    return x + 1\ndef f(n):\n    s = 0\n    while s < n:\n        s = g(s)\n    return s\nprint(f(20000))\n", "20000\n"},
	{"recursion", "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(18))\n", "2584\n"},
	{"nested", "def f(n):\n    s = 0\n    for i in range(n):\n        for j in range(7):\n            s += i ^ j\n    return s\nprint(f(3000))\n", "31489500\n"},
	{"str", "def f(n):\n    s = ''\n    for i in range(n):\n        s += 'ab'\n    return len(s)\nprint(f(20000))\n", "40000\n"},
	{"append", "def f(n):\n    a = []\n    for i in range(n):\n        a.append(i)\n    return len(a)\nprint(f(20000))\n", "20000\n"},
	{"types change", "def f(n):\n    x = 0\n    for i in range(n):\n        x = x + 1\n        if i == 10000:\n            x = 0.5\n    return x\nprint(f(20000))\n", "9999.5\n"},
	{"callback", "def key(x):\n    return -x if x & 1 else x\ndef f(n):\n    s = 0\n    for i in range(n):\n        s += sorted([3, 1, 2, i], key=key)[0]\n    return s\nprint(f(2000))\n", "1003002\n"},
	{"iterators", "def f(n):\n    s = 0\n    for i in range(n):\n        for x, y in zip((1, 2, 3), [i, 5]):\n            s += x * y\n    return s\nprint(f(2000))\n", "2019000\n"},
}

// TestInstructions: both tiers together execute the same instructions in every
// mode.
func TestInstructions(t *testing.T) {
	for _, c := range counted {
		t.Run(c.name, func(t *testing.T) {
			code := compiled(t, c.source)
			out, off := run(t, mode{name: "off"}, interp.Options{Heap: small, Stats: true}, code)
			if out.show() != c.want {
				t.Errorf("got %q, want %q", out.show(), c.want)
			}
			inModes(t, func(t *testing.T, m mode) {
				o := interp.Options{Heap: small, Stats: true}
				if m.traces {
					o.Selector = interp.Traces
				}
				vm, err := interp.New(o)
				if err != nil {
					t.Fatal(err)
				}
				defer vm.Close()
				if m.backend != exitdata.Cold {
					if err := vm.EnableTier2(tier2.Options{Backend: m.backend, Clock: true}); err != nil {
						t.Fatal(err)
					}
				}
				if stderr, status := result(vm.RunMain(code, nil)); status != 0 {
					t.Fatal(stderr)
				}
				s := vm.Stats()
				if got, want := s.Tier1.Instructions+s.Tier2.Instructions, off.Tier1.Instructions; got != want {
					t.Errorf("%d + %d instructions are %d, want %d", s.Tier1.Instructions, s.Tier2.Instructions, got, want)
				}
				if m.backend != exitdata.Cold && s.Tier2.Coverage < 0.5 {
					t.Errorf("tier 2 executed a share of %.3f", s.Tier2.Coverage)
				}
			})
		})
	}
}

// TestStatsJSON: the names in JSON are an interface of the command.
func TestStatsJSON(t *testing.T) {
	got, stats := run(t, modes[1], interp.Options{Heap: small, Stats: true}, compiled(t, counted[0].source))
	if got.show() != counted[0].want {
		t.Errorf("got %q", got.show())
	}
	data, err := json.Marshal(stats)
	if err != nil {
		t.Fatal(err)
	}
	var back map[string]map[string]any
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	for part, names := range map[string][]string{
		"tier1": {"instructions", "families"},
		"tier2": {"backend", "attempts", "executors", "lukewarm", "back_offs", "blacklisted", "native_entries", "helpers", "called", "instructions", "coverage", "helper_share", "given_up", "closed_sites", "exits", "uops_in",
			"guards_in", "guards_out", "code_bytes", "compile_ns", "dropped", "freed", "freed_bytes", "deopt_forced", "gave_way", "paused_ns", "pause_ns", "background", "polls", "selection", "list", "stops", "refusals"},
		"heap": {"collections", "pause_ns", "allocated_bytes", "live_bytes", "bytes", "limit_bytes"},
	} {
		if len(back[part]) != len(names) {
			t.Errorf("%s has %d fields, want %d", part, len(back[part]), len(names))
		}
		for _, n := range names {
			if _, ok := back[part][n]; !ok {
				t.Errorf("%s has no field %s", part, n)
			}
		}
	}
}

// Measuring times changes neither results nor counts, and measures: with the base in
// the member's place, comparing ints takes longer.
func TestTimedFamilies(t *testing.T) {
	for _, c := range counted {
		t.Run(c.name, func(t *testing.T) {
			code := compiled(t, c.source)
			_, plain := run(t, mode{name: "off"}, interp.Options{Heap: small, Stats: true}, code)
			out, timed := run(t, mode{name: "off"}, interp.Options{Heap: small, Stats: true, TimeFamilies: true}, code)
			if out.show() != c.want || timed.Tier1.Instructions != plain.Tier1.Instructions {
				t.Errorf("got %q, %d instructions, want %q, %d", out.show(), timed.Tier1.Instructions, c.want, plain.Tier1.Instructions)
			}
			for name, f := range timed.Tier1.Families {
				p := plain.Tier1.Families[name]
				if f.Hit != p.Hit || f.Miss != p.Miss || f.Deferred != p.Deferred || f.Success != p.Success || f.Failure != p.Failure {
					t.Errorf("%s: timed %+v, otherwise %+v", name, f, p)
				}
			}
			if f := timed.Tier1.Families["COMPARE_OP"]; c.name == "branches" && (f.BaseNS <= 0 || f.AdaptiveNS <= 0 || f.Members["COMPARE_OP_INT"].Timed < 100) {
				t.Errorf("%+v", f)
			}
		})
	}
}

// An exit that is never taken costs its row and the code that leaves by it: at most 40
// bytes.
func TestExitMemory(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	_, s := run(t, mode{name: "native", backend: exitdata.Native}, interp.Options{Heap: small, Stats: true}, compiled(t, counted[1].source))
	if x := s.Tier2.Exits; x.Rows < 8 || x.RowBytes != exitdata.RowSize*x.Rows || x.BytesEach <= exitdata.RowSize || x.BytesEach > 40 {
		t.Errorf("%+v", x)
	}
	if x := s.Tier2.Exits; x.Plain < 2 || x.PlainBytesEach < 11 || x.PlainBytesEach > 40 || x.PlainBytes > x.Plain*40 {
		t.Errorf("without rows: %+v", x)
	}
}

// Exits that nothing continues have no row: those of polls, of checks for room and for
// validity, of exceptions, and of returns to Go. All others have one.
func TestPlainExits(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	w := &ownerWatcher{ops: map[string][2]int{}}
	if err := vm.EnableTier2(tier2.Options{Observer: w}); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{1, 3, 4, 5, 8, 9} { // branches, recursion, calls of helpers
		if stderr, status := result(vm.RunMain(compiled(t, counted[i].source), nil)); status != 0 {
			t.Fatal(stderr)
		}
	}
	for _, op := range []string{"poll", "guard.valid", "py.room", "return"} {
		if n := w.ops[op]; n[0] != 0 || n[1] == 0 {
			t.Errorf("%s: %d exits have rows, %d have none", op, n[0], n[1])
		}
	}
	for _, op := range []string{"guard.type", "guard.true", "exit"} {
		if n := w.ops[op]; n[0] == 0 || n[1] != 0 {
			t.Errorf("%s: %d exits have rows, %d have none", op, n[0], n[1])
		}
	}
	if w.raises == 0 {
		t.Error("no exception leaves by an exit")
	}
}

// ownerWatcher counts the exits of executors by the operations that take them: those
// with rows, and those without.
type ownerWatcher struct {
	tier2.NopObserver
	ops    map[string][2]int
	f      *ir.Func
	raises int
}

func (w *ownerWatcher) Function(_ string, f *ir.Func) { w.f = f }
func (w *ownerWatcher) Code(ex *exitdata.Executor, f *lower.Func, _ *lower.Code) {
	for i, x := range ex.Exits {
		if x.Kind == ir.Error {
			if w.raises++; x.RowAddress() == 0 {
				continue
			}
		}
		name := w.f.Row(f.Exits[i].Exit.Owner).Name
		if x.Kind == ir.Dynamic {
			name = "return"
		}
		n := w.ops[name]
		if x.RowAddress() != 0 {
			n[0]++
		} else {
			n[1]++
		}
		w.ops[name] = n
	}
}
