package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/ir"
)

// Sizes of a drawing, in pixels.
const (
	boxWidth, boxHeight = 104, 34
	gapX, gapY          = 26, 34
	dummyWidth          = 14
	margin              = 14
)

// graph draws a function's control-flow graph: blocks in layers, each below those
// that lead to it, a frame around each loop and its edges back on the right.
func (r *Recorder) graph(f *ir.Func) string {
	dom.Compute(f, &r.tree)
	loops.Compute(f, &r.tree, &r.forest)
	d := &drawing{tree: &r.tree, forest: &r.forest}
	d.layers()
	d.edges()
	d.order()
	d.positions()
	return d.svg()
}

// node is a block, or a bend of an edge in a layer that the edge passes.
type node struct {
	b     *ir.Block // nil for a bend
	layer int
	x, y  int // of the centre
	up    []int
	down  []int
}

func (n *node) width() int {
	if n.b == nil {
		return dummyWidth
	}
	return boxWidth
}

type drawing struct {
	tree   *dom.Tree
	forest *loops.Forest
	nodes  []node  // the blocks in reverse postorder, then bends
	rows   [][]int // nodes by layer
	back   [][2]int
	height int
	width  int
}

// layers puts each block one layer below the lowest that leads forward to it.
func (d *drawing) layers() {
	for _, b := range d.tree.RPO() {
		d.nodes = append(d.nodes, node{b: b})
	}
	for i := range d.nodes {
		for _, e := range d.nodes[i].b.Succs {
			if j := d.tree.Number(e.To); j > i {
				d.nodes[j].layer = max(d.nodes[j].layer, d.nodes[i].layer+1)
			}
		}
	}
}

// edges connects the blocks, over bends where an edge passes a layer.
func (d *drawing) edges() {
	for i, blocks := 0, len(d.nodes); i < blocks; i++ {
		for _, e := range d.nodes[i].b.Succs {
			to := d.tree.Number(e.To)
			if to <= i {
				d.back = append(d.back, [2]int{i, to})
				continue
			}
			at := i
			for l := d.nodes[i].layer + 1; l < d.nodes[to].layer; l++ {
				d.nodes = append(d.nodes, node{layer: l})
				d.connect(at, len(d.nodes)-1)
				at = len(d.nodes) - 1
			}
			d.connect(at, to)
		}
	}
}

func (d *drawing) connect(from, to int) {
	d.nodes[from].down = append(d.nodes[from].down, to)
	d.nodes[to].up = append(d.nodes[to].up, from)
}

