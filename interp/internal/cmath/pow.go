package cmath

import "math"

// Pow returns x**y for finite x ≥ 0 and finite y: infinity on overflow, 0 on
// underflow. Other arguments are the caller's (Python defines them).
//
// It is e**(y·log x) with the logarithm in two floats (glibc's e_pow.c).
func Pow(x, y float64) float64 {
	ix, topx, topy := math.Float64bits(x), topBits(x), topBits(y)&0x7FF
	if topx-1 >= 0x7FF-1 || topy-0x3BE >= 0x43E-0x3BE {
		switch {
		case y == 0 || x == 1:
			return 1
		case x == 0 && y < 0, math.IsInf(x, 1) && y > 0:
			return math.Inf(1)
		case x == 0 || math.IsInf(x, 1):
			return 0
		case topy < 0x3BE: // |y| < 2⁻⁶⁵
			return 1
		case topy >= 0x43E: // |y| ≥ 2⁶³
			return overflow(signedBy(y, x > 1))
		}
		if topx == 0 { // subnormal
			ix = math.Float64bits(float64(x*0x1p52)) - 52<<52
		}
	}
	hi, lo := powLog(ix)
	ehi := float64(y * hi)
	elo := math.FMA(y, lo, math.FMA(y, hi, -ehi))
	return powExp(ehi, elo)
}

// signedBy returns y, or −y unless positive.
func signedBy(y float64, positive bool) float64 {
	if positive {
		return y
	}
	return -y
}

// powLog returns the logarithm as a sum of two floats.
func powLog(ix uint64) (y, tail float64) {
	k, z, i := splitLog(ix, powLogOff, 7)
	t := &powLogTable[i]
	r := math.FMA(z, t[0], -1)
	t1 := math.FMA(k, powLogData.ln2Hi, t[1])
	t2 := t1 + r
	lo1 := math.FMA(k, powLogData.ln2Lo, t[2])
	lo2 := t1 - t2 + r
	a := &powLogData.poly
	ar := float64(a[0] * r)
	ar2 := float64(r * ar)
	ar3 := float64(r * ar2)
	hi := t2 + ar2
	lo3 := math.FMA(ar, r, -ar2)
	lo4 := t2 - hi + ar2
	p := math.FMA(ar2, math.FMA(r, a[6], a[5]), math.FMA(r, a[4], a[3]))
	p = math.FMA(ar2, p, math.FMA(r, a[2], a[1]))
	lo := math.FMA(ar3, p, lo1+lo2+lo3+lo4)
	y = hi + lo
	return y, hi - y + lo
}

// powExp returns e**(x+tail).
func powExp(x, tail float64) float64 {
	top := topBits(x) & 0x7FF
	careful := false
	if top-expTiny >= expLarge-expTiny {
		switch {
		case top < expTiny:
			return 1 + x
		case top >= expHuge:
			return overflow(x)
		}
		careful = true
	}
	kd := math.FMA(expData.invLn2, x, bigShift)
	k := math.Float64bits(kd)
	kd -= bigShift
	r := math.FMA(kd, expData.negLn2Lo, math.FMA(kd, expData.negLn2Hi, x))
	return expTail(k, r+tail, &expData.poly, careful)
}
