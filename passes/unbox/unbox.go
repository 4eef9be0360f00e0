// Package unbox is the pass that takes a function from guest to typed form:
// numbers leave their boxes.
//
// What: every operation of the guest that has an expansion (guest.Op.Expand) is
// replaced by typed operations on unboxed operands, with a box around the result
// that disappears where only typed operations and frame states use it. A
// parameter that is known to be an int, a float or a bool, and that some edge
// brings a fresh number to, becomes an unboxed parameter; where an edge brings a
// boxed int of unknown size, a guard on the edge unboxes it. Frame states take
// the unboxed number: the box is made at the exit, if ever.
//
// Assumptions: an operand that an expansion asks for as a float or bool is known
// to be one (its guard dominates). A jump whose edge may need a guard carries a
// state (build's closeLoop gives it one). Source: representation selection as in
// Leißa's and V8's simplified lowering, reduced to one decision a value.
package unbox

import (
	"fmt"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleExpand = iota
	ruleParam
	ruleState
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
	Counters: []string{"expand", "param", "state"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

type runner struct {
	ctx   *passes.Context
	f     *ir.Func
	g     *guest.Guest
	facts *types.Facts
	tree  *dom.Tree
	boxes [3]ir.TypeSet // int, float, bool

	forms []form // by value id: its unboxed form
	swaps [][]swap
	seen  []bool // by block id

	// The expansion at hand.
	cur   ir.Cursor
	state *ir.Value
}

// form is a value's unboxed form; it may be used where its block dominates.
type form struct {
	v *ir.Value
}

// swap is a parameter that became an unboxed one.
type swap struct {
	index int // of the old parameter
	t     ir.Type
}

// boxOps are the boxes of the unboxed representations.
var boxOps = map[ir.Type]ir.Op{ir.I64: ir.OpBoxI64, ir.F64: ir.OpBoxF64, ir.Bool: ir.OpBoxBool}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	g, ok := ctx.Guest.(*guest.Guest)
	if !ok {
		return fmt.Errorf("the context has no guest")
	}
	r.ctx, r.f, r.g = ctx, ctx.F, g
	r.facts = passes.Get(ctx, types.Analysis)
	r.tree = passes.Get(ctx, dom.Analysis)
	r.boxes[0], r.boxes[1], r.boxes[2] = g.Words.Boxes()
	r.forms = grow(r.forms, r.f.NumValues())
	r.seen = grow(r.seen, r.f.NumBlocks())
	r.swaps = grow(r.swaps, r.f.NumBlocks())
	for _, b := range r.f.Blocks {
		r.params(b)
		r.seen[b.ID] = true
		for v := range b.Values() {
			r.visit(v)
		}
		r.backEdges(b)
	}
	r.cleanUp()
	return nil
}

// grow returns a cleared slice of n elements, reusing s.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// params unboxes the parameters of a block that are worth it.
func (r *runner) params(b *ir.Block) {
	n := len(b.Params)
	for i := 0; i < n; i++ {
		p := b.Params[i]
		t := r.numberType(p)
		if t == ir.Void || !r.fresh(b, i) || !r.ctx.Fire(ruleParam, p) {
			continue
		}
		u := r.f.NewParam(b, t)
		r.setForm(p, u)
		for _, pred := range b.Preds {
			if r.seen[pred.ID] {
				r.passUnboxed(pred, b, i, t)
			}
		}
		r.swaps[b.ID] = append(r.swaps[b.ID], swap{i, t})
	}
	// Boxed uses of the old parameters come from the new ones.
	at := r.f.AtStart(b)
	for _, s := range r.swaps[b.ID] {
		p := b.Params[s.index]
		box := at.Add(boxOps[s.t], r.formOf(p).v)
		r.setForm(box, r.formOf(p).v)
	}
}

// numberType returns the representation of a parameter that is known to be a
// number, Void if it is not.
func (r *runner) numberType(p *ir.Value) ir.Type {
	k := r.facts.Of(p)
	if p.Type != ir.Ref || k.IsBottom() || k.Types == 0 {
		return ir.Void
	}
	for i, t := range [3]ir.Type{ir.I64, ir.F64, ir.Bool} {
		if k.Types.Within(r.boxes[i]) {
			return t
		}
	}
	return ir.Void
}

// fresh reports whether some edge brings a parameter a number that has just been
// computed or is constant, so that unboxing it saves a box.
func (r *runner) fresh(b *ir.Block, i int) bool {
	for _, pred := range b.Preds {
		for _, e := range pred.Succs {
			if e.To != b {
				continue
			}
			v := ir.Resolve(e.Args[i])
			op := r.g.Op(v.Op)
			if v.IsConst() || op != nil && op.Expand != nil || v.Op == ir.OpBoxI64 || v.Op == ir.OpBoxF64 || v.Op == ir.OpBoxBool ||
				v.Op == ir.OpParam && v != b.Params[i] && r.formOf(v).v != nil {
				return true
			}
		}
	}
	return false
}

// passUnboxed appends the unboxed form of argument i to the edges from pred to b.
func (r *runner) passUnboxed(pred, b *ir.Block, i int, t ir.Type) {
	for k := range pred.Succs {
		e := &pred.Succs[k]
		if e.To != b {
			continue
		}
		r.cur = r.f.BeforeTerm(pred)
		r.state = pred.Last().States[ir.After]
		r.f.AppendArg(e, r.unboxed(ir.Resolve(e.Args[i]), t))
	}
}

// backEdges gives the edges from b to blocks that were visited before it the
// arguments for their new parameters.
func (r *runner) backEdges(b *ir.Block) {
	for k := range b.Succs {
		to := b.Succs[k].To
		if !r.seen[to.ID] {
			continue
		}
		for _, s := range r.swaps[to.ID] {
			r.cur = r.f.BeforeTerm(b)
			r.state = b.Last().States[ir.After]
			e := &b.Succs[k]
			r.f.AppendArg(e, r.unboxed(ir.Resolve(e.Args[s.index]), s.t))
		}
	}
}

// visit expands one operation.
func (r *runner) visit(v *ir.Value) {
	op := r.g.Op(v.Op)
	if op == nil || op.Expand == nil {
		return
	}
	r.cur, r.state = r.f.Before(v), v.States[ir.Before]
	by := op.Expand(r, v)
	if by == nil {
		return
	}
	r.ctx.Fire(ruleExpand, v)
	switch by.Op {
	case ir.OpBoxI64, ir.OpBoxF64, ir.OpBoxBool:
		r.setForm(v, by.Args[0])
	}
	if v.Type == ir.Void {
		r.f.Remove(v)
		return
	}
	r.f.Replace(v, by)
}

func (r *runner) formOf(v *ir.Value) form {
	if int(v.ID) < len(r.forms) {
		return r.forms[v.ID]
	}
	return form{}
}

func (r *runner) setForm(v, u *ir.Value) {
	for int(v.ID) >= len(r.forms) {
		r.forms = append(r.forms, form{})
	}
	r.forms[v.ID] = form{u}
}

// unboxed returns v as a number at the cursor.
func (r *runner) unboxed(v *ir.Value, t ir.Type) *ir.Value {
	v = ir.Resolve(v)
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
		if w := r.formOf(u).v; w != nil && w.Type == t && r.tree.Dominates(w.Block, r.cur.Block()) {
			return ir.Resolve(w)
		}
		if u.Op != ir.OpGuardType {
			break
		}
	}
	var u *ir.Value
	switch t {
	case ir.I64:
		if r.state == nil {
			panic(fmt.Sprintf("unbox: %v in %s needs a guard where there is no state", v, r.f.Name))
		}
		u = r.cur.AddGuard(ir.OpGuardI64, 0, r.state, ir.Deopt, v)
	case ir.F64:
		u = r.cur.Add(ir.OpUnboxF64, v)
	default:
		u = r.cur.Add(ir.OpUnboxBool, v)
	}
	r.setForm(v, u)
	return u
}

