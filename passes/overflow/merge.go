package overflow

import (
	"math"

	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/analysis/ranges"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// farthest bounds the constants of the checks that are merged.
const farthest = 1 << 20

// unchecked lists, by checked operation, the operation that does without the check.
var unchecked = [ir.FirstGuestOp]ir.Op{
	ir.OpAddOv: ir.OpAdd, ir.OpSubOv: ir.OpSub, ir.OpMulOv: ir.OpMul, ir.OpNegOv: ir.OpNeg, ir.OpShlOv: ir.OpShl,
}

// merger finds the checks of a block that one check can stand for.
type merger struct {
	checks []check
	sums   []check // without length
}

// check is a value of a block, in its order: a guard that root + k is within a
// length, or the sum root + k itself. A merged check is nil.
type check struct {
	v, root, length *ir.Value
	k               int64
	order           int // in the block
}

// split splits a value into a root and a constant, modulo 2^64.
func split(v *ir.Value) (root *ir.Value, k int64) {
	if len(v.Args) == 2 && v.Type == ir.I64 { // a state may have operands that are nil
		a, b := ir.Resolve(v.Args[0]), ir.Resolve(v.Args[1])
		if b.Op == ir.OpConstI64 && b.Aux >= -farthest && b.Aux <= farthest {
			switch v.Op {
			case ir.OpAdd, ir.OpAddOv:
				return a, b.Aux
			case ir.OpSub, ir.OpSubOv:
				return a, -b.Aux
			}
		}
	}
	return v, 0
}

// find collects the sums of a block of a loop, and its checks against lengths from
// outside of the loop. It reports whether any two may be merged.
func (m *merger) find(f *ir.Func, forest *loops.Forest, b *ir.Block) bool {
	m.checks, m.sums = m.checks[:0], m.sums[:0]
	in, several, order := forest.Of(b), false, 0
	for v := range b.Values() {
		order++
		if root, k := split(v); root != v {
			m.sums = append(m.sums, check{v: v, root: root, k: k, order: order})
		}
		if v.Op != ir.OpGuardTrue || !again(v) || ir.Resolve(v.Args[0]).Op != ir.OpUlt {
			continue
		}
		c := ir.Resolve(v.Args[0])
		n := ir.Resolve(c.Args[1])
		root, k := split(ir.Resolve(c.Args[0]))
		if root.IsConst() || n.IsConst() || n.Op == ir.OpParam || forest.Contains(in, n.Block) {
			continue
		}
		for _, o := range m.checks {
			several = several || o.root == root && o.length == n
		}
		for _, s := range m.sums {
			several = several || s.root == root && checked(s.v)
		}
		m.checks = append(m.checks, check{v, root, n, k, order})
	}
	return several
}

// again reports whether a guard leaves so that the instruction is executed again: another one leaves to a place that is right only
// where its own condition does not hold, such as that behind a loop.
func again(v *ir.Value) bool { return v.Exits[ir.Before].Kind == ir.Deopt }

func checked(v *ir.Value) bool { return v.Op == ir.OpAddOv || v.Op == ir.OpSubOv }

// merge merges the checks that find has collected.
func (m *merger) merge(ctx *passes.Context, facts *ranges.Facts) {
	for i, c := range m.checks {
		if c.v != nil {
			m.together(ctx, facts, m.checks[i:])
		}
	}
}

// together merges the checks of list that are of the root and length of its first
// one, if they can be. They are those of root + lo to root + hi; sums up to
// root + hi + 1 fit if these hold.
func (m *merger) together(ctx *passes.Context, facts *ranges.Facts, list []check) {
	f, first := ctx.F, list[0]
	lo, hi, n := int64(math.MaxInt64), int64(math.MinInt64), 0
	for _, c := range list {
		if c.with(first) {
			lo, hi, n = min(lo, c.k), max(hi, c.k), n+1
		}
	}
	index, behind := m.index(first, lo)
	at := first
	for _, s := range m.sums {
		if s.within(first, lo, hi) && s.order > behind && s.order < first.order {
			n++
			if s.order < at.order {
				at = s
			}
		}
	}
	if index == nil || n < 2 || !facts.AtMost(f.ConstI64(0), first.length, lo-hi, at.v) || !ctx.Fire(ruleMerged, at.v) {
		return
	}
	length := first.length
	if hi != lo {
		length = f.After(length).Add(ir.OpSub, length, f.ConstI64(hi-lo))
	}
	c := f.Before(at.v)
	g := c.AddGuard(ir.OpGuardTrue, 0, at.v.States[ir.Before], at.v.Exits[ir.Before].Kind, c.Add(ir.OpUlt, index, length))
	for i := range list {
		if o := &list[i]; o.with(first) {
			f.AddFrom(g, o.v.From)
			f.Remove(o.v)
			o.v = nil
		}
	}
	for i := range m.sums {
		if s := &m.sums[i]; s.within(first, lo, hi) && s.order >= at.order {
			w := f.Before(s.v).Add(unchecked[s.v.Op], s.v.Args...)
			f.Replace(s.v, w)
			s.v = w
		}
	}
}

// with reports whether two checks are of one root and length.
func (c check) with(o check) bool { return c.v != nil && c.root == o.root && c.length == o.length }

// within reports whether a sum is checked, of the root of o, and fits if root + lo
// to root + hi are within a length.
func (c check) within(o check, lo, hi int64) bool {
	return checked(c.v) && c.root == o.root && c.k >= lo && c.k <= hi+1
}

// index returns a value that is root + k, computed in front of a check, and the
// place in the block that it has there, 0 if it is the root; nil if there is none.
func (m *merger) index(o check, k int64) (v *ir.Value, order int) {
	if k == 0 {
		return o.root, 0
	}
	for _, s := range m.sums {
		if s.root == o.root && s.k == k && s.order < o.order {
			return s.v, s.order
		}
	}
	return nil, 0
}
