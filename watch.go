package tier2

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/regalloc/check"
)

// The watchers of pipeline: statistics, listings and debug modes.

func (c *Compiler) countGuardsIn(w *compilation) error {
	w.ex.GuardsIn = guards(w.fn)
	return nil
}

func (c *Compiler) countGuardsOut(w *compilation) error {
	w.ex.GuardsOut = guards(w.fn)
	return nil
}

// guards counts the operations of a function that check an assumption.
func guards(f *ir.Func) int {
	n := 0
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Exits[ir.Before] != nil {
				n++
			}
		}
	}
	return n
}

func (c *Compiler) measureCode(w *compilation) error {
	if c.makes != machine {
		return nil
	}
	ex, code := w.ex, w.code
	ex.HotBytes, ex.Stubs, ex.StubBytes, ex.Plain, ex.PlainBytes = code.Hot, code.Stubs, code.StubBytes, code.Plain, code.PlainBytes
	return nil
}

func (c *Compiler) showBuilt(w *compilation) error {
	if c.opt.Observer != nil {
		c.opt.Observer.Function("build", w.fn)
	}
	return nil
}

// passObserver shows the IR after each pass that changed it.
type passObserver struct {
	passes.NopObserver
	o Observer
}

// After implements passes.Observer.
func (p passObserver) After(ctx *passes.Context, ps *passes.Pass, changed bool) error {
	if changed {
		p.o.Function(ps.Name, ctx.F)
	}
	return nil
}

func (c *Compiler) showMachine(w *compilation) error {
	if c.opt.Observer != nil {
		c.opt.Observer.Machine(w.mfn, w.alloc)
	}
	return nil
}

func (c *Compiler) showCode(w *compilation) error {
	if c.opt.Observer != nil {
		c.opt.Observer.Code(w.ex, w.mfn, w.code)
	}
	return nil
}

// showListed shows code that is not installed.
func (c *Compiler) showListed(w *compilation) error {
	if c.makes != listed {
		return nil
	}
	return c.showCode(w)
}

// proveAllocation proves a register allocation, if that was asked for.
func (c *Compiler) proveAllocation(w *compilation) error {
	if !c.opt.CheckAllocation {
		return nil
	}
	if d := check.Run(w.mfn, &c.target.Regs, w.alloc); len(d) > 0 {
		return &Refusal{RefusedRegisters, fmt.Errorf("register allocation of %s is wrong: %w", w.mfn.Name, d[0])}
	}
	return nil
}

// compareTwin checks that the shuffled twin of a function becomes the same code, if
// that was asked for. What the other stages hold is the twin's from then on, but
// for the code.
func (c *Compiler) compareTwin(w *compilation) error {
	if c.makes != machine || c.opt.Session == nil || c.opt.Session.Twin() == nil {
		return nil
	}
	twin, want := *w, slices.Clone(w.code.Bytes)
	twin.fn = c.opt.Session.Twin()
	differ := func(what string, args ...any) error {
		return &debug.ShuffleError{Func: twin.fn.Name, Seed: c.opt.Session.Modes().Shuffle, What: fmt.Sprintf(what, args...)}
	}
	c.scatter(&twin)
	types.Compute(twin.fn, &w.facts) // by which the selector boxes
	defer types.Compute(w.fn, &w.facts)
	var err error
	if twin.mfn, err = w.selector.Select(twin.fn, w.borders); err != nil {
		return differ("%v", err)
	}
	if len(twin.mfn.Exits) != len(w.ex.Exits) {
		return differ("%d exits, not %d", len(twin.mfn.Exits), len(w.ex.Exits))
	}
	for _, stage := range []func(*Compiler, *compilation) error{(*Compiler).allocate, (*Compiler).proveAllocation, (*Compiler).emit} {
		if err := stage(c, &twin); err != nil {
			return differ("%v", err)
		}
	}
	if got := twin.code.Bytes; !bytes.Equal(got, want) {
		at := 0
		for at < min(len(want), len(got)) && got[at] == want[at] {
			at++
		}
		return differ("%d bytes, not %d, from offset %d on", len(got), len(want), at)
	}
	return nil
}
