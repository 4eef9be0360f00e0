package main

import (
	"fmt"
	"runtime"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/viz"
)

// targetOf is the target that executors are made for: the one asked for, or this port's,
// or any where there is none, as nothing is shown then.
func targetOf(goarch string) *lower.Target {
	for _, name := range append([]string{goarch, runtime.GOARCH}, tier2.Targets()...) {
		if t := tier2.Target(name); t != nil {
			return t
		}
	}
	panic("no targets")
}

func regName(t *lower.Target) func(r lower.PReg) string {
	return func(r lower.PReg) string { return t.Regs.Names[r] }
}

// newRecorder makes a recorder for pages, which is told of rewrites by the session
// that is made of the flags afterwards.
func newRecorder(d *debug.Flags, t *lower.Target) *viz.Recorder {
	rec := viz.New(viz.Options{Reg: regName(t), Disassemble: t.Disassemble})
	d.Modes.Log = rec.Rewrite
	return rec
}

// record notes a refusal of a compile; those without a compile have no page.
func record(rec *viz.Recorder, err error) {
	if !projected(err) {
		rec.Refused(err)
	}
}

// writePage writes a page of compiles; only, if not 0, is the executor to show.
func writePage(file, title string, list []*viz.Compile, only int) error {
	if only != 0 {
		var one []*viz.Compile
		for _, c := range list {
			if c.Executor != nil && c.Executor.ID == only {
				one = append(one, c)
			}
		}
		if one == nil {
			return fmt.Errorf("no executor %d", only)
		}
		list = one
	}
	return viz.WriteFile(file, title, list)
}
