package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/deopt"
)

// deoptFlag is -deopt: all, or random:SEED:N.
type deoptFlag struct {
	text string
	opts deopt.Options
}

func (f *deoptFlag) String() string { return f.text }

func (f *deoptFlag) Set(text string) error {
	f.text, f.opts = text, deopt.Options{}
	if text == "all" {
		return nil
	}
	part := strings.Split(text, ":")
	if len(part) == 3 && part[0] == "random" {
		seed, err1 := strconv.ParseUint(part[1], 10, 64)
		n, err2 := strconv.Atoi(part[2])
		if err1 == nil && err2 == nil && n > 0 {
			f.opts = deopt.Options{Random: true, Seed: seed, Times: n}
			return nil
		}
	}
	return fmt.Errorf("must be all or random:SEED:N, with N at least 1")
}

// runDeopt runs a program with its exits forced. It says how many there were; where
// one is not where the interpreter is the status is 1.
func runDeopt(std streams, t *tierFlags, ro *runOptions, prog *program, args []string) int {
	if ro.html != "" || ro.profile.cpu != "" || ro.profile.perfmap {
		fmt.Fprintln(std.err, "tier2 run: -deopt goes with none of -html, -cpuprofile and -perfmap")
		return statusUsage
	}
	o, err := t.vmOptions(prog.options(t.maxHeap, interp.Options{Stdin: std.in, Stdout: std.out, Stderr: std.err}))
	if err != nil {
		return fail(std, err)
	}
	to, on, err := t.options(std.err)
	if err != nil {
		return fail(std, err)
	}
	if !on {
		fmt.Fprintln(std.err, "tier2 run: with -jit=off there are no executors for -deopt")
		return statusUsage
	}
	d, err := interp.NewDeopt(o, to, ro.deopt.opts)
	if err != nil {
		return fail(std, err)
	}
	stop := newInterrupts().interruptible(d.VM())
	err = d.RunMain(prog.code, args)
	stop()
	s, status := d.VM().Stats(), 0
	if found := new(deopt.Error); errors.As(err, &found) {
		status = fail(std, err)
	} else {
		status = report(std, err)
	}
	fmt.Fprintf(std.err, "tier2: deopt: %d exits forced, %d exits compared with the interpreter\n", s.Tier2.DeoptForced, d.Compared)
	if ro.stats != "" {
		if err := writeStats(std.err, ro.stats, s); err != nil {
			return fail(std, err)
		}
	}
	if err := errors.Join(t.writePassStats(std.err), d.Close()); err != nil {
		return fail(std, err)
	}
	return status
}
