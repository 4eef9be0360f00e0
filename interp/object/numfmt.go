package object

import (
	"math"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/unicode"
)

// numberParts are a number taken apart for layout:
//
//	padding | sign | prefix | padding | grouped digits | rest | padding
type numberParts struct {
	sign   byte   // - or 0
	prefix string // 0x and the like
	digits []byte // before the point or exponent
	rest   []byte // point, fraction, exponent, percent sign
}

// formatIntSpec is the Format slot of int and bool.
func formatIntSpec(h *Heap, v, spec Value) (Value, error) {
	name := h.TypeName(v) // that of a derived class, whose plain value is formatted
	f, err := h.parseSpec(spec, name, 'd', '>')
	if err != nil {
		return Null, err
	}
	v = h.number(v)
	switch f.conv {
	case 'b', 'd', 'o', 'x', 'X', 'n', 'c':
		return h.formatInt(v, &f)
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		x, err := h.IntToFloat(v)
		if err != nil {
			return Null, err
		}
		return h.formatFloat(x, &f)
	}
	return Null, h.unknownConv(f.conv, name)
}

// formatFloatSpec is the Format slot of float.
func formatFloatSpec(h *Heap, v, spec Value) (Value, error) {
	name := h.TypeName(v)
	f, err := h.parseSpec(spec, name, 0, '>')
	if err != nil {
		return Null, err
	}
	v = h.number(v)
	switch f.conv {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
		return h.formatFloat(v.Float(), &f)
	}
	return Null, h.unknownConv(f.conv, name)
}

// intBases are the bases of integer conversions and their prefixes.
var intBases = [128]struct {
	base   int
	prefix string
}{
	'b': {2, "0b"}, 'o': {8, "0o"}, 'x': {16, "0x"}, 'X': {16, "0X"},
	'd': {10, ""}, 'n': {10, ""}, 'i': {10, ""}, 'u': {10, ""},
}

func (h *Heap) formatInt(v Value, f *formatSpec) (Value, error) {
	switch {
	case f.prec >= 0:
		return Null, h.Raise(ValueErrorType, "Precision not allowed in integer format specifier")
	case f.noNegZero:
		return Null, h.Raise(ValueErrorType, "Negative zero coercion (z) not allowed in integer format specifier")
	case f.conv == 'c':
		return h.formatChar(v, f)
	}
	base := intBases[f.conv]
	b, err := h.appendInt(h.takeBuf(), v, base.base)
	if err != nil {
		return Null, err
	}
	if f.conv == 'X' {
		unicode.UpperASCII(b)
	}
	p := numberParts{digits: b}
	if b[0] == '-' {
		p.sign, p.digits = '-', b[1:]
	}
	if f.alt {
		p.prefix = base.prefix
	}
	r := h.layout(&p, f)
	h.putBuf(b)
	return r, nil
}

// formatChar is conversion c: the character with the given code point.
func (h *Heap) formatChar(v Value, f *formatSpec) (Value, error) {
	switch {
	case f.sign != 0:
		return Null, h.Raise(ValueErrorType, "Sign not allowed with integer format specifier 'c'")
	case f.alt:
		return Null, h.Raise(ValueErrorType, "Alternate form (#) not allowed with integer format specifier 'c'")
	}
	i, ok := h.AsInt64(v)
	if !ok {
		return Null, h.Raise(OverflowErrorType, "Python int too large to convert to C long")
	}
	if i < 0 || i > utf8.MaxRune {
		return Null, h.charRange()
	}
	return h.layout(&numberParts{rest: unicode.AppendRune(nil, rune(i))}, f), nil
}

func (h *Heap) formatFloat(x float64, f *formatSpec) (Value, error) {
	if f.prec > math.MaxInt32 {
		return Null, h.Raise(ValueErrorType, "precision too big")
	}
	conv, prec, flags := byte(f.conv), f.prec, 0
	if f.alt {
		flags |= floatAlt
	}
	if f.noNegZero {
		flags |= floatNoNegZero
	}
	switch conv {
	case 0:
		conv = 'r'
		flags |= floatDot0
		if prec >= 0 {
			conv = 'g'
		}
	case 'n':
		conv = 'g'
	case '%':
		conv = 'f'
		x *= 100
	}
	if prec < 0 {
		prec = 6
	}
	h.checkSize(prec)
	b := appendFloat(h.takeBuf(), x, conv, prec, flags)
	if f.conv == '%' {
		b = append(b, '%')
	}
	p := numberParts{rest: b}
	if b[0] == '-' {
		p.sign, p.rest = '-', b[1:]
	}
	n := 0
	for n < len(p.rest) && p.rest[n] >= '0' && p.rest[n] <= '9' {
		n++
	}
	p.digits, p.rest = p.rest[:n], p.rest[n:]
	r := h.layout(&p, f)
	h.putBuf(b)
	return r, nil
}

