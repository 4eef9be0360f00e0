// Package ifconv is the pass that makes selections of branches whose two ways do
// nothing but give different numbers to the place where they meet.
//
// What: a branch, both ways of which lead to the same block, directly or through a
// block that holds a jump alone, becomes a jump. A parameter of the meeting place
// that the ways give different numbers becomes select (integers) or fselect (floats)
// of the branch's condition. If no other way leads there, both blocks become one.
//
//	b0: … branch v1, b1(), b2()          b0: …
//	b1: jump b3(v2)                          v4 = select v1, v2, v3
//	b2: jump b3(v3)                 →        …
//	b3(v4): …
//
// Where both ways compute, the one that takes fewer operations, at most ahead, does so
// in front of the branch: what it computes is ready when the ways meet, so that nothing
// has to be jumped over on the other one (rule ahead).
//
//	b0: … branch v1, b1(), b2()               b0: … v5 = add v3, 2
//	b1: v4 = add v2, 1; jump b3(v4, v3)           branch v1, b1(), b2()
//	b2: v5 = add v3, 2; jump b3(v2, v5)    →  b1: v4 = add v2, 1; jump b3(v4, v3)
//	b3(v6, v7): …                             b2: jump b3(v2, v5)
//
// Of several such branches in a row every third computes both ways (rule both), so that
// less has to be guessed: what one way adds to a number becomes a selection of that or 0.
// Of twelve that depend on the bits of a counter this takes 0.63 of the time of none, and
// all of them 1.1 (measured on Zen 4): those that are left find their way by the others'.
//
// Last, ways that meet only to go back to a loop's start lead there each by itself (rule past).
//
// Why: who selects regions follows a branch both ways only if it has gone both ways of
// late, so that the processor is likely to guess it wrong: about 15 cycles, where a
// selection takes 1 to 6. A jump costs 1 or 2 also where it is guessed right, an addition
// that is not needed a quarter. Words are left alone, because what is known of a type differs
// by the way; so is what is cold on one way, which is guessed right.
//
// Assumptions: none, but it finds something only where numbers are no words any more,
// and where what nothing uses is gone: else the ways look as if they did something.
// Source: the simplest case of if-conversion, Allen, Kennedy, Porterfield, Warren 1983.
package ifconv

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleSelect = iota
	ruleAhead
	ruleBoth
	rulePast
)

// Pass converts branches.
var Pass = &passes.Pass{
	Name: "ifconv",
	Doc:  "Makes selections of branches whose ways only give different numbers to the place where they meet, and computes short ways ahead.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "unbox", Why: "it makes numbers of the words that meet"},
		{Pass: "dce", Why: "ways are empty only when what nothing uses is gone"},
	},
	Counters: []string{"select", "ahead", "both", "past"},
	Options: []passes.Option{
		{Name: "max", Default: 2, Doc: "the most selections for one branch"},
		{Name: "ahead", Default: 1, Doc: "the most operations of a way that go in front of the branch"},
		{Name: "every", Default: 3, Doc: "of branches in a row whose ways are so short, each so many-th is computed both ways; 0: none"},
	},
	New: func(o passes.Options) (passes.Runner, error) {
		return &runner{most: o["max"], few: o["ahead"], every: o["every"]}, nil
	},
}

type runner struct {
	most, few, every int
	rows             []int // by block id: of how many branches in a row it is the place where the last one's ways meet
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	f := ctx.F
	r.rows = dense.Cleared(r.rows, f.NumBlocks())
	for i := 0; i < len(f.Blocks); i++ {
		b := f.Blocks[i]
		for n := r.rows[b.ID]; ; n++ {
			if r.every > 0 && n%r.every == r.every-1 && r.short(b) && ctx.Fire(ruleBoth, b.Last()) {
				both(f, b)
			}
			yes, no, ok := meeting(b, r.most)
			if !ok || !ctx.Fire(ruleSelect, b.Last()) {
				r.rows[b.ID] = n
				break
			}
			convert(f, b, yes, no)
			if !mergeable(b) {
				break
			}
			f.Merge(b) // now b ends as its successor did
		}
		if arm := r.shorter(b); arm != nil && ctx.Fire(ruleAhead, b.Last()) {
			moveAhead(f, b, arm)
		}
		if diamond(b) {
			r.rows[b.Succs[0].To.Succs[0].To.ID] = r.rows[b.ID] + 1
		}
	}
	past(ctx)
	return nil
}

