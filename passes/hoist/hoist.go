// Package hoist is the pass that tests what a value is ahead of where it is tested:
// in front of a loop that tests it on some of its ways only, and ahead of a branch both
// ways of which test it.
//
// What: in a loop of several blocks, a variable (a parameter of the header) that is
// guarded to be of certain types on one way and is left alone on another has no type
// at the header: it is tested again in every iteration, and stays boxed. If every way
// around the loop brings a value of these types, provided that the variable was of
// them, one guard in front of the loop makes the others redundant. The same is done
// with a variable that nothing in the loop tests, if a way computes an int for it and
// all others bring one or leave it alone: the loop then carries a number, where it would
// make a box in each iteration. Loops that blocks lead out of, to an end of the function, are left so and
// entered again too often for that. And where both ways of a branch test a value that is known there, now or
// later, one guard ahead of the branch makes theirs redundant. By rule: type, fresh, busy;
// other counts variables that guards want to be of different types, stays those that
// some way makes something else of, nowhere branches without a state to leave with.
//
// Assumptions: this is speculation. Code in front of the loop now leaves for a
// variable that no iteration might have looked at. It leaves with the state of the
// loop's start, where the header leaves too, so that nothing is executed twice and no
// progress is lost; what leaves often gets an executor of its own, in which the
// variable has the type that it has. In loops of one block every guard is executed by
// the first iteration, which peel copies: they are left to it. Ahead of a branch it leaves
// with the state of the last guard that nothing observable separates from the branch; what would have left
// between the branch and the guard leaves earlier, by another exit.
//
// Source: speculative guard motion in Graal (Duboscq et al. 2013); the phis of
// LuaJIT's loops, whose types are those at the loop's entry (lj_opt_loop.c); very busy
// expressions (Muchnick 1997, §13.5).
package hoist

import (
	"slices"

	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleType = iota
	ruleFresh
	ruleBusy
	ruleOther
	ruleStays
	ruleNowhere
)

