package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tier2go/tier2/interp"
)

// benchDefaults are the programs of the speed table.
var benchDefaults = []string{"mandelbrot", "intsum", "collatz", "spectral_norm", "matmul", "nbody", "sieve", "fib"}

// programFolder returns the folder of the programs in the checkout that the current
// folder is in.
func programFolder() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		folder := filepath.Join(dir, "testdata", "programs")
		if _, bad := os.Stat(filepath.Join(folder, benchDefaults[0]+".py")); bad == nil {
			return folder, nil
		}
		if dir == filepath.Dir(dir) {
			err = errors.New("the programs are in testdata/programs of a checkout of tier2, and the current folder is in none: name files")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

var benchCommand = command{
	name: "bench", args: "[PROGRAM|FILE.py|all ...]",
	doc:     "times programs here and on other implementations, in turn (docs/speed.md has the protocol)",
	example: "tier2 bench -peers=cpython,pypy3 nbody",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		b := &bench{}
		fs.StringVar(&b.peers, "peers", "cpython,cpython-jit,pypy3,luajit", "the other implementations (`list`)")
		fs.BoolVar(&b.json, "json", false, "print one JSON object")
		fs.IntVar(&b.rounds, "n", 3, "`rounds`, in each of which everything runs in turn")
		fs.IntVar(&b.warm, "warmup", 3, "iterations before those that count, per run")
		fs.IntVar(&b.iterations, "iterations", 5, "iterations that count, per run")
		fs.StringVar(&b.selects, "select", "", "compare these `selectors` in place of other implementations, in one process; the first with the best of the others. With -pyperformance: each in -n processes of its own")
		fs.Func("passes", "with -select: the pass `pipeline` (default @default); may be given several times, to compare pipelines", func(text string) error {
			b.passes = append(b.passes, text)
			return nil
		})
		fs.StringVar(&b.suite, "pyperformance", "", "time the functions of pyperformance's benchmarks in this `folder`, a checkout of it: all that need no other packages, or the named")
		fs.StringVar(&b.packages, "packages", "", "with -pyperformance: the benchmarks that need other packages, which lie in the folders of this `list`, written as PYTHONPATH is")
		fs.BoolVar(&b.cpu, "cpu", false, "with -pyperformance: CPU time, which other programs on the machine change less than the clock's")
		fs.DurationVar(&b.limit, "limit", 5*time.Minute, "the longest that one run may take")
		fs.StringVar(&b.base, "base", "", "with -select: print times as multiples of those of this `program`, too")
		return b.main
	},
}

// bench is one invocation.
type bench struct {
	peers                    string
	selects, base            string
	suite                    string // -pyperformance
	packages                 string // -packages
	passes                   []string
	limit                    time.Duration
	json, cpu                bool
	rounds, warm, iterations int
}

// result is what one peer needs for one program.
type result struct {
	Median float64 `json:"median_s"`
	WarmUp float64 `json:"warmup_s"` // the first iteration
	// ToSteady is the time until iterations run at 90 % of the steady speed: see
	// toSteady.
	ToSteady  float64 `json:"to_steady_s"`
	Ratio     float64 `json:"ratio,omitempty"` // CPython's median by this one
	CompileNS int64   `json:"compile_ns,omitempty"`
	Value     string  `json:"value,omitempty"` // what the program has computed
	Error     string  `json:"error,omitempty"` // why there is no time, or why it does not count
	times     []float64
	warms     []float64
	runs      [][]float64 // all iterations of each run
	failed    int         // runs
}

// fail notes that a run has failed, and why.
func (r *result) fail(why string) {
	r.Error = why
	r.failed++
}

// benchReport is what -json prints.
type benchReport struct {
	Machine  string                        `json:"machine"`
	Programs map[string]map[string]*result `json:"programs"`
	Geomean  map[string]float64            `json:"geomean"`
	Skipped  map[string]string             `json:"skipped"`
}

