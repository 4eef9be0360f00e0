package lib

import (
	"bytes"
	"fmt"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/unicode"
)

// The codecs of escape sequences: unicode_escape and raw_unicode_escape between str and
// bytes, escape between bytes (Objects/unicodeobject.c, Objects/bytesobject.c).

// escapeFunctions are their functions in _codecs.
func (k *codecs) escapeFunctions() []object.Builtin {
	return []object.Builtin{
		{Name: "unicode_escape_encode", Arity: object.Fast, Min: 1, Max: 2, Fn: escapeEncoder("unicode_escape_encode", appendEscaped)},
		{Name: "raw_unicode_escape_encode", Arity: object.Fast, Min: 1, Max: 2, Fn: escapeEncoder("raw_unicode_escape_encode", appendRaw)},
		{Name: "unicode_escape_decode", Arity: object.Fast, Min: 1, Max: 3, Fn: k.escapeDecoder("unicode_escape_decode", "unicodeescape", (*unescaper).sequence)},
		{Name: "raw_unicode_escape_decode", Arity: object.Fast, Min: 1, Max: 3, Fn: k.escapeDecoder("raw_unicode_escape_decode", "rawunicodeescape", (*unescaper).raw)},
		{Name: "escape_encode", Arity: object.Fast, Min: 1, Max: 2, Fn: escapeBytes},
		{Name: "escape_decode", Arity: object.Fast, Min: 1, Max: 2, Fn: k.unescapeBytes},
	}
}

// escapeEncoder makes the function of a codec that has bytes for every character.
func escapeEncoder(name string, put func(b []byte, r rune) []byte) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if !h.IsInstance(a[0], object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "%s() argument 1 must be str, not %s", name, argTypeName(h, a[0]))
		}
		if _, err := errorsArg(h, name, a, 1); err != nil {
			return object.Null, err
		}
		n := h.StrLen(a[0])
		var b []byte
		for i := range n {
			h.CheckStopAt(i)
			b = put(b, h.StrAt(a[0], i))
		}
		return h.NewTuple(h.NewBytes(b), h.Int(int64(n))), nil
	}
}

// shortEscapes are the characters behind a backslash that stand for another one.
var shortEscapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'b': '\b', 'f': '\f', 't': '\t', 'n': '\n', 'r': '\r', 'v': '\v', 'a': '\a'}

func appendEscaped(b []byte, r rune) []byte {
	switch {
	case r == '\\':
		return append(b, `\\`...)
	case r == '\t':
		return append(b, `\t`...)
	case r == '\n':
		return append(b, `\n`...)
	case r == '\r':
		return append(b, `\r`...)
	case r >= ' ' && r < 0x7F:
		return append(b, byte(r))
	}
	return append(b, string(backslash(r))...)
}

func appendRaw(b []byte, r rune) []byte {
	if r < 0x100 {
		return append(b, byte(r))
	}
	return append(b, string(backslash(r))...)
}

// unescaper decodes what has escape sequences.
type unescaper struct {
	k                *codecs
	encoding, errors string
	src              object.Value // bytes
	in               []byte
	at               int // of the next byte
	final            bool
	partial          bool // what is left from at on may go on
	out              []rune
	odd              string // the first sequence that has no meaning
}

// utf8OrBuffer returns the text of a str as UTF-8, or what any other object has as a buffer.
func utf8OrBuffer(h *object.Heap, v object.Value) ([]byte, error) {
	if !h.IsInstance(v, object.StrType) {
		return h.BufferData(v)
	}
	b, err := h.Encode(v, "utf-8", "strict")
	if err != nil {
		return nil, err
	}
	return h.BytesData(b), nil
}

