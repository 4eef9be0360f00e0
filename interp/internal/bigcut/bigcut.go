// Package bigcut is arithmetic on large ints that can be stopped: products, quotients,
// powers, roots and conversions in pieces of about a millisecond, between which a
// function of the caller's is called. It may panic to stop the work; nothing is left behind then.
//
// What is small is done by math/big as it is, with no overhead but a comparison of lengths. The
// package knows no Python: it takes and returns big.Ints.
//
//	c := bigcut.Cutter{Poll: func() { if stop.Load() { panic(stopped) } }}
//	c.Mul(z, x, y) // z = x·y
//
// Sources: Knuth, The Art of Computer Programming 2, 4.3.1 (algorithm D), 4.3.3 (Karatsuba), 4.5.2
// (Lehmer); Modules/mathmodule.c of CPython (isqrt by precision that doubles).
package bigcut

import (
	"math"
	"math/big"
	"math/bits"
)

// Cutter does the work; Poll is called between pieces.
type Cutter struct{ Poll func() }

const (
	wordBits = bits.UintSize
	// piece is the most words of an operand that math/big is given in one call where its time
	// grows faster than the length: a product of two such takes 0.3 ms.
	piece = 1024
	// direct is the most steps of one word that a call of math/big may take.
	direct = 1 << 20
)

func words(x *big.Int) int { return len(x.Bits()) }

// view returns words i to j of x's magnitude, without copying.
func view(x *big.Int, i, j int) *big.Int {
	w := x.Bits()
	return new(big.Int).SetBits(w[min(i, len(w)):min(j, len(w)):min(j, len(w))])
}

// Mul sets z to x·y. z is neither x nor y.
func (c Cutter) Mul(z, x, y *big.Int) {
	if n := words(x); n == 0 || n <= piece && words(y) <= piece || n*words(y) <= direct {
		z.Mul(x, y)
		return
	}
	neg := x.Sign() != y.Sign()
	z.Set(c.mul(view(x, 0, words(x)), view(y, 0, words(y))))
	if neg {
		z.Neg(z)
	}
}

// mul multiplies magnitudes.
func (c Cutter) mul(x, y *big.Int) *big.Int {
	if words(x) < words(y) {
		x, y = y, x
	}
	n, m := words(x), words(y)
	switch {
	case m == 0:
		return new(big.Int)
	case n <= piece || n*m <= direct:
		c.Poll()
		return new(big.Int).Mul(x, y)
	case 2*m <= n:
		return c.mulUneven(x, y)
	}
	k := (n + 1) / 2
	x0, x1, y0, y1 := view(x, 0, k), view(x, k, n), view(y, 0, k), view(y, k, m)
	low, high := c.mul(x0, y0), c.mul(x1, y1)
	mid := c.mul(new(big.Int).Add(x0, x1), new(big.Int).Add(y0, y1))
	mid.Sub(mid.Sub(mid, low), high)
	z := make([]big.Word, n+m+1)
	addAt(z, low, 0)
	addAt(z, mid, k)
	addAt(z, high, 2*k)
	return new(big.Int).SetBits(z)
}

// mulUneven multiplies y with pieces of x, which is longer.
func (c Cutter) mulUneven(x, y *big.Int) *big.Int {
	n, m := words(x), words(y)
	step := max(m, piece/4)
	z := make([]big.Word, n+m+1)
	for i := 0; i < n; i += step {
		addAt(z, c.mul(view(x, i, i+step), y), i)
	}
	return new(big.Int).SetBits(z)
}

// addAt adds x to z from word i on; the sum has room.
func addAt(z []big.Word, x *big.Int, i int) {
	var carry uint
	for _, w := range x.Bits() {
		var s uint
		s, carry = bits.Add(uint(z[i]), uint(w), carry)
		z[i] = big.Word(s)
		i++
	}
	for ; carry != 0; i++ {
		var s uint
		s, carry = bits.Add(uint(z[i]), 0, carry)
		z[i] = big.Word(s)
	}
}

// QuoRem sets q to x/y, rounded towards zero, and r to x − y·q. None of them is another one; y is not
// zero.
func (c Cutter) QuoRem(q, x, y, r *big.Int) {
	if n, m := words(x), words(y); n < m || (n-m+1)*m <= direct {
		q.QuoRem(x, y, r)
		return
	}
	qn, rn := x.Sign() != y.Sign(), x.Sign() < 0
	a, b := c.quoRem(view(x, 0, words(x)), view(y, 0, words(y)))
	q.Set(a)
	r.Set(b)
	if qn {
		q.Neg(q)
	}
	if rn {
		r.Neg(r)
	}
}

// quoRem divides magnitudes by algorithm D, whose digits are pieces of words.
func (c Cutter) quoRem(x, y *big.Int) (q, r *big.Int) {
	d := min(piece, words(y)) // words of a digit
	t := (words(y) + d - 1) / d
	shift := uint(t*d*wordBits - y.BitLen())
	v := new(big.Int).Lsh(y, shift)
	u := new(big.Int).Lsh(x, shift)
	top := view(v, (t-1)*d, t*d)
	n := (words(u) + d - 1) / d
	quotient := make([]big.Word, n*d+1)
	r = new(big.Int)
	var digit, rest, product big.Int
	for j := n - 1; j >= 0; j-- {
		c.Poll()
		r.Lsh(r, uint(d*wordBits))
		r.Or(r, view(u, j*d, (j+1)*d))
		if r.Cmp(v) < 0 {
			continue
		}
		digit.QuoRem(view(r, (t-1)*d, words(r)), top, &rest)
		c.Mul(&product, &digit, v)
		for product.Cmp(r) > 0 { // twice at most
			digit.Sub(&digit, one)
			product.Sub(&product, v)
		}
		r.Sub(r, &product)
		addAt(quotient, &digit, j*d)
	}
	return new(big.Int).SetBits(quotient), r.Rsh(r, shift)
}

