package decimal

import "math/bits"

// Add sets z to x + y.
func (c *Context) Add(z, x, y *Num) Status { return c.addSub(z, x, y, false) }

// Sub sets z to x − y.
func (c *Context) Sub(z, x, y *Num) Status { return c.addSub(z, x, y, true) }

func (c *Context) addSub(z, x, y *Num, negate bool) Status {
	if x.Form|y.Form != Finite {
		return c.addSpecial(z, x, y, negate)
	}
	yneg := y.Neg != negate
	if a, b, exp, ok := aligned(x, y); ok {
		switch {
		case x.Neg == yneg:
			if sum, carry := bits.Add64(a, b, 0); carry == 0 {
				return c.finishWord(z, yneg, exp, sum)
			}
		case a > b:
			return c.finishWord(z, x.Neg, exp, a-b)
		case a < b:
			return c.finishWord(z, yneg, exp, b-a)
		default:
			return c.finishWord(z, c.Round == Floor, exp, 0)
		}
	}
	if x.isWord() && y.isWord() {
		if s, ok := c.addShort(z, x, y, yneg); ok {
			return s
		}
	}
	a, b, aneg, bneg, exp := x.coef(), y.coef(), x.Neg, yneg, y.Exp
	if x.Exp != y.Exp {
		large, small, e := &a, &b, x.Exp
		if x.Exp < y.Exp {
			large, small, e, exp = &b, &a, y.Exp, x.Exp
		}
		if !large.isZero() {
			// What is far below the last digit of the sum may be anything there.
			at := e - 1
			if large.digits <= c.Prec {
				at += large.digits - c.Prec - 1
			}
			if exp+small.digits-1 < at {
				if !small.isZero() {
					*small = shortCoef(0, 1)
				}
				exp = at
			}
		}
		large.shiftLeft(c.Env, e-exp)
	}
	if aneg == bneg {
		sum := c.plus(&a, &b)
		return c.finish(z, aneg, exp, &sum)
	}
	switch a.cmp(&b) {
	case 0:
		return c.finish(z, c.Round == Floor, exp, &coef{digits: 1})
	case -1:
		d := c.minus(&b, &a)
		return c.finish(z, bneg, exp, &d)
	}
	d := c.minus(&a, &b)
	return c.finish(z, aneg, exp, &d)
}

// aligned returns the coefficients of x and y at their smaller exponent, if both fit words.
func aligned(x, y *Num) (a, b uint64, exp int64, ok bool) {
	if x.hi|y.hi != 0 || x.big != nil || y.big != nil {
		return 0, 0, 0, false
	}
	a, b, exp = x.lo, y.lo, x.Exp
	switch d := x.Exp - y.Exp; {
	case d == 0:
		return a, b, exp, true
	case d > 0 && d < 20:
		h, l := bits.Mul64(a, pow10Word[d])
		return l, b, y.Exp, h == 0
	case d < 0 && d > -20:
		h, l := bits.Mul64(b, pow10Word[-d])
		return a, l, exp, h == 0
	}
	return 0, 0, 0, false
}

func (c *Context) addSpecial(z, x, y *Num, negate bool) Status {
	if s, ok := c.nan(z, x, y); ok {
		return s
	}
	switch {
	case x.Form == Finite:
		z.setInf(y.Neg != negate)
	case y.Form == Infinite && x.Neg != (y.Neg != negate):
		return c.fail(z, InvalidOperation)
	default:
		z.setInf(x.Neg)
	}
	return 0
}

// Mul sets z to x · y.
func (c *Context) Mul(z, x, y *Num) Status {
	neg := x.Neg != y.Neg
	if x.Form|y.Form != Finite {
		if s, ok := c.nan(z, x, y); ok {
			return s
		}
		if x.IsZero() || y.IsZero() {
			return c.fail(z, InvalidOperation)
		}
		z.setInf(neg)
		return 0
	}
	if x.hi|y.hi == 0 && x.big == nil && y.big == nil {
		h, l := bits.Mul64(x.lo, y.lo)
		return c.finishShort(z, neg, x.Exp+y.Exp, h, l, false)
	}
	a, b := x.coef(), y.coef()
	k := c.times(&a, &b)
	return c.finish(z, neg, x.Exp+y.Exp, &k)
}

