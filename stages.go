package tier2

import (
	"fmt"
	"math"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/check"
)

func float64frombits(w uint64) float64 { return math.Float64frombits(w) }

// allocate gives the virtual registers of a function places.
func (c *Compiler) allocate(fn *lower.Func) (*lower.Allocation, error) {
	res, err := c.allocator.Run(fn, &c.target.Regs, regalloc.Options{MaxSlots: c.target.MaxSlots})
	if err != nil {
		return nil, err
	}
	if c.opt.CheckAllocation {
		if d := check.Run(fn, &c.target.Regs, &res.Allocation); len(d) > 0 {
			return nil, fmt.Errorf("register allocation of %s is wrong: %w", fn.Name, d[0])
		}
	}
	return &res.Allocation, nil
}

// rows returns the addresses of an executor's rows.
func rows(ex *exitdata.Executor) []uint64 {
	list := make([]uint64, len(ex.Exits))
	for i, x := range ex.Exits {
		list[i] = x.RowAddress()
	}
	return list
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
