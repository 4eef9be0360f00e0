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

// A stage is one step of a compile.
type stage struct {
	name   string
	makes  kinds  // the compiles that have it
	refuse string // the reason of a refusal, where the error does not say a closer one
	run    func(*Compiler, *compilation) error
}

// pipeline has the stages in order.
var pipeline = []stage{
	{"entry", uops | inIR, RefusedEntry, (*Compiler).enter},            // what the exit hands over, or the frame in memory
	{"build", inIR, RefusedInternal, (*Compiler).build},                // micro-ops to SSA form, by the guest's rules
	{"verify", inIR, RefusedInternal, (*Compiler).verify},              // rules may be wrong: passes rely on what they have built
	{"passes", inIR, RefusedPass, (*Compiler).optimize},                // SSA form to better SSA form
	{"begin", machine, RefusedMemory, (*Compiler).begin},               // the word that says whether the executor is valid: code names it
	{"joins", inCode, RefusedMemory, (*Compiler).findLost},             // what is known of values now: what joins lose of it is counted
	{"select", inCode, RefusedOperation, (*Compiler).selectOps},        // SSA form to machine operations
	{"allocate", inCode, RefusedRegisters, (*Compiler).allocate},       // virtual registers to places
	{"link", machine, RefusedMemory, (*Compiler).link},                 // exits to rows: code names them
	{"link", listed, RefusedInternal, (*Compiler).linkNowhere},         // the same, invented
	{"emit", inCode, RefusedInternal, (*Compiler).emit},                // machine operations to bytes
	{"install", machine, RefusedMemory, (*Compiler).install},           // bytes to executable memory
	{"keep", evaluated | listed, RefusedInternal, (*Compiler).keep},    // the executor has the function
	{"add", uops | evaluated | listed, RefusedMemory, (*Compiler).add}, // the table knows the executor
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
	trace  *uop.Trace
	parent *exitdata.Exit // the exit that the executor continues, nil if it is entered from the interpreter
	anew   bool           // the executor takes over from any exit that leaves in the parent's state: see again
	start  time.Time

	ex *exitdata.Executor
	// entry fills in
	entry build.Entry
	// build
	fn *ir.Func
	// joins
	lost []*ir.Value // the tests of ex.Lost
	// begin, entry, joins and select
	borders lower.Borders
	into    *exitdata.Executor // in whose state it leaves by its end, nil for none
	mfn     *lower.Func
	// allocate
	alloc *lower.Allocation
	// link
	linkage lower.Linkage
	// emit
	code *lower.Code
}

// compile runs the stages. A panic of one is a refusal.
func (c *Compiler) compile(t *uop.Trace, parent *exitdata.Exit, anew bool) (ex *exitdata.Executor, err error) {
	w := &compilation{trace: t, parent: parent, anew: anew, start: time.Now()}
	defer c.end(w, &ex, &err)
	for i := range pipeline {
		s := &pipeline[i]
		if s.makes&c.makes == 0 {
			continue
		}
		if err := s.run(c, w); err != nil {
			return nil, refuse(s.refuse, err)
		}
		for k := range watchers {
			if watchers[k].after != s.name {
				continue
			}
			if err := watchers[k].look(c, w); err != nil {
				return nil, refuse(RefusedPass, err)
			}
		}
	}
	w.ex.CompileNS = time.Since(w.start).Nanoseconds()
	return w.ex, nil
}

// end gives up on an executor whose compile failed: what the table gave is taken back.
func (c *Compiler) end(w *compilation, ex **exitdata.Executor, err *error) {
	if r := recover(); r != nil {
		if c.opt.Debug {
			panic(r)
		}
		at := ""
		if u := c.builder.AtHand(); u != "" {
			at = ", at " + u
		}
		*ex, *err = nil, refuse(RefusedInternal, fmt.Errorf("panic compiling %s%s: %v", w.trace.Name, at, r))
	}
	if *err != nil && w.ex != nil {
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
	region bool       // a region is asked for
	lim    uop.Limits // of what is asked for
	cuts   int        // of the region
	cut    *Refusal   // of what was asked for before, if the executor is of less
	// The last compile:
	trace   *uop.Trace // nil if there was nothing to compile
	refusal *Refusal
	abort   *build.Abort // what the refusal wraps, nil for another cause
}
