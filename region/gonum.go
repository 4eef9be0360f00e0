package region

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
)

// Digraph shows a dense graph to gonum: nodes 0…n−1 with weighted edges. Its
// iterators go by ascending ids, which makes gonum's algorithms deterministic.
// gonum's own simple graphs iterate over maps, and panic on the self edges that
// one-block loops have.
type Digraph struct {
	succs, preds [][]half
}

var (
	_ graph.WeightedDirected = (*Digraph)(nil)
	_ graph.Directed         = (*Digraph)(nil)
)

// half is one end of an edge.
type half struct {
	to     int32
	weight float64
}

// newDigraph returns a graph of n nodes without edges.
func newDigraph(n int) *Digraph { return &Digraph{make([][]half, n), make([][]half, n)} }

// Digraph returns a profile graph with the counts as weights.
func (g *Graph) Digraph() *Digraph {
	d := newDigraph(len(g.Nodes))
	for i := range g.Nodes {
		for _, a := range g.Nodes[i].Out {
			d.SetEdge(int32(i), a.To, float64(a.Count))
		}
	}
	return d
}

// SetEdge adds an edge or replaces its weight.
func (d *Digraph) SetEdge(from, to int32, weight float64) {
	insert(&d.succs[from], half{to, weight})
	insert(&d.preds[to], half{from, weight})
}

func insert(list *[]half, h half) {
	i, found := find(*list, h.to)
	if found {
		(*list)[i] = h
		return
	}
	*list = slices.Insert(*list, i, h)
}

func find(list []half, to int32) (int, bool) {
	return slices.BinarySearchFunc(list, to, func(h half, to int32) int { return int(h.to - to) })
}

// Reversed returns the graph with all edges turned round, on the same memory.
func (d *Digraph) Reversed() *Digraph { return &Digraph{d.preds, d.succs} }

// node is a node for gonum.
type node int64

// ID implements graph.Node.
func (n node) ID() int64 { return int64(n) }

// edge is an edge for gonum.
type edge struct {
	from, to node
	weight   float64
}

// From implements graph.Edge.
func (e edge) From() graph.Node { return e.from }

// To implements graph.Edge.
func (e edge) To() graph.Node { return e.to }

// ReversedEdge implements graph.Edge.
func (e edge) ReversedEdge() graph.Edge { return edge{e.to, e.from, e.weight} }

// Weight implements graph.WeightedEdge.
func (e edge) Weight() float64 { return e.weight }

func (d *Digraph) has(id int64) bool { return id >= 0 && id < int64(len(d.succs)) }

// Node implements graph.Graph.
func (d *Digraph) Node(id int64) graph.Node {
	if !d.has(id) {
		return nil
	}
	return node(id)
}

// Nodes implements graph.Graph.
func (d *Digraph) Nodes() graph.Nodes {
	list := make([]graph.Node, len(d.succs))
	for i := range list {
		list[i] = node(i)
	}
	return ordered(list)
}

func ordered(list []graph.Node) graph.Nodes {
	if len(list) == 0 {
		return graph.Empty
	}
	return iterator.NewOrderedNodes(list)
}

func halves(lists [][]half, id int64) graph.Nodes {
	if id < 0 || id >= int64(len(lists)) {
		return graph.Empty
	}
	list := make([]graph.Node, len(lists[id]))
	for i, h := range lists[id] {
		list[i] = node(h.to)
	}
	return ordered(list)
}

// From implements graph.Graph.
func (d *Digraph) From(id int64) graph.Nodes { return halves(d.succs, id) }

// To implements graph.Directed.
func (d *Digraph) To(id int64) graph.Nodes { return halves(d.preds, id) }

// HasEdgeFromTo implements graph.Directed.
func (d *Digraph) HasEdgeFromTo(u, v int64) bool {
	if !d.has(u) || !d.has(v) {
		return false
	}
	_, ok := find(d.succs[u], int32(v))
	return ok
}

// HasEdgeBetween implements graph.Graph.
func (d *Digraph) HasEdgeBetween(u, v int64) bool {
	return d.HasEdgeFromTo(u, v) || d.HasEdgeFromTo(v, u)
}

// Edge implements graph.Graph.
func (d *Digraph) Edge(u, v int64) graph.Edge {
	if e := d.WeightedEdge(u, v); e != nil {
		return e
	}
	return nil
}

// WeightedEdge implements graph.Weighted.
func (d *Digraph) WeightedEdge(u, v int64) graph.WeightedEdge {
	if !d.HasEdgeFromTo(u, v) {
		return nil
	}
	w, _ := d.Weight(u, v)
	return edge{node(u), node(v), w}
}

// Weight implements graph.Weighted: a node is 0 away from itself if it has no
// self edge, and what has no edge is infinitely far.
func (d *Digraph) Weight(u, v int64) (float64, bool) {
	if d.HasEdgeFromTo(u, v) {
		i, _ := find(d.succs[u], int32(v))
		return d.succs[u][i].weight, true
	}
	if u == v && d.has(u) {
		return 0, true
	}
	return math.Inf(1), false
}
