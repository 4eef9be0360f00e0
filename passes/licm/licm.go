// Package licm is the pass that moves what a loop computes anew in each iteration,
// with the same result, in front of the loop.
//
// What, by rule, for loops with a preheader, inner loops first:
//
//   - value: a pure operation whose operands come from outside the loop;
//   - load: a load from an address that comes from outside, if nothing in the loop
//     may write what it reads;
//   - guard: a guard, or an operation that leaves when it cannot compute its result,
//     whose operands come from outside;
//   - carried: a load that the loop's only store to the same place follows, in every
//     iteration, is a parameter of the loop: a load in front of it, then what was
//     stored. The store stays.
//
// Operations are taken from blocks that every iteration executes. What stays
// because too much lives through the loop already is counted as pressure: that
// costs the loop more than a cheap operation does.
//
// # Guards
//
// A guard in front of the loop leaves with the state of the loop's start: a copy of
// the state of the header's first exit, if that is a poll or a deopt exit that
// nothing observable precedes, with the parameters' first values; or, if there is none,
// with the state of the last deopt exit in front of the loop. So it leaves where
// the header, or what is in front of it, already leaves: not at a place where the executor
// would have made less progress. A run in which the guard fails would not have completed one iteration:
// every iteration executes the guard, and all alike. It leaves by deopt though it may
// have left by a side exit.
//
// # What may be executed too early
//
// Loads, and the guest's operations, may be undefined for operands that a guard has
// not let pass. So one stays if it comes behind a guard that stays, and the two
// depend on one value. A guard that varies around the loop does not say whether an
// object has a field: a load stays there only if its class is one of elements: read
// by an index, or at several displacements.
//
// Assumptions: a value that is pure and core, of numbers, is defined for all
// operands. Source: Muchnick 1997, §13.2; guards as in HotSpot's loop predication
// (without its profile), and in LuaJIT's, which peels instead (lj_opt_loop.c says
// why): licm is for loops that peel leaves as they are.
package licm

import (
	"github.com/tier2go/tier2/analysis/alias"
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/live"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleValue = iota
	ruleLoad
	ruleGuard
	ruleCarried
	rulePressure
)

// Pass moves what is invariant out of loops.
var Pass = &passes.Pass{
	Name: "licm",
	Doc:  "Moves what is the same in each iteration in front of its loop: values, loads, guards.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "gvn", Why: "of equal values one is moved"},
		{Pass: "peel", Why: "guards that the first iteration has passed need not be moved"},
	},
	Counters: []string{"value", "load", "guard", "carried", "pressure"},
	Options:  []passes.Option{{Name: "live", Default: 16, Doc: "values alive through a loop from which on operations on numbers stay in it"}},
	New: func(o passes.Options) (passes.Runner, error) {
		return &runner{most: o["live"]}, nil
	},
}

// kind says how an operation may be moved.
type kind uint8

const (
	stays  kind = iota
	number      // pure, on numbers: defined for all operands
	reader      // a load, or pure, but maybe undefined where it is not executed
	leaver      // leaves by its Before exit, and has no other effect
)

type runner struct {
	most   int
	ctx    *passes.Context
	f      *ir.Func
	tree   *dom.Tree
	forest *loops.Forest
	info   *alias.Info
	fields ir.AliasSet // classes without elements

	// The loop at hand.
	in      *loops.Loop
	entry   *ir.Value // the state of its start, in front of it; nil until it is made, or if there is none
	start   *ir.Value // the state in the header that entry is a copy of, nil if there is none
	room    int       // how many numbers may still be moved
	writers []*ir.Value
	written ir.AliasSet
	blocked reach // what guards that stay depend on, those that vary
	strict  reach // and those that are the same in each iteration
	own     reach // scratch: what an operation depends on
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	forest := passes.Get(ctx, loops.Analysis)
	if len(forest.Loops) == 0 {
		return nil
	}
	r.ctx, r.f, r.forest = ctx, ctx.F, forest
	r.tree, r.info = passes.Get(ctx, dom.Analysis), passes.Get(ctx, alias.Analysis)
	sets := passes.Get(ctx, live.Analysis)
	r.classes()
	for i := len(forest.Loops) - 1; i >= 0; i-- {
		r.in = forest.Loops[i]
		if r.in.Preheader == nil {
			continue
		}
		r.room = r.most - sets.CountIn(r.in.Header) - len(r.in.Header.Params)
		r.begin()
		for _, b := range r.in.Blocks {
			if !r.always(b) {
				continue
			}
			for v := b.First(); v != nil; {
				next := v.Next() // v may be moved
				r.visit(v)
				v = next
			}
		}
	}
	return nil
}

// begin looks at the loop at hand.
func (r *runner) begin() {
	r.entry, r.start, r.written = nil, r.forest.StartState(r.f, r.in), 0
	if r.start == nil {
		r.entry = r.forest.EntryState(r.f, r.in)
	}
	r.blocked.reset(0)
	r.strict.reset(0)
	r.writers = alias.Writers(r.f, r.in.Blocks, r.writers[:0])
	for _, v := range r.writers {
		r.written |= r.f.Writes(v)
	}
}

// classes finds the alias classes that are read at one displacement only.
func (r *runner) classes() {
	var disp [64]int32
	var seen, elements ir.AliasSet
	for _, b := range r.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			p, ok := alias.Access(v)
			if !ok {
				continue
			}
			m := p.Mem()
			if p.Index != nil || seen&p.Class() != 0 && disp[m.Class&63] != m.Disp {
				elements |= p.Class()
			}
			seen |= p.Class()
			disp[m.Class&63] = m.Disp
		}
	}
	r.fields = seen &^ elements
}

