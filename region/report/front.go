package report

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/tier2go/tier2/region"
)

// fronts sweeps the selectors; nil without sweeps.
func (r *runner) fronts() (out []*region.Swept, err error) {
	for _, settings := range r.in.Sweeps {
		s, err := r.batch.Sweep(settings, r.in.Tune, r.in.Streams, r.in.Within)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// pareto is the fronts, each setting where it is on the streams that count, with its intervals, and
// small all settings, where they are on those for tuning.
func pareto(in *Input, fronts []*region.Swept) *Chart {
	c := &Chart{Name: "pareto", Title: "Fronts: compiled code against instructions per transition", X: "compiled, for each instruction executed", Y: "instructions per transition, steady", LogX: true, LogY: true, Lines: true}
	for i, f := range fronts {
		s := Series{Name: in.Selectors[i].Name}
		for k, of := range f.Replays {
			s.Points = append(s.Points, codeBySteady(f.Settings[f.Front[k]].Name, of))
		}
		for k, o := range f.Tuned {
			s.Others = append(s.Others, Point{X: o.Code, Y: o.PerTransition, Note: f.Settings[k].Name + ", on the streams for tuning"})
		}
		slices.SortStableFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		c.Series = append(c.Series, s)
	}
	return c
}

// writeFronts writes a row for each selector.
func writeFronts(w io.Writer, in *Input, fronts []*region.Swept) error {
	rows := [][]string{{"selector", "hypervolume", "lo", "hi", "of_first", "of_first_lo", "of_first_hi"}}
	for i, f := range fronts {
		ratio, lo, hi := f.Of(fronts[0].Scored)
		rows = append(rows, []string{in.Selectors[i].Name, number(f.Volume), number(f.Lo), number(f.Hi), number(ratio), number(lo), number(hi)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// writeSweeps writes a row for each setting: what it reached on the streams for
// tuning, and, if it is on the front, what on those that count.
func writeSweeps(w io.Writer, in *Input, fronts []*region.Swept) error {
	rows := [][]string{{"selector", "setting", "streams", "hit_rate", "compile_expansion", "steady_instr_per_transition", "cover90", "front"}}
	row := func(i int, setting, streams string, o region.Objectives, front bool) {
		rows = append(rows, []string{in.Selectors[i].Name, setting, streams, number(o.HitRate), number(o.Code), number(o.PerTransition), number(o.Cover90), strconv.FormatBool(front)})
	}
	for i, f := range fronts {
		for k, o := range f.Tuned {
			row(i, f.Settings[k].Name, "tuning", o, slices.Contains(f.Front, k))
		}
		for k, o := range f.Reached {
			row(i, f.Settings[f.Front[k]].Name, "scoring", o, true)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}
