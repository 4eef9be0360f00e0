package object

import (
	"math"
	"math/bits"
	"strconv"
	"unsafe"
)

// floatNew is float(x=0, /).
func floatNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "float() takes no keyword arguments")
	}
	if err := h.checkCount("float", len(args), 0, 1); err != nil {
		return Null, err
	}
	if len(args) == 0 {
		return FloatValue(0), nil
	}
	return h.ToFloat(args[0])
}

// ToFloat is float(x): the conversion of a number or of a text.
func (h *Heap) ToFloat(x Value) (Value, error) {
	switch {
	case x.IsFloat():
		return x, nil
	case h.isIntegral(x):
		f, err := h.IntToFloat(x)
		return FloatValue(f), err
	}
	if f, ok, err := h.floatOf(x); ok || err != nil {
		return FloatValue(f), err
	}
	text, b, ok := h.numberText(x, h.takeBuf())
	if !ok {
		h.putBuf(b)
		return Null, h.Raise(TypeErrorType, "float() argument must be a string or a real number, not '%s'", h.TypeName(x))
	}
	f, ok := ParseFloat(text)
	h.putBuf(b)
	if ok {
		return FloatValue(f), nil
	}
	var r Value
	if h.Is(x, StrType) {
		r = h.StrRepr(x)
	} else {
		var err error
		if r, err = h.Repr(x); err != nil {
			return Null, err
		}
	}
	return Null, h.RaiseWith(ValueErrorType, h.StrConcat(h.num.noFloat, r))
}

// ParseFloat returns the float that ASCII text denotes under float()'s rules:
// surrounding blanks, a sign, decimal digits with single underscores between
// them, a point, an exponent; or inf, infinity, nan. It rounds once.
func ParseFloat(s []byte) (f float64, ok bool) {
	s = trimBlanks(s)
	if f, ok := parseNamed(s); ok {
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
	// The only error left is that of range, with the right infinity or zero.
	f, _ = strconv.ParseFloat(unsafe.String(unsafe.SliceData(s), len(s)), 64)
	return f, true
}

// parseNamed parses inf, infinity and nan in any case, with a sign.
func parseNamed(s []byte) (float64, bool) {
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

// appendHexFloat appends float.hex(f).
func appendHexFloat(b []byte, f float64) []byte {
	if f != f || math.IsInf(f, 0) {
		return appendFloat(b, f, 'r', 0, 0)
	}
	if math.Signbit(f) {
		b = append(b, '-')
	}
	m, e := floatParts(f)
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

// floatFromHex is float.fromhex.
func floatFromHex(h *Heap, _ Value, args []Value) (Value, error) {
	if !h.IsInstance(args[0], StrType) {
		return Null, h.Raise(TypeErrorType, "bad argument type for built-in operation")
	}
	f, ok := parseHexFloat([]byte(h.GoString(args[0])))
	switch {
	case !ok:
		return Null, h.Raise(ValueErrorType, "invalid hexadecimal floating-point string")
	case math.IsInf(f, 0) && !h.namesInf(args[0]):
		return Null, h.Raise(OverflowErrorType, "hexadecimal value too large to represent as a float")
	}
	return FloatValue(f), nil
}

// namesInf tells a text that says inf from one that overflows to it.
func (h *Heap) namesInf(v Value) bool {
	_, ok := parseNamed(trimBlanks([]byte(h.GoString(v))))
	return ok
}

// parseHexFloat parses [sign][0x]digits[.digits][p[sign]digits], rounding once.
// Too large a value gives an infinity.
func parseHexFloat(s []byte) (f float64, ok bool) {
	s = trimBlanks(s)
	if f, ok := parseNamed(s); ok {
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
		f = roundFloat(m, sticky, int(e))
	}
	return signed(f, neg), true
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
		d := digitValue(s[0])
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
