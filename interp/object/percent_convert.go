package object

import (
	"math"

	"github.com/tier2go/tier2/interp/textfmt"
	"github.com/tier2go/tier2/interp/unicode"
)

// The conversions of %-formatting.

// convert formats the next argument.
func (s *percentState) convert(c *percentConv) error {
	h := s.h
	v, err := s.arg()
	if err != nil {
		return err
	}
	switch c.conv {
	case 's', 'r', 'a':
		return s.text(c, v)
	case 'b':
		if s.bytes {
			return s.text(c, v)
		}
	case 'd', 'i', 'u', 'o', 'x', 'X':
		return s.integer(c, v)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		return s.float(c, v)
	case 'c':
		return s.char(c, v)
	}
	shown := c.conv
	if s.bytes && shown > 127 { // a char of C, and so negative
		return h.Raise(OverflowErrorType, "character argument not in range(0x110000)")
	}
	if shown < 31 || shown > 126 {
		shown = '?'
	}
	return h.Raise(ValueErrorType, "unsupported format character '%c' (0x%x) at index %d", shown, c.conv, s.pos-1)
}

// text is the conversions to text. Those of bytes show bytes, or a repr in ASCII.
func (s *percentState) text(c *percentConv, v Value) (err error) {
	h := s.h
	var t text
	raw := s.bytes && (c.conv == 's' || c.conv == 'b')
	switch {
	case raw:
		t, err = s.asBytes(v)
	case c.conv == 's':
		v, err = h.Str(v)
	case c.conv == 'r' && !s.bytes:
		v, err = h.Repr(v)
	default:
		v, err = h.Ascii(v)
	}
	if err != nil {
		return err
	}
	if !raw {
		t = h.strText(v)
	}
	n := t.n
	if c.prec >= 0 {
		n = min(n, c.prec)
	}
	left, right := c.padding(n)
	h.checkSize(left + right)
	s.out = textfmt.AppendFill(s.out, ' ', left)
	if s.bytes {
		s.out = append(s.out, t.raw()[:n]...)
	} else {
		s.out = h.appendSlice(s.out, v, 0, n)
	}
	s.out = textfmt.AppendFill(s.out, ' ', right)
	return nil
}

// asBytes returns what %b of bytes shows.
func (s *percentState) asBytes(v Value) (text, error) {
	h := s.h
	if h.ofAny(v, BytesType, ByteArrayType) {
		return h.text(v), nil
	}
	if h.hasBytes(v) {
		r, err := h.bytesMethod(v)
		if err != nil {
			return text{}, err
		}
		return h.text(r), nil
	}
	if v.IsRef() && h.TypeOf(v).Buffer != nil {
		if b, err := h.TypeOf(v).Buffer(h, v, true); err == nil {
			return textOf(b), nil
		}
	}
	return text{}, h.Raise(TypeErrorType, "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", h.TypeName(v))
}

func (c *percentConv) padding(n int) (left, right int) {
	total := max(c.width-n, 0)
	if c.flags&percentLeft != 0 {
		return 0, total
	}
	return total, 0
}

func (s *percentState) integer(c *percentConv, v Value) error {
	h := s.h
	wanted := "a real number"
	if base := intBases[c.conv].base; base != 10 {
		wanted = "an integer"
	} else if v.IsFloat() {
		var err error
		if v, err = h.FloatToInt(v.Float()); err != nil {
			return err
		}
	}
	if !h.isIntegral(v) {
		i, err := s.toInt(v, wanted == "an integer")
		if err != nil && !h.raisedIs(err, TypeErrorType) {
			return err
		}
		if i == Null || err != nil {
			return h.Raise(TypeErrorType, "%%%c format: %s is required, not %s", c.conv, wanted, h.TypeName(v))
		}
		v = i
	}
	if c.prec > math.MaxInt32-3 {
		return h.Raise(OverflowErrorType, "precision too large")
	}
	base := intBases[c.conv]
	b, err := h.appendInt(h.takeBuf(), v, base.base)
	if err != nil {
		return err
	}
	if c.conv == 'X' {
		unicode.UpperASCII(b)
	}
	prefix := ""
	if c.flags&percentAlt != 0 {
		prefix = base.prefix
	}
	digits, sign := b, byte(0)
	if b[0] == '-' {
		digits, sign = b[1:], '-'
	}
	s.layout(c, sign, prefix, max(c.prec-len(digits), 0), digits)
	h.putBuf(b)
	return nil
}

