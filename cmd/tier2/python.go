package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/tier2go/tier2/interp/pycode/compile"
)

var pythonCommand = command{
	name: "python", args: "ARGS", raw: true,
	doc:     "runs the front end's CPython, as it is",
	example: `tier2 python -c "print(1 + 1)"`,
	setup:   func(*flag.FlagSet) func(streams, []string) int { return pythonMain },
}

func pythonMain(std streams, args []string) int {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: std.err})
	if err != nil {
		return fail(std, err)
	}
	// As it is: without the isolation that Python.Command adds.
	cmd := exec.Command(py.Exe(), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = std.in, std.out, std.err
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt) // the child's to handle: what is ignored, the child ignores, too
	defer signal.Stop(ch)
	err = cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		if err != nil {
			return fail(std, err)
		}
		return 0
	}
	if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return exit.ExitCode()
}
