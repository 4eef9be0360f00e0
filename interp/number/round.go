package number

import (
	"math"
	"math/big"
	"strconv"
	"unsafe"
)

// RoundBig returns x rounded to a multiple of unit, half to even.
func RoundBig(x, unit *big.Int) *big.Int {
	q, r := new(big.Int).DivMod(x, unit, new(big.Int))
	r.Lsh(r, 1)
	if c := r.Cmp(unit); c > 0 || c == 0 && q.Bit(0) != 0 {
		q.Add(q, one)
	}
	return q.Mul(q, unit)
}

// RoundDecimals rounds to n digits behind the point.
func RoundDecimals(f float64, n int) float64 {
	var store [352]byte
	b := strconv.AppendFloat(store[:0], f, 'f', n, 64)
	r, _ := strconv.ParseFloat(unsafe.String(unsafe.SliceData(b), len(b)), 64)
	return r
}

// RoundTens rounds to a multiple of 10**n.
func RoundTens(f float64, n int) float64 {
	x, _ := new(big.Float).SetFloat64(math.Abs(f)).Int(nil)
	// Doubling makes room for the fraction, of which only "some or none"
	// matters to a tie.
	x.Lsh(x, 1)
	if f != math.Trunc(f) {
		x.SetBit(x, 0, 1)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	z := RoundBig(x, unit.Lsh(unit, 1))
	r, _ := new(big.Float).SetInt(z.Rsh(z, 1)).Float64()
	return math.Copysign(r, f)
}

var one = big.NewInt(1)
