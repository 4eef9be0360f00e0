package decimal

import "math/bits"

// wide is a natural number below 2²⁵⁶, least significant word first.
type wide [4]uint64

const (
	shortDigits = 38 // digits of coefficients in two words
	wideDigits  = 76 // digits that a wide has room for
	tenTo19     = 10_000_000_000_000_000_000
)

var (
	pow10Word [20]uint64
	pow10Wide [wideDigits + 1]wide
)

func init() {
	pow10Word[0] = 1
	for i := 1; i < len(pow10Word); i++ {
		pow10Word[i] = pow10Word[i-1] * 10
	}
	pow10Wide[0] = wide{1}
	for i := 1; i < len(pow10Wide); i++ {
		pow10Wide[i] = pow10Wide[i-1]
		pow10Wide[i].mulWord(10)
	}
}

// DigitsOf returns the number of digits of x, 1 for 0.
func DigitsOf(x uint64) int64 { return digits64(x) }

// digits64 returns the number of digits of x, 1 for 0.
func digits64(x uint64) int64 {
	n := int64(bits.Len64(x)) * 1233 >> 12
	if x >= pow10Word[n&31%20] && x != 0 {
		n++
	}
	return max(n, 1)
}

func (w *wide) isZero() bool { return w[0]|w[1]|w[2]|w[3] == 0 }

// words returns how many words w takes.
func (w *wide) words() int {
	for i := 3; i > 0; i-- {
		if w[i] != 0 {
			return i + 1
		}
	}
	return 1
}

// digits returns the number of digits, 1 for 0.
func (w *wide) digits() int64 {
	n := w.words()
	if n == 1 {
		return digits64(w[0])
	}
	length := uint64((n-1)*64 + bits.Len64(w[n-1]))
	d := int64(length * 1292913986 >> 32)
	if w.cmp(&pow10Wide[d]) >= 0 {
		d++
	}
	return d
}

func (w *wide) cmp(v *wide) int {
	for i := 3; i >= 0; i-- {
		if w[i] != v[i] {
			if w[i] < v[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func (w *wide) add(v *wide) {
	var c uint64
	for i := range w {
		w[i], c = bits.Add64(w[i], v[i], c)
	}
}

// sub subtracts v, which is not greater.
func (w *wide) sub(v *wide) {
	var c uint64
	for i := range w {
		w[i], c = bits.Sub64(w[i], v[i], c)
	}
}

func (w *wide) mulWord(m uint64) {
	var carry uint64
	for i := range w {
		hi, lo := bits.Mul64(w[i], m)
		var c uint64
		w[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
}

// divWord divides by d and returns the remainder.
func (w *wide) divWord(d uint64) uint64 {
	var rem uint64
	for i := w.words() - 1; i >= 0; i-- {
		if rem == 0 && w[i] < d {
			rem, w[i] = w[i], 0
			continue
		}
		w[i], rem = bits.Div64(rem, w[i], d)
	}
	return rem
}

// mulShort returns the product of two numbers of two words.
func mulShort(ahi, alo, bhi, blo uint64) wide {
	h0, l0 := bits.Mul64(alo, blo)
	if ahi|bhi == 0 {
		return wide{l0, h0}
	}
	h1, l1 := bits.Mul64(ahi, blo)
	h2, l2 := bits.Mul64(alo, bhi)
	h3, l3 := bits.Mul64(ahi, bhi)
	var c, d uint64
	h0, c = bits.Add64(h0, l1, 0)
	l3, c = bits.Add64(l3, h1, c)
	h3 += c
	h0, d = bits.Add64(h0, l2, 0)
	l3, d = bits.Add64(l3, h2, d)
	h3 += d
	return wide{l0, h0, l3, h3}
}

// timesTen multiplies by 10ⁿ; the product has at most wideDigits digits.
func (w *wide) timesTen(n int64) {
	for n > 19 {
		w.mulWord(tenTo19)
		n -= 19
	}
	if n > 0 {
		w.mulWord(pow10Word[n])
	}
}

// dropped says what digits were that a shift has taken from a coefficient's end, as half a unit of its last place sees
// them.
type dropped uint8

const (
	droppedNone  dropped = iota // all were 0
	droppedBelow                // less than half
	droppedHalf
	droppedAbove
)

// dropOf compares a remainder with half of d, which is even; sticky: there was more below.
func dropOf(rem, d uint64, sticky bool) dropped {
	switch half := d / 2; {
	case rem == 0 && !sticky:
		return droppedNone
	case rem < half:
		return droppedBelow
	case rem == half && !sticky:
		return droppedHalf
	}
	return droppedAbove
}

// shiftRight drops the last n digits.
func (w *wide) shiftRight(n int64) dropped {
	if n > wideDigits+1 {
		if w.isZero() {
			return droppedNone
		}
		*w = wide{}
		return droppedBelow
	}
	sticky := false
	for n > 19 {
		sticky = w.divWord(tenTo19) != 0 || sticky
		n -= 19
	}
	if n == 0 {
		return droppedNone
	}
	d := pow10Word[n]
	return dropOf(w.divWord(d), d, sticky)
}

// div sets w to its quotient by the two words of d, of which the high one is not 0, and returns the remainder
// (Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D).
func (w *wide) div(dhi, dlo uint64) (rhi, rlo uint64) {
	s := uint(bits.LeadingZeros64(dhi))
	if s > 0 {
		dhi = dhi<<s | dlo>>(64-s)
		dlo <<= s
	}
	var u [5]uint64
	for i := range 4 {
		u[i] |= w[i] << s
		u[i+1] = w[i] >> (64 - s) // a shift by 64 gives 0
	}
	var q wide
	for j := 2; j >= 0; j-- {
		var qhat, rhat uint64
		exact := true // qhat may be one or two too large
		if u[j+2] >= dhi {
			qhat = 1<<64 - 1
			var c uint64
			rhat, c = bits.Add64(u[j+1], dhi, 0)
			exact = c == 0
		} else {
			qhat, rhat = bits.Div64(u[j+2], u[j+1], dhi)
		}
		for exact {
			h, l := bits.Mul64(qhat, dlo)
			if h < rhat || h == rhat && l <= u[j] {
				break
			}
			qhat--
			var c uint64
			rhat, c = bits.Add64(rhat, dhi, 0)
			exact = c == 0
		}
		h0, l0 := bits.Mul64(qhat, dlo)
		h1, l1 := bits.Mul64(qhat, dhi)
		var c uint64
		m1, c := bits.Add64(h0, l1, 0)
		m2 := h1 + c
		u[j], c = bits.Sub64(u[j], l0, 0)
		u[j+1], c = bits.Sub64(u[j+1], m1, c)
		u[j+2], c = bits.Sub64(u[j+2], m2, c)
		if c != 0 {
			qhat--
			u[j], c = bits.Add64(u[j], dlo, 0)
			u[j+1], c = bits.Add64(u[j+1], dhi, c)
			u[j+2] += c
		}
		q[j] = qhat
	}
	*w = q
	if s > 0 {
		return u[1] >> s, u[0]>>s | u[1]<<(64-s)
	}
	return u[1], u[0]
}

// stripTens divides by ten as often as there is no remainder, at most limit times, and returns how often.
func (w *wide) stripTens(limit int64) int64 {
	if w.isZero() {
		return 0
	}
	n := int64(0)
	for step := int64(16); step > 0; {
		if step > limit-n {
			step /= 2
			continue
		}
		v := *w
		if v.divWord(pow10Word[step]) != 0 {
			step /= 2
			continue
		}
		*w = v
		n += step
	}
	return n
}
