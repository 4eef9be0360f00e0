package number

import (
	"math/big"
	"math/bits"
)

// Complementer turns limbs of a magnitude into those of its two's complement,
// and back, from the least significant on.
type Complementer struct {
	invert, carry big.Word
}

// Complement begins with the least significant limb of a negative number, or of one
// that is not.
func Complement(neg bool) Complementer {
	if neg {
		return Complementer{^big.Word(0), 1}
	}
	return Complementer{}
}

// Next returns the complement of the next limb.
func (c *Complementer) Next(w big.Word) big.Word {
	s, carry := bits.Add(uint(w^c.invert), 0, uint(c.carry))
	c.carry = big.Word(carry)
	return big.Word(s)
}

// Limb is Next for limb i of ws, which has zeros behind its end.
func (c *Complementer) Limb(ws []big.Word, i int) big.Word {
	if i < len(ws) {
		return c.Next(ws[i])
	}
	return c.Next(0)
}
