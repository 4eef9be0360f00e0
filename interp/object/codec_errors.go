package object

import (
	"strconv"

	"github.com/tier2go/tier2/interp/unicode"
)

// Error handlers: what a codec does with input that it cannot convert.

// decoder converts bytes piece by piece and applies the handler to errors.
type decoder struct {
	h      *Heap
	src    Value // bytes or bytearray
	in     []byte
	codec  codec
	coding coding
	out    strBuilder
}

// run converts all of the input.
func (d *decoder) run() error {
	switch d.codec {
	case codecASCII:
		return d.ascii()
	case codecUTF8:
		return d.utf8()
	case codecUTF16, codecUTF16LE, codecUTF16BE:
		return d.utf16()
	}
	return d.utf32()
}

// fail handles an error of the bytes from start up to end. It returns where to
// go on.
func (d *decoder) fail(start, end int, reason string) (int, error) {
	switch d.coding.errors {
	case "strict":
	case "ignore":
		return end, nil
	case "replace":
		d.out.rune(0xFFFD)
		return end, nil
	case "backslashreplace":
		for _, c := range d.in[start:end] {
			d.out.escape(rune(c))
		}
		return end, nil
	case "surrogateescape":
		at := start
		for at < end && at < start+4 && d.in[at] >= 0x80 {
			d.out.rune(0xDC00 + rune(d.in[at]))
			at++
		}
		if at > start {
			return at, nil
		}
	case "surrogatepass":
		if r, n := d.surrogate(start); n > 0 {
			d.out.rune(r)
			return start + n, nil
		}
	case "xmlcharrefreplace", "namereplace":
		return 0, d.h.Raise(TypeErrorType, "don't know how to handle UnicodeDecodeError in error callback")
	default:
		return d.custom(start, end, reason)
	}
	return 0, d.h.RaiseValue(d.exception(start, end, reason))
}

// exception is the error of the bytes from start up to end.
func (d *decoder) exception(start, end int, reason string) Value {
	object := d.src
	if !d.h.Is(object, BytesType) {
		object = d.h.newBytesOf(d.in)
	}
	return d.h.UnicodeError(UnicodeDecodeErrorType, codecTitles[d.codec], object, start, end, reason)
}

// custom lets a handler of codecs.register_error deal with an error.
func (d *decoder) custom(start, end int, reason string) (int, error) {
	text, pos, err := d.h.CallErrorHandler(d.coding.errors, len(d.in), func() Value { return d.exception(start, end, reason) },
		"decoding error handler must return (str, int) tuple", false)
	if err != nil {
		return 0, err
	}
	d.in = d.h.text(d.src).raw() // the handler may have changed a bytearray
	if pos > len(d.in) {
		return 0, d.h.positionError(pos)
	}
	for t, i := d.h.strText(text), 0; i < t.n; i++ {
		d.out.rune(t.at(i))
	}
	return pos, nil
}

// UnicodeError makes a UnicodeEncodeError or a UnicodeDecodeError of the elements from
// start up to end of a text.
func (h *Heap) UnicodeError(t TypeID, encoding string, text Value, start, end int, reason string) Value {
	return h.NewException(h.types[t], h.NewStr(encoding), text, SmallInt(int64(start)), SmallInt(int64(end)), h.NewStr(reason))
}

// CallErrorHandler calls a handler of codecs.register_error with an exception. It
// returns a str, or a bytes if the caller takes one, and where to go on in a text of n
// elements.
func (h *Heap) CallErrorHandler(name string, n int, exception func() Value, refuse string, takesBytes bool) (text Value, pos int, err error) {
	handler := Null
	if h.ErrorHandler != nil {
		if handler, err = h.ErrorHandler(name); err != nil {
			return Null, 0, err
		}
	}
	if handler == Null {
		return Null, 0, h.Raise(LookupErrorType, "unknown error handler name '%s'", name)
	}
	args := h.NewTuple(exception())
	r, err := h.Call(handler, h.TupleItems(args), Null)
	if err != nil {
		return Null, 0, err
	}
	if !h.isA(r, TupleType) || h.TupleLen(r) != 2 {
		return Null, 0, h.Raise(TypeErrorType, "%s", refuse)
	}
	text = h.TupleItem(r, 0)
	if !h.isStr(text) && !(takesBytes && h.isA(text, BytesType)) {
		return Null, 0, h.Raise(TypeErrorType, "%s", refuse)
	}
	if pos, err = h.sizeArg(h.TupleItem(r, 1)); err != nil {
		return Null, 0, err
	}
	given := pos
	if pos < 0 {
		pos += n
	}
	if pos < 0 || pos > n {
		return Null, 0, h.positionError(given)
	}
	return text, pos, nil
}

func (h *Heap) positionError(pos int) error {
	return h.Raise(IndexErrorType, "position %d from error handler out of bounds", pos)
}

// surrogate reads one encoded surrogate at i and returns how many bytes it
// takes, 0 if there is none.
func (d *decoder) surrogate(i int) (rune, int) {
	b, r, n := d.in[i:], rune(0), 2
	switch d.codec {
	case codecUTF8:
		n = 3
		if len(b) >= 3 && b[0]&0xF0 == 0xE0 && b[1]&0xC0 == 0x80 && b[2]&0xC0 == 0x80 {
			r = rune(b[0]&0x0F)<<12 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F)
		}
	case codecUTF16LE, codecUTF16BE:
		if len(b) >= 2 {
			r = rune(unit16(b, d.codec == codecUTF16BE))
		}
	case codecUTF32LE, codecUTF32BE:
		n = 4
		if len(b) >= 4 {
			r = rune(min(unit32(b, d.codec == codecUTF32BE), 0x110000))
		}
	}
	if !unicode.IsSurrogate(r) {
		return 0, 0
	}
	return r, n
}

