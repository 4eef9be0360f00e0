// Package profile explains a run of the VM: which lines of the program took the
// time, in which tier, and what stands between them and more speed.
//
// It puts together what others have collected: samples (interp.VM.Sample), the
// executors with their maps and counters (tier2.Options.Map), and the attempts to
// make executors (interp.Options.OnAttempt, to which a [Recorder] belongs). From
// that it writes a profile for "go tool pprof" ([WriteCPU]), the graph of executors
// ([Graph]), and an account line by line ([Why]).
//
//	var rec profile.Recorder
//	vm, _ := interp.New(interp.Options{OnAttempt: rec.Attempt})
//	vm.EnableTier2(tier2.Options{Map: true})
//	s, _ := vm.Sample(0)
//	vm.RunMain(code, nil)
//	sampled, _ := s.Stop()
//	profile.Why(os.Stdout, vm, &rec, sampled, profile.WhyOptions{File: "prog.py"})
//
// The package reads; it must not change the VM, nor decide anything for it.
package profile

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
)

// Recorder keeps the attempts to make executors. The zero value is ready.
type Recorder struct {
	attempts []interp.Attempt
}

// Attempt notes an attempt: for interp.Options.OnAttempt.
func (r *Recorder) Attempt(a interp.Attempt) { r.attempts = append(r.attempts, a) }

// PerfMap writes the lines that name machine code for Linux's perf, which looks for
// them in /tmp/perf-PID.map: address, size and name of an executor, as soon as it is
// there, behind the routines that it may be the first to call.
type PerfMap struct {
	w        io.Writer
	err      error
	routines map[*exitdata.Routine]bool // that have been named
}

// NewPerfMap makes a PerfMap.
func NewPerfMap(w io.Writer) *PerfMap { return &PerfMap{w: w, routines: map[*exitdata.Routine]bool{}} }

// Attempt writes the line of an executor that was made: for
// interp.Options.OnAttempt.
func (p *PerfMap) Attempt(a interp.Attempt) {
	ex := a.Executor
	if ex == nil || ex.Kind != exitdata.Native || p.err != nil {
		return
	}
	for _, r := range ex.Routines() {
		if p.err == nil && !p.routines[r] {
			p.routines[r] = true
			_, p.err = fmt.Fprintf(p.w, "%x %x tier2:routine:%s\n", r.Entry(), r.CodeBytes, r.Name)
		}
	}
	if p.err != nil {
		return
	}
	_, p.err = fmt.Fprintf(p.w, "%x %x tier2:%d:%s\n", ex.Entry(), ex.CodeBytes, ex.ID, Title(ex))
}

// Err returns the first error of writing.
func (p *PerfMap) Err() error { return p.err }

// Title names an executor by what it runs: "total loop.py:4".
func Title(ex *exitdata.Executor) string {
	fn, at := ex.Name, ""
	for i := len(ex.Name) - 1; i >= 0; i-- {
		if ex.Name[i] == ' ' {
			fn, at = ex.Name[:i], ex.Name[i+1:]
			break
		}
	}
	if at == "" {
		return fn
	}
	return fn + " " + filepath.Base(at)
}