func (k *codecs) escapeDecoder(name, encoding string, sequence func(u *unescaper) error) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		data, err := utf8OrBuffer(h, a[0])
		if err != nil {
			return object.Null, err
		}
		errors, err := errorsArg(h, name, a, 1)
		if err != nil {
			return object.Null, err
		}
		u := &unescaper{k: k, encoding: encoding, errors: errors, src: h.NewBytes(data), final: true}
		if len(a) > 2 {
			if u.final, err = h.Truth(a[2]); err != nil {
				return object.Null, err
			}
		}
		u.in = append([]byte(nil), data...) // handlers and warnings run code of the program
		for u.at < len(u.in) && !u.partial {
			h.CheckStopAt(u.at)
			if c := u.in[u.at]; c != '\\' {
				u.out = append(u.out, rune(c))
				u.at++
			} else if err := sequence(u); err != nil {
				return object.Null, err
			}
		}
		if u.odd != "" {
			if err := k.h.Warn(object.DeprecationWarningType, u.odd, 1); err != nil {
				return object.Null, err
			}
		}
		return h.NewTuple(h.NewStrRunes(u.out), h.Int(int64(u.at))), nil
	}
}

// cut handles a sequence that the end of the input cuts off.
func (u *unescaper) cut(reason string) error {
	if !u.final {
		u.partial = true
		return nil
	}
	return u.fail(len(u.in), reason)
}

// fail handles an error of the bytes from at up to end.
func (u *unescaper) fail(end int, reason string) error {
	text, pos, err := u.k.unicodeError(object.UnicodeDecodeErrorType, u.encoding, u.errors, u.src, len(u.in), u.at, end, reason)
	if err != nil {
		return err
	}
	h := u.k.h
	for i := range h.StrLen(text) {
		u.out = append(u.out, h.StrAt(text, i))
	}
	u.at = pos
	return nil
}

// put ends a sequence of n bytes that stands for a character.
func (u *unescaper) put(r rune, n int) error {
	u.out = append(u.out, r)
	u.at += n
	return nil
}

// hex reads the digits of \x, \u or \U.
func (u *unescaper) hex(digits int, truncated, illegal string) error {
	r, i := uint32(0), 0
	for ; i < digits && u.at+2+i < len(u.in); i++ {
		d := hexDigit(u.in[u.at+2+i])
		if d < 0 {
			break
		}
		r = r<<4 | uint32(d)
	}
	switch {
	case i < digits && u.at+2+i == len(u.in):
		return u.cut(truncated)
	case i < digits:
		return u.fail(u.at+2+i, truncated)
	case r > 0x10FFFF:
		return u.fail(u.at+2+i, illegal)
	}
	return u.put(rune(r), 2+digits)
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// raw is a backslash of raw_unicode_escape.
func (u *unescaper) raw() error {
	if u.at+1 == len(u.in) {
		if !u.final {
			u.partial = true
			return nil
		}
		return u.put('\\', 1)
	}
	switch c := u.in[u.at+1]; c {
	case 'u':
		return u.hex(4, `truncated \uXXXX escape`, "")
	case 'U':
		return u.hex(8, `truncated \UXXXXXXXX escape`, `\Uxxxxxxxx out of range`)
	default:
		u.out = append(u.out, '\\')
		return u.put(rune(c), 2)
	}
}

// sequence is a backslash of unicode_escape.
func (u *unescaper) sequence() error {
	if u.at+1 == len(u.in) {
		return u.cut(`\ at end of string`)
	}
	c := u.in[u.at+1]
	if r, ok := shortEscapes[c]; ok {
		return u.put(rune(r), 2)
	}
	switch {
	case c == '\n':
		u.at += 2
		return nil
	case c >= '0' && c <= '7':
		r, n := octal(u.in[u.at+1:])
		if r > 0xFF && u.odd == "" {
			u.odd = fmt.Sprintf(`"\%o" is an invalid octal escape sequence. Such sequences will not work in the future. `, r)
		}
		return u.put(r, 1+n)
	case c == 'x':
		return u.hex(2, `truncated \xXX escape`, "")
	case c == 'u':
		return u.hex(4, `truncated \uXXXX escape`, "")
	case c == 'U':
		return u.hex(8, `truncated \UXXXXXXXX escape`, "illegal Unicode character")
	case c == 'N':
		return u.named()
	}
	if u.odd == "" {
		u.odd = fmt.Sprintf(`"\%c" is an invalid escape sequence. Such sequences will not work in the future. `, c)
	}
	u.out = append(u.out, '\\')
	return u.put(rune(c), 2)
}

// named reads the name of \N{…}.
func (u *unescaper) named() error {
	const malformed = `malformed \N character escape`
	from := u.at + 2
	switch {
	case from == len(u.in):
		return u.cut(malformed)
	case u.in[from] != '{':
		return u.fail(from, malformed)
	}
	from++
	n := bytes.IndexByte(u.in[from:], '}')
	switch {
	case n < 0:
		return u.cut(malformed)
	case n == 0:
		return u.fail(from, malformed)
	}
	name := string(u.in[from : from+n])
	r, ok := unicode.Named(name)
	if alias := unicode.Aliased(name); !ok && len(alias) == 1 {
		r, ok = alias[0], true
	}
	if !ok {
		return u.fail(from+n+1, "unknown Unicode character name")
	}
	return u.put(r, from+n+1-u.at)
}

// octal reads up to three octal digits.
func octal(b []byte) (r rune, n int) {
	for n < 3 && n < len(b) && b[n] >= '0' && b[n] <= '7' {
		r = r<<3 | rune(b[n]-'0')
		n++
	}
	return r, n
}

// escapeBytes is escape_encode: the repr of a bytes without its quotes.
func escapeBytes(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.BytesType) {
		return object.Null, h.Raise(object.TypeErrorType, "escape_encode() argument 1 must be bytes, not %s", argTypeName(h, a[0]))
	}
	if _, err := errorsArg(h, "escape_encode", a, 1); err != nil {
		return object.Null, err
	}
	var b []byte
	for i, c := range h.BytesData(a[0]) {
		h.CheckStopAt(i)
		if c == '\'' {
			b = append(b, '\\')
		}
		b = appendEscaped(b, rune(c))
	}
	return h.NewTuple(h.NewBytes(b), h.Int(int64(h.BytesLen(a[0])))), nil
}

