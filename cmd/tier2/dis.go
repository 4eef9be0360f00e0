package main

import (
	"flag"
	"fmt"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
)

var disCommand = command{
	name: "dis", args: "FILE.py|FILE.pyc [ARGS]",
	doc:     "runs a program without its output and prints its bytecode, specialized as it ran",
	example: "tier2 dis -norun nbody.py",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		var t tierFlags
		t.register(fs, "passes")
		norun := fs.Bool("norun", false, "print the bytecode as it was compiled")
		caches := fs.Bool("caches", false, "print inline caches too")
		return func(std streams, args []string) int { return disMain(std, &t, *norun, *caches, args) }
	},
}

func disMain(std streams, t *tierFlags, norun, caches bool, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(std.err, "tier2 dis: no program; see tier2 dis -h")
		return statusUsage
	}
	prog, status := load(std, args[0])
	if prog == nil {
		return status
	}
	code := prog.code
	opt := pycode.DisOptions{Caches: caches}
	if !norun {
		vm, err := newVM(t, prog.options(t.maxHeap, interp.Options{Stdin: std.in, Stderr: std.err}), func(*tier2.Options) {})
		if err != nil {
			return fail(std, err)
		}
		stop := newInterrupts().interruptible(vm)
		err = vm.RunProgram(code, args)
		stop()
		status = report(std, err)
		opt.Live = vm.LiveUnits
		opt.Note = func(c *pycode.Code, unit int) string {
			if ex := vm.ExecutorAt(c, unit); ex != nil {
				return fmt.Sprintf("executor %d, entered %d times", ex.ID, ex.Entries)
			}
			return ""
		}
	}
	if err := pycode.Disassemble(std.out, code, opt); err != nil {
		return fail(std, err)
	}
	return status
}
