package live_test

import (
	"testing"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/live"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// oracle decides for one value where it lives, by the equations of the textbook
// iterated to their least solution.
type oracle struct {
	f       *ir.Func
	v       *ir.Value
	in, out map[*ir.Block]bool
}

// reads reports whether an operation reads v, or a state that it leaves with.
func (o *oracle) reads(x *ir.Value) bool {
	if x == nil {
		return false
	}
	for _, a := range x.Args {
		if a != nil && (a.Op == ir.OpState || a.Op == ir.OpNew) {
			if o.reads(a) {
				return true
			}
		} else if a == o.v {
			return true
		}
	}
	for _, s := range x.States {
		if o.reads(s) {
			return true
		}
	}
	return false
}

// starts reports whether v has to be there at the start of b for b's own sake.
func (o *oracle) starts(b *ir.Block) bool {
	for x := b.First(); x != nil; x = x.Next() {
		if x.Op != ir.OpState && x.Op != ir.OpNew && o.reads(x) {
			return o.v.Block != b
		}
	}
	return false
}

func (o *oracle) solve() {
	o.in, o.out = map[*ir.Block]bool{}, map[*ir.Block]bool{}
	for changed := true; changed; {
		changed = false
		for _, b := range o.f.Blocks {
			out := false
			for _, e := range b.Succs {
				out = out || o.in[e.To]
				for _, a := range e.Args {
					out = out || a == o.v
				}
			}
			in := o.starts(b) || out && o.v.Block != b
			changed = changed || in != o.in[b] || out != o.out[b]
			o.in[b], o.out[b] = in, out
		}
	}
}

// TestOracle compares random functions' sets with the equations' solution, value
// by value.
func TestOracle(t *testing.T) {
	var tree dom.Tree
	var sets live.Sets
	through, states, large := 0, 0, 0
	for seed := range uint64(240) {
		f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
		size := 20 + int(seed%100)
		if seed%20 == 0 { // sets of several words
			size *= 8
		}
		guesttest.Func(f, guesttest.Bytes(seed, size), ir.Form(seed%3))
		if f.NumValues() > 128 {
			large++
		}
		dom.Compute(f, &tree)
		live.Compute(f, &tree, &sets)
		var values []*ir.Value
		for _, b := range f.Blocks {
			values = append(values, b.Params...)
			for v := b.First(); v != nil; v = v.Next() {
				values = append(values, v)
			}
		}
		counts := map[*ir.Block]int{}
		for _, v := range values {
			o := oracle{f: f, v: v}
			if v.Op != ir.OpState && v.Op != ir.OpNew {
				o.solve()
			} else {
				states++
			}
			for _, b := range f.Blocks {
				if sets.In(b, v) != o.in[b] || sets.Out(b, v) != o.out[b] {
					t.Fatalf("seed %d: %v in b%d: in %v, out %v; want %v, %v\n%s", seed, v, b.ID, sets.In(b, v), sets.Out(b, v), o.in[b], o.out[b], irtext.String(f))
				}
				if o.in[b] {
					counts[b]++
				}
				if o.in[b] && o.out[b] {
					through++
				}
			}
		}
		for _, b := range f.Blocks {
			n, last := 0, int32(-1)
			for v := range sets.Ins(b) {
				if !sets.In(b, v) || v.ID <= last {
					t.Fatalf("seed %d: what lives at the start of b%d", seed, b.ID)
				}
				n, last = n+1, v.ID
			}
			if n != counts[b] || sets.CountIn(b) != n {
				t.Fatalf("seed %d: %d values live at the start of b%d, want %d", seed, sets.CountIn(b), b.ID, counts[b])
			}
			n = 0
			for v := range sets.Outs(b) {
				if !sets.Out(b, v) {
					t.Fatalf("seed %d: what lives at the end of b%d", seed, b.ID)
				}
				n++
			}
			if sets.CountOut(b) != n {
				t.Fatalf("seed %d: %d values live at the end of b%d, not %d", seed, n, b.ID, sets.CountOut(b))
			}
		}
	}
	if through < 300 || states < 300 || large == 0 {
		t.Errorf("%d values live through blocks, %d states, %d functions with many values: the functions show little", through, states, large)
	}
}

// TestFirstState has a function whose first exit is not in the block that makes what its state holds.
func TestFirstState(t *testing.T) {
	f, err := irtext.Parse("", []byte("trace @t form=typed {\nentries (i64)\nframe f0 \"t\" (a)\nb0:\n  v0: i64 = entry 0\n  jump b1()\nb1:\n  s0 = state f0 pc=1 (box v0 |)\n  exit s0 -> x0\n}\nexits x0: end\n"), ir.CoreOps, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var tree dom.Tree
	var sets live.Sets
	dom.Compute(f, &tree)
	live.Compute(f, &tree, &sets)
	if v := f.Entry().First(); !sets.In(f.Blocks[1], v) || !sets.Out(f.Entry(), v) {
		t.Errorf("%v does not live up to the exit:\n%s", v, irtext.String(f))
	}
}

// TestReuse checks that the sets' memory is used again.
func TestReuse(t *testing.T) {
	f, g := ir.NewFunc("a", guesttest.Ops, guesttest.Types), ir.NewFunc("b", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(1, 300), ir.Typed)
	guesttest.Func(g, guesttest.Bytes(2, 200), ir.Typed)
	var a, b dom.Tree
	dom.Compute(f, &a)
	dom.Compute(g, &b)
	var sets live.Sets
	live.Compute(f, &a, &sets)
	live.Compute(g, &b, &sets)
	if n := testing.AllocsPerRun(20, func() { live.Compute(f, &a, &sets); live.Compute(g, &b, &sets) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCompute(b *testing.B) {
	f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(4, 2000), ir.Typed)
	var tree dom.Tree
	var sets live.Sets
	dom.Compute(f, &tree)
	live.Compute(f, &tree, &sets)
	b.ReportAllocs()
	for b.Loop() {
		live.Compute(f, &tree, &sets)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.NumValues()), "ns/value")
}
