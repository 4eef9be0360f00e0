package cmath

import "math"

// log, log2 and the logarithm inside pow: x = 2^k·z, and log z by a table of c
// near z and a polynomial in z/c−1. Algorithm, tables and order of operations as
// in exp.go (glibc's e_log.c, e_log2.c, e_pow.c).

// splitLog returns k, z and the table's index for x's bits; z lies in
// [off, 2·off), which a table of 2^bits intervals covers.
func splitLog(ix, off uint64, bits uint) (k float64, z float64, i uint64) {
	tmp := ix - off
	i = tmp >> (52 - bits) & (1<<bits - 1)
	return float64(int64(tmp) >> 52), math.Float64frombits(ix - tmp&(0xFFF<<52)), i
}

const (
	logOff    = 0x3fe6000000000000
	powLogOff = 0x3fe6955500000000
)

// logSpecial handles what is no positive normal number: done means that r is
// the result, otherwise ix are the bits of x scaled to be normal.
func logSpecial(x float64) (r float64, ix uint64, done bool) {
	switch {
	case x == 0:
		return math.Inf(-1), 0, true
	case math.IsInf(x, 1) || x != x:
		return x, 0, true
	case x < 0:
		return math.NaN(), 0, true
	}
	return 0, math.Float64bits(float64(x*0x1p52)) - 52<<52, false
}

// isNormal reports whether bits are those of a positive normal number.
func isNormal(ix uint64) bool { return ix-1<<52 < (0x7FF-1)<<52 }

// Log returns the natural logarithm: −infinity for 0, NaN below.
func Log(x float64) float64 {
	ix := math.Float64bits(x)
	if lo, hi := math.Float64bits(1-0x1p-4), math.Float64bits(1+0x1.09p-4); ix-lo < hi-lo {
		if x == 1 {
			return 0
		}
		return logNearOne(x - 1)
	}
	if !isNormal(ix) {
		r, scaled, done := logSpecial(x)
		if done {
			return r
		}
		ix = scaled
	}
	k, z, i := splitLog(ix, logOff, 7)
	t := &logTable[i]
	r := math.FMA(z, t[0], -1)
	w := math.FMA(k, logData.ln2Hi, t[1])
	hi := w + r
	lo := math.FMA(k, logData.ln2Lo, w-hi+r)
	a := &logData.poly
	r2 := float64(r * r)
	p := math.FMA(r2, math.FMA(r, a[4], a[3]), math.FMA(r, a[2], a[1]))
	return math.FMA(float64(r*r2), p, math.FMA(r2, a[0], lo)) + hi
}

// logNearOne returns log(1+r) for small r, where the table would cancel.
func logNearOne(r float64) float64 {
	b := &logData.near
	r2 := float64(r * r)
	r3 := float64(r * r2)
	p := math.FMA(r3, b[10], math.FMA(r2, b[9], math.FMA(r, b[8], b[7])))
	p = math.FMA(r3, p, math.FMA(r2, b[6], math.FMA(r, b[5], b[4])))
	p = math.FMA(r3, p, math.FMA(r2, b[3], math.FMA(r, b[2], b[1])))
	// The square's half is taken in two parts.
	w := float64(r * 0x1p27)
	rhi := r + w - w
	rlo := r - rhi
	sq := float64(rhi * rhi)
	hi := math.FMA(sq, b[0], r)
	lo := math.FMA(sq, b[0], r-hi)
	lo = math.FMA(float64(b[0]*rlo), rhi+r, lo)
	return math.FMA(r3, p, lo) + hi
}

// Log2 returns the logarithm in base 2.
func Log2(x float64) float64 {
	ix := math.Float64bits(x)
	if lo, hi := math.Float64bits(1-0x1.5b51p-5), math.Float64bits(1+0x1.6ab2p-5); ix-lo < hi-lo {
		if x == 1 {
			return 0
		}
		return log2NearOne(x - 1)
	}
	if !isNormal(ix) {
		r, scaled, done := logSpecial(x)
		if done {
			return r
		}
		ix = scaled
	}
	k, z, i := splitLog(ix, logOff, 6)
	t := &log2Table[i]
	r := math.FMA(z, t[0], -1)
	t1 := float64(r * log2Data.invLn2Hi)
	t2 := math.FMA(r, log2Data.invLn2Lo, math.FMA(r, log2Data.invLn2Hi, -t1))
	t3 := k + t[1]
	hi := t3 + t1
	lo := t3 - hi + t1 + t2
	a := &log2Data.poly
	r2 := float64(r * r)
	p := math.FMA(r2, math.FMA(r, a[3], a[2]), math.FMA(r, a[1], a[0]))
	p = math.FMA(float64(r2*r2), math.FMA(r, a[5], a[4]), p)
	return math.FMA(r2, p, lo) + hi
}

// log2NearOne returns log2(1+r) for small r.
func log2NearOne(r float64) float64 {
	b := &log2Data.near
	hi := float64(r * log2Data.invLn2Hi)
	lo := math.FMA(r, log2Data.invLn2Lo, math.FMA(r, log2Data.invLn2Hi, -hi))
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	p := math.FMA(r, b[1], b[0])
	y := math.FMA(r2, p, hi)
	lo += math.FMA(r2, p, hi-y)
	q := math.FMA(r2, math.FMA(r, b[9], b[8]), math.FMA(r, b[7], b[6]))
	q = math.FMA(r4, q, math.FMA(r2, math.FMA(r, b[5], b[4]), math.FMA(r, b[3], b[2])))
	lo = math.FMA(r4, q, lo)
	return y + lo
}

// Log10 returns the logarithm in base 10 (fdlibm's e_log10.c): it splits off
// the power of two, whose logarithm is a constant in two parts.
func Log10(x float64) float64 {
	const (
		invLn10 = 4.34294481903251816668e-01
		log2Hi  = 3.01029995663611771306e-01
		log2Lo  = 3.69423907715893078616e-13
	)
	ix := math.Float64bits(x)
	k := int64(0)
	if !isNormal(ix) {
		r, _, done := logSpecial(x)
		if done {
			return r
		}
		ix = math.Float64bits(float64(x * 0x1p54))
		k = -54
	}
	k += int64(ix>>52) - 1023
	i := int64(uint64(k) >> 63) // a negative k leaves the mantissa in [1/2, 1)
	y := float64(k + i)
	m := math.Float64frombits(ix&(1<<52-1) | uint64(0x3FF-i)<<52)
	z := float64(y*log2Lo) + float64(invLn10*Log(m))
	return z + float64(y*log2Hi)
}