// meeting returns the edges by which the two ways of b's branch reach the same block,
// if they do and it pays to select.
func meeting(b *ir.Block, most int) (yes, no ir.Edge, ok bool) {
	if len(b.Succs) != 2 {
		return yes, no, false
	}
	yes, no = through(b, b.Succs[0]), through(b, b.Succs[1])
	to := yes.To
	if to != no.To || to.Loop || to.Cold || b.Succs[0].To.Cold || b.Succs[1].To.Cold {
		return yes, no, false
	}
	for k, p := range to.Params {
		switch {
		case ir.Resolve(yes.Args[k]) == ir.Resolve(no.Args[k]):
		case most == 0 || p.Type != ir.I64 && p.Type != ir.F64:
			return yes, no, false
		default:
			most--
		}
	}
	return yes, no, true
}

// through returns where an edge from b leads to if its block only jumps on.
func through(b *ir.Block, e ir.Edge) ir.Edge {
	if to := e.To; len(to.Preds) == 1 && len(to.Params) == 0 && to.First() == to.Last() && to.Last().Op == ir.OpJump && to != b {
		return to.Succs[0]
	}
	return e
}

// convert makes b jump to where its ways meet.
func convert(f *ir.Func, b *ir.Block, yes, no ir.Edge) {
	branch := b.Last()
	cond := branch.Arg(0)
	at := f.Before(branch)
	args := make([]*ir.Value, len(yes.Args))
	for k := range args {
		x, y := ir.Resolve(yes.Args[k]), ir.Resolve(no.Args[k])
		args[k] = x
		switch {
		case x == y:
		case x.Type == ir.F64:
			args[k] = at.Add(ir.OpFSelect, cond, x, y)
		default:
			args[k] = at.Add(ir.OpSelect, cond, x, y)
		}
	}
	var arms []*ir.Block
	for _, e := range b.Succs {
		if e.To != yes.To {
			arms = append(arms, e.To)
		}
	}
	f.Remove(branch)
	f.AtEnd(b).Jump(yes.To, args...)
	for _, arm := range arms {
		f.RemoveBlock(arm)
	}
}

// mergeable reports whether b and its only successor always follow each other.
func mergeable(b *ir.Block) bool { return len(b.Succs[0].To.Preds) == 1 && b.Succs[0].To != b }

// diamond reports whether a block ends with a branch of two ways of one block each that
// meet at once.
func diamond(b *ir.Block) bool {
	if len(b.Succs) != 2 || b.Last().Op != ir.OpBranch {
		return false
	}
	yes, no := b.Succs[0].To, b.Succs[1].To
	return yes != no && arm(yes) && arm(no) && yes.Succs[0].To == no.Succs[0].To && !yes.Succs[0].To.Loop
}

// shorter returns the block of the way from b that computes less, if its operations are
// few and can stand in front of the branch, and the other way does something before it
// comes to the same place; nil otherwise.
func (r *runner) shorter(b *ir.Block) *ir.Block {
	if !diamond(b) {
		return nil
	}
	yes, no := b.Succs[0].To, b.Succs[1].To
	x, y := operations(yes), operations(no)
	switch {
	case y > 0 && y <= r.few && (x < 0 || x >= y):
		return no
	case x > 0 && x <= r.few && y != 0:
		return yes
	}
	return nil
}