func (b *bench) main(std streams, args []string) int {
	if b.rounds < 1 || b.iterations < 1 || b.warm < 0 {
		fmt.Fprintln(std.err, "tier2 bench: -n and -iterations must be at least 1, -warmup at least 0")
		return statusUsage
	}
	if b.suite != "" && b.selects != "" {
		return b.processes(std, args)
	}
	if b.suite != "" {
		return b.pyperformance(std, args)
	}
	files, err := benchFiles(args)
	if err != nil {
		return fail(std, err)
	}
	if b.selects != "" {
		if err := b.selectors(std, files); err != nil {
			return fail(std, err)
		}
		return 0
	}
	peers, skipped, err := findPeers(strings.Split(b.peers, ","))
	if err != nil {
		return fail(std, err)
	}
	r := &benchReport{Machine: machine(), Programs: map[string]map[string]*result{}, Geomean: map[string]float64{}, Skipped: skipped}
	if !b.json {
		fmt.Fprintln(std.out, r.Machine)
		for _, name := range sorted(skipped) {
			fmt.Fprintf(std.out, "skipped: %s: %s\n", name, skipped[name])
		}
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		results := b.program(file, peers)
		r.Programs[name] = results
		if !b.json {
			printProgram(std, name, peers, results)
		}
	}
	r.geomeans(peers)
	return b.print(std, r, peers)
}

// print ends a report: as JSON, or the lines behind the programs.
func (b *bench) print(std streams, r *benchReport, peers []*peer) int {
	if b.json {
		if err := json.NewEncoder(std.out).Encode(r); err != nil {
			return fail(std, err)
		}
		return 0
	}
	for _, p := range peers {
		g, ok := r.Geomean[p.name]
		if !ok {
			continue
		}
		slower, failed := 0, 0
		for _, results := range r.Programs {
			switch res := results[p.name]; {
			case res == nil:
			case res.Error != "":
				failed++
			case res.Ratio > 0 && res.Ratio < 1:
				slower++
			}
		}
		fmt.Fprintf(std.out, "geometric mean  %-12s %8.2fx CPython, %d slower, %d failed\n", p.name, g, slower, failed)
	}
	return 0
}

// benchFiles returns the files of programs.
func benchFiles(args []string) ([]string, error) {
	if len(args) == 0 {
		args = benchDefaults
	}
	var files []string
	for _, a := range args {
		if !strings.HasSuffix(a, ".py") {
			folder, err := programFolder()
			if err != nil {
				return nil, fmt.Errorf("bench %s: %w", a, err)
			}
			if a == "all" {
				all, err := filepath.Glob(folder + "/*.py")
				if err != nil {
					return nil, err
				}
				files = append(files, all...)
				continue
			}
			a = filepath.Join(folder, a+".py")
		}
		if _, err := os.Stat(a); err != nil {
			return nil, err
		}
		files = append(files, a)
	}
	return files, nil
}

// args are what a program takes behind its own arguments.
func (b *bench) args() []string {
	return []string{"--bench", strconv.Itoa(b.warm), strconv.Itoa(b.iterations)}
}

// program runs one program on all peers, in turn. A peer that fails has its error as
// its result.
func (b *bench) program(file string, peers []*peer) map[string]*result {
	results := map[string]*result{}
	for range b.rounds {
		for _, p := range peers {
			args, ok := p.args(file)
			if !ok {
				continue
			}
			var out, errs bytes.Buffer
			cmd := p.command(append(args, b.args()...))
			cmd.Stdout, cmd.Stderr = &out, &errs
			if results[p.name] == nil {
				results[p.name] = &result{}
			}
			r := results[p.name]
			if err := runFor(cmd, b.limit); err != nil {
				r.Error = fmt.Sprintf("%v: %s", err, lastLine(errs.Bytes()))
			} else if err := r.read(out.String()); err != nil {
				r.Error = err.Error()
			}
		}
	}
	finish(results)
	if r := results["native"]; r != nil && r.Error == "" {
		if err := compileTime(file, r); err != nil {
			r.Error = err.Error()
		}
	}
	return results
}

// finish computes medians and ratios. A peer whose value is not CPython's has an error:
// its time is of another computation. Values are compared where both are printed as
// Python prints them.
func finish(results map[string]*result) {
	base := results["cpython"]
	for name, r := range results {
		if r.Error == "" && base != nil && base.Error == "" && name != "luajit" && r.Value != base.Value {
			r.Error = fmt.Sprintf("the value is %s, CPython's %s", r.Value, base.Value)
		}
		if r.Error != "" || len(r.times) == 0 {
			continue
		}
		r.Median = median(r.times)
		r.ToSteady = toSteady(r.runs)
		if len(r.warms) > 0 {
			r.WarmUp = median(r.warms)
		}
	}
	if base != nil && base.Median > 0 {
		for _, r := range results {
			if r.Median > 0 {
				r.Ratio = base.Median / r.Median
			}
		}
	}
}