type encoder struct {
	h      *Heap
	src    Value // str
	t      text
	codec  codec
	coding coding
	out    []byte
}

// run converts all of the input.
func (e *encoder) run() error {
	switch e.codec {
	case codecASCII:
		return e.narrow(0x80, "ordinal not in range(128)")
	case codecLatin1:
		return e.narrow(0x100, "ordinal not in range(256)")
	case codecUTF8:
		return e.utf8()
	case codecUTF16, codecUTF16LE, codecUTF16BE:
		return e.utf16()
	}
	return e.utf32()
}

// fail handles an error of the code points from start up to end: it appends
// their replacement and returns where to go on.
func (e *encoder) fail(start, end int, reason string) (int, error) {
	switch e.coding.errors {
	case "strict":
	case "ignore":
		return end, nil
	case "replace":
		for range end - start {
			e.ascii([]byte{'?'})
		}
		return end, nil
	case "backslashreplace":
		var b strBuilder
		for i := start; i < end; i++ {
			b.escape(e.t.at(i))
		}
		e.ascii(b.view().raw())
		return end, nil
	case "xmlcharrefreplace":
		var digits [16]byte
		for i := start; i < end; i++ {
			e.h.CheckStopAt(i)
			e.ascii(append(strconv.AppendInt(append(digits[:0], "&#"...), int64(e.t.at(i)), 10), ';'))
		}
		return end, nil
	case "surrogateescape":
		// A byte of its own is no code unit of UTF-16 or 32.
		for e.codec <= codecLatin1 && start < end && e.t.at(start) >= 0xDC80 && e.t.at(start) < 0xDD00 {
			e.out = append(e.out, byte(e.t.at(start)))
			start++
		}
		if start == end {
			return end, nil
		}
	case "surrogatepass":
		if e.codec != codecASCII && e.codec != codecLatin1 {
			for i := start; i < end; i++ {
				e.surrogate(e.t.at(i))
			}
			return end, nil
		}
	case "namereplace":
		for i := start; i < end; i++ {
			e.h.CheckStopAt(i)
			if name := unicode.Name(e.t.at(i)); name != "" {
				e.ascii([]byte(`\N{` + name + "}"))
				continue
			}
			var b strBuilder
			b.escape(e.t.at(i))
			e.ascii(b.view().raw())
		}
		return end, nil
	default:
		return e.custom(start, end, reason)
	}
	return 0, e.h.RaiseValue(e.exception(start, end, reason))
}

// exception is the error of the code points from start up to end.
func (e *encoder) exception(start, end int, reason string) Value {
	return e.h.UnicodeError(UnicodeEncodeErrorType, codecTitles[e.codec], e.src, start, end, reason)
}

// custom lets a handler of codecs.register_error deal with an error.
func (e *encoder) custom(start, end int, reason string) (int, error) {
	x, pos, err := e.h.CallErrorHandler(e.coding.errors, e.t.n, func() Value { return e.exception(start, end, reason) },
		"encoding error handler must return (str/bytes, int) tuple", true)
	if err != nil {
		return 0, err
	}
	if !e.h.isStr(x) {
		e.out = append(e.out, e.h.text(x).raw()...)
		return pos, nil
	}
	t, limit := e.h.strText(x), rune(0x80)
	if e.codec == codecLatin1 {
		limit = 0x100
	}
	for i := range t.n {
		if t.at(i) >= limit {
			return 0, e.h.RaiseValue(e.exception(start, end, reason))
		}
	}
	for i := range t.n {
		switch {
		case e.codec <= codecLatin1:
			e.out = append(e.out, byte(t.at(i)))
		case e.codec <= codecUTF16BE:
			e.unit16(uint16(t.at(i)))
		default:
			e.unit32(uint32(t.at(i)))
		}
	}
	return pos, nil
}

// ascii appends ASCII text in the codec's form.
func (e *encoder) ascii(s []byte) {
	if e.codec <= codecLatin1 {
		e.out = append(e.out, s...)
		return
	}
	for _, c := range s {
		switch {
		case e.codec <= codecUTF16BE:
			e.unit16(uint16(c))
		default:
			e.unit32(uint32(c))
		}
	}
}

// surrogate appends a lone surrogate in the form of a UTF codec.
func (e *encoder) surrogate(r rune) {
	switch {
	case e.codec == codecUTF8:
		e.out = unicode.AppendRune(e.out, r)
	case e.codec <= codecUTF16BE:
		e.unit16(uint16(r))
	default:
		e.unit32(uint32(r))
	}
}

// narrow converts to ASCII or Latin-1: one byte for each code point below
// limit.
func (e *encoder) narrow(limit rune, reason string) error {
	for i := 0; i < e.t.n; {
		if r := e.t.at(i); r < limit {
			e.out = append(e.out, byte(r))
			i++
			continue
		}
		end := i + 1
		for end < e.t.n && e.t.at(end) >= limit {
			end++
		}
		next, err := e.fail(i, end, reason)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}
