package decimal

import (
	"bytes"
	"math/big"
)

// signed sets z to x with a sign, bounded; 0 has the sign that adding it to 0 would give.
func (c *Context) signed(z, x *Num, neg bool) Status {
	if s, ok := c.nan(z, x); ok {
		return s
	}
	*z = *x
	z.Neg = neg
	if z.IsZero() {
		z.Neg = neg && c.Round == Floor
	}
	return c.Finalize(z)
}

// Plus sets z to +x.
func (c *Context) Plus(z, x *Num) Status { return c.signed(z, x, x.Neg) }

// Minus sets z to −x.
func (c *Context) Minus(z, x *Num) Status { return c.signed(z, x, !x.Neg) }

// Abs sets z to the magnitude of x.
func (c *Context) Abs(z, x *Num) Status {
	if x.Neg {
		return c.Minus(z, x)
	}
	return c.Plus(z, x)
}

// toInt rounds to a whole number; exact: says that it has.
func (c *Context) toInt(z, x *Num, exact bool) (s Status) {
	if s, ok := c.nan(z, x); ok {
		return s
	}
	switch {
	case x.Form == Infinite || x.Exp >= 0:
		*z = *x
		return 0
	case x.zeroCoef():
		z.set(x.Neg, 0, 0)
		return 0
	}
	k := x.coef()
	d := c.drop(&k, x.Neg, -x.Exp)
	*z = Num{Neg: x.Neg}
	z.store(&k)
	if exact {
		s = Rounded
		if d != droppedNone {
			s |= Inexact
		}
	}
	return s
}

// ToIntExact sets z to x rounded to a whole number, whatever the precision.
func (c *Context) ToIntExact(z, x *Num) Status { return c.toInt(z, x, true) }

// ToInt is ToIntExact that does not tell.
func (c *Context) ToInt(z, x *Num) Status { return c.toInt(z, x, false) }

// Whole returns x rounded to a whole number; x is finite.
func (c *Context) Whole(x *Num) *big.Int {
	var z Num
	c.toInt(&z, x, false)
	k := z.coef()
	if !k.isZero() {
		k.shiftLeft(c.Env, max(z.Exp, 0))
	}
	b := new(big.Int).SetBits(k.bigInt().Bits())
	if z.Neg {
		b.Neg(b)
	}
	return b
}

// Ratio returns the numerator and the denominator of x, which is finite, in lowest terms.
func (e *Env) Ratio(x *Num) (n, d *big.Int) {
	d = big.NewInt(1)
	if x.zeroCoef() {
		return new(big.Int), d
	}
	k := x.coef()
	if x.Exp >= 0 {
		k.shiftLeft(e, x.Exp)
		n = new(big.Int).SetBits(k.bigInt().Bits())
	} else {
		n, d = k.bigInt(), e.pow10(-x.Exp)
		g := e.Cut.GCD(new(big.Int).Set(n), new(big.Int).Set(d))
		n, _ = e.quoRem(n, g)
		d, _ = e.quoRem(d, g)
	}
	if x.Neg {
		n.Neg(n)
	}
	return n, d
}

// Quantize sets z to x with the exponent of y.
func (c *Context) Quantize(z, x, y *Num) Status {
	if x.Form|y.Form != Finite {
		if s, ok := c.nan(z, x, y); ok {
			return s
		}
		if x.Form == Infinite && y.Form == Infinite {
			*z = *x
			return 0
		}
		return c.fail(z, InvalidOperation)
	}
	exp, neg := y.Exp, x.Neg
	if exp > c.Emax || exp < c.Etiny() {
		return c.fail(z, InvalidOperation)
	}
	shift := x.Exp - exp
	if shift < 0 && shift > -20 && x.isWord() && x.lo != 0 {
		if s, ok := c.quantizeShort(z, x, exp, -shift); ok {
			return s
		}
	}
	k := x.coef()
	if k.isZero() {
		return c.finish(z, neg, exp, &k)
	}
	if k.digits+shift > c.Prec {
		return c.fail(z, InvalidOperation)
	}
	var s Status
	if shift >= 0 {
		k.shiftLeft(c.Env, shift)
	} else {
		s = Rounded
		if c.drop(&k, neg, -shift) != droppedNone {
			s |= Inexact
		}
		if k.digits > c.Prec {
			return c.fail(z, InvalidOperation)
		}
	}
	if a := exp + k.digits - 1; a > c.Emax || a < c.Etiny() {
		return c.fail(z, InvalidOperation)
	}
	return s | c.finish(z, neg, exp, &k)
}

// rescale returns a finite x with an exponent, rounded, whatever the precision.
func (c *Context) rescale(x *Num, exp int64) Num {
	z := Num{Neg: x.Neg, Exp: exp}
	k := x.coef()
	if d := x.Exp - exp; d >= 0 {
		k.shiftLeft(c.Env, d)
	} else {
		c.drop(&k, x.Neg, -d)
	}
	z.store(&k)
	return z
}