// toInt is what a number that is no int is as one; Null for what is no number. index:
// only by __index__.
func (s *percentState) toInt(v Value, index bool) (Value, error) {
	h := s.h
	t := h.TypeOf(v)
	switch {
	case !t.made && !t.WeakProxy && !v.IsFloat() && !h.converts(t):
		return Null, nil
	case index:
		return h.ToIndex(v)
	case t.WeakProxy:
		return h.ToInt(v)
	}
	for _, name := range [...]string{"__int__", "__index__", "__float__"} {
		if h.TypeOf(v).Lookup(h.Intern(name)) != Null {
			return h.ToInt(v)
		}
	}
	return Null, nil
}

func (s *percentState) float(c *percentConv, v Value) error {
	x, err := s.h.Float(v)
	if err != nil && s.bytes {
		return s.h.Raise(TypeErrorType, "float argument required, not %s", s.h.TypeName(v))
	}
	if err != nil {
		return err
	}
	prec, flags := c.prec, 0
	if prec < 0 {
		prec = 6
	}
	if c.flags&percentAlt != 0 {
		flags = textfmt.Alt
	}
	s.h.checkSize(prec)
	b := textfmt.AppendFloat(s.h.takeBuf(), x, byte(c.conv), prec, flags)
	digits, sign := b, byte(0)
	if b[0] == '-' {
		digits, sign = b[1:], '-'
	}
	s.layout(c, sign, "", 0, digits)
	s.h.putBuf(b)
	return nil
}

// layout writes a number: sign, prefix, zeros, digits, padded to the width
// with blanks or, after sign and prefix, with zeros.
func (s *percentState) layout(c *percentConv, sign byte, prefix string, zeros int, digits []byte) {
	if sign == 0 {
		switch {
		case c.flags&percentSign != 0:
			sign = '+'
		case c.flags&percentBlank != 0:
			sign = ' '
		}
	}
	n := len(prefix) + zeros + len(digits)
	if sign != 0 {
		n++
	}
	left, right := c.padding(n)
	s.h.checkSize(n + left + right)
	if c.flags&percentZero != 0 {
		left, zeros = 0, zeros+left
	}
	s.out = textfmt.AppendFill(s.out, ' ', left)
	if sign != 0 {
		s.out = append(s.out, sign)
	}
	s.out = append(s.out, prefix...)
	s.out = textfmt.AppendZeros(s.out, zeros)
	s.out = append(s.out, digits...)
	s.out = textfmt.AppendFill(s.out, ' ', right)
}

func (s *percentState) char(c *percentConv, v Value) error {
	h := s.h
	var r rune
	switch {
	case s.bytes:
		b, err := s.byteOf(v)
		if err != nil {
			return err
		}
		r = rune(b)
	case h.IsInstance(v, StrType):
		if n := h.StrLen(v); n != 1 {
			return h.Raise(TypeErrorType, "%%c requires an int or a unicode character, not a string of length %d", n)
		}
		r = h.StrAt(v, 0)
	case h.HasIndex(v):
		x, err := h.ToIndex(v)
		if err != nil && h.raisedIs(err, TypeErrorType) {
			return h.noCharacter(v)
		}
		if err != nil {
			return err
		}
		i, ok := h.AsInt64(x)
		if !ok || i < 0 || i > 0x10FFFF {
			return h.charRange()
		}
		r = rune(i)
	default:
		return h.noCharacter(v)
	}
	left, right := c.padding(1)
	h.checkSize(left + right)
	s.out = textfmt.AppendFill(s.out, ' ', left)
	if s.bytes {
		s.out = append(s.out, byte(r))
	} else {
		s.out = unicode.AppendRune(s.out, r)
	}
	s.out = textfmt.AppendFill(s.out, ' ', right)
	return nil
}

func (h *Heap) noCharacter(v Value) error {
	return h.Raise(TypeErrorType, "%%c requires an int or a unicode character, not %s", h.TypeOf(v).FullName())
}

// byteOf returns what %c of bytes shows.
func (s *percentState) byteOf(v Value) (byte, error) {
	h := s.h
	switch {
	case h.ofAny(v, BytesType, ByteArrayType):
		t := h.text(v)
		if t.n == 1 {
			return t.raw()[0], nil
		}
		what := "bytes"
		if h.kind(v) == ByteArrayType {
			what = "bytearray"
		}
		return 0, h.Raise(TypeErrorType, "%%c requires an integer in range(256) or a single byte, not a %s object of length %d", what, t.n)
	case h.HasIndex(v):
		i, err := h.ToIndex(v)
		if err != nil {
			return 0, err
		}
		if n, ok := h.AsInt64(i); ok && n >= 0 && n < 256 {
			return byte(n), nil
		}
		return 0, h.RaiseWith(OverflowErrorType, h.NewStr("%c arg not in range(256)"))
	}
	return 0, h.Raise(TypeErrorType, "%%c requires an integer in range(256) or a single byte, not %s", h.TypeOf(v).FullName())
}
