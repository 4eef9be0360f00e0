package sink

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// escapes drops what gets out by some operation, and notes who looks into objects
// and which exits hold them.
func (r *runner) escapes() {
	r.users = r.users[:0]
	r.looks()
	for _, b := range r.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			r.operands(v)
			for _, s := range v.States {
				for ; s != nil; s = s.StateCaller() {
					for _, x := range s.StateSlots() {
						r.hold(x, b, v.Op == ir.OpExit)
					}
				}
			}
		}
		for k := range b.Succs {
			r.edge(b, &b.Succs[k])
		}
	}
}

// operands drops the operands that get out by v.
func (r *runner) operands(v *ir.Value) {
	switch {
	case v.Op == ir.OpState || v.Op == ir.OpNew || r.virtual(v):
		return
	case v.Op == ir.OpSame && r.unequal(v), (v.Op == ir.OpLoad || v.Op == ir.OpLoadX) && r.forwards(v):
		r.users = append(r.users, v)
		return
	}
	o, _ := r.apart(v)
	for _, a := range v.Args {
		if a != nil && a != o && r.virtual(a) {
			r.drop(a)
		}
	}
	if o != nil && r.virtual(o) {
		for _, x := range o.Args { // becomes an operand of v
			if r.virtual(x) {
				r.drop(x)
			}
		}
		r.users = append(r.users, v)
	}
}

// forwards reports whether a load finds what is known in an object that may be
// virtual.
func (r *runner) forwards(load *ir.Value) bool {
	o := load.Args[0]
	if !r.virtual(o) {
		return false
	}
	m, ok := access(load)
	if !ok {
		return false
	}
	s := r.shapes[o.ID]
	_, _, ok = r.f.Ops.Row(s.op).FieldArg(int(s.n), m, load.Type)
	return ok
}

// unequal reports whether a comparison is of an object that may be virtual and of
// something that is not it: a constant, or, if the object is no parameter, what has
// been there before.
func (r *runner) unequal(v *ir.Value) bool {
	for i, o := range v.Args {
		if !r.virtual(o) {
			continue
		}
		switch z := v.Args[1-i]; {
		case z.IsConst():
			return true
		case z == o || o.Op == ir.OpParam:
		case z.Op == ir.OpSlot || z.Op == ir.OpEntry:
			return true
		case r.tree.StrictlyDominates(z.Block, o.Block), z.Op == ir.OpParam && r.tree.Dominates(z.Block, o.Block):
			// Whatever z is must not get out by the comparison.
			return !r.virtual(z)
		}
	}
	return false
}

// hold notes that an exit in block b holds x, and what x consists of. The exit of
// an exit operation is always taken.
func (r *runner) hold(x *ir.Value, b *ir.Block, always bool) {
	if x == nil {
		return
	}
	x = ir.Resolve(x)
	switch {
	case x.Op == ir.OpNew:
	case !r.virtual(x):
		return
	case always:
		r.drop(x)
		return
	default:
		h := r.held[x.ID]
		if len(h) > 0 && h[len(h)-1] == b {
			return // and so is what it consists of
		}
		r.held[x.ID] = append(h, b)
	}
	for _, a := range x.Args {
		r.hold(a, b, always)
	}
}

// edge drops what an edge brings to parameters that cannot carry it, or to two at
// once, and objects that the ones that it brings consist of.
func (r *runner) edge(b *ir.Block, e *ir.Edge) {
	for i, a := range e.Args {
		if !r.virtual(a) {
			continue
		}
		p := e.To.Params[i]
		if !r.virtual(p) {
			r.drop(a)
			continue
		}
		r.hold(a, b, false)
		for k, c := range e.Args[i+1:] {
			if q := e.To.Params[i+1+k]; c == a && r.virtual(q) {
				r.drop(p)
				r.drop(q)
			}
		}
		if a.Op != ir.OpParam {
			for _, x := range a.Args {
				if r.virtual(x) {
					r.drop(x)
				}
			}
		}
	}
}

// settle drops what depends on what has been dropped, until nothing does.
func (r *runner) settle() {
	for again := true; again; {
		again = false
		for _, v := range r.made {
			if r.virtual(v) {
				continue
			}
			for _, a := range v.Args {
				if r.virtual(a) {
					r.drop(a)
					again = true
				}
			}
		}
		for _, p := range r.params {
			again = r.settleParam(p) || again
		}
	}
}

// settleParam drops a parameter that cannot be carried, and what is brought to one
// that is not, and reports whether it has dropped anything.
func (r *runner) settleParam(p *ir.Value) (dropped bool) {
	i := int(p.Aux)
	if r.virtual(p) {
		s := r.shapes[p.ID]
		if arguments(p.Block, i, func(_ *ir.Block, a *ir.Value) bool {
			return r.virtual(a) && r.shapes[a.ID] == s && !r.heldBehind(a, p, 0)
		}) {
			return false
		}
		r.drop(p)
		dropped = true
	}
	arguments(p.Block, i, func(_ *ir.Block, a *ir.Value) bool {
		if r.virtual(a) {
			r.drop(a)
			dropped = true
		}
		return true
	})
	return dropped
}

// maxChain bounds the parameters that an object is followed through.
const maxChain = 8

// heldBehind reports whether p's block dominates a place that holds what comes to
// p from outside as a: there, the two are one object. What comes to a, if that is
// a parameter, comes to p as well.
func (r *runner) heldBehind(a, p *ir.Value, depth int) bool {
	if a == p || r.tree.Dominates(p.Block, a.Block) {
		return false
	}
	if depth == maxChain || slices.ContainsFunc(r.held[a.ID], func(b *ir.Block) bool { return r.tree.Dominates(p.Block, b) }) {
		return true
	}
	return a.Op == ir.OpParam && !arguments(a.Block, int(a.Aux), func(_ *ir.Block, x *ir.Value) bool {
		return x == a || !r.virtual(x) || !r.heldBehind(x, p, depth+1)
	})
}

// ask asks for each rewrite. What may not happen makes its object get out, so
// nothing is rewritten before all have been asked.
func (r *runner) ask() {
	for _, v := range r.made {
		r.askFor(ruleSink, v, v)
	}
	for _, p := range r.params {
		r.askFor(ruleCarried, p, p)
	}
	for _, v := range r.users {
		rule := ruleField
		switch {
		case v.Op == ir.OpSame:
			rule = ruleSame
		case r.f.Row(v).Apart != nil:
			rule = ruleApart
		}
		for _, o := range v.Args {
			r.askFor(rule, v, o)
		}
	}
}

// askFor asks whether a rule may rewrite v, on which it depends that o is virtual.
func (r *runner) askFor(rule int, v, o *ir.Value) {
	if r.virtual(o) && !r.ctx.Fire(rule, v) {
		r.drop(o)
		r.settle()
	}
}
