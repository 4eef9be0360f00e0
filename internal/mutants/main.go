package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

var (
	table   = flag.String("table", "internal/mutants/testdata/faults.tsv", "the table of faults")
	only    = flag.String("run", "", "only faults whose name this regular expression matches")
	count   = flag.Int("random", 0, "try so many faults that are made at random in each of the packages named as arguments")
	seed    = flag.Uint64("seed", 1, "of the faults that are made at random")
	list    = flag.Bool("list", false, "print the rows of the faults that are made at random, and try none")
	own     = flag.Bool("own", false, "of the tests of the faults that are made at random run those of their package alone: what survives may still be killed by others")
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
	if *count > 0 {
		return runRandom(ctx, faults)
	}
	faults = slices.DeleteFunc(faults, func(f Fault) bool { return !match.MatchString(f.ID) })
	dir, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	return runner{dir, *timeout}.all(ctx, faults)
}

// runRandom tries faults made at random. What the table says of one of them holds; of each that
// is not in it and survives the row is printed.
func runRandom(ctx context.Context, known []Fault) (ok bool, err error) {
	dir, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	r := runner{dir, *timeout}
	var all []Fault
	for _, pkg := range flag.Args() {
		faults, err := r.random(pkg, *seed, *count)
		if err != nil {
			return false, err
		}
		for i := range faults {
			if k := slices.Index(faults[i].Tests, pkg); *own && k >= 0 {
				faults[i].Tests = faults[i].Tests[k : k+1]
			}
		}
		all = append(all, faults...)
	}
	for i, f := range all {
		source, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.File)))
		if err != nil {
			return false, err
		}
		if k := slices.IndexFunc(known, func(g Fault) bool { return f.same(g, string(source)) }); k >= 0 {
			all[i].Equivalent, all[i].Survives = known[k].Equivalent, known[k].Survives
		}
		if *list {
			fmt.Println(all[i].row())
		}
	}
	if *list {
		return true, nil
	}
	return r.all(ctx, all)
}

// all tries faults and prints a line for each, and their numbers.
func (r runner) all(ctx context.Context, faults []Fault) (bool, error) {
	counts, bad := map[Verdict]int{}, 0
	survived, tried := map[string]int{}, map[string]int{} // by package
	err := r.try(ctx, faults, func(f Fault, v result) {
		counts[v.verdict]++
		if v.verdict == Survived {
			survived[path.Dir(f.File)]++
		}
		if v.verdict != Broken {
			tried[path.Dir(f.File)]++
		}
		mark := ""
		if !f.ok(v.verdict) && !(*count > 0 && v.verdict == Broken) {
			bad++
			mark = "  <--"
		}
		fmt.Printf("%-10s  %-28s %4.0f s  %s%s\n", v.verdict, f.ID, v.time.Seconds(), v.by, mark)
		if *count > 0 && v.verdict == Survived && !f.Survives {
			fmt.Println(f.row())
		}
	})
	if err != nil {
		return false, err
	}
	for _, pkg := range sorted(tried) {
		if *count > 0 {
			fmt.Printf("%s: %d of %d survived\n", pkg, survived[pkg], tried[pkg])
		}
	}
	fmt.Printf("%d faults: %d killed, %d equivalent, %d survived, %d stale, %d broken\n",
		len(faults), counts[Killed], counts[Equivalent], counts[Survived], counts[Stale], counts[Broken])
	return bad == 0, nil
}
