package viz

import (
	"testing"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
)

// TestGraph draws random graphs: each edge is drawn once, forward ones downwards
// from layer to layer, boxes keep apart, a loop's frame holds its blocks and no
// others.
func TestGraph(t *testing.T) {
	for seed := range uint64(300) {
		f := ir.NewFunc("g", ir.CoreOps, nil)
		guesttest.Graph(f, seed, 1+int(seed%17))
		var r Recorder
		if s := r.graph(f); s == "" {
			t.Fatal("nothing drawn")
		}
		var tree dom.Tree
		var forest loops.Forest
		dom.Compute(f, &tree)
		loops.Compute(f, &tree, &forest)
		d := &drawing{tree: &tree, forest: &forest}
		d.layers()
		d.edges()
		d.order()
		d.positions()
		checkDrawing(t, d, seed)
		if t.Failed() {
			return
		}
	}
}

func checkDrawing(t *testing.T, d *drawing, seed uint64) {
	blocks, want, got := len(d.tree.RPO()), 0, len(d.back)
	for _, b := range d.tree.RPO() {
		want += len(b.Succs)
	}
	for i := range d.nodes {
		n := &d.nodes[i]
		if i < blocks {
			got += len(n.down)
		} else if len(n.up) != 1 || len(n.down) != 1 {
			t.Errorf("seed %d: a bend with %d edges in, %d out", seed, len(n.up), len(n.down))
		}
		for _, m := range n.down {
			if d.nodes[m].layer != n.layer+1 {
				t.Errorf("seed %d: an edge from layer %d to %d", seed, n.layer, d.nodes[m].layer)
			}
		}
		for j := range i {
			if m := &d.nodes[j]; m.layer == n.layer && 2*max(m.x-n.x, n.x-m.x) < m.width()+n.width() {
				t.Errorf("seed %d: nodes %d and %d overlap", seed, j, i)
			}
		}
		if n.x-n.width()/2 < 0 || n.x+n.width()/2 > d.width || n.y+boxHeight/2 > d.height {
			t.Errorf("seed %d: node %d lies outside", seed, i)
		}
	}
	if got != want {
		t.Errorf("seed %d: %d edges drawn of %d", seed, got, want)
	}
	for _, l := range d.forest.Loops {
		x0, y0, x1, y1 := d.frame(l)
		for i := range d.nodes {
			n := &d.nodes[i]
			if !encloses(l, n.loop) && n.y > y0 && n.y < y1 && n.x+n.width()/2 > x0 && n.x-n.width()/2 < x1 {
				t.Errorf("seed %d: node %d lies in the frame of a loop that it is not in", seed, i)
			}
		}
		for _, b := range l.Blocks {
			if n := &d.nodes[d.tree.Number(b)]; n.x < x0 || n.x > x1 || n.y < y0 || n.y > y1 {
				t.Errorf("seed %d: b%d is outside of its loop's frame", seed, b.ID)
			}
		}
	}
}

// TestLink: what refers to something is linked, what looks like it is not.
func TestLink(t *testing.T) {
	n := &naming{keys: []string{"v7", "v9", "s8", "b3", "x5"}, first: [4]int{0, 2, 3, 4}, size: [4]int{2, 1, 1, 1}}
	for _, c := range []struct{ text, plain string }{
		{"v0: ref = guard.type v1, {v1}, s0 -> x0 !1,2", "v7: ref = guard.type v9, {v1}, s8 -> x5"},
		{`v1 = op #v0, #"v1 v0", "b0 \" v0"`, `v9 = op #v0, #"v1 v0", "b0 \" v0"`},
		{"jump b0(v1, v0)", "jump b3(v9, v7)"},
		{"v2 x1 v0.5 b07x s v", "v2 x1 v0.5 b07x s v"},
	} {
		if _, plain := n.link(c.text); plain != c.plain {
			t.Errorf("%q became %q, want %q", c.text, plain, c.plain)
		}
	}
	if h, _ := n.link("s0 <v1"); h != `<a data-k="v8" data-n="s0">s8</a> &lt;<a data-k="v9" data-n="v1">v9</a>` {
		t.Error(h)
	}
}
