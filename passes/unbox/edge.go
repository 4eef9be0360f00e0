package unbox

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
)

// place is where guards may be added at the end of a block, and what they
// leave with.
type place struct {
	state  *ir.Value // nil: there is no such place
	before *ir.Value // the value that they stand in front of
	kind   ir.ExitKind
}

// edgePlace returns where guards at the end of a block go.
//
// Behind the block's last guard, up to its end, nothing observable happens: its
// state is good for other guards there, which make the instruction be executed
// again. But ahead of a poll (or a check of validity), which is observable and
// takes the place of the last guard where a loop goes back, the state that it
// leaves with is good: nothing lies between the two, and execution goes on
// behind the instruction.
func edgePlace(f *ir.Func, b *ir.Block) place {
	end := b.Last()
	for v := end.Prev(); v != nil; v = v.Prev() {
		switch {
		case v.Op == ir.OpPoll || v.Op == ir.OpGuardValid:
			if s := v.States[ir.After]; reaches(f, s, v) {
				return place{s, v, ir.Deopt}
			}
			return place{}
		case f.Observable(v):
			return place{}
		case v.Exits[ir.Before] != nil && v.Exits[ir.Before].Kind == ir.Deopt:
			return place{v.States[ir.Before], end, ir.Deopt}
		}
	}
	return place{}
}

// reaches reports whether nothing observable lies between a state and v, in one
// block.
func reaches(f *ir.Func, s, v *ir.Value) bool {
	for w := v.Prev(); w != nil; w = w.Prev() {
		if w == s {
			return true
		}
		if f.Observable(w) {
			return false
		}
	}
	return false
}

// holds reports whether a value of the block can be an operand of what stands at
// the place; values of other blocks can if theirs dominates.
func (p place) holds(b *ir.Block, v *ir.Value) bool {
	if v.Block != b || v.Op == ir.OpParam {
		return true
	}
	for w := v.Next(); w != nil; w = w.Next() {
		if w == p.before {
			return true
		}
	}
	return false
}

// params unboxes the parameters of a block that are worth it.
func (r *runner) params(b *ir.Block) {
	r.choose(b)
	for i, t := range r.picks {
		if t == ir.Void || !r.ctx.Fire(ruleParam, b.Params[i]) {
			continue
		}
		u := r.f.NewParam(b, t)
		r.setForm(b.Params[i], u)
		for k, pred := range b.Preds {
			if r.seen[pred.ID] && first(b.Preds, k) {
				r.passUnboxed(pred, b, i, t)
			}
		}
		r.swaps[b.ID] = append(r.swaps[b.ID], swap{index: i, t: t})
	}
	// Boxed uses of the old parameters come from the new ones.
	at := r.f.AtStart(b)
	for k := range r.swaps[b.ID] {
		s := &r.swaps[b.ID][k]
		u := r.list[r.forms[b.Params[s.index].ID]].u
		s.box = at.Add(boxOps[s.t], u)
		r.setForm(s.box, u)
	}
}

// choose picks the parameters of a block to unbox, with their types. What one of
// them brings another around the loop makes that one worth it too, so it goes on
// until no more are found.
func (r *runner) choose(b *ir.Block) {
	r.picks = dense.Cleared(r.picks, len(b.Params))
	for again := true; again; {
		again = false
		for i, p := range b.Params {
			if r.picks[i] != ir.Void || r.boxedAlready(p) {
				continue
			}
			if t := r.numberType(p); t != ir.Void && r.fresh(b, i, t) && r.passable(b, i, t) {
				r.picks[i], again = t, true
			}
		}
	}
	for i, p := range b.Params {
		if t := r.numberType(p); r.picks[i] == ir.Void && t != ir.Void && !r.boxedAlready(p) && r.fresh(b, i, t) {
			r.ctx.Count(ruleBoxed)
		}
	}
}

// boxedAlready reports whether all edges bring p one value that is in a box already: p is
// that value then, and unboxed it would be boxed once more.
func (r *runner) boxedAlready(p *ir.Value) bool {
	var one *ir.Value
	same := true
	args(p.Block, int(p.Aux), func(_ *ir.Block, v *ir.Value) bool {
		same = one == nil || v == one
		one = v
		return same
	})
	for same && one != nil && one.Op == ir.OpGuardType {
		one = ir.Resolve(one.Args[0])
	}
	switch {
	case !same || one == nil:
		return false
	case one.Op == ir.OpParam:
		return one.Block != p.Block && r.seen[one.Block.ID] && !r.swapped(one)
	}
	return one.Op == ir.OpLoad || one.Op == ir.OpLoadX || one.Op == ir.OpSlot
}

// swapped reports whether a parameter became an unboxed one.
func (r *runner) swapped(p *ir.Value) bool {
	for _, s := range r.swaps[p.Block.ID] {
		if s.index == int(p.Aux) {
			return true
		}
	}
	return false
}

// picked reports whether v is a parameter of b that is being unboxed.
func (r *runner) picked(b *ir.Block, v *ir.Value, t ir.Type) bool {
	return v.Op == ir.OpParam && v.Block == b && r.picks[v.Aux] == t
}

// first reports whether no predecessor before number k is the same block.
func first(preds []*ir.Block, k int) bool {
	for _, p := range preds[:k] {
		if p == preds[k] {
			return false
		}
	}
	return true
}

