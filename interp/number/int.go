package number

import "math/bits"

// Abs returns |i|; it is right for math.MinInt64 too.
func Abs(i int64) uint64 {
	if i < 0 {
		return -uint64(i)
	}
	return uint64(i)
}

// MulSigned returns the 128-bit product of two signed words.
func MulSigned(x, y int64) (hi, lo int64) {
	uh, ul := bits.Mul64(uint64(x), uint64(y))
	return int64(uh) - x>>63&y - y>>63&x, int64(ul)
}

// Pow returns x**n if it fits 64 bits.
func Pow(x, n uint64) (uint64, bool) {
	r := uint64(1)
	for {
		if n&1 != 0 {
			hi, lo := bits.Mul64(r, x)
			if hi != 0 {
				return 0, false
			}
			r = lo
		}
		n >>= 1
		if n == 0 {
			return r, true
		}
		hi, lo := bits.Mul64(x, x)
		if hi != 0 {
			return 0, false
		}
		x = lo
	}
}

// PowMod returns x**n modulo m; x is below m.
func PowMod(x, n, m uint64) uint64 {
	r := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = mulMod(r, x, m)
		}
		x = mulMod(x, x, m)
	}
	return r
}

// mulMod returns x·y modulo m; x or y is below m.
func mulMod(x, y, m uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return bits.Rem64(hi, lo, m)
}