// FMA sets z to x · y + t, rounded once.
func (c *Context) FMA(z, x, y, t *Num) Status {
	var p Num
	if x.Form|y.Form != Finite {
		if s := c.Mul(&p, x, y); s&InvalidOperation != 0 {
			*z = p
			return s
		}
		return c.Add(z, &p, t)
	}
	a, b := x.coef(), y.coef()
	k := c.times(&a, &b)
	p = Num{Neg: x.Neg != y.Neg, Exp: x.Exp + y.Exp}
	p.store(&k)
	return c.Add(z, &p, t)
}

// Quo sets z to x / y.
func (c *Context) Quo(z, x, y *Num) Status { return c.quo(z, x, y, true) }

// quo divides; ideal: an exact quotient has the difference of the exponents, as far as it can.
func (c *Context) quo(z, x, y *Num, ideal bool) Status {
	neg := x.Neg != y.Neg
	if x.Form|y.Form != Finite {
		if s, ok := c.nan(z, x, y); ok {
			return s
		}
		switch {
		case x.Form == Finite:
			z.set(neg, 0, c.Etiny())
			return Clamped
		case y.Form == Infinite:
			return c.fail(z, InvalidOperation)
		}
		z.setInf(neg)
		return 0
	}
	exp := x.Exp - y.Exp
	switch {
	case y.zeroCoef() && x.zeroCoef():
		return c.fail(z, DivisionUndefined)
	case y.zeroCoef():
		z.setInf(neg)
		return DivisionByZero
	case x.zeroCoef():
		return c.finish(z, neg, exp, &coef{digits: 1})
	}
	if x.isWord() && y.isWord() && c.Prec <= 19 {
		if shift := max(y.digits-x.digits+c.Prec+1, 0); x.digits > 0 && y.digits > 0 && x.digits+shift < shortDigits {
			if s, ok := c.quoShort(z, neg, exp-shift, x.lo, y.lo, shift); ok {
				return s
			}
		}
	}
	a, b, want := x.coef(), y.coef(), exp
	if most := a.digits + 4*b.digits; c.Prec > largePrec && c.Prec > most {
		var t Num
		w := *c
		w.Prec = most // an exact quotient has no more digits
		if s := w.quo(&t, x, y, ideal); s&Inexact == 0 {
			*z = t
			return s | c.Finalize(z)
		}
	}
	shift := b.digits - a.digits + c.Prec + 1
	exp -= shift
	if shift >= 0 {
		a.shiftLeft(c.Env, shift)
	} else {
		b.shiftLeft(c.Env, -shift)
	}
	q, r := c.divide(&a, &b)
	switch {
	case !r.isZero():
		if d := q.lastDigit(); d == 0 || d == 5 { // so that it is not taken for exact, nor for a half
			q.increment(c.Env)
		}
	case ideal && exp < want:
		exp += q.stripTens(c.Env, want-exp)
	}
	return c.finish(z, neg, exp, &q)
}

// largePrec is a precision above which it is seen first whether an exact result is much shorter.
const largePrec = 1 << 20

// divMod sets q to the whole part of x / y and r to the remainder, neither of them bounded.
func (c *Context) divMod(q, r, x, y *Num) Status {
	neg, rneg, exp := x.Neg != y.Neg, x.Neg, min(x.Exp, y.Exp)
	a, b := x.coef(), y.coef()
	if a.isZero() {
		r.set(rneg, 0, exp)
		q.set(neg, 0, 0)
		return 0
	}
	distance := x.Adjusted() - y.Adjusted()
	switch {
	case distance < 0:
		a.shiftLeft(c.Env, x.Exp-exp)
		*r = Num{Neg: rneg, Exp: exp}
		r.store(&a)
		q.set(neg, 0, 0)
		return 0
	case distance > c.Prec:
		*q, *r = Num{Form: Quiet}, Num{Form: Quiet}
		return DivisionImpossible
	}
	a.shiftLeft(c.Env, x.Exp-exp)
	b.shiftLeft(c.Env, y.Exp-exp)
	k, rest := c.divide(&a, &b)
	if k.digits > c.Prec {
		*q, *r = Num{Form: Quiet}, Num{Form: Quiet}
		return DivisionImpossible
	}
	*q, *r = Num{Neg: neg}, Num{Neg: rneg, Exp: exp}
	q.store(&k)
	r.store(&rest)
	return 0
}

