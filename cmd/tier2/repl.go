package main

import (
	_ "embed"
	"flag"
	"io"

	"github.com/tier2go/tier2/interp/grant/host"
)

// The command without a program is an interactive console: CPython's own (module code), run as a program on the
// VM. tier2 alone is it where stdin is a terminal, tier2 -i everywhere.

//go:embed repl.py
var replSource []byte

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream io.Reader) bool {
	t, ok := host.Streams(stream, nil, nil)[0].(interface{ IsTerminal() bool })
	return ok && t.IsTerminal()
}

// repl runs the console.
func repl(std streams) int {
	var t tierFlags
	fs := flag.NewFlagSet(runCommand.name, flag.ContinueOnError)
	t.register(fs, "passes")
	if err := fs.Parse(nil); err != nil {
		return fail(std, err)
	}
	return runMain(std, &t, &runOptions{interactive: true}, nil)
}
