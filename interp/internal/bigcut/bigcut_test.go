package bigcut

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

func random(r *rand.Rand, n int) *big.Int {
	if n == 0 {
		return new(big.Int)
	}
	w := make([]big.Word, n)
	for i := range w {
		switch r.IntN(4) {
		case 0:
			w[i] = ^big.Word(0)
		case 1:
		default:
			w[i] = big.Word(r.Uint64())
		}
	}
	w[n-1] |= 1
	z := new(big.Int).SetBits(w)
	if r.IntN(2) == 0 {
		z.Neg(z)
	}
	return z
}

// TestAgainstBig compares each operation with math/big's, on lengths around those of pieces.
func TestAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	polls := 0
	usual := []int{0, 1, 3, 1023, 1024, 1025, 1500, 2049, 5000}
	c := Cutter{Poll: func() { polls++ }}
	lengths := soak.Of(usual, usual, []int{0, 1, 3, 900, 1023, 1024, 1025, 1500, 2048, 2049, 3000, 5000, 9000})
	same := func(what string, got, want *big.Int, n, m int) {
		t.Helper()
		if got.Cmp(want) != 0 {
			t.Fatalf("%s of %d and %d words is not math/big's", what, n, m)
		}
	}
	for _, n := range lengths {
		for _, m := range lengths {
			x, y := random(r, n), random(r, m)
			z := new(big.Int)
			c.Mul(z, x, y)
			same("Mul", z, new(big.Int).Mul(x, y), n, m)
			if m > 0 {
				q, rem := new(big.Int), new(big.Int)
				c.QuoRem(q, x, y, rem)
				wq, wr := new(big.Int).QuoRem(x, y, new(big.Int))
				same("QuoRem", q, wq, n, m)
				same("QuoRem's remainder", rem, wr, n, m)
			}
			if n+m < 8000 {
				ax, ay := new(big.Int).Abs(x), new(big.Int).Abs(y)
				same("GCD", c.GCD(x, y), new(big.Int).GCD(nil, nil, ax, ay), n, m)
			}
		}
		x := random(r, n)
		x.Abs(x)
		same("Sqrt", c.Sqrt(x), new(big.Int).Sqrt(x), n, 0)
		for _, base := range []int{10, 7, 16} {
			s := string(c.Append(nil, x, base))
			if s != x.Text(base) {
				t.Fatalf("Append of %d words in base %d is not math/big's", n, base)
			}
			same("Parse", c.Parse(s, base), x, n, base)
		}
	}
	if polls < 500 {
		t.Errorf("%d polls", polls)
	}
}

func TestGCDCommon(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	c := Cutter{Poll: func() {}}
	for range 5 {
		g, x, y := random(r, 700), random(r, 900), random(r, 1100)
		x.Mul(x, g)
		y.Mul(y, g)
		if c.GCD(x, y).Cmp(new(big.Int).GCD(nil, nil, x.Abs(x), y.Abs(y))) != 0 {
			t.Fatal("not the greatest common divisor")
		}
	}
}

func TestPowers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	c := Cutter{Poll: func() {}}
	for _, m := range []int{1, 2, 40, 300, 1100} {
		for _, e := range []int{1, 2, 60} {
			if m > 300 && e > 2 {
				continue
			}
			x, n, mod := random(r, 2*m+1), random(r, e), random(r, m)
			n.Abs(n)
			mod.Abs(mod)
			z := new(big.Int)
			c.PowMod(z, x, n, mod)
			if z.Cmp(new(big.Int).Exp(x, n, mod)) != 0 {
				t.Fatalf("PowMod of %d and %d words", m, e)
			}
		}
	}
	x, z := random(r, 3), new(big.Int)
	for _, n := range []uint64{0, 1, 2, 3, 1000, 1501} {
		c.Pow(z, x, n)
		if z.Cmp(new(big.Int).Exp(x, new(big.Int).SetUint64(n), nil)) != 0 {
			t.Fatalf("Pow by %d", n)
		}
	}
	for _, n := range [...][2]int64{{1, 3000}, {1, 1}, {1, 2}, {1, 20}, {1, 21}, {1, 255}, {1, 256}, {1, 257}, {7, 500}, {1 << 62, 1<<62 + 300}, {math.MaxInt64 - 3, math.MaxInt64}} {
		if c.Product(uint64(n[0]), uint64(n[1])).Cmp(new(big.Int).MulRange(n[0], n[1])) != 0 {
			t.Errorf("Product of %d to %d", n[0], n[1])
		}
	}
	last := new(big.Int).SetUint64(math.MaxUint64)
	if c.Product(math.MaxUint64-1, math.MaxUint64).Cmp(new(big.Int).Mul(last, new(big.Int).Sub(last, one))) != 0 || c.Product(5, 4).Cmp(one) != 0 {
		t.Error("Product")
	}
	y := new(big.Int).Lsh(one, 70)
	want := big.NewInt(1)
	for i := range int64(50) {
		want.Mul(want, new(big.Int).Sub(y, big.NewInt(i)))
	}
	if c.Falling(y, 50).Cmp(want) != 0 {
		t.Error("Falling")
	}
}