// DivMod sets q to the whole part of x / y and r to the remainder.
func (c *Context) DivMod(q, r, x, y *Num) Status {
	neg := x.Neg != y.Neg
	if x.Form|y.Form != Finite {
		if s, ok := c.nan(q, x, y); ok {
			*r = *q
			return s
		}
		switch {
		case x.Form == Infinite && y.Form == Infinite:
			*r = Num{Form: Quiet}
			return c.fail(q, InvalidOperation)
		case x.Form == Infinite:
			q.setInf(neg)
			return c.fail(r, InvalidOperation)
		}
		t := *x
		q.set(neg, 0, 0)
		*r = t
		return c.Finalize(r)
	}
	if y.zeroCoef() {
		if x.zeroCoef() {
			*r = Num{Form: Quiet}
			return c.fail(q, DivisionUndefined)
		}
		q.setInf(neg)
		return c.fail(r, DivisionByZero|InvalidOperation)
	}
	s := c.divMod(q, r, x, y)
	s |= c.Finalize(q)
	return s | c.Finalize(r)
}

// QuoInt sets z to the whole part of x / y.
func (c *Context) QuoInt(z, x, y *Num) Status {
	neg := x.Neg != y.Neg
	if x.Form|y.Form != Finite {
		if s, ok := c.nan(z, x, y); ok {
			return s
		}
		switch {
		case x.Form == Infinite && y.Form == Infinite:
			return c.fail(z, InvalidOperation)
		case x.Form == Infinite:
			z.setInf(neg)
		default:
			z.set(neg, 0, 0)
		}
		return 0
	}
	if y.zeroCoef() {
		if x.zeroCoef() {
			return c.fail(z, DivisionUndefined)
		}
		z.setInf(neg)
		return DivisionByZero
	}
	var r Num
	s := c.divMod(z, &r, x, y)
	return s | c.Finalize(z)
}

// remOperands handles the operands of remainders that are not as others.
func (c *Context) remOperands(z, x, y *Num) (s Status, done bool) {
	if x.Form|y.Form != Finite {
		if s, ok := c.nan(z, x, y); ok {
			return s, true
		}
		if x.Form == Infinite {
			return c.fail(z, InvalidOperation), true
		}
		*z = *x
		return c.Finalize(z), true
	}
	if y.zeroCoef() {
		if x.zeroCoef() {
			return c.fail(z, DivisionUndefined), true
		}
		return c.fail(z, InvalidOperation), true
	}
	return 0, false
}

// Rem sets z to what is left of x / y rounded towards zero.
func (c *Context) Rem(z, x, y *Num) Status {
	if s, done := c.remOperands(z, x, y); done {
		return s
	}
	var q Num
	s := c.divMod(&q, z, x, y)
	return s | c.Finalize(z)
}

// RemNear sets z to what is left of x / y rounded to the nearest whole number, half to even.
func (c *Context) RemNear(z, x, y *Num) Status {
	if s, done := c.remOperands(z, x, y); done {
		return s
	}
	var q, r, other Num
	s := c.divMod(&q, &r, x, y)
	if r.Form != Finite || r.zeroCoef() {
		*z = r
		return s | c.Finalize(z)
	}
	if d := y.Adjusted() - r.Adjusted(); d >= -1 && d <= 1 {
		m := c.MaxContext()
		if x.Neg == y.Neg {
			m.Sub(&other, &r, y)
		} else {
			m.Add(&other, &r, y)
		}
		if cmp := c.cmpAbs(&other, &r); cmp < 0 || cmp == 0 && c.isOdd(&q) {
			k := q.coef()
			k.increment(c.Env)
			if k.digits > c.Prec {
				return s | c.fail(z, DivisionImpossible)
			}
			r = other
		}
	}
	*z = r
	return s | c.Finalize(z)
}
