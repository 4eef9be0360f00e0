package report

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// Charts as SVG. Lengths are pixels, y goes down.

// colors tell the series apart, on white and for the colour-blind (Okabe and Ito
// 2008); they begin again, with another shape, behind the last.
var colors = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// shapes are paths around a point.
var shapes = []func(x, y, r float64) string{
	func(x, y, r float64) string {
		return fmt.Sprintf("M%.2f %.2fa%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z", x-r, y, r, r, 2*r, r, r, -2*r)
	},
	func(x, y, r float64) string { return fmt.Sprintf("M%.2f %.2fh%gv%gh%gz", x-r, y-r, 2*r, 2*r, -2*r) },
	func(x, y, r float64) string { return fmt.Sprintf("M%.2f %.2fl%g %gh%gz", x, y-r, r, 2*r, -2*r) },
}

// dashes tell lines apart where one lies on another: the first series' are solid, and what lies
// above it has gaps.
var dashes = []string{"", "8 4", "4 4", "1.5 4", "11 3 1.5 3"}

// Size of a plot.
const (
	width, height = 570, 420 // without the legend
	left, right   = 74, 16   // of the axes, as far as they are from the edge
	top, bottom   = 34, 50
	fontSize      = 11  // of the legend
	axisSize      = 12  // of the axes
	titleSize     = 15  // of the title
	wide          = 0.6 // a letter's width, of its size
	maxDots       = 30  // points of a line that are drawn as points
	dotRadius     = 2.7
	otherRadius   = 2 // of the other points
	capSize       = 3 // half of the line at the end of a bar
)

// Lines get narrower from the first series to the last, which is drawn above the others: what lies
// below shows at both sides.
const (
	widest    = 5.3
	narrowest = 1.3
)

func lineWidth(i, of int) float64 {
	return widest - (widest-narrowest)*float64(i)/float64(max(of-1, 1))
}

// drawing is a chart that is drawn.
type drawing struct {
	strings.Builder
	*Chart
	x, y axis
}

// WriteSVG draws the chart. Points that a logarithmic axis cannot show are left out.
func (c *Chart) WriteSVG(w io.Writer) error {
	d := &drawing{Chart: c, x: axis{log: c.LogX, from: left, to: width - right}, y: axis{log: c.LogY, from: height - bottom, to: top}}
	list := c.drawn()
	d.extend(list)
	names := c.names()
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="%[3]d">`+"\n", width+names, height, axisSize)
	d.WriteString("<g>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
	d.axes()
	for _, s := range list {
		d.series(s)
	}
	if c.One {
		d.one()
	}
	d.legend(list)
	d.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(w, d.String())
	return err
}

// names returns the legend's width: that of the longest name, and of what stands beside it.
func (c *Chart) names() int {
	most := 0
	for _, s := range c.Series {
		most = max(most, len(s.Name))
	}
	return max(115, int(wide*fontSize*float64(most))+60)
}

// extend makes the axes as long as what they show.
func (d *drawing) extend(list []drawn) {
	d.x.none()
	d.y.none()
	for _, s := range list {
		for _, points := range []intervals{d.shown(s.Points), d.shown(s.Others)} {
			for i, p := range points.XYs {
				d.x.include(p.X, points.X, i)
				d.y.include(p.Y, points.Y, i)
			}
		}
	}
	if d.One {
		d.x.include(1, nil, 0)
		d.y.include(1, nil, 0)
	}
	d.x.spread()
	d.y.spread()
}

// path draws a path with attributes of its own.
func (d *drawing) path(path, attributes string) {
	fmt.Fprintf(d, "<path d=\"%s\" %s/>\n", path, attributes)
}

// text writes a text; attributes say where it lies around the point.
func (d *drawing) text(x, y float64, text, attributes string) {
	fmt.Fprintf(d, "<text x=\"%.2f\" y=\"%.2f\" %s>%s</text>\n", x, y, attributes, html.EscapeString(text))
}

// axes draws the grid, the axes, and what they show.
func (d *drawing) axes() {
	const middle = `text-anchor="middle"`
	grid := func(label string) string {
		if label == "" {
			return `stroke="#eeeeee"`
		}
		return `stroke="#cccccc"`
	}
	for _, t := range d.x.ticks() {
		x := d.x.at(t.value)
		d.path(fmt.Sprintf("M%.2f %dV%d", x, top, height-bottom), grid(t.label))
		d.text(x, height-bottom+16, t.label, middle)
	}
	for _, t := range d.y.ticks() {
		y := d.y.at(t.value)
		d.path(fmt.Sprintf("M%d %.2fH%d", left, y, width-right), grid(t.label))
		d.text(left-6, y+4, t.label, `text-anchor="end"`)
	}
	d.path(fmt.Sprintf("M%d %dV%dH%d", left, top, height-bottom, width-right), `fill="none" stroke="black"`)
	across, down := float64(left+width-right)/2, float64(top+height-bottom)/2
	d.text(across, 20, d.Title, fmt.Sprintf(`%s font-size="%d"`, middle, titleSize))
	d.text(across, height-14, d.X, middle)
	d.text(16, down, d.Y, fmt.Sprintf(`%s transform="rotate(-90 16 %.2f)"`, middle, down))
}

// look is how a series looks.
type look struct {
	color, line string // attributes
	shape       func(x, y, r float64) string
}

func (d *drawing) look(at int) look {
	l := look{color: colors[at%len(colors)], shape: shapes[at/len(colors)%len(shapes)]}
	l.line = fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%.2f"`, l.color, lineWidth(at, len(d.Series)))
	if dash := dashes[at%len(dashes)]; dash != "" {
		l.line += fmt.Sprintf(` stroke-dasharray="%s"`, dash)
	}
	return l
}

