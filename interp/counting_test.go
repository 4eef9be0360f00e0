package interp

import (
	"context"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// asked is an optimizer that is asked at some places and does nothing.
type asked struct{ triggers tier2.Trigger }

func (a asked) Capabilities() tier2.Capabilities { return tier2.Capabilities{Triggers: a.triggers} }
func (asked) OptimizationCost() float64          { return 1 }
func (asked) RunCost() float64                   { return 1 }
func (asked) Optimize(tier2.Code, int, tier2.Source) (*exitdata.Executor, error) {
	return nil, nil
}

// TestNoCounting counts the instructions that count: without an optimizer that wants
// them none is executed.
func TestNoCounting(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const rounds = 200
	code, err := py.Compile(context.Background(), "<test>", []byte("def g(): pass\ndef f(n):\n    while n:\n        n -= 1\n        g()\nf(200)\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name           string
		o              tier2.Optimizer
		jumps, entries uint64 // executions of what counts back edges and entries
	}{
		{"none", nil, 0, 0},
		{"nowhere", asked{}, 0, 0},
		{"exits", asked{tier2.Exits}, 0, 0},
		{"back edges", asked{tier2.BackEdges}, rounds - 1, 0},
		{"entries", asked{tier2.Entries}, 0, rounds},
	} {
		vm, err := New(Options{Heap: object.Options{Limit: 64 << 20}, Stats: true})
		if err != nil {
			t.Fatal(err)
		}
		if c.o != nil {
			if err := vm.Register(c.o); err != nil {
				t.Fatal(err)
			}
		}
		if err := vm.RunMain(code, nil); err != nil {
			t.Fatal(err)
		}
		// A RESUME that does not count is executed once and becomes RESUME_CHECK:
		// those of the module, f and g.
		jumps, entries := vm.counts[pycode.JUMP_BACKWARD_JIT], vm.counts[pycode.RESUME]
		if c.entries == 0 {
			entries -= 3
		} else {
			entries -= 2
		}
		if jumps != c.jumps || entries != c.entries {
			t.Errorf("%s: %d back edges and %d entries are counted, want %d and %d", c.name, jumps, entries, c.jumps, c.entries)
		}
		if want := c.jumps + c.entries; vm.tier.Ticks < want || vm.tier.Ticks > want+2 || want == 0 && vm.tier.Ticks != 0 {
			t.Errorf("%s: the global counter is %d", c.name, vm.tier.Ticks)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}
