package decimal

import (
	"math"
	"math/big"
)

// exp, ln and log10 are correctly rounded: an approximation with some digits more is rounded if it is not too near
// the middle of two results, and made again with still more digits otherwise (Ziv, 1991). Approximations are ints
// with a number of fraction bits; guard bits keep their error below the last of the digits asked for.

// constant is ln 10 with some fraction bits.
type constant struct {
	value *big.Int
	bits  uint
}

// ln10 returns ln 10 with w fraction bits: 46·artanh 1/31 + 34·artanh 1/49 + 20·artanh 1/161.
func (e *Env) ln10(w uint) *big.Int {
	if c := &e.logTen; c.value == nil || c.bits < w {
		n := w + w/8 + 64
		sum := new(big.Int)
		for _, t := range [...]struct{ factor, x int64 }{{46, 31}, {34, 49}, {20, 161}} {
			a := e.artanhInverse(t.x, n+16)
			sum.Add(sum, a.Mul(a, big.NewInt(t.factor)))
		}
		c.value, c.bits = sum.Rsh(sum, 16), n
	}
	return new(big.Int).Rsh(e.logTen.value, e.logTen.bits-w)
}

// artanhInverse returns artanh 1/x = Σ 1/((2k+1)·x^(2k+1)) with w fraction bits, by binary splitting.
func (e *Env) artanhInverse(x int64, w uint) *big.Int {
	n := int64(float64(w)/(2*math.Log2(float64(x)))) + 2
	e.Room(float64(w) * 8)
	t, b, q := e.artanhSum(big.NewInt(x*x), 0, n)
	den := e.mul(e.mul(b, q), big.NewInt(x))
	t = new(big.Int).Mul(t, big.NewInt(x*x))
	r, _ := e.quoRem(t.Lsh(t, w), den)
	return r
}

// artanhSum returns t, b and q with Σ 1/((2k+1)·s^(k−lo+1)) = t/(b·q), k from lo up to hi.
func (e *Env) artanhSum(s *big.Int, lo, hi int64) (t, b, q *big.Int) {
	if hi-lo == 1 {
		return big.NewInt(1), big.NewInt(2*lo + 1), s
	}
	e.Cut.Poll()
	mid := (lo + hi) / 2
	t1, b1, q1 := e.artanhSum(s, lo, mid)
	t2, b2, q2 := e.artanhSum(s, mid, hi)
	t = e.mul(e.mul(t1, b2), q2)
	return t.Add(t, e.mul(b1, t2)), e.mul(b1, b2), e.mul(q1, q2)
}

// expFixed returns e^x, x from 0 to 2.4; both have w fraction bits.
func (e *Env) expFixed(x *big.Int, w uint) *big.Int {
	halvings := uint(math.Sqrt(float64(w)))/2 + 4
	n := w + 2*halvings + 32
	r := new(big.Int).Lsh(x, n-w-halvings)
	one := new(big.Int).Lsh(bigOne, n)
	sum, term := new(big.Int).Add(one, r), r
	var i, rem big.Int
	for k := int64(2); term.Sign() != 0; k++ {
		e.Cut.Poll()
		term = e.mul(term, r)
		term.Rsh(term, n)
		term.QuoRem(term, i.SetInt64(k), &rem)
		sum.Add(sum, term)
	}
	for range halvings {
		e.Cut.Poll()
		sum = e.mul(sum, sum)
		sum.Rsh(sum, n)
	}
	return sum.Rsh(sum, n-w)
}

