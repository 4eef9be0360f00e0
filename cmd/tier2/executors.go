package main

import (
	"flag"
	"fmt"

	"github.com/tier2go/tier2/interp/profile"
)

var executorsCommand = command{
	name: "executors", args: "FILE.py|FILE.pyc [ARGS]",
	doc:     "runs a program without its output and prints the graph of its executors",
	example: "tier2 executors -dot nbody.py | dot -Tsvg -o nbody.svg",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		var t tierFlags
		t.register(fs, "passes")
		times := fs.Bool("times", true, "sample the run, for the time in each executor")
		dot := fs.Bool("dot", false, "print the graph in Graphviz's language")
		return func(std streams, args []string) int { return executorsMain(std, &t, *times, *dot, args) }
	},
}

func executorsMain(std streams, t *tierFlags, times, dot bool, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(std.err, "tier2 executors: no program; see tier2 executors -h")
		return statusUsage
	}
	r, status := t.explain(std, "executors", whyRun{times: times}, args)
	if r == nil {
		return status
	}
	g := profile.NewGraph(r.vm, &r.rec, r.sampled)
	write := g.Text
	if dot {
		write = g.DOT
	}
	if err := write(std.out); err != nil {
		return fail(std, err)
	}
	return status
}
