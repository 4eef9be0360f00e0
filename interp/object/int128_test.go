package object

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

func TestDivMod128(t *testing.T) {
	r := &randomValues{rng: rand.New(rand.NewPCG(1, 2))}
	of := func(hi, lo uint64) *big.Int {
		x := new(big.Int).SetUint64(hi)
		return x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(lo))
	}
	part := func() uint64 {
		if r.rng.IntN(3) == 0 {
			return r.edge() >> r.rng.IntN(64)
		}
		return r.edge()
	}
	for range 200_000 {
		ah, al, bh, bl := part(), part(), part(), part()
		switch r.rng.IntN(4) {
		case 0:
			bh = 0
		case 1: // near a multiple
			q := part() >> (64 - bits.LeadingZeros64(bh))
			over, low := bits.Mul64(q, bl)
			ah, al = over+q*bh, low
			if r.rng.IntN(2) == 0 {
				al -= uint64(r.rng.IntN(3))
			}
		}
		if bh|bl == 0 || ah|al == 0 {
			continue
		}
		a, b := of(ah, al), of(bh, bl)
		q, rem := new(big.Int).QuoRem(a, b, new(big.Int))
		qh, ql, rh, rl := divMod128(ah, al, bh, bl)
		if of(qh, ql).Cmp(q) != 0 || of(rh, rl).Cmp(rem) != 0 {
			t.Fatalf("%v // %v = %v, %v; want %v, %v", a, b, of(qh, ql), of(rh, rl), q, rem)
		}
		want, _ := new(big.Rat).SetFrac(a, b).Float64()
		if got := trueDiv128(ah, al, bh, bl); got != want {
			t.Fatalf("%v / %v = %v, want %v", a, b, got, want)
		}
	}
}