// Reduce sets z to x without zeros at its end.
func (c *Context) Reduce(z, x *Num) Status {
	if s, ok := c.nan(z, x); ok {
		return s
	}
	*z = *x
	s := c.Finalize(z)
	switch {
	case z.Form != Finite:
	case z.zeroCoef():
		z.set(z.Neg, 0, 0)
	default:
		top := c.Emax
		if c.Clamp {
			top = c.Etop()
		}
		k := z.coef()
		z.Exp += k.stripTens(c.Env, top-z.Exp)
		z.store(&k)
	}
	return s
}

// Sqrt sets z to the root of x, rounded half to even.
func (c *Context) Sqrt(z, x *Num) Status {
	if s, ok := c.nan(z, x); ok {
		return s
	}
	switch {
	case x.IsZero():
		*z = *x
		z.Exp >>= 1
		return c.Finalize(z)
	case x.Neg:
		return c.fail(z, InvalidOperation)
	case x.Form == Infinite:
		*z = *x
		return 0
	}
	k, exp := x.coef(), x.Exp>>1
	want := exp
	if x.Exp&1 != 0 {
		k.shiftLeft(c.Env, 1)
	}
	if most := k.digits + 2; c.Prec > largePrec && c.Prec > most {
		var t Num
		w := *c
		w.Prec = most // an exact root has no more digits
		if s := w.Sqrt(&t, x); s&Inexact == 0 {
			*z = t
			return s | c.Finalize(z)
		}
	}
	// The root is to have one digit more than the precision.
	shift := c.Prec + 1 - (k.digits+1)/2
	exact := true
	if shift >= 0 {
		k.shiftLeft(c.Env, 2*shift)
	} else {
		exact = k.shiftRight(c.Env, -2*shift) == droppedNone
	}
	exp -= shift
	b := k.bigInt()
	r := c.Cut.Sqrt(b)
	exact = exact && c.mul(r, r).Cmp(b) == 0
	root := c.bigCoef(r)
	if exact {
		if exp < want {
			exp += root.stripTens(c.Env, want-exp)
		}
	} else if d := root.lastDigit(); d == 0 || d == 5 {
		root.increment(c.Env)
	}
	w := *c
	w.Round = HalfEven
	return w.finish(z, false, exp, &root)
}

// Logb sets z to the exponent of x's first digit.
func (c *Context) Logb(z, x *Num) Status {
	if s, ok := c.nan(z, x); ok {
		return s
	}
	switch {
	case x.Form == Infinite:
		z.setInf(false)
		return 0
	case x.zeroCoef():
		z.setInf(true)
		return DivisionByZero
	}
	return c.setInt64(z, x.Adjusted())
}

func (c *Context) setInt64(z *Num, n int64) Status {
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	return c.finishWord(z, n < 0, 0, u)
}

// count returns y as an int of a magnitude up to limit; ok is false if it is none, or its exponent is not 0.
func count(y *Num, limit uint64) (n int64, ok bool) {
	if y.Form != Finite || y.Exp != 0 || y.hi != 0 || y.big != nil || y.lo > limit {
		return 0, false
	}
	if n = int64(y.lo); y.Neg {
		n = -n
	}
	return n, true
}

// ScaleB sets z to x · 10^y.
func (c *Context) ScaleB(z, x, y *Num) Status {
	if s, ok := c.nan(z, x, y); ok {
		return s
	}
	n, ok := count(y, 2*uint64(c.Emax+c.Prec))
	if !ok {
		return c.fail(z, InvalidOperation)
	}
	*z = *x
	if x.Form == Infinite {
		return 0
	}
	z.Exp = max(-expInf, min(expInf, x.Exp+n))
	return c.Finalize(z)
}

// shiftOperands handles what Shift and Rotate have in common.
func (c *Context) shiftOperands(z, x, y *Num) (n int64, s Status, done bool) {
	if s, ok := c.nan(z, x, y); ok {
		return 0, s, true
	}
	n, ok := count(y, uint64(c.Prec))
	if !ok {
		return 0, c.fail(z, InvalidOperation), true
	}
	*z = *x
	return n, 0, x.Form == Infinite
}

// Shift sets z to x whose digits move to the left by y, or to the right.
func (c *Context) Shift(z, x, y *Num) Status {
	n, s, done := c.shiftOperands(z, x, y)
	if done {
		return s
	}
	k := z.coef()
	if n >= 0 {
		keepLast(c.Env, &k, max(c.Prec-n, 0))
		if n == c.Prec {
			k = coef{digits: 1}
		}
		k.shiftLeft(c.Env, n)
	} else {
		keepLast(c.Env, &k, c.Prec)
		k.shiftRight(c.Env, -n)
	}
	z.store(&k)
	return 0
}

