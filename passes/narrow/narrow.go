// Package narrow is the pass that computes no more of an integer than its low bits
// where nothing else is asked for: arithmetic modulo a power of two.
//
// What, by rule:
//
//   - low: the low 64 bits of what an operation makes of ints of any size
//     (ir.OpRow.Low: + − * << & | ^ and the like) are computed by an operation of 64
//     bits from those of the operands, and so on down the tree. The operation on ints
//     of any size is then used by nothing, or by states only;
//   - wrap: an operation that leaves on overflow becomes the one that wraps around,
//     where all that its result is used for are low bits: as operand of an and with a
//     constant that is not negative or i2u, or of such operations on low bits again. If it
//     overflows, the guest's int has more than 64 bits, and its low ones are right;
//   - unused: an operation on ints of any size whose result nothing uses any more is
//     removed, with the states of its own, so that what it has used may be put off
//     (package sink);
//   - remainder: a remainder of a division by a constant 2^k, which has the divisor's
//     sign, is the low k bits.
//
// A state that holds a result asks for all of it. The states of operations that lose
// their checks do not count: they go with them.
//
//	v2: i64 = mul.ov v0, 1103515245, s0 -> x0        v2: i64 = mul v0, 1103515245
//	v3: i64 = add.ov v2, 12345, s1 -> x1      =>     v3: i64 = add v2, 12345
//	v4: i64 = and v3, 2147483647                     v4: i64 = and v3, 2147483647
//
// Assumptions: none of what checks have shown of other values is lost: facts hold in
// the integers (analysis/types). Source: the backpropagation of modular arithmetic of
// LuaJIT (lj_opt_narrow.c), LLVM's demanded bits (DemandedBits.cpp).
//
// The package must not know any guest: which operations have low bits their rows say.
package narrow

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// The pass's rules besides those of RULES.
const (
	ruleLow = iota + numRules
	ruleWrap
	ruleUnused
)

// Pass narrows arithmetic to the bits that are asked for.
var Pass = &passes.Pass{
	Name: "narrow",
	Doc:  "Computes integers modulo powers of two where only their low bits are used.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "unbox", Why: "there are no integer operations before"},
	},
	Counters: append(ruleNames[:], "low", "wrap", "unused"),
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// wraps lists, by operation of I64, the one that computes the low 64 bits of the
// result from those of the operands; 0 where the low bits of the operands do not
// suffice. OpShl is among them if its count is a constant from 0 to 63.
var wraps = [ir.FirstGuestOp]ir.Op{
	ir.OpAdd: ir.OpAdd, ir.OpSub: ir.OpSub, ir.OpMul: ir.OpMul, ir.OpNeg: ir.OpNeg, ir.OpShl: ir.OpShl,
	ir.OpAnd: ir.OpAnd, ir.OpOr: ir.OpOr, ir.OpXor: ir.OpXor, ir.OpNot: ir.OpNot,
	ir.OpAddOv: ir.OpAdd, ir.OpSubOv: ir.OpSub, ir.OpMulOv: ir.OpMul, ir.OpNegOv: ir.OpNeg, ir.OpShlOv: ir.OpShl,
}

type runner struct {
	ctx *passes.Context
	f   *ir.Func

	marks []mark // by value id
	list  []*ir.Value
	lows  []*ir.Value // by value id: its low 64 bits
	uses  []int32     // by value id
	fired bool        // something was rewritten, which may have left states without use
}

// mark is what is found of a value.
type mark uint8

const (
	checks mark = 1 << iota // its low bits depend on its operands' alone
	whole                   // more than its low bits is asked for
	kept                    // a state of an operation that stays
)

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.ctx, r.f, r.fired = ctx, ctx.F, false
	r.lows = dense.Cleared(r.lows, r.f.NumValues())
	wide, leaves := false, false // there is an operation on ints of any size, and one whose check may go
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			if v.Op == ir.OpLowI64 {
				r.low(v)
				continue
			}
			wide = wide || r.f.Row(v).Low != ir.OpCopy
			leaves = leaves || v.Exits[ir.Before] != nil && modular(v)
			if r.apply(ctx, v) != nil {
				r.fired = true
			}
		}
	}
	if !r.fired && !wide && !leaves {
		return nil // as most functions
	}
	r.f.Settle()
	if r.fired || wide {
		r.sweep()
	}
	if r.find() {
		r.wrap()
	}
	return nil
}

// low replaces v, the low bits of an int, if they are computed from low bits.
func (r *runner) low(v *ir.Value) {
	if x := v.Arg(0); r.wide(x) != ir.OpCopy && r.ctx.FireBy(ruleLow, v, x, "") {
		r.fired = true
		r.f.Replace(v, r.lowOf(r.f.Before(v), x))
	}
}

// sweep removes operations on ints of any size that nothing uses, users first, and
// the states that the rewrites have left without use. Where there were none, dead
// states are package dce's.
func (r *runner) sweep() {
	r.uses = dense.Cleared(r.uses, r.f.NumValues())
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			r.count(v, 1)
		}
		for _, e := range b.Succs {
			for _, x := range e.Args {
				r.uses[ir.Resolve(x).ID]++
			}
		}
	}
	for i := len(r.f.Blocks) - 1; i >= 0; i-- {
		for v := r.f.Blocks[i].Last(); v != nil; {
			before := v.Prev()
			dead := r.uses[v.ID] == 0 && !r.f.HasEffect(v)
			switch {
			case !dead:
			case v.Op == ir.OpState:
				dead = r.fired
			default:
				dead = r.f.Row(v).Low != ir.OpCopy && r.ctx.Fire(ruleUnused, v)
				r.fired = r.fired || dead
			}
			if dead {
				r.count(v, -1)
				r.f.Remove(v)
			}
			v = before
		}
	}
}

