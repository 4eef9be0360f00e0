package textfmt

import (
	"math"
	"strconv"

	"github.com/tier2go/tier2/interp/unicode"
)

// Flags of AppendFloat.
const (
	Alt       = 1 << iota // #: keep the point, and for g trailing zeros
	Dot0                  // ".0" after what would look like an int
	NoNegZero             // z: what rounds to −0 is 0
)

// FormatFloat formats as CPython's PyOS_double_to_string: conv is one of e, f,
// g, their capitals, or r (repr: the shortest text that reads back as f, with
// ".0" if it would look like an int; prec is ignored). alt keeps the decimal
// point and, for g, trailing zeros.
func FormatFloat(f float64, conv byte, prec int, alt bool) string {
	flags := 0
	if alt {
		flags |= Alt
	}
	if conv == 'r' {
		flags |= Dot0
	}
	return string(AppendFloat(nil, f, conv, prec, flags))
}

// AppendFloat appends f in the format of C's printf, or of repr for conv r.
func AppendFloat(b []byte, f float64, conv byte, prec, flags int) []byte {
	start := len(b)
	lower := conv | 0x20
	switch {
	case f != f:
		b = append(b, "nan"...)
	case math.IsInf(f, 0):
		if f < 0 {
			b = append(b, '-')
		}
		b = append(b, "inf"...)
	case lower == 'e':
		b = strconv.AppendFloat(b, f, 'e', prec, 64)
		if flags&Alt != 0 && prec == 0 {
			b = insertPoint(b, start)
		}
	case lower == 'f':
		b = strconv.AppendFloat(b, f, 'f', prec, 64)
		if flags&Alt != 0 && prec == 0 {
			b = append(b, '.')
		}
	default:
		b = appendGeneral(b, f, lower, prec, flags)
	}
	if flags&NoNegZero != 0 && b[start] == '-' && isZeroText(b[start+1:]) {
		b = append(b[:start], b[start+1:]...)
	}
	if conv != lower {
		unicode.UpperASCII(b[start:])
	}
	return b
}

// insertPoint puts a point before the exponent of the text from start on.
func insertPoint(b []byte, start int) []byte {
	b = append(b, 0)
	for i := len(b) - 1; i > start; i-- {
		b[i] = b[i-1]
		if b[i] == 'e' {
			b[i-1] = '.'
			break
		}
	}
	return b
}

// isZeroText reports whether no digit before the exponent is other than 0.
func isZeroText(b []byte) bool {
	for _, c := range b {
		switch {
		case c == 'e':
			return true
		case c != '0' && c != '.':
			return false
		}
	}
	return true
}

// appendGeneral is conversions g and r: digits and a decimal exponent decide
// between the two notations.
func appendGeneral(b []byte, f float64, conv byte, prec, flags int) []byte {
	var store [32]byte
	low, high := -4, 16 // of the position of the point, with an exponent outside
	digits := store[:0]
	if conv == 'r' {
		digits = strconv.AppendFloat(digits, f, 'e', -1, 64)
	} else {
		prec = max(prec, 1)
		digits = strconv.AppendFloat(digits, f, 'e', prec-1, 64)
		high = prec
		if flags&Dot0 != 0 {
			high--
		}
	}
	if digits[0] == '-' {
		b = append(b, '-')
		digits = digits[1:]
	}
	digits, point := splitDigits(digits)
	least := 0 // digits to show at least
	if flags&Alt != 0 && conv != 'r' {
		least = prec
	}
	if point > low && point <= high {
		if flags&Dot0 != 0 {
			least = max(least, point+1)
		}
		return appendFixed(b, digits, point, least, flags&Alt != 0)
	}
	b = appendFixed(b, digits, 1, least, flags&Alt != 0)
	return appendExponent(b, point-1)
}

// splitDigits turns d.ddde±xx into its digits without trailing zeros and the
// position of the point: how many digits stand before it.
func splitDigits(s []byte) (digits []byte, point int) {
	e := len(s) - 1
	for s[e] != 'e' {
		e--
	}
	exp := 0
	for _, c := range s[e+2:] {
		exp = exp*10 + int(c-'0')
	}
	if s[e+1] == '-' {
		exp = -exp
	}
	if e > 1 { // drop the point
		s[1] = s[0]
		s, e = s[1:], e-1
	}
	digits = s[:e]
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return digits, exp + 1
}

// appendFixed writes digits with the point where it belongs, and at least
// least of them, filled up with zeros.
func appendFixed(b, digits []byte, point, least int, alt bool) []byte {
	if point <= 0 {
		b = append(b, "0."...)
		for i := point; i < 0; i++ {
			b = append(b, '0')
		}
		b = append(b, digits...)
		return AppendZeros(b, least-len(digits))
	}
	if len(digits) < point {
		b = append(b, digits...)
		b = AppendZeros(b, point-len(digits))
		digits = digits[:0]
		least -= point
	} else {
		b = append(b, digits[:point]...)
		digits = digits[point:]
		least -= point
	}
	if len(digits) > 0 || least > 0 || alt {
		b = append(b, '.')
	}
	b = append(b, digits...)
	return AppendZeros(b, least-len(digits))
}

// AppendZeros appends n digits 0.
func AppendZeros(b []byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, '0')
	}
	return b
}

// appendExponent writes an exponent with at least two digits.
func appendExponent(b []byte, exp int) []byte {
	sign := byte('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	b = append(b, 'e', sign)
	if exp < 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, int64(exp), 10)
}
