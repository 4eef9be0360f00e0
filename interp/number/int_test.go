package number_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/interp/number"
)

// TestInts compares with math/big.
func TestInts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		x, n := rng.Uint64()>>rng.IntN(64), rng.Uint64()>>(40+rng.IntN(24))
		if p, ok := number.Pow(x, n%70); ok != (new(big.Int).Exp(bigOf(x), bigOf(n%70), nil).BitLen() <= 64) || ok && bigOf(p).Cmp(new(big.Int).Exp(bigOf(x), bigOf(n%70), nil)) != 0 {
			t.Fatalf("%d**%d = %d, %v", x, n%70, p, ok)
		}
		m := 2 + rng.Uint64()>>rng.IntN(63)
		if p := number.PowMod(x%m, n, m); bigOf(p).Cmp(new(big.Int).Exp(bigOf(x%m), bigOf(n), bigOf(m))) != 0 {
			t.Fatalf("%d**%d modulo %d = %d", x%m, n, m, p)
		}
		a, b := int64(rng.Uint64())>>rng.IntN(64), int64(rng.Uint64())>>rng.IntN(64)
		hi, lo := number.MulSigned(a, b)
		got := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(hi), 64), bigOf(uint64(lo)))
		if got.Cmp(new(big.Int).Mul(big.NewInt(a), big.NewInt(b))) != 0 {
			t.Fatalf("%d·%d = %v", a, b, got)
		}
	}
	if number.Abs(math.MinInt64) != 1<<63 || number.Abs(-1) != 1 || number.Abs(5) != 5 {
		t.Error("magnitudes")
	}
}

func bigOf(u uint64) *big.Int { return new(big.Int).SetUint64(u) }

// TestComplement: −x as two's complement, and back.
func TestComplement(t *testing.T) {
	for _, x := range [][]big.Word{{1}, {0, 1}, {5, 0, 7}, {math.MaxUint, 1}} {
		there, back := number.Complement(true), number.Complement(true)
		for i := range 4 {
			w := there.Limb(x, i)
			want := big.Word(0)
			if i < len(x) {
				want = x[i]
			} else if w != math.MaxUint {
				t.Errorf("%x: limb %d of −x is %x, want the sign", x, i, w)
			}
			if got := back.Next(w); got != want {
				t.Errorf("%x: limb %d comes back as %x", x, i, got)
			}
		}
		same := number.Complement(false)
		for i, w := range x {
			if got := same.Limb(x, i); got != w {
				t.Errorf("%x: limb %d of a positive number becomes %x", x, i, got)
			}
		}
	}
}

func TestCompareIntFloat(t *testing.T) {
	for _, c := range []struct {
		i    int64
		f    float64
		want int
	}{{1, 1, 0}, {1, 1.5, -1}, {2, 1.5, 1}, {-1, -1.5, 1}, {1<<53 + 1, 1 << 53, 1}, {math.MaxInt64, 1 << 63, -1}, {math.MinInt64, -1 << 63, 0}, {0, math.Inf(1), -1}, {0, math.Inf(-1), 1}} {
		if got := number.CompareIntFloat(c.i, c.f); got != c.want {
			t.Errorf("%d and %g: %d, want %d", c.i, c.f, got, c.want)
		}
	}
}
