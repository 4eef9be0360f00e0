package decimal

import "cmp"

// cmpAbs compares magnitudes of numbers that are no NaNs.
func (e *Env) cmpAbs(x, y *Num) int {
	switch {
	case x.Form == Infinite || y.Form == Infinite:
		return int(x.Form) - int(y.Form)
	case x.zeroCoef() && y.zeroCoef():
		return 0
	case x.zeroCoef():
		return -1
	case y.zeroCoef():
		return 1
	}
	if a, b, _, ok := aligned(x, y); ok {
		return cmp.Compare(a, b)
	}
	if a, b := x.Adjusted(), y.Adjusted(); a != b {
		if a < b {
			return -1
		}
		return 1
	}
	a, b := x.coef(), y.coef()
	if d := x.Exp - y.Exp; d > 0 {
		a.shiftLeft(e, d)
	} else {
		b.shiftLeft(e, -d)
	}
	return a.cmp(&b)
}

// cmp compares numbers that are no NaNs.
func (e *Env) cmp(x, y *Num) int {
	xz, yz := x.IsZero(), y.IsZero()
	switch {
	case xz && yz:
		return 0
	case xz:
		return sign(!y.Neg, -1)
	case yz:
		return sign(!x.Neg, 1)
	case x.Neg != y.Neg:
		return sign(x.Neg, -1)
	}
	return sign(!x.Neg, e.cmpAbs(x, y))
}

// sign returns n, or −n if positive is not set.
func sign(positive bool, n int) int {
	if positive {
		return n
	}
	return -n
}

// Cmp returns −1, 0 or 1; ok is false where one of x and y is a NaN, and s has InvalidOperation if it signals.
func (e *Env) Cmp(x, y *Num) (n int, s Status, ok bool) {
	if x.IsNaN() || y.IsNaN() {
		if x.Form == Signaling || y.Form == Signaling {
			s = InvalidOperation
		}
		return 0, s, false
	}
	return e.cmp(x, y), 0, true
}

func (x *Num) setInt(n int) { x.set(n < 0, uint64(max(n, -n)), 0) }

// Compare sets z to −1, 0 or 1.
func (c *Context) Compare(z, x, y *Num) Status {
	if s, ok := c.nan(z, x, y); ok {
		return s
	}
	z.setInt(c.cmp(x, y))
	return 0
}

// CompareSignal is Compare to which any NaN is an invalid operand.
func (c *Context) CompareSignal(z, x, y *Num) Status {
	if s, ok := c.nan(z, x, y); ok {
		return s | InvalidOperation
	}
	z.setInt(c.cmp(x, y))
	return 0
}

// cmpEqual orders numbers that are equal by their sign and exponent.
func cmpEqual(x, y *Num) int {
	switch {
	case x.Neg != y.Neg:
		return sign(x.Neg, -1)
	case x.Exp < y.Exp:
		return sign(!x.Neg, -1)
	case x.Exp > y.Exp:
		return sign(!x.Neg, 1)
	}
	return 0
}

// cmpTotal compares by the total order of the representations.
func (e *Env) cmpTotal(x, y *Num) int {
	if x.Neg != y.Neg {
		return sign(x.Neg, -1)
	}
	if x.IsNaN() || y.IsNaN() {
		rank := func(n *Num) int { // signaling ones are below quiet ones
			switch n.Form {
			case Quiet:
				return 2
			case Signaling:
				return 1
			}
			return 0
		}
		d := rank(x) - rank(y)
		if d == 0 {
			a, b := x.coef(), y.coef()
			d = a.cmp(&b)
		}
		return sign(!x.Neg, max(-1, min(1, d)))
	}
	if n := e.cmp(x, y); n != 0 {
		return n
	}
	return cmpEqual(x, y)
}

// cmpTotalMag is cmpTotal of the magnitudes.
func (e *Env) cmpTotalMag(x, y *Num) int {
	a, b := *x, *y
	a.Neg, b.Neg = false, false
	return e.cmpTotal(&a, &b)
}

// CompareTotal sets z to what cmpTotal returns, and CompareTotalMag to what cmpTotalMag does.
func (c *Context) CompareTotal(z, x, y *Num) Status {
	z.setInt(c.cmpTotal(x, y))
	return 0
}

// CompareTotalMag sets z to what cmpTotalMag returns.
func (c *Context) CompareTotalMag(z, x, y *Num) Status {
	z.setInt(c.cmpTotalMag(x, y))
	return 0
}

// pick sets z to the greater or the smaller of x and y, where a number goes before a quiet NaN.
func (c *Context) pick(z, x, y *Num, greater bool, cmp func(x, y *Num) int) Status {
	switch {
	case x.Form == Quiet && !y.IsNaN():
		*z = *y
		return c.Finalize(z)
	case y.Form == Quiet && !x.IsNaN():
		*z = *x
		return c.Finalize(z)
	}
	if s, ok := c.nan(z, x, y); ok {
		return s
	}
	n := cmp(x, y)
	if n == 0 {
		n = cmpEqual(x, y)
	}
	if (n < 0) == greater {
		x = y
	}
	*z = *x
	return c.Finalize(z)
}

// Max sets z to the greater of x and y.
func (c *Context) Max(z, x, y *Num) Status { return c.pick(z, x, y, true, c.cmp) }

// Min sets z to the smaller of x and y.
func (c *Context) Min(z, x, y *Num) Status { return c.pick(z, x, y, false, c.cmp) }

// MaxMag sets z to that of x and y whose magnitude is greater.
func (c *Context) MaxMag(z, x, y *Num) Status { return c.pick(z, x, y, true, c.cmpAbs) }

// MinMag sets z to that of x and y whose magnitude is smaller.
func (c *Context) MinMag(z, x, y *Num) Status { return c.pick(z, x, y, false, c.cmpAbs) }

// SameQuantum reports whether x and y have the same exponent, or are both infinite or both NaNs.
func SameQuantum(x, y *Num) bool {
	if x.Form != Finite || y.Form != Finite {
		return x.IsNaN() && y.IsNaN() || x.Form == Infinite && y.Form == Infinite
	}
	return x.Exp == y.Exp
}

// Class returns the name of the class of numbers that x is of.
func (c *Context) Class(x *Num) string {
	switch x.Form {
	case Quiet:
		return "NaN"
	case Signaling:
		return "sNaN"
	}
	name := "Normal"
	switch {
	case x.Form == Infinite:
		name = "Infinity"
	case x.zeroCoef():
		name = "Zero"
	case x.Adjusted() < c.Emin:
		name = "Subnormal"
	}
	if x.Neg {
		return "-" + name
	}
	return "+" + name
}
