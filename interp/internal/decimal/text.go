package decimal

import (
	"math/bits"
	"strconv"
	"strings"
)

// AppendDigits appends the digits of x's coefficient.
func (e *Env) AppendDigits(b []byte, x *Num) []byte {
	switch {
	case x.big != nil:
		e.Room(float64(x.digits) * 16)
		return e.Cut.Append(b, x.big, 10)
	case x.hi == 0:
		return strconv.AppendUint(b, x.lo, 10)
	}
	rest, low := bits.Div64(x.hi%tenTo19, x.lo, tenTo19)
	b = strconv.AppendUint(b, rest, 10) // below 10¹⁹, for the coefficient is below 10³⁸
	return appendPadded(b, low)
}

// appendPadded appends 19 digits.
func appendPadded(b []byte, u uint64) []byte {
	for range 19 - digits64(u) {
		b = append(b, '0')
	}
	return strconv.AppendUint(b, u, 10)
}

// notation is how a number is written.
type notation uint8

const (
	scientific  notation = iota // with an exponent if it is far from the point
	engineering                 // likewise, an exponent that is a multiple of three
	exponential                 // always with an exponent
	fixedPoint                  // never
)

// Append appends x as text: engineering notation if eng is set, scientific otherwise; upper is for the E.
func (e *Env) Append(b []byte, x *Num, eng, upper bool) []byte {
	n := scientific
	if eng {
		n = engineering
	}
	return e.append(b, x, n, upper, 1)
}

// append appends x; place is where the point of exponential notation stands.
func (e *Env) append(b []byte, x *Num, n notation, upper bool, place int64) []byte {
	if x.Neg {
		b = append(b, '-')
	}
	switch x.Form {
	case Infinite:
		return append(b, "Infinity"...)
	case Quiet, Signaling:
		if x.Form == Signaling {
			b = append(b, 's')
		}
		b = append(b, "NaN"...)
		if x.zeroCoef() {
			return b
		}
		return e.AppendDigits(b, x)
	}
	digits := x.Digits()
	left := digits + x.Exp // digits to the left of the point
	switch {
	case n == exponential:
	case n == fixedPoint, x.Exp <= 0 && left > -6:
		place = left
	case n == engineering && x.zeroCoef():
		place = -1 + mod3(x.Exp+2)
	case n == engineering:
		place += mod3(left - 1)
	}
	if n == fixedPoint || n == exponential {
		e.Room(float64(max(place, -place)+digits) * 16)
	}
	switch {
	case place <= 0:
		b = append(b, "0."...)
		b = appendZeros(b, -place)
		b = e.AppendDigits(b, x)
	case place >= digits:
		b = e.AppendDigits(b, x)
		b = appendZeros(b, place-digits)
	default:
		at := len(b) + int(place)
		b = e.AppendDigits(b, x)
		b = append(b, 0)
		copy(b[at+1:], b[at:])
		b[at] = '.'
	}
	if left != place || n == exponential {
		mark := byte('e')
		if upper {
			mark = 'E'
		}
		b = append(b, mark)
		if left >= place {
			b = append(b, '+')
		}
		b = strconv.AppendInt(b, left-place, 10)
	}
	return b
}

func mod3(n int64) int64 { return (n%3 + 3) % 3 }

func appendZeros(b []byte, n int64) []byte {
	for range n {
		b = append(b, '0')
	}
	return b
}

// Parse sets z to what a text stands for, bounded and rounded: digits with an optional point, sign and exponent, Infinity, or a
// NaN. The condition is ConversionSyntax where it stands for nothing.
func (c *Context) Parse(z *Num, s string) Status {
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if s == "" {
		return c.fail(z, ConversionSyntax)
	}
	if lead := s[0] | 0x20; lead == 'i' || lead == 'n' || lead == 's' {
		return c.parseSpecial(z, neg, s)
	}
	digits, exp, ok := scan(s)
	if !ok {
		return c.fail(z, ConversionSyntax)
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if exp < -1<<63+int64(len(fraction)) {
		exp = -1 << 63
	} else {
		exp -= int64(len(fraction))
	}
	exp = max(min(exp, expInf), -1<<62)
	if len(whole)+len(fraction) <= 19 {
		u := uint64(0)
		for _, d := range []byte(whole) {
			u = u*10 + uint64(d-'0')
		}
		for _, d := range []byte(fraction) {
			u = u*10 + uint64(d-'0')
		}
		return c.finishWord(z, neg, exp, u)
	}
	k := c.parseCoef(strings.TrimLeft(whole+fraction, "0"))
	return c.finish(z, neg, exp, &k)
}

// parseCoef returns the coefficient of digits, none for 0.
func (e *Env) parseCoef(digits string) coef {
	if len(digits) > wideDigits {
		e.Room(float64(len(digits)) * bitsPerDigit)
		return e.bigCoef(e.Cut.Parse(digits, 10))
	}
	k := coef{}
	for len(digits) > 0 {
		n := min(len(digits), 19)
		u := uint64(0)
		for _, d := range []byte(digits[:n]) {
			u = u*10 + uint64(d-'0')
		}
		k.w.mulWord(pow10Word[n])
		k.w.add(&wide{u})
		digits = digits[n:]
	}
	k.digits = k.w.digits()
	return k
}

// scan splits a number into its digits, with a point or without, and its exponent.
func scan(s string) (digits string, exp int64, ok bool) {
	points, n := 0, 0
	i := 0
	for ; i < len(s); i++ {
		if s[i] == '.' && points == 0 {
			points++
		} else if s[i]-'0' <= 9 {
			n++
		} else {
			break
		}
	}
	digits = s[:i]
	if n == 0 {
		return "", 0, false
	}
	if i == len(s) {
		return digits, 0, true
	}
	if s[i]|0x20 != 'e' {
		return "", 0, false
	}
	e := s[i+1:]
	neg := false
	if e != "" && (e[0] == '+' || e[0] == '-') {
		neg = e[0] == '-'
		e = e[1:]
	}
	if e == "" {
		return "", 0, false
	}
	for _, d := range []byte(e) {
		if d-'0' > 9 {
			return "", 0, false
		}
		if exp < 1<<62 {
			exp = min(exp, 1<<58)*10 + int64(d-'0')
		}
	}
	if neg {
		exp = -exp
	}
	return digits, exp, true
}

// parseSpecial is Parse of infinities and NaNs.
func (c *Context) parseSpecial(z *Num, neg bool, s string) Status {
	if strings.EqualFold(s, "inf") || strings.EqualFold(s, "infinity") {
		z.setInf(neg)
		return 0
	}
	form := Quiet
	if s[0]|0x20 == 's' {
		form = Signaling
		s = s[1:]
	}
	if len(s) < 3 || !strings.EqualFold(s[:3], "nan") {
		return c.fail(z, ConversionSyntax)
	}
	payload := strings.TrimLeft(s[3:], "0")
	room := c.Prec
	if c.Clamp {
		room--
	}
	if strings.Trim(payload, "0123456789") != "" || int64(len(payload)) > room {
		return c.fail(z, ConversionSyntax)
	}
	*z = Num{Form: form, Neg: neg}
	k := c.parseCoef(payload)
	z.store(&k)
	return 0
}
