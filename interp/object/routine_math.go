package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// Functions of module math, and int() of texts, for ints of few limbs.

// rootOf is math.isqrt(x) of an int of the word that is not negative.
//
//tier2:routine isqrt
func rootOf(_ mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	i := intOf(x)
	if !wordIsInt(x) || i < 0 {
		return NoRef, false
	}
	root, ok := roundedFloat(math.Sqrt(float64(i)))
	if !ok {
		return NoRef, false
	}
	if root*root > i {
		root--
	}
	return intWord(root)
}

// product is math.prod(l) of a list or tuple of few ints of few limbs.
//
//tier2:routine prod
func product(m mem.Mem, l mem.Ref) (r mem.Ref, ok bool) {
	if wordIs(m, l, uint64(ListType)) {
		return productOf(m, m.Ref(l, fieldListItems), fieldElem, m.U64(l, fieldListLen))
	}
	if wordIs(m, l, uint64(TupleType)) {
		return productOf(m, l, fieldTupleItem, tupleLen(m, l))
	}
	return NoRef, false
}

// productOf is the product of n elements that stand from a field of an object on.
func productOf(m mem.Mem, items mem.Ref, f mem.Field, n uint64) (r mem.Ref, ok bool) {
	if n > mostItems {
		return NoRef, false
	}
	r = mem.Ref(IntBias + 1)
	for i := uint64(0); i < n; i++ {
		r, ok = longProduct(m, r, m.RefAt(items, f, i))
		if !ok {
			return NoRef, false
		}
	}
	return r, true
}

// Texts of ints: how many digits one word has, and three have, and the most characters that are taken of another base.
const (
	wordDigits = 18
	wordTens   = 1_000_000_000_000_000_000
	mostRead   = 3 * wordDigits
	mostParsed = 64
)

// parsedInt is the int of a str of digits, with a sign or without: one word of digits after the other.
func parsedInt(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
	n, i, sign := m.U64(s, fieldStrLen), uint64(0), uint64(0)
	if m.U8(s, fieldStrData) == '-' {
		i, sign = 1, 1
	}
	if n <= i || n-i > mostRead {
		return NoRef, false
	}
	end := n // of the first word of digits
	if end-i > wordDigits {
		end -= wordDigits
	}
	if end-i > wordDigits {
		end -= wordDigits
	}
	a, b, c := uint64(0), uint64(0), uint64(0)
	for range uint64(3) {
		value := uint64(0)
		for ; i < min(end, mostRead+1); i++ {
			d := m.U8At(s, fieldStrData, i) - '0'
			if d > 9 {
				return NoRef, false
			}
			value = 10*value + d
		}
		if end == n {
			a += value
			carry := below(a, value)
			b += carry
			return newLongOf(m, a, b, c+below(b, carry), sign)
		}
		end += wordDigits
		a += value // ahead of the product there is room for it
		over := below(a, value)
		b += over
		high := highWord(a, wordTens)
		a *= wordTens
		top := highWord(b, wordTens)
		b *= wordTens
		b += high
		c = c*wordTens + top + below(b, high)
	}
	return NoRef, false
}

// intByBase is int(s, base) of a str of digits, without a sign and a prefix, that say an int of one limb.
//
//tier2:routine int.base
func intByBase(m mem.Mem, s, base mem.Ref) (r mem.Ref, ok bool) {
	b := uint64(intOf(base))
	if !wordIsInt(base) || b-2 > 34 || !ascii(m, s) {
		return NoRef, false
	}
	n := m.U64(s, fieldStrLen)
	if n == 0 || n > mostParsed {
		return NoRef, false
	}
	value := uint64(0)
	for i := uint64(0); i < n; i++ {
		c := m.U8At(s, fieldStrData, i)
		d := c - '0'
		if d > 9 {
			d = (c | ' ') - 'a'
			if d > 25 {
				return NoRef, false
			}
			d += 10
		}
		if d >= b || value>>57 != 0 {
			return NoRef, false
		}
		value = value*b + d
	}
	return newLongOf(m, value, 0, 0, 0)
}