// constant returns the number in a constant word, nil if it is none.
func (r *runner) constant(v *ir.Value, t ir.Type) *ir.Value {
	if v.Op != ir.OpConstRef {
		return nil
	}
	switch t {
	case ir.I64:
		if n, ok := r.g.Words.UnboxInt(v.Word()); ok {
			return r.f.ConstI64(n)
		}
	case ir.F64:
		if x, ok := r.g.Words.UnboxFloat(v.Word()); ok {
			return r.f.ConstF64(x)
		}
	case ir.Bool:
		if b, ok := r.g.Words.UnboxTruth(v.Word()); ok {
			return r.f.ConstBool(b)
		}
	}
	return nil
}

// cleanUp replaces the old parameters by boxes of the new ones, lets states take
// unboxed numbers, and drops the jumps' states.
func (r *runner) cleanUp() {
	for _, b := range r.f.Blocks {
		list := r.swaps[b.ID]
		for i := len(list) - 1; i >= 0; i-- {
			p := b.Params[list[i].index]
			u := r.formOf(p).v
			r.f.ReplaceParam(p, r.boxAtStart(b, u))
		}
	}
	r.f.Settle()
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			switch {
			case v.Op == ir.OpState:
				r.unboxState(v)
			case v.Op == ir.OpJump && v.States[ir.After] != nil:
				r.f.SetState(v, ir.After, nil)
			}
		}
	}
}

// boxAtStart returns the box of a parameter that params put at the block's start.
func (r *runner) boxAtStart(b *ir.Block, u *ir.Value) *ir.Value {
	for v := range b.Values() {
		if v.Op == boxOps[u.Type] && v.Args[0] == u {
			return v
		}
	}
	panic(fmt.Sprintf("unbox: parameter %v has no box", u))
}

// unboxState lets a state refer to what its boxes hold.
func (r *runner) unboxState(s *ir.Value) {
	for i, x := range s.StateSlots() {
		if x == nil {
			continue
		}
		switch x.Op {
		case ir.OpBoxI64, ir.OpBoxF64, ir.OpBoxBool:
			if r.ctx.Fire(ruleState, s) {
				r.f.SetOperand(s, i+1, x.Args[0])
			}
		}
	}
}

// The methods of guest.Typed.

// I64 implements guest.Typed.
func (r *runner) I64(v *ir.Value) *ir.Value { return r.unboxed(v, ir.I64) }

// F64 implements guest.Typed.
func (r *runner) F64(v *ir.Value) *ir.Value { return r.unboxed(v, ir.F64) }

// Bool implements guest.Typed.
func (r *runner) Bool(v *ir.Value) *ir.Value { return r.unboxed(v, ir.Bool) }

// Fact implements guest.Typed.
func (r *runner) Fact(v *ir.Value) ir.Fact {
	if v = ir.Resolve(v); int(v.ID) < r.facts.Len() {
		return r.facts.Of(v)
	}
	return ir.Top
}

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
	return r.cur.AddGuard(op, aux, r.state, ir.Deopt, args...)
}

// Func implements guest.Typed.
func (r *runner) Func() *ir.Func { return r.f }
