package lib

import (
	"math"
	"math/bits"
	"sync"
)

// Roots and binomial coefficients of 128 bits at most.

// root64 is the square root of n, rounded down.
func root64(n uint64) uint64 {
	r := min(uint64(math.Sqrt(float64(n))), math.MaxUint32)
	switch {
	case r*r > n:
		return r - 1
	case r < math.MaxUint32 && (r+1)*(r+1) <= n:
		return r + 1
	}
	return r
}

// root128 is the square root of a number of which the higher word is not 0, rounded down (Zimmermann 1999, Karatsuba Square Root): that of the higher
// word gives half of the bits, and what it leaves divided by it gives the others, or one more.
func root128(hi, lo uint64) uint64 {
	up := bits.LeadingZeros64(hi) &^ 1
	hi, lo = hi<<up|lo>>1>>(63-up), lo<<up
	s := root64(hi)
	rest := hi - s*s
	q, u := bits.Div64(rest>>32, rest<<32|lo>>32, 2*s)
	root := s<<32 + q
	over, low := bits.Mul64(q, q)
	if q>>32 != 0 || u>>32 < over || u>>32 == over && u<<32|lo&math.MaxUint32 < low {
		root--
	}
	return root >> (up / 2)
}

// mostTabled is the greatest n of which all coefficients have 128 bits.
const mostTabled = 131

// oddFactorials are what is left of n! without its factors 2, and the inverses of that, modulo 2^128.
var oddFactorials = sync.OnceValue(func() *[mostTabled + 1][2][2]uint64 {
	t := &[mostTabled + 1][2][2]uint64{}
	odd, inverse := [2]uint64{1, 0}, [2]uint64{1, 0}
	for n := range t {
		if n > 0 {
			d := [2]uint64{uint64(n) >> bits.TrailingZeros(uint(n)), 0}
			odd = times128(odd, d)
			x := d // to 3 bits; each step doubles them
			for range 6 {
				m := times128(d, x)
				low, borrow := bits.Sub64(2, m[0], 0)
				high, _ := bits.Sub64(0, m[1], borrow)
				x = times128(x, [2]uint64{low, high})
			}
			inverse = times128(inverse, x)
		}
		t[n] = [2][2]uint64{odd, inverse}
	}
	return t
})

// times128 is a product modulo 2^128, the lower word first.
func times128(a, b [2]uint64) [2]uint64 {
	hi, lo := bits.Mul64(a[0], b[0])
	return [2]uint64{lo, hi + a[1]*b[0] + a[0]*b[1]}
}

// tabledComb is a binomial coefficient, k being at most n and n at most mostTabled: as many factors 2 as the sum of k and n − k carries, and
// what is left of the factorials (Kummer 1852).
func tabledComb(n, k uint64) (hi, lo uint64) {
	t := oddFactorials()
	c := times128(times128(t[n][0], t[k][1]), t[n-k][1])
	s := bits.OnesCount64(k) + bits.OnesCount64(n-k) - bits.OnesCount64(n)
	return c[1]<<s | c[0]>>1>>(63-s), c[0] << s
}
