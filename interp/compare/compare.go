// Package compare holds the library's passes against CPython's own tier 2
// optimizer, on dumps of its traces (package interp/cpython): how many guards, and how
// many operations, does either leave?
//
//	c, err := compare.New("@default")
//	dump, err := cpython.ReadDump(name, file)
//	rows := c.Dump(dump)
//
// # What is counted
//
// A micro-op is a guard of a type or a state, of the control flow, bookkeeping, or
// something else, by its name ([ClassOf]). Before and after CPython's optimizer
// micro-ops are counted, without stubs. Ours counts what is left of the IR: an
// operation that can leave counts as a guard of a type or a state if any of the
// micro-ops it comes from is one, or if it is a new one that tests such a thing.
// Merging guards wins nothing but the guard that is gone: the one that stays keeps
// the origins of both.
//
// Of a trace that closes its loop, ours is what one iteration of the loop's body
// executes; Peeled says what stands in front of it.
//
// The package must not know where dumps come from, and writes nothing.
package compare

import (
	"fmt"
	"strings"
	"sync"

	guestcpython "github.com/tier2go/tier2/interp/compare/cpython"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/uop"
)

// Class says what a micro-op is for.
type Class uint8

// The classes.
const (
	Other       Class = iota
	Test              // tests a type or a state
	Control           // tests which way the program goes
	Bookkeeping       // instruction pointer, validity, polls, nothing
	NumClasses
)

// classOf returns a micro-op's class, by its name: _GUARD_… and _CHECK_… test types
// and states, but for validity and polls (bookkeeping) and for branches and the
// ends of iterators (control flow).
func classOf(name string) Class {
	switch {
	case strings.HasPrefix(name, "_GUARD_IS_"), strings.HasPrefix(name, "_GUARD_NOT_EXHAUSTED_"):
		return Control
	case name == "_CHECK_VALIDITY", strings.HasPrefix(name, "_CHECK_PERIODIC"):
		return Bookkeeping
	case strings.HasPrefix(name, "_GUARD_"), strings.HasPrefix(name, "_CHECK_"):
		return Test
	}
	switch name {
	case "_SET_IP", "_NOP", "_START_EXECUTOR", "_MAKE_WARM", "_SAVE_RETURN_OFFSET", "_RESUME_CHECK", "_TIER2_RESUME_CHECK":
		return Bookkeeping
	}
	return Other
}

// classes has the class of each micro-op of a dump's table. _CHECK_EG_MATCH and
// _CHECK_EXC_MATCH, which match exceptions, are tests by their names only: they
// never occur in traces.
var classes = sync.OnceValue(func() []Class {
	list := make([]Class, cpython.DumpTable().Len())
	for i := range list {
		list[i] = classOf(cpython.DumpTable().Row(uop.ID(i)).Name)
	}
	return list
})

// Counts counts operations: all, and by class.
type Counts struct {
	Ops int
	By  [NumClasses]int
}

func (c *Counts) add(k Class) { c.Ops++; c.By[k]++ }

// Add adds another's counts, n times.
func (c *Counts) Add(o Counts, n int) {
	c.Ops += n * o.Ops
	for i := range c.By {
		c.By[i] += n * o.By[i]
	}
}

// Row is what was counted of one trace.
type Row struct {
	Trace   *cpython.DumpTrace
	Err     error // the trace could not be built or optimized; then Ours is not there
	Before  Counts
	CPython Counts
	Ours    Counts // of one iteration, if Loops
	Peeled  Counts // in front of the loop, if Loops
	Loops   bool
	Entries uint64 // how often CPython ran it: entered,
	Backs   uint64 // and jumped to its top
	Removed []Removal
}

// Removal is a guard of a type or a state that a pass has removed.
type Removal struct {
	Origins []string // the micro-ops that it came from, with their places
	Rule    string   // pass.rule
	Because string   // what proves it
}

// Comparer compares. It is reused between traces and not safe for concurrent use.
type Comparer struct {
	// Explain asks for Row.Removed.
	Explain bool
	// Verify checks the IR after every pass; a breach is the row's error.
	Verify bool

	guest    *guestcpython.Guest
	builder  *build.Builder
	pipeline *passes.Pipeline
	ctx      *passes.Context
	now      *uop.Trace
	removed  []Removal
}

// New makes a comparer that runs a pipeline.
func New(pipeline string) (*Comparer, error) {
	set, err := all.Set()
	if err != nil {
		return nil, err
	}
	p, err := passes.Parse(pipeline, set)
	if err != nil {
		return nil, err
	}
	g := guestcpython.New()
	if err := g.Init(); err != nil {
		return nil, err
	}
	c := &Comparer{guest: g, pipeline: p, builder: build.New(g.Table(), g.Types, g.Build)}
	c.builder.F.Words = g.Words
	c.ctx = passes.NewContext(c.builder.F)
	c.ctx.Guest = g.Guest
	return c, nil
}

