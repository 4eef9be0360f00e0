package profile

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/sampling"
)

// Graph is the graph of a VM's executors: nodes by time, edges by how often one has
// gone on in another. Returns that go through a frame's row, from one executor into
// the caller's, are no edges: nobody counts them.
type Graph struct {
	Nodes []Node // by number
	Edges []Edge // by Count, the most first
	Times bool   // whether Node.Samples say anything
	total int    // samples in all
}

// Node is an executor.
type Node struct {
	Executor *exitdata.Executor
	Samples  int
	Entered  uint64 // from the interpreter and from executors
	Ends     string // why its trace ends, in words
}

// Edge is a transition. From or To is 0 for the interpreter; other numbers are
// Executor.ID.
type Edge struct {
	From, To int
	Exits    []int // From's exits that lead there, by index; nil where the interpreter enters
	Count    uint64
}

// NewGraph makes the graph of executors that have maps. s may be nil.
func NewGraph(vm *interp.VM, rec *Recorder, s *sampling.Sampled) *Graph {
	w := &why{r: newReport(vm, rec, s)}
	g := &Graph{Times: s != nil}
	if s != nil {
		g.total = s.Samples
	}
	for _, ex := range w.r.execs {
		n := Node{Executor: ex, Entered: vm.Table().Entered(ex), Ends: w.end(ex)}
		if s != nil {
			n.Samples = w.samples(ex)
		}
		g.Nodes = append(g.Nodes, n)
		if ex.Entries > 0 {
			g.Edges = append(g.Edges, Edge{To: ex.ID, Count: ex.Entries})
		}
		for i, x := range ex.Exits {
			g.exit(ex, i, x, vm.Table().Transitions(x))
		}
	}
	slices.SortStableFunc(g.Edges, func(a, b Edge) int { return cmp.Compare(b.Count, a.Count) })
	return g
}

// exit adds what was taken of an exit: while it was cold it led to the interpreter.
func (g *Graph) exit(ex *exitdata.Executor, i int, x *exitdata.Exit, n uint64) {
	if x.Taken() > 0 {
		g.edge(ex.ID, 0, i, x.Taken())
	}
	if n > x.Taken() && x.Target != nil && x.Target.Kind != exitdata.Cold {
		g.edge(ex.ID, x.Target.ID, i, n-x.Taken())
	}
}

func (g *Graph) edge(from, to, exit int, n uint64) {
	for i := range g.Edges {
		if e := &g.Edges[i]; e.From == from && e.To == to && e.Exits != nil {
			e.Exits, e.Count = append(e.Exits, exit), e.Count+n
			return
		}
	}
	g.Edges = append(g.Edges, Edge{from, to, []int{exit}, n})
}

func (g *Graph) share(n int) float64 { return 100 * float64(n) / float64(max(g.total, 1)) }

// Text writes the graph as lines: each executor with its edges out.
func (g *Graph) Text(out io.Writer) error {
	var b strings.Builder
	for _, e := range g.Edges {
		if e.From == 0 {
			fmt.Fprintf(&b, "interpreter -> executor %d: %s\n", e.To, times(e.Count))
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fmt.Fprintf(&b, "executor %d: %s; %s; entered %s\n", n.Executor.ID, Title(n.Executor), g.size(n), times(n.Entered))
		fmt.Fprintf(&b, "    ends: %s\n", n.Ends)
		for _, e := range g.Edges {
			if e.From != n.Executor.ID {
				continue
			}
			fmt.Fprintf(&b, "    -> %s: %s by %s\n", node(e.To), times(e.Count), exitList(e.Exits))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// size says how large an executor is, and its part of the time.
func (g *Graph) size(n *Node) string {
	text := fmt.Sprintf("%d bytecodes, %d bytes", n.Executor.Trace.Bytecodes, n.Executor.CodeBytes)
	if g.Times {
		text += fmt.Sprintf("; %.1f %% of the time", g.share(n.Samples))
	}
	return text
}

func node(id int) string {
	if id == 0 {
		return "interpreter"
	}
	return fmt.Sprintf("executor %d", id)
}

func exitList(exits []int) string {
	list := make([]string, len(exits))
	for i, x := range exits {
		list[i] = fmt.Sprintf("x%d", x)
	}
	return strings.Join(list, " ")
}

// DOT writes the graph for Graphviz: darker nodes took more time, thicker edges more
// transitions.
func (g *Graph) DOT(out io.Writer) error {
	var b strings.Builder
	b.WriteString("digraph executors {\n  node [shape=box style=filled fillcolor=white fontname=\"sans-serif\"]\n  0 [label=\"interpreter\" shape=ellipse]\n")
	for i := range g.Nodes {
		n := &g.Nodes[i]
		label := fmt.Sprintf("%d: %s\n%s\nentered %s", n.Executor.ID, Title(n.Executor), g.size(n), times(n.Entered))
		fmt.Fprintf(&b, "  %d [label=%s tooltip=%s fillcolor=\"0.08 %.2f 1.00\"]\n", n.Executor.ID, dotString(label), dotString("ends: "+n.Ends), min(g.share(n.Samples)/60, 1))
	}
	most := uint64(1)
	for _, e := range g.Edges {
		most = max(most, e.Count)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  %d -> %d [label=%s penwidth=%.1f]\n", e.From, e.To, dotString(times(e.Count)), 0.5+4.5*float64(e.Count)/float64(most))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// dotString quotes a string for DOT; newlines stay newlines.
func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
