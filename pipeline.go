package tier2

// The whole way from micro-ops to an executor, as data: the stages of one compile, what
// watches them, and the ladder of what is compiled when a compile is refused.
//
// The problem: a trace compiler does a dozen things in a row, each of which can fail, for
// four kinds of executors; listings, statistics and debug modes want to see what lies
// between. Written as one function, the reasons of refusals, the kinds and the watching are
// spread over its lines. So a stage is a value, with its refusal and its kinds beside it; one
// loop runs them; and whatever only looks is a watcher, which runs behind a stage.
//
// Rejected: stages that hand results to the next by their signatures. They need a function
// that knows all of them again. What the stages share is the compilation, which says of
// each field who fills it in.

import (
	"fmt"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// kinds is a set of what compiles make.
type kinds uint8

const (
	uops      kinds = 1 << iota // executors whose micro-ops are interpreted
	evaluated                   // executors whose IR is evaluated
	listed                      // the same, with code for another processor to look at
	machine                     // executors of machine code
)

const (
	inIR   = evaluated | listed | machine
	inCode = listed | machine
)

// phase says what a stage touches, and so where it may run (Options.Background).
type phase uint8

const (
	front  phase = 1 << iota // the guest, its memory and the table: on the VM's thread
	behind                   // what was captured, and the compile's own memory: on any goroutine
	back                     // the table: on the VM's thread again
)

// A stage is one step of a compile.
type stage struct {
	name   string
	phase  phase
	makes  kinds  // the compiles that have it
	refuse string // the reason of a refusal, where the error does not say a closer one
	run    func(*Compiler, *compilation) error
}

// pipeline has the stages in order.
var pipeline = []stage{
	{"entry", front, uops | inIR, RefusedEntry, (*Compiler).enter},           // what the exit hands over, or the frame in memory
	{"build", front, inIR, RefusedInternal, (*Compiler).build},               // micro-ops to SSA form, by the guest's rules
	{"verify", front, inIR, RefusedInternal, (*Compiler).verify},             // rules may be wrong: passes rely on what they have built
	{"begin", front, machine, RefusedMemory, (*Compiler).begin},              // the word that says whether the executor is valid: code names it
	{"meet", front, inCode, RefusedInternal, (*Compiler).meet},               // the executors that stand where it ends
	{"capture", front, machine, RefusedInternal, (*Compiler).capture},        // what the guest is asked from here on, if others compile
	{"passes", behind, inIR, RefusedPass, (*Compiler).optimize},              // SSA form to better SSA form
	{"joins", behind, inCode, RefusedMemory, (*Compiler).findLost},           // what is known of values now: what joins lose of it is counted
	{"select", behind, inCode, RefusedOperation, (*Compiler).selectOps},      // SSA form to machine operations
	{"allocate", behind, inCode, RefusedRegisters, (*Compiler).allocate},     // virtual registers to places
	{"describe", behind, machine, RefusedInternal, (*Compiler).describe},     // what exits and sites are
	{"link", back, machine, RefusedMemory, (*Compiler).link},                 // exits to rows, routines to addresses: code names them
	{"link", back, listed, RefusedInternal, (*Compiler).linkNowhere},         // the same, invented
	{"emit", back, inCode, RefusedInternal, (*Compiler).emit},                // machine operations to bytes
	{"install", back, machine, RefusedMemory, (*Compiler).install},           // bytes to executable memory
	{"keep", back, evaluated | listed, RefusedInternal, (*Compiler).keep},    // the executor has the function
	{"add", back, uops | evaluated | listed, RefusedMemory, (*Compiler).add}, // the table knows the executor
}

// A watcher looks at what a stage has made. It changes nothing that a later stage reads.
type watcher struct {
	after string
	look  func(*Compiler, *compilation) error
}

// watchers run behind the stages, in order.
var watchers = []watcher{
	{"build", (*Compiler).countGuardsIn},
	{"build", (*Compiler).showBuilt},
	{"passes", (*Compiler).countGuardsOut}, // each pass is shown by passObserver
	{"allocate", (*Compiler).proveAllocation},
	{"allocate", (*Compiler).showMachine},
	{"emit", (*Compiler).measureCode},
	{"emit", (*Compiler).mapCode},
	{"emit", (*Compiler).measureLost},
	{"emit", (*Compiler).compareTwin},
	{"emit", (*Compiler).showListed},
	{"install", (*Compiler).showCode},
}

// compilation is what the stages of one compile share.
type compilation struct {
	*workspace
	trace  *uop.Trace
	parent *exitdata.Exit // the exit that the executor continues, nil if it is entered from the interpreter
	anew   bool           // the executor takes over from any exit that leaves in the parent's state: see again
	spent  time.Duration  // in stages
	failed error          // of the phase that has run last: a *Refusal
	behind *Pending       // where it goes behind the VM's thread

	ex *exitdata.Executor
	// entry fills in
	entry build.Entry
	// build
	fn *ir.Func
	// meet
	meetings []meeting
	// joins
	lost []*ir.Value // the tests of ex.Lost
	// begin, entry, joins and select
	borders lower.Borders
	into    *taker // in whose state it leaves by its end, nil for none
	mfn     *lower.Func
	// allocate
	alloc *lower.Allocation
	// describe
	exits []*exitdata.Exit
	sites []exitdata.Site
	// link
	linkage lower.Linkage
	// emit
	code *lower.Code
}

// compile runs the stages at once.
func (c *Compiler) compile(t *uop.Trace, parent *exitdata.Exit, anew bool) (*exitdata.Executor, error) {
	w := &compilation{workspace: c.space, trace: t, parent: parent, anew: anew}
	if !c.run(w, front|behind|back) {
		c.giveUp(w)
		return nil, w.failed
	}
	w.ex.CompileNS = w.spent.Nanoseconds()
	return w.ex, nil
}

// run runs the stages of some phases. Where it fails, or a stage panics, the compilation says why.
func (c *Compiler) run(w *compilation, phases phase) bool {
	defer func(start time.Time) {
		w.spent += time.Since(start)
		if r := recover(); r != nil {
			c.panicked(w, r)
		}
	}(time.Now())
	w.failed = c.runStages(w, phases)
	return w.failed == nil
}

func (c *Compiler) runStages(w *compilation, phases phase) error {
	for i := range pipeline {
		s := &pipeline[i]
		if s.phase&phases == 0 || s.makes&c.makes == 0 {
			continue
		}
		if err := w.behind.stopped(); err != nil {
			return err
		}
		if err := s.run(c, w); err != nil {
			return refuse(s.refuse, err)
		}
		for k := range watchers {
			if watchers[k].after != s.name {
				continue
			}
			if err := watchers[k].look(c, w); err != nil {
				return refuse(RefusedPass, err)
			}
		}
	}
	return nil
}

// panicked makes a refusal of what a stage has panicked with.
func (c *Compiler) panicked(w *compilation, r any) {
	if c.opt.Debug {
		panic(r)
	}
	at := ""
	if u := w.builder.AtHand(); u != "" {
		at = ", at " + u
	}
	w.failed = refuse(RefusedInternal, fmt.Errorf("panic compiling %s%s: %v", w.trace.Name, at, r))
}

// giveUp gives up on an executor: what the table gave is taken back.
func (c *Compiler) giveUp(w *compilation) {
	if w.ex != nil {
		c.table.Drop(w.ex)
	}
}

// A rung is what is compiled instead of what was refused.
type rung struct {
	name string
	fits func(*attempt) bool
	take func(*attempt)
}

// ladder has the rungs in order: the first that fits is taken, and the compile is made
// again. Where none fits, the last refusal stands.
var ladder = []rung{
	// The exit's guard would be tested again: the instruction in its general form does not.
	{"general", func(a *attempt) bool { return a.refusal.Reason == RefusedProgress && !a.lim.Generic },
		func(a *attempt) { a.lim.Generic = true }},
	// No region is selected: a trace needs none.
	{"trace, for there is no region", func(a *attempt) bool { return a.region && a.trace == nil },
		func(a *attempt) { a.region = false }},
	// The region may do without the instruction that cannot be built.
	{"cut region", func(a *attempt) bool { return a.region && a.abort != nil && a.abort.Index > 0 && a.cuts < maxCuts },
		func(a *attempt) { a.lim.Ahead, a.cut, a.cuts = a.abort.Index, a.refusal, a.cuts+1 }},
	// A trace may do where no region does.
	{"trace", func(a *attempt) bool { return a.region },
		func(a *attempt) { a.region, a.cut = false, a.refusal }},
	// What cannot be built ends the trace: up to there it can.
	{"cut trace", func(a *attempt) bool {
		return a.abort != nil && a.abort.Index > 0 && a.abort.Index < a.lim.MaxUops
	}, func(a *attempt) { a.lim.MaxUops, a.cut = a.abort.Index, a.refusal }},
}

// maxCuts bounds the instructions that a region ends ahead of because they cannot be built.
const maxCuts = 8

// attempt is where Optimize stands on the ladder.
type attempt struct {
	later  bool       // it goes behind the VM's thread
	region bool       // a region is asked for
	lim    uop.Limits // of what is asked for
	cuts   int        // of the region
	cut    *Refusal   // of what was asked for before, if the executor is of less
	// The last compile:
	trace   *uop.Trace // nil if there was nothing to compile
	refusal *Refusal
	abort   *build.Abort // what the refusal wraps, nil for another cause
}
