package object

import (
	"math"

	"github.com/tier2go/tier2/interp/textfmt"
	"github.com/tier2go/tier2/interp/unicode"
)

// The % operator of str (CPython: unicode_format in Objects/unicodeobject.c) and of
// bytes and bytearray (_PyBytes_FormatEx in Objects/bytesobject.c):
//
//	%[(key)][flags][width][.precision][length]type
//
// Bytes are formatted as the text that they are in Latin-1; what differs are the
// conversions to text and messages.

// Flags of a conversion.
const (
	percentLeft  = 1 << iota // -
	percentSign              // +
	percentBlank             // space
	percentAlt               // #
	percentZero              // 0
)

var percentFlags = [128]uint8{
	'-': percentLeft, '+': percentSign, ' ': percentBlank, '#': percentAlt, '0': percentZero,
}

// percentState is one formatting in progress. It must stay on the Go stack, where
// the collector finds its Values (TestFormatStatesStayOnStack).
type percentState struct {
	h      *Heap
	format Value
	raw    []byte // its characters, if they are bytes
	pos    int    // in format
	n      int
	out    []byte // WTF-8
	bytes  bool   // format is bytes in Latin-1

	// args is a tuple of count arguments, or one argument if count is −1;
	// next is the number of the next one. One argument is numbered −2, so that
	// next < count means "there is one more" in both cases.
	args        Value
	next, count int
	dict        Value // the mapping for keys, or Null
}

// percentConv is one conversion.
type percentConv struct {
	flags uint8
	width int // −1: none
	prec  int // −1: none
	conv  rune
}

// percentFormat is format % args of a str.
func (h *Heap) percentFormat(format, args Value) (Value, error) {
	s := percentState{h: h, format: format}
	return s.all(args)
}

// percentBytes is format % args of a bytes or bytearray.
func (h *Heap) percentBytes(format, args Value) (Value, error) {
	data := h.text(format)
	s := percentState{h: h, format: h.strOf(textOf(data.raw())), bytes: true}
	r, err := s.all(args)
	if err != nil {
		return Null, err
	}
	return h.like(format, h.strText(r)), nil
}

// isPlainType reports whether v is a class that is no mapping of its own: only its metaclass makes one.
func (h *Heap) isPlainType(v Value) bool {
	return h.isA(v, TypeType) && h.ownAttr(h.TypeOf(v), h.Intern("__getitem__")) == Null
}

func (s *percentState) all(args Value) (Value, error) {
	h := s.h
	s.n, s.args, s.next, s.count, s.dict = h.StrLen(s.format), args, -2, -1, Null
	if h.StrKind(s.format) == 1 {
		s.raw = h.strBytes(s.format)
	}
	switch {
	case h.IsInstance(args, TupleType):
		s.next, s.count = 0, h.TupleLen(args)
	case h.TypeOf(args).GetItem != nil && !h.isPlainType(args) && !h.IsInstance(args, StrType) && !(s.bytes && h.ofAny(args, BytesType, ByteArrayType)):
		s.dict = args
	}
	s.out = h.takeBuf()
	if err := s.run(); err != nil {
		return Null, err
	}
	if s.next < s.count && s.dict == Null {
		what := "string"
		if s.bytes {
			what = "bytes"
		}
		return Null, h.Raise(TypeErrorType, "not all arguments converted during %s formatting", what)
	}
	r := h.newText(s.out)
	h.putBuf(s.out)
	return r, nil
}

func (s *percentState) run() error {
	for s.pos < s.n {
		start := s.pos
		for s.pos < s.n && s.at(s.pos) != '%' {
			s.pos++
		}
		s.out = s.h.appendSlice(s.out, s.format, start, s.pos)
		if s.pos == s.n {
			break
		}
		s.pos++
		if s.pos < s.n && s.at(s.pos) == '%' {
			s.pos++
			s.out = append(s.out, '%')
			continue
		}
		c, err := s.parse()
		if err != nil {
			return err
		}
		if err := s.convert(&c); err != nil {
			return err
		}
	}
	return nil
}

func (s *percentState) at(i int) rune {
	if s.raw != nil {
		return rune(s.raw[i])
	}
	return s.h.StrAt(s.format, i)
}

// read returns the next character, 0 at the end (which parse then reports).
func (s *percentState) read() rune {
	s.pos++
	if s.pos > s.n {
		return 0
	}
	return s.at(s.pos - 1)
}

