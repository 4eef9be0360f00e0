package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tier2go/tier2/interp/compare"
	uops "github.com/tier2go/tier2/interp/cpython"
)

var compareCommand = command{
	name: "compare", args: "FILE.jsonl.gz…",
	doc:     "holds the passes against CPython's tier 2 optimizer, on dumps of its traces: the guards that either leaves",
	example: "tier2 compare -explain testdata/traces/float.jsonl.gz",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		o := &compareFlags{}
		fs.StringVar(&o.passes, "passes", "@default", "the pass `pipeline`")
		fs.BoolVar(&o.json, "json", false, "print the total as JSON, on the last line")
		fs.BoolVar(&o.explain, "explain", false, "name, for each guard removed, the rule and what proves it")
		fs.BoolVar(&o.verify, "verify", false, "check the IR after every pass")
		return func(std streams, args []string) int { return compareMain(std, o, args) }
	},
}

type compareFlags struct {
	passes                string
	json, explain, verify bool
}

// errTraces is the error when traces could not be built.
var errTraces = errors.New("some traces could not be built or optimized")

func compareMain(std streams, o *compareFlags, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(std.err, "tier2 compare: a dump expected; see tier2 compare -h")
		return statusUsage
	}
	if err := o.run(std.out, args); err != nil {
		return fail(std, err)
	}
	return 0
}

func (o *compareFlags) run(w io.Writer, files []string) error {
	c, err := compare.New(o.passes)
	if err != nil {
		return err
	}
	c.Explain, c.Verify = o.explain, o.verify
	var total compare.Total
	fmt.Fprint(w, header)
	for _, name := range files {
		rows, err := compareFile(c, name)
		if err != nil {
			return err
		}
		for i := range rows {
			o.row(w, &rows[i])
			total.Add(&rows[i])
		}
	}
	if err := o.total(w, &total); err != nil {
		return err
	}
	if total.Failed > 0 {
		return errTraces
	}
	return nil
}

func compareFile(c *compare.Comparer, name string) ([]compare.Row, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := uops.ReadDump(name, f)
	if err != nil {
		return nil, err
	}
	return c.Dump(d), nil
}

// header names the columns: each is before, after CPython's optimizer, after ours.
const header = "; type and state guards: before, CPython's, ours (+ in front of the loop) | micro-ops | control flow | bookkeeping | executions\n"

// columns prints the counts of three versions.
func columns(b, c, o, peeled compare.Counts) string {
	var s strings.Builder
	by := func(k compare.Class, sep string) {
		fmt.Fprintf(&s, "%s%5d %5d %5d", sep, b.By[k], c.By[k], o.By[k])
	}
	by(compare.Test, "")
	fmt.Fprintf(&s, " +%-4d |%6d %6d %6d", peeled.By[compare.Test], b.Ops, c.Ops, o.Ops)
	by(compare.Control, " |")
	by(compare.Bookkeeping, " |")
	return s.String()
}

func (o *compareFlags) row(w io.Writer, r *compare.Row) {
	t := r.Trace
	title := fmt.Sprintf("%s %d %s", t.Program, t.ID, t.Before.Name)
	if r.Err != nil {
		fmt.Fprintf(w, "failed: %s: %v\n", title, r.Err)
		return
	}
	loop := " "
	if r.Loops {
		loop = "L"
	}
	fmt.Fprintf(w, "%s | %12d %s %s\n", columns(r.Before, r.CPython, r.Ours, r.Peeled), r.Entries+r.Backs, loop, title)
	for _, x := range r.Removed {
		fmt.Fprintf(w, "    removed %s: %s: %s\n", strings.Join(x.Origins, " "), x.Rule, x.Because)
	}
}

func (o *compareFlags) total(w io.Writer, t *compare.Total) error {
	share := func(a, b compare.Counts) float64 {
		return float64(a.By[compare.Test]) / float64(max(b.By[compare.Test], 1))
	}
	fmt.Fprintf(w, "%s | %d traces, %d failed\n", columns(t.Before, t.CPython, t.Ours, t.Peeled), t.Traces, t.Failed)
	fmt.Fprintf(w, "type and state guards left: CPython's %.3f, ours %.3f; in loops ours %.3f of %d\n",
		share(t.CPython, t.Before), share(t.Ours, t.Before), share(t.LoopOurs, t.LoopBefore), t.LoopBefore.By[compare.Test])
	x := &t.Weighted
	fmt.Fprintf(w, "weighted by executions: CPython's %.3f, ours %.3f, with what is in front of loops %.3f\n",
		share(x[1], x[0]), share(x[2], x[0]), share(t.WeightedPeeled, x[0]))
	if !o.json {
		return nil
	}
	line, err := json.Marshal(t.Report())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", line)
	return err
}