// lnFixed returns ln v, v from 1 to 10; both have w fraction bits. The steps y + 2·(v−e^y)/(v+e^y) triple the
// number of bits that are right.
func (e *Env) lnFixed(v *big.Int, w uint) *big.Int {
	const first = 40
	if w <= first {
		f, _ := new(big.Float).SetInt(v).Float64()
		y, _ := big.NewFloat(math.Ldexp(math.Log(math.Ldexp(f, -int(w))), int(w))).Int(nil)
		if y.Sign() < 0 {
			y.SetInt64(0)
		}
		return y
	}
	less := w/3 + 8
	if less >= w {
		less = first
	}
	y := e.lnFixed(new(big.Int).Rsh(v, w-less), less)
	y.Lsh(y, w-less)
	const guard = 16
	y.Lsh(y, guard)
	u := new(big.Int).Lsh(v, guard)
	p := e.expFixed(y, w+guard)
	d := new(big.Int).Sub(u, p)
	step, _ := e.quoRem(d.Lsh(d, w+guard+1), p.Add(p, u))
	y.Add(y, step)
	if y.Sign() < 0 {
		y.SetInt64(0)
	}
	return y.Rsh(y, guard)
}

// fixed returns the magnitude of x with w fraction bits, rounded down.
func (e *Env) fixed(x *Num, w uint) *big.Int {
	b := x.Coefficient()
	if x.Exp >= 0 {
		return new(big.Int).Lsh(e.mul(b, e.pow10(x.Exp)), w)
	}
	e.Room(float64(b.BitLen()) + float64(w))
	q, _ := e.quoRem(new(big.Int).Lsh(b, w), e.pow10(-x.Exp))
	return q
}

// ziv rounds ±k·10^exp, whose last place may be wrong by one; ok is false if that decides.
func (c *Context) ziv(z *Num, neg bool, k *big.Int, exp int64) (s Status, ok bool) {
	w := *c
	w.Round = HalfEven
	digits := c.digitsBig(k)
	adjusted, etiny := exp+digits-1, c.Etiny()
	if adjusted < etiny-1 {
		one := shortCoef(0, 1)
		return w.finish(z, neg, etiny-1, &one), true
	}
	n := digits - min(c.Prec, adjusted-etiny+1)
	p := c.pow10(n)
	_, tail := c.quoRem(k, p)
	tail.Lsh(tail, 1)
	if tail.Sub(tail, p).CmpAbs(big.NewInt(4)) <= 0 {
		return 0, false
	}
	r := c.bigCoef(new(big.Int).Add(new(big.Int).Mul(k, big.NewInt(10)), bigOne)) // not exact
	return w.finish(z, neg, exp-1, &r) | Inexact | Rounded, true
}

// approximate calls f with more and more digits until ziv can round what f returns.
func (c *Context) approximate(z *Num, f func(digits int64) (neg bool, k *big.Int, exp int64)) Status {
	for more := int64(4); ; more += 2 * more {
		c.Room(float64(c.Prec+more) * 2 * bitsPerDigit)
		neg, k, exp := f(c.Prec + more)
		if s, ok := c.ziv(z, neg, k, exp); ok {
			return s
		}
	}
}

func fractionBits(digits int64) uint { return uint(float64(digits)*bitsPerDigit) + 24 }

// Exp sets z to e to the power of x, correctly rounded, half to even.
func (c *Context) Exp(z, x *Num) Status {
	if s, ok := c.nan(z, x); ok {
		return s
	}
	switch {
	case x.Form == Infinite && x.Neg:
		z.set(false, 0, 0)
		return 0
	case x.Form == Infinite:
		*z = *x
		return 0
	case x.zeroCoef():
		z.set(false, 1, 0)
		return 0
	case x.Digits()+x.Exp > 19:
		if !x.Neg {
			z.setInf(false)
			return Overflow | Inexact | Rounded
		}
		z.set(false, 0, c.Etiny())
		return Inexact | Rounded | Subnormal | Underflow | Clamped
	case x.Adjusted() < -c.Prec-3:
		c.padOne(z, false, c.Prec-1)
		w := *c
		w.Round = HalfEven
		return w.Finalize(z) | Inexact | Rounded
	}
	a := *x
	return c.approximate(z, func(digits int64) (bool, *big.Int, int64) {
		w := fractionBits(digits) + 72 // for up to 10¹⁹ times ln 10
		v := c.fixed(&a, w)
		if a.Neg {
			v.Neg(v)
		}
		n, r := new(big.Int), new(big.Int)
		n.DivMod(v, c.ln10(w), r)
		k := c.mul(c.expFixed(r, w), c.pow10(digits-1))
		return false, k.Rsh(k, w), n.Int64() - (digits - 1)
	})
}

