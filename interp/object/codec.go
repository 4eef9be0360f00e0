package object

import (
	"strings"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/unicode"
)

// Codecs between str and bytes: UTF-8, ASCII, Latin-1, UTF-16 and UTF-32, with
// CPython's error handlers. Each has a fast path for input without errors; what
// has errors goes through a decoder or an encoder (codec_errors.go), which
// collect in Go memory.

// codec is one of the encodings implemented.
type codec uint8

const (
	codecUTF8 codec = iota
	codecASCII
	codecLatin1
	codecUTF16 // with a byte order mark
	codecUTF16LE
	codecUTF16BE
	codecUTF32 // with a byte order mark
	codecUTF32LE
	codecUTF32BE
)

// codecTitles are the names that errors give the codecs.
var codecTitles = [...]string{"utf-8", "ascii", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"}

// coding is the pair of arguments that name a codec and what it does with
// errors.
type coding struct{ encoding, errors string }

// codecArgs converts the arguments encoding and errors of a function, either of
// which may be Null.
func (h *Heap) codecArgs(function string, encoding, errors Value) (coding, error) {
	c := coding{"utf-8", "strict"}
	if err := h.codecArg(function, "encoding", encoding, &c.encoding); err != nil {
		return c, err
	}
	return c, h.codecArg(function, "errors", errors, &c.errors)
}

func (h *Heap) codecArg(function, param string, v Value, s *string) error {
	if v == Null {
		return nil
	}
	if !h.isStr(v) {
		return h.Raise(TypeErrorType, "%s() argument '%s' must be str, not %s", function, param, h.argTypeName(v))
	}
	if *s = usualName(h, v); *s != "" {
		return nil
	}
	text, err := h.CText(v)
	if err == nil {
		*s = text
	}
	return err
}

// usualName returns the text of a str that is a name of an encoding, or of what is done with errors, as programs mostly spell it, without making one;
// "" for others.
func usualName(h *Heap, v Value) string {
	if !h.strIsASCII(v) {
		return ""
	}
	switch viewString(h.text(v).raw()) {
	case "utf-8":
		return "utf-8"
	case "utf8":
		return "utf8"
	case "UTF-8":
		return "UTF-8"
	case "ascii":
		return "ascii"
	case "latin-1":
		return "latin-1"
	case "latin1":
		return "latin1"
	case "strict":
		return "strict"
	case "ignore":
		return "ignore"
	case "replace":
		return "replace"
	case "surrogateescape":
		return "surrogateescape"
	case "surrogatepass":
		return "surrogatepass"
	}
	return ""
}

// CText returns a str's text where CPython passes it on as a string of C: in UTF-8, without a NUL.
func (h *Heap) CText(v Value) (string, error) {
	if !h.strIsASCII(v) {
		if _, err := h.encode(v, coding{"utf-8", "strict"}); err != nil {
			return "", err
		}
	}
	s := h.GoString(v)
	if strings.IndexByte(s, 0) >= 0 {
		return "", h.Raise(ValueErrorType, "embedded null character")
	}
	return s, nil
}

// codecOther stands for all encodings that this package has not.
const codecOther = codec(len(codecTitles))

// findCodec looks an encoding up by name.
func (h *Heap) findCodec(name string) (codec, error) {
	switch name { // as programs spell them
	case "utf-8", "utf8", "UTF-8":
		return codecUTF8, nil
	case "ascii":
		return codecASCII, nil
	case "latin-1", "latin1":
		return codecLatin1, nil
	}
	norm := unicode.EncodingName(name)
	for id, title := range codecTitles {
		if norm == strings.ReplaceAll(title, "-", "_") {
			return codec(id), nil
		}
	}
	// Aliases are tried as they are and with underscores for dots.
	for _, key := range [...]string{norm, strings.ReplaceAll(norm, ".", "_")} {
		word := " " + key + " "
		for i := range codecNames {
			if strings.Contains(codecNames[i].names, word) {
				return codecNames[i].codec, nil
			}
		}
	}
	if h.OtherCodec != nil {
		return codecOther, nil
	}
	return 0, h.Raise(LookupErrorType, "unknown encoding: %s", name)
}

// Encode is s.encode(encoding, errors).
func (h *Heap) Encode(s Value, encoding, errors string) (Value, error) {
	return h.encode(s, coding{encoding, errors})
}

// Decode is v.decode(encoding, errors) of a bytes or bytearray.
func (h *Heap) Decode(v Value, encoding, errors string) (Value, error) {
	return h.decode(v, coding{encoding, errors})
}

// encode makes a bytes of a str.
func (h *Heap) encode(s Value, c coding) (Value, error) {
	id, err := h.findCodec(c.encoding)
	if err != nil {
		return Null, err
	}
	if id == codecOther {
		return h.OtherCodec(s, c.encoding, c.errors, false)
	}
	t := h.strText(s)
	switch {
	case h.strIsASCII(s) && id <= codecLatin1, t.size == 1 && id == codecLatin1:
		return h.newBytesOf(t.raw()), nil
	case id == codecUTF8:
		if n, ok := textUTF8Len(t); ok {
			v := h.newBytes(n)
			putUTF8(h.BytesData(v), t)
			return v, nil
		}
	}
	e := encoder{h: h, src: s, t: t, codec: id, coding: c}
	if err := e.run(); err != nil {
		return Null, err
	}
	return h.newBytesOf(e.out), nil
}

// decode makes a str of a bytes or bytearray.
func (h *Heap) decode(v Value, c coding) (Value, error) {
	b := h.text(v).raw()
	if len(b) == 0 { // whatever the names
		return h.emptyStr, nil
	}
	id, err := h.findCodec(c.encoding)
	if err != nil {
		return Null, err
	}
	if id == codecOther {
		return h.OtherCodec(v, c.encoding, c.errors, true)
	}
	switch id {
	case codecLatin1:
		return h.strOf(textOf(b)), nil
	case codecASCII, codecUTF8:
		if unicode.IsASCII(b) {
			return h.strFrom(textOf(b), 0x7F), nil
		}
		if id == codecUTF8 && utf8.Valid(b) {
			return h.decodeUTF8(b), nil
		}
	}
	d := decoder{h: h, src: v, in: b, codec: id, coding: c}
	if err := d.run(); err != nil {
		return Null, err
	}
	return d.out.value(h), nil
}

// decodeUTF8 makes a str of valid UTF-8 that is not ASCII.
func (h *Heap) decodeUTF8(b []byte) Value {
	n, wide := unicode.ScanUTF8(b)
	if n == 1 && wide < 0x100 {
		return h.latin1[rune(b[0]&3)<<6|rune(b[1]&0x3F)]
	}
	v := h.newStr(n, wide)
	switch t := h.strText(v); t.size {
	case 1:
		unicode.FromUTF8(chars[uint8](t), b)
	case 2:
		unicode.FromUTF8(chars[uint16](t), b)
	default:
		unicode.FromUTF8(chars[uint32](t), b)
	}
	return v
}

// textUTF8Len returns how many bytes a text takes in UTF-8; ok is false if it has
// surrogates.
func textUTF8Len(t text) (n int, ok bool) {
	if t.size == 1 {
		n = t.n
		for _, c := range t.raw() {
			n += int(c >> 7)
		}
		return n, true
	}
	for i := range t.n {
		k := utf8.RuneLen(t.at(i))
		if k < 0 {
			return 0, false
		}
		n += k
	}
	return n, true
}

func putUTF8(d []byte, t text) {
	d = d[:0]
	for i := range t.n {
		d = utf8.AppendRune(d, t.at(i))
	}
}
