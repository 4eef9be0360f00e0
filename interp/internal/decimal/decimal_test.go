package decimal

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/internal/bigcut"
)

func newEnv() *Env {
	return &Env{Cut: bigcut.Cutter{Poll: func() {}}, Room: func(float64) {}}
}

func TestWideDivides(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() uint64 {
		return [...]uint64{0, 1, 1<<64 - 1, 1 << 63, r.Uint64(), r.Uint64() >> r.UintN(64)}[r.IntN(6)]
	}
	for range soak.Of(2_000, 20_000, 2_000_000) {
		w := wide{word(), word(), word(), word()}
		dhi, dlo := max(word(), 1), word()
		d := wide{dlo, dhi}
		wantQ, wantR := new(big.Int).QuoRem(w.big(), d.big(), new(big.Int))
		q := w
		rhi, rlo := q.div(dhi, dlo)
		rest := wide{rlo, rhi}
		if q.big().Cmp(wantQ) != 0 || rest.big().Cmp(wantR) != 0 {
			t.Fatalf("%v / %v = %v, rest %v, want %v, %v", w, d, q, rest, wantQ, wantR)
		}
	}
}

func TestDigits(t *testing.T) {
	e := newEnv()
	for n := int64(1); n < 700; n += 1 + n/40 {
		p := e.pow10(n)
		for _, c := range []struct {
			x    *big.Int
			want int64
		}{{p, n + 1}, {new(big.Int).Sub(p, bigOne), n}, {new(big.Int).Add(p, bigOne), n + 1}} {
			if got := e.digitsBig(c.x); got != c.want {
				t.Errorf("digits of 10^%d%+d: %d, want %d", n, new(big.Int).Sub(c.x, p), got, c.want)
			}
			if n < wideDigits {
				if w := wideOf(c.x); w.digits() != c.want {
					t.Errorf("digits of 10^%d in a wide: %d, want %d", n, w.digits(), c.want)
				}
			}
		}
	}
}

// ratOf is x exactly.
func ratOf(x *Num) *big.Rat {
	r := new(big.Rat).SetInt(x.Coefficient())
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(max(x.Exp, -x.Exp)), nil))
	if x.Exp < 0 {
		p.Inv(p)
	}
	r.Mul(r, p)
	if x.Neg {
		r.Neg(r)
	}
	return r
}

// TestRounding holds sums, products, quotients and roots against fractions: a result rounded down is not above
// the exact one, one rounded up not below, one to the nearest within half of its last place, and a status without Inexact is true.
func TestRounding(t *testing.T) {
	e, r := newEnv(), rand.New(rand.NewPCG(3, 4))
	number := func() Num {
		n := 1 + r.IntN([...]int{3, 19, 20, 38, 39, 90}[r.IntN(6)])
		text := strings.Repeat("9", n)
		if r.IntN(3) > 0 {
			b := make([]byte, n)
			for i := range b {
				b[i] = '0' + byte(r.IntN(10))
			}
			text = string(b)
		}
		k := e.parseCoef(text)
		x := Num{Neg: r.IntN(2) == 0, Exp: int64(r.IntN(60) - 30)}
		x.store(&k)
		return x
	}
	for range soak.Of(400, 4_000, 400_000) {
		c := &Context{Env: e, Prec: int64(1 + r.IntN(80)), Emax: 999, Emin: -999, Round: Rounding(r.IntN(8))}
		x, y := number(), number()
		exact, a, b := new(big.Rat), ratOf(&x), ratOf(&y)
		var z Num
		var s Status
		op := r.IntN(4)
		switch op {
		case 0:
			s = c.Add(&z, &x, &y)
			exact.Add(a, b)
		case 1:
			s = c.Sub(&z, &x, &y)
			exact.Sub(a, b)
		case 2:
			s = c.Mul(&z, &x, &y)
			exact.Mul(a, b)
		case 3:
			if y.IsZero() {
				continue
			}
			s = c.Quo(&z, &x, &y)
			exact.Quo(a, b)
		}
		got := ratOf(&z)
		diff := new(big.Rat).Sub(got, exact)
		unit := ratOf(&Num{lo: 1, Exp: z.Exp})
		half := new(big.Rat).Mul(unit, big.NewRat(1, 2))
		grows := new(big.Rat).Abs(got).Cmp(new(big.Rat).Abs(exact))
		bad := (diff.Sign() != 0) != (s&Inexact != 0) || z.Digits() > c.Prec || new(big.Rat).Abs(diff).Cmp(unit) > 0
		switch c.Round {
		case Up:
			bad = bad || grows < 0
		case Down:
			bad = bad || grows > 0
		case Ceiling:
			bad = bad || diff.Sign() < 0
		case Floor:
			bad = bad || diff.Sign() > 0
		case HalfUp, HalfDown, HalfEven:
			// A carry makes the unit ten times as large as what was rounded.
			bad = bad || new(big.Rat).Abs(diff).Cmp(half) > 0
		}
		if bad {
			t.Fatalf("operation %d of %s and %s, precision %d, rounding %d: %s, status %b", op, e.Append(nil, &x, false, true), e.Append(nil, &y, false, true),
				c.Prec, c.Round, e.Append(nil, &z, false, true), s)
		}
	}
}

