package bigcut

import (
	"math/big"
	"math/bits"
)

// GCD returns the greatest common divisor of the magnitudes of x and y.
func (c Cutter) GCD(x, y *big.Int) *big.Int {
	a, b := new(big.Int).Abs(x), new(big.Int).Abs(y)
	if a.Cmp(b) < 0 {
		a, b = b, a
	}
	var q, r, s, t big.Int
	for words(b) > piece {
		c.Poll()
		u0, u1, v0, v1, ok := lehmer(a, b)
		if !ok {
			c.QuoRem(&q, a, b, &r)
			a, b, r = b, new(big.Int).Set(&r), big.Int{}
			continue
		}
		combine(&r, &s, &t, a, b, u0, v0)
		first := new(big.Int).Set(&r)
		combine(&r, &s, &t, a, b, u1, v1)
		a, b = first, new(big.Int).Set(&r)
	}
	if b.Sign() != 0 && words(a) > 2*piece {
		c.QuoRem(&q, a, b, &r)
		a, b = b, &r
	}
	return new(big.Int).GCD(nil, nil, a, b)
}

// combine sets r to u·a + v·b.
func combine(r, s, t, a, b *big.Int, u, v int64) {
	s.Mul(a, big.NewInt(u))
	t.Mul(b, big.NewInt(v))
	r.Add(s, t)
}

// lehmer does the steps of Euclid's algorithm on the leading bits of a ≥ b, as far as they are those of
// the whole numbers: the numbers behind the steps are u0·a + v0·b and u1·a + v1·b. ok is false where
// not one step is sure.
func lehmer(a, b *big.Int) (u0, u1, v0, v1 int64, ok bool) {
	const width = 62
	shift := uint(a.BitLen() - width)
	x, y := top(a, shift), top(b, shift)
	u0, u1, v0, v1 = 1, 0, 0, 1
	for {
		if y+u1 <= 0 || y+v1 <= 0 {
			return u0, u1, v0, v1, ok
		}
		q := (x + u0) / (y + u1)
		if q != (x+v0)/(y+v1) {
			return u0, u1, v0, v1, ok
		}
		u2, v2 := u0-q*u1, v0-q*v1
		if bits.Len64(uint64(max(u2, -u2))) > 30 || bits.Len64(uint64(max(v2, -v2))) > 30 || q >= 1<<30 {
			return u0, u1, v0, v1, ok
		}
		u0, u1, v0, v1 = u1, u2, v1, v2
		x, y = y, x-q*y
		ok = true
	}
}

// top returns x >> shift, which fits.
func top(x *big.Int, shift uint) int64 {
	w := x.Bits()
	i, part := int(shift/wordBits), shift%wordBits
	if i >= len(w) {
		return 0
	}
	lo := uint64(w[i]) >> part
	for k := 1; k <= 2 && i+k < len(w); k++ {
		lo |= uint64(w[i+k]) << (uint(k)*wordBits - part)
	}
	return int64(lo)
}
