package decimal

import "math/bits"

// Short results: what can be done in two words, without a coef. A result is rounded by one division.

// digits128 returns the number of digits of a number below 10³⁸, 1 for 0.
func digits128(hi, lo uint64) int64 {
	if hi == 0 {
		return digits64(lo)
	}
	d := int64(uint64(64+bits.Len64(hi)) * 1292913986 >> 32)
	if p := &pow10Wide[d]; hi > p[1] || hi == p[1] && lo >= p[0] {
		d++
	}
	return d
}

// finishShort is finish for a coefficient below 10³⁸; sticky: there was more below its last digit, which has been cut off.
func (c *Context) finishShort(z *Num, neg bool, exp int64, hi, lo uint64, sticky bool) Status {
	digits := digits128(hi, lo)
	n, adjusted := digits-c.Prec, exp+digits-1
	if digits > shortDigits || adjusted >= c.Emax || adjusted < c.Emin || c.Clamp || n > 0 && (n > 19 || c.Prec > 19) || n <= 0 && sticky {
		k := coef{w: wide{lo, hi}, digits: digits}
		if sticky { // so that it is not taken for exact, nor for a half
			k.shiftLeft(c.Env, 1)
			k.increment(c.Env)
			exp--
		}
		return c.finish(z, neg, exp, &k)
	}
	if n <= 0 {
		*z = Num{Neg: neg, Exp: exp, hi: hi, lo: lo, digits: digits}
		return 0
	}
	d := pow10Word[n]
	q, rem := bits.Div64(hi, lo, d) // the quotient has no more than 19 digits
	s := Rounded
	if dropped := dropOf(rem, d, sticky); dropped != droppedNone {
		s |= Inexact
		if c.Round.roundsWord(dropped, neg, q) {
			if q++; q == pow10Word[c.Prec] { // 99…9 has become 10…0
				q, n = pow10Word[c.Prec-1], n+1
			}
		}
	}
	*z = Num{Neg: neg, Exp: exp + n, lo: q, digits: c.Prec}
	return s
}

// roundsWord is roundsUp for a coefficient of one word.
func (r Rounding) roundsWord(d dropped, neg bool, x uint64) bool {
	if r == HalfEven && d != droppedHalf {
		return d == droppedAbove
	}
	return r.roundsUp(d, neg, &coef{w: wide{x}})
}

// isWord reports whether the coefficient stands in one word.
func (x *Num) isWord() bool { return x.hi == 0 && x.big == nil }

// apart returns the coefficients of x and y, of one word each, at their smaller exponent, if both are below 10³⁸ there.
func apart(x, y *Num) (ahi, alo, bhi, blo uint64, exp int64, ok bool) {
	alo, blo, exp = x.lo, y.lo, x.Exp
	switch d := x.Exp - y.Exp; {
	case d >= 0 && d < 20 && x.digits+d < shortDigits:
		ahi, alo = bits.Mul64(alo, pow10Word[d])
		return ahi, alo, 0, blo, y.Exp, true
	case d < 0 && d > -20 && y.digits-d < shortDigits:
		bhi, blo = bits.Mul64(blo, pow10Word[-d])
		return 0, alo, bhi, blo, exp, true
	}
	return 0, 0, 0, 0, 0, false
}

// addShort is addSub for words; ok is false where they are too far apart, or the sum is 0.
func (c *Context) addShort(z, x, y *Num, yneg bool) (s Status, ok bool) {
	ahi, alo, bhi, blo, exp, ok := apart(x, y)
	if !ok {
		return 0, false
	}
	neg := x.Neg
	var carry uint64
	if neg == yneg {
		alo, carry = bits.Add64(alo, blo, 0)
		ahi += bhi + carry
		return c.finishShort(z, neg, exp, ahi, alo, false), true
	}
	if ahi < bhi || ahi == bhi && alo < blo {
		ahi, alo, bhi, blo, neg = bhi, blo, ahi, alo, yneg
	}
	alo, carry = bits.Sub64(alo, blo, 0)
	ahi -= bhi + carry
	if ahi|alo == 0 {
		return 0, false
	}
	return c.finishShort(z, neg, exp, ahi, alo, false), true
}

// quoShort is the quotient of two words that are not 0, shift digits of which are behind the point of exp; ok is false where it is exact.
func (c *Context) quoShort(z *Num, neg bool, exp int64, x, y uint64, shift int64) (s Status, ok bool) {
	hi, lo := uint64(0), x
	if shift > 19 {
		hi, lo = bits.Mul64(x, tenTo19)
		shift -= 19
	}
	carry, low := bits.Mul64(lo, pow10Word[shift])
	hi = hi*pow10Word[shift] + carry
	qhi, rem := hi/y, hi%y
	qlo, rem := bits.Div64(rem, low, y)
	if rem == 0 {
		return 0, false
	}
	return c.finishShort(z, neg, exp, qhi, qlo, true), true
}

// quantizeShort is Quantize of a word to fewer digits; ok is false where that has too many digits or is not normal.
func (c *Context) quantizeShort(z, x *Num, exp, n int64) (s Status, ok bool) {
	d := pow10Word[n]
	q, rem := x.lo/d, x.lo%d
	s = Rounded
	if dropped := dropOf(rem, d, false); dropped != droppedNone {
		s |= Inexact
		if c.Round.roundsWord(dropped, x.Neg, q) {
			q++
		}
	}
	digits := digits64(q)
	if a := exp + digits - 1; digits > c.Prec || a > c.Emax || a < c.Emin || c.Clamp {
		return 0, false
	}
	*z = Num{Neg: x.Neg, Exp: exp, lo: q, digits: digits}
	return s, true
}

// Truncated returns the magnitude of x, which is finite, rounded towards zero; ok is false where that or the coefficient is no word.
func (x *Num) Truncated() (n uint64, ok bool) {
	switch {
	case !x.isWord() || x.Exp < -19 || x.Exp > 0:
		return 0, false
	case x.Exp == 0:
		return x.lo, true
	}
	return x.lo / pow10Word[-x.Exp], true
}

// exactFloats are the powers of ten that are floats.
var exactFloats = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// Float returns the float that is nearest to x, which is finite, if the coefficient and the power of ten are floats: then one division or product
// rounds (Clinger, How to Read Floating Point Numbers Accurately, 1990).
func (x *Num) Float() (f float64, ok bool) {
	if !x.isWord() || x.lo > 1<<53 || x.Exp < -22 || x.Exp > 22 {
		return 0, false
	}
	f = float64(x.lo)
	if x.Exp < 0 {
		f /= exactFloats[-x.Exp]
	} else {
		f *= exactFloats[x.Exp]
	}
	if x.Neg {
		f = -f
	}
	return f, true
}
