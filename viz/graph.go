package viz

import (
	"cmp"
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
	b     *ir.Block   // nil for a bend
	loop  *loops.Loop // the innermost that it is in, with both ends of its edge if it is a bend
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
		d.nodes = append(d.nodes, node{b: b, loop: d.forest.Of(b)})
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
			at, in := i, d.nodes[i].loop
			for in != nil && !d.forest.Contains(in, e.To) {
				in = in.Parent
			}
			for l := d.nodes[i].layer + 1; l < d.nodes[to].layer; l++ {
				d.nodes = append(d.nodes, node{layer: l, loop: in})
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

// order orders each layer: by loops, so that their frames need not hold anything
// else, then by where what leads to it stands.
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
		return sum / float64(max(1, len(n.up)))
	}
	for _, row := range d.rows {
		slices.SortStableFunc(row, func(a, b int) int {
			return cmp.Or(compareLoops(d.nodes[a].loop, d.nodes[b].loop), cmp.Compare(rank(a), rank(b)))
		})
		for k, i := range row {
			place[i] = float64(k)
		}
	}
}

// positions puts each node below what leads to it, as far as those on its left
// leave room, and to the right of the frames of loops that it is not in.
func (d *drawing) positions() {
	for l, row := range d.rows {
		x := margin // where there is room
		for _, i := range row {
			n := &d.nodes[i]
			n.x, n.y = x+n.width()/2, margin+boxHeight/2+l*(boxHeight+gapY)
			sum := 0
			for _, u := range n.up {
				sum += d.nodes[u].x
			}
			if len(n.up) > 0 {
				n.x = max(n.x, sum/len(n.up))
			}
			x = n.x + n.width()/2 + gapX
		}
	}
	// Making room in one frame can widen another: inner loops first, which widens
	// those around them, and again until nothing moves.
	for moved, left := true, len(d.nodes); moved && left > 0; left-- {
		moved = false
		for i := len(d.forest.Loops) - 1; i >= 0; i-- {
			moved = d.makeRoom(d.forest.Loops[i]) || moved
		}
	}
	for i := range d.nodes {
		d.width = max(d.width, d.nodes[i].x+d.nodes[i].width()/2+margin)
	}
	for _, l := range d.forest.Loops {
		_, _, x1, _ := d.frame(l)
		d.width = max(d.width, x1+2)
	}
	d.height = 2*margin + len(d.rows)*(boxHeight+gapY) - gapY
}

// makeRoom moves what comes behind a loop in the order to the right of its frame:
// in the layers that the frame spans, and all of a loop that is there.
func (d *drawing) makeRoom(l *loops.Loop) (moved bool) {
	_, y0, x1, y1 := d.frame(l)
	beside := make([]bool, len(d.forest.Loops)) // loops that are in part, or around which there is one
	for i, o := range d.forest.Loops {
		_, from, _, to := d.frame(o)
		outer := o.Parent != nil && beside[o.Parent.Index]
		beside[i] = outer || from < y1 && to > y0 && compareLoops(l, o) < 0 && !encloses(o, l)
	}
	for _, row := range d.rows {
		y, room := d.nodes[row[0]].y, 0
		for _, i := range row {
			n := &d.nodes[i]
			if y0 < y && y < y1 && compareLoops(l, n.loop) < 0 || n.loop != nil && beside[n.loop.Index] {
				room = max(room, x1+gapX/2)
			}
			if x := room + n.width()/2; n.x < x {
				n.x, moved = x, true
			}
			room = n.x + n.width()/2 + gapX
		}
	}
	return moved
}

func encloses(outer, inner *loops.Loop) bool {
	for inner != nil && inner != outer {
		inner = inner.Parent
	}
	return inner == outer
}

// compareLoops orders loops from left to right, each with those inside: what is
// inside of a loop before the rest of it, what is in no loop at the end.
func compareLoops(a, b *loops.Loop) int {
	if a == b {
		return 0
	}
	if encloses(a, b) || a == nil {
		return 1
	}
	if encloses(b, a) || b == nil {
		return -1
	}
	for a.Depth > b.Depth {
		a = a.Parent
	}
	for b.Depth > a.Depth {
		b = b.Parent
	}
	for a.Parent != b.Parent {
		a, b = a.Parent, b.Parent
	}
	return a.Index - b.Index
}

// frame is the rectangle around a loop's blocks, with room on the right for its
// edges back and those of the loops inside.
func (d *drawing) frame(l *loops.Loop) (x0, y0, x1, y1 int) {
	x0, y0 = 1<<30, 1<<30
	for _, b := range l.Blocks {
		n := &d.nodes[d.tree.Number(b)]
		x0, x1 = min(x0, n.x-boxWidth/2), max(x1, n.x+boxWidth/2)
		y0, y1 = min(y0, n.y-boxHeight/2), max(y1, n.y+boxHeight/2)
	}
	for _, o := range d.forest.Loops {
		if encloses(l, o) {
			x1 = max(x1, d.right(o)+(o.Depth-l.Depth)*3)
		}
	}
	padX, padY := max(3, 11-2*l.Depth), max(7, 15-2*l.Depth)
	return x0 - padX, y0 - padY, x1 + padX, y1 + padY
}

// lane is the distance of edges back from each other.
const lane = 7

// right returns where a loop's last edge back goes up.
func (d *drawing) right(l *loops.Loop) int {
	x := 0
	for _, b := range l.Blocks {
		x = max(x, d.nodes[d.tree.Number(b)].x+boxWidth/2)
	}
	for _, o := range d.forest.Loops {
		if o.Parent == l {
			x = max(x, d.right(o)+lane)
		}
	}
	return x + lane*len(l.Latches)
}

func (d *drawing) svg() string {
	var b strings.Builder
	right := d.width + lane*len(d.back)
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

// edgeBack draws an edge back: below the block, up on a lane of its own along the
// right of the loop, or of everything if it closes none, and down to the header.
func (d *drawing) edgeBack(b *strings.Builder, from, to *node, k int) {
	x := d.width + lane*k
	if l := to.loop; l != nil && l.Header == to.b {
		if i := slices.Index(l.Latches, from.b); i >= 0 {
			x = d.right(l) - lane*i
		}
	}
	x0, y0, x1, y1 := from.x+boxWidth/4, from.y+boxHeight/2, to.x+boxWidth/4, to.y-boxHeight/2
	fmt.Fprintf(b, `<path class="back" d="M%d %dV%dH%dQ%d %[3]d %[5]d %[6]dV%[7]dQ%[5]d %[8]d %[4]d %[8]dH%[9]dV%[10]dm-3 -4l3 4l3 -4"/>`,
		x0, y0, y0+5, x-4, x, y0+1, y1-2, y1-6, x1, y1)
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
		n.x, n.y-3, n.b.ID, n.y+11, plural(values, "op")+", "+plural(exits, "exit"))
}
