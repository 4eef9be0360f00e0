package lib

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestRoots(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	check := func(hi, lo uint64) {
		n := new(big.Int).SetUint64(hi)
		n.Add(n.Lsh(n, 64), new(big.Int).SetUint64(lo))
		var got uint64
		if hi == 0 {
			got = root64(lo)
		} else {
			got = root128(hi, lo)
		}
		if want := new(big.Int).Sqrt(n).Uint64(); got != want {
			t.Fatalf("the root of %v is %d, not %d", n, got, want)
		}
	}
	for range 100_000 {
		hi, lo := rng.Uint64()>>rng.IntN(64), rng.Uint64()
		check(hi, lo)
		check(0, lo>>rng.IntN(64))
		r := new(big.Int).SetUint64(rng.Uint64() >> rng.IntN(64))
		r.Mul(r, r)
		r.Add(r, big.NewInt(int64(rng.IntN(3))))
		w := r.FillBytes(make([]byte, 17))
		if w[0] == 0 {
			x := new(big.Int).Rsh(r, 64)
			check(x.Uint64(), new(big.Int).And(r, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
			if r.Sign() > 0 {
				r.Sub(r, big.NewInt(3)).Abs(r)
				check(x.Rsh(r, 64).Uint64(), new(big.Int).And(r, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
			}
		}
	}
	for _, w := range []uint64{0, 1, 2, 3, 4, math.MaxUint64, math.MaxUint64 - 1, math.MaxUint32 * math.MaxUint32, math.MaxUint32*math.MaxUint32 - 1, 1 << 62, 1 << 63} {
		check(0, w)
		check(w|1, w)
		check(w|1, math.MaxUint64)
		check(w|1, 0)
	}
}

func TestTabledComb(t *testing.T) {
	for n := range int64(mostTabled + 1) {
		for k := range n + 1 {
			hi, lo := tabledComb(uint64(n), uint64(k))
			got := new(big.Int).SetUint64(hi)
			got.Add(got.Lsh(got, 64), new(big.Int).SetUint64(lo))
			if want := new(big.Int).Binomial(n, k); got.Cmp(want) != 0 {
				t.Fatalf("%d over %d is %v, not %v", n, k, got, want)
			}
		}
	}
}
