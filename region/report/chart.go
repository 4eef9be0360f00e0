package report

import (
	"encoding/csv"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a plot and the numbers behind it.
type Chart struct {
	Name       string // of its files
	Title      string
	X, Y       string // what the axes show
	LogX, LogY bool
	Lines      bool // a line through each series, in the order of its points
	One        bool // lines at 1, where nothing differs
	Series     []Series
}

// Series is the points of one selector.
type Series struct {
	Name   string
	Points []Point
	Others []Point // drawn small, and no line goes through them
}

// Point is a point, and what it stands for: a program or a setting. Intervals, where there are any,
// are drawn as bars.
type Point struct {
	X, Y   float64
	Note   string
	XRange [2]float64 // from where to where; the same: no interval
	YRange [2]float64
}

// colors tell the series apart, on white and for the colour-blind (Okabe and Ito
// 2008); they begin again, with another shape, behind the last.
var colors = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255},
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}}

// dashes tell lines apart where one lies on another: the first series' are solid, and what lies
// above it has gaps.
var dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(3)}, {vg.Points(3), vg.Points(3)}, {vg.Points(1), vg.Points(3)}, {vg.Points(8), vg.Points(2), vg.Points(1), vg.Points(2)}}

// Size of a plot.
const (
	width    = 15 * vg.Centimeter // without the legend
	height   = 11 * vg.Centimeter
	margin   = vg.Length(0.3 * vg.Centimeter)
	fontSize = 8  // points, of the legend
	axisSize = 9  // points, of the axes: a label that is longer than its axis makes the plot smaller
	maxDots  = 30 // points of a line that are drawn as points
)

// barStep is how far the bars of one line stand from those of the next, by the axis.
const barStep = 0.003

// Lines get narrower from the first series to the last, which is drawn above the others: what lies
// below shows at both sides.
const (
	widest    = vg.Length(4)
	narrowest = vg.Length(1)
)

func lineWidth(i, of int) vg.Length {
	return widest - (widest-narrowest)*vg.Length(i)/vg.Length(max(of-1, 1))
}

// drawn is a line, with the series that have the same points: it is drawn once, and has all names.
type drawn struct {
	Series
	at   int // of the first series, which says how it looks
	same []string
}

// drawn returns the series as they are drawn.
func (c *Chart) drawn() (list []drawn) {
	for at, s := range c.Series {
		i := -1
		if c.Lines && len(s.Points) > 0 {
			i = slices.IndexFunc(list, func(o drawn) bool {
				return slices.EqualFunc(o.Points, s.Points, func(a, b Point) bool {
					return a.X == b.X && a.Y == b.Y && a.XRange == b.XRange && a.YRange == b.YRange
				})
			})
		}
		if i < 0 {
			list = append(list, drawn{Series: s, at: at})
			continue
		}
		list[i].same = append(list[i].same, s.Name)
		list[i].Others = slices.Concat(list[i].Others, s.Others)
	}
	return list
}

// names returns the legend's width: that of the longest name, and of what stands beside it.
func (c *Chart) names() vg.Length {
	most := 0
	for _, s := range c.Series {
		most = max(most, len(s.Name))
	}
	return max(3*vg.Centimeter, vg.Points(0.7*fontSize*float64(most)+40))
}

// WriteSVG draws the chart. Points that a logarithmic axis cannot show are left out.
func (c *Chart) WriteSVG(w io.Writer) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding, legend.TextStyle.Font.Size = true, true, vg.Points(3), vg.Points(fontSize)
	p.BackgroundColor = color.White
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Size, a.Tick.Label.Font.Size = vg.Points(axisSize), vg.Points(axisSize)
	}
	p.Add(plotter.NewGrid())
	for _, s := range c.drawn() {
		if err := c.add(p, &legend, s); err != nil {
			return err
		}
	}
	// An axis without an extent cannot be drawn.
	spread(&p.X, c.LogX)
	spread(&p.Y, c.LogY)
	if c.One {
		one(p)
	}
	names := c.names()
	canvas := vgsvg.New(width+names, height)
	all := draw.New(canvas)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	p.Draw(draw.Crop(all, margin, -names, 0, -margin))
	legend.Draw(draw.Crop(all, width+margin, 0, 0, -margin))
	_, err := canvas.WriteTo(w)
	return err
}

// add draws a series.
func (c *Chart) add(p *plot.Plot, legend *plot.Legend, s drawn) error {
	i := s.at
	points, others := c.shown(s.Points), c.shown(s.Others)
	if len(points.XYs) == 0 && len(others.XYs) == 0 {
		return nil
	}
	col := colors[i%len(colors)]
	shape := shapes[i/len(colors)%len(shapes)]
	if len(others.XYs) > 0 {
		small, err := plotter.NewScatter(others.XYs)
		if err != nil {
			return err
		}
		pale := color.NRGBA{col.R, col.G, col.B, 110}
		small.Color, small.Shape, small.Radius = pale, shape, vg.Points(1.5)
		p.Add(small)
	}
	line, dots, err := plotter.NewLinePoints(points.XYs)
	if err != nil {
		return err
	}
	line.Color, dots.Color, line.Dashes = col, col, dashes[i%len(dashes)]
	dots.Shape, dots.Radius = shape, vg.Points(2)
	line.Width = lineWidth(i, len(c.Series))
	if c.Lines {
		p.Add(line)
	}
	if err := bars(p, c.beside(points, i), col); err != nil {
		return err
	}
	shows := []plot.Thumbnailer{line, dots}
	switch {
	case c.Lines && len(points.XYs) > maxDots:
		shows = shows[:1]
	case c.Lines:
		p.Add(dots)
	default:
		p.Add(dots)
		shows = shows[1:]
	}
	legend.Add(s.Name, shows...)
	for _, name := range s.same {
		legend.Add("= "+name, shows...)
	}
	return nil
}

