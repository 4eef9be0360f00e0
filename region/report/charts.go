package report

import (
	"fmt"
	"slices"

	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// series makes a series for each selector of its replays: metrics go by stream, then
// by selector.
func series(sels []uop.Selector, list []*region.Metrics, points func([]*region.Metrics) []Point) []Series {
	out := make([]Series, len(sels))
	for i, s := range sels {
		var of []*region.Metrics
		for k := i; k < len(list); k += len(sels) {
			of = append(of, list[k])
		}
		out[i] = Series{Name: s.Name, Points: points(of)}
	}
	return out
}

func column(name string) region.Column {
	return region.Columns[slices.IndexFunc(region.Columns, func(c region.Column) bool { return c.Name == name })]
}

// fromMetrics makes the charts that need no replays of their own.
func fromMetrics(sels []uop.Selector, list []*region.Metrics) []*Chart {
	if len(list) == 0 {
		return nil
	}
	return []*Chart{
		{Name: "pareto", Title: "Code against instructions per transition", X: "compiled, for each instruction executed", Y: "instructions per transition, steady", LogX: true, LogY: true,
			Series: series(sels, list, func(of []*region.Metrics) []Point {
				return []Point{codeBySteady(fmt.Sprintf("mean of %d, with its interval of 95 %%", len(of)), of)}
			})},
		paired(sels, list),
		{Name: "cover", Title: "Regions that cover a share of all instructions", X: "share of instructions", Y: "regions (mean)", Lines: true,
			Series: cover(sels, list)},
		{Name: "length", Title: "Sizes of regions", X: "instructions in a region, at most", Y: "share of regions", LogX: true, Lines: true,
			Series: lengths(sels, list)},
		{Name: "domination", Title: "Exit domination and duplication", X: "share of exit-dominated regions", Y: "copies of a selected block",
			Series: domination(sels, list)},
	}
}

// codeBySteady is the point of compiled code and instructions per transition: the means with their
// intervals.
func codeBySteady(note string, of []*region.Metrics) Point {
	x, y := column("compile_expansion"), column("steady_instr_per_transition")
	pt := Point{Note: note}
	pt.X, pt.XRange[0], pt.XRange[1] = x.Interval(of)
	pt.Y, pt.YRange[0], pt.YRange[1] = y.Interval(of)
	return pt
}

// domination is, for each selector, the means with their intervals, and each program and walk.
func domination(sels []uop.Selector, list []*region.Metrics) []Series {
	x, y := column("exit_domination"), column("replication")
	out := series(sels, list, func(of []*region.Metrics) []Point {
		pt := Point{Note: fmt.Sprintf("mean of %d, with its interval of 95 %%", len(of))}
		pt.X, pt.XRange[0], pt.XRange[1] = x.Interval(of)
		pt.Y, pt.YRange[0], pt.YRange[1] = y.Interval(of)
		return []Point{pt}
	})
	for k, m := range list {
		s := &out[k%len(sels)]
		s.Others = append(s.Others, Point{X: m.ExitDomination(), Y: m.Replication(), Note: m.Program})
	}
	return out
}

// interval is the point of a column's mean over replays of one selector.
func interval(x float64, col region.Column, list []*region.Metrics) Point {
	p := Point{X: x, Note: list[0].Selector}
	p.Y, p.YRange[0], p.YRange[1] = col.Interval(list)
	return p
}

// paired is each selector by the first one on the same streams: the mean of the ratios with its
// interval, and the ratio of each program and walk.
func paired(sels []uop.Selector, list []*region.Metrics) *Chart {
	c := &Chart{Name: "paired", Title: "By " + sels[0].Name + ", on the same streams", X: "compiled code, ratio", Y: "instructions per transition (steady), ratio", LogX: true, LogY: true, One: true}
	code, steady := column("compile_expansion"), column("steady_instr_per_transition")
	at := func(i int) (of []*region.Metrics) {
		for k := i; k < len(list); k += len(sels) {
			of = append(of, list[k])
		}
		return of
	}
	base := at(0)
	for i, s := range sels {
		of := at(i)
		pt := Point{Note: fmt.Sprintf("mean of %d, with its interval of 95 %%", len(of))}
		pt.X, pt.XRange[0], pt.XRange[1] = code.Paired(of, base, leastCode)
		pt.Y, pt.YRange[0], pt.YRange[1] = steady.Paired(of, base, 1)
		one := Series{Name: s.Name, Points: []Point{pt}}
		for k := range of {
			if i > 0 {
				x, _, _ := code.Paired(of[k:k+1], base[k:k+1], leastCode)
				y, _, _ := steady.Paired(of[k:k+1], base[k:k+1], 1)
				one.Others = append(one.Others, Point{X: x, Y: y, Note: of[k].Program})
			}
		}
		c.Series = append(c.Series, one)
	}
	return c
}

// leastCode is what counts for the code of a selector that has selected nothing.
const leastCode = 0.01

// cover is the mean cover set, with its interval, for shares from 50 to 99.9 percent; where all of a
// program's regions do not cover as much, it counts one more than there are.
func cover(sels []uop.Selector, list []*region.Metrics) []Series {
	shares := []float64{0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999}
	return series(sels, list, func(of []*region.Metrics) (points []Point) {
		for _, share := range shares {
			short := 0
			for _, m := range of {
				if m.CoverSet(share) > len(m.Regions) {
					short++
				}
			}
			p := interval(share, region.Column{Of: func(m *region.Metrics) float64 { return float64(m.CoverSet(share)) }}, of)
			p.Note = fmt.Sprintf("%d of %d programs are not covered", short, len(of))
			points = append(points, p)
		}
		return points
	})
}

// lengths is the distribution function of the regions' sizes.
func lengths(sels []uop.Selector, list []*region.Metrics) []Series {
	return series(sels, list, func(of []*region.Metrics) (points []Point) {
		var sizes []int
		for _, m := range of {
			for _, r := range m.Regions {
				if !r.Gone {
					sizes = append(sizes, r.Region.Size())
				}
			}
		}
		slices.Sort(sizes)
		for k, n := range sizes {
			if k+1 == len(sizes) || sizes[k+1] != n {
				points = append(points, Point{X: float64(n), Y: float64(k+1) / float64(len(sizes))})
			}
		}
		return points
	})
}

// The charts below replay streams of their own.

var (
	diamonds   = []int{1, 2, 3, 4, 5, 6, 8, 10, 12}
	thresholds = []int{10, 25, 50, 100, 200}
	bounds     = []int{50, 100, 200, 400, 800}
	lambdas    = []int{0, 1, 2, 5, 10, 20, 50}
	joinKinds  = []string{"joins", "mincut", "mincut+merge"}
)

// extraReplays is how many replays those charts need.
func extraReplays(in *Input) int {
	return len(in.Selectors)*(1+len(diamonds)) + 2*len(thresholds)*(len(bounds)+len(heated(in, thresholds[0]))) + 2*len(lambdas)*len(joinKinds)
}

// branchy are the programs for the charts of sensitivity.
func (r *runner) branchy() ([]*region.Stream, error) {
	var out []*region.Stream
	for _, p := range []*region.Program{region.Dispatch(12), region.Random(r.in.Seed, 60)} {
		s, err := p.Stream(r.in.Seed, r.in.Events)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// leastOutside is what the chart of phases shows for a part of the stream with nothing outside of regions.
const leastOutside = 1e-4

// phase is what is executed outside of regions over time, through a change of phase in the middle.
func phase(r *runner) (*Chart, error) {
	c := &Chart{Name: "phase", Title: "Through a change of phase", X: "part of the stream", Y: fmt.Sprintf("instructions outside of regions, share, %g for none", leastOutside), LogY: true, Lines: true}
	s, err := region.Phases().Stream(r.in.Seed, r.in.Events)
	if err != nil {
		return nil, err
	}
	list, err := r.replay(s)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		line := Series{Name: m.Selector}
		for i, w := range m.Windows {
			if w.Instr > 0 {
				line.Points = append(line.Points, Point{X: float64(i+1) / float64(len(m.Windows)), Y: max(1-float64(w.InRegion)/float64(w.Instr), leastOutside)})
			}
		}
		c.Series = append(c.Series, line)
	}
	return c, nil
}

// sensitivity is how mincut depends on the threshold and on the bound.
func sensitivity(r *runner) (*Chart, error) {
	c := &Chart{Name: "sensitivity", Title: "mincut: threshold and bound", X: "executions until a head is hot", Y: "instructions per transition (geometric mean)", LogX: true, LogY: true, Lines: true}
	ss, err := r.branchy()
	if err != nil {
		return nil, err
	}
	for _, b := range bounds {
		line := Series{Name: fmt.Sprintf("bound %d", b)}
		for _, t := range thresholds {
			list, err := r.kind(ss, fmt.Sprintf("mincut(hot=%d,bound=%d)", t, b))
			if err != nil {
				return nil, err
			}
			col := column("instr_per_transition")
			line.Points = append(line.Points, interval(float64(t), col, list))
		}
		c.Series = append(c.Series, line)
	}
	return c, nil
}

// heated is the selectors that have a threshold, with another one; by the index of the
// selector.
func heated(in *Input, hot int) map[int]uop.Selector {
	out := map[int]uop.Selector{}
	for i, s := range in.Selectors {
		if h, err := region.Set(s.Name, "hot", hot); err == nil { // a selector of one's own has another name
			out[i] = h
		}
	}
	return out
}

// heat is how each selector depends on the threshold; nil if none has one.
func heat(r *runner) (*Chart, error) {
	c := &Chart{Name: "thresholds", Title: "Executions until a head is hot", X: "threshold", Y: "instructions per transition, steady", LogX: true, LogY: true, Lines: true}
	ss, err := r.branchy()
	if err != nil {
		return nil, err
	}
	if len(heated(r.in, thresholds[0])) == 0 {
		return nil, nil
	}
	lines := make([]Series, len(r.in.Selectors))
	col := column("steady_instr_per_transition")
	for _, t := range thresholds {
		for i, s := range heated(r.in, t) {
			runs, err := r.batch.Replay(ss, []uop.Selector{s})
			if err != nil {
				return nil, err
			}
			lines[i].Points = append(lines[i].Points, interval(float64(t), col, runs[0]))
		}
	}
	for i, line := range lines {
		if line.Name = r.in.Selectors[i].Name; line.Points != nil {
			c.Series = append(c.Series, line)
		}
	}
	return c, nil
}

func (r *runner) kind(ss []*region.Stream, text string) ([]*region.Metrics, error) {
	sel, err := region.Select(text)
	if err != nil {
		return nil, err
	}
	runs, err := r.batch.Replay(ss, []uop.Selector{sel})
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

// paths is the code for k balanced diamonds in a row, 2^k paths.
func paths(r *runner) (*Chart, error) {
	c := &Chart{Name: "paths", Title: "Code for k balanced diamonds in a row", X: "diamonds", Y: "code expansion", LogY: true, Lines: true}
	c.Series = make([]Series, len(r.in.Selectors))
	for _, k := range diamonds {
		s, err := region.Diamonds(k).Stream(r.in.Seed, r.in.Events)
		if err != nil {
			return nil, err
		}
		list, err := r.replay(s)
		if err != nil {
			return nil, err
		}
		for i, m := range list {
			c.Series[i].Name = m.Selector
			c.Series[i].Points = append(c.Series[i].Points, Point{X: float64(k), Y: m.CodeExpansion(), Note: fmt.Sprintf("hit rate %.4f", m.HitRate())})
		}
	}
	return c, nil
}

// facts is what is kept at joins as code gets dearer.
func facts(r *runner) (*Chart, error) {
	c := &Chart{Name: "facts", Title: "Facts kept at joins against the price of code", X: "λ + 1", Y: "facts kept", LogX: true, Lines: true}
	ss, err := r.branchy()
	if err != nil {
		return nil, err
	}
	for _, name := range joinKinds {
		line := Series{Name: name}
		for _, l := range lambdas {
			list, err := r.kind(ss, fmt.Sprintf("%s(lambda=%d)", name, l))
			if err != nil {
				return nil, err
			}
			col := column("facts_kept")
			line.Points = append(line.Points, interval(float64(l+1), col, list))
		}
		c.Series = append(c.Series, line)
	}
	return c, nil
}
