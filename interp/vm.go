package interp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/budget"
	"github.com/tier2go/tier2/interp/deopt"
	"github.com/tier2go/tier2/interp/driver"
	"github.com/tier2go/tier2/interp/embed"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/imports"
	"github.com/tier2go/tier2/interp/interrupt"
	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/specialize"
	"github.com/tier2go/tier2/interp/sweep"
	"github.com/tier2go/tier2/interp/tiering"
	"github.com/tier2go/tier2/interp/traceback"
	"github.com/tier2go/tier2/uop"
)

// DefaultHeapLimit is the limit of a heap in bytes where Options says nothing.
const DefaultHeapLimit = heap.DefaultLimit

// Options sets up a VM.
type Options struct {
	Heap   object.Options
	Stdin  io.Reader // nil: empty
	Stdout io.Writer // nil: discarded; written to at the latest when a call from Go returns
	Stderr io.Writer // nil: discarded
	// Grants are what programs may reach of the host: files, environment, clocks, a
	// random source. The zero value is nothing of it; grant/host has the real ones.
	Grants grant.Grants
	// Stats turns on counting of executed instructions.
	Stats bool
	// TimeFamilies measures the times of specialized instructions and of their bases
	// in tier 1, for Stats; it needs Options.Stats.
	TimeFamilies bool
	// Import is asked for a module that Python imports and that there is not, by
	// its full name and the folders to look in: sys.path, or the __path__ of the
	// package that it is in. Nil, nil: it has none. What becomes of an error says
	// Func. ctx is done when a context of InterruptOn is. compile.Finder has one.
	Import func(ctx context.Context, name string, path []string) (*pycode.Module, error)
	// Compile is asked to compile source that Python hands to compile, exec or eval;
	// mode and flags are those of compile.Source. Nil: that is
	// unsupported. What becomes of an error says Func; one that has a method
	// PythonException() (typ string, args []any) becomes that builtin exception. ctx is as for Import.
	// compile.Finder has one.
	Compile func(ctx context.Context, filename, mode string, flags int, source []byte) (*pycode.Code, error)
	// Tokenize begins to find the tokens of a source whose lines a program hands out one by one: what tokenize and
	// _tokenize need. extra is TokenizerIter's extra_tokens. Nil: that is unsupported. compile.Finder has one.
	Tokenize func(extra bool) pycode.Tokenizer
	// Source returns the text of a source file, of which tracebacks show lines. Nil:
	// it is read from Grants.FS. compile.Finder has one, for CPython's library.
	Source func(filename string) ([]byte, error)
	// Path is sys.path behind the folder of the program.
	Path []string
	// Flags are what sys says of the command line.
	Flags Flags
	// OnImport is told of every module that is about to be looked for, if set; what it returns is told the module's file
	// ("": it has none) when the module has run, or has not been found.
	OnImport func(name string) (end func(file string))
	// Times measures how long executors run (exitdata.Executor.Time), without what
	// their helpers spend in other executors and without compiling.
	Times bool
	// Hotspots says when a place is hot enough to ask the optimizer. The zero value
	// stands for tier2.DefaultHotspots.
	Hotspots tier2.Hotspots
	// Costs, if set, is a clock (time.Now) by which the VM measures what executors cost and how fast they run, and
	// derives from that when a place is hot (tier2.Competitive); of Hotspots only K counts then. Both tiers count
	// bytecodes. What is compiled when is not the same in each run: a VM with a Budget refuses it, and NewDeopt. Nil:
	// by Hotspots and what the optimizers have published, the same each time.
	Costs func() time.Time
	// OnRefusal is told why an optimizer has refused a place, if set.
	OnRefusal func(error)
	// OnAttempt is told of every attempt to make an executor, if set.
	OnAttempt func(Attempt)
	// Selector chooses the regions that the VM gives an optimizer that takes them; the
	// zero value stands for Ways. One without New, such as Traces, chooses none.
	Selector uop.Selector
	// Strict says that what is unsupported ends the program at once. Otherwise it is an
	// exception (ImportError, AttributeError, NotImplementedError) that a program may
	// catch; what of it has been caught is in Stats.
	Strict bool
	// RecursionLimit is Python's; 0 means 1000.
	RecursionLimit int
	// Budget, if not 0, is how many instructions of bytecode the VM may execute, by the bytecode clock: at the first
	// back edge or function entry where so many have been, whatever runs returns an *Interrupted that wraps a
	// *BudgetError. See VM.SetBudget.
	Budget uint64
	// Threads is how many threads a program may have besides the first one: each is a goroutine, and takes memory of Go that
	// Heap.Limit does not count (docs/embed.md). 0: starting one raises RuntimeError. With threads Grants.Clock is used by
	// several goroutines.
	Threads int
}

