package report

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
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

// barStep is how far the bars of one line stand from those of the next, by the axis.
const barStep = 0.003

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

// intervals are points with how far their bars go to both sides; nil: there are none.
type intervals struct {
	XYs  []xy
	X, Y [][2]float64
}

type xy struct{ X, Y float64 }

// shown returns the points that the axes can show.
func (c *Chart) shown(list []Point) (v intervals) {
	var x, y bool
	for _, pt := range list {
		if c.LogX && pt.X <= 0 || c.LogY && pt.Y <= 0 {
			continue
		}
		v.XYs = append(v.XYs, xy{pt.X, pt.Y})
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
