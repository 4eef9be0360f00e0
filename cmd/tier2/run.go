package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/viz"
)

var runCommand = command{
	name: "run", args: "FILE.py|FILE.pyc|-|-c CODE|-m MODULE [ARGS]",
	doc:     "runs a program; the exit status is the program's, 3 for what is not supported",
	example: "tier2 run -stats nbody.py 1000", last: []string{"c", "m"},
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		var t tierFlags
		t.register(fs, "passes")
		stats := choice{words: []string{"text", "json", "compiled", "joins"}, isEmpty: true}
		fs.Var(&stats, "stats", "print what was counted on stderr at the end; -stats=json: as one line of JSON; -stats=compiled: that without counting what is executed; -stats=joins: what copies of the code behind joins would save")
		var ro runOptions
		fs.StringVar(&ro.html, "html", "", "write a page for each executor into this `folder`, and index.html by time spent (docs/viz.md)")
		fs.Var(&ro.deopt, "deopt", "force each exit of each executor to be taken, and compare with the interpreter: `all`, at its first and second visit, or random:SEED:N, at N visits")
		ro.profile.register(fs)
		fs.IntVar(&ro.background, "background", 0, "make as many as `n` executors at a time behind the program's thread (tier2.Options.Background), 32 are enough; 0: each while the program waits")
		fs.Func("c", "run this `source`; sys.argv[0] is -c", func(s string) error { ro.code, ro.hasCode = s, true; return nil })
		fs.StringVar(&ro.module, "m", "", "run this `module` of sys.path, by runpy, as __main__")
		return func(std streams, args []string) int {
			ro.stats = stats.value
			return runMain(std, &t, &ro, args)
		}
	},
}

// runOptions say what run writes besides the program's output.
type runOptions struct {
	stats, html string
	code        string       // -c
	hasCode     bool         // it was given, and may be empty
	module      string       // -m
	interactive bool         // the console (repl.go)
	importTime  bool         // python's -X importtime
	flags       interp.Flags // those of python's command line
	profile     profileFlags
	deopt       deoptFlag
	background  int
}

func runMain(std streams, t *tierFlags, ro *runOptions, args []string) int {
	stats, html, pf := ro.stats, ro.html, &ro.profile
	var inherited map[int]grant.File
	if std.inherits {
		inherited = host.Inherited() // ahead of starting a compiler
	}
	prog, args, status := ro.program(std, args)
	if prog == nil {
		return status
	}
	if ro.deopt.text != "" {
		return runDeopt(std, t, ro, prog, args)
	}
	counts := stats == "text" || stats == "json"
	o := prog.options(t.maxHeap, interp.Options{Flags: ro.flags, Stdin: std.in, Stdout: std.out, Stderr: std.err, Stats: counts, TimeFamilies: counts && t.costs.value != "measured"})
	o.Grants.Inherited = inherited
	o.OnImport = onImport(std.err, ro.flags.Verbose > 0, ro.importTime)
	keys := newInterrupts()
	if keys.Signals != nil {
		o.Grants.Signals = keys
	}
	var rec *viz.Recorder
	var atJoins *joins
	if html != "" {
		if t.jit.value == "off" {
			fmt.Fprintln(std.err, "tier2 run: with -jit=off there are no executors for -html")
			return statusUsage
		}
		if err := os.MkdirAll(html, 0o777); err != nil {
			return fail(std, err)
		}
		rec = newRecorder(&t.debug, targetOf(""))
		o.Times, o.OnRefusal = true, func(err error) { record(rec, err) }
	}
	if err := pf.open(&o); err != nil {
		return fail(std, err)
	}
	vm, err := newVM(t, o, func(o *tier2.Options) {
		o.Background = ro.background
		o.Clock, o.Map = counts, pf.cpu != "" || html != "" || stats == "json"
		if rec != nil {
			o.Observer, o.PassObservers = rec, []passes.Observer{rec}
		}
		if stats == "joins" {
			atJoins = watchJoins(o)
		}
	})
	if err != nil {
		return fail(std, err)
	}
	if err := pf.start(vm, html != ""); err != nil {
		return fail(std, err)
	}
	stop := keys.interruptible(vm)
	err = vm.RunProgram(prog.code, args)
	stop()
	sampled, perr := pf.finish()
	status = report(std, err)
	if perr != nil {
		return fail(std, perr)
	}
	if stats == "joins" {
		if err := atJoins.write(std.err); err != nil {
			return fail(std, err)
		}
	} else if stats != "" {
		if err := writeStats(std.err, stats, vm.Stats()); err != nil {
			return fail(std, err)
		}
	}
	if err := t.writePassStats(std.err); err != nil {
		return fail(std, err)
	}
	if rec != nil {
		rec.Resolve(vm.Executors())
		guestColumns(vm, rec.Compiles())
		if sampled != nil {
			for _, c := range rec.Compiles() {
				c.Heat(sampled.Code[c.Executor])
			}
		}
		if err := viz.WriteDir(html, "tier2 run "+strings.Join(args, " "), rec.Compiles()); err != nil {
			return fail(std, err)
		}
	}
	return status
}

