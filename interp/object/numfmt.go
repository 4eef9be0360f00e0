package object

import (
	"math"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/textfmt"
	"github.com/tier2go/tier2/interp/unicode"
)

// formatIntSpec is the Format slot of int and bool.
func formatIntSpec(h *Heap, v, spec Value) (Value, error) {
	name := h.TypeName(v) // that of a derived class, whose plain value is formatted
	f, err := h.parseSpec(spec, name, 'd', '>')
	if err != nil {
		return Null, err
	}
	switch f.Conv {
	case 'b', 'd', 'o', 'x', 'X', 'n', 'c':
		return h.formatInt(h.number(v), &f)
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		x, err := h.ToFloat(v)
		if err != nil {
			return Null, err
		}
		return h.formatFloat(x.Float(), &f)
	}
	return Null, h.unknownConv(f.Conv, name)
}

// formatFloatSpec is the Format slot of float.
func formatFloatSpec(h *Heap, v, spec Value) (Value, error) {
	name := h.TypeName(v)
	f, err := h.parseSpec(spec, name, 0, '>')
	if err != nil {
		return Null, err
	}
	v = h.number(v)
	switch f.Conv {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
		return h.formatFloat(v.Float(), &f)
	}
	return Null, h.unknownConv(f.Conv, name)
}

// intBases are the bases of integer conversions and their prefixes.
var intBases = [128]struct {
	base   int
	prefix string
}{
	'b': {2, "0b"}, 'o': {8, "0o"}, 'x': {16, "0x"}, 'X': {16, "0X"},
	'd': {10, ""}, 'n': {10, ""}, 'i': {10, ""}, 'u': {10, ""},
}

func (h *Heap) formatInt(v Value, f *textfmt.Spec) (Value, error) {
	switch {
	case f.Prec >= 0:
		return Null, h.Raise(ValueErrorType, "Precision not allowed in integer format specifier")
	case f.NoNegZero:
		return Null, h.Raise(ValueErrorType, "Negative zero coercion (z) not allowed in integer format specifier")
	case f.Conv == 'c':
		return h.formatChar(v, f)
	}
	base := intBases[f.Conv]
	b, err := h.appendInt(h.takeBuf(), v, base.base)
	if err != nil {
		return Null, err
	}
	if f.Conv == 'X' {
		unicode.UpperASCII(b)
	}
	p := textfmt.Number{Digits: b}
	if b[0] == '-' {
		p.Sign, p.Digits = '-', b[1:]
	}
	if f.Alt {
		p.Prefix = base.prefix
	}
	r := h.layout(&p, f)
	h.putBuf(b)
	return r, nil
}

// formatChar is conversion c: the character with the given code point.
func (h *Heap) formatChar(v Value, f *textfmt.Spec) (Value, error) {
	switch {
	case f.Sign != 0:
		return Null, h.Raise(ValueErrorType, "Sign not allowed with integer format specifier 'c'")
	case f.Alt:
		return Null, h.Raise(ValueErrorType, "Alternate form (#) not allowed with integer format specifier 'c'")
	}
	i, ok := h.AsInt64(v)
	if !ok {
		return Null, h.Raise(OverflowErrorType, "Python int too large to convert to C long")
	}
	if i < 0 || i > utf8.MaxRune {
		return Null, h.charRange()
	}
	return h.layout(&textfmt.Number{Rest: unicode.AppendRune(nil, rune(i))}, f), nil
}

func (h *Heap) formatFloat(x float64, f *textfmt.Spec) (Value, error) {
	if f.Prec > math.MaxInt32 {
		return Null, h.Raise(ValueErrorType, "precision too big")
	}
	conv, prec, flags := byte(f.Conv), f.Prec, 0
	if f.Alt {
		flags |= textfmt.Alt
	}
	if f.NoNegZero {
		flags |= textfmt.NoNegZero
	}
	switch conv {
	case 0:
		conv = 'r'
		flags |= textfmt.Dot0
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
	b := textfmt.AppendFloat(h.takeBuf(), x, conv, prec, flags)
	if f.Conv == '%' {
		b = append(b, '%')
	}
	p := textfmt.Number{Rest: b}
	if b[0] == '-' {
		p.Sign, p.Rest = '-', b[1:]
	}
	n := 0
	for n < len(p.Rest) && p.Rest[n] >= '0' && p.Rest[n] <= '9' {
		n++
	}
	p.Digits, p.Rest = p.Rest[:n], p.Rest[n:]
	r := h.layout(&p, f)
	h.putBuf(b)
	return r, nil
}

// layout puts the parts of a number together.
func (h *Heap) layout(p *textfmt.Number, f *textfmt.Spec) Value {
	l := f.LayOut(p)
	h.checkSize(l.Len())
	b := l.Append(h.takeBuf())
	r := h.NewText(b)
	h.putBuf(b)
	return r
}

func (h *Heap) charRange() error {
	return h.Raise(OverflowErrorType, "%s", "%c arg not in range(0x110000)")
}