// TestInverses holds e to the power of the logarithm against the number, at several lengths.
func TestInverses(t *testing.T) {
	e := newEnv()
	for _, prec := range []int64{5, 28, 120, 700} {
		c := &Context{Env: e, Prec: prec, Emax: 999999, Emin: -999999, Round: HalfEven}
		for _, text := range []string{"2", "0.7", "9.999999", "1.0000001", "123456789e50", "3e-77"} {
			var x, y, z, d Num
			c.Parse(&x, text)
			w := *c
			w.Prec += 12
			w.Ln(&y, &x)
			w.Exp(&y, &y)
			c.Plus(&z, &y)
			if c.Sub(&d, &z, &x); !d.IsZero() {
				t.Errorf("precision %d: exp(ln(%s)) = %s", prec, text, e.Append(nil, &z, false, true))
			}
		}
	}
}

// TestAliases: a result may be an operand.
func TestAliases(t *testing.T) {
	e := newEnv()
	c := &Context{Env: e, Prec: 50, Emax: 999, Emin: -999, Round: HalfEven}
	for name, op := range map[string]func(c *Context, z, x, y *Num) Status{
		"Add": (*Context).Add, "Sub": (*Context).Sub, "Mul": (*Context).Mul, "Quo": (*Context).Quo, "QuoInt": (*Context).QuoInt, "Rem": (*Context).Rem, "RemNear": (*Context).RemNear,
		"Pow": (*Context).Pow, "Max": (*Context).Max, "NextToward": (*Context).NextToward, "Quantize": (*Context).Quantize, "Rotate": (*Context).Rotate, "Compare": (*Context).Compare,
	} {
		var x, y, want Num
		c.Parse(&x, "12345678901234567890123456789012345678901234")
		c.Parse(&y, "7")
		op(c, &want, &x, &y)
		p, q := x, y
		op(c, &p, &p, &y)
		op(c, &q, &x, &q)
		for _, got := range []Num{p, q} {
			if a, b := string(e.Append(nil, &got, false, true)), string(e.Append(nil, &want, false, true)); a != b {
				t.Errorf("%s into an operand: %s, want %s", name, a, b)
			}
		}
	}
}

// TestStopped: a poll's panic ends long work, and a question for room comes before what is large.
func TestStopped(t *testing.T) {
	stop := errors.New("stop")
	for name, f := range map[string]func(c *Context, z *Num){
		"exp":  func(c *Context, z *Num) { x := Short(false, 0, 3, 0); c.Exp(z, &x) },
		"quo":  func(c *Context, z *Num) { x, y := Short(false, 0, 1, 0), Short(false, 0, 3, 0); c.Quo(z, &x, &y) },
		"sqrt": func(c *Context, z *Num) { x := Short(false, 0, 2, 0); c.Sqrt(z, &x) },
	} {
		for _, prec := range []int64{200_000, MaxPrec} {
			polls := 0
			e := &Env{Cut: bigcut.Cutter{Poll: func() {
				if polls++; polls > 3 {
					panic(stop)
				}
			}}, Room: func(bits float64) {
				if bits > 1e9 {
					panic(stop)
				}
			}}
			func() {
				defer func() {
					if r := recover(); r != stop {
						t.Errorf("%s with precision %d: ended by %v", name, prec, r)
					}
				}()
				var z Num
				f(&Context{Env: e, Prec: prec, Emax: MaxEmax, Emin: MinEmin, Round: HalfEven}, &z)
			}()
		}
	}
}

// Zeros of an exponential notation count like digits: their precision is what a program asks for.
func TestFormatAsksForRoom(t *testing.T) {
	full := errors.New("no room")
	e := newEnv()
	e.Room = func(bits float64) {
		if bits > 1<<20 {
			panic(full)
		}
	}
	for _, spec := range []string{".999999999999e", ".999999999999f", "999999999999"} {
		f, ok := ParseSpec(spec, true)
		if !ok {
			t.Fatal(spec)
		}
		func() {
			defer func() {
				if got := recover(); got != full {
					t.Errorf("%s: %v", spec, got)
				}
			}()
			var zero Num
			e.MaxContext().Format(&zero, f)
		}()
	}
}
