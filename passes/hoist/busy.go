package hoist

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// test is a guard that all ways from a place come to, unless they leave before.
type test struct {
	of    *ir.Value // what is tested, but for guards
	guard *ir.Value // one that tests it
	many  bool      // there are several
}

// same reports whether one guard does for both.
func (t test) same(u test) bool {
	return t.of == u.of && t.guard.Op == u.guard.Op && t.guard.Aux == u.guard.Aux
}

// ahead has the tests that lie ahead of places.
type ahead struct {
	tree  *dom.Tree
	slab  []test
	from  []int32 // by block id: the tests ahead of its start are slab[from:to]
	to    []int32
	atEnd []test // scratch: those at a block's end
	done  []*ir.Value
}

// tests reports whether v is a guard that may be executed earlier.
func tests(v *ir.Value) bool {
	return (v.Op == ir.OpGuardType || v.Op == ir.OpGuardI64) && v.Exits[ir.Before] != nil && v.Exits[ir.Before].Kind == ir.Deopt
}

// busy tests ahead of branches what both ways test.
func (r *runner) busy(ctx *passes.Context) {
	a := &r.ahead
	branch := false
	for _, b := range r.f.Blocks {
		branch = branch || len(b.Succs) > 1
	}
	if !branch {
		return
	}
	a.tree = passes.Get(ctx, dom.Analysis)
	rpo := a.tree.RPO()
	a.from, a.to = dense.Cleared(a.from, r.f.NumBlocks()), dense.Cleared(a.to, r.f.NumBlocks())
	a.slab, a.done = a.slab[:0], a.done[:0]
	for i := len(rpo) - 1; i >= 0; i-- {
		a.block(rpo[i])
	}
	for _, b := range rpo {
		if len(b.Succs) < 2 {
			continue
		}
		a.end(b)
		for _, t := range a.atEnd {
			if t.many && !a.tested(b, t) {
				r.test(ctx, b, t)
			}
		}
	}
}

// block finds the tests ahead of a block's start, those of its successors being known.
func (a *ahead) block(b *ir.Block) {
	a.end(b)
	a.from[b.ID] = int32(len(a.slab))
	for v := b.First(); v != nil; v = v.Next() {
		if tests(v) {
			a.add(b, test{of: unguarded(v.Args[0]), guard: v})
		}
	}
	for _, t := range a.atEnd {
		a.add(b, t)
	}
	a.to[b.ID] = int32(len(a.slab))
}

// add adds a test to those ahead of a block's start, if its value is known there.
func (a *ahead) add(b *ir.Block, t test) {
	if t.of.Block == b {
		return
	}
	for _, u := range a.slab[a.from[b.ID]:] {
		if u.same(t) { // in one block, or behind it: what comes first does for both
			return
		}
	}
	a.slab = append(a.slab, t)
}

// end finds the tests ahead of a block's end: those of all successors, of values that
// are known in the block.
func (a *ahead) end(b *ir.Block) {
	a.atEnd = a.atEnd[:0]
	for i := range b.Succs {
		s := b.Succs[i].To
		if a.tree.Number(s) <= a.tree.Number(b) { // a way back
			a.atEnd = a.atEnd[:0]
			return
		}
		list := a.slab[a.from[s.ID]:a.to[s.ID]]
		if i == 0 {
			for _, t := range list {
				if t.of.Block == nil || a.tree.Dominates(t.of.Block, b) {
					a.atEnd = append(a.atEnd, t)
				}
			}
			continue
		}
		n := 0
		for _, t := range a.atEnd {
			for _, u := range list {
				if t.same(u) {
					t.many = t.many || u.many || t.guard != u.guard
					a.atEnd[n] = t
					n++
					break
				}
			}
		}
		a.atEnd = a.atEnd[:n]
	}
}

// tested reports whether a test has been put ahead of b.
func (a *ahead) tested(b *ir.Block, t test) bool {
	for _, g := range a.done {
		if t.same(test{of: unguarded(g.Args[0]), guard: g}) && a.tree.Dominates(g.Block, b) {
			return true
		}
	}
	return false
}

// test puts a test at the end of a block.
func (r *runner) test(ctx *passes.Context, b *ir.Block, t test) {
	state := r.stateAt(b)
	switch {
	case state == nil:
		ctx.Count(ruleNowhere)
		return
	case !ctx.Fire(ruleBusy, t.guard):
		return
	}
	of := ir.Resolve(t.guard.Args[0])
	for of != t.of && !r.ahead.tree.Dominates(of.Block, b) {
		of = ir.Resolve(of.Args[0])
	}
	at := r.f.BeforeTerm(b)
	at.From = t.guard.From
	r.ahead.done = append(r.ahead.done, at.AddGuard(t.guard.Op, t.guard.Aux, state, ir.Deopt, of))
}

// stateAt returns the state of the last guard ahead of a block's end, with which another
// one there may leave: nothing observable lies between. nil if there is none.
func (r *runner) stateAt(b *ir.Block) *ir.Value {
	for {
		for v := b.Last(); v != nil; v = v.Prev() {
			if r.f.Observable(v) || v.Exits[ir.After] != nil {
				return nil
			}
			if x := v.Exits[ir.Before]; x != nil && x.Kind == ir.Deopt {
				return v.States[ir.Before]
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
	}
}
