package interp_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/uop"
)

// numeric are the programs whose loops are held to TestSteadyLoops.
var numeric = []string{"mandelbrot", "intsum", "collatz", "spectral_norm", "matmul", "nbody", "sieve", "fannkuch"}

// TestSteadyLoops: behind the default pipeline, no loop of the numeric programs'
// executors tests a type that does not change in it, boxes a number that only exits
// want, or loads what it has just stored.
func TestSteadyLoops(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, name := range numeric {
		for _, s := range []struct {
			name   string
			choice uop.Selector
		}{{"traces", interp.Traces}, {"ways", interp.Ways}} {
			t.Run(name+"/"+s.name, func(t *testing.T) {
				t.Parallel()
				code, err := cpython(t).CompileFile(context.Background(), filepath.Join("..", "testdata", "programs", name+".py"))
				if err != nil {
					t.Fatal(err)
				}
				vm, err := interp.New(importing(cpython(t), interp.Options{Heap: object.Options{Limit: 256 << 20}, Selector: s.choice}))
				if err != nil {
					t.Fatal(err)
				}
				w := &loopWatcher{t: t}
				if err := vm.EnableTier2(tier2.Options{Observer: w}); err != nil {
					t.Fatal(err)
				}
				if stderr, status := result(vm.RunMain(code, []string{code.Filename})); status != 0 {
					t.Error(stderr)
				}
				if w.loops == 0 {
					t.Error("no executor has a loop")
				}
				if err := vm.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// loopWatcher looks at the IR of each executor when it is lowered.
type loopWatcher struct {
	tier2.NopObserver
	t     *testing.T
	f     *ir.Func
	loops int
}

func (w *loopWatcher) Function(_ string, f *ir.Func) { w.f = f }

func (w *loopWatcher) Machine(*lower.Func, *lower.Allocation) {
	ctx := passes.NewContext(w.f)
	forest, tree := passes.Get(ctx, loops.Analysis), passes.Get(ctx, dom.Analysis)
	users, mixed := users(w.f), mixed(w.f)
	for _, b := range w.f.Blocks {
		in := forest.Of(b)
		if in == nil {
			continue
		}
		w.loops++
		for v := range b.Values() {
			switch v.Op {
			case ir.OpGuardType, ir.OpGuardI64:
				x := ir.Resolve(v.Args[0])
				every := in.Latches[0] // a guard that only some iterations execute is no invariant of the loop
				if (x.Block == nil || !forest.Contains(in, x.Block)) && len(in.Latches) == 1 && tree.Dominates(b, every) {
					w.t.Errorf("%s tests %s of a value from outside in every iteration:\n%s", w.f.Name, w.f.Row(v).Name, irtext.String(w.f))
				}
			case ir.OpBoxI64, ir.OpBoxF64, ir.OpBoxBool:
				if !users[v.ID] && !mixed[v.ID] {
					w.t.Errorf("%s boxes a number in a loop that only exits or the loop itself want:\n%s", w.f.Name, irtext.String(w.f))
				}
			}
		}
	}
	w.again()
}

// users says which values have a use other than in states and around loops.
func users(f *ir.Func) []bool {
	used := make([]bool, f.NumValues())
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if v.Op == ir.OpState {
				continue
			}
			for _, a := range v.Args {
				if a != nil {
					used[ir.Resolve(a).ID] = true
				}
			}
		}
	}
	return used
}

// mixed says which values flow into a parameter that may be something else than a
// number, because of what it was before the loop.
func mixed(f *ir.Func) []bool {
	in := make([]bool, f.NumValues())
	args := func(fn func(arg, param *ir.Value)) {
		for _, b := range f.Blocks {
			for _, e := range b.Succs {
				for i, a := range e.Args {
					fn(ir.Resolve(a), e.To.Params[i])
				}
			}
		}
	}
	boxes := func(v *ir.Value) bool { return v.Op == ir.OpBoxI64 || v.Op == ir.OpBoxF64 || v.Op == ir.OpBoxBool }
	for again := true; again; {
		again = false
		args(func(arg, param *ir.Value) {
			if !in[param.ID] && (in[arg.ID] || arg.Op != ir.OpParam && !boxes(arg)) {
				in[param.ID], again = true, true
			}
		})
	}
	args(func(arg, param *ir.Value) { in[arg.ID] = in[arg.ID] || boxes(arg) && in[param.ID] })
	return in
}

// again runs loadelim once more on a copy: it must find no load of what has just been
// stored.
func (w *loopWatcher) again() {
	set, err := all.Set()
	if err != nil {
		w.t.Fatal(err)
	}
	p, err := passes.Parse("loadelim", set)
	if err != nil {
		w.t.Fatal(err)
	}
	f := ir.Copy(w.f, 0)
	ctx, fire := passes.NewContext(f), &passes.Firing{}
	ctx.SetFiring(fire)
	if err := p.Run(ctx); err != nil {
		w.t.Fatal(err)
	}
	for _, s := range fire.Stats() {
		if s.Rule == "store" {
			w.t.Errorf("%s: loadelim still fires %s %d times on\n%s", w.f.Name, s.Rule, s.N, irtext.String(w.f))
		}
	}
}
