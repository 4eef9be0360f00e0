package opt

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/viz"
)

// Guest is a guest that a command knows by its name.
type Guest struct {
	Name string // as the flag -guest and the section guest of an archive have it
	Doc  string // what it is, in a few words; "" for none
	// Archives says that archives that name no guest are of this one. Without such
	// a guest they are of the first.
	Archives bool
	// Open makes the guest; done frees it.
	Open func() (t Target, done func() error, err error)
}

// Core is a guest without operations and micro-ops of its own: the core's
// operations over the words of eval.Model.
var Core = Guest{Name: "core", Doc: "none", Open: func() (Target, func() error, error) {
	table, err := uop.NewTable("core", nil)
	if err != nil {
		return Target{}, nil, err
	}
	g := &guest.Guest{Name: "core", Types: eval.ModelTypes, Words: eval.NewModel(), Uops: table}
	return Target{Guest: g}, Done, g.Init()
}}

// Done is the done of a Guest that needs no freeing.
func Done() error { return nil }

// Main is the program "tier2 opt" with passes and guests of one's own:
//
//	func main() { opt.Main(set, opt.Guest{Name: "lox", Open: open}) }
//
// It reads its flags from os.Args and exits. The first guest is that of files that
// name none; without any guest it is [Core]. "-h" lists the flags.
func Main(set *passes.Set, guests ...Guest) {
	c := Command{Name: filepath.Base(os.Args[0]), Set: set, Guests: guests}
	os.Exit(c.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses of a command.
const (
	StatusBad   = 1 // the file, or what a pass makes of it, is wrong
	StatusUsage = 2
)

// Command is the command as a value, for programs that have others too.
type Command struct {
	Name   string // as messages begin
	Set    *passes.Set
	Guests []Guest // none: Core
}

// Run parses flags and runs the command; the result is its exit status.
func (c *Command) Run(args []string, in io.Reader, out, errs io.Writer) int {
	fs := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	body := c.Register(fs)
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, "usage: %s [FLAGS] %s\n\n%s.\n\nflags:\n", c.Name, Args, Doc)
		fs.SetOutput(out)
		fs.PrintDefaults()
		return 0
	case err != nil:
		fmt.Fprintf(errs, "%s: %v; see %s -h\n", c.Name, err, c.Name)
		return StatusUsage
	}
	return body(fs.Args(), in, out, errs)
}

// What a command says of itself.
const (
	Args = "FILE.ir|FILE.uop|FILE.txtar|-"
	Doc  = "runs passes on the text of the IR, on traces, golden files and reproducers of crashes, and prints the IR"
)

// Register makes the command's flags known and returns what runs it with the
// arguments behind them.
func (c *Command) Register(fs *flag.FlagSet) func(args []string, in io.Reader, out, errs io.Writer) int {
	o := &options{Command: c}
	o.debug.Modes.Verify = true
	fs.Func("passes", "the pass `pipeline` (default: the file's, else @default)", func(v string) error { o.passes = &v; return nil })
	fs.StringVar(&o.printAfter, "print-after", "", "print the IR after each run of these passes too: `names` with commas, or all")
	fs.StringVar(&o.html, "html", "", "write the IR after each pass as a page into this `file` (docs/viz.md)")
	fs.Func("against", "with -html: show what this `pipeline` makes of the same functions, too, below", func(v string) error { o.against = &v; return nil })
	fs.Func("guest", o.guestDoc(), func(v string) error { return o.setGuest(v) })
	o.debug.Register(fs, "stats")
	return o.main
}

// options are the command's flags.
type options struct {
	*Command
	passes     *string // nil: the file's
	printAfter string
	html       string
	against    *string // nil: no second pipeline
	guest      string  // "": the file's
	debug      debug.Flags
}

// guests are those that the command knows.
func (c *Command) guests() []Guest {
	if len(c.Guests) == 0 {
		return []Guest{Core}
	}
	return c.Guests
}

// guestDoc is the document of the flag -guest.
func (c *Command) guestDoc() string {
	var names []string
	fallback := "else " + c.guests()[0].Name
	for _, g := range c.guests() {
		doc := g.Name
		if g.Doc != "" {
			doc += " (" + g.Doc + ")"
		}
		names = append(names, doc)
		if g.Archives {
			fallback += "; " + g.Name + " for an archive that names none"
		}
	}
	list := strings.Join(names, ", ")
	if n := len(names) - 1; n > 0 {
		list = strings.Join(names[:n], ", ") + " or " + names[n]
	}
	return "whose operations and micro-ops the file has: `name` of " + list + "\n(default: the file's, " + fallback + ")"
}

func (o *options) setGuest(name string) error {
	if _, err := o.find(name); err != nil {
		return err
	}
	o.guest = name
	return nil
}

// find returns the guest of a name.
func (c *Command) find(name string) (Guest, error) {
	var names []string
	for _, g := range c.guests() {
		if g.Name == name {
			return g, nil
		}
		names = append(names, g.Name)
	}
	return Guest{}, fmt.Errorf("unknown guest %q%s", name, near.Known(name, names))
}

