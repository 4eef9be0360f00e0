// Package sums is the pass that tests once for a whole chain of sums that none of them
// overflows.
//
// What: additions and subtractions that leave on overflow and add up, by way of each
// other and of joins, from one integer (the root) by bounded amounts, become additions
// that wrap around, behind one test that the root is far enough from the end of the
// 64 bits, or two, if the amounts have both signs. By rule: chain; few counts chains
// that are too short, nowhere those that no guard dominates whose state would do.
//
//	branch v1, b1(), b2()                     guard.true (le v0, MAX−65536), s0
//	b1: v2 = add.ov v0, 5, s1; jump b3(v2)    branch v1, b1(), b2()
//	b2: v3 = add.ov v0, 7, s2; jump b3(v3)  → b1: v2 = add v0, 5; jump b3(v2)
//	b3(v4): v5 = add.ov v4, 1, s3             b2: v3 = add v0, 7; jump b3(v3)
//	                                          b3(v4): v5 = add v4, 1
//
// The test leaves with the state of a guard that dominates the sums, or of the first
// sum, where execution goes on ahead of all of them.
//
// Why: each check keeps what it had before alive for its own exit, which costs a copy;
// a branch whose ways compute without leaving can be shortened (ifconv). How many sums
// an iteration takes is counted with both ways of each branch as equally likely.
//
// Assumptions: this is speculation: code leaves for a root within farthest of the end
// of the 64 bits although no sum might have passed it. Such numbers are rare, and what
// leaves often gets an executor of its own. Source: the combining of checks of one
// symbolic value in ABCD (Bodik, Gupta, Sarkar 2000) and in LuaJIT's lj_opt_narrow.c,
// with joins.
package sums

import (
	"math"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleChain = iota
	ruleFew
	ruleNowhere
)

const (
	farthest = 1 << 32 // bounds how far a chain adds up
	nearest  = 1 << 16 // the least distance that is tested for, so that chains have their constants in common
	one      = 1 << 20 // the weight of a block that every iteration executes
)

// Pass tests chains of sums.
var Pass = &passes.Pass{
	Name: "sums",
	Doc:  "Tests once that a chain of sums does not overflow.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "unbox", Why: "there are no integer operations before"},
		{Pass: "gvn", Why: "sums that are equal are one"},
	},
	Counters: []string{"chain", "few", "nowhere"},
	Options:  []passes.Option{{Name: "least", Default: 3, Doc: "the sums of an iteration that one test has to stand for"}},
	New: func(o passes.Options) (passes.Runner, error) {
		return &runner{least: int64(o["least"]) * one}, nil
	},
}

// unchecked lists, by checked operation, the operation that does without the check.
var unchecked = [ir.FirstGuestOp]ir.Op{ir.OpAddOv: ir.OpAdd, ir.OpSubOv: ir.OpSub}

func checked(v *ir.Value) bool { return v.Op == ir.OpAddOv || v.Op == ir.OpSubOv }

// offset says that a value lies between root + lo and root + hi, in the integers. A
// value that is nobody's sum is its own root.
type offset struct {
	root   *ir.Value
	lo, hi int64
}

type runner struct {
	least  int64
	ctx    *passes.Context
	tree   *dom.Tree
	forest *loops.Forest
	facts  *types.Facts

	offsets []offset      // by value id; no root: not looked at, or a constant
	of      []int32       // by value id of a root: its chain, from 1
	chains  [][]*ir.Value // the sums of each chain, in reverse postorder
	weights []int64       // by block id
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.ctx = ctx
	if !hasChains(ctx.F) {
		return nil
	}
	r.tree, r.forest, r.facts = passes.Get(ctx, dom.Analysis), passes.Get(ctx, loops.Analysis), passes.Get(ctx, types.Analysis)
	r.offsets, r.of = dense.Cleared(r.offsets, ctx.F.NumValues()), dense.Cleared(r.of, ctx.F.NumValues())
	r.weights, r.chains = dense.Cleared(r.weights, ctx.F.NumBlocks()), r.chains[:0]
	for _, b := range r.tree.RPO() {
		for _, p := range b.Params {
			r.offsets[p.ID] = r.meet(p)
		}
		for v := range b.Values() {
			if v.Type == ir.I64 {
				r.offsets[v.ID] = r.sum(v)
			}
		}
	}
	for _, c := range r.chains {
		r.chain(c)
	}
	return nil
}

// hasChains reports whether some checked sum may be of another one.
func hasChains(f *ir.Func) bool {
	n := 0
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if checked(v) {
				n++
			}
		}
	}
	return n > 1
}

// meet returns the offset of a parameter: that of what all edges bring, if it is of one
// root and the block is no loop's.
func (r *runner) meet(p *ir.Value) offset {
	own := offset{root: p}
	if in := r.forest.Of(p.Block); p.Type != ir.I64 || in != nil && in.Header == p.Block {
		return own
	}
	var all offset
	for _, from := range p.Block.Preds {
		for i := range from.Succs {
			if from.Succs[i].To != p.Block {
				continue
			}
			o := r.at(ir.Resolve(from.Succs[i].Args[p.Aux]))
			switch {
			case o.root == nil || all.root != nil && all.root != o.root:
				return own
			case all.root == nil:
				all = o
			}
			all.lo, all.hi = min(all.lo, o.lo), max(all.hi, o.hi)
		}
	}
	if all.root == nil || r.forest.Of(all.root.Block) != r.forest.Of(p.Block) {
		return own
	}
	return all
}