// count adds n to the uses of what v uses.
func (r *runner) count(v *ir.Value, n int32) {
	for _, x := range v.Args {
		if x != nil {
			r.uses[ir.Resolve(x).ID] += n
		}
	}
	for _, s := range v.States {
		if s != nil {
			r.uses[ir.Resolve(s).ID] += n
		}
	}
}

// wide returns the operation of I64 that computes the low bits of x, OpCopy if there
// is none.
func (r *runner) wide(x *ir.Value) ir.Op {
	if x.Type != ir.Ref || x.Block == nil {
		return ir.OpCopy
	}
	op := r.f.Row(x).Low
	if op == ir.OpShl && (x.Arg(1).Op != ir.OpConstI64 || uint64(x.Arg(1).Int()) > 63) {
		return ir.OpCopy
	}
	return op
}

// lowOf returns the low bits of an int, computed at c or, where they have been needed
// before in the same block, there.
func (r *runner) lowOf(c ir.Cursor, x *ir.Value) *ir.Value {
	switch {
	case x.Type == ir.I64:
		return x
	case x.Op == ir.OpBoxI64:
		return x.Arg(0)
	case x.Op == ir.OpBoxU64:
		return c.Add(ir.OpU2I, x.Arg(0))
	}
	if int(x.ID) < len(r.lows) {
		if n := r.lows[x.ID]; n != nil && n.Block == c.Block() {
			return n
		}
	}
	op, n := r.wide(x), (*ir.Value)(nil)
	if op == ir.OpCopy {
		n = c.Add(ir.OpLowI64, x)
	} else {
		var args [2]*ir.Value
		for i := range x.Args {
			args[i] = r.lowOf(c, x.Arg(i))
		}
		n = c.Add(op, args[:len(x.Args)]...)
	}
	if int(x.ID) < len(r.lows) {
		r.lows[x.ID] = n
	}
	return n
}

// find marks what more than the low bits of are asked for. It reports whether there
// is anything to wrap. At first all checks may go; what turns out to be asked for
// entirely keeps its own, and asks for its operands, and its state for what that
// holds.
func (r *runner) find() bool {
	r.marks = dense.Cleared(r.marks, r.f.NumValues())
	r.list = r.list[:0]
	found := false
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			if modular(v) {
				r.marks[v.ID] |= checks
				found = found || v.Exits[ir.Before] != nil
			}
		}
	}
	if !found {
		return false
	}
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			if r.marks[v.ID]&checks == 0 && v.Op != ir.OpState && !masks(v) {
				r.asks(v)
			}
		}
		for _, e := range b.Succs {
			for _, x := range e.Args {
				r.ask(x)
			}
		}
	}
	r.spread()
	return true
}

// spread says what the values in the list need.
func (r *runner) spread() {
	for len(r.list) > 0 {
		v := r.list[len(r.list)-1]
		r.list = r.list[:len(r.list)-1]
		r.asks(v)
	}
}

// wrap takes the checks away. Users come before what they use: one that may not lose
// its check needs all of its operands.
func (r *runner) wrap() {
	for i := len(r.f.Blocks) - 1; i >= 0; i-- {
		b := r.f.Blocks[i]
		for v := b.Last(); v != nil; {
			before := v.Prev()
			if int(v.ID) < len(r.marks) && r.marks[v.ID]&(checks|whole) == checks && v.Exits[ir.Before] != nil {
				if r.ctx.Fire(ruleWrap, v) {
					r.f.Replace(v, r.f.Before(v).Add(wraps[v.Op], v.Args...))
				} else {
					r.asks(v)
					r.spread()
				}
			}
			v = before
		}
	}
}

// asks says that v needs all of its operands, and all that its states hold.
func (r *runner) asks(v *ir.Value) {
	for _, x := range v.Args {
		r.ask(ir.Resolve(x))
	}
	for _, s := range v.States {
		if s != nil && r.marks[s.ID]&kept == 0 {
			r.marks[s.ID] |= kept
			r.asks(s)
		}
	}
}

func (r *runner) ask(x *ir.Value) {
	switch {
	case x == nil:
	case x.Op == ir.OpState: // a caller's
		if r.marks[x.ID]&kept == 0 {
			r.marks[x.ID] |= kept
			r.asks(x)
		}
	case x.Op == ir.OpNew:
		r.asks(x)
	case r.marks[x.ID]&(checks|whole) == checks:
		r.marks[x.ID] |= whole
		r.list = append(r.list, x)
	}
}

// modular reports whether the low bits of v's operands are enough for its own.
func modular(v *ir.Value) bool {
	if v.Op >= ir.FirstGuestOp || wraps[v.Op] == 0 || masks(v) {
		return false
	}
	if wraps[v.Op] == ir.OpShl {
		n := v.Arg(1)
		return n.Op == ir.OpConstI64 && uint64(n.Int()) < 64
	}
	return true
}

// masks reports whether v asks for low bits, of which it makes an int that is not
// negative.
func masks(v *ir.Value) bool {
	return v.Op == ir.OpI2U || v.Op == ir.OpAnd && (v.Arg(0).Op == ir.OpConstI64 && v.Arg(0).Int() >= 0 || v.Arg(1).Op == ir.OpConstI64 && v.Arg(1).Int() >= 0)
}
