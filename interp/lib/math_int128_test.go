package lib

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

func big128(hi, lo uint64) *big.Int {
	x := new(big.Int).SetUint64(hi)
	return x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(lo))
}

// Divisors of numbers of 128 bits are those of math/big.
func TestGCD128(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	word := func() uint64 {
		return []uint64{0, 1, 1 << 63, r.Uint64(), r.Uint64() >> r.IntN(64), r.Uint64() << r.IntN(64)}[r.IntN(6)]
	}
	for range 20_000 {
		xh, xl, yh, yl := word(), word(), word(), word()
		if common := r.Uint64() >> (32 + r.IntN(32)); r.IntN(2) == 0 { // a factor of both
			_, xl = bits.Mul64(xl, common)
			_, yl = bits.Mul64(yl, common)
			xh, yh = 0, 0
		}
		x, y := big128(xh, xl), big128(yh, yl)
		hi, lo := gcd128(xh, xl, yh, yl)
		if want := new(big.Int).GCD(nil, nil, x, y); want.Cmp(big128(hi, lo)) != 0 {
			t.Fatalf("gcd(%d, %d) is %d, not %d", x, y, big128(hi, lo), want)
		}
	}
}

// A binomial coefficient of 128 bits is that of math/big, or left to it.
func TestComb128(t *testing.T) {
	fits := 0
	for n := range uint64(200) {
		for k := range n/2 + 1 {
			hi, lo, ok := comb128(n, k)
			if !ok {
				continue
			}
			fits++
			if want := new(big.Int).Binomial(int64(n), int64(k)); want.Cmp(big128(hi, lo)) != 0 {
				t.Fatalf("comb(%d, %d) is %d, not %d", n, k, big128(hi, lo), want)
			}
		}
	}
	if fits < 3000 {
		t.Errorf("%d coefficients fit", fits)
	}
}