// Pass tests variables in front of loops.
var Pass = &passes.Pass{
	Name: "hoist",
	Doc:  "Tests the types of variables in front of loops that test them on some ways only, and of values ahead of branches both ways of which do.",
	In:   1<<ir.Guest | 1<<ir.Typed,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "guardelim", Why: "what is known already needs no test in front of the loop"},
	},
	Counters: []string{"type", "fresh", "busy", "other", "stays", "nowhere"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

type runner struct {
	f      *ir.Func
	forest *loops.Forest
	facts  *types.Facts
	in     *loops.Loop

	ints   ir.TypeSet   // the types of boxed ints, 0 if they are not known
	wanted []ir.TypeSet // by parameter of the header: what guards want; 0: nothing
	guards []*ir.Value  // by parameter: the first guard
	mixed  []bool       // by parameter: guards want different things
	asked  []bool       // by value id: stays does, or did, look at it
	list   []int32      // the ids of those

	ahead ahead
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.f = ctx.F
	r.forest = passes.Get(ctx, loops.Analysis)
	if len(r.forest.Loops) > 0 {
		r.facts = passes.Get(ctx, types.Analysis)
	}
	r.ints = 0
	if w := r.f.Words; w != nil {
		r.ints, _, _ = w.Boxes()
	}
	for i := len(r.forest.Loops) - 1; i >= 0; i-- { // inner ones first: what goes in front of them is the outer one's
		r.in = r.forest.Loops[i]
		if len(r.in.Blocks) > 1 && r.in.Preheader != nil {
			r.loop(ctx)
		}
	}
	r.busy(ctx)
	return nil
}

// loop tests what a loop's variables are.
func (r *runner) loop(ctx *passes.Context) {
	start := r.forest.StartState(r.f, r.in)
	if start == nil {
		return
	}
	r.collect()
	pre := r.in.Preheader
	var state *ir.Value
	for i, p := range r.in.Header.Params {
		want, first := r.wanted[i], ir.Resolve(pre.Succs[0].Args[i])
		rule, from := ruleType, r.guards[i]
		if want == 0 {
			if from = r.fresh(p); from != nil && !r.facts.Of(first).IsBottom() && r.facts.Of(first).Types&r.ints != 0 {
				rule, want = ruleFresh, r.ints
			}
		}
		switch {
		case want == 0 || first.IsConst() || r.facts.Of(first).Types.Within(want):
			continue
		case r.mixed[i]:
			ctx.Count(ruleOther)
			continue
		case !r.stays(p, want):
			ctx.Count(ruleStays)
			continue
		case !ctx.Fire(rule, from):
			continue
		}
		at := r.f.BeforeTerm(pre)
		if state == nil {
			state = r.forest.CopyState(at, r.in, start)
		}
		at.From = from.From
		g := at.AddGuard(ir.OpGuardType, int64(want), state, ir.Deopt, first)
		r.f.SetArg(&pre.Succs[0], i, g)
	}
}

// collect finds out what the loop's guards want of its variables.
func (r *runner) collect() {
	n := len(r.in.Header.Params)
	r.wanted, r.guards, r.mixed = dense.Cleared(r.wanted, n), dense.Cleared(r.guards, n), dense.Cleared(r.mixed, n)
	for _, b := range r.in.Blocks {
		for v := range b.Values() {
			if v.Op != ir.OpGuardType {
				continue
			}
			p := unguarded(v)
			if p.Op != ir.OpParam || p.Block != r.in.Header {
				continue
			}
			i := p.Aux
			switch {
			case r.wanted[i] == 0:
				r.wanted[i], r.guards[i] = v.TypeSet(), v
			case r.wanted[i] != v.TypeSet():
				r.mixed[i] = true
			}
		}
	}
}

// fresh returns the first operation, by micro-ops, that computes an int of at most 64 bits
// which a way around the loop brings to p; nil if there is none, or if numbers have
// representations of their own already.
func (r *runner) fresh(p *ir.Value) *ir.Value {
	if r.f.Form != ir.Guest || p.Type != ir.Ref || r.ints == 0 {
		return nil
	}
	for _, x := range r.in.Exits {
		if r.forest.Of(x.To()) == nil {
			return nil // what is left so is entered anew each time, maybe ahead of the first value
		}
	}
	r.forget()
	r.ask(p)
	var first *ir.Value
	for _, l := range r.in.Latches {
		for i := range l.Succs {
			if e := &l.Succs[i]; e.To == r.in.Header {
				first = r.computed(e.Args[p.Aux], first)
			}
		}
	}
	return first
}

// computed returns the first, or an earlier, operation of the loop that computes an int of
// at most 64 bits which v is, or may be as a parameter that has not been asked about.
func (r *runner) computed(v, first *ir.Value) *ir.Value {
	v = ir.Resolve(v)
	k := r.facts.Of(v)
	switch row := r.f.Row(v); {
	case v.IsConst() || !r.forest.Contains(r.in, v.Block):
	case v.Op == ir.OpParam:
		if !r.ask(v) {
			break
		}
		for _, from := range v.Block.Preds {
			for i := range from.Succs {
				if e := &from.Succs[i]; e.To == v.Block {
					first = r.computed(e.Args[v.Aux], first)
				}
			}
		}
	case row.Flags&(ir.Pure|ir.Checked) != 0 && row.Flags&ir.Guard == 0 && k.Small && k.NotNull && !k.IsBottom() && k.Types.Within(r.ints):
		if first == nil || slices.Compare(v.From, first.From) < 0 {
			return v
		}
	}
	return first
}

// unguarded returns what a value is, but for guards.
func unguarded(v *ir.Value) *ir.Value {
	for v = ir.Resolve(v); v.Op == ir.OpGuardType; {
		v = ir.Resolve(v.Args[0])
	}
	return v
}

// stays reports whether every way around the loop brings p a value of some types if
// it had one.
func (r *runner) stays(p *ir.Value, want ir.TypeSet) bool {
	r.forget()
	r.ask(p)
	for _, l := range r.in.Latches {
		for i := range l.Succs {
			if e := &l.Succs[i]; e.To == r.in.Header && !r.is(e.Args[p.Aux], want) {
				return false
			}
		}
	}
	return true
}

// forget forgets what has been looked at.
func (r *runner) forget() {
	for _, id := range r.list {
		r.asked[id] = false
	}
	r.list = r.list[:0]
}

// ask notes that a value is being looked at; it was already if that is false.
func (r *runner) ask(v *ir.Value) bool {
	if n := int(v.ID) + 1 - len(r.asked); n > 0 {
		r.asked = append(r.asked, make([]bool, n)...)
	}
	if r.asked[v.ID] {
		return false
	}
	r.asked[v.ID] = true
	r.list = append(r.list, v.ID)
	return true
}

// is reports whether a value of the loop is of some types, if those that have been
// asked about are.
func (r *runner) is(v *ir.Value, want ir.TypeSet) bool {
	v = ir.Resolve(v)
	if k := r.facts.Of(v); k.Types.Within(want) || k.IsBottom() {
		return true
	}
	switch {
	case v.Op == ir.OpGuardType:
		return r.is(v.Args[0], want)
	case v.Op != ir.OpParam || !r.forest.Contains(r.in, v.Block):
		return false
	case !r.ask(v):
		return true
	}
	for _, from := range v.Block.Preds {
		for i := range from.Succs {
			if e := &from.Succs[i]; e.To == v.Block && !r.is(e.Args[v.Aux], want) {
				return false
			}
		}
	}
	return true
}