// unescapeBytes is escape_decode.
func (k *codecs) unescapeBytes(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	in, err := utf8OrBuffer(h, a[0])
	if err != nil {
		return object.Null, err
	}
	errors, err := errorsArg(h, "escape_decode", a, 1)
	if err != nil {
		return object.Null, err
	}
	var out []byte
	odd := ""
	for i := 0; i < len(in); {
		h.CheckStopAt(i)
		if in[i] != '\\' {
			out = append(out, in[i])
			i++
			continue
		}
		if i+1 == len(in) {
			return object.Null, h.Raise(object.ValueErrorType, `Trailing \ in string`)
		}
		c := in[i+1]
		r, short := shortEscapes[c]
		switch {
		case short:
			out = append(out, r)
			i += 2
		case c == '\n':
			i += 2
		case c >= '0' && c <= '7':
			r, n := octal(in[i+1:])
			if r > 0xFF && odd == "" {
				odd = fmt.Sprintf(`b"\%o" is an invalid octal escape sequence. Such sequences will not work in the future. `, r)
			}
			out = append(out, byte(r))
			i += 1 + n
		case c == 'x' && i+3 < len(in) && hexDigit(in[i+2]) >= 0 && hexDigit(in[i+3]) >= 0:
			out = append(out, byte(hexDigit(in[i+2])<<4|hexDigit(in[i+3])))
			i += 4
		case c == 'x':
			switch errors {
			case "strict":
				return object.Null, h.Raise(object.ValueErrorType, `invalid \x escape at position %d`, i)
			case "replace":
				out = append(out, '?')
			case "ignore":
			default:
				return object.Null, h.Raise(object.ValueErrorType, "decoding error; unknown error handling code: %s", errors)
			}
			if i += 2; i < len(in) && hexDigit(in[i]) >= 0 {
				i++
			}
		default:
			if odd == "" {
				odd = fmt.Sprintf(`b"\%c" is an invalid escape sequence. Such sequences will not work in the future. `, c)
			}
			out = append(out, '\\', c)
			i += 2
		}
	}
	n := len(in)
	if odd != "" {
		if err := k.h.Warn(object.DeprecationWarningType, odd, 1); err != nil {
			return object.Null, err
		}
	}
	return h.NewTuple(h.NewBytes(out), h.Int(int64(n))), nil
}
