// Package ranges is the analysis that proves inequalities between integers at a
// point of the function: x ≤ y + c, for values x and y and a constant c.
//
// Package types bounds a value wherever it stands. This one also knows what the
// guards and branches on the way to a point have decided: behind a guard.true of
// lt i, n, i is at most n − 1. It answers by a search backwards through what
// bounds a value, on demand: guards that dominate the point, the operation that
// made the value, the edges that bring a parameter, and at last the bounds that
// package types has found. A parameter that the search comes back to by way of a
// loop is bounded if the way around has not made the claim stronger: an induction
// variable that only grows is never below its start. (Bodik, Gupta and Sarkar,
// ABCD: Eliminating Array Bounds Checks on Demand, 2000; with facts looked up by
// dominance instead of renamed values. Constants: as in PyPy's intbounds.)
//
// # What may prove what
//
// A Checked operation whose result nothing needs may be removed, and execution
// go on where it would have left. So an inequality is proved in the integers,
// where Checked operations do not leave: that a sum fits 64 bits proves something
// of values that need the sum, and of nothing else. [Facts.Fits], which asks about
// the very operation, takes it that its operands fit.
//
//	facts := analysis.Get(c, ranges.Analysis)
//	if v.Op == ir.OpAddOv && facts.Fits(v) { … } // cannot overflow where it stands
//	if facts.Holds(cond, true, guard) { … } // the guard cannot fail
//
// Answers hold for the function as it was when the analysis ran; values made later
// are unknown. A search gives up after a number of steps, so that a pass over a
// function takes time in proportion to its length. The package must not know any
// guest.
package ranges

import (
	"math"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/ir"
)

// Analysis computes Facts.
var Analysis = &analysis.Analysis[Facts]{
	Name: "ranges",
	Compute: func(c *analysis.Cache, out *Facts) {
		Compute(c.F, analysis.Get(c, dom.Analysis), analysis.Get(c, types.Analysis), out)
	},
}

// side says which way a bound goes: above is x ≤ y + c, below is x ≥ y − c.
type side int

const (
	above side = iota
	below
)

// point is a place in a block: in front of the value with the given number, which
// counts from 1.
type point struct {
	b     *ir.Block
	order int32
}

// atEnd is the number of the point behind all values of a block.
const atEnd = math.MaxInt32

// bound is what a guard or branch says of a value: v ≤ other + c, or v ≥ other − c.
// Without other it is a constant that bounds v.
type bound struct {
	other *ir.Value
	c     int64
	at    point // from where on it holds
	next  int32 // in Facts.list, −1
}

// Facts answers questions about a function as it was when Compute ran.
type Facts struct {
	tree  *dom.Tree
	types *types.Facts
	order []int32    // by value id: its number in its block, 0 if it has none
	heads [2][]int32 // by value id: its last bound on each side, −1
	list  []bound
	open  []goal      // claims about parameters that the search has set out to prove
	round []*ir.Value // parameters that limited looks at
	steps int         // how much longer the search may go on
}

// goal is a claim about a parameter.
type goal struct {
	s    side
	x, y *ir.Value
	c    int64
}

