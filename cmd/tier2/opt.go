package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/passtool/opt"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/viz"
)

// passSet makes the set of passes that pipelines may name. The tests plant others.
var passSet = all.Set

var optCommand = command{
	name: "opt", args: "FILE.ir|FILE.uop|FILE.txtar|-",
	doc:     "runs passes on the text of the IR, on traces, golden files and reproducers of crashes, and prints the IR",
	example: "tier2 opt -passes=gvn,dce -print-after=gvn -stats sum.ir",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		o := &optFlags{guest: choice{words: guestNames}}
		o.debug.modes.Verify = true
		fs.Func("passes", "the pass `pipeline` (default: the file's, else @default)", func(v string) error { o.passes = &v; return nil })
		fs.StringVar(&o.printAfter, "print-after", "", "print the IR after each run of these passes too: `names` with commas, or all")
		fs.StringVar(&o.html, "html", "", "write the IR after each pass as a page into this `file` (docs/viz.md)")
		fs.Var(&o.guest, "guest", "whose operations and micro-ops the file has: python, toy (of the library's tests) or core (none)\n(default: the file's, else python; toy for an archive that names none)")
		o.debug.register(fs, "stats")
		return func(std streams, args []string) int { return optMain(std, o, args) }
	},
}

// optFlags are the flags of tier2 opt.
type optFlags struct {
	passes     *string // nil: the file's
	printAfter string
	html       string
	guest      choice
	debug      debugFlags
}

func optMain(std streams, o *optFlags, args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(std.err, "tier2 opt: one file expected, or - for standard input; see tier2 opt -h")
		return statusUsage
	}
	name, data, err := input(std, args[0])
	if err != nil {
		return fail(std, err)
	}
	err = o.run(std, name, data)
	var at *opt.Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &at): // an editor finds the place in what stands first
		fmt.Fprintln(std.err, err)
		return statusBad
	}
	return fail(std, err)
}

// input reads the file, or standard input.
func input(std streams, file string) (name string, data []byte, err error) {
	if file == "-" {
		data, err = io.ReadAll(std.in)
		return "<stdin>", data, err
	}
	data, err = os.ReadFile(file)
	return file, data, err
}

