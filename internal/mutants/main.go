package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

var (
	table   = flag.String("table", "internal/mutants/testdata/faults.tsv", "the table of faults")
	only    = flag.String("run", "", "only faults whose name this regular expression matches")
	timeout = flag.Duration("timeout", time.Minute, "how much of the processor's time the tests of one package may take")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// run tries the faults of the table, in the module of the working directory.
func run(ctx context.Context) (ok bool, err error) {
	match, err := regexp.Compile(*only)
	if err != nil {
		return false, err
	}
	data, err := os.ReadFile(*table)
	if err != nil {
		return false, err
	}
	faults, err := parse(string(data))
	if err != nil {
		return false, fmt.Errorf("%s: %w", *table, err)
	}
	faults = slices.DeleteFunc(faults, func(f Fault) bool { return !match.MatchString(f.ID) })
	dir, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	return runner{dir, *timeout}.all(ctx, faults)
}

// all tries faults and prints a line for each, and their numbers.
func (r runner) all(ctx context.Context, faults []Fault) (bool, error) {
	counts, bad := map[Verdict]int{}, 0
	err := r.try(ctx, faults, func(f Fault, v result) {
		counts[v.verdict]++
		mark := ""
		if !f.ok(v.verdict) {
			bad++
			mark = "  <--"
		}
		fmt.Printf("%-10s  %-28s %4.0f s  %s%s\n", v.verdict, f.ID, v.time.Seconds(), v.by, mark)
	})
	if err != nil {
		return false, err
	}
	fmt.Printf("%d faults: %d killed, %d equivalent, %d survived, %d stale, %d broken\n",
		len(faults), counts[Killed], counts[Equivalent], counts[Survived], counts[Stale], counts[Broken])
	return bad == 0, nil
}
