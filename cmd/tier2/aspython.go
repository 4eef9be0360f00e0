package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/tier2go/tier2/interp"
)

// pythonLine is a command line of python's, taken apart. sys.executable is this command, so
// that what a program starts as such has python's flags.
type pythonLine struct {
	flags interp.Flags
	rest  []string // what is left: a file or "-", and the program's arguments
	run   runOptions
	ends  bool // -c or -m has been read: no flag follows

	interactive bool // -i
}

// errPython is what python's command line asks for and is not supported.
var errPython = errors.New("unsupported option")

// asPython runs a command line of python's. ok is false where args[0] is no flag of python's.
func asPython(std streams, args []string) (status int, ok bool) {
	if !strings.HasPrefix(args[0], "-") {
		return 0, false
	}
	p := pythonLine{rest: args}
	for i := 0; !p.ends && len(p.rest) > 0 && len(p.rest[0]) > 1 && p.rest[0][0] == '-'; i++ {
		letters := p.rest[0][1:]
		p.rest = p.rest[1:]
		if err := p.read(letters); errors.Is(err, errPython) {
			fmt.Fprintf(std.err, "tier2: %v\n", err)
			return statusUnsupported, true
		} else if err != nil {
			if i == 0 {
				return 0, false
			}
			fmt.Fprintf(std.err, "tier2: %v\n", err)
			return statusUsage, true
		}
	}
	switch {
	case p.interactive && (p.ends || len(p.rest) > 0):
		fmt.Fprintf(std.err, "tier2: %v -i of python with a program\n", errPython)
		return statusUnsupported, true
	case p.interactive:
		p.run.interactive = true
	case !p.ends && len(p.rest) == 0:
		p.rest = []string{"-"}
	}
	var t tierFlags
	fs := flag.NewFlagSet(runCommand.name, flag.ContinueOnError)
	t.register(fs, "passes")
	if err := fs.Parse(nil); err != nil {
		return fail(std, err), true
	}
	p.run.flags = p.flags
	return runMain(std, &t, &p.run, p.rest), true
}

// read takes the letters of one argument.
func (p *pythonLine) read(letters string) error {
	for i, letter := range letters {
		switch letter {
		case 'B', 'P', 's', 'S', 'q': // it is so already, or is nothing to a program
		case 'E':
			p.flags.IgnoreEnvironment = true
		case 'I':
			p.flags.Isolated, p.flags.IgnoreEnvironment = true, true
		case 'c', 'm', 'W', 'X':
			return p.valued(letter, letters[i+1:])
		case 'i':
			p.interactive = true
		case 'v':
			p.flags.Verbose++
		case 'b', 'd', 'O', 'R', 'u', 'x':
			return fmt.Errorf("%w -%c of python", errPython, letter)
		default:
			return fmt.Errorf("unknown option -%s", letters[i:])
		}
	}
	return nil
}

// valued takes a flag whose value is what follows, in the same argument or the next.
func (p *pythonLine) valued(letter rune, value string) error {
	if value == "" {
		if len(p.rest) == 0 {
			return fmt.Errorf("argument expected for the -%c option", letter)
		}
		value, p.rest = p.rest[0], p.rest[1:]
	}
	switch letter {
	case 'c':
		p.run.code, p.run.hasCode, p.ends = value, true, true
	case 'm':
		p.run.module, p.ends = value, true
	case 'W':
		p.flags.Warn = append(p.flags.Warn, value)
	case 'X':
		name, _, _ := strings.Cut(value, "=")
		switch name {
		case "importtime":
			if value != name && value != "importtime=1" { // 2 asks for the modules that are there already, too
				return fmt.Errorf("%w -X %s of python", errPython, value)
			}
			p.run.importTime = true
		case "dev", "int_max_str_digits", "no_debug_ranges", "presite", "pycache_prefix", "showrefcount", "tracemalloc", "warn_default_encoding":
			return fmt.Errorf("%w -X %s of python", errPython, name)
		}
		p.flags.X = append(p.flags.X, value) // faulthandler: Go says where it has crashed
	}
	return nil
}
