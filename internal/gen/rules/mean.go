package main

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// meaning computes terms with bit vectors.
type meaning[T, B any, A eval.Bits[T, B]] struct {
	a   A
	env map[string]T
	// float computes what is no operation on integers, and floats the numbers that are
	// none; nil: there is nothing of that.
	float  func(op ir.Op, args []T) (T, bool)
	floats func(bits int64) T
	// edge, if not 0, is the least integer where that is not the vectors' own.
	edge int64
}

// least is the least integer.
func (m *meaning[T, B, A]) least() T {
	if m.edge != 0 {
		return m.a.Int(m.edge)
	}
	return m.a.Min()
}

// value returns the value of a term, and whether it stays and all inside it do.
func (m *meaning[T, B, A]) value(t *term) (T, B) {
	v, stays, inside := m.parts(t)
	return v, m.a.Both(stays, inside)
}

// parts returns the value of a term, whether its own operation stays, and whether all
// inside it do.
func (m *meaning[T, B, A]) parts(t *term) (v T, stays, inside B) {
	a := m.a
	stays, inside = a.True(), a.True()
	switch {
	case t.kind == variable:
		return m.env[t.name], stays, inside
	case t.sym == "top" && m.edge != 0:
		return a.Zeros(m.least()), stays, inside
	case t.sym == "top":
		return a.Top(), stays, inside
	case t.sym == "min":
		return m.least(), stays, inside
	case t.sym == "max":
		return a.Xor(m.least(), a.Int(-1)), stays, inside
	case t.kind == number && t.typ == ir.F64:
		return m.floats(t.lit), stays, inside
	case t.kind == number:
		return a.Int(t.lit), stays, inside
	case t.kind == function && t.fn == "log2":
		v, _ := m.value(t.args[0])
		return a.Zeros(v), stays, inside
	case t.kind == function:
		return a.If(m.holds(t), a.Int(1), a.Int(0)), stays, inside
	}
	var args [3]T
	for i, x := range t.args {
		var ok B
		args[i], ok = m.value(x)
		inside = a.Both(inside, ok)
	}
	v, stays, ok := eval.Mean[T, B](a, t.op, args[:len(t.args)])
	if !ok && m.float != nil {
		v, ok = m.float(t.op, args[:len(t.args)])
	}
	if !ok {
		panic(fmt.Sprintf("%s has no meaning in bits", ir.CoreOps.Row(t.op).Name))
	}
	return v, stays, inside
}

// holds returns the truth of a condition.
func (m *meaning[T, B, A]) holds(t *term) B {
	if t.kind == function {
		switch t.fn {
		case "and":
			return m.a.Both(m.holds(t.args[0]), m.holds(t.args[1]))
		case "fits":
			_, ok := m.value(t.args[0])
			return ok
		case "holds":
			return m.holds(t.args[0])
		case "fails":
			return m.a.Not(m.holds(t.args[0]))
		case "varies", "once", "other":
			return m.a.True()
		}
	}
	v, _ := m.value(t)
	return m.a.Not(m.a.Eq(v, m.a.Int(0)))
}

// wrong returns when a rule is: its conditions hold and all that stands inside its
// pattern stays, and then the result leaves where the pattern does not, or the other way
// round, or is another one.
func (m *meaning[T, B, A]) wrong(r *rule) B {
	a := m.a
	from, stays, if0 := m.parts(r.pattern)
	for _, c := range r.conds {
		if0 = a.Both(if0, m.holds(c))
	}
	to, ok := from, a.True()
	if r.result != nil {
		to, ok = m.value(r.result)
	}
	one, zero := a.Int(1), a.Int(0)
	alike := a.Eq(a.If(stays, one, zero), a.If(ok, one, zero))
	equal := a.Not(a.Both(stays, a.Not(a.Eq(from, to))))
	return a.Both(if0, a.Not(a.Both(alike, equal)))
}

// discrete reports whether a rule is about integers and truth values only.
func discrete(r *rule) bool {
	ok := true
	check := func(t *term) {
		switch t.typ {
		case ir.I64, ir.U64, ir.Bool, ir.Void:
		default:
			ok = false
		}
		if t.kind == operation {
			for _, a := range ir.CoreOps.Row(t.op).Args {
				ok = ok && (a == ir.I64 || a == ir.U64 || a == ir.Bool)
			}
		}
	}
	r.pattern.walk(check)
	r.result.walk(check)
	for _, c := range r.conds {
		c.walk(check)
	}
	return ok
}
