// Package simplify is the pass that rewrites operations by a table of local
// rules.
//
// What: each operation is matched against the rules whose pattern begins with
// it (rules.go), until none applies; what a rule makes is simplified too.
// Constants are put on the right of commutative operations first; otherwise
// their operands match in either order.
//
// Assumptions: a rule never makes the code worse and is proved
// (TestRules). Rules that remove a guard do so because the pattern itself shows
// that it holds. Source: the rules for rules of Cranelift's opts/README and
// PyPy's real.rules.
package simplify

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// Pass applies the rules.
var Pass = &passes.Pass{
	Name:     "simplify",
	Doc:      "Rewrites operations by local rules.",
	In:       ir.AnyForm,
	Out:      passes.Same,
	After:    []passes.Order{{Pass: "constprop", Why: "rules with constants match after constants are found"}},
	Counters: counters(),
	New:      passes.Simple(run),
}

// A rule, as written and as compiled.
type rule struct {
	name, from, to string
	pattern        *node
	result         *node
	// What a match has at least, to tell quickly: an operand made by the operation
	// need (0: any), or two operands that are one.
	need ir.Op
	same bool
}

// node is a pattern or result: an operation on nodes, a variable or a constant.
type node struct {
	op       ir.Op
	args     []*node
	commutes bool
	name     byte // variable; 0 otherwise
	konst    *konst
}

type konst struct {
	op  ir.Op
	aux int64
}

// byOp lists the rules by the operation that their pattern begins with.
var byOp = compile()

func counters() []string {
	names := make([]string, 0, len(rules)+1)
	for _, r := range rules {
		names = append(names, r.name)
	}
	return append(names, "constant-right")
}

// compile parses the table. A malformed rule is a mistake in the source.
func compile() [ir.FirstGuestOp][]int {
	var t [ir.FirstGuestOp][]int
	for i := range rules {
		r := &rules[i]
		r.pattern, r.result = mustParse(r.from), mustParse(r.to)
		args := r.pattern.args
		r.same = len(args) == 2 && args[0].name != 0 && args[0].name == args[1].name
		for _, a := range args {
			if a.konst != nil {
				r.need = a.konst.op
			} else if a.name == 0 {
				r.need = a.op
			}
		}
		t[r.pattern.op] = append(t[r.pattern.op], i)
	}
	return t
}

func mustParse(s string) *node {
	toks := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s))
	n, rest := parse(toks)
	if len(rest) != 0 {
		panic(fmt.Sprintf("simplify: rule %q", s))
	}
	return n
}

func parse(toks []string) (*node, []string) {
	t := toks[0]
	if t == "(" {
		op, ok := ir.CoreOps.ByName(toks[1])
		if !ok {
			panic(fmt.Sprintf("simplify: unknown operation %q", toks[1]))
		}
		n := &node{op: op, commutes: ir.CoreOps.Row(op).Flags&ir.Commutative != 0}
		toks = toks[2:]
		for toks[0] != ")" {
			var a *node
			a, toks = parse(toks)
			n.args = append(n.args, a)
		}
		return n, toks[1:]
	}
	return parseLeaf(t), toks[1:]
}

func parseLeaf(t string) *node {
	switch {
	case t == "true" || t == "false":
		k := &konst{op: ir.OpConstBool}
		if t == "true" {
			k.aux = 1
		}
		return &node{konst: k}
	case len(t) == 1 && t[0] >= 'a' && t[0] <= 'z':
		return &node{name: t[0]}
	case strings.Contains(t, "."):
		x, err := strconv.ParseFloat(t, 64)
		if err != nil {
			panic(err)
		}
		return &node{konst: &konst{ir.OpConstF64, int64(math.Float64bits(x))}}
	}
	n, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		panic(err)
	}
	return &node{konst: &konst{ir.OpConstI64, n}}
}

func run(ctx *passes.Context) error {
	var m matcher
	for _, b := range ctx.F.Blocks {
		for v := range b.Values() {
			m.simplify(ctx, v)
		}
	}
	return nil
}

// matcher holds the variables of the match at hand.
type matcher struct {
	n     int // how many are bound
	names [maxVars]byte
	vars  [maxVars]*ir.Value
}

