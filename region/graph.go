package region

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// Graph is a profile: blocks in the order in which they were first seen, each with
// the number of times that it was entered and the edges that left it. Counts only
// grow.
type Graph struct {
	Nodes   []Node
	byPlace map[uop.Place]int32
	prev    int32 // the block entered last, −1: not known
}

// Node is a block of a Graph.
type Node struct {
	At    uop.Place
	Size  uint32
	Count uint64 // times entered
	old   uint64 // what Count was when cover was called last
	Out   []Arc  // in the order in which they were first seen
	In    []int32
}

// Arc is an edge of a Graph.
type Arc struct {
	To    int32
	How   uop.How // the way it was first taken
	Count uint64
	old   uint64 // as a Node's
}

// fresh returns how often the block was entered since it was covered.
func (n *Node) fresh() uint64 { return n.Count - n.old }

// fresh returns how often the edge was taken since its block was covered.
func (a *Arc) fresh() uint64 { return a.Count - a.old }

// cover begins the fresh counts of a block anew, and of the edges that leave it: a
// region has it now.
func (g *Graph) cover(id int32) {
	n := &g.Nodes[id]
	n.old = n.Count
	for i := range n.Out {
		n.Out[i].old = n.Out[i].Count
	}
}

// NewGraph returns a graph without blocks.
func NewGraph() *Graph { return &Graph{byPlace: map[uop.Place]int32{}, prev: -1} }

// ID returns the block that begins at p, or −1 if it was never entered.
func (g *Graph) ID(p uop.Place) int32 {
	if id, ok := g.byPlace[p]; ok {
		return id
	}
	return -1
}

// Observe counts a block that is entered, and the edge that it is entered by; an
// Exit or a Start has none. It returns the block and the one before it, or −1.
//
// A block's edges are its cache of where it goes: only an edge that was never seen
// looks into the map of places.
func (g *Graph) Observe(ev *uop.Event) (prev, id int32) {
	prev = g.prev
	if ev.How >= uop.Exit {
		prev = -1
	}
	if prev >= 0 {
		out := g.Nodes[prev].Out
		for i := range out {
			if to := out[i].To; g.Nodes[to].At == ev.At {
				out[i].Count++
				g.Nodes[to].Count++
				g.prev = to
				return prev, to
			}
		}
	}
	id = g.Add(ev.At, ev.Size)
	if prev >= 0 {
		g.addArc(prev, id, ev.How, 1)
	}
	g.Nodes[id].Count++
	g.prev = id
	return prev, id
}

// Add returns the block at p; if there was none, it is made, with count 0.
func (g *Graph) Add(p uop.Place, size uint32) int32 {
	id, ok := g.byPlace[p]
	if !ok {
		id = int32(len(g.Nodes))
		g.byPlace[p] = id
		g.Nodes = append(g.Nodes, Node{At: p, Size: size})
	}
	return id
}

// Set makes the counts of a block, and of the edges that leave it, those of a profile;
// edges that this does not have were taken 0 times. It returns the block.
func (g *Graph) Set(f uop.Flow) int32 {
	id := g.Add(f.At, f.Size)
	n := &g.Nodes[id]
	n.Size, n.Count = f.Size, f.Count
	for i := range n.Out {
		n.Out[i].Count = 0
	}
	for _, w := range f.Ways {
		g.addArc(id, g.Add(w.To, 0), w.How, w.Count)
	}
	return id
}

// addArc adds to the count of an edge; if there was none, it is made.
func (g *Graph) addArc(from, to int32, how uop.How, count uint64) {
	if a := g.Arc(from, to); a != nil {
		a.Count += count
		return
	}
	g.Nodes[from].Out = append(g.Nodes[from].Out, Arc{To: to, How: how, Count: count})
	g.Nodes[to].In = append(g.Nodes[to].In, from)
}

// Arc returns the edge between two blocks, or nil.
func (g *Graph) Arc(from, to int32) *Arc {
	out := g.Nodes[from].Out
	if i := slices.IndexFunc(out, func(a Arc) bool { return a.To == to }); i >= 0 {
		return &out[i]
	}
	return nil
}
