package number

import (
	"github.com/tier2go/tier2/interp/internal/cmath"
	"math"
	"math/bits"
)

// RoundFloat returns m·2^e rounded once, half to even. sticky says that the
// exact value is a little more than m·2^e, by less than 2^e; then m must have
// at least 55 bits. The result may be infinite.
func RoundFloat(m uint64, sticky bool, e int) float64 {
	if m == 0 {
		return 0
	}
	n := bits.Len64(m)
	// The exponent of the result's last bit: that of a normal number, or of
	// the smallest subnormal.
	last := max(n+e-53, -1074)
	if drop := last - e; drop > 0 {
		if drop > 64 {
			return 0
		}
		// Shifts by 64 give 0.
		half := uint64(1) << (drop - 1)
		rest := m & (half<<1 - 1)
		m >>= drop
		if rest > half || rest == half && (sticky || m&1 != 0) {
			m++
		}
		e = last
	}
	return math.Ldexp(float64(m), e) // m has at most 54 bits and is exact
}

// Divide returns a/b rounded once; b is not zero.
func Divide(a, b uint64) float64 {
	if a == 0 {
		return 0
	}
	// With both normalized and a halved, the quotient has 63 or 64 bits.
	sa, sb := bits.LeadingZeros64(a), bits.LeadingZeros64(b)
	hi, d := a<<sa>>1, b<<sb
	lo := a << sa << 63
	q, r := bits.Div64(hi, lo, d)
	return RoundFloat(q, r != 0, sb-sa-63)
}

// FloatParts returns m and e with |f| = m·2^e and m below 2⁵³; f is finite.
func FloatParts(f float64) (m uint64, e int) {
	b := math.Float64bits(f)
	m, e = b&(1<<52-1), int(b>>52&0x7FF)
	if e == 0 {
		return m, -1074
	}
	return m | 1<<52, e - 1075
}

// CompareIntFloat compares exactly; f is no NaN.
func CompareIntFloat(i int64, f float64) int {
	switch {
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole := int64(f) // towards zero
	switch {
	case i < whole:
		return -1
	case i > whole:
		return 1
	}
	switch rest := f - math.Trunc(f); {
	case rest > 0:
		return -1
	case rest < 0:
		return 1
	}
	return 0
}

// FloatDivMod returns the quotient rounded down and the remainder with y's
// sign; y is not zero. A quotient rounded up by the division is put right.
func FloatDivMod(x, y float64) (q, r float64) {
	r = cmath.Fmod(x, y)
	q = (x - r) / y
	if r == 0 {
		r = math.Copysign(0, y)
	} else if (y < 0) != (r < 0) {
		r += y
		q--
	}
	if q == 0 {
		return math.Copysign(0, x/y), r
	}
	floor := math.Floor(q)
	if q-floor > 0.5 {
		floor++
	}
	return floor, r
}

// Signed returns f, or −f.
func Signed(f float64, negative bool) float64 {
	if negative {
		return -f
	}
	return f
}

// PowInf returns x ** y for x ≥ 0 and an infinite y.
func PowInf(x, y float64) float64 {
	switch {
	case x == 1:
		return 1
	case (y > 0) == (x > 1):
		return math.Inf(1)
	}
	return 0
}

// InfPow returns x ** y for an infinite x and a finite y that is not zero.
func InfPow(x, y float64) float64 {
	negative := x < 0 && IsOdd(y)
	if y > 0 {
		return Signed(math.Inf(1), negative)
	}
	return Signed(0, negative)
}

// IsOdd reports whether y is an odd integer.
func IsOdd(y float64) bool { return math.Abs(cmath.Fmod(y, 2)) == 1 }
