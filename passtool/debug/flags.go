package debug

import (
	"flag"
	"io"
	"strings"
)

// Flags are the modes as flags of a command.
type Flags struct {
	Modes    Modes
	crashDir string
}

// Register makes the flags known; stats is the name of the one for statistics.
func (d *Flags) Register(fs *flag.FlagSet, stats string) {
	on := d.Modes.String()
	for _, m := range List {
		set := func(v string) error { return d.Modes.Set(m.Name, v) }
		doc := m.Doc
		if strings.Contains(on, m.Name+"=true\n") {
			doc += " (default true)"
		}
		if m.Switch {
			fs.BoolFunc(m.Name, doc, set)
		} else {
			fs.Func(m.Name, doc, set)
		}
	}
	fs.BoolVar(&d.Modes.Stats, stats, false, "print each pass's runs, time and rewrites on stderr at the end")
	fs.StringVar(&d.crashDir, "crash-dir", "", "write what a pass fails on to a file in this `folder`, for tier2 opt")
}

// Session makes a session of the modes, nil if none is on. Reports go to stderr.
func (d *Flags) Session(stderr io.Writer) (*Session, error) {
	m := d.Modes
	if d.crashDir != "" {
		m.Crash = Dir(d.crashDir)
	}
	if m.String() == "" && !m.Stats && m.Crash == nil && m.Log == nil {
		return nil, nil
	}
	m.Report = stderr
	return New(m)
}