// Flags are flags of python's command line that a program can see.
type Flags = lib.Flags

// VM is one virtual machine. VMs share nothing. Each is used by one goroutine at
// a time, with its Values, and a Go function that the guest has called uses it on
// the goroutine that it was called on; only Interrupt is for all.
type VM struct {
	heap *object.Heap
	opts Options

	Stdin  *bufio.Reader
	Stdout *bufio.Writer
	Stderr io.Writer

	codes         []*Code          // by handle; nil where one has died
	sweeper       sweep.Sweeper    // of codes, and of classes
	versions      map[uint32]*Code // by function version
	builtins      object.Value     // dict
	otherBuiltins bool             // functions may have others
	modules       object.Value     // dict: sys.modules
	path          object.Value     // list: sys.path
	main          object.Value     // module __main__
	mainDict      object.Value

	execution // of the thread that runs
	threads   threadsState

	calls *[pyguest.CallEntries]pyguest.CallEntry // for machine code, made when it asks for it
	ends  *[pyguest.EndEntries]pyguest.EndEntry   // as well

	recursionLimit int  // frames: what is left of it is in the frames (recursion.go)
	hopped         bool // a frame has run in the place of others, too (standIn)

	requests interrupt.Requests // to stop

	counts *[256]uint64 // executed instructions by opcode, nil without Stats
	ticks  uint64       // the bytecode clock of tier 1: runs with Stats

	budget  budget.Budget
	spentAt uint64 // reading of ticks from which on tier 1 looks whether the budget is spent

	pauseAt uint64 // reading of ticks at which pause is called, at most once a reading
	pause   func()
	spec    specialize.Specializer
	timing  *specialize.Timing // nil without TimeFamilies
	deopt   *deopt.Proof       // nil but of a Deopt
	known   adaptive.Known

	// Functions that instructions recognize.
	drivers *driver.Drivers

	shim object.Value // the function of the frame beneath an __init__
	// The function of the frame beneath an operator's method, and its code.
	operators    object.Value
	operatorsRun *Code
	shimCode     *Code

	lib     *lib.Lib
	host    *lib.Host
	talks   talks              // about tokens
	printer *traceback.Printer // of tracebacks, made when needed
	objects *introspect.Objects

	goFrames uintptr // how many bytes the Go frames from protected to run take; 0: not known yet
	imports  *imports.Importer

	// Embedding (embed.go).
	bridge  *embed.Bridge
	broken  *PanicError // the VM itself has panicked
	stopped bool        // by something else than an exception: generators may say that they run (unended.go)

	tier   tiering.Tier
	builds func(op uop.ID) bool // whether the compiler, if it builds IR, has a rule for a micro-op
}