// series draws a series.
func (d *drawing) series(s drawn) {
	l, points := d.look(s.at), d.shown(s.Points)
	for _, p := range d.shown(s.Others).XYs {
		d.path(l.shape(d.x.at(p.X), d.y.at(p.Y), otherRadius), fmt.Sprintf(`fill="%s" fill-opacity="0.43"`, l.color))
	}
	if d.Lines && len(points.XYs) > 0 {
		var b strings.Builder
		for i, p := range points.XYs {
			fmt.Fprintf(&b, "%c%.2f %.2f", "ML"[min(i, 1)], d.x.at(p.X), d.y.at(p.Y))
		}
		d.path(b.String(), l.line)
	}
	d.bars(d.beside(points, s.at), l.color)
	if !d.dotted(s) {
		return
	}
	for _, p := range points.XYs {
		d.path(l.shape(d.x.at(p.X), d.y.at(p.Y), dotRadius), fmt.Sprintf(`fill="%s"`, l.color))
	}
}

// dotted reports whether a series' points are drawn as points.
func (d *drawing) dotted(s drawn) bool { return !d.Lines || len(d.shown(s.Points).XYs) <= maxDots }

// bars draws the intervals.
func (d *drawing) bars(points intervals, color string) {
	stroke := fmt.Sprintf(`fill="none" stroke="%s"`, color)
	for i, p := range points.XYs {
		x, y := d.x.at(p.X), d.y.at(p.Y)
		if points.X != nil {
			lo, hi := d.x.at(p.X-points.X[i][0]), d.x.at(p.X+points.X[i][1])
			d.path(fmt.Sprintf("M%.2f %.2fv%dM%.2f %.2fH%.2fm0 %dv%d", lo, y-capSize, 2*capSize, lo, y, hi, -capSize, 2*capSize), stroke)
		}
		if points.Y != nil {
			lo, hi := d.y.at(p.Y-points.Y[i][0]), d.y.at(p.Y+points.Y[i][1])
			d.path(fmt.Sprintf("M%.2f %.2fh%dM%.2f %.2fV%.2fm%d 0h%d", x-capSize, lo, 2*capSize, x, lo, hi, -capSize, 2*capSize), stroke)
		}
	}
}

