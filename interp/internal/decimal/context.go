package decimal

// Status is a set of conditions.
type Status uint32

// The conditions of the specification, and FloatOperation, which is for who mixes decimals and floats.
const (
	Clamped Status = 1 << iota
	ConversionSyntax
	DivisionByZero
	DivisionImpossible
	DivisionUndefined
	Inexact
	InvalidContext
	InvalidOperation
	FloatOperation
	Overflow
	Rounded
	Subnormal
	Underflow
)

const (
	// Invalid are the conditions that the signal InvalidOperation stands for.
	Invalid = ConversionSyntax | DivisionImpossible | DivisionUndefined | InvalidContext | InvalidOperation
	// Errors are the conditions after which there is no result.
	Errors = Invalid | DivisionByZero
)

// The bounds of contexts and of numbers.
const (
	MaxPrec  = 999999999999999999
	MaxEmax  = 999999999999999999
	MinEmin  = -999999999999999999
	MinEtiny = MinEmin - (MaxPrec - 1)

	expInf = 2000000000000000001 // above any exponent
)

// Rounding is how what has too many digits is rounded.
type Rounding uint8

// The roundings, in libmpdec's order.
const (
	Up Rounding = iota
	Down
	Ceiling
	Floor
	HalfUp
	HalfDown
	HalfEven
	ZeroFiveUp
)

// Context says how results are rounded and bounded.
type Context struct {
	*Env
	Prec, Emax, Emin int64
	Clamp            bool
	Round            Rounding
}

// MaxContext returns the context of the widest bounds, in which what is exact stays so.
func (e *Env) MaxContext() *Context {
	return &Context{Env: e, Prec: MaxPrec, Emax: MaxEmax, Emin: MinEmin, Round: HalfEven}
}

// Etiny returns the least exponent of results.
func (c *Context) Etiny() int64 { return c.Emin - (c.Prec - 1) }

// Etop returns the greatest exponent of results of Prec digits.
func (c *Context) Etop() int64 { return c.Emax - (c.Prec - 1) }

// roundsUp reports whether a coefficient whose last digit is last grows by one after d has been dropped.
func (r Rounding) roundsUp(d dropped, neg bool, k *coef) bool {
	switch r {
	case Up:
		return d != droppedNone
	case Ceiling:
		return d != droppedNone && !neg
	case Floor:
		return d != droppedNone && neg
	case HalfUp:
		return d >= droppedHalf
	case HalfDown:
		return d == droppedAbove
	case HalfEven:
		return d == droppedAbove || d == droppedHalf && k.lastDigit()&1 != 0
	case ZeroFiveUp:
		return d != droppedNone && k.lastDigit()%5 == 0
	}
	return false
}

// drop shifts right by n digits and rounds, which may make one digit more.
func (c *Context) drop(k *coef, neg bool, n int64) dropped {
	d := k.shiftRight(c.Env, n)
	if d != droppedNone && c.Round.roundsUp(d, neg, k) {
		k.increment(c.Env)
	}
	return d
}

// finish stores ±k·10^exp, bounded and rounded.
func (c *Context) finish(z *Num, neg bool, exp int64, k *coef) (s Status) {
	z.Form, z.Neg = Finite, neg
	adjusted := exp + k.digits - 1
	switch {
	case adjusted > c.Emax:
		return c.finishLarge(z, exp, k)
	case c.Clamp && exp > c.Etop():
		shift := exp - c.Etop()
		zero := k.isZero()
		k.shiftLeft(c.Env, shift)
		exp -= shift
		s = Clamped
		if !zero && adjusted < c.Emin {
			s |= Subnormal
		}
	case adjusted < c.Emin:
		etiny := c.Etiny()
		if k.isZero() {
			if exp < etiny {
				exp, s = etiny, Clamped
				*k = coef{digits: 1}
			}
			break
		}
		s = Subnormal
		if exp < etiny {
			d := c.drop(k, neg, etiny-exp)
			exp = etiny
			s |= Rounded
			if d != droppedNone {
				s |= Inexact | Underflow
				if k.isZero() {
					s |= Clamped
				}
			}
		}
	}
	if k.digits > c.Prec {
		n := k.digits - c.Prec
		d := c.drop(k, neg, n)
		exp += n
		s |= Rounded
		if d != droppedNone {
			s |= Inexact
		}
		if k.digits > c.Prec { // 99…9 has become 10…0
			k.shiftRight(c.Env, 1)
			exp++
			if exp+k.digits-1 > c.Emax {
				return s | c.finishLarge(z, exp, k)
			}
		}
	}
	z.Exp = exp
	z.store(k)
	return s
}

