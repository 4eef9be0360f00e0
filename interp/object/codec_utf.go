package object

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/unicode"
)

// The decoders and encoders of the UTF forms and of ASCII, for input with
// errors. Which bytes make one error follows CPython (Objects/unicodeobject.c,
// Objects/stringlib/codecs.h).

func (d *decoder) ascii() error {
	for i := 0; i < len(d.in); {
		if c := d.in[i]; c < 0x80 {
			d.out.rune(rune(c))
			i++
			continue
		}
		next, err := d.fail(i, i+1, "ordinal not in range(128)")
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

func (d *decoder) utf8() error {
	for i := 0; i < len(d.in); {
		r, n := utf8.DecodeRune(d.in[i:])
		if r != utf8.RuneError || n > 1 {
			d.out.rune(r)
			i += n
			continue
		}
		end, reason := unicode.BadUTF8(d.in, i)
		next, err := d.fail(i, end, reason)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

// unit16 and unit32 read a code unit.
func unit16(b []byte, big bool) uint16 {
	if big {
		return binary.BigEndian.Uint16(b)
	}
	return binary.LittleEndian.Uint16(b)
}

func unit32(b []byte, big bool) uint32 {
	if big {
		return binary.BigEndian.Uint32(b)
	}
	return binary.LittleEndian.Uint32(b)
}

// utf16 reads a byte order mark if the codec has one; from there on the codec
// is the one with that order.
func (d *decoder) utf16() error {
	i := 0
	if d.codec == codecUTF16 {
		d.codec = codecUTF16LE
		if len(d.in) >= 2 {
			switch unit16(d.in, false) {
			case 0xFEFF:
				i = 2
			case 0xFFFE:
				i, d.codec = 2, codecUTF16BE
			}
		}
	}
	big := d.codec == codecUTF16BE
	for i < len(d.in) {
		end, reason := i+2, ""
		if i+2 > len(d.in) {
			end, reason = len(d.in), "truncated data"
		} else if r := rune(unit16(d.in[i:], big)); !unicode.IsSurrogate(r) {
			d.out.rune(r)
			i += 2
			continue
		} else if r >= 0xDC00 {
			reason = "illegal encoding"
		} else if i+4 > len(d.in) {
			end, reason = len(d.in), "unexpected end of data"
		} else if low := rune(unit16(d.in[i+2:], big)); low < 0xDC00 || low > 0xDFFF {
			reason = "illegal UTF-16 surrogate"
		} else {
			d.out.rune(utf16.DecodeRune(r, low))
			i += 4
			continue
		}
		next, err := d.fail(i, end, reason)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

func (d *decoder) utf32() error {
	i := 0
	if d.codec == codecUTF32 {
		d.codec = codecUTF32LE
		if len(d.in) >= 4 {
			switch unit32(d.in, false) {
			case 0xFEFF:
				i = 4
			case 0xFFFE0000:
				i, d.codec = 4, codecUTF32BE
			}
		}
	}
	big := d.codec == codecUTF32BE
	for i < len(d.in) {
		end, reason := i+4, ""
		if i+4 > len(d.in) {
			end, reason = len(d.in), "truncated data"
		} else if r := unit32(d.in[i:], big); r >= 0xD800 && r < 0xE000 {
			reason = "code point in surrogate code point range(0xd800, 0xe000)"
		} else if r > 0x10FFFF {
			reason = "code point not in range(0x110000)"
		} else {
			d.out.rune(rune(r))
			i += 4
			continue
		}
		next, err := d.fail(i, end, reason)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

const surrogatesNotAllowed = "surrogates not allowed"

func (e *encoder) utf8() error {
	for i := 0; i < e.t.n; {
		r := e.t.at(i)
		if !unicode.IsSurrogate(r) {
			e.out = utf8.AppendRune(e.out, r)
			i++
			continue
		}
		end := i + 1
		for end < e.t.n && unicode.IsSurrogate(e.t.at(end)) {
			end++
		}
		next, err := e.fail(i, end, surrogatesNotAllowed)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

// unit16 and unit32 append a code unit in the codec's byte order.
func (e *encoder) unit16(u uint16) {
	if e.codec == codecUTF16BE {
		e.out = binary.BigEndian.AppendUint16(e.out, u)
		return
	}
	e.out = binary.LittleEndian.AppendUint16(e.out, u)
}

func (e *encoder) unit32(u uint32) {
	if e.codec == codecUTF32BE {
		e.out = binary.BigEndian.AppendUint32(e.out, u)
		return
	}
	e.out = binary.LittleEndian.AppendUint32(e.out, u)
}

func (e *encoder) utf16() error {
	if e.codec == codecUTF16 {
		e.unit16(0xFEFF)
	}
	for i := 0; i < e.t.n; {
		r, next, err := e.point(i)
		if err != nil {
			return err
		}
		i = next
		switch {
		case r < 0:
		case r < 0x10000:
			e.unit16(uint16(r))
		default:
			hi, lo := utf16.EncodeRune(r)
			e.unit16(uint16(hi))
			e.unit16(uint16(lo))
		}
	}
	return nil
}

func (e *encoder) utf32() error {
	if e.codec == codecUTF32 {
		e.unit32(0xFEFF)
	}
	for i := 0; i < e.t.n; {
		r, next, err := e.point(i)
		if err != nil {
			return err
		}
		if i = next; r >= 0 {
			e.unit32(uint32(r))
		}
	}
	return nil
}

// point returns the code point at i and where the next one is; −1 for a surrogate,
// which the error handler has dealt with.
func (e *encoder) point(i int) (r rune, next int, err error) {
	if r = e.t.at(i); !unicode.IsSurrogate(r) {
		return r, i + 1, nil
	}
	next, err = e.fail(i, i+1, surrogatesNotAllowed)
	return -1, next, err
}
