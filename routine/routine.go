// Package routine makes machine code of routines: operations of a guest that other
// machine code calls without leaving it.
//
// A routine is a function of package ir that returns (ir.Func.Returns): it takes operands,
// loads and stores, loops a bounded number of times and ends by a result, or by giving up
// before it has done anything. Its text can be written by hand, or by package opgen from Go.
//
//	c := routine.New(amd64.Target, ops)
//	f, err := irtext.Parse("contains.ir", text, ops, types, irtext.Options{})
//	code, err := c.Compile(f, 0)
//	block, err := memory.Install(code.Bytes)
//	r := code.At(uint64(block.Addr))
//
// Lowering rules call r by Asm.TryRoutine of package lower, which says how routines are
// called (Convention there). The package must not know
// any guest, nor executors.
package routine

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/regalloc"
)

// Compiler compiles routines for one target. It is not safe for concurrent use.
type Compiler struct {
	target    *lower.Target
	checker   verify.Checker
	selector  lower.Selector
	allocator regalloc.Allocator
	emitter   *lower.Emitter
}

// New makes a compiler of routines over a table of operations. Routines have operations
// of the core only.
func New(t *lower.Target, ops *ir.OpTable) *Compiler {
	c := &Compiler{target: t, emitter: lower.NewEmitter(t)}
	c.selector = lower.Selector{Target: t, Rules: lower.CoreRules(ops.Len()), Frame: &lower.FrameLayout{}}
	return c
}

// Code is the machine code of a routine. It does not depend on its place.
type Code struct {
	Func       *ir.Func
	Bytes      []byte // valid until the compiler's next use
	Writes     lower.RegSet
	Machine    *lower.Func       // valid until the compiler's next use
	Allocation *lower.Allocation // the same
}

// Compile makes machine code of a routine of a level of nesting (lower.RoutineLevels).
func (c *Compiler) Compile(f *ir.Func, level int) (*Code, error) {
	wrong := func(err error) error { return fmt.Errorf("routine %s: %w", f.Name, err) }
	if f.Returns == ir.Void {
		return nil, wrong(fmt.Errorf("the function returns nothing"))
	}
	if level < 0 || level >= lower.RoutineLevels {
		return nil, wrong(fmt.Errorf("level %d of %d", level, lower.RoutineLevels))
	}
	if d := c.checker.Check(f, verify.Options{Max: 1}); len(d) > 0 {
		return nil, wrong(fmt.Errorf("%v", d[0]))
	}
	first := c.target.RoutineSlot(level)
	m, err := c.selector.Select(f, lower.Borders{FirstSlot: first})
	if err != nil {
		return nil, wrong(err)
	}
	res, err := c.allocator.Run(m, &c.target.Regs, regalloc.Options{MaxSlots: first + lower.RoutineSlots})
	if err != nil {
		return nil, wrong(err)
	}
	code, err := c.emitter.Emit(m, &res.Allocation, lower.Linkage{}, nil)
	if err != nil {
		return nil, wrong(err)
	}
	return &Code{Func: f, Bytes: code.Bytes, Writes: c.target.Written(m, &res.Allocation), Machine: m, Allocation: &res.Allocation}, nil
}

// At returns how code calls the routine, whose bytes have been installed at an address.
func (c *Code) At(addr uint64) *lower.Routine {
	f := c.Func
	return &lower.Routine{Name: f.Name, Params: f.Entries, Result: f.Returns, GivesUp: f.GivesUp && !f.Helped, Helped: f.Helped, GaveUp: f.GaveUp, Addr: addr, Writes: c.Writes}
}