var one = big.NewInt(1)

// Pow sets z to x**n; z is not x.
func (c Cutter) Pow(z, x *big.Int, n uint64) {
	r, t := big.NewInt(1), new(big.Int)
	for i := bits.Len64(n) - 1; i >= 0; i-- {
		c.Poll()
		c.Mul(t, r, r)
		r, t = t, r
		if n>>i&1 != 0 {
			c.Mul(t, r, x)
			r, t = t, r
		}
	}
	z.Set(r)
}

// PowMod sets z to x**n modulo m, which is positive; n is not negative. The result is from 0 to m−1.
// z is none of the others.
func (c Cutter) PowMod(z, x, n, m *big.Int) {
	w := words(m)
	step := max(1, direct/(w*w+64)) // bits of the exponent that one call takes
	if n.BitLen() <= step && words(x) <= 2*w {
		z.Exp(x, n, m)
		return
	}
	var q, t, b big.Int
	c.QuoRem(&q, x, m, &b)
	if b.Sign() < 0 {
		b.Add(&b, m)
	}
	r := new(big.Int).Mod(one, m)
	reduce := func() { c.QuoRem(&q, &t, m, r) }
	if step == 1 {
		for i := n.BitLen() - 1; i >= 0; i-- {
			c.Poll()
			c.Mul(&t, r, r)
			reduce()
			if n.Bit(i) != 0 {
				c.Mul(&t, r, &b)
				reduce()
			}
		}
		z.Set(r)
		return
	}
	mask := new(big.Int).Lsh(one, uint(step))
	up := new(big.Int).Set(mask)
	mask.Sub(mask, one)
	var chunk, part big.Int
	for i := (n.BitLen() - 1) / step; i >= 0; i-- {
		c.Poll()
		t.Exp(r, up, m)
		chunk.And(chunk.Rsh(n, uint(i*step)), mask)
		part.Exp(&b, &chunk, m)
		r.Set(&t)
		c.Mul(&t, r, &part)
		reduce()
	}
	z.Set(r)
}

// Product returns lo·(lo+1)·…·hi, 1 if there is no factor; lo is positive.
func (c Cutter) Product(lo, hi uint64) *big.Int {
	if lo > hi {
		return big.NewInt(1)
	}
	switch {
	case lo == hi:
		return new(big.Int).SetUint64(lo)
	case hi-lo < 256 && hi <= math.MaxUint:
		c.Poll()
		return product(uint(lo), uint(hi))
	}
	mid := lo + (hi-lo)/2
	z := new(big.Int)
	c.Mul(z, c.Product(lo, mid), c.Product(mid+1, hi))
	return z
}

// product is Product of some factors, which it multiplies by each other as long as a word holds them.
func product(lo, hi uint) *big.Int {
	z := make([]big.Word, 0, int(hi-lo+1)*bits.Len(hi)/wordBits+1)
	w := lo
	for lo < hi {
		lo++
		if over, p := bits.Mul(w, lo); over == 0 {
			w = p
			continue
		}
		z = times(z, w)
		w = lo
	}
	return new(big.Int).SetBits(times(z, w))
}

// times multiplies a magnitude, in place, by a word; none stands for 1.
func times(z []big.Word, w uint) []big.Word {
	if len(z) == 0 {
		return append(z, big.Word(w))
	}
	carry := uint(0)
	for i, x := range z {
		hi, lo := bits.Mul(uint(x), w)
		lo, c := bits.Add(lo, carry, 0)
		z[i], carry = big.Word(lo), hi+c
	}
	if carry != 0 {
		z = append(z, big.Word(carry))
	}
	return z
}

// Falling returns x·(x−1)·…, n factors, all positive.
func (c Cutter) Falling(x *big.Int, n uint64) *big.Int {
	if x.IsUint64() {
		return c.Product(x.Uint64()-n+1, x.Uint64())
	}
	if n < 16 {
		z, f := big.NewInt(1), new(big.Int).Set(x)
		for range n {
			t := new(big.Int)
			c.Mul(t, z, f)
			z = t
			f.Sub(f, one)
		}
		return z
	}
	rest := new(big.Int).Sub(x, new(big.Int).SetUint64(n/2))
	z := new(big.Int)
	c.Mul(z, c.Falling(x, n/2), c.Falling(rest, n-n/2))
	return z
}

// Sqrt returns the integer part of the root of x, which is not negative.
func (c Cutter) Sqrt(x *big.Int) *big.Int {
	if words(x) <= piece {
		return new(big.Int).Sqrt(x)
	}
	half := uint((x.BitLen() - 1) / 2)
	a, d := big.NewInt(1), uint(0)
	var t, q, r big.Int
	for s := bits.Len(half) - 1; s >= 0; s-- {
		e := d
		d = half >> s
		c.QuoRem(&q, t.Rsh(x, 2*half-e-d+1), a, &r)
		a.Lsh(a, d-e-1)
		a.Add(a, &q)
	}
	c.Mul(&t, a, a)
	if t.Cmp(x) > 0 {
		a.Sub(a, one)
	}
	return a
}
