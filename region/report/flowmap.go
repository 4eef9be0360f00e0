package report

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tier2go/tier2/region"
)

// FlowMap shows what a selector made of a program: its blocks with the ways between
// them, and which regions have which blocks at the end of a replay.
type FlowMap struct {
	Program, Selector string
	Omitted           int // blocks that are left out, the rarest
	blocks            []mapBlock
	ways              []mapWay
	codes             []uint64 // in the order of the columns
	regions           []mapRegion
	most              uint64 // the most executions of a way
}

// mapBlock is a block that is shown.
type mapBlock struct {
	node     *region.Node
	col, row int
	regions  []int // that have it, ascending
	heads    int   // how many begin with it
}

type mapWay struct {
	from, to int // indices of blocks
	count    uint64
}

type mapRegion struct {
	size  int
	share float64 // of all instructions
}

// maxMapBlocks bounds the blocks of a map; a drawing of more shows nothing.
const maxMapBlocks = 160

// newFlowMap makes the map of a replay of a stream.
func newFlowMap(s *region.Stream, m *region.Metrics) *FlowMap {
	g := s.Graph()
	f := &FlowMap{Program: m.Program, Selector: m.Selector}
	order := make([]int32, len(g.Nodes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(g.Nodes[b].Count, g.Nodes[a].Count) })
	if len(order) > maxMapBlocks {
		f.Omitted = len(order) - maxMapBlocks
		order = order[:maxMapBlocks]
	}
	slices.SortFunc(order, func(a, b int32) int { return g.Nodes[a].At.Compare(g.Nodes[b].At) })
	at := make([]int, len(g.Nodes)) // its index in blocks, plus one
	for i, id := range order {
		n := &g.Nodes[id]
		if len(f.codes) == 0 || f.codes[len(f.codes)-1] != n.At.Code {
			f.codes = append(f.codes, n.At.Code)
		}
		b := mapBlock{node: n, col: len(f.codes) - 1}
		if i > 0 && f.blocks[i-1].col == b.col {
			b.row = f.blocks[i-1].row + 1
		}
		f.blocks = append(f.blocks, b)
		at[id] = i + 1
	}
	for i := range f.blocks {
		for _, a := range f.blocks[i].node.Out {
			if to := at[a.To]; to > 0 {
				f.ways = append(f.ways, mapWay{i, to - 1, a.Count})
				f.most = max(f.most, a.Count)
			}
		}
	}
	for _, r := range m.Regions {
		if r.Gone {
			continue
		}
		i := len(f.regions)
		f.regions = append(f.regions, mapRegion{r.Region.Size(), float64(r.Instr) / float64(max(m.Instr, 1))})
		for k := range r.Region.Blocks {
			id := g.ID(r.Region.Blocks[k].At)
			if id < 0 || at[id] == 0 {
				continue
			}
			b := &f.blocks[at[id]-1]
			if !slices.Contains(b.regions, i) {
				b.regions = append(b.regions, i)
			}
			if k == 0 {
				b.heads++
			}
		}
	}
	return f
}

// colour returns region i's: hues that are far from each other for neighbours.
func (f *FlowMap) colour(i int) string {
	h := math.Mod(float64(i)*137.508+210, 360) / 360
	rgb := func(offset float64) int { // a light colour: saturation and value are fixed
		x := math.Abs(math.Mod(h*6+offset, 6)-3) - 1
		return int(255 * (0.45 + 0.5*min(max(x, 0), 1)))
	}
	return fmt.Sprintf("#%02x%02x%02x", rgb(0), rgb(4), rgb(2))
}

// thick returns how thick a way is drawn: by the logarithm of its executions.
func (f *FlowMap) thick(count uint64) float64 {
	return 0.4 + 4*math.Log1p(float64(count))/math.Log1p(float64(max(f.most, 1)))
}

// hot reports whether a way has at least a hundredth of the most executions.
func (f *FlowMap) hot(count uint64) bool { return count*100 >= f.most }

// sizes of a drawing.
const (
	boxWidth, boxHeight = 96, 18
	colWidth, rowHeight = 210, 34
	mapMargin           = 60
	maxStripes          = 8
	maxLegend           = 12
)

// WriteSVG draws the map: a column for each code, its blocks by their places, with
// the colours of the regions that have them (white: none); a region's head has a thick
// frame, and a way is as thick as it is hot, on a logarithmic scale.
func (f *FlowMap) WriteSVG(w io.Writer) error {
	rows := 0
	for i := range f.blocks {
		rows = max(rows, f.blocks[i].row+1)
	}
	shown := min(len(f.regions), maxLegend)
	width, height := 2*mapMargin+len(f.codes)*colWidth, mapMargin+rows*rowHeight+20+14*(shown+1)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="10">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"8\" y=\"16\" font-size=\"13\">%s, %s</text>\n", html.EscapeString(f.Program), html.EscapeString(f.Selector))
	for i, c := range f.codes {
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"40\">code %d</text>\n", mapMargin+i*colWidth, c)
	}
	for _, way := range f.ways {
		f.drawWay(&b, way)
	}
	for i := range f.blocks {
		f.drawBlock(&b, &f.blocks[i])
	}
	y := mapMargin + rows*rowHeight + 10
	for i := range shown {
		r := f.regions[i]
		fmt.Fprintf(&b, "<rect x=\"8\" y=\"%d\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"22\" y=\"%d\">region %d: %d instructions, executes %.1f %%</text>\n", y+14*i, f.colour(i), y+14*i+9, i, r.size, 100*r.share)
	}
	if more := len(f.regions) - shown; more > 0 || f.Omitted > 0 {
		fmt.Fprintf(&b, "<text x=\"8\" y=\"%d\">%d more regions; %d rarer blocks are left out</text>\n", y+14*shown+9, more, f.Omitted)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *FlowMap) place(i int) (x, y float64) {
	return float64(mapMargin + f.blocks[i].col*colWidth), float64(mapMargin + f.blocks[i].row*rowHeight)
}

