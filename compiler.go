package tier2

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"syscall"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/uop"
)

// Options sets a compiler up. The zero value is good.
type Options struct {
	// Backend says what executors are: machine code where the port has it,
	// otherwise micro-ops. Cold, the zero value, means that default.
	Backend exitdata.Kind
	// Passes is the text of the pass pipeline; "" means "@default".
	Passes string
	// Set is the set of passes that Passes may name; nil means passtool/all.
	Set *passes.Set
	// Limits bounds traces; a field that is 0 means that of uop.DefaultLimits.
	Limits uop.Limits
	// MaxChain bounds the exits on the way from the interpreter to an executor;
	// 0 means 8.
	MaxChain int
	// OnDenied is told why there is no machine code where Backend is the default and
	// the system gives no executable memory: executors are micro-ops then. With a
	// Backend of exitdata.Native that is New's error.
	OnDenied func(error)
	CodeMode native.Mode
	// CodeLimit bounds the machine code of all executors, in bytes; 0: 64 MB. When it
	// is near, executors that are not in use are dropped.
	CodeLimit int
	Hotness   int // see exitdata.Options
	// Observer is told of every stage, if set.
	Observer Observer
	// Target is the processor whose code is made, by GOARCH; "": the one that this
	// runs on. Code for another, or with a Backend of exitdata.IR, is shown to Observer
	// and not run: executors are evaluated from their IR, and addresses in the code are
	// invented.
	Target string
	// Session applies debug modes to the passes: fuel, bisection, statistics,
	// verification, shuffling, reproducers; nil: none. It may serve one compiler.
	Session *debug.Session
	// PassObservers are told of every pass.
	PassObservers []passes.Observer
	// Clock compiles the bytecode clock in; see exitdata.Table.Bytecodes.
	Clock bool
	// Budget, if set, lets polls leave when the bytecode clock (exitdata.Table.Bytecodes) has come to what it returns; see
	// exitdata.Options. Functions that are inlined poll too, then. It turns Clock on.
	Budget func() uint64
	// Map keeps, for each executor, where its code comes from, and makes it count
	// its entries and exits: exitdata.Map. Machine code only.
	Map bool
	// Joins lets regions count what is lost at their joins: exitdata.Executor.Lost, exitdata.Table.Vain.
	// Machine code only.
	Joins bool
	// Force makes the exits of machine code be taken although their tests pass; see
	// exitdata.Options. Whoever runs the executors has to put right what a branch
	// does that goes the other way.
	Force func(x *exitdata.Exit) uint32
	// CheckAllocation proves every register allocation (package
	// regalloc/check).
	CheckAllocation bool
	// Chaos, if not 0, is a seed that chooses places of values (regalloc.Options) and blocks
	// that lie apart, for each executor otherwise. The code is worse, and right all the same:
	// for tests.
	Chaos uint64
	// Background is how many executors may be made behind the VM's thread at a time; 0: each is made at once, while
	// the program stands still. Half of them may be
	// for exits. Optimize's error is then a *Pending: who calls it asks Finished later, and
	// installs what that has. Builds stay on the VM's thread. It needs the guest's
	// Detach. Compiles are made at once all the same where executors are no machine code, with
	// GOMAXPROCS=1 unless Go is set, and where each run has to be like the other or somebody looks: with Budget, Force, Observer,
	// PassObservers, Session and Debug.
	Background int
	// Go runs what compiles behind the VM's thread, on a goroutine of its choice; nil: on one of the
	// compiler's, which ends when nothing waits.
	Go func(compile func())
	// Fault makes operations of package native fail. For tests.
	Fault native.Fault
	// Debug lets panics of stages through.
	Debug bool
}

// Observer watches a compile: for listings and tests. The arguments are valid
// during the call.
type Observer interface {
	// Trace begins a compile.
	Trace(t *uop.Trace, parent *exitdata.Exit)
	// Refused ends a compile that has made no executor: err is a *Refusal. Where a
	// shorter trace, or one instead of a region, is compiled next, its executor has it as
	// its Cut.
	Refused(err error)
	// Function shows the IR after a stage: "build", or a pass that changed it.
	Function(stage string, f *ir.Func)
	// Machine shows machine operations with their places.
	Machine(f *lower.Func, al *lower.Allocation)
	// Code shows an executor's code; insts has the offset of each machine
	// operation.
	Code(ex *exitdata.Executor, f *lower.Func, code *lower.Code)
}

