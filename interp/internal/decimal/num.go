package decimal

import (
	"math/big"
	"math/bits"
)

// Form says what a Num is.
type Form uint8

// The forms.
const (
	Finite Form = iota
	Infinite
	Quiet     // NaN; the coefficient is its payload
	Signaling // NaN likewise
)

// Num is a decimal number: ±coefficient·10^Exp, an infinity or a NaN. The zero value is 0.
type Num struct {
	Form Form
	Neg  bool
	Exp  int64 // 0 unless Finite
	// The coefficient: two words up to shortDigits digits, and big beyond.
	hi, lo uint64
	big    *big.Int
	digits int64 // 0 stands for 1
}

// Short returns a finite number of a coefficient below 10³⁸.
func Short(neg bool, hi, lo uint64, exp int64) Num {
	w := wide{lo, hi}
	return Num{Neg: neg, hi: hi, lo: lo, Exp: exp, digits: w.digits()}
}

// FromBig returns a finite number; the coefficient is the magnitude of b, which must not change while the number is used.
func (e *Env) FromBig(neg bool, b *big.Int, exp int64) Num {
	k := e.bigCoef(b)
	x := Num{Neg: neg, Exp: exp}
	x.store(&k)
	return x
}

// Parts are the words of a Num for who keeps it elsewhere: the two of a short coefficient, or Big.
type Parts struct {
	Hi, Lo uint64
	Big    *big.Int // nil: short
	Digits int64
}

// Parts returns what the coefficient consists of.
func (x *Num) Parts() Parts { return Parts{x.hi, x.lo, x.big, x.Digits()} }

// FromParts returns the number of what Parts has returned.
func FromParts(form Form, neg bool, exp int64, p Parts) Num {
	return Num{Form: form, Neg: neg, Exp: exp, hi: p.Hi, lo: p.Lo, big: p.Big, digits: p.Digits}
}

// SetWords sets x to what FromParts returns for a short coefficient.
func (x *Num) SetWords(form Form, neg bool, exp int64, hi, lo uint64, digits int64) {
	x.Form, x.Neg, x.Exp, x.hi, x.lo, x.digits = form, neg, exp, hi, lo, digits
	if x.big != nil {
		x.big = nil
	}
}

// IsShort reports whether the coefficient stands in two words, which it returns.
func (x *Num) IsShort() (hi, lo uint64, ok bool) { return x.hi, x.lo, x.big == nil }

// Digits returns how many digits the coefficient has, 1 for 0.
func (x *Num) Digits() int64 { return max(x.digits, 1) }

// IsNaN reports whether x is a NaN.
func (x *Num) IsNaN() bool { return x.Form >= Quiet }

// IsZero reports whether x is ±0.
func (x *Num) IsZero() bool { return x.Form == Finite && x.zeroCoef() }

func (x *Num) zeroCoef() bool { return x.hi|x.lo == 0 && x.big == nil }

// Adjusted returns the exponent of the first digit.
func (x *Num) Adjusted() int64 { return x.Exp + x.Digits() - 1 }

// Coefficient returns the coefficient as a big.Int that must not be changed.
func (x *Num) Coefficient() *big.Int {
	k := x.coef()
	return k.bigInt()
}

func (x *Num) coef() coef { return coef{w: wide{x.lo, x.hi}, b: x.big, digits: x.Digits()} }

// store sets the coefficient.
func (x *Num) store(k *coef) {
	x.hi, x.lo, x.big, x.digits = 0, 0, nil, k.digits
	switch {
	case k.digits > shortDigits:
		x.big = k.bigInt()
	case k.b != nil:
		w := wideOf(k.b)
		x.hi, x.lo = w[1], w[0]
	default:
		x.hi, x.lo = k.w[1], k.w[0]
	}
}

func (x *Num) set(neg bool, coefficient uint64, exp int64) {
	*x = Num{Neg: neg, lo: coefficient, Exp: exp, digits: digits64(coefficient)}
}

func (x *Num) setInf(neg bool) { *x = Num{Form: Infinite, Neg: neg} }

// isInteger reports whether x is a whole number.
func (e *Env) isInteger(x *Num) bool {
	if x.Form != Finite {
		return false
	}
	if x.Exp >= 0 || x.zeroCoef() {
		return true
	}
	if -x.Exp >= x.Digits() {
		return false
	}
	k := x.coef()
	return k.stripTens(e, -x.Exp) == -x.Exp
}

// isOdd reports whether a whole number is odd.
func (e *Env) isOdd(x *Num) bool {
	if x.Exp > 0 || x.zeroCoef() {
		return false
	}
	k := x.coef()
	k.shiftRight(e, -x.Exp)
	return k.lastDigit()&1 != 0
}

// Residue returns the magnitude of x, which is finite, modulo p, a prime below 2⁶³; inverse is that of ten.
func (x *Num) Residue(p, inverse uint64) uint64 {
	var r uint64
	if x.big != nil {
		r = new(big.Int).Mod(x.big, new(big.Int).SetUint64(p)).Uint64()
	} else {
		_, r = bits.Div64(x.hi%p, x.lo, p)
	}
	times := func(a, b uint64) uint64 {
		hi, lo := bits.Mul64(a, b)
		if p == 1<<61-1 { // 2⁶¹ is 1
			r := lo&p + (hi<<3 | lo>>61)
			if r >= p {
				r -= p
			}
			return r
		}
		_, r := bits.Div64(hi, lo, p)
		return r
	}
	base, e := uint64(10), x.Exp
	if e < 0 {
		base, e = inverse, -e
	}
	for ; e > 0; e >>= 1 {
		if e&1 != 0 {
			r = times(r, base)
		}
		base = times(base, base)
	}
	return r
}