// numberType returns the representation of a parameter that is known to be a
// number, Void if it is not.
func (r *runner) numberType(p *ir.Value) ir.Type {
	k := r.facts.Of(p)
	if p.Type != ir.Ref || k.IsBottom() || !k.NotNull || k.Types == 0 {
		return ir.Void
	}
	for i, t := range [3]ir.Type{ir.I64, ir.F64, ir.Bool} {
		switch {
		case !k.Types.Within(r.boxes[i]):
		case t == ir.I64 && !k.Small && (k.U64 || r.getsNatural(p)):
			return ir.U64
		default:
			return t
		}
	}
	return ir.Void
}

// getsNatural reports whether an edge brings p an int from 0 to 2^64−1 of which no
// more is known: as a number of 64 bits with a sign it would fail half of the time.
func (r *runner) getsNatural(p *ir.Value) (found bool) {
	args(p.Block, int(p.Aux), func(_ *ir.Block, v *ir.Value) bool {
		k := r.facts.Of(v)
		found = k.U64 && !k.Small && !k.IsBottom() && !v.IsConst()
		return !found
	})
	return found
}

// args calls fn for what the edges bring to parameter i, with the block that the
// edge comes from, until fn returns false.
func args(b *ir.Block, i int, fn func(pred *ir.Block, v *ir.Value) bool) {
	for k, pred := range b.Preds {
		if !first(b.Preds, k) {
			continue
		}
		for _, e := range pred.Succs {
			if e.To == b && !fn(pred, ir.Resolve(e.Args[i])) {
				return
			}
		}
	}
}

// fresh reports whether some edge brings a parameter a number that has just been
// computed or is constant, so that unboxing it saves a box.
func (r *runner) fresh(b *ir.Block, i int, t ir.Type) bool {
	found := false
	args(b, i, func(pred *ir.Block, v *ir.Value) bool {
		found = v != b.Params[i] && (r.expands(v) || r.picked(b, v, t) || r.known(v, t, pred) != nil ||
			r.later(v, t, func() bool { return r.fresh(v.Block, int(v.Aux), t) }))
		return !found
	})
	return found
}

// later calls f if v is a parameter that has not been visited yet and may be
// unboxed then, as the join before a loop's way back; it returns false otherwise.
func (r *runner) later(v *ir.Value, t ir.Type, f func() bool) bool {
	if v.Op != ir.OpParam || r.seen[v.Block.ID] || r.asking[v.Block.ID] || r.numberType(v) != t {
		return false
	}
	r.asking[v.Block.ID] = true
	ok := f()
	r.asking[v.Block.ID] = false
	return ok
}

// wide reports whether v is an int that may well have more than 64 bits.
func (r *runner) wide(v *ir.Value) bool {
	k := r.facts.Of(v)
	return r.f.Row(v).Flags&ir.Wide != 0 && !k.Small && !k.U64
}

// expands reports whether v is an operation of the guest that becomes typed ones.
func (r *runner) expands(v *ir.Value) bool {
	op := r.g.Op(v.Op)
	return op != nil && op.Expand != nil && !r.wide(v)
}

// passable reports whether every edge can bring parameter i unboxed. An int of
// unknown size needs a guard; what is expanded later may be one.
func (r *runner) passable(b *ir.Block, i int, t ir.Type) bool {
	if t != ir.I64 && t != ir.U64 {
		return true
	}
	ok := true
	args(b, i, func(pred *ir.Block, v *ir.Value) bool {
		ok = v == b.Params[i] || r.picked(b, v, t) || r.known(v, t, pred) != nil || t == ir.I64 && r.small(v) || t == ir.U64 && r.isNatural(v) || r.guardable(pred, v) ||
			r.later(v, t, func() bool { return r.fresh(v.Block, int(v.Aux), t) && r.passable(v.Block, int(v.Aux), t) })
		return ok
	})
	return ok
}

// guardable reports whether a guard of v can be put at the end of a block.
func (r *runner) guardable(pred *ir.Block, v *ir.Value) bool {
	p := r.edges[pred.ID]
	return p.state != nil && !r.wide(v) && !v.IsConst() && p.holds(pred, v) // a constant that is not known never passes
}

// passUnboxed appends the unboxed form of argument i to the edges from pred to b.
func (r *runner) passUnboxed(pred, b *ir.Block, i int, t ir.Type) {
	for k := range pred.Succs {
		e := &pred.Succs[k]
		if e.To != b {
			continue
		}
		r.op, r.cur, r.guard = nil, r.f.Before(pred.Last()), r.edges[pred.ID]
		r.f.AppendArg(e, r.unboxed(e.Args[i], t))
	}
}

// backEdges gives the edges from b to blocks that were visited before it the
// arguments for their new parameters.
func (r *runner) backEdges(b *ir.Block) {
	for k := range b.Succs {
		to := b.Succs[k].To
		if !r.seen[to.ID] || !firstEdge(b, k) {
			continue
		}
		for _, s := range r.swaps[to.ID] {
			r.passUnboxed(b, to, s.index, s.t)
		}
	}
}

// firstEdge reports whether no edge of b before number k leads to the same block.
func firstEdge(b *ir.Block, k int) bool {
	for _, e := range b.Succs[:k] {
		if e.To == b.Succs[k].To {
			return false
		}
	}
	return true
}
