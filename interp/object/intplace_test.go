package object

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

// TestShortQuotient: divisions whose quotient is one limb or nearly, the remainder 0, the largest or any, of all signs, and sums and products of ints of many limbs
// that cancel each other out or not, with a collection at every allocation in half of them.
func TestShortQuotient(t *testing.T) {
	for _, stress := range []bool{false, true} {
		h := newHeap(t, Options{Limit: 64 << 20, Stress: stress})
		r := rand.New(rand.NewPCG(11, 12))
		number := func(limbs int) *big.Int {
			x := new(big.Int)
			for range limbs {
				w := [...]uint64{0, 1, 1<<64 - 1, 1 << 63, r.Uint64(), r.Uint64()}[r.IntN(6)]
				x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(w))
			}
			return x.Rsh(x, uint(r.IntN(65)))
		}
		rounds := soak.Of(1000, 3000, 1_000_000)
		if stress {
			rounds = soak.Of(100, 200, 10_000)
		}
		for range rounds {
			y := number(3 + r.IntN(60))
			if y.Sign() == 0 {
				continue
			}
			rest := [...]*big.Int{new(big.Int), big.NewInt(1), new(big.Int).Sub(y, bigOne), new(big.Int).Rem(number(60), y)}[r.IntN(4)]
			x := new(big.Int).Mul(y, number(1+r.IntN(2)))
			x.Add(x, rest)
			for sign := range 4 {
				if sign&1 != 0 {
					x.Neg(x)
				}
				if sign&2 != 0 {
					y.Neg(y)
				}
				va, vb := h.IntFromBig(x), h.IntFromBig(y)
				h.Push(va)
				h.Push(vb)
				got, err := h.IntFloorDiv(va, vb)
				if err != nil {
					t.Fatal(err)
				}
				q, m := new(big.Int).DivMod(x, y, new(big.Int)) // Euclid's: the remainder is not negative
				if m.Sign() != 0 && y.Sign() < 0 {
					q.Sub(q, bigOne)
				}
				checkInt(t, h, got, q)
				near := h.IntAdd(va, SmallInt(1))
				h.Push(near)
				checkInt(t, h, h.IntSub(va, near), big.NewInt(-1))
				checkInt(t, h, h.IntSub(va, vb), q.Sub(x, y))
				checkInt(t, h, h.IntAdd(va, vb), q.Add(x, y))
				checkInt(t, h, h.IntMul(va, vb), q.Mul(x, y))
				h.Release(0)
			}
		}
	}
}

// A step of digits of pi: products with a word, a sum, and a quotient of one digit, of ints of 300 limbs.
func BenchmarkIntSpigot(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	long := new(big.Int).Exp(big.NewInt(7), big.NewInt(6839), nil)
	q, t := h.IntFromBig(long), h.IntFromBig(new(big.Int).Rsh(long, 2))
	h.PushAll([]Value{q, t})
	b.ReportAllocs()
	for b.Loop() {
		sum := h.IntAdd(h.IntMul(q, SmallInt(3)), t)
		if _, err := h.IntFloorDiv(sum, t); err != nil {
			b.Fatal(err)
		}
	}
}
