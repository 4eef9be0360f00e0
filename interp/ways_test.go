package interp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// TestWaysOfGonum: a VM that is given no selector selects by gonum's components. What gonum
// says decides what is compiled: where it lacks a block, the region does, and the program
// prints the same.
func TestWaysOfGonum(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	run := func(choice uop.Selector) (regions []string) {
		var out strings.Builder
		vm, err := interp.New(interp.Options{Heap: small, Stdout: &out, Selector: choice})
		if err != nil {
			t.Fatal(err)
		}
		defer vm.Close()
		if err := vm.EnableTier2(tier2.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(compiled(t, branchy), nil); err != nil || out.String() != branchyOutput {
			t.Errorf("%v, %q", err, out.String())
		}
		if s := vm.Stats().Tier2.Selection; s.Selector != "ways" || s.Compiled == 0 {
			t.Errorf("%+v", s)
		}
		for _, ex := range vm.Executors() {
			if r, ok := vm.Selected(ex); ok {
				regions = append(regions, fmt.Sprint(r.Blocks))
			}
		}
		return regions
	}
	asked := 0
	counted := region.Steering{Component: func(d *region.Digraph) []bool { asked++; return region.Gonum.Component(d) }}
	head := region.Steering{Component: func(d *region.Digraph) []bool {
		in := region.Gonum.Component(d)
		clear(in[1:])
		return in
	}}
	bare, same, less := run(uop.Selector{}), run(region.WaysBy(counted)), run(region.WaysBy(head))
	if asked == 0 || !slices.Equal(bare, same) {
		t.Errorf("asked %d times: %q without a selector, %q with gonum's", asked, bare, same)
	}
	if slices.Equal(bare, less) {
		t.Error("the regions are the same although the components are others")
	}
}

// TestLostAtJoins: what copies of the code behind joins would save is a small part of the
// tests that the compiler leaves in regions.
func TestLostAtJoins(t *testing.T) {
	if testing.Short() {
		t.Skip("it evaluates IR")
	}
	tests, lost := 0, 0
	for _, name := range []string{"event_heap", "exceptions", "quicksort", "levenshtein", "richards", "deltablue"} {
		code, err := cpython(t).CompileFile(t.Context(), filepath.Join("../testdata/programs", name+".py"))
		if err != nil {
			t.Fatal(err)
		}
		run(t, mode{name: "ir", backend: exitdata.IR, ran: func(list []*exitdata.Executor) {
			for _, ex := range list {
				if ex.Trace.Blocks == nil {
					continue
				}
				var f types.Facts
				types.Compute(ex.Func, &f)
				n, k := types.Lost(ex.Func, &f)
				tests, lost = tests+n, lost+k
			}
		}}, interp.Options{}, code)
	}
	t.Logf("%d tests, %d lost", tests, lost)
	if lost == 0 || lost*20 > tests {
		t.Errorf("%d of %d tests are lost at joins, want some and less than 5 %%", lost, tests)
	}
}
