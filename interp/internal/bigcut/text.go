package bigcut

import "math/big"

// textPiece is the most digits that math/big converts in one call.
const textPiece = 8192

// Append appends x in a base from 2 to 36.
func (c Cutter) Append(b []byte, x *big.Int, base int) []byte {
	if words(x) <= piece || base&(base-1) == 0 {
		return x.Append(b, base)
	}
	if x.Sign() < 0 {
		b = append(b, '-')
		x = view(x, 0, words(x))
	}
	// powers are base**textPiece to the powers of 2, up to the root of x
	unit := new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(textPiece), nil)
	powers := []*big.Int{unit}
	for words(powers[len(powers)-1])*2 <= words(x)+1 {
		last, next := powers[len(powers)-1], new(big.Int)
		c.Mul(next, last, last)
		powers = append(powers, next)
	}
	return c.appendBy(b, x, base, powers, 0)
}

// appendBy appends x, which is below the square of the last power, with at least width digits.
func (c Cutter) appendBy(b []byte, x *big.Int, base int, powers []*big.Int, width int) []byte {
	if len(powers) == 0 {
		c.Poll()
		digits := x.Append(nil, base)
		for n := width - len(digits); n > 0; n-- {
			b = append(b, '0')
		}
		return append(b, digits...)
	}
	last := powers[len(powers)-1]
	low := textPiece << (len(powers) - 1)
	if width == 0 && x.Cmp(last) < 0 {
		return c.appendBy(b, x, base, powers[:len(powers)-1], 0)
	}
	q, r := new(big.Int), new(big.Int)
	c.QuoRem(q, x, last, r)
	b = c.appendBy(b, q, base, powers[:len(powers)-1], max(0, width-low))
	return c.appendBy(b, r, base, powers[:len(powers)-1], low)
}

// Parse returns the number of digits in a base from 2 to 36; there is one at least, and nothing else.
func (c Cutter) Parse(digits string, base int) *big.Int {
	if len(digits) <= textPiece {
		c.Poll()
		z, _ := new(big.Int).SetString(digits, base)
		return z
	}
	low := textPiece
	power := new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(textPiece), nil)
	powers := []*big.Int{power}
	for 2*low < len(digits) {
		next := new(big.Int)
		c.Mul(next, power, power)
		power = next
		powers = append(powers, power)
		low *= 2
	}
	return c.parseBy(digits, base, powers)
}

func (c Cutter) parseBy(digits string, base int, powers []*big.Int) *big.Int {
	if len(digits) <= textPiece {
		return c.Parse(digits, base)
	}
	low := textPiece << (len(powers) - 1)
	rest := powers[:len(powers)-1]
	if len(digits) <= low {
		return c.parseBy(digits, base, rest)
	}
	cut := len(digits) - low
	z := new(big.Int)
	c.Mul(z, c.parseBy(digits[:cut], base, rest), powers[len(powers)-1])
	return z.Add(z, c.parseBy(digits[cut:], base, rest))
}
