// Command tier2 runs Python programs on the reference VM and shows what became
// of them: their bytecode as it was specialized, their traces, the machine code.
//
//	tier2 run nbody.py
//	tier2 trace -ir nbody.py
//
// It has no logic of its own: flags, output, exit statuses. "tier2 CMD -h"
// describes a command.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/tier2go/tier2/internal/near"
)

// Exit statuses besides the program's own.
const (
	statusBad         = 1 // bad input, or an exception that nothing caught
	statusUsage       = 2
	statusUnsupported = 3
	statusInterrupted = 130
)

// streams is what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// inherits: a program finds the process's other files open, too, as one that multiprocessing starts needs.
	inherits bool
}

// command is one command; each has a file of its own.
type command struct {
	name    string
	args    string // after the flags, for usage
	doc     string // one line
	example string
	// setup registers flags and returns what runs the command with the arguments
	// that are left.
	setup func(fs *flag.FlagSet) func(std streams, args []string) int
	raw   bool     // all arguments belong to the command: it has no flags
	last  []string // flags behind whose values all arguments are the program's, as python's -c and -m
}

// commands are all of them, in the order of the usage.
var commands = []*command{
	&runCommand, &disCommand, &traceCommand, &executorsCommand, &whyCommand, &optCommand, &compareCommand, &benchCommand, &regionsCommand, &pythonCommand,
}

func main() {
	if os.Getenv("GOGC") == "" {
		collectSeldom()
	}
	os.Exit(dispatch(streams{os.Stdin, os.Stdout, os.Stderr, true}, os.Args[1:]))
}

// collectSeldom makes Go's heap be marked half as often as Go would: what it has here lives long (code, classes, executors). And
// not below 32 MB: what most programs import takes less. Embedders decide for themselves.
func collectSeldom() {
	const usual, first = 200, 800 // percent, of 4 MB at first
	debug.SetGCPercent(first)
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { debug.SetGCPercent(usual) }) // behind the first collection
}

// dispatch runs the command that args begins with and returns the exit status.
func dispatch(std streams, args []string) int {
	if len(args) == 0 && isTerminal(std.in) {
		return repl(std)
	}
	if len(args) == 0 {
		fmt.Fprintln(std.err, "tier2: no command; see tier2 -h")
		return statusUsage
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		usage(std.out)
		return 0
	case "-V", "-version", "--version", "version":
		fmt.Fprintln(std.out, version())
		return 0
	}
	if runs(args[0]) {
		return runCommand.run(std, args)
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(std, args[1:])
		}
	}
	if status, ok := asPython(std, args); ok {
		return status
	}
	if info, err := os.Stat(args[0]); err == nil && info.Mode().IsRegular() { // a script, as for python
		return runCommand.run(std, args)
	}
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	fmt.Fprintf(std.err, "tier2: unknown command %q%s; see tier2 -h\n", args[0], near.Suffix(args[0], names))
	return statusUsage
}

// runs reports whether an argument in a command's place is a program, as for python.
func runs(arg string) bool {
	switch strings.ToLower(filepath.Ext(arg)) {
	case ".py", ".pyc":
		return true
	}
	return arg == "-" || arg == "-c" || arg == "-m"
}

// version says which version this is, and which Python it runs.
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("tier2 %s (Python 3.14)", v)
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: tier2 COMMAND [FLAGS] [ARGS]\n       tier2 FILE.py|-c CODE|-m MODULE|- [ARGS]   the same as tier2 run\n       tier2 [-BEIPqsSv] [-W ACTION] [-X OPTION] FILE|-c CODE|-m MODULE|- [ARGS]   the same, with flags of python's\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.doc)
	}
	fmt.Fprint(w, "\n\"tier2 COMMAND -h\" describes a command.\n")
}

// run parses a command's flags and runs it.
func (c *command) run(std streams, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	body := c.setup(fs)
	help := len(args) > 0 && (args[0] == "-h" || args[0] == "-help")
	if c.raw && !help {
		return body(std, args)
	}
	switch err := fs.Parse(c.ended(fs, args)); {
	case errors.Is(err, flag.ErrHelp):
		c.usage(std.out, fs)
		return 0
	case err != nil:
		fmt.Fprintf(std.err, "tier2 %s: %v; see tier2 %s -h\n", c.name, err, c.name)
		return statusUsage
	}
	return body(std, fs.Args())
}

// ended ends the flags behind the value of one that is the last.
func (c *command) ended(fs *flag.FlagSet, args []string) []string {
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		name, _, valued := strings.Cut(strings.TrimPrefix(args[i][1:], "-"), "=")
		f := fs.Lookup(name)
		if f == nil {
			break // Parse says so
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !valued && (!ok || !b.IsBoolFlag()) {
			i++
		}
		if slices.Contains(c.last, name) && i+1 < len(args) {
			return slices.Insert(slices.Clone(args), i+1, "--")
		}
	}
	return args
}

func (c *command) usage(w io.Writer, fs *flag.FlagSet) {
	flags := " [FLAGS]"
	if c.raw {
		flags = ""
	}
	fmt.Fprintf(w, "usage: tier2 %s%s %s\n\n%s.\n\nexample:\n    %s\n", c.name, flags, c.args, c.doc, c.example)
	if !c.raw {
		fmt.Fprint(w, "\nflags:\n")
		fs.SetOutput(w)
		fs.PrintDefaults()
	}
}

// fail prints the line that says why a command cannot do what it was asked.
func fail(std streams, err error) int {
	fmt.Fprintf(std.err, "tier2: %v\n", err)
	return statusBad
}
