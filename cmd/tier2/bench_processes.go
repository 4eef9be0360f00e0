package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tier2go/tier2/interp"
)

// Selectors against each other on pyperformance. What is repeated is the process: where code lies
// and what is compiled when differ from one to the next more than within one. All selectors run in
// turn. A process's time of a function is that behind its last change (changepoints.go), in CPU
// time: the machine may have other things to do.

// processResult is what one selector makes of one function.
type processResult struct {
	Seconds float64 `json:"seconds"` // the median of the processes'
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
	OfFirst float64 `json:"of_first"`                   // Seconds by those of the first selector
	Courses string  `json:"courses"`                    // of the processes: f flat, w warms up, s slows down, u is unsteady
	Error   string  `json:"error,omitempty"`            // of the last process that failed
	Failed  int     `json:"failed_processes,omitempty"` // those whose times there are count all the same
	times   []float64
}

// fail notes that a process has failed, and why.
func (x *processResult) fail(why string) {
	x.Error = why
	x.Failed++
}

// fileResult is what a process has compiled for one file of benchmarks.
type fileResult struct {
	Seconds   float64 `json:"compile_seconds"`
	Code      float64 `json:"code_bytes"`
	Executors float64 `json:"executors"`
	n         float64
}

// processReport is what -json prints.
type processReport struct {
	Machine   string                               `json:"machine"`
	Selectors []string                             `json:"selectors"`
	Functions map[string]map[string]*processResult `json:"functions"` // by name, by selector
	Files     map[string]map[string]*fileResult    `json:"files"`
	Means     map[string]*processMean              `json:"means"` // by selector
}

// processMean is a selector held against the first one, where both have results: geometric means
// with their intervals of 95 % (a bootstrap over functions, or files).
type processMean struct {
	Time    [3]float64     `json:"time"` // the mean, and from where to where
	Compile [3]float64     `json:"compile"`
	Code    [3]float64     `json:"code"`
	Courses map[string]int `json:"courses"` // processes
	Failed  int            `json:"failed"`  // functions
}

// processes times the functions of pyperformance's benchmarks with each selector.
func (b *bench) processes(std streams, names []string) int {
	runs, _, err := b.named(names)
	if err != nil {
		return fail(std, err)
	}
	folder, err := os.MkdirTemp("", "tier2-pyperf")
	if err != nil {
		return fail(std, err)
	}
	defer os.RemoveAll(folder)
	module := bytes.Replace(pyperfText(true), []byte("MIN_TIME = 0.1"), []byte("MIN_TIME = 0.02"), 1)
	if err := os.WriteFile(filepath.Join(folder, "pyperf.py"), module, 0o666); err != nil {
		return fail(std, err)
	}
	r := &processReport{Machine: machine(), Functions: map[string]map[string]*processResult{}, Files: map[string]map[string]*fileResult{}}
	for _, text := range splitOutside(b.selects) {
		var f selectFlag
		if err := f.Set(text); err != nil {
			return fail(std, err)
		}
		r.Selectors = append(r.Selectors, text)
	}
	for _, run := range runs {
		if len(names) > 0 && !slices.Contains(names, run.name) {
			continue
		}
		for range b.rounds {
			for _, s := range r.Selectors {
				b.process(r, run, s, folder)
			}
		}
	}
	r.sum()
	if b.json {
		err = json.NewEncoder(std.out).Encode(r)
	} else {
		err = r.write(std.out)
	}
	if err != nil {
		return fail(std, err)
	}
	return 0
}

// process runs one file with one selector once.
func (b *bench) process(r *processReport, run pyperfRun, selector, folder string) {
	args := append(append([]string{run.file}, run.args...), "--bench", "0", fmt.Sprint(b.warm+b.iterations))
	cmd := ours("native", "-stats=compiled", "-select="+selector).command(args)
	var out, errs bytes.Buffer
	cmd.Env = append(os.Environ(), b.besidePath(folder, run.file))
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Dir(run.file), &out, &errs
	err := runFor(cmd, b.limit)
	last := run.name
	for name, text := range perFunction(out.String()) {
		last = name
		x, one := r.at(name, selector), &result{}
		if _, why, failed := strings.Cut(text, "failed "+name+": "); failed {
			x.fail(strings.SplitN(why, "\n", 2)[0])
		} else if bad := one.read(text); bad != nil && err == nil {
			x.fail(bad.Error())
		} else if bad == nil {
			t, c := steadyTime(one.times)
			x.times, x.Courses = append(x.times, t), x.Courses+courseNames[c:c+1]
		}
	}
	if err != nil {
		r.at(last, selector).fail(fmt.Sprintf("%v: %s", err, lastLine(errs.Bytes())))
		return
	}
	var s interp.Stats
	if err := json.Unmarshal([]byte(lastLine(errs.Bytes())), &s); err != nil {
		r.at(last, selector).fail(err.Error())
		return
	}
	if r.Files[run.name] == nil {
		r.Files[run.name] = map[string]*fileResult{}
	}
	c := r.Files[run.name][selector]
	if c == nil {
		c = &fileResult{}
		r.Files[run.name][selector] = c
	}
	c.Seconds, c.Code, c.Executors, c.n = c.Seconds+float64(s.Tier2.CompileNS)/1e9, c.Code+float64(s.Tier2.CodeBytes), c.Executors+float64(s.Tier2.Executors), c.n+1
}