// program reads what the arguments name: a file, standard input, -c's source or -m's
// module. It returns the program with its sys.argv, or the exit status that says why not.
func (ro *runOptions) program(std streams, args []string) (*program, []string, int) {
	switch {
	case ro.interactive:
		p, status := loadSource(std, "<stdin>", replSource)
		return p, []string{""}, status
	case ro.hasCode:
		p, status := loadSource(std, "<string>", []byte(ro.code))
		return p, append([]string{"-c"}, args...), status
	case ro.module != "":
		p, status := loadSource(std, "<runpy>", fmt.Appendf(nil, "import runpy\nrunpy._run_module_as_main(%q)\n", ro.module))
		return p, append([]string{"-m"}, args...), status
	case len(args) == 0:
		fmt.Fprintln(std.err, "tier2 run: no program; see tier2 run -h")
		return nil, nil, statusUsage
	case args[0] == "-":
		source, err := io.ReadAll(std.in)
		if err != nil {
			return nil, nil, fail(std, err)
		}
		p, status := loadSource(std, "<stdin>", source)
		return p, args, status
	}
	p, status := load(std, args[0])
	return p, args, status
}

// program is a program to run, and where its modules come from.
type program struct {
	code   *pycode.Code
	python *compile.Python // nil if there is none for a .pyc file
}

// options are a VM's options with which the program has what the process has: files,
// environment, clocks and random numbers. It can import. What compiles for it takes no more memory than limit,
// the heap's; 0: as much as a heap takes by default.
func (p *program) options(limit size, o interp.Options) interp.Options {
	if limit == 0 {
		limit = interp.DefaultHeapLimit
	}
	o.Grants = host.Grants()
	o.Grants.Exec, o.Grants.Network = host.Exec(), host.Network()
	o.Grants.Semaphores = host.Semaphores()
	o.Grants.Streams = host.Streams(o.Stdin, o.Stdout, o.Stderr)
	f := compile.Finder{Python: p.python, FS: o.Grants.FS, Memory: int64(limit)}
	o.Import = f.Find
	o.Threads = maxThreads
	if p.python != nil {
		o.Compile, o.Tokenize = f.Compile, f.Tokenize
		if !o.Flags.IgnoreEnvironment {
			o.Path = pythonPath()
			o.Flags.Warn = append(pythonWarnings(), o.Flags.Warn...)
		}
		o.Path = append(o.Path, p.python.LibDir())
	}
	return o
}

// maxThreads is how many threads a program may have besides the first one.
const maxThreads = 10_000

// pythonPath returns the folders of PYTHONPATH, which programs import from before the
// library's.
func pythonPath() []string {
	list := filepath.SplitList(os.Getenv("PYTHONPATH"))
	for i, dir := range list {
		if abs, err := filepath.Abs(dir); err == nil {
			list[i] = abs // an empty one is the current folder
		}
	}
	return list
}

// pythonWarnings returns the warning filters of PYTHONWARNINGS.
func pythonWarnings() []string {
	return strings.FieldsFunc(os.Getenv("PYTHONWARNINGS"), func(r rune) bool { return r == ',' })
}