// Rotate sets z to x whose digits, as many as the precision, move in a circle to the left by y, or to the right.
func (c *Context) Rotate(z, x, y *Num) Status {
	n, s, done := c.shiftOperands(z, x, y)
	if done {
		return s
	}
	if n < 0 {
		n += c.Prec
	}
	k := z.coef()
	keepLast(c.Env, &k, c.Prec)
	low := k
	low.shiftRight(c.Env, c.Prec-n)
	if n == c.Prec {
		k = coef{digits: 1}
	} else {
		keepLast(c.Env, &k, c.Prec-n)
	}
	k.shiftLeft(c.Env, n)
	k = c.plus(&k, &low)
	z.store(&k)
	return 0
}

// logical returns the last digits of an operand of a logical operation, all of whose are 0 or 1; ok is false for what is none.
func (c *Context) logical(x *Num) (digits []byte, ok bool) {
	if x.Form != Finite || x.Neg || x.Exp != 0 {
		return nil, false
	}
	digits = c.AppendDigits(nil, x)
	return digits[max(0, int64(len(digits))-c.Prec):], len(bytes.Trim(digits, "01")) == 0
}

func (c *Context) logic(z, x, y *Num, op func(a, b byte) byte) Status {
	a, ok := c.logical(x)
	b, also := c.logical(y)
	if !ok || !also {
		return c.fail(z, InvalidOperation)
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	n := len(a) - len(b)
	for i := range a {
		d := byte('0')
		if i >= n {
			d = b[i-n]
		}
		a[i] = '0' | op(a[i]&1, d&1)
	}
	*z = c.fromDigits(a)
	return 0
}

func (e *Env) fromDigits(d []byte) Num {
	if len(d) <= 19 {
		u := uint64(0)
		for _, c := range d {
			u = u*10 + uint64(c-'0')
		}
		return Num{lo: u, digits: digits64(u)}
	}
	var x Num
	k := e.bigCoef(e.Cut.Parse(string(d), 10))
	x.store(&k)
	return x
}

// And sets z to x and y digit by digit.
func (c *Context) And(z, x, y *Num) Status {
	return c.logic(z, x, y, func(a, b byte) byte { return a & b })
}

// Or sets z to x or y digit by digit.
func (c *Context) Or(z, x, y *Num) Status {
	return c.logic(z, x, y, func(a, b byte) byte { return a | b })
}

// Xor sets z to x or y, not both, digit by digit.
func (c *Context) Xor(z, x, y *Num) Status {
	return c.logic(z, x, y, func(a, b byte) byte { return a ^ b })
}

// Invert sets z to x with its digits, as many as the precision, inverted.
func (c *Context) Invert(z, x *Num) Status {
	a, ok := c.logical(x)
	if !ok {
		return c.fail(z, InvalidOperation)
	}
	c.Room(float64(c.Prec) * 16)
	all := bytes.Repeat([]byte{'1'}, int(c.Prec))
	tail := all[len(all)-len(a):]
	for i, d := range a {
		tail[i] = d ^ 1
	}
	*z = c.fromDigits(all)
	return 0
}

// NextMinus sets z to the number below x.
func (c *Context) NextMinus(z, x *Num) Status { return c.next(z, x, true) }

// NextPlus sets z to the number above x.
func (c *Context) NextPlus(z, x *Num) Status { return c.next(z, x, false) }

func (c *Context) next(z, x *Num, down bool) Status {
	if s, ok := c.nan(z, x); ok {
		return s
	}
	if x.Form == Infinite {
		if x.Neg == down {
			*z = *x
		} else {
			c.setLargest(z, x.Neg)
		}
		return 0
	}
	w := *c
	w.Round = Ceiling
	if down {
		w.Round = Floor
	}
	*z = *x
	if s := w.Finalize(z); s&(Inexact|Errors) != 0 {
		return s & Errors
	}
	var tiny Num
	tiny.set(down, 1, c.Etiny()-1)
	return w.Add(z, z, &tiny) & Errors
}

// NextToward sets z to the number next to x in the direction of y.
func (c *Context) NextToward(z, x, y *Num) (s Status) {
	if s, ok := c.nan(z, x, y); ok {
		return s
	}
	n := c.cmp(x, y)
	if n == 0 {
		neg := y.Neg
		*z = *x
		z.Neg = neg
		return 0
	}
	s = c.next(z, x, n > 0)
	switch {
	case z.Form == Infinite:
		s |= Overflow | Rounded | Inexact
	case z.Adjusted() < c.Emin:
		s |= Underflow | Subnormal | Rounded | Inexact
		if z.zeroCoef() {
			s |= Clamped
		}
	}
	return s
}
