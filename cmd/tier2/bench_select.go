package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	uops "github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/uop"
)

// Selectors against each other: each program's bench() runs in one VM a selector, all
// of them in this process and in turn, so that what disturbs one disturbs all. The
// program itself runs first, told to call bench() once. What counts is the shortest CPU
// time of a call once the first ones are over.

// selectRow is what one selector makes of one program.
type selectRow struct {
	Program  string  `json:"program"`
	Selector string  `json:"selector"`
	Time     float64 `json:"seconds"`                 // CPU, of the shortest call
	Speed    float64 `json:"speed,omitempty"`         // of the first selector: the best other one's time by its own
	OfBase   float64 `json:"of_base,omitempty"`       // its time by that of the program -base
	Code     int     `json:"code_bytes"`              // of the executors at the end
	Share    float64 `json:"code,omitempty"`          // of the first selector: its code by that of the best other one
	Copies   float64 `json:"copies"`                  // bytecodes in them by distinct ones
	Live     int     `json:"executors"`               // at the end
	Made     int     `json:"made"`                    // ever
	Compile  float64 `json:"compile_seconds"`         // of all that were made
	Select   float64 `json:"select_of_compile"`       // time spent in selecting by that
	Misses   uint64  `json:"branch_misses,omitempty"` // of the shortest call; 0 where they are not counted
}

// selectReport is what -json prints.
type selectReport struct {
	Machine string      `json:"machine"`
	Rows    []selectRow `json:"rows"`
	// Uncounted is why branch misses are not counted, "" where they are.
	Uncounted string `json:"branch_misses_uncounted,omitempty"`
	// The first selector against the best other one on each program.
	Speed     float64 `json:"speed"` // geometric mean
	Slowest   float64 `json:"slowest"`
	SlowestAt string  `json:"slowest_program"`
	Code      float64 `json:"code"`              // geometric mean
	Select    float64 `json:"select_of_compile"` // its time in selecting by that in compiling, all programs together
}

// contender is a selector on a program.
type contender struct {
	selector string
	vm       *interp.VM
	least    time.Duration
	misses   uint64 // of the call that took the least
}

// selectors times the programs with each selector.
func (b *bench) selectors(std streams, files []string) error {
	var sels []uop.Selector
	for _, text := range splitOutside(b.selects) {
		var f selectFlag
		if err := f.Set(text); err != nil {
			return err
		}
		f.Name = text // with its options
		sels = append(sels, f.Selector)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r := &selectReport{Machine: machine()}
	counter, err := openMisses()
	if err != nil {
		r.Uncounted = err.Error()
	}
	defer counter.close()
	for _, file := range files {
		rows, err := b.contest(std, file, sels, counter)
		if err != nil {
			return fmt.Errorf("bench %s: %w", file, err)
		}
		r.Rows = append(r.Rows, rows...)
	}
	if err := r.sum(len(sels)*max(len(b.passes), 1), b.base); err != nil {
		return err
	}
	if b.json {
		return json.NewEncoder(std.out).Encode(r)
	}
	return r.write(std.out, len(sels)*max(len(b.passes), 1))
}

// contest runs one program with each selector.
func (b *bench) contest(std streams, file string, sels []uop.Selector, counter *misses) (rows []selectRow, err error) {
	prog, status := load(std, file)
	if prog == nil {
		return nil, fmt.Errorf("it cannot be loaded (status %d)", status)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	pipelines := b.passes
	if len(pipelines) == 0 {
		pipelines = []string{""}
	}
	var list []*contender
	defer func() {
		for _, c := range list {
			err = errors.Join(err, c.vm.Close())
		}
	}()
	for i := range len(sels) * len(pipelines) {
		s, pipeline := sels[i/len(pipelines)], pipelines[i%len(pipelines)]
		o := prog.options(0, interp.Options{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: std.err, Selector: s})
		vm, err := interp.New(o)
		if err != nil {
			return nil, err
		}
		c := &contender{selector: s.Name, vm: vm, least: math.MaxInt64}
		if len(pipelines) > 1 {
			c.selector += fmt.Sprintf("/%d", i%len(pipelines)+1)
		}
		list = append(list, c)
		if err := vm.EnableTier2(tier2.Options{Passes: pipeline}); err != nil {
			return nil, err
		}
		if err := vm.RunMain(prog.code, []string{file, "--bench", "0", "1"}); err != nil {
			return nil, fmt.Errorf("%s: %w", c.selector, err)
		}
	}
	for i := range b.warm + b.rounds*b.iterations {
		for _, c := range list {
			t, missed, err := c.call(counter)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.selector, err)
			}
			if i >= b.warm && t < c.least {
				c.least, c.misses = t, missed
			}
		}
	}
	for _, c := range list {
		rows = append(rows, c.row(name))
	}
	return rows, nil
}

