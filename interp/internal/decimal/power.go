package decimal

import (
	"math/big"
	"math/bits"
)

func expDigits(n int64) int64 { return digits64(uint64(max(n, -n))) }

// Pow sets z to x to the power of y. Whole powers are made by squaring with some digits more, others by e and ln: as
// libmpdec's, they are right but for an error below the last place.
func (c *Context) Pow(z, x, y *Num) Status {
	if s, ok := c.nan(z, x, y); ok {
		return s
	}
	whole := c.isInteger(y)
	neg := whole && x.Neg && c.isOdd(y)
	if x.IsZero() {
		switch {
		case y.IsZero():
			return c.fail(z, InvalidOperation)
		case y.Neg:
			z.setInf(neg)
		default:
			z.set(neg, 0, 0)
		}
		return 0
	}
	if x.Neg && !whole { // also where y is infinite
		return c.fail(z, InvalidOperation)
	}
	var one Num
	one.set(false, 1, 0)
	if y.Form == Infinite {
		switch n := c.cmp(x, &one); {
		case n == 0:
			c.padOne(z, neg, c.Prec-1)
			return Inexact | Rounded
		case (n < 0) != y.Neg:
			z.set(neg, 0, 0)
		default:
			z.setInf(neg)
		}
		return 0
	}
	if x.Form == Infinite {
		switch {
		case y.IsZero():
			z.set(neg, 1, 0)
		case y.Neg:
			z.set(neg, 0, 0)
		default:
			z.setInf(neg)
		}
		return 0
	}
	if y.IsZero() {
		z.set(neg, 1, 0)
		return 0
	}
	if c.cmpAbs(x, &one) == 0 {
		return c.powOfOne(z, x, y, neg, whole)
	}
	if s, done := c.powBounds(z, x, y, neg); done {
		return s
	}
	if whole {
		return c.powWhole(z, x, y, neg)
	}
	return c.powReal(z, x, y)
}

// padOne sets z to ±1 with n zeros behind it.
func (c *Context) padOne(z *Num, neg bool, n int64) {
	k := shortCoef(0, 1)
	k.shiftLeft(c.Env, n)
	*z = Num{Neg: neg, Exp: -n}
	z.store(&k)
}

// powOfOne is the power of ±1, which may have zeros behind it.
func (c *Context) powOfOne(z, x, y *Num, neg, whole bool) (s Status) {
	n := c.Prec - 1
	switch {
	case whole && y.Neg:
		z.set(neg, 1, 0)
		return 0
	case whole:
		var zeros, product Num
		c.setInt64(&zeros, -x.Exp)
		m := c.MaxContext()
		m.Mul(&product, y, &zeros)
		most := Num{lo: uint64(n), digits: digits64(uint64(n))}
		if c.cmp(&product, &most) > 0 {
			s = Rounded
		} else {
			n = int64(w64(m.Whole(&product)))
		}
	default:
		s = Inexact | Rounded
	}
	c.padOne(z, neg, n)
	return s
}

// powBounds finds powers that are certainly out of bounds: ⌈log₁₀ bound⌉ is less than a lower bound of
// log₁₀|log₁₀ x| and one of log₁₀|y| together.
func (c *Context) powBounds(z, x, y *Num, neg bool) (Status, bool) {
	a := *x
	a.Neg = false
	var zeta int64
	switch t := a.Adjusted(); {
	case t > 0:
		zeta = expDigits(t) - 1
	case t < -1:
		zeta = expDigits(t+1) - 1
	default:
		var d, one Num
		one.set(false, 1, 0)
		c.MaxContext().Sub(&d, &a, &one)
		zeta = d.Adjusted() - 1
		if t == 0 {
			zeta--
		}
	}
	bound, exp := c.Emax, int64(expInf)
	if (a.Adjusted() < 0) != y.Neg {
		bound = c.Etiny()
		exp = bound - 1
	}
	if expDigits(bound) >= zeta+y.Adjusted() {
		return 0, false
	}
	z.set(neg, 1, exp)
	return c.Finalize(z), true
}

