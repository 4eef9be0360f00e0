package inline

import (
	"math"

	"github.com/tier2go/tier2/ir"
)

// span is between which unsigned numbers the bits of a value lie.
type span struct{ lo, hi uint64 }

var everything = span{0, math.MaxUint64}

func float(bits uint64) float64 { return math.Float64frombits(bits) }

// spanOf returns the span of a number, or of a word.
func (p *planner) spanOf(x operand) span {
	if x.n != nil {
		return x.n.span
	}
	if x.v.IsConst() {
		return span{uint64(x.v.Aux), uint64(x.v.Aux)}
	}
	k := p.fact(x.v)
	switch {
	case x.v.Type == ir.Ref && p.words != nil:
		lo, hi := p.words.Span(k)
		return span{lo, hi}
	case x.v.Type == ir.I64 && k.Lo >= 0:
		return span{uint64(k.Lo), uint64(k.Hi)}
	}
	return everything
}

// fact returns what is known of a value of the caller.
func (p *planner) fact(v *ir.Value) ir.Fact {
	if v.Op == ir.OpConstRef && p.f.Words != nil {
		k := p.f.Words.Fact(v.Word())
		k.Const, k.Word = true, v.Word()
		return k
	}
	return p.facts.Of(v)
}

// load finds what lies in an object of the caller: an operand of the operation that has
// made it, or what its fact says.
func (p *planner) load(n *node) (operand, bool) {
	m := (&ir.Value{Aux: n.aux}).Mem()
	if n.op == ir.OpLoadX && n.args[1].isConst() {
		at := int64(m.Disp) + n.args[1].v.Int()*int64(m.Scale)
		if at == int64(int32(at)) {
			m.Disp, m.Scale = int32(at), 0
			n.op, n.aux, n.args = ir.OpLoad, m.Pack(), n.args[:1]
		}
	}
	if bits := 8 * m.Kind.Bytes(); bits < 64 {
		n.span = span{0, 1<<bits - 1}
	} else if m.NonNeg {
		n.span = span{0, math.MaxInt64}
	}
	v := n.args[0].v
	if v == nil || n.table || n.op != ir.OpLoad {
		return operand{}, false
	}
	row := p.f.Row(v)
	if arg, final, ok := row.FieldArg(len(v.Args), m, n.typ); ok && final {
		if arg == ir.CountField {
			return operand{v: p.f.ConstI64(int64(len(v.Args) - len(row.Args) + 1))}, true
		}
		return operand{v: v.Arg(arg)}, true
	}
	if p.words != nil {
		if x, ok := p.words.Keeps(p.fact(v), m); ok {
			return operand{v: constant(p.f, n.typ, x)}, true
		}
	}
	return operand{}, false
}

// bits is a word as a number: that of an int in a box is the int and a difference, where no
// int in its range needs an object.
func (p *planner) bits(n *node) (operand, bool) {
	x := n.args[0]
	if x.isConst() {
		return operand{v: p.f.ConstI64(int64(x.v.Word()))}, true
	}
	n.span = p.spanOf(x)
	if num, bias, ok := p.number(x); ok {
		n.op, n.args = ir.OpAdd, []operand{{v: num}, {v: p.f.ConstI64(bias)}}
	}
	return operand{}, false
}

// number returns the number whose box an operand is, and what the box's word has more, if no
// number that it can be needs an object.
func (p *planner) number(x operand) (num *ir.Value, bias int64, ok bool) {
	if x.v == nil || x.v.Op != ir.OpBoxI64 || p.f.Words == nil {
		return nil, 0, false
	}
	num = x.v.Arg(0)
	k := p.facts.Of(num)
	lo, ok1 := p.f.Words.Int(k.Lo)
	hi, ok2 := p.f.Words.Int(k.Hi)
	return num, int64(lo) - k.Lo, ok1 && ok2 && hi-lo == uint64(k.Hi-k.Lo)
}

// fresh reports whether a value is an object that an operation of the caller has made: no number, which
// may be a word that was there before.
func (p *planner) fresh(x operand) bool {
	return x.v != nil && p.f.Row(x.v).Flags&ir.Fresh != 0 && len(p.f.Row(x.v).Fields) > 0
}

// same compares words: those of ints as the ints.
func (p *planner) same(n *node) (operand, bool) {
	x, y := n.args[0], n.args[1]
	truth := func(b bool) (operand, bool) { return operand{v: p.f.ConstBool(b)}, true }
	a, b := p.spanOf(x), p.spanOf(y)
	switch {
	case x == y:
		return truth(true)
	case a.hi < b.lo || b.hi < a.lo:
		return truth(false)
	case x.isConst() && y.isConst():
		return truth(x.v.Word() == y.v.Word())
	case x.v != nil && y.v != nil && p.fact(x.v).Types&p.fact(y.v).Types == 0:
		return truth(false)
	case p.fresh(x) && (p.fresh(y) || y.isConst()) || p.fresh(y) && x.isConst():
		return truth(false)
	case x.isConst():
		x, y = y, x
	}
	if num, bias, ok := p.number(x); ok {
		if y.isConst() {
			n.op, n.args = ir.OpEq, []operand{{v: num}, {v: p.f.ConstI64(y.v.Aux - bias)}}
		} else if other, _, ok := p.number(y); ok { // an int has one word: no number is in two ranges with unlike differences
			n.op, n.args = ir.OpEq, []operand{{v: num}, {v: other}}
		}
	}
	return operand{}, false
}

// compare decides comparisons by the spans of their operands, and finds those of sums.
func (p *planner) compare(n *node) (operand, bool) {
	if n.typ != ir.I64 && n.typ != ir.Bool || len(n.args) != 2 {
		return operand{}, false
	}
	truth := func(b bool) (operand, bool) { return operand{v: p.f.ConstBool(b)}, true }
	a, b := p.spanOf(n.args[0]), p.spanOf(n.args[1])
	apart := a.hi < b.lo || b.hi < a.lo
	switch n.op {
	case ir.OpUlt:
		if a.hi < b.lo {
			return truth(true)
		}
		if a.lo >= b.hi {
			return truth(false)
		}
	case ir.OpEq:
		if apart || n.args[0] == n.args[1] {
			return truth(!apart)
		}
	case ir.OpNe:
		if apart || n.args[0] == n.args[1] {
			return truth(apart)
		}
	case ir.OpAdd, ir.OpSub:
		if d := b.lo; b.lo == b.hi {
			if n.op == ir.OpSub {
				d = -d
			}
			if s := (span{a.lo + d, a.hi + d}); s.lo <= s.hi && s.hi-s.lo == a.hi-a.lo {
				n.span = s
			}
		}
	case ir.OpAnd:
		n.span.hi = min(a.hi, b.hi)
	}
	return operand{}, false
}
