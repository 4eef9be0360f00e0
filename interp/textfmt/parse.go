package textfmt

import (
	"math"
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/tier2go/tier2/interp/number"
)

// ParseFloat returns the float that ASCII text denotes under float()'s rules:
// surrounding blanks, a sign, decimal digits with single underscores between
// them, a point, an exponent; or inf, infinity, nan. It rounds once.
func ParseFloat(s []byte) (f float64, ok bool) {
	s = TrimBlanks(s)
	if f, ok := ParseNamed(s); ok {
		return f, true
	}
	plain, ok := checkDecimal(s)
	if !ok {
		return 0, false
	}
	if !plain {
		c := make([]byte, 0, len(s))
		for _, x := range s {
			if x != '_' {
				c = append(c, x)
			}
		}
		s = c
	}
	if len(s) > longDecimal {
		s = shortDecimal(s)
	}
	// The only error left is that of range, with the right infinity or zero.
	f, _ = strconv.ParseFloat(unsafe.String(unsafe.SliceData(s), len(s)), 64)
	return f, true
}

// longDecimal is how long a decimal may be that strconv reads rightly: it keeps 800 digits, and
// takes the point of one with more, and exponents of more than four digits, to be elsewhere.
const longDecimal = 800

// shortDecimal returns a decimal that rounds to the same float and is short: no tie between two
// floats has more than 767 digits, so of those behind only "some or none" matters.
func shortDecimal(s []byte) []byte {
	const most = 770
	b := make([]byte, 0, most+32)
	if s[0] == '+' || s[0] == '-' {
		b, s = append(b, s[0]), s[1:]
	}
	b = append(b, '0', '.')
	first, scale, point, sticky := len(b), 0, false, false
	for ; len(s) > 0 && s[0]|0x20 != 'e'; s = s[1:] {
		switch {
		case s[0] == '.':
			point = true
			continue
		case len(b) == first && s[0] == '0': // a leading zero
			scale--
		case len(b)-first < most:
			b = append(b, s[0])
		default:
			sticky = sticky || s[0] != '0'
		}
		if !point {
			scale++
		}
	}
	if sticky {
		b = append(b, '1')
	}
	exp := 0
	if len(s) > 0 {
		exp = smallExponent(s[1:])
	}
	b = append(b, 'e')
	return strconv.AppendInt(b, int64(max(-5000, min(exp+scale, 5000))), 10)
}

// smallExponent reads an exponent, cut short of overflow.
func smallExponent(s []byte) int {
	neg := s[0] == '-'
	if neg || s[0] == '+' {
		s = s[1:]
	}
	n := 0
	for _, c := range s {
		n = min(10*n+int(c-'0'), 1<<50)
	}
	if neg {
		return -n
	}
	return n
}

// ParseNamed parses inf, infinity and nan in any case, with a sign.
func ParseNamed(s []byte) (float64, bool) {
	sign := 1
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	switch {
	case equalFoldASCII(s, "inf"), equalFoldASCII(s, "infinity"):
		return math.Inf(sign), true
	case equalFoldASCII(s, "nan"):
		return math.NaN(), true
	}
	return 0, false
}

func equalFoldASCII(s []byte, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i, c := range s {
		if c|0x20 != lower[i] || c < 'A' {
			return false
		}
	}
	return true
}

// checkDecimal reports whether s is a decimal literal; plain says that it has
// no underscores.
func checkDecimal(s []byte) (plain, ok bool) {
	i := 0
	plain = true
	digits := func() (n int, good bool) {
		for ; i < len(s); i++ {
			switch c := s[i]; {
			case c >= '0' && c <= '9':
				n++
			case c != '_':
				return n, true
			case n == 0 || s[i-1] == '_' || i+1 == len(s) || s[i+1] < '0' || s[i+1] > '9':
				return 0, false
			default:
				plain = false
			}
		}
		return n, true
	}
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	whole, good := digits()
	if !good {
		return false, false
	}
	if i < len(s) && s[i] == '.' {
		i++
		fraction, good := digits()
		if !good {
			return false, false
		}
		whole += fraction
	}
	if whole == 0 {
		return false, false
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if n, good := digits(); n == 0 || !good {
			return false, false
		}
	}
	return plain, i == len(s)
}