// compileTime asks a run of its own: counting bytecodes takes time.
func compileTime(file string, r *result) error {
	p := ours("native", "-stats=json")
	cmd := p.command([]string{file, "--bench", "0", "1"})
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("for the compile time: %w: %s", err, lastLine(errs.Bytes()))
	}
	var s interp.Stats
	if err := json.Unmarshal([]byte(lastLine(errs.Bytes())), &s); err != nil {
		return err
	}
	r.CompileNS = s.Tier2.CompileNS
	return nil
}

// read takes the lines "warm SECONDS" and "bench SECONDS" of a run.
func (r *result) read(out string) error {
	first, n := true, len(r.times)
	var run []float64
	for line := range strings.Lines(out) {
		word, num, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "value" {
			r.Value = num
		}
		if word != "warm" && word != "bench" {
			continue
		}
		s, err := strconv.ParseFloat(num, 64)
		if err != nil || s <= 0 {
			return fmt.Errorf("bad line %q", strings.TrimSpace(line))
		}
		run = append(run, s)
		if word == "bench" {
			r.times = append(r.times, s)
		} else if first {
			r.warms = append(r.warms, s)
		}
		first = false
	}
	r.runs = append(r.runs, run)
	if len(r.times) == n {
		return fmt.Errorf("no line \"bench SECONDS\": it does not take --bench")
	}
	return nil
}

// toSteady returns, of the times of the iterations of some runs, how long it takes until
// the speed is 90 % of the steady one and stays there. What disturbs a run makes
// iterations longer, never shorter: of each, the shortest time of all runs counts, and
// the steady time is the median of those of the second half. The iterations before count
// as a whole, the first good one by what it takes longer than a steady one.
func toSteady(runs [][]float64) float64 {
	var least []float64
	for _, run := range runs {
		for i, s := range run {
			if i == len(least) {
				least = append(least, s)
			}
			least[i] = min(least[i], s)
		}
	}
	half := len(least) / 2
	steady := median(least[half:])
	first := half
	for first > 0 && least[first-1] <= steady/0.9 {
		first--
	}
	sum := max(0, least[first]-steady)
	for _, s := range least[:first] {
		sum += s
	}
	return sum
}

func (r *benchReport) geomeans(peers []*peer) {
	for _, p := range peers {
		sum, n := 0.0, 0
		for _, name := range sorted(r.Programs) {
			if x := r.Programs[name][p.name]; x != nil && x.Ratio > 0 {
				sum += math.Log(x.Ratio)
				n++
			}
		}
		if n > 0 {
			r.Geomean[p.name] = math.Exp(sum / float64(n))
		}
	}
}

func printProgram(std streams, name string, peers []*peer, results map[string]*result) {
	fmt.Fprintf(std.out, "%s\n", name)
	for _, p := range peers {
		r := results[p.name]
		if r == nil {
			fmt.Fprintf(std.out, "  %-12s skipped: no such program for it\n", p.name)
			continue
		}
		if r.Error != "" {
			fmt.Fprintf(std.out, "  %-12s failed: %s\n", p.name, r.Error)
			continue
		}
		fmt.Fprintf(std.out, "  %-12s median %s  first %s  90 %% after %s", p.name, span(r.Median), span(r.WarmUp), span(r.ToSteady))
		if r.Ratio > 0 {
			fmt.Fprintf(std.out, "  %6.2fx CPython", r.Ratio)
		}
		if n := results["native"]; n != nil && n.Median > 0 && p.name != "native" {
			fmt.Fprintf(std.out, "  %6.2f of native's time", r.Median/n.Median)
		}
		if r.CompileNS > 0 {
			fmt.Fprintf(std.out, "  compile %.3f ms", float64(r.CompileNS)/1e6)
		}
		fmt.Fprintln(std.out)
	}
}

// span prints seconds with four digits and their unit.
func span(seconds float64) string {
	switch {
	case seconds >= 1:
		return fmt.Sprintf("%8.4g s ", seconds)
	case seconds >= 1e-3 || seconds == 0:
		return fmt.Sprintf("%8.4g ms", seconds*1e3)
	case seconds >= 1e-6:
		return fmt.Sprintf("%8.4g µs", seconds*1e6)
	}
	return fmt.Sprintf("%8.4g ns", seconds*1e9)
}

func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// machine names the processor.
func machine() string {
	model := "unknown processor"
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if k, v, _ := strings.Cut(line, ":"); strings.TrimSpace(k) == "model name" {
				model = strings.TrimSpace(v)
				break
			}
		}
	}
	return fmt.Sprintf("%s/%s, %d CPUs, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), model)
}