// parse reads a conversion behind its percent sign.
func (s *percentState) parse() (c percentConv, err error) {
	c.width, c.prec = -1, -1
	if s.pos < s.n && s.at(s.pos) == '(' {
		if err := s.key(); err != nil {
			return c, err
		}
	}
	ch := s.read()
	for ch < 128 && percentFlags[ch] != 0 {
		c.flags |= percentFlags[ch]
		ch = s.read()
	}
	if ch == '*' {
		if c.width, err = s.star("C ssize_t", math.MaxInt64); err != nil {
			return c, err
		}
		if c.width < 0 {
			c.flags |= percentLeft
			c.width = -c.width
		}
		ch = s.read()
	} else if isDigit(ch) {
		if c.width, ch, err = s.number(ch, math.MaxInt64, "width too big"); err != nil {
			return c, err
		}
	}
	if ch == '.' {
		c.prec = 0
		ch = s.read()
		if ch == '*' {
			if c.prec, err = s.star("C int", math.MaxInt32); err != nil {
				return c, err
			}
			c.prec = max(c.prec, 0)
			ch = s.read()
		} else if isDigit(ch) {
			if c.prec, ch, err = s.number(ch, math.MaxInt32, s.tooPrecise()); err != nil {
				return c, err
			}
		}
	}
	if ch == 'h' || ch == 'l' || ch == 'L' {
		ch = s.read()
	}
	if s.pos > s.n {
		return c, s.h.Raise(ValueErrorType, "incomplete format")
	}
	c.conv = ch
	return c, nil
}

func (s *percentState) tooPrecise() string {
	if s.bytes {
		return "prec too big"
	}
	return "precision too big"
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

// key reads (key) and makes the mapping's value the one argument to come.
func (s *percentState) key() error {
	h := s.h
	if s.dict == Null {
		return h.Raise(TypeErrorType, "format requires a mapping")
	}
	s.pos++
	start, depth := s.pos, 1
	for depth > 0 {
		if s.pos == s.n {
			return h.Raise(ValueErrorType, "incomplete format key")
		}
		switch s.at(s.pos) {
		case '(':
			depth++
		case ')':
			depth--
		}
		s.pos++
	}
	key := h.substring(s.format, start, s.pos-1)
	if s.bytes {
		key = h.newBytesOf(h.strText(key).raw())
	}
	v, err := h.GetItem(s.dict, key)
	if err != nil {
		return err
	}
	s.args, s.next, s.count = v, -2, -1
	return nil
}

// number reads a decimal number that begins with ch, and the character behind
// it.
func (s *percentState) number(ch rune, limit int, tooBig string) (n int, after rune, err error) {
	n = int(ch - '0')
	for {
		ch = s.read()
		if !isDigit(ch) {
			return n, ch, nil
		}
		d := int(ch - '0')
		if n > (limit-d)/10 {
			return 0, ch, s.h.Raise(ValueErrorType, "%s", tooBig)
		}
		n = n*10 + d
	}
}

// star takes a width or precision from the arguments.
func (s *percentState) star(cType string, limit int64) (int, error) {
	v, err := s.arg()
	if err != nil {
		return 0, err
	}
	if !s.h.isIntegral(v) {
		return 0, s.h.Raise(TypeErrorType, "* wants int")
	}
	i, ok := s.h.AsInt64(v)
	if !ok || i > limit || i < -limit-1 {
		return 0, s.h.Raise(OverflowErrorType, "Python int too large to convert to %s", cType)
	}
	return int(i), nil
}

// arg returns the next argument.
func (s *percentState) arg() (Value, error) {
	if s.next >= s.count {
		return Null, s.h.Raise(TypeErrorType, "not enough arguments for format string")
	}
	s.next++
	if s.count < 0 {
		return s.args, nil
	}
	return s.h.TupleItem(s.args, s.next-1), nil
}

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
	if shown < 31 || shown > 126 {
		shown = '?'
	}
	return h.Raise(ValueErrorType, "unsupported format character '%c' (0x%x) at index %d", shown, c.conv, s.pos-1)
}

func (s *percentState) text(c *percentConv, v Value) (err error) {
	h := s.h
	switch {
	case s.bytes && (c.conv == 's' || c.conv == 'b'):
		v, err = s.asBytes(v)
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
	n := h.StrLen(v)
	if c.prec >= 0 {
		n = min(n, c.prec)
	}
	left, right := c.padding(n)
	h.checkSize(left + right)
	s.out = textfmt.AppendFill(s.out, ' ', left)
	s.out = h.appendSlice(s.out, v, 0, n)
	s.out = textfmt.AppendFill(s.out, ' ', right)
	return nil
}

// asBytes returns what %b of bytes shows, in Latin-1.
func (s *percentState) asBytes(v Value) (Value, error) {
	h := s.h
	if h.isBytesLike(v) {
		return h.strOf(textOf(h.text(v).raw())), nil
	}
	if h.hasBytes(v) {
		r, err := h.bytesMethod(v)
		if err != nil {
			return Null, err
		}
		return h.strOf(h.text(r)), nil
	}
	return Null, h.Raise(TypeErrorType, "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", h.TypeName(v))
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
	s.out = unicode.AppendRune(s.out, r)
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