// load reads a program. If it cannot, it says why and returns the exit status.
func load(std streams, file string) (*program, int) {
	ctx := context.Background()
	py, perr := compile.Find(ctx, compile.Options{Stderr: std.err})
	if strings.EqualFold(filepath.Ext(file), ".pyc") {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, fail(std, err)
		}
		code, err := pycode.ReadPyc(data)
		if err != nil {
			return nil, fail(std, fmt.Errorf("%s: %w", file, err))
		}
		return &program{code, py}, 0
	}
	if perr != nil {
		return nil, fail(std, perr)
	}
	code, err := py.CompileFile(ctx, file)
	return programOf(std, py, code, err)
}

// loadSource compiles source that lies in no file.
func loadSource(std streams, name string, source []byte) (*program, int) {
	ctx := context.Background()
	py, err := compile.Find(ctx, compile.Options{Stderr: std.err})
	if err != nil {
		return nil, fail(std, err)
	}
	code, err := py.Compile(ctx, name, source)
	return programOf(std, py, code, err)
}

// programOf returns what CPython has made of source, or prints why it has not.
func programOf(std streams, py *compile.Python, code *pycode.Code, err error) (*program, int) {
	var syntax *compile.SyntaxError
	switch {
	case errors.As(err, &syntax):
		io.WriteString(std.err, syntax.Text)
		return nil, statusBad
	case err != nil:
		return nil, fail(std, err)
	}
	return &program{code, py}, 0
}

// newVM makes a VM as the flags say; more changes the compiler's options.
func newVM(t *tierFlags, o interp.Options, more func(*tier2.Options)) (*interp.VM, error) {
	o, err := t.vmOptions(o)
	if err != nil {
		return nil, err
	}
	vm, err := interp.New(o)
	if err != nil {
		return nil, err
	}
	to, on, err := t.options(o.Stderr)
	to.OnDenied = func(err error) {
		fmt.Fprintf(o.Stderr, "tier2: hot code runs as micro-ops, as with -jit=uop: %v\n", err)
	}
	if err == nil {
		if !on {
			return vm, nil
		}
		more(&to)
		err = vm.EnableTier2(to)
	}
	if err != nil {
		return nil, errors.Join(err, vm.Close())
	}
	return vm, nil
}

// vmOptions are a VM's options as the flags and the environment say.
func (t *tierFlags) vmOptions(o interp.Options) (interp.Options, error) {
	o.Heap.Limit, o.Hotspots, o.Selector, o.Strict = uintptr(t.maxHeap), t.hot, t.selects.Selector, t.strict
	if t.costs.value == "measured" {
		o.Costs = time.Now
	}
	switch s := os.Getenv("PYTHONHASHSEED"); {
	case s == "" || o.Flags.IgnoreEnvironment:
	case s == "random":
		var b [4]byte
		if _, err := rand.Read(b[:]); err != nil {
			return o, err
		}
		o.Heap.HashSeed = binary.LittleEndian.Uint32(b[:])
	default:
		seed, err := strconv.ParseUint(s, 10, 32)
		if err != nil {
			return o, fmt.Errorf("PYTHONHASHSEED is %q: it must be \"random\" or a number below 4294967296", s)
		}
		o.Heap.HashSeed = uint32(seed)
	}
	return o, nil
}

// report prints why a program ended and returns the exit status.
func report(std streams, err error) int {
	var (
		exit        *interp.SystemExit
		guest       *interp.GuestError
		unsupported *interp.Unsupported
	)
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if exit.Message != "" {
			fmt.Fprintln(std.err, exit.Message)
		}
		return exit.Code
	case errors.As(err, &guest):
		io.WriteString(std.err, guest.Traceback())
		if guest.Type == "KeyboardInterrupt" {
			return statusInterrupted
		}
		return statusBad
	case errors.As(err, &unsupported):
		fmt.Fprintln(std.err, unsupported)
		return statusUnsupported
	}
	return fail(std, err)
}