// Dump compares the traces of a dump that CPython's optimizer has accepted.
func (c *Comparer) Dump(d *cpython.Dump) []Row {
	c.guest.Load(d)
	if c.Verify {
		c.ctx.Observers = []passes.Observer{passes.VerifyEach(check)}
	}
	if c.Explain {
		f := &passes.Firing{}
		f.Log = func(p *passes.Pass, rule int, v *ir.Value) { c.log(f, p, rule, v) }
		c.ctx.SetFiring(f)
	}
	var rows []Row
	for _, t := range d.Traces {
		if t.OK {
			rows = append(rows, c.Trace(t))
		}
	}
	return rows
}

func check(f *ir.Func) error {
	if list := verify.Check(f, verify.Options{}); len(list) > 0 {
		return fmt.Errorf("compare: %v", list[0])
	}
	return nil
}

// Optimize builds and optimizes a trace of the dump that is loaded. The function is
// valid until the next call.
func (c *Comparer) Optimize(t *cpython.DumpTrace) (*ir.Func, error) {
	u := c.guest.Unit(t)
	c.now = u.Trace
	f, err := c.builder.Trace(u.Trace, u.Entry)
	if err != nil {
		return nil, err
	}
	if c.Verify {
		if err := check(f); err != nil {
			return nil, err
		}
	}
	c.ctx.Reset(f)
	return f, c.pipeline.Run(c.ctx)
}

// Trace compares one trace of the dump that was loaded last.
func (c *Comparer) Trace(t *cpython.DumpTrace) Row {
	r := Row{Trace: t}
	r.Entries, r.Backs = t.Weight()
	for _, u := range t.Before.Insts {
		r.Before.add(classes()[u.Op])
	}
	for _, u := range t.After.Insts[:t.Body] {
		r.CPython.add(classes()[u.Op])
	}
	c.removed = nil
	f, err := c.Optimize(t)
	if err != nil {
		r.Err = err
		return r
	}
	r.Removed = c.removed
	for _, b := range f.Blocks {
		r.Loops = r.Loops || b.Loop
	}
	for _, b := range f.Blocks {
		into := &r.Ours
		if r.Loops && !b.Loop {
			into = &r.Peeled
		}
		for v := range b.Values() {
			if counted(v) {
				into.add(c.class(v))
			}
		}
	}
	return r
}

// counted reports whether an operation is one that is executed.
func counted(v *ir.Value) bool {
	switch v.Op {
	case ir.OpState, ir.OpSlot, ir.OpParam, ir.OpJump, ir.OpExit, ir.OpNew:
		return false
	}
	return true
}

// class returns the class of an operation of the IR.
func (c *Comparer) class(v *ir.Value) Class {
	switch v.Op {
	case ir.OpGuardValid, ir.OpPoll, ir.OpClock:
		return Bookkeeping
	}
	if v.States[ir.Before] == nil {
		return Other
	}
	control := false
	for _, i := range v.From {
		switch classes()[c.now.Insts[i].Op] {
		case Test:
			return Test
		case Control:
			control = true
		}
	}
	switch {
	case v.Op == ir.OpGuardFact || v.Op == ir.OpGuardState:
		if guestcpython.IsTest(v.Claim()) {
			return Test
		}
		return Control
	case control:
		return Control
	}
	return Other
}

// log records the removal of a guard.
func (c *Comparer) log(f *passes.Firing, p *passes.Pass, rule int, v *ir.Value) {
	row := c.ctx.F.Row(v)
	if row.Flags&ir.Guard == 0 || c.class(v) != Test || p.Name == "peel" {
		return
	}
	r := Removal{Rule: p.Name + "." + p.Counters[rule], Because: f.Why}
	for _, i := range v.From {
		r.Origins = append(r.Origins, c.place(i))
	}
	if by := f.By; by != nil {
		by = ir.Resolve(by)
		if r.Because != "" {
			r.Because += "; "
		}
		r.Because += c.because(by)
	}
	if v.Op == ir.OpGuardFact || v.Op == ir.OpGuardState {
		if w := c.guest.Watched(v.Claim()); w != "" {
			r.Because += "; watched: " + w
		}
	}
	c.removed = append(c.removed, r)
}

// place names a micro-op of the trace: its name and index.
func (c *Comparer) place(i int32) string {
	return fmt.Sprintf("%s#%d", c.now.Table.Row(c.now.Insts[i].Op).Name, i)
}

// because names the value that proves a removal.
func (c *Comparer) because(v *ir.Value) string {
	name := c.ctx.F.Row(v).Name
	switch {
	case v.IsConst() && v.Type != ir.Ref:
		return "the condition is constant: both operands are known objects"
	case v.IsConst():
		return "a constant of type " + c.guest.Types.Format(c.guest.Words.Fact(v.Word()).Types)
	case v.Op == ir.OpParam:
		return "what all edges bring to a parameter of the loop"
	case v.Op == ir.OpGuardFact || v.Op == ir.OpGuardState:
		name += " (" + c.guest.Describe(v.Claim()) + ")"
	case v.Op == ir.OpGuardType:
		name += " " + c.guest.Types.Format(v.TypeSet())
	}
	if len(v.From) > 0 {
		name += " of " + c.place(v.From[0])
	}
	return name
}
