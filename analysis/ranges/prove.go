package ranges

import (
	"math"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/ir"
)

// budget is how many claims and bounds a search looks at before it gives up.
const budget = 100

// AtMost reports whether x ≤ y + c in front of the value at, for two values of
// I64 that are computed before it. False means that it is not known.
func (r *Facts) AtMost(x, y *ir.Value, c int64, at *ir.Value) bool {
	p, ok := r.before(at)
	return ok && r.claim(x, y, c, p)
}

// Range bounds a value of I64 in front of the value at. The ends of int64 are
// returned where no bound is known.
func (r *Facts) Range(x, at *ir.Value) (lo, hi int64) {
	p, ok := r.before(at)
	if !ok {
		return math.MinInt64, math.MaxInt64
	}
	k := r.bounds(ir.Resolve(x), p)
	if k.Lo == math.MinInt64 && r.natural(ir.Resolve(x), p) {
		k.Lo = 0
	}
	return k.Lo, k.Hi
}

// Fits reports whether add.ov, sub.ov, mul.ov, neg.ov, or shl.ov by a constant,
// where it stands, never leaves. It is false for other operations.
func (r *Facts) Fits(v *ir.Value) bool {
	p, ok := r.before(v)
	if !ok || v.Op < ir.OpAddOv || v.Op > ir.OpShlOv {
		return false
	}
	if a, k, ok := r.offset(v); ok {
		r.steps = budget
		return r.fits(a, k, p)
	}
	op, by := v.Op, ir.Fact{}
	if op == ir.OpShlOv { // is a multiplication
		n := ir.Resolve(v.Args[1])
		if !n.IsConst() || n.Aux < 0 || n.Aux > 62 {
			return false
		}
		op, by = ir.OpMulOv, ir.RangeFact(1<<n.Aux, 1<<n.Aux)
	} else if len(v.Args) > 1 {
		by = r.bounds(ir.Resolve(v.Args[1]), p)
	}
	a := r.bounds(ir.Resolve(v.Args[0]), p)
	if types.Fits(op, a, by) {
		return true
	}
	// If it helps that operands are not negative, that may be proved.
	if !types.Fits(op, natural(a), natural(by)) {
		return false
	}
	for i, k := range [2]ir.Fact{a, by} {
		if natural(k) != k && !r.natural(ir.Resolve(v.Args[i]), p) {
			return false
		}
	}
	return true
}

// natural returns what would be known if a number were not negative.
func natural(k ir.Fact) ir.Fact {
	if k.Lo == math.MinInt64 && k.Hi >= 0 {
		k.Lo = 0
	}
	return k
}

// natural searches for a proof that x is not negative.
func (r *Facts) natural(x *ir.Value, p point) bool {
	r.steps = budget
	return r.prove(below, x, nil, 0, p)
}

// fits searches for a proof that x + k fits 64 bits if x does.
func (r *Facts) fits(x *ir.Value, k int64, p point) bool {
	if k > 0 {
		return r.prove(above, x, nil, math.MaxInt64-k, p)
	}
	return k == 0 || r.prove(below, x, nil, k+math.MaxInt64+1, p)
}

// Holds reports whether a comparison of two values of I64, or the negation of one,
// is sure to give truth in front of the value at.
func (r *Facts) Holds(cond *ir.Value, truth bool, at *ir.Value) bool {
	p, ok := r.before(at)
	if !ok {
		return false
	}
	cond = ir.Resolve(cond)
	for cond.Op == ir.OpBNot {
		cond, truth = ir.Resolve(cond.Args[0]), !truth
	}
	op := cond.Op
	if !truth {
		op = inverse(op)
	}
	return op >= ir.OpEq && op <= ir.OpUlt && r.compare(op, cond.Args[0], cond.Args[1], p)
}

// compare reports whether a comparison is sure to hold.
func (r *Facts) compare(op ir.Op, a, b *ir.Value, p point) bool {
	switch op {
	case ir.OpEq:
		return r.claim(a, b, 0, p) && r.claim(b, a, 0, p)
	case ir.OpNe:
		return r.claim(a, b, -1, p) || r.claim(b, a, -1, p)
	case ir.OpLt:
		return r.claim(a, b, -1, p)
	case ir.OpLe:
		return r.claim(a, b, 0, p)
	case ir.OpGt:
		return r.claim(b, a, -1, p)
	case ir.OpGe:
		return r.claim(b, a, 0, p)
	case ir.OpUlt:
		if !r.claim(a, b, -1, p) {
			return false
		}
		return r.natural(ir.Resolve(a), p)
	}
	return false
}

// claim starts a search for a proof of x ≤ y + c.
func (r *Facts) claim(x, y *ir.Value, c int64, p point) bool {
	r.steps = budget
	return r.prove(above, ir.Resolve(x), ir.Resolve(y), c, p)
}

