package verify

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// graph is the control-flow graph over indexes in Func.Blocks, with its
// dominator tree. It does not use package analysis/dom, which is checked by the
// same tests that this package serves.
type graph struct {
	succStart, succ []int32
	predStart, pred []int32
	number          []int32 // in reverse postorder, −1 if unreachable
	rpo             []int32
	idom            []int32 // −1 for the entry and what is unreachable
	enter, leave    []int32 // interval of the dominator tree's walk
	kidStart, kids  []int32
	stack           []int32
	at              []int32
}

func (g *graph) succs(i int32) []int32 { return g.succ[g.succStart[i]:g.succStart[i+1]] }
func (g *graph) preds(i int32) []int32 { return g.pred[g.predStart[i]:g.predStart[i+1]] }

func (g *graph) reachable(i int32) bool { return g.number[i] >= 0 }

// build reads the edges, which lead to blocks of the function.
func (g *graph) build(f *ir.Func, order []int32) {
	n := len(f.Blocks)
	g.succStart = resized(g.succStart, n+1)
	g.succ = g.succ[:0]
	for i, b := range f.Blocks {
		for _, e := range b.Succs {
			g.succ = append(g.succ, order[e.To.ID])
		}
		g.succStart[i+1] = int32(len(g.succ))
	}
	g.predStart = resized(g.predStart, n+1)
	g.pred = resized(g.pred, len(g.succ))
	g.group(g.predStart, g.pred, func(yield func(from, to int32)) {
		for i := range int32(n) {
			for _, t := range g.succs(i) {
				yield(t, i)
			}
		}
	})
	g.search(int32(n))
	g.dominators(n)
	g.intervals(n)
}

// group sorts pairs by their first part: the second parts of i are
// list[start[i]:start[i+1]], in the order in which they came.
func (g *graph) group(start, list []int32, pairs func(func(key, value int32))) {
	pairs(func(key, _ int32) { start[key+1]++ })
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	g.at = append(g.at[:0], start...)
	pairs(func(key, value int32) {
		list[g.at[key]] = value
		g.at[key]++
	})
}

// search numbers the blocks in reverse postorder from the entry.
func (g *graph) search(n int32) {
	g.number = resized(g.number, int(n))
	g.rpo = g.rpo[:0]
	for i := range g.number {
		g.number[i] = -1
	}
	g.at = resized(g.at, int(n)) // the next edge to follow
	g.stack = append(g.stack[:0], 0)
	g.number[0] = 0
	for len(g.stack) > 0 {
		b := g.stack[len(g.stack)-1]
		if s := g.succs(b); int(g.at[b]) < len(s) {
			t := s[g.at[b]]
			g.at[b]++
			if g.number[t] < 0 {
				g.number[t] = 0
				g.stack = append(g.stack, t)
			}
			continue
		}
		g.stack = g.stack[:len(g.stack)-1]
		g.rpo = append(g.rpo, b)
	}
	slices.Reverse(g.rpo)
	for i, b := range g.rpo {
		g.number[b] = int32(i)
	}
}

// dominators computes immediate dominators: Cooper, Harvey and Kennedy, A
// Simple, Fast Dominance Algorithm.
func (g *graph) dominators(n int) {
	g.idom = resized(g.idom, n)
	for i := range g.idom {
		g.idom[i] = -1
	}
	g.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, b := range g.rpo[1:] {
			dom := int32(-1)
			for _, p := range g.preds(b) {
				switch {
				case !g.reachable(p) || g.idom[p] < 0:
				case dom < 0:
					dom = p
				default:
					dom = g.meet(dom, p)
				}
			}
			if g.idom[b] != dom {
				g.idom[b], changed = dom, true
			}
		}
	}
	g.idom[0] = -1
}

// meet returns the nearest common dominator of two blocks.
func (g *graph) meet(a, b int32) int32 {
	for a != b {
		for g.number[a] > g.number[b] {
			a = g.idom[a]
		}
		for g.number[b] > g.number[a] {
			b = g.idom[b]
		}
	}
	return a
}

// intervals numbers the dominator tree so that dominance is containment.
func (g *graph) intervals(n int) {
	g.kidStart = resized(g.kidStart, n+1)
	g.kids = resized(g.kids, max(len(g.rpo)-1, 0))
	g.group(g.kidStart, g.kids, func(yield func(key, value int32)) {
		for _, b := range g.rpo[1:] {
			yield(g.idom[b], b)
		}
	})
	g.enter, g.leave = resized(g.enter, n), resized(g.leave, n)
	clock := int32(0)
	g.at = append(g.at[:0], g.kidStart[:n]...)
	g.stack = append(g.stack[:0], 0)
	g.enter[0] = clock
	for len(g.stack) > 0 {
		b := g.stack[len(g.stack)-1]
		if g.at[b] < g.kidStart[b+1] {
			k := g.kids[g.at[b]]
			g.at[b]++
			clock++
			g.enter[k] = clock
			g.stack = append(g.stack, k)
			continue
		}
		g.leave[b] = clock
		g.stack = g.stack[:len(g.stack)-1]
	}
}

// dominates reports whether a dominates b, both reachable.
func (g *graph) dominates(a, b int32) bool {
	return g.enter[a] <= g.enter[b] && g.enter[b] <= g.leave[a]
}

// checkGraph checks the shape of the graph.
func (c *Checker) checkGraph() {
	f, g := c.f, &c.cfg
	if e := f.Blocks[0]; len(e.Preds) > 0 || len(e.Params) > 0 {
		c.report("V008", e, nil, "the entry block has %d predecessors and %d parameters", len(e.Preds), len(e.Params))
	}
	for i, b := range f.Blocks {
		i := int32(i)
		if !g.reachable(i) {
			c.report("V009", b, nil, "no path leads here from the entry")
			continue
		}
		if d := g.idom[i]; d > i {
			c.report("V010", b, nil, "its dominator b%d stands behind it", f.Blocks[d].ID)
		}
		header := false
		for _, p := range g.preds(i) {
			switch {
			case !g.reachable(p) || g.number[p] < g.number[i]:
			case g.dominates(i, p):
				header = true
			default:
				c.report("V011", b, nil, "the edge from b%d leads back here, and the cycle can be entered elsewhere", f.Blocks[p].ID)
			}
		}
		if header != b.Loop {
			c.report("V012", b, nil, "loop mark %v, header of a loop %v", b.Loop, header)
		}
	}
}