// drawWay draws a way: down between neighbours, else round the right side if it goes
// forward in its code, round the left one if it goes back, and across to other codes.
func (f *FlowMap) drawWay(b *strings.Builder, way mapWay) {
	x, y := f.place(way.from)
	u, v := f.place(way.to)
	stroke := "#999"
	if f.hot(way.count) {
		stroke = "#333"
	}
	from, to := &f.blocks[way.from], &f.blocks[way.to]
	const half = boxHeight / 2
	path := ""
	switch bulge := 14 + 5*math.Sqrt(math.Abs(float64(to.row-from.row))); {
	case from.col == to.col && to.row == from.row+1:
		path = fmt.Sprintf("M%.0f %.0fL%.0f %.0f", x+boxWidth/2, y+boxHeight, u+boxWidth/2, v)
	case from.col == to.col && to.row > from.row:
		path = fmt.Sprintf("M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f", x+boxWidth, y+half, x+boxWidth+bulge, y+half, u+boxWidth+bulge, v+half, u+boxWidth, v+half)
	case from.col == to.col:
		path = fmt.Sprintf("M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f", x, y+half+4, x-bulge, y+half+4, u-bulge, v+half-4, u, v+half-4)
	case from.col < to.col:
		path = fmt.Sprintf("M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f", x+boxWidth, y+half, x+boxWidth+50, y+half, u-50, v+half, u, v+half)
	default:
		path = fmt.Sprintf("M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f", x, y+half, x-50, y+half, u+boxWidth+50, v+half, u+boxWidth, v+half)
	}
	fmt.Fprintf(b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" opacity=\"0.8\"><title>%s → %s: %d</title></path>\n",
		path, stroke, f.thick(way.count), from.node.At, to.node.At, way.count)
}

func (f *FlowMap) drawBlock(b *strings.Builder, blk *mapBlock) {
	x, y := mapMargin+blk.col*colWidth, mapMargin+blk.row*rowHeight
	stripes := blk.regions[:min(len(blk.regions), maxStripes)]
	if len(stripes) == 0 {
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"white\"/>\n", x, y, boxWidth, boxHeight)
	}
	for i, r := range stripes {
		w := float64(boxWidth) / float64(len(stripes))
		fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", float64(x)+float64(i)*w, y, w, boxHeight, f.colour(r))
	}
	frame := 1.0
	if blk.heads > 0 {
		frame = 3
	}
	fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"black\" stroke-width=\"%.0f\"/><text x=\"%d\" y=\"%d\">%d +%d ×%s</text>\n",
		x, y, boxWidth, boxHeight, frame, x+4, y+13, blk.node.At.PC, blk.node.Size, short(blk.node.Count))
}

// short writes a number with at most three digits.
func short(n uint64) string {
	units := []string{"", "k", "M", "G", "T"}
	x := float64(n)
	for i, u := range units {
		if x < 1000 || i == len(units)-1 {
			return fmt.Sprintf("%.3g%s", x, u)
		}
		x /= 1000
	}
	return ""
}

// WriteDot writes the map for Graphviz: a cluster for each code, the rest as WriteSVG
// has it.
func (f *FlowMap) WriteDot(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %q {\n\tnode [shape=box, fontname=\"sans-serif\"];\n", f.Program+", "+f.Selector)
	for c := range f.codes {
		fmt.Fprintf(&b, "\tsubgraph cluster_%d {\n\t\tlabel=\"code %d\";\n", c, f.codes[c])
		for i := range f.blocks {
			blk := &f.blocks[i]
			if blk.col != c {
				continue
			}
			fmt.Fprintf(&b, "\t\tb%d [label=\"%d +%d ×%s\"", i, blk.node.At.PC, blk.node.Size, short(blk.node.Count))
			var list []string
			for _, r := range blk.regions[:min(len(blk.regions), maxStripes)] {
				list = append(list, f.colour(r))
			}
			switch len(list) {
			case 0:
			case 1:
				fmt.Fprintf(&b, ", style=filled, fillcolor=%q", list[0])
			default:
				fmt.Fprintf(&b, ", style=striped, fillcolor=%q", strings.Join(list, ":"))
			}
			if blk.heads > 0 {
				b.WriteString(", penwidth=3")
			}
			b.WriteString("];\n")
		}
		b.WriteString("\t}\n")
	}
	for _, way := range f.ways {
		fmt.Fprintf(&b, "\tb%d -> b%d [penwidth=%.1f, tooltip=\"%d\"];\n", way.from, way.to, f.thick(way.count), way.count)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