// NopObserver does nothing: for embedding in an [Observer] that wants some of its methods.
type NopObserver struct{}

// Trace implements Observer.
func (NopObserver) Trace(*uop.Trace, *exitdata.Exit) {}

// Refused implements Observer.
func (NopObserver) Refused(error) {}

// Function implements Observer.
func (NopObserver) Function(string, *ir.Func) {}

// Machine implements Observer.
func (NopObserver) Machine(*lower.Func, *lower.Allocation) {}

// Code implements Observer.
func (NopObserver) Code(*exitdata.Executor, *lower.Func, *lower.Code) {}

// Compiler compiles traces for one VM. It keeps its memory between compiles and
// is used by one goroutine at a time.
type Compiler struct {
	guest *guest.Guest
	opt   Options
	table *exitdata.Table

	prepared bool        // see prepare
	unfit    error       // what it came to
	space    *workspace  // of what is compiled at once
	behind   *background // nil: everything is compiled at once
	target   *lower.Target
	emitter  *lower.Emitter
	routines routines
	makes    kinds
}

// targets are the machines that code can be made for.
var targets = []*lower.Target{amd64.Target, arm64.Target}

// Target returns the machine of a GOARCH, nil if no code can be made for it.
func Target(goarch string) *lower.Target {
	for _, t := range targets {
		if t.Name == goarch {
			return t
		}
	}
	return nil
}

// Targets returns the GOARCHes that code can be made for.
func Targets() []string {
	var list []string
	for _, t := range targets {
		list = append(list, t.Name)
	}
	return list
}

// fill puts defaults in the place of zeros, and says what is no option.
func (o *Options) fill() error {
	for _, n := range []struct {
		name     string
		value    *int
		standard int
	}{
		{"Limits.MaxUops", &o.Limits.MaxUops, uop.DefaultLimits.MaxUops}, {"Limits.MaxFrames", &o.Limits.MaxFrames, uop.DefaultLimits.MaxFrames},
		{"MaxChain", &o.MaxChain, 8}, {"CodeLimit", &o.CodeLimit, 0}, {"Background", &o.Background, 0}, {"Hotness", &o.Hotness, 0}, // 0: the table's
	} {
		if *n.value < 0 {
			return fmt.Errorf("tier2: Options.%s is %d", n.name, *n.value)
		}
		if *n.value == 0 {
			*n.value = n.standard
		}
	}
	if o.Passes == "" {
		o.Passes = defaultPasses
	}
	if o.Backend >= exitdata.Own {
		return fmt.Errorf("tier2: Options.Backend is %v: a compiler makes uops, ir or native", o.Backend)
	}
	return nil
}

// New makes a compiler for a guest.
func New(g *guest.Guest, o Options) (*Compiler, error) {
	if g == nil {
		return nil, errors.New("tier2: the guest is nil")
	}
	if err := o.fill(); err != nil {
		return nil, err
	}
	target := Target(runtime.GOARCH)
	machine := target != nil && native.Supported() && g.Memory != nil
	if o.Target != "" && (o.Target != runtime.GOARCH || !machine || o.Backend == exitdata.IR) {
		if target = Target(o.Target); target == nil {
			return nil, fmt.Errorf("tier2: no machine code for %q: there is %s", o.Target, strings.Join(Targets(), ", "))
		}
		o.Backend = exitdata.IR
	} else {
		o.Target = ""
	}
	o.Clock = o.Clock || o.Budget != nil
	asked := o.Backend
	if o.Backend == exitdata.Cold {
		o.Backend = exitdata.Native
		if !machine {
			o.Backend = exitdata.Uops
		}
	}
	if o.Backend == exitdata.Native && !machine {
		why := ": the port has none"
		if g.Memory == nil {
			why = ": its Memory is nil"
		}
		return nil, fmt.Errorf("tier2: no machine code for guest %s on %s/%s%s", g.Name, runtime.GOOS, runtime.GOARCH, why)
	}
	c := &Compiler{guest: g, opt: o, target: target, makes: makes(&o)}
	later := g.Later != nil
	if !later {
		if err := c.ready(); err != nil {
			return nil, fmt.Errorf("tier2: %w", err)
		}
	}
	if err := c.findPasses(); err != nil { // ahead of the table, which is to be closed
		return nil, err
	}
	err := c.newTable(asked)
	if err == nil {
		c.behind, err = c.newBackground()
	}
	if err == nil && !later {
		c.prepared, err = true, c.makeSpaces()
	}
	return c, err
}

