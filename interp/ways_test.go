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

// steered is the state of the default selector, which keeps what it learns.
type steered struct {
	uop.SelectorRun
	flows map[uop.Place]uop.Flow
	seen  func(head uop.Place, flows map[uop.Place]uop.Flow, r *uop.Region)
}

func (s *steered) Learn(f uop.Flow) {
	f.Ways = slices.Clone(f.Ways)
	s.flows[f.At] = f
	s.SelectorRun.(uop.Learner).Learn(f)
}

func (s *steered) Drop(dead func(code uint64) bool) { s.SelectorRun.(uop.Dropper).Drop(dead) }

func (s *steered) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	r, refusal := s.SelectorRun.Select(head)
	if r != nil {
		s.seen(head, s.flows, r)
	}
	return r, refusal
}

// back returns where the heaviest jump back to a loop's top comes from, and its count; 0: it
// is no loop's top.
func back(head uop.Place, flows map[uop.Place]uop.Flow) (from uop.Place, count uint64) {
	for at, f := range flows {
		for _, w := range f.Ways {
			if w.To == head && w.How == uop.Taken && at.Code == head.Code && at.PC >= head.PC && w.Count > count {
				from, count = at, w.Count
			}
		}
	}
	return from, count
}

// comesTo reports whether a place is come to from head without passing another one.
func comesTo(head, to, without uop.Place, flows map[uop.Place]uop.Flow) bool {
	seen := map[uop.Place]bool{head: true, without: true}
	for todo := []uop.Place{head}; len(todo) > 0; todo = todo[1:] {
		if todo[0] == to {
			return true
		}
		for _, w := range flows[todo[0]].Ways {
			if !seen[w.To] && w.Count > 0 {
				seen[w.To] = true
				todo = append(todo, w.To)
			}
		}
	}
	return false
}

// TestDominatorsStay: what dominates a loop's hot back edge is in the region that is selected
// for the loop, though the selector asks for no dominators: such a block is executed as often
// as the top, and no cut leaves the heaviest out.
func TestDominatorsStay(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	loops, must, missing := 0, 0, 0
	watched := uop.Selector{Name: region.Ways.Name, Doc: region.Ways.Doc, New: func(lim uop.Limits) uop.SelectorRun {
		return &steered{region.Ways.New(lim), map[uop.Place]uop.Flow{}, func(head uop.Place, flows map[uop.Place]uop.Flow, r *uop.Region) {
			from, count := back(head, flows)
			if count == 0 || !comesTo(head, from, uop.Place{Code: 1<<64 - 1}, flows) {
				return
			}
			loops++
			for at := range flows {
				if at == head || at == from || comesTo(head, from, at, flows) {
					continue
				}
				must++
				if !slices.ContainsFunc(r.Blocks, func(b uop.RegionBlock) bool { return b.At == at }) {
					missing++
				}
			}
		}}
	}}
	for _, name := range []string{"event_heap", "exceptions", "quicksort", "levenshtein", "richards", "deltablue"} {
		code, err := cpython(t).CompileFile(t.Context(), filepath.Join("../testdata/programs", name+".py"))
		if err != nil {
			t.Fatal(err)
		}
		run(t, mode{name: "native", backend: exitdata.Native}, interp.Options{Selector: watched}, code)
	}
	t.Logf("%d regions of loops; of %d blocks between a top and its hot back edge that dominate it %d are left out", loops, must, missing)
	if loops < 20 || must < 50 || missing > 0 {
		t.Errorf("of %d blocks that dominate the back edges of %d loops %d are left out", must, loops, missing)
	}
}