// prove searches for a proof of x ≤ y + c (above) or x ≥ y − c (below) at p. A
// value that is nil is 0.
func (r *Facts) prove(s side, x, y *ir.Value, c int64, p point) bool {
	if r.steps--; r.steps < 0 {
		return false
	}
	ok := true
	if y != nil && y.IsConst() {
		c, ok = towards(1-s, c, y.Aux)
		y = nil
	}
	if x != nil && x.IsConst() && ok {
		c, ok = towards(s, c, x.Aux)
		x = nil
	}
	switch {
	case !ok:
		return false
	case x == y:
		return c >= 0
	case x == nil: // 0 ≤ y + c is y ≥ −c
		return r.prove(1-s, y, nil, c, p)
	case int(x.ID) >= len(r.order):
		return false // made later
	}
	return r.byTypes(s, x, y, c, p) || r.byGuards(s, x, y, c, p) || r.byOperation(s, x, y, c, p)
}

// step goes on from a claim about x to the one about z that implies it where z
// bounds x: x ≤ z + d, or x ≥ z − d.
func (r *Facts) step(s side, z, y *ir.Value, c, d int64, p point) bool {
	if c, ok := minus(c, d); ok {
		return r.prove(s, z, y, c, p)
	}
	// The claim is about a constant beyond int64: then z has to be inside.
	return d < 0 && y == nil && (z == nil || r.limited(s, z))
}

// byTypes uses the bounds that hold everywhere.
func (r *Facts) byTypes(s side, x, y *ir.Value, c int64, p point) bool {
	end, ok := r.end(s, x)
	if !ok {
		return s == above && y == nil && c == math.MaxInt64 && r.limited(s, x)
	}
	if y == nil {
		return end <= c
	}
	return r.step(s, nil, y, c, end, p)
}

// end returns the constant c of x ≤ c, or of x ≥ −c, that holds everywhere.
func (r *Facts) end(s side, x *ir.Value) (int64, bool) {
	k := r.types.Of(x)
	switch {
	case k.IsBottom():
		return 0, false
	case s == above:
		return k.Hi, k.Hi != math.MaxInt64
	}
	return -k.Lo, k.Lo != math.MinInt64
}

// byGuards uses what guards and branches say of x.
func (r *Facts) byGuards(s side, x, y *ir.Value, c int64, p point) bool {
	for i := r.heads[s][x.ID]; i >= 0 && r.steps > 0; i = r.list[i].next {
		r.steps--
		if k := &r.list[i]; r.holds(k.at, p) && r.step(s, k.other, y, c, k.c, p) {
			return true
		}
	}
	return false
}

// byOperation uses how x is made.
func (r *Facts) byOperation(s side, x, y *ir.Value, c int64, p point) bool {
	root, k, ok := r.offset(x)
	if !ok && (x.Op == ir.OpAdd || x.Op == ir.OpSub) { // it may not wrap where it stands
		if root, k, ok = constant(x); ok {
			ok = r.fits(root, k, point{x.Block, r.order[x.ID]})
		}
	}
	if ok {
		if s == below {
			k = -k // offset never gives the lowest int64 for a sum of two values
		}
		return k != math.MinInt64 && r.step(s, root, y, c, k, p)
	}
	switch x.Op {
	case ir.OpAddOv:
		a, b := ir.Resolve(x.Args[0]), ir.Resolve(x.Args[1])
		return r.bySum(s, a, b, y, c, p) || r.bySum(s, b, a, y, c, p)
	case ir.OpSubOv:
		a, b := ir.Resolve(x.Args[0]), ir.Resolve(x.Args[1])
		d, ok := r.end(1-s, b)
		return ok && r.step(s, a, y, c, d, p)
	case ir.OpModOv: // below a positive divisor
		n := ir.Resolve(x.Args[1])
		return s == above && r.positive(n, 1) && r.step(s, n, y, c, -1, p)
	case ir.OpAnd, ir.OpSar: // at most an operand that is not negative
		a, b := ir.Resolve(x.Args[0]), ir.Resolve(x.Args[1])
		return s == above && (r.positive(a, 0) && r.prove(s, a, y, c, p) ||
			x.Op == ir.OpAnd && r.positive(b, 0) && r.prove(s, b, y, c, p))
	case ir.OpParam:
		return r.byEdges(goal{s, x, y, c})
	}
	return false
}

// bySum bounds a + b by a and the constant that bounds b.
func (r *Facts) bySum(s side, a, b, y *ir.Value, c int64, p point) bool {
	d, ok := r.end(s, b)
	return ok && r.step(s, a, y, c, d, p)
}