// call runs bench() and returns the CPU time that it takes, and the branches that were predicted
// wrongly meanwhile.
func (c *contender) call(counter *misses) (t time.Duration, missed uint64, err error) {
	before, err := counter.read()
	if err != nil {
		return 0, 0, err
	}
	start, err := cpuTime()
	if err != nil {
		return 0, 0, err
	}
	if _, err = c.vm.Call("bench"); err != nil {
		return 0, 0, err
	}
	end, err := cpuTime()
	if err != nil {
		return 0, 0, err
	}
	missed, err = counter.read()
	return end - start, missed - before, err
}

// row reads the VM's counters.
func (c *contender) row(program string) selectRow {
	s := c.vm.Stats().Tier2
	r := selectRow{
		Program: program, Selector: c.selector, Time: c.least.Seconds(), Misses: c.misses,
		Code: s.CodeBytes, Live: len(c.vm.Executors()), Made: s.Executors,
		Compile: time.Duration(s.CompileNS).Seconds(),
	}
	if s.CompileNS > 0 {
		r.Select = float64(s.Selection.NS) / float64(s.CompileNS)
	}
	r.Copies = copies(c.vm)
	return r
}

// copies returns the bytecodes that executors have, by those that are distinct.
func copies(vm *interp.VM) float64 {
	all, distinct := 0, map[interp.Place]bool{}
	for _, ex := range vm.Executors() {
		if ex.Trace == nil || ex.Kind == exitdata.Cold {
			continue
		}
		for i, at := range vm.Places(ex) {
			if ex.Trace.Insts[i].Op == uops.SET_IP {
				all++
				distinct[at.Place] = true
			}
		}
	}
	return float64(all) / float64(max(len(distinct), 1))
}

// sum compares the first of n selectors with the others, and all programs with the base.
func (r *selectReport) sum(n int, base string) error {
	var speed, code, selecting, compiling float64
	compared := 0
	for i := 0; i < len(r.Rows); i += n {
		first := &r.Rows[i]
		selecting += first.Select * first.Compile
		compiling += first.Compile
		if n == 1 {
			continue
		}
		best := &r.Rows[i+1]
		for k := range r.Rows[i+1 : i+n] {
			if x := &r.Rows[i+1+k]; x.Time < best.Time {
				best = x
			}
		}
		first.Speed = best.Time / first.Time
		if r.SlowestAt == "" || first.Speed < r.Slowest {
			r.Slowest, r.SlowestAt = first.Speed, first.Program
		}
		speed += math.Log(first.Speed)
		if first.Code > 0 && best.Code > 0 {
			first.Share = float64(first.Code) / float64(best.Code)
			code += math.Log(first.Share)
			compared++
		}
	}
	r.Speed, r.Code = math.Exp(speed/float64(max(len(r.Rows)/n, 1))), math.Exp(code/float64(max(compared, 1)))
	if compiling > 0 {
		r.Select = selecting / compiling
	}
	if base == "" {
		return nil
	}
	times := map[string]float64{} // of the base, by selector
	for _, x := range r.Rows {
		if x.Program == base {
			times[x.Selector] = x.Time
		}
	}
	if len(times) == 0 {
		return fmt.Errorf("-base: no program is named %q", base)
	}
	for i := range r.Rows {
		r.Rows[i].OfBase = r.Rows[i].Time / times[r.Rows[i].Selector]
	}
	return nil
}

func (r *selectReport) write(out io.Writer, n int) error {
	fmt.Fprintln(out, r.Machine)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "program\tselector\tms\tof base\tspeed\tcode\tshare\tcopies\texecutors\tmade\tcompile ms\tselect\tmisses\t")
	for i := range r.Rows {
		x := &r.Rows[i]
		fmt.Fprintf(w, "%s\t%s\t%.3f\t%s\t%s\t%d\t%s\t%.2f\t%d\t%d\t%.1f\t%.3f\t%s\t\n", x.Program, x.Selector, 1000*x.Time, orDash(x.OfBase), orDash(x.Speed),
			x.Code, orDash(x.Share), x.Copies, x.Live, x.Made, 1000*x.Compile, x.Select, missesOf(x.Misses, r.Uncounted))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if r.Uncounted != "" {
		fmt.Fprintf(out, "branch misses are not counted: %s\n", r.Uncounted)
	}
	if n > 1 {
		fmt.Fprintf(out, "%s against the best of the others on each program: %.2f of its speed (geometric mean), at least %.2f (%s); %.2f of its code\n",
			r.Rows[0].Selector, r.Speed, r.Slowest, r.SlowestAt, r.Code)
	}
	_, err := fmt.Fprintf(out, "%s selects for %.3f of the time that it compiles\n", r.Rows[0].Selector, r.Select)
	return err
}

// missesOf writes a count of branch misses, and a dash where they are not counted.
func missesOf(n uint64, uncounted string) string {
	if uncounted != "" {
		return "-"
	}
	return fmt.Sprint(n)
}

// orDash writes a ratio, and a dash for none.
func orDash(x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}
