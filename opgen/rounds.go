package opgen

import (
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/ir"
)

// checkRounds checks that constants bound the rounds of all loops.
//
// A loop is bounded if in each round it compares a number that grows by a constant from a
// constant on with a bound, or one that falls to zero, and the bound is a constant, the lesser
// of one and something, or has been compared with one on the way to the loop.
func (c *converter) checkRounds() {
	k := bounder{f: c.f}
	dom.Compute(c.f, &k.tree)
	loops.Compute(c.f, &k.tree, &k.forest)
	rounds := map[*loops.Loop]uint64{}
	for _, l := range k.forest.Loops { // outer loops first
		n, ok := k.rounds(l)
		if l.Parent != nil {
			n *= max(rounds[l.Parent], 1)
		}
		rounds[l] = n
		switch {
		case !ok:
			c.fail(c.pos[l.Header], "nothing bounds the rounds of this loop by a constant: a routine does not poll")
		case n > MaxRounds:
			c.fail(c.pos[l.Header], "this loop may have %d rounds, with those around it; a routine does not poll, and has %d at most", n, MaxRounds)
		}
	}
}

type bounder struct {
	f      *ir.Func
	tree   dom.Tree
	forest loops.Forest
}

// rounds returns the least bound of a loop's rounds.
func (k *bounder) rounds(l *loops.Loop) (least uint64, ok bool) {
	for _, x := range l.Exits {
		b := x.From
		if b.Last().Op != ir.OpBranch || k.forest.Of(b) != l || !k.always(l, b) {
			continue
		}
		for _, t := range relations(b.Last().Args[0], x.Succ == 1) {
			if n, bounded := k.counted(l, t); bounded && (!ok || n < least) {
				least, ok = n, true
			}
		}
	}
	return least, ok
}

// always reports whether each round goes through a block.
func (k *bounder) always(l *loops.Loop, b *ir.Block) bool {
	for _, latch := range l.Latches {
		if !k.tree.Dominates(b, latch) {
			return false
		}
	}
	return true
}

// relation says that x < y, or x ≤ y.
type relation struct {
	x, y   *ir.Value
	equal  bool // ≤
	signed bool
}

// relations returns what is known where a comparison is true, or where it is false.
func relations(cond *ir.Value, truth bool) []relation {
	for cond.Op == ir.OpBNot {
		cond, truth = cond.Args[0], !truth
	}
	if len(cond.Args) != 2 {
		return nil
	}
	x, y := cond.Args[0], cond.Args[1]
	r := relation{x, y, false, cond.Op != ir.OpUlt}
	switch cond.Op {
	case ir.OpLt, ir.OpUlt:
	case ir.OpGe:
		truth = !truth
	case ir.OpGt:
		r.x, r.y = y, x
	case ir.OpLe:
		r.x, r.y, truth = y, x, !truth
	case ir.OpNe, ir.OpEq: // n ≠ 0 says 0 < n of a number without sign
		if truth == (cond.Op == ir.OpNe) && y.IsInt(0) {
			return []relation{{y, x, false, false}}
		}
		if truth == (cond.Op == ir.OpEq) {
			return []relation{{x, y, true, true}, {x, y, true, false}, {y, x, true, true}, {y, x, true, false}}
		}
		return nil
	default:
		return nil
	}
	if !truth {
		r.x, r.y, r.equal = r.y, r.x, true
	}
	return []relation{r}
}

// counted returns how many rounds a loop has at most that goes on only while a relation
// holds.
func (k *bounder) counted(l *loops.Loop, t relation) (uint64, bool) {
	if x, off, ok := offset(t.x); ok {
		// From wherever a number without sign begins, it is above the bound soon.
		start, step, ok := k.steps(l, x)
		if ok && step > 0 && off >= 0 && (start != nil && start.Op == ir.OpConstI64 && start.Int() >= 0 || !t.signed && off == 0) {
			if hi, ok := k.most(t.y, l.Header, t.signed, 0); ok {
				return hi/uint64(step) + 2, true
			}
		}
	}
	// Falling to zero: 0 < n.
	if t.x.Op == ir.OpConstI64 && t.x.Int() >= 0 {
		if start, step, ok := k.steps(l, t.y); ok && start != nil && step < 0 && (t.signed || step == -1) {
			if hi, ok := k.most(start, l.Header, t.signed, 0); ok {
				return hi/uint64(-step) + 2, true
			}
		}
	}
	return 0, false
}

