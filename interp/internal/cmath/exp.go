package cmath

import "math"

// exp, exp2 and the exponential inside pow: 2^(k/128) from a table, times a
// polynomial in what is left of the argument. The algorithm and its tables are
// those of ARM's optimized routines (S. Nagy), which glibc's e_exp.c, e_exp2.c
// and e_pow.c use; the order of operations is that of glibc's build for
// processors with fused multiply-add.

const (
	expBits  = 7 // of the table's index
	expMask  = 1<<expBits - 1
	shift52  = 52 - expBits
	bigShift = 0x1.8p52 // adding it rounds to an integer in the low bits
)

// exponents of the results that need no care, as 11 bits
const (
	expTiny  = 0x3C9 // of 2⁻⁵⁴
	expLarge = 0x408 // of 512
	expHuge  = 0x409 // of 1024
)

func topBits(x float64) uint32 { return uint32(math.Float64bits(x) >> 52) }

// Exp returns e**x: infinity on overflow, 0 on underflow.
func Exp(x float64) float64 {
	top := topBits(x) & 0x7FF
	careful := false
	if top-expTiny >= expLarge-expTiny {
		switch {
		case top < expTiny:
			return 1 + x
		case top == 0x7FF: // infinities and NaN
			if x < 0 {
				return 0
			}
			return 1 + x
		case top >= expHuge:
			return overflow(x)
		}
		careful = true
	}
	// k/128·ln2 is split in two, so that r is nearly exact.
	kd := math.FMA(expData.invLn2, x, bigShift)
	k := math.Float64bits(kd)
	kd -= bigShift
	r := math.FMA(kd, expData.negLn2Lo, math.FMA(kd, expData.negLn2Hi, x))
	return expTail(k, r, &expData.poly, careful)
}

// overflow returns the result for an argument too large to represent it.
func overflow(x float64) float64 {
	if x < 0 {
		return 0
	}
	return math.Inf(1)
}

// expTail returns 2^(k/128)·e**r.
func expTail(k uint64, r float64, c *[4]float64, careful bool) float64 {
	i := 2 * (k & expMask)
	tail := math.Float64frombits(expTable[i])
	bits := expTable[i+1] + k<<shift52
	r2 := float64(r * r)
	tmp := math.FMA(r2, math.FMA(r, c[1], c[0]), tail+r)
	tmp = math.FMA(float64(r2*r2), math.FMA(r, c[3], c[2]), tmp)
	if careful && k&0x8000_0000 != 0 {
		return scaleDown(tmp, bits)
	}
	if careful { // the exponent may be too large by up to 460
		scale := math.Float64frombits(bits - 1009<<52)
		return float64(0x1p1009 * math.FMA(scale, tmp, scale))
	}
	scale := math.Float64frombits(bits)
	return math.FMA(scale, tmp, scale)
}

// scaleDown returns scale·(1+tmp) where the exponent of scale, whose bits are
// given, may have left the range below. Subnormal results are rounded once.
func scaleDown(tmp float64, bits uint64) float64 {
	scale := math.Float64frombits(bits + 1022<<52)
	rest := float64(scale * tmp)
	y := scale + rest
	if math.Abs(y) < 1 {
		one := math.Copysign(1, y)
		lo := scale - y + rest
		hi := one + y
		lo = one - hi + y + lo
		y = hi + lo - one
		if y == 0 {
			y = math.Copysign(0, scale)
		}
	}
	return float64(0x1p-1022 * y)
}

// Exp2 returns 2**x: infinity on overflow, 0 on underflow.
func Exp2(x float64) float64 {
	top := topBits(x) & 0x7FF
	careful := false
	if top-expTiny >= expLarge-expTiny {
		switch {
		case top < expTiny:
			return 1 + x
		case top == 0x7FF:
			if x < 0 {
				return 0
			}
			return 1 + x
		case top >= expHuge && (x > 0 || x <= -1075):
			return overflow(x)
		}
		careful = math.Abs(x) > 928
	}
	kd := x + bigShift/(1<<expBits)
	k := math.Float64bits(kd)
	r := x - (kd - bigShift/(1<<expBits))
	i := 2 * (k & expMask)
	tail := math.Float64frombits(expTable[i])
	bits := expTable[i+1] + k<<shift52
	// Here glibc has no build with fused operations.
	c := &expData.poly2
	r2 := float64(r * r)
	tmp := tail + float64(r*c[0])
	tmp += float64(r2 * (c[1] + float64(r*c[2])))
	tmp += float64(float64(r2*r2) * (c[3] + float64(r*c[4])))
	if careful && k&0x8000_0000 != 0 {
		return scaleDown(tmp, bits)
	}
	if careful { // the exponent may be too large by 1
		scale := math.Float64frombits(bits - 1<<52)
		return 2 * (scale + float64(scale*tmp))
	}
	scale := math.Float64frombits(bits)
	return scale + float64(scale*tmp)
}
