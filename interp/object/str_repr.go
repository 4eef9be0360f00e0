package object

import "github.com/tier2go/tier2/interp/unicode"

// repr and ascii of str, repr of bytes and bytearray.

const hexDigits = "0123456789abcdef"

// strRepr is repr(s) of a str: quoted, with what is not printable escaped.
func (h *Heap) strRepr(s Value) Value {
	t := h.strText(s)
	quote := quoteFor(t)
	if h.strIsASCII(s) && isPlain(t.raw()) {
		v := h.newStr(t.n+2, 0x7F)
		d := h.strText(v).raw()
		d[0], d[t.n+1] = byte(quote), byte(quote)
		copy(d[1:], t.raw())
		return v
	}
	var b strBuilder
	b.rune(quote)
	for i := range t.n {
		h.CheckStopAt(i)
		if r := t.at(i); r >= 0x80 && unicode.Props(r)&unicode.Printable != 0 {
			b.rune(r)
		} else {
			b.escaped(r, quote)
		}
	}
	b.rune(quote)
	return b.value(h)
}

// quoteFor returns the quote that repr puts around a text: the double one if
// there are single ones in it and no double ones.
func quoteFor(t text) rune {
	single := t.find(goText("'")) >= 0
	if single && t.find(goText(`"`)) < 0 {
		return '"'
	}
	return '\''
}

// isPlain reports whether repr escapes none of a text's ASCII characters, quotes
// apart: a single one stands in double quotes then, and double ones in single.
func isPlain(s []byte) bool {
	both := 0
	for _, c := range s {
		switch {
		case c < ' ' || c == '\\' || c == 0x7F:
			return false
		case c == '\'':
			both |= 1
		case c == '"':
			both |= 2
		}
	}
	return both != 3
}

// escaped appends a code point as ASCII, escaped as repr does.
func (b *strBuilder) escaped(r, quote rune) {
	switch {
	case r == quote || r == '\\':
		b.rune('\\')
		b.rune(r)
	case r == '\t':
		b.ascii(`\t`)
	case r == '\n':
		b.ascii(`\n`)
	case r == '\r':
		b.ascii(`\r`)
	case r >= ' ' && r < 0x7F:
		b.rune(r)
	default:
		b.escape(r)
	}
}

// escape appends \xhh, \uhhhh or \Uhhhhhhhh.
func (b *strBuilder) escape(r rune) {
	kind, digits := 'x', 2
	switch {
	case r >= 0x10000:
		kind, digits = 'U', 8
	case r >= 0x100:
		kind, digits = 'u', 4
	}
	b.rune('\\')
	b.rune(kind)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b.rune(rune(hexDigits[r>>shift&15]))
	}
}

// Ascii is ascii(v): its repr with what is not ASCII escaped.
func (h *Heap) Ascii(v Value) (Value, error) {
	r, err := h.Repr(v)
	if err != nil || h.strIsASCII(r) {
		return r, err
	}
	var b strBuilder
	t := h.strText(r)
	for i := range t.n {
		h.CheckStopAt(i)
		if c := t.at(i); c < 0x80 {
			b.rune(c)
		} else {
			b.escape(c)
		}
	}
	return b.value(h), nil
}

// bytesRepr is repr of bytes.
func bytesRepr(h *Heap, v Value) (Value, error) {
	var b strBuilder
	t := h.bytesText(v)
	quote := quoteFor(t)
	b.bytesRepr(h, t, quote, quote)
	return b.value(h), nil
}

// byteArrayRepr is repr of a bytearray. Single quotes are escaped in it, even
// between double ones.
func byteArrayRepr(h *Heap, v Value) (Value, error) {
	var b strBuilder
	b.ascii(h.TypeOf(v).Name)
	b.rune('(')
	t := textOf(h.byteArrayBytes(v))
	b.bytesRepr(h, t, quoteFor(t), '\'')
	b.rune(')')
	return b.value(h), nil
}

func (b *strBuilder) bytesRepr(h *Heap, t text, quote, escape rune) {
	b.rune('b')
	b.rune(quote)
	for i, c := range t.raw() {
		h.CheckStopAt(i)
		b.escaped(rune(c), escape)
	}
	b.rune(quote)
}