// at returns the result of a selector for a function.
func (r *processReport) at(function, selector string) *processResult {
	if r.Functions[function] == nil {
		r.Functions[function] = map[string]*processResult{}
	}
	if r.Functions[function][selector] == nil {
		r.Functions[function][selector] = &processResult{}
	}
	return r.Functions[function][selector]
}

// sum computes medians, means and ratios.
func (r *processReport) sum() {
	r.Means = map[string]*processMean{}
	time, compile, code := map[string][]float64{}, map[string][]float64{}, map[string][]float64{}
	for _, s := range r.Selectors {
		r.Means[s] = &processMean{Courses: map[string]int{}}
	}
	for _, name := range sorted(r.Functions) {
		first := r.at(name, r.Selectors[0])
		for _, s := range r.Selectors {
			x := r.at(name, s)
			if len(x.times) == 0 {
				r.Means[s].Failed++
				continue
			}
			x.Seconds, x.Least, x.Most = median(x.times), slices.Min(x.times), slices.Max(x.times)
			for _, c := range x.Courses {
				r.Means[s].Courses[string(c)]++
			}
			if first.Seconds > 0 {
				x.OfFirst = x.Seconds / first.Seconds
				time[s] = append(time[s], x.OfFirst)
			}
		}
	}
	for _, name := range sorted(r.Files) {
		first := r.Files[name][r.Selectors[0]]
		for _, s := range r.Selectors {
			if c := r.Files[name][s]; c != nil && first != nil && first.Seconds > 0 && first.Code > 0 && c.Code > 0 {
				compile[s] = append(compile[s], c.Seconds/c.n/(first.Seconds/first.n))
				code[s] = append(code[s], c.Code/c.n/(first.Code/first.n))
			}
		}
		for _, c := range r.Files[name] {
			c.Seconds, c.Code, c.Executors, c.n = c.Seconds/c.n, c.Code/c.n, c.Executors/c.n, 1
		}
	}
	for s, m := range r.Means {
		m.Time, m.Compile, m.Code = bootstrapMean(time[s]), bootstrapMean(compile[s]), bootstrapMean(code[s])
	}
}

// bootstrapMean returns the geometric mean of a list with its interval of 95 %, of resamples
// that are the same each time.
func bootstrapMean(list []float64) [3]float64 {
	if len(list) == 0 {
		return [3]float64{}
	}
	mean := func(at func(i int) float64) float64 {
		sum := 0.0
		for i := range list {
			sum += math.Log(at(i))
		}
		return math.Exp(sum / float64(len(list)))
	}
	random, samples := rand.New(rand.NewPCG(1, 1)), make([]float64, 2000)
	for i := range samples {
		samples[i] = mean(func(int) float64 { return list[random.IntN(len(list))] })
	}
	slices.Sort(samples)
	return [3]float64{mean(func(i int) float64 { return list[i] }), samples[len(samples)/40], samples[len(samples)-1-len(samples)/40]}
}

func (r *processReport) write(out io.Writer) error {
	fmt.Fprintln(out, r.Machine)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "function\tselector\tms\tleast\tmost\tof first\tprocesses\t")
	for _, name := range sorted(r.Functions) {
		for _, s := range r.Selectors {
			if x := r.at(name, s); len(x.times) == 0 {
				fmt.Fprintf(w, "%s\t%s\tfailed: %s\t\t\t\t\t\n", name, s, x.Error)
			} else {
				fmt.Fprintf(w, "%s\t%s\t%.4g\t%.4g\t%.4g\t%s\t%s%s\t\n", name, s, 1000*x.Seconds, 1000*x.Least, 1000*x.Most, orDash(x.OfFirst), x.Courses, strings.Repeat("!", x.Failed))
			}
		}
	}
	fmt.Fprintln(w, "file\tselector\tcompile ms\tcode\texecutors\t\t\t")
	for _, name := range sorted(r.Files) {
		for _, s := range r.Selectors {
			if c := r.Files[name][s]; c != nil {
				fmt.Fprintf(w, "%s\t%s\t%.1f\t%.0f\t%.0f\t\t\t\n", name, s, 1000*c.Seconds, c.Code, c.Executors)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, s := range r.Selectors {
		m := r.Means[s]
		of := func(x [3]float64) string { return fmt.Sprintf("%.2f [%.2f, %.2f]", x[0], x[1], x[2]) }
		fmt.Fprintf(out, "%s by %s: time %s, compile time %s, code %s; processes:", s, r.Selectors[0], of(m.Time), of(m.Compile), of(m.Code))
		for c, word := range [numCourses]string{"flat", "warm up", "slow down", "unsteady"} {
			fmt.Fprintf(out, " %d %s", m.Courses[courseNames[c:c+1]], word)
		}
		if _, err := fmt.Fprintf(out, "; %d functions failed\n", m.Failed); err != nil {
			return err
		}
	}
	return nil
}
