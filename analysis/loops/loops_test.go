package loops_test

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// reaches reports by search whether a path leads from a to b without passing
// avoid.
func reaches(a, b, avoid *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	todo := []*ir.Block{a}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x == avoid || seen[x] {
			continue
		}
		if x == b {
			return true
		}
		seen[x] = true
		for _, e := range x.Succs {
			todo = append(todo, e.To)
		}
	}
	return false
}

// loop is a loop as the definition has it.
type loop struct {
	header          *ir.Block
	blocks, latches []*ir.Block
}

// find finds loops by their definition, and whether a cycle has no header.
func find(f *ir.Func) (list []loop) {
	dominates := func(a, b *ir.Block) bool { // b is reachable
		return a == b || !reaches(f.Entry(), b, a)
	}
	for _, h := range f.Blocks {
		if !reaches(f.Entry(), h, nil) {
			continue
		}
		l := loop{header: h}
		for _, p := range f.Blocks {
			leads := slices.ContainsFunc(p.Succs, func(e ir.Edge) bool { return e.To == h })
			if leads && reaches(f.Entry(), p, nil) && dominates(h, p) {
				l.latches = append(l.latches, p)
			}
		}
		if l.latches == nil {
			continue
		}
		for _, b := range f.Blocks {
			in := b == h
			for _, p := range l.latches {
				in = in || reaches(b, p, h) && reaches(f.Entry(), b, nil)
			}
			if in {
				l.blocks = append(l.blocks, b)
			}
		}
		list = append(list, l)
	}
	return list
}

func sorted(list []*ir.Block) []int32 {
	var ids []int32
	for _, b := range list {
		ids = append(ids, b.ID)
	}
	slices.Sort(ids)
	return ids
}

func compute(f *ir.Func) *loops.Forest {
	var t dom.Tree
	var l loops.Forest
	dom.Compute(f, &t)
	loops.Compute(f, &t, &l)
	return &l
}

// TestOracle compares the loops of random graphs with the definition.
func TestOracle(t *testing.T) {
	var tree dom.Tree
	var l loops.Forest
	nested, irreducible := 0, 0
	for seed := range uint64(400) {
		f := ir.NewFunc("graph", ir.CoreOps, nil)
		guesttest.Graph(f, seed, 2+int(seed%23))
		dom.Compute(f, &tree)
		loops.Compute(f, &tree, &l)
		want := find(f)
		if len(l.Loops) != len(want) {
			t.Fatalf("seed %d: %d loops, want %d", seed, len(l.Loops), len(want))
		}
		if l.Irreducible {
			irreducible++
		}
		if l.Irreducible != hasOtherCycle(f, want) {
			t.Fatalf("seed %d: irreducible %v\n%s", seed, l.Irreducible, irtext.String(f))
		}
		for i, got := range l.Loops {
			k := slices.IndexFunc(want, func(w loop) bool { return w.header == got.Header })
			if k < 0 || got.Index != i {
				t.Fatalf("seed %d: b%d is no header", seed, got.Header.ID)
			}
			if !slices.Equal(sorted(got.Blocks), sorted(want[k].blocks)) || !slices.Equal(sorted(got.Latches), sorted(want[k].latches)) {
				t.Fatalf("seed %d: loop of b%d: %v, latches %v; want %v, %v", seed, got.Header.ID,
					sorted(got.Blocks), sorted(got.Latches), sorted(want[k].blocks), sorted(want[k].latches))
			}
			checkNest(t, f, &l, got, want)
			checkEdges(t, got)
			if got.Depth > 1 {
				nested++
			}
		}
	}
	if nested < 50 || irreducible < 50 {
		t.Errorf("%d nested loops, %d irreducible graphs: too few", nested, irreducible)
	}
}

// hasOtherCycle reports whether a cycle is left when the edges back to headers
// are taken away.
func hasOtherCycle(f *ir.Func, list []loop) bool {
	back := map[[2]*ir.Block]bool{}
	for _, l := range list {
		for _, p := range l.latches {
			back[[2]*ir.Block{p, l.header}] = true
		}
	}
	state := map[*ir.Block]int{}
	var visit func(b *ir.Block) bool
	visit = func(b *ir.Block) bool {
		state[b] = 1
		for _, e := range b.Succs {
			if back[[2]*ir.Block{b, e.To}] {
				continue
			}
			if state[e.To] == 1 || state[e.To] == 0 && visit(e.To) {
				return true
			}
		}
		state[b] = 2
		return false
	}
	return visit(f.Entry())
}