// open makes the guest of a file.
func (o *options) open(f *File) (t Target, done func() error, err error) {
	list := o.guests()
	g, name := list[0], o.guest
	if name == "" {
		name = f.Guest
	}
	if name == "" {
		for _, h := range list {
			if f.Archive && h.Archives {
				g = h
			}
		}
	} else if g, err = o.find(name); err != nil {
		return t, nil, &Error{File: f.Name, Line: 1, Col: 1, Err: err}
	}
	return g.Open()
}

// main is the command with its arguments.
func (o *options) main(args []string, in io.Reader, out, errs io.Writer) int {
	if o.against != nil && o.html == "" {
		fmt.Fprintf(errs, "%s: -against shows two pipelines on the page of -html; see %s -h\n", o.Name, o.Name)
		return StatusUsage
	}
	if len(args) != 1 {
		fmt.Fprintf(errs, "%s: one file expected, or - for standard input; see %s -h\n", o.Name, o.Name)
		return StatusUsage
	}
	name, data, err := input(args[0], in)
	if err == nil {
		err = o.run(name, data, out, errs)
	}
	var at *Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &at): // an editor finds the place in what stands first
		fmt.Fprintln(errs, err)
	default:
		fmt.Fprintf(errs, "%s: %v\n", o.Name, err)
	}
	return StatusBad
}

// input reads the file, or standard input.
func input(file string, in io.Reader) (name string, data []byte, err error) {
	if file == "-" {
		data, err = io.ReadAll(in)
		return "<stdin>", data, err
	}
	data, err = os.ReadFile(file)
	return file, data, err
}

// run is the command on a file that has been read.
func (o *options) run(name string, data []byte, out, errs io.Writer) (err error) {
	file, err := Read(name, data)
	if err != nil {
		return err
	}
	target, done, err := o.open(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	pipeline, err := file.Pipeline(o.passes, o.Set)
	if err != nil {
		return err
	}
	p := &printer{w: out, names: target.Names}
	if err := p.parse(o.printAfter, o.Set); err != nil {
		return err
	}
	funcs, err := file.Funcs(target)
	if err != nil {
		return err
	}
	o.debug.Modes.Merge(file.Modes)
	var rec *viz.Recorder
	if o.html != "" {
		rec = viz.New(viz.Options{Names: target.Names})
		o.debug.Modes.Log = rec.Rewrite
		defer func() {
			if len(rec.Compiles()) > 0 {
				err = errors.Join(err, viz.WriteFile(o.html, o.Name+" "+name, rec.Compiles()))
			}
		}()
	}
	session, err := o.debug.Session(errs)
	if err != nil {
		return err
	}
	for i, f := range funcs {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := optimize(f, pipeline, target.Guest, session, rec, p); err != nil {
			return errors.Join(&Error{File: name, Line: f.Line, Col: 1, Err: err}, o.stats(errs, session))
		}
	}
	if o.against != nil {
		if err := o.beside(file, target, rec, errs); err != nil {
			return err
		}
	}
	return o.stats(errs, session)
}

// beside runs the second pipeline on the file's functions, and puts what it shows below what
// was recorded of the first.
func (o *options) beside(file *File, target Target, rec *viz.Recorder, errs io.Writer) error {
	second, err := file.Pipeline(o.against, o.Set)
	if err != nil {
		return err
	}
	funcs, err := file.Funcs(target)
	if err != nil {
		return err
	}
	other := viz.New(viz.Options{Names: target.Names})
	flags := o.debug
	flags.Modes.Log = other.Rewrite
	s, err := flags.Session(errs)
	if err != nil {
		return err
	}
	title := "the file's passes"
	if o.passes != nil {
		title = *o.passes
	}
	for _, f := range funcs {
		if err := optimize(f, second, target.Guest, s, other, &printer{w: io.Discard, names: target.Names}); err != nil {
			return &Error{File: file.Name, Line: f.Line, Col: 1, Err: err}
		}
	}
	for i, c := range rec.Compiles() {
		c.Beside(other.Compiles()[i], title, *o.against)
	}
	return nil
}

// optimize runs the pipeline on one function and prints what becomes of it.
func optimize(f Func, pipeline *passes.Pipeline, g *guest.Guest, s *debug.Session, rec *viz.Recorder, p *printer) error {
	ctx := passes.NewContext(f.Func)
	ctx.Guest = g
	p.numbers = f.Numbers
	p.numbers.See(f.Func)
	ctx.Observers = append(ctx.Observers, p)
	if rec != nil {
		rec.Begin(f.Name)
		rec.Function("input", f.Func)
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
	p.print("", f.Func)
	return p.err
}

func (o *options) stats(errs io.Writer, s *debug.Session) error {
	if s == nil || !o.debug.Modes.Stats {
		return nil
	}
	return s.WriteStats(errs)
}
