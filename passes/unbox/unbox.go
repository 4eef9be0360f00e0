// Package unbox is the pass that takes a function from guest to typed form:
// numbers leave their boxes.
//
// What: every operation of the guest that has an expansion (guest.Op.Expand) is
// replaced by typed operations on unboxed operands, with a box around the result
// that disappears where only typed operations and frame states use it. A
// parameter that is known to be an int, a float or a bool, and that some edge
// brings a fresh number to, becomes an unboxed parameter; where an edge brings a
// boxed int of unknown size, a guard on the edge unboxes it. Frame states and
// virtual objects take the unboxed number: the box is made at the exit, if ever. By rule: expand,
// param, state; boxed counts parameters that stay boxed because an edge would
// need a guard where no state is good.
//
// A guard on an edge (edge.go) leaves with a state that the block before it
// already has: that of a poll at its end, as the builder puts it at a loop's
// back edge, or that of its last guard.
//
// Assumptions: an operand that an expansion asks for as a float or bool is known
// to be one (its guard dominates). Source: representation selection as in
// Leißa's and V8's simplified lowering, reduced to one decision a value.
package unbox

import (
	"fmt"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleExpand = iota
	ruleParam
	ruleState
	ruleBoxed
)

// Pass unboxes numbers.
var Pass = &passes.Pass{
	Name:     "unbox",
	Doc:      "Expands guest operations to typed ones and unboxes what loops carry.",
	In:       ir.GuestOnly,
	Out:      ir.Typed,
	Required: true,
	After: []passes.Order{
		{Pass: "typeprop", Why: "what is unboxed is what is known to be a number"},
		{Pass: "guardelim", Why: "type guards inside the loop hide that a parameter is a number"},
		{Pass: "peel", Why: "the first iteration gives the loop's parameters their types"},
	},
	Counters: []string{"expand", "param", "state", "boxed"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

type runner struct {
	ctx   *passes.Context
	f     *ir.Func
	g     *guest.Guest
	facts *types.Facts
	tree  *dom.Tree
	boxes [3]ir.TypeSet // int, float, bool
	err   error

	forms  []int32 // by value id: its unboxed forms, the first in list; 0: none
	list   []form
	swaps  [][]swap  // by block id
	asking []bool    // by block id: fresh or passable looks ahead there
	seen   []bool    // by block id
	edges  []place   // by block id: where guards at its end go
	picks  []ir.Type // of the block at hand, by parameter: what it is unboxed to

	// The expansion at hand.
	op    *ir.Value // nil: an edge
	cur   ir.Cursor
	guard place
}

// form is an unboxed form of a value, usable where its block dominates.
type form struct {
	u    *ir.Value
	next int32 // in runner.list; 0: the last
}

// swap is a parameter that became an unboxed one.
type swap struct {
	index int // of the old parameter
	t     ir.Type
	box   *ir.Value // of the new one, at the block's start
}

// boxOps are the boxes of the unboxed representations.
var boxOps = [ir.NumTypes]ir.Op{ir.I64: ir.OpBoxI64, ir.U64: ir.OpBoxU64, ir.F64: ir.OpBoxF64, ir.Bool: ir.OpBoxBool}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	g, ok := ctx.Guest.(*guest.Guest)
	if !ok {
		return fmt.Errorf("the context has no guest")
	}
	r.ctx, r.f, r.g, r.err = ctx, ctx.F, g, nil
	r.facts = passes.Get(ctx, types.Analysis)
	r.tree = passes.Get(ctx, dom.Analysis)
	r.boxes[0], r.boxes[1], r.boxes[2] = g.Words.Boxes()
	r.forms, r.list = dense.Cleared(r.forms, r.f.NumValues()), append(r.list[:0], form{})
	r.seen = dense.Cleared(r.seen, r.f.NumBlocks())
	r.asking = dense.Cleared(r.asking, r.f.NumBlocks())
	r.edges = dense.Cleared(r.edges, r.f.NumBlocks())
	r.swaps = r.swaps[:min(len(r.swaps), r.f.NumBlocks())]
	for i := range r.swaps {
		r.swaps[i] = r.swaps[i][:0]
	}
	for len(r.swaps) < r.f.NumBlocks() {
		r.swaps = append(r.swaps, nil)
	}
	for _, b := range r.f.Blocks { // before expansions take states away
		r.edges[b.ID] = edgePlace(r.f, b)
	}
	for _, b := range r.f.Blocks {
		r.params(b)
		r.seen[b.ID] = true
		for v := range b.Values() {
			r.visit(v)
		}
		r.backEdges(b)
	}
	if r.err == nil {
		r.cleanUp()
	}
	return r.err
}

// visit expands one operation.
func (r *runner) visit(v *ir.Value) {
	op := r.g.Op(v.Op)
	if op == nil || op.Expand == nil {
		return
	}
	r.op, r.cur = v, r.f.Before(v)
	r.guard = place{v.States[ir.Before], v, ir.Deopt}
	if x := v.Exits[ir.Before]; x != nil {
		r.guard.kind = x.Kind
	}
	by := op.Expand(r, v)
	switch {
	case v.Type == ir.Void && by != nil:
		r.ctx.Fire(ruleExpand, v)
		r.f.Remove(v)
	case by != nil:
		r.ctx.Fire(ruleExpand, v)
		if t := unboxedType(by); t != ir.Void {
			r.setForm(v, by.Args[0])
		}
		r.f.Replace(v, by)
	}
}

// unboxedType returns the representation of what is in a box, Void for what is
// no box.
func unboxedType(v *ir.Value) ir.Type {
	switch v.Op {
	case ir.OpBoxI64:
		return ir.I64
	case ir.OpBoxU64:
		return ir.U64
	case ir.OpBoxF64:
		return ir.F64
	case ir.OpBoxBool:
		return ir.Bool
	}
	return ir.Void
}

// formOf returns v's unboxed form, if it has one of the type that can be used
// where the cursor is.
func (r *runner) formOf(v *ir.Value, t ir.Type, at *ir.Block) *ir.Value {
	if int(v.ID) >= len(r.forms) {
		return nil
	}
	for i := r.forms[v.ID]; i > 0; i = r.list[i].next {
		u := ir.Resolve(r.list[i].u)
		if u.Type == t && (u.Block == nil || r.tree.Dominates(u.Block, at)) {
			return u
		}
	}
	return nil
}

// setForm notes an unboxed form of v. There may be several, none of which can be
// used where another one can.
func (r *runner) setForm(v, u *ir.Value) {
	for int(v.ID) >= len(r.forms) {
		r.forms = append(r.forms, 0)
	}
	r.list = append(r.list, form{u, r.forms[v.ID]})
	r.forms[v.ID] = int32(len(r.list) - 1)
}

// known returns v as a number without adding anything, nil if that cannot be.
func (r *runner) known(v *ir.Value, t ir.Type, at *ir.Block) *ir.Value {
	if v.Type == t {
		return v
	}
	if c := r.constant(v, t); c != nil {
		return c
	}
	for u := v; ; u = ir.Resolve(u.Args[0]) {
		if u.Op == boxOps[t] {
			return ir.Resolve(u.Args[0])
		}
		if w := r.formOf(u, t, at); w != nil {
			return w
		}
		if u.Op != ir.OpGuardType {
			return nil
		}
	}
}

// small reports whether v is known to be an int of at most 64 bits.
func (r *runner) small(v *ir.Value) bool {
	k := r.facts.Of(v)
	return k.Small && k.NotNull && !k.IsBottom() && k.Types.Within(r.boxes[0])
}

// unboxed returns v as a number at the cursor.
func (r *runner) unboxed(v *ir.Value, t ir.Type) *ir.Value {
	v = ir.Resolve(v)
	if u := r.known(v, t, r.cur.Block()); u != nil {
		return u
	}
	var u *ir.Value
	switch {
	case t == ir.F64:
		u = r.cur.Add(ir.OpUnboxF64, v)
	case t == ir.Bool:
		u = r.cur.Add(ir.OpUnboxBool, v)
	case t == ir.U64:
		u = r.natural(v)
	case r.op != nil && r.known(v, ir.U64, r.cur.Block()) != nil:
		u = r.fromNatural(v, r.known(v, ir.U64, r.cur.Block()))
	case r.small(v):
		u = r.cur.Add(ir.OpUnboxI64, v)
	default:
		u = r.leave(ir.OpGuardI64, 0, v)
	}
	r.setForm(v, u)
	return u
}

// natural returns an int as a number from 0 to 2^64−1, behind a guard if it is not
// known to be one.
func (r *runner) natural(v *ir.Value) *ir.Value {
	n := r.known(v, ir.I64, r.cur.Block())
	switch is := r.isNatural(v); {
	case !is && (n == nil || r.op == nil): // the guard of an edge may stand ahead of n
		return r.leave(ir.OpGuardU64, 0, v)
	case !is:
		r.notNegative(n)
	case n == nil:
		n = r.cur.Add(ir.OpLowI64, v)
	}
	return r.cur.Add(ir.OpI2U, n)
}

// isNatural reports whether v is known to be an int from 0 to 2^64−1.
func (r *runner) isNatural(v *ir.Value) bool {
	k := r.facts.Of(v)
	return k.IsU64() && k.NotNull && !k.IsBottom() && k.Types.Within(r.boxes[0])
}

// fromNatural returns a number from 0 to 2^64−1 as one of 64 bits with a sign.
func (r *runner) fromNatural(v, n *ir.Value) *ir.Value {
	u := r.cur.Add(ir.OpU2I, n)
	if !r.small(v) {
		r.notNegative(u)
	}
	return u
}

// notNegative leaves if n is negative.
func (r *runner) notNegative(n *ir.Value) {
	r.leave(ir.OpGuardTrue, 0, r.cur.Add(ir.OpGe, n, r.f.ConstI64(0)))
}

// leave adds an operation that leaves with the state of the expansion at hand.
func (r *runner) leave(op ir.Op, aux int64, args ...*ir.Value) *ir.Value {
	if r.guard.state == nil {
		if r.err == nil {
			r.err = fmt.Errorf("%s needs a guard, but has no Before state", r.name())
		}
		return r.cur.AddAux(op, aux, args...)
	}
	return r.f.Before(r.guard.before).AddGuard(op, aux, r.guard.state, r.guard.kind, args...)
}

// name names what is being expanded, for errors.
func (r *runner) name() string {
	if r.op == nil {
		return "an edge"
	}
	return r.f.Row(r.op).Name
}

// constant returns the number in a constant word, nil if it is none.
func (r *runner) constant(v *ir.Value, t ir.Type) *ir.Value {
	if v.Op != ir.OpConstRef {
		return nil
	}
	switch t {
	case ir.I64:
		if n, ok := r.g.Words.UnboxI64(v.Word()); ok {
			return r.f.ConstI64(n)
		}
	case ir.F64:
		if x, ok := r.g.Words.UnboxF64(v.Word()); ok {
			return r.f.ConstF64(x)
		}
	case ir.Bool:
		if b, ok := r.g.Words.UnboxBool(v.Word()); ok {
			return r.f.ConstBool(b)
		}
	}
	return nil
}

// cleanUp replaces the old parameters by boxes of the new ones, and lets states
// take unboxed numbers.
func (r *runner) cleanUp() {
	for _, b := range r.f.Blocks {
		list := r.swaps[b.ID]
		for i := len(list) - 1; i >= 0; i-- { // indexes stay what they are
			r.f.ReplaceParam(b.Params[list[i].index], list[i].box)
		}
	}
	r.f.Settle()
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			switch v.Op {
			case ir.OpState:
				r.unboxHeld(v, 1)
			case ir.OpNew:
				r.unboxHeld(v, 0)
			}
		}
	}
}

