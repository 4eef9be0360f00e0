// Package report draws what a researcher expects of a comparison of selectors: ten
// charts, the numbers of each as CSV beside it, for each program a map
// of its blocks with the regions that each selector made, and a page that shows all of
// it. If there are sweeps, it has the hypervolume of each selector's front too.
//
//	metrics, err := report.Write("out", report.Input{Streams: streams, Selectors: selectors, Limits: uop.DefaultLimits})
//
// It must not know a VM, nor how a selector works: it replays, by package region,
// and draws. The same input gives the same bytes.
package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// Input is what is compared.
type Input struct {
	Streams   []*region.Stream
	Seeds     []uint64 // of the streams, for metrics.csv
	Selectors []uop.Selector
	// Sweeps are, for each selector, the settings that its front is of; without them
	// there is no front.
	Sweeps [][]uop.Selector
	Tune   []*region.Stream // on which the settings of a front are chosen
	Within float64          // how far a setting's hit rate may be below the sweep's best
	Limits uop.Limits
	Seed   uint64 // of the walks that the last charts need besides
	Events int    // of those
	Timed  bool   // measure the time of selection; then metrics.csv has other bytes each time
	Dot    bool   // write the maps for Graphviz too
	// Progress, if there is one, is told how many of all replays are done. How many
	// settings a front has is known late: all may grow.
	Progress func(done, all int)
}

// runner replays with a count.
type runner struct {
	in        *Input
	batch     region.Batch
	done, all int
}

func newRunner(in *Input) *runner {
	r := &runner{in: in, all: len(in.Streams)*len(in.Selectors) + extraReplays(in)}
	for _, s := range in.Sweeps {
		r.all += len(s) * len(in.Tune)
	}
	r.batch = region.Batch{Limits: in.Limits, Done: func() {
		r.done++
		r.all = max(r.all, r.done)
		if in.Progress != nil {
			in.Progress(r.done, r.all)
		}
	}}
	return r
}

// replay replays a stream through all selectors.
func (r *runner) replay(s *region.Stream) ([]*region.Metrics, error) {
	runs, err := r.batch.Replay([]*region.Stream{s}, r.in.Selectors)
	if err != nil {
		return nil, err
	}
	out := make([]*region.Metrics, len(runs))
	for i := range runs {
		out[i] = runs[i][0]
	}
	return out, nil
}

// file is a file of a report.
type file struct {
	name string // with slashes
	data []byte
}

// Write replays all streams through all selectors, and writes into a folder, which
// is made: metrics.csv, the charts as NAME.svg and NAME.csv, maps/, index.html, and,
// if there are sweeps, front.csv (a row for each selector: the hypervolume of its
// front and the interval) and sweep.csv (a row for each setting). It returns the
// metrics: for each stream, those of each selector.
func Write(dir string, in Input) ([]*region.Metrics, error) {
	r := newRunner(&in)
	list, err := r.metrics()
	if err != nil {
		return nil, err
	}
	fronts, err := r.fronts()
	if err != nil {
		return nil, err
	}
	charts, err := r.charts(list, fronts)
	if err != nil {
		return nil, err
	}
	p := page{in: &in, charts: charts, fronts: fronts}
	var files []file
	add := func(name string, write func(*bytes.Buffer) error) {
		var b bytes.Buffer
		if err == nil {
			err = write(&b)
		}
		files = append(files, file{name, b.Bytes()})
	}
	add("metrics.csv", func(b *bytes.Buffer) error { return region.WriteCSV(b, list, SeedsOf(in)) })
	if fronts != nil {
		add("front.csv", func(b *bytes.Buffer) error { return writeFronts(b, &in, fronts) })
		add("sweep.csv", func(b *bytes.Buffer) error { return writeSweeps(b, &in, fronts) })
	}
	for _, c := range charts {
		add(c.Name+".svg", func(b *bytes.Buffer) error { return c.WriteSVG(b) })
		add(c.Name+".csv", func(b *bytes.Buffer) error { return c.WriteCSV(b) })
	}
	for i, m := range Maps(in.Streams, list) {
		name := fmt.Sprintf("maps/%d-%s-%s", i, plain(m.Program), plain(m.Selector)) // the number keeps names apart that are the same when plain
		p.maps = append(p.maps, mapLink{m.Program, m.Selector, name + ".svg"})
		add(name+".svg", func(b *bytes.Buffer) error { return m.WriteSVG(b) })
		if in.Dot {
			add(name+".dot", func(b *bytes.Buffer) error { return m.WriteDot(b) })
		}
	}
	var table bytes.Buffer
	if err == nil {
		err = region.WriteTable(&table, list)
	}
	p.table = table.String()
	files = append(files, file{"index.html", p.html()})
	if err != nil {
		return nil, err
	}
	return list, save(dir, files)
}

// save writes the files.
func save(dir string, files []file) error {
	if err := os.MkdirAll(filepath.Join(dir, "maps"), 0o777); err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(f.name)), f.data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Replay only replays: it returns the metrics as Write does.
func Replay(in Input) ([]*region.Metrics, error) {
	r := newRunner(&in)
	r.all = len(in.Streams) * len(in.Selectors)
	return r.metrics()
}

// SeedsOf returns the seeds of the streams of the metrics that Write and Replay
// return.
func SeedsOf(in Input) (out []uint64) {
	for _, seed := range in.Seeds {
		for range in.Selectors {
			out = append(out, seed)
		}
	}
	return out
}

// metrics replays; metrics go by stream, then by selector.
func (r *runner) metrics() (list []*region.Metrics, err error) {
	timed := r.batch
	timed.Timed = r.in.Timed
	runs, err := timed.Replay(r.in.Streams, r.in.Selectors)
	if err != nil {
		return nil, err
	}
	for j := range r.in.Streams {
		for i := range runs {
			list = append(list, runs[i][j])
		}
	}
	return list, nil
}

// charts are all of them.
func (r *runner) charts(list []*region.Metrics, fronts []*region.Swept) ([]*Chart, error) {
	charts := fromMetrics(r.in.Selectors, list)
	if fronts != nil {
		charts[0] = pareto(r.in, fronts)
	}
	for _, f := range []func(*runner) (*Chart, error){phase, heat, sensitivity, paths, facts} {
		c, err := f(r)
		if err != nil {
			return nil, err
		}
		if c != nil {
			charts = append(charts, c)
		}
	}
	for _, c := range charts {
		if len(c.Series) == 0 {
			return nil, fmt.Errorf("region/report: %s: there is nothing to compare", c.Name)
		}
	}
	return charts, nil
}

// Maps are the maps of all programs, by the first stream of each, and selectors:
// metrics go by stream, then by selector.
func Maps(streams []*region.Stream, list []*region.Metrics) (out []*FlowMap) {
	seen := map[string]bool{}
	sels := len(list) / max(len(streams), 1)
	for j, s := range streams {
		if seen[s.Name] {
			continue
		}
		seen[s.Name] = true
		for i := range sels {
			out = append(out, newFlowMap(s, list[j*sels+i]))
		}
	}
	return out
}

// plain makes a name that a file can have everywhere.
func plain(name string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.', c == '=':
			return c
		case c == '+':
			return '-'
		}
		return '_'
	}, name)
}
