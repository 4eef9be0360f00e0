package compare

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
)

const sample = "../../testdata/traces"

func readDump(t testing.TB, name string) *cpython.Dump {
	t.Helper()
	f, err := os.Open(filepath.Join(sample, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := cpython.ReadDump(name, f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func newComparer(t testing.TB, pipeline string) *Comparer {
	t.Helper()
	c, err := New(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestTotals checks the totals of the sample: type and state guards before, after
// CPython's optimizer and after ours, and of ours with what is in front of loops.
func TestTotals(t *testing.T) {
	c := newComparer(t, "@default")
	c.Verify = true
	for _, x := range []struct {
		file                                           string
		traces, before, cpython, ours, loops, withPeel int
	}{
		{"btree", 12, 51, 38, 21, 9, 42},
		{"float", 2, 49, 19, 11, 11, 27},
		{"micro_collatz", 5, 24, 9, 8, 2, 11},
		{"micro_kwargs_calls", 1, 20, 19, 8, 8, 18},
		{"micro_linked_list", 18, 58, 57, 54, 6, 61},
		{"micro_matmul", 5, 29, 19, 11, 3, 22},
	} {
		var total Total
		for _, r := range c.Dump(readDump(t, x.file+".jsonl.gz")) {
			if r.Err != nil {
				t.Errorf("%s %d: %v", x.file, r.Trace.ID, r.Err)
			}
			total.Add(&r)
		}
		r := total.Report()
		g := r.Guards
		if r.Traces != x.traces || g.Before != x.before || g.CPython != x.cpython || g.Ours != x.ours || g.OursLoops != x.loops || g.OursPeeled != x.withPeel {
			t.Errorf("%s: %d traces, guards %+v; want %+v", x.file, r.Traces, g, x)
		}
	}
}

// TestOptimizerTests checks on CPython's own optimizer tests that no trace keeps
// more guards than CPython leaves.
func TestOptimizerTests(t *testing.T) {
	c := newComparer(t, "@default")
	c.Verify = true
	n := 0
	for _, r := range c.Dump(readDump(t, "test_opt.jsonl.gz")) {
		n++
		if r.Err != nil || r.Ours.By[Test] > r.CPython.By[Test] {
			t.Errorf("%s %d: %d guards, CPython leaves %d (%v)", r.Trace.Test, r.Trace.ID, r.Ours.By[Test], r.CPython.By[Test], r.Err)
		}
	}
	if n != 67 {
		t.Errorf("%d traces", n)
	}
}

// TestNothingDone checks that without passes every guard of a trace is there: the
// rules for micro-ops build one of each, but of constants whose type is known. New ones
// test functions where the world knows a global.
func TestNothingDone(t *testing.T) {
	c := newComparer(t, "dce")
	for _, r := range c.Dump(readDump(t, "btree.jsonl.gz")) {
		ofConstants := map[int]int{66: 1, 137: 1}
		if r.Ours.By[Test] < r.Before.By[Test]-ofConstants[r.Trace.ID] {
			t.Errorf("trace %d: %d guards built of %d", r.Trace.ID, r.Ours.By[Test], r.Before.By[Test])
		}
	}
}

// TestExplained checks that each removal has a rule, a micro-op and a proof, and
// that what was built, less what was removed, is what is left, where nothing is
// copied.
func TestExplained(t *testing.T) {
	built, c := newComparer(t, "dce"), newComparer(t, "typeprop,guardelim,constprop,simplify,guardelim,dce")
	c.Explain = true
	d := readDump(t, "btree.jsonl.gz")
	start := built.Dump(d)
	removed := 0
	for i, r := range c.Dump(d) {
		for _, x := range r.Removed {
			removed++
			if len(x.Origins) == 0 || !strings.Contains(x.Rule, ".") || x.Because == "" {
				t.Errorf("trace %d: %+v", r.Trace.ID, x)
			}
		}
		if want := start[i].Ours.By[Test] - len(r.Removed); r.Ours.By[Test] != want {
			t.Errorf("trace %d: %d guards left, want %d", r.Trace.ID, r.Ours.By[Test], want)
		}
	}
	if removed < 15 {
		t.Errorf("only %d removed", removed)
	}
}

// TestEval holds the optimized traces of the sample against those as built, by
// evaluation: the same micro-ops with effects run, in the same order and on the same
// operands, and execution leaves with the same frames.
func TestEval(t *testing.T) {
	c := newComparer(t, "@default")
	o := golden.Oracle{Guest: c.guest.Guest, Uninterpreted: true}
	verdicts := [4]int{}
	for _, name := range []string{"btree", "float", "micro_collatz", "micro_kwargs_calls", "micro_linked_list", "micro_matmul", "test_opt"} {
		d := readDump(t, name+".jsonl.gz")
		c.guest.Load(d)
		for _, x := range d.Traces {
			if x.OK {
				evalTrace(t, c, &o, x, &verdicts)
			}
		}
	}
	t.Logf("verdicts %v", verdicts)
	if verdicts[golden.Same] < 5000 || verdicts[golden.Unknown] > verdicts[golden.Same]/10 {
		t.Errorf("verdicts %v", verdicts)
	}
}

func evalTrace(t *testing.T, c *Comparer, o *golden.Oracle, x *cpython.DumpTrace, verdicts *[4]int) {
	u := c.guest.Unit(x)
	f, err := c.builder.Trace(u.Trace, u.Entry)
	if err != nil {
		t.Fatal(err)
	}
	before := golden.Copy(f, 0)
	before.Words = c.guest.Words
	likely := c.asked(before)
	c.guest.Aim(before)
	if f, err = c.Optimize(x); err != nil {
		t.Fatal(err)
	}
	typeOf := func(w uint64) ir.TypeSet { return c.guest.Words.Fact(w).Types }
	inputs := golden.RandomInputs(rand.New(rand.NewPCG(1, uint64(x.ID))), before, c.words(likely), typeOf, nil, 60)
	for _, in := range inputs {
		v, err := o.Agree(before, f, in)
		if err == nil {
			err = o.CompareExits(before, f, in)
		}
		if err != nil {
			t.Fatalf("%s %s %d: %v", x.Program, x.Test, x.ID, err)
		}
		verdicts[v]++
	}
}

// asked returns the types that a function's guards ask for.
func (c *Comparer) asked(f *ir.Func) (set ir.TypeSet) {
	for _, b := range f.Blocks {
		for v := range b.Values() {
			types := ir.AnyType
			switch v.Op {
			case ir.OpGuardType:
				types = v.TypeSet()
			case ir.OpGuardFact:
				types = c.guest.Words.(ir.ClaimWords).Shown(v.Claim()).Types
			}
			if types.Only() {
				set |= types
			}
		}
	}
	return set
}

// words makes objects for inputs: one of each type, twelve of each likely one.
func (c *Comparer) words(likely ir.TypeSet) (list []uint64) {
	inv := c.guest.Words.(interface {
		Invent(ir.TypeSet, uint64) (uint64, error)
	})
	for i := range c.guest.Types {
		n := uint64(1)
		if likely>>i&1 != 0 {
			n = 12
		}
		for k := range n {
			w, err := inv.Invent(1<<i, k*0x9e3779b97f4a7c15)
			if err != nil {
				panic(err) // every type has objects
			}
			list = append(list, w)
		}
	}
	return list
}

// BenchmarkOptimize builds and optimizes the sample's traces, the whole path short
// of code generation.
func BenchmarkOptimize(b *testing.B) {
	for _, preset := range []string{"@fast", "@default"} {
		b.Run(preset, func(b *testing.B) {
			c := newComparer(b, preset)
			d := readDump(b, "btree.jsonl.gz")
			c.guest.Load(d)
			uops := 0
			for _, x := range d.Traces {
				uops += len(x.Before.Insts)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, x := range d.Traces {
					if _, err := c.Optimize(x); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(uops), "ns/uop")
			b.ReportMetric(float64(len(d.Traces)), "traces/op")
		})
	}
}

// TestValidity checks that behind whatever may run guest code the executor's
// validity is tested before anything is believed: before the next deopt, and before
// the loop goes around.
func TestValidity(t *testing.T) {
	c := newComparer(t, "@default")
	for _, name := range []string{"btree", "float", "micro_collatz", "micro_linked_list", "micro_matmul", "test_opt"} {
		d := readDump(t, name+".jsonl.gz")
		c.guest.Load(d)
		for _, x := range d.Traces {
			if !x.OK {
				continue
			}
			f, err := c.Optimize(x)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range f.Blocks {
				var escaped *ir.Value
				for v := range b.Values() {
					before := v.Exits[ir.Before]
					switch {
					case v.Op == ir.OpGuardValid:
						escaped = nil
					case escaped != nil && (before != nil && before.Kind == ir.Deopt || v.Op == ir.OpJump):
						t.Fatalf("%s %s %d: %v, %s, follows %v, %s, without a test of validity", name, x.Test, x.ID, v, f.Row(v).Name, escaped, f.Row(escaped).Name)
					case f.Row(v).Flags&ir.Escapes != 0 && v.Op != ir.OpPoll && v.Op != ir.OpClock:
						escaped = v
					}
				}
			}
		}
	}
}

// TestNoContradiction checks that nothing is known of a value that cannot be: the
// traces have been executed, so that a value of no type would be a mistake of what
// the guest says of micro-ops and claims.
func TestNoContradiction(t *testing.T) {
	c := newComparer(t, "dce")
	var facts types.Facts
	for _, name := range []string{"btree", "float", "micro_collatz", "micro_kwargs_calls", "micro_linked_list", "micro_matmul", "test_opt"} {
		d := readDump(t, name+".jsonl.gz")
		c.guest.Load(d)
		for _, x := range d.Traces {
			if !x.OK {
				continue
			}
			f, err := c.Optimize(x)
			if err != nil {
				t.Fatal(err)
			}
			types.Compute(f, &facts)
			for _, b := range f.Blocks {
				for v := range b.Values() {
					if k := facts.Of(v); v.Type == ir.Ref && v.Op != ir.OpConstRef && !k.IsBottom() && k.Types == 0 {
						t.Errorf("%s %s %d: %v, %s, is of no type", name, x.Test, x.ID, v, f.Row(v).Name)
					}
				}
			}
		}
	}
}
