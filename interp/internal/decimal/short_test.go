package decimal

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

// long is x with its coefficient as a big.Int, which no short way takes.
func long(x *Num) Num {
	k := x.coef()
	return Num{Form: x.Form, Neg: x.Neg, Exp: x.Exp, big: k.w.big(), digits: x.Digits()}
}

// TestShort holds what is done in words against the same with long coefficients: results and conditions, under all roundings, at the bounds of
// precisions and exponents.
func TestShort(t *testing.T) {
	e, r := newEnv(), rand.New(rand.NewPCG(5, 6))
	word := func() uint64 {
		switch r.IntN(4) {
		case 0:
			p := pow10Word[r.IntN(20)]
			return p + uint64(r.IntN(3)) - uint64(min(p-1, 1))
		case 1:
			return pow10Word[r.IntN(19)] * (1 + uint64(r.IntN(9))) / 2
		}
		return max(r.Uint64()>>r.UintN(64), 1)
	}
	number := func() Num {
		x := Short(r.IntN(2) == 0, 0, max(word(), 1), int64(r.IntN(50)-25))
		return x
	}
	ops := []struct {
		name string
		do   func(c *Context, z, x, y *Num) Status
	}{{"+", (*Context).Add}, {"-", (*Context).Sub}, {"*", (*Context).Mul}, {"/", (*Context).Quo}, {"quantize", (*Context).Quantize}, {"compare", (*Context).Compare}}
	for range soak.Of(50_000, 500_000, 20_000_000) {
		x, y := number(), number()
		if r.IntN(3) == 0 {
			y.Exp = x.Exp
		}
		c := &Context{Env: e, Prec: int64(1 + r.IntN([...]int{3, 19, 40}[r.IntN(3)])), Emax: 999999, Emin: -999999, Round: Rounding(r.IntN(8))}
		switch r.IntN(8) {
		case 0:
			c.Emax, c.Emin = int64(r.IntN(40)), -int64(r.IntN(40))
		case 1:
			c.Emax, c.Emin, c.Clamp = int64(r.IntN(40)), -int64(r.IntN(40)), true
		}
		for _, op := range ops {
			var short, want Num
			s := op.do(c, &short, &x, &y)
			lx, ly := long(&x), long(&y)
			ws := op.do(c, &want, &lx, &ly)
			if s != ws || short.Form != want.Form || short.Neg != want.Neg || short.Exp != want.Exp || short.Digits() != want.Digits() || short.Coefficient().Cmp(want.Coefficient()) != 0 {
				t.Fatalf("%s %s %s at precision %d, exponents %d to %d, rounding %d, clamp %v: %s, %b, want %s, %b",
					e.Append(nil, &x, false, true), op.name, e.Append(nil, &y, false, true), c.Prec, c.Emin, c.Emax, c.Round, c.Clamp,
					e.Append(nil, &short, false, true), s, e.Append(nil, &want, false, true), ws)
			}
		}
	}
}

// Operations on coefficients of one word, at 9, 19 and 28 digits.
func BenchmarkShort(b *testing.B) {
	e := newEnv()
	x, y, z := Short(false, 0, 3141592653589793238, -18), Short(false, 0, 2718, -2), Num{}
	for _, op := range []struct {
		name string
		do   func(c *Context, z, x, y *Num) Status
	}{{"Add", (*Context).Add}, {"Mul", (*Context).Mul}, {"Quo", (*Context).Quo}, {"Quantize", (*Context).Quantize}} {
		for _, prec := range []int64{9, 19, 28} {
			c := &Context{Env: e, Prec: prec, Emax: 999999, Emin: -999999, Round: HalfEven}
			b.Run(fmt.Sprintf("%s/%d", op.name, prec), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					op.do(c, &z, &x, &y)
				}
			})
		}
	}
}
