package object

import "math"

// The % operator of str (CPython: unicode_format in Objects/unicodeobject.c) and of
// bytes and bytearray (_PyBytes_FormatEx in Objects/bytesobject.c):
//
//	%[(key)][flags][width][.precision][length]type
//
// Of bytes the characters are bytes, and so is what is made; what else differs are the
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
	format Value  // str or bytes
	raw    []byte // its characters, if they are bytes
	pos    int    // in format
	n      int
	out    []byte // WTF-8, or bytes
	bytes  bool   // format is bytes

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
	s := percentState{h: h, format: format, n: h.StrLen(format)}
	if h.StrKind(format) == 1 {
		s.raw = h.strBytes(format)
	}
	if err := s.all(args); err != nil {
		return Null, err
	}
	r := h.NewText(s.out)
	h.putBuf(s.out)
	return r, nil
}

// percentBytes is format % args of a bytes or bytearray.
func (h *Heap) percentBytes(format, args Value) (Value, error) {
	s := percentState{h: h, format: format, bytes: true}
	if h.kind(format) == ByteArrayType { // what is formatted may change it
		s.format = h.newBytesOf(h.byteArrayBytes(format))
	}
	s.raw = h.BytesData(s.format)
	s.n = len(s.raw)
	if err := s.all(args); err != nil {
		return Null, err
	}
	r := h.like(format, textOf(s.out))
	h.putBuf(s.out)
	return r, nil
}

// isPlainType reports whether v is a class that is no mapping of its own: only its metaclass makes one.
func (h *Heap) isPlainType(v Value) bool {
	return h.isA(v, TypeType) && h.ownAttr(h.TypeOf(v), h.Intern("__getitem__")) == Null
}

// hasItemsOnly reports whether v is a deque, whose items are a sequence's only, so that it is no mapping.
func (h *Heap) hasItemsOnly(v Value) bool {
	t := h.TypeOf(v)
	return h.types[t.layout].Ring && h.ownAttr(t, h.Intern("__getitem__")) == Null
}

// all writes format % args to out.
func (s *percentState) all(args Value) error {
	h := s.h
	s.args, s.next, s.count, s.dict = args, -2, -1, Null
	switch {
	case h.IsInstance(args, TupleType):
		s.next, s.count = 0, h.TupleLen(args)
	case h.TypeOf(args).GetItem != nil && !h.isPlainType(args) && !h.hasItemsOnly(args) && !h.IsInstance(args, StrType) && !(s.bytes && h.ofAny(args, BytesType, ByteArrayType)):
		s.dict = args
	}
	s.out = h.takeBuf()
	if err := s.run(); err != nil {
		return err
	}
	if s.next < s.count && s.dict == Null {
		what := "string"
		if s.bytes {
			what = "bytes"
		}
		return h.Raise(TypeErrorType, "not all arguments converted during %s formatting", what)
	}
	return nil
}

func (s *percentState) run() error {
	for s.pos < s.n {
		start := s.pos
		for s.pos < s.n && s.at(s.pos) != '%' {
			s.pos++
		}
		if s.bytes {
			s.out = append(s.out, s.raw[start:s.pos]...)
		} else {
			s.out = s.h.appendSlice(s.out, s.format, start, s.pos)
		}
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
	var key Value
	if s.bytes {
		key = h.newBytesOf(s.raw[start : s.pos-1])
	} else {
		key = h.substring(s.format, start, s.pos-1)
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
