package tier2

import (
	"fmt"
	"time"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// compile is the whole path from micro-ops to an executor. parent is the exit
// that the executor continues, nil if it is entered from the interpreter.
func (c *Compiler) compile(t *uop.Trace, parent *exitdata.Exit) (ex *exitdata.Executor, err error) {
	start := time.Now()
	defer c.end(t, &ex, &err)

	if t.Table != c.guest.Uops {
		return nil, &Refusal{RefusedTable, fmt.Errorf("the table of trace %s (uop.Trace.Table) is not that of guest %s", t.Name, c.guest.Name)}
	}
	entry, places, err := c.entry(t, parent)
	if err != nil {
		return nil, refuse(RefusedEntry, err)
	}
	ex = c.newExecutor(t, parent)
	if c.opt.Backend == exitdata.Uops {
		return ex, c.finish(ex, start)
	}

	// Micro-ops to SSA form.
	fn, err := c.builder.Trace(t, entry)
	if err != nil {
		return ex, refuse(RefusedInternal, err)
	}
	if err := c.checkBuilt(fn); err != nil {
		return ex, refuse(RefusedInternal, err)
	}
	ex.Deps, ex.GuardsIn = append(ex.Deps, c.builder.Deps...), guards(fn)
	c.show("build", fn)

	// SSA form to better SSA form.
	c.ctx.Reset(fn)
	if err := c.optimize(t, entry); err != nil {
		return ex, refuse(RefusedPass, err)
	}
	ex.GuardsOut, ex.Roots = guards(fn), roots(fn)
	if c.opt.Target != "" {
		if err := c.list(ex, fn); err != nil {
			return ex, err
		}
	}
	if c.opt.Backend == exitdata.IR {
		ex.Func = c.keep(fn)
		return ex, c.finish(ex, start)
	}

	// SSA form to machine operations.
	if err := c.table.Begin(ex); err != nil {
		return ex, refuse(RefusedMemory, err)
	}
	c.selector.Valid = ex.ValidAddress()
	plan, into := c.endPlan(t, fn, parent)
	c.selector.End = plan
	mfn, err := c.selector.Select(fn, places, firstSlot(parent))
	if err != nil {
		return ex, refuse(RefusedOperation, err)
	}

	// Virtual registers to places.
	alloc, err := c.allocate(mfn)
	if err != nil {
		return ex, err
	}
	c.showMachine(mfn, alloc)

	// Exits to rows, then machine operations to bytes, which name the rows.
	types.Compute(fn, &c.facts)
	if err := c.table.AddExits(ex, c.exits(fn, mfn, alloc, into)); err != nil {
		return ex, refuse(RefusedMemory, err)
	}
	if err := c.counters(ex); err != nil {
		return ex, refuse(RefusedMemory, err)
	}
	c.emitter.Forced, c.emitter.Plain = ex.Forced(), ex.PlainRow()
	code, err := c.emitter.Emit(mfn, alloc, rows(ex), nil)
	if err != nil {
		return ex, refuse(RefusedInternal, err)
	}
	if err := c.sameCode(ex, places, parent, code); err != nil {
		return ex, refuse(RefusedPass, err)
	}
	c.origins(ex, fn, mfn, code)
	ex.NumSlots, ex.HotBytes = alloc.NumSlots, code.Hot
	ex.Stubs, ex.StubBytes, ex.Plain, ex.PlainBytes = code.Stubs, code.StubBytes, code.Plain, code.PlainBytes
	if err := c.table.Install(ex, code.Bytes); err != nil {
		return ex, refuse(RefusedMemory, err)
	}
	c.showCode(ex, mfn, code)
	ex.CompileNS = time.Since(start).Nanoseconds()
	return ex, nil
}

// exits describes the exit points of a function. into is the executor in whose state it
// leaves by its end, nil for none.
func (c *Compiler) exits(fn *ir.Func, mfn *lower.Func, al *lower.Allocation, into *exitdata.Executor) []*exitdata.Exit {
	c.capturer.Begin(fn, mfn, al.Locs, c.selector.Val, c.facts.Of)
	exits := make([]exitdata.Exit, len(mfn.Exits))
	list := make([]*exitdata.Exit, len(mfn.Exits))
	for i := range mfn.Exits {
		x := &mfn.Exits[i]
		exits[i] = exitdata.Exit{Kind: x.Exit.Kind, Return: x.Caller != nil, Uop: -1, Test: mfn.CanForce(i)}
		exits[i].Uop, exits[i].Plain = exitdata.Origin(x.Exit), fn.Unlikely(x.Exit)
		switch {
		case !x.Memory:
			exits[i].State = c.capturer.State(x)
		case into != nil && x.Exit.Kind == ir.End:
			s := *into.Takes
			exits[i].State, exits[i].Into = &s, into
		}
		list[i] = &exits[i]
	}
	return list
}

// end gives up on an executor whose compile failed: a panic of a stage becomes a
// refusal, and what the table gave is taken back.
func (c *Compiler) end(t *uop.Trace, ex **exitdata.Executor, err *error) {
	if r := recover(); r != nil {
		if c.opt.Debug {
			panic(r)
		}
		at := ""
		if u := c.builder.AtHand(); u != "" {
			at = ", at " + u
		}
		*err = refuse(RefusedInternal, fmt.Errorf("panic compiling %s%s: %v", t.Name, at, r))
	}
	if *err != nil && *ex != nil {
		c.table.Drop(*ex)
		*ex = nil
	}
}