// powWhole is the power of a whole number.
func (c *Context) powWhole(z, x, y *Num, neg bool) (s Status) {
	w := *c
	w.Prec += y.Digits() + y.Exp + 2
	w.Round, w.Clamp = HalfEven, false
	base := *x
	if y.Neg {
		w.Prec++
		var one Num
		one.set(false, 1, 0)
		s = w.Quo(&base, &one, x)
	}
	e := *y
	e.Neg = false
	n := c.MaxContext().Whole(&e)
	r := base
	if n.IsUint64() {
		u := n.Uint64()
		for i := bits.Len64(u) - 2; i >= 0; i-- {
			c.Cut.Poll()
			s |= w.Mul(&r, &r, &r)
			if u>>i&1 != 0 {
				s |= w.Mul(&r, &r, &base)
			}
			if r.Form != Finite || r.zeroCoef() && s&Clamped != 0 {
				break
			}
		}
	} else {
		r.set(false, 1, 0)
		var work Status
		for i := range n.BitLen() {
			c.Cut.Poll()
			if n.Bit(i) != 0 {
				work |= w.Mul(&r, &r, &base)
				s |= work
				if r.Form != Finite || r.zeroCoef() && work&Clamped != 0 {
					break
				}
			}
			work |= w.Mul(&base, &base, &base)
		}
	}
	r.Neg = neg
	if r.Form == Infinite {
		r.set(neg, 1, expInf)
	}
	*z = r
	return s | c.Finalize(z)
}

// powReal is the power of a number that is not whole.
func (c *Context) powReal(z, x, y *Num) Status {
	w := c.MaxContext()
	w.Prec = max(x.Digits(), c.Prec) + 4 + 19
	var r, one Num
	e := *y
	s := w.Ln(&r, x)
	s |= w.Mul(&r, &r, &e)
	s = s&Errors | w.Exp(&r, &r) | Inexact | Rounded
	one.set(false, 1, 0)
	if r.Form == Finite && c.cmp(&r, &one) == 0 {
		c.padOne(&r, false, c.Prec-1)
	}
	if r.Form == Infinite {
		r.set(false, 1, expInf)
	}
	*z = r
	return s | c.Finalize(z)
}

// PowMod sets z to x to the power of y modulo m, all of them whole numbers.
func (c *Context) PowMod(z, x, y, m *Num) Status {
	if x.Form|y.Form|m.Form != Finite {
		if s, ok := c.nan(z, x, y, m); ok {
			return s
		}
		return c.fail(z, InvalidOperation)
	}
	if !c.isInteger(x) || !c.isInteger(y) || !c.isInteger(m) || m.zeroCoef() || m.Digits()+m.Exp > c.Prec {
		return c.fail(z, InvalidOperation)
	}
	neg := x.Neg && c.isOdd(y)
	var one Num
	one.set(false, 1, 0)
	switch {
	case y.zeroCoef() && x.zeroCoef(), y.Neg && !y.zeroCoef():
		return c.fail(z, InvalidOperation)
	case y.zeroCoef():
		u := uint64(1)
		if c.cmpAbs(m, &one) == 0 {
			u = 0
		}
		z.set(neg, u, 0)
		return 0
	case x.zeroCoef():
		z.set(neg, 0, 0)
		return 0
	}
	mod := new(big.Int).Abs(c.MaxContext().Whole(m))
	// A whole part and a power of ten: either may be too long for the other's form.
	split := func(n *Num) (*big.Int, uint64) {
		w := *n
		w.Neg = false
		if w.Exp <= 0 {
			return c.MaxContext().Whole(&w), 0
		}
		return w.Coefficient(), uint64(w.Exp)
	}
	b, tens := split(x)
	ten, r := big.NewInt(10), new(big.Int)
	c.Cut.PowMod(r, ten, new(big.Int).SetUint64(tens), mod)
	_, b = c.quoRem(b, mod)
	_, b = c.quoRem(c.mul(b, r), mod)
	n, more := split(y)
	for range more {
		c.Cut.Poll()
		t := new(big.Int)
		c.Cut.PowMod(t, b, ten, mod)
		b = t
	}
	c.Cut.PowMod(r, b, n, mod)
	*z = c.FromBig(neg, r, 0)
	return 0
}
