package amd64

import "github.com/tier2go/tier2/lower"

// The operations that select one of two values. Each finds the value that is not
// selected if the condition holds in the result's register already.

// emitSelect moves the other value over the result if a comparison of integers holds.
func emitSelect(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	e.compare(in, l[1:])
	e.Cmov(CmovQ, conds[in.Cond], l[0].Reg(), l[in.NumEnc-2].Reg())
}

// emitSelectF does so if a comparison of floats holds. Unordered floats are "equal" by
// the zero flag, and set the parity flag.
func emitSelectF(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	d, yes := l[0].Reg(), l[3].Reg()
	c := e.compareF(in.Cond, l[1].Reg(), l[2].Reg())
	switch in.Cond {
	case lower.EQ:
		e.RR(MovQ, regScratch, yes)
		e.Cmov(CmovQ, CondP, regScratch, d)
		yes = regScratch
	case lower.NE:
		e.Cmov(CmovQ, CondP, d, yes)
	}
	e.Cmov(CmovQ, c, d, yes)
}

// emitFSelectI selects a float by a comparison of integers: there is no conditional
// move of floats, so it jumps over one.
func emitFSelectI(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	over := e.NewLabel()
	e.compare(in, l[1:])
	e.Jcc(conds[in.Cond].Negate(), over)
	e.RR(Movaps, l[0].Reg(), l[2].Reg())
	e.Bind(over)
}

// predicate is what cmpsd tests: whether a condition does not hold, with its operands
// exchanged or not. All but that of EQ's opposite are true of unordered floats.
type predicate struct {
	imm  int64
	swap bool
}

// unless has the predicates that are true where conditions are not.
var unless = [lower.NumConds]predicate{
	lower.EQ: {imm: 4}, lower.NE: {imm: 0}, lower.LT: {imm: 5}, lower.LE: {imm: 6}, lower.GT: {5, true}, lower.GE: {6, true},
}

// emitFSelect selects a float by a comparison of floats, bit by bit: the result's bits
// stay where the condition does not hold.
func emitFSelect(e *encoder, in *lower.Inst, l []lower.Loc, _ *lower.Around) {
	d, a, b, yes := l[0].Reg(), l[1].Reg(), l[2].Reg(), l[3].Reg()
	if d == yes { // one value twice
		return
	}
	p := unless[in.Cond]
	if p.swap {
		a, b = b, a
	}
	e.RR(Movaps, xScratch, a)
	e.RRI(Cmpsd, xScratch, b, p.imm)
	e.RR(Xorps, d, yes)
	e.RR(Andps, d, xScratch)
	e.RR(Xorps, d, yes)
}