// order orders each layer by where what leads to it stands, what is in loops
// first, so that their frames hold nothing else.
func (d *drawing) order() {
	for i := range d.nodes {
		for len(d.rows) <= d.nodes[i].layer {
			d.rows = append(d.rows, nil)
		}
		d.rows[d.nodes[i].layer] = append(d.rows[d.nodes[i].layer], i)
	}
	place := make([]float64, len(d.nodes))
	rank := func(i int) float64 {
		n, sum := &d.nodes[i], 0.0
		for _, u := range n.up {
			sum += place[u]
		}
		if len(n.up) > 0 {
			sum /= float64(len(n.up))
		}
		if n.b == nil || d.forest.Of(n.b) == nil {
			sum += 1000
		}
		return sum
	}
	for _, row := range d.rows {
		slices.SortStableFunc(row, func(a, b int) int {
			switch x, y := rank(a), rank(b); {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
		for k, i := range row {
			place[i] = float64(k)
		}
	}
}

// positions centres each layer.
func (d *drawing) positions() {
	widths := make([]int, len(d.rows))
	for l, row := range d.rows {
		for k, i := range row {
			if k > 0 {
				widths[l] += gapX
			}
			widths[l] += d.nodes[i].width()
		}
		d.width = max(d.width, widths[l])
	}
	for l, row := range d.rows {
		x := margin + (d.width-widths[l])/2
		for _, i := range row {
			n := &d.nodes[i]
			n.x, n.y = x+n.width()/2, margin+boxHeight/2+l*(boxHeight+gapY)
			x += n.width() + gapX
		}
	}
	d.width += 2 * margin
	d.height = 2*margin + len(d.rows)*(boxHeight+gapY) - gapY
}

// frame is the rectangle around a loop's blocks.
func (d *drawing) frame(l *loops.Loop) (x0, y0, x1, y1 int) {
	x0, y0 = 1<<30, 1<<30
	for _, b := range l.Blocks {
		n := &d.nodes[d.tree.Number(b)]
		x0, x1 = min(x0, n.x-boxWidth/2), max(x1, n.x+boxWidth/2)
		y0, y1 = min(y0, n.y-boxHeight/2), max(y1, n.y+boxHeight/2)
	}
	pad := max(3, 11-2*l.Depth)
	return x0 - pad, y0 - pad, x1 + pad, y1 + pad
}

func (d *drawing) svg() string {
	var b strings.Builder
	right := d.width + 12*len(d.back)
	fmt.Fprintf(&b, `<svg width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`, right, d.height)
	for _, l := range d.forest.Loops {
		x0, y0, x1, y1 := d.frame(l)
		fmt.Fprintf(&b, `<rect class="loop" x="%d" y="%d" width="%d" height="%d" rx="7"/>`, x0, y0, x1-x0, y1-y0)
	}
	for i := range d.nodes {
		n := &d.nodes[i]
		for _, to := range n.down {
			m := &d.nodes[to]
			y0, y1 := n.y+boxHeight/2, m.y-boxHeight/2
			if n.b == nil {
				fmt.Fprintf(&b, `<path d="M%d %dV%d"/>`, n.x, n.y-boxHeight/2, y0)
			}
			mid := (y0 + y1) / 2
			tip := ""
			if m.b != nil {
				tip = fmt.Sprintf("m-3 -5l3 5l3 -5")
			}
			fmt.Fprintf(&b, `<path d="M%d %dC%[1]d %[3]d %[4]d %[3]d %[4]d %[5]d%s"/>`, n.x, y0, mid, m.x, y1, tip)
		}
	}
	for k, e := range d.back {
		d.edgeBack(&b, &d.nodes[e[0]], &d.nodes[e[1]], k)
	}
	for i := range d.nodes {
		if n := &d.nodes[i]; n.b != nil {
			box(&b, n)
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

// edgeBack draws an edge back to a header along the right of what lies between,
// which is a way of its own for each.
func (d *drawing) edgeBack(b *strings.Builder, from, to *node, k int) {
	x := 0
	for l := to.layer; l <= from.layer; l++ {
		for _, i := range d.rows[l] {
			x = max(x, d.nodes[i].x+d.nodes[i].width()/2)
		}
	}
	x += 10 + 12*k
	y0, y1 := from.y+6, to.y-6
	fmt.Fprintf(b, `<path class="back" d="M%d %dH%dQ%d %[2]d %[4]d %[5]dV%[6]dQ%[4]d %[7]d %[3]d %[7]dH%[8]dm5 -3l-5 3l5 3"/>`,
		from.x+boxWidth/2, y0, x-6, x, y0-6, y1+6, y1, to.x+boxWidth/2)
}

// box draws a block with how much is in it.
func box(b *strings.Builder, n *node) {
	values, exits := 0, 0
	for v := range n.b.Values() {
		if v.Op != ir.OpState {
			values++
		}
		for _, x := range v.Exits {
			if x != nil {
				exits++
			}
		}
	}
	class := ""
	if n.b.Cold {
		class = ` class="cold"`
	}
	fmt.Fprintf(b, `<g data-k="b%d"><rect%s x="%d" y="%d" width="%d" height="%d" rx="4"/>`, n.b.ID, class, n.x-boxWidth/2, n.y-boxHeight/2, boxWidth, boxHeight)
	fmt.Fprintf(b, `<text x="%d" y="%d">b%d</text><text class="sub" x="%[1]d" y="%[4]d">%s</text></g>`,
		n.x, n.y-3, n.b.ID, n.y+11, fmt.Sprintf("%d ops, %s", values, plural(exits, "exit")))
}