// at returns the offset of a value that has been looked at.
func (r *runner) at(v *ir.Value) offset {
	if int(v.ID) >= len(r.offsets) || v.IsConst() {
		return offset{}
	}
	return r.offsets[v.ID]
}

// sum returns the offset of an operation's result, and enters it into its chain.
func (r *runner) sum(v *ir.Value) offset {
	own := offset{root: v}
	if !checked(v) || v.Exits[ir.Before] == nil {
		return own
	}
	x, y := ir.Resolve(v.Args[0]), ir.Resolve(v.Args[1])
	k := r.facts.Of(y)
	if !near(k) && v.Op == ir.OpAddOv {
		x, y = y, x
		k = r.facts.Of(y)
	}
	o := r.at(x)
	if o.root == nil || !near(k) || r.forest.Of(o.root.Block) != r.forest.Of(v.Block) {
		return own
	}
	if v.Op == ir.OpAddOv {
		o.lo, o.hi = o.lo+k.Lo, o.hi+k.Hi
	} else {
		o.lo, o.hi = o.lo-k.Hi, o.hi-k.Lo
	}
	if o.lo < -farthest || o.hi > farthest {
		return own
	}
	i := r.of[o.root.ID]
	if i == 0 {
		if len(r.chains) < cap(r.chains) {
			r.chains = r.chains[:len(r.chains)+1]
		} else {
			r.chains = append(r.chains, nil)
		}
		i = int32(len(r.chains))
		r.of[o.root.ID], r.chains[i-1] = i, r.chains[i-1][:0]
	}
	r.chains[i-1] = append(r.chains[i-1], v)
	return o
}

// near reports whether an integer is known to be close to 0.
func near(k ir.Fact) bool { return !k.IsBottom() && k.Lo >= -farthest && k.Hi <= farthest }

// chain tests for the sums of a chain, if it is worth it.
func (r *runner) chain(list []*ir.Value) {
	if len(list) < 2 {
		return
	}
	root, top := r.at(list[0]).root, list[0].Block
	var lo, hi int64
	for _, v := range list {
		top = r.tree.Common(top, v.Block)
		lo, hi = min(lo, r.at(v).lo), max(hi, r.at(v).hi)
	}
	tests := int64(0)
	if lo < 0 {
		tests++
	}
	if hi > 0 {
		tests++
	}
	if r.weight(top, list) < r.least*tests {
		r.ctx.Count(ruleFew)
		return
	}
	at := r.place(root, top, list)
	if at == nil {
		r.ctx.Count(ruleNowhere)
		return
	}
	if !r.ctx.Fire(ruleChain, root) {
		return
	}
	f := r.ctx.F
	c, state := f.Before(at), at.States[ir.Before]
	c.From = list[0].From
	var guards [2]*ir.Value
	if hi > 0 {
		guards[0] = c.AddGuard(ir.OpGuardTrue, 0, state, ir.Deopt, c.Add(ir.OpLe, root, f.ConstI64(math.MaxInt64-distance(hi))))
	}
	if lo < 0 {
		guards[1] = c.AddGuard(ir.OpGuardTrue, 0, state, ir.Deopt, c.Add(ir.OpGe, root, f.ConstI64(math.MinInt64+distance(-lo))))
	}
	for _, v := range list {
		for _, g := range guards {
			if g != nil {
				f.AddFrom(g, v.From)
			}
		}
		f.Replace(v, f.Before(v).Add(unchecked[v.Op], v.Args...))
	}
}

// distance returns what is tested for to add n: a power of two.
func distance(n int64) int64 {
	d := int64(nearest)
	for d < n {
		d *= 2
	}
	return d
}

// weight returns how many sums of a list are executed each time that the block top is,
// which dominates them, by equally likely branches; in units of one.
func (r *runner) weight(top *ir.Block, list []*ir.Value) (sum int64) {
	in, next := r.forest.Of(top), 0
	rpo := r.tree.RPO()
	for i := r.tree.Number(top); i < len(rpo) && next < len(list); i++ {
		b := rpo[i]
		w := int64(0)
		if b == top {
			w = one
		} else {
			for _, p := range b.Preds {
				if r.tree.Reachable(p) && r.tree.Number(p) >= r.tree.Number(top) && r.tree.Number(p) < i && (in == nil || r.forest.Contains(in, p)) {
					w += r.weights[p.ID] / int64(len(p.Succs))
				}
			}
		}
		for r.weights[b.ID] = w; next < len(list) && list[next].Block == b; next++ {
			sum += w
		}
	}
	return sum
}

// place returns the operation in front of which a test of root for a list of sums goes,
// and with whose Before state it leaves: the last one with a deopt exit that dominates
// them all, or the first of them; nil if there is none.
func (r *runner) place(root *ir.Value, top *ir.Block, list []*ir.Value) *ir.Value {
	in := r.forest.Of(root.Block)
	for b := top; b != nil && r.forest.Of(b) == in; b = r.tree.Idom(b) {
		v := b.Last()
		for _, s := range list {
			if s.Block == b {
				v = s // sums of one block are in order
				break
			}
		}
		for ; v != nil && v != root; v = v.Prev() {
			if x := v.Exits[ir.Before]; x != nil && x.Kind == ir.Deopt {
				return v
			}
		}
		if b == root.Block {
			break
		}
	}
	return nil
}