// newTable makes the table of executors, without machine code if the system denies
// memory for it and the compiler was not asked for machine code.
func (c *Compiler) newTable(asked exitdata.Kind) (err error) {
	o := exitdata.Options{CodeMode: c.opt.CodeMode, CodeLimit: c.opt.CodeLimit, Hotness: c.opt.Hotness, Force: c.opt.Force, Clock: c.opt.Clock, Budget: c.opt.Budget, Fault: c.opt.Fault}
	c.table, err = exitdata.NewTable(c.tableServices(), o)
	var denied *native.Error
	if !errors.As(err, &denied) {
		return err
	}
	hint := "-jit=uop (Options.Backend: exitdata.Uops) needs none"
	if errors.Is(err, syscall.ENOMEM) {
		hint = "a smaller -code-limit (Options.CodeLimit) needs less, -jit=uop none"
	}
	err = fmt.Errorf("tier2: no memory for machine code: %w; %s", err, hint)
	if asked == exitdata.Native {
		return err
	}
	if asked == exitdata.Cold {
		c.opt.Backend = exitdata.Uops
		if c.opt.OnDenied != nil {
			c.opt.OnDenied(err)
		}
	}
	o.NoCode = true
	c.table, err = exitdata.NewTable(c.tableServices(), o)
	return err
}

// makes returns what compiles make.
func makes(o *Options) kinds {
	switch {
	case o.Backend == exitdata.Uops:
		return uops
	case o.Backend == exitdata.Native:
		return machine
	case o.Target != "":
		return listed
	}
	return evaluated
}

// tableServices is what the table of executors needs of the guest.
func (c *Compiler) tableServices() exitdata.Services {
	g := c.guest
	t := exitdata.Services{
		Box: func(t ir.Type, bits uint64) uint64 {
			must := func(w uint64, err error) uint64 {
				if err != nil {
					panic(err) // out of memory: recovered by whoever runs the guest
				}
				return w
			}
			return exitdata.BoxBits(t, bits, func(n int64) uint64 { return must(g.Words.BoxI64(n)) },
				func(n uint64) uint64 { return must(g.Words.(ir.WideWords).BoxU64(n)) }, g.Words.BoxF64, g.Words.BoxBool)
		},
		Memory: g.Memory,
		Layout: &g.Frame,
		New:    g.New,
	}
	if m := Target(runtime.GOARCH); m != nil {
		t.Link = m.Routine.Link
	}
	return t
}

// helpers returns what machine code may call, and the operations' names.
func helpers(g *guest.Guest) (list []func([]uint64) (uint64, error), names []string) {
	for i := range g.Ops {
		list, names = append(list, g.Ops[i].Helper), append(names, g.Ops[i].Name)
	}
	return list, names
}

// Close gives up what is being made, and frees the compiler's executors. None may be running.
func (c *Compiler) Close() error {
	c.behind.close()
	return c.table.Close()
}

// Table returns the table of executors.
func (c *Compiler) Table() *exitdata.Table { return c.table }

// Backend returns what the compiler's executors are.
func (c *Compiler) Backend() exitdata.Kind { return c.opt.Backend }

// Compile makes an executor that is entered with everything in the guest's
// frame. An error is a *Refusal.
func (c *Compiler) Compile(t *uop.Trace) (*exitdata.Executor, error) { return c.CompileExit(t, nil) }

