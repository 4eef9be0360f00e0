package object

import (
	"math/big"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/number"
)

// This file is the border to math/big. Operands are big.Ints whose limbs are
// the arena's own (SetBits copies nothing); results are computed in big.Ints
// that the heap keeps, and copied into the arena. So arithmetic on large ints
// allocates nothing in Go once the scratch has grown.
//
// Invariants: a big.Int over the arena is no destination but in inPlace, and is not used
// after the next allocation in the arena. No result is read after the next
// operation.

// maxScratch is the most limbs that scratch keeps between operations.
const maxScratch = 1 << 15

// bigScratch is the heap's scratch for arithmetic on large ints.
type bigScratch struct {
	op   [3]big.Int // operands, over the arena or over word
	word [3][1]big.Word
	res  [2]big.Int
	// shifted is an operand of a true division, aligned.
	shifted big.Int
	place   big.Int // where inPlace writes
	limb    []limb
}

// operand returns v, an int or bool, as operand i of an operation.
func (h *Heap) operand(i int, v Value) *big.Int {
	s := &h.num.big
	z := &s.op[i]
	neg, mag, ok := h.signMag(v)
	if ok {
		s.word[i][0] = big.Word(mag)
		z.SetBits(s.word[i][:])
	} else {
		neg = h.aux(v)&intNegative != 0
		z.SetBits(h.limbs(v))
	}
	if neg {
		z.Neg(z)
	}
	return z
}

// result turns result i of an operation into a Value.
func (h *Heap) result(i int) Value {
	z := &h.num.big.res[i]
	v := h.IntFromBig(z)
	trimScratch(z)
	return v
}

// trimScratch drops the memory of a scratch int that has become large.
func trimScratch(z *big.Int) {
	if cap(z.Bits()) > maxScratch {
		*z = big.Int{}
	}
}

// IntFromBig returns the int x.
func (h *Heap) IntFromBig(x *big.Int) Value { return h.intFromLimbs(x.Sign() < 0, x.Bits()) }

// BigInt returns a copy of v, an int or bool, that shares no memory with it.
func (h *Heap) BigInt(v Value) *big.Int { return new(big.Int).Set(h.operand(0, v)) }

// scratchLimbs returns n zeroed limbs, valid until the next call.
func (h *Heap) scratchLimbs(n int) []limb {
	s := &h.num.big
	if n > maxScratch {
		return make([]limb, n)
	}
	if n > len(s.limb) {
		s.limb = make([]limb, max(n, 64))
	}
	ws := s.limb[:n]
	clear(ws)
	return ws
}

// magLimbs returns the limbs of an int's or bool's magnitude, none for 0.
// Those of an int in a word are in scratch word i.
func (h *Heap) magLimbs(i int, v Value) (neg bool, ws []limb) {
	neg, mag, ok := h.signMag(v)
	switch {
	case !ok:
		return h.aux(v)&intNegative != 0, h.limbs(v)
	case mag == 0:
		return false, nil
	}
	w := &h.num.big.word[i]
	w[0] = limb(mag)
	return neg, w[:]
}

// bitwise computes a op b for And, Or and Xor as on two's complements of
// unbounded length.
func (h *Heap) bitwise(op BinaryOp, a, b Value) Value {
	an, x := h.magLimbs(0, a)
	bn, y := h.magLimbs(1, b)
	var neg bool
	switch op {
	case And:
		neg = an && bn
	case Or:
		neg = an || bn
	default:
		neg = an != bn
	}
	n := max(len(x), len(y)) + 1
	if op == And && !an {
		n = min(n, len(x)) // a's leading zeros hide the rest of b
	}
	if op == And && !bn {
		n = min(n, len(y))
	}
	z := h.scratchLimbs(n)
	cx, cy, cz := number.Complement(an), number.Complement(bn), number.Complement(neg)
	for i := range z {
		u, v := cx.Limb(x, i), cy.Limb(y, i)
		switch op {
		case And:
			u &= v
		case Or:
			u |= v
		default:
			u ^= v
		}
		z[i] = cz.Next(u)
	}
	return h.intFromLimbs(neg, z)
}

// shiftLeft returns v << n.
func (h *Heap) shiftLeft(v Value, n uint64) Value {
	neg, x := h.magLimbs(0, v)
	if len(x) == 0 {
		return SmallInt(0)
	}
	whole, part := n/64, n%64
	top := uint64(0)
	if part > 0 {
		top = uint64(x[len(x)-1]) >> (64 - part)
	}
	total := uint64(len(x)) + whole
	if top != 0 {
		total++
	}
	if total == 1 {
		return h.intFromMag(neg, uint64(x[0])<<part)
	}
	if total > uint64(h.Limit())/8 {
		panic(heap.OutOfMemory{Size: uintptr(min(total, 1<<58)) * 8})
	}
	r := h.newInt(neg, int(total))
	z := h.limbs(r)
	clear(z[:whole])
	z = z[whole:]
	if top != 0 {
		z[len(z)-1] = limb(top)
	}
	for i := len(x) - 1; i > 0; i-- {
		z[i] = x[i]<<part | limb(uint64(x[i-1])>>(64-part)) // a shift by 64 gives 0
	}
	z[0] = x[0] << part
	return r
}

// shiftRight returns v >> n, rounded down.
func (h *Heap) shiftRight(v Value, n uint64) Value {
	neg, x := h.magLimbs(0, v)
	if n/64 >= uint64(len(x)) {
		if neg {
			return SmallInt(-1)
		}
		return SmallInt(0)
	}
	whole, part := int(n/64), n%64
	lost := x[whole]&(1<<part-1) != 0
	for _, w := range x[:whole] {
		lost = lost || w != 0
	}
	x = x[whole:]
	z := h.scratchLimbs(len(x) + 1)
	for i := range x {
		z[i] = x[i] >> part
		if i+1 < len(x) {
			z[i] |= limb(uint64(x[i+1]) << (64 - part))
		}
	}
	if neg && lost {
		for i := range z {
			z[i]++
			if z[i] != 0 {
				break
			}
		}
	}
	return h.intFromLimbs(neg, z)
}

// BigOver returns the magnitude of v, an int or bool, over the arena: it must not be changed, and not be used after v has
// died.
func (h *Heap) BigOver(v Value) *big.Int {
	if _, mag, ok := h.signMag(v); ok {
		return new(big.Int).SetUint64(mag)
	}
	return new(big.Int).SetBits(h.limbs(v))
}
