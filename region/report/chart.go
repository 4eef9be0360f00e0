package report

import (
	"encoding/csv"
	"image/color"
	"io"
	"math"
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
	Series     []Series
}

// Series is the points of one selector.
type Series struct {
	Name   string
	Points []Point
}

// Point is a point, and what it stands for: a program or a setting.
type Point struct {
	X, Y float64
	Note string
}

// colors tell the series apart, on white and for the colour-blind (Okabe and Ito
// 2008); they begin again, with another shape, behind the last.
var colors = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255},
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}}

// size of a plot.
const (
	width  = 18 * vg.Centimeter
	height = 11 * vg.Centimeter
	names  = 3 * vg.Centimeter // of it for the legend
)

// WriteSVG draws the chart. Points that a logarithmic axis cannot show are left out.
func (c *Chart) WriteSVG(w io.Writer) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	legend := plot.NewLegend()
	legend.Top, legend.TextStyle.Font.Size = true, vg.Points(8)
	p.BackgroundColor = color.White
	p.Add(plotter.NewGrid())
	for i, s := range c.Series {
		points := c.shown(s)
		if len(points) == 0 {
			continue
		}
		if err := c.add(p, &legend, i, s.Name, points); err != nil {
			return err
		}
	}
	// An axis without an extent cannot be drawn.
	spread(&p.X, c.LogX)
	spread(&p.Y, c.LogY)
	canvas := vgsvg.New(width, height)
	all := draw.New(canvas)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	p.Draw(draw.Crop(all, 0, -names, 0, 0))
	legend.Draw(draw.Crop(all, width-names, 0, 0, 0))
	_, err := canvas.WriteTo(w)
	return err
}

func (c *Chart) add(p *plot.Plot, legend *plot.Legend, i int, name string, points plotter.XYs) error {
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	col := colors[i%len(colors)]
	line.Color, dots.Color = col, col
	dots.Shape, dots.Radius = shapes[i/len(colors)%len(shapes)], vg.Points(2)
	if c.Lines {
		p.Add(line)
	}
	p.Add(dots)
	legend.Add(name, dots)
	return nil
}

func (c *Chart) shown(s Series) plotter.XYs {
	var out plotter.XYs
	for _, pt := range s.Points {
		if (!c.LogX || pt.X > 0) && (!c.LogY || pt.Y > 0) {
			out = append(out, plotter.XY{X: pt.X, Y: pt.Y})
		}
	}
	return out
}

func spread(a *plot.Axis, log bool) {
	if math.IsInf(a.Min, 0) || math.IsInf(a.Max, 0) { // no points
		a.Min, a.Max = 1, 2
	}
	if log {
		a.Scale, a.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		if a.Max < 1.5*a.Min {
			a.Min, a.Max = a.Min/1.5, a.Max*1.5
		}
	} else if a.Max <= a.Min {
		a.Min, a.Max = a.Min-0.5, a.Max+0.5
	}
}

// WriteCSV writes the points.
func (c *Chart) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"series", c.X, c.Y, "note"}}
	for _, s := range c.Series {
		for _, p := range s.Points {
			rows = append(rows, []string{s.Name, number(p.X), number(p.Y), p.Note})
		}
	}
	return out.WriteAll(rows)
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
