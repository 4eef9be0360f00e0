package main

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/ir"
)

// smt are bit vectors as terms of SMT-LIB. What is computed gets a name, so that nothing
// is written twice.
type smt struct {
	width int
	b     *strings.Builder
	names *int
}

func (a smt) define(sort, form string, args ...any) string {
	*a.names++
	name := fmt.Sprintf("t%d", *a.names)
	fmt.Fprintf(a.b, "(define-fun %s () %s %s)\n", name, sort, fmt.Sprintf(form, args...))
	return name
}

func (a smt) vector(form string, args ...any) string {
	return a.define(fmt.Sprintf("(_ BitVec %d)", a.width), form, args...)
}
func (a smt) truth(form string, args ...any) string { return a.define("Bool", form, args...) }

func (a smt) Int(n int64) string {
	if a.width < 64 {
		return fmt.Sprintf("(_ bv%d %d)", uint64(n)&(1<<a.width-1), a.width)
	}
	return fmt.Sprintf("(_ bv%d %d)", uint64(n), a.width)
}
func (a smt) Top() string            { return a.Int(int64(a.width - 1)) }
func (a smt) Min() string            { return a.Int(1 << (a.width - 1)) }
func (a smt) Add(x, y string) string { return a.vector("(bvadd %s %s)", x, y) }
func (a smt) Sub(x, y string) string { return a.vector("(bvsub %s %s)", x, y) }
func (a smt) Mul(x, y string) string { return a.vector("(bvmul %s %s)", x, y) }
func (a smt) And(x, y string) string { return a.vector("(bvand %s %s)", x, y) }
func (a smt) Or(x, y string) string  { return a.vector("(bvor %s %s)", x, y) }
func (a smt) Xor(x, y string) string { return a.vector("(bvxor %s %s)", x, y) }
func (a smt) Shl(x, n string) string { return a.vector("(bvshl %s %s)", x, n) }
func (a smt) Sar(x, n string) string { return a.vector("(bvashr %s %s)", x, n) }
func (a smt) Shr(x, n string) string { return a.vector("(bvlshr %s %s)", x, n) }
func (a smt) Quo(x, y string) string { return a.vector("(bvsdiv %s %s)", x, y) }
func (a smt) Rem(x, y string) string { return a.vector("(bvsrem %s %s)", x, y) }

// Zeros tries the bits one after the other.
func (a smt) Zeros(x string) string {
	r := a.Int(int64(a.width))
	for i := a.width - 1; i >= 0; i-- {
		r = a.vector("(ite (= ((_ extract %d %d) %s) #b1) %s %s)", i, i, x, a.Int(int64(i)), r)
	}
	return r
}

func (a smt) Eq(x, y string) string  { return a.truth("(= %s %s)", x, y) }
func (a smt) Lt(x, y string) string  { return a.truth("(bvslt %s %s)", x, y) }
func (a smt) Ult(x, y string) string { return a.truth("(bvult %s %s)", x, y) }
func (a smt) MulFits(x, y string) string {
	return a.truth("(and (bvsmul_noovfl %s %s) (bvsmul_noudfl %s %s))", x, y, x, y)
}
func (a smt) True() string             { return "true" }
func (a smt) Not(b string) string      { return a.truth("(not %s)", b) }
func (a smt) Both(b, c string) string  { return a.truth("(and %s %s)", b, c) }
func (a smt) If(b, x, y string) string { return a.vector("(ite %s %s %s)", b, x, y) }

// query returns the question whether a rule is wrong of vectors of a width, with some of
// its constants given: the answer has to be unsat. It begins with the name and leaves
// nothing behind.
func query(r *rule, width int, given map[string]int64, milliseconds int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(reset)\n(echo \"%s\")\n", r.name)
	names := 0
	a := smt{width, &b, &names}
	m := &meaning[string, string, smt]{a: a, env: map[string]string{}, float: a.float, floats: a.literal}
	for _, v := range r.vars {
		name := "v" + v.name
		if n, ok := given[v.name]; ok {
			m.env[v.name] = a.Int(n)
			continue
		}
		if v.typ == ir.F64 {
			fmt.Fprintf(&b, "(declare-const %s %s)\n", name, double)
			m.env[v.name] = name
			continue
		}
		fmt.Fprintf(&b, "(declare-const %s (_ BitVec %d))\n", name, width)
		if v.typ == ir.Bool {
			fmt.Fprintf(&b, "(assert (bvult %s %s))\n", name, a.Int(2))
		}
		m.env[v.name] = name
	}
	fmt.Fprintf(&b, "(assert %s)\n", m.wrong(r))
	tactic := "qfbv"
	if overFloats(r) {
		tactic = "qffp"
	}
	fmt.Fprintf(&b, "(check-sat-using (try-for %s %d))\n", tactic, milliseconds)
	return b.String()
}

// cases returns the values of a constant that a rule's conditions allow, all of them, if
// there are few at 64 bits: it is 2^k, 2^k − 1 or 2^k + 1, or a shift's count. A proof of
// each is one of all.
func cases(r *rule) (name string, values []int64) {
	for _, c := range r.conds {
		shift, isPower := int64(0), false
		switch {
		case c.fn == "and" && c.args[0].op == ir.OpGt: // pow2(C), pow2(C-1), pow2(C+1)
			switch x := c.args[0].args[0]; {
			case x.kind == variable:
				name, isPower = x.name, true
			case x.op == ir.OpSub && x.args[1].lit == 1:
				name, shift, isPower = x.args[0].name, 1, true
			case x.op == ir.OpAdd && x.args[1].lit == 1:
				name, shift, isPower = x.args[0].name, -1, true
			}
			for k := 0; k < 63 && isPower; k++ {
				values = append(values, 1<<k+shift)
			}
		case c.op == ir.OpUlt && c.args[0].kind == variable: // ult(C,top+1), ult(C,top)
			name = c.args[0].name
			for k := range int64(64) {
				values = append(values, k)
			}
		default:
			continue
		}
		return name, values
	}
	return "", nil
}