// one draws lines at 1 as far as the axes go.
func (d *drawing) one() {
	const stroke = `stroke="#646464" stroke-width="0.9"`
	d.path(fmt.Sprintf("M%.2f %dV%d", d.x.at(1), top, height-bottom), stroke)
	d.path(fmt.Sprintf("M%d %.2fH%d", left, d.y.at(1), width-right), stroke)
}

// legend names the series beside the axes.
func (d *drawing) legend(list []drawn) {
	y := float64(top + 10)
	entry := func(s drawn, name string) {
		l, x := d.look(s.at), float64(width)
		if d.Lines {
			d.path(fmt.Sprintf("M%.2f %.2fh26", x, y-4), l.line)
		}
		if d.dotted(s) {
			d.path(l.shape(x+13, y-4, dotRadius), fmt.Sprintf(`fill="%s"`, l.color))
		}
		d.text(x+32, y, name, fmt.Sprintf(`font-size="%d"`, fontSize))
		y += 1.6 * fontSize
	}
	for _, s := range list {
		if len(d.shown(s.Points).XYs) == 0 && len(d.shown(s.Others).XYs) == 0 {
			continue
		}
		entry(s, s.Name)
		for _, name := range s.same {
			entry(s, "= "+name)
		}
	}
}

// axis is an axis: from where to where it goes, and the values there.
type axis struct {
	min, max float64
	log      bool
	from, to float64
}

func (a *axis) none() { a.min, a.max = math.Inf(1), math.Inf(-1) }

// include makes room for a value, and for its interval if there are some.
func (a *axis) include(v float64, intervals [][2]float64, i int) {
	lo, hi := v, v
	if intervals != nil {
		lo, hi = v-intervals[i][0], v+intervals[i][1]
	}
	a.min, a.max = min(a.min, lo), max(a.max, hi)
}

// finest is how small an axis' extent may be, of its values: below, ticks would not be apart as floats.
const finest = 1e-9

// spread gives an axis an extent: without one it cannot be drawn.
func (a *axis) spread() {
	if math.IsInf(a.min, 0) { // no points
		a.min, a.max = 1, 2
	}
	switch {
	case a.log && a.max < 1.5*a.min:
		a.min, a.max = a.min/1.5, a.max*1.5
	case a.max <= a.min || a.max-a.min < finest*max(math.Abs(a.min), math.Abs(a.max)):
		half := max(0.5, finest*math.Abs(a.max))
		a.min, a.max = a.min-half, a.max+half
	}
}

// at returns where a value lies.
func (a *axis) at(v float64) float64 {
	part := (v - a.min) / (a.max - a.min)
	if a.log {
		part = math.Log(v/a.min) / math.Log(a.max/a.min)
	}
	return a.from + part*(a.to-a.from)
}

// tick is a line of the grid; label is empty for one between others.
type tick struct {
	value float64
	label string
}

// ticks returns those that lie on the axis.
func (a *axis) ticks() (list []tick) {
	all := linearTicks(a.min, a.max)
	if a.log {
		all = logTicks(a.min, a.max)
	}
	for _, t := range all {
		if t.value >= a.min && t.value <= a.max {
			list = append(list, t)
		}
	}
	return list
}

// linearTicks are at multiples of 1, 2 or 5 times a power of ten, of which four to ten are on the axis.
func linearTicks(low, high float64) (ticks []tick) {
	unit := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	step := unit
	for _, by := range []float64{2, 5} {
		if (high-low)/(by*unit) >= 4 {
			step = by * unit
		}
	}
	for k := math.Ceil(low / step); k <= math.Floor(high/step); k++ {
		ticks = append(ticks, tick{k * step, number(k * step)})
	}
	return ticks
}

// logTicks are the ticks of a logarithmic axis, with labels at powers of ten; where the axis is not a
// hundredfold, at their doubles and at half of the next one, too.
func logTicks(low, high float64) (ticks []tick) {
	for k := math.Floor(math.Log10(low)); k <= math.Log10(high); k++ {
		for first := range 9 {
			t := tick{value: float64(first+1) * math.Pow(10, k)}
			if first == 0 || high < 100*low && (first == 1 || first == 4) {
				t.label = number(t.value)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}