// groupSize returns how many digits stand between separators.
func (f *formatSpec) groupSize() int {
	switch f.conv {
	case 'b', 'o', 'x', 'X':
		return 4
	}
	return 3
}

// layout puts the parts of a number together.
func (h *Heap) layout(p *numberParts, f *formatSpec) Value {
	sign := p.sign
	if sign == 0 && (f.sign == '+' || f.sign == ' ') {
		sign = f.sign
	}
	fraction := fractionDigits(p.rest)
	others := len(p.prefix) + utf8Len(p.rest)
	if sign != 0 {
		others++
	}
	if f.fracGroup != 0 && fraction > 0 {
		others += (fraction - 1) / f.groupSize()
	}
	zeros, separators := 0, 0
	if len(p.digits) > 0 {
		zeros, separators = f.grouping(len(p.digits), others)
	}
	n := others + zeros + len(p.digits) + separators
	left, right := f.padding(n)
	inner := 0
	if f.align == '=' {
		inner, right = right, 0
	}
	h.checkSize(n + left + inner + right)

	b := h.takeBuf()
	b = appendFillWTF8(b, f.fill, left)
	if sign != 0 {
		b = append(b, sign)
	}
	b = append(b, p.prefix...)
	b = appendFillWTF8(b, f.fill, inner)
	b = f.appendGrouped(b, p.digits, zeros, separators > 0)
	b = f.appendRest(b, p.rest, fraction)
	b = appendFillWTF8(b, f.fill, right)
	r := h.newText(b)
	h.putBuf(b)
	return r
}

// utf8Len counts the characters of WTF-8.
func utf8Len(b []byte) int {
	n := 0
	for _, c := range b {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// fractionDigits counts the digits behind the point that rest begins with.
func fractionDigits(rest []byte) int {
	if len(rest) == 0 || rest[0] != '.' {
		return 0
	}
	n := 0
	for n+1 < len(rest) && rest[n+1] >= '0' && rest[n+1] <= '9' {
		n++
	}
	return n
}

// grouping returns how many zeros go before n digits and how many separators
// between all of them. Zeros count as digits, separated like them, when they
// are the fill after the sign; a separator never comes first, so there may be
// one zero more than the width asks for.
func (f *formatSpec) grouping(n, others int) (zeros, separators int) {
	room := 0
	if f.fill == '0' && f.align == '=' {
		room = f.width - others
	}
	if f.group == 0 {
		return max(room-n, 0), 0
	}
	size := f.groupSize()
	total := n
	if room > n+(n-1)/size {
		// The least d with d + (d−1)/size ≥ room.
		total = room - (room-1)/(size+1)
		if total+(total-1)/size < room {
			total++
		}
	}
	return total - n, (total - 1) / size
}

// appendGrouped appends zeros and digits, with a separator before each whole
// group but the first.
func (f *formatSpec) appendGrouped(b, digits []byte, zeros int, grouped bool) []byte {
	if !grouped {
		return append(appendZeros(b, zeros), digits...)
	}
	size, left := f.groupSize(), zeros+len(digits)
	for i := 0; left > 0; left-- {
		if i > 0 && left%size == 0 {
			b = append(b, f.group)
		}
		if i < zeros {
			b = append(b, '0')
		} else {
			b = append(b, digits[i-zeros])
		}
		i++
	}
	return b
}

// appendRest appends what follows the integer digits; groups of fraction digits
// are counted from the point.
func (f *formatSpec) appendRest(b, rest []byte, fraction int) []byte {
	if f.fracGroup == 0 || fraction == 0 {
		return append(b, rest...)
	}
	size := f.groupSize()
	b = append(b, rest[0])
	for i := range fraction {
		if i > 0 && i%size == 0 {
			b = append(b, f.fracGroup)
		}
		b = append(b, rest[1+i])
	}
	return append(b, rest[1+fraction:]...)
}

func appendFillWTF8(b []byte, c rune, n int) []byte {
	for range n {
		b = unicode.AppendRune(b, c)
	}
	return b
}

func (h *Heap) charRange() error {
	return h.Raise(OverflowErrorType, "%s", "%c arg not in range(0x110000)")
}
