package types

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// What joins lose, found by simulation: Leopoldseder, Stadler, Würthinger, Eisl, Simon,
// Mössenböck, "Dominance-based duplication simulation (DBDS): code duplication to enable compiler
// optimizations", CGO 2018. For each way into a join the facts of what follows are computed as if that way
// had a copy of it of its own. Nothing is copied: whoever asks decides whether a copy pays.

// A Loss is a test behind a join whose outcome is known on one of the ways into it.
type Loss struct {
	Join *ir.Block
	Way  *ir.Block // the predecessor that the way comes from
	Test *ir.Value // a guard or a branch: of what follows the join, and is dominated by it
}

// maxTail bounds the values that are looked at behind a join.
const maxTail = 256

// tail is what follows a join.
type tail struct {
	blocks []*ir.Block
	in     []bool    // by block id
	saved  []ir.Fact // of its parameters and values, in their order
	tests  []bool    // of its tests, in their order: known without a copy
	ways   []*ir.Block
}

// EachLoss tells of each test behind a join that a copy of the code for one way would not have.
// Tops of loops are no joins here: a copy of a loop's top for the way in is what package peel makes.
func (f *Facts) EachLoss(fn *ir.Func, tell func(Loss)) {
	t := &f.tail
	for at, b := range fn.Blocks {
		if b.Loop || len(b.Preds) < 2 {
			continue
		}
		f.follow(fn, at)
		t.ways = t.ways[:0]
		for _, way := range b.Preds {
			if slices.Contains(t.ways, way) {
				continue
			}
			t.ways = append(t.ways, way)
			f.simulate(fn, way)
			n := 0
			f.eachTest(func(v *ir.Value) {
				if !t.tests[n] && f.decided(v) {
					tell(Loss{b, way, v})
				}
				n++
			})
			f.restore()
		}
	}
}

// Lost counts a function's tests, and the ways into joins on which one behind the join is known:
// what a copy of the code behind the join for each way would save. f has the function's facts.
func Lost(fn *ir.Func, f *Facts) (tests, lost int) {
	for _, b := range fn.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if isTest(v) {
				tests++
			}
		}
	}
	f.EachLoss(fn, func(Loss) { lost++ })
	return tests, lost
}

// isTest reports whether an operation goes on in two ways by what it tests.
func isTest(v *ir.Value) bool {
	switch v.Op {
	case ir.OpGuardType, ir.OpGuardI64, ir.OpGuardU64, ir.OpGuardTrue, ir.OpGuardFalse, ir.OpBranch:
		return true
	}
	return false
}

// decided reports whether the facts say how a test turns out.
func (f *Facts) decided(v *ir.Value) bool {
	a := f.Of(ir.Resolve(v.Args[0]))
	switch {
	case a.IsBottom():
		return false
	case v.Op == ir.OpGuardType:
		return a.Types.Within(v.TypeSet())
	case v.Op == ir.OpGuardI64:
		return a.Small && a.Types.Within(f.boxes[0])
	case v.Op == ir.OpGuardU64:
		return a.IsU64()
	}
	return a.Const || a.Lo == a.Hi
}

// follow finds the tail of the join fn.Blocks[at]: the blocks that are come to through it alone,
// loops apart.
func (f *Facts) follow(fn *ir.Func, at int) {
	t := &f.tail
	if cap(t.in) < fn.NumBlocks() {
		t.in = make([]bool, fn.NumBlocks())
	}
	t.in = t.in[:fn.NumBlocks()]
	clear(t.in)
	t.blocks, t.saved, t.tests = t.blocks[:0], t.saved[:0], t.tests[:0]
	for i, b := range fn.Blocks[at:] {
		if i > 0 && (b.Loop || slices.ContainsFunc(b.Preds, func(p *ir.Block) bool { return !t.in[p.ID] })) {
			continue
		}
		t.in[b.ID] = true
		t.blocks = append(t.blocks, b)
		for _, p := range b.Params {
			t.saved = append(t.saved, f.of[p.ID])
		}
		for v := b.First(); v != nil; v = v.Next() {
			t.saved = append(t.saved, f.of[v.ID])
		}
		if len(t.saved) > maxTail {
			break
		}
	}
	f.eachTest(func(v *ir.Value) { t.tests = append(t.tests, f.decided(v)) })
}

// simulate computes the facts of the tail for one way into the join.
func (f *Facts) simulate(fn *ir.Func, way *ir.Block) {
	for i, b := range f.tail.blocks {
		for k, p := range b.Params {
			fact := ir.Fact{}
			for _, from := range b.Preds {
				if i == 0 && from != way {
					continue
				}
				for _, e := range from.Succs {
					if e.To == b {
						fact = ir.Join(fact, f.Of(ir.Resolve(e.Args[k])))
					}
				}
			}
			f.of[p.ID] = fact
		}
		for v := b.First(); v != nil; v = v.Next() {
			if v.Type != ir.Void && v.Type != ir.State {
				f.of[v.ID] = f.transfer(fn, v)
			}
		}
	}
}

// restore makes the facts of the tail those of the function.
func (f *Facts) restore() {
	n := 0
	for _, b := range f.tail.blocks {
		for _, p := range b.Params {
			f.of[p.ID] = f.tail.saved[n]
			n++
		}
		for v := b.First(); v != nil; v = v.Next() {
			f.of[v.ID] = f.tail.saved[n]
			n++
		}
	}
}

// eachTest tells of the tail's tests.
func (f *Facts) eachTest(fn func(*ir.Value)) {
	for _, b := range f.tail.blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if isTest(v) {
				fn(v)
			}
		}
	}
}