// maxVars is how many variables a rule has at most.
const maxVars = 4

// simplify applies rules to v and to what replaces it.
func (m *matcher) simplify(ctx *passes.Context, v *ir.Value) {
	for v.Op < ir.FirstGuestOp {
		if ctx.F.Row(v).Flags&ir.Commutative != 0 && v.Arg(0).IsConst() && !v.Arg(1).IsConst() && ctx.Fire(len(rules), v) {
			a, b := v.Arg(0), v.Arg(1)
			ctx.F.SetOperand(v, 0, b)
			ctx.F.SetOperand(v, 1, a)
		}
		next := m.apply(ctx, v)
		if next == nil || next.Block == nil || next.Op == ir.OpParam {
			return
		}
		v = next
	}
}

// apply applies the first rule that matches and returns what replaced v, nil if
// none does.
func (m *matcher) apply(ctx *passes.Context, v *ir.Value) *ir.Value {
	list := byOp[v.Op]
	if len(list) == 0 {
		return nil
	}
	x := ir.Resolve(v.Args[0]) // no rule begins with an operation without operands
	y := x
	if len(v.Args) > 1 {
		y = ir.Resolve(v.Args[1])
	}
	for _, i := range list {
		r := &rules[i]
		if r.same && x != y || r.need != 0 && r.need != x.Op && r.need != y.Op {
			continue
		}
		if m.n = 0; !m.match(r.pattern, v) || !ctx.Fire(i, v) {
			continue
		}
		by := m.build(ctx.F, r.result, v)
		ctx.F.Replace(v, by)
		return by
	}
	return nil
}

func (m *matcher) match(n *node, v *ir.Value) bool {
	v = ir.Resolve(v)
	switch {
	case n.name != 0:
		return m.bind(n.name, v)
	case n.konst != nil:
		return v.Op == n.konst.op && v.Aux == n.konst.aux
	}
	if v.Op != n.op || len(v.Args) != len(n.args) {
		return false
	}
	bound := m.n
	if m.args(n, v, 0) {
		return true
	}
	m.n = bound
	return n.commutes && m.args(n, v, 1)
}

// args matches the operands, with the two exchanged if swap is 1. Variables and
// constants come first: they decide in which order an operand that commutes has
// to match.
func (m *matcher) args(n *node, v *ir.Value, swap int) bool {
	for _, leaves := range [2]bool{true, false} {
		for i, a := range n.args {
			if leaf := a.name != 0 || a.konst != nil; leaf == leaves && !m.match(a, v.Args[i^swap]) {
				return false
			}
		}
	}
	return true
}

// bind binds a variable, or compares with what it is bound to.
func (m *matcher) bind(name byte, v *ir.Value) bool {
	for i := range m.n {
		if m.names[i] == name {
			return m.vars[i] == v
		}
	}
	m.names[m.n], m.vars[m.n] = name, v
	m.n++
	return true
}

// value returns what a variable is bound to.
func (m *matcher) value(name byte) *ir.Value {
	for i := range m.n {
		if m.names[i] == name {
			return m.vars[i]
		}
	}
	panic("simplify: a rule's result has a variable that its pattern has not")
}

// build makes a rule's result in front of v. A result that may leave takes v's
// state.
func (m *matcher) build(f *ir.Func, n *node, v *ir.Value) *ir.Value {
	switch {
	case n.name != 0:
		return m.value(n.name)
	case n.konst != nil:
		switch n.konst.op {
		case ir.OpConstI64:
			return f.ConstI64(n.konst.aux)
		case ir.OpConstBool:
			return f.ConstBool(n.konst.aux != 0)
		}
		return f.ConstF64(math.Float64frombits(uint64(n.konst.aux)))
	}
	var args [2]*ir.Value
	for i, a := range n.args {
		args[i] = m.build(f, a, v)
	}
	w := f.Before(v).Add(n.op, args[:len(n.args)]...)
	if x := v.Exits[ir.Before]; x != nil && f.Row(w).States[ir.Before] {
		f.SetExit(w, ir.Before, v.States[ir.Before], x.Kind)
	}
	return w
}
