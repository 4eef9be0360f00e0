package cmath

import (
	"math"
	"math/bits"
)

// sin, cos and tan: the argument is reduced to r within ±π/4 as a dd, r is
// split into i/128, whose sine and cosine are in a table, and a rest s below
// 1/256, for which short polynomials do.

// Sin returns the sine: NaN for infinities.
func Sin(x float64) float64 {
	if math.Abs(x) < 0x1p-26 {
		return x
	}
	if !isFinite(x) {
		return math.NaN()
	}
	r, k := reduce(x)
	switch k & 3 {
	case 0:
		return sinDD(r).round()
	case 1:
		return cosDD(r).round()
	case 2:
		return -sinDD(r).round()
	}
	return -cosDD(r).round()
}

// Cos returns the cosine: NaN for infinities.
func Cos(x float64) float64 {
	if !isFinite(x) {
		return math.NaN()
	}
	r, k := reduce(x)
	switch k & 3 {
	case 0:
		return cosDD(r).round()
	case 1:
		return -sinDD(r).round()
	case 2:
		return -cosDD(r).round()
	}
	return sinDD(r).round()
}

// Tan returns the tangent: NaN for infinities.
func Tan(x float64) float64 {
	if math.Abs(x) < 0x1p-27 {
		return x
	}
	if !isFinite(x) {
		return math.NaN()
	}
	r, k := reduce(x)
	s, c := sinDD(r), cosDD(r)
	if k&1 != 0 {
		return -c.div(s).round()
	}
	return s.div(c).round()
}

func isFinite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// splitArc returns the table's entry for r ≥ 0, the rest of r, and sin s − s
// and cos s − 1 of the rest.
func splitArc(r dd) (t *sinCos, s dd, sinRest, cosRest float64) {
	i := int(float64(r.hi*128) + 0.5)
	s = fast2(r.hi-float64(float64(i)/128), r.lo)
	s2 := float64(s.hi * s.hi)
	sinRest = float64(s.hi*s2) * (-1.0/6 + float64(s2*(1.0/120-float64(s2*(1.0/5040)))))
	cosRest = float64(s2*(-0.5+float64(s2*(1.0/24-float64(s2*(1.0/720)))))) - float64(s.hi*s.lo)
	return &sinCosTable[i], s, sinRest, cosRest
}

// sinDD returns the sine of r within ±π/4.
func sinDD(r dd) dd {
	if r.hi < 0 {
		return sinDD(r.neg()).neg()
	}
	t, s, sinRest, cosRest := splitArc(r)
	p := prod2(t.cos.hi, s.hi)
	sum := sum2(t.sin.hi, p.hi)
	lo := float64(t.cos.hi*sinRest) + float64(t.sin.hi*cosRest)
	lo += p.lo + float64(t.cos.hi*s.lo) + float64(t.cos.lo*s.hi) + t.sin.lo
	return fast2(sum.hi, sum.lo+lo)
}

// cosDD returns the cosine of r within ±π/4.
func cosDD(r dd) dd {
	if r.hi < 0 {
		r = r.neg()
	}
	t, s, sinRest, cosRest := splitArc(r)
	p := prod2(t.sin.hi, s.hi)
	sum := sum2(t.cos.hi, -p.hi)
	lo := float64(t.cos.hi*cosRest) - float64(t.sin.hi*sinRest)
	lo += t.cos.lo - p.lo - float64(t.sin.hi*s.lo) - float64(t.sin.lo*s.hi)
	return fast2(sum.hi, sum.lo+lo)
}

// reduce returns r and k with x = k·π/2 + r and r within ±π/4 or hardly more;
// only k's last bits matter. x is finite.
func reduce(x float64) (r dd, k uint64) {
	a := math.Abs(x)
	switch {
	case a < math.Pi/4:
		return dd{x, 0}, 0
	case a >= 0x1p25:
		return reduceLarge(x)
	}
	// x − k·π/2 with π/2 in three floats. The first difference is exact: it is
	// a multiple of both operands' last bits and below 1.
	kf := math.RoundToEven(x * (2 / math.Pi))
	h := math.FMA(-kf, halfPi[0], x)
	q := prod2(-kf, halfPi[1])
	s := sum2(h, q.hi)
	s = fast2(s.hi, math.FMA(-kf, halfPi[2], s.lo+q.lo))
	return s, uint64(int64(kf))
}

// reduceLarge is reduce by the method of Payne and Hanek: x·2/π with so many
// bits of 2/π, from where they begin to matter, that 100 remain behind the
// point even after the worst cancellation.
func reduceLarge(x float64) (r dd, k uint64) {
	b := math.Float64bits(x)
	m := b&(1<<52-1) | 1<<52
	e := int(b>>52&0x7FF) - 1075 // |x| = m·2^e
	// Bits of 2/π before first give multiples of 4.
	first := max(e-2, 0)
	word, shift := first/64, uint(first%64)
	var w [4]uint64
	for i := range w {
		w[i] = twoOverPi[word+i]<<shift | twoOverPi[word+i+1]>>(64-shift)
	}
	// p is m·w with 256 bits behind the point, times 2^(first−e).
	var p [5]uint64
	for i := 3; i >= 0; i-- {
		hi, lo := bits.Mul64(m, w[i])
		var c uint64
		p[i+1], c = bits.Add64(lo, p[i+1], 0)
		p[i] = hi + c
	}
	shiftFixed(&p, e-first)
	k = p[0]
	neg := x < 0
	if p[1]>>63 != 0 { // nearer to the next multiple
		k++
		neg = !neg
		c := uint64(1)
		for i := 4; i >= 1; i-- {
			p[i], c = bits.Add64(^p[i], 0, c)
		}
	}
	if x < 0 {
		k = -k
	}
	f := fixedDD(p[1:]).mul(dd{halfPi[0], halfPi[1]})
	if neg {
		f = f.neg()
	}
	return f, k
}

// shiftFixed multiplies p by 2^n, n from −63 to 63, dropping what leaves it.
func shiftFixed(p *[5]uint64, n int) {
	for ; n > 0; n-- {
		for i := range 4 {
			p[i] = p[i]<<1 | p[i+1]>>63
		}
		p[4] <<= 1
	}
	if n < 0 {
		s := uint(-n)
		for i := 4; i > 0; i-- {
			p[i] = p[i]>>s | p[i-1]<<(64-s)
		}
		p[0] >>= s
	}
}

// fixedDD returns a fixed-point fraction of four words as a dd.
func fixedDD(p []uint64) dd {
	exp := 0
	for len(p) > 2 && p[0] == 0 {
		p = p[1:]
		exp -= 64
	}
	n := uint(bits.LeadingZeros64(p[0]))
	hi, lo := p[0]<<n|p[1]>>(64-n), p[1]<<n
	if len(p) > 2 {
		lo |= p[2] >> (64 - n)
	}
	exp -= int(n)
	top := hi &^ (1<<11 - 1) // 53 bits
	rest := hi<<53 | lo>>11  // the 64 bits that follow
	return fast2(math.Ldexp(float64(top), exp-64), math.Ldexp(float64(rest), exp-117))
}

// sinCos is a row of sinCosTable.
type sinCos struct{ sin, cos dd }
