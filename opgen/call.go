package opgen

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/tier2go/tier2/ir"
)

// call adds a call; rest are the instructions behind it in its block. It reports whether
// the block has ended: because it returns, or tests, what the function returns, which its returns
// have done already.
func (in *instance) call(i *ssa.Call, b *ssa.BasicBlock, rest []ssa.Instruction) (ended bool) {
	if f, ok := i.Call.Value.(*ssa.Builtin); ok {
		in.builtin(i, f.Name())
		return false
	}
	fn := i.Call.StaticCallee()
	switch {
	case fn == nil:
		in.fail(i.Pos(), "%s has no place in a routine", describe(i.Call.Value))
	case fn.Signature.Recv() != nil && isMem(fn.Signature.Recv().Type(), "Mem"):
		in.access(i, fn)
		return false
	case fn.Pkg != nil && fn.Pkg.Pkg.Path() == "math" && float[fn.Name()] != 0:
		in.vals[i] = in.add(float[fn.Name()], in.of(i.Call.Args[0]).v)
		return false
	case !in.src.built[fn.Pkg] || fn.Signature.Recv() != nil:
		in.fail(i.Pos(), "%s is called, which is no function of the package, or of one that it inlines", fn.RelString(in.src.pkg.Types))
	}
	var args []operand
	for k, a := range i.Call.Args {
		if k == 0 && isMem(a.Type(), "Mem") {
			continue
		}
		args = append(args, in.of(a))
	}
	if returned(i, rest) {
		in.inline(fn, i.Pos(), args, in.cur, in.ret)
		return true
	}
	if t, ok := in.testOf(i, b, rest); ok {
		in.callTested(i, fn, args, t)
		return true
	}
	in.callPlain(i, fn, args)
	return false
}

// callPlain inlines a function and goes on behind it, with its results as parameters.
func (in *instance) callPlain(i *ssa.Call, fn *ssa.Function, args []operand) {
	from, after := in.cur, in.block(i.Pos())
	var results []operand
	for k := range fn.Signature.Results().Len() {
		t := in.typeOf(fn.Signature.Results().At(k).Type(), i.Pos())
		results = append(results, operand{v: in.f.NewParam(after, t)})
	}
	in.inline(fn, i.Pos(), args, from, func(g *instance, list []operand, _ token.Pos) {
		var vs []*ir.Value
		for _, o := range list {
			vs = append(vs, g.plain(o))
		}
		g.f.AtEnd(g.cur).Jump(after, vs...)
	})
	in.cur = after
	if len(results) == 1 {
		in.vals[i] = results[0]
	} else {
		in.tuples[i] = results
	}
}

// test is a call whose block ends by a test of one of its results. The other results are
// used behind one of the successors only.
type test struct {
	block  *ssa.BasicBlock
	result int
	not    bool
	others map[int]*ssa.Extract
	side   int // the successor behind which they are used
}

// testOf finds the test that a block ends by, if all that stands between it and the call are
// the call's results.
func (in *instance) testOf(i *ssa.Call, b *ssa.BasicBlock, rest []ssa.Instruction) (t test, ok bool) {
	branch, ok := rest[len(rest)-1].(*ssa.If)
	if !ok {
		return t, false
	}
	t = test{block: b, result: -1, others: map[int]*ssa.Extract{}}
	cond := branch.Cond
	var negation ssa.Instruction
	if n, ok := cond.(*ssa.UnOp); ok && n.Op == token.NOT {
		cond, t.not, negation = n.X, true, n
	}
	if cond == ssa.Value(i) {
		t.result = 0
	}
	for _, r := range rest[:len(rest)-1] {
		x, extract := r.(*ssa.Extract)
		switch {
		case r == negation:
		case !extract || x.Tuple != ssa.Value(i):
			return t, false
		case ssa.Value(x) == cond:
			t.result = x.Index
		default:
			t.others[x.Index] = x
		}
	}
	if v, isValue := cond.(ssa.Instruction); t.result < 0 || !isValue || !usedOnlyBy(cond, branch, negation) || v.Block() != b {
		return t, false
	}
	return t, t.onOneSide()
}

