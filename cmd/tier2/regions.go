package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tier2go/tier2/region"
	charts "github.com/tier2go/tier2/region/report"
	"github.com/tier2go/tier2/uop"
)

var regionsCommand = command{
	name:    "regions",
	doc:     "replay streams through selectors of regions, measure what they select, sweep them and draw it",
	example: "tier2 regions -selectors='net+comb,lei+comb,grow' -random=12 -seeds=10 -out=pages",
	setup:   setupRegions,
}

// regionsFlags are the flags of "tier2 regions".
type regionsFlags struct {
	sources   regionsSources
	selectors string
	within    float64
	json, csv bool
	list      bool
	timed     bool
	dot       bool
	out       string
	record    string
}

func setupRegions(fs *flag.FlagSet) func(std streams, args []string) int {
	var f regionsFlags
	fs.StringVar(&f.selectors, "selectors", "", "selectors, with commas between them: NAME or NAME(option=number,…); all of them if none is named")
	f.sources.register(fs)
	fs.StringVar(&f.out, "out", "", "write a report into this `folder`: metrics.csv, front.csv and sweep.csv of a sweep of each selector's options, ten charts as SVG with their numbers as CSV, maps of the regions, index.html")
	fs.BoolVar(&f.dot, "dot", false, "print each program's blocks with the regions of each selector for Graphviz, instead of the table; with -out, into its maps/")
	fs.Float64Var(&f.within, "within", 0.001, "how far below its sweep's best the hit rate of a setting on the front may be")
	fs.BoolVar(&f.timed, "time", false, "measure the time of selection, selection_ns, which is 0 otherwise: it is not the same each time")
	fs.BoolVar(&f.json, "json", false, "print a line of JSON for each replay instead of the table")
	fs.BoolVar(&f.csv, "csv", false, "print CSV instead of the table")
	fs.BoolVar(&f.list, "list", false, "print the selectors with their options, and the synthetic programs")
	fs.StringVar(&f.record, "record", "", "write the first walk's events to this `file`, which -streams takes, gzipped if it is named *.gz, and replay nothing")
	return func(std streams, args []string) int {
		if len(args) > 0 {
			fmt.Fprintf(std.err, "tier2: regions takes no arguments, not %q: files are named by -profiles and -streams\n", args[0])
			return statusUsage
		}
		return f.run(std)
	}
}

func (f *regionsFlags) run(std streams) int {
	if f.list {
		listRegions(std)
		return 0
	}
	sels, sweeps, err := f.parse()
	switch {
	case err != nil:
	case f.csv && f.json:
		err = errors.New("-csv and -json: one of them")
	case f.within < 0:
		err = fmt.Errorf("-within is %v: it must be at least 0", f.within)
	default:
		err = f.sources.check()
	}
	if err != nil {
		fmt.Fprintf(std.err, "tier2: %v\n", err)
		return statusUsage
	}
	score, err := f.sources.load(std, 0)
	if err != nil {
		return fail(std, err)
	}
	for _, name := range score.idle {
		fmt.Fprintf(std.err, "tier2: %s is left out: nothing was executed\n", name)
	}
	if len(score.streams) == 0 {
		return fail(std, region.ErrIdle)
	}
	if f.record != "" {
		err = writeStream(f.record, score.streams[0])
	} else {
		err = f.compare(std, score, sels, sweeps)
	}
	if err != nil {
		return fail(std, err)
	}
	return 0
}

func writeStream(name string, s *region.Stream) error {
	data, err := s.AppendBinary(nil)
	if err != nil {
		return err
	}
	if !strings.HasSuffix(name, ".gz") {
		return os.WriteFile(name, data, 0o666)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// compare replays and prints, and writes the report.
func (f *regionsFlags) compare(std streams, score loaded, sels []uop.Selector, sweeps [][]uop.Selector) error {
	in := charts.Input{Streams: score.streams, Seeds: score.seeds, Selectors: sels, Limits: uop.DefaultLimits,
		Within: f.within, Seed: f.sources.seedBase, Events: f.sources.events, Timed: f.timed, Dot: f.dot, Progress: progressBar(std.err)}
	if f.out == "" {
		list, err := charts.Replay(in)
		if err != nil {
			return err
		}
		return f.print(std, in, list)
	}
	tune, err := f.sources.load(std, tuningSeeds)
	if err != nil {
		return err
	}
	in.Tune, in.Sweeps = tune.streams, sweeps
	list, err := charts.Write(f.out, in)
	if err != nil {
		return err
	}
	f.dot = false
	return f.print(std, in, list)
}

// progressBar shows how far a long run is, on terminals.
func progressBar(w io.Writer) func(done, all int) {
	file, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	last := -1
	return func(done, all int) {
		const width = 40
		if done < all && done*1000/all == last {
			return
		}
		last = done * 1000 / all
		n := width * done / all
		fmt.Fprintf(w, "\r[%s%s] %d/%d", strings.Repeat("=", n), strings.Repeat(" ", width-n), done, all)
		if done == all {
			fmt.Fprint(w, "\r\x1b[K") // more may follow, and the table does
		}
	}
}

func (f *regionsFlags) print(std streams, in charts.Input, list []*region.Metrics) error {
	switch {
	case f.dot:
		for _, m := range charts.Maps(in.Streams, list) {
			if err := m.WriteDot(std.out); err != nil {
				return err
			}
		}
		return nil
	case f.json:
		enc := json.NewEncoder(std.out)
		for _, m := range list {
			if err := enc.Encode(m); err != nil {
				return err
			}
		}
		return nil
	case f.csv:
		return region.WriteCSV(std.out, list, charts.SeedsOf(in))
	}
	return region.WriteTable(std.out, list)
}

// parse returns the selectors that were asked for, and the settings of each one's
// sweep.
func (f *regionsFlags) parse() (sels []uop.Selector, sweeps [][]uop.Selector, err error) {
	names := splitOutside(f.selectors)
	if len(names) == 0 {
		for _, k := range region.Kinds {
			names = append(names, k.Name)
		}
	}
	for _, n := range names {
		s, err := region.Select(n)
		if err != nil {
			return nil, nil, err
		}
		settings, err := region.Sweep(n)
		if err != nil {
			return nil, nil, err
		}
		sels, sweeps = append(sels, s), append(sweeps, settings)
	}
	return sels, sweeps, nil
}

// splitOutside splits at commas that are not in parentheses.
func splitOutside(s string) []string {
	var out []string
	depth, begin := 0, 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || s[i] == ',' && depth == 0:
			if part := strings.TrimSpace(s[begin:i]); part != "" {
				out = append(out, part)
			}
			begin = i + 1
		case s[i] == '(':
			depth++
		case s[i] == ')':
			depth--
		}
	}
	return out
}

func listRegions(std streams) {
	for _, k := range region.Kinds {
		fmt.Fprintf(std.out, "%s: %s", k.Name, k.Doc)
		if k.Source != "" {
			fmt.Fprintf(std.out, " (%s)", k.Source)
		}
		fmt.Fprintln(std.out)
		for _, o := range k.Options {
			fmt.Fprintf(std.out, "    %-8s %6d  %s", o.Name, o.Default, o.Doc)
			if len(o.Try) > 0 {
				fmt.Fprintf(std.out, "; swept: %s", strings.Trim(strings.ReplaceAll(fmt.Sprint(o.Try), " ", ", "), "[]"))
			}
			fmt.Fprintln(std.out)
		}
	}
	var names []string
	for _, p := range region.Synthetic() {
		names = append(names, p.Name)
	}
	fmt.Fprintf(std.out, "synthetic programs: %s\n", strings.Join(names, ", "))
}
