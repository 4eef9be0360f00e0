package dom_test

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/iterator"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
)

// adapter shows a function's blocks to gonum.
type adapter struct{ f *ir.Func }

type node int64

func (n node) ID() int64 { return int64(n) }

type edge struct{ from, to node }

func (e edge) From() graph.Node         { return e.from }
func (e edge) To() graph.Node           { return e.to }
func (e edge) ReversedEdge() graph.Edge { return edge{e.to, e.from} }

func nodes(list []int32) graph.Nodes {
	slices.Sort(list)
	var out []graph.Node
	for _, id := range slices.Compact(list) {
		out = append(out, node(id))
	}
	return iterator.NewOrderedNodes(out)
}

func (a adapter) Node(id int64) graph.Node { return node(id) }
func (a adapter) Nodes() graph.Nodes {
	var ids []int32
	for _, b := range a.f.Blocks {
		ids = append(ids, b.ID)
	}
	return nodes(ids)
}
func (a adapter) From(id int64) graph.Nodes {
	var ids []int32
	for _, e := range a.f.Blocks[id].Succs {
		ids = append(ids, e.To.ID)
	}
	return nodes(ids)
}
func (a adapter) To(id int64) graph.Nodes {
	var ids []int32
	for _, p := range a.f.Blocks[id].Preds {
		ids = append(ids, p.ID)
	}
	return nodes(ids)
}
func (a adapter) HasEdgeFromTo(u, v int64) bool {
	return slices.ContainsFunc(a.f.Blocks[u].Succs, func(e ir.Edge) bool { return int64(e.To.ID) == v })
}
func (a adapter) HasEdgeBetween(u, v int64) bool {
	return a.HasEdgeFromTo(u, v) || a.HasEdgeFromTo(v, u)
}
func (a adapter) Edge(u, v int64) graph.Edge {
	if !a.HasEdgeFromTo(u, v) {
		return nil
	}
	return edge{node(u), node(v)}
}

// TestOracle compares random graphs' dominators with gonum's.
func TestOracle(t *testing.T) {
	var tree dom.Tree
	for seed := range uint64(400) {
		f := ir.NewFunc("graph", ir.CoreOps, nil)
		n := 1 + int(seed%37)
		guesttest.Graph(f, seed, n)
		dom.Compute(f, &tree)
		want := flow.Dominators(node(0), adapter{f})
		reachable := 0
		for _, b := range f.Blocks {
			got, w := tree.Idom(b), want.DominatorOf(int64(b.ID))
			if (got == nil) != (w == nil) || got != nil && int64(got.ID) != w.ID() {
				t.Fatalf("seed %d: the dominator of b%d is %v, gonum's %v", seed, b.ID, got, w)
			}
			if tree.Reachable(b) != (w != nil || b == f.Entry()) {
				t.Fatalf("seed %d: b%d reachable %v", seed, b.ID, tree.Reachable(b))
			}
			if tree.Reachable(b) {
				reachable++
			}
		}
		if len(tree.RPO()) != reachable {
			t.Fatalf("seed %d: %d blocks in reverse postorder, %d are reachable", seed, len(tree.RPO()), reachable)
		}
		checkQueries(t, f, &tree)
	}
}

// checkQueries compares what the tree answers with the chain of immediate
// dominators.
func checkQueries(t *testing.T, f *ir.Func, tree *dom.Tree) {
	t.Helper()
	chain := func(b *ir.Block) (list []*ir.Block) {
		for ; b != nil && tree.Reachable(b); b = tree.Idom(b) {
			list = append(list, b)
		}
		return list
	}
	for i, b := range tree.RPO() {
		if tree.Number(b) != i || i > 0 && tree.Number(tree.Idom(b)) >= i {
			t.Fatal("reverse postorder: dominators first")
		}
	}
	kids := 0
	for _, a := range f.Blocks {
		up := chain(a)
		if tree.Depth(a) != len(up)-1 {
			t.Fatalf("depth of b%d: %d", a.ID, tree.Depth(a))
		}
		last := -1
		for _, k := range tree.Children(a) {
			kids++
			if tree.Idom(k) != a || tree.Number(k) <= last {
				t.Fatalf("children of b%d", a.ID)
			}
			last = tree.Number(k)
		}
		for _, b := range f.Blocks {
			if tree.Dominates(b, a) != slices.Contains(up, b) {
				t.Fatalf("b%d dominates b%d: %v", b.ID, a.ID, tree.Dominates(b, a))
			}
			if tree.StrictlyDominates(b, a) != (a != b && slices.Contains(up, b)) {
				t.Fatalf("b%d strictly dominates b%d", b.ID, a.ID)
			}
			other := chain(b)
			i := slices.IndexFunc(up, func(c *ir.Block) bool { return slices.Contains(other, c) })
			if got := tree.Common(a, b); (got == nil) != (i < 0) || i >= 0 && got != up[i] {
				t.Fatalf("nearest dominator of b%d and b%d: %v", a.ID, b.ID, got)
			}
		}
	}
	if kids != max(0, len(tree.RPO())-1) {
		t.Fatalf("%d children", kids)
	}
}

func TestEmpty(t *testing.T) {
	var tree dom.Tree
	dom.Compute(ir.NewFunc("empty", ir.CoreOps, nil), &tree)
	if len(tree.RPO()) != 0 {
		t.Error("an empty function has blocks")
	}
}

// TestReuse checks that a tree's memory is used again.
func TestReuse(t *testing.T) {
	f, g := ir.NewFunc("a", ir.CoreOps, nil), ir.NewFunc("b", ir.CoreOps, nil)
	guesttest.Graph(f, 1, 40)
	guesttest.Graph(g, 2, 25)
	var tree dom.Tree
	dom.Compute(f, &tree)
	if n := testing.AllocsPerRun(20, func() { dom.Compute(g, &tree); dom.Compute(f, &tree) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	checkQueries(t, f, &tree)
}

func benchmark(b *testing.B, n int) {
	f := ir.NewFunc("graph", ir.CoreOps, nil)
	guesttest.Graph(f, 4, n) // mostly near edges
	var tree dom.Tree
	dom.Compute(f, &tree)
	b.ReportAllocs()
	for b.Loop() {
		dom.Compute(f, &tree)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(tree.RPO())), "ns/block")
}

func BenchmarkCompute31(b *testing.B)   { benchmark(b, 31) }
func BenchmarkCompute1000(b *testing.B) { benchmark(b, 1000) }

func BenchmarkGonum31(b *testing.B) {
	f := ir.NewFunc("graph", ir.CoreOps, nil)
	guesttest.Graph(f, 4, 31)
	b.ReportAllocs()
	for b.Loop() {
		flow.Dominators(node(0), adapter{f})
	}
}