// usedOnlyBy reports whether nothing but two instructions uses a value.
func usedOnlyBy(v ssa.Value, a, b ssa.Instruction) bool {
	for _, r := range *v.Referrers() {
		if r != a && r != b {
			return false
		}
	}
	return true
}

// onOneSide finds the successor behind which all other results are used.
func (t *test) onOneSide() bool {
	for side, s := range t.block.Succs {
		all := len(s.Preds) == 1
		for _, x := range t.others {
			for _, r := range *x.Referrers() {
				all = all && usedBehind(s, x, r)
			}
		}
		if all || len(t.others) == 0 {
			t.side = side
			return true
		}
	}
	return false
}

// usedBehind reports whether an instruction uses a value behind a block only.
func usedBehind(b *ssa.BasicBlock, v ssa.Value, user ssa.Instruction) bool {
	phi, ok := user.(*ssa.Phi)
	if !ok {
		return b.Dominates(user.Block())
	}
	for i, x := range phi.Edges {
		if x == v && !b.Dominates(phi.Block().Preds[i]) {
			return false
		}
	}
	return true
}

// returned reports whether all that stands behind a call in its block returns what the call has
// returned.
func returned(i *ssa.Call, rest []ssa.Instruction) bool {
	ret, ok := rest[len(rest)-1].(*ssa.Return)
	if !ok {
		return false
	}
	if len(rest) == 1 {
		return len(ret.Results) == 1 && ret.Results[0] == ssa.Value(i)
	}
	for k, r := range ret.Results {
		x, ok := r.(*ssa.Extract)
		if !ok || x.Tuple != ssa.Value(i) || x.Index != k {
			return false
		}
	}
	return len(rest) == len(ret.Results)+1
}

// callTested inlines a function whose returns go to the successors of the test.
func (in *instance) callTested(i *ssa.Call, fn *ssa.Function, args []operand, t test) {
	from := in.cur
	var after [2]*ir.Block
	for s := range after {
		after[s] = in.block(i.Pos())
	}
	var order []int // of the other results: the parameters
	for k := range fn.Signature.Results().Len() {
		if x := t.others[k]; x != nil {
			order = append(order, k)
			in.vals[x] = operand{v: in.f.NewParam(after[t.side], in.typeOf(x.Type(), i.Pos()))}
		}
	}
	in.inline(fn, i.Pos(), args, from, func(g *instance, list []operand, _ token.Pos) {
		edge := func(s int) ir.Edge {
			var vs []*ir.Value
			if s == t.side {
				for _, k := range order {
					vs = append(vs, g.plain(list[k]))
				}
			}
			return g.f.Edge(after[s], vs...)
		}
		cond := operand{list[t.result].v, list[t.result].not != t.not}
		if yes, known := cond.known(); known {
			e := edge(1)
			if yes {
				e = edge(0)
			}
			g.f.AtEnd(g.cur).Jump(e.To, e.Args...)
			return
		}
		yes, no := edge(0), edge(1)
		if cond.not {
			yes, no = no, yes
		}
		g.f.AtEnd(g.cur).Branch(cond.v, yes, no)
	})
	for s := range after {
		in.cur = after[s]
		in.jump(t.block, s)
	}
}

// builtin adds a call of min or max.
func (in *instance) builtin(i *ssa.Call, name string) {
	t := in.typeOf(i.Type(), i.Pos())
	if name != "min" && name != "max" || t != ir.I64 {
		in.fail(i.Pos(), "%s of %s has no place in a routine", name, i.Type())
	}
	op := ir.OpUlt
	if signed(i.Type()) {
		op = ir.OpLt
	}
	x := in.of(i.Call.Args[0]).v
	for _, a := range i.Call.Args[1:] {
		y := in.of(a).v
		lo, hi := x, y
		if name == "max" {
			lo, hi = y, x
		}
		x = in.add(ir.OpSelect, in.add(op, lo, hi).v, x, y).v
	}
	in.vals[i] = operand{v: x}
}