// New makes a VM with its builtins. The error says what there is too little memory for.
func New(o Options) (*VM, error) {
	if o.Budget != 0 && o.Costs != nil {
		return nil, ErrCosts
	}
	h, err := object.New(o.Heap)
	if err != nil {
		return nil, err
	}
	h.Strict = o.Strict
	if o.RecursionLimit == 0 {
		o.RecursionLimit = 1000
	}
	vm := &VM{shim: object.Null, operators: object.Null, heap: h, opts: o, versions: map[uint32]*Code{}}
	vm.bridge = embed.New(h, embedded{vm})
	vm.sweeper = sweep.Sweeper{VM: program{vm}, Always: o.Heap.Stress}
	vm.requests.Init(h)
	vm.requests.OnWake(threaded{vm}.wakeMain)
	vm.requests.OnEnd(func() { vm.tier.CancelAll() })
	h.OnPressure(func(need uintptr) { vm.tier.GiveWay(need) })
	h.OnRefusal(func() {
		if !vm.sweeper.On() && !vm.tier.Asking() {
			vm.sweeper.Sweep()
		}
	})
	vm.Stdin = bufio.NewReader(orReader(o.Stdin))
	vm.Stdout = bufio.NewWriterSize(orWriter(o.Stdout), 1<<16)
	vm.Stderr = orWriter(o.Stderr)
	vm.tier = tiering.New(program{vm}, tiering.Options{Hotspots: o.Hotspots, Selector: o.Selector, OnRefusal: o.OnRefusal, OnAttempt: o.OnAttempt, Times: o.Times, Costs: o.Costs, Counts: o.Stats || o.Budget != 0 || o.Costs != nil})
	base, size := h.Stack()
	vm.stackBase = base
	vm.stackEnd = uintptr(base) + size - stackMargin
	vm.recursionLimit = o.RecursionLimit
	vm.pauseAt = math.MaxUint64
	if o.Stats && o.TimeFamilies {
		vm.timing = specialize.NewTiming()
	}
	if o.Stats || o.Budget != 0 || o.Costs != nil {
		vm.counts = new([256]uint64)
	}
	vm.spec = specialize.New(h, program{vm}, &vm.known)
	if o.Stats {
		vm.spec.Count(vm.counts)
	}
	vm.spentAt = math.MaxUint64
	vm.budget = budget.Of(o.Budget)
	h.Caller, h.Looper, h.Frames = vm.callFromGo, vm.runLoop, generators{vm}
	h.Over, h.Driven = func(v object.Value) object.Value { return vm.drivers.Over(v) }, vm.drivenBy
	h.Initializer, h.KeyRunner, h.ScriptRunner = initializer(vm), runKeyed(vm), scriptRunner(vm)
	h.OverItems = func(v, f object.Value) object.Value { return vm.drivers.Items(v, f) }
	h.TracebackPlace = func(tb object.Traceback) (line, lasti int) { return vm.codes[tb.Code].Line(int(tb.PC)), 2 * int(tb.PC) }
	h.ModuleNamed = func(name string) object.Value { return h.DictGetStr(vm.modules, h.InternName(name)) }
	h.TracebackFrame = func(tb object.Value) (object.Value, error) { return vm.objects.TracebackFrame(tb) }
	h.ImportModule = func(name string) (object.Value, error) { return vm.imports.Module(name) }
	h.Warnings = func(name string) (object.Value, error) { return vm.lib.Warnings(name) }
	h.Visible, h.Own = visibility{vm}.all, visibility{vm}.own
	h.RoomForClass = vm.sweeper.RoomFor
	h.CodeObject = func(number uint32) object.Value { return vm.codes[number].Self }
	h.AddRoots(vm.markRoots)
	h.RootedFrames(vm.rootedFrames)
	if err := vm.outside(vm.initBuiltins); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return vm, nil
}

// stackMargin is kept free behind the last frame that may be begun.
const stackMargin = 1 << 16

func orReader(r io.Reader) io.Reader {
	if r == nil {
		return eofReader{}
	}
	return r
}

type eofReader struct{}

func (eofReader) Read([]byte) (int, error) { return 0, io.EOF }

func orWriter(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}

// Heap returns the VM's heap.
func (vm *VM) Heap() *object.Heap { return vm.heap }

// Close frees the VM's memory. Using the VM or one of its Values afterwards is
// ErrClosed. The error is ErrRunning while a function that the guest has called
// is running, or one of writing to Options.Stdout, a *PanicError if that panics.
func (vm *VM) Close() error {
	if vm.bridge.Closed() {
		return nil
	}
	if len(vm.entries) > 0 {
		return ErrRunning
	}
	threaded{vm}.endThreads()
	if t := vm.threads.turns; t != nil {
		t.Close()
	}
	vm.bridge.Close()
	err := errors.Join(vm.outside(vm.Stdout.Flush), vm.outside(vm.lib.Close), vm.outside(vm.talks.rest))
	switch {
	case vm.tier.Compiler != nil: // what it compiles on another goroutine interrupts the heap
		err = errors.Join(err, vm.outside(vm.tier.Compiler.Close))
	case vm.tier.Table != nil:
		err = errors.Join(err, vm.outside(vm.tier.Table.Close))
	}
	return errors.Join(err, vm.heap.Close())
}

// outside calls what is no call of the guest and may panic all the same: memory runs out,
// or a reader or writer of Options panics.
func (vm *VM) outside(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case heap.OutOfMemory:
			err = noMemory()
		default:
			err = vm.panicked(r)
		}
	}()
	return f()
}