// Compute collects what f's guards and branches say. t is f's dominator tree, k
// what package types knows.
func Compute(f *ir.Func, t *dom.Tree, k *types.Facts, r *Facts) {
	r.tree, r.types = t, k
	n := f.NumValues()
	r.order = resized(r.order, n)
	clear(r.order)
	for s := range r.heads {
		r.heads[s] = resized(r.heads[s], n)
		for i := range r.heads[s] {
			r.heads[s][i] = -1
		}
	}
	r.list, r.open = r.list[:0], r.open[:0]
	for _, b := range t.RPO() {
		order := int32(0)
		for v := b.First(); v != nil; v = v.Next() {
			order++
			r.order[v.ID] = order
			switch v.Op {
			case ir.OpGuardTrue, ir.OpGuardFalse:
				r.learn(ir.Resolve(v.Args[0]), v.Op == ir.OpGuardTrue, point{b, order})
			case ir.OpBranch:
				for i, e := range b.Succs {
					if len(e.To.Preds) == 1 {
						r.learn(ir.Resolve(v.Args[0]), i == 0, point{e.To, 0})
					}
				}
			}
		}
	}
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// learn enters what a condition says of its operands, from a point on.
func (r *Facts) learn(cond *ir.Value, truth bool, at point) {
	for cond.Op == ir.OpBNot {
		cond, truth = ir.Resolve(cond.Args[0]), !truth
	}
	op := cond.Op
	if !truth {
		op = inverse(op)
	}
	if op < ir.OpEq || op > ir.OpUlt {
		return
	}
	a, b := ir.Resolve(cond.Args[0]), ir.Resolve(cond.Args[1])
	switch op {
	case ir.OpEq:
		r.less(a, b, 0, at)
		r.less(b, a, 0, at)
	case ir.OpLt:
		r.less(a, b, -1, at)
	case ir.OpLe:
		r.less(a, b, 0, at)
	case ir.OpGt:
		r.less(b, a, -1, at)
	case ir.OpGe:
		r.less(b, a, 0, at)
	case ir.OpUlt:
		if k := r.types.Of(b); k.Lo >= 0 && !k.IsBottom() { // then a is below b as a signed number, and not negative
			r.less(a, b, -1, at)
			r.enter(below, a, nil, 0, at)
		}
	}
}

// inverse returns the comparison that holds where op does not; OpCopy, which is
// none, if there is none.
func inverse(op ir.Op) ir.Op {
	switch op {
	case ir.OpEq:
		return ir.OpNe
	case ir.OpNe:
		return ir.OpEq
	case ir.OpLt:
		return ir.OpGe
	case ir.OpLe:
		return ir.OpGt
	case ir.OpGt:
		return ir.OpLe
	case ir.OpGe:
		return ir.OpLt
	}
	return ir.OpCopy
}

// less enters a ≤ b + c.
func (r *Facts) less(a, b *ir.Value, c int64, at point) {
	ok := true
	if b.IsConst() {
		c, ok = plus(c, b.Aux)
		b = nil
	}
	if a.IsConst() && ok {
		c, ok = minus(c, a.Aux)
		a = nil
	}
	if ok {
		r.enter(above, a, b, c, at)
		r.enter(below, b, a, c, at)
	}
}

// links is how many additions of constants a bound is carried through to the
// operand.
const links = 4

// enter enters a bound of v, and of what v is the sum of with a constant.
func (r *Facts) enter(s side, v, other *ir.Value, c int64, at point) {
	for range links {
		if v == nil || v.IsConst() || v == other {
			return
		}
		r.list = append(r.list, bound{other, c, at, r.heads[s][v.ID]})
		r.heads[s][v.ID] = int32(len(r.list) - 1)
		root, k, ok := r.offset(v)
		if !ok {
			return
		}
		if c, ok = towards(s, c, k); !ok {
			return
		}
		v = root
	}
}

// towards returns the constant of a bound of x from the one of a bound of x + k.
func towards(s side, c, k int64) (int64, bool) {
	if s == above {
		return minus(c, k)
	}
	return plus(c, k)
}

// offset splits v into a value and a constant that it is the sum of, in the
// integers.
func (r *Facts) offset(v *ir.Value) (root *ir.Value, k int64, ok bool) {
	switch v.Op {
	case ir.OpAddOv, ir.OpSubOv:
	case ir.OpAdd, ir.OpSub:
		if !types.Fits(v.Op, r.types.Of(ir.Resolve(v.Args[0])), r.types.Of(ir.Resolve(v.Args[1]))) {
			return nil, 0, false
		}
	default:
		return nil, 0, false
	}
	return constant(v)
}

// constant splits a sum or difference of a value and a constant.
func constant(v *ir.Value) (root *ir.Value, k int64, ok bool) {
	a, b := ir.Resolve(v.Args[0]), ir.Resolve(v.Args[1])
	sum := v.Op == ir.OpAdd || v.Op == ir.OpAddOv
	switch {
	case b.IsConst() && sum:
		return a, b.Aux, !a.IsConst()
	case b.IsConst() && b.Aux != math.MinInt64:
		return a, -b.Aux, !a.IsConst()
	case a.IsConst() && sum:
		return b, a.Aux, true
	}
	return nil, 0, false
}

func plus(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func minus(a, b int64) (int64, bool) {
	c := a - b
	return c, (c < a) == (b > 0)
}

// before returns the point in front of v.
func (r *Facts) before(v *ir.Value) (point, bool) {
	if int(v.ID) >= len(r.order) || r.order[v.ID] == 0 || v.Block == nil {
		return point{}, false
	}
	return point{v.Block, r.order[v.ID]}, true
}

// holds reports whether what holds from at on holds at p.
func (r *Facts) holds(at, p point) bool {
	if at.b == p.b {
		return at.order < p.order
	}
	return r.tree.StrictlyDominates(at.b, p.b)
}