func (r *Facts) positive(v *ir.Value, least int64) bool {
	k := r.types.Of(v)
	return !k.IsBottom() && k.Lo >= least
}

// byEdges uses what the edges bring to a parameter. What it is compared with must
// be the same on all edges.
func (r *Facts) byEdges(g goal) bool {
	b := g.x.Block
	if g.y != nil && !r.tree.StrictlyDominates(g.y.Block, b) {
		return false
	}
	for _, o := range r.open {
		if o.x == g.x && o.y == g.y && o.s == g.s {
			return g.c >= o.c // around a loop: not more than was to be proved
		}
	}
	r.open = append(r.open, g)
	ok := len(b.Preds) > 0
	for _, pred := range b.Preds {
		if !ok || !r.tree.Reachable(pred) {
			continue
		}
		for i := range pred.Succs {
			if e := &pred.Succs[i]; ok && e.To == b {
				ok = r.prove(g.s, ir.Resolve(e.Args[g.x.Aux]), g.y, g.c, point{pred, atEnd})
			}
		}
	}
	r.open = r.open[:len(r.open)-1]
	return ok
}

// limited reports whether x, in the integers, does not go beyond int64 on a side:
// no sum that does not fit, and that may have been removed, is part of it.
func (r *Facts) limited(s side, x *ir.Value) bool {
	r.round = r.round[:0]
	return r.inside(s, x)
}

func (r *Facts) inside(s side, x *ir.Value) bool {
	if r.steps--; r.steps < 0 {
		return false
	}
	if _, ok := r.end(s, x); ok || x.IsConst() {
		return true
	}
	switch x.Op {
	case ir.OpAddOv:
		a, b := ir.Resolve(x.Args[0]), ir.Resolve(x.Args[1])
		return r.shrinks(s, a, b) || r.shrinks(s, b, a)
	case ir.OpSubOv:
		a, b := ir.Resolve(x.Args[0]), ir.Resolve(x.Args[1])
		d, ok := r.end(1-s, b)
		return ok && d <= 0 && r.inside(s, a)
	case ir.OpMulOv, ir.OpNegOv, ir.OpShlOv, ir.OpDivOv, ir.OpModOv:
		return false
	case ir.OpGuardI64, ir.OpUnboxI64:
		a := ir.Resolve(x.Args[0])
		if a.Op == ir.OpBoxI64 {
			return r.inside(s, ir.Resolve(a.Args[0]))
		}
		return x.Op == ir.OpGuardI64 || a.Op != ir.OpParam
	case ir.OpParam:
		return r.edgesInside(s, x)
	}
	for _, a := range x.Args { // of what wraps around, and of the guest's operations
		if a = ir.Resolve(a); (a.Type == ir.I64 || a.Type == ir.U64) && !(r.inside(above, a) && r.inside(below, a)) {
			return false
		}
	}
	return true
}

// shrinks reports whether a + b is inside because a is and b goes the other way.
func (r *Facts) shrinks(s side, a, b *ir.Value) bool {
	d, ok := r.end(s, b)
	return ok && d <= 0 && r.inside(s, a)
}

// edgesInside asks for everything that edges bring to a parameter; the parameter
// itself, around a loop, is inside if all else is.
func (r *Facts) edgesInside(s side, x *ir.Value) bool {
	for _, p := range r.round {
		if p == x {
			return true
		}
	}
	r.round = append(r.round, x)
	for _, pred := range x.Block.Preds {
		for i := range pred.Succs {
			if e := &pred.Succs[i]; e.To == x.Block && !r.inside(s, ir.Resolve(e.Args[x.Aux])) {
				return false
			}
		}
	}
	return true
}

// bounds bounds x by constants at p: by what holds everywhere and by guards.
func (r *Facts) bounds(x *ir.Value, p point) ir.Fact {
	k := r.types.Of(x)
	switch {
	case k.IsBottom():
		return ir.Top // never computed: say nothing
	case int(x.ID) >= len(r.order) || x.IsConst():
		return k
	}
	lo, hi := k.Lo, k.Hi
	r.steps = budget
	for s := above; s <= below; s++ {
		for i := r.heads[s][x.ID]; i >= 0 && r.steps > 0; i = r.list[i].next {
			r.steps--
			k := &r.list[i]
			if !r.holds(k.at, p) {
				continue
			}
			end, ok := int64(0), true
			if k.other != nil {
				end, ok = r.end(s, k.other)
				if !ok && s == above && r.limited(s, k.other) {
					end, ok = math.MaxInt64, true
				}
			}
			if ok {
				end, ok = plus(end, k.c)
			}
			switch {
			case !ok:
			case s == above:
				hi = min(hi, end)
			case end != math.MinInt64:
				lo = max(lo, -end)
			}
		}
	}
	return ir.RangeFact(lo, hi)
}
