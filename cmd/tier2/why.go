package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/profile"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/sampling"
)

var whyCommand = command{
	name: "why", args: "FILE.py[:LINE] [ARGS]",
	doc:     "runs a program without its output and says, line by line, why it is not faster",
	example: "tier2 why nbody.py:24",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		var t tierFlags
		t.register(fs, "passes")
		times := fs.Bool("times", true, "sample the run; without, the account is the same each time")
		rates := fs.Bool("rates", false, "count instructions: how often a region was left before it was selected anew")
		at := fs.String("at", "", "explain one line of a module that the program imports, such as heapq.py:288 (`FILE:LINE`)")
		return func(std streams, args []string) int { return whyMain(std, &t, whyRun{*times, *rates}, *at, args) }
	},
}

// whyRun says what a run that is explained does besides.
type whyRun struct {
	times bool // samples are taken
	rates bool // instructions are counted
}

func whyMain(std streams, t *tierFlags, run whyRun, at string, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(std.err, "tier2 why: no program; see tier2 why -h")
		return statusUsage
	}
	var o profile.WhyOptions
	args[0], o.Line = cutLine(args[0])
	if at != "" {
		own := o.Line
		if o.File, o.Line = cutLine(at); o.Line == 0 || own != 0 {
			fmt.Fprintf(std.err, "tier2 why: -at=%s: it must be FILE:LINE, and the program without a line\n", at)
			return statusUsage
		}
	}
	file := args[0]
	if at != "" {
		file = o.File
	}
	if err := hasLine(file, o.Line); err != nil {
		return fail(std, err)
	}
	r, status := t.explain(std, "why", run, args)
	if r == nil {
		return status
	}
	if at == "" {
		o.File = r.code.Filename
	}
	if err := profile.Why(std.out, r.vm, &r.rec, r.sampled, o); err != nil {
		return fail(std, err)
	}
	return status
}

// hasLine returns an error if a source file can be read and has no such line. A file
// that cannot be read, such as a module that the program finds, is not asked for here.
func hasLine(file string, line int) error {
	text, err := os.ReadFile(file)
	if err != nil || line == 0 || strings.HasSuffix(file, ".pyc") {
		return nil
	}
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	if line > n {
		return fmt.Errorf("why: %s has %d lines, no line %d", file, n, line)
	}
	return nil
}

// cutLine takes FILE:LINE apart; the line is 0 if there is none.
func cutLine(arg string) (file string, line int) {
	if i := strings.LastIndexByte(arg, ':'); i > 0 {
		if n, err := strconv.Atoi(arg[i+1:]); err == nil && n > 0 {
			return arg[:i], n
		}
	}
	return arg, 0
}

// explained is a run of a program about which everything is known.
type explained struct {
	vm      *interp.VM
	code    *pycode.Code
	rec     profile.Recorder
	sampled *sampling.Sampled // nil without times
}

// explain runs a program without its output, recording what became of it. Without a
// result, the exit status says why.
func (t *tierFlags) explain(std streams, command string, run whyRun, args []string) (*explained, int) {
	if v := t.jit.value; v != "" && v != "native" {
		fmt.Fprintf(std.err, "tier2 %s: -jit=%s has no machine code to explain\n", command, v)
		return nil, statusUsage
	}
	r := new(explained)
	prog, status := load(std, args[0])
	if prog == nil {
		return nil, status
	}
	r.code = prog.code
	var err error
	o := prog.options(t.maxHeap, interp.Options{Stdin: std.in, Stdout: io.Discard, Stderr: std.err, OnAttempt: r.rec.Attempt, Stats: run.rates})
	r.vm, err = newVM(t, o, func(o *tier2.Options) { o.Map, o.Clock = true, run.rates })
	if err != nil {
		return nil, fail(std, err)
	}
	var s *sampling.Sampling
	if run.times {
		if s, err = r.vm.Sample(0); err != nil {
			return nil, fail(std, err)
		}
	}
	stop := newInterrupts().interruptible(r.vm)
	err = r.vm.RunProgram(r.code, args)
	stop()
	status = report(std, err)
	if s != nil {
		if r.sampled, err = s.Stop(); err != nil {
			return nil, fail(std, err)
		}
	}
	return r, status
}