// unboxHeld lets a state or a virtual object refer to what its boxes hold, from
// operand first on.
func (r *runner) unboxHeld(s *ir.Value, first int) {
	for i := first; i < len(s.Args); i++ {
		if x := s.Args[i]; x != nil && unboxedType(x) != ir.Void && r.ctx.Fire(ruleState, s) {
			r.f.SetOperand(s, i, x.Args[0])
		}
	}
}

// The methods of guest.Typed.

// I64 implements guest.Typed.
func (r *runner) I64(v *ir.Value) *ir.Value { return r.unboxed(v, ir.I64) }

// F64 implements guest.Typed.
func (r *runner) F64(v *ir.Value) *ir.Value { return r.unboxed(v, ir.F64) }

// U64 implements guest.Typed.
func (r *runner) U64(v *ir.Value) *ir.Value { return r.unboxed(v, ir.U64) }

// Low64 implements guest.Typed.
func (r *runner) Low64(v *ir.Value) *ir.Value {
	v = ir.Resolve(v)
	if n := r.known(v, ir.I64, r.cur.Block()); n != nil {
		return n
	}
	if n := r.known(v, ir.U64, r.cur.Block()); n != nil {
		return r.cur.Add(ir.OpU2I, n)
	}
	return r.cur.Add(ir.OpLowI64, v)
}

// Bool implements guest.Typed.
func (r *runner) Bool(v *ir.Value) *ir.Value { return r.unboxed(v, ir.Bool) }

// Fact implements guest.Typed.
func (r *runner) Fact(v *ir.Value) ir.Fact { return r.facts.Of(ir.Resolve(v)) }

// Add implements guest.Typed.
func (r *runner) Add(op ir.Op, args ...*ir.Value) *ir.Value { return r.cur.Add(op, args...) }

// AddAux implements guest.Typed.
func (r *runner) AddAux(op ir.Op, aux int64, args ...*ir.Value) *ir.Value {
	return r.cur.AddAux(op, aux, args...)
}

// AddTyped implements guest.Typed.
func (r *runner) AddTyped(op ir.Op, t ir.Type, aux int64, args ...*ir.Value) *ir.Value {
	return r.cur.AddTyped(op, t, aux, args...)
}

// Guard implements guest.Typed.
func (r *runner) Guard(op ir.Op, aux int64, args ...*ir.Value) *ir.Value {
	return r.leave(op, aux, args...)
}

// Func implements guest.Typed.
func (r *runner) Func() *ir.Func { return r.f }
