// Package report draws what a researcher expects of a comparison of selectors: eight
// charts with gonum/plot, the numbers of each as CSV beside it, and a page that
// shows them.
//
//	err := report.Write("out", report.Input{Streams: streams, Selectors: selectors, Limits: uop.DefaultLimits})
//
// It must not know a VM, nor how a selector works: it replays, by package region,
// and draws. The same input gives the same bytes.
package report

import (
	"bytes"
	"fmt"
	"html"
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
	Limits    uop.Limits
	Seed      uint64 // of the walks that the last charts need besides
	Events    int    // of those
	// Progress, if there is one, is told how many of all replays are done.
	Progress func(done, all int)
}

// run replays with a count.
type run struct {
	in        *Input
	done, all int
}

func (r *run) replay(s *region.Stream, sel uop.Selector) (*region.Metrics, error) {
	m, err := region.Replay(s, sel, r.in.Limits)
	r.done++
	if r.in.Progress != nil {
		r.in.Progress(r.done, r.all)
	}
	return m, err
}

// Write replays all streams through all selectors, and writes into a folder, which
// is made, metrics.csv, the charts as NAME.svg and NAME.csv, and index.html. It
// returns the metrics: for each stream, those of each selector.
func Write(dir string, in Input) ([]*region.Metrics, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	r := &run{in: &in, all: len(in.Streams)*len(in.Selectors) + extraReplays(&in)}
	var list []*region.Metrics
	var seeds []uint64
	for i, s := range in.Streams {
		for _, sel := range in.Selectors {
			m, err := r.replay(s, sel)
			if err != nil {
				return nil, err
			}
			list, seeds = append(list, m), append(seeds, in.Seeds[i])
		}
	}
	charts := fromMetrics(in.Selectors, list)
	for _, f := range []func(*run) (*Chart, error){phase, sensitivity, paths, facts} {
		c, err := f(r)
		if err != nil {
			return nil, err
		}
		charts = append(charts, c)
	}
	var csv, table bytes.Buffer
	if err := region.WriteCSV(&csv, list, seeds); err != nil {
		return nil, err
	}
	if err := region.WriteTable(&table, list); err != nil {
		return nil, err
	}
	files := map[string][]byte{"metrics.csv": csv.Bytes()}
	var svgs []string
	for _, c := range charts {
		var svg, points bytes.Buffer
		if err := c.WriteSVG(&svg); err != nil {
			return nil, fmt.Errorf("region/report: %s: %w", c.Name, err)
		}
		if err := c.WriteCSV(&points); err != nil {
			return nil, err
		}
		files[c.Name+".svg"], files[c.Name+".csv"] = svg.Bytes(), points.Bytes()
		svgs = append(svgs, c.Name)
	}
	files["index.html"] = page(&in, charts, table.String())
	for name, data := range files { // the order decides nothing
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// page shows the charts and the table.
func page(in *Input, charts []*Chart, table string) []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Selectors of regions</title>\n" +
		"<style>body{font:15px/1.4 sans-serif;max-width:90em;margin:2em auto;padding:0 1em}" +
		"figure{display:inline-block;width:48%;margin:0 1% 1em 0;vertical-align:top}img{width:100%}pre{overflow:auto;font-size:12px}</style></head><body>\n" +
		"<h1>Selectors of regions</h1>\n<p>By replay, no clock: ")
	for i, s := range in.Streams {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(html.EscapeString(s.Name + " (" + s.Note + ")"))
	}
	b.WriteString(".</p>\n<ul>\n")
	for _, s := range in.Selectors {
		fmt.Fprintf(&b, "<li><b>%s</b>: %s</li>\n", html.EscapeString(s.Name), html.EscapeString(s.Doc))
	}
	b.WriteString("</ul>\n")
	for _, c := range charts {
		fmt.Fprintf(&b, "<figure><img src=\"%s.svg\" alt=\"%s\"><figcaption><a href=\"%s.csv\">numbers</a></figcaption></figure>\n",
			c.Name, html.EscapeString(c.Title), c.Name)
	}
	fmt.Fprintf(&b, "<p><a href=\"metrics.csv\">all metrics</a></p>\n<pre>%s</pre>\n</body></html>\n", html.EscapeString(table))
	return []byte(b.String())
}
