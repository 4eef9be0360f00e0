package object

import "strconv"

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
		return 0, d.h.Raise(LookupErrorType, "unknown error handler name '%s'", d.coding.errors)
	}
	object := d.src
	if !d.h.Is(object, BytesType) {
		object = d.h.newBytesOf(d.in)
	}
	return 0, d.h.RaiseWith(UnicodeDecodeErrorType, d.h.NewStr(codecTitles[d.codec]), object,
		SmallInt(int64(start)), SmallInt(int64(end)), d.h.NewStr(reason))
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
	if !isSurrogate(r) {
		return 0, 0
	}
	return r, n
}

func isSurrogate(r rune) bool { return r >= 0xD800 && r < 0xE000 }

// encoder converts a str piece by piece and applies the handler to errors.
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
// their replacement.
func (e *encoder) fail(start, end int, reason string) error {
	switch e.coding.errors {
	case "strict":
	case "ignore":
		return nil
	case "replace":
		for range end - start {
			e.ascii("?")
		}
		return nil
	case "backslashreplace":
		var b strBuilder
		for i := start; i < end; i++ {
			b.escape(e.t.at(i))
		}
		e.ascii(viewString(b.view().raw()))
		return nil
	case "xmlcharrefreplace":
		for i := start; i < end; i++ {
			e.ascii("&#" + strconv.Itoa(int(e.t.at(i))) + ";")
		}
		return nil
	case "surrogateescape":
		// A byte of its own is no code unit of UTF-16 or 32.
		for e.codec <= codecLatin1 && start < end && e.t.at(start) >= 0xDC80 && e.t.at(start) < 0xDD00 {
			e.out = append(e.out, byte(e.t.at(start)))
			start++
		}
		if start == end {
			return nil
		}
	case "surrogatepass":
		if e.codec != codecASCII && e.codec != codecLatin1 {
			for i := start; i < end; i++ {
				e.surrogate(e.t.at(i))
			}
			return nil
		}
	case "namereplace":
		return e.h.Unsupported("error handler namereplace")
	default:
		return e.h.Raise(LookupErrorType, "unknown error handler name '%s'", e.coding.errors)
	}
	return e.h.RaiseWith(UnicodeEncodeErrorType, e.h.NewStr(codecTitles[e.codec]), e.src,
		SmallInt(int64(start)), SmallInt(int64(end)), e.h.NewStr(reason))
}

// ascii appends ASCII text in the codec's form.
func (e *encoder) ascii(s string) {
	for _, c := range []byte(s) {
		switch {
		case e.codec <= codecLatin1:
			e.out = append(e.out, c)
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
		e.out = appendRuneWTF8(e.out, r)
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
		if err := e.fail(i, end, reason); err != nil {
			return err
		}
		i = end
	}
	return nil
}