// logOperand handles the operands of logarithms that are not as others.
func (c *Context) logOperand(z, x *Num) (s Status, done bool) {
	if s, ok := c.nan(z, x); ok {
		return s, true
	}
	switch {
	case x.IsZero():
		z.setInf(true)
	case x.Neg:
		return c.fail(z, InvalidOperation), true
	case x.Form == Infinite:
		*z = *x
	default:
		return 0, false
	}
	return 0, true
}

// logTooLarge handles logarithms of at least factor·log₁₀ x that are above the greatest exponent.
func (c *Context) logTooLarge(z, x *Num, factor int64) bool {
	t := x.Adjusted()
	neg := t < 0
	if neg {
		t = -t - 1
	}
	if expDigits(factor*t)-1 <= c.Emax {
		return false
	}
	z.setInf(neg)
	return true
}

// Ln sets z to the natural logarithm of x, correctly rounded, half to even.
func (c *Context) Ln(z, x *Num) Status {
	if s, done := c.logOperand(z, x); done {
		return s
	}
	var one Num
	one.set(false, 1, 0)
	if c.cmp(x, &one) == 0 {
		z.set(false, 0, 0)
		return 0
	}
	if c.logTooLarge(z, x, 2) {
		return Overflow | Inexact | Rounded
	}
	a := *x
	return c.approximate(z, func(digits int64) (bool, *big.Int, int64) {
		y, w := c.lnOf(&a, digits)
		return c.decimalOf(y, w, digits)
	})
}

// lnOf returns ln x with w fraction bits, enough of them for so many digits.
func (c *Context) lnOf(x *Num, digits int64) (y *big.Int, w uint) {
	t := x.Adjusted()
	w = fractionBits(digits) + 72
	if t == 0 || t == -1 { // near 1 the first digits are zeros
		var one, d Num
		one.set(false, 1, 0)
		c.MaxContext().Sub(&d, x, &one)
		w += fractionBits(max(0, -d.Adjusted()))
	}
	v := *x
	v.Exp -= t
	y = c.lnFixed(c.fixed(&v, w), w)
	if t != 0 {
		y.Add(y, new(big.Int).Mul(c.ln10(w), big.NewInt(t)))
	}
	return y, w
}

// decimalOf returns the digits of what has w fraction bits, at least as many as asked for.
func (c *Context) decimalOf(y *big.Int, w uint, digits int64) (neg bool, k *big.Int, exp int64) {
	neg = y.Sign() < 0
	y.Abs(y)
	first := int64(math.Floor(float64(y.BitLen()-int(w)-1) * math.Log10(2))) // exponent of the first digit, or one less
	n := digits - first
	if n >= 0 {
		k = c.mul(y, c.pow10(n))
		return neg, k.Rsh(k, w), -n
	}
	k, _ = c.quoRem(y, c.pow10(-n))
	return neg, k.Rsh(k, w), -n
}

// Log10 sets z to the logarithm of x to base 10, correctly rounded, half to even.
func (c *Context) Log10(z, x *Num) Status {
	if s, done := c.logOperand(z, x); done {
		return s
	}
	t := x.Adjusted()
	if k := x.coef(); k.stripTens(c.Env, k.digits) == x.Digits()-1 && k.lastDigit() == 1 && k.digits == 1 {
		w := *c
		w.Round = HalfEven
		return w.setInt64(z, t)
	}
	if c.logTooLarge(z, x, 1) {
		return Overflow | Inexact | Rounded
	}
	a := *x
	return c.approximate(z, func(digits int64) (bool, *big.Int, int64) {
		y, w := c.lnOf(&a, digits)
		y, _ = c.quoRem(new(big.Int).Lsh(y, w), c.ln10(w))
		return c.decimalOf(y, w, digits)
	})
}
