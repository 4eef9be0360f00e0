package lib

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/internal/expat"
	"github.com/tier2go/tier2/interp/object"
)

// Documents that are not UTF-8 are made so before they are parsed.

// xmlDecoder makes UTF-8 of a document's bytes.
type xmlDecoder struct {
	known bool   // the encoding
	held  []byte // before it is known; half a unit of UTF-16 behind it
	order binary.ByteOrder
	high  rune       // the first half of a surrogate pair
	table *[256]rune // nil: it is UTF-8, or UTF-16 where there is an order
}

// invalidXML stands for a byte that an encoding has no character for: no document may have it.
const invalidXML = 0xffff

// take returns what more of the document is in UTF-8.
func (d *xmlDecoder) take(h *object.Heap, given string, data []byte, final bool) ([]byte, error) {
	if !d.known {
		data = append(d.held, data...)
		d.held = nil
		name, sure := xmlEncoding(data, given)
		if !sure && !final {
			d.held = bytes.Clone(data)
			return nil, nil
		}
		d.known = true
		if err := d.choose(h, name); err != nil {
			return nil, err
		}
	}
	switch {
	case d.order != nil:
		return d.units(data), nil
	case d.table == nil:
		return data, nil
	}
	out := make([]byte, 0, len(data)+len(data)/4)
	for _, c := range data {
		out = utf8.AppendRune(out, d.table[c])
	}
	return out, nil
}

// xmlEncoding is the encoding that a document's beginning has, or is said to have; sure is false where more may tell.
func xmlEncoding(data []byte, given string) (name string, sure bool) {
	switch {
	case given != "" && !strings.EqualFold(given, "utf-16"):
		return given, true
	case len(data) < 2:
		return "utf-8", false
	case data[0] == 0xff && data[1] == 0xfe, data[0] == '<' && data[1] == 0:
		return "utf-16-le", true
	case data[0] == 0xfe && data[1] == 0xff, data[0] == 0 && data[1] == '<':
		return "utf-16-be", true
	case !bytes.HasPrefix(data, []byte("<?xml")) && !bytes.HasPrefix([]byte("<?xml"), data):
		return "utf-8", true
	}
	end := bytes.Index(data, []byte("?>"))
	if end < 0 {
		return "utf-8", len(data) > 1<<10
	}
	decl := data[:end]
	at := bytes.Index(decl, []byte("encoding"))
	if at < 0 {
		return "utf-8", true
	}
	rest := bytes.TrimLeft(bytes.TrimLeft(decl[at+len("encoding"):], " \t\r\n"), "= \t\r\n")
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return "utf-8", true // the parser says that it is malformed
	}
	value, _, _ := bytes.Cut(rest[1:], rest[:1])
	return string(value), true
}

// choose makes what decodes an encoding. One that expat does not know is one of Python's, of single bytes.
func (d *xmlDecoder) choose(h *object.Heap, name string) error {
	switch strings.ToLower(name) {
	case "utf-8":
		return nil
	case "utf-16-le":
		d.order = binary.LittleEndian
		return nil
	case "utf-16-be", "utf-16":
		d.order = binary.BigEndian
		return nil
	}
	d.table = new([256]rune)
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
		d.table[i] = rune(i)
	}
	switch strings.ToLower(name) {
	case "iso-8859-1":
		return nil
	case "us-ascii":
		for i := utf8.RuneSelf; i < 256; i++ {
			d.table[i] = invalidXML
		}
		return nil
	}
	s, err := h.Decode(h.NewBytes(all), name, "replace")
	if err != nil {
		return err
	}
	if h.StrLen(s) != 256 {
		return h.Raise(object.ValueErrorType, "multi-byte encodings are not supported")
	}
	h.RunesFrom(d.table[:], s, 0)
	for i, c := range d.table {
		if c == utf8.RuneError {
			d.table[i] = invalidXML
		}
	}
	return nil
}

// units decodes UTF-16.
func (d *xmlDecoder) units(data []byte) []byte {
	data = append(d.held, data...)
	out := make([]byte, 0, len(data))
	for ; len(data) >= 2; data = data[2:] {
		c := rune(d.order.Uint16(data))
		switch {
		case d.high != 0:
			c = utf16.DecodeRune(d.high, c)
			d.high = 0
			if c == utf8.RuneError {
				c = invalidXML
			}
		case c >= 0xd800 && c < 0xdc00:
			d.high = c
			continue
		case c >= 0xdc00 && c < 0xe000:
			c = invalidXML
		}
		out = utf8.AppendRune(out, c)
	}
	d.held = bytes.Clone(data)
	return out
}

// unfinished reports whether a document ends in the middle of a character.
func (d *xmlDecoder) unfinished() bool { return d.order != nil && (len(d.held) > 0 || d.high != 0) }

// partial is the error of a document that ends so.
func (st *xmlState) partial() error {
	return &expat.Error{Code: expat.PartialChar, At: st.p.Position(), Offset: st.p.Offset()}
}