// beside returns points of a line for its bars: a little to the side of those of other lines, whose bars
// they would hide.
func (c *Chart) beside(points intervals, i int) intervals {
	if !c.Lines || points.X != nil {
		return points
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		for _, xy := range c.shown(s.Points).XYs {
			lo, hi = min(lo, xy.X), max(hi, xy.X)
		}
	}
	step := barStep * (float64(i) - float64(len(c.Series)-1)/2)
	points.XYs = slices.Clone(points.XYs)
	for k := range points.XYs {
		if x := &points.XYs[k].X; c.LogX {
			*x *= math.Pow(hi/lo, step)
		} else {
			*x += step * (hi - lo)
		}
	}
	return points
}

// bars draws the intervals.
func bars(p *plot.Plot, points intervals, col color.Color) error {
	if points.X != nil {
		x, err := plotter.NewXErrorBars(points)
		if err != nil {
			return err
		}
		x.Color = col
		p.Add(x)
	}
	if points.Y != nil {
		y, err := plotter.NewYErrorBars(points)
		if err != nil {
			return err
		}
		y.Color = col
		p.Add(y)
	}
	return nil
}

// intervals are points with how far their bars go to both sides; nil: there are none.
type intervals struct {
	plotter.XYs
	X, Y [][2]float64
}

// XError implements plotter.XErrorer.
func (v intervals) XError(i int) (lo, hi float64) { return v.X[i][0], v.X[i][1] }

// YError implements plotter.YErrorer.
func (v intervals) YError(i int) (lo, hi float64) { return v.Y[i][0], v.Y[i][1] }

// shown returns the points that the axes can show.
func (c *Chart) shown(list []Point) (v intervals) {
	var x, y bool
	for _, pt := range list {
		if c.LogX && pt.X <= 0 || c.LogY && pt.Y <= 0 {
			continue
		}
		v.XYs = append(v.XYs, plotter.XY{X: pt.X, Y: pt.Y})
		v.X, v.Y = append(v.X, bar(pt.X, pt.XRange, c.LogX)), append(v.Y, bar(pt.Y, pt.YRange, c.LogY))
		x, y = x || pt.XRange[0] != pt.XRange[1], y || pt.YRange[0] != pt.YRange[1]
	}
	if !x {
		v.X = nil
	}
	if !y {
		v.Y = nil
	}
	return v
}

// bar returns how far an interval goes to both sides of a point; on a logarithmic axis not as far
// as nothing.
func bar(at float64, of [2]float64, log bool) [2]float64 {
	if of[0] == of[1] {
		return [2]float64{}
	}
	lo := of[0]
	if log {
		lo = max(lo, at/1000)
	}
	return [2]float64{max(at-lo, 0), max(of[1]-at, 0)}
}

// one draws lines at 1 as far as the axes go.
func one(p *plot.Plot) {
	for _, ends := range []plotter.XYs{{{X: 1, Y: p.Y.Min}, {X: 1, Y: p.Y.Max}}, {{X: p.X.Min, Y: 1}, {X: p.X.Max, Y: 1}}} {
		line := &plotter.Line{XYs: ends, LineStyle: draw.LineStyle{Color: color.Gray{100}, Width: vg.Points(0.7)}}
		p.Add(line)
	}
}

func spread(a *plot.Axis, log bool) {
	if math.IsInf(a.Min, 0) || math.IsInf(a.Max, 0) { // no points
		a.Min, a.Max = 1, 2
	}
	if log {
		a.Scale, a.Tick.Marker = plot.LogScale{}, logTicks{}
		if a.Max < 1.5*a.Min {
			a.Min, a.Max = a.Min/1.5, a.Max*1.5
		}
	} else if a.Max <= a.Min {
		a.Min, a.Max = a.Min-0.5, a.Max+0.5
	}
}

// logTicks are the ticks of a logarithmic axis, with labels at powers of ten; where the axis is not a
// hundredfold, at their doubles and at half of the next one, too.
type logTicks struct{}

// Ticks implements plot.Ticker.
func (logTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for k := math.Floor(math.Log10(low)); k <= math.Log10(high); k++ {
		for first := range 9 {
			t := plot.Tick{Value: float64(first+1) * math.Pow(10, k)}
			if first == 0 || high < 100*low && (first == 1 || first == 4) {
				t.Label = number(t.Value)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// WriteCSV writes the points; an interval from 0 to 0 is none.
func (c *Chart) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"series", c.X, c.Y, "note", "x_lo", "x_hi", "y_lo", "y_hi", "kind"}}
	for _, s := range c.Series {
		for kind, list := range [...][]Point{s.Points, s.Others} {
			for _, p := range list {
				rows = append(rows, []string{s.Name, number(p.X), number(p.Y), p.Note, number(p.XRange[0]), number(p.XRange[1]), number(p.YRange[0]), number(p.YRange[1]), [...]string{"point", "other"}[kind]})
			}
		}
	}
	return out.WriteAll(rows)
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
