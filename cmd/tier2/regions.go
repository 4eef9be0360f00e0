package main

import (
	"bytes"
	"encoding/json"
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
	args:    "[FILE…]",
	doc:     "replay streams through selectors of regions and print what they would select",
	example: "tier2 regions -select='net,mincut(lambda=5)' richards.jsonl.gz",
	setup:   setupRegions,
}

// regionsFlags are the flags of "tier2 regions".
type regionsFlags struct {
	selectors string
	streams   string
	random    int
	seeds     int
	seedBase  uint64
	events    int
	json, csv bool
	list      bool
	out       string
	record    string
}

func setupRegions(fs *flag.FlagSet) func(std streams, args []string) int {
	var f regionsFlags
	fs.StringVar(&f.selectors, "select", "", "selectors, with commas between them: NAME or NAME(option=number,…); all of them if none is named")
	fs.StringVar(&f.streams, "streams", "", "synthetic programs, with commas between them; all of them if neither these nor files are named")
	fs.IntVar(&f.random, "random", 0, "this many random programs of 60 blocks besides")
	fs.IntVar(&f.seeds, "seeds", 1, "walks on each program")
	fs.Uint64Var(&f.seedBase, "seedbase", 1, "seed of the first walk, and of the first random program")
	fs.IntVar(&f.events, "events", 1_000_000, "blocks that a walk executes")
	fs.BoolVar(&f.json, "json", false, "print a line of JSON for each replay instead of the table")
	fs.BoolVar(&f.csv, "csv", false, "print CSV instead of the table")
	fs.BoolVar(&f.list, "list", false, "print the selectors with their options, and the synthetic programs")
	fs.StringVar(&f.record, "record", "", "write the first walk's events to this file, which can be given as FILE, and replay nothing")
	fs.StringVar(&f.out, "out", "", "write a report into this folder besides: eight charts as SVG, their numbers as CSV, metrics.csv, index.html")
	return func(std streams, args []string) int { return f.run(std, args) }
}

func (f *regionsFlags) run(std streams, args []string) int {
	if f.list {
		listRegions(std)
		return 0
	}
	sels, err := f.parse()
	if err != nil {
		fmt.Fprintf(std.err, "tier2: %v\n", err)
		return statusUsage
	}
	if f.seeds < 1 || f.events < 1 || f.random < 0 {
		fmt.Fprintln(std.err, "tier2: -seeds and -events must be at least 1, -random at least 0")
		return statusUsage
	}
	ss, seeds, err := f.load(args)
	if err != nil {
		return fail(std, err)
	}
	if f.record != "" {
		data, err := ss[0].AppendBinary(nil)
		if err == nil {
			err = os.WriteFile(f.record, data, 0o666)
		}
		if err != nil {
			return fail(std, err)
		}
		return 0
	}
	list, of, err := f.replay(std, ss, seeds, sels)
	if err == nil {
		err = f.print(std, list, of)
	}
	if err != nil {
		return fail(std, err)
	}
	return 0
}

// replay replays all streams through all selectors; the metrics have the seeds of
// their streams beside them.
func (f *regionsFlags) replay(std streams, ss []*region.Stream, seeds []uint64, sels []uop.Selector) (list []*region.Metrics, of []uint64, err error) {
	for _, n := range seeds {
		for range sels {
			of = append(of, n)
		}
	}
	if f.out != "" {
		list, err = charts.Write(f.out, charts.Input{Streams: ss, Seeds: seeds, Selectors: sels, Limits: uop.DefaultLimits,
			Seed: f.seedBase, Events: f.events, Progress: progressBar(std.err)})
		return list, of, err
	}
	for _, s := range ss {
		for _, sel := range sels {
			m, err := region.Replay(s, sel, uop.DefaultLimits)
			if err != nil {
				return nil, nil, err
			}
			list = append(list, m)
		}
	}
	return list, of, nil
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
	return func(done, all int) {
		const width = 40
		n := width * done / all
		fmt.Fprintf(w, "\r[%s%s] %d/%d", strings.Repeat("=", n), strings.Repeat(" ", width-n), done, all)
		if done == all {
			fmt.Fprintln(w)
		}
	}
}

func (f *regionsFlags) print(std streams, list []*region.Metrics, seeds []uint64) error {
	switch {
	case f.json:
		enc := json.NewEncoder(std.out)
		for _, m := range list {
			if err := enc.Encode(m); err != nil {
				return err
			}
		}
		return nil
	case f.csv:
		return region.WriteCSV(std.out, list, seeds)
	}
	return region.WriteTable(std.out, list)
}

// parse returns the selectors that were asked for.
func (f *regionsFlags) parse() ([]uop.Selector, error) {
	names := splitOutside(f.selectors)
	if len(names) == 0 {
		for _, k := range region.Kinds {
			names = append(names, k.Name)
		}
	}
	var out []uop.Selector
	for _, n := range names {
		s, err := region.Select(n)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
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

// load returns the streams to replay, with their seeds.
func (f *regionsFlags) load(args []string) (out []*region.Stream, seeds []uint64, err error) {
	progs, err := f.programs(len(args) == 0)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range args {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		if region.IsStream(data) {
			s, err := region.ReadStream(bytes.NewReader(data))
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			out, seeds = append(out, s), append(seeds, 0)
			continue
		}
		p, err := region.ReadProfile(bytes.NewReader(data))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		progs = append(progs, p)
	}
	for _, p := range progs {
		for i := range f.seeds {
			seed := f.seedBase + uint64(i)
			s, err := p.Stream(seed, f.events)
			if err != nil {
				return nil, nil, err
			}
			out, seeds = append(out, s), append(seeds, seed)
		}
	}
	return out, seeds, nil
}

// programs returns the synthetic programs.
func (f *regionsFlags) programs(alone bool) ([]*region.Program, error) {
	var out []*region.Program
	all := region.Synthetic()
	names := splitOutside(f.streams)
	for _, n := range names {
		found := false
		for _, p := range all {
			if p.Name == n {
				out, found = append(out, p), true
			}
		}
		if !found {
			return nil, fmt.Errorf("no synthetic program is named %q; -list shows them", n)
		}
	}
	if len(names) == 0 && alone && f.random == 0 {
		out = all
	}
	for i := range f.random {
		out = append(out, region.Random(f.seedBase+uint64(i), 60))
	}
	return out, nil
}

func listRegions(std streams) {
	for _, k := range region.Kinds {
		fmt.Fprintf(std.out, "%s: %s", k.Name, k.Doc)
		if k.Source != "" {
			fmt.Fprintf(std.out, " (%s)", k.Source)
		}
		fmt.Fprintln(std.out)
		for _, o := range k.Options {
			fmt.Fprintf(std.out, "    %-8s %6d  %s\n", o.Name, o.Default, o.Doc)
		}
	}
	var names []string
	for _, p := range region.Synthetic() {
		names = append(names, p.Name)
	}
	fmt.Fprintf(std.out, "synthetic programs: %s\n", strings.Join(names, ", "))
}
