package object

import (
	"math/bits"

	"github.com/tier2go/tier2/interp/number"
)

// Quotients of ints of two limbs at most.

// divMod128 returns the quotient of two magnitudes, the second of which is not 0, and what is left.
func divMod128(ah, al, bh, bl uint64) (qh, ql, rh, rl uint64) {
	if bh == 0 {
		qh = ah / bl
		ql, rl = bits.Div64(ah%bl, al, bl)
		return qh, ql, 0, rl
	}
	// The highest word of the divisor gives the quotient, or one more; half of the dividend is below it (Warren 2013, Hacker's Delight, 9-5).
	s := uint(bits.LeadingZeros64(bh))
	ql, _ = bits.Div64(ah>>1, ah<<63|al>>1, bh<<s|bl>>1>>(63-s))
	if ql >>= 63 - s; ql != 0 {
		ql--
	}
	over, low := bits.Mul64(ql, bl)
	rl, borrow := bits.Sub64(al, low, 0)
	rh, _ = bits.Sub64(ah, over+ql*bh, borrow)
	if rh > bh || rh == bh && rl >= bl {
		ql++
		rl, borrow = bits.Sub64(rl, bl, 0)
		rh, _ = bits.Sub64(rh, bh, borrow)
	}
	return 0, ql, rh, rl
}

// floorDivMod128 returns a // b and a % b as signs and magnitudes; ok is false where one of them has more than two limbs. b is not 0.
func (h *Heap) floorDivMod128(a, b Value) (neg bool, qh, ql uint64, bn bool, rh, rl uint64, ok bool) {
	an, ah, al, ok := h.Magnitude128(a)
	if !ok {
		return
	}
	bn, bh, bl, ok := h.Magnitude128(b)
	if !ok {
		return
	}
	qh, ql, rh, rl = divMod128(ah, al, bh, bl)
	if an != bn && rh|rl != 0 {
		var carry uint64
		ql, carry = bits.Add64(ql, 1, 0)
		qh += carry
		rl, carry = bits.Sub64(bl, rl, 0)
		rh, _ = bits.Sub64(bh, rh, carry)
	}
	return an != bn, qh, ql, bn, rh, rl, true
}

// trueDiv128 returns the quotient of two magnitudes that are not 0, rounded once.
func trueDiv128(ah, al, bh, bl uint64) float64 {
	ah, al, ea := highest128(ah, al)
	bh, bl, eb := highest128(bh, bl)
	lost, e := uint64(0), eb-ea-64
	if ah > bh || ah == bh && al >= bl {
		lost = al & 1
		ah, al, e = ah>>1, ah<<63|al>>1, e+1
	}
	q, rh, rl := divThree(ah, al, bh, bl)
	return number.RoundFloat(q, lost|rh|rl != 0, e)
}

// highest128 moves a magnitude that is not 0 up until its highest bit is one, and says by how many bits.
func highest128(hi, lo uint64) (h, l uint64, n int) {
	if hi == 0 {
		hi, lo, n = lo, 0, 64
	}
	s := bits.LeadingZeros64(hi)
	return hi<<s | lo>>1>>(63-s), lo << s, n + s
}

// divThree divides three words, of which the lowest is 0, by two, which are more than the higher ones and whose highest bit is one (Knuth, The
// Art of Computer Programming 2, 4.3.1, step D3).
func divThree(ah, al, bh, bl uint64) (q, rh, rl uint64) {
	var carry uint64
	if q = ^uint64(0); ah < bh {
		q, rh = bits.Div64(ah, al, bh)
	} else if rh, carry = bits.Add64(al, bh, 0); carry != 0 { // ah is bh
		over, low := bits.Mul64(q, bl)
		rl, carry = bits.Sub64(0, low, 0)
		rh, _ = bits.Sub64(rh, over, carry)
		return q, rh, rl
	}
	over, low := bits.Mul64(q, bl)
	for over > rh || over == rh && low != 0 {
		q--
		var borrow uint64
		low, borrow = bits.Sub64(low, bl, 0)
		over -= borrow
		if rh, carry = bits.Add64(rh, bh, 0); carry != 0 {
			break
		}
	}
	rl, carry = bits.Sub64(0, low, 0)
	rh, _ = bits.Sub64(rh, over, carry)
	return q, rh, rl
}