// markRoots tells the collector what the VM holds.
func (vm *VM) markRoots(m *heap.Marker) {
	vm.sweeper.Mark(m)
	for _, f := range vm.known.Roots() {
		m.Value(f)
	}
	m.Value(vm.requests.Postponed())
	visibility{vm}.all(m)
	m.Value(vm.shim)
	m.Value(vm.operators)
	if vm.drivers != nil {
		vm.drivers.Mark(m, !vm.sweeper.On())
	}
	vm.markTier(m)
}

// Load prepares a code object for running in this VM, which keeps it until Close. The
// error is a *pycode.VerifyError if its shape is wrong, or a MemoryError.
func (vm *VM) Load(c *pycode.Code) (code *Code, err error) {
	if err = vm.begin(); err != nil {
		return nil, err
	}
	defer embedded{vm}.End(&err)
	if code, err = vm.loader().Load(c); err != nil {
		return nil, err
	}
	code.Pinned = true
	return code, nil
}

// RunMain runs code as the module __main__; argv becomes sys.argv. The module
// keeps its names: functions that the code defines can be called afterwards, and
// code that is run again finds them. What atexit calls is called at the end. The errors are those of Value.Call.
func (vm *VM) RunMain(c *pycode.Code, argv []string) error {
	return vm.runMain(c, argv, vm.lib.RunFinalizers)
}

// RunProgram is RunMain of a program that is over then, as CPython's command ends one: all that has a __del__ is told,
// and suspended generators are closed, although the module keeps its names.
func (vm *VM) RunProgram(c *pycode.Code, argv []string) error {
	return vm.runMain(c, argv, vm.finalizeAll)
}

// runMain is RunMain; finalize is called behind what atexit calls.
func (vm *VM) runMain(c *pycode.Code, argv []string, finalize func() error) (err error) {
	if err = vm.begin(); err != nil {
		return err
	}
	defer embedded{vm}.End(&err)
	code, err := vm.loader().Load(c)
	if err != nil {
		return err
	}
	h := vm.heap
	vm.lib.SetArgv(argv)
	if strings.HasPrefix(c.Filename, "<") { // no file: CPython looks in the current folder
		vm.imports.SetPath("")
	} else {
		h.DictSetStr(vm.mainDict, h.Intern("__file__"), h.NewStr(c.Filename))
		h.DictSetStr(vm.mainDict, h.Intern("__cached__"), object.None)
		vm.imports.SetPath(filepath.Dir(c.Filename))
	}
	_, err = vm.runModule(code, vm.mainDict)
	r := raised(err)
	if r != nil || err == nil {
		if r != nil {
			h.Push(r.Exc)
			if !h.IsInstance(r.Exc, object.SystemExitType) && vm.lib.OwnExceptHook() {
				return h.Unsupported("an exception that nothing catches where the program has set sys.excepthook")
			}
		}
		if eerr := vm.lib.JoinThreads(); err == nil {
			err = eerr
		}
		if eerr := vm.lib.RunExits(vm.ignored); err == nil {
			err = eerr
		}
	}
	if ended := vm.requests.Ended(); ended != nil && err == nil {
		err = ended
	}
	threaded{vm}.endThreads()
	vm.lib.NoThreads(true)
	defer vm.lib.NoThreads(false)
	if r != nil || err == nil {
		if eerr := finalize(); err == nil {
			err = eerr
		}
	}
	if ferr := vm.lib.Flush(); err == nil {
		err = ferr
	}
	return err
}

// ignored prints the exception of a function that atexit has called (Python's
// sys.unraisablehook); it returns errors that are none.
func (vm *VM) ignored(f object.Value, err error) error {
	r := raised(err)
	if r == nil || vm.opts.Stderr == nil {
		return err
	}
	shown, rerr := vm.heap.Repr(f)
	if rerr != nil {
		return rerr
	}
	_, werr := fmt.Fprintf(vm.opts.Stderr, "Exception ignored in atexit callback %s:\n%s", vm.heap.GoString(shown), vm.tracebacks().Format(r.Exc))
	return werr
}

// runModule executes a module's code in a namespace.
func (vm *VM) runModule(code *Code, globals object.Value) (object.Value, error) {
	if code.NumFree() > 0 {
		return object.Null, vm.heap.Raise(object.TypeErrorType, "the code of a module may not contain free variables")
	}
	f := vm.newFunction(code, object.Function{
		Globals: globals, Builtins: vm.builtins,
		Doc: object.None, Module: object.None,
	})
	return vm.callFromGo(f, nil, object.Null)
}