// finishLarge is for what is above the greatest exponent.
func (c *Context) finishLarge(z *Num, exp int64, k *coef) Status {
	if k.isZero() {
		z.Exp = c.Emax
		if c.Clamp {
			z.Exp = c.Etop()
		}
		z.store(&coef{digits: 1})
		return Clamped
	}
	switch r := c.Round; {
	case r == Down, r == ZeroFiveUp, r == Ceiling && z.Neg, r == Floor && !z.Neg:
		c.setLargest(z, z.Neg)
	default:
		z.setInf(z.Neg)
	}
	return Overflow | Inexact | Rounded
}

// setLargest sets z to the finite number of the greatest magnitude.
func (c *Context) setLargest(z *Num, neg bool) {
	k := shortCoef(0, 1)
	k.shiftLeft(c.Env, c.Prec)
	k = c.minus(&k, &coef{w: wide{1}, digits: 1})
	*z = Num{Neg: neg, Exp: c.Etop()}
	z.store(&k)
}

// finishWord is finish for a coefficient of one word.
func (c *Context) finishWord(z *Num, neg bool, exp int64, x uint64) Status {
	digits := digits64(x)
	if adjusted := exp + digits - 1; digits <= c.Prec && adjusted <= c.Emax && adjusted >= c.Emin && !c.Clamp {
		*z = Num{Neg: neg, Exp: exp, lo: x, digits: digits}
		return 0
	}
	k := coef{w: wide{x}, digits: digits}
	return c.finish(z, neg, exp, &k)
}

// Finalize bounds and rounds z itself.
func (c *Context) Finalize(z *Num) Status {
	switch {
	case z.Form == Infinite:
		return 0
	case z.IsNaN():
		c.fixNaN(z)
		return 0
	}
	if a := z.Adjusted(); z.Digits() <= c.Prec && a <= c.Emax && a >= c.Emin && !c.Clamp {
		return 0
	}
	k := z.coef()
	return c.finish(z, z.Neg, z.Exp, &k)
}

// fixNaN keeps the last digits of a NaN's payload, as many as there is room for.
func (c *Context) fixNaN(z *Num) {
	room := c.Prec
	if c.Clamp {
		room--
	}
	if z.zeroCoef() || z.Digits() <= room {
		return
	}
	k := z.coef()
	if room == 0 {
		k = coef{digits: 1}
	} else {
		keepLast(c.Env, &k, room)
	}
	z.store(&k)
}

// keepLast keeps the last n digits.
func keepLast(e *Env, k *coef, n int64) {
	if k.digits <= n {
		return
	}
	p := coef{w: wide{1}, digits: 1}
	p.shiftLeft(e, n)
	_, *k = e.divide(k, &p)
}

func (c *Context) fail(z *Num, s Status) Status {
	*z = Num{Form: Quiet}
	return s
}

// nan handles operands of which at least one is a NaN: the result is the first that signals, or the first.
func (c *Context) nan(z *Num, operands ...*Num) (s Status, ok bool) {
	var chosen *Num
	for _, x := range operands {
		if x.IsNaN() && (chosen == nil || x.Form > chosen.Form) {
			chosen = x
		}
	}
	if chosen == nil {
		return 0, false
	}
	if chosen.Form == Signaling {
		s = InvalidOperation
	}
	*z = *chosen
	z.Form = Quiet
	c.fixNaN(z)
	return s, true
}
