// Package debug has the debug modes of pass pipelines: what a compiler, a
// command or a test can turn on to find a pass that is wrong.
//
//	s, err := debug.New(debug.Modes{Verify: true, Shuffle: 1, Crash: debug.Dir("crashes")})
//	ctx := passes.NewContext(fn)
//	s.Attach(ctx)
//	err = s.Run(pipeline, ctx, passes.Hooks{}, nil)
//	s.WriteStats(os.Stderr)
//
// [Modes] is plain data, the same for tier2.Options and for the command tier2; it
// has a text form ([Modes.Set], [Modes.String]), which is that of the command's
// flags and of a reproducer's section modes. docs/debugging.md shows each at work.
//
// A pass that panics, and one that the verifier or the shuffle finds wrong, fails
// the run, never the program. With Modes.Crash the function is made once more,
// and only then: the second run keeps its text before each pass, and what comes
// out is a reproducer ([Reproducer]) that package passtool/opt reads.
//
// The package must not know any pass, guest or target.
package debug

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/bisect"
)

// Modes says what is checked, limited and recorded. The zero value is nothing, and
// costs nothing.
type Modes struct {
	// Verify checks the function after each pass that has changed it (package
	// ir/verify).
	Verify bool
	// CheckAnalyses computes an analysis again where its cached result would be
	// used, and fails if they differ.
	CheckAnalyses bool
	// Shuffle, if not 0, is the seed of a second run on a copy in which everything
	// that must not matter is shuffled (ir.CopyTo, passes.Context.Shuffle). It must
	// give the same text; a compiler asks for the same code too ([Session.Twin]).
	Shuffle uint64
	// Fuel, if Limited, is how many rewrites happen, of all functions together;
	// required passes do not use it.
	Fuel    int
	Limited bool
	// Bisect is a pattern that enables and reports rewrites: see package
	// passtool/bisect. Its reports go to Report; nil: nowhere.
	Bisect string
	Report io.Writer
	// Stats counts the rewrites of each rule and measures each pass:
	// [Session.WriteStats].
	Stats bool
	// Log, if set, is told of each rewrite, just before it happens; not of those of
	// the runs that the other modes repeat.
	Log func(p *passes.Pass, rule int, v *ir.Value)
	// Crash, if set, is given a reproducer for each failure: a file's name and its
	// text. Its error is reported with the failure.
	Crash func(name string, text []byte) error
}

// Mode is a mode as text: a name, and a value unless it is a switch.
type Mode struct {
	Name   string
	Doc    string // with the value's name between backquotes
	Switch bool
	get    func(m *Modes) string // "" when off
	set    func(m *Modes, value string) error
}

// List has the modes that are plain data, in the order of String.
var List = []Mode{
	{"verify", "verify the IR after each pass", true,
		func(m *Modes) string { return onOff(m.Verify) },
		func(m *Modes, v string) error { return parseSwitch(&m.Verify, v) }},
	{"check-analyses", "compute analyses again where a cached result is used, and compare", true,
		func(m *Modes) string { return onOff(m.CheckAnalyses) },
		func(m *Modes, v string) error { return parseSwitch(&m.CheckAnalyses, v) }},
	{"shuffle", "compile everything once more, with what must not matter shuffled by a `seed`, and compare", false,
		func(m *Modes) string { return number(m.Shuffle, m.Shuffle != 0) },
		func(m *Modes, v string) (err error) { m.Shuffle, err = strconv.ParseUint(v, 10, 64); return err }},
	{"fuel", "allow the first `n` rewrites only", false,
		func(m *Modes) string { return number(m.Fuel, m.Limited) },
		func(m *Modes, v string) (err error) { m.Fuel, m.Limited, err = parseFuel(v); return err }},
	{"bisect", "allow the rewrites of a `pattern`, and report them (the protocol of golang.org/x/tools/cmd/bisect)", false,
		func(m *Modes) string { return m.Bisect },
		func(m *Modes, v string) error { m.Bisect = v; _, err := bisect.New(v); return err }},
}

func onOff(on bool) string {
	if on {
		return "true"
	}
	return ""
}

func parseSwitch(to *bool, v string) (err error) { *to, err = strconv.ParseBool(v); return err }

func number(n any, on bool) string {
	if on {
		return fmt.Sprint(n)
	}
	return ""
}

// parseFuel reads a number of rewrites.
func parseFuel(v string) (n int, limited bool, err error) {
	if n, err = strconv.Atoi(v); err == nil && n < 0 {
		err = fmt.Errorf("%d is negative", n)
	}
	return n, err == nil, err
}

// Set turns a mode on by its name; a switch takes true or false.
func (m *Modes) Set(name, value string) error {
	var names []string
	for _, d := range List {
		if d.Name == name {
			if err := d.set(m, value); err != nil {
				return fmt.Errorf("debug: mode %s=%s: %w", name, value, err)
			}
			return nil
		}
		names = append(names, d.Name)
	}
	return fmt.Errorf("debug: unknown mode %q%s", name, near.Suffix(name, names))
}

// String returns the modes that are on, a line name=value each.
func (m Modes) String() string {
	var b strings.Builder
	for _, d := range List {
		if v := d.get(&m); v != "" {
			fmt.Fprintf(&b, "%s=%s\n", d.Name, v)
		}
	}
	return b.String()
}

// SetLine turns on the mode of a line of String; a blank line is none.
func (m *Modes) SetLine(line string) error {
	if line = strings.TrimSpace(line); line == "" {
		return nil
	}
	name, value, ok := strings.Cut(line, "=")
	if !ok {
		return fmt.Errorf("debug: %q is no mode: name=value", line)
	}
	return m.Set(name, value)
}

// Merge turns on what is on in other and not in m.
func (m *Modes) Merge(other Modes) {
	for _, d := range List {
		if v := d.get(&other); v != "" && d.get(m) == "" {
			_ = d.set(m, v) // it has been set to this before
		}
	}
}
