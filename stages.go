package tier2

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/check"
	"github.com/tier2go/tier2/uop"
)

// checkBuilt checks what the guest's rules have built: what breaks a rule of the IR is
// the fault of the micro-op that it comes from. Passes rely on it.
func (c *Compiler) checkBuilt(fn *ir.Func) error {
	for _, fr := range fn.Frames {
		if err := c.guest.CheckFrame(fr, c.opt.Backend == exitdata.Native); err != nil {
			return err
		}
	}
	for _, d := range c.checker.Check(fn, verify.Options{Max: 1}) {
		at := 0
		if d.Value != nil && len(d.Value.From) > 0 {
			at = int(d.Value.From[0])
		}
		return c.builder.AbortAt(at, build.AbortBadRule, d.String()+" ("+ruleOf(d.Code)+")")
	}
	return nil
}

// ruleOf returns what a rule of package ir/verify says.
func ruleOf(code string) string {
	i := slices.IndexFunc(verify.Rules, func(r verify.Rule) bool { return r.Code == code })
	return verify.Rules[i].What
}

// allocate gives the virtual registers of a function places.
func (c *Compiler) allocate(fn *lower.Func) (*lower.Allocation, error) {
	res, err := c.allocator.Run(fn, &c.target.Regs, regalloc.Options{MaxSlots: c.target.MaxSlots})
	switch {
	case errors.Is(err, regalloc.ErrTooManySlots):
		return nil, refuse(RefusedSlots, err)
	case err != nil:
		return nil, refuse(RefusedRegisters, err)
	}
	if c.opt.CheckAllocation {
		if d := check.Run(fn, &c.target.Regs, &res.Allocation); len(d) > 0 {
			return nil, refuse(RefusedRegisters, fmt.Errorf("register allocation of %s is wrong: %w", fn.Name, d[0]))
		}
	}
	return &res.Allocation, nil
}

// listedAddress is where the rows of code for another processor would be, and before
// them the word that says that the executor is valid.
const listedAddress = 0x4000_0000

// list makes the code of a function for the processor that was asked for, for the
// observer's eyes.
func (c *Compiler) list(ex *exitdata.Executor, fn *ir.Func) error {
	c.selector.Valid = listedAddress - 8
	mfn, err := c.selector.Select(fn, nil, 0)
	if err != nil {
		return refuse(RefusedOperation, err)
	}
	alloc, err := c.allocate(mfn)
	if err != nil {
		return err
	}
	c.showMachine(mfn, alloc)
	rows := make([]uint64, len(mfn.Exits))
	for i := range rows {
		if !fn.Unlikely(mfn.Exits[i].Exit) {
			rows[i] = listedAddress + uint64(i+1)*exitdata.RowSize
		}
	}
	c.emitter.Plain = listedAddress
	code, err := c.emitter.Emit(mfn, alloc, rows, nil)
	if err != nil {
		return refuse(RefusedInternal, err)
	}
	c.showCode(ex, mfn, code)
	return nil
}

// rows returns the addresses of the rows of an executor's exits, 0 for those that have
// none.
func rows(ex *exitdata.Executor) []uint64 {
	list := make([]uint64, len(ex.Exits))
	for i, x := range ex.Exits {
		list[i] = x.RowAddress()
	}
	return list
}

// optimize runs the passes, with the debug modes that were asked for.
func (c *Compiler) optimize(t *uop.Trace, entry build.Entry) error {
	if c.opt.Session == nil {
		return c.passes.Run(c.ctx)
	}
	return c.opt.Session.Run(c.passes, c.ctx, passes.Hooks{}, func() (*ir.Func, error) { return c.builder.Trace(t, entry) })
}

// sameCode checks that the shuffled twin of a function becomes the same code, if
// that was asked for. What the other stages hold is the twin's from then on, but
// for the code.
func (c *Compiler) sameCode(ex *exitdata.Executor, places []lower.Loc, parent *exitdata.Exit, code *lower.Code) error {
	if c.opt.Session == nil || c.opt.Session.Twin() == nil {
		return nil
	}
	twin, want := c.opt.Session.Twin(), slices.Clone(code.Bytes)
	differ := func(what string) error {
		return &debug.ShuffleError{Func: twin.Name, Seed: c.opt.Session.Modes().Shuffle, What: what}
	}
	fn, err := c.selector.Select(twin, places, firstSlot(parent))
	if err != nil {
		return differ(err.Error())
	}
	if len(fn.Exits) != len(ex.Exits) {
		return differ(fmt.Sprintf("%d exits, not %d", len(fn.Exits), len(ex.Exits)))
	}
	alloc, err := c.allocate(fn)
	if err != nil {
		return differ(err.Error())
	}
	again, err := c.emitter.Emit(fn, alloc, rows(ex), nil)
	switch {
	case err != nil:
		return differ(err.Error())
	case !bytes.Equal(again.Bytes, want):
		at := 0
		for at < min(len(want), len(again.Bytes)) && again.Bytes[at] == want[at] {
			at++
		}
		return differ(fmt.Sprintf("%d bytes, not %d, from offset %d on", len(again.Bytes), len(want), at))
	}
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

// roots returns the guest words that stand in a function's code.
func roots(f *ir.Func) []uint64 {
	var list []uint64
	for _, k := range f.Consts() {
		if k.Op == ir.OpConstRef {
			list = append(list, k.Word())
		}
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if f.Row(v).Aux == ir.AuxWord {
				list = append(list, uint64(v.Aux))
			}
		}
	}
	return list
}

func (c *Compiler) show(stage string, f *ir.Func) {
	if c.opt.Observer != nil {
		c.opt.Observer.Function(stage, f)
	}
}

func (c *Compiler) showMachine(f *lower.Func, al *lower.Allocation) {
	if c.opt.Observer != nil {
		c.opt.Observer.Machine(f, al)
	}
}

func (c *Compiler) showCode(ex *exitdata.Executor, f *lower.Func, code *lower.Code) {
	if c.opt.Observer != nil {
		c.opt.Observer.Code(ex, f, code)
	}
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