// CompileExit makes an executor that continues an exit.
func (c *Compiler) CompileExit(t *uop.Trace, x *exitdata.Exit) (*exitdata.Executor, error) {
	return c.observed(t, x, false)
}

// observed compiles, and tells the observer where that begins, and that nothing came of it.
func (c *Compiler) observed(t *uop.Trace, x *exitdata.Exit, anew bool) (*exitdata.Executor, error) {
	if err := c.prepare(); err != nil {
		return nil, err
	}
	if c.opt.Observer == nil {
		return c.compile(t, x, anew)
	}
	c.opt.Observer.Trace(t, x)
	ex, err := c.compile(t, x, anew)
	if err != nil {
		c.opt.Observer.Refused(err)
	}
	return ex, err
}

// Capabilities implements Optimizer.
func (c *Compiler) Capabilities() Capabilities {
	return Capabilities{Triggers: BackEdges | Entries | Exits | Handlers, Limits: c.opt.Limits, Kind: c.opt.Backend, Target: runtime.GOARCH}
}

// OptimizationCost implements Optimizer, by record.
func (c *Compiler) OptimizationCost() float64 { return recorded[c.opt.Backend].Optimization }

// RunCost implements Optimizer, by record.
func (c *Compiler) RunCost() float64 { return recorded[c.opt.Backend].Run }

// Optimize implements Optimizer: what is refused is tried in another way, by the rungs of
// ladder.
func (c *Compiler) Optimize(code Code, offset int, src Source) (*exitdata.Executor, error) {
	if l, ok := src.(*Linear); ok {
		if err := l.check(c.guest.Uops); err != nil {
			if c.opt.Observer != nil {
				c.opt.Observer.Refused(err)
			}
			return nil, err
		}
	}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	a := attempt{region: c.opt.Backend != exitdata.Uops, lim: c.opt.Limits}
	a.later = !c.behind.atOnce(asking{code.Handle, offset, src.Exit()})
	if a.later && c.behind.full(src.Exit() != nil) {
		return nil, ErrBusy
	}
	if ex, err := c.again(src, a); ex != nil || err != nil {
		return ex, err
	}
	for {
		ex, stop := (*exitdata.Executor)(nil), uop.StopNone
		var err error
		if a.trace, stop = project(src, a.region, a.lim); a.trace == nil {
			err = &Refusal{stop.String(), fmt.Errorf("no trace from %s at %d", code.Name, offset)}
		} else {
			ex, err = c.make(a.trace, src.Exit(), false, a.later)
		}
		a.lim.Ahead = 0
		var p *Pending
		if errors.As(err, &p) {
			ex = p.w.ex
		}
		if ex != nil {
			if a.cut != nil {
				ex.Cut = a.cut
			}
			if p != nil {
				return nil, p
			}
			return ex, nil
		}
		if !a.descend(err) {
			return nil, err
		}
	}
}

// make makes an executor at once, or begins to: then the error is a *Pending.
func (c *Compiler) make(t *uop.Trace, x *exitdata.Exit, anew, later bool) (*exitdata.Executor, error) {
	if later {
		return nil, c.behind.start(t, x, anew)
	}
	return c.observed(t, x, anew)
}

// descend takes the rung that fits a refusal. It is false if there is none, or if the
// guest's tables are wrong: what is compiled instead would hide that.
func (a *attempt) descend(err error) bool {
	a.refusal, a.abort = nil, nil
	if !errors.As(err, &a.refusal) || errors.As(err, &a.abort) && a.abort.Mistake() {
		return false
	}
	for i := range ladder {
		if ladder[i].fits(a) {
			ladder[i].take(a)
			return true
		}
	}
	return false
}

// project asks for a region, or for a trace.
func project(src Source, region bool, lim uop.Limits) (*uop.Trace, uop.Stop) {
	if region {
		return src.Region(lim)
	}
	return src.Trace(lim)
}

// MaxChain returns how many exits may be on the way from the interpreter to an
// executor: Options.MaxChain.
func (c *Compiler) MaxChain() int { return c.opt.MaxChain }