// offset takes a value apart into another one and a constant that is added.
func offset(v *ir.Value) (x *ir.Value, off int64, ok bool) {
	if v.Op == ir.OpAdd && v.Args[1].Op == ir.OpConstI64 {
		off = v.Args[1].Int()
		return v.Args[0], off, off < MaxRounds
	}
	return v, 0, true
}

// steps returns what a parameter of a loop's header begins with, nil if that are several values, and the constant that each
// round adds.
func (k *bounder) steps(l *loops.Loop, p *ir.Value) (start *ir.Value, step int64, ok bool) {
	if p.Op != ir.OpParam || p.Block != l.Header {
		return nil, 0, false
	}
	several := false
	for _, from := range l.Header.Preds {
		for _, e := range from.Succs {
			if e.To != l.Header {
				continue
			}
			v := e.Args[p.Aux]
			if !k.forest.Contains(l, from) {
				several = several || start != nil && start != v
				start = v
				continue
			}
			n, ok := added(v, p)
			if !ok || step != 0 && n != step {
				return nil, 0, false
			}
			step = n
		}
	}
	if several {
		start = nil
	}
	return start, step, step != 0 && step > -MaxRounds && step < MaxRounds
}

// added returns the constant by which v is more than p.
func added(v, p *ir.Value) (int64, bool) {
	if len(v.Args) != 2 || v.Args[0] != p || v.Args[1].Op != ir.OpConstI64 {
		return 0, false
	}
	switch n := v.Args[1].Int(); v.Op {
	case ir.OpAdd:
		return n, true
	case ir.OpSub:
		return -n, true
	}
	return 0, false
}

// maxDepth bounds how far most looks.
const maxDepth = 8

// most returns a constant that a value is not above where a block begins, as a number with or
// without sign. It is less than 2^32.
func (k *bounder) most(v *ir.Value, at *ir.Block, signed bool, depth int) (uint64, bool) {
	if depth > maxDepth {
		return 0, false
	}
	if v.Op == ir.OpConstI64 {
		return uint64(max(v.Int(), 0)), v.Int() < 1<<32 && (signed || v.Int() >= 0)
	}
	best, found := uint64(0), false
	take := func(n uint64, ok bool) {
		if ok && (!found || n < best) {
			best, found = n, true
		}
	}
	switch v.Op {
	case ir.OpAnd:
		for _, a := range v.Args { // without sign, it is above neither
			take(k.most(a, at, false, depth+1))
		}
	case ir.OpShr:
		if c := v.Args[1]; c.Op == ir.OpConstI64 && c.Int() > 32 && c.Int() < 64 {
			take(1<<(64-c.Int())-1, true)
		}
		if c := v.Args[1]; c.Op == ir.OpConstI64 {
			if n, ok := k.most(v.Args[0], at, false, depth+1); ok {
				take(n>>(c.Int()&63), true)
			}
		}
	case ir.OpSelect: // min: the lesser of two
		for _, r := range relations(v.Args[0], true) {
			if r.signed == signed && r.x == v.Args[1] && r.y == v.Args[2] {
				take(k.most(v.Args[1], at, signed, depth+1))
				take(k.most(v.Args[2], at, signed, depth+1))
			}
		}
	case ir.OpLoad, ir.OpLoadX:
		if w := v.Mem().Kind.Bytes(); w < 4 {
			take(1<<(8*w)-1, true)
		}
	}
	for b := at; b != nil; b = k.tree.Idom(b) {
		up := k.tree.Idom(b)
		if up == nil || up.Last().Op != ir.OpBranch || up.Succs[0].To == up.Succs[1].To || !k.onlyFrom(b, up) {
			continue
		}
		for _, r := range relations(up.Last().Args[0], up.Succs[0].To == b) {
			// Less than a constant without sign is less with one, too.
			if r.x != v || r.signed && !signed || r.y.Op != ir.OpConstI64 || r.y.Int() < 0 || r.y.Int() >= 1<<32 {
				continue
			}
			take(uint64(r.y.Int()), true)
		}
	}
	return best, found
}

// onlyFrom reports whether a block is entered from one other only, but for the ways back to it.
func (k *bounder) onlyFrom(b, from *ir.Block) bool {
	n := 0
	for _, p := range b.Preds {
		if k.tree.Dominates(b, p) {
			continue
		}
		if n++; p != from || n > 1 {
			return false
		}
	}
	return n == 1
}