// always reports whether every iteration executes a block.
func (r *runner) always(b *ir.Block) bool {
	for _, l := range r.in.Latches {
		if !r.tree.Dominates(b, l) {
			return false
		}
	}
	return true
}

// visit moves v in front of the loop, if it can be; a guard that stays is noted.
func (r *runner) visit(v *ir.Value) {
	k := r.kind(v)
	same := k != stays && r.invariant(v)
	switch {
	case v.Op == ir.OpBranch && r.testsType(v):
		r.strict.add(ir.Resolve(v.Args[0]))
	case same && k == number:
		r.move(ruleValue, v)
	case same && k == reader && r.unwritten(v) && !r.tooEarly(v):
		if _, load := alias.Access(v); load {
			r.move(ruleLoad, v)
		} else {
			r.move(ruleValue, v)
		}
	case same && v.Op == ir.OpLoad && r.room > 0 && !r.tooEarly(v) && r.carry(v):
	case same && k == leaver && (r.start != nil || r.entry != nil) && r.moveGuard(v):
	case k == leaver || v.Leaves() && v.Op != ir.OpPoll && v.Op != ir.OpExit:
		set := &r.blocked
		if same {
			set = &r.strict
		}
		for _, a := range v.Args {
			set.add(ir.Resolve(a))
		}
	}
}

// testsType reports whether a branch that may leave the loop tests the type of a value: what
// reads the value behind it may be right because of the test.
func (r *runner) testsType(v *ir.Value) bool {
	leaves := false
	for _, e := range v.Block.Succs {
		leaves = leaves || !r.forest.Contains(r.in, e.To)
	}
	return leaves && typeTest(ir.Resolve(v.Args[0]), maxTest)
}

// maxTest is how many operations deep the test of a type may lie in a condition. Inlined bodies of routines
// compare bits of the word, or what they have loaded of the object.
const maxTest = 4

// typeTest reports whether a condition is computed from a test of a type, or may be one.
func typeTest(v *ir.Value, depth int) bool {
	switch {
	case v.Op == ir.OpIsType, v.Op == ir.OpBits, v.Op == ir.OpLoad && v.Arg(0).Type == ir.Ref:
		return true
	case depth == 0 || v.Type != ir.Bool && v.Type != ir.I64:
		return false
	}
	for _, a := range v.Args {
		if a = ir.Resolve(a); a != nil && typeTest(a, depth-1) {
			return true
		}
	}
	return false
}

// kind says how v may be moved.
func (r *runner) kind(v *ir.Value) kind {
	row := r.f.Row(v)
	switch {
	case v.Op == ir.OpState || v.Op == ir.OpCopy || v.Type == ir.State || row.Flags&ir.Terminator != 0:
		return stays
	case v.Op == ir.OpLoad || v.Op == ir.OpLoadX:
		return reader
	case row.Flags&(ir.Opaque|ir.Escapes) != 0 || r.f.Reads(v)|r.f.Writes(v) != 0 || row.States[ir.Raise] || row.States[ir.After]:
		return stays
	case row.Flags&(ir.Guard|ir.Checked) != 0 && v.Exits[ir.Before] != nil:
		return leaver
	case row.Flags&ir.Pure == 0 || row.Flags&ir.Fresh != 0:
		return stays
	}
	if v.Op >= ir.FirstGuestOp || v.Op >= ir.OpUnboxI64 && v.Op <= ir.OpUnboxBool {
		return reader
	}
	if v.Op >= ir.OpBoxI64 && v.Op <= ir.OpBoxBool { // may allocate: once is better than never only if it is needed
		return stays
	}
	return number
}

// invariant reports whether all operands come from outside the loop.
func (r *runner) invariant(v *ir.Value) bool {
	for _, a := range v.Args {
		if a = ir.Resolve(a); a == nil || !a.IsConst() && r.forest.Contains(r.in, a.Block) {
			return false
		}
	}
	return true
}

// unwritten reports whether nothing in the loop may write what v reads.
func (r *runner) unwritten(v *ir.Value) bool {
	p, ok := alias.Access(v)
	return !ok || r.written&p.Class() == 0 || !r.info.Clobbered(r.writers, p)
}

// tooEarly reports whether a guard that stays may be what v must not be executed
// without.
func (r *runner) tooEarly(v *ir.Value) bool {
	r.own.reset(far)
	for _, a := range v.Args {
		r.own.add(ir.Resolve(a))
	}
	if r.own.meets(&r.strict) {
		return true
	}
	p, ok := alias.Access(v)
	return !(ok && r.fields&p.Class() != 0) && r.own.meets(&r.blocked)
}

// move moves an operation without exits.
func (r *runner) move(rule int, v *ir.Value) {
	condition := v.Type == ir.Bool // a guard that uses it will follow
	if rule == ruleValue && !condition && r.room <= 0 {
		r.ctx.Count(rulePressure)
		return
	}
	if r.ctx.Fire(rule, v) {
		r.f.Move(v, r.f.BeforeTerm(r.in.Preheader))
		if !condition {
			r.room--
		}
	}
}

// moveGuard makes the guard anew in front of the loop.
func (r *runner) moveGuard(v *ir.Value) bool {
	if !r.ctx.Fire(ruleGuard, v) {
		return false
	}
	c := r.f.BeforeTerm(r.in.Preheader)
	if r.entry == nil {
		r.entry = r.forest.CopyState(c, r.in, r.start)
	}
	c.From = v.From
	for i, a := range v.Args {
		r.f.SetOperand(v, i, ir.Resolve(a))
	}
	w := c.AddTyped(v.Op, v.Type, v.Aux, v.Args...)
	r.f.SetExit(w, ir.Before, r.entry, ir.Deopt)
	if v.Type == ir.Void {
		r.f.Remove(v)
	} else {
		r.f.Replace(v, w)
		r.room--
	}
	return true
}
