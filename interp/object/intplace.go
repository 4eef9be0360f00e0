package object

import (
	"math/big"
	"math/bits"
)

// Large results are computed where they lie, and quotients of one limb without shifting the operands.

// inPlaceFrom is how many limbs a result may have at most that is computed in scratch.
const inPlaceFrom = 16

// limbCount returns how many limbs an int or bool takes, 1 for one in a word.
func (h *Heap) limbCount(v Value) int {
	if v.IsRef() && h.RefType(v) == IntType {
		return int(h.Word(v, OffIntLimbs))
	}
	return 1
}

// inPlace makes the int that op computes of a and b, which has n limbs at most, in its own memory.
func (h *Heap) inPlace(n int, a, b Value, op func(z, x, y *big.Int) *big.Int) Value {
	v := h.newInt(false, n)
	room, z := h.limbs(v), &h.num.big.place
	op(z.SetBits(room[:0]), h.operand(0, a), h.operand(1, b))
	neg, ws := z.Sign() < 0, z.Bits()
	*z = big.Int{}
	if len(ws) <= n/2 || &ws[0] != &room[0] {
		return h.intFromLimbs(neg, ws)
	}
	if neg {
		h.SetHalf(v, OffAux, intNegative)
	}
	h.SetWord(v, OffIntLimbs, uint64(len(ws)))
	return v
}

// product is a product as inPlace takes it.
func (h *Heap) product(z, x, y *big.Int) *big.Int {
	h.cutter.Mul(z, x, y)
	return z
}

// shortQuotient returns a // b where the magnitude of the quotient is one limb and that of b three or more: the highest limbs give it, or one more
// (Knuth, The Art of Computer Programming 2, 4.3.1, step D3). Where they leave that open a product says which.
func (h *Heap) shortQuotient(a, b Value) (Value, bool) {
	n := h.limbCount(b)
	if m := h.limbCount(a); n < 3 || m != n && m != n+1 {
		return Null, false
	}
	x, y := h.limbs(a), h.limbs(b)
	s := uint(bits.LeadingZeros64(uint64(y[n-1])))
	top := func(ws []limb, i int) uint64 { // limb i as it is where y's highest bit is one
		var hi, lo uint64
		if i < len(ws) {
			hi = uint64(ws[i])
		}
		if s > 0 {
			lo = uint64(ws[i-1]) >> (64 - s)
		}
		return hi<<s | lo
	}
	if len(x) > n && uint64(x[n])>>(64-s) != 0 { // a shift by 64 gives 0
		return Null, false
	}
	x2, x1, x0, y1, y0 := top(x, n), top(x, n-1), top(x, n-2), top(y, n-1), top(y, n-2)
	if x2 >= y1 {
		return Null, false
	}
	q, r := bits.Div64(x2, x1, y1)
	sure := false // q is the quotient, and something remains, whatever the lower limbs are: they take less than q from what remains of these
	for {
		hi, lo := bits.Mul64(q, y0)
		if hi < r || hi == r && lo <= x0 {
			low, borrow := bits.Sub64(x0, lo, 0)
			sure = r-hi-borrow > 0 || low > q
			break
		}
		q--
		var carry uint64
		if r, carry = bits.Add64(r, y1, 0); carry != 0 {
			sure = true
			break
		}
	}
	negative, some := h.IntSign(a) != h.IntSign(b), true
	if !sure {
		z := &h.num.big.res[0]
		h.num.big.word[2][0] = limb(q)
		z.Mul(h.operand(1, b), h.num.big.op[2].SetBits(h.num.big.word[2][:]))
		order := z.CmpAbs(h.operand(0, a))
		trimScratch(z)
		if order > 0 {
			q--
		}
		some = order != 0
	}
	if negative && some { // rounded down
		if q++; q == 0 {
			return Null, false
		}
	}
	return h.intFromMag(negative && q != 0, q), true
}