// checkNest checks a loop's parent, which is the smallest other one that has its
// header, and the innermost loops of its blocks.
func checkNest(t *testing.T, f *ir.Func, l *loops.Forest, got *loops.Loop, want []loop) {
	t.Helper()
	var around []loop
	for _, w := range want {
		if w.header != got.Header && slices.Contains(w.blocks, got.Header) {
			around = append(around, w)
		}
	}
	if got.Depth != len(around)+1 {
		t.Fatalf("depth %d, %d loops are around", got.Depth, len(around))
	}
	slices.SortFunc(around, func(a, b loop) int { return len(a.blocks) - len(b.blocks) })
	switch {
	case len(around) == 0 && got.Parent == nil:
	case len(around) == 0 || got.Parent == nil || got.Parent.Header != around[0].header || got.Parent.Index >= got.Index:
		t.Fatalf("the parent of the loop of b%d", got.Header.ID)
	}
	for _, b := range f.Blocks {
		in, depth := slices.Contains(got.Blocks, b), 0
		for _, w := range want {
			if slices.Contains(w.blocks, b) {
				depth++
			}
		}
		if l.Contains(got, b) != in || l.Depth(b) != depth || (l.Of(b) == nil) != (depth == 0) {
			t.Fatalf("b%d: in the loop of b%d %v, depth %d", b.ID, got.Header.ID, l.Contains(got, b), l.Depth(b))
		}
	}
}

func checkEdges(t *testing.T, got *loops.Loop) {
	t.Helper()
	n := 0
	for _, b := range got.Blocks {
		for i, e := range b.Succs {
			if !slices.Contains(got.Blocks, e.To) {
				if n >= len(got.Exits) || got.Exits[n] != (loops.Exit{From: b, Succ: i}) || got.Exits[n].To() != e.To {
					t.Fatalf("exits %v", got.Exits)
				}
				n++
			}
		}
	}
	if n != len(got.Exits) {
		t.Fatalf("%d exits, want %d", len(got.Exits), n)
	}
}

// TestPreheader checks when a loop has one.
func TestPreheader(t *testing.T) {
	for _, c := range []struct {
		claim string
		want  bool
		body  string
	}{
		{"one block jumps to the header", true, "b0:\n  jump b1()\nb1: loop\n  jump b1()\n"},
		{"a branch does", false, "b0:\n  branch true, b1(), b2()\nb1: loop\n  jump b1()\nb2:\n  jump b2()\n"},
		{"both ways of a branch do", false, "b0:\n  branch true, b1(), b1()\nb1: loop\n  jump b1()\n"},
		{"two blocks do", false, "b0:\n  branch true, b2(), b3()\nb2:\n  jump b1()\nb3:\n  jump b1()\nb1: loop\n  jump b1()\n"},
		{"two latches are no matter", true, "b0:\n  jump b1()\nb1: loop\n  branch true, b1(), b2()\nb2:\n  jump b1()\n"},
	} {
		f, err := irtext.Parse("", []byte("trace @t form=typed {\nframe f0 \"t\" ()\n"+c.body+"}\n"), ir.CoreOps, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := compute(f).Loops[0].Preheader
		if (p != nil) != c.want || p != nil && p != f.Entry() {
			t.Errorf("%s: %v", c.claim, p)
		}
	}
}

// TestMarks checks that headers are the blocks marked loop in generated
// functions, and that memory is used again.
func TestMarks(t *testing.T) {
	var tree dom.Tree
	var l loops.Forest
	for seed := range uint64(30) {
		f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
		guesttest.Func(f, guesttest.Bytes(seed, 500), ir.Typed)
		dom.Compute(f, &tree)
		loops.Compute(f, &tree, &l)
		marked := 0
		for _, b := range f.Blocks {
			if b.Loop {
				marked++
			}
			if b.Loop != (l.Of(b) != nil && l.Of(b).Header == b) {
				t.Fatalf("seed %d: b%d", seed, b.ID)
			}
		}
		if marked != len(l.Loops) || l.Irreducible {
			t.Fatalf("seed %d: %d loops, %d marked", seed, len(l.Loops), marked)
		}
		if n := testing.AllocsPerRun(5, func() { loops.Compute(f, &tree, &l) }); n > 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

func BenchmarkCompute(b *testing.B) {
	f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(7, 4000), ir.Typed)
	var t dom.Tree
	var l loops.Forest
	dom.Compute(f, &t)
	b.ReportAllocs()
	for b.Loop() {
		loops.Compute(f, &t, &l)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(f.Blocks)), "ns/block")
}