// short reports whether both ways from b do nothing but a few operations, and what they
// do not compute can be selected.
func (r *runner) short(b *ir.Block) bool {
	if !diamond(b) {
		return false
	}
	yes, no := b.Succs[0].To, b.Succs[1].To
	if x, y := operations(yes), operations(no); x < 0 || y < 0 || x+y == 0 || x > r.few || y > r.few {
		return false
	}
	left := r.most
	for k, p := range yes.Succs[0].To.Params {
		x, y := ir.Resolve(yes.Succs[0].Args[k]), ir.Resolve(no.Succs[0].Args[k])
		if x != y && operand(yes, x, y) < 0 && operand(no, y, x) < 0 {
			if left--; left < 0 || p.Type != ir.I64 && p.Type != ir.F64 {
				return false
			}
		}
	}
	return true
}

// neutral lists, by operation, that with 0 as an operand it gives the other one: the
// second operand, or either if the operation is commutative.
var neutral = [ir.FirstGuestOp]bool{ir.OpAdd: true, ir.OpSub: true, ir.OpOr: true, ir.OpXor: true}

// operand returns the index of the operand of v, which arm computes to bring it once to
// its successor, that makes it x if it is 0; -1 if there is none.
func operand(arm *ir.Block, v, x *ir.Value) int {
	if v.Block != arm || v.Op >= ir.FirstGuestOp || !neutral[v.Op] || uses(arm, v) != 1 {
		return -1
	}
	switch x {
	case ir.Resolve(v.Args[0]):
		return 1
	case ir.Resolve(v.Args[1]):
		if v.Op != ir.OpSub {
			return 0
		}
	}
	return -1
}

// uses counts who uses v, which an arm computes: it dominates nobody else.
func uses(arm *ir.Block, v *ir.Value) (n int) {
	count := func(list []*ir.Value) {
		for _, a := range list {
			if ir.Resolve(a) == v {
				n++
			}
		}
	}
	for w := range arm.Values() {
		count(w.Args)
	}
	count(arm.Succs[0].Args)
	return n
}

// both moves what both ways from b compute in front of its branch. What one way adds to a
// number that the other leaves alone becomes a selection of that or 0.
func both(f *ir.Func, b *ir.Block) {
	cond, zero := b.Last().Arg(0), f.ConstI64(0)
	for i := range b.Succs {
		mine, other := b.Succs[i].To, b.Succs[1-i].To
		for k := range mine.Succs[0].Args {
			v, x := ir.Resolve(mine.Succs[0].Args[k]), ir.Resolve(other.Succs[0].Args[k])
			n := operand(mine, v, x)
			if v == x || n < 0 {
				continue
			}
			choice := [2]*ir.Value{}
			choice[i], choice[1-i] = ir.Resolve(v.Args[n]), zero
			f.SetOperand(v, n, f.Before(v).Add(ir.OpSelect, cond, choice[0], choice[1]))
			f.SetArg(&other.Succs[0], k, v)
		}
		moveAhead(f, b, mine)
	}
}

// moveAhead moves the operations of a way in front of the branch of b.
func moveAhead(f *ir.Func, b, arm *ir.Block) {
	for v := arm.First(); v != arm.Last(); v = arm.First() {
		f.Move(v, f.Before(b.Last()))
	}
}

// arm reports whether a block is a way's only one.
func arm(b *ir.Block) bool {
	return len(b.Preds) == 1 && len(b.Params) == 0 && len(b.Succs) == 1 && !b.Cold
}

// cheap has the operations that may be executed needlessly: they take a cycle, and are
// defined for all operands.
var cheap = [ir.FirstGuestOp]bool{ir.OpAdd: true, ir.OpSub: true, ir.OpAnd: true, ir.OpOr: true, ir.OpXor: true, ir.OpNeg: true}

// operations returns how many operations a block has in front of its jump, -1 if one of
// them is not cheap.
func operations(b *ir.Block) (n int) {
	for v := range b.Values() {
		switch {
		case v.Op == ir.OpJump:
		case v.Op < ir.FirstGuestOp && cheap[v.Op]:
			n++
		default:
			return -1
		}
	}
	return n
}
