package region

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/testgraph"
	"gonum.org/v1/gonum/graph/topo"
)

// build makes a Digraph of one of testgraph's cases: nodes get dense ids, and of
// several edges between two nodes the last counts.
func build(nodes []graph.Node, edges []testgraph.WeightedLine, self, absent float64) (graph.Graph, []graph.Node, []testgraph.Edge, float64, float64, bool) {
	ids := map[int64]int32{}
	var list []graph.Node
	id := func(n graph.Node) int32 {
		i, ok := ids[n.ID()]
		if !ok {
			i = int32(len(list))
			ids[n.ID()] = i
			list = append(list, node(i))
		}
		return i
	}
	for _, n := range nodes {
		id(n)
	}
	for _, e := range edges {
		id(e.From())
		id(e.To())
	}
	d := newDigraph(len(list))
	for _, e := range edges {
		d.SetEdge(id(e.From()), id(e.To()), e.Weight())
	}
	var out []testgraph.Edge
	for u := range d.succs {
		for _, h := range d.succs[u] {
			out = append(out, edge{node(u), node(h.to), h.weight})
		}
	}
	return d, list, out, 0, math.Inf(1), true
}

// noLoops leaves the cases with self edges out: the test of weights takes a node to
// be as far from itself in all graphs, which gonum's own graphs, that have no self
// edges, are.
func noLoops(nodes []graph.Node, edges []testgraph.WeightedLine, self, absent float64) (graph.Graph, []graph.Node, []testgraph.Edge, float64, float64, bool) {
	for _, e := range edges {
		if e.From().ID() == e.To().ID() {
			return nil, nil, nil, 0, 0, false
		}
	}
	return build(nodes, edges, self, absent)
}

// TestDigraph holds the adapter to gonum's own tests of graphs.
func TestDigraph(t *testing.T) {
	for name, check := range map[string]func(t *testing.T){
		"edges":    func(t *testing.T) { testgraph.EdgeExistence(t, build, true) },
		"nodes":    func(t *testing.T) { testgraph.NodeExistence(t, build) },
		"adjacent": func(t *testing.T) { testgraph.ReturnAdjacentNodes(t, build, true, true) },
		"all":      func(t *testing.T) { testgraph.ReturnAllNodes(t, build, true) },
		"slice":    func(t *testing.T) { testgraph.ReturnNodeSlice(t, build, true) },
		"weights":  func(t *testing.T) { testgraph.Weight(t, noLoops) },
	} {
		t.Run(name, check)
	}
}

// TestOrdered runs an algorithm of gonum's many times: its output, which depends on
// the order of iteration, is always the same.
func TestOrdered(t *testing.T) {
	s, err := Random(5, 60).Stream(1, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	g := s.Graph()
	var want [][]graph.Node
	for i := range 50 {
		got := topo.TarjanSCC(g.Digraph())
		if i == 0 {
			want = got
		}
		if len(got) != len(want) {
			t.Fatalf("run %d: %d components, not %d", i, len(got), len(want))
		}
		for k := range got {
			for j := range got[k] {
				if got[k][j] != want[k][j] {
					t.Fatalf("run %d: component %d differs", i, k)
				}
			}
		}
	}
}