// run is the command on a file that has been read.
func (o *optFlags) run(std streams, name string, data []byte) (err error) {
	file, err := opt.Read(name, data)
	if err != nil {
		return err
	}
	target, done, err := o.target(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	set, err := passSet()
	if err != nil {
		return err
	}
	pipeline, err := file.Pipeline(o.passes, set)
	if err != nil {
		return err
	}
	p := &printer{w: std.out, names: target.Names}
	if err := p.parse(o.printAfter, set); err != nil {
		return err
	}
	funcs, err := file.Funcs(target)
	if err != nil {
		return err
	}
	o.debug.modes.Merge(file.Modes)
	var rec *viz.Recorder
	if o.html != "" {
		rec = viz.New(viz.Options{Names: target.Names})
		o.debug.modes.Log = rec.Rewrite
		defer func() {
			if len(rec.Compiles()) > 0 {
				err = errors.Join(err, writePage(o.html, "tier2 opt "+name, rec.Compiles(), 0))
			}
		}()
	}
	session, err := o.debug.session(std.err)
	if err != nil {
		return err
	}
	for i, f := range funcs {
		if i > 0 {
			fmt.Fprintln(std.out)
		}
		if err := o.optimize(f.Func, pipeline, target.Guest, session, rec, p); err != nil {
			return errors.Join(&opt.Error{File: name, Line: f.Line, Col: 1, Err: err}, o.stats(std, session))
		}
	}
	return o.stats(std, session)
}

// optimize runs the pipeline on one function and prints what becomes of it.
func (o *optFlags) optimize(f *ir.Func, pipeline *passes.Pipeline, g *guest.Guest, s *debug.Session, rec *viz.Recorder, p *printer) error {
	ctx := passes.NewContext(f)
	ctx.Guest = g
	ctx.Observers = append(ctx.Observers, p)
	if rec != nil {
		rec.Begin(f.Name)
		rec.Function("input", f)
		ctx.Observers = append(ctx.Observers, rec)
	}
	hooks := passes.Hooks{Verify: debug.Verify, Print: func(f *ir.Func) { p.print("print", f) }}
	var err error
	if s == nil {
		err = pipeline.RunHooks(ctx, hooks)
	} else {
		s.Attach(ctx)
		err = s.Run(pipeline, ctx, hooks, nil)
	}
	if err != nil && !errors.Is(err, passes.ErrStop) {
		return err
	}
	p.print("", f)
	return p.err
}

func (o *optFlags) stats(std streams, s *debug.Session) error {
	if s == nil || !o.debug.modes.Stats {
		return nil
	}
	return s.WriteStats(std.err)
}

// printer prints functions. As an observer it prints them after some passes.
type printer struct {
	passes.NopObserver
	w     io.Writer
	names irtext.Names
	all   bool
	after []string
	err   error // the first of writing
}

// parse reads the flag -print-after.
func (p *printer) parse(text string, set *passes.Set) error {
	if text == "" {
		return nil
	}
	var names []string
	for _, q := range set.Passes() {
		names = append(names, q.Name)
	}
	col := 1
	for name := range strings.SplitSeq(text, ",") {
		if name == "all" {
			p.all = true
		} else if set.Lookup(name) == nil {
			return &opt.Error{File: "-print-after", Line: 1, Col: col, Err: fmt.Errorf("unknown pass %q%s", name, near.Suffix(name, append(names, "all")))}
		}
		p.after = append(p.after, name)
		col += len(name) + 1
	}
	return nil
}

// After implements passes.Observer.
func (p *printer) After(ctx *passes.Context, q *passes.Pass, changed bool) error {
	if !p.all && !slices.Contains(p.after, q.Name) {
		return nil
	}
	if changed {
		p.print("after "+q.Name, ctx.F)
	} else if _, err := fmt.Fprintf(p.w, "; after %s: as before\n\n", q.Name); err != nil {
		p.err = err
	}
	return p.err
}

// print prints a function, below a comment that says which it is.
func (p *printer) print(title string, f *ir.Func) {
	var b strings.Builder
	if title != "" {
		fmt.Fprintf(&b, "; %s\n", title)
	}
	_ = irtext.Print(&b, f, irtext.Options{Names: p.names}) // a Builder's Write does not fail
	if title != "" {
		b.WriteByte('\n')
	}
	if _, err := io.WriteString(p.w, b.String()); err != nil && p.err == nil {
		p.err = err
	}
}

// guestNames are the guests that -guest may name.
var guestNames = []string{"python", "toy", "core"}

// target makes the guest of a file; done frees it.
func (o *optFlags) target(f *opt.File) (t opt.Target, done func() error, err error) {
	name := o.guest.value
	if name == "" {
		name = f.Guest
	}
	if name == "" {
		name = "python"
		if f.Archive { // the library's golden files
			name = "toy"
		}
	}
	nothing := func() error { return nil }
	switch name {
	case "python":
		p, err := pyguest.NewOffline()
		if err != nil {
			return t, nil, err
		}
		return opt.Target{Guest: p.Guest, Prepare: p.Prepare}, p.Close, nil
	case "toy":
		g := toyguest.New()
		return opt.Target{Guest: &g.Guest, Names: g.Heap}, nothing, nil
	case "core":
		m := eval.NewModel()
		table, err := uop.NewTable("core", nil)
		if err != nil {
			return t, nil, err
		}
		g := &guest.Guest{Name: "core", Types: eval.ModelTypes, Words: m, Uops: table}
		return opt.Target{Guest: g}, nothing, g.Init()
	}
	return t, nil, &opt.Error{File: f.Name, Line: 1, Col: 1, Err: fmt.Errorf("unknown guest %q%s", name, near.Suffix(name, guestNames))}
}
