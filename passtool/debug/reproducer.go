package debug

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
)

// The sections of a reproducer: those of a golden file (docs/golden.md), and what
// a golden file has no need of.
const (
	SecPipeline = "pipeline" // what was left of it, the pass that failed first
	SecIR       = "in.ir"    // the function before that pass
	SecGuest    = "guest"    // the guest's name
	SecModes    = "modes"    // the modes, a line name=value each; fuel is what was left
	SecFacts    = "facts"    // what is known of words and entry values: see Facts
	secStack    = "stack"    // of the panic
)

// Reproducer is a failure that can be run again.
type Reproducer struct {
	Pass, Func string
	Message    string // the failure's first line
	Guest      string
	Pipeline   string
	IR         string
	Modes      Modes
	Facts      string
	Stack      string
	// Whole says that the failure did not come again when the function was made
	// once more: the function and the pipeline are those of the begin.
	Whole bool
}

// Name returns the name of the reproducer's file: crash-FUNC-PASS-HASH.txtar. The
// hash is of the text without the stack.
func (r *Reproducer) Name() string {
	short := *r
	short.Stack = ""
	h := fnv.New64a()
	h.Write(short.Text()) // never fails
	return fmt.Sprintf("crash-%s-%s-%016x.txtar", plain(folders().ReplaceAllString(r.Func, "")), plain(r.Pass), h.Sum64())
}

var (
	unsafeName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9._]+`) })
	folders    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\S*/`) }) // of the file in a function's name
)

// plain makes a part of a file's name.
func plain(s string) string {
	s = strings.Trim(unsafeName().ReplaceAllString(s, "_"), "_.")
	if len(s) > 60 {
		s = s[:60]
	}
	if s == "" {
		return "unnamed"
	}
	return s
}

// Text returns the file.
func (r *Reproducer) Text() []byte {
	comment := fmt.Sprintf("%s on %s fails: %s\n", r.Pass, oneLine(r.Func), oneLine(r.Message))
	if r.Whole {
		comment += "It did not fail when the function was made once more, so this is all of the pipeline.\n"
	}
	a := &txtar.Archive{Comment: []byte(comment)}
	for _, s := range []struct{ name, text string }{
		{SecGuest, r.Guest}, {SecPipeline, r.Pipeline}, {SecModes, r.Modes.String()},
		{SecIR, r.IR}, {SecFacts, r.Facts}, {secStack, r.Stack},
	} {
		if s.text = strings.TrimSpace(s.text); s.text != "" || s.name == SecPipeline {
			a.Files = append(a.Files, txtar.File{Name: s.name, Data: []byte(s.text + "\n")})
		}
	}
	return txtar.Format(a)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Dir returns a Modes.Crash that writes files into a folder, which it makes.
func Dir(dir string) func(name string, text []byte) error {
	return func(name string, text []byte) error {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), text, 0o644)
	}
}

// crash makes the function once more, runs the pipeline with a snapshot before
// each pass until it fails again, and hands the reproducer out.
func (s *Session) crash(p *passes.Pipeline, of *passes.Context, h passes.Hooks, start func() *passes.Firing, again func() (*ir.Func, error), was error) error {
	f, err := again()
	if err != nil {
		return fmt.Errorf("making the function once more: %w", err)
	}
	r := &Reproducer{Func: f.Name, Pass: failed(was), Message: firstLine(was), Modes: s.modes, Facts: Facts(f)}
	if g, ok := of.Guest.(*guest.Guest); ok {
		r.Guest = g.Name
	}
	first := irtext.String(f)
	fire := start()
	ctx := s.context(of, f, fire)
	fuel := s.modes.Fuel
	if fire != nil {
		fuel = fire.Fuel
	}
	r.Modes.Fuel = fuel
	ctx.Snapshot = func(f *ir.Func) string {
		if fire != nil {
			r.Modes.Fuel = fire.Fuel
		}
		r.Facts = Facts(f)
		return irtext.String(f)
	}
	var (
		pan *passes.Panic
		e   *passes.Error
	)
	switch err = p.RunHooks(ctx, quietHooks(h)); {
	case errors.As(err, &pan):
		r.IR, r.Pipeline, r.Pass, r.Message = pan.Before, pan.Rest, pan.Pass, firstLine(pan)
		r.Stack = trimStack(string(pan.Stack))
	case errors.As(err, &e) && isCrash(err):
		r.IR, r.Pipeline, r.Pass, r.Message = e.Before, e.Rest, e.Pass, firstLine(e)
	default:
		r.IR, r.Pipeline, r.Whole, r.Modes.Fuel = first, p.String(), !isShuffle(was), fuel
	}
	return s.modes.Crash(r.Name(), r.Text())
}

func isShuffle(err error) bool { var e *ShuffleError; return errors.As(err, &e) }

// firstLine returns an error's first line, without the place that a failure of a
// pass begins with.
func firstLine(err error) string {
	var (
		pan *passes.Panic
		e   *passes.Error
	)
	text := ""
	switch {
	case errors.As(err, &pan):
		text = fmt.Sprintf("panic: %v", pan.Value)
	case errors.As(err, &e):
		text = e.Err.Error()
	default:
		text = err.Error()
	}
	text, _, _ = strings.Cut(text, "\n")
	return text
}

var (
	stackArgs = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\([^()]*\)$`) })
	stackAt   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` \+0x[0-9a-f]+$`) })
)

// trimStack leaves of a goroutine's stack what is the same in every run: the
// functions and lines between the panic and the pipeline.
func trimStack(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	var out []string
	on := false
	for i := 0; i+1 < len(lines); i++ {
		l := lines[i]
		if strings.HasPrefix(l, "goroutine ") || strings.HasPrefix(l, "\t") {
			continue
		}
		if strings.HasPrefix(l, "panic(") {
			on, out = true, out[:0]
			continue
		}
		if strings.Contains(l, "passes.protect(") {
			break
		}
		if on {
			out = append(out, stackArgs().ReplaceAllString(l, ""), stackAt().ReplaceAllString(lines[i+1], ""))
		}
	}
	return strings.Join(out, "\n")
}