// ParseHexFloat parses [sign][0x]digits[.digits][p[sign]digits], rounding once.
// Too large a value gives an infinity.
func ParseHexFloat(s []byte) (f float64, ok bool) {
	s = TrimBlanks(s)
	if f, ok := ParseNamed(s); ok {
		return f, true
	}
	neg := false
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		s = s[2:]
	}
	m, e, sticky, rest, ok := hexMantissa(s)
	if !ok {
		return 0, false
	}
	exp, ok := hexExponent(rest)
	if !ok {
		return 0, false
	}
	switch e += exp; {
	case m == 0, e < -5000:
		f = 0
	case e > 5000:
		f = math.Inf(1)
	default:
		f = number.RoundFloat(m, sticky, int(e))
	}
	return number.Signed(f, neg), true
}

// hexMantissa reads digits with at most one point: the value is m·2^e, or a
// little more if sticky; then m has more than 60 bits.
func hexMantissa(s []byte) (m uint64, e int64, sticky bool, rest []byte, ok bool) {
	point := false
	for ; len(s) > 0; s = s[1:] {
		if s[0] == '.' && !point {
			point = true
			continue
		}
		d := DigitValue(s[0])
		if d > 15 {
			break
		}
		ok = true
		if bits.Len64(m) <= 60 {
			m = m<<4 | uint64(d)
			if point {
				e -= 4
			}
		} else {
			sticky = sticky || d != 0
			if !point {
				e += 4
			}
		}
	}
	return m, e, sticky, s, ok
}

// hexExponent reads an optional p exponent that must end the text. Exponents
// past any float's are cut short of overflow.
func hexExponent(s []byte) (int64, bool) {
	if len(s) == 0 {
		return 0, true
	}
	if s[0]|0x20 != 'p' {
		return 0, false
	}
	s = s[1:]
	neg := false
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if len(s) == 0 {
		return 0, false
	}
	exp := int64(0)
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
		exp = min(exp*10+int64(c-'0'), 1<<58)
	}
	if neg {
		exp = -exp
	}
	return exp, true
}

// AppendHexFloat appends float.hex(f).
func AppendHexFloat(b []byte, f float64) []byte {
	if f != f || math.IsInf(f, 0) {
		return AppendFloat(b, f, 'r', 0, 0)
	}
	if math.Signbit(f) {
		b = append(b, '-')
	}
	m, e := number.FloatParts(f)
	b = append(b, "0x"...)
	b = append(b, '0'+byte(m>>52), '.')
	if m == 0 {
		return append(b, "0p+0"...)
	}
	const digits = "0123456789abcdef"
	for shift := 48; shift >= 0; shift -= 4 {
		b = append(b, digits[m>>shift&15])
	}
	b = append(b, 'p')
	if e += 52; e >= 0 {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, int64(e), 10)
}

// IntPrefix strips the prefix that goes with the base and finds out base 0.
// onlyZero says that the text is a decimal with a leading zero, which base 0
// accepts only for zero itself.
func IntPrefix(s []byte, base int) (rest []byte, b int, onlyZero bool) {
	prefixed := 0
	if len(s) >= 2 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			prefixed = 16
		case 'o':
			prefixed = 8
		case 'b':
			prefixed = 2
		}
	}
	switch {
	case base == 0 && prefixed == 0:
		return s, 10, len(s) > 0 && s[0] == '0'
	case base == 0:
		base = prefixed
	case base != prefixed:
		return s, base, false
	}
	s = s[2:]
	if len(s) > 0 && s[0] == '_' {
		s = s[1:]
	}
	return s, base, false
}

// CountDigits counts the digits and reports whether s consists of them and of
// single underscores between them.
func CountDigits(s []byte, base int) (n int, ok bool) {
	digitBefore := false
	for _, c := range s {
		switch {
		case DigitValue(c) < base:
			n++
			digitBefore = true
		case c == '_' && digitBefore:
			digitBefore = false
		default:
			return 0, false
		}
	}
	return n, digitBefore
}

// DigitValue returns the value of a digit in bases up to 36, 99 for others.
func DigitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}

// TrimBlanks strips what C's isspace calls space.
func TrimBlanks(s []byte) []byte {
	for len(s) > 0 && isBlank(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
